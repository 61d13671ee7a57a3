"""What a message says of who is whose kin, once all of it was read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from claimtree.message_facts.people_spoken_of import PeopleSpokenOf
from claimtree.message_facts.said import RELATION, SaidFact


def relations_of(people: PeopleSpokenOf, facts: Sequence[SaidFact], message: str) -> Iterator[SaidFact]:
    """Yields what people who are named are to others: "her mother was Sarah Hughes".

    "Her mother died" only calls somebody so, and says of nobody by name that they are.
    """
    stated = {(one.person, one.other, one.relation) for one in facts if one.kind == RELATION}
    for one in people.people:
        if one.kin is None or one.owner is None or not one.name:
            continue
        if (one.owner, one.number, one.kin.word) in stated or not one.end:
            continue
        yield SaidFact(
            kind=RELATION,
            person=one.owner,
            other=one.number,
            relation=one.kin.word,
            hedged=one.hedged,
            quote=message[one.start : one.end],
            start=one.start,
            end=one.end,
        )
