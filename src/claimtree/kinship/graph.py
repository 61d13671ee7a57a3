"""The people of a family tree, their links to parents and their unions, each with its citations.

A `KinGraph` is built once from what a source states and never changes. It keeps numbers for people
and tuples for their neighbours, so that a walk over a hundred thousand people touches no ids. What
cannot be is kept as stated: a person who is an ancestor of themselves, or who has five parents.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, NewType

from claimtree.errors import BadInput, UnknownName

PersonId = NewType("PersonId", str)
"""The id of a person, unique in the graph: "@I1@", or "smith/@I1@" if it holds several trees."""


class Sex(StrEnum):
    MALE = "male"
    FEMALE = "female"
    OTHER = "other"
    """Stated to be neither (X in GEDCOM 7)."""
    UNKNOWN = "unknown"


class ParentKind(StrEnum):
    """What makes someone a parent, the strongest first."""

    BIRTH = "birth"
    UNKNOWN = "unknown"
    """The source does not say; treated as birth."""
    ADOPTED = "adopted"
    FOSTER = "foster"
    STEP = "step"


KIND_ORDER: Final[Mapping[ParentKind, int]] = {kind: at for at, kind in enumerate(ParentKind)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """Where a source states something."""

    file: str
    """The name of the file, without its folder."""
    record: str
    """The GEDCOM id of the record: "@F1@"."""
    line: int
    """The number of the line in the file, from 1."""
    quote: str
    """The line as written: "1 CHIL @I3@"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kinsperson:
    """A person as kinship needs them."""

    id: PersonId
    name: str = ""
    """As it is shown; it may be masked or empty."""
    sex: Sex = Sex.UNKNOWN
    born: int | None = None
    """The year of birth, if it is known, however roughly."""
    died: int | None = None
    """The year of death, likewise."""
    years: str = ""
    """Both as they are told, if something is to be said of how far they are known: "1875 – after 1917"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParentLink:
    """A statement that one person is a parent of another."""

    child: PersonId
    parent: PersonId
    kind: ParentKind = ParentKind.BIRTH
    citations: tuple[Citation, ...] = ()
    """All lines that it rests on: the CHIL and the HUSB or WIFE of a family, the FAMC of the child."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Union:
    """A marriage or another union of two people."""

    id: str
    """The id of the record that states it: "@F1@"."""
    partners: tuple[PersonId, PersonId]
    married: bool | None = None
    """None: the source does not say (a family without MARR). Such partners are called husband and wife."""
    divorced: bool = False
    """Divorced or annulled. In GEDCOM "1 DIV N" says that they are not."""
    year: int | None = None
    """Of the marriage, if it is known, however roughly: it says which wife was the second."""
    citations: tuple[Citation, ...] = ()


class ParentEdge(NamedTuple):
    """A link between the numbers of a child and a parent."""

    child: int
    parent: int
    link: ParentLink


class UnionEdge(NamedTuple):
    """A union as seen from one partner: the number of the other, and what states it.

    `union` is None for two people who have a child together and no union on record.
    """

    partner: int
    union: Union | None


