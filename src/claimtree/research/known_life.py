"""What a tree has of a person's life in years: when and where they were, at least and at most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from claimtree.answering.family_index import FamilyIndex
from claimtree.family_trees.living import BIRTHS
from claimtree.family_trees.tree import Event, year_bounds

LONGEST_LIFE: Final = 100
"""Years in which somebody is looked for after a birth."""
_CHILDHOOD: Final = 16
_AFTER_DEATH: Final = frozenset({"burial", "cremation", "funeral", "probate", "will", "event", "fact"})


class Stay(NamedTuple):
    """Where somebody was in a year."""

    year: int
    place: str
    event: Event


@dataclass(frozen=True)
class KnownLife:
    """The life of one person of a tree."""

    index: FamilyIndex
    id: str

    @cached_property
    def own(self) -> tuple[Event, ...]:
        return self.index.people[self.id].events

    @cached_property
    def birth(self) -> Event | None:
        return self.index.people[self.id].first(*BIRTHS)

    @cached_property
    def death(self) -> Event | None:
        return self.index.people[self.id].first("death", "burial", "cremation")

    @cached_property
    def born(self) -> tuple[int | None, int | None]:
        """The first and the last year in which the birth may have been."""
        return year_bounds(self.birth)

    @cached_property
    def died(self) -> tuple[int | None, int | None]:
        return year_bounds(self.death)

    @cached_property
    def first_year(self) -> int | None:
        """The first year in which the person lived for certain: the last one of the birth, or an event."""
        years = [year for year in (self.born[1], *(low for low, _ in self._lived)) if year is not None]
        return min(years, default=None)

    @cached_property
    def last_year(self) -> int | None:
        """The last year in which the person is known to have lived."""
        years = [low for low, _ in self._lived] + [year for year in (self.born[0], self.died[0]) if year is not None]
        return max(years, default=None)

    @cached_property
    def _lived(self) -> list[tuple[int, Event]]:
        found = []
        for event in (*self.own, *self._family_events):
            low = year_bounds(event)[0]
            if low is not None and event.kind not in _AFTER_DEATH and event.kind not in ("death", *BIRTHS):
                found.append((low, event))
        return found

    @cached_property
    def _family_events(self) -> tuple[Event, ...]:
        families = dict.fromkeys(link.family for link in self.index.partners[self.id])
        known = (self.index.families.get(id) for id in families)
        return tuple(event for family in known if family is not None for event in family.events)

    @cached_property
    def stays(self) -> Sequence[Stay]:
        """Where the person was, by what happened to them, their children and, as a child, their parents."""
        found = [*_stays((*self.own, *self._family_events))]
        for link in self.index.children[self.id]:
            if link.to not in self.index.hidden:
                found += _stays(event for event in self.index.people[link.to].events if event.kind in BIRTHS)
        born = self.born[1]
        if born is not None:
            childhood = (stay for event in self._at_home for stay in _stays([event]))
            found += [stay for stay in childhood if born <= stay.year <= born + _CHILDHOOD]
        return sorted(dict.fromkeys(found), key=lambda stay: stay.year)

    @property
    def _at_home(self) -> Iterator[Event]:
        """Yields what happened to the parents, together and each, and the births of their other children."""
        people, families = self.index.people, self.index.families
        for link in self.index.parents[self.id]:
            if link.to in self.index.hidden:
                continue
            yield from people[link.to].events
            own = dict.fromkeys(one.family for one in self.index.partners[link.to])
            yield from (event for id in own if id in families for event in families[id].events)
            children = (one.to for one in self.index.children[link.to] if one.to not in (self.id, *self.index.hidden))
            yield from (event for id in children for event in people[id].events if event.kind in BIRTHS)

    def place_in(self, year: int, *, within: int = 25) -> str:
        """Returns where the person most likely was in a year: the nearest place in time; empty if none is near."""
        near = min(self.stays, key=lambda stay: (abs(stay.year - year), stay.year > year), default=None)
        return near.place if near is not None and abs(near.year - year) <= within else ""


def _stays(events: Iterator[Event] | Sequence[Event]) -> Iterator[Stay]:
    for event in events:
        low, high = year_bounds(event)
        if event.place.strip() and event.kind not in _AFTER_DEATH and low is not None and high is not None:
            yield Stay((low + high) // 2, event.place, event)
