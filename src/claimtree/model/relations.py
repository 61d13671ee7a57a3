"""Relations: typed, directed links between entities, beside the one parent that each may have.

A relation is stored once, with the entity whose source states it, and is read from both of its
ends. Which statements at which end answer a question, and what they are called there, is resolved
into a `RelationQuery` from the kinds that a pack declares, so that no store has to know them. A
relation to an entity that is not stored waits: no question finds it until the entity is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from claimtree.deadlines import check
from claimtree.errors import BadInput, UnknownName
from claimtree.model.claims import EntityId, LevelName
from claimtree.model.claims import RelationName as RelationName
from claimtree.model.notices import Notice, NoticeCode, notice, several
from claimtree.model.quick_pickles import quickly_pickled

MOST_DEPTH: Final = 100
"""Maximum number of steps of one walk."""
MOST_REACHED: Final = 100_000
"""Maximum number of entities that one walk returns."""


@quickly_pickled
@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """A source's statement that its entity has this relation to another one."""

    kind: RelationName
    to: EntityId
    quote: str = ""
    """The words of the source that state it, or a citation."""
    source: str = ""
    """The name of the source."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationKind:
    """A kind of relation that a pack declares."""

    name: RelationName
    about: str
    symmetric: bool = False
    """True if it holds both ways, whichever of the two states it: married-to."""
    inverse: RelationName | None = None
    """Its name from the other end: the inverse of child-of is parent-of."""
    says: tuple[str, ...] | None = None
    """Wordings before what a query asks of the other end: "made by", "whose father". None: the words of the name."""
    said_back: tuple[str, ...] = ()
    """The same in the other direction, where no inverse is declared: "cited by"."""


class Direction(StrEnum):
    """Which end of a relation an entity is."""

    OUT = "out"
    """The entity has the relation to others: it cites them."""
    IN = "in"
    """Others have the relation to it: they cite it."""
    BOTH = "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkLabel:
    """The name of a stored statement as seen from one end."""

    kind: RelationName
    direction: Direction


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationQuery:
    """Which statements a question about relations follows, by their kind as stored."""

    outgoing: Mapping[RelationName, LinkLabel] = field(default_factory=dict)
    """Labels of the statements that the entity itself makes."""
    incoming: Mapping[RelationName, LinkLabel] = field(default_factory=dict)
    """Labels of those that others make about it."""


def relation_query(
    declared: Mapping[RelationName, RelationKind],
    kinds: Collection[str] | None = None,
    direction: Direction = Direction.OUT,
) -> RelationQuery:
    """Returns the query for some of the declared kinds, or for all of them; an undeclared kind is
    an error.

    A statement is followed once: with `BOTH` one that can be read either way, such as a parent-of
    whose inverse is asked for too, is read outwards.
    """
    asked = [_declared(declared, name) for name in (declared if kinds is None else dict.fromkeys(kinds))]
    outgoing: dict[RelationName, LinkLabel] = {}
    incoming: dict[RelationName, LinkLabel] = {}
    if direction is not Direction.IN:
        for kind in asked:
            _follow(kind, Direction.OUT, outgoing, incoming)
    if direction is not Direction.OUT:
        for kind in asked:
            _follow(kind, Direction.IN, incoming, outgoing)
    return RelationQuery(outgoing=outgoing, incoming=incoming)


def _follow(
    kind: RelationKind, direction: Direction, same: dict[RelationName, LinkLabel], other: dict[RelationName, LinkLabel]
) -> None:
    """Add the statements that say this kind in this direction; `same` are those made at that end of
    it.
    """
    # A symmetric kind has no direction of its own.
    label = LinkLabel(kind=kind.name, direction=Direction.OUT if kind.symmetric else direction)
    same.setdefault(kind.name, label)
    if kind.symmetric:
        other.setdefault(kind.name, label)
    if kind.inverse is not None:
        other.setdefault(kind.inverse, label)


def _declared(declared: Mapping[RelationName, RelationKind], name: str) -> RelationKind:
    try:
        return declared[RelationName(name)]
    except KeyError:
        have = f"have: {', '.join(declared)}" if declared else "the pack declares none"
        raise UnknownName(f"no relation {name!r} ({have})", values={"relation": name}) from None


class Link(NamedTuple):
    """One relation of an entity, as seen from that entity.

    A tuple, because a walk makes thousands of them, and so that they are ordered by their fields.
    """

    kind: RelationName
    direction: Direction
    to: EntityId
    """The entity at the other end; it is stored."""
    stated_by: EntityId
    """The entity whose source states it: this one, or the one at the other end."""
    source: str = ""
    quote: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedLink:
    """A link with the title of the entity at its other end."""

    link: Link
    title: str
    level: LevelName


Links: TypeAlias = Mapping[EntityId, tuple[Link, ...]]
"""By entity; the links of each are in the same order in every store."""


class Statement(NamedTuple):
    """A stored relation, and the entity that states it; a tuple for the same reason."""

    by: EntityId
    kind: RelationName
    to: EntityId
    quote: str = ""
    source: str = ""


def statements_of(by: EntityId, relations: Iterable[Relation]) -> Iterator[Statement]:
    """Yields the relations of an entity as statements."""
    for one in relations:
        yield Statement(by, one.kind, one.to, one.quote, one.source)


def links_of(asked: Iterable[EntityId], statements: Iterable[Statement], query: RelationQuery) -> Links:
    """Returns the links of each of these entities, in order, from all statements at either end of
    them that the query follows.

    The caller checks that the entities exist.
    """
    found: dict[EntityId, list[Link]] = {id: [] for id in asked}
    outgoing, incoming = query.outgoing, query.incoming
    for by, kind, to, quote, source in statements:
        if kind in outgoing and by in found:
            label = outgoing[kind]
            found[by].append(Link(label.kind, label.direction, to, by, source, quote))
        if kind in incoming and to in found:
            label = incoming[kind]
            found[to].append(Link(label.kind, label.direction, by, by, source, quote))
    return {id: tuple(sorted(links)) for id, links in found.items()}


class Visit(NamedTuple):
    """An entity that a walk reached; a tuple as well."""

    id: EntityId
    depth: int
    """Number of links between it and where the walk began."""
    came_from: EntityId
    link: Link
    """The first link of `came_from` that leads to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """What a walk reached, nearest first, without where it began."""

    visits: tuple[Visit, ...] = ()
    cut: bool = False
    """True if there was more to reach within the depth than the limit allows."""


