"""The commands `tree import`, `list`, `people`, `person`, `check` and `remove`: family trees from GEDCOM files."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from claimtree.cli.exits import Exit
from claimtree.cli.help_text import examples
from claimtree.cli.indexing import exit_of
from claimtree.cli.options import AsJson, EmbedderName, PackName, StoreAddress, screen, settings_from
from claimtree.errors import BadInput

if TYPE_CHECKING:
    from claimtree.json_types.tree_types import TreeImportShape
    from claimtree.settings import Settings
    from claimtree.tree_import import TreeFolder

PACK = "family"
MOST_FOUND = 1_000
MOST_LINES = 100

TreeName = Annotated[str | None, typer.Option("--tree", metavar="NAME", help="One of several trees. [all]")]
Living = Annotated[
    str | None,
    typer.Option(
        "--living",
        metavar="HOW",
        help="masked: no names, dates and places of people who may be living; shown: all. "
        "[CLAIMTREE_LIVING, or masked]",
    ),
]
PersonId = Annotated[
    str, typer.Argument(metavar="ID", help="As `people` and `search` show it: royal92:I1; with one tree, I1 will do.")
]


def register(app: typer.Typer) -> None:
    from claimtree.cli.kin_path import path
    from claimtree.cli.research import candidates, match, tasks

    group = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
    group.command(
        "import",
        short_help="read GEDCOM files",
        epilog=examples(
            "claimtree tree import family.ged",
            "claimtree tree import --demo",
            "claimtree tree import smith.ged miller.gdz --living shown --json",
        ),
    )(import_)
    group.command(
        "list",
        short_help="the trees that were imported",
        epilog=examples("claimtree tree list", "claimtree tree list --json"),
    )(list_)
    group.command(
        short_help="people, by name",
        epilog=examples(
            "claimtree tree people",
            'claimtree tree people "mary smith"',
            "claimtree tree people smith --limit 5 --json",
        ),
    )(people)
    group.command(
        short_help="everything about one person, with the lines of the file",
        epilog=examples("claimtree tree person I1", "claimtree tree person I1 --json"),
    )(person)
    group.command(
        short_help="what cannot be: loops, impossible dates, dangling links, duplicates",
        epilog=examples("claimtree tree check", "claimtree tree check --json"),
    )(check)
    group.command(
        short_help="how two people are related, link by link",
        epilog=examples("claimtree tree path I1 I52", "claimtree tree path I1 I52 --svg path.svg --json"),
    )(path)
    group.command(
        short_help="what to look for about a person, and why",
        epilog=examples("claimtree tree tasks I49", "claimtree tree tasks I49 --limit 3 --json"),
    )(tasks)
    group.command(
        short_help="who may be meant, in a tree and beside it",
        epilog=examples(
            'claimtree tree candidates "Mary E. Smith" --born "ABT 1878" --place Ohio',
            'claimtree tree candidates "John Miller" --second miller.ged --json',
        ),
    )(candidates)
    group.command(
        short_help="what is known of a DNA match, as evidence",
        epilog=examples("claimtree tree match ann.json", "claimtree tree match ann.json --json"),
    )(match)
    group.command(short_help="forget a tree", epilog=examples("claimtree tree remove royal92"))(remove)
    app.add_typer(
        group,
        name="tree",
        short_help="family trees: import, people, path, check",
        help="Family trees from GEDCOM files (5.5, 5.5.1, 7, GEDZIP). The files are only read. Several trees stand "
        "side by side; `claimtree search --pack family` searches all of them. People who may be living are masked.",
    )


def tree_settings(
    pack: str | None, store: str | None, embedder: str | None = None, living: str | None = None
) -> Settings:
    """Returns the settings; the pack is `family` unless another is named."""
    settings = settings_from(pack or PACK, store, embedder)
    settings = settings if living is None else replace(settings, living=living)
    settings.show_living  # noqa: B018 - a value that is neither is an error before anything is done
    return settings


def folder_of(settings: Settings) -> TreeFolder:
    """Returns the folder of the trees that belong to the store."""
    from claimtree.tree_import import TreeFolder

    return TreeFolder.beside(settings.home, settings.store_address)


def import_(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE", help="GEDCOM files (.ged, .ged.gz, .gdz), or folders of them."),
    ] = None,
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="What to call the tree of one file. [the file's name]")
    ] = None,
    root: Annotated[
        str,
        typer.Option("--root", metavar="ID", help="The GEDCOM id of the person whose tree it is: at whom “we” starts."),
    ] = "",
    demo: Annotated[bool, typer.Option("--demo", help="Import the demo tree, into a store of its own.")] = False,
    living: Living = None,
    pack: PackName = None,
    store: StoreAddress = None,
    embedder: EmbedderName = None,
    as_json: AsJson = False,
) -> None:
    """Import GEDCOM files, each as a tree, and make them searchable.

    A file is read as far as it goes: a broken line is left out and told with its number, and the exit code is 3.
    Importing a file again replaces its tree and says what is new, changed and gone; ids stay.
    """
    from claimtree.cli.demo import store_for_demo
    from claimtree.cli.progress_bars import bars
    from claimtree.tree_import import demo_files, gedcom_files, import_tree, names_of
    from claimtree.workspace import Workspace

    out = screen(as_json)
    settings = tree_settings(pack, store, embedder, living)
    if demo:
        settings = settings if settings.store else replace(settings, store=str(settings.demo_path))
    if bool(files) == demo:
        raise BadInput(
            "give either FILE or --demo", hint="claimtree tree import FILE.ged, or claimtree tree import --demo"
        )
    found: list[TreeImportShape] = []
    ended = Exit.OK
    with Workspace(settings) as workspace:
        chosen = demo_files(workspace.pack, settings.pack) if demo else gedcom_files(files or [])
        names = names_of(chosen) if name is None else [name]
        check_names(names, chosen)
        target = store_for_demo(workspace, out) if demo else workspace.store_to_write()
        folder = folder_of(settings)
        indexer = workspace.indexer(target, batch_size=1_000, in_processes=True)
        with bars(out) as progress:
            for file, called in zip(chosen, names, strict=True):
                done = import_tree(
                    file, called, folder, indexer, home=root, show_living=settings.show_living, progress=progress
                )
                ended = ended or exit_of(done.report)
                found.append(import_shape(done, folder, target.info().address, show_living=settings.show_living))
                if done.report.interrupted:
                    break
    if as_json:
        out.result({"imports": found})
    else:
        from claimtree.cli.tree_reports import import_shown

        for shape in found:
            out.show(*import_shown(shape))
        example = 'claimtree search --pack family "NAME, born ABOUT 1878 in PLACE"'
        out.show_uncut(["", "Try", "  claimtree tree people NAME", f"  {example}"])
    if ended:
        raise typer.Exit(ended)


def check_names(names: list[str], files: list[Path]) -> None:
    from claimtree.sources.gedcom.source import tree_name

    if len(names) != len(files):
        raise BadInput(f"--name is for one file, not for {len(files)}", hint="Import them one by one.")
    for one in names:
        if one != tree_name(Path(one)):
            raise BadInput(
                f"{one!r} is no name for a tree", hint=f"Use small letters, digits and hyphens: {tree_name(Path(one))}"
            )


def import_shape(done: object, folder: TreeFolder, address: str, *, show_living: bool) -> TreeImportShape:
    from claimtree import serialization
    from claimtree.serialization import tree_json
    from claimtree.tree_import import TreeImport

    assert isinstance(done, TreeImport)
    with folder.open_latest(done.name) as tree:
        return {
            "tree": tree_json.tree(tree),
            "changes": tree_json.changes(done.changes, tree, show_living=show_living),
            "skipped": tree.skipped,
            "lines": [tree_json.skipped_line(one) for one in tree.problems()[:MOST_LINES]],
            "report": serialization.report(done.report, address=address),
        }


def list_(pack: PackName = None, store: StoreAddress = None, as_json: AsJson = False) -> None:
    """Show the trees that were imported into the store."""
    from claimtree.serialization import tree_json

    out = screen(as_json)
    folder = folder_of(tree_settings(pack, store))
    found = []
    for name in folder.names():
        with folder.open(name) as tree:
            found.append(tree_json.tree(tree))
    if as_json:
        out.result({"trees": found})
        return
    from claimtree.cli.tree_reports import trees_shown

    out.show(*trees_shown(found))


def people(
    text: Annotated[
        str, typer.Argument(metavar="NAME", help="Words of a name, in any order and case; without, all.")
    ] = "",
    tree: TreeName = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=100_000, help="How many.")] = 50,
    offset: Annotated[int, typer.Option("--offset", min=0, help="How many to leave out first.")] = 0,
    living: Living = None,
    pack: PackName = None,
    store: StoreAddress = None,
    as_json: AsJson = False,
) -> None:
    """Show people with their ids and years, by words of their names as written.

    `claimtree search --pack family "..."` also finds other spellings, nicknames, and people by dates and places.
    """
    from claimtree.family_trees.profile import row_json

    out = screen(as_json)
    settings = tree_settings(pack, store, living=living)
    folder = folder_of(settings)
    found = []
    for name in folder.chosen(tree):
        with folder.open(name) as opened:
            rows = opened.rows(text, limit=limit + offset + 1, hidden=not settings.show_living)
            found += [row_json(row, name, show_living=settings.show_living) for row in rows]
    page, more = found[offset : offset + limit], len(found) > offset + limit
    if as_json:
        out.result({"people": page, "next": offset + limit if more else None})
        return
    from claimtree.cli.tree_reports import people_shown

    out.show(*people_shown(page, more=more))


def person(
    id: PersonId,
    tree: TreeName = None,
    living: Living = None,
    pack: PackName = None,
    store: StoreAddress = None,
    as_json: AsJson = False,
) -> None:
    """Show everything that a tree says of a person: names, facts, kin, notes and sources, each with the GEDCOM id and
    the line that says it."""
    from claimtree.family_trees.profile import person_json

    out = screen(as_json)
    settings = tree_settings(pack, store, living=living)
    folder = folder_of(settings)
    name, inner = folder.locate(id, tree)
    with folder.open(name) as opened:
        found = opened.person(inner)
        assert found is not None, "it was located"
        shape = person_json(found, opened, show_living=settings.show_living)
    if as_json:
        out.result(shape)
        return
    from claimtree.cli.tree_reports import person_shown

    out.show(*person_shown(shape))


def check(
    tree: Annotated[str | None, typer.Argument(metavar="TREE", help="Its name. [all trees]")] = None,
    living: Living = None,
    pack: PackName = None,
    store: StoreAddress = None,
    as_json: AsJson = False,
) -> None:
    """Look for what cannot be, or hardly can: people who are their own ancestors, impossible dates, parents younger
    than their children, links to nobody, people who are entered twice. Nothing is changed.

    What was found is no failure of the command: the exit code is 0.
    """
    from claimtree.family_trees.checks import findings
    from claimtree.serialization import tree_json

    out = screen(as_json)
    settings = tree_settings(pack, store, living=living)
    folder = folder_of(settings)
    shapes = []
    for name in folder.chosen(tree):
        with folder.open(name) as opened:
            found = list(findings(opened, show_living=settings.show_living))
            lines = [tree_json.skipped_line(one) for one in opened.problems()]
        counts = dict(Counter(str(one.kind) for one in found))
        shapes.append(
            {
                "tree": name,
                "counts": counts,
                "findings": tree_json.findings(found[:MOST_FOUND]),
                "lines": lines[:MOST_LINES],
            }
        )
    if as_json:
        out.result({"checks": shapes})
        return
    from claimtree.cli.tree_reports import check_shown

    for shape in shapes:
        out.show(*check_shown(shape))


def remove(
    name: Annotated[str, typer.Argument(metavar="TREE", help="Its name, as `list` shows it.")],
    pack: PackName = None,
    store: StoreAddress = None,
    as_json: AsJson = False,
) -> None:
    """Take a tree out of the store and the data folder. The GEDCOM file is left as it is."""
    from claimtree.tree_import import remove_tree
    from claimtree.workspace import Workspace

    out = screen(as_json)
    settings = tree_settings(pack, store)
    folder = folder_of(settings)
    folder.chosen(name)
    with Workspace(settings) as workspace:
        removed = remove_tree(name, folder, workspace.store_to_write(settings.store_address))
    if as_json:
        out.result({"removed": removed})
    else:
        out.show(f"Removed the tree {name} with {removed:,} entities.")
