"""eval: is it any good? Data sets of strangers, and our own, read and scored."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from claimtree.cli.exits import Exit
from claimtree.cli.help_text import examples
from claimtree.cli.options import AsJson, PackName, screen
from claimtree.cli.screen import Screen, plain
from claimtree.errors import BadInput
from claimtree.evals.names import ALL, JUDGE, NAMES, SENTENCES, SPEED, TICKS

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.progress import TaskID
    from rich.text import Text

    from claimtree.evals.baselines import Numbers
    from claimtree.evals.run import Progress
    from claimtree.evals.scores import Case, Fault, Figure, Result, Split, Table

_SHORT = 14
"""Characters of a cell that is never broken: a figure."""
_NAMES = f"{', '.join(NAMES)}, or all of them: {ALL}."


class Half(StrEnum):
    """Which rows to score."""

    TUNE = "tune"
    REPORT = "report"
    ALL = "all"


def register(app: typer.Typer) -> None:
    app.command(
        "eval",
        short_help="how well it reads, on data of strangers and our own",
        epilog=examples(
            "claimtree eval golden --embedder none --misses 3",
            "claimtree eval speed --embedder none",
        ),
    )(evaluate)


def evaluate(
    name: Annotated[str, typer.Argument(metavar="NAME", help=_NAMES)],
    data: Annotated[
        Path | None,
        typer.Option(metavar="PATH", help="A file or folder of the set's form; for all: the folder of the sets."),
    ] = None,
    pack: PackName = None,
    embedder: Annotated[
        str | None, typer.Option("--embedder", metavar="NAME", help="As for search; none: words. [claimtree-small-2]")
    ] = None,
    split: Annotated[Half, typer.Option(help="Rules are tuned on one half; the other says whether they hold.")] = (
        Half.ALL
    ),
    misses: Annotated[int, typer.Option(metavar="N", min=0, help="How many of the worst misses to show.")] = 20,
    limit: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, help="Score a sample of so many rows; 0 for all. [airbnb: 600, ticks: 400 each]"
        ),
    ] = None,
    baseline: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where earlier figures are kept. [those of the project]")
    ] = None,
    save: Annotated[bool, typer.Option("--save", help="Keep the figures as the baseline.")] = False,
    page: Annotated[Path | None, typer.Option(metavar="FILE", help="For all: write the page of the docs.")] = None,
    validate: Annotated[
        bool, typer.Option("--validate", help="For sentences: name every fault of the data, and read nothing.")
    ] = False,
    sheet: Annotated[
        Path | None, typer.Option(metavar="DIR", help="For ticks: write down what has no mark yet, for a reader.")
    ] = None,
    marked: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="For ticks: keep the marks of sheets, and read nothing; again for more."),
    ] = None,
    marks: Annotated[
        Path | None, typer.Option(metavar="FILE", help="For ticks: where marks are kept. [those of the project]")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Read a data set and score what was read, strictly: figures, tables, confusion and the worst misses."""
    from claimtree.evals.baselines import baseline_file, before, check_writable, load
    from claimtree.evals.baselines import save as keep
    from claimtree.evals.every import run_all
    from claimtree.evals.scores import Result, Split
    from claimtree.settings import DEFAULT_EMBEDDER

    output = screen(as_json)
    if validate:
        _validate(name, data, output)
        return
    if name != TICKS and (sheet or marked or marks):
        raise BadInput(f"--sheet, --marked and --marks go with {TICKS}", hint=f"claimtree eval {TICKS} --data PATH")
    if marked:
        _keep_marks(marked, marks, output)
        return
    if page is not None and name != ALL:
        raise BadInput("--page goes with all", hint="claimtree eval all --data DIR --page docs/evals.md")
    if save and (limit is not None or split is not Half.ALL):
        raise BadInput("a part of the rows is no baseline", hint="Give --save without --limit and --split.")
    file = baseline_file(baseline)
    if save:
        check_writable(file)
    kept = load(file)
    with_what, half = embedder or DEFAULT_EMBEDDER, Split(split.value)
    skipped: list[str] = []
    results: list[Result] = []
    with bars(output) as progress:
        if name == ALL:
            for found in run_all(
                data,
                embedder=with_what,
                split=half,
                misses=misses,
                limit=limit,
                progress=progress,
                cache=_cache(),
                stores=_tick_stores(),
            ):
                if isinstance(found, Result):
                    results.append(found)
                else:
                    skipped.append(found)
        else:
            measured = partial(_ticks, sheet=sheet, marks=marks) if name == TICKS else partial(_one, name)
            results.append(measured(data, pack, with_what, half, misses=misses, limit=limit, progress=progress))
    if save:
        for result in results:
            keep(result, file)
    if page is not None:
        _write_page(page, results, skipped)
    if as_json:
        shapes = [shape(result, before(result, kept), str(data or "")) for result in results]
        output.result({"evals": shapes, "skipped": skipped} if name == ALL else shapes[0])
    elif name == ALL:
        _show_all(results, skipped, kept, output)
    else:
        output.show(*shown(results[0], before(results[0], kept)))


