"""Finds out who in a tree the people of a message are: by name, by what is said of them, by kin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from claimtree.answering.ask_result import Candidate
from claimtree.answering.candidates import CandidateFinder, finder_of
from claimtree.answering.clue_fit import years_of_fit
from claimtree.answering.family_index import FamilyIndex
from claimtree.family_trees.living import OLDEST
from claimtree.kinship.graph import PersonId, Sex
from claimtree.kinship.patterns import follow
from claimtree.kinship.phrases import kin_pattern
from claimtree.message_answers.clues import name_of, sought_of
from claimtree.message_facts.said import RELATION, PersonSource, Reading, SaidFact, SaidPerson
from claimtree.model.answers import Verdict

MOST_CANDIDATES: Final = 5
_LOOKED_THROUGH: Final = 12
_MOST_COMPARED: Final = 100
_FAR_OFF: Final = 12.0
"""Years by which somebody else is meant, whatever the name."""
_OTHER_LIFE: Final = 80.0
"""Years from which even the only one of a name is somebody else, if several things are said of them."""
_NO_LIFE: Final = float(OLDEST)
"""Years by which two events of one life cannot be apart; one thing alone that is said may be a mistake up to these."""
_LIKE: Final = 0.3
"""The least probability with which a relative's name is taken for another spelling."""
_SPELT: Final = 0.5
"""The least probability with which any other name is taken for another spelling."""
_ALIKE: Final = 0.8
"""The probability from which two names are taken for the same."""
_CLEAR: Final = 1.0
"""By how much the weight of the best candidate is more than that of the next one if it is certain who is meant."""
_RIVAL: Final = 2.5
"""Weights that differ by more leave no doubt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """Who in the tree somebody is."""

    id: str = ""
    """Empty if nobody is, or it is not certain."""
    candidates: tuple[str, ...] = ()
    """If it is not certain, those who may be, the likeliest first."""
    by_name: float = 1.0
    """How alike the names are."""
    is_doubtful: bool = False
    """True if what is said does not fit the only one of the name."""


@dataclass(slots=True)
class WhoIsMeant:
    """Who the people of one message are."""

    index: FamilyIndex
    reading: Reading
    about: str = ""
    writer: str = ""
    _found: dict[int, Meant] = field(default_factory=dict)
    _open: set[int] = field(default_factory=set)

    def of(self, number: int) -> Meant:
        """Returns who somebody is; each is looked up once."""
        if number not in self._found:
            if number in self._open:
                return Meant()
            self._open.add(number)
            self._found[number] = self._look_up(self.reading.people[number])
            self._open.discard(number)
        return self._found[number]

    def _look_up(self, person: SaidPerson) -> Meant:
        if person.source is PersonSource.WRITER:
            return Meant(id=self.writer)
        if person.source is PersonSource.PRONOUN and not person.name:
            fits = self.about and self._sex_fits(self.about, person)
            return Meant(id=self.about if fits else "")
        if not person.name:
            return self._relative(person)
        near = self._by_kin(person)
        if near is not None:
            return near
        return self._by_name(person)

    def _sex_fits(self, id: str, person: SaidPerson) -> bool:
        known = self.index.sex(id)
        return Sex.UNKNOWN in (known, person.sex) or known is person.sex or known is Sex.OTHER

    def _relative(self, person: SaidPerson) -> Meant:
        """Returns who "her mother" is by the tree, if there is one such relative."""
        if person.owner is None:
            return Meant()
        owner = self.of(person.owner)
        found = self._kin(owner.id, person.kin) if owner.id else ()
        if len(found) == 1:
            return Meant(id=found[0])
        return Meant(candidates=tuple(found[:MOST_CANDIDATES]))

    def _kin(self, owner: str, kin: str) -> tuple[str, ...]:
        """Returns the relatives of somebody that a word means."""
        patterns = kin_pattern(kin.replace("-in-law", " in law"))
        if patterns is None or (owner in self.index.hidden and not self.index.people.get(owner)):
            return ()
        reached = follow(self.index.graph, PersonId(self.index.node(owner)), patterns)
        return tuple(id.removeprefix(f"{self.index.tree}:") for id in reached.people)

    def _by_kin(self, person: SaidPerson) -> Meant | None:
        """Returns the relative of somebody known who is called so; None if the tree has no such relative."""
        for fact in self._relations(person.number):
            kin_of, word = (fact.person, fact.relation) if fact.other == person.number else (None, "")
            if kin_of is None:
                continue
            owner = self.of(kin_of)
            if not owner.id:
                continue
            likely = [(self._name_fit(one, person), one) for one in self._kin(owner.id, word)]
            # Names come back among brothers and sons; there is one mother, of whom the message may be wrong.
            only = word in ("mother", "father", "wife", "husband")
            likely = [
                (fit, one)
                for fit, one in likely
                if fit >= _LIKE and ((only and fit >= _ALIKE) or not self._is_apart(one, person))
            ]
            if likely:
                best = max(likely)
                rivals = [one for fit, one in likely if fit >= best[0] - 0.1]
                if len(rivals) == 1:
                    return Meant(id=best[1], by_name=best[0])
                return Meant(candidates=tuple(rivals[:MOST_CANDIDATES]))
        return None

    def _relations(self, number: int) -> Iterator[SaidFact]:
        return (
            fact
            for fact in self.reading.facts
            if fact.kind == RELATION and not fact.denied and number in (fact.person, fact.other)
        )

    def _name_fit(self, id: str, person: SaidPerson) -> float:
        return self._finder.forms.probability(name_of(person), id)

    def _is_apart(self, id: str, person: SaidPerson) -> bool:
        """True if what the message says of somebody is of another time than the life of one person of the tree."""
        return years_off(self._finder.scored(sought_of(self.reading, person.number), id)) > _FAR_OFF

    @property
    def _finder(self) -> CandidateFinder:
        return finder_of(self.index)

    def _by_name(self, person: SaidPerson) -> Meant:
        """Returns who of the tree has the name and fits what is said, if that is clear."""
        found = self._of_the_name(person)
        fitting = [one for one in found if self._sex_fits(one.id, person)]
        likely = [one for one in fitting if years_off(one) <= _FAR_OFF]
        if not likely:
            return self._only_namesake(person, fitting)
        best = likely[0]
        near = next((one for one in likely if one.id == self.about), None)
        if near is not None and best.score - near.score < _CLEAR:
            return Meant(id=near.id, by_name=near.verdicts[0].fit)
        is_clear = len(likely) == 1 or best.score - likely[1].score >= _CLEAR
        # One word alone names nobody for certain.
        is_full = len(person.name.split()) > 1 or any(one.verdict is Verdict.MET for one in best.verdicts[1:])
        if is_clear and is_full:
            return Meant(id=best.id, by_name=best.verdicts[0].fit)
        rivals = [one.id for one in likely if one.score >= best.score - _RIVAL]
        return Meant(candidates=tuple(rivals[:MOST_CANDIDATES]))

    def _of_the_name(self, person: SaidPerson) -> list[Candidate]:
        """Returns those who are called just so, else those whose names are like it; those who fit best first.

        What is said may be wrong, so it makes nobody of another name likelier than somebody of this one.
        """
        sought = sought_of(self.reading, person.number)
        names = [person.name.replace('"', "")]
        if person.maiden:
            names.insert(0, f"{person.name.split()[0]} {person.maiden}")
        ids = dict.fromkeys(id for name in names for id in self.index.names.find(name)[:_MOST_COMPARED])
        if not ids:
            # Kin and years do not make one name another.
            found = self._finder.find(sought, _LOOKED_THROUGH).candidates
            return [one for one in found if one.verdicts[0].fit >= _SPELT]
        return sorted((self._finder.scored(sought, id) for id in ids), key=lambda one: -one.score)

    def _only_namesake(self, person: SaidPerson, fitting: list[Candidate]) -> Meant:
        """Returns the only one of a whole name, though what is said does not fit: a person is to decide whether the
        message is wrong or means somebody else."""
        alike = [one for one in fitting if one.verdicts[0].fit >= _ALIKE]
        said = sum(person.number in (one.person, one.other) for one in self.reading.facts)
        most = _NO_LIFE if said == 1 else _OTHER_LIFE
        if len(alike) != 1 or len(person.name.split()) < 2 or years_off(alike[0]) > most:
            return Meant()
        return Meant(id=alike[0].id, by_name=alike[0].verdicts[0].fit, is_doubtful=True)


def years_off(candidate: Candidate) -> float:
    """Returns the most years by which something that is said lies outside of what the tree says of a candidate."""
    refuted = (one for one in candidate.verdicts if one.verdict is Verdict.REFUTED and one.clue.when is not None)
    return max((years_of_fit(one.fit) for one in refuted), default=0.0)
