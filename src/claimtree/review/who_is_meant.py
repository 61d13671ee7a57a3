"""Finds out who in a tree the people of a message are: by name, by what is said of them, by kin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from claimtree.answering.family_index import FamilyIndex
from claimtree.answering.place_agreement import agree
from claimtree.family_trees.tree import read_date
from claimtree.kinship.graph import PersonId, Sex
from claimtree.kinship.patterns import follow
from claimtree.kinship.phrases import kin_pattern
from claimtree.message_facts.said import RELATION, PersonSource, Reading, SaidFact, SaidPerson
from claimtree.model.amounts import Amount
from claimtree.person_names.compare import match_names

MOST_CANDIDATES: Final = 5
_MOST_COMPARED: Final = 200
_FAR_OFF: Final = 12.0
"""Years by which somebody else is meant, whatever the name."""
_OTHER_LIFE: Final = 80.0
"""Years from which even the only one of a name is somebody else."""
_LIKE: Final = 0.3
"""The least probability with which a relative's name is taken for another spelling."""
_ALIKE: Final = 0.8
"""The probability from which two names are taken for the same."""
_DAYS_A_YEAR: Final = 365.25
_WORTH: Final = {"birth": 3.0, "death": 3.0, "marriage": 2.0, "burial": 2.0, "baptism": 2.0, "christening": 2.0}
_CLEAR: Final = 1.0
"""By how much the best candidate is better than the next one if it is certain who is meant."""


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
class _Scored:
    id: str
    name: float
    fit: float = 0.0
    apart: bool = False
    gap: float = 0.0
    """The most years by which something that is said lies outside of what the tree says."""
    clues: int = 0


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
                if fit >= _LIKE and ((only and fit >= _ALIKE) or not self._scored(one, person, 1.0).apart)
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
        if id in self.index.hidden:
            return 0.0
        names = [one.shown for one in self.index.people[id].names]
        said = [person.name]
        if person.maiden:
            said.append(f"{person.name.split()[0]} {person.maiden}")
        return max((_name_fit(one, name) for one in said for name in names), default=0.0)

    def _by_name(self, person: SaidPerson) -> Meant:
        names = [person.name]
        if person.maiden:
            names.insert(0, f"{person.name.split()[0]} {person.maiden}")
        ids: dict[str, float] = {}
        for name in names:
            for id in self.index.names.find(name.replace('"', ""))[:_MOST_COMPARED]:
                ids.setdefault(id, self._name_fit(id, person))
        scored = [self._scored(id, person, fit) for id, fit in ids.items()]
        likely = [one for one in scored if not one.apart and self._sex_fits(one.id, person)]
        if not likely:
            return self._only_namesake(person, scored)
        likely.sort(key=lambda one: -(one.fit + one.name))
        best = likely[0]
        if (
            self.about
            and self.about in {one.id for one in likely}
            and best.fit - self._fit_of(likely, self.about) < _CLEAR
        ):
            return Meant(id=self.about, by_name=best.name)
        is_clear = len(likely) == 1 or best.fit + best.name - likely[1].fit - likely[1].name >= _CLEAR
        # One word alone names nobody for certain.
        is_full = len(person.name.split()) > 1 or best.clues > 0
        if is_clear and is_full:
            return Meant(id=best.id, by_name=best.name)
        return Meant(candidates=tuple(one.id for one in likely[:MOST_CANDIDATES]))

    def _only_namesake(self, person: SaidPerson, scored: list[_Scored]) -> Meant:
        """Returns the only one of a whole name, though what is said does not fit: a person is to decide whether the
        message is wrong or means somebody else."""
        alike = [one for one in scored if one.name >= _ALIKE and self._sex_fits(one.id, person)]
        if len(alike) != 1 or len(person.name.split()) < 2 or alike[0].gap > _OTHER_LIFE:
            return Meant()
        return Meant(id=alike[0].id, by_name=alike[0].name, is_doubtful=True)

    def _fit_of(self, likely: list[_Scored], id: str) -> float:
        return next(one.fit for one in likely if one.id == id)

    def _scored(self, id: str, person: SaidPerson, name: float) -> _Scored:
        """Returns how well what the message says of somebody fits one person of the tree."""
        one = _Scored(id, name)
        for fact in self.reading.facts:
            if fact.denied or fact.fault or person.number not in (fact.person, fact.other):
                continue
            if fact.kind == RELATION:
                self._score_kin(one, person, fact)
            elif fact.person == person.number or fact.kind == "marriage":
                self._score_event(one, person, fact)
        return one

    def _score_event(self, one: _Scored, person: SaidPerson, fact: SaidFact) -> None:
        worth = _WORTH.get(fact.kind, 1.0)
        said = read_date(fact.date)
        known = list(self.index.events(one.id, fact.kind))
        if fact.kind == "marriage" and fact.other is not None:
            partner = fact.other if fact.person == person.number else fact.person
            name = self.reading.people[partner].name
            links = self.index.partners[one.id]
            if name and any(self._name_fit(link.to, self.reading.people[partner]) >= _LIKE for link in links):
                one.fit += 3.0
                one.clues += 1
            elif name and links:
                one.fit -= 1.0
        gaps = [
            abs(_gap(said, event.event.when)) for event in known if said is not None and event.event.when is not None
        ]
        if gaps:
            gap = min(gaps)
            one.gap = max(one.gap, gap)
            one.clues += gap == 0
            one.fit += worth if gap == 0 else worth * max(0.0, 1 - gap / 4) - gap / 4
            if fact.kind in ("birth", "death", "christening", "baptism", "burial") and gap > _FAR_OFF:
                one.apart = True
        if said is not None and not known:
            self._score_life(one, fact.kind, said)
        places = [event.event.place for event in known if event.event.place.strip()]
        if fact.place and places:
            fits = any(agree(place, fact.place) for place in places)
            one.fit += 1.0 if fits else -0.5
            one.clues += fits
        elif fact.place and fact.kind in ("residence", "census"):
            lived = [event.place for event in self.index.people[one.id].events if event.place.strip()]
            fits = any(agree(place, fact.place) for place in lived)
            one.fit += fits
            one.clues += fits

    def _score_life(self, one: _Scored, kind: str, said: Amount) -> None:
        """Holds a time that the tree has no event for against the life that it tells."""
        person = self.index.people[one.id]
        birth, death = person.first("birth", "christening", "baptism"), person.first("death", "burial")
        born = birth.when if birth is not None else None
        died = death.when if death is not None else None
        after = kind in ("burial", "probate")
        if born is not None and said.high < born.low - _DAYS_A_YEAR:
            one.apart = True
            one.gap = max(one.gap, _gap(said, born))
        if died is not None and said.low > died.high + _DAYS_A_YEAR * 2 and not after:
            one.apart = True
            one.gap = max(one.gap, _gap(said, died))
        if born is not None and said.low > born.high + 115 * _DAYS_A_YEAR:
            one.apart = True

    def _score_kin(self, one: _Scored, person: SaidPerson, fact: SaidFact) -> None:
        other, word = (fact.person, "") if fact.other == person.number else (fact.other, fact.relation)
        if other is None:
            return
        who = self.reading.people[other]
        if not who.name:
            return
        if word:
            kin = self._kin(one.id, word)
            if any(self._name_fit(id, who) >= _LIKE for id in kin):
                one.fit += 3.0
                one.clues += 1
            elif kin:
                one.fit -= 1.0
            return
        near = {
            link.to
            for links in (self.index.parents, self.index.children, self.index.partners)
            for link in links[one.id]
        }
        if any(self._name_fit(id, who) >= _LIKE for id in near):
            one.fit += 3.0
            one.clues += 1


def _name_fit(said: str, known: str) -> float:
    fit = match_names(said, known).probability
    words = said.split()
    if len(words) == 1:
        # "Joe" may be Joseph Miller.
        given = known.split()[:1]
        fit = max([fit, *(match_names(said, one).probability * 0.8 for one in given)])
    return fit


def _gap(one: Amount, other: Amount) -> float:
    """Returns the years between two times; 0 if they may be the same."""
    if one.high < other.low:
        return (other.low - one.high) / _DAYS_A_YEAR
    return (one.low - other.high) / _DAYS_A_YEAR if one.low > other.high else 0.0
