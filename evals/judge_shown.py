"""Figures, tables and misses of the verdicts shown for labelled listings."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from claimtree.calibration.halves import Half, Split
from claimtree.cli.tables import Table
from claimtree.model.answers import Verdict
from evals.judge_labels import DEMO
from evals.judge_listings import Shown
from evals.scores import Case, Confusion, Figure, Mark, show_value

PRECISION_BAR, RECALL_BAR = 0.92, 0.60
_SHOWN = (Verdict.MET, Verdict.REFUTED)


def listing_figures(found: Sequence[Shown]) -> tuple[Figure, ...]:
    """Returns precision and recall of met and refuted, together and apart, and the secondary
    figures."""
    if not found:
        return ()
    title = "labelled listings"
    figures = [
        _figure("shown precision", f"{title}, met and refuted shown", "precision", found, precision, PRECISION_BAR),
        _figure("shown recall", f"{title}, met and refuted shown", "recall", found, recall, RECALL_BAR),
    ]
    for verdict in _SHOWN:
        what = f"{title}, {verdict.value} shown"
        figures += [
            _figure(f"{verdict.value} {name}", what, name, found, partial(measure, verdict=verdict))
            for name, measure in (("precision", precision), ("recall", recall))
        ]
    return (
        *figures,
        _figure("shown words", f"{title}, right and with the labelled words", "share", found, _with_the_words),
        _figure("maybe", f"{title}, unknown but with doubtful words", "share", found, _maybe),
    )


def precision(found: Sequence[Shown], verdict: Verdict | None = None) -> float:
    """Returns the share of shown wishes that are right, for one verdict or for met and refuted
    together."""
    shown = [one for one in found if one.verdict in ((verdict,) if verdict else _SHOWN)]
    return _share(sum(one.right for one in shown), len(shown))


def recall(found: Sequence[Shown], verdict: Verdict | None = None) -> float:
    """Returns the share of labelled wishes that are shown so, for one verdict or for met and
    refuted."""
    there = [one for one in found if one.label.verdict in ((verdict,) if verdict else _SHOWN)]
    return _share(sum(one.right for one in there), len(there))


def listing_tables(found: Sequence[Shown]) -> tuple[Table, ...]:
    return (
        _by("Labelled listings, precision and recall", "listings", found, _set_of),
        _besides("Labelled listings, what else is seen", found),
        _by("Labelled listings by claim type", "claim type", found, lambda one: one.type or "not read"),
        _by_speaker(found),
        _confusion(found),
    )


def listing_misses(found: Sequence[Shown], most: int) -> tuple[Case, ...]:
    """Returns the wrong verdicts, the most misleading first.

    Shown verdicts that contradict the label come first, then shown ones whose label is unknown,
    then unknown ones although the listing has the words.
    """

    def order(one: Shown) -> tuple[bool, bool, str, str]:
        wrong = one.verdict is Verdict.UNKNOWN
        return wrong, one.label.verdict is Verdict.UNKNOWN, f"{one.listing.set} {one.listing.id}", one.label.wish

    wrong = sorted((one for one in found if not one.right), key=order)
    return tuple(
        Case(
            id=f"{one.listing.set} {one.listing.id}",
            half=one.listing.half,
            text=one.label.wish,
            marks=(Mark(figure="shown", group=one.label.verdict.value, missed=1),),
            expected=one.label.verdict.value,
            read=one.verdict.value + (f", by {one.spoke}" if one.verdict in _SHOWN else ""),
            quoted=_quoted(one),
            confusions=(Confusion(slot=one.spoke, expected=one.label.verdict.value, read=one.verdict.value),),
        )
        for one in wrong[:most]
    )


def _quoted(one: Shown) -> str:
    if not one.read:
        return "the reader made nothing of the wish"
    parts = [f"shown: {'; '.join(one.words)}"] if one.words else []
    return " | ".join([*parts, *([f"labelled: {one.label.words}"] if one.label.words else [])])


def _figure(
    key: str,
    title: str,
    measure: str,
    found: Sequence[Shown],
    value: Callable[[Sequence[Shown]], float],
    bar: float | None = None,
) -> Figure:
    """Computes the figure for each half that was run, and for all if both were."""
    parts = {half.value: [one for one in found if one.listing.half is half] for half in Half}
    parts = {name: part for name, part in parts.items() if part}
    if len(parts) > 1:
        parts[Split.ALL.value] = list(found)
    return Figure(
        key=key,
        title=title,
        measure=measure,
        values={name: value(part) for name, part in parts.items()},
        counts={name: len(part) for name, part in parts.items()},
        bar=bar,
    )


def _with_the_words(found: Sequence[Shown]) -> float:
    right = [one for one in found if one.right and one.verdict in _SHOWN]
    return _share(sum(one.overlaps for one in right), len(right))


def _maybe(found: Sequence[Shown]) -> float:
    return _share(sum(one.maybe for one in found), len(found))


def _set_of(one: Shown) -> str:
    """Returns the set's name; with the pack's for the demo, which has homes of several packs."""
    return f"{one.listing.set}, {one.listing.pack}" if one.listing.set == DEMO else one.listing.set


def _by(title: str, of: str, found: Sequence[Shown], group: Callable[[Shown], str]) -> Table:
    """Builds a table of precision and recall together, then per verdict."""

    def values(some: Sequence[Shown]) -> list[float]:
        apart = [measure(some, verdict) for verdict in _SHOWN for measure in (precision, recall)]
        return [precision(some), recall(some), *apart]

    return _grouped(title, (of, "wishes", "P", "R", "met P", "met R", "ref. P", "ref. R"), found, group, values)


def _besides(title: str, found: Sequence[Shown]) -> Table:
    """Builds a table of what else a user sees, and of wishes without any claim."""

    def values(some: Sequence[Shown]) -> list[float]:
        return [_with_the_words(some), _maybe(some), _share(sum(not one.read for one in some), len(some))]

    return _grouped(title, ("listings", "wishes", "same words", "maybe", "not read"), found, _set_of, values)


def _grouped(
    title: str,
    heads: tuple[str, ...],
    found: Sequence[Shown],
    group: Callable[[Shown], str],
    values: Callable[[Sequence[Shown]], list[float]],
) -> Table:
    """Builds a table with a row per group, and one for all if there are several."""
    groups = sorted({group(one) for one in found})
    rows: list[tuple[str, ...]] = []
    for name in [*groups, *(["all"] if len(groups) > 1 else [])]:
        some = [one for one in found if name in (group(one), "all")]
        rows.append((name, f"{len(some):,}", *(show_value(value) for value in values(some))))
    return Table(title=title, heads=heads, rows=tuple(rows))


def _by_speaker(found: Sequence[Shown]) -> Table:
    """Builds a table by basis: how much of what it decided is right, and its share of the
    recall."""
    there = sum(one.label.verdict in _SHOWN for one in found)
    rows: list[tuple[str, ...]] = []
    for name in sorted({one.spoke for one in found if one.verdict in _SHOWN}):
        some = [one for one in found if one.spoke == name and one.verdict in _SHOWN]
        right = sum(one.right for one in some)
        apart = [precision(some, verdict) for verdict in _SHOWN]
        counts = (f"{len(some):,}", f"{right:,}", f"{len(some) - right:,}")
        values = (precision(some), *apart, _share(right, there))
        rows.append((name, *counts, *(show_value(value) for value in values)))
    heads = ("spoke", "shown", "right", "wrong", "P", "met P", "ref. P", "share of R")
    return Table(title="Labelled listings, by whose word it was shown", heads=heads, rows=tuple(rows))


def _confusion(found: Sequence[Shown]) -> Table:
    rows = [(label.value, *(f"{_count(found, label, verdict):,}" for verdict in Verdict)) for label in Verdict if found]
    heads = ("label", *(verdict.value for verdict in Verdict))
    return Table(title="Labelled listings, the label and what was shown", heads=heads, rows=tuple(rows))


def _count(found: Iterable[Shown], label: Verdict, verdict: Verdict) -> int:
    return sum(one.label.verdict is label and one.verdict is verdict for one in found)


def _share(part: float, total: float) -> float:
    return part / total if total else math.nan