class KinGraph:
    """The people of one or several trees by number, with their neighbours in a fixed order.

    Links are ordered by the ids of the people at the other end. Two statements of one link count
    once: the strongest kind of parent stands, with the citations of all statements of that kind.
    """

    def __init__(
        self, people: Iterable[Kinsperson], parents: Iterable[ParentLink] = (), unions: Iterable[Union] = ()
    ) -> None:
        self.people: Final = tuple(people)
        self._number: Final[dict[PersonId, int]] = {one.id: at for at, one in enumerate(self.people)}
        if len(self._number) < len(self.people):
            raise BadInput("a person stands in the tree twice", hint="Give each person an id of their own.")
        count = len(self.people)
        self.parents: Final[list[tuple[ParentEdge, ...]]] = [()] * count
        self.children: Final[list[tuple[ParentEdge, ...]]] = [()] * count
        self.partners: Final[list[tuple[UnionEdge, ...]]] = [()] * count
        self._link_parents(parents)
        self._link_partners(unions)
        self._component: Final = _components(self)

    def number(self, id: str) -> int:
        """Returns the number of a person; an unknown id is an error."""
        try:
            return self._number[PersonId(id)]
        except KeyError:
            raise UnknownName(
                f"no person {id!r} in this tree", hint="Look for the id by name first.", values={"person": id}
            ) from None

    def person(self, id: str) -> Kinsperson:
        return self.people[self.number(id)]

    def __contains__(self, id: str) -> bool:
        return id in self._number

    def __len__(self) -> int:
        return len(self.people)

    def connected(self, one: int, other: int) -> bool:
        """True if some chain of links leads from one to the other."""
        return self._component[one] == self._component[other]

    def parents_with(self, child: int, parent: int) -> tuple[int, ...]:
        """Returns the other parents of a child beside this one."""
        return tuple(edge.parent for edge in self.parents[child] if edge.parent != parent)

    def _link_parents(self, links: Iterable[ParentLink]) -> None:
        strongest: dict[tuple[int, int], ParentLink] = {}
        for link in links:
            ends = self.number(link.child), self.number(link.parent)
            known = strongest.get(ends)
            strongest[ends] = link if known is None else _stronger(known, link)
        up: dict[int, list[ParentEdge]] = {}
        down: dict[int, list[ParentEdge]] = {}
        for (child, parent), link in strongest.items():
            edge = ParentEdge(child, parent, link)
            up.setdefault(child, []).append(edge)
            down.setdefault(parent, []).append(edge)
        for at, edges in up.items():
            self.parents[at] = tuple(sorted(edges, key=lambda edge: edge.link.parent))
        for at, edges in down.items():
            self.children[at] = tuple(sorted(edges, key=lambda edge: edge.link.child))

    def _link_partners(self, unions: Iterable[Union]) -> None:
        between: dict[tuple[int, int], list[Union | None]] = {}
        for union in unions:
            one, other = (self.number(id) for id in union.partners)
            if one != other:
                between.setdefault((min(one, other), max(one, other)), []).append(union)
        for edges in self.parents:
            # More parents than two families have are a damaged record; their pairs would be many.
            natural = sorted(edge.parent for edge in edges if edge.link.kind in _NATURAL)[:4]
            for at, one in enumerate(natural):
                for other in natural[at + 1 :]:
                    between.setdefault((one, other), [None])
        beside: dict[int, list[UnionEdge]] = {}
        for (one, other), stated in between.items():
            standing = _latest_standing(stated)
            beside.setdefault(one, []).append(UnionEdge(other, standing))
            beside.setdefault(other, []).append(UnionEdge(one, standing))
        for at, found in beside.items():
            self.partners[at] = tuple(sorted(found, key=lambda edge: self.people[edge.partner].id))


_NATURAL = frozenset({ParentKind.BIRTH, ParentKind.UNKNOWN})


def _stronger(one: ParentLink, other: ParentLink) -> ParentLink:
    """Returns the stronger statement of a link; of equal ones the first, with the citations of both."""
    if one.kind is other.kind:
        both = tuple(dict.fromkeys(one.citations + other.citations))
        return ParentLink(child=one.child, parent=one.parent, kind=one.kind, citations=both)
    return one if KIND_ORDER[one.kind] < KIND_ORDER[other.kind] else other


def _latest_standing(unions: list[Union | None]) -> Union | None:
    """Returns the union that counts among those of one couple, who may have divorced and married again."""
    return min(unions, key=lambda union: union is None or (union.divorced, union.married is False))


def _components(graph: KinGraph) -> list[int]:
    """Returns for each person the number of the group of people that links connect."""
    component = [-1] * len(graph.people)
    for start in range(len(component)):
        if component[start] >= 0:
            continue
        component[start] = start
        waiting = [start]
        while waiting:
            at = waiting.pop()
            near = [edge.parent for edge in graph.parents[at]]
            near += [edge.child for edge in graph.children[at]]
            near += [edge.partner for edge in graph.partners[at]]
            for other in near:
                if component[other] < 0:
                    component[other] = start
                    waiting.append(other)
    return component
