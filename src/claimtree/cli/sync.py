"""The command `sync`: imports the rows of a structured source, and keeps the store up to date with it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from claimtree.cli.exits import Exit
from claimtree.cli.help_text import examples
from claimtree.cli.indexing import acknowledge, exit_of, report_shown, update_vectors
from claimtree.cli.options import (
    AsJson,
    EmbedderName,
    PackName,
    Processes,
    StoreAddress,
    VectorsAddress,
    open_workspace,
    screen,
)
from claimtree.cli.screen import Screen
from claimtree.errors import BadInput

if TYPE_CHECKING:
    from claimtree.indexing.run import Progress
    from claimtree.structured.sync import SyncReport

_MENDED_SHOWN = 10


def register(app: typer.Typer) -> None:
    app.command(
        short_help="import the rows of a structured source, and what has changed since",
        epilog=examples(
            "claimtree sync https://api.example.org --pack property",
            "claimtree sync https://api.example.org --pack property --full --json",
        ),
    )(sync)


def sync(
    url: Annotated[
        str | None,
        typer.Argument(metavar="URL", help="The service, as in https://api.example.org. [the setting `source`]"),
    ] = None,
    full: Annotated[bool, typer.Option("--full", help="Read all rows, not only those written since.")] = False,
    delete_many: Annotated[
        bool, typer.Option("--delete-many", help="Remove rows that are gone there even if they are most of them.")
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="A line on stderr for each batch, once it is safely stored.")
    ] = False,
    processes: Processes = None,
    vectors: VectorsAddress = None,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """Import the rows of a structured source, whose interface the pack declares.

    The first run reads all pages; the next ones ask for what was written since, and remove what is gone there. An
    interrupted run is continued by running it again. A row that cannot be used is reported and left out, and the exit
    code is 3. A key is read from CLAIMTREE_SOURCE_KEY and is never shown. docs/structured-source.md has the rest.
    """
    from claimtree import serialization
    from claimtree.structured.open_source import open_service, spec_of
    from claimtree.structured.sync import PER_PAGE
    from claimtree.structured.sync import sync as run

    out = screen(as_json)
    with open_workspace(pack, store, embedder, None, processes, vectors=vectors) as workspace:
        settings = workspace.settings
        address = url or settings.source
        if not address:
            raise BadInput("no source is named", hint="Give its address, or set CLAIMTREE_SOURCE.")
        patience_s = settings.number("source_timeout_s", 30.0)
        spec = spec_of(workspace.pack, settings.source_layout)
        service = open_service(
            address,
            workspace.pack,
            layout=settings.source_layout,
            key=settings.source_key,
            timeout_s=patience_s,
            is_patient=True,
        )
        with closing(service):
            target = workspace.store_to_write()
            # A batch is a page, so that a killed run has lost one page at most.
            indexer = workspace.indexer(target, batch_size=PER_PAGE, in_processes=True)
            with _progress(out, verbose=verbose) as progress:
                report = run(
                    service,
                    indexer,
                    target,
                    regions_of=workspace.regions_of,
                    layout=workspace.pack.exports.get(spec.export),
                    full=full,
                    may_delete_many=delete_many,
                    progress=progress,
                )
        update_vectors(workspace, target, out)
        workspace.prepare_rows(target)
        where = target.info().address
    if as_json:
        out.result(serialization.sync_report(report, address=where))
    else:
        out.show(report_shown(report.index, where), *_told(report))
    raise typer.Exit(Exit.SKIPPED if report.held_back or report.is_incomplete else exit_of(report.index))


@contextmanager
def _progress(out: Screen, *, verbose: bool) -> Iterator[Progress | None]:
    """Shows how many rows are stored, on a terminal; with `verbose` a line per batch instead."""
    if verbose:
        yield acknowledge(out)
    elif sys.stderr.isatty():
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (
            BarColumn(),
            TextColumn("{task.completed} rows"),
            TimeElapsedColumn(),
            TextColumn("{task.description}"),
        )
        with Progress(*columns, console=out.err, transient=True) as bar:
            task = bar.add_task("reading", total=None)
            yield lambda done, total, message: bar.update(task, completed=done, description=message)
    else:
        yield None


def _told(report: SyncReport) -> list[str]:
    """Returns what a run did beside storing, a line each."""
    lines = [f"{report.pages:,} pages of {report.source}"]
    if report.since:
        lines[0] += f", of what was written since {report.since}"
    if report.layout and report.unlike:
        lines.append(
            f"The rows have not all columns by which {report.layout!r} is known, and were read as that all the same; "
            "CLAIMTREE_SOURCE_LAYOUT names another layout."
        )
    if report.is_incomplete:
        lines.append(
            f"The source says that there are {report.total:,} rows, and {report.seen:,} came: nothing was removed, and "
            "the next run asks for the same again."
        )
    elif report.total is not None and report.total != report.seen:
        lines.append(f"The source says that there are {report.total:,} rows, and {report.seen:,} came.")
    if report.from_page > 1:
        lines.append(f"It continued an interrupted run at page {report.from_page:,}.")
    if report.deleted:
        lines.append(f"{report.deleted:,} that are gone there were removed.")
    if report.kept:
        lines.append(f"{report.kept:,} that are gone there stay, since other sources tell of them.")
    if report.held_back:
        lines.append(
            f"{report.held_back:,} seem to be gone there and stay, since they are most of them; "
            "--delete-many removes them."
        )
    if report.undecided:
        lines.append("The source cannot be asked which rows are gone; --full finds out.")
    lines += report.mended[:_MENDED_SHOWN]
    if len(report.mended) > _MENDED_SHOWN:
        lines.append(f"… and {len(report.mended) - _MENDED_SHOWN:,} more that were mended; --json lists up to 100")
    return lines
