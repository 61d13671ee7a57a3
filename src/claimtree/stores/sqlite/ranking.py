"""Ranking: `model.verdicts.judge` for every candidate at once, and the order and ladder that
follow.

Only candidates that can matter are judged: those that some posting touches, or, where the plan has
a filter, those that can pass it or miss one wish. The others meet nothing, and are only counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from claimtree.deadlines import check
from claimtree.model.answers import Ladder, Standing
from claimtree.model.claims import Facet, LevelName
from claimtree.model.closeness import CLOSEST
from claimtree.model.plans import Plan, Unit
from claimtree.stores.sqlite.binding import Family, Group
from claimtree.stores.sqlite.candidates import Candidates, choose
from claimtree.stores.sqlite.evidence import Bools, Evidence, MaskBuilder, Points, Settled, gather
from claimtree.stores.sqlite.linked import evidence_on

Counts = NDArray[np.int16]
FamilyKey = tuple[LevelName, Facet | None]


@dataclass(frozen=True, slots=True)
class Page:
    """Ordinals of the answers in their order, with their standings, and the ladder."""

    ordinals: tuple[int, ...]
    standings: tuple[Standing, ...]
    ladder: Ladder


def rank(plan: Plan, desk: MaskBuilder, *, limit: int, offset: int) -> Page:
    """Returns one page of the order; the postings of the plan's phrases must be loaded."""
    evidence = _gathered(plan, desk)
    candidates = choose(plan, desk.snapshot, evidence)
    board = VerdictTable(plan, desk, evidence, candidates)
    ordinals, standings = _page(board, limit, offset)
    return Page(ordinals, standings, Ladder(total=board.total, met=board.by_met, more=board.more()))


def place(plan: Plan, desk: MaskBuilder, ordinal: int) -> int | None:
    """Returns the position of an answer in the whole order, 1 for the first; None if it is dropped."""
    evidence = _gathered(plan, desk)
    board = VerdictTable(plan, desk, evidence, choose(plan, desk.snapshot, evidence))
    ordinals = board.candidates.ordinals
    at = int(np.searchsorted(ordinals, ordinal))
    touched = at < len(ordinals) and ordinals[at] == ordinal
    if (touched and not board.stays[at]) or (not touched and not board.candidates.untouched):
        return None
    ranks = board.ranks
    where = int(np.searchsorted(ranks, at))
    if not touched or where == len(ranks) or ranks[where] != at:
        return len(ranks) + 1 + int(np.searchsorted(_scoring_nothing(board), ordinal))
    keys = _keys(board, ranks)
    own = keys[where]
    return 1 + int(np.count_nonzero(keys > own)) + int(np.count_nonzero((keys == own) & (ranks < at)))


def _gathered(plan: Plan, desk: MaskBuilder) -> list[Evidence]:
    found: list[Evidence] = []
    for i, wish in enumerate(plan.wishes):
        check()
        if wish.linked is not None:
            found.append(evidence_on(wish, wish.linked, desk))
        else:
            found.append(gather(wish, desk.snapshot, measured=i in plan.measured))
    return found


