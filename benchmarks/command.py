"""The command `claimtree bench`: runs the requested measurements, and writes and shows the
numbers."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from rich import table as rich_table
from rich.console import RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bars
from rich.text import Text

from benchmarks import places_report
from benchmarks import report as whole_report
from benchmarks.chart import chart
from benchmarks.children import Json, Progress
from benchmarks.measure import FAST_EMBEDDER
from benchmarks.prose import report as prose_report
from benchmarks.prose.market import Market, write_market
from benchmarks.prose.run import ProseOptions, prose_options, run_prose
from benchmarks.race import report as race_report
from benchmarks.race.picture import picture
from benchmarks.race.run import RaceOptions, race_options, run_race
from benchmarks.report import Table, asked_where
from benchmarks.run import Scale as BenchScale
from benchmarks.run import options_for, run, run_places
from benchmarks.world_listings import write_listings
from claimtree.cli.bench import BenchOptions, Scale, What
from claimtree.cli.options import screen
from claimtree.cli.screen import Screen
from claimtree.errors import BadInput
from claimtree.packs.load import load_pack

Asked = TypeVar("Asked")


def run_command(options: BenchOptions) -> None:
    """Runs the requested benchmark."""
    output = screen(options.as_json)
    match options.what:
        case What.GENERATE:
            generate(options, output)
        case What.PROSE:
            with_prose(_prose_options(options), output, out=options.out, markdown=options.markdown)
        case What.PEERS:
            race(_race_options(options), output, out=options.out, svg=options.svg, markdown=options.markdown)
        case What.PLACES | What.MEASURE:
            measure(options, output)


def _prose_options(options: BenchOptions) -> ProseOptions:
    chosen = replace(
        prose_options(full=options.scale is Scale.FULL, homes=options.homes),
        seed=options.seed,
        pack=options.pack,
        data=_absolute(options.data),
        store=_absolute(options.store),
        folder=_absolute(options.keep),
    )
    return replace(chosen, embedder=options.embedder) if options.embedder else chosen


def _race_options(options: BenchOptions) -> RaceOptions:
    servers = {
        "elasticsearch": options.elasticsearch,
        "opensearch": options.opensearch,
        "postgres": options.postgres,
    }
    return replace(
        race_options(full=options.scale is Scale.FULL, homes=options.homes, engines=options.engine, servers=servers),
        seed=options.seed,
        pack=options.pack,
        embedder=options.embedder or FAST_EMBEDDER,
        data=_absolute(options.data),
        folder=_absolute(options.keep),
    )


def _absolute(path: Path | None) -> str:
    return str(path.absolute()) if path is not None else ""


def measure(options: BenchOptions, output: Screen) -> None:
    """Measures our store on generated worlds, or the added cost of place wishes."""
    asked = replace(
        options_for(BenchScale(options.scale), options.homes),
        seed=options.seed,
        pack=options.pack,
        embedder=options.embedder or FAST_EMBEDDER,
        folder=_absolute(options.keep),
    )
    out, markdown = options.out, options.markdown
    if options.what is What.PLACES:
        asked = replace(asked, homes=(options.homes or (100_000 if options.scale is Scale.FULL else 10_000),))
        report = with_bars(asked, run_places, output)
        files = {out: as_text(report), markdown: places_report.page(text_of(markdown), report)}
        tables = list(places_report.tables(report))
    else:
        report = with_bars(asked, run, output)
        files = {
            out: as_text(report),
            options.svg: chart(report),
            markdown: whole_report.page(text_of(markdown), report),
        }
        tables = list(whole_report.tables(report))
    write_files(files)
    if options.as_json:
        output.result(report)
    else:
        output.show(*drawn(whole_report.machine(report), tables, report.get("notes", ())))


def race(options: RaceOptions, output: Screen, *, out: Path | None, svg: Path | None, markdown: Path | None) -> None:
    """Compares our stores and other engines on the same worlds."""
    report = race_report.with_targets(with_bars(options, run_race, output))
    write_files({out: as_text(report), svg: picture(report), markdown: race_report.page(text_of(markdown), report)})
    if output.as_json:
        output.result(report)
    else:
        output.show(*drawn(asked_where(report), list(race_report.tables(report)), report["left_out"]))


def with_prose(options: ProseOptions, output: Screen, *, out: Path | None, markdown: Path | None) -> None:
    """Measures homes described in prose, generated and real."""
    report = with_bars(options, run_prose, output)
    write_files({out: as_text(report), markdown: prose_report.page(text_of(markdown), report)})
    if output.as_json:
        output.result(report)
    else:
        output.show(*drawn(asked_where(report), list(prose_report.tables(report)), report["left_out"]))


def generate(options: BenchOptions, output: Screen) -> None:
    """Writes the world as documents, one JSON object a line, areas first."""
    homes, seed, out = options.homes or 1_000, options.seed, options.out
    if out is None:
        raise BadInput("say where the listings go", hint="claimtree bench generate --homes 1000 --out listings.jsonl")
    if options.prose:
        written = write_market(Market(homes, seed), out)
    else:
        written = write_listings(load_pack(options.pack), homes, seed, out)
    if output.as_json:
        output.result({"file": str(out), "homes": homes, "documents": written})
    else:
        output.say(f"Wrote {written:,} documents to {out}.")


def with_bars(options: Asked, run: Callable[[Asked, Progress], Json], output: Screen) -> Json:
    """Runs it with a progress bar per job on stderr."""
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
    """Writes the requested files; skips those without a path."""
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
    """Returns tables for the terminal, below a line about the machine."""
    parts: list[RenderableType] = [Text(about, "dim"), ""]
    for found in tables:
        table = rich_table.Table(title=found.title, title_justify="left", title_style="bold", box=None, pad_edge=False)
        for number, head in enumerate(found.heads):
            table.add_column(head, justify="right" if number else "left", header_style="dim", overflow="fold")
        for row in found.rows:
            table.add_row(*(Text(cell) for cell in row))
        parts += [table, *([Text(found.note, "dim")] if found.note else ()), ""]
    return [*parts, *(Text(note) for note in notes)]
