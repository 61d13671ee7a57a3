"""The closest paths between two people: chains of steps to a parent, to a child and to a partner.

A path is as long as it has links: one to a parent or a child, two to a partner, as by way of a
child. So an aunt who became a mother-in-law is as close the one way as the other. Between two
partners it goes up and then down, never down and then up again: two people with a child in common
are partners in the graph. So a search keeps, beside the person, whether it has gone down since the
last partner. It runs from both ends, one link at a time, and all paths of the least length are told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

import numpy as np

from claimtree.deadlines import check
from claimtree.kinship.adjacency import Adjacency, Reach
from claimtree.kinship.graph import (
    KIND_ORDER,
    Citation,
    KinGraph,
    Kinsperson,
    ParentEdge,
    ParentKind,
    PersonId,
    Union,
    UnionEdge,
)

MOST_PATHS: Final = 32
"""Maximum number of equally close paths that are told; pedigree collapse makes thousands."""


class Direction(StrEnum):
    UP = "parent"
    DOWN = "child"
    ACROSS = "partner"


class Through(StrEnum):
    """What a path may lead through."""

    BLOOD = "blood"
    ADOPTION = "adoption"
    """Adoptive, foster and step links that the source states."""
    MARRIAGE = "marriage"


EVERYTHING: Final = frozenset(Through)
BLOOD: Final = frozenset({Through.BLOOD})
_OF_KIND: Final = {
    kind: Through.BLOOD if kind in (ParentKind.BIRTH, ParentKind.UNKNOWN) else Through.ADOPTION for kind in ParentKind
}


class Step(NamedTuple):
    """One link of a path, from one person to the next."""

    direction: Direction
    start: int
    to: int
    kind: ParentKind = ParentKind.BIRTH
    """Of a step to a parent or a child."""
    union: Union | None = None
    """Of a step to a partner; None for two people who only have a child together."""
    citations: tuple[Citation, ...] = ()

    def back(self) -> Step:
        """Returns the same link from its other end."""
        return self._replace(direction=_BACK[self.direction], start=self.to, to=self.start)


_BACK: Final = {
    Direction.UP: Direction.DOWN,
    Direction.DOWN: Direction.UP,
    Direction.ACROSS: Direction.ACROSS,
}
Path: TypeAlias = tuple[Step, ...]
"""Steps, each of which starts where the last one led; empty from a person to themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosestPaths:
    """The paths of the least length between two people, the plainest first."""

    paths: tuple[Path, ...] = ()
    cut: bool = False
    """True if there are more than are told."""


def length(path: Path) -> int:
    """Returns the number of links of a path; a step to a partner counts as two."""
    return sum(2 if step.direction is Direction.ACROSS else 1 for step in path)


def people_of(start: int, path: Path) -> tuple[int, ...]:
    """Returns everybody on a path, both ends included."""
    return (start, *(step.to for step in path))


def reversed_path(path: Path) -> Path:
    return tuple(step.back() for step in reversed(path))


def closest_paths(
    graph: KinGraph,
    one: PersonId,
    other: PersonId,
    *,
    through: Collection[Through] = EVERYTHING,
    limit: int = MOST_PATHS,
) -> ClosestPaths:
    """Returns all closest paths from one person to another; none if nothing that is allowed connects them.

    Of equally close paths those with fewer partners come first, then those by birth, then in the
    order of the ids of the people on them.
    """
    start, end = graph.number(one), graph.number(other)
    if start == end:
        return ClosestPaths(paths=((),))
    if not graph.connected(start, end):
        return ClosestPaths()
    search = _Search(graph, _adjacency(graph, frozenset(through)), start, end)
    found: list[Path] = []
    for path in search.paths():
        if len(found) == limit:
            return ClosestPaths(paths=_in_order(graph, found), cut=True)
        found.append(path)
    return ClosestPaths(paths=_in_order(graph, found))


def _adjacency(graph: KinGraph, through: frozenset[Through]) -> Adjacency:
    """Returns the index of these links, made once for a graph."""
    known = _INDEXES.setdefault(graph, {})
    if through not in known:
        kinds = frozenset(kind for kind, needs in _OF_KIND.items() if needs in through)
        known[through] = Adjacency(graph, kinds, partners=Through.MARRIAGE in through)
    return known[through]


_INDEXES: Final[WeakKeyDictionary[KinGraph, dict[frozenset[Through], Adjacency]]] = WeakKeyDictionary()


def parent_step(edge: ParentEdge) -> Step:
    return Step(Direction.UP, edge.child, edge.parent, edge.link.kind, citations=edge.link.citations)


def child_step(edge: ParentEdge) -> Step:
    return Step(Direction.DOWN, edge.parent, edge.child, edge.link.kind, citations=edge.link.citations)


def partner_step(graph: KinGraph, start: int, edge: UnionEdge) -> Step:
    if edge.union is not None:
        said = edge.union.citations
    else:
        said = tuple(
            citation
            for own in graph.children[start]
            for their in graph.parents[own.child]
            if their.parent == edge.partner
            for citation in dict.fromkeys(own.link.citations + their.link.citations)
        )[:4]
    return Step(Direction.ACROSS, start, edge.partner, union=edge.union, citations=said)


