"""The command `calibrate`: fits an embedder's similarities to a pack's claim types, as a table for
the pack and a diagram."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from claimtree.cli.help_text import examples
from claimtree.cli.options import AsJson, EmbedderName, PackName, open_workspace, screen
from claimtree.cli.progress_bars import bars
from claimtree.cli.tables import Table, drawn
from claimtree.errors import BadInput
from claimtree.packs.file_writing import replace_file

if TYPE_CHECKING:
    from claimtree.calibration.labelled_concepts import Concepts
    from claimtree.calibration.measures import Calibration
BAD_SHOWN = 5
_PLACES = {"slope": 2, "offset": 2, "silence": 2, "recall": 4, "hits": 0}
"""Decimal places, where they are not three."""


def register(app: typer.Typer) -> None:
    app.command(
        short_help="fit the probabilities of an embedder to a pack",
        epilog=examples(
            "claimtree calibrate --embedder hashed-256 --out hashed.toml",
            "claimtree calibrate --embedder hashed-256 --out hashed.toml --precision 0.8 --force --json",
        ),
    )(calibrate)


def calibrate(
    concepts: Annotated[
        list[Path] | None,
        typer.Option("--concepts", metavar="FILE", help="Labelled concepts, one a line; may be given again. [ours]"),
    ] = None,
    overlapping: Annotated[
        bool,
        typer.Option("--overlapping", help="Your concepts overlap as ours do: what meets one often meets another."),
    ] = False,
    precision: Annotated[
        float, typer.Option("--precision", metavar="P", help="How often what is shown as a fact must be one.")
    ] = 0.92,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the table here. [the pack's folder]")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="FILE", help="Write the diagram here. [beside the table, .svg]")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a table and a picture that are there.")] = False,
    pack: PackName = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """Fit an embedder to a pack: similarity to probability, or a judge's chances to bars, per claim type.

    One half of the concepts is fitted on, the other says how well it holds. The table is stored with the pack, where
    searching with that embedder finds it; docs/calibrate.md says what the figures mean.
    """
    from claimtree.calibration.fit import calibrate as fit
    from claimtree.calibration.labelled_concepts import SHIPPED, read_concepts

    output = screen(as_json)
    if not 0.5 <= precision < 1:
        raise BadInput(f"--precision {precision:g} is not between 0.5 and 1", hint="As in --precision 0.92")
    with open_workspace(pack, None, embedder) as workspace:
        table = out or _in_pack_folder(workspace.settings.pack, workspace.embedder.name)
        drawing = picture or table.with_suffix(".svg")
        # Checked before computing, which takes some minutes.
        _check_apart(table, drawing)
        _check_free(table, "--out", force=force)
        _check_free(drawing, "--picture", force=force)
        _check_writable(table, drawing)
        found = read_concepts(concepts or [SHIPPED], workspace.pack)
        with bars(output) as progress:
            result = fit(
                found,
                workspace.pack,
                workspace.embedder,
                overlapping=overlapping or not concepts,
                precision=precision,
                progress=progress,
            )
        title = f"{result.file.embedder} on {workspace.pack.name}"
    _write(table, drawing, result, title)
    if as_json:
        output.result(shape(result, found, table, drawing))
        return
    for part in tables(result, title):
        output.show(drawn(part), "")
    for note in (*result.notes, *found.notes, *_skipped(found)):
        output.show(note)
    output.show_uncut([f"Written: {table}", f"         {drawing}"])


def tables(result: Calibration, title: str) -> tuple[Table, Table]:
    """Returns tables of the fitted values and of the figures on the held-out half, for a person."""
    made, first = result.made, result.lines[0]
    return (
        Table(
            title=title,
            heads=("type", *first.fitted),
            rows=tuple((line.type, *_cells(line.fitted)) for line in result.lines),
        ),
        Table(
            title="On concepts that were not fitted on",
            heads=("type", "pairs", *first.figures),
            rows=tuple((line.type, f"{line.pairs:,}", *_cells(line.figures)) for line in result.lines),
            note=f"{made.concepts:,} concepts, {made.pairs:,} pairs in both halves",
        ),
    )


def _cells(figures: Mapping[str, float | None]) -> Iterator[str]:
    for name, value in figures.items():
        yield "–" if value is None else f"{value:.{_PLACES.get(name, 3)}f}"


def shape(result: Calibration, found: Concepts, table: Path, picture: Path) -> dict[str, object]:
    """Returns the same as JSON."""
    return {
        "embedder": result.file.embedder,
        "kind": result.file.kind,
        "made": result.made.model_dump(mode="json"),
        "types": [
            {"type": line.type, "fitted": dict(line.fitted), "pairs": line.pairs, **line.figures}
            for line in result.lines
        ],
        "notes": [*result.notes, *found.notes],
        "skipped": list(found.bad),
        "table": str(table),
        "picture": str(picture),
    }


def _in_pack_folder(pack: str, embedder: str) -> Path:
    from claimtree.packs.calibrations import file_name
    from claimtree.packs.find import CALIBRATIONS, pack_folder

    return pack_folder(pack) / CALIBRATIONS / file_name(embedder)


def _check_apart(table: Path, drawing: Path) -> None:
    if os.path.realpath(table) == os.path.realpath(drawing):
        raise BadInput(
            f"{table} cannot hold both the table and the picture",
            hint="Name the table .toml, or say with --picture FILE where the picture goes.",
            values={"file": str(table)},
        )


def _check_free(file: Path, option: str, *, force: bool) -> None:
    if file.exists() and not force:
        raise BadInput(
            f"{file} is there already",
            hint=f"--force replaces it; {option} FILE writes elsewhere.",
            values={"file": str(file)},
        )


def _check_writable(*files: Path) -> None:
    for file in files:
        folder = next(parent for parent in file.absolute().parents if parent.exists())
        if file.is_dir() or not folder.is_dir() or not os.access(file if file.exists() else folder, os.W_OK):
            raise _unwritable(file, "a folder" if file.is_dir() else "no permission")


def _unwritable(file: Path, why: str) -> BadInput:
    return BadInput(
        f"{file} cannot be written: {why}",
        hint="--out FILE writes elsewhere; in the folder `calibrations` of a pack of your own the table is used.",
        values={"file": str(file)},
    )


def _write(table: Path, drawing: Path, result: Calibration, title: str) -> None:
    from claimtree.calibration.diagram import diagram
    from claimtree.packs.calibrations import as_toml

    held = tables(result, title)[1]
    rows = (held.heads, *held.rows)
    widths = [max(len(row[column]) for row in rows) for column in range(len(held.heads))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    made = result.made
    caption = f"{title}: {made.concepts:,} concepts, {made.on}; ECE {made.ece:.3f}, Brier {made.brier:.3f}"
    notes = ["On the half of the concepts that was not fitted on (docs/calibrate.md):", *lines, *result.notes]
    for file, text in ((table, as_toml(result.file, notes=notes)), (drawing, diagram(result.panels, caption))):
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            # Replaced atomically, so that a process that loads the pack never reads half a table.
            replace_file(file, text.encode())
        except OSError as error:
            raise _unwritable(file, error.strerror or str(error)) from error


def _skipped(found: Concepts) -> list[str]:
    lines = [f"skipped: {line}" for line in found.bad[:BAD_SHOWN]]
    more = len(found.bad) - BAD_SHOWN
    return [*lines, f"skipped: {more} more"] if more > 0 else lines
