"""The words by which people are asked for, or kept out, by protected class: one TOML file for each language.

Nothing in them decides by itself: a group counts only together with an operator or with a head, which is a word for
the people or the area that it is said of.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from claimtree.languages import CODES, data_of


class Ground(StrEnum):
    """What the law protects people by; of two that are named together the earlier one is shown."""

    RACE = "race"
    ETHNICITY = "ethnicity"
    RELIGION = "religion"
    ORIGIN = "origin"
    SEX = "sex"
    ORIENTATION = "orientation"
    DISABILITY = "disability"
    FAMILY = "family"
    AGE = "age"
    INCOME = "income"


class Head(StrEnum):
    """What a group can be said of."""

    PERSON = "person"
    """Anybody: makes a word that is also a colour or an age one for people: "white people"."""
    ROLE = "role"
    """Who lives there, or lets: "neighbors"."""
    AREA = "area"
    DWELLING = "dwelling"


class Kind(StrEnum):
    """How sure a group word is to mean people."""

    NOUN = "noun"
    """Always, unless a thing for them follows."""
    NAME = "name"
    """In the plural always, else when nothing follows that it could describe: "no Chinese restaurants"."""
    SHADE = "shade"
    """Only beside a word for people or an area: "white neighborhood", but "white kitchen"."""
    PLACE = "place"
    """A place or a direction, and people only where the words beside it say so: "orang medan", "hadap timur"."""


class Operator(StrEnum):
    """What is done with the group."""

    EXCLUDES = "excludes"
    RESTRICTS = "restricts"
    COUNTS = "counts"
    """Says how many of them there are: "mostly", "lots of"."""
    ACCEPTS = "accepts"
    """Says that they may come, or are well served: no question of who lives there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Words for one kind of group."""

    ground: Ground
    kind: Kind
    heads: frozenset[Head]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Small:
    """The small words around groups."""

    between: frozenset[str]
    """May stand between an operator, a head and the group."""
    linking: frozenset[str]
    """Between a group and the operator behind it: "children are not welcome"."""
    following: frozenset[str]
    """May follow a group that stands for people; any other word is what the group describes."""
    things: frozenset[str]
    """What people can have or use: after even the surest group word these make it one of their kind."""
    locating: frozenset[str]
    """Right before the name of a place: where something lies, not who lives there."""
    hailing: frozenset[str]
    """Before the name of a place, these make it where people are from."""
    ors: frozenset[str]
    joins: frozenset[str]
    """Between the groups of a list."""
    having: frozenset[str]
    """Between a group and the one that belongs to it: "families with kids"."""
    articles: frozenset[str]
    manners: frozenset[str]
    """What people are like, between a group word and the next: "Indian vegetarian girls"."""
    plurals: frozenset[str]
    """Words for several people that have no plural s."""
    friendly: frozenset[str]
    """Right behind a group, these speak of what the place is like: "kid friendly"."""
    describing: frozenset[str]
    """Behind a group that follows its head, these go on describing the head."""
    prefixes: frozenset[str]
    own: frozenset[str]
    """Who asks: a group said of them is no question."""
    seeking: frozenset[str]
    """Once these stand between, it is no longer said of who asks."""
    owning: frozenset[str]
    """Right before a group: it is the asker's own."""
    serving: frozenset[str]
    """Before a number of people, it asks for room for them: "space for lots of kids"."""
    lodgings: frozenset[str]
    """Kinds of lodging that are by custom and law for one sex."""
    ages: frozenset[str]
    """Beside a number, these make it an age."""
    theirs: frozenset[str]
    """Before several years, these make them an age: "in their 30s", but "from the 30s"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FairWords:
    """The words of one language."""

    groups: tuple[Group, ...]
    always: Mapping[Ground, tuple[str, ...]]
    """Said anywhere, these ask by protected class."""
    heads: Mapping[Head, tuple[str, ...]]
    head_first: bool
    """The head stands before the group: "tetangga muslim"."""
    before: Mapping[Operator, tuple[str, ...]]
    """Operators before the group."""
    behind: Mapping[Operator, tuple[str, ...]]
    """Operators behind the group."""
    tails: tuple[str, ...]
    """Behind a group, these say that it is about the neighbours; nothing of them is left behind."""
    small: Small


@lru_cache(maxsize=len(CODES))
def fair_words(code: str) -> FairWords:
    """The words of one of our languages."""
    data = tomllib.loads(data_of(code, "fair_housing.toml").read_text("utf-8"))
    return FairWords(
        groups=tuple(
            Group(
                ground=Ground(group["ground"]),
                kind=Kind(group["kind"]),
                heads=frozenset(map(Head, group["heads"])),
                words=_phrases(group["words"]),
            )
            for group in data["groups"]
        ),
        always={Ground(name): _phrases(text) for name, text in data["always"].items()},
        heads={Head(name): _phrases(text) for name, text in data["heads"].items()},
        head_first=data["head_first"],
        before={Operator(name): _phrases(text) for name, text in data["before"].items()},
        behind={Operator(name): _phrases(text) for name, text in data["behind"].items()},
        tails=_phrases(data["tails"]),
        small=Small(**{name: frozenset(text.split()) for name, text in data["small"].items()}),
    )


def group_words(codes: Iterable[str]) -> frozenset[str]:
    """Every word that names a group, so that none is taken for a slip of the pen."""
    groups = (group for code in codes if code in CODES for group in fair_words(code).groups)
    return frozenset(word for group in groups for phrase in group.words for word in phrase.split())


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(" ".join(phrase.split()) for phrase in text.split(",") if phrase.strip())
