"""Figures and tables of scored sentences: by group, by check, by construction."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from claimtree.calibration.halves import Half
from claimtree.cli.tables import Table
from evals.scores import Case, Count, Figure, Measure, count, show_value, splits_of
from evals.sentence_checks import LISTING_CHECKS, QUERY_CHECKS
from evals.sentence_constructions import CONSTRUCTIONS, PLAIN
from evals.sentence_rows import Kind
from evals.sentence_status import Status

TAKEN = "taken"
"""Words read with the right status: wanted, denied, nothing."""
NO_FAULT = "whole"
"""Texts without a fault."""
INVENTED = "invented"
"""Claims of a query that are required although the text does not say so."""

Splits = Mapping[str, Sequence[Half]]
"""The splits that figures cover: each half, and both."""

GROUP_TABLE = "Words taken for what they are, and whole texts"
CHECK_TABLE = "Strict checks"
CONSTRUCTION_TABLE = "Constructions (a text may have several)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Texts of one field and kind, which are read with one pack."""

    key: str
    title: str
    field: str
    kind: Kind
    pack: str
    taken_bar: float
    no_fault_bar: float | None = None

    @property
    def statuses(self) -> list[str]:
        return [status.named(self.kind) for status in Status]

    @property
    def checks(self) -> tuple[str, ...]:
        return QUERY_CHECKS if self.kind is Kind.QUERY else LISTING_CHECKS


