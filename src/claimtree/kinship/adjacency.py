"""Who is a step away from whom, as numbers: for searches that may see a whole tree.

A step to a parent or a child is one link long; one to a partner is two, as it is by way of a child.
Large sets of people take a step together, by numpy; small ones in a loop, which is faster for them.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from claimtree.kinship.graph import KinGraph, ParentKind

_FEW: Final = 48
"""Up to so many people a loop is faster."""


class _Neighbours:
    """The neighbours of each person in one direction."""

    def __init__(self, of: Sequence[tuple[int, ...]]) -> None:
        self.of: Final = of
        counts = np.fromiter((len(one) for one in of), np.int64, len(of))
        self._starts: Final = np.concatenate(([0], np.cumsum(counts)))
        self._all: Final = np.fromiter((to for one in of for to in one), np.int64, int(counts.sum()))

    def of_many(self, people: NDArray[np.int64]) -> NDArray[np.int64]:
        starts, ends = self._starts[people], self._starts[people + 1]
        counts = ends - starts
        before = np.cumsum(counts) - counts
        at: NDArray[np.int64] = np.arange(int(counts.sum())) + np.repeat(starts - before, counts)
        return np.take(self._all, at)


class Adjacency:
    """The parents, children and partners of everybody, of some kinds of links."""

    def __init__(self, graph: KinGraph, kinds: Collection[ParentKind], *, partners: bool) -> None:
        self.up: Final = _Neighbours(
            [tuple(edge.parent for edge in edges if edge.link.kind in kinds) for edges in graph.parents]
        )
        self.down: Final = _Neighbours(
            [tuple(edge.child for edge in edges if edge.link.kind in kinds) for edges in graph.children]
        )
        self.across: Final = _Neighbours(
            [tuple(edge.partner for edge in edges) if partners else () for edges in graph.partners]
        )
        self.size: Final = len(graph)


class Reach:
    """The states that a search from one person has reached, by their number of links.

    A state is twice the number of a person, plus one if the search has gone down since the last
    partner: from there it cannot go up.
    """

    def __init__(self, near: Adjacency, start: int) -> None:
        self._near = near
        self.steps: Final = array("i", [-1]) * (2 * near.size)
        self._steps: Final = np.frombuffer(self.steps, np.int32)
        self.steps[start * 2] = 0
        self.edge: NDArray[np.int64] = np.array([start * 2])
        self._earlier: NDArray[np.int64] = np.array([], np.int64)
        """What was reached one link before; its partners are next."""
        self.depth = 0

    @property
    def width(self) -> int:
        """How many states the next growth begins from; 0 when all has been reached."""
        return len(self.edge) + len(self._earlier)

    def grow(self) -> None:
        """Go one more link from everything that was reached last."""
        self.depth += 1
        if self.width > _FEW:
            self._grow_together()
        else:
            self._grow_one_by_one()

    def met(self, other: Reach) -> int | None:
        """Returns the least number of links from one start to the other through what was reached last.

        Not both searches may have gone down to the person where they meet.
        """
        if not len(self.edge):
            return None
        went_down = self.edge & 1
        far = other._steps[self.edge & ~1]
        lower = other._steps[self.edge | 1]
        far = np.where((went_down == 0) & (lower >= 0) & ((far < 0) | (lower < far)), lower, far)
        found = far[far >= 0]
        return self.depth + int(found.min()) if len(found) else None

    def _grow_together(self) -> None:
        people = self.edge >> 1
        upward = people[(self.edge & 1) == 0]
        near = self._near
        new = np.concatenate(
            (
                near.up.of_many(upward) * 2,
                near.down.of_many(people) * 2 + 1,
                near.across.of_many(np.unique(self._earlier >> 1)) * 2,
            )
        )
        new = np.unique(new[self._steps[new] < 0])
        self._steps[new] = self.depth
        self._earlier, self.edge = self.edge, new

    def _grow_one_by_one(self) -> None:
        steps, depth, near = self.steps, self.depth, self._near
        new: list[int] = []
        for state in self.edge.tolist():
            person, went_down = state >> 1, state & 1
            onward = [to * 2 + 1 for to in near.down.of[person]]
            if not went_down:
                onward += [to * 2 for to in near.up.of[person]]
            for to in onward:
                if steps[to] < 0:
                    steps[to] = depth
                    new.append(to)
        for state in self._earlier.tolist():
            for partner in near.across.of[state >> 1]:
                if steps[partner * 2] < 0:
                    steps[partner * 2] = depth
                    new.append(partner * 2)
        self._earlier, self.edge = self.edge, np.array(new, np.int64)
