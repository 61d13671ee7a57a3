"""Wishes that are asked through a relation: `model.related` for every candidate at once.

What is asked is settled for all related entities first, and then carried along the links, which are arrays of one
generation: each link is looked at once, however many candidates share what it is stated of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from claimtree.model.answers import Verdict
from claimtree.model.plans import GRADES, Linked, Plan, Wish
from claimtree.model.related import MOST_SHOWN, Tally, decides
from claimtree.stores.sqlite.evidence import Evidence, MaskBuilder, gather
from claimtree.stores.sqlite.postings import Ints, Ordinals, ranges
from claimtree.stores.sqlite.snapshot import Snapshot

Grades = NDArray[np.uint8]

_NONE = 255
"""Larger than any grade, so that nothing refutes."""


@dataclass(frozen=True, eq=False)
class RelatedVerdicts:
    """What all related entities say about a wish, by their numbers, and the links that lead to them."""

    snapshot: Snapshot
    near: Ints
    """The numbers at this end of the links, ascending."""
    far: Ints
    met: Grades
    """By number: how surely a related entity meets the wish; 0 if it does not."""
    refuted: Grades

    @cached_property
    def grades(self) -> NDArray[np.int16]:
        """What the related entities of each answer say together: see `Tally.grade`."""
        snapshot, size = self.snapshot, len(self.met)
        best, weakest, silent = np.zeros(size, np.uint8), np.full(size, _NONE, np.uint8), np.zeros(size, np.bool_)
        met, refuted = self.met[self.far], self.refuted[self.far]
        np.maximum.at(best, self.near, met)
        np.minimum.at(weakest, self.near, np.where(refuted > 0, refuted, _NONE).astype(np.uint8))
        silent[self.near[(met == 0) & (refuted == 0)]] = True
        answers = snapshot.levels[snapshot.answers].nums
        own_best, own_weakest, own_silent = best[answers], weakest[answers], silent[answers]
        for depth, level in enumerate(snapshot.levels):
            if depth < snapshot.answers:
                above = snapshot.up(snapshot.answers, depth)[:-1]
                known = np.flatnonzero(above >= 0)
                nums = level.nums[above[known]]
                own_best[known] = np.maximum(own_best[known], best[nums])
                own_weakest[known] = np.minimum(own_weakest[known], weakest[nums])
                own_silent[known] |= silent[nums]
            elif depth > snapshot.answers:
                answer = snapshot.up(depth, snapshot.answers)[:-1]
                known = np.flatnonzero(answer >= 0)
                nums = level.nums[known]
                np.maximum.at(own_best, answer[known], best[nums])
                np.minimum.at(own_weakest, answer[known], weakest[nums])
                np.logical_or.at(own_silent, answer[known], silent[nums])
        refuting = np.where(own_silent | (own_weakest == _NONE), 0, -own_weakest.astype(np.int16))
        found: NDArray[np.int16] = np.where(own_best > 0, own_best.astype(np.int16), refuting)
        return found

    def related(self, family: Sequence[int]) -> tuple[Tally, list[int]]:
        """What those say that a family is related to, and some of them that decide, among these the first by id."""
        nums = np.array(sorted(family), self.near.dtype)
        starts = np.searchsorted(self.near, nums)
        counts = np.searchsorted(self.near, nums, side="right") - starts
        far = np.unique(self.far[ranges(starts, counts)])
        met, refuted = self.met[far], self.refuted[far]
        refuting = refuted[refuted > 0]
        tally = Tally(
            int(met.max(initial=0)),
            int(refuting.min()) if len(refuting) else 0,
            bool(((met == 0) & (refuted == 0)).any()),
        )
        if not tally.grade:
            return tally, []
        verdict = Verdict.MET if tally.grade > 0 else Verdict.REFUTED
        decisive = met if tally.grade > 0 else refuted
        grades = [grade for grade in range(1, GRADES + 1) if decides(verdict, grade, tally)]
        return tally, self.snapshot.first_by_id(far[np.isin(decisive, grades)], MOST_SHOWN)


def related_verdicts(plan: Plan, desk: MaskBuilder) -> dict[int, RelatedVerdicts]:
    """By position, what related entities say about those wishes of a plan that ask about them; all of it is loaded."""
    return {i: _verdicts(wish.linked, desk) for i, wish in enumerate(plan.wishes) if wish.linked is not None}


def _verdicts(linked: Linked, desk: MaskBuilder) -> RelatedVerdicts:
    """Returns the evidence of related entities; cached for the next call with the same question,
    which is the one that shows the answer.
    """
    kept = desk.snapshot.related_verdicts
    found = next((known for asked, known in tuple(kept) if asked is linked), None)
    if found is None:
        found = _made(linked, desk)
        kept.append((linked, found))
    return found


def evidence_on(wish: Wish, linked: Linked, desk: MaskBuilder) -> Evidence:
    """What its related entities say about a wish, for every answer."""
    grades = _verdicts(linked, desk).grades
    answers, sign = desk.snapshot.answers, -1 if wish.claim.negated else 1
    rows_of = {
        (answers, sign * grade): np.flatnonzero(grades == grade) for grade in np.unique(grades).tolist() if grade
    }
    return Evidence(wish, rows_of)


def _made(linked: Linked, desk: MaskBuilder) -> RelatedVerdicts:
    snapshot = desk.snapshot
    near, far = snapshot.statements.pairs(linked.query)
    order = np.argsort(near, kind="stable")
    asked = np.zeros(snapshot.numbers, np.bool_)
    asked[far] = True
    met, refuted = np.zeros(snapshot.numbers, np.uint8), np.zeros(snapshot.numbers, np.uint8)
    evidence = [gather(wish, snapshot) for wish in linked.wishes]
    for depth, level in enumerate(snapshot.levels):
        at = np.flatnonzero(asked[level.nums])
        if len(at):
            met[level.nums[at]], refuted[level.nums[at]] = _judged(linked, evidence, desk, depth, at)
    return RelatedVerdicts(snapshot, near[order], far[order], met, refuted)


def _judged(
    linked: Linked, evidence: Sequence[Evidence], desk: MaskBuilder, depth: int, at: Ordinals
) -> tuple[Grades, Grades]:
    """`judge_related` for many entities of a level: how surely each meets what is asked, and refutes it."""
    with_parts = depth == desk.snapshot.answers
    grades = [desk.grades(one, depth, at, with_parts=with_parts) for one in evidence]
    met, refuted = np.full(len(at), GRADES, np.uint8), np.zeros(len(at), np.uint8)
    for unit in linked.units:
        met = np.minimum(met, np.maximum.reduce([grades[i][0] for i in unit]))
        # The smallest is 0 unless every alternative is refuted.
        refuted = np.maximum(refuted, np.minimum.reduce([grades[i][1] for i in unit]))
    return met * (refuted == 0), refuted