GROUPS = tuple(
    Group(
        key=f"{kind.plural}_{code}",
        title=f"{language} {kind.plural}",
        field=f"homes-{code}",
        kind=kind,
        pack=pack,
        taken_bar=0.95 if kind is Kind.QUERY else 0.94,
        no_fault_bar=0.55 if kind is Kind.QUERY else None,
    )
    for kind in Kind
    for code, language, pack in (("en", "English", "rentals"), ("id", "Indonesian", "property"))
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A sentence that was read: its marks, its group and its constructions.

    A mark's figure is the check, its group the key of the group.
    """

    case: Case
    group: Group
    constructions: tuple[str, ...]


def status_mark(status: str) -> str:
    """Returns the figure of words with this expected status; distinct from the strict check
    `nothing`.

    >>> status_mark("nothing")
    'taken nothing'
    """
    return f"{TAKEN} {status}"


def sentence_figures(scored: Sequence[Scored]) -> tuple[Figure, ...]:
    """Returns the figures for all texts and per group: words, whole texts, and every status and
    check."""
    cases = [one.case for one in scored]
    splits = splits_of(cases)
    found = [
        _figure(cases, splits, None, TAKEN, "words taken for what they are"),
        _figure(cases, splits, None, NO_FAULT, "whole texts"),
    ]
    for group in _present(scored):
        found += _group_figures([one.case for one in scored if one.group is group], splits, group)
    return tuple(found)


def _group_figures(cases: Sequence[Case], splits: Splits, group: Group) -> list[Figure]:
    found = [
        _figure(cases, splits, group, TAKEN, "words taken for what they are", bar=group.taken_bar),
        _figure(cases, splits, group, NO_FAULT, "whole texts without a fault", bar=group.no_fault_bar),
    ]
    details = {status_mark(status): f"words taken for {status}" for status in group.statuses}
    details |= {check: check for check in group.checks}
    found += [_figure(cases, splits, group, check, title, detail=True) for check, title in details.items()]
    if group.kind is Kind.QUERY:
        found.append(_invented(cases, splits, group))
    return [figure for figure in found if any(figure.counts.values())]


def _figure(
    cases: Sequence[Case],
    splits: Splits,
    group: Group | None,
    check: str,
    title: str,
    *,
    bar: float | None = None,
    detail: bool = False,
) -> Figure:
    totals = {split: _total(cases, check, halves) for split, halves in splits.items()}
    return Figure(
        key=f"{group.key} {check}" if group else f"all {check}",
        title=f"{group.title}: {title}" if group else f"all {title}",
        measure=Measure.ACCURACY.value,
        values={split: total.recall for split, total in totals.items()},
        counts={split: len(total.cases) for split, total in totals.items()},
        bar=bar,
        detail=detail,
    )


def _invented(cases: Sequence[Case], splits: Splits, group: Group) -> Figure:
    """Returns the mean number of invented claims per query (not a share)."""
    totals = {split: _total(cases, INVENTED, halves) for split, halves in splits.items()}
    return Figure(
        key=f"{group.key} {INVENTED}",
        title=f"{group.title}: required claims outside all annotated words",
        measure="mean",
        values={split: total.extra / len(total.cases) for split, total in totals.items() if total.cases},
        counts={split: len(total.cases) for split, total in totals.items()},
        unit="a query",
        at_most=True,
        detail=True,
    )


def _total(cases: Iterable[Case], check: str, halves: Sequence[Half] = tuple(Half)) -> Count:
    return count((case for case in cases if case.half in halves), check)


def sentence_tables(scored: Sequence[Scored]) -> tuple[Table, ...]:
    return (_group_table(scored), _check_table(scored), _construction_table(scored))


def _group_table(scored: Sequence[Scored]) -> Table:
    """Builds a table with a row per group: status accuracy of its words, and share of whole
    texts."""
    rows: list[tuple[str, ...]] = []
    numbers: dict[str, dict[str, float | None]] = {}
    for group in _present(scored):
        cases = [one.case for one in scored if one.group is group]
        totals = {name: _total(cases, name) for name in (TAKEN, *map(status_mark, group.statuses), NO_FAULT)}
        rows.append((group.title, f"{len(cases):,}", *(show_value(total.recall) for total in totals.values())))
        numbers[group.key] = {"texts": len(cases)}
        for name, total in totals.items():
            numbers[group.key] |= _counted(name, total)
        if group.kind is Kind.QUERY:
            numbers[group.key][INVENTED] = _total(cases, INVENTED).extra
    heads = ("group", "texts", TAKEN, "wanted, yes", "denied, no", "nothing, unsure", NO_FAULT)
    return Table(title=GROUP_TABLE, heads=heads, rows=tuple(rows), name="group", numbers=numbers)


def _check_table(scored: Sequence[Scored]) -> Table:
    """Builds a table with a row per check and a column per group."""
    groups = _present(scored)
    columns = {group.key: [one.case for one in scored if one.group is group] for group in groups}
    columns["all"] = [one.case for one in scored]
    rows: list[tuple[str, ...]] = []
    numbers: dict[str, dict[str, float | None]] = {}
    for check in dict.fromkeys((*QUERY_CHECKS, *LISTING_CHECKS)):
        totals = {key: _total(cases, check) for key, cases in columns.items()}
        if any(map(_asked, totals.values())):
            rows.append((check, *(show_value(total.recall) for total in totals.values()), f"{_asked(totals['all']):,}"))
            numbers[check] = {
                name: value for key, total in totals.items() for name, value in _counted(key, total).items()
            }
    stray = {key: _total(cases, INVENTED) for key, cases in columns.items()}
    if stray["all"].cases:
        shown = [f"{total.extra:,}" if total.cases else "–" for total in stray.values()]
        rows.append((INVENTED, *shown, f"{len(stray['all'].cases):,}"))
        numbers[INVENTED] = {key: total.extra for key, total in stray.items() if total.cases}
    return Table(
        title=CHECK_TABLE,
        heads=("check", *columns, "of"),
        rows=tuple(rows),
        note=f"{INVENTED}: how many claims are required that no annotated words say, in so many queries.",
        name="check",
        numbers=numbers,
    )


def _construction_table(scored: Sequence[Scored]) -> Table:
    rows: list[tuple[str, ...]] = []
    numbers: dict[str, dict[str, float | None]] = {}
    for name in (*CONSTRUCTIONS, PLAIN):
        cases = [one.case for one in scored if name in one.constructions]
        if cases:
            all_right, taken = _total(cases, NO_FAULT), _total(cases, TAKEN)
            rows.append((name, f"{len(cases):,}", show_value(all_right.recall), show_value(taken.recall)))
            numbers[name] = {"texts": len(cases), NO_FAULT: _number(all_right.recall), TAKEN: _number(taken.recall)}
    heads = ("construction", "texts", NO_FAULT, TAKEN)
    return Table(title=CONSTRUCTION_TABLE, heads=heads, rows=tuple(rows), name="construction", numbers=numbers)


def _present(scored: Sequence[Scored]) -> list[Group]:
    return [group for group in GROUPS if any(one.group is group for one in scored)]


def _asked(total: Count) -> int:
    return total.right + total.missed


def _counted(name: str, total: Count) -> dict[str, float | None]:
    """Returns a share and the counts behind it.

    >>> _counted("found", Count(right=3, missed=1))
    {'found': 0.75, 'found right': 3, 'found of': 4}
    """
    return {name: _number(total.recall), f"{name} right": total.right, f"{name} of": _asked(total)}


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value