def _one(
    name: str,
    data: Path | None,
    pack: str | None,
    embedder: str,
    split: Split,
    *,
    misses: int,
    limit: int | None,
    progress: Progress,
) -> Result:
    from claimtree.evals.golden_file import SHIPPED
    from claimtree.evals.judge import run_judge
    from claimtree.evals.registry import adapter_for
    from claimtree.evals.run import run
    from claimtree.evals.sentences import run_sentences
    from claimtree.evals.speed import run_speed

    if name == SENTENCES:
        return run_sentences(
            data, embedder=embedder, pack=pack, split=split, misses=misses, limit=limit, progress=progress
        )
    if name == JUDGE:
        return run_judge(
            data,
            embedder=embedder,
            pack=pack,
            split=split,
            misses=misses,
            limit=limit,
            cache=_cache(),
            progress=progress,
        )
    if name == SPEED:
        return run_speed(data, pack=pack or "rentals", embedder=embedder, progress=progress)
    adapter = adapter_for(name, pack)
    if data is None and not adapter.is_shipped:
        raise BadInput(
            f"say where the data of {adapter.name} is",
            hint=f"claimtree eval {adapter.name} --data PATH, with {adapter.data}",
        )
    return run(
        adapter,
        data or SHIPPED,
        pack=pack,
        embedder=embedder,
        split=split,
        misses=misses,
        limit=limit,
        progress=progress,
    )


def _ticks(
    data: Path | None,
    pack: str | None,
    embedder: str,
    split: Split,
    *,
    misses: int,
    limit: int | None,
    sheet: Path | None,
    marks: Path | None,
    progress: Progress,
) -> Result:
    from claimtree.evals.tick_marks import FILE
    from claimtree.evals.ticks import run_ticks

    return run_ticks(
        data,
        embedder=embedder,
        stores=_tick_stores(),
        pack=pack,
        split=split,
        misses=misses,
        limit=limit,
        marks=marks or FILE,
        sheet=sheet,
        progress=progress,
    )


def _keep_marks(sheets: list[Path], marks: Path | None, output: Screen) -> None:
    """Take what readers marked over into the file of marks."""
    from claimtree.evals.baselines import check_writable
    from claimtree.evals.tick_marks import FILE, import_marks, load_marks, save_marks

    file = marks or FILE
    check_writable(file, shipped=FILE, way_out="Name a file of your own: --marks FILE.")
    found = import_marks(sheets, load_marks(file))
    save_marks(found.marks, file)
    counted = {
        "marks": len(found.marks),
        "new": found.new,
        "changed": found.changed,
        "disputed": found.disputed,
        "unmarked": found.unmarked,
    }
    if output.as_json:
        output.result({"name": TICKS, "file": str(file), **counted})
        return
    output.show(
        f"{found.new:,} marks are new and {found.changed:,} changed; {file} holds {len(found.marks):,}",
        f"{found.disputed:,} rows were marked in two ways and are kept as unclear; {found.unmarked:,} have no mark",
    )


