"""Makes of a message that was read whom it looks for: a name, and a clue for each thing it says of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from claimtree.answering.ask_result import Clue, ClueKind, Sought
from claimtree.answering.grammar_kin import KinReader
from claimtree.answering.place_agreement import written_out
from claimtree.answering.plan import Base, Relation
from claimtree.answering.question_words import Sentence, question_words
from claimtree.family_trees.tree import read_date
from claimtree.kinship.graph import Sex
from claimtree.message_facts.fact_words import fact_words
from claimtree.message_facts.said import NAME, RELATION, SEX, PersonSource, Reading, SaidFact, SaidPerson
from claimtree.model.name_folding import fold

_ANYWHERE: Final = frozenset({"residence", "census"})
"""What only says that somebody was somewhere."""
_VALUES: Final = frozenset({"occupation", "title"})
_INVERSE: Final = {
    Base.PARENT: Base.CHILD,
    Base.CHILD: Base.PARENT,
    Base.GRANDPARENT: Base.GRANDCHILD,
    Base.GRANDCHILD: Base.GRANDPARENT,
    Base.UNCLE: Base.NEPHEW,
    Base.NEPHEW: Base.UNCLE,
    Base.ANCESTOR: Base.DESCENDANT,
    Base.DESCENDANT: Base.ANCESTOR,
}
_HEDGED: Final = "ABT"


@lru_cache(maxsize=1 << 10)
def relation_of(words: str, code: str = "en") -> Relation | None:
    """Returns what a word of kinship says; None if it is none.

    >>> relation_of("great-grandmother").great, relation_of("husband").base, relation_of("friend")
    (1, <Base.SPOUSE: 'spouse'>, None)
    """
    sentence = Sentence.of(words.replace("-", " "))
    for kin, end in KinReader(sentence, question_words(code)).kin(0):
        if end == len(sentence.texts) and len(kin.relations) == 1:
            return kin.relations[0]
    return None


def inverse(relation: Relation, sex: Sex) -> Relation:
    """Returns what the other one, of some sex, is to the first: the parent of a child."""
    other = sex if sex in (Sex.MALE, Sex.FEMALE) else None
    return replace(relation, base=_INVERSE.get(relation.base, relation.base), sex=other, side=None)


def sought_of(reading: Reading, number: int) -> Sought:
    """Returns a person of a message with what it says of them, statements and questions alike."""
    person = reading.people[number]
    clues: dict[tuple[object, ...], Clue] = {}
    for fact in (*reading.facts, *reading.asked):
        if fact.denied or fact.fault or number not in (fact.person, fact.other):
            continue
        for clue in _clues(fact, reading, number):
            clues.setdefault((clue.kind, clue.event, clue.when, clue.place, clue.name, clue.value), clue)
    sex = _said_sex(person)
    if sex is not None:
        clues[(ClueKind.SEX,)] = Clue(kind=ClueKind.SEX, quote=person.quote, sex=sex)
    return Sought(name=name_of(person), clues=tuple(clues.values()))


def name_of(person: SaidPerson) -> str:
    """Returns the name by which somebody is looked for, with the maiden name."""
    return f"{person.name} née {person.maiden}" if person.maiden else person.name


def _said_sex(person: SaidPerson) -> Sex | None:
    """Returns the sex, if more than the given name says it."""
    if person.sex not in (Sex.MALE, Sex.FEMALE):
        return None
    first = person.name.split()[:1]
    by_name = fact_words().sex_of(fold(first[0].rstrip("."))) if first else Sex.UNKNOWN
    return None if by_name is person.sex else person.sex


def _clues(fact: SaidFact, reading: Reading, number: int) -> Iterator[Clue]:
    other = fact.other if fact.person == number else fact.person
    relative = reading.people[other] if other is not None else None
    if fact.kind == RELATION:
        if relative is not None and relative.name:
            yield from _relation(fact, relative, is_owner=fact.person == number)
        return
    if fact.kind in (NAME, SEX):
        return
    if relative is not None and relative.name and fact.kind == "marriage":
        yield Clue(
            kind=ClueKind.RELATIVE,
            quote=fact.quote,
            relation=Relation(base=Base.SPOUSE, sex=None),
            name=name_of(relative),
        )
    elif fact.person != number:
        return
    if fact.kind in _VALUES:
        if fact.value:
            yield Clue(kind=ClueKind.VALUE, quote=fact.quote, event=fact.kind, value=fact.value)
        return
    date = f"{_HEDGED} {fact.date}" if fact.hedged and fact.date[:1].isdecimal() else fact.date
    when = read_date(date)
    if when is not None or fact.place:
        event = "" if fact.kind in _ANYWHERE else fact.kind
        yield Clue(kind=ClueKind.EVENT, quote=fact.quote, event=event, when=when, place=written_out(fact.place))


def _relation(fact: SaidFact, relative: SaidPerson, *, is_owner: bool) -> Iterator[Clue]:
    relation = relation_of(fact.relation)
    if relation is None:
        return
    if not is_owner:
        relation = inverse(relation, relative.sex)
    if relative.source is not PersonSource.WRITER:
        yield Clue(kind=ClueKind.RELATIVE, quote=fact.quote, relation=relation, name=name_of(relative))
