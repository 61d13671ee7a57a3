"""Whether a condition of a plan holds of somebody: yes, no, or not known, with the lines that say so."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from claimtree.answering.evaluated import Dated, Member, Verdict, all_lines, cut
from claimtree.answering.family_index import KnownEvent, mentions_place
from claimtree.answering.intervals import (
    Interval,
    all_of,
    any_of,
    before,
    by_day,
    days_of,
    in_years,
    opposite,
    within_years,
)
from claimtree.answering.measures import Measures
from claimtree.answering.people_names import words_of
from claimtree.answering.plan import (
    Alive,
    All,
    AnyOf,
    Base,
    Compared,
    Condition,
    EventOf,
    Happened,
    HasKin,
    HasValue,
    IsAmong,
    IsCalled,
    IsSex,
    Measure,
    MeasureKind,
    Not,
    Order,
    People,
    Ranked,
    Related,
    Relation,
    Shared,
    Step,
    Time,
    Where,
    without_number,
)
from claimtree.kinship.graph import ParentKind, Sex

_TWO: Final = 2
_PARENT: Final = Relation(base=Base.PARENT)
_MARRIED: Final = "marriage"


class Conditions(Measures):
    """Conditions on the people of one tree."""

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
                return Verdict(all_of(*(one.said for one in found)), all_lines(found))
            case AnyOf(parts):
                found = [self.holds(part, id) for part in parts]
                return Verdict(any_of(*(one.said for one in found)), all_lines(found))

    def _happened(self, wanted: Happened, id: str) -> Verdict:
        partners = {one.id: one for one in self.people(wanted.partner)} if wanted.partner is not None else None
        said: list[Verdict] = []
        for known in self._index.events(id, wanted.event):
            if partners is not None and known.partner not in partners:
                continue
            if not self._is_time_of_its_own(known, wanted):
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

    def _is_time_of_its_own(self, known: KnownEvent, wanted: Happened) -> bool:
        """True if an event is what it is compared with: the wedding with Y is none "after Y"."""
        times = [time for time in wanted.times if time.order is not Order.DURING and known.partner]
        moments = [time.moment for time in times if isinstance(time.moment, EventOf)]
        return any(
            one.event == wanted.event and any(who.id == known.partner for who in self.people(one.of)) for one in moments
        )

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

    def _is_among(self, people: People, id: str) -> Verdict:
        found = {one.id: one for one in self.people(people)}
        if id in found:
            return Verdict(True if found[id].sure else None, found[id].because)
        people = without_number(people)
        if isinstance(people, Where):
            inner, told = self._is_among(people.people, id), self.holds(people.condition, id)
            return Verdict(all_of(inner.said, told.said), cut(inner.because + told.because))
        if isinstance(people, Ranked) and found and all(one.sure for one in found.values()):
            return Verdict(False, cut(line for one in found.values() for line in one.because))
        if isinstance(people, Shared):
            parts = [self._is_among(Step(of, people.relation), id) for of in (people.one, people.other)]
            return Verdict(all_of(*(one.said for one in parts)), all_lines(parts))
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
        return Verdict(False if others else None, cut(line for one in others.values() for line in one.because))

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
            theirs = {one.id: one.because for one in self.people(Step(wanted.partner, wanted.relation))}
            kin = [one._replace(because=cut(one.because + theirs[one.id])) for one in kin if one.id in theirs]
        sure, maybe = kin, 0
        if wanted.condition is not None:
            said = [self.holds(wanted.condition, one.id).said for one in kin]
            sure = [one for one, holds in zip(kin, said, strict=True) if holds is True]
            maybe = sum(holds is None for holds in said)
        lines = cut(line for one in sure for line in one.because)
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
        return Verdict(all_of(*each) if each else None, cut(lines))

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
        return Verdict(None) if lines is None else Verdict(True, cut(lines))

    def _has_value(self, id: str, event: str, value: str) -> Verdict:
        found = list(self._index.events(id, event))
        asked = set(words_of(value))
        for known in found:
            if asked <= set(words_of(known.event.value)):
                return Verdict(True, (known.event.evidence,))
        return Verdict(None)


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
