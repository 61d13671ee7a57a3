"""Keeps track of whom a message speaks of: "she", "her mother" and "Sarah" may be one person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from claimtree.kinship.graph import Sex
from claimtree.message_facts.fact_words import FactWords
from claimtree.message_facts.said import PersonSource, SaidPerson
from claimtree.message_facts.said_kin import KinWord
from claimtree.message_facts.said_names import SaidName
from claimtree.model.name_folding import fold

MOST_PEOPLE: Final = 200
Where: TypeAlias = tuple[int, int]
"""The places in the message where some words begin and end."""
_MEN: Final = frozenset({"mr", "sir", "lord", "father", "brother", "uncle"})
_WOMEN: Final = frozenset({"mrs", "ms", "miss", "lady", "sister", "aunt"})


@dataclass(slots=True)
class Spoken:
    """Somebody, as far as the message has told of them."""

    number: int
    source: PersonSource
    name: str = ""
    maiden: str = ""
    sex: Sex = Sex.UNKNOWN
    kin: KinWord | None = None
    owner: int | None = None
    start: int = 0
    end: int = 0
    """Where the words stand that say what they are to the owner, or that name them first."""
    hedged: bool = False


@dataclass(slots=True)
class PeopleSpokenOf:
    """The people of one message, the one spoken of last at the end of `recent`."""

    table: FactWords
    people: list[Spoken] = field(default_factory=list)
    recent: list[int] = field(default_factory=list)

    def said(self, text: str) -> tuple[SaidPerson, ...]:
        return tuple(
            SaidPerson(
                number=one.number,
                source=one.source,
                name=one.name,
                maiden=one.maiden,
                sex=one.sex,
                kin=one.kin.word if one.kin is not None else "",
                owner=one.owner,
                quote=text[one.start : one.end],
            )
            for one in self.people
        )

    def writer(self) -> int:
        for one in self.people:
            if one.source is PersonSource.WRITER:
                return one.number
        return self._new(PersonSource.WRITER, (0, 0)).number

    def named(self, name: SaidName, where: Where) -> int:
        """Returns who is called this: somebody spoken of before, or somebody new."""
        sex = self._sex(name)
        for number in self._latest():
            one = self.people[number]
            fits = Sex.UNKNOWN in (sex, one.sex) or sex is one.sex
            if one.name and fits and _is_form_of(name.full, one.name):
                self._know(one, name, sex)
                return self.touch(number)
        made = self._new(PersonSource.NAME, where)
        self._know(made, name, sex)
        return made.number

    def relative(self, owner: int, kin: KinWord, name: SaidName | None, where: Where, apart: Sequence[int] = ()) -> int:
        """Returns a relative of somebody, by name if one is said."""
        if name is None:
            for number in self._latest():
                one = self.people[number]
                if one.owner == owner and one.kin is not None and (one.kin.text, one.kin.sex) == (kin.text, kin.sex):
                    return self.touch(number)
            made = self._new(PersonSource.KIN, where)
            made.kin, made.owner, made.sex = kin, owner, kin.sex
            return made.number
        number = self.named(name, where)
        if number in (owner, *apart):
            # A son of the same name.
            made = self._new(PersonSource.NAME, where)
            self._know(made, name, self._sex(name))
            number = made.number
        self.call(number, kin, owner, where)
        return number

    def call(self, number: int, kin: KinWord, owner: int, where: Where, *, hedged: bool = False) -> None:
        """Notes what somebody is to somebody, if it is not known yet."""
        one = self.people[number]
        if one.kin is None and number != owner:
            one.kin, one.owner, one.hedged = kin, owner, hedged
            one.start, one.end = where
        if one.sex is Sex.UNKNOWN:
            one.sex = kin.sex

    def pronoun(self, sex: Sex, *, but: int | None = None) -> int:
        """Returns who "he", "she" or "they" is: the one spoken of last who may be."""
        for wanted in ((sex,), (Sex.UNKNOWN,)) if sex is not Sex.UNKNOWN else ((Sex.FEMALE, Sex.MALE, Sex.UNKNOWN),):
            for number in self._latest():
                one = self.people[number]
                if one.sex in wanted and one.source is not PersonSource.WRITER and number != but:
                    if sex is not Sex.UNKNOWN:
                        one.sex = sex
                    return self.touch(number)
        made = self._new(PersonSource.PRONOUN, (0, 0))
        made.sex = sex
        return made.number

    def same(self, one: int, other: int) -> int:
        """Notes that two are one person: "her mother was Sarah". Returns the number that stays."""
        first, second = self.people[one], self.people[other]
        keep, gone = (
            (first, second) if first.kin is not None or first.source is PersonSource.PRONOUN else (second, first)
        )
        if not keep.name:
            keep.name, keep.maiden = gone.name, gone.maiden
        if keep.kin is None and gone.kin is not None and gone.owner != keep.number:
            keep.kin, keep.owner = gone.kin, gone.owner
            keep.start, keep.end = gone.start, gone.end
        if keep.sex is Sex.UNKNOWN:
            keep.sex = gone.sex
        if keep.name:
            keep.source = PersonSource.NAME
        return keep.number

    def touch(self, number: int) -> int:
        if number in self.recent:
            self.recent.remove(number)
        self.recent.append(number)
        return number

    def _latest(self) -> Iterator[int]:
        return reversed(self.recent.copy())

    def _new(self, source: PersonSource, where: Where) -> Spoken:
        made = Spoken(number=len(self.people), source=source, start=where[0], end=where[1])
        if len(self.people) < MOST_PEOPLE:
            self.people.append(made)
            self.recent.append(made.number)
            return made
        return self.people[-1]

    def _sex(self, name: SaidName) -> Sex:
        for title in name.titles:
            if title in _MEN:
                return Sex.MALE
            if title in _WOMEN:
                return Sex.FEMALE
        return self.table.sex_of(fold(name.full.split()[0].rstrip(".")))

    def _know(self, one: Spoken, name: SaidName, sex: Sex) -> None:
        if len(name.full.split()) > len(one.name.split()):
            one.name = name.full
        one.maiden = one.maiden or name.maiden
        one.source = PersonSource.NAME
        if one.sex is Sex.UNKNOWN:
            one.sex = sex


def _is_form_of(said: str, known: str) -> bool:
    """True if a name may be another way to say one that was said before: "Sarah", "Hughes" of "Sarah Ann Hughes"."""
    words = [word for word in fold(said.replace('"', "")).split() if word]
    others = fold(known.replace('"', "")).split()
    if not words or words == others:
        return words == others
    short, long = sorted((words, others), key=len)
    if len(short) == 1:
        return short[0] in (long[0], long[-1]) if len(long) > 1 else short == long
    return short[0] == long[0] and short[-1] == long[-1] and all(_has(word, long) for word in short)


def _has(word: str, words: list[str]) -> bool:
    bare = word.rstrip(".")
    return any(one.rstrip(".") == bare or (len(bare) == 1 and one.startswith(bare)) for one in words)
