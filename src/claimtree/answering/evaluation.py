"""Evaluates the plan of a question over a tree: who is meant, of whom a condition holds, who comes first.

Everything has three outcomes: True and False are certain, None is not known. A result carries the
lines that it rests on. A name that fits nobody, or several people, ends the evaluation: the one who
asks decides, never the program.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from claimtree.answering.family_index import FamilyIndex, KnownEvent, mentions_place
from claimtree.answering.intervals import (
    Interval,
    all_of,
    any_of,
    before,
    by_day,
    days_of,
    in_years,
    inside,
    not_negative,
    opposite,
    within_years,
    years_between,
)
from claimtree.answering.kin_steps import KinSteps
from claimtree.answering.people_names import plain_words, words_of
from claimtree.answering.plan import (
    Alive,
    All,
    AnyOf,
    At,
    Base,
    Compared,
    Condition,
    EventOf,
    Everyone,
    Happened,
    HasKin,
    HasValue,
    IsAmong,
    IsCalled,
    IsSex,
    MarriedFor,
    Measure,
    MeasureKind,
    Moment,
    Named,
    Not,
    OneOfCouple,
    Order,
    People,
    Question,
    Ranked,
    Related,
    Relation,
    Shared,
    Step,
    Time,
    Together,
    Where,
    parts_of,
)
from claimtree.deadlines import check
from claimtree.family_trees.living import BIRTHS, OLDEST
from claimtree.family_trees.tree import Evidence
from claimtree.kinship.graph import ParentKind, Sex

_TWO: Final = 2
_PARENT: Final = Relation(base=Base.PARENT)
_FEW: Final = 12
"""Of more people than these, "perhaps each of them" says nothing."""
_LINES: Final = 12
"""Lines that one result carries at most."""
_MARRIED: Final = "marriage"
ONCE: Final = frozenset({"birth", "death", "burial", "christening", "baptism"})
"""What happens once: several records of it are of one event."""
_LONGEST_LIFE: Final = OLDEST * 365.2425
_AFTERWARDS: Final = 2 * 365.2425
"""Days after a death in which what goes with it is done: a burial, a probate."""
_LEAST_SHARE: Final = 0.05
"""The part of the time that a record leaves open that has to fit, for somebody to be named as one of whom something
may be so: "died after 1917" says little of the years up to 1918."""
_TAKES_PART: Final = frozenset({"marriage", "divorce"})


class Unresolved(Exception):
    """A name that does not say who is meant."""

    def __init__(self, name: str, candidates: tuple[str, ...]) -> None:
        super().__init__(name)
        self.name = name
        self.candidates = candidates


class Several(Exception):
    """Somebody is asked for, and several people are meant."""

    def __init__(self, people: tuple[str, ...]) -> None:
        super().__init__("several")
        self.people = people


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who is meant, for certain or perhaps, and the lines that say so."""

    id: str
    sure: bool = True
    because: tuple[Evidence, ...] = ()


class Verdict(NamedTuple):
    """Whether something holds, and the lines that it rests on; None without lines: nothing is on record."""

    said: bool | None
    because: tuple[Evidence, ...] = ()


class Dated(NamedTuple):
    """A time as days, with the lines that give it."""

    days: Interval
    because: tuple[Evidence, ...]