class VerdictTable:
    """The verdicts of all units on all candidates."""

    def __init__(self, plan: Plan, desk: MaskBuilder, evidence: Sequence[Evidence], candidates: Candidates) -> None:
        self.plan = plan
        self.candidates = candidates
        self.size = len(candidates.ordinals)
        bound: dict[FamilyKey, dict[int, Evidence]] = {}
        for binding in plan.bindings:
            asked = bound.setdefault((binding.level, binding.facet), {})
            asked.update({i: evidence[i] for unit in binding.units for i in unit})
        answers, depths = desk.snapshot.answers, plan.hierarchy.depth
        self.settled: dict[int, Settled] = {
            i: desk.settle(evidence[i], answers, candidates.ordinals)
            for i in range(len(plan.wishes))
            if i not in plan.bound
        }
        self.families = {
            key: Family.of(desk, depths[key[0]], key[1], candidates.ordinals, found) for key, found in bound.items()
        }
        groups = _groups(plan, range(len(plan.wishes)))
        for key, family in self.families.items():
            self.settled.update(family.bind(groups[key], distinct=key[1] is not None))
        self.unit_met = [self._any_met(unit.wishes, self.settled) for unit in plan.units]
        self.met = _count(self.unit_met, self.size)

    @cached_property
    def required_met(self) -> Counts:
        flags = [met for met, unit in zip(self.unit_met, self.plan.units, strict=True) if unit.required]
        return _count(flags, self.size)

    @cached_property
    def score(self) -> Points:
        score = np.zeros(self.size, np.int32)
        for unit in self.plan.units:
            points = [self.settled[i].points for i in unit.wishes]
            score += points[0] if len(points) == 1 else np.maximum.reduce(points)
            score += self._near_points(unit)
        return score

    def _near_points(self, unit: Unit) -> Points | int:
        """Returns the points of the nearest miss where all alternatives are refuted; a required
        unit drops those.
        """
        found = [
            np.array([wish.points_near(near) for near in range(CLOSEST + 1)], np.int32).take(closeness)
            for i, wish in ((i, self.plan.wishes[i]) for i in unit.wishes if i in self.plan.measured)
            if (closeness := self.settled[i].closeness) is not None
        ]
        return np.maximum.reduce(found) * self._all_refuted(unit) if found else 0

    def _all_refuted(self, unit: Unit) -> Bools:
        refuted: Bools = np.logical_and.reduce([self.settled[i].refuted for i in unit.wishes])
        return refuted

    @cached_property
    def ranks(self) -> NDArray[np.int64]:
        """The candidates that stay and meet something, or come near it; all others that stay are
        equal, and ordered by id.
        """
        return np.flatnonzero(self.stays & ((self.met > 0) | (self.score > 0)))

    @cached_property
    def stays(self) -> Bools:
        """True for candidates not dropped by a refuted required wish, a closed level or, when
        strict, an unmet required wish.
        """
        stays = np.ones(self.size, np.bool_)
        for unit, met in zip(self.plan.units, self.unit_met, strict=True):
            if unit.required and self.plan.strict:
                stays &= met
            elif unit.required:
                stays &= ~self._all_refuted(unit)
        for level in self.plan.gate_levels:
            gates = zip(self.plan.units, self.unit_met, strict=True)
            stays &= np.logical_or.reduce([met for unit, met in gates if level in unit.gate_levels])
        return stays

    @property
    def total(self) -> int:
        return int(np.count_nonzero(self.stays)) + self.candidates.untouched

    @property
    def by_met(self) -> Mapping[int, int]:
        counts = {k: int(np.count_nonzero(self.stays & (self.met == k))) for k in range(len(self.plan.units) + 1)}
        counts[0] += self.candidates.untouched
        return counts

    def more(self) -> tuple[int, ...]:
        """Returns, per unit, how many of those that do not meet everything would without it."""
        if len(self.plan.units) == 1:
            return (self.candidates.of - int(np.count_nonzero(self.met)),)
        return tuple(self._more_without(k) for k in range(len(self.plan.units)))

    def _more_without(self, k: int) -> int:
        """Returns how many meet every other unit and not this one. Groups that shared a facet with
        it choose anew.
        """
        check()
        plan, left_out = self.plan, self.plan.units[k]
        keys = {_family_of(plan, i) for i in left_out.wishes if i in plan.bound}
        affected = {i for key in keys for i in self.families[key].on_rows}
        others = [(j, unit) for j, unit in enumerate(plan.units) if j != k]
        touched = [unit for _, unit in others if affected.intersection(unit.wishes)]
        if not touched:
            return int(np.count_nonzero(~self.unit_met[k] & (self.met == len(others))))
        firm = [self.unit_met[j] for j, unit in others if not affected.intersection(unit.wishes)]
        here = np.flatnonzero((_count(firm, self.size) == len(firm)) & (self.met < len(plan.units)))
        settled = self._rebind(left_out, keys, here)
        for i in {i for unit in touched for i in unit.wishes} - settled.keys():
            settled[i] = self.settled[i].take(here)
        met = [self._any_met(unit.wishes, settled) for unit in touched]
        return int(np.count_nonzero(_count(met, len(here)) == len(met)))

    def _rebind(self, left_out: Unit, keys: set[FamilyKey], here: NDArray[np.int64]) -> dict[int, Settled]:
        """Returns the verdicts of the affected families on some candidates, without one unit."""
        kept = [i for i in range(len(self.plan.wishes)) if i not in left_out.wishes]
        groups = _groups(self.plan.without(left_out), kept)
        settled: dict[int, Settled] = {}
        for key in keys & groups.keys():
            family = self.families[key].restrict(here)
            settled.update(family.bind(groups[key], distinct=key[1] is not None))
        return settled

    @staticmethod
    def _any_met(wishes: Sequence[int], settled: Mapping[int, Settled]) -> Bools:
        met = [settled[i].met for i in wishes]
        return met[0] if len(met) == 1 else np.logical_or.reduce(met)


