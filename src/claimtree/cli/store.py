"""The commands `info`, `check` and `delete`, which work on the store itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from claimtree.cli.exits import Exit
from claimtree.cli.help_text import examples
from claimtree.cli.moving import unfinished
from claimtree.cli.options import AsJson, EmbedderName, PackName, StoreAddress, open_workspace, screen
from claimtree.errors import StoreDamaged

if TYPE_CHECKING:
    from rich.console import RenderableType

    from claimtree.ports import RelationStore, StoreInfo
    from claimtree.workspace import Workspace


def register(app: typer.Typer) -> None:
    app.command(
        short_help="what is in the store", epilog=examples("claimtree info", "claimtree info --store mine.db --json")
    )(info)
    app.command(
        short_help="is the store sound", epilog=examples("claimtree check", "claimtree check --store mine.db --json")
    )(check)
    app.command(
        short_help="take entities out of the store",
        epilog=examples("claimtree delete bk-001", "claimtree delete bk-002 bk-003 --json"),
    )(delete)


def info(
    pack: PackName = None, store: StoreAddress = None, embedder: EmbedderName = None, as_json: AsJson = False
) -> None:
    """Show what is in the store: entities by level, claims, phrases, what it was built with."""
    from claimtree import serialization

    out = screen(as_json)
    with open_workspace(pack, store, embedder) as workspace:
        about = workspace.store.info()
        waiting = waiting_texts(workspace, workspace.store) if about.relations else ()
        notices = [*filter(None, [unfinished(workspace)]), *waiting]
    if as_json:
        out.result({**serialization.info(about), "notices": notices})
    else:
        from claimtree.cli import show

        out.show(info_shown(about), *show.notes(notices))


def waiting_texts(workspace: Workspace, store: RelationStore) -> list[str]:
    """Returns what a user is told of relations that lead to entities which are not stored."""
    from claimtree.languages.rendering import render_all
    from claimtree.model.relations import waiting_notices
    from claimtree.text.detect import asker_language

    return list(render_all(waiting_notices(store.waiting()), asker_language(workspace.pack)))


def info_shown(about: StoreInfo) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    from claimtree.cli import show
    from claimtree.cli.screen import plain

    identity = about.identity
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(overflow="fold")
    for name, value in (
        ("store", f"{plain(about.address)} ({about.bytes / 1e6:,.1f} MB, schema {about.schema})"),
        ("pack", f"{plain(identity.pack)}, version {identity.pack_version}"),
        ("embedder", f"{plain(identity.embedder)}, {identity.dimensions} dimensions"),
        *((show.counted(count, level).partition(" ")[2], f"{count:,}") for level, count in about.entities.items()),
        ("claims", f"{about.claims:,}"),
        ("phrases", f"{about.phrases:,}, with {about.edges:,} steps between them"),
        *([("places", f"{about.places:,}")] if about.places else []),
        *([("relations", f"{about.relations:,}")] if about.relations else []),
    ):
        table.add_row(Text(name, "dim"), Text(value))
    return table


def check(
    pack: PackName = None, store: StoreAddress = None, embedder: EmbedderName = None, as_json: AsJson = False
) -> None:
    """Check that the store is sound: the file itself, and that everything in it agrees. Exit code 5 when it is not."""
    from claimtree import serialization

    out = screen(as_json)
    with open_workspace(pack, store, embedder) as workspace:
        address = workspace.settings.store_address
        notices: list[str] = []
        try:
            opened = workspace.store
            address = opened.info().address
            problems = opened.check()
            if not problems:
                notices += waiting_texts(workspace, opened)
        except StoreDamaged as error:
            problems = (error.message,)
    if as_json:
        out.result(serialization.check(problems, address=address, notices=notices))
    else:
        from rich.text import Text

        from claimtree.cli import show
        from claimtree.cli.screen import plain

        if problems:
            count = f"{len(problems)} problem{'' if len(problems) == 1 else 's'}"
            out.show(Text(f"{count} in {plain(address)}", "bold red"))
            out.show(*(Text(f"  {plain(problem)}") for problem in problems))
        else:
            out.show(Text(f"{plain(address)} is sound.", "green"), *show.notes(notices))
    if problems:
        raise typer.Exit(Exit.UNSOUND)


def delete(
    ids: Annotated[list[str], typer.Argument(metavar="ID", help="Entities; what is part of them goes too.")],
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """Take entities out of the store, with everything that is part of them. What is not there is not an error."""
    from claimtree.indexing import delete as remove
    from claimtree.model.claims import EntityId

    out = screen(as_json)
    asked = [EntityId(id) for id in dict.fromkeys(ids)]
    with open_workspace(pack, store, embedder) as workspace:
        target = workspace.store_to_change()
        known = target.digests(asked)
        gone = remove(target, asked)
        address = target.info().address
    unknown = [id for id in asked if id not in known]
    notices = [f"There was no {id!r} in the store." for id in unknown]
    if as_json:
        out.result({"store": address, "deleted": gone, "unknown": unknown, "notices": notices})
    else:
        from claimtree.cli import show

        out.show(f"{gone:,} {'entity' if gone == 1 else 'entities'} deleted.", *show.notes(notices))
