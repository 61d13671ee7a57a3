"""Writes approved facts beside the GEDCOM file of their tree: a new file, or a patch. The file itself is only
read, and nothing that exists is written over."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from claimtree.answering.family_index import FamilyIndex
from claimtree.errors import BadInput
from claimtree.family_trees.tree import TreeInfo
from claimtree.review.gedcom_patch import GedcomPatch, PatchedTree
from claimtree.review.items import ReviewItem, ReviewState
from claimtree.sources.gedcom.archive import FORMATS, opened
from claimtree.sources.gedcom.insertions import GedcomCopy, write_copy, write_patch

REVIEWED: Final = ".reviewed.ged"
PATCH: Final = ".reviewed.patch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """What was written."""

    path: Path
    lines: int
    """How many lines were added."""
    items: tuple[int, ...]
    """The numbers of the items that are in it."""


def beside(original: Path, ending: str) -> Path:
    """Returns the path beside a file for what is written of it."""
    name = original.name
    for known in sorted(FORMATS, key=len, reverse=True):
        if name.lower().endswith(known):
            name = name[: -len(known)]
            break
    return original.with_name(f"{name}{ending}")


def export(
    items: Sequence[ReviewItem],
    original: Path,
    to: Path,
    index: FamilyIndex,
    tree: PatchedTree,
    info: TreeInfo,
    *,
    as_patch: bool = False,
) -> Export:
    """Writes the approved ones of some items, all of one tree, to a path that does not exist yet.

    Raises BadInput if the original is not the file that the tree was imported from: the numbers of
    its lines would be others.
    """
    chosen = [item for item in items if item.state is ReviewState.APPROVED and item.fact is not None]
    if not chosen:
        raise BadInput(
            "nothing of this tree is approved", hint="claimtree review list, then claimtree review approve ID"
        )
    if to.exists():
        raise BadInput(f"{to} exists, and nothing is written over", hint="Name another file, or move it away.")
    if not original.is_file():
        raise BadInput(f"{original} does not exist", hint="Name the GEDCOM file that the tree was imported from.")
    added = GedcomPatch(index, tree).insertions(chosen)
    coming = to.with_name(f"{to.name}.{os.getpid()}.new")
    try:
        with opened(original) as stream, coming.open("xb") as file:
            copy = GedcomCopy(stream)
            if as_patch:
                lines = write_patch(copy, added, file, old=original.name, new=original.name)
            else:
                lines = write_copy(copy, added, file)
        if copy.sha256 != info.sha256:
            raise BadInput(
                f"{original} is not the file that the tree {info.name!r} was imported from, or was changed since",
                hint="Import it again, then export.",
                values={"path": str(original)},
            )
        os.link(coming, to)  # fails if somebody else wrote it in the meantime
    except FileExistsError as error:
        raise BadInput(f"{to} exists, and nothing is written over", hint="Name another file.") from error
    finally:
        coming.unlink(missing_ok=True)
    return Export(path=to, lines=lines, items=tuple(item.id for item in chosen))
