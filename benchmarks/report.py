"""Tables of a benchmark: for the terminal, and as Markdown for the documentation."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

BEGIN, END = "<!-- bench: begin -->", "<!-- bench: end -->"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A title, column heads, and rows of text; the first column is words, the others are
    numbers."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    def markdown(self) -> str:
        lines = [f"### {self.title}", ""]
        if self.note:
            lines += [self.note, ""]
        lines.append("| " + " | ".join(self.heads) + " |")
        lines.append("|" + "|".join(["---", *["---:"] * (len(self.heads) - 1)]) + "|")
        lines += ["| " + " | ".join(row) + " |" for row in self.rows]
        return "\n".join(lines) + "\n"


def tables(report: Json) -> Iterator[Table]:
    """Yields all tables, the targets first."""
    yield _targets(report["targets"])
    yield _worlds(report["worlds"])
    for world in report["worlds"]:
        yield _latency(world["searched"])
    if report["growth"]:
        yield _growth(report["growth"])
    yield _reading(report["reading"])


def machine(report: Json) -> str:
    """Returns one paragraph about the machine and the options."""
    options = report["options"]
    return (
        f"{_measured_on(report['machine'])} Each job runs on one core. Embedder of the worlds: {options['embedder']}; "
        f"seed {options['seed']}; {report['when'][:10]}."
    )


def asked_where(report: Json) -> str:
    """Returns the same for a benchmark that asks questions of several kinds, on all cores."""
    options = report["options"]
    return (
        f"{_measured_on(report['machine'])} Embedder: {options['embedder']}; seed {options['seed']}; "
        f"{options['each']} questions of each kind; {report['when'][:10]}."
    )


def _measured_on(found: Json) -> str:
    busy = " The machine was busy with other work, so wall times are longer than they need be." * (
        found["load"] > found["cores"] * 0.7
    )
    return (
        f"{found['cpu']}, {found['cores']} cores, {found['memory_gb']} GB, {found['system']}; Python "
        f"{found['python']}, SQLite {found['sqlite']}, numpy {found['numpy']}. Load when it began: "
        f"{found['load']}.{busy}"
    )


def markdown(report: Json) -> str:
    parts = [machine(report), *(table.markdown() for table in tables(report)), *report["notes"]]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def page(text: str, report: Json) -> str:
    """Returns a page of documentation with the figures between the two marks replaced."""
    return put_between(text, BEGIN, END, markdown(report))


def joined(report: Json, tables: Iterable[Table]) -> str:
    """Joins the machine's description, the tables, and the notes on what was left out."""
    parts = [asked_where(report), *(table.markdown() for table in tables), *report["left_out"]]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def put_between(text: str, begin: str, end: str, inside: str) -> str:
    """Replaces the text between two marks; without such marks, returns only the new part."""
    before, begun, rest = text.partition(begin)
    _, ended, after = rest.partition(end)
    part = f"{begin}\n\n{wrapped(inside)}\n{end}"
    return f"{before}{part}{after}" if begun and ended else f"{part}\n"