def path_order(graph: KinGraph, path: Path) -> tuple[object, ...]:
    """Returns what paths of one length are ordered by."""
    people: list[Kinsperson] = [graph.people[step.to] for step in path]
    return (
        sum(step.direction is Direction.ACROSS for step in path),
        max((KIND_ORDER[step.kind] for step in path if step.kind is not ParentKind.UNKNOWN), default=0),
        sum(step.direction is Direction.ACROSS and not _lasting(step.union) for step in path),
        tuple(person.id for person in people),
    )


def _lasting(union: Union | None) -> bool:
    return union is not None and not union.divorced


def _in_order(graph: KinGraph, paths: list[Path]) -> tuple[Path, ...]:
    return tuple(sorted(paths, key=lambda path: path_order(graph, path)))


class _Search:
    """A search from both ends; each step is taken by the side that has reached fewer people last."""

    def __init__(self, graph: KinGraph, near: Adjacency, start: int, end: int) -> None:
        self._graph = graph
        self._near = near
        self._from_start, self._from_end = Reach(near, start), Reach(near, end)
        self._known: dict[tuple[int, int], Step] = {}

    def paths(self) -> Iterator[Path]:
        """Yields all shortest paths, in an order that depends on nothing but the graph."""
        one, other = self._from_start, self._from_end
        best: int | None = None
        # A step to a partner may lead past the middle: one link more makes sure that one side has seen it.
        while best is None or one.depth + other.depth <= best:
            grow, still = (one, other) if one.width <= other.width else (other, one)
            if not grow.width:
                if best is not None:
                    break
                return  # All that this end reaches has been seen, and the other end is not in it.
            check()
            grow.grow()
            met = grow.met(still)
            best = met if best is None else min(best, met or best)
        yield from self._joined(best)

    def _joined(self, length: int) -> Iterator[Path]:
        """Yields each shortest path once: cut at the last person that is at most so far from its start."""
        near, far = self._from_start, self._from_end
        at = max(0, min(near.depth, length) - 1)
        for state in self._reached(near, at):
            for met in _meets(state):
                if far.steps[met] == length - at:
                    yield from self._whole(state, (), met)
        for state in self._reached(near, at - 1):
            for partner in self._near.across.of[state >> 1]:
                for met in (partner * 2, partner * 2 + 1):
                    if far.steps[met] == length - at - 1:
                        yield from self._whole(state, (self._step(state, partner * 2),), met)

    @staticmethod
    def _reached(side: Reach, links: int) -> list[int]:
        states: list[int] = (np.frombuffer(side.steps, np.int32) == links).nonzero()[0].tolist() if links >= 0 else []
        return states

    def _whole(self, state: int, between: Path, met: int) -> Iterator[Path]:
        for last in self._traced(self._from_end, met):
            back = reversed_path(last)
            for first in self._traced(self._from_start, state):
                yield first + between + back

    def _traced(self, side: Reach, state: int) -> Iterator[Path]:
        """Yields all shortest paths from where a side began to a state."""
        waiting: list[tuple[int, _Chain | None]] = [(state, None)]
        while waiting:
            at, after = waiting.pop()
            if side.steps[at] == 0:
                yield tuple(self._steps(after))
                continue
            before = reversed(self._before(side, at))
            waiting.extend((earlier, _Chain(earlier, at, after)) for earlier in before)

    def _before(self, side: Reach, state: int) -> list[int]:
        """Returns the states from which one step leads to this one on a shortest path."""
        person, went_down = divmod(state, 2)
        if went_down:
            parents = [parent * 2 + phase for parent in self._near.up.of[person] for phase in (0, 1)]
            return [one for one in parents if side.steps[one] == side.steps[state] - 1]
        children = [child * 2 for child in self._near.down.of[person]]
        partners = [partner * 2 + phase for partner in self._near.across.of[person] for phase in (0, 1)]
        return [one for one in children if side.steps[one] == side.steps[state] - 1] + [
            one for one in partners if side.steps[one] == side.steps[state] - 2
        ]

    def _steps(self, chain: _Chain | None) -> Iterator[Step]:
        while chain is not None:
            ends = chain.state, chain.to
            if ends not in self._known:
                self._known[ends] = self._step(*ends)
            yield self._known[ends]
            chain = chain.after

    def _step(self, state: int, to_state: int) -> Step:
        start, to = state >> 1, to_state >> 1
        if to_state & 1:
            return child_step(next(edge for edge in self._graph.parents[to] if edge.parent == start))
        # Someone may be both parent and partner, in a damaged record; either step explains the path.
        if not state & 1 and to in self._near.up.of[start]:
            return parent_step(next(edge for edge in self._graph.parents[start] if edge.parent == to))
        union = next(edge for edge in self._graph.partners[start] if edge.partner == to)
        return partner_step(self._graph, start, union)


class _Chain(NamedTuple):
    """The steps of a path from a state on."""

    state: int
    to: int
    after: _Chain | None


def _meets(state: int) -> tuple[int, ...]:
    """Returns the states of the other side that complete a path: not both may have gone down."""
    return (state - 1,) if state % 2 else (state, state + 1)
