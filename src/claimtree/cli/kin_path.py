"""The command `tree path`: how two people are related."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from claimtree.cli.options import AsJson, PackName, StoreAddress, screen
from claimtree.cli.screen import write
from claimtree.cli.tree import Living, TreeName, tree_settings
from claimtree.errors import BadInput

if TYPE_CHECKING:
    from claimtree.kinship.graph import KinGraph
    from claimtree.kinship.relationship import Relationship

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
    from claimtree.serialization import kinship_json
    from claimtree.tree_service.paths import path_lines
    from claimtree.tree_service.service import TreeService

    out = screen(as_json)
    graph, found = TreeService.of(tree_settings(pack, store, living=living)).path(one, other or "", tree)
    drawn = svg is not None and _draw(graph, found, svg)
    if as_json:
        out.result(kinship_json.relationship(graph, found))
        return
    out.show_uncut(path_lines(graph, found))
    if out.unicode:
        write(sys.stdout, _drawing(graph, found, out.out.width))
    if svg is not None:
        out.say(f"Drawn into {svg}" if drawn else f"There is no path to draw; {svg} is not written.")


def _draw(graph: KinGraph, found: Relationship, file: Path) -> bool:
    """Write the first way as a drawing; returns False if there is nothing to draw."""
    from claimtree.tree_service.paths import path_svg

    drawn = path_svg(graph, found)
    if drawn is None:
        return False
    try:
        file.write_text(drawn, "utf-8")
    except OSError as problem:
        raise BadInput(f"cannot write {file}: {problem.strerror}", hint="Name another file.") from problem
    return True


def _drawing(graph: KinGraph, found: Relationship, columns: int) -> str:
    """Returns the path drawn with letters; nothing if the terminal is too narrow for it."""
    from claimtree.kinship.diagram import draw
    from claimtree.kinship.diagram_text import least_width, text_drawing

    if not found.ways or not found.ways[0].paths[0]:
        return ""
    drawing = draw(graph, graph.number(found.one), found.ways[0])
    return "\n" + text_drawing(drawing, columns=columns) if least_width(drawing) <= columns else ""
