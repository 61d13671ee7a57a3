"""The command `show`: what is stored of one entity; and suggestions of similar ids for an unknown
one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final

import typer

from claimtree.cli.help_text import examples
from claimtree.cli.options import AsJson, EmbedderName, PackName, StoreAddress, flags, open_workspace, screen
from claimtree.errors import UnknownName

if TYPE_CHECKING:
    from rich.console import RenderableType

    from claimtree.cli.show import Marks
    from claimtree.model.claims import Claim, EntityId, LevelName
    from claimtree.model.hierarchy import Entity, Field, Source
    from claimtree.model.pack import Pack
    from claimtree.model.phrases import IndexedEntity
    from claimtree.model.relations import NamedLink
    from claimtree.ports import RelationStore, Store

USUAL_LIMIT: Final = 50
MOST: Final = 10_000
LONGEST_VALUE: Final = 300
"""Characters of a field that are shown to a person."""

NEAR_IDS: Final = 3
SCANNED: Final = 2_000
"""Ids of each level that are compared with an unknown one, from the first on; all of them in a
small store."""
SCANNED_BEHIND: Final = 20
"""Ids compared after each prefix of an unknown one, to find those in a large store that begin
alike."""
LONGEST_COMPARED: Final = 200


def register(app: typer.Typer) -> None:
    app.command(
        "show",
        short_help="what is stored of an entity, claim by claim",
        epilog=examples(
            "claimtree show bk-001",
            "claimtree show bk-001/kitchen-1",
            "claimtree show williamsburg --limit 5",
            "claimtree show md-001 --pack property --json",
        ),
    )(show_entity)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEntity:
    """A stored entity with its parent and the first of its parts."""

    known: IndexedEntity
    parent: Entity | None
    parts: tuple[IndexedEntity, ...]
    more_parts: int
    links: Sequence[NamedLink] = ()
    more_links: int = 0


def show_entity(
    id: Annotated[str, typer.Argument(metavar="ID", help="The entity; `search` shows ids, `show` those of its parts.")],
    limit: Annotated[
        int,
        typer.Option(
            "--limit", metavar="N", min=1, max=MOST, help="The most fields, parts, and claims of each that are shown."
        ),
    ] = USUAL_LIMIT,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """Show what is stored of an entity: its title, what it lies in, its fields, and every claim that was read.

    Claims stand by source, the newest first, then part by part. Each has its
    type, its amounts, "denied" where the text says that it is not so, and the words that it was read from. It is the
    way to see why a search finds an entity or does not: what is not here was not read.
    """
    from claimtree.model.claims import EntityId

    out = screen(as_json)
    with open_workspace(pack, store, embedder) as workspace:
        found = look_up(workspace.store, EntityId(id), workspace.pack, limit=limit)
        language = workspace.pack.languages[0]
    if as_json:
        from claimtree import serialization

        out.result(
            serialization.show(
                found.known,
                found.parts,
                parent=found.parent,
                more_parts=found.more_parts,
                links=found.links,
                more_links=found.more_links,
                limit=limit,
            )
        )
        return
    from claimtree.cli import show

    out.show(drawn(found, show.marks(unicode=out.unicode), limit=limit, language=language))
    if (needed := largest(found)) > limit:
        more = str(min(needed, MOST))
        out.show_uncut(["", "More:", f"  {show.command('show', id, *flags(pack, store, embedder), '--limit', more)}"])


# --- looking it up


def look_up(store: RelationStore, id: EntityId, pack: Pack, *, limit: int) -> StoredEntity:
    """The entity with its first parts and relations; an unknown id is an error that names those near to it."""
    from claimtree.search.links import named_links

    found = store.get([id])
    if not found:
        near = near_ids(store, id, pack.hierarchy.levels)
        meant = f"Near to it: {', '.join(near)}. " if near else ""
        raise UnknownName(
            f"no entity {id[:LONGEST_COMPARED]!r} in the store",
            hint=f"{meant}`claimtree search` shows ids.",
            values={"id": id, "near": near},
        )
    above = found[0].entity.parent
    parents = store.get([above]) if above is not None else ()
    parts = store.children(id)
    links, more_links = named_links(store, pack, id, limit=limit)
    return StoredEntity(
        known=found[0],
        parent=parents[0].entity if parents else None,
        parts=store.get(parts[:limit]),
        more_parts=max(0, len(parts) - limit),
        links=links,
        more_links=more_links,
    )


def near_ids(store: Store, id: EntityId, levels: Sequence[LevelName]) -> list[str]:
    """Returns ids spelled like an unknown one, most similar first. In a large store only some are
    compared: the first ones, and those with a common prefix, which a store finds quickly whatever
    its size."""
    from difflib import get_close_matches

    from claimtree.model.claims import EntityId

    asked = id[:LONGEST_COMPARED]
    beginnings = {EntityId(asked[:length]) for length in {*range(len(asked) - 3, len(asked)), len(asked) // 2}}
    alike: dict[str, str] = {}
    for level in levels:
        pages = [store.scan(level, limit=SCANNED)]
        pages += [store.scan(level, after=start, limit=SCANNED_BEHIND) for start in sorted(beginnings) if start]
        for stamped in (one for page in pages for one in page):
            alike.setdefault(stamped.id.casefold(), stamped.id)
    return [alike[key] for key in get_close_matches(asked.casefold(), alike, n=NEAR_IDS)]


def largest(found: StoredEntity) -> int:
    """Returns the limit with which nothing would be left out."""
    parts = len(found.parts) + found.more_parts
    links = len(found.links) + found.more_links
    return max(parts, links, len(found.known.entity.fields), *(len(one.claims) for one in (found.known, *found.parts)))


# --- formatting it


def drawn(found: StoredEntity, signs: Marks, *, limit: int, language: str) -> RenderableType:
    """Returns title, parent and fields; then the claims, its own and those of each part."""
    from rich.console import Group
    from rich.text import Text

    from claimtree.cli import show

    about = found.known.entity
    shown: list[RenderableType] = [heading(about, signs), *lies_in(about, found.parent, signs)]
    if about.fields:
        shown += ["", fields_table(about, signs, limit)]
    if found.links:
        shown += ["", links_table(found, signs)]
    shown += ["", *claims_shown(found.known, found.parent, signs, limit=limit, language=language, links=True)]
    for part in found.parts:
        shown += ["", heading(part.entity, signs)]
        shown += claims_shown(part, about, signs, limit=limit, language=language)
    if found.more_parts:
        shown += ["", Text(f"{signs.cut} {show.counted(found.more_parts, 'more part')}", "dim")]
    return Group(*shown)


def heading(about: Entity, signs: Marks) -> RenderableType:
    from rich.text import Text

    from claimtree.cli.screen import plain
    from claimtree.cli.show import readable

    title = readable(about.title) or plain(about.id)
    kind = str(about.level)
    if about.facet and readable(about.facet.replace("_", " ")) != title:
        kind = f"{kind} ({plain(about.facet)})"
    return Text.assemble((title, "bold"), (f" {signs.dot} {kind} {signs.dot} {plain(about.id)}", "dim"))


def lies_in(about: Entity, parent: Entity | None, signs: Marks) -> list[RenderableType]:
    from rich.text import Text

    from claimtree.cli.screen import plain
    from claimtree.cli.show import readable

    if about.parent is None:
        return []
    title = readable(parent.title) if parent is not None else ""
    of = [title, str(parent.level) if parent is not None else "", plain(about.parent)]
    return [Text(f"in {f' {signs.dot} '.join(part for part in of if part)}", "dim")]


def fields_table(about: Entity, signs: Marks, limit: int) -> RenderableType:
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from claimtree.cli import show
    from claimtree.cli.screen import plain

    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(max_width=30, overflow="fold")
    table.add_column(overflow="fold")
    for name, value in list(about.fields.items())[:limit]:
        table.add_row(Text(plain(name), "dim"), Text(field_text(value, signs)))
    left = len(about.fields) - limit
    return Group(table, *([Text(f"{signs.cut} {show.counted(left, 'more field')}", "dim")] if left > 0 else []))


def links_table(found: StoredEntity, signs: Marks) -> RenderableType:
    """What the entity is linked to: how, to whom, and the words that say so."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from claimtree.cli import show
    from claimtree.cli.screen import plain
    from claimtree.model.relations import Direction

    table = Table.grid(padding=(0, 2, 0, 0), expand=True)
    for ratio in (6, 12, 10):
        table.add_column(overflow="fold", ratio=ratio)
    for one in found.links:
        link = one.link
        kind = f"{plain(link.kind)}, by" if link.direction is Direction.IN else plain(link.kind)
        other = f" {signs.dot} ".join(part for part in (show.readable(one.title), one.level, plain(link.to)) if part)
        quote = signs.quoted(link.quote, show.LONGEST_QUOTE) if link.quote else ""
        table.add_row(Text(kind, "dim"), Text(other), Text(quote, "italic"))
    more = [Text(f"{signs.cut} {show.counted(found.more_links, 'more relation')}", "dim")] if found.more_links else []
    return Group(table, *more)


