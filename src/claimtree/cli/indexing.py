"""The command `index`: reads files into a store, and reports what was stored and what was
skipped."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
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
    VectorsAddress,
    open_workspace,
    screen,
)
from claimtree.cli.screen import Screen

if TYPE_CHECKING:
    from rich.console import RenderableType

    from claimtree.indexing import IndexReport
    from claimtree.indexing.run import Progress
    from claimtree.model.pack import Pack
    from claimtree.ports import Store
    from claimtree.workspace import Workspace

BATCH = 200
BAD_SHOWN = 20
NOTES_SHOWN = 20


def register(app: typer.Typer) -> None:
    app.command(
        short_help="read files into a store",
        epilog=examples(
            "claimtree index neighborhoods.jsonl homes.jsonl",
            "claimtree index listings/ --pack rentals --store mine.db",
            "claimtree index homes.jsonl --map name=title --map size_sqft=area_m2:sqft",
            "claimtree index homes.jsonl --json --verbose",
        ),
    )(index)


def index(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE",
            help="JSON Lines, JSON, CSV or TSV (also .gz), or what else the pack's source reads; or folders of them.",
        ),
    ],
    batch: Annotated[int, typer.Option("--batch", help="Records a transaction: all of them land, or none.")] = BATCH,
    map: Annotated[
        list[str] | None,
        typer.Option(
            "--map",
            metavar="COLUMN=FIELD",
            help="Read a column as one that the pack knows (name=title; with a unit: size=area_m2:sqft). May be given "
            "several times; the store remembers it. COLUMN= keeps a column and does not read it.",
        ),
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="A line on stderr for each batch, once it is safely stored.")
    ] = False,
    processes: Processes = None,
    vectors: VectorsAddress = None,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    reader: ReaderName = None,
    as_json: AsJson = False,
) -> None:
    """Read files into a store. What is stored unchanged is skipped, so an interrupted run is simply run again.

    A bad record is reported with its place and left out, the rest lands, and the exit code is 3. Ctrl-C ends the
    run when the batch at hand is stored. What became of each column is told; docs/data-format.md has the known ones,
    and `claimtree columns` shows what a store remembers.
    """
    from claimtree import serialization
    from claimtree.column_mappings import Resume, index_mapped
    from claimtree.model.columns import GivenRules
    from claimtree.model.relations import waiting_notices
    from claimtree.sources.column_layout import rules_of
    from claimtree.sources.read import read_files

    out = screen(as_json)
    with open_workspace(pack, store, embedder, reader, processes, vectors=vectors) as workspace:
        # Errors in the files or the mappings are reported before a store is created.
        read_files(files, workspace.pack, columns=GivenRules(rules=rules_of(map or (), workspace.pack)))
        had_own = workspace.settings.own_path.exists()
        target = workspace.store_to_write()
        indexer = workspace.indexer(target, batch_size=batch, in_processes=True)
        with progress(out, files, workspace.pack, verbose=verbose) as report_progress:
            report = index_mapped(
                indexer,
                lambda rules, after: read_files(files, workspace.pack, columns=rules, after=after),
                home=workspace.settings.home,
                given=map or (),
                progress=report_progress,
                resume=Resume(store=target, paths=files),
            )
        update_vectors(workspace, target, out)
        workspace.prepare_rows(target)
        address = target.info().address
        if workspace.pack.relations and report.indexed:
            report = replace(report, notices=(*report.notices, *waiting_notices(target.waiting())))
        first = not as_json and not store and report.indexed and not had_own and workspace.settings.demo_path.exists()
    if as_json:
        out.result(serialization.report(report, address=address))
    else:
        out.show(report_shown(report, address))
        if first:
            demo = workspace.settings.demo_path
            out.show(f"`search` uses this store from now on; the demo is still there: --store {demo}")
            if workspace.pack.places is not None:
                out.show("Places that you loaded before are in the demo's store: load them again, into this one.")
    raise typer.Exit(exit_of(report))


def update_vectors(workspace: Workspace, store: Store, out: Screen) -> None:
    """Brings the vector index that the settings name, if any, up to date with the store."""
    if not workspace.settings.vectors:
        return
    with closing(workspace.entity_vectors()) as vectors:
        count = vectors.update(store)
        out.say(f"{count:,} vectors written to {vectors.index.address}")


def exit_of(report: IndexReport) -> Exit:
    if report.interrupted:
        return Exit.INTERRUPTED
    return Exit.SKIPPED if report.skipped else Exit.OK


@contextmanager
def progress(out: Screen, files: Sequence[Path], pack: Pack, *, verbose: bool) -> Iterator[Progress | None]:
    """Shows a progress bar on a terminal; with `verbose` a line per batch instead; nothing if
    stderr is no terminal."""
    if verbose:
        yield acknowledge(out)
    elif sys.stderr.isatty():
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        from claimtree.sources.read import count_records

        columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
        with Progress(*columns, console=out.err, transient=True) as bar:
            task = bar.add_task("reading", total=count_records(files, pack))
            yield lambda done, total, message: bar.update(task, completed=done, description=message)
    else:
        yield None


def acknowledge(out: Screen) -> Progress:
    """Returns a progress callback that prints how many records are done; a record counts once its
    batch is on disk.

    After "done: 400 records" the process may be killed: of those records, all that are not reported
    as skipped are stored.
    """
    last = 0

    def report_progress(done: int, total: int | None, message: str) -> None:
        nonlocal last
        if done > last:
            last = done
            out.say(f"done: {done} records ({message})")

    return report_progress


def report_shown(report: IndexReport, address: str) -> RenderableType:
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from claimtree.cli import show
    from claimtree.cli.columns import columns_shown
    from claimtree.cli.screen import plain
    from claimtree.languages.rendering import notice_texts
    from claimtree.serialization import reason_of

    rate = f" ({(report.indexed + report.unchanged) / report.seconds:,.0f} a second)" if report.seconds > 0.05 else ""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    for name, value in (
        ("indexed", report.indexed),
        ("unchanged", report.unchanged),
        ("skipped", report.skipped),
        ("claims", report.claims),
        ("new phrases", report.phrases),
        *([("nearness verified", report.verified)] if report.verified else []),
        *([("nearness contradicted", report.contradicted)] if report.contradicted else []),
        *([("prose outranked by a column", report.outranked)] if report.outranked else []),
        *([("disputed", report.disputed)] if report.disputed else []),
    ):
        style = "yellow" if name == "skipped" and value else ""
        table.add_row(Text(name, "dim"), Text(f"{value:,}", style))
    parts: list[RenderableType] = [table, Text(f"{report.seconds:.1f} s{rate}, in {plain(address)}", "dim")]
    if report.bad:
        parts += ["", Text("Skipped", "bold yellow")]
        for bad in report.bad[:BAD_SHOWN]:
            place = str(bad.values.get("place", ""))
            parts.append(Text.assemble((f"  {plain(place)}: " if place else "  ", "bold"), plain(reason_of(bad))))
        if report.skipped > BAD_SHOWN:
            parts.append(Text(f"  … and {report.skipped - BAD_SHOWN:,} more; --json lists up to 1,000", "dim"))
    if report.interrupted:
        parts += ["", Text("Interrupted: what is counted is stored; run it again to go on.", "yellow")]
    notices = notice_texts(report)
    parts += show.notes(notices[:NOTES_SHOWN])
    if len(notices) > NOTES_SHOWN:
        parts.append(Text(f"… and {len(notices) - NOTES_SHOWN:,} more notes; --json lists them", "dim"))
    return Group(*parts, *columns_shown(report.columns))
