"""What the postings say about a wish, as sets of bits: one bit per grade, for and against.

The rules look at nothing but which grades occur. So the evidence on a wish for one entity is two 16-bit masks, and
the evidence of a family is the bitwise or of its members' masks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from claimtree.model.amounts import Amount
from claimtree.model.claims import LevelName
from claimtree.model.plans import GRADES, Wish
from claimtree.stores.sqlite.postings import Ints
from claimtree.stores.sqlite.snapshot import Says, Snapshot

Masks = NDArray[np.uint16]
Bools = NDArray[np.bool_]
Points = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """The verdicts on one wish, for many entities at once."""

    met: Bools
    refuted: Bools
    points: Points

    def take(self, which: NDArray[np.integer]) -> Settled:
        return Settled(self.met[which], self.refuted[which], self.points[which])

    @classmethod
    def unknown(cls, size: int) -> Settled:
        return cls(np.zeros(size, np.bool_), np.zeros(size, np.bool_), np.zeros(size, np.int32))


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Who says what about one wish: by depth and signed grade, the ordinals that say it."""

    wish: Wish
    said: dict[tuple[int, int], Ints]

    def rows(self, *, positive: bool) -> Iterator[tuple[int, Ints]]:
        for (depth, grade), rows in self.said.items():
            if (grade > 0) == positive:
                yield depth, rows


def gather(wish: Wish, snapshot: Snapshot) -> Evidence:
    """All postings of a wish's phrases, which are loaded, by what they say about it."""
    known, alike = snapshot.says, defaultdict[_Alike, list[Says]](list)
    # If a plan names a phrase twice, the last one counts.
    for match in {match.phrase: match for match in wish.matches}.values():
        says = known[match.phrase]
        if says is not None:
            alike[match.level, match.holds, match.fails, match.slots].append(says)
    said: dict[tuple[int, int], list[Ints]] = {}
    for (level, holds, fails, slots), found in alike.items():
        depth = snapshot.hierarchy.depth_of(level)
        rows = np.concatenate([says.rows for says in found])
        if not wish.claim.amounts or holds == fails:
            said.setdefault((depth, holds), []).append(rows)
            continue
        agrees = np.ones(len(rows), np.bool_)
        for asked, slot in zip(wish.claim.amounts, slots, strict=True):
            agrees &= _overlap(asked, found, slot)
        said.setdefault((depth, holds), []).append(rows[agrees])
        said.setdefault((depth, fails), []).append(rows[~agrees])
    return Evidence(wish, {key: _joined(rows) for key, rows in said.items() if key[1]})


_Alike = tuple[LevelName, int, int, tuple[int, ...]]
"""Postings of phrases that say the same if they hold and if they fail are judged together."""


def _joined(parts: list[Ints]) -> Ints:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _overlap(asked: Amount, found: list[Says], slot: int) -> Bools:
    """`Amount.overlaps`, for many stored amounts at once."""
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


class Desk:
    """Turns evidence into masks, for entities of any level. One thread's: it writes on scratch paper.

    The paper is as long as a level and blank between uses. Marking and wiping cost as much as there are postings,
    reading as much as there are entities asked about; nothing costs as much as there are entities in the store.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._paper = [np.zeros(len(level) + 1, np.uint16) for level in snapshot.levels]

    def settle(self, evidence: Evidence, depth: int, at: Ints, *, with_parts: bool = True) -> Settled:
        """The verdicts for these entities of a level, from what is said of them, of what they are part of, and of
        their parts unless told otherwise."""
        masks_for = self._masks(evidence, depth, at, positive=True, with_parts=with_parts)
        masks_against = self._masks(evidence, depth, at, positive=False, with_parts=with_parts)
        if masks_for is None and masks_against is None:
            return Settled.unknown(len(at))
        if masks_against is None and masks_for is not None:
            met = masks_for != 0
            return Settled(met, np.zeros(len(at), np.bool_), _worth(evidence.wish.points)[masks_for])
        assert masks_against is not None
        if masks_for is None:
            return Settled(np.zeros(len(at), np.bool_), masks_against != 0, np.zeros(len(at), np.int32))
        # True where the highest bit of one mask lies above the highest of the other (Hacker's Delight, 5-3).
        refuted: Bools = (masks_against & ~masks_for) > masks_for
        met = (masks_for != 0) & ~refuted
        return Settled(met, refuted, np.where(met, _worth(evidence.wish.points)[masks_for], np.int32(0)))

    def _masks(self, evidence: Evidence, depth: int, at: Ints, *, positive: bool, with_parts: bool) -> Masks | None:
        """One mask per entity asked about; None when there is no such evidence at all."""
        up = self.snapshot.up
        marks: dict[int, list[tuple[Ints, np.uint16]]] = {}
        for (level, grade), rows in evidence.said.items():
            if (grade > 0) == positive and len(rows) and (with_parts or level <= depth):
                here = rows if level <= depth else up(level, depth)[rows]
                marks.setdefault(min(level, depth), []).append((here, np.uint16(1 << (abs(grade) - 1))))
        found: Masks | None = None
        for level, marked in marks.items():
            paper = self._paper[level]
            for rows, bit in marked:
                paper[rows] |= bit
            part = paper[at if level == depth else up(depth, level)[at]]
            for rows, _ in marked:
                paper[rows] = 0
            found = part if found is None else found | part
        return found


_BIT_LENGTH = np.array([mask.bit_length() for mask in range(1 << GRADES)], np.uint8)


@lru_cache(maxsize=64)
def _worth(points: tuple[int, ...]) -> Points:
    """The points of every mask: the best grade in full, each further one a tenth."""
    tenths = np.array([0, *(worth // 10 for worth in points[1:])], np.int32)
    worth = np.zeros(1 << GRADES, np.int32)
    for grade in range(1, GRADES + 1):
        worth[1 << (grade - 1) : 1 << grade] = worth[: 1 << (grade - 1)] + tenths[grade]
    best = np.array(points, np.int32) - tenths
    best[0] = 0
    worth += best[_BIT_LENGTH]
    worth.setflags(write=False)
    return worth
