"""The command `claimtree eval`: runs one eval or all of them, saves and shows their figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import typer
from rich.console import RenderableType
from rich.text import Text

from claimtree.calibration.halves import Split
from claimtree.calibration.measures import Progress
from claimtree.cli.eval_names import ALL, FAMILY, JUDGE, PROPERTY, SENTENCES, SPEED, TICKS
from claimtree.cli.evals import EvalOptions
from claimtree.cli.exits import Exit
from claimtree.cli.options import screen
from claimtree.cli.progress_bars import bars
from claimtree.cli.screen import Screen, plain
from claimtree.cli.tables import Table, drawn
from claimtree.errors import BadInput
from claimtree.settings import DEFAULT_EMBEDDER, load_settings
from claimtree.workspace import CACHE
from evals import golden_file, tick_marks
from evals.baselines import Numbers, baseline_file, before, check_writable, load, save, since
from evals.every import run_all
from evals.family.page import family_page
from evals.family.run import run_family
from evals.judge import run_judge
from evals.page import page
from evals.property.gold import FOURTH, SECOND, THIRD
from evals.property.page import property_page
from evals.property.run import run_property
from evals.registry import adapter_for
from evals.run import run
from evals.scores import Case, Fault, Figure, Result
from evals.sentence_validation import check_sentences
from evals.sentences import data_of, run_sentences
from evals.speed import run_speed
from evals.tables import figure_table
from evals.tick_marks import import_marks, load_marks, save_marks
from evals.ticks import run_ticks


def run_command(options: EvalOptions) -> None:
    """Runs the requested eval and shows or prints its figures."""
    output = screen(options.as_json)
    name, data = options.name, options.data
    if options.validate:
        _validate(name, data, output)
        return
    _check_options(options)
    if options.marked:
        _keep_marks(options.marked, options.marks, output)
        return
    file = baseline_file(options.baseline)
    if options.save:
        check_writable(file)
    kept = load(file)
    with bars(output) as progress:
        results, skipped = _results(options, progress)
    if options.save:
        for result in results:
            save(result, file)
    if options.page is not None:
        pages = {PROPERTY: property_page, FAMILY: family_page}
        written = pages[name](results) if name in pages else page(results, skipped)
        _write_page(options.page, written)
    if options.as_json:
        shapes = [shape(result, before(result, kept), str(data or "")) for result in results]
        output.result({"evals": shapes, "skipped": skipped} if name == ALL else shapes[0])
    elif name == ALL:
        _show_all(results, skipped, kept, output)
    else:
        output.show(*shown(results[0], before(results[0], kept)))


def _check_options(options: EvalOptions) -> None:
    """Rejects options that do not go with the eval."""
    if options.name != TICKS and (options.sheet or options.marked or options.marks):
        raise BadInput(f"--sheet, --marked and --marks go with {TICKS}", hint=f"claimtree eval {TICKS} --data PATH")
    if options.page is not None and options.name not in (ALL, PROPERTY, FAMILY):
        raise BadInput(
            f"--page goes with all, {PROPERTY} and {FAMILY}", hint="claimtree eval all --data DIR --page docs/evals.md"
        )
    if options.save and (options.limit is not None or options.split is not Split.ALL):
        raise BadInput("a part of the rows is no baseline", hint="Give --save without --limit and --split.")


def _results(options: EvalOptions, progress: Progress) -> tuple[list[Result], list[str]]:
    """Returns the results of the evals, and one line per skipped eval."""
    embedder = options.embedder or DEFAULT_EMBEDDER
    if options.name == PROPERTY and options.page is not None:
        return [*_for_page(options.data, embedder, progress)], []
    if options.name != ALL:
        measured = (
            partial(_ticks, sheet=options.sheet, marks=options.marks)
            if options.name == TICKS
            else partial(_one, options.name)
        )
        result = measured(
            options.data,
            options.pack,
            embedder,
            options.split,
            misses=options.misses,
            limit=options.limit,
            progress=progress,
        )
        return [result], []
    found = list(
        run_all(
            options.data,
            embedder=embedder,
            split=options.split,
            misses=options.misses,
            limit=options.limit,
            progress=progress,
            cache=_cache(),
            stores=_tick_stores(),
        )
    )
    return [one for one in found if isinstance(one, Result)], [one for one in found if isinstance(one, str)]


def _for_page(data: Path | None, embedder: str, progress: Progress) -> Iterator[Result]:
    """Yields the property assistant's figures on our own four sets, and on the data that was named."""
    yield run_property(None, embedder=embedder, progress=progress)
    yield run_property(SECOND, embedder=embedder, progress=progress, name=f"{PROPERTY}-second")
    yield run_property(THIRD, embedder=embedder, progress=progress, name=f"{PROPERTY}-third")
    yield run_property(FOURTH, embedder=embedder, progress=progress, name=f"{PROPERTY}-fourth")
    if data is not None:
        yield run_property(data, embedder=embedder, progress=progress, name=f"{PROPERTY}-{data.stem}")


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
    if name == PROPERTY:
        return run_property(
            data,
            embedder=embedder,
            pack=pack,
            misses=misses,
            limit=limit,
            progress=progress,
            # Figures of other data are no earlier ones of ours.
            name=PROPERTY if data is None else f"{PROPERTY}-{data.stem}",
        )
    if name == FAMILY:
        return run_family(data, misses=misses, limit=limit, progress=progress)
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
        data or golden_file.SHIPPED,
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
    return run_ticks(
        data,
        embedder=embedder,
        stores=_tick_stores(),
        pack=pack,
        split=split,
        misses=misses,
        limit=limit,
        marks=marks or tick_marks.FILE,
        sheet=sheet,
        progress=progress,
    )


