"""Trains the reader on annotated sentences, and measures it on sentences of unseen writers.

    python training/reader/train.py TRAIN.json TEST.json [--out FILE.npz]

TRAIN.json and TEST.json come from sentences.py. A GPU takes minutes. A CPU takes four minutes an
epoch, which is enough to continue from existing weights (`--start`) when sentences are added.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

sys.path.append(str(Path(__file__).parents[1]))

from measure import figures
from network import SPAN_HEADS, Encoder, Reader, Spans
from sentences import IGNORED, VOCABULARY
from vary import Variation
from weights.shipped import read_weights  # importable through the path added above

FIRST, LAST = 1, 2
"""The ids of the tokens that open and close a text."""
WEIGHTS = {"status": 2.0, "want": 0.6, "where": 0.5, "of": 1.0, "bound": 0.5}
SMOOTHED = 0.05
WORDS = "encoder.words.weight"
"""Not saved if they are the judge's."""
STRETCH = 16
"""Rows are sorted by length within groups of this many batches."""


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def read_rows(file: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(Path(file).read_text(encoding="utf-8"))
    return rows


def marks() -> tuple[int, int]:
    """Returns the ids of the tokens that mark a text as a query or a listing."""
    pieces = VOCABULARY.read_text(encoding="utf-8").split("\n")
    return pieces.index("query"), pieces.index("listing")


@dataclass(frozen=True, eq=False, kw_only=True)
class Batch:
    ids: Tensor
    tags: Tensor
    spans: Spans
    labels: dict[str, Tensor]
    hosts: Tensor
    """(spans, pieces): which tokens name the span's host; a row of zeros for none."""
    left: Tensor
    right: Tensor
    alternative: Tensor
    """For the pairs of spans `left` and `right`: 1 for alternatives, 0 for others."""

    def to(self, device: str) -> Batch:
        """Returns a copy on the device."""
        return replace(
            self,
            spans=Spans(**{name: one.to(device, non_blocking=True) for name, one in vars(self.spans).items()}),
            labels={name: one.to(device, non_blocking=True) for name, one in self.labels.items()},
            **{name: one.to(device, non_blocking=True) for name, one in vars(self).items() if isinstance(one, Tensor)},
        )


def batch(rows: Sequence[dict[str, Any]], device: str, kinds: tuple[int, int]) -> Batch:
    length = max(len(row["pieces"]) for row in rows) + 3
    ids = torch.full((len(rows), length), -1)
    tags = torch.full((len(rows), length), IGNORED)
    at: list[tuple[int, int, int]] = []
    labels: dict[str, list[int]] = defaultdict(list)
    hosts: list[tuple[int, int, int]] = []
    pairs: list[tuple[int, int, int]] = []
    for k, row in enumerate(rows):
        ids[k, : len(row["pieces"]) + 3] = torch.tensor([FIRST, kinds[row["kind"]], *row["pieces"], LAST])
        tags[k, 2 + row["own"] : len(row["pieces"]) + 2] = 0
        begin = len(at)
        for span in sorted(row["spans"], key=lambda one: one["at"][0] - one["at"][1]):
            first, after = (place + 2 for place in span["at"])
            if span["host"] is not None:
                hosts.append((len(at), span["host"][0] + 2, span["host"][1] + 2))
            at.append((k, first, after))
            tags[k, first] = 1
            tags[k, first + 1 : after] = 2
            for name in SPAN_HEADS:
                labels[name].append(span[name])
        group = sorted(row["spans"], key=lambda one: one["at"][0] - one["at"][1])
        if row["kind"] == 0:
            pairs += [
                (begin + i, begin + j, int(bool(one["or"]) and one["or"] == group[j]["or"]))
                for i, one in enumerate(group)
                for j in range(i)
                if one["status"] != 2 and group[j]["status"] != 2
            ]
    named = torch.zeros(len(at), length)
    for span, first, after in hosts:
        named[span, first:after] = 1
    places = torch.tensor(at).T
    couples = torch.tensor([pair[:2] for pair in pairs], dtype=torch.long).reshape(-1, 2).T
    return Batch(
        ids=ids,
        tags=tags,
        spans=Spans(row=places[0], first=places[1], after=places[2]),
        labels={name: torch.tensor(values) for name, values in labels.items()},
        hosts=named,
        left=couples[0],
        right=couples[1],
        alternative=torch.tensor([pair[2] for pair in pairs], dtype=torch.long),
    ).to(device)


def outputs(reader: Reader, b: Batch) -> dict[str, Tensor]:
    x = reader.encoder(b.ids).float()
    h = reader.spans(x, b.spans)
    found = {name: head(h) for name, head in reader.heads.items()}
    found |= {"tag": reader.tag(x), "host": reader.hosts(x, h, b.spans, b.ids)}
    found["or"] = reader.alternatives(h, b.left, b.right)
    return found


def loss_of(found: dict[str, Tensor], b: Batch) -> Tensor:
    """Returns the loss against the annotation.

    Means are taken over labelled items with a clamped count, which avoids a device sync to check
    for none.
    """

    def mean(losses: Tensor, told: Tensor) -> Tensor:
        return (losses * told).sum() / told.sum().clamp(min=1)

    def chosen(scores: Tensor, labels: Tensor, *, smoothed: float = 0.0) -> Tensor:
        told = labels != IGNORED
        wanted = labels.clamp(min=0)
        return mean(functional.cross_entropy(scores, wanted, reduction="none", label_smoothing=smoothed), told)

    loss = chosen(found["tag"].flatten(0, 1), b.tags.flatten())
    for name, weight in WEIGHTS.items():
        loss = loss + weight * chosen(found[name], b.labels[name], smoothed=SMOOTHED)
    chances = functional.log_softmax(found["host"], -1).masked_fill(b.hosts == 0, -1e4)
    loss = loss - mean(torch.logsumexp(chances, -1), b.hosts.sum(1) > 0)
    pairs = functional.binary_cross_entropy_with_logits(found["or"], b.alternative.float(), reduction="none")
    return loss + pairs.sum() / max(1, len(pairs))


def batches(rows: Sequence[dict[str, Any]], size: int) -> Iterator[list[dict[str, Any]]]:
    """Yields the rows in random batches of similar length, each with at least one span."""
    drawn = random.sample(rows, len(rows))
    stretch = size * STRETCH
    found = [
        part
        for start in range(0, len(drawn), stretch)
        for near in [sorted(drawn[start : start + stretch], key=lambda row: len(row["pieces"]))]
        for part in (near[at : at + size] for at in range(0, len(near), size))
        if any(row["spans"] for row in part)
    ]
    random.shuffle(found)
    yield from found


class Epochs(IterableDataset[Batch]):
    """Varied batches of all epochs, made in worker processes during training."""

    def __init__(self, rows: list[dict[str, Any]], options: argparse.Namespace) -> None:
        self._rows, self._options, self._kinds = rows, options, marks()
        self._fresh = set(options.fresh.split(","))

    @property
    def steps(self) -> int:
        often = sum(1.0 if row["file"] in self._fresh else self._options.replay for row in self._rows)
        return int(self._options.epochs * math.ceil(often / self._options.batch))

    def __iter__(self) -> Iterator[Batch]:
        one = torch.utils.data.get_worker_info()
        at, of = (one.id, one.num_workers) if one else (0, 1)
        random.seed(self._options.seed * 1000 + at)
        vary = Variation(self._rows, self._options)
        for _ in range(at, self._options.epochs, of):
            drawn = [row for row in self._rows if row["file"] in self._fresh or random.random() < self._options.replay]
            for part in batches([vary(row) for row in drawn], self._options.batch):
                yield batch(part, "cpu", self._kinds)


def learn(reader: Reader, rows: list[dict[str, Any]], options: argparse.Namespace, device: str) -> Reader:
    """Trains the reader; returns the average of its weights over the run."""
    trained = [one for one in reader.parameters() if one.requires_grad]
    encoder = [one for one in reader.encoder.parameters() if one.requires_grad]
    known = {id(one) for one in encoder}
    heads = [one for one in trained if id(one) not in known]
    optimiser = torch.optim.AdamW(
        [{"params": encoder, "lr": options.rate}, {"params": heads, "lr": options.head_rate}],
        weight_decay=0.01,
        fused=device == "cuda",
    )
    average = copy.deepcopy(reader).eval().requires_grad_(False)
    means, now = list(average.parameters()), list(reader.parameters())
    epochs = Epochs(rows, options)
    workers = options.workers if device == "cuda" else 0
    began, limit = time.time(), options.minutes * 60
    reader.train()
    for step, made in enumerate(DataLoader(epochs, batch_size=None, num_workers=workers)):
        done = max(step / epochs.steps, (time.time() - began) / limit)
        if done >= 1:
            break
        pace = min(1.0, done / 0.1) * (1 - done)
        for group, rate in zip(optimiser.param_groups, (options.rate, options.head_rate), strict=True):
            group["lr"] = rate * pace
        b = made.to(device)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            found = outputs(reader, b)
            loss = loss_of(found, b)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(trained, 1.0)
        optimiser.step()
        keep = min(options.average, 1 - 1 / (step + 2))
        with torch.no_grad():
            torch._foreach_lerp_(means, now, 1 - keep)
        if step % 500 == 499:
            say(f"{options.name} step {step + 1} of {epochs.steps} loss {loss.item():.3f} {time.time() - began:.0f} s")
    return average


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("train")
    parser.add_argument("test", nargs="*")
    parser.add_argument("--out", default="")
    parser.add_argument("--start", default="", help="weights to go on from; without them it starts from the judge's")
    parser.add_argument("--epochs", type=int, default=60)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--layers", default="0,1,2,3,4,5", help="which of the judge's layers it starts from")
    parser.add_argument(
        "--shared", type=int, default=0, help="how many layers stay as the judge has them; -1: not even words"
    )
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--head-rate", type=float, default=5e-4)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--average", type=float, default=0.999)
    parser.add_argument("--swap", type=float, default=0.4, help="how often other words take the place of a span's")
    parser.add_argument("--unmarked", type=float, default=0.15, help="how often punctuation goes")
    parser.add_argument("--join", type=float, default=0.15, help="how often two texts are joined")
    parser.add_argument("--fresh", default="", help="files that the weights it starts from have not seen, by comma")
    parser.add_argument("--replay", type=float, default=1.0, help="the share of all other files in each epoch")
    parser.add_argument("--minutes", type=float, default=600, help="train no longer; the pace fits itself to it")
    parser.add_argument("--workers", type=int, default=3, help="processes that make batches, on a GPU")
    parser.add_argument("--fraction", type=float, default=1.0, help="of the training texts")
    parser.add_argument("--held-out", default="", help="files of the training texts that are tested on, by comma")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--misses", type=int, default=0)
    parser.add_argument("--name", default="")
    return parser.parse_args()


