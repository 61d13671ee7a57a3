"""bench: how fast, how large, against whom, on this machine."""

from __future__ import annotations

import json
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from claimtree.cli.helping import examples
from claimtree.cli.options import AsJson, screen
from claimtree.cli.screen import Screen
from claimtree.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rich.console import RenderableType
    from rich.progress import TaskID

    from claimtree.benches.report import Table
    from claimtree.benches.run import Json, Options, Progress


class What(StrEnum):
    """What to do."""

    MEASURE = "measure"
    PLACES = "places"
    GENERATE = "generate"


class Scale(StrEnum):
    """How much to measure."""

    QUICK = "quick"
    FULL = "full"


class Peer(StrEnum):
    """What to measure beside."""

    LANCEDB = "lancedb"
    NONE = "none"


def register(app: typer.Typer) -> None:
    app.command(
        short_help="how fast, how large, against whom",
        epilog=examples(
            "claimtree bench --homes 300 --peer none",
            "claimtree bench generate --homes 100 --out listings.jsonl",
        ),
    )(bench)


def bench(
    what: Annotated[
        What,
        typer.Argument(
            help="measure; places: what whereabouts cost; generate: write a world as listings, to index or look at."
        ),
    ] = What.MEASURE,
    homes: Annotated[int | None, typer.Option(help="One world of so many homes instead of the scale's.")] = None,
    scale: Annotated[
        Scale, typer.Option(help="quick: 10,000 and 100,000 homes; full: 1,000,000 and a peer too.")
    ] = Scale.QUICK,
    peer: Annotated[
        Peer | None, typer.Option(help="Run the per-claim top-k method beside. [lancedb if full, else none]")
    ] = None,
    peer_homes: Annotated[int, typer.Option(help="The size of the world that the peer is given.")] = 10_000,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="All numbers as JSON; for generate: listings.")
    ] = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="A chart.")] = None,
    markdown: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The tables, put between the marks of a page.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Another seed is another world.")] = 7,
    pack: Annotated[str, typer.Option("--pack", metavar="PACK", help="A pack with the levels of rentals.")] = "rentals",
    embedder: Annotated[
        str, typer.Option("--embedder", metavar="NAME", help="hashed-384 (fast, made for this) or bge-small.")
    ] = "hashed-384",
    keep: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Build worlds here, keep them, and use them again.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure a generated rental market: building, disk, memory, latency by kind of query, growth, correctness.

    Everything runs on one core, in processes of its own. Worlds are built in a temporary folder that is removed;
    TMPDIR says where. `places` measures one world, of --homes, or 10,000, or 100,000 homes if full, with half as many
    places: what a place wish adds to a search, grounding, correctness.
    """
    from claimtree.benches.run import PeerName, options_for, run, run_places
    from claimtree.benches.run import Scale as BenchScale

    output = screen(as_json)
    if what is What.GENERATE:
        generate(homes or 1_000, seed, pack, out, output)
        return
    options = options_for(BenchScale(scale), homes)
    options = replace(
        options,
        peer=options.peer if peer is None else PeerName(peer),
        peer_homes=peer_homes,
        seed=seed,
        pack=pack,
        embedder=embedder,
        folder=str(keep.absolute()) if keep is not None else "",
    )
    if what is What.PLACES:
        from claimtree.benches import places_report

        asked = replace(options, homes=(homes or (100_000 if scale is Scale.FULL else 10_000),))
        report = with_bars(asked, run_places, output)
        files = {out: as_text(report), markdown: places_report.page(text_of(markdown), report)}
        tables = list(places_report.tables(report))
    else:
        from claimtree.benches import report as whole_report
        from claimtree.benches.chart import chart

        report = with_bars(options, run, output)
        files = {out: as_text(report), svg: chart(report), markdown: whole_report.page(text_of(markdown), report)}
        tables = list(whole_report.tables(report))
    write_files(files)
    if as_json:
        output.result(report)
    else:
        output.show(*shown(report, tables))


def generate(homes: int, seed: int, pack: str, out: Path | None, output: Screen) -> None:
    """The world as documents, one JSON object a line, areas first."""
    from claimtree.benches.listings import write_listings
    from claimtree.packs.load import load_pack

    if out is None:
        raise BadInput("say where the listings go", hint="claimtree bench generate --homes 1000 --out listings.jsonl")
    written = write_listings(load_pack(pack), homes, seed, out)
    if output.as_json:
        output.result({"file": str(out), "homes": homes, "documents": written})
    else:
        output.say(f"Wrote {written:,} documents to {out}.")


def with_bars(options: Options, run: Callable[[Options, Progress], Json], output: Screen) -> Json:
    """Run it with a bar per job on stderr."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bars(*columns, console=output.err) as bars:
        tasks: dict[str, TaskID] = {}

        def progress(what: str, done: int, of: int) -> None:
            if what not in tasks:
                for task in tasks.values():
                    bars.stop_task(task)
                tasks[what] = bars.add_task(what, total=of)
            bars.update(tasks[what], completed=done, total=of)

        return run(options, progress)


def text_of(page: Path | None) -> str:
    return page.read_text(encoding="utf-8") if page is not None and page.exists() else ""


def as_text(report: Json) -> str:
    return json.dumps(report, indent=1) + "\n"


def write_files(files: Mapping[Path | None, str]) -> None:
    """Those that were asked for."""
    for file, text in files.items():
        if file is not None:
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            except OSError as error:
                raise BadInput(
                    f"{file} cannot be written: {error.strerror or error}", hint="Check the path."
                ) from error


def shown(report: Json, tables: Sequence[Table]) -> list[RenderableType]:
    from rich import table as drawn
    from rich.text import Text

    from claimtree.benches.report import machine

    parts: list[RenderableType] = [Text(machine(report), "dim"), ""]
    for found in tables:
        table = drawn.Table(title=found.title, title_justify="left", title_style="bold", box=None, pad_edge=False)
        for number, head in enumerate(found.heads):
            table.add_column(head, justify="right" if number else "left", header_style="dim", overflow="fold")
        for row in found.rows:
            table.add_row(*(Text(cell) for cell in row))
        parts += [table, *([Text(found.note, "dim")] if found.note else ()), ""]
    parts += [Text(note) for note in report.get("notes", ())]
    return parts
