"""The plan of a question: which people, which conditions, and what is asked of them.

A small algebra, in which every value is plain data: people are a name, everybody, a step of kin, a
selection; a condition is true, false or unknown of a person; a question asks a set of people for
something. What a plan means is in `evaluation`; nothing here knows a language.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from typing import TypeAlias

from claimtree.kinship.graph import ParentKind, Sex
from claimtree.model.amounts import Amount


class Base(StrEnum):
    """What a word of kinship is built on."""

    PARENT = "parent"
    CHILD = "child"
    SIBLING = "sibling"
    SPOUSE = "spouse"
    """A partner of whom the tree does not say that they were not married."""
    PARTNER = "partner"
    """Married or not."""
    GRANDPARENT = "grandparent"
    GRANDCHILD = "grandchild"
    UNCLE = "uncle"
    NEPHEW = "nephew"
    COUSIN = "cousin"
    ANCESTOR = "ancestor"
    DESCENDANT = "descendant"


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """What somebody is to somebody: "maternal great-grandmother", "half-brother", "second cousin once removed"."""

    base: Base
    sex: Sex | None = None
    great: int = 0
    half: bool | None = None
    """True: one parent in common; False: both; None: either."""
    in_law: bool = False
    kind: ParentKind | None = None
    """Adopted, foster or step."""
    degree: int = 1
    """Of cousins."""
    removed: int = 0
    side: Sex | None = None
    """Through the mother (female) or the father (male)."""


@dataclass(frozen=True, slots=True)
class Named:
    """Whoever is called this."""

    name: str


@dataclass(frozen=True, slots=True)
class Everyone:
    """All people of the tree."""


@dataclass(frozen=True, slots=True)
class Step:
    """The kin of some people."""

    of: People
    relation: Relation


@dataclass(frozen=True, slots=True)
class Shared:
    """Those who are kin of one and of the other: children of both, common ancestors."""

    one: People
    other: People
    relation: Relation
    nearest: bool = False
    """True for those alone that are no further away than any other shared one on their line."""


@dataclass(frozen=True, slots=True)
class Where:
    """Those of some people of whom a condition holds."""

    people: People
    condition: Condition


@dataclass(frozen=True, slots=True)
class OneOfCouple:
    """One of two who are named with one family name: the partner of the other, if there is such a couple."""

    name: str
    partner: str
    surname: str


@dataclass(frozen=True, slots=True)
class Ranked:
    """The one at a place of an order: the eldest is the first by birth, the last wife the last by marriage."""

    people: People
    by: Measure
    most: bool
    """True: from the largest or latest on."""
    place: int = 1


@dataclass(frozen=True, slots=True)
class Together:
    """Everybody of several."""

    parts: tuple[People, ...]


@dataclass(frozen=True, slots=True)
class SaidToBe:
    """Some people of whom the question takes a number for granted: "X's three sons"."""

    people: People
    number: int


People: TypeAlias = Named | Everyone | Step | Shared | Where | OneOfCouple | Ranked | Together | SaidToBe


@dataclass(frozen=True, slots=True)
class EventOf:
    """An event of a person: the death of X; the wedding of X and Y."""

    of: People
    event: str
    partner: People | None = None


@dataclass(frozen=True, slots=True)
class At:
    """A time that is said."""

    when: Amount


Moment: TypeAlias = EventOf | At


class Order(StrEnum):
    """How a time lies to another."""

    DURING = "during"
    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Time:
    order: Order
    moment: Moment


class MeasureKind(StrEnum):
    DATE = "date"
    """Of an event."""
    LIFESPAN = "lifespan"
    COUNT = "count"
    """Of kin."""
    AGE = "age"
    """At an event."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What people are ordered and compared by."""

    kind: MeasureKind
    event: str = ""
    relation: Relation | None = None
    with_whom: People | None = None
    """The partner whose wedding is meant, when the spouses of one person are put in order."""


@dataclass(frozen=True, slots=True)
class Happened:
    """An event took place, perhaps at some time, in some place, with somebody."""

    event: str
    partner: People | None = None
    times: tuple[Time, ...] = ()
    place: str = ""


@dataclass(frozen=True, slots=True)
class IsAmong:
    """The person is one of some people."""

    people: People


@dataclass(frozen=True, slots=True)
class IsSex:
    sex: Sex


@dataclass(frozen=True, slots=True)
class IsCalled:
    """A word of the name; with `surname` the family name."""

    name: str
    surname: bool = False


@dataclass(frozen=True, slots=True)
class Alive:
    """Alive at a time; without one, now."""

    times: tuple[Time, ...] = ()


