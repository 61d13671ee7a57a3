"""Finds the person whom an id or a name means."""

from __future__ import annotations

from typing import Final

from claimtree.errors import BadInput, UnknownName
from claimtree.sources.gedcom.tree_file import PersonRow
from claimtree.tree_import import TreeFolder

_MOST_NAMESAKES: Final = 5
_LONGEST_SHOWN: Final = 80


def find_person(folder: TreeFolder, given: str, tree: str | None = None, *, hidden: bool) -> tuple[str, str]:
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
        raise BadInput(f"several people are called {given[:_LONGEST_SHOWN]!r}", hint=f"Say which by id: {some}{more}")
    return found[0][0], found[0][1].id


def root_person(folder: TreeFolder, tree: str) -> str:
    """Returns the id of the person whose tree it is; an error if it was not said at the import."""
    home = home_of(folder, tree)
    if not home:
        raise BadInput(
            f"the tree {tree} has no root person to begin at",
            hint="Name two people, or import the tree again with --root ID.",
        )
    return home


def home_of(folder: TreeFolder, tree: str) -> str:
    """Returns the id of the person whose tree it is; empty if it is not known, or the tree does not have them."""
    with folder.open(tree) as opened:
        return opened.root()


def _named(folder: TreeFolder, tree: str, text: str, *, hidden: bool) -> list[PersonRow]:
    with folder.open(tree) as opened:
        return opened.rows(text, limit=_MOST_NAMESAKES + 1, hidden=hidden) if text.strip() else []