def main() -> None:
    options = parsed()
    random.seed(options.seed)
    torch.manual_seed(1)  # all runs start the same, so that trained weights can be averaged
    device = "cuda" if torch.cuda.is_available() else "cpu"
    everything = read_rows(options.train)
    held = set(options.held_out.split(","))
    train = [row for row in everything if row["file"] not in held]
    tests = [row for row in everything if row["file"] in held]
    random.shuffle(train)
    train = train[: int(len(train) * options.fraction)]
    encoder = Encoder(
        read_weights(),
        layers=[int(at) for at in options.layers.split(",")],
        shared=options.shared,
        dropout=options.dropout,
    )
    reader = Reader(encoder, dropout=options.dropout)
    if options.start:
        with np.load(options.start) as kept:
            # The word vectors stay the judge's and may be missing.
            known = {name: torch.from_numpy(kept[name]).float() for name in kept.files}
        reader.load_state_dict(known, strict=False)
    reader = reader.to(device)
    say(f"== {options.name or vars(options)}: {len(train)} windows on {device}")
    average = learn(reader, train, options, device)
    for test in options.test:
        tests += read_rows(test)
    say(figures(average, [row for row in tests if row["spans"]], device, batch, outputs, marks(), options.misses))
    if options.out:
        kept = {name: value for name, value in average.state_dict().items() if name != WORDS or options.shared < 0}
        np.savez(options.out, **{name: value.cpu().to(torch.float16).numpy() for name, value in kept.items()})


if __name__ == "__main__":
    main()
