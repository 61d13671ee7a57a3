"""Trains the layers that tell whether words mean what they were taken for.

    python training/reader/meaning.py ROWS.json [--go-on]

ROWS.json comes from meaning_rows.py: listed words of listings, names of places in listings, or
wishes of questions. Needs torch; a GPU takes a minute, two quiet cores five. The reader itself stays as it is: only the
layers of `models/word_meaning.py` are trained, on the vectors of the shipped reader. Prints how well
marks of unseen texts are told apart (cross-validation by text), then trains on all. The folder of
the shipped reader gets meaning.npz, places.npz or wishes.npz, and its reader.json the new checksum;
the digest of reader.json is printed for models/scope.py.

`--go-on` starts from the shipped layers and learns our own sentences only, with a draw of the other texts so that
these are not forgotten: two minutes on two cores.
"""

from __future__ import annotations

import hashlib
import json
import math
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

sys.path.append(str(Path(__file__).parents[1]))

from network import WIDTH, Encoder, Spans
from train import FIRST, LAST, marks
from weights.shipped import READER, read_reader, read_weights  # importable through the path added above

HEADS, SIZE, HIDDEN, FARTHEST = 2, 32, 128, 32
BATCH, RATE, DECAY, DROPOUT, SMOOTHED = 48, 1e-3, 0.05, 0.2, 0.03
EPOCHS = {"meaning": 15, "places": 15, "wishes": 10}
FOLDS, ALIKE = 5, 8 * BATCH
SOURCES = {"listings": "texts", "own": "sentences of our own", "plain": "plain statements"}
"""Where rows come from, and how reports call it."""
MORE_EPOCHS, MORE_RATE, REPLAYED, CHECKED = 8, 3e-4, 2, 240
"""Of going on: how many other texts are drawn for each of our own, and how many more tell what was forgotten."""


class Meaning(nn.Module):
    """The layers of `WordMeaning`, under the same names."""

    def __init__(self, centre: Tensor, outputs: int) -> None:
        super().__init__()
        self.register_buffer("centre", centre)
        self.entry = nn.Linear(WIDTH, WIDTH)
        self.negated = nn.Parameter(torch.zeros(2, WIDTH))
        self.query = nn.Linear(2 * WIDTH, HEADS * SIZE)
        self.key, self.value = nn.Linear(WIDTH, HEADS * SIZE), nn.Linear(WIDTH, HEADS * SIZE)
        self.distance = nn.Embedding(2 * FARTHEST + 1, HEADS)
        self.hidden = nn.Linear(2 * WIDTH + HEADS * SIZE, HIDDEN)
        self.out = nn.Linear(HIDDEN, outputs)

    def forward(self, x: Tensor, mask: Tensor, spans: Spans, entries: Tensor, negated: Tensor) -> Tensor:
        """Returns the logits of each span; `entries`: the mean word vectors of what it was taken for."""
        sums = torch.cumsum(functional.pad(x, (0, 0, 1, 0)), 1)
        mean = (sums[spans.row, spans.after] - sums[spans.row, spans.first]) / (spans.after - spans.first)[:, None]
        wanted = self.entry(functional.normalize(entries - self.centre, dim=-1)) + self.negated[negated]
        query = self.query(torch.cat([mean, wanted], -1)).view(-1, HEADS, SIZE)
        keys = self.key(x)[spans.row].view(len(mean), -1, HEADS, SIZE)
        values = self.value(x)[spans.row].view(len(mean), -1, HEADS, SIZE)
        distance = torch.arange(x.shape[1], device=x.device)[None] - spans.first[:, None]
        scores = torch.einsum("nhd,nlhd->nlh", query, keys) / math.sqrt(SIZE)
        scores = scores + self.distance(distance.clamp(-FARTHEST, FARTHEST) + FARTHEST)
        shares = scores.masked_fill(~mask[spans.row][:, :, None], -1e4).softmax(1)
        context = torch.einsum("nlh,nlhd->nhd", shares, values).flatten(1)
        joined = functional.dropout(torch.cat([mean, context, mean * wanted], -1), DROPOUT, self.training)
        hidden = functional.gelu(self.hidden(joined), approximate="tanh")
        return self.out(functional.dropout(hidden, DROPOUT, self.training))