def field_text(value: Field, signs: Marks) -> str:
    from claimtree.cli.show import readable

    if isinstance(value, bool):
        return "yes" if value else "no"
    words = readable(", ".join(value) if isinstance(value, tuple) else str(value))
    return words if len(words) <= LONGEST_VALUE else words[:LONGEST_VALUE] + signs.cut


def claims_shown(
    known: IndexedEntity, above: Entity | None, signs: Marks, *, limit: int, language: str, links: bool = False
) -> list[RenderableType]:
    """Returns the claims under their sources; if there are very many, the first ones and the number
    of the others."""
    from rich.text import Text

    from claimtree.cli import show
    from claimtree.serialization import claims_by_source, speaking_of

    if not known.claims:
        return [Text("  no claims", "dim")]
    sources = speaking_of(known.entity, above)
    by_name = {source.name: source for source in sources}
    shown: list[RenderableType] = []
    left = limit
    for name, claims in claims_by_source(known.claims, sources):
        if left <= 0:
            break
        shown += [source_line(name, by_name.get(name), links=links), claims_table(claims[:left], signs, language)]
        left -= len(claims)
    if (more := len(known.claims) - limit) > 0:
        shown.append(Text(f"  {signs.cut} {show.counted(more, 'more claim')}", "dim"))
    return shown


