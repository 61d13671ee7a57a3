"""Ancestors, descendants and common ancestors, with generations; and every way two people are related by blood."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from claimtree.deadlines import check
from claimtree.errors import BadInput
from claimtree.kinship.graph import KinGraph, ParentEdge, ParentKind, PersonId
from claimtree.kinship.paths import Path, child_step, path_order, people_of

MOST_GENERATIONS: Final = 1000
"""Maximum number of generations of one question; more than any tree has."""
MOST_PEOPLE: Final = 100_000
"""Maximum number of people in one answer."""
MOST_WAYS: Final = 8
"""Maximum number of ways of being related by blood that are told."""
_MOST_COMMON: Final = 200
"""Of so many common ancestors, the nearest, lines are compared: royal houses have thousands."""
_MOST_LINES: Final = 8
_NATURAL: Final = frozenset({ParentKind.BIRTH, ParentKind.UNKNOWN})


class Relative(NamedTuple):
    """A person so many generations away."""

    id: PersonId
    generations: int


class CommonAncestor(NamedTuple):
    """An ancestor of two people, and how far each of them is below."""

    id: PersonId
    from_one: int
    from_other: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Relatives:
    """People of one line, the nearest generation first, then by id."""

    people: tuple[Relative, ...] = ()
    cut: bool = False
    """True if there are more than were asked for."""


def ancestors(
    graph: KinGraph, id: PersonId, *, generations: int = MOST_GENERATIONS, limit: int = MOST_PEOPLE, birth: bool = True
) -> Relatives:
    """Returns parents, grandparents and so on, each at the nearest generation; by birth alone, or all kinds."""
    return _line(graph, id, _up(graph, birth), generations, limit)


def descendants(
    graph: KinGraph, id: PersonId, *, generations: int = MOST_GENERATIONS, limit: int = MOST_PEOPLE, birth: bool = True
) -> Relatives:
    """Returns children, grandchildren and so on, likewise."""
    return _line(graph, id, _down(graph, birth), generations, limit)


def common_ancestors(
    graph: KinGraph, one: PersonId, other: PersonId, *, nearest: bool = True, limit: int = MOST_PEOPLE
) -> tuple[CommonAncestor, ...]:
    """Returns the ancestors that two people share, the nearest first; one of the two may be among them.

    `nearest` leaves out who is shared only as an ancestor of another shared one.
    """
    first, second = _depths(graph, graph.number(one)), _depths(graph, graph.number(other))
    shared = first.keys() & second.keys()
    if nearest:
        above = {edge.parent for at in shared for edge in graph.parents[at] if edge.link.kind in _NATURAL}
        # In a loop of parents everybody is above somebody; then all of them are told.
        shared = (shared - above) or shared
    found = [CommonAncestor(graph.people[at].id, first[at], second[at]) for at in shared]
    found.sort(key=lambda one: (one.from_one + one.from_other, abs(one.from_one - one.from_other), one.id))
    return tuple(found[:limit])


def blood_lines(graph: KinGraph, one: PersonId, other: PersonId, *, limit: int = MOST_WAYS * 2) -> tuple[Path, ...]:
    """Returns a path through each common ancestor that makes two people related in a way of its own.

    The lines of a path share nobody but that ancestor. A path is left out when each of its lines
    passes an ancestor of the other person: brothers are not cousins because their parents were.
    """
    start, end = graph.number(one), graph.number(other)
    if start == end or not graph.connected(start, end):
        return ()
    first, second = _depths(graph, start), _depths(graph, end)
    shared = sorted(first.keys() & second.keys(), key=lambda at: (first[at] + second[at], graph.people[at].id))
    found: list[Path] = []
    for apex in shared[:_MOST_COMMON]:
        check()
        path = _through(graph, apex, first, second)
        if path is not None:
            found.append(path)
            if len(found) == limit:
                break
    return tuple(sorted(found, key=lambda path: (len(path), path_order(graph, path))))


def _through(graph: KinGraph, apex: int, first: dict[int, int], second: dict[int, int]) -> Path | None:
    """Returns the shortest path with this ancestor at its top that makes a way of its own, or None."""
    if first[apex] and second[apex]:
        below = {edge.child for edge in graph.children[apex] if edge.child in first or edge.child in second}
        if len(below) < 2:
            return None
    for up in _lines(graph, apex, first):
        own = set(people_of(apex, up)[1:])
        for down in _lines(graph, apex, second):
            theirs = people_of(apex, down)[1:]
            if own.isdisjoint(theirs) and not _within_family(own, theirs, first, second):
                return tuple(step.back() for step in reversed(up)) + down
    return None


def _within_family(own: set[int], theirs: Sequence[int], first: dict[int, int], second: dict[int, int]) -> bool:
    """True if each line passes an ancestor of the person at the end of the other."""
    return any(at in second for at in own) and any(at in first for at in theirs)


def _lines(graph: KinGraph, apex: int, depths: dict[int, int]) -> list[Path]:
    """Returns lines of descent from an ancestor: the shortest through each child, a few at most."""
    if depths[apex] == 0:
        return [()]
    below = [edge for edge in graph.children[apex] if edge.link.kind in _NATURAL and edge.child in depths]
    below.sort(key=lambda edge: (depths[edge.child], edge.link.child))
    return [_line_through(graph, edge, depths) for edge in below[:_MOST_LINES]]


def _line_through(graph: KinGraph, edge: ParentEdge, depths: dict[int, int]) -> Path:
    steps = [child_step(edge)]
    at = edge.child
    while depths[at]:
        edge = next(
            one
            for one in graph.children[at]
            if one.link.kind in _NATURAL and depths.get(one.child, -1) == depths[at] - 1
        )
        steps.append(child_step(edge))
        at = edge.child
    return tuple(steps)


def _depths(graph: KinGraph, start: int) -> dict[int, int]:
    """Returns all ancestors by birth, the person included, with their nearest generation."""
    return {start: 0} | dict(_levels(start, _up(graph, True), MOST_GENERATIONS))


def _up(graph: KinGraph, birth: bool) -> Callable[[int], list[int]]:
    return lambda at: [edge.parent for edge in graph.parents[at] if not birth or edge.link.kind in _NATURAL]


def _down(graph: KinGraph, birth: bool) -> Callable[[int], list[int]]:
    return lambda at: [edge.child for edge in graph.children[at] if not birth or edge.link.kind in _NATURAL]


def _levels(start: int, onward: Callable[[int], list[int]], generations: int) -> Iterator[tuple[int, int]]:
    """Yields everybody that a direction leads to, once, generation by generation."""
    seen, edge = {start}, [start]
    for depth in range(1, generations + 1):
        check()
        behind: list[int] = []
        for at in edge:
            for to in onward(at):
                if to not in seen:
                    seen.add(to)
                    behind.append(to)
                    yield to, depth
        if not behind:
            return
        edge = behind


def _line(graph: KinGraph, id: PersonId, onward: Callable[[int], list[int]], generations: int, limit: int) -> Relatives:
    if not 1 <= generations <= MOST_GENERATIONS or not 1 <= limit <= MOST_PEOPLE:
        raise BadInput(
            f"a line has 1 to {MOST_GENERATIONS:,} generations and 1 to {MOST_PEOPLE:,} people, "
            f"not {generations:,} and {limit:,}",
            hint="Ask for less.",
            values={"generations": generations, "limit": limit},
        )
    found: list[Relative] = []
    for at, depth in _levels(graph.number(id), onward, generations):
        if len(found) == limit:
            return Relatives(people=_sorted(found), cut=True)
        found.append(Relative(graph.people[at].id, depth))
    return Relatives(people=_sorted(found))


def _sorted(found: list[Relative]) -> tuple[Relative, ...]:
    return tuple(sorted(found, key=lambda one: (one.generations, one.id)))
