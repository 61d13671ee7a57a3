"""What the postings say about a wish, as bit masks: one bit per grade, for and against.

The rules depend only on which grades occur. So the evidence on a wish for one entity is two 16-bit
masks, and the evidence of a family is the bitwise or of its members' masks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

import numpy as np
from numpy.typing import NDArray

from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.claims import LevelName
from claimtree.model.closeness import CLOSEST
from claimtree.model.place_tests import FEW, QUARTERS, PlaceResult, bands, grade_in_band, outcome, unproven
from claimtree.model.places import Near, NearKind
from claimtree.model.plans import GRADES, PlaceMatch, Wish
from claimtree.stores.sqlite.postings import Ordinals
from claimtree.stores.sqlite.snapshot import PhrasePostings, Snapshot, Sorted

Masks = NDArray[np.uint16]
Bools = NDArray[np.bool_]
Points = NDArray[np.int32]
Closeness = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """The verdicts on one wish, for many entities at once."""

    met: Bools
    refuted: Bools
    points: Points
    closeness: Closeness | None = None
    """How near the refuted ones come; None where that is not measured."""

    def take(self, which: NDArray[np.integer]) -> Settled:
        closeness = None if self.closeness is None else self.closeness[which]
        return Settled(self.met[which], self.refuted[which], self.points[which], closeness)

    @classmethod
    def unknown(cls, size: int, *, measured: bool = False) -> Settled:
        closeness = np.zeros(size, np.uint8) if measured else None
        return cls(np.zeros(size, np.bool_), np.zeros(size, np.bool_), np.zeros(size, np.int32), closeness)


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """The evidence on one wish: by depth and signed grade, the ordinals of the entities that give
    it.
    """

    wish: Wish
    rows_of: dict[tuple[int, int], Ordinals]
    missed: dict[tuple[int, int], Ordinals] | None = None
    """The entities that speak against it, by depth and closeness; None where that is not measured."""

    def near(self) -> Iterator[tuple[int, Ordinals]]:
        """Yields the entities whose amounts miss the wish by little."""
        for (depth, closeness), rows in (self.missed or {}).items():
            if closeness:
                yield depth, rows

    def rows(self, *, positive: bool) -> Iterator[tuple[int, Ordinals]]:
        for (depth, grade), rows in self.rows_of.items():
            if (grade > 0) == positive:
                yield depth, rows


def gather(wish: Wish, snapshot: Snapshot, *, measured: bool = False) -> Evidence:
    """Returns the evidence of all postings of a wish's phrases and of coordinates; they must be
    loaded.

    With `measured`, also how near the amounts that speak against it come.
    """
    known = snapshot.says
    # Not `defaultdict[...](list)`: at each call, that takes longer than making the dictionary.
    alike: defaultdict[_Alike, list[PhrasePostings]] = defaultdict(list)
    rows_of: defaultdict[tuple[int, int], list[NDArray[np.integer]]] = defaultdict(list)
    missed: defaultdict[tuple[int, int], list[Ordinals]] = defaultdict(list)
    sure = wish.sure
    depths = [snapshot.hierarchy.depth_of(level) for level in sure.levels]
    for phrase, at, holds in zip(sure.phrases.tolist(), sure.level.tolist(), sure.holds.tolist(), strict=True):
        if (says := known[phrase]) is not None:
            rows_of[depths[at], holds].append(says.rows)
    for match in sure.others:
        says = known[match.phrase]
        if says is None:
            continue
        if not wish.claim.amounts:
            rows_of[snapshot.hierarchy.depth_of(match.level), match.holds].append(says.rows)
            continue
        may_hold = match.holds if match.may_hold is None else match.may_hold
        # A single value that overlaps what is asked is covered by it, unless it is a year of which
        # some days are asked for.
        is_split = len(match.slots) == 1 and (may_hold == match.holds or not match.kinds)
        by_value = says.sorted[match.slots[0]] if is_split else None
        if by_value is not None:
            points, says = by_value
            depth = snapshot.hierarchy.depth_of(match.level)
            inside, outside = points.split(wish.asked(match.kinds)[0])
            rows_of[depth, match.holds].append(inside)
            rows_of[depth, match.fails].append(outside)
            if measured and match.fails < 0:
                for closeness, rows in _by_closeness(points, wish, match.kinds):
                    missed[depth, closeness].append(rows)
            if measured and match.holds < 0:
                missed[depth, 0].append(inside)
        if len(says.rows):
            alike[match.level, match.slots, match.kinds, match.holds, may_hold, match.fails].append(says)
    for (level, slots, kinds), keys in groupby(sorted(alike), key=lambda key: key[:3]):
        depth, groups = snapshot.hierarchy.depth_of(level), list(keys)
        found = [says for key in groups for says in alike[key]]
        rows = _joined([says.rows for says in found])
        agrees = _all_overlap(wish.asked(kinds), slots, found)
        nearness = _closeness(wish.wider_asked(kinds), slots, found, agrees) if measured else None
        has_imprecise = any(holds != may_hold for *_, holds, may_hold, _ in groups)
        covered = _covered(wish.covering(kinds), slots[0], found) if has_imprecise else None
        start = 0
        for key in groups:
            end = start + sum(len(says.rows) for says in alike[key])
            here, (*_, holds, may_hold, fails) = rows[start:end], key
            if covered is None or holds == may_hold:
                rows_of[depth, holds].append(here[agrees[start:end]])
            else:
                rows_of[depth, holds].append(here[agrees[start:end] & covered[start:end]])
                rows_of[depth, may_hold].append(here[agrees[start:end] & ~covered[start:end]])
            rows_of[depth, fails].append(here[~agrees[start:end]])
            if nearness is not None:
                against = (agrees[start:end] & (holds < 0)) | (~agrees[start:end] & (fails < 0))
                for near in np.unique(nearness[start:end][against]).tolist():
                    missed[depth, near].append(here[against & (nearness[start:end] == near)])
            start = end
    for place in wish.places:
        depth = snapshot.hierarchy.depth_of(place.level)
        for grade, there in _located(place, snapshot, depth):
            at, touched = (snapshot.answers, _unlocated(snapshot, depth, there)) if place.stands_in else (depth, there)
            rows_of[at, grade].append(touched)
            if measured and grade < 0:
                missed[at, 0].append(touched)
    return Evidence(
        wish,
        {key: _joined(rows) for key, rows in rows_of.items() if key[1]},
        {key: _joined(rows) for key, rows in missed.items()} if measured else None,
    )


_Alike = tuple[LevelName, tuple[int, ...], tuple[AmountKind, ...], int, int, int]
"""Level, slots, the kinds that these are counted in if other than asked, and the grades when
amounts agree, when they may, and when they do not: such phrases are judged together.
"""


def _located(match: PlaceMatch, snapshot: Snapshot, depth: int) -> Iterator[tuple[int, Ordinals]]:
    """Yields the grade and the entities of each outcome of a place test; entities without
    coordinates are left out.
    """
    test = match.test
    if match.partial:  # an unproven outcome is shown, but does not count
        match = replace(match, holds=0) if unproven(test) is PlaceResult.HOLDS else replace(match, fails=0)
    if isinstance(test, NearKind):
        yield from _by_distance(match, test.asked, np.inf, snapshot.nearest(test.kind, depth))
        return
    if isinstance(test, Near) and len(test.places) > FEW:
        yield from _by_distance(match, test.asked, test.reach_m, snapshot.nearest_of(test, depth))
        return
    located = snapshot.located(depth)
    known, made = located.rows, outcome(test, located.points)
    holds = np.flatnonzero(made.holds & ~made.open)
    if match.holds > 0 and made.bands is not None:
        for band in range(QUARTERS):
            yield grade_in_band(match.holds, band), known[holds[made.bands[holds] == band]]
    else:
        yield match.holds, known[holds]
    if match.nearly:
        yield match.nearly, known[made.nearly]
    if match.fails:
        yield match.fails, known[~(made.holds | made.nearly | made.open)]


def _unlocated(snapshot: Snapshot, depth: int, above: Ordinals) -> Ordinals:
    """Returns the answers under these entities that have no coordinates of their own."""
    return np.setdiff1d(snapshot.under(depth).members(above), snapshot.located(snapshot.answers).rows)


def _by_distance(match: PlaceMatch, asked: Amount, reach_m: float, nearest: Sorted) -> Iterator[tuple[int, Ordinals]]:
    """Yields the same where the distance to the nearest place is known: the near entities are one
    slice. Beyond `reach_m` nothing is said.
    """
    last = int(np.searchsorted(nearest.values, reach_m, side="right"))
    first, after = (min(end, last) for end in nearest.span(asked))
    quarters = bands(asked, nearest.values[first:after])
    if match.holds > 0 and quarters is not None:
        ends = first + np.searchsorted(quarters, np.arange(QUARTERS + 1))
        for band in range(QUARTERS):
            yield grade_in_band(match.holds, band), nearest.rows[ends[band] : ends[band + 1]]
    else:
        yield match.holds, nearest.rows[first:after]
    if match.fails:
        yield match.fails, np.concatenate((nearest.rows[:first], nearest.rows[after:last]))


def _joined(parts: Sequence[NDArray[np.integer]]) -> Ordinals:
    """Returns all parts, as numpy indexes: it would convert other numbers at every use."""
    return parts[0].astype(np.int64, copy=False) if len(parts) == 1 else np.concatenate(parts, dtype=np.int64)


def _all_overlap(asked: Sequence[Amount], slots: Sequence[int], found: list[PhrasePostings]) -> Bools:
    """Returns, for each posting, whether every asked amount overlaps the one in its slot."""
    agrees = [_overlap(amount, found, slot) for amount, slot in zip(asked, slots, strict=True)]
    every: Bools = np.logical_and.reduce(agrees)
    return every


def _overlap(asked: Amount, found: list[PhrasePostings], slot: int) -> Bools:
    """Returns `Amount.overlaps` for many stored amounts at once."""
    stored_low = np.concatenate([says.low[slot] for says in found])
    stored_high = np.concatenate([says.high[slot] for says in found])
    low, high = np.maximum(stored_low, asked.low), np.minimum(stored_high, asked.high)
    agrees: Bools = low < high
    touching = np.flatnonzero(low == high)
    if len(touching):
        ends = np.concatenate([says.open[slot] for says in found])[touching]
        value = low[touching]
        inside = (value > stored_low[touching]) | (ends & 1 == 0)
        inside &= (value < stored_high[touching]) | (ends & 2 == 0)
        inside &= (value > asked.low) | (not asked.low_open)
        inside &= (value < asked.high) | (not asked.high_open)
        agrees[touching] = inside
    return agrees


def _covered(asked: Amount | None, slot: int, found: list[PhrasePostings]) -> Bools:
    """Returns `Amount.covers` for many stored amounts at once; False for all without an amount."""
    low = np.concatenate([says.low[slot] for says in found])
    if asked is None:
        return np.zeros(len(low), np.bool_)
    high = np.concatenate([says.high[slot] for says in found])
    ends = np.concatenate([says.open[slot] for says in found])
    above = (low > asked.low) | ((low == asked.low) & ((ends & 1 != 0) | (not asked.low_open)))
    below = (high < asked.high) | ((high == asked.high) & ((ends & 2 != 0) | (not asked.high_open)))
    inside: Bools = above & below
    return inside


def _by_closeness(points: Sorted, wish: Wish, kinds: Sequence[AmountKind]) -> Iterator[tuple[int, Ordinals]]:
    """Yields the entities that state another value than asked, by how near it comes: the parts of a
    wider slice outside the next narrower one.
    """
    everyone = (0, len(points.rows))
    spans = [everyone, *(points.span(asked) for (asked,) in wish.wider_asked(kinds)), points.span(wish.asked(kinds)[0])]
    for closeness, ((start, end), (first, after)) in enumerate(pairwise(spans)):
        if start < first or after < end:
            yield closeness, np.concatenate((points.rows[start:first], points.rows[after:end]))


def _closeness(
    wider_amounts: Sequence[Sequence[Amount]], slots: Sequence[int], found: list[PhrasePostings], agrees: Bools
) -> Closeness:
    """Returns `closeness_of` for many stored amounts at once; 0 where they agree."""
    closeness = np.zeros(len(agrees), np.uint8)
    for wider in wider_amounts:
        closeness += _all_overlap(wider, slots, found)
    closeness[agrees] = 0
    return closeness


_SPARSE = 8
"""Clearing a whole scratch array takes as long as clearing one in so many of its slots."""


class MaskBuilder:
    """Turns evidence into masks, for entities of any level. Used by one thread at a time: it has
    scratch arrays.

    A scratch array is as long as a level and all zero between uses. Marking and clearing cost time
    in proportion to the postings, reading in proportion to the entities asked about; nothing is in
    proportion to the entities in the store.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._scratch = [np.zeros(len(level) + 1, np.uint16) for level in snapshot.levels]
        self._places: dict[tuple[int, int, int], tuple[Ordinals, Ordinals]] = {}
        """The ancestors of some entities, which are here too so that their key is not used again: several wishes
        are settled on the same ones.
        """

    def forget(self) -> None:
        """Let go of what belongs to one plan."""
        self._places.clear()

    def settle(self, evidence: Evidence, depth: int, at: Ordinals, *, with_parts: bool = True) -> Settled:
        """Returns the verdicts for these entities of a level, from the evidence on them, on their
        ancestors, and on their parts if `with_parts`.
        """
        settled = self._verdicts(evidence, depth, at, with_parts=with_parts)
        if evidence.missed is None:
            return settled
        bits = {closeness: np.uint16(1 << closeness) for closeness in range(CLOSEST + 1)}
        masks = self._masks(evidence.missed, depth, at, bits, with_parts=with_parts)
        if masks is None:
            return replace(settled, closeness=np.zeros(len(at), np.uint8))
        return replace(settled, closeness=_FARTHEST.take(masks) * settled.refuted)

    def grades(
        self, evidence: Evidence, depth: int, at: Ordinals, *, with_parts: bool
    ) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """The grade of each entity that meets the wish, and of each that refutes it; 0 for the others."""
        none = np.zeros(len(at), np.uint16)
        found = []
        bits = {grade: np.uint16(1 << (grade - 1)) for grade in range(1, GRADES + 1)}
        for sign in (1, -1):
            rows_of = {
                (level, sign * grade): rows for (level, grade), rows in evidence.rows_of.items() if sign * grade > 0
            }
            masks = self._masks(rows_of, depth, at, bits, with_parts=with_parts)
            found.append(none if masks is None else masks)
        masks_for, masks_against = found
        refuted = (masks_against & ~masks_for) > masks_for
        return _HIGHEST.take(masks_for * ~refuted), _HIGHEST.take(masks_against * refuted)

    def _verdicts(self, evidence: Evidence, depth: int, at: Ordinals, *, with_parts: bool) -> Settled:
        # Bits only for the grades that occur, in their order: then the worth of masks is a table of
        # few numbers.
        grades = sorted({abs(grade) for _, grade in evidence.rows_of})
        bits = {grade: np.uint16(1 << i) for i, grade in enumerate(grades)}
        proofs = {key: rows for key, rows in evidence.rows_of.items() if key[1] > 0}
        doubts = {(level, -grade): rows for (level, grade), rows in evidence.rows_of.items() if grade < 0}
        masks_for = self._masks(proofs, depth, at, bits, with_parts=with_parts)
        masks_against = self._masks(doubts, depth, at, bits, with_parts=with_parts)
        if masks_for is None:
            refuted = np.zeros(len(at), np.bool_) if masks_against is None else masks_against != 0
            return Settled(np.zeros(len(at), np.bool_), refuted, np.zeros(len(at), np.int32))
        worth = _worth([evidence.wish.points[grade] for grade in grades])
        if masks_against is None:
            return Settled(masks_for != 0, np.zeros(len(at), np.bool_), worth.take(masks_for))
        # True where the highest bit of one mask is above the highest of the other (Hacker's
        # Delight, 5-3).
        refuted = (masks_against & ~masks_for) > masks_for
        masks_for *= ~refuted
        return Settled(masks_for != 0, refuted, worth.take(masks_for))

    def _masks(
        self,
        rows_of: Mapping[tuple[int, int], Ordinals],
        depth: int,
        at: Ordinals,
        bits: Mapping[int, np.uint16],
        *,
        with_parts: bool,
    ) -> Masks | None:
        """Returns one mask per entity asked about, with the bits of the evidence on it; None if
        there is none.
        """
        up, everyone = self.snapshot.up, at is self.snapshot.all_answers
        marks: dict[int, list[tuple[Ordinals, np.uint16]]] = {}
        for (level, number), rows in rows_of.items():
            if len(rows) and (with_parts or level <= depth):
                here = rows if level <= depth else up(level, depth).take(rows)
                marks.setdefault(min(level, depth), []).append((here, bits[number]))
        found: Masks | None = None
        for level, marked in marks.items():
            paper = self._scratch[level]
            first, bit = marked[0]
            paper[first] = bit
            for rows, bit in marked[1:]:
                paper[rows] |= bit
            # The ordinal of a missing ancestor is -1, which "wrap" takes for the last slot.
            part = (
                paper[:-1].copy()
                if level == depth and everyone
                else paper.take(self._at(depth, level, at), mode="wrap")
            )
            if sum(len(rows) for rows, _ in marked) > len(paper) // _SPARSE:
                paper.fill(0)
            else:
                for rows, _ in marked:
                    paper[rows] = 0
            found = part if found is None else found | part
        return found

    def _at(self, depth: int, level: int, at: Ordinals) -> Ordinals:
        """Returns where to look in a level's array for entities of a depth."""
        if level == depth:
            return at
        if at is self.snapshot.all_answers:
            return self.snapshot.up(depth, level)[:-1]
        key = depth, level, id(at)
        if key not in self._places:
            self._places[key] = at, self.snapshot.up(depth, level).take(at)
        return self._places[key][1]


def _worth(points: Sequence[int]) -> Points:
    """Returns the points of every mask of grades with these points, ascending: the best in full,
    each further one a tenth.
    """
    worth, tenths = np.zeros(1 << len(points), np.int32), np.zeros(1 << len(points), np.int32)
    for i, full in enumerate(points):
        below, here = slice(0, 1 << i), slice(1 << i, 2 << i)
        worth[here] = tenths[below] + full
        tenths[here] = tenths[below] + full // 10
    return worth


_HIGHEST: NDArray[np.uint8] = np.frexp(np.arange(1 << GRADES))[1].astype(np.uint8)
"""The highest grade in every mask of them."""
_FARTHEST: Closeness = np.array([0, *((mask & -mask).bit_length() - 1 for mask in range(1, 2 << CLOSEST))], np.uint8)
"""The smallest closeness in every mask: the farthest miss counts."""
