"""The command `columns`: shows how columns of files are read; and the column report that `index`
shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from claimtree.cli.help_text import examples
from claimtree.cli.options import AsJson, EmbedderName, PackName, StoreAddress, open_workspace, screen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import RenderableType

    from claimtree.model.columns import ColumnRule, ColumnsReport, ColumnUse
    from claimtree.model.pack import Pack

MOST_SHOWN = 30
"""The most unread columns to show; a wide table has a hundred."""


def register(app: typer.Typer) -> None:
    app.command(
        short_help="what columns of files are read as, and what a store remembers",
        epilog=examples("claimtree columns", "claimtree columns --store mine.db", "claimtree columns --drop name"),
    )(columns)


def columns(
    drop: Annotated[
        list[str] | None,
        typer.Option(
            "--drop", metavar="COLUMN", help="Forget what a column was mapped to; may be given several times."
        ),
    ] = None,
    drop_all: Annotated[bool, typer.Option("--drop-all", help="Forget all mappings of the store.")] = False,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """Show the columns that a pack reads, the exports that it recognises, and what `index --map` told a store.

    What is forgotten is read as it was before from the next run on: index the files again.
    """
    from contextlib import closing

    from claimtree.column_mappings import SavedMappings
    from claimtree.errors import UnknownName
    from claimtree.sources.column_layout import known_columns

    out = screen(as_json)
    with open_workspace(pack, store, embedder) as workspace:
        chosen = workspace.pack
        address = workspace.store.info().address if workspace.has_store else ""
        with closing(SavedMappings(workspace.settings.home)) as kept:
            if drop or drop_all:
                gone = kept.drop(address, chosen.name, None if drop_all else drop)
                if not gone:
                    have = ", ".join(rule.column for rule in kept.rules(address, chosen.name).values()) or "none"
                    raise UnknownName(
                        f"no mapping of {', '.join(drop or ['any column'])} is remembered (have: {have})",
                        hint="`claimtree columns` shows them; --store names another store.",
                    )
                if not as_json:
                    out.show(f"Forgotten: {gone}")
            rules = kept.rules(address, chosen.name)
        known = sorted(known_columns(chosen, chosen.hierarchy.answers))
    if as_json:
        out.result(
            {
                "pack": chosen.name,
                "store": address,
                "columns": known,
                "exports": [export.title for export in chosen.exports.values()],
                "remembered": [{"column": rule.column, "as": rule.to, "unit": rule.unit} for rule in rules.values()],
            }
        )
    else:
        out.show(known_shown(chosen, known, rules, address))


def known_shown(pack: Pack, known: Sequence[str], rules: Mapping[str, ColumnRule], address: str) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    from claimtree.cli.screen import plain

    parts: list[RenderableType] = [
        Text.assemble((f"Columns ({pack.hierarchy.answers}): ", "bold"), ", ".join(known)),
    ]
    if pack.exports:
        titles = ", ".join(export.title for export in pack.exports.values())
        parts.append(Text.assemble(("Recognised by their columns: ", "bold"), titles))
    where = f" for {plain(address)}" if address else ""
    if not rules:
        parts.append(
            Text(f"No mapping is remembered{where}; `claimtree index FILE --map COLUMN=FIELD` makes one.", "dim")
        )
        return Group(*parts)
    parts.append(Text(f"Remembered{where}", "bold"))
    parts += [Text(f"  {plain(rule.column)} → {_rule_text(rule)}") for rule in rules.values()]
    return Group(*parts)


def _rule_text(rule: ColumnRule) -> str:
    return f"{rule.to}{f', in {rule.unit}' if rule.unit else ''}" if rule.to else "not read"


def columns_shown(found: ColumnsReport) -> list[RenderableType]:
    """Returns a few lines about the columns: which were read under another name, and which were not
    read."""
    from rich.text import Text

    from claimtree.cli.screen import plain

    mapped = [use for use in found.read if use.mapped or use.column != use.to]
    if not (mapped or found.unread or found.values or found.missing or found.made_ids):
        return []
    known = f" (recognised: {', '.join(found.exports)})" if found.exports else ""
    parts: list[RenderableType] = ["", Text(f"Columns{known}", "bold")]
    own = [use.column for use in found.read if not use.mapped and use.column == use.to]
    if own:
        parts.append(Text.assemble(("  read: ", "dim"), plain(", ".join(own))))
    for source in dict.fromkeys(use.mapped for use in mapped):
        uses = ", ".join(f"{use.column} → {use.to}" for use in mapped if use.mapped == source)
        called = {"given": "as you said", "remembered": "remembered", "": "read"}.get(source, source)
        parts.append(Text.assemble((f"  {called}: ", "dim"), plain(uses)))
    if found.made_ids:
        made = (
            f"  no column says which record is which: {found.made_ids:,} are called after what they say, and one that"
        )
        parts.append(Text(f"{made} changes is a new one; --map COLUMN=id takes a column for it", "yellow"))
    unread = found.unread[:MOST_SHOWN]
    parts += [Text(f"  {plain(_unread(use))}", "yellow" if use.nearest else "") for use in unread]
    if len(found.unread) > MOST_SHOWN:
        parts.append(Text(f"  … and {len(found.unread) - MOST_SHOWN} more not read; --json lists all", "dim"))
    for one in found.values:
        count = "1 value" if one.count == 1 else f"{one.count:,} values"
        parts.append(
            Text(f"  {plain(one.column)}: {count} not read: {plain(one.example)!r} {plain(one.why)}", "yellow")
        )
    parts += [Text(f"  {plain(name)}: mapped, and no record has such a column", "yellow") for name in found.missing]
    if any(use.nearest for use in found.unread):
        parts.append(Text("  --map COLUMN=FIELD reads a column as another; the store remembers it.", "dim"))
    return parts


def _unread(use: ColumnUse) -> str:
    """Returns the line for an unread column ("name → title?", "price_usd_per_night: not read")."""
    if use.nearest:
        return f"{use.column} → {use.nearest}? not read"
    return f"{use.column}: not read" + (f" ({use.why})" if use.why else "")
