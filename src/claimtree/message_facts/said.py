"""The nouns of a message: who is spoken of, and what is said of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from claimtree.kinship.graph import Sex

RELATION: Final = "relation"
"""The kind of a fact that says what somebody is to somebody."""
NAME: Final = "name"
"""The kind of a fact that says what else somebody was called."""
SEX: Final = "sex"


class PersonSource(StrEnum):
    """By what somebody is spoken of."""

    NAME = "name"
    KIN = "kin"
    """By a word of kinship alone: "her mother"."""
    PRONOUN = "pronoun"
    """Only by "he", "she": whoever the conversation is about."""
    WRITER = "writer"
    """Whoever wrote the message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidPerson:
    """Somebody whom a message speaks of."""

    number: int
    """By which facts refer to them, from 0."""
    source: PersonSource
    name: str = ""
    """As written, the fullest form; empty if none is said."""
    maiden: str = ""
    sex: Sex = Sex.UNKNOWN
    kin: str = ""
    """What they are to `owner`, if they were introduced so: "mother"."""
    owner: int | None = None
    quote: str = ""
    """The words that introduce them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidFact:
    """One thing that a message says of somebody."""

    kind: str
    """An event as trees have it ("birth", "marriage", "residence", "occupation"), or RELATION, NAME, SEX."""
    person: int
    date: str = ""
    """As GEDCOM writes it: "ABT 1878"."""
    place: str = ""
    """From the smallest part to the largest: "Dayton, Ohio"."""
    value: str = ""
    """Of an occupation, a cause, a name."""
    relation: str = ""
    """What `other` is to the person: "mother", "husband", "cousin"."""
    other: int | None = None
    """The relative of a relation, the partner of a marriage."""
    denied: bool = False
    """True for what is said not to be so: "she was not born in Ohio"."""
    not_date: str = ""
    """The date that is said to be wrong: "in 1871, not 1873"."""
    not_place: str = ""
    hedged: bool = False
    """True if the writer is not sure: "I think", "about", "family story"."""
    fault: str = ""
    """Why it cannot be read as a fact: "31 Feb 1900" is no day."""
    quote: str
    """The words of the message that say it."""
    start: int
    end: int
    """Where the quote stands in the message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a message says."""

    people: tuple[SaidPerson, ...] = ()
    facts: tuple[SaidFact, ...] = ()
    asked: tuple[SaidFact, ...] = ()
    """What questions say of those they ask about: "the Mary Smith who died in 1931". It tells who is meant, and
    states nothing."""
    questions: tuple[str, ...] = ()
    """The sentences that ask something, as written."""
    cut: bool = False
    """True if the message was longer than what is read."""