def source_line(name: str, source: Source | None, *, links: bool) -> RenderableType:
    from rich.text import Text

    from claimtree.cli.screen import plain

    details = [source.citation, source.updated, source.url if links else ""] if source is not None else []
    parts = [name or "no source", *details]
    return Text(f"  {', '.join(plain(part) for part in parts if part)}", "dim")


def claims_table(claims: Sequence[Claim], signs: Marks, language: str) -> RenderableType:
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from claimtree.cli.screen import plain
    from claimtree.cli.show import LONGEST_QUOTE
    from claimtree.model.amounts import describe

    # The same column widths under every source, so that the columns line up.
    table = Table.grid(padding=(0, 2, 0, 0), expand=True)
    for ratio in (8, 8, 10):
        table.add_column(overflow="fold", ratio=ratio)
    for claim in claims:
        details = [f'disputed by "{claim.against}"'] if claim.against else []
        details += ["unsure"] if claim.unsure else []
        details += ["denied"] if claim.negated else []
        details += [str(claim.type), *(describe(amount, language) for amount in claim.amounts)]
        table.add_row(
            Text(plain(claim.text)),
            Text(f" {signs.dot} ".join(plain(detail) for detail in details), "dim"),
            Text(signs.quoted(claim.quote, LONGEST_QUOTE), "italic"),
        )
    return Padding(table, (0, 0, 0, 4))
