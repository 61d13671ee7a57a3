"""Compares one fact of a message with what a tree says of the same people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from claimtree.answering.family_index import FamilyIndex, KnownEvent
from claimtree.answering.people_names import words_of
from claimtree.answering.place_agreement import agree, lies_in
from claimtree.family_trees.tree import Evidence, read_date
from claimtree.kinship.graph import ParentKind, PersonId, Sex
from claimtree.kinship.relationship import relate
from claimtree.model.amounts import Amount
from claimtree.person_names.compare import match_names
from claimtree.review.items import ConflictKind, DataConflict, SuggestedFact, TreeQuote
from claimtree.review.wording import date_words, event_word, say

ONCE: Final = frozenset({"birth", "death", "burial", "cremation"})
"""What happens to somebody once."""
_PARENTS: Final = {"mother": Sex.FEMALE, "father": Sex.MALE, "parent": None}
_CHILDREN: Final = {"daughter": Sex.FEMALE, "son": Sex.MALE, "child": None}
_SPOUSES: Final = {"wife": Sex.FEMALE, "husband": Sex.MALE, "spouse": None}
_SIBLINGS: Final = {"sister": Sex.FEMALE, "brother": Sex.MALE, "sibling": None}
NEAR: Final = {**_PARENTS, **_CHILDREN, **_SPOUSES, **_SIBLINGS}
"""Relations that a GEDCOM file states, and the sex of the relative."""
_SAME_NAME: Final = 0.3


@dataclass(slots=True)
class TreeSays:
    """What a tree says to a fact."""

    agrees: tuple[TreeQuote, ...] = ()
    """The lines that say the same; then there is nothing to suggest."""
    conflicts: list[DataConflict] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def quotes_of(lines: Iterable[Evidence | None]) -> tuple[TreeQuote, ...]:
    """Returns lines of a tree, each once."""
    known = dict.fromkeys(line for line in lines if line is not None)
    return tuple(TreeQuote(record=line.record, line=line.line, text=line.raw) for line in known)


def of_event(fact: SuggestedFact, index: FamilyIndex) -> TreeSays:
    """Compares an event of somebody with those that the tree has of the kind."""
    known = list(_events(fact, index))
    if fact.denied:
        return _denied(fact, known)
    found = TreeSays()
    if fact.kind == "marriage":
        known = _of_partner(fact, known, index, found)
    compared = [_compared(fact, one) for one in known]
    for says in compared:
        if says.agrees:
            return TreeSays(agrees=says.agrees)
    if not known:
        return found
    best = min(compared, key=lambda says: len(says.conflicts))
    if fact.kind in ONCE or fact.kind == "marriage":
        found.conflicts += best.conflicts
        found.remarks += best.remarks
    elif not any(not says.conflicts for says in compared):
        # There may be several of a kind: another census, another home.
        shown = "; ".join(dict.fromkeys(_shown(one) for one in known if _shown(one)))[:200]
        if shown:
            found.remarks.append(say("remarks", "other_event", event=event_word(fact.kind), known=shown))
    return found


def _events(fact: SuggestedFact, index: FamilyIndex) -> Iterator[KnownEvent]:
    kinds = ("christening", "baptism") if fact.kind in ("christening", "baptism") else (fact.kind,)
    if fact.kind == "marriage" and not fact.date and not fact.place:
        kinds = ("marriage",)
    for kind in kinds:
        yield from index.events(fact.person.id, kind)


def _compared(fact: SuggestedFact, one: KnownEvent) -> TreeSays:
    """Compares a fact with one event."""
    event, found = one.event, TreeSays()
    lines = quotes_of([event.date_evidence, event.place_evidence]) or quotes_of([event.evidence])
    said, known = read_date(fact.date), event.when
    news = False
    if said is not None and known is not None:
        if not _overlap(said, known):
            text = say("conflicts", "date", said=date_words(fact.date), known=date_words(event.date))
            found.conflicts.append(
                _conflict(ConflictKind.DATE, text, fact, quotes_of([event.date_evidence or event.evidence]))
            )
        elif _width(said) < _width(known):
            news = True
            found.remarks.append(say("remarks", "refines", known=date_words(event.date)))
    elif said is not None:
        news = True
    if fact.place and event.place.strip():
        if not agree(event.place, fact.place):
            text = say("conflicts", "place", said=fact.place, known=event.place.strip())
            found.conflicts.append(
                _conflict(ConflictKind.PLACE, text, fact, quotes_of([event.place_evidence or event.evidence]))
            )
        elif not lies_in(event.place, fact.place):
            news = True
            found.remarks.append(say("remarks", "refines", known=event.place.strip()))
    elif fact.place:
        news = True
    if fact.value:
        if not event.value.strip():
            news = True
        elif not _same_words(fact.value, event.value):
            text = say("conflicts", "date", said=fact.value, known=event.value.strip())
            found.conflicts.append(_conflict(ConflictKind.VALUE, text, fact, quotes_of([event.evidence])))
    if not found.conflicts and not news:
        found.agrees = lines
    return found


def _same_words(one: str, other: str) -> bool:
    first, second = set(words_of(one)), set(words_of(other))
    return first <= second or second <= first


def _shown(one: KnownEvent) -> str:
    event = one.event
    return ", ".join(part for part in (event.value.strip(), event.date.strip(), event.place.strip()) if part)


def _denied(fact: SuggestedFact, known: Sequence[KnownEvent]) -> TreeSays:
    """Finds what a fact denies that the tree says."""
    found = TreeSays()
    for one in known:
        said, when = read_date(fact.date), one.event.when
        same_time = said is None or (when is not None and _overlap(said, when))
        same_place = not fact.place or agree(one.event.place, fact.place)
        if same_time and same_place:
            lines = quotes_of([one.event.evidence, one.event.date_evidence, one.event.place_evidence])
            text = say("conflicts", "denied", known="; ".join(line.text.strip() for line in lines))
            found.conflicts.append(_conflict(ConflictKind.DENIED, text, fact, lines))
    return found


def _of_partner(fact: SuggestedFact, known: list[KnownEvent], index: FamilyIndex, found: TreeSays) -> list[KnownEvent]:
    """Returns the weddings with the partner whom a fact names; notes other partners."""
    if fact.relative is None:
        return known
    partners = {link.to: link for link in index.partners[fact.person.id]}
    named = fact.relative.id
    same = [id for id in partners if id == named] if named else _like(fact.relative.name, partners, index)
    if same:
        own = [one for one in known if one.partner in same]
        if not own:
            # The couple is in the tree, without a wedding.
            if not fact.date and not fact.place:
                found.agrees = quotes_of(partners[same[0]].evidence)
            return []
        if not fact.date and not fact.place:
            found.agrees = quotes_of(own[0].event.evidence for _ in own)
        return own
    others = [id for id in partners if id not in index.hidden]
    said = read_date(fact.date)
    clash = [
        one
        for one in known
        if one.partner and said is not None and one.event.when is not None and _overlap(said, one.event.when)
    ]
    if clash:
        lines = quotes_of(
            [line for one in clash for line in (*partners[one.partner].evidence, one.event.date_evidence)]
        )
        text = say(
            "conflicts", "relative", said=fact.relative.name, word=event_word("spouse"), known=_names(others, index)
        )
        found.conflicts.append(_conflict(ConflictKind.RELATIVE, text, fact, lines))
    elif others:
        found.remarks.append(say("remarks", "other_spouse", known=_names(others, index)))
    return []


def _like(name: str, ids: Iterable[str], index: FamilyIndex) -> list[str]:
    """Returns those who may be called so."""
    return [
        id
        for id in ids
        if id not in index.hidden
        and max((match_names(name, one.shown).probability for one in index.people[id].names), default=0.0) >= _SAME_NAME
    ]


def _names(ids: Iterable[str], index: FamilyIndex) -> str:
    return ", ".join(index.shown(id) for id in ids)


def of_relation(fact: SuggestedFact, index: FamilyIndex) -> TreeSays:
    """Compares what somebody is said to be to somebody with the links of the tree."""
    assert fact.relative is not None, "a relation has a relative"
    found = TreeSays()
    if fact.person.id and fact.relative.id and _of_both(fact, index, found):
        return found
    if not fact.person.id:
        return found
    if fact.relation in _PARENTS and not fact.denied:
        _other_parent(fact, index, found)
    return found


def _of_both(fact: SuggestedFact, index: FamilyIndex, found: TreeSays) -> bool:
    """Compares a relation of two people of the tree; True if that settles it."""
    assert fact.relative is not None
    one, other = fact.person.id, fact.relative.id
    if one == other:
        text = say("conflicts", "self", name=fact.person.name)
        found.conflicts.append(_conflict(ConflictKind.IMPOSSIBLE, text, fact, quotes_of([index.people[one].evidence])))
        return True
    lines = _link(fact.relation, one, other, index)
    if lines:
        if fact.denied:
            text = say("conflicts", "denied", known="; ".join(line.text.strip() for line in lines))
            found.conflicts.append(_conflict(ConflictKind.DENIED, text, fact, lines))
        else:
            found.agrees = lines
        return True
    if fact.denied:
        return True
    graph = index.graph
    relationship = relate(graph, PersonId(index.node(one)), PersonId(index.node(other)))
    if not relationship.related:
        return False
    labels = (relationship.label(), *relationship.also())
    steps = relationship.ways[0].paths[0]
    lines = quotes_of(
        Evidence(citation.record.strip("@"), citation.line, citation.quote)
        for step in steps
        for citation in step.citations
    )[:8]
    said = fact.relation.replace("-", " ")
    if any(said == label.replace("-", " ") for label in labels):
        found.agrees = lines
        return True
    if len(steps) <= 3:
        text = say(
            "conflicts",
            "relation",
            other=fact.relative.name,
            word=fact.relation,
            name=fact.person.name,
            known=labels[0],
        )
        found.conflicts.append(_conflict(ConflictKind.RELATION, text, fact, lines))
        return fact.relation not in _PARENTS
    return False


def _link(relation: str, one: str, other: str, index: FamilyIndex) -> tuple[TreeQuote, ...]:
    """Returns the lines by which two people are parent and child, partners or siblings as is said."""
    links = []
    sexes = (NEAR.get(relation), None)
    sex_fits = index.sex(other) in (*sexes, Sex.UNKNOWN) or NEAR.get(relation) is None
    if not sex_fits:
        return ()
    if relation in _PARENTS:
        links = [link for link in index.parents[one] if link.to == other]
    elif relation in _CHILDREN:
        links = [link for link in index.children[one] if link.to == other]
    elif relation in _SPOUSES:
        links = [link for link in index.partners[one] if link.to == other]
    elif relation in _SIBLINGS:
        shared = {link.to for link in index.parents[one]} & {link.to for link in index.parents[other]}
        links = [link for id in (one, other) for link in index.parents[id] if link.to in shared]
    return quotes_of(line for link in links for line in link.evidence)


def _other_parent(fact: SuggestedFact, index: FamilyIndex, found: TreeSays) -> None:
    """Notes the parents whom the tree has in the place of the one who is said."""
    assert fact.relative is not None
    sex = _PARENTS[fact.relation]
    links = [link for link in index.parents[fact.person.id] if link.kind in (ParentKind.BIRTH, ParentKind.UNKNOWN)]
    rivals = [link for link in links if sex is None or index.sex(link.to) in (sex, Sex.UNKNOWN)]
    if sex is None and len(links) < 2:
        return
    if rivals:
        lines = quotes_of(line for link in rivals for line in link.evidence)
        text = say(
            "conflicts",
            "relative",
            said=fact.relative.name,
            word=fact.relation,
            known=_names([link.to for link in rivals], index),
        )
        found.conflicts.append(_conflict(ConflictKind.RELATIVE, text, fact, lines))


def of_name(fact: SuggestedFact, kind: str, index: FamilyIndex) -> TreeSays:
    """Compares another name of somebody; `kind` is "maiden", "middle" or "other"."""
    found = TreeSays()
    names = index.people[fact.person.id].names
    said = set(words_of(fact.value))
    for name in names:
        if said <= {*words_of(name.full), *words_of(name.nickname)}:
            found.agrees = quotes_of([name.evidence])
            return found
    born = [name for name in names if name.surname and name.kind in ("", "birth")]
    if kind == "maiden" and born:
        text = say("conflicts", "name", said=fact.value, known=born[0].shown)
        found.conflicts.append(_conflict(ConflictKind.NAME, text, fact, quotes_of([born[0].evidence])))
    return found


def _conflict(kind: ConflictKind, text: str, fact: SuggestedFact, lines: tuple[TreeQuote, ...]) -> DataConflict:
    return DataConflict(kind=kind, text=text, message_quote=fact.quote, tree_quotes=lines)


def _overlap(one: Amount, other: Amount) -> bool:
    return one.low <= other.high and other.low <= one.high


def _width(one: Amount) -> float:
    return one.high - one.low