class Data:
    """The rows, and the frozen encoder that gives their vectors."""

    def __init__(self, file: str) -> None:
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        told = json.loads(Path(file).read_text(encoding="utf-8"))
        self.rows: list[dict[str, Any]] = told["rows"]
        self.of: str = told["of"]
        self.outputs = len(self.rows[0]["marks"][0]["right"])
        self._kind = marks()[0 if self.of == "wishes" else 1]
        self.encoder = Encoder(read_weights(), layers=range(6), shared=0, dropout=0.0)
        self.encoder.load_state_dict(
            {name: torch.from_numpy(np.array(one)) for name, one in read_reader(READER).items()}, strict=False
        )
        self.encoder = self.encoder.to(self.device).eval().requires_grad_(False)
        words = self.encoder.words.weight
        self.entries = torch.stack([words[torch.tensor(one).to(self.device)].mean(0) for one in told["entries"]])
        self._vectors: dict[int, Tensor] = {}
        for number, row in enumerate(self.rows):
            row["number"] = number

    def _encoded(self, row: dict[str, Any]) -> Tensor:
        """Returns the vectors of a text, which training leaves as they are."""
        if row["number"] not in self._vectors:
            self._vectors[row["number"]] = self._encode(row)
        return self._vectors[row["number"]]

    def _encode(self, row: dict[str, Any]) -> Tensor:
        ids = torch.tensor([[FIRST, self._kind, *row["pieces"], LAST]]).to(self.device)
        with torch.no_grad():
            return self.encoder(ids)[0].half()

    def batch(self, rows: Sequence[dict[str, Any]]) -> tuple[tuple[Tensor, Tensor, Spans, Tensor, Tensor], Tensor]:
        """Returns the arguments of `Meaning`, and the labels."""
        own = [self._encoded(row) for row in rows]
        vectors = nn.utils.rnn.pad_sequence(own, batch_first=True).float()
        lengths = torch.tensor([len(one) for one in own]).to(self.device)
        mask = torch.arange(vectors.shape[1], device=self.device)[None] < lengths[:, None]
        found = [(k, mark) for k, row in enumerate(rows) for mark in row["marks"]]
        at = torch.tensor([(k, *(place + 2 for place in mark["at"])) for k, mark in found]).to(self.device).T
        spans = Spans(row=at[0], first=at[1], after=at[2])
        entries = self.entries[[mark["entry"] for _, mark in found]]
        negated = torch.tensor([mark["negated"] for _, mark in found]).to(self.device)
        right = torch.tensor([mark["right"] for _, mark in found]).float().to(self.device)
        return (vectors, mask, spans, entries, negated), right


