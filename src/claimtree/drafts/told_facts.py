"""Which facts of a message a reply may repeat: none of people who may be living.

Of people of the tree the tree decides. Of those whom it does not have, the message does: somebody
is taken for living unless it says that they died, or they were born too long ago, by what it says of
them or by whose relatives they are (`family_trees/living`).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from claimtree.answering.family_index import FamilyIndex
from claimtree.family_trees.living import (
    APART,
    BIRTHS,
    DEATHS,
    OLDEST_PARENT,
    YOUNGEST_PARENT,
    may_be_living,
)
from claimtree.family_trees.tree import read_date, year_bounds, years_of
from claimtree.review.items import PersonRef, SuggestedFact

_LATER = {
    **dict.fromkeys(("mother", "father", "parent"), -YOUNGEST_PARENT),
    **dict.fromkeys(("son", "daughter", "child"), OLDEST_PARENT),
    **dict.fromkeys(("wife", "husband", "spouse"), APART),
    **dict.fromkeys(("sister", "brother", "sibling"), OLDEST_PARENT - YOUNGEST_PARENT),
}
"""By how many years a relative may have been born later than the person, at most."""


class ToldFacts:
    """What may be repeated of the facts of one message."""

    def __init__(self, facts: Iterable[SuggestedFact], index: FamilyIndex, today: date) -> None:
        self._index = index
        self._today = today
        self._dead: set[str] = set()
        self._born_by: dict[str, int] = {}
        stated = [fact for fact in facts if not fact.denied]
        # What is known of one may tell something of the next, in whichever order they are named.
        for fact in (*stated, *stated):
            self._learn(fact)

    def may_be_told(self, fact: SuggestedFact) -> bool:
        """True if nobody whom the fact is about may be living."""
        people = [fact.person, *([fact.relative] if fact.relative is not None else [])]
        if not fact.person.id and fact.candidates:
            people = [*fact.candidates, *people[1:]]
        return not any(self._may_be_living(one) for one in people)

    def _may_be_living(self, person: PersonRef) -> bool:
        if person.id:
            return person.id in self._index.living
        name = person.name.casefold()
        return may_be_living(dead=name in self._dead, born_by=self._born_by.get(name), year=self._today.year)

    def _learn(self, fact: SuggestedFact) -> None:
        if fact.kind in DEATHS and not fact.person.id:
            self._dead.add(fact.person.name.casefold())
        when = read_date(fact.date)
        year = years_of(when)[1] if when is not None else None
        # Nobody is born after what happens to them.
        if year is not None and fact.kind != "will":
            for one in (fact.person, *([fact.relative] if fact.relative is not None else [])):
                self._note(one, year)
        later = APART if fact.kind == "marriage" else _LATER.get(fact.relation)
        if fact.relative is not None and later is not None:
            born, others_born = self._latest_birth(fact.person), self._latest_birth(fact.relative)
            if born is not None:
                self._note(fact.relative, born + later)
            if others_born is not None:
                self._note(fact.person, others_born + _turned(later))

    def _latest_birth(self, one: PersonRef) -> int | None:
        """Returns the latest year in which somebody was born; None if it is not known."""
        if not one.id:
            return self._born_by.get(one.name.casefold())
        person = self._index.people[one.id]
        for kinds in (BIRTHS, DEATHS):
            latest = year_bounds(person.first(*kinds))[1]
            if latest is not None:
                return latest
        return None

    def _note(self, one: PersonRef, year: int) -> None:
        """Notes the latest year of birth of somebody whom the tree does not have."""
        if not one.id:
            name = one.name.casefold()
            self._born_by[name] = min(year, self._born_by.get(name, year))


def _turned(later: int) -> int:
    """Returns by how many years the person may have been born later than the relative."""
    return {-YOUNGEST_PARENT: OLDEST_PARENT, OLDEST_PARENT: -YOUNGEST_PARENT}.get(later, later)
