"""Evaluates the plan of a question over a tree: who is meant, of whom a condition holds, who comes first.

Everything has three outcomes: True and False are certain, None is not known. A result carries the
lines that it rests on. A name that fits nobody, or several people, ends the evaluation: the one who
asks decides, never the program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from claimtree.answering.conditions import Conditions
from claimtree.answering.evaluated import Member, Several, Unresolved, cut, merged
from claimtree.answering.family_index import FamilyIndex, KnownEvent
from claimtree.answering.intervals import Interval, before
from claimtree.answering.people_names import plain_words, words_of
from claimtree.answering.plan import (
    All,
    Base,
    Condition,
    EventOf,
    Everyone,
    Happened,
    HasKin,
    HasValue,
    IsTrue,
    MarriedFor,
    MeasureKind,
    Named,
    OneOfCouple,
    People,
    Question,
    Ranked,
    Relation,
    SaidToBe,
    Shared,
    Step,
    Together,
    Where,
    is_open,
    parts_of,
)
from claimtree.deadlines import check

_MARRIED: Final = "marriage"
_FEW: Final = 12
"""Of more people than these, "perhaps each of them" says nothing."""


class Evaluation(Conditions):
    """One question over one tree."""

    def __init__(self, index: FamilyIndex, chosen: Mapping[str, str] | None = None) -> None:
        """`chosen`: ids of people by the names that mean them in this conversation."""
        super().__init__(index)
        self._chosen = {words_of(name): id for name, id in (chosen or {}).items()}
        self.meant: Final[dict[str, str]] = {}
        """The names that were looked up, with the ids of those who are meant."""
        self.undated = 0
        """How many people were left out of an order, because nothing is on record of them."""
        self.miscounted: tuple[int, int] | None = None
        """A number that the question takes for granted, and how many there are."""

    def people(self, plan: People) -> list[Member]:
        """Returns those whom a plan means, each once."""
        check()
        match plan:
            case Named(name):
                return [Member(self._named(name, None))]
            case Everyone():
                return [Member(id) for id in self._index.people]
            case Step(of, relation):
                return merged(
                    Member(kin.id, one.sure, cut(one.because + kin.because))
                    for one in self.people(of)
                    for kin in self._kin.follow(one.id, relation)
                )
            case Shared():
                return self._shared(plan)
            case Where(inner, condition):
                return self._where(inner, condition)
            case OneOfCouple():
                return [self._of_couple(plan)]
            case Ranked():
                return self._ranked(plan)
            case SaidToBe(inner, number):
                found = self.people(inner)
                sure = sum(one.sure for one in found)
                if found and not sure <= number <= len(found):
                    self.miscounted = number, sure
                return found
            case Together(parts):
                return merged(member for part in parts for member in self.people(part))

    def _of_couple(self, plan: OneOfCouple) -> Member:
        """Returns the one who is called so of the only couple of these names; without a couple, the one of the name."""
        own, theirs = (self._of_family(name, plan.surname) for name in (plan.name, plan.partner))
        surname = words_of(plan.surname)
        found: dict[str, Member] = {}
        for id in own:
            for link in self._index.partners[id]:
                both = (*self._index.people[id].names, *self._index.people[link.to].names)
                if link.to in theirs and any(set(surname) <= set(words_of(name.full)) for name in both):
                    found[id] = Member(id, True, link.evidence)
        full = f"{plan.name} {plan.surname}"
        if not found:
            found = {id: Member(id) for id in self._index.names.find(full)}
        if len(found) != 1:
            raise Unresolved(full, tuple(found))
        (one,) = found.values()
        self.meant[full] = one.id
        return one

    def _of_family(self, given: str, surname: str) -> set[str]:
        return {*self._index.names.find(given), *self._index.names.find(f"{given} {surname}")}

    def take_couples_for_granted(self, plan: Question) -> None:
        """Settles who is meant where a question speaks of two people as a couple: of several people of one name, the
        partner of the other."""
        for part in parts_of(plan):
            match part:
                case (
                    EventOf(of=Named(one), event="marriage" | "divorce", partner=Named(other))
                    | MarriedFor(Named(one), Named(other))
                    | Shared(Named(one), Named(other), Relation(base=Base.CHILD))
                    | IsTrue(Named(one), HasKin(Relation(base=Base.CHILD), partner=Named(other)))
                ):
                    self._settle(one, other)
                case _:
                    pass

    def _settle(self, one: str, other: str) -> None:
        own, theirs = self._index.names.find(one), self._index.names.find(other)
        found = self._couples(own, theirs)
        if not found:
            # "Victoria and Albert's children" are not those of a Victoria of no other name, whose husband is no Albert.
            holders = self._index.names.holders
            found = self._couples((*own, *holders(plain_words(one))), (*theirs, *holders(plain_words(other))))
        if len(found) == 1:
            for name, id in zip((one, other), found.pop(), strict=True):
                self._chosen.setdefault(words_of(name), id)
        elif found and len(own) == 1 and own[0] not in {id for id, _ in found}:
            raise Unresolved(one, tuple(dict.fromkeys(id for id, _ in found)))

    def _couples(self, own: Sequence[str], theirs: Sequence[str]) -> set[tuple[str, str]]:
        known = set(theirs)
        return {(id, link.to) for id in dict.fromkeys(own) for link in self._index.partners[id] if link.to in known}

    def one(self, plan: People) -> Member:
        """Returns the one who is meant; raises if there are several, or none."""
        found = self.people(plan)
        if len(found) == 1:
            return found[0]
        raise Several(tuple(one.id for one in found))

    def _named(self, name: str, condition: Condition | None) -> str:
        known = self._chosen.get(words_of(name))
        if known is None or (condition is not None and self.holds(condition, known).said is False):
            known = self._only(name, condition)
        self.meant[name] = known
        return known

    def _only(self, name: str, condition: Condition | None) -> str:
        """Returns the one of a name of whom something may hold; raises if there are several, or none."""
        found = self._index.names.find(name)
        if not any(self._index.is_exactly(id, name) for id in found):
            found = tuple(dict.fromkeys((*found, *self._index.by_marriage(name))))
        if condition is not None:
            found = self._of_whom(condition, name, found)
        if len(found) != 1 or (condition is not None and self.holds(condition, found[0]).said is False):
            raise Unresolved(name, found)
        return found[0]

    def _of_whom(self, condition: Condition, name: str, found: tuple[str, ...]) -> tuple[str, ...]:
        """Returns those of a name of whom a condition holds; of whom it may, if it is certain of nobody."""
        said = {id: self.holds(condition, id).said for id in found}
        if True not in said.values():
            # "Mary Smith the milliner" may be Mary Ellen Smith, where another is just called so.
            others = (*self._index.names.holders(plain_words(name)), *self._index.by_marriage(name))
            said |= {id: self.holds(condition, id).said for id in others if id not in said}
        sure = tuple(id for id in said if said[id] is True)
        return sure or tuple(id for id in found if said[id] is None) or found

    def _where(self, inner: People, condition: Condition) -> list[Member]:
        named, conditions = _clues(Where(inner, condition))
        if named is not None:
            return [Member(self._named(named.name, conditions))]
        found: list[Member] = []
        everyone = is_open(inner)
        for one in self.people(inner):
            said, because = self.holds(condition, one.id)
            # Of whom nothing is on record is no candidate where all people of the tree are asked.
            if said is True or (said is None and (because or not (everyone or _is_listed(condition)))):
                found.append(Member(one.id, one.sure and said is True, cut(one.because + because)))
        return found

    def _shared(self, plan: Shared) -> list[Member]:
        first = {one.id: one for one in self.people(Step(plan.one, plan.relation))}
        second = {one.id: one for one in self.people(Step(plan.other, plan.relation))}
        both = [id for id in first if id in second]
        if plan.nearest:
            above = {link.to for id in both for link in self._index.parents[id]}
            both = [id for id in both if id not in above] or both
        return [
            Member(id, first[id].sure and second[id].sure, cut(first[id].because + second[id].because)) for id in both
        ]

    def _ranked(self, plan: Ranked) -> list[Member]:
        members = self.people(plan.people)
        measured: list[tuple[Interval, Member]] = []
        for one in members:
            value = self.measure(one.id, plan.by)
            if value is not None:
                days = value.days if not plan.most else Interval(-value.days.high, -value.days.low)
                measured.append((days, replace(one, because=cut(one.because + value.because))))
        self.undated = len(members) - len(measured)
        if len(members) == 1 and plan.place == 1:
            return members
        if not measured:
            # Of whom nothing is on record nobody is the first; of the sons of somebody each may be the eldest.
            open_to_all = len(members) > _FEW or plan.by.event not in ("", "birth", "death", _MARRIED)
            found = [] if open_to_all or plan.place > len(members) else members
            return [replace(one, sure=False) for one in found]
        if plan.place == 1:
            bound = min(value.high for value, _ in measured)
            first = [one for value, one in measured if value.low <= bound]
            tied = plan.by.kind is MeasureKind.COUNT
            return first if len(first) == 1 or tied else [replace(one, sure=False) for one in first]
        return self._at_place(measured, plan.place, complete=not self.undated, members=members)

    @staticmethod
    def _at_place(
        measured: list[tuple[Interval, Member]], place: int, *, complete: bool, members: list[Member]
    ) -> list[Member]:
        """Returns the one at a place; with others who may be it, or where some are not dated, perhaps."""
        if place > len(members):
            return []
        if not complete:
            # The order of the file, which is that of time as a rule.
            return [replace(members[place - 1], sure=False)]
        chosen: list[Member] = []
        for at, (value, one) in enumerate(measured):
            others = [other for number, (other, _) in enumerate(measured) if number != at]
            surely_before = sum(before(other, value) is True for other in others)
            maybe_before = sum(before(value, other) is not True for other in others)
            if surely_before < place <= maybe_before + 1:
                chosen.append(one)
        return chosen if len(chosen) == 1 else [replace(one, sure=False) for one in chosen]


def _clues(plan: People) -> tuple[Named | None, Condition | None]:
    """Returns the name below some conditions, and the conditions; no name if it is something else."""
    conditions: list[Condition] = []
    while isinstance(plan, Where):
        conditions.append(plan.condition)
        plan = plan.people
    if not isinstance(plan, Named):
        return None, None
    return plan, All(tuple(conditions))


def _is_listed(condition: Condition) -> bool:
    """True for what is only so of those of whom it is on record: "which of them was the schoolteacher"."""
    return isinstance(condition, HasValue) or (isinstance(condition, Happened) and condition.event == "census")


def known_events(
    index: FamilyIndex, of: EventOf, evaluation: Evaluation, told: Happened | None = None
) -> Iterator[tuple[Member, list[KnownEvent]]]:
    """Yields the events that are asked for, by person; only those that may be what is told of them."""
    partners = {one.id for one in evaluation.people(of.partner)} if of.partner is not None else None
    for one in evaluation.people(of.of):
        found = [known for known in index.events(one.id, of.event) if partners is None or known.partner in partners]
        if told is not None:
            found = [known for known in found if evaluation.may_be(one.id, known, told)]
        yield one, found
