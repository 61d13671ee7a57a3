"""Tables over scored cases: the figures, the groups behind each, and the confusions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from claimtree.cli.tables import Table
from evals.scores import Case, Count, Figure, Goal, Measure, Result, count, show_value

DOUBTS = "Rows that are wrong themselves"
CONFUSION = "Confusion"


def figure_table(
    title: str,
    results: Sequence[Result],
    splits: Sequence[str],
    *,
    named: bool = True,
    since: Callable[[Result, Figure], str] | None = None,
) -> Table:
    """Returns every main figure with its bar and its value per split; `since` formats its
    change."""
    rows: list[tuple[str, ...]] = []
    for result in results:
        for figure in result.figures:
            if figure.detail:
                continue
            what = f"{figure.title} ({figure.measure})"
            rows.append(
                (
                    f"{result.name}: {what}" if named else what,
                    figure.bar_shown,
                    *(figure.shown(split) for split in splits),
                    *([since(result, figure)] if since is not None else []),
                    figure.reached,
                    f"{max(figure.counts.values(), default=0):,}",
                )
            )
    heads = ("what", "bar", *splits, *(["since"] if since is not None else []), "reached", "rows")
    return Table(title=title, heads=heads, rows=tuple(rows))


def group_tables(goals: Sequence[Goal], cases: Sequence[Case]) -> tuple[Table, ...]:
    """Returns a table for each goal with a `by`: right, extra and missed per group."""
    tables: list[Table] = []
    for goal in goals:
        if not goal.by:
            continue
        groups = sorted({mark.group for case in cases for mark in case.marks if mark.figure == goal.key})
        rows: list[tuple[str, ...]] = []
        for group in groups:
            total = count(cases, goal.key, lambda case, mark, group=group: mark.group == group)  # type: ignore[misc]
            rows.append(_row(group, total, goal.measure))
        if len(rows) > 1 and not goal.only_table:
            total = count(cases, goal.key)
            rows.append(_row("all", total, goal.measure))
        heads: tuple[str, ...] = (goal.by, "rows", "right", "extra", "missed", "precision", "recall", "F1")
        if goal.measure is not Measure.F1:
            heads = (goal.by, "rows", "right", "wrong", goal.measure.value)
        tables.append(Table(title=f"{goal.title}, by {goal.by}", heads=heads, rows=tuple(rows)))
    return tuple(tables)


def _row(name: str, total: Count, measure: Measure) -> tuple[str, ...]:
    start = (name, f"{len(total.cases):,}", f"{total.right:,}")
    if measure is Measure.F1:
        shares = (total.precision, total.recall, total.f1)
        return (*start, f"{total.extra:,}", f"{total.missed:,}", *(show_value(share) for share in shares))
    return (*start, f"{total.extra + total.missed:,}", show_value(total.value(measure)))


def confusion_table(cases: Sequence[Case], most: int = 25) -> Table:
    """Returns what was read instead of what, the most frequent first."""
    counted = Counter(confusion for case in cases for confusion in case.confusions)
    ordered = sorted(counted.items(), key=lambda item: (-item[1], item[0].slot, item[0].expected, item[0].read))
    rows = [(c.slot, c.expected or "–", c.read or "–", f"{times:,}") for c, times in ordered[:most]]
    note = f"{len(ordered) - most:,} rarer ones are left out." if len(ordered) > most else ""
    return Table(title=CONFUSION, heads=("slot", "expected", "read", "times"), rows=tuple(rows), note=note)


def doubt_table(cases: Sequence[Case], examples: int = 2) -> Table:
    """Returns rows whose label is doubtful: how many per reason, how many of them were missed, and
    examples."""
    reasons = Counter(case.why for case in cases if case.why)
    rows: list[tuple[str, ...]] = []
    for reason, times in sorted(reasons.items(), key=lambda item: (-item[1], item[0])):
        of = [case for case in cases if case.why == reason]
        missed = [case for case in of if case.faults]
        shown = "; ".join(f"{case.id} “{case.text[:70]}”" for case in (missed or of)[:examples])
        rows.append((reason, f"{times:,}", f"{len(missed):,}", shown))
    return Table(title=DOUBTS, heads=("reason", "rows", "missed", "such as"), rows=tuple(rows))