def batches(rows: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Returns all rows in batches drawn at random, of like length, so that short ones need little padding."""
    drawn = random.sample(rows, len(rows))
    alike = [sorted(drawn[at : at + ALIKE], key=lambda row: len(row["pieces"])) for at in range(0, len(rows), ALIKE)]
    found = [some[at : at + BATCH] for some in alike for at in range(0, len(some), BATCH)]
    random.shuffle(found)
    return found


def learn(data: Data, rows: list[dict[str, Any]], *, go_on: bool = False) -> Meaning:
    random.seed(1)
    torch.manual_seed(1)
    model = shipped(data) if go_on else Meaning(data.entries.mean(0), data.outputs).to(data.device)
    epochs, rate = (MORE_EPOCHS, MORE_RATE) if go_on else (EPOCHS[data.of], RATE)
    model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=DECAY)
    steps = epochs * math.ceil(len(rows) / BATCH)
    for step in range(steps):
        if step % math.ceil(len(rows) / BATCH) == 0:
            drawn = batches(rows)
        inputs, right = data.batch(drawn.pop())
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, step / 50) * (1 - step / steps)
        wanted = right * (1 - 2 * SMOOTHED) + SMOOTHED
        loss = functional.binary_cross_entropy_with_logits(model(*inputs), wanted)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
    return model.eval()


def shipped(data: Data) -> Meaning:
    """Returns the layers that ship."""
    model = Meaning(data.entries.mean(0), data.outputs)
    with np.load(READER.parent / f"{data.of}.npz") as arrays:
        model.load_state_dict({name: torch.from_numpy(arrays[name].astype(np.float32)) for name in arrays})
    return model.to(data.device).eval()


def told(data: Data, model: Meaning, rows: list[dict[str, Any]]) -> tuple[np.ndarray, np.ndarray]:
    """Returns the probabilities of each mark of these rows, and its labels."""
    found = []
    with torch.no_grad():
        for at in range(0, len(rows), BATCH):
            inputs, right = data.batch(rows[at : at + BATCH])
            found.append((torch.sigmoid(model(*inputs)).cpu().numpy(), right.cpu().numpy()))
    return tuple(np.concatenate(some) for some in zip(*found, strict=True))


def report(what: str, chances: np.ndarray, rights: np.ndarray) -> None:
    """Prints how well marks are told apart, for each output."""
    for chance, right in zip(chances.T, rights.T, strict=True):
        ranked = (chance[right == 1][:, None] > chance[right == 0][None]).mean()
        sys.stdout.write(f"{len(right)} marks of {what}, {right.mean():.3f} right, ranked {ranked:.3f}\n")
        for bar in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6):
            lost, gone = (chance[right == 1] < bar).mean(), (chance[right == 0] < bar).mean()
            sys.stdout.write(f"below {bar}: {gone:.3f} of the wrong, {lost:.3f} of the right\n")


def begun_anew(data: Data) -> Meaning:
    unseen: dict[str, list[tuple[np.ndarray, np.ndarray]]] = {source: [] for source in SOURCES}
    for fold in range(FOLDS):
        model = learn(data, [row for row in data.rows if row["fold"] % FOLDS != fold])
        for what, found in unseen.items():
            rows = [row for row in data.rows if row["fold"] % FOLDS == fold and row["from"] == what]
            if rows:
                found.append(told(data, model, rows))
    for what, found in unseen.items():
        if found:
            report(f"unseen {SOURCES[what]}", *(np.concatenate(some) for some in zip(*found, strict=True)))
    return learn(data, data.rows)


def gone_on(data: Data) -> Meaning:
    own = [row for row in data.rows if row["from"] == "own"]
    others = [row for row in data.rows if row["from"] != "own"]
    drawn = random.Random(1).sample(others, min(len(others), REPLAYED * len(own) + CHECKED))
    kept_back, replayed = drawn[:CHECKED], drawn[CHECKED:]
    unseen = [row for row in own if row["fold"] % FOLDS == 0]
    tried = learn(data, [row for row in own if row["fold"] % FOLDS] + replayed, go_on=True)
    for when, model in (("before", shipped(data)), ("after", tried)):
        report(f"unseen sentences of our own, {when}", *told(data, model, unseen))
        report(f"other texts, {when}", *told(data, model, kept_back))
    return learn(data, own + replayed, go_on=True)


def main() -> None:
    if not 2 <= len(sys.argv) <= 3 or sys.argv[2:] not in ([], ["--go-on"]):
        sys.exit(__doc__)
    data = Data(sys.argv[1])
    model = gone_on(data) if sys.argv[2:] else begun_anew(data)
    folder, file = READER.parent, f"{data.of}.npz"
    arrays = {name: one.cpu().numpy().astype(np.float16) for name, one in model.state_dict().items()}
    np.savez(folder / file, **arrays)  # type: ignore[arg-type]  # numpy's stubs see a flag
    card = folder / READER.with_suffix(".json").name
    about = json.loads(card.read_text(encoding="utf-8"))
    about["files"][file] = hashlib.sha256((folder / file).read_bytes()).hexdigest()
    card.write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    digest = hashlib.sha256(card.read_bytes()).hexdigest()
    sys.stdout.write(f"DIGEST of src/claimtree/models/scope.py: {digest}\n")


if __name__ == "__main__":
    main()