def _validate(name: str, data: Path | None, output: Screen) -> None:
    """Every fault of annotated sentences with its file and line; the exit code of bad input when there are any."""
    from rich.text import Text

    from claimtree.evals.sentence_validation import check_sentences
    from claimtree.evals.sentences import data_of

    if name != SENTENCES:
        raise BadInput(f"--validate goes with {SENTENCES}", hint=f"claimtree eval {SENTENCES} --data PATH --validate")
    path = data_of(data)
    checked = check_sentences(path)
    if output.as_json:
        output.result(
            {
                "name": name,
                "data": str(path),
                "files": checked.files,
                "texts": len(checked.sentences),
                "annotations": checked.annotations,
                "by_reference": checked.by_reference,
                "faults": checked.faults,
            }
        )
    else:
        output.show(*(Text(plain(fault)) for fault in checked.faults))
        output.show(
            f"{checked.files:,} files, {len(checked.sentences):,} sound texts with {checked.annotations:,} annotated "
            f"spans, {checked.by_reference:,} rows by reference, {len(checked.faults):,} faults"
        )
    if checked.faults:
        raise typer.Exit(Exit.BAD_INPUT)


def _cache() -> Path:
    """Where vectors are kept that searches use as well."""
    from claimtree.settings import load_settings
    from claimtree.workspace import CACHE

    return load_settings({}).home / CACHE


def _tick_stores() -> Path:
    """Where listings stay indexed between two runs."""
    from claimtree.settings import load_settings

    return load_settings({}).home / TICKS


def _write_page(file: Path, results: list[Result], skipped: list[str]) -> None:
    from claimtree.evals.page import page

    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(page(results, skipped), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror or error}", hint="Check --page.") from error


def _show_all(results: list[Result], skipped: list[str], kept: dict[str, Numbers], output: Screen) -> None:
    from claimtree.evals.baselines import before, since
    from claimtree.evals.tables import figure_table

    def moved(result: Result, figure: Figure) -> str:
        return since(result, figure, before(result, kept))

    output.show(drawn(figure_table("Evals", results, list(Half), since=moved)))
    for line in skipped:
        output.say(f"skipped {line}")