def walk(related: Callable[[Sequence[EntityId]], Links], starts: Iterable[EntityId], *, depth: int, limit: int) -> Walk:
    """Follows links breadth first, each entity once; requests the links of all entities of one
    depth together.
    """
    if not 0 <= depth <= MOST_DEPTH or not 1 <= limit <= MOST_REACHED:
        raise BadInput(
            f"a walk goes 0 to {MOST_DEPTH} steps and gives 1 to {MOST_REACHED:,} entities, not {depth} and {limit:,}",
            hint="Ask for less.",
            values={"depth": depth, "limit": limit},
        )
    edge: list[EntityId] = list(dict.fromkeys(starts))
    seen = set(edge)
    visits: list[Visit] = []
    for at in range(1, depth + 1):
        check()
        links = related(edge)
        behind: list[EntityId] = []
        for id in edge:
            for link in links.get(id, ()):
                if link.to in seen:
                    continue
                if len(visits) == limit:
                    return Walk(visits=tuple(visits), cut=True)
                seen.add(link.to)
                behind.append(link.to)
                visits.append(Visit(link.to, at, id, link))
        if not behind:
            break
        edge = behind
    return Walk(visits=tuple(visits))


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Relations whose other end is not stored."""

    count: int = 0
    first: tuple[Statement, ...] = ()
    """Some of them, ordered by the entity that states them."""


def waiting_notices(waiting: Waiting) -> tuple[Notice, ...]:
    """Returns what a user is told of relations that lead to entities which are not stored; empty if
    there are none."""
    if not waiting.count:
        return ()
    named = [notice(NoticeCode.RELATION, entity=one.by, kind=one.kind, to=one.to) for one in waiting.first]
    more = waiting.count - len(named)
    relations = several([*named, *([notice(NoticeCode.AND_MORE, count=more)] if more else [])])
    if waiting.count == 1:
        return (notice(NoticeCode.RELATION_WAITS, relations=relations),)
    return (notice(NoticeCode.RELATIONS_WAIT, count=waiting.count, relations=relations),)
