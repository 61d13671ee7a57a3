"""bench: how fast, how large, against whom, on this machine."""

from __future__ import annotations

import json
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from claimtree.cli.help_text import examples
from claimtree.cli.options import AsJson, screen
from claimtree.cli.screen import Screen
from claimtree.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rich.console import RenderableType
    from rich.progress import TaskID

    from claimtree.benches.children import Json, Progress
    from claimtree.benches.prose.run import ProseOptions
    from claimtree.benches.race.run import RaceOptions
    from claimtree.benches.report import Table


Asked = TypeVar("Asked")


class What(StrEnum):
    """What to do."""

    MEASURE = "measure"
    PLACES = "places"
    PROSE = "prose"
    PEERS = "peers"
    GENERATE = "generate"


class Scale(StrEnum):
    """How much to measure."""

    QUICK = "quick"
    FULL = "full"


def register(app: typer.Typer) -> None:
    app.command(
        short_help="how fast, how large, against whom",
        epilog=examples(
            "claimtree bench --homes 300",
            "claimtree bench peers --homes 1000 --engine lancedb --engine ours-sqlite",
            "claimtree bench prose --homes 300",
            "claimtree bench generate --homes 100 --out listings.jsonl",
        ),
    )(bench)


def bench(
    what: Annotated[
        What,
        typer.Argument(
            help="measure; places: what whereabouts cost; prose: what texts cost, with the real encoder; peers: a race "
            "with other engines; generate: write a world as listings, to index or look at."
        ),
    ] = What.MEASURE,
    homes: Annotated[int | None, typer.Option(help="One world of so many homes instead of the scale's.")] = None,
    scale: Annotated[
        Scale,
        typer.Option(help="quick: 10,000 and 100,000 homes; full: 1,000,000 too. The race has worlds of its own."),
    ] = Scale.QUICK,
    engine: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="peers: only this engine; may be given again.")
    ] = None,
    elasticsearch: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="peers: where it is. [CLAIMTREE_TEST_ELASTICSEARCH]")
    ] = None,
    opensearch: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="peers: where it is. [CLAIMTREE_TEST_OPENSEARCH]")
    ] = None,
    postgres: Annotated[
        str | None, typer.Option(metavar="URL", help="peers: one with pgvector. [CLAIMTREE_TEST_POSTGRES]")
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="peers, prose: real listings too (Inside Airbnb, one JSON a line)."),
    ] = None,
    store: Annotated[
        Path | None, typer.Option(metavar="FILE", help="prose: search this store of the same world; make none.")
    ] = None,
    prose: Annotated[bool, typer.Option("--prose", help="generate: homes described in prose.")] = False,
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
        str | None,
        typer.Option(
            "--embedder",
            metavar="NAME",
            help="hashed-384 (fast, made for this) or a real one. [hashed-384; prose: claimtree-small-2]",
        ),
    ] = None,
    keep: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Build worlds here, keep them, and use them again.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure a generated rental market: building, disk, memory, latency by kind of query, growth, correctness.

    Everything runs on one core, in processes of its own. Worlds are built in a temporary folder that is removed;
    TMPDIR says where. `places` measures one world, of --homes, or 10,000, or 100,000 homes if full, with half as many
    places: what a place wish adds to a search, grounding, correctness. `peers` asks our stores and other engines the
    same questions, with all cores: 10,000 homes, if full 100,000 and 300,000 too; --keep continues what was begun.
    `prose` indexes and searches 1,000 homes of 100 to 200 words, if full 100,000, with all cores; --keep keeps their
    store by seed, size and versions, and goes on with one that was interrupted.
    """
    from claimtree.benches import report as whole_report
    from claimtree.benches.measure import FAST_EMBEDDER
    from claimtree.benches.run import Scale as BenchScale
    from claimtree.benches.run import options_for, run, run_places

    output = screen(as_json)
    if what is What.GENERATE:
        generate(homes or 1_000, seed, pack, out, output, prose=prose)
        return
    folder = str(keep.absolute()) if keep is not None else ""
    if what is What.PROSE:
        from claimtree.benches.prose.run import prose_options

        chosen = replace(
            prose_options(full=scale is Scale.FULL, homes=homes),
            seed=seed,
            pack=pack,
            data=str(data.absolute()) if data is not None else "",
            store=str(store.absolute()) if store is not None else "",
            folder=folder,
        )
        with_prose(replace(chosen, embedder=embedder) if embedder else chosen, output, out=out, markdown=markdown)
        return
    embedder = embedder or FAST_EMBEDDER
    if what is What.PEERS:
        from claimtree.benches.race.run import race_options

        servers = {"elasticsearch": elasticsearch, "opensearch": opensearch, "postgres": postgres}
        entered = race_options(full=scale is Scale.FULL, homes=homes, engines=engine or (), servers=servers)
        entered = replace(
            entered,
            seed=seed,
            pack=pack,
            embedder=embedder,
            data=str(data.absolute()) if data is not None else "",
            folder=folder,
        )
        race(entered, output, out=out, svg=svg, markdown=markdown)
        return
    options = options_for(BenchScale(scale), homes)
    options = replace(
        options,
        seed=seed,
        pack=pack,
        embedder=embedder,
        folder=folder,
    )
    if what is What.PLACES:
        from claimtree.benches import places_report

        asked = replace(options, homes=(homes or (100_000 if scale is Scale.FULL else 10_000),))
        report = with_bars(asked, run_places, output)
        files = {out: as_text(report), markdown: places_report.page(text_of(markdown), report)}
        tables = list(places_report.tables(report))
    else:
        from claimtree.benches.chart import chart

        report = with_bars(options, run, output)
        files = {out: as_text(report), svg: chart(report), markdown: whole_report.page(text_of(markdown), report)}
        tables = list(whole_report.tables(report))
    write_files(files)
    if as_json:
        output.result(report)
    else:
        output.show(*drawn(whole_report.machine(report), tables, report.get("notes", ())))


def race(options: RaceOptions, output: Screen, *, out: Path | None, svg: Path | None, markdown: Path | None) -> None:
    """Our stores and other engines on the same worlds."""
    from claimtree.benches.race import report as race_report
    from claimtree.benches.race.picture import picture
    from claimtree.benches.race.run import run_race
    from claimtree.benches.report import asked_where

    report = race_report.with_targets(with_bars(options, run_race, output))
    write_files({out: as_text(report), svg: picture(report), markdown: race_report.page(text_of(markdown), report)})
    if output.as_json:
        output.result(report)
    else:
        output.show(*drawn(asked_where(report), list(race_report.tables(report)), report["left_out"]))


def with_prose(options: ProseOptions, output: Screen, *, out: Path | None, markdown: Path | None) -> None:
    """Homes described in prose, generated and real."""
    from claimtree.benches.prose import report as prose_report
    from claimtree.benches.prose.run import run_prose
    from claimtree.benches.report import asked_where

    report = with_bars(options, run_prose, output)
    write_files({out: as_text(report), markdown: prose_report.page(text_of(markdown), report)})
    if output.as_json:
        output.result(report)
    else:
        output.show(*drawn(asked_where(report), list(prose_report.tables(report)), report["left_out"]))


def generate(homes: int, seed: int, pack: str, out: Path | None, output: Screen, *, prose: bool) -> None:
    """The world as documents, one JSON object a line, areas first."""
    from claimtree.benches.listings import write_listings
    from claimtree.benches.prose.market import Market, write_market
    from claimtree.packs.load import load_pack

    if out is None:
        raise BadInput("say where the listings go", hint="claimtree bench generate --homes 1000 --out listings.jsonl")
    written = write_market(Market(homes, seed), out) if prose else write_listings(load_pack(pack), homes, seed, out)
    if output.as_json:
        output.result({"file": str(out), "homes": homes, "documents": written})
    else:
        output.say(f"Wrote {written:,} documents to {out}.")


def with_bars(options: Asked, run: Callable[[Asked, Progress], Json], output: Screen) -> Json:
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


def drawn(about: str, tables: Sequence[Table], notes: Sequence[str]) -> list[RenderableType]:
    """Tables for the terminal, with where the numbers come from above them."""
    from rich import table as rich_table
    from rich.text import Text

    parts: list[RenderableType] = [Text(about, "dim"), ""]
    for found in tables:
        table = rich_table.Table(title=found.title, title_justify="left", title_style="bold", box=None, pad_edge=False)
        for number, head in enumerate(found.heads):
            table.add_column(head, justify="right" if number else "left", header_style="dim", overflow="fold")
        for row in found.rows:
            table.add_row(*(Text(cell) for cell in row))
        parts += [table, *([Text(found.note, "dim")] if found.note else ()), ""]
    return [*parts, *(Text(note) for note in notes)]
