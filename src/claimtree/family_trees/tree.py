"""The nouns of a family tree: people, families, events, names, sources, notes.

Everything that a file states carries an `Evidence`: the record, the number of the line and the line
as it was written. Values are kept as written; `read_date` and `place_parts` say what they mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, date
from functools import lru_cache
from math import isfinite
from typing import Final, NamedTuple, Protocol

from claimtree.errors import BadAmount
from claimtree.kinship.graph import ParentKind, Sex
from claimtree.model.amounts import Amount
from claimtree.model.gedcom_dates import read_gedcom_date

LONGEST_QUOTE: Final = 300
"""Characters of a line that are quoted."""
LONGEST_NAME: Final = 200
"""Characters of a name that are shown and compared."""
_UNMARRIED: Final = re.compile(
    r"\b(?:(?:not|never)[ -]married|unmarried|partners?(?:hip)?|civil union|cohabit\w*|liv(?:ed|ing) together)\b",
    re.IGNORECASE,
)
UNNAMED: Final = "Unknown"
"""What a person without a name is called."""


class Evidence(NamedTuple):
    """Where a file states something."""

    record: str
    """The id of the record: "I1"."""
    line: int
    raw: str
    """The line as written."""

    @property
    def quote(self) -> str:
        """The record, the line and its words: "@I1@, line 12: 2 DATE ABT 1878"."""
        raw = self.raw if len(self.raw) <= LONGEST_QUOTE else f"{self.raw[: LONGEST_QUOTE - 1]}…"
        return f"@{self.record}@, line {self.line}: {raw.strip()}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonName:
    """A name of a person, as written in one place."""

    full: str
    """In its usual order: "Mary Ellen Smith"."""
    given: str = ""
    surname: str = ""
    prefix: str = ""
    suffix: str = ""
    nickname: str = ""
    kind: str = ""
    """"birth", "married", "aka" and the like; empty where the file does not say."""
    evidence: Evidence

    @property
    def shown(self) -> str:
        """The name on one line, cut if it is very long; never empty."""
        text = " ".join(self.full.split()) or UNNAMED
        return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 1]}…"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceUse:
    """A source that a fact, a name or a record cites."""

    source: str = ""
    """The id of its record; empty for one that is described in place."""
    text: str = ""
    """The description, or the words that were copied from it."""
    page: str = ""
    quality: str = ""
    """"0" (unreliable) to "3" (primary), as the file gives it."""
    evidence: Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteUse:
    """A note, in place or in a record of its own."""

    note: str = ""
    """The id of its record; empty for one in place."""
    text: str = ""
    evidence: Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened to a person or a family, or that was true of them: a birth, an
    occupation."""

    kind: str
    """"birth", "marriage", "occupation"; of what no table has, the tag."""
    value: str = ""
    """The value of an attribute: "blacksmith"."""
    type: str = ""
    """A more precise kind in the words of the file."""
    type_evidence: Evidence | None = None
    date: str = ""
    place: str = ""
    age: str = ""
    cause: str = ""
    notes: tuple[NoteUse, ...] = ()
    sources: tuple[SourceUse, ...] = ()
    evidence: Evidence
    date_evidence: Evidence | None = None
    place_evidence: Evidence | None = None

    @property
    def when(self) -> Amount | None:
        """The days that the date means; None if there is none, or it is none."""
        return read_date(self.date)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildOf:
    """A person's own statement of the family in which it is a child."""

    family: str
    kind: ParentKind | None = None
    """None: the person's record does not say."""
    only_parent: str = ""
    """"husband" or "wife" if the kind holds for this parent alone."""
    evidence: Evidence
    kind_evidence: Evidence | None = None
    """The line that says the kind, if it is another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerIn:
    """A person's own statement of a family in which it is a partner."""

    family: str
    evidence: Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Association:
    """Another person who has to do with this one: a witness, a godparent."""

    person: str
    relation: str
    evidence: Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    id: str
    line: int
    sex: Sex = Sex.UNKNOWN
    names: tuple[PersonName, ...] = ()
    events: tuple[Event, ...] = ()
    child_of: tuple[ChildOf, ...] = ()
    partner_in: tuple[PartnerIn, ...] = ()
    associations: tuple[Association, ...] = ()
    notes: tuple[NoteUse, ...] = ()
    sources: tuple[SourceUse, ...] = ()
    restriction: str = ""
    """"confidential", "locked", "privacy" where the file says so."""
    stable_ids: tuple[str, ...] = ()
    """Ids that programs keep when they number records anew (UID, _UID, REFN)."""
    evidence: Evidence

    @property
    def name(self) -> str:
        return self.names[0].shown if self.names else UNNAMED

    @property
    def links(self) -> tuple[ChildOf | PartnerIn, ...]:
        """All families that the person's record names."""
        return (*self.child_of, *self.partner_in)

    @property
    def told(self) -> tuple[Person | Event, ...]:
        """Everything that may have notes and sources."""
        return (self, *self.events)

    def first(self, *kinds: str) -> Event | None:
        """Returns the first event of some kinds: the one that the file prefers."""
        return next((one for one in self.events if one.kind in kinds), None)

    def all(self, *kinds: str) -> Iterator[Event]:
        return (one for one in self.events if one.kind in kinds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Partner:
    """A family's statement of one of its partners."""

    person: str
    role: str
    """"husband", "wife" or "partner", as the file has it; it says nothing of the sex."""
    evidence: Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Child:
    """A family's statement of one of its children."""

    person: str
    kinds: Mapping[str, ParentKind]
    """By the role of the parent ("husband", "wife"), what makes that one a parent, if it is said here."""
    evidence: Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    id: str
    line: int
    partners: tuple[Partner, ...] = ()
    children: tuple[Child, ...] = ()
    events: tuple[Event, ...] = ()
    denied: frozenset[str] = frozenset()
    """Kinds of events that the file says did not happen: "1 DIV N"."""
    notes: tuple[NoteUse, ...] = ()
    sources: tuple[SourceUse, ...] = ()
    evidence: Evidence

    @property
    def members(self) -> tuple[Partner | Child, ...]:
        return (*self.partners, *self.children)

    def all(self, *kinds: str) -> Iterator[Event]:
        return (one for one in self.events if one.kind in kinds)

    @property
    def unmarried(self) -> Event | None:
        """The event that says that the partners are not married: "1 EVEN" of the type "not married"."""
        told = self.all("event", "fact", "marriage")
        return next((one for one in told if _UNMARRIED.search(one.type or one.value)), None)

    @property
    def married(self) -> bool | None:
        """Whether the partners married; None where the file has neither a wedding nor anything that denies one."""
        if "marriage" in self.denied or self.unmarried is not None:
            return False
        return True if any(True for _ in self.all("marriage", "divorce", "annulment")) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedSource:
    """A source in a record of its own."""

    id: str
    title: str
    author: str = ""
    publication: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeInfo:
    """What is known of a tree as a whole."""

    name: str
    """By which it is told apart from others: "royal92"."""
    file: str = ""
    """The name of the file, without its folder."""
    sha256: str = ""
    imported: str = ""
    """When, as an ISO date with time."""
    charset: str = ""
    version: str = ""
    """Of GEDCOM, as the header says."""
    program: str = ""
    """What wrote the file."""
    people: int = 0
    families: int = 0
    home: str = ""
    """The id of the person at whom the tree starts; empty if nobody was chosen."""


class Tree(Protocol):
    """A tree that can be read."""

    @property
    def info(self) -> TreeInfo: ...

    def people(self) -> Iterator[Person]:
        """All people in the order of the file."""

    def families(self) -> Iterator[Family]: ...

    def person(self, id: str) -> Person | None: ...

    def families_of(self, ids: Iterable[str]) -> Mapping[str, Family]:
        """The families of some ids; those that the tree does not have are missing."""

    def people_of(self, ids: Iterable[str]) -> Mapping[str, Person]: ...

    def source(self, id: str) -> CitedSource | None: ...

    def note(self, id: str) -> str: ...


@lru_cache(maxsize=1 << 16)
def read_date(text: str) -> Amount | None:
    """Returns the days that a date means; None for an empty one and for what is no date."""
    try:
        return read_gedcom_date(text) if text else None
    except BadAmount:
        return None


def year_bounds(event: Event | None) -> tuple[int | None, int | None]:
    """Returns the first and the last year in which an event may have happened; None for an end that
    is open or not known."""
    return _years_of_date(event.date) if event is not None and event.date else (None, None)


@lru_cache(maxsize=1 << 16)
def _years_of_date(text: str) -> tuple[int | None, int | None]:
    when = read_date(text)
    return years_of(when) if when is not None else (None, None)


def years_of(when: Amount) -> tuple[int | None, int | None]:
    low, high = when.low, when.high
    first = date.fromordinal(int(low)).year if isfinite(low) and low > 1 else None
    last = date.fromordinal(int(high)).year if isfinite(high) and high < date.max.toordinal() else None
    return first, last if last is None or last < MAXYEAR else None


def shown_year(bounds: tuple[int | None, int | None]) -> int | None:
    """Returns the year to show of a date: the middle of its years, or the end that is known."""
    first, last = bounds
    if first is not None and last is not None:
        return (first + last) // 2
    return first if first is not None else last


@lru_cache(maxsize=1 << 14)
def place_parts(place: str) -> tuple[str, ...]:
    """Returns the parts of a place, from the smallest to the largest, without empty ones and repeats.

    >>> place_parts("Mount Vernon, Knox County, Ohio, , USA")
    ('Mount Vernon', 'Knox County', 'Ohio', 'USA')
    """
    parts = (" ".join(part.split()) for part in place.replace(";", ",").split(","))
    return tuple(dict.fromkeys(part for part in parts if any(map(str.isalnum, part))))


def in_one_line(text: str) -> str:
    return " ".join(text.split())


def shown_names(person: Person) -> Sequence[str]:
    """Returns all names of a person, each once, the preferred one first."""
    return tuple(dict.fromkeys(name.shown for name in person.names if name.full.strip()))
