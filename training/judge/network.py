"""The trained network: a BERT encoder, and a head that turns a wish into three vectors.

Written in plain torch; `start` maps the names of the starting weights to those of the modules.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

sys.path.append(str(Path(__file__).parents[1]))

from weights.shipped import ENCODER, read_weights  # importable through the path added above

WIDTH, HEADS, INNER = 384, 12, 1536
CUT = {12: range(12), 9: (0, 1, 2, 4, 5, 7, 8, 10, 11), 6: (0, 2, 4, 6, 8, 11), 4: (0, 3, 7, 11)}
"""Which of twelve layers are kept, by the number to keep."""
_PACKED = ("query", "key", "value")


def choose_device() -> str:
    """Returns the GPU if there is one."""
    return "cuda" if torch.cuda.is_available() else "cpu"


def autocast(device: str) -> torch.autocast:
    """Returns an autocast context: bfloat16 on a GPU, full floats elsewhere."""
    return torch.autocast(device, torch.bfloat16, enabled=device == "cuda")


class Layer(nn.Module):
    """A transformer layer: attention, then two dense layers, each with a residual connection."""

    def __init__(self, dropout: float) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.attended, self.ended = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)
        self.wide, self.narrow = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.dropout = dropout

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        rows, length, _ = x.shape
        q, k, v = (part(x).view(rows, length, HEADS, -1).transpose(1, 2) for part in (self.query, self.key, self.value))
        dropout = self.dropout if self.training else 0.0
        seen = functional.scaled_dot_product_attention(q, k, v, attn_mask=mask, dropout_p=dropout)
        seen = self.out(seen.transpose(1, 2).reshape(rows, length, WIDTH))
        x = self.attended(x + functional.dropout(seen, dropout))
        return self.ended(x + functional.dropout(self.narrow(functional.gelu(self.wide(x))), dropout))


class Encoder(nn.Module):
    """Encodes the tokens of a text into one vector."""

    def __init__(
        self, pieces: int, layers: int, *, places: int = 512, pooling: str = "first", dropout: float = 0.1
    ) -> None:
        super().__init__()
        self.words, self.places, self.kinds = (nn.Embedding(n, WIDTH) for n in (pieces, places, 2))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer(dropout) for _ in range(layers))
        self.pooling, self.dropout = pooling, dropout

    def forward(self, ids: Tensor, kinds: Tensor | None = None) -> Tensor:
        mask = ids != 0
        places = torch.arange(ids.shape[1], device=ids.device)
        kind = self.kinds.weight[0] if kinds is None else self.kinds(kinds)
        x = self.norm(self.words(ids) + self.places(places) + kind)
        x = functional.dropout(x, self.dropout, self.training)
        for layer in self.layers:
            x = layer(x, mask[:, None, None, :])
        if self.pooling == "first":
            return x[:, 0]
        return (x * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)


class Judge(nn.Module):
    """The encoder with its head: P(met), P(refuted), P(silent) from three dot products."""

    def __init__(self, encoder: Encoder, *, hidden: int = 768) -> None:
        super().__init__()
        self.encoder = encoder
        self.first, self.second = nn.Linear(WIDTH, hidden), nn.Linear(hidden, 3 * WIDTH)
        nn.init.normal_(self.second.weight, std=0.01)
        nn.init.zeros_(self.second.bias)
        self.own = nn.Parameter(torch.tensor([1.0, 1.0, 0.0]))
        """Share of the wish's own vector in each of the three at the start: what refutes it is near
        it too."""
        self.scale = nn.Parameter(torch.tensor(2.5))
        self.bias = nn.Parameter(torch.tensor([-7.0, -7.0, 0.0]))

    def phrases(self, ids: Tensor) -> Tensor:
        """Returns unit vectors."""
        return functional.normalize(self.encoder(ids).float(), dim=-1)

    def wishes(self, ids: Tensor) -> Tensor:
        """Returns three vectors for each wish, not normalised."""
        own = functional.normalize(self.encoder(ids).float(), dim=-1)
        turned = self.second(functional.gelu(self.first(own), approximate="tanh")).view(-1, 3, WIDTH).float()
        return self.own[None, :, None] * own[:, None, :] + turned

    def logits(self, wishes: Tensor, phrases: Tensor) -> Tensor:
        """Returns the three logits for each wish and phrase."""
        return self.scale.exp() * torch.einsum("wkd,pd->wpk", wishes, phrases) + self.bias


class Teacher(nn.Module):
    """A cross-encoder of wish and phrase: more certain, and far too slow for search."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__()
        self.encoder, self.out = encoder, nn.Linear(WIDTH, 3)

    def forward(self, wishes: Tensor, phrases: Tensor) -> Tensor:
        """Returns logits of pairs, row by row; both texts come with [CLS] and [SEP]."""
        long, short = (wishes != 0).sum(1, keepdim=True), (phrases != 0).sum(1, keepdim=True)
        at = torch.arange(int((long + short).max()) - 1, device=wishes.device)[None, :]
        second = at >= long
        from_wish = wishes.gather(1, at.clamp(max=wishes.shape[1] - 1).expand(len(wishes), -1))
        behind = (at - long + 1).clamp(0, phrases.shape[1] - 1)
        ids = torch.where(second, phrases.gather(1, behind), from_wish)
        ids = torch.where(at < long + short - 1, ids, 0)
        return self.out(self.encoder(ids, second.long()))