def _keep_marks(sheets: Sequence[Path], marks: Path | None, output: Screen) -> None:
    """Imports the marks of people who filled in sheets into the file of marks."""
    file = marks or tick_marks.FILE
    check_writable(file, way_out="Name a file of your own: --marks FILE.")
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
    """Prints every fault of annotated sentences with file and line; exits as bad input if any
    exist."""

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
    """Returns the folder of the vector cache, which searches use as well."""
    return load_settings({}).home / CACHE


def _tick_stores() -> Path:
    """Returns the folder in which listings stay indexed between runs."""
    return load_settings({}).home / TICKS


def _write_page(file: Path, text: str) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror or error}", hint="Check --page.") from error


def _show_all(results: list[Result], skipped: list[str], kept: dict[str, Numbers], output: Screen) -> None:
    def moved(result: Result, figure: Figure) -> str:
        return since(result, figure, before(result, kept))

    output.show(drawn(figure_table("Evals", results, list(Split), since=moved)))
    for line in skipped:
        output.say(f"skipped {line}")


def shown(result: Result, kept: Numbers) -> list[RenderableType]:

    def moved(result: Result, figure: Figure) -> str:
        return since(result, figure, kept)

    splits = [half.value for half in Split if any(half.value in figure.values for figure in result.figures)]
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


def _miss(case: Case) -> list[RenderableType]:
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
    """Formats a fault as one line: the words, the check, what was expected, what was read."""
    return Text.assemble(
        f"  “{plain(fault.words)}” ",
        (f"{fault.check}: expected ", "dim"),
        plain(fault.expected) or "–",
        (", read ", "dim"),
        plain(fault.read) or "–",
    )


def shape(result: Result, kept: Numbers, data: str = "") -> dict[str, object]:
    """Returns the result as JSON-ready values.

    `metrics` has each figure over all rows that were read, `by` the halves and tables behind them.
    A figure without rows is null.
    """
    return {
        "name": result.name,
        "data": data,
        "n": max((max(figure.counts.values(), default=0) for figure in result.figures), default=0),
        "metrics": {figure.key: _value(figure) for figure in result.figures},
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
    """Returns a table's numbers by row and column if it has them, else its cells as shown."""
    return table.numbers or [dict(zip(table.heads, row, strict=True)) for row in table.rows]


def _values(figure: Figure) -> dict[str, float | None]:
    return {split: None if value != value else value for split, value in figure.values.items()}


def _value(figure: Figure) -> float | None:
    """Returns the figure over all rows, or over the half that was requested."""
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