@contextmanager
def bars(output: Screen) -> Iterator[Progress]:
    """A bar per eval on stderr."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bars(*columns, console=output.err, transient=True, disable=not output.err.is_terminal) as drawn_bars:
        tasks: dict[str, TaskID] = {}

        def progress(what: str, done: int, of: int) -> None:
            if what not in tasks:
                tasks[what] = drawn_bars.add_task(what, total=of)
            drawn_bars.update(tasks[what], completed=done, total=of)

        yield progress


def shown(result: Result, kept: Numbers) -> list[RenderableType]:
    from rich.text import Text

    from claimtree.evals.baselines import since
    from claimtree.evals.tables import figure_table

    def moved(result: Result, figure: Figure) -> str:
        return since(result, figure, kept)

    splits = [half.value for half in Half if any(half.value in figure.values for figure in result.figures)]
    with_what = f"pack {result.pack} v{result.pack_version}, embedder {result.embedder}, version {result.version}"
    parts: list[RenderableType] = [Text(f"{result.title} ({with_what})", "bold"), ""]
    parts += [drawn(figure_table("Figures", [result], splits, named=False, since=moved)), ""]
    for table in result.tables:
        parts += [drawn(table), ""] if table.rows else []
    if result.misses:
        parts += [Text("The worst misses", "bold"), ""]
    for case in result.misses:
        parts += [*_miss(case), ""]
    parts += [Text(plain(note), "dim") for note in result.notes]
    parts += [Text(f"skipped: {plain(row)}", "dim") for row in result.bad_rows]
    return parts


def drawn(found: Table) -> RenderableType:
    from rich.table import Table as Drawn
    from rich.text import Text

    table = Drawn(title=found.title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for number, head in enumerate(found.heads):
        short = all(len(row[number]) <= _SHORT for row in found.rows)
        side: Literal["left", "right"] = "right" if number and short else "left"
        table.add_column(head, justify=side, header_style="dim", overflow="fold", no_wrap=bool(number) and short)
    for row in found.rows:
        table.add_row(*(Text(plain(cell)) for cell in row))
    table.caption = found.note or None
    return table


def _miss(case: Case) -> list[RenderableType]:
    from rich.text import Text

    lines = [Text.assemble((f"{plain(case.id)}  ", "dim"), plain(case.text)[:300])]
    if case.details:
        lines += [_fault(fault) for fault in case.details]
    else:
        lines.append(Text.assemble(("  expected  ", "dim"), plain(case.expected) or "–"))
        lines.append(Text.assemble(("  read      ", "dim"), plain(case.read) or "–"))
    if case.quoted:
        lines.append(Text.assemble(("  words     ", "dim"), plain(case.quoted)[:600]))
    if case.why:
        lines.append(Text.assemble(("  the row   ", "dim"), plain(case.why)))
    return list(lines)


def _fault(fault: Fault) -> Text:
    """One line: the words, what was asked of them, what was expected, what was read."""
    from rich.text import Text

    return Text.assemble(
        f"  “{plain(fault.words)}” ",
        (f"{fault.check}: expected ", "dim"),
        plain(fault.expected) or "–",
        (", read ", "dim"),
        plain(fault.read) or "–",
    )


def shape(result: Result, kept: Numbers, data: str = "") -> dict[str, object]:
    """The result for programs: `metrics` by name over all rows that were read, `by` the halves and tables behind them.

    A figure over nothing is null.
    """
    return {
        "name": result.name,
        "data": data,
        "n": max((max(figure.counts.values(), default=0) for figure in result.figures), default=0),
        "metrics": {figure.key: _whole(figure) for figure in result.figures},
        "by": {
            "split": {figure.key: _values(figure) for figure in result.figures},
            **{table.name or table.title: _rows(table) for table in result.tables},
        },
        "pack": result.pack,
        "pack_version": result.pack_version,
        "embedder": result.embedder,
        "version": result.version,
        "figures": [_figure(figure, kept) for figure in result.figures],
        "misses": [
            {
                "id": case.id,
                "half": case.half.value,
                "text": case.text,
                "words": [fault.words for fault in case.details],
                "expected": case.expected,
                "read": case.read,
                "why": case.why,
                "quoted": case.quoted,
                "faults": [
                    {"words": fault.words, "check": fault.check, "expected": fault.expected, "read": fault.read}
                    for fault in case.details
                ],
            }
            for case in result.misses
        ],
        "notes": list(result.notes),
        "bad_rows": list(result.bad_rows),
    }


def _rows(table: Table) -> object:
    """Numbers by row and column where a table has them, and its cells as they are shown where not."""
    return table.numbers or [dict(zip(table.heads, row, strict=True)) for row in table.rows]


def _values(figure: Figure) -> dict[str, float | None]:
    return {split: None if value != value else value for split, value in figure.values.items()}


def _whole(figure: Figure) -> float | None:
    """Over all rows, or over the half that was asked for."""
    values = _values(figure)
    return values.get("all", next(iter(values.values()), None))


def _figure(figure: Figure, kept: Numbers) -> dict[str, object]:
    return {
        "key": figure.key,
        "title": figure.title,
        "measure": figure.measure,
        "unit": figure.unit,
        "bar": figure.bar,
        "at_most": figure.at_most,
        "values": _values(figure),
        "rows": figure.counts,
        "baseline": kept.get(figure.key, {}),
    }
