"""The command `packs`: lists the known packs, or describes one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from claimtree.cli.help_text import examples
from claimtree.cli.options import AsJson, EmbedderName, PackName, StoreAddress, screen

if TYPE_CHECKING:
    from rich.console import RenderableType

    from claimtree.model.pack import Pack


def register(app: typer.Typer) -> None:
    app.command(
        short_help="the domains that are known, and what they speak of",
        epilog=examples("claimtree packs", "claimtree packs rentals", "claimtree packs rentals --json"),
    )(packs)


def packs(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="A pack's name, folder or file.")] = None,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """List the packs, or show one: its levels, its claim types with examples, its fields, what to try."""
    from claimtree import serialization
    from claimtree.packs.load import known_packs, load_pack
    from claimtree.settings import DEFAULT_PACK

    out = screen(as_json)
    wanted = name or pack
    if wanted is None:
        known = known_packs()
        if as_json:
            out.result({"packs": [{"name": each, "title": title} for each, title in known.items()]})
        else:
            out.show(listed(known))
        return
    loaded = load_pack(wanted)
    if as_json:
        out.result(serialization.pack(loaded))
    else:
        from claimtree.cli import show

        out.show(shown(loaded))
        if loaded.queries:
            given = () if wanted == DEFAULT_PACK else ("--pack", wanted)
            out.show_uncut(["", "Try", *(f"  {show.command('search', query, *given)}" for query in loaded.queries)])


def listed(known: dict[str, str]) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    from claimtree.cli.screen import plain

    table = Table.grid(padding=(0, 2, 0, 0))
    for name, title in known.items():
        table.add_row(Text(plain(name), "bold"), Text(plain(title)))
    return table


def shown(pack: Pack) -> RenderableType:
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from claimtree.cli.screen import plain

    head = Table.grid(padding=(0, 2, 0, 0))
    head.add_column(no_wrap=True)
    head.add_column(overflow="fold")
    levels = " > ".join(
        f"{level} (the answers)" if level == pack.hierarchy.answers else level for level in pack.hierarchy.levels
    )
    for title, words in (
        ("levels", levels),
        ("languages", ", ".join(pack.languages)),
        ("concepts", f"{len(pack.concepts):,}"),
        ("facets", ", ".join(facet.title for facet in pack.facets.values()) or "none"),
        ("fields", ", ".join(f"{spec.name} ({spec.level})" for spec in pack.fields.values()) or "none"),
    ):
        head.add_row(Text(title, "dim"), Text(plain(words)))
    types = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    types.add_column("claim type", no_wrap=True)
    types.add_column("about", ratio=3, overflow="fold")
    types.add_column("examples", ratio=3, overflow="fold")
    for kind in pack.types.values():
        name = f"{kind.name}{' (firm)' if kind.firm else ''}"
        about = f"{plain(kind.about)} [{', '.join(kind.levels)}]"
        types.add_row(Text(name), Text(about), Text("; ".join(plain(each) for each in kind.examples), "italic"))
    parts: list[RenderableType] = [
        Text(f"{plain(pack.title)} ({pack.name}, version {pack.version})", "bold"),
        head,
        "",
        types,
    ]
    return Group(*parts)
