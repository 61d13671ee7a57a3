"""Opens the facts of the one tree that a command is about."""

from __future__ import annotations

from claimtree.answering.family_index import FamilyIndex
from claimtree.errors import BadInput
from claimtree.tree_import import TreeFolder


def family_index(folder: TreeFolder, tree: str | None, *, show_living: bool) -> FamilyIndex:
    """Returns the facts of a tree; without a name, of the only one."""
    names = folder.chosen(tree)
    if len(names) > 1:
        raise BadInput(f"there are several trees: {', '.join(names)}", hint=f"Say which: --tree {names[0]}")
    from claimtree.tree_service import open_trees

    return open_trees.family_index(folder, names[0], show_living)
