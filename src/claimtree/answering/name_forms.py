"""All that the people of a tree may be called: their names, what they are called by, married names."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from claimtree.answering.family_index import FamilyIndex
from claimtree.answering.name_index import name_parts
from claimtree.family_trees.tree import UNNAMED, Person
from claimtree.kinship.graph import Sex
from claimtree.model.plans import Basis
from claimtree.person_names.compare import match_names
from claimtree.person_names.word_ties import Tie, tie

_ONE_WORD: Final = 0.8
"""What a given name alone counts, of one who has more names."""
_UNSAID: Final = -0.15
"""The weight of a word of a name that was not said."""
_UNKNOWN: Final = -2.2
"""The weight of a word that was said and is none of the name."""
_BY: Final = {
    Basis.NAME_FORM: -0.3,
    Basis.NAME_PART: 0.0,
    Basis.INITIALS: -0.5,
    Basis.SPELLING: -0.6,
    Basis.NICKNAME: -0.8,
    Basis.MARRIED_NAME: -0.6,
    Basis.SOUND: -1.2,
    Basis.TYPO: -1.2,
}
"""The weight of writing a name so, beside how alike the two are."""
_MARRIED: Final = -0.6
_NO_FAMILY: Final = "Nofamilyname"
_GIVEN_ALONE: Final = -0.6
_FAMILY_ALONE: Final = -1.0
"""The weights of saying a given name, or a family name, and nothing else."""


class NameForm(NamedTuple):
    """A name by which somebody may be asked for."""

    text: str
    married: str = ""
    """The id of the partner whose family name it has."""
    given_only: bool = False
    """True if the tree says that it has no family name."""
    family_only: bool = False
    """True if the tree has no given name."""


class Called(NamedTuple):
    """How a name that is asked for is one of somebody's."""

    probability: float
    form: NameForm
    by: Basis
    weight: float = 0.0
    """How likely somebody of this name is called so, as a logarithm."""


class NameForms:
    """The names of the people of a tree who are not masked."""

    def __init__(self, index: FamilyIndex) -> None:
        self._index = index
        self._kept: dict[str, tuple[NameForm, ...]] = {}

    def of(self, id: str) -> tuple[NameForm, ...]:
        """Returns what somebody may be called, the name that the tree prefers first."""
        if id not in self._kept:
            found = dict[str, NameForm]()
            for form in self._all(self._index.people[id]):
                found.setdefault(form.text.casefold(), form)
            self._kept[id] = tuple(found.values())
        return self._kept[id]

    def _all(self, person: Person) -> list[NameForm]:
        if person.id in self._index.hidden:
            return []
        found = [
            NameForm(one.shown.replace("_", " "), given_only=not one.surname.strip(), family_only=not one.given.strip())
            for one in person.names
            if one.full.strip()
        ]
        found = [one for one in found if one.text != UNNAMED]
        for name in person.names[:3]:
            if name.nickname.strip():
                found.append(NameForm(f"{name.nickname} {name.surname}".strip()))
        first = person.names[0] if person.names else None
        if first is not None and first.given.strip() and person.sex is not Sex.MALE:
            found += self._married(person.id, first.given, first.surname)
        return found

    def _married(self, id: str, given: str, surname: str) -> list[NameForm]:
        found = []
        for link in self._index.partners[id]:
            if link.to in self._index.hidden:
                continue
            names = self._index.people[link.to].names
            theirs = names[0].surname.strip() if names else ""
            if theirs and theirs.casefold() != surname.casefold():
                found.append(NameForm(f"{given} {theirs}", link.to))
        return found

    def probability(self, said: str, id: str) -> float:
        """Returns how probably somebody is called so."""
        found = self.called(said, id)
        return found.probability if found is not None else 0.0

    def called(self, said: str, id: str) -> Called | None:
        """Returns the likeliest of somebody's names for a name that is asked for."""
        best: Called | None = None
        for form in self.of(id):
            if form.family_only and not _has_all(form.text, said):
                # "Diana Spencer" is not any Spencer of whom no given name is on record.
                continue
            match = match_names(said, form.text)
            probability, by = match.probability, match.by
            if form.given_only:
                # The last of several given names is no family name: "Helena Vicky" is Helena Victoria.
                match = match_names(f"{said} {_NO_FAMILY}", f"{form.text} {_NO_FAMILY}")
                probability, by = max((probability, by), (match.probability, match.by), key=lambda one: one[0])
            if len(said.split()) == 1 and len(form.text.split()) > 1:
                # "Joe" may be Joseph Miller.
                given = match_names(said, form.text.split()[0]).probability * _ONE_WORD
                probability, by = max((probability, by), (given, Basis.NAME_PART), key=lambda one: one[0])
            found = Called(probability, form, by, _weight(said, form, probability, by))
            if best is None or found.weight > best.weight:
                best = found
        return best


def _weight(said: str, form: NameForm, probability: float, by: Basis) -> float:
    asked, own = name_parts(said), list(name_parts(form.text))
    unknown = 0
    for word in asked:
        near = next((one for one in own if one == word), None) or next(
            (one for one in own if _are_tied(word, one)), None
        )
        if near is None:
            unknown += 1
        else:
            own.remove(near)
    weight = math.log(max(probability, 1e-6)) + _BY.get(by, 0.0) + _UNKNOWN * unknown + _UNSAID * len(own)
    if len(asked) == 1 and own:
        given = name_parts(form.text)[:1]
        weight += _GIVEN_ALONE if any(_are_tied(asked[0], one) for one in given) else _FAMILY_ALONE
    if len(asked) == 1 and by is Basis.INITIALS:
        # Whoever has a name with an M is not just called Meg.
        weight += _FAMILY_ALONE
    return weight + (_MARRIED if form.married else 0.0)


def _has_all(own: str, said: str) -> bool:
    words = name_parts(own)
    return all(any(_are_tied(one, other) for other in words) for one in name_parts(said))


def _are_tied(one: str, other: str) -> bool:
    return Tie.OTHER not in (tie(one, other, given=True), tie(one, other, given=False))