@dataclass(frozen=True, slots=True)
class HasKin:
    """So many kin, of whom a condition may be asked."""

    relation: Relation
    count: Amount | None = None
    """None: at least one."""
    condition: Condition | None = None
    partner: People | None = None
    """Whom the kin is shared with: children with Y."""


@dataclass(frozen=True, slots=True)
class Compared:
    """More or less of a measure than somebody else, or than a number says."""

    by: Measure
    more: bool
    than: People | None = None
    number: Amount | None = None


@dataclass(frozen=True, slots=True)
class Related:
    """Kin of somebody, by blood or marriage, in any way."""

    to: People
    by_blood: bool = False
    """True: only by a common ancestor."""


@dataclass(frozen=True, slots=True)
class HasValue:
    """An attribute is on record: a title, an occupation; with `value`, one with these words."""

    event: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Not:
    condition: Condition


@dataclass(frozen=True, slots=True)
class All:
    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    parts: tuple[Condition, ...]


Condition: TypeAlias = (
    Happened | IsAmong | IsSex | IsCalled | Alive | HasKin | Compared | Related | HasValue | Not | All | AnyOf
)


class Aspect(StrEnum):
    """What is asked of an event."""

    DATE = "date"
    PLACE = "place"
    VALUE = "value"
    WHOLE = "whole"
    CAUSE = "cause"
    """Of a death."""
    SOURCES = "sources"
    """What the tree cites for it."""


@dataclass(frozen=True, slots=True)
class ListPeople:
    people: People


@dataclass(frozen=True, slots=True)
class CountPeople:
    people: People


@dataclass(frozen=True, slots=True)
class CountEvents:
    """How often something happened to somebody."""

    people: People
    event: str


@dataclass(frozen=True, slots=True)
class Facts:
    """When or where something happened, or what is on record of it."""

    of: EventOf
    aspect: Aspect
    told: Happened | None = None
    """What is said of the event, if not every one of the kind is meant: "in 1900"."""


class NameKind(StrEnum):
    MAIDEN = "maiden"
    """The family name by birth."""
    MARRIED = "married"
    OTHER = "other"
    """Nicknames and other names than the first."""


@dataclass(frozen=True, slots=True)
class NamesOf:
    """What somebody is called beside the name that the tree prefers."""

    people: People
    kind: NameKind


@dataclass(frozen=True, slots=True)
class Age:
    people: People
    at: Moment


@dataclass(frozen=True, slots=True)
class Span:
    """The years between two times."""

    start: Moment
    end: Moment
    either: bool = False
    """True if it is not said which of the two was first: "how far apart"."""


@dataclass(frozen=True, slots=True)
class MarriedFor:
    """How long two people were married, or one person to whomever."""

    people: People
    partner: People | None = None


@dataclass(frozen=True, slots=True)
class Average:
    """What some people have of a measure on average: an age at an event, children."""

    people: People
    by: Measure


@dataclass(frozen=True, slots=True)
class Couples:
    """The couples who have most children together, or fewest."""

    most: bool = True


@dataclass(frozen=True, slots=True)
class IsTrue:
    people: People
    condition: Condition


@dataclass(frozen=True, slots=True)
class Exists:
    people: People


@dataclass(frozen=True, slots=True)
class HowRelated:
    one: People
    other: People


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of somebody."""

    people: People


Question: TypeAlias = (
    ListPeople
    | CountPeople
    | CountEvents
    | Facts
    | NamesOf
    | Age
    | Span
    | MarriedFor
    | Average
    | Couples
    | IsTrue
    | Exists
    | HowRelated
    | Profile
)


def without_number(people: People) -> People:
    """Returns people without the number that a question takes for granted."""
    return people.people if isinstance(people, SaidToBe) else people


def is_open(people: People) -> bool:
    """True if all people of a tree are asked."""
    while isinstance(people, Where):
        people = people.people
    return isinstance(people, Everyone)


def is_name(people: People) -> bool:
    """True for a name, with or without clues."""
    while isinstance(people, Where):
        people = people.people
    return isinstance(people, Named)


def names_in(plan: object) -> Iterator[Named]:
    """Yields the names in a plan."""
    return (part for part in parts_of(plan) if isinstance(part, Named))


def parts_of(plan: object) -> Iterator[object]:
    """Yields a plan and everything in it."""
    yield plan
    if isinstance(plan, tuple):
        for part in plan:
            yield from parts_of(part)
    elif is_dataclass(plan):
        for one in fields(plan):
            yield from parts_of(getattr(plan, one.name))
