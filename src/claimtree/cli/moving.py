"""The commands `rebuild` and `copy`: build a new version of a store beside the live one; copy a
store elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from claimtree.cli.exits import Exit
from claimtree.cli.help_text import examples
from claimtree.cli.options import (
    AsJson,
    EmbedderName,
    PackName,
    Processes,
    ReaderName,
    StoreAddress,
    open_workspace,
    screen,
)
from claimtree.cli.screen import Screen
from claimtree.errors import BadInput, ClaimtreeError, IndexMismatch, StoreUnavailable

if TYPE_CHECKING:
    from rich.console import RenderableType

    from claimtree.cli.screen import Json
    from claimtree.moving import CopyReport, RebuildReport
    from claimtree.ports import Built, MovableStore, Versions
    from claimtree.workspace import Workspace

SHOWN = 20
"""The most problems and differences that are listed."""

ReportProgress = Callable[[int, int | None, str], None]


def register(app: typer.Typer) -> None:
    app.command(
        short_help="build the store again beside the live one, and swap",
        epilog=examples(
            "claimtree rebuild", "claimtree rebuild --rollback", "claimtree rebuild --forget --store mine.db --json"
        ),
    )(rebuild)
    app.command(
        short_help="copy a store to another place, as it is",
        epilog=examples("claimtree copy --to backup.db", "claimtree copy --from mine.db --to other.db --verify sample"),
    )(copy)


def rebuild(
    rollback: Annotated[
        bool, typer.Option("--rollback", help="Make the former version the live one again, instead of building.")
    ] = False,
    forget: Annotated[
        bool,
        typer.Option(
            "--forget", help="Remove the former version, and what an interrupted rebuild left; build nothing."
        ),
    ] = False,
    discard: Annotated[
        bool, typer.Option("--discard", help="With --rollback: even if that leaves behind what was written since.")
    ] = False,
    processes: Processes = None,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    reader: ReaderName = None,
    as_json: AsJson = False,
) -> None:
    """Build a new version of the store beside the live one, from what is stored, and put it in its
    place.

    Everything is read again from its sources with today's pack, reader and embedder, while searches
    and writes go on; what is written meanwhile is caught up with. The new version takes the old
    one's place when it holds as much and answers as it should: the swap is atomic, and searches are
    not interrupted. Exit code 5 when it does not, and then nothing changed. An interrupted run is
    continued by the next one. The former version is kept until --forget.
    """
    out = screen(as_json)
    if rollback and forget:
        raise BadInput("--rollback needs what --forget removes", hint="Give one of them.")
    if discard and not rollback:
        raise BadInput("--discard says what a --rollback may leave behind", hint="Give both, or leave it out.")
    with open_workspace(pack, store, embedder, reader, processes) as workspace:
        versions = _versions(workspace)
        if forget:
            _forget(out, workspace, versions)
            return
        before = _live(workspace, versions)
        with closing(_opened(workspace, before)) as live:
            if rollback:
                _roll_back(out, workspace, versions, live, discard=discard)
                return
            report = _rebuilt(out, workspace, versions, before, live)
    from claimtree import serialization

    code = Exit.INTERRUPTED if report.interrupted else _soundness(report.problems)
    _finish(out, serialization.rebuild(report), lambda: rebuild_shown(report), code)


def copy(
    target: Annotated[
        str, typer.Option("--to", metavar="ADDRESS", help="Where to: a store that is empty or does not exist yet.")
    ],
    source: Annotated[
        str | None, typer.Option("--from", metavar="ADDRESS", help="Which store. [the one that `search` uses]")
    ] = None,
    verify: Annotated[
        str,
        typer.Option("--verify", metavar="HOW", help="Compare all entities in the end, or a sample of 1,000 a level."),
    ] = "all",
    salvage: Annotated[
        bool,
        typer.Option("--salvage", help="Of a damaged file: save what is sound, and name the rest."),
    ] = False,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """Copy a store to another place or another kind of store, without reading or embedding anything
    again.

    An interrupted run is continued by the next one. In the end the two are compared: every count,
    phrase and vector, and every entity. Exit code 5 when they differ. The source is never written
    to. A target that holds anything else is refused, also a copy that was written to since.

    With --salvage a damaged SQLite store is read around what is damaged. Rows with wrong checksums
    are left out and named, and the exit code is 5 when that was anything; index those documents
    again.
    """
    if salvage:
        with open_workspace(pack, source or store, embedder) as workspace:
            _salvaged(screen(as_json), workspace, target)
        return
    from claimtree import serialization
    from claimtree.moving import Verify, copy_store
    from claimtree.stores.open import open_store

    if verify not in list(Verify):
        raise BadInput(f"--verify {verify!r} is neither all nor sample", hint="As in --verify sample.")
    out = screen(as_json)
    with open_workspace(pack, source or store, embedder) as workspace:
        built = _live(workspace, _versions(workspace))
        address = workspace.settings.store_address
    with (
        closing(open_store(address, built.identity, built.hierarchy, create=False, read_only=True)) as taken,
        closing(open_store(target, built.identity, built.hierarchy)) as made,
        _progress(out, "copying") as report_progress,
    ):
        report = copy_store(taken, made, built.hierarchy, verify=Verify(verify), progress=report_progress)
    _finish(out, serialization.copy(report), lambda: copy_shown(report), _soundness(report.problems))


def unfinished(workspace: Workspace) -> str:
    """Returns the notice about a rebuild that was begun and not finished; empty if there is
    none."""
    from claimtree.stores.open import open_versions

    try:
        begun = open_versions(workspace.settings.store_address).present().unfinished
    except ClaimtreeError:
        return ""  # a store without versions; its other problems are reported elsewhere
    if begun is None:
        return ""
    return (
        "A rebuild was begun and has not ended: `claimtree rebuild` goes on with it, `claimtree rebuild --forget` "
        "removes it."
    )


def _salvaged(out: Screen, workspace: Workspace, target: str) -> None:
    from claimtree import serialization
    from claimtree.moving.salvaging import write_saved
    from claimtree.ports import Built
    from claimtree.stores.open import file_of, open_store
    from claimtree.stores.sqlite.salvage import salvage

    address = workspace.settings.store_address
    known = Built(identity=workspace.identity, hierarchy=workspace.pack.hierarchy)
    built, saved = salvage(file_of(address), known)
    with closing(open_store(target, built.identity, built.hierarchy)) as made:
        report = write_saved(saved, made, source=address)
    _finish(out, serialization.copy(report), lambda: salvage_shown(report), _soundness(report.problems))


def _soundness(problems: Sequence[str]) -> Exit:
    return Exit.UNSOUND if problems else Exit.OK


def _finish(out: Screen, values: Json, shown: Callable[[], RenderableType], code: Exit) -> None:
    """Prints the result of a command and exits with its code."""
    if out.as_json:
        out.result(values)
    else:
        out.show(shown())
    if code is not Exit.OK:
        raise typer.Exit(code)


def _versions(workspace: Workspace) -> Versions:
    from claimtree.stores.open import open_versions

    return open_versions(workspace.settings.store_address)


def _live(workspace: Workspace, versions: Versions) -> Built:
    """Returns the pack, embedder and hierarchy that the live version was built with."""
    built = versions.present().live
    if built is None:
        address = workspace.settings.store_address
        raise StoreUnavailable(
            f"there is no store at {address}",
            hint="Load the demo with `claimtree demo`, or your own data with `claimtree index FILE`.",
            values={"address": address},
        )
    return built


def _opened(workspace: Workspace, built: Built) -> MovableStore:
    from claimtree.stores.open import open_store

    return open_store(workspace.settings.store_address, built.identity, built.hierarchy, create=False)


def _rebuilt(out: Screen, workspace: Workspace, versions: Versions, before: Built, live: MovableStore) -> RebuildReport:
    from claimtree.moving import rebuild as build
    from claimtree.ports import Built

    if before.identity.pack != workspace.pack.name:
        raise IndexMismatch(
            f"the store holds pack {before.identity.pack!r}, and would be read with pack {workspace.pack.name!r}",
            hint=f"Give --pack {before.identity.pack}, or name another store.",
            values={"pack": before.identity.pack},
        )
    after = Built(identity=workspace.identity, hierarchy=workspace.pack.hierarchy)
    with _progress(out, "reading again") as report_progress:
        indexer_of = partial(workspace.indexer, in_processes=True)
        return build(live, versions, before, after, indexer_of, progress=report_progress)


def _roll_back(out: Screen, workspace: Workspace, versions: Versions, live: MovableStore, *, discard: bool) -> None:
    from claimtree.moving import roll_back

    lost = roll_back(live, versions, lambda built: _opened(workspace, built), discard=discard)
    now = _live(workspace, versions)
    address = live.info().address
    if out.as_json:
        from claimtree import serialization

        out.result(
            {
                "store": address,
                "rolled_back": True,
                "left_behind": lost,
                "built_with": serialization.identity(now.identity),
            }
        )
        return
    identity = now.identity
    out.show(
        f"{address} is what it was before the swap: pack {identity.pack}, version {identity.pack_version}, "
        f"embedder {identity.embedder}."
    )
    if lost:
        out.show(f"{lost:,} entities that were written since are in the version that is kept now.")


def _forget(out: Screen, workspace: Workspace, versions: Versions) -> None:
    former, unfinished = versions.forget(), versions.abandon()
    address = workspace.settings.store_address
    if out.as_json:
        out.result({"store": address, "forgotten": former, "abandoned": unfinished})
        return
    out.show("The former version is removed." if former else "No former version was kept.")
    if unfinished:
        out.show("A version that was never finished is removed too.")


@contextmanager
def _progress(out: Screen, doing: str) -> Iterator[ReportProgress]:
    """Shows a progress bar on a terminal; does nothing if stderr is no terminal."""
    if not sys.stderr.isatty():
        yield lambda done, total, message: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=out.err, transient=True) as bar:
        task = bar.add_task(doing, total=None)
        yield lambda done, total, message: bar.update(task, completed=done, total=total, description=message)


def rebuild_shown(report: RebuildReport) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    from claimtree.cli import show
    from claimtree.cli.screen import plain

    answers = report.answers
    agreed = f"{answers.asked - len(answers.different)} of {answers.asked}" if answers.asked else "not asked"
    rows = [
        ("read again", f"{report.read:,}"),
        *((show.counted(count, level).partition(" ")[2], f"{count:,}") for level, count in report.entities.items()),
        ("claims", f"{report.claims:,}"),
        ("phrases", f"{report.phrases:,}"),
        ("answers alike", agreed),
    ]
    parts: list[RenderableType] = [_table(rows), Text(f"{report.seconds:.1f} s, in {plain(report.store)}", "dim")]
    if report.interrupted:
        parts += ["", Text("Interrupted: the live version is as it was. Run it again to go on, or with --forget to"
                           " remove what was begun.", "yellow")]  # fmt: skip
    elif report.problems:
        parts += ["", Text("The new version was not put in place, and the store is as it was:", "bold red")]
        parts += [Text(f"  {plain(problem)}") for problem in report.problems[:SHOWN]]
    else:
        parts.append(Text(f"The new version is live; writers waited {report.held_s:.1f} s. --rollback brings the former"
                          " one back, --forget removes it.", "green"))  # fmt: skip
        if answers.different:
            parts += ["", Text("What is answered differently now", "bold")]
            parts += [Text(f"  {plain(one)}") for one in answers.different[:SHOWN]]
    return Group(*parts, *show.notes(report.notices))


def copy_shown(report: CopyReport) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    from claimtree.cli.screen import plain

    parts: list[RenderableType] = [_counted(report)]
    if report.problems:
        parts += ["", Text("The copy is not what was copied:", "bold red")]
        parts += [Text(f"  {plain(problem)}") for problem in report.problems[:SHOWN]]
    else:
        parts.append(Text(f"Verified: {report.compared:,} entities and all phrases are the same.", "green"))
    return Group(*parts)


def _counted(report: CopyReport) -> RenderableType:
    """Returns a table of what the target contains now."""
    from rich.console import Group
    from rich.text import Text

    from claimtree.cli import show
    from claimtree.cli.screen import plain

    rows = [
        ("written", f"{report.written:,}"),
        *((show.counted(count, level).partition(" ")[2], f"{count:,}") for level, count in report.entities.items()),
        ("claims", f"{report.claims:,}"),
        ("phrases", f"{report.phrases:,}, with {report.edges:,} steps between them"),
        ("places", f"{report.places:,}"),
        *([("relations", f"{report.relations:,}")] if report.relations else []),
    ]
    return Group(_table(rows), Text(f"{report.seconds:.1f} s, in {plain(report.target)}", "dim"))


def salvage_shown(report: CopyReport) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    from claimtree.cli.screen import plain

    parts: list[RenderableType] = [_counted(report)]
    if report.problems:
        parts += ["", Text("Saved, but for this; index it again from its documents:", "bold red")]
        parts += [Text(f"  {plain(problem)}") for problem in report.problems[:SHOWN]]
        if len(report.problems) > SHOWN:
            parts.append(Text(f"  … and {len(report.problems) - SHOWN:,} more; --json names all of it"))
    else:
        parts.append(Text("Everything could be saved.", "green"))
    return Group(*parts)


def _table(rows: list[tuple[str, str]]) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column()
    for name, value in rows:
        table.add_row(Text(name, "dim"), Text(value))
    return table