class Evaluation:
    """One question over one tree."""

    def __init__(self, index: FamilyIndex, chosen: Mapping[str, str] | None = None) -> None:
        """`chosen`: ids of people by the names that mean them in this conversation."""
        self._index = index
        self._chosen = {words_of(name): id for name, id in (chosen or {}).items()}
        self._kin = KinSteps(index)
        self.meant: Final[dict[str, str]] = {}
        """The names that were looked up, with the ids of those who are meant."""
        self.undated = 0
        """How many people were left out of an order, because nothing is on record of them."""

    def people(self, plan: People) -> list[Member]:
        """Returns those whom a plan means, each once."""
        check()
        match plan:
            case Named(name):
                return [Member(self._named(name, None))]
            case Everyone():
                return [Member(id) for id in self._index.people]
            case Step(of, relation):
                return _merged(
                    Member(kin.id, one.sure, _cut(one.because + kin.because))
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
            case Together(parts):
                return _merged(member for part in parts for member in self.people(part))

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
                ):
                    self._settle(one, other)
                case _:
                    pass

    def _settle(self, one: str, other: str) -> None:
        own, theirs = self._index.names.find(one), self._index.names.find(other)
        if max(len(own), len(theirs)) < _TWO:
            return
        found = {(id, link.to) for id in own for link in self._index.partners[id] if link.to in theirs}
        if len(found) == 1:
            for name, id in zip((one, other), found.pop(), strict=True):
                self._chosen.setdefault(words_of(name), id)

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
        everyone = _is_open(inner)
        for one in self.people(inner):
            said, because = self.holds(condition, one.id)
            # Of whom nothing is on record is no candidate where all people of the tree are asked.
            if said is True or (said is None and (because or not (everyone or _is_listed(condition)))):
                found.append(Member(one.id, one.sure and said is True, _cut(one.because + because)))
        return found

    def _shared(self, plan: Shared) -> list[Member]:
        first = {one.id: one for one in self.people(Step(plan.one, plan.relation))}
        second = {one.id: one for one in self.people(Step(plan.other, plan.relation))}
        both = [id for id in first if id in second]
        if plan.nearest:
            above = {link.to for id in both for link in self._index.parents[id]}
            both = [id for id in both if id not in above] or both
        return [
            Member(id, first[id].sure and second[id].sure, _cut(first[id].because + second[id].because)) for id in both
        ]

    def _ranked(self, plan: Ranked) -> list[Member]:
        members = self.people(plan.people)
        measured: list[tuple[Interval, Member]] = []
        for one in members:
            value = self.measure(one.id, plan.by)
            if value is not None:
                days = value.days if not plan.most else Interval(-value.days.high, -value.days.low)
                measured.append((days, replace(one, because=_cut(one.because + value.because))))
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

    def measure(self, id: str, by: Measure) -> Dated | None:
        """Returns what somebody is compared by; None where it is not on record."""
        match by.kind:
            case MeasureKind.DATE:
                return self._date(id, by)
            case MeasureKind.COUNT:
                assert by.relation is not None
                kin = self._kin.follow(id, by.relation)
                return Dated(Interval(len(kin), len(kin)), _cut(line for one in kin for line in one.because))
            case MeasureKind.LIFESPAN | MeasureKind.AGE:
                start = self._once(id, "birth") or self._date(id, Measure(MeasureKind.DATE, "birth"))
                end = self._once(id, by.event or "death")
                end = end or self._date(id, Measure(MeasureKind.DATE, by.event or "death"))
                if start is None or end is None:
                    return None
                days = Interval(end.days.low - start.days.high, end.days.high - start.days.low)
                return Dated(days, start.because + end.because)

    def _date(self, id: str, by: Measure) -> Dated | None:
        partners = {one.id for one in self.people(by.with_whom)} if by.with_whom is not None else None
        for known in self._index.events(id, by.event):
            when = known.event.when
            if when is not None and (partners is None or known.partner in partners):
                return Dated(days_of(when), evidence_of(known))
        return None

    def _once(self, id: str, event: str) -> Dated | None:
        """Returns when something was that happens once, such as a birth: from the first to the last date that is on
        record where they exclude one another, else the one that the file prefers."""
        if event not in ONCE:
            return None
        known = [one for one in self._index.events(id, event) if one.event.when is not None]
        rivals = rival_dates(known)
        if not rivals:
            return None
        days = [days_of(one.event.when) for one in rivals if one.event.when is not None]
        lines = _cut(line for one in rivals for line in evidence_of(one))
        return Dated(Interval(min(one.low for one in days), max(one.high for one in days)), lines)

    def moments(self, moment: Moment) -> list[Dated]:
        """Returns when something was, as far as it is on record."""
        if isinstance(moment, At):
            return [Dated(days_of(moment.when), ())]
        partners = {one.id for one in self.people(moment.partner)} if moment.partner is not None else None
        found: list[Dated] = []
        for one in self.people(moment.of):
            if (once := self._once(one.id, moment.event)) is not None:
                found.append(once._replace(because=_cut(one.because + once.because)))
                continue
            for known in self._index.events(one.id, moment.event):
                when = known.event.when
                if when is not None and (partners is None or known.partner in partners):
                    found.append(Dated(days_of(when), _cut(one.because + evidence_of(known))))
        return found

    def holds(self, condition: Condition, id: str) -> Verdict:
        """Whether a condition holds of somebody."""
        match condition:
            case Happened():
                return self._happened(condition, id)
            case IsAmong(people):
                return self._is_among(people, id)
            case IsSex(sex):
                own = self._index.sex(id)
                return Verdict(None if own is Sex.UNKNOWN else own is sex, ())
            case IsCalled(name, surname):
                return self._is_called(id, name, surname=surname)
            case Alive(times):
                return self._alive(id, times)
            case HasKin():
                return self._has_kin(condition, id)
            case Compared():
                return self._compared(condition, id)
            case Related(to, by_blood):
                return self._by_blood(id, to) if by_blood else self._related(id, to)
            case HasValue(event, value):
                return self._has_value(id, event, value)
            case Not(inner):
                said, because = self.holds(inner, id)
                return Verdict(opposite(said), because)
            case All(parts):
                found = [self.holds(part, id) for part in parts]
                return Verdict(all_of(*(one.said for one in found)), _all_lines(found))
            case AnyOf(parts):
                found = [self.holds(part, id) for part in parts]
                return Verdict(any_of(*(one.said for one in found)), _all_lines(found))

    def _happened(self, wanted: Happened, id: str) -> Verdict:
        partners = {one.id: one for one in self.people(wanted.partner)} if wanted.partner is not None else None
        said: list[Verdict] = []
        for known in self._index.events(id, wanted.event):
            if partners is not None and known.partner not in partners:
                continue
            said.append(self._as_told(id, known, wanted))
        plain = not wanted.times and not wanted.place
        if not said and wanted.event == _MARRIED and plain:
            # A couple in one family, of whose wedding nothing is written.
            links = [one for one in self._index.partners[id] if partners is None or one.to in partners]
            best = max(links, key=lambda one: one.married is not False, default=None)
            if best is None:
                return Verdict(None)
            return Verdict(best.married is not False, best.evidence)
        for one in said:
            if one.said is True:
                return one
        return next((one for one in said if one.said is None), said[0] if said else Verdict(None))

    def _as_told(self, id: str, known: KnownEvent, wanted: Happened) -> Verdict:
        """Whether one event took place when and where it is told."""
        said: list[bool | None] = [True]
        lines = [known.event.evidence]
        if wanted.place:
            said.append(self._index.has_place(known.event.place, wanted.place))
            lines += [known.event.place_evidence] if known.event.place_evidence else []
        when = known.event.when
        unlikely = False
        for time in wanted.times:
            if when is not None:
                days = self._in_lifetime(id, days_of(when))
                said.append(self._at_time(days, time))
                unlikely = unlikely or (said[-1] is None and self._hardly_at(days, time))
            else:
                said.append(None)
            lines += [known.event.date_evidence] if known.event.date_evidence else []
        outcome = all_of(*said)
        silent = outcome is None and (
            unlikely
            or (bool(wanted.place) and not mentions_place(known.event.place, wanted.place))
            or (bool(wanted.times) and when is None)
        )
        return Verdict(outcome, () if silent else tuple(dict.fromkeys(lines)))

    def may_be(self, id: str, known: KnownEvent, told: Happened) -> bool:
        """True if an event of somebody may be the one that is told of: a stay of four years, in one of them."""
        when = known.event.when
        if told.times and when is None:
            return False
        said = self._as_told(id, known, told)
        return said.said is not False and not (told.times and said.said is None and not said.because)

    def _in_lifetime(self, id: str, days: Interval) -> Interval:
        """Returns when something was, with an open end cut to the longest life: nobody who was born in 1473 and died
        "after 1483" may have died in 1817."""
        person = self._index.people[id]
        birth, death = person.first(*BIRTHS), person.first("death", "burial", "cremation")
        born, died = (one.when if one is not None else None for one in (birth, death))
        low, high = days
        # Where the birth itself is open, the death ends it, and the other way round.
        if math.isinf(high):
            ends = [days_of(one).high + more for one, more in ((born, _LONGEST_LIFE), (died, _AFTERWARDS)) if one]
            high = min((one for one in ends if math.isfinite(one)), default=high)
        if math.isinf(low):
            starts = [days_of(one).low - less for one, less in ((died, _LONGEST_LIFE), (born, 0)) if one]
            low = max((one for one in starts if math.isfinite(one)), default=low)
        return Interval(low, high) if low <= high else days

    def _at_time(self, days: Interval, time: Time) -> bool | None:
        found = [_ordered(days, time.order, moment.days) for moment in self.moments(time.moment)]
        return any_of(*found) if found else None

    def _hardly_at(self, days: Interval, time: Time) -> bool:
        """True if next to nothing of the time that a record leaves open is the one that is asked for."""
        moments = [one.days for one in self.moments(time.moment)]
        if time.order is not Order.DURING or not math.isfinite(days.high - days.low):
            return not math.isfinite(days.high - days.low)
        shared = [min(days.high, one.high) - max(days.low, one.low) + 1 for one in moments]
        return all(one < _LEAST_SHARE * (days.high - days.low + 1) for one in shared)

    def _is_among(self, people: People, id: str) -> Verdict:
        found = {one.id: one for one in self.people(people)}
        if id in found:
            return Verdict(True if found[id].sure else None, found[id].because)
        if isinstance(people, Where):
            inner, told = self._is_among(people.people, id), self.holds(people.condition, id)
            return Verdict(all_of(inner.said, told.said), _cut(inner.because + told.because))
        if isinstance(people, Ranked) and found and all(one.sure for one in found.values()):
            return Verdict(False, _cut(line for one in found.values() for line in one.because))
        if isinstance(people, Shared):
            parts = [self._is_among(Step(of, people.relation), id) for of in (people.one, people.other)]
            return Verdict(all_of(*(one.said for one in parts)), _all_lines(parts))
        if not isinstance(people, Step):
            return Verdict(None)
        if people.relation.kind is ParentKind.BIRTH and people.relation.base in (Base.PARENT, Base.CHILD):
            said = self._otherwise_linked(people, id)
            if said is not None:
                return Verdict(False, said.because)
            return self._is_among(replace(people, relation=replace(people.relation, kind=None)), id)
        if people.relation.kind is None and people.relation.base in (Base.PARENT, Base.CHILD):
            said = self._otherwise_linked(people, id)
            if said is not None:
                return said
        match people.relation.base:
            case Base.SPOUSE:
                partners = Step(people.of, Relation(base=Base.PARTNER))
                unmarried = {one.id: one for one in self.people(partners)}
                return Verdict(False, unmarried[id].because) if id in unmarried else Verdict(None)
            case Base.PARENT if people.relation.kind is None:
                return self._not_among(found)
            case Base.CHILD if people.relation.kind is None:
                parents = {one.id: Member(one.id, True, one.because) for one in self._kin.follow(id, _PARENT)}
                owners = self.people(people.of)
                sexes = {self._index.sex(one) for one in parents}
                refuted = len(parents) >= _TWO or any(self._index.sex(one.id) in sexes for one in owners)
                wrong_sex = people.relation.sex not in (None, self._index.sex(id))
                return self._not_among(parents) if refuted or wrong_sex else Verdict(None)
            case _:
                return Verdict(None)

    def _otherwise_linked(self, people: Step, id: str) -> Verdict | None:
        """Returns what a link between the two says that is none by birth: an adoption makes a parent, and a
        stepmother or foster mother is on record as no mother."""
        for kind in (ParentKind.ADOPTED, ParentKind.STEP, ParentKind.FOSTER):
            links = self._index.children if people.relation.base is Base.PARENT else self._index.parents
            owners = {one.id for one in self.people(people.of)}
            for link in links[id]:
                if link.to in owners and link.kind is kind:
                    return Verdict(kind is ParentKind.ADOPTED, link.evidence)
        return None

    @staticmethod
    def _not_among(others: dict[str, Member]) -> Verdict:
        """The opposite is proven by those who are on record in that place."""
        return Verdict(False if others else None, _cut(line for one in others.values() for line in one.because))

    def _is_called(self, id: str, name: str, *, surname: bool) -> Verdict:
        asked = set(words_of(name))
        for one in self._index.people[id].names:
            own = set(words_of(one.surname if surname else one.full))
            if asked <= own:
                return Verdict(True, (one.evidence,))
        return Verdict(False if self._index.people[id].names else None)

    def _alive(self, id: str, times: tuple[Time, ...]) -> Verdict:
        if id in self._index.hidden:
            return Verdict(None)
        birth, death = (self._date(id, Measure(MeasureKind.DATE, event)) for event in ("birth", "death"))
        lines = (birth.because if birth else ()) + (death.because if death else ())
        if not times:
            has_died = any(True for _ in self._index.events(id, "death")) or id not in self._index.living
            return Verdict(False if has_died else None, lines)
        if death is not None:
            death = death._replace(days=self._in_lifetime(id, death.days))
        said = [
            _alive_at(birth, death, _shifted(moment.days, time.order))
            for time in times
            for moment in self.moments(time.moment)
        ]
        if not said:
            return Verdict(None, lines)
        return Verdict(all_of(*said), lines)

    def _has_kin(self, wanted: HasKin, id: str) -> Verdict:
        kin = self._kin.follow(id, wanted.relation)
        if wanted.partner is not None:
            theirs = {one.id for one in self.people(Step(wanted.partner, wanted.relation))}
            kin = [one for one in kin if one.id in theirs]
        sure, maybe = kin, 0
        if wanted.condition is not None:
            said = [self.holds(wanted.condition, one.id).said for one in kin]
            sure = [one for one, holds in zip(kin, said, strict=True) if holds is True]
            maybe = sum(holds is None for holds in said)
        lines = _cut(line for one in sure for line in one.because)
        if wanted.count is None:
            return Verdict(True if sure else None if maybe else False, lines)
        fits = {wanted.count.includes(number) for number in range(len(sure), len(sure) + maybe + 1)}
        return Verdict(None if len(fits) > 1 else fits.pop(), lines)

    def _compared(self, wanted: Compared, id: str) -> Verdict:
        mine = self.measure(id, wanted.by)
        if mine is None:
            return Verdict(None)
        if wanted.number is not None:
            years = Interval(in_years(mine.days.low), in_years(mine.days.high))
            said = within_years(years, wanted.number)
            # A date without an end, "died after 1917", says nothing of how old somebody became.
            open_end = said is None and not math.isfinite(years.high - years.low)
            return Verdict(said, () if open_end else mine.because)
        assert wanted.than is not None
        each: list[bool | None] = []
        lines = mine.because
        for other in self.people(wanted.than):
            theirs = self.measure(other.id, wanted.by)
            if theirs is None:
                each.append(None)
                continue
            lines += theirs.because
            each.append(before(theirs.days, mine.days) if wanted.more else before(mine.days, theirs.days))
        return Verdict(all_of(*each) if each else None, _cut(lines))

    def _related(self, id: str, to: People) -> Verdict:
        from claimtree.kinship.graph import PersonId
        from claimtree.kinship.paths import closest_paths

        graph, other = self._index.graph, self.one(to)
        one, two = PersonId(self._index.node(id)), PersonId(self._index.node(other.id))
        return Verdict(True if closest_paths(graph, one, two, limit=1).paths else None)

    def _by_blood(self, id: str, to: People) -> Verdict:
        """Whether two people have an ancestor in common, or one is the other's, by birth alone."""
        other = self.one(to).id
        lines = self._kin.shared_blood(id, other)
        return Verdict(None) if lines is None else Verdict(True, _cut(lines))

    def _has_value(self, id: str, event: str, value: str) -> Verdict:
        found = list(self._index.events(id, event))
        asked = set(words_of(value))
        for known in found:
            if asked <= set(words_of(known.event.value)):
                return Verdict(True, (known.event.evidence,))
        return Verdict(None)


