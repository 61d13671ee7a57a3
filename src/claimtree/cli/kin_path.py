"""The command `tree path`: how two people are related."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from claimtree.cli.options import AsJson, PackName, StoreAddress, screen
from claimtree.cli.screen import write
from claimtree.cli.tree import Living, TreeName, folder_of, tree_settings
from claimtree.errors import BadInput, UnknownName

if TYPE_CHECKING:
    from claimtree.kinship.graph import KinGraph
    from claimtree.kinship.relationship import Relationship
    from claimtree.sources.gedcom.tree_file import PersonRow
    from claimtree.tree_import import TreeFolder

_MOST_NAMESAKES = 5

One = Annotated[str, typer.Argument(metavar="A", help="A person: an id, or a name that only one person has.")]
Other = Annotated[
    str | None, typer.Argument(metavar="B", help="The other one. [A, as seen from the root person of the tree]")
]


def path(
    one: One,
    other: Other = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Draw the path into this file, as SVG.")
    ] = None,
    tree: TreeName = None,
    living: Living = None,
    pack: PackName = None,
    store: StoreAddress = None,
    as_json: AsJson = False,
) -> None:
    """Show what B is to A: the closest path, link by link, with the lines of the file that state it.

    All ways are told: other paths that are equally close, and other lines of descent. A marriage
    counts as two links. With one person, the path begins at the tree's root person.
    """
    from claimtree.kinship.graph import PersonId
    from claimtree.kinship.relationship import relate
    from claimtree.serialization import kinship_json

    out = screen(as_json)
    settings = tree_settings(pack, store, living=living)
    folder = folder_of(settings)
    hidden = not settings.show_living
    name, first = _person(folder, one, tree, hidden=hidden)
    if other is None:
        second, first = first, _root(folder, name)
    else:
        other_tree, second = _person(folder, other, tree, hidden=hidden)
        if other_tree != name:
            raise BadInput(
                f"{one!r} is in the tree {name} and {other!r} in the tree {other_tree}",
                hint="A path leads from one person of a tree to another of the same tree.",
            )
    graph = folder.kin_graph(name, show_living=settings.show_living)
    found = relate(graph, PersonId(f"{name}:{first}"), PersonId(f"{name}:{second}"))
    drawn = svg is not None and _draw(graph, found, svg)
    if as_json:
        out.result(kinship_json.relationship(graph, found))
        return
    out.show_uncut(_shown(graph, found))
    if out.unicode:
        write(sys.stdout, _drawing(graph, found, out.out.width))
    if svg is not None:
        out.say(f"Drawn into {svg}" if drawn else f"There is no path to draw; {svg} is not written.")


def _person(folder: TreeFolder, given: str, tree: str | None, *, hidden: bool) -> tuple[str, str]:
    """Returns the tree and the id of a person, given by id or by a name that only one person has.

    Those who may be living are found by no name where they are hidden.
    """
    try:
        return folder.locate(given, tree)
    except UnknownName as unknown:
        found = [(name, row) for name in folder.chosen(tree) for row in _named(folder, name, given, hidden=hidden)]
        if not found:
            raise unknown
    if len(found) > 1:
        some = "; ".join(f"{name}:{row.id} {row.name}" for name, row in found[:_MOST_NAMESAKES])
        more = ", …" if len(found) > _MOST_NAMESAKES else ""
        raise BadInput(f"several people are called {given!r}", hint=f"Say which by id: {some}{more}")
    return found[0][0], found[0][1].id


def _named(folder: TreeFolder, tree: str, text: str, *, hidden: bool) -> list[PersonRow]:
    with folder.open(tree) as opened:
        return opened.rows(text, limit=_MOST_NAMESAKES + 1, hidden=hidden) if text.strip() else []


def _root(folder: TreeFolder, tree: str) -> str:
    with folder.open(tree) as opened:
        home = opened.info.home.removeprefix("@").removesuffix("@")
    if not home:
        raise BadInput(
            f"the tree {tree} has no root person to begin at",
            hint="Name two people, or import the tree again with --root ID.",
        )
    return folder.locate(home, tree)[1]


def _draw(graph: KinGraph, found: Relationship, file: Path) -> bool:
    """Write the first way as a drawing; returns False if there is nothing to draw."""
    from claimtree.kinship.diagram import draw
    from claimtree.kinship.diagram_svg import svg
    from claimtree.kinship.steps import headline, said_steps

    if not found.ways or not found.ways[0].paths[0]:
        return False
    way = found.ways[0]
    steps = [one.text for one in said_steps(graph, way.paths[0])]
    drawn = svg(draw(graph, graph.number(found.one), way), headline(graph, found), steps)
    try:
        file.write_text(drawn, "utf-8")
    except OSError as problem:
        raise BadInput(f"cannot write {file}: {problem.strerror}", hint="Name another file.") from problem
    return True


def _shown(graph: KinGraph, found: Relationship) -> list[str]:
    """Returns the headline, the links with their citations, and what else is known."""
    from claimtree.kinship.steps import headline, remarks, said_steps
    from claimtree.serialization.kinship_json import citation_text

    lines = [headline(graph, found), *remarks(graph, found)]
    for way in found.ways[:1]:
        for step in said_steps(graph, way.paths[0]):
            lines += ["", f"  {step.text}", *(f"      {citation_text(one)}" for one in step.citations)]
    return lines


def _drawing(graph: KinGraph, found: Relationship, columns: int) -> str:
    """Returns the path drawn with letters; nothing if the terminal is too narrow for it."""
    from claimtree.kinship.diagram import draw
    from claimtree.kinship.diagram_text import least_width, text_drawing

    if not found.ways or not found.ways[0].paths[0]:
        return ""
    drawing = draw(graph, graph.number(found.one), found.ways[0])
    return "\n" + text_drawing(drawing, columns=columns) if least_width(drawing) <= columns else ""
