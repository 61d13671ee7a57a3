"""When something was and how much of a measure somebody has, as far as it is on record: dates, ages, numbers of kin."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import Final

from claimtree.answering.evaluated import ONCE, Dated, Member, cut, evidence_of, rival_dates
from claimtree.answering.family_index import FamilyIndex
from claimtree.answering.intervals import Interval, any_of, before, days_of, inside
from claimtree.answering.kin_steps import KinSteps
from claimtree.answering.plan import At, Measure, MeasureKind, Moment, Order, People, Time
from claimtree.family_trees.living import BIRTHS, OLDEST

_LONGEST_LIFE: Final = OLDEST * 365.2425
_AFTERWARDS: Final = 2 * 365.2425
"""Days after a death in which what goes with it is done: a burial, a probate."""
_LEAST_SHARE: Final = 0.05
"""The part of the time that a record leaves open that has to fit, for somebody to be named as one of whom something
may be so: "died after 1917" says little of the years up to 1918."""


class Measures(ABC):
    """Times and measures of the people of one tree."""

    def __init__(self, index: FamilyIndex) -> None:
        self._index = index
        self._kin = KinSteps(index)

    @abstractmethod
    def people(self, plan: People) -> list[Member]:
        """Returns those whom a plan means, each once."""

    @abstractmethod
    def one(self, plan: People) -> Member:
        """Returns the one who is meant; raises if there are several, or none."""

    def measure(self, id: str, by: Measure) -> Dated | None:
        """Returns what somebody is compared by; None where it is not on record."""
        match by.kind:
            case MeasureKind.DATE:
                return self._date(id, by)
            case MeasureKind.COUNT:
                assert by.relation is not None
                kin = self._kin.follow(id, by.relation)
                return Dated(Interval(len(kin), len(kin)), cut(line for one in kin for line in one.because))
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
        lines = cut(line for one in rivals for line in evidence_of(one))
        return Dated(Interval(min(one.low for one in days), max(one.high for one in days)), lines)

    def moments(self, moment: Moment) -> list[Dated]:
        """Returns when something was, as far as it is on record."""
        if isinstance(moment, At):
            return [Dated(days_of(moment.when), ())]
        partners = {one.id for one in self.people(moment.partner)} if moment.partner is not None else None
        found: list[Dated] = []
        for one in self.people(moment.of):
            if (once := self._once(one.id, moment.event)) is not None:
                found.append(once._replace(because=cut(one.because + once.because)))
                continue
            for known in self._index.events(one.id, moment.event):
                when = known.event.when
                if when is not None and (partners is None or known.partner in partners):
                    found.append(Dated(days_of(when), cut(one.because + evidence_of(known))))
        return found

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


def _ordered(days: Interval, order: Order, other: Interval) -> bool | None:
    match order:
        case Order.BEFORE:
            return before(days, other)
        case Order.AFTER:
            return before(other, days)
        case Order.DURING:
            return inside(days, other)