def _family_of(plan: Plan, wish: int) -> FamilyKey:
    claim = plan.wishes[wish].claim
    return claim.level, claim.facet


def _groups(plan: Plan, numbers: Sequence[int]) -> dict[FamilyKey, list[Group]]:
    """Returns the plan's bindings by family, in the order in which they choose; `numbers` are the
    numbers of its wishes.
    """
    groups: dict[FamilyKey, list[Group]] = {}
    for binding in plan.bindings:
        group = Group(
            units=tuple(tuple(numbers[i] for i in unit) for unit in binding.units),
            required=tuple(plan.is_required(unit) for unit in binding.units),
        )
        groups.setdefault((binding.level, binding.facet), []).append(group)
    return groups


def _count(flags: Sequence[Bools], size: int) -> Counts:
    count = np.zeros(size, np.int16)
    for flag in flags:
        count += flag
    return count


def _page(board: VerdictTable, limit: int, offset: int) -> tuple[tuple[int, ...], tuple[Standing, ...]]:
    """Returns the answers from `offset` on, by required met, met, score and id."""
    ranks = board.ranks
    best = ranks[_largest(_keys(board, ranks), offset + limit)[offset:]]
    ordinals = board.candidates.ordinals[best].tolist()
    standings = [
        Standing(required_met=int(board.required_met[i]), met=int(board.met[i]), score=int(board.score[i]))
        for i in best
    ]
    if len(ordinals) < limit and board.total > len(ranks):
        rest = _scoring_nothing(board)
        start = max(0, offset - len(ranks))
        ordinals += rest[start : start + limit - len(ordinals)].tolist()
        standings += [Standing(required_met=0, met=0, score=0)] * (len(ordinals) - len(standings))
    return tuple(ordinals), tuple(standings)


def _keys(board: VerdictTable, which: NDArray[np.int64]) -> NDArray[np.int64]:
    """Returns required met, met and score in one number; larger is better."""
    top = int(board.score.max(initial=0)) + 1
    wishes = len(board.plan.units) + 1
    counts = board.required_met[which].astype(np.int64) * wishes + board.met[which]
    keys: NDArray[np.int64] = counts * top + board.score[which]
    return keys


def _scoring_nothing(board: VerdictTable) -> NDArray[np.int64]:
    """Returns the answers that stay without meeting or nearly meeting any wish, by id."""
    nothing = (board.met == 0) & (board.score == 0)
    if not board.candidates.untouched:
        found: NDArray[np.int64] = board.candidates.ordinals[board.stays & nothing]
        return found
    flags = np.ones(board.candidates.of, np.bool_)
    flags[board.candidates.ordinals[~(board.stays & nothing)]] = False
    return np.flatnonzero(flags)


def _largest(key: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Returns the positions of the largest keys, largest first; of equal keys the first ones, in
    their order.
    """
    where = np.arange(len(key))
    if 0 < count < len(key):
        bar = np.partition(key, len(key) - count)[len(key) - count]
        above, level = np.flatnonzero(key > bar), np.flatnonzero(key == bar)
        where = np.concatenate((above, level[: count - len(above)]))
    found: NDArray[np.int64] = where[np.lexsort((where, -key[where]))][: max(count, 0)]
    return found
