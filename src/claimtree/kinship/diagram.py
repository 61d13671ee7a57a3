"""Where the people of a path stand in a drawing of it: a generation a row, ancestors on top.

A path runs from left to right. It goes up and down within a column; the couple at the top of it, or
the one ancestor, stands over two columns, and a partner in the next.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from claimtree.kinship.graph import Citation, KinGraph, Kinsperson, ParentKind, Union
from claimtree.kinship.life_years import life_years
from claimtree.kinship.paths import Direction, Path, Step, people_of
from claimtree.kinship.relationship import Way
from claimtree.kinship.terms import apexes


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A person in the drawing."""

    person: Kinsperson
    column: float
    row: int
    end: bool = False
    """True for the two people that are asked about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Descent:
    """A line from a parent, or from both, to a child; the numbers are those of boxes."""

    parents: tuple[int, ...]
    child: int
    kind: ParentKind
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A line between partners."""

    one: int
    other: int
    union: Union | None
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    boxes: tuple[Box, ...]
    descents: tuple[Descent, ...]
    pairs: tuple[Pair, ...]

    @property
    def columns(self) -> float:
        return max(box.column for box in self.boxes) + 1

    @property
    def rows(self) -> int:
        return max(box.row for box in self.boxes) + 1


def years(person: Kinsperson) -> str:
    """Returns the years of a person as they are written under the name: "1819–1901", "b. 1950".

    >>> from claimtree.kinship.graph import PersonId
    >>> years(Kinsperson(id=PersonId("I1"), born=1819, died=1901))
    '1819–1901'
    """
    born, died = ("" if year is None else str(year) for year in (person.born, person.died))
    return person.years or life_years(born, died)


def draw(graph: KinGraph, start: int, way: Way) -> Drawing:
    """Returns where everybody on a way stands, with both of a couple at the top of it."""
    path = way.paths[0]
    people = people_of(start, path)
    tops = {apex for apex, _, _ in apexes(path)}
    beside = _other_tops(graph, people, tops, way.paths[1:])
    boxes: list[Box] = []
    numbers: list[int] = []
    spouses: dict[int, int] = {}

    def place(person: int, column: float, row: int) -> int:
        ends = {people[0], people[-1]}
        boxes.append(Box(person=graph.people[person], column=column, row=row, end=person in ends))
        return len(boxes) - 1

    column, row = 0.0, 0
    for at, person in enumerate(people):
        step = path[at - 1] if at else None
        if step is not None:
            row += _RISE[step.direction]
            column += step.direction is Direction.ACROSS or (at > 1 and people[at - 1] in tops and _turned(path, at))
        top = 0 < at < len(path) and person in tops and _turned(path, at + 1)
        if top and person in beside:
            numbers.append(place(person, column, row))
            spouses[numbers[-1]] = place(beside[person], column + 1, row)
        else:
            numbers.append(place(person, column + 0.5 if top else column, row))
    descents, pairs = _lines(graph, path, numbers, spouses, boxes)
    highest = min(box.row for box in boxes)
    return Drawing(
        boxes=tuple(Box(person=box.person, column=box.column, row=box.row - highest, end=box.end) for box in boxes),
        descents=tuple(descents),
        pairs=tuple(pairs),
    )


_RISE = {Direction.UP: -1, Direction.DOWN: 1, Direction.ACROSS: 0}


def _turned(path: Path, at: int) -> bool:
    """True if the step that leads to person `at` goes down right after one that goes up."""
    return path[at - 1].direction is Direction.DOWN and path[at - 2].direction is Direction.UP


def _other_tops(graph: KinGraph, people: tuple[int, ...], tops: set[int], others: Iterable[Path]) -> dict[int, int]:
    """Returns for an ancestor at the top the partner through whom another path of the same way leads."""
    partners = {top: {edge.partner for edge in graph.partners[top]} for top in tops}
    found: dict[int, int] = {}
    for path in others:
        for mine, theirs in zip(people, people_of(people[0], path), strict=False):
            if mine in tops and theirs in partners[mine]:
                found.setdefault(mine, theirs)
    return found


def _lines(
    graph: KinGraph, path: Path, numbers: list[int], spouses: dict[int, int], boxes: list[Box]
) -> tuple[list[Descent], list[Pair]]:
    descents: list[Descent] = []
    pairs: list[Pair] = []
    for at, step in enumerate(path):
        here, there = numbers[at], numbers[at + 1]
        if step.direction is Direction.ACROSS:
            pairs.append(Pair(one=here, other=there, union=step.union, citations=step.citations))
            continue
        parent, child = (there, here) if step.direction is Direction.UP else (here, there)
        both = (parent, spouses[parent]) if parent in spouses else (parent,)
        said = step.citations
        if len(both) == 2:
            second = boxes[both[1]].person.id
            said += _link_citations(graph, step, second)
        descents.append(Descent(parents=both, child=child, kind=step.kind, citations=tuple(dict.fromkeys(said))))
    for one, other in spouses.items():
        edge = next(
            edge
            for edge in graph.partners[graph.number(boxes[one].person.id)]
            if graph.people[edge.partner].id == boxes[other].person.id
        )
        said = edge.union.citations if edge.union is not None else ()
        pairs.append(Pair(one=one, other=other, union=edge.union, citations=said))
    return descents, pairs


def _link_citations(graph: KinGraph, step: Step, parent: str) -> tuple[Citation, ...]:
    child = step.start if step.direction is Direction.UP else step.to
    return next((edge.link.citations for edge in graph.parents[child] if edge.link.parent == parent), ())
