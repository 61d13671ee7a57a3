"""The reader's network: the judge's encoder with a vector per token, and heads that classify spans.

A span is represented by its first, last and mean vector through one layer. Linear layers predict
its status, strength, relation to a place, host and the bound of its amount; the words that name its
host are found by attention over the tokens; whether two spans are alternatives by a product of
both.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from sentences import BOUNDS, HOSTS, STATUSES, WANTS, WHERES

WIDTH, ATTENTION_HEADS, PAIR = 384, 12, 128
PLACES = 256
"""Maximum number of tokens of an input; the judge has position embeddings for the first 128."""
SPAN_HEADS = {"status": len(STATUSES), "want": len(WANTS), "where": len(WHERES), "of": len(HOSTS), "bound": len(BOUNDS)}
TAGS = 3
"""Tags of tokens: outside, first or later token of a span."""


class Layer(nn.Module):
    """Attention, then two dense layers, each with a residual connection; named like the shipped
    encoder."""

    def __init__(self, dropout: float) -> None:
        super().__init__()
        self.packed, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.attended, self.ended = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)
        self.wide, self.narrow = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.dropout = dropout

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        rows, length, _ = x.shape
        dropout = self.dropout if self.training else 0.0
        parts = (part.view(rows, length, ATTENTION_HEADS, -1).transpose(1, 2) for part in self.packed(x).chunk(3, -1))
        seen = functional.scaled_dot_product_attention(*parts, attn_mask=mask, dropout_p=dropout)
        seen = self.out(seen.transpose(1, 2).reshape(rows, length, WIDTH))
        x = self.attended(x + functional.dropout(seen, dropout))
        return self.ended(x + functional.dropout(self.narrow(functional.gelu(self.wide(x))), dropout))


class Encoder(nn.Module):
    """Encodes the tokens of a text into a vector each.

    It starts from the given `layers` of the judge. The first `shared` layers are frozen, and so are
    the word vectors unless `shared` is negative. Position embeddings beyond the judge's are copies
    of its last ones.
    """

    def __init__(self, weights: dict[str, np.ndarray], *, layers: Sequence[int], shared: int, dropout: float) -> None:
        super().__init__()
        self.words = nn.Embedding(*weights["words.weight"].shape)
        self.places = nn.Embedding(PLACES, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer(dropout) for _ in layers)
        self.dropout = dropout
        theirs = {f"layers.{at}.": f"layers.{layer}." for at, layer in enumerate(layers)}

        def start(name: str) -> Tensor:
            stem = ".".join(name.split(".")[:2]) + "."
            return torch.from_numpy(np.array(weights[name.replace(stem, theirs.get(stem, stem), 1)], np.float32))

        state = {name: start(name) for name in self.state_dict()}
        theirs_last = state["places.weight"][-PLACES // 4 :]
        while len(state["places.weight"]) < PLACES:
            state["places.weight"] = torch.cat([state["places.weight"], theirs_last])[:PLACES]
        self.load_state_dict(state)
        if shared >= 0:
            frozen = [self.words, self.norm, *self.layers[:shared]]
            for parameter in (one for module in frozen for one in module.parameters()):
                parameter.requires_grad_(False)

    def forward(self, ids: Tensor) -> Tensor:
        mask = (ids >= 0)[:, None, None, :]
        x = self.norm(self.words(ids.clamp(min=0)) + self.places.weight[: ids.shape[1]])
        x = functional.dropout(x, self.dropout, self.training)
        for layer in self.layers:
            x = layer(x, mask)
        return x


@dataclass(frozen=True, eq=False, kw_only=True)
class Spans:
    """Spans of a batch: the row of each, its first token and the one after its last."""

    row: Tensor
    first: Tensor
    after: Tensor


class Reader(nn.Module):
    """The encoder with its heads."""

    def __init__(self, encoder: Encoder, *, dropout: float) -> None:
        super().__init__()
        self.encoder = encoder
        self.mix = nn.Linear(3 * WIDTH, WIDTH)
        self.dropout = dropout
        self.tag = nn.Linear(WIDTH, TAGS)
        self.heads = nn.ModuleDict({name: nn.Linear(WIDTH, size) for name, size in SPAN_HEADS.items()})
        self.host_query, self.host_key = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)
        self.pair_left, self.pair_right = nn.Linear(WIDTH, PAIR), nn.Linear(WIDTH, PAIR)
        self.pair_bias = nn.Parameter(torch.tensor(-2.0))

    def spans(self, x: Tensor, spans: Spans) -> Tensor:
        """Returns a vector for each span."""
        sums = torch.cumsum(functional.pad(x, (0, 0, 1, 0)), 1)
        mean = (sums[spans.row, spans.after] - sums[spans.row, spans.first]) / (spans.after - spans.first)[:, None]
        joined = torch.cat([x[spans.row, spans.first], x[spans.row, spans.after - 1], mean], -1)
        return functional.dropout(functional.gelu(self.mix(joined), approximate="tanh"), self.dropout, self.training)

    def hosts(self, x: Tensor, h: Tensor, spans: Spans, ids: Tensor) -> Tensor:
        """Returns, for each span and token, a score that the token names the span's host."""
        found = torch.einsum("sd,sld->sl", self.host_query(h), self.host_key(x)[spans.row]) / math.sqrt(WIDTH)
        return found.masked_fill(ids[spans.row] < 0, -1e4)

    def alternatives(self, h: Tensor, left: Tensor, right: Tensor) -> Tensor:
        """Returns, for pairs of spans, a score that they are alternatives."""
        a, b = self.pair_left(h), self.pair_right(h)
        return ((a[left] * b[right]).sum(-1) + (a[right] * b[left]).sum(-1)) / math.sqrt(PAIR) + self.pair_bias
