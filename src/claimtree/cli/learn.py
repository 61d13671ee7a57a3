"""The command `learn`: teaches concepts with a few phrases, for better answers at once and for the
next training; and learns weights from feedback."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from claimtree.cli.exits import Exit
from claimtree.cli.help_text import examples
from claimtree.cli.options import AsJson, EmbedderName, PackName, StoreAddress, screen
from claimtree.cli.weights import EXAMPLES, weights
from claimtree.errors import BadInput, UnknownName

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimtree.model.taught import TaughtConcept
    from claimtree.workspace import Workspace

TaughtName = Annotated[
    str | None,
    typer.Option("--taught", metavar="FILE", help="Where it is kept. [PACK.taught.jsonl in the data folder]"),
]
Phrases = list[str] | None


def register(app: typer.Typer) -> None:
    group = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
    group.command(
        short_help="add a concept, or phrases to one",
        epilog=examples(
            "claimtree learn concept quiet --met 'peaceful courtyard' --refuted 'overlooks the flyover'",
            "claimtree learn concept quiet --silent 'quiet carpet cleaner' --json",
        ),
    )(concept)
    group.command(
        "list", short_help="what was taught", epilog=examples("claimtree learn list", "claimtree learn list --json")
    )(show_all)
    group.command(short_help="take concepts out", epilog=examples("claimtree learn forget quiet"))(forget)
    group.command(short_help="how much levels and types count, from feedback", epilog=examples(*EXAMPLES))(weights)
    app.add_typer(
        group,
        name="learn",
        short_help="teach it concepts with a few phrases, and weights with thumbs",
        help="Teach it concepts with a few phrases each: answers are better at once, and the file can join the next "
        "training. Thumbs on hits (`claimtree feedback`) teach it how much levels and claim types count.",
    )


def concept(
    wishes: Annotated[list[str] | None, typer.Argument(metavar="WISH", help="Ways to ask for it.")] = None,
    met: Annotated[Phrases, typer.Option(metavar="PHRASE", help="Meets the wish; may be given again.")] = None,
    refuted: Annotated[Phrases, typer.Option(metavar="PHRASE", help="Refutes it; may be given again.")] = None,
    silent: Annotated[
        Phrases, typer.Option(metavar="PHRASE", help="Sounds like it and leaves it open; may be given again.")
    ] = None,
    id: Annotated[str | None, typer.Option("--id", metavar="ID", help="What to call it. [by the first wish]")] = None,
    type: Annotated[str | None, typer.Option("--type", metavar="TYPE", help="Its claim type.")] = None,
    level: Annotated[str | None, typer.Option(metavar="LEVEL", help="The level it is said of.")] = None,
    facet: Annotated[str | None, typer.Option(metavar="FACET", help="The facet it is said of.")] = None,
    language: Annotated[str | None, typer.Option("--lang", metavar="LANG", help="As in en. [the pack's]")] = None,
    source: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="Many concepts: JSON Lines, one a line.")
    ] = None,
    taught: TaughtName = None,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """Add a concept: how one asks for it, and phrases that meet the wish, refute it, or only sound like it.

    A known concept is extended. With --from, rows that cannot be used are reported with their lines and skipped
    (exit code 3), and the rest lands. Where there is a store, it shows which of its phrases now say another thing.
    """
    from claimtree.cli import lessons
    from claimtree.packs.taught_file import TaughtFile, change_taught, read_taught

    out = screen(as_json)
    given = bool(wishes or met or refuted or silent or id)
    if given == (source is not None):
        raise BadInput(
            "give a concept or --from, not both" if given else "give a concept, or --from FILE",
            hint="As in: claimtree learn concept quiet --met 'peaceful courtyard'",
        )
    labelled = {"--type": type, "--level": level, "--facet": facet, "--lang": language}
    unused = [option for option, value in labelled.items() if value is not None]
    if source is not None and unused:
        raise BadInput(
            f"{unused[0]} says nothing about the concepts of --from",
            hint=f'Write it into the rows, as in "{unused[0].removeprefix("--")}": "…".',
        )
    if source is not None and not source.is_file():
        raise BadInput(f"{source} is no file", hint="Check the path.", values={"file": str(source)})
    with open_taught(pack, store, embedder, taught) as workspace:
        labels = lessons.labels(workspace, wishes or [], type=type, level=level, facet=facet, language=language)
        kinds = (tuple(met or ()), tuple(refuted or ()), tuple(silent or ()))
        read = TaughtFile() if source is None else read_taught(source)
        before, file = workspace.taught, workspace.settings.taught_path
        learned: list[lessons.Lesson] = []

        def change(known: tuple[TaughtConcept, ...]) -> Sequence[TaughtConcept]:
            new = read.concepts if source else (lessons.given(known, id, tuple(wishes or ()), kinds, labels),)
            learned[:] = lessons.learn(known, new)
            now = {each.id: each for each in known} | {lesson.after.id: lesson.after for lesson in learned}
            return tuple(now.values())

        change_taught(file, change, origin=f"taught-{workspace.pack.name}")
        found, notices = lessons.effects(workspace, before, [lesson.after.id for lesson in learned])
    if as_json:
        bad = [{"line": each.line, "reason": each.reason} for each in read.bad]
        out.result({"file": str(file), **lessons.shape(learned, found), "bad": bad, "notices": notices})
    else:
        from claimtree.cli import show

        skipped = [f"{source}, line {each.line} was skipped: {each.reason}" for each in read.bad]
        out.show_uncut([*map(lessons.line, learned), f"Kept in {file}"])
        out.show(*(part for effect in found for part in lessons.shown(effect)))
        out.show(*show.notes([*notices, *skipped[: lessons.MOST_SHOWN]]))
        if len(skipped) > lessons.MOST_SHOWN:
            out.show(*show.notes([f"{len(skipped) - lessons.MOST_SHOWN:,} more lines were skipped."]))
    if read.bad:
        raise typer.Exit(Exit.SKIPPED)


def show_all(
    taught: TaughtName = None,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """Show what was taught: the concepts that come with the pack, and yours."""
    from claimtree.cli import lessons, show

    out = screen(as_json)
    with open_taught(pack, store, embedder, taught) as workspace:
        known, notices, file = workspace.taught, workspace.taught_notices, workspace.settings.taught_path
        missing = bool(workspace.settings.taught) and not file.exists()
    if missing:
        notices = (*notices, f"{file} does not exist.")
    if as_json:
        concepts = [lessons.concept_shape(each) for each in known]
        out.result({"file": str(file), "concepts": concepts, "notices": list(notices)})
        return
    if known:
        out.show(lessons.listed(known))
    elif not missing:
        out.show_uncut(["Nothing was taught yet. See:", f"  {show.command('learn', 'concept', '--help')}"])
    out.show(*show.notes(notices))


def forget(
    ids: Annotated[list[str], typer.Argument(metavar="ID", help="Concepts, as `learn list` names them.")],
    taught: TaughtName = None,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """Take concepts out of your file; those that come with the pack stay. All of them are known, or none goes."""
    from claimtree.cli import show
    from claimtree.packs.taught_file import change_taught

    out = screen(as_json)
    gone = list(dict.fromkeys(ids))
    with open_taught(pack, store, embedder, taught) as workspace:
        file = workspace.settings.taught_path

        def change(known: tuple[TaughtConcept, ...]) -> Sequence[TaughtConcept]:
            unknown = [id for id in gone if id not in {each.id for each in known}]
            if unknown:
                raise UnknownName(
                    f"no concept {unknown[0]!r} in {file}",
                    hint="`claimtree learn list` shows what was taught.",
                    values={"id": unknown[0]},
                )
            return tuple(each for each in known if each.id not in gone)

        left = change_taught(file, change, origin=f"taught-{workspace.pack.name}")
    if as_json:
        out.result({"file": str(file), "forgotten": gone, "left": len(left)})
    else:
        out.show_uncut([f"Forgotten: {', '.join(gone)}. {show.counted(len(left), 'concept')} left in {file}"])


def open_taught(pack: str | None, store: str | None, embedder: str | None, taught: str | None) -> Workspace:
    from claimtree.settings import load_settings
    from claimtree.workspace import Workspace

    return Workspace(load_settings({"pack": pack, "store": store, "embedder": embedder, "taught": taught}))
