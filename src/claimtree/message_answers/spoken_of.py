"""Whom "he", "she" and "they" mean: the people of the last answer, then those of the last question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from claimtree.answering.family_index import FamilyIndex
from claimtree.kinship.graph import Sex

_SEXES: Final = frozenset({Sex.MALE, Sex.FEMALE})

_PAIR: Final = 2
MOST_MEANT: Final = 8
"""People whom "they" may mean."""


class Pronoun(StrEnum):
    """What a pronoun says of whom it means."""

    HE = "he"
    SHE = "she"
    THEY = "they"

    @property
    def sex(self) -> Sex | None:
        return {Pronoun.HE: Sex.MALE, Pronoun.SHE: Sex.FEMALE}.get(self)


@dataclass(frozen=True, slots=True)
class SpokenOf:
    """Somebody of whom a conversation spoke."""

    name: str
    id: str = ""
    """Empty where it is not clear who is meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """Of whom the last message and its answer spoke."""

    asked: tuple[SpokenOf, ...] = ()
    """Those whom the message named."""
    told: tuple[SpokenOf, ...] = ()
    """Those whom the answer told of."""
    in_one_sentence: bool = False
    """True for the second question of a sentence: in "who are X's parents, and how many siblings has he?" he is X."""

    @property
    def topic(self) -> str:
        """The name of the one whom the conversation is about."""
        return self.asked[0].name if self.asked else ""


NOTHING_SPOKEN: Final = Spoken()


def meant_by(pronoun: Pronoun, spoken: Spoken, index: FamilyIndex) -> tuple[SpokenOf, ...]:
    """Returns whom a pronoun means: one, or two for "they"; nobody if that is not clear."""
    if pronoun is Pronoun.THEY:
        return _both(spoken, index)
    told = _of_sex(spoken.told, pronoun, index)
    if spoken.in_one_sentence and len(spoken.told) > 1:
        told = ()
    fitting = told or _of_sex(spoken.asked, pronoun, index)
    return fitting if len(fitting) == 1 and _may_be_named(fitting[0], index) else ()


def _both(spoken: Spoken, index: FamilyIndex) -> tuple[SpokenOf, ...]:
    """Returns the one who was asked about, with the one who was told."""
    if _PAIR <= len(spoken.told) <= MOST_MEANT and len({one.name.casefold() for one in spoken.told}) == len(
        spoken.told
    ):
        # "Who were her brothers?", "which of them died last?"
        return spoken.told if all(_may_be_named(one, index) for one in spoken.told) else ()
    asked = {one.id for one in spoken.asked if one.id}
    others = tuple(one for one in spoken.told if one.id not in asked)
    found = (*spoken.asked, *others)
    names = {one.name.casefold() for one in found}
    clear = len(found) == _PAIR and len(names) == len(found)
    return found if clear and all(_may_be_named(one, index) for one in found) else ()


def _of_sex(people: Sequence[SpokenOf], pronoun: Pronoun, index: FamilyIndex) -> tuple[SpokenOf, ...]:
    return tuple(one for one in people if sex_of(one, index) in (pronoun.sex, None))


def sex_of(one: SpokenOf, index: FamilyIndex) -> Sex | None:
    """Returns the sex that all have who may be meant; None if it is not on record, or they differ."""
    ids: Iterable[str] = (one.id,) if one.id in index.people else index.names.find(one.name)
    sexes = {index.sex(id) for id in ids if id not in index.hidden}
    return next(iter(sexes)) if len(sexes) == 1 and sexes <= _SEXES else None


def _may_be_named(one: SpokenOf, index: FamilyIndex) -> bool:
    return one.id not in index.hidden