def wrapped(text: str) -> str:
    """Wraps paragraphs of Markdown that are one line at 100 characters; tables and headings stay."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(
        one
        if "\n" in one.strip("\n") or one.startswith(("|", "#"))
        else "\n".join(textwrap.wrap(one, 100, break_long_words=False, break_on_hyphens=False)) + _line_ends(one)
        for one in paragraphs
    )


def _line_ends(text: str) -> str:
    return text[len(text.rstrip("\n")) :]


def _targets(found: Sequence[Json]) -> Table:
    return Table(
        title="What we hold ourselves to",
        heads=("what", "bar", "measured", ""),
        rows=tuple(
            (one["what"], one["bar"], f"{_number(one['got'])} {one['unit']}".strip(), "✓" if one["met"] else "✗")
            for one in found
        ),
    )


def _worlds(worlds: Sequence[Json]) -> Table:
    rows = []
    for world in worlds:
        built, searched = world["built"], world["searched"]
        rows.append(
            (
                f"{built['homes']:,}",
                f"{built['claims']:,}",
                f"{built['phrases']:,}",
                f"{built['put_s'] + built['compact_s']:.0f} s",
                f"{built['claims_per_s']:,}",
                f"{built['bytes'] / 1e6:,.0f} MB",
                f"{built['bytes_per_claim']:.0f} B",
                f"{searched['rss_mb']:,.0f} MB",
                f"{searched['rss_bytes_per_claim']:.0f} B",
                f"{searched['first_ms']:,.0f} ms",
            )
        )
    return Table(
        title="Worlds",
        heads=(
            "homes", "claims", "phrases", "write", "claims/s", "disk", "per claim", "memory", "per claim",
            "first search",
        ),
        rows=tuple(rows),
        note="Write: the store's own time, without generating and embedding; claims/s by processor time. Memory: "
        "resident after all queries, and what opening and searching added to it per claim. First search: of a "
        "fresh process, opening included, with the file in the system's cache.",
    )  # fmt: skip


def _latency(searched: Json) -> Table:
    names = {
        "claims": "{} claims",
        "selectivity": "6 claims, each met by {:.1%}",
        "postings": "6 claims, 1,000 homes each",
    }
    rows = []
    for one in searched["series"]:
        label = float(one["label"]) if one["series"] == "selectivity" else one["label"]
        stages = one["stages"]
        rows.append(
            (
                names.get(one["series"], "sentences of the pack").format(label).replace("1 claims", "1 claim"),
                f"{one['postings']:,.0f}" if one["postings"] else "",
                *(f"{stages[stage]['p50']:.1f}" for stage in ("resolve", "rank", "evidence", "total")),
                f"{stages['total']['p95']:.1f}",
                f"{stages['total']['p99']:.1f}",
                f"{stages['total']['cpu_p50']:.1f}",
                f"{stages['first']['p50']:.1f}",
            )
        )
    return Table(
        title=f"Latency, {searched['homes']:,} homes, ms",
        heads=(
            "query", "postings a wish", "resolve", "rank", "evidence", "total p50", "p95", "p99", "cpu p50",
            "first time",
        ),
        rows=tuple(rows),
        note="Resolve scans the phrases, rank orders every home and counts the ladder, evidence fetches the words of "
        "ten hits. First time: the postings were not in memory yet.",
    )  # fmt: skip


def _growth(found: Sequence[Json]) -> Table:
    names = {
        "claims": "{} claims",
        "selectivity": "each met by {:.1%}",
        "postings": "same postings ({:,} homes a wish)",
    }
    rows = []
    for one in found:
        label = {"selectivity": float, "postings": int}.get(one["series"], str)(one["label"])
        rows.append(
            (
                f"{one['from']:,} → {one['to']:,} homes",
                names[one["series"]].format(label).replace("1 claims", "1 claim"),
                f"{one['rank']:.2f} ×",
                f"{one['total']:.2f} ×",
            )
        )
    return Table(
        title="Growth",
        heads=("from, to", "query", "rank", "whole search"),
        rows=tuple(rows),
        note="How many times longer the larger world takes, by median processor time.",
    )


def _reading(found: Json) -> Table:
    rows = [
        ("reading a query", _pair(found["query"])),
        (f"embedding its wishes ({found['embedder']})", _pair(found["embedding"])),
        ("reading a listing with new words", _pair(found["new_listing"])),
        ("reading a listing whose words are known", _pair(found["listing"])),
        ("such listings a second, by processor time", f"{found['listings_per_s']:,.0f}"),
    ]
    if found["start_ms"] is not None:
        rows.append(("`claimtree search` on the demo, from the shell and back", f"{found['start_ms']:,.0f} ms"))
        rows.append(("of which imports", f"{found['import_ms']:,.0f} ms"))
    return Table(title="Before and around a search", heads=("what", "p50 (p95)"), rows=tuple(rows), note=found["note"])


def _pair(latency: Json) -> str:
    return f"{latency['p50']:.1f} ms ({latency['p95']:.1f})"


def _number(value: float) -> str:
    if value == int(value):
        return f"{int(value):,}"
    return f"{value:,.1f}" if value >= 10 else f"{value:.2f}"
