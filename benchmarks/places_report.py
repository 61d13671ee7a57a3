"""Tables of the measurements of places: for the terminal, and as Markdown for the documentation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchmarks.report import Table, machine, put_between

Json = dict[str, Any]

BEGIN, END = "<!-- bench places: begin -->", "<!-- bench places: end -->"
MOST_MS, LEAST_PER_S, LARGE = 5.0, 5_000, 100_000
"""The targets, and the number of homes from which on they apply."""


def tables(report: Json) -> Iterator[Table]:
    """Yields all tables, the targets first."""
    yield _targets(report)
    yield _wishes(report["located"])
    yield _grounding(report["grounded"])


def markdown(report: Json) -> str:
    parts = [machine(report), *(table.markdown() for table in tables(report))]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def page(text: str, report: Json) -> str:
    """Returns a page of documentation with its figures about places replaced."""
    return put_between(text, BEGIN, END, markdown(report))


def _targets(report: Json) -> Table:
    located, grounded, right = report["located"], report["grounded"], report["right"]
    rows = []
    if located["homes"] >= LARGE:
        rows += [
            (
                f"added to a search, p50: {one['label']}",
                f"≤ {MOST_MS:g} ms",
                f"{one['added']['p50']:.1f} ms",
                _tick(one["added"]["p50"] <= MOST_MS),
            )
            for one in located["wishes"]
        ]
        for what, rate in (("grounding", grounded["homes_per_s"]), ("grounding again", grounded["again_per_s"])):
            rows.append((what, f"≥ {LEAST_PER_S:,} homes/s", f"{rate:,.0f} homes/s", _tick(rate >= LEAST_PER_S)))
    scale = f"{right['homes']:,} homes, {right['places']:,} places"
    facts, plans = right["facts"] - right["wrong_facts"], right["plans"] - len(right["wrong"])
    rows += [
        (
            f"facts equal to comparing every pair, {scale}",
            "all",
            f"{facts:,} of {right['facts']:,}",
            _tick(not right["wrong_facts"]),
        ),
        (
            f"whole answers equal to the memory store's, {scale}",
            "all",
            f"{plans} of {right['plans']}",
            _tick(not right["wrong"]),
        ),
    ]
    return Table(title="Places: what we hold ourselves to", heads=("what", "bar", "measured", ""), rows=tuple(rows))


def _wishes(located: Json) -> Table:
    rows = [
        (
            one["label"],
            *(f"{one[part]['p50']:.1f}" for part in ("without", "having", "added")),
            f"{one['added']['p95']:.1f}",
            f"{one['added']['cpu_p50']:.1f}",
            f"{one['locate']['p50']:.2f}",
            f"{one['rank']['p50']:.1f}",
        )
        for one in located["wishes"]
    ]
    return Table(
        title=f"What a place wish adds: {located['homes']:,} homes, {located['places']:,} places, ms",
        heads=("wish", "without", "with", "added p50", "p95", "cpu p50", "looking it up", "ranking"),
        rows=tuple(rows),
        note="Queries of six claims, each searched without and with the wish in turn; added is the difference of the "
        "two. Under nought, the wish leaves fewer homes to look at. Reading a sentence that names a place takes "
        f"{located['reading']['p50']:.1f} ms with the names of all places known, and "
        f"{located['reading_without']['p50']:.1f} ms without. A process reads and indexes the places once, in "
        f"{located['gazetteer_s']:.1f} s.",
    )


def _grounding(found: Json) -> Table:
    return Table(
        title=f"Grounding: {found['homes']:,} homes, {found['places']:,} places, {found['kinds']} kinds",
        heads=(
            "facts",
            "homes a second",
            "by the clock",
            "again",
            "per fact on disk",
            "memory before",
            "at most",
            "loading the places",
        ),
        rows=(
            (
                f"{found['facts']:,}",
                f"{found['homes_per_s']:,.0f}",
                f"{found['wall_per_s']:,.0f}",
                f"{found['again_per_s']:,.0f}",
                f"{found['bytes_per_fact']:.0f} B",
                f"{found['rss_before_mb']:,.0f} MB",
                f"{found['rss_mb']:,.0f} MB",
                f"{found['load_s']:.1f} s",
            ),
        ),
        note="What is nearest of every kind to every home, measured and written, by processor time; by the clock other "
        "programs may have had a share. Again: with all of it written before.",
    )


def _tick(met: bool) -> str:
    return "✓" if met else "✗"
