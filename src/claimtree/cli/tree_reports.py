"""How trees and their people are drawn on a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from claimtree.cli.screen import plain

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from claimtree.json_types.tree_types import (
        ChangesShape,
        FactShape,
        KinShape,
        PersonRowShape,
        PersonShape,
        TreeImportShape,
        TreeShape,
    )

LINES_SHOWN = 20
CHANGES_SHOWN = 10
FINDINGS_SHOWN = 50
NOTE_SHOWN = 600


def import_shown(shape: TreeImportShape) -> Iterator[RenderableType]:
    """Yields what became of a file."""
    from rich.text import Text

    tree, report = shape["tree"], shape["report"]
    yield Text.assemble(
        (plain(tree["name"]), "bold"),
        f": {tree['people']:,} people ({tree['living']:,} may be living), {tree['families']:,} families, "
        f"{report['claims']:,} new claims",
    )
    gedcom = f"GEDCOM {plain(tree['version'])}" if tree["version"] else "GEDCOM"
    program = f" by {plain(tree['program'])}" if tree["program"] else ""
    yield Text(f"{plain(tree['file'])}: {gedcom}{program}, {tree['charset']}; {report['seconds']:.1f} s", "dim")
    yield from _changes(shape["changes"])
    yield from _lines(shape["lines"], shape["skipped"])
    unread = report["columns"]["values_not_read"]
    for one in unread[:LINES_SHOWN]:
        yield Text(
            f"  {one['column']}: {one['count']:,} not read: {plain(one['example'])!r} {plain(one['why'])}", "yellow"
        )
    if report["interrupted"]:
        yield Text("Interrupted: run it again to go on.", "yellow")


def _changes(changes: ChangesShape) -> Iterator[RenderableType]:
    from rich.text import Text

    if changes["first"]:
        return
    yield Text(
        f"since the last import: {changes['new']:,} records new, {changes['changed']:,} changed, "
        f"{changes['gone']:,} gone, {changes['unchanged']:,} as before"
    )
    for one in changes["examples"][:CHANGES_SHOWN]:
        yield Text(f"  @{plain(one['id'])}@ {plain(one['name'])}".rstrip(), "bold")
        for sign, lines in (("+", one["new"]), ("-", one["gone"])):
            for line in lines:
                yield Text(f"    {sign} {plain(line)}", "dim")


def _lines(lines: Sequence[Mapping[str, Any]], skipped: int) -> Iterator[RenderableType]:
    from rich.text import Text

    if skipped:
        yield Text(f"{skipped:,} lines were left out", "bold yellow")
    for one in lines[:LINES_SHOWN]:
        where = f"line {one['line']}" if one["line"] else "the file"
        text = f": {plain(one['text'])}" if one["text"] else ""
        yield Text(f"  {where} {plain(one['reason'])}{text}")
    if len(lines) > LINES_SHOWN:
        yield Text(f"  … and {len(lines) - LINES_SHOWN:,} more; --json lists them", "dim")


def trees_shown(found: Sequence[TreeShape]) -> Iterator[RenderableType]:
    from rich.text import Text

    if not found:
        yield Text("No tree was imported yet: claimtree tree import FILE.ged, or claimtree tree import --demo")
        return
    table = _table("tree", "people", "may be living", "families", "file", "imported")
    for one in found:
        counts = (f"{one['people']:,}", f"{one['living']:,}", f"{one['families']:,}")
        table.add_row(*map(plain, (one["name"], *counts, one["file"], one["imported"])))
    yield table


def people_shown(rows: Sequence[PersonRowShape], *, more: bool) -> Iterator[RenderableType]:
    from rich.text import Text

    if not rows:
        yield Text('Nobody. `claimtree search --pack family "NAME"` also finds other spellings.')
        return
    table = _table("id", "name", "", "years")
    for one in rows:
        table.add_row(plain(one["id"]), plain(one["name"]), one["sex"][:1], plain(one["years"]))
    yield table
    if more:
        yield Text("… and more: --limit, --offset", "dim")


def person_shown(person: PersonShape) -> Iterator[RenderableType]:
    """Yields everything about a person."""
    from rich.text import Text

    yield Text.assemble(
        (plain(person["name"]), "bold"), f"  {plain(person['years'])}  {plain(person['id'])}, line {person['line']}"
    )
    if person["masked"]:
        yield Text("may be living: names, dates and places are masked (--living shown)", "dim")
    for name in person["names"]:
        kind = f" ({plain(name['kind'])})" if name["kind"] else ""
        yield Text.assemble(f"  {plain(name['name'])}{kind}  ", (plain(name["quote"]), "dim"))
    for title, lines in (
        ("Facts", [_fact(one) for one in person["facts"]]),
        ("Parents", [_kin(one) for one in person["parents"]]),
        ("Partners", [_kin(one) for one in person["partners"]]),
        ("Children", [_kin(one) for one in person["children"]]),
        ("Siblings", [_kin(one) for one in person["siblings"]]),
        ("Notes", [(_cut(one["text"]), one["quote"]) for one in person["notes"]]),
        ("Sources", [(_cited(one), one["quote"]) for one in person["sources"]]),
    ):
        if lines:
            yield Text(title, "bold")
        for words, quote in lines:
            yield Text.assemble(f"  {plain(words)}  ", (plain(quote), "dim"))


def _fact(fact: FactShape) -> tuple[str, str]:
    parts = [fact["value"], fact["date"], fact["place"]]
    words = f"{fact['kind']}: {', '.join(part for part in parts if part)}".rstrip(": ")
    sources = "; ".join(_cited(one) for one in fact["sources"])
    return words + (f" [{sources}]" if sources else ""), " · ".join(fact["quotes"])


def _cited(source: Mapping[str, Any]) -> str:
    return ", ".join(part for part in (str(source["title"]), str(source["page"])) if part)


def _kin(kin: KinShape) -> tuple[str, str]:
    relation = "" if kin["relation"] in ("birth", "sibling") else f" ({kin['relation']})"
    return f"{kin['name']}{relation}  {kin['years']}  {kin['id']}", " · ".join(kin["quotes"])


def check_shown(shape: Mapping[str, Any]) -> Iterator[RenderableType]:
    """Yields what was found in a tree."""
    from rich.text import Text

    counts: Mapping[str, int] = shape["counts"]
    total = sum(counts.values())
    yield Text.assemble(
        (plain(shape["tree"]), "bold"), f": {total:,} things to look at" if total else ": nothing found"
    )
    for kind, count in counts.items():
        yield Text(f"  {count:>6,}  {kind}")
    for one in shape["findings"][:FINDINGS_SHOWN]:
        yield Text.assemble((f"{one['kind']}  ", "yellow"), plain(one["text"]))
        for quote in one["quotes"]:
            yield Text(f"    {plain(quote)}", "dim")
    if total > FINDINGS_SHOWN:
        yield Text(f"… and {total - FINDINGS_SHOWN:,} more; --json lists up to 1,000", "dim")
    yield from _lines(shape["lines"], sum(bool(one["skipped"]) for one in shape["lines"]))


def _cut(text: str) -> str:
    return text if len(text) <= NOTE_SHOWN else f"{text[:NOTE_SHOWN]}…"


def _table(*heads: str) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for head in heads:
        table.add_column(head, overflow="fold")
    return table
