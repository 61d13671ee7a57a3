"""Definition and measurement of a calibration, for every kind of embedder."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeAlias, TypeVar

import numpy as np

from claimtree.calibration.densities import (
    Axis,
    Counted,
    HiddenPositives,
    Numbers,
    Score,
    Spread,
    combine,
    counted,
    passing,
)
from claimtree.calibration.diagram import Panel, Series
from claimtree.calibration.labelled_concepts import Concepts, Labelled, scanned_together
from claimtree.errors import ModelError
from claimtree.languages import language
from claimtree.model.claims import TypeName
from claimtree.model.pack import OTHER_TYPES, Pack
from claimtree.model.phrases import Floats, Vectors
from claimtree.packs.pack_tables import JudgeFile, LikenessFile, MadeTable
from claimtree.ports import Embedder

BATCH = 256
BINS = 10
"""Bins of the probability, in a reliability diagram and in the calibration error."""
MEASURED_FROM = 5
"""Concepts that a type must have for figures of its own."""
NEVER = 1.0
"""A threshold that is never reached."""

T = TypeVar("T")
Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with the current step, the amount done, and the total."""
Points: TypeAlias = list[tuple[float, float, float]]
"""Predicted probability, share found right, and weight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """The results for one claim type; a figure with too little data is None."""

    type: str
    fitted: Mapping[str, float | None]
    """The values in the table, and what they mean."""
    pairs: int
    """The number of pairs measured on."""
    figures: Mapping[str, float | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """The fitted file, its measured quality, and the diagram."""

    file: LikenessFile | JudgeFile
    made: MadeTable
    lines: tuple[Line, ...]
    """The line for all types comes first."""
    panels: tuple[Panel, ...]
    notes: tuple[str, ...] = ()


class Encoded:
    """Texts and their vectors, computed once."""

    def __init__(self, texts: Iterable[str], embedder: Embedder, progress: Progress) -> None:
        distinct = list(dict.fromkeys(texts))
        self._row = {text: number for number, text in enumerate(distinct)}
        parts = [Vectors.empty(embedder.dimensions)]
        for start in range(0, len(distinct), BATCH):
            progress("embedding", start, len(distinct))
            parts.append(embedder.embed(distinct[start : start + BATCH]))
        progress("embedding", len(distinct), len(distinct))
        self.vectors = Vectors.concatenate(parts)
        if len(self.vectors) != len(distinct):
            raise ModelError(f"embedder {embedder.name!r}: {len(distinct)} texts, {len(self.vectors)} vectors")
        check_finite(self.vectors.scales, embedder.name)

    def take(self, texts: Sequence[str]) -> Vectors:
        return self.vectors.take([self._row[text] for text in texts])

    def similarity(self, wishes: Sequence[str], phrases: Sequence[str]) -> Floats:
        return self.take(wishes).similarity(self.take(phrases))


def check_finite(numbers: Floats, name: str) -> None:
    if not np.isfinite(numbers).all():
        raise ModelError(
            f"embedder {name!r} gave numbers that are not finite",
            hint="Nothing was written. Try another model, or ask the operator of this one.",
            values={"embedder": name},
        )


def all_texts(concepts: Iterable[Labelled], *hidden: HiddenPositives) -> Iterable[str]:
    for concept in concepts:
        yield from concept.wishes
        yield from (text for _, text in concept.phrases)
    for one in hidden:
        for pair in one.pairs:
            yield from pair


def all_wishes(concepts: Iterable[Labelled], *hidden: HiddenPositives) -> Iterable[str]:
    for concept in concepts:
        yield from concept.wishes
    for one in hidden:
        yield from (wish for wish, _ in one.pairs)


def by_type(
    groups: Mapping[TypeName, Sequence[Labelled]], score: Score, axis: Axis, negated: Callable[[str], bool]
) -> dict[TypeName, Counted]:
    """The pairs of each of the pack's types; first, under `OTHER_TYPES`, those of all types."""
    found = {
        type: combine([counted(one, score, axis, negated) for one in scanned_together(group)])
        for type, group in sorted(groups.items())
    }
    return {OTHER_TYPES: combine(list(found.values())), **{type: one for type, one in found.items() if type}}


def denial(pack: Pack) -> Callable[[str], bool]:
    """A function: does a text have a negation word of the pack (which a rule may catch)?"""
    denying = language(*pack.languages).negations

    def negated(text: str) -> bool:
        words = re.findall(r"[\w'’]+", text.casefold())
        return any(word in denying or word.endswith(("n't", "n’t")) for word in words)

    return negated


def reliability(predicted: Numbers, right: Numbers, wrong: Numbers, *, bins: int = BINS) -> Points:
    """The points of a reliability diagram, in bins of equal width; empty ones are left out.

    `right` and `wrong`: the mass at each probability that was so, and that was not.
    """
    bin_of = np.minimum((predicted * bins).astype(int), bins - 1)
    points = []
    for number in range(bins):
        here = bin_of == number
        weight = float((right + wrong)[here].sum())
        if weight > 0:
            mean = float((predicted * (right + wrong))[here].sum()) / weight
            points.append((mean, float(right[here].sum()) / weight, weight))
    return points


def calibration_error(points: Points) -> float:
    """The expected calibration error (ECE): the mean distance of predicted from found; 0 if empty.

    >>> predicted, right = np.full(4, 0.8), np.array([1.0, 1.0, 1.0, 0.0])
    >>> round(calibration_error(reliability(predicted, right, 1 - right)), 3)
    0.05
    """
    total = sum(weight for _, _, weight in points)
    return sum(abs(predicted - found) * weight for predicted, found, weight in points) / total if total else 0.0


def share_right(right: Numbers, wrong: Numbers, axis: Axis, bar: float | None) -> float | None:
    """Precision at a bar; None when nothing passes."""
    good, bad = passing(right, axis, bar), passing(wrong, axis, bar)
    return good / (good + bad) if good + bad else None


def passing_panel(spread: Spread, axis: Axis, across: str, marks: Mapping[str, float | None]) -> Panel:
    """A panel with the share of each kind that passes at each score."""
    kinds = {"meets": spread.met, "refutes": spread.refuted, "near miss": spread.silent, "stranger": spread.stranger}
    series = [
        Series(name=name, points=[(float(x), passing(share, axis, float(x)), 0.0) for x in np.linspace(0, 1, 101)])
        for name, share in kinds.items()
    ]
    return Panel(
        title="What passes, by kind",
        across=across,
        up="share at or above",
        series=tuple(series),
        marks={name: bar for name, bar in marks.items() if bar is not None},
    )


def made(concepts: Concepts, pairs: int, overall: Line, precision: float) -> MadeTable:
    return MadeTable(
        on=datetime.now(tz=UTC).date(),
        concepts=len(concepts.found),
        pairs=pairs,
        digest=concepts.digest,
        precision=precision,
        ece=round(overall.figures["ECE"] or 0.0, 4),
        brier=round(overall.figures["Brier"] or 0.0, 4),
    )


def unreached(types: Sequence[str], precision: float, what: str) -> tuple[str, ...]:
    if not types:
        return ()
    return (f"precision {precision:g} is never reached by {what} of: {', '.join(types)}. It decides nothing there.",)