def evidence_of(known: KnownEvent) -> tuple[Evidence, ...]:
    """Returns the lines of an event."""
    event = known.event
    lines = (event.evidence, event.date_evidence, event.place_evidence)
    return tuple(line for line in lines if line is not None)


def rival_dates(known: Sequence[KnownEvent]) -> list[KnownEvent]:
    """Returns the first of some events with a date, and those whose dates exclude it: two births on record."""
    dated = [one for one in known if one.event.when is not None]
    return [one for at, one in enumerate(dated) if not at or not _overlap(dated[0], one)]


def _overlap(one: KnownEvent, other: KnownEvent) -> bool:
    first, second = one.event.when, other.event.when
    return first is None or second is None or first.overlaps(second)


def _cut(lines: Iterable[Evidence]) -> tuple[Evidence, ...]:
    return tuple(dict.fromkeys(lines))[:_LINES]


def _all_lines(found: list[Verdict]) -> tuple[Evidence, ...]:
    # What is silent in one part is silent as a whole.
    if any(one.said is None and not one.because for one in found):
        return ()
    return _cut(line for one in found for line in one.because)


def _merged(members: Iterable[Member]) -> list[Member]:
    """Returns each member once; sure if any way to it is."""
    found: dict[str, Member] = {}
    for one in members:
        known = found.get(one.id)
        if known is None:
            found[one.id] = one
        elif one.sure and not known.sure:
            found[one.id] = replace(known, sure=True)
    return list(found.values())


