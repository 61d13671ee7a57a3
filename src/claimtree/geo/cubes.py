"""Spatial index that sorts points into cubes, so that each point is compared only with near ones.

Cubes and not squares of a map, because space has neither poles nor an antimeridian. A point is
compared with its own cube and the 26 around it; a neighbour found there within the length of an
edge is surely the nearest. Points without one are looked up again in cubes four times as large, and
finally in cubes that contain the whole earth.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from claimtree.geo.points import Floats, Points, arc_lengths

Ints: TypeAlias = NDArray[np.int64]

SLACK_M = 0.02
"""Distances are rounded to centimetres: points that are farther by less than this may be equally
far."""

_FEW_PAIRS = 4_096
"""Up to this many pairs are all compared directly."""
_PAIRS_AT_ONCE = 1_000_000
"""Approximate maximum number of pairs in memory at a time."""
_SMALLEST_M, _WHOLE_EARTH_M = 2.0**5, 2.0**24
_TOGETHER = 3.0
"""Average number of points in the cube of a point. With fewer, more lookups would have to be
repeated."""
_BITS = 21
_AROUND = np.array([(x << 2 * _BITS) + (y << _BITS) + z for x, y, z in product((-1, 0, 1), repeat=3)], np.int64)
"""The offsets from a cube's number to those of its neighbours, including itself."""


class Cubes:
    """An index of points, to find the nearest of them."""

    def __init__(self, points: Points) -> None:
        self._points = points
        self._levels: dict[float, _Level] = {}

    def __len__(self) -> int:
        return len(self._points)

    def nearest(self, points: Points, *, within_m: float = np.inf) -> tuple[Ints, Floats]:
        """Returns, for each point, the nearest indexed point and its distance; of equally near ones
        the first.

        If none is within `within_m`, the distance may be infinity and the index arbitrary.
        """
        which, metres = np.zeros(len(points), np.int64), np.full(len(points), np.inf)
        if not len(self) or not len(points):
            return which, metres
        if len(points) * len(self) <= _FEW_PAIRS:
            return self._by_all(points)
        left, size = np.arange(len(points)), self._edge
        while True:
            here = points.take(left) if len(left) < len(points) else points
            which[left], metres[left] = self._level(size).nearest(here)
            if size >= min(within_m + SLACK_M, _WHOLE_EARTH_M):
                return which, metres
            left = left[metres[left] + SLACK_M > size]
            if not len(left):
                return which, metres
            size = min(4 * size, _WHOLE_EARTH_M)

    @cached_property
    def _edge(self) -> float:
        """The largest edge that leaves few points in one cube."""
        edge = _SMALLEST_M
        while edge < _WHOLE_EARTH_M:
            _, counts = np.unique(_numbers(self._points, 2 * edge), return_counts=True)
            if (counts.astype(np.float64) ** 2).sum() > _TOGETHER * len(self):
                break
            edge *= 2
        return edge

    def _level(self, size: float) -> _Level:
        if size not in self._levels:
            self._levels[size] = _Level(self._points, size)
        return self._levels[size]

    def _by_all(self, points: Points) -> tuple[Ints, Floats]:
        x, y, z = points.centred[:, :, None] - self._points.centred[:, None, :]
        metres = arc_lengths(np.sqrt(x * x + y * y + z * z))
        which = metres.argmin(axis=1)
        return which, metres[np.arange(len(points)), which]


class _Level:
    """The points sorted into cubes of one size."""

    def __init__(self, points: Points, size: float) -> None:
        self._size = size
        numbers = _numbers(points, size)
        self._order = np.argsort(numbers, kind="stable")
        self._cubes, self._starts, self._counts = np.unique(numbers[self._order], return_index=True, return_counts=True)
        self._centred = np.ascontiguousarray(points.centred[:, self._order])

    def nearest(self, points: Points) -> tuple[Ints, Floats]:
        """Returns the nearest point in the cubes around each point; infinity if they are empty."""
        which, metres = np.zeros(len(points), np.int64), np.full(len(points), np.inf)
        numbers = _numbers(points, self._size)
        order = np.argsort(numbers, kind="stable")
        cubes, starts, members = np.unique(numbers[order], return_index=True, return_counts=True)
        # The indexed cubes around each cube of the given points.
        at = np.searchsorted(self._cubes, cubes[:, None] + _AROUND)
        at[at == len(self._cubes)] = 0
        there = self._cubes[at] == cubes[:, None] + _AROUND
        counts = np.where(there, self._counts[at], 0)
        for first, last in _portions(counts.sum(axis=1) * members):
            near = ranges(self._starts[at[first:last]].ravel(), counts[first:last].ravel())
            sizes = counts[first:last].sum(axis=1)
            rows = order[starts[first] : starts[last - 1] + members[last - 1]]
            # Pairs every point of a cube with all points in the cubes around.
            each = np.repeat(sizes, members[first:last])
            begins = np.repeat(np.cumsum(sizes) - sizes, members[first:last])
            rows, begins, each = rows[each > 0], begins[each > 0], each[each > 0]
            if len(rows):
                pairs = near[ranges(begins, each)]
                which[rows], metres[rows] = self._best(points.centred[:, rows], pairs, each)
        return which, metres

    def _best(self, here: Floats, pairs: Ints, each: Ints) -> tuple[Ints, Floats]:
        """Returns, for each point, the nearest of its partners; `pairs` lists the partners of all
        points one after the other."""
        x, y, z = (np.repeat(own, each) - other[pairs] for own, other in zip(here, self._centred, strict=True))
        squares = x * x + y * y + z * z
        starts = np.cumsum(each) - each
        least = np.sqrt(np.minimum.reduceat(squares, starts)) + SLACK_M
        # Nearly all points have one clearly nearest partner; for the others the rounded distances
        # decide.
        close = np.flatnonzero(squares <= np.repeat(least * least, each))
        owners = np.repeat(np.arange(len(each)), each)[close]
        metres, places = arc_lengths(np.sqrt(squares[close])), self._order[pairs[close]]
        order = np.lexsort((places, metres, owners)) if len(close) > len(each) else np.arange(len(close))
        first = order[np.flatnonzero(np.diff(owners[order], prepend=-1))]
        return places[first], metres[first]


def _numbers(points: Points, size: float) -> Ints:
    """Returns the number of the cube that each point lies in; numbers of adjacent cubes differ by a
    fixed step per direction."""
    x, y, z = np.floor((points.centred + _WHOLE_EARTH_M / 2) / size).astype(np.int64) + 1
    numbers: Ints = (x << 2 * _BITS) + (y << _BITS) + z
    return numbers


def _portions(pairs: Ints) -> Iterator[tuple[int, int]]:
    """Yields ranges of cubes that together have at most `_PAIRS_AT_ONCE` pairs; a single cube may
    exceed it."""
    ends = np.cumsum(pairs)
    first = 0
    while first < len(pairs):
        done = int(ends[first - 1]) if first else 0
        last = max(first + 1, int(np.searchsorted(ends, done + _PAIRS_AT_ONCE, side="right")))
        yield first, last
        first = last


def ranges(starts: Ints, counts: Ints) -> Ints:
    """Returns the positions start, start + 1, … of every range, one range after the other.

    >>> ranges(np.array([5, 0]), np.array([2, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    ends = np.cumsum(counts)
    found: Ints = np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(starts - (ends - counts), counts)
    return found
