"""The words that ask for people, or exclude them, by protected class: one TOML file per language.

No word decides alone: a group counts only together with an operator or with a head, which is a word
for the people or the area that the group describes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from claimtree.languages import CODES, data_of


class Ground(StrEnum):
    """The protected classes; if two are named together, the earlier one is shown."""

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
    """Any person: makes a word that is also a colour or an age stand for people ("white
    people")."""
    ROLE = "role"
    """A person who lives there or lets it ("neighbors")."""
    AREA = "area"
    DWELLING = "dwelling"


class Kind(StrEnum):
    """How surely a group word means people."""

    NOUN = "noun"
    """Always, unless a thing for them follows."""
    NAME = "name"
    """Always in the plural, else if nothing follows that it could describe ("no Chinese
    restaurants")."""
    SHADE = "shade"
    """Only beside a word for people or an area ("white neighborhood", but not "white kitchen")."""
    PLACE = "place"
    """A place or a direction; people only if the words beside it say so ("orang medan", but not
    "hadap timur")."""


class Operator(StrEnum):
    """What the text does with the group."""

    EXCLUDES = "excludes"
    RESTRICTS = "restricts"
    COUNTS = "counts"
    """States how many of them there are ("mostly", "lots of")."""
    ACCEPTS = "accepts"
    """States that they are welcome or well served, which is no statement about who lives there."""


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
    """May stand between a group and the operator after it ("children are not welcome")."""
    following: frozenset[str]
    """May follow a group that stands for people; the group describes any other word that
    follows."""
    things: frozenset[str]
    """Things that people can have or use: after a group word of any kind, they make the phrase mean
    the thing."""
    locating: frozenset[str]
    """Right before a place name, these state where something lies, not who lives there."""
    hailing: frozenset[str]
    """Right before a place name, these make it the origin of people."""
    ors: frozenset[str]
    joins: frozenset[str]
    """May stand between the groups of a list."""
    having: frozenset[str]
    """May stand between a group and one that belongs to it ("families with kids")."""
    articles: frozenset[str]
    manners: frozenset[str]
    """Characteristics of people, between a group word and the next ("Indian vegetarian girls")."""
    plurals: frozenset[str]
    """Words for several people without a plural s."""
    friendly: frozenset[str]
    """Right after a group, these describe the place ("kid friendly")."""
    describing: frozenset[str]
    """After a group that follows its head, these continue the description of the head."""
    prefixes: frozenset[str]
    own: frozenset[str]
    """Words for the user: a group said of the user is not protected."""
    seeking: frozenset[str]
    """After these words the group is no longer said of the user."""
    owning: frozenset[str]
    """Right before a group: it is the user's own."""
    serving: frozenset[str]
    """Before a number of people, these ask for room for them ("space for lots of kids")."""
    lodgings: frozenset[str]
    """Kinds of lodging that by custom and law are for one sex."""
    ages: frozenset[str]
    """Beside a number, these make it an age."""
    theirs: frozenset[str]
    """Before a decade, these make it an age ("in their 30s", but not "from the 30s")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FairWords:
    """The words of one language."""

    groups: tuple[Group, ...]
    always: Mapping[Ground, tuple[str, ...]]
    """Words that ask by protected class wherever they stand."""
    heads: Mapping[Head, tuple[str, ...]]
    head_first: bool
    """The head stands before the group ("tetangga muslim")."""
    before: Mapping[Operator, tuple[str, ...]]
    """Operators before the group."""
    behind: Mapping[Operator, tuple[str, ...]]
    """Operators behind the group."""
    tails: tuple[str, ...]
    """After a group, these say that it is about the neighbours; they are removed with it."""
    small: Small


@lru_cache(maxsize=len(CODES))
def fair_words(code: str) -> FairWords:
    """Returns the words of one language."""
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
    """Returns every word that names a group, so that the spelling corrector leaves them
    unchanged."""
    groups = (group for code in codes if code in CODES for group in fair_words(code).groups)
    return frozenset(word for group in groups for phrase in group.words for word in phrase.split())


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(" ".join(phrase.split()) for phrase in text.split(",") if phrase.strip())
