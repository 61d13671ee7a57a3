"""Family trees in JSON."""

from __future__ import annotations

from collections.abc import Sequence

from claimtree.family_trees.checks import Finding
from claimtree.family_trees.differences import Changed, Differences
from claimtree.family_trees.living import MASKED
from claimtree.json_types.tree_types import (
    ChangedShape,
    ChangesShape,
    FindingShape,
    SkippedLineShape,
    TreeShape,
)
from claimtree.sources.gedcom.lines import Problem
from claimtree.sources.gedcom.tree_file import TreeFile


def tree(found: TreeFile) -> TreeShape:
    """Returns a tree without its people."""
    info = found.info
    people, living = found.count()
    return {
        "name": info.name,
        "file": info.file,
        "sha256": info.sha256,
        "imported": info.imported,
        "charset": info.charset,
        "version": info.version,
        "program": info.program,
        "people": people,
        "living": living,
        "families": info.families,
        "root": found.root(),
    }


def skipped_line(problem: Problem) -> SkippedLineShape:
    return {"line": problem.line, "reason": problem.reason, "text": problem.text, "skipped": problem.skipped}


def changes(found: Differences, now: TreeFile, *, show_living: bool) -> ChangesShape:
    """Returns what an import changed; of people who may be living and are not shown, only that it did."""
    hidden = frozenset[str]() if show_living else now.living()
    return {
        "first": found.first,
        "new": found.new,
        "changed": found.changed,
        "gone": found.gone,
        "unchanged": found.unchanged,
        "examples": [_changed(one, now, hidden) for one in found.examples],
    }


def _changed(one: Changed, now: TreeFile, hidden: frozenset[str]) -> ChangedShape:
    rows = now.rows_of([one.id]) if one.tag == "INDI" else {}
    name = rows[one.id].name if one.id in rows else ""
    is_hidden = one.id in hidden or (one.tag == "INDI" and one.id not in rows and bool(hidden))
    if is_hidden:
        return {"id": one.id, "name": MASKED, "new": [], "gone": []}
    return {"id": one.id, "name": name, "new": list(one.new), "gone": list(one.gone)}


def finding(found: Finding) -> FindingShape:
    return {
        "kind": str(found.kind),
        "people": list(found.people),
        "text": found.text,
        "quotes": list(found.quotes),
    }


def findings(found: Sequence[Finding]) -> list[FindingShape]:
    return [finding(one) for one in found]
