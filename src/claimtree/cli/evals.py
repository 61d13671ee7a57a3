"""The command `eval`: reads and scores data sets, other people's and our own (`evals.command`)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from claimtree.calibration.halves import Split
from claimtree.cli.checkout import enter_checkout
from claimtree.cli.eval_names import ALL, NAMES
from claimtree.cli.help_text import examples
from claimtree.cli.options import AsJson, PackName

_NAMES = f"{', '.join(NAMES)}, or all of them: {ALL}."


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalOptions:
    """The options of `claimtree eval`."""

    name: str
    data: Path | None = None
    pack: str | None = None
    embedder: str | None = None
    split: Split = Split.ALL
    misses: int = 20
    limit: int | None = None
    baseline: Path | None = None
    save: bool = False
    page: Path | None = None
    validate: bool = False
    sheet: Path | None = None
    marked: tuple[Path, ...] = ()
    marks: Path | None = None
    as_json: bool = False


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
        str | None, typer.Option("--embedder", metavar="NAME", help="As for search; none: words. [claimtree-small-3]")
    ] = None,
    split: Annotated[Split, typer.Option(help="Rules are tuned on one half; the other says whether they hold.")] = (
        Split.ALL
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
    page: Annotated[
        Path | None, typer.Option(metavar="FILE", help="For all, property and family: write the page of the docs.")
    ] = None,
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
    """Read a data set and score what was read, strictly: figures, tables, confusion and the worst misses.

    Runs from a checkout of the sources; the installed package does not hold the data sets.
    """
    enter_checkout("eval")
    from evals.command import run_command

    run_command(
        EvalOptions(
            name=name,
            data=data,
            pack=pack,
            embedder=embedder,
            split=split,
            misses=misses,
            limit=limit,
            baseline=baseline,
            save=save,
            page=page,
            validate=validate,
            sheet=sheet,
            marked=tuple(marked or ()),
            marks=marks,
            as_json=as_json,
        )
    )
