"""Measures the reader on unseen sentences, per annotated span."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import torch

from sentences import STATUSES

Row = dict[str, Any]
Key = tuple[str, str]
NOTHING = STATUSES.index("nothing")


class Tally:
    """Counts of right and all answers, by group and by check."""

    def __init__(self) -> None:
        self.counts: dict[Key, dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
        self.missed: list[str] = []

    def mark(self, keys: Sequence[Key], name: str, is_right: bool) -> bool:
        for key in keys:
            self.counts[key][name][0] += is_right
            self.counts[key][name][1] += 1
        return is_right

    def told(self, misses: int) -> str:
        lines = []
        for (field, file), counts in sorted(self.counts.items()):
            shares = ", ".join(f"{name} {right}/{of}={right / of:.3f}" for name, (right, of) in sorted(counts.items()))
            lines.append(f"{field} {file}: {shares}")
        return "\n".join([*lines, *self.missed[:misses]])


def figures(
    reader: Any,
    rows: Sequence[Row],
    device: str,
    batch: Callable[..., Any],
    outputs: Callable[..., Any],
    kinds: tuple[int, int],
    misses: int,
) -> str:
    """Returns a line for each field and file, as "right/all=share", and the first misses."""
    tally = Tally()
    with torch.no_grad():
        for start in range(0, len(rows), 64):
            part = rows[start : start + 64]
            b = batch(part, device, kinds)
            found = {name: value.float().cpu() for name, value in outputs(reader, b).items()}
            _count(part, b, found, tally)
    return tally.told(misses)


def _count(part: Sequence[Row], b: Any, found: Any, tally: Tally) -> None:
    n = 0
    owners: list[list[Key]] = []
    for k, row in enumerate(part):
        keys = _keys(row)
        tags = found["tag"][k].argmax(-1).tolist()
        whole, marked = True, set[int]()
        for span in sorted(row["spans"], key=lambda one: one["at"][0] - one["at"][1]):
            owners.append(keys)
            marked.update(range(*span["at"]))
            tagged = any(tags[2 + place] for place in range(*span["at"]))
            tally.mark(keys, "found", tagged or span["status"] == NOTHING)
            whole &= _span(
                span, {name: values[n] for name, values in found.items() if name not in ("tag", "or")}, keys, row, tally
            )
            n += 1
        strays = [p for p in range(row["own"], len(row["pieces"])) if tags[2 + p] == 1 and p not in marked]
        tally.mark(keys, "no stray", not strays)
        tally.mark(keys, "whole", whole)
    for left, is_pair, value in zip(b.left.tolist(), b.alternative.tolist(), found["or"].tolist(), strict=True):
        tally.mark(owners[left], "or" if is_pair else "or strangers", (value > 0) == bool(is_pair))


def _keys(row: Row) -> list[Key]:
    return [(row["field"], row["file"]), (row["field"], f"all {('queries', 'listings')[row['kind']]}")]


def _span(span: Row, found: Any, keys: Sequence[Key], row: Row, tally: Tally) -> bool:
    """Counts the answers for one span; returns whether all of them are right."""
    status = int(found["status"].argmax())
    right = tally.mark(keys, "status", status == span["status"])
    tally.mark(keys, f"status {STATUSES[span['status']]}", right)
    if not right:
        read = f"{STATUSES[span['status']]}, read {STATUSES[status]}"
        tally.missed.append(f"  {' '.join(row['words'])[:300]} | {span['words']}: {read}")
    if span["status"] == NOTHING:
        return right
    for name in ("of", "where", "bound"):
        if span[name] >= 0:
            right &= tally.mark(keys, name, int(found[name].argmax()) == span[name])
    if span["host"] is not None:
        at = int(found["host"].argmax()) - 2
        right &= tally.mark(keys, "host", span["host"][0] <= at < span["host"][1])
    if span["want"] >= 0:
        name = "want" if span["want"] else "want unsaid"
        tally.mark(keys, name, int(found["want"].argmax()) == span["want"])
    return right
