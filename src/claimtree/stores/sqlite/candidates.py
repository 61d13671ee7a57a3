"""Chooses the answers that a plan has to look at.

Looking at everything costs time in proportion to all answers. Mostly far fewer can matter: without a
filter, those that some posting touches, be it for a wish, nearly for it, or against a required one;
with a filter, those that may pass it, and for the ladder those that may miss only one wish.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from claimtree.model.plans import Plan
from claimtree.stores.sqlite.evidence import Bools, Evidence
from claimtree.stores.sqlite.postings import Ordinals
from claimtree.stores.sqlite.snapshot import Snapshot

DENSE = 0.25
"""From this share of all answers on, scanning all is cheaper than selecting."""

Marks = list[tuple[int, Ordinals]]
"""Depths, and ordinals at that depth."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """The answers to look at, and counts of the others."""

    ordinals: Ordinals
    """Ordinals, ascending."""
    of: int
    """How many answers the store has."""
    untouched: int
    """How many of the others stay; each meets nothing."""


def choose(plan: Plan, snapshot: Snapshot, evidence: Sequence[Evidence]) -> Candidates:
    """Returns all that can matter to order, total and ladder; everything when that is most of the
    store.
    """
    proofs = [_marks((evidence[i] for i in unit.wishes), positive=True) for unit in plan.units]
    required = [k for k, unit in enumerate(plan.units) if unit.required]
    filters: list[Marks] = [
        _joined(proofs[k] for k, unit in enumerate(plan.units) if level in unit.gate_levels)
        for level in plan.gate_levels
    ]
    if plan.strict:
        filters += [proofs[k] for k in required]

    answers = snapshot.answer_count
    if filters:
        # What passes, passes every filter. What meets all wishes but one, which the ladder counts,
        # meets at least one of any two wishes; the two rarest are used.
        rarest = sorted(proofs, key=lambda marks: _reach(snapshot, marks))[:2]
        wanted = _flags(snapshot, filters[0])
        for marks in filters[1:]:
            wanted &= _flags(snapshot, marks)
        wanted |= _flags(snapshot, _joined(rarest))
    else:
        doubts = [_marks((evidence[i] for i in plan.units[k].wishes), positive=False) for k in required]
        near = [list(found.near()) for found in evidence]
        wanted = _flags(snapshot, _joined(proofs + doubts + near))
    found = np.flatnonzero(wanted)
    if len(found) > answers * DENSE:
        return Candidates(snapshot.all_answers, answers, 0)
    return Candidates(found, answers, 0 if filters else answers - len(found))


def _marks(evidence: Iterable[Evidence], *, positive: bool) -> Marks:
    return [marks for found in evidence for marks in found.rows(positive=positive)]


def _joined(parts: Iterable[Marks]) -> Marks:
    return [mark for part in parts for mark in part]


def _reach(snapshot: Snapshot, marks: Marks) -> int:
    """Returns an upper bound of the number of answers they touch: an area touches all answers in it."""
    return sum(
        len(rows) if depth >= snapshot.answers else int(snapshot.under(depth).counts[rows].sum())
        for depth, rows in marks
    )


def _flags(snapshot: Snapshot, marks: Marks) -> Bools:
    """Returns a flag per answer: True if it is touched."""
    flags = np.zeros(snapshot.answer_count, np.bool_)
    for depth, rows in marks:
        if depth == snapshot.answers:
            flags[rows] = True
        elif depth > snapshot.answers:
            flags[snapshot.up(depth, snapshot.answers).take(rows)] = True
        else:
            flags[snapshot.under(depth).members(rows)] = True
    return flags