def start(file: Path, *, layers: int, extra: NDArray[np.float32], pooling: str, dropout: float) -> Encoder:
    """Returns an encoder from int8 or float starting weights, with `extra` word rows appended."""
    arrays = np.load(file)

    def weight(name: str) -> NDArray[np.float32]:
        if name in arrays:
            return arrays[name].astype(np.float32)
        zero, scale = arrays[f"z/{name}"].astype(np.float32), arrays[f"s/{name}"]
        return ((arrays[f"q/{name}"].astype(np.float32) - zero) * scale).astype(np.float32)

    words = np.concatenate([weight("embeddings.word_embeddings.weight"), extra.reshape(-1, WIDTH)])
    found = {
        "words.weight": words,
        "places.weight": weight("embeddings.position_embeddings.weight"),
        "kinds.weight": weight("embeddings.token_type_embeddings.weight"),
        "norm.weight": weight("embeddings.LayerNorm.weight"),
        "norm.bias": weight("embeddings.LayerNorm.bias"),
    }
    names = {
        "query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
        "out": "attention.output.dense", "attended": "attention.output.LayerNorm",
        "wide": "intermediate.dense", "narrow": "output.dense", "ended": "output.LayerNorm",
    }  # fmt: skip
    available = sum(1 for name in arrays.files if name.endswith("attention.self.query.bias"))
    kept = CUT[layers] if available == 12 else range(layers)
    for at, layer in enumerate(kept):
        for ours, theirs in names.items():
            for part in ("weight", "bias"):
                found[f"layers.{at}.{ours}.{part}"] = weight(f"encoder.layer.{layer}.{theirs}.{part}")
    encoder = Encoder(len(words), layers, pooling=pooling, dropout=dropout)
    encoder.load_state_dict({name: torch.from_numpy(array) for name, array in found.items()})
    return encoder


def shipped_vocabulary() -> list[str]:
    """Returns the tokens of the word rows of `shipped`."""
    pieces = (ENCODER.parent / "vocabulary.txt").read_text(encoding="utf-8").split("\n")[:-1]
    return ["[PAD]", *pieces]


def shipped(*, dropout: float) -> Judge:
    """Returns the shipped judge, to continue its training. Row 0 of its words is added as
    padding."""
    found = read_weights(ENCODER)
    weights = {f"encoder.{name}": torch.tensor(array) for name, array in found.items() if ".packed." not in name}
    layers = sum(1 for name in found if name.endswith("packed.weight"))
    for at in range(layers):
        for part in ("weight", "bias"):
            thirds = torch.tensor(found[f"layers.{at}.packed.{part}"]).chunk(3)
            weights |= {
                f"encoder.layers.{at}.{name}.{part}": third for name, third in zip(_PACKED, thirds, strict=True)
            }
    words = weights["encoder.words.weight"]
    weights["encoder.words.weight"] = torch.cat([torch.zeros(1, WIDTH), words])
    # The shipped position embeddings include the token type, and end at the maximum text length.
    weights["encoder.kinds.weight"] = torch.zeros(2, WIDTH)
    head = np.load(ENCODER.parent / "head.npz")
    for name in ("first", "second"):
        weights[f"{name}.weight"] = torch.tensor(head[name].astype(np.float32))
        weights[f"{name}.bias"] = torch.tensor(head[f"{name}_bias"])
    weights["own"], weights["bias"] = torch.tensor(head["own"]), torch.tensor(head["bias"])
    weights["scale"] = torch.tensor(np.log(head["scale"]))
    places = weights["encoder.places.weight"]
    judge = Judge(Encoder(len(words) + 1, layers, places=len(places), dropout=dropout))
    judge.load_state_dict(weights)
    judge.encoder.words.weight.requires_grad_(False)  # the reader uses the same word vectors
    return judge