def _clues(plan: People) -> tuple[Named | None, Condition | None]:
    """Returns the name below some conditions, and the conditions; no name if it is something else."""
    conditions: list[Condition] = []
    while isinstance(plan, Where):
        conditions.append(plan.condition)
        plan = plan.people
    if not isinstance(plan, Named):
        return None, None
    return plan, All(tuple(conditions))


def _is_open(plan: People) -> bool:
    """True if all people of a tree are asked."""
    while isinstance(plan, Where):
        plan = plan.people
    return isinstance(plan, Everyone)


def _is_listed(condition: Condition) -> bool:
    """True for what is only so of those of whom it is on record: "which of them was the schoolteacher"."""
    return isinstance(condition, HasValue) or (isinstance(condition, Happened) and condition.event == "census")


def _ordered(days: Interval, order: Order, other: Interval) -> bool | None:
    match order:
        case Order.BEFORE:
            return before(days, other)
        case Order.AFTER:
            return before(other, days)
        case Order.DURING:
            return inside(days, other)


def _shifted(days: Interval, order: Order) -> Interval:
    """Returns the time itself, or the one right before or behind it."""
    match order:
        case Order.BEFORE:
            return Interval(days.low - 1, days.low - 1)
        case Order.AFTER:
            return Interval(days.high + 1, days.high + 1)
        case Order.DURING:
            return days


def _alive_at(birth: Dated | None, death: Dated | None, at: Interval) -> bool | None:
    """Whether somebody lived on some day of a time: born by its end, dead not before its beginning."""
    born = by_day(birth.days, at.high) if birth is not None else None
    dead_before = before(death.days, Interval(at.low, at.low)) if death is not None else None
    return all_of(born, opposite(dead_before))


def span_of(starts: list[Dated], ends: list[Dated]) -> tuple[Interval, tuple[Evidence, ...]] | None:
    """Returns the whole years between two times, and the lines; None where one is not on record."""
    if not starts or not ends:
        return None
    years = years_between(starts[0].days, ends[0].days)
    return not_negative(years) if years.high >= 0 else years, _cut(starts[0].because + ends[0].because)


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
