"""Puts a pack's levels in order."""

from __future__ import annotations

from collections.abc import Mapping

from claimtree.model.claims import LevelName
from claimtree.packs.diagnostics import Problems


def chain(parents: Mapping[str, str], file: str, problems: Problems) -> tuple[LevelName, ...]:
    """Returns the levels, root first; each has one parent and one child at most.

    >>> chain({"room": "home", "home": ""}, "pack.toml", Problems())
    ('home', 'room')
    """
    roots = [level for level, parent in parents.items() if not parent]
    if len(roots) != 1:
        what = f"two roots, {roots[0]!r} and {roots[1]!r}" if roots else "no root, a level with the parent ''"
        problems.add(file, ["levels"], f"{what}; levels form one chain from one root")
        return ()
    children: dict[str, str] = {}
    sound = True
    for level, parent in parents.items():
        if parent and parent not in parents:
            problems.unknown(file, ["levels", level], "level", parent, parents)
            sound = False
        elif parent in children:
            both = f"{children[parent]!r} and {level!r}"
            problems.add(file, ["levels", level], f"{parent!r} has two children, {both}; levels form one chain")
            sound = False
        else:
            children[parent] = level
    found = roots
    while found[-1] in children:
        found.append(children[found[-1]])
    # With one root and single children, levels that the root does not lead to form a cycle.
    if sound and len(found) != len(parents):
        lost = [level for level in parents if level not in found]
        problems.add(file, ["levels"], f"{', '.join(lost)} contain each other in a circle")
    return tuple(LevelName(level) for level in found)
