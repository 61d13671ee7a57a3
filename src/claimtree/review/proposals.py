"""Makes of a message what could be new: facts that are compared with the tree and with what can be.

Nothing here writes anything. A fact that the tree has is told as known; one that it denies, or that
cannot be with what it says, is a conflict with the words of both; what can be no fact at all is
refused, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Final

from claimtree.answering.family_index import FamilyIndex
from claimtree.errors import BadInput, UnknownName
from claimtree.family_trees.tree import Event
from claimtree.kinship.ancestry import ancestors
from claimtree.kinship.graph import PersonId, Sex
from claimtree.message_facts.reader import read
from claimtree.message_facts.said import NAME, RELATION, PersonSource, Reading, SaidFact
from claimtree.review import tree_says
from claimtree.review.items import (
    MOST_AUTHOR,
    MOST_EXCERPT,
    MOST_ID,
    ConflictKind,
    DataConflict,
    Known,
    Origin,
    PersonRef,
    Proposals,
    Refused,
    ReviewItem,
    ReviewKind,
    ReviewState,
    SuggestedFact,
)
from claimtree.review.tree_says import NEAR, TreeSays, quotes_of
from claimtree.review.validator import (
    Impossible,
    Life,
    of_event,
    of_parent,
    refused_date,
    refused_name,
    refused_place,
    times_of,
)
from claimtree.review.validator import Known as KnownTime
from claimtree.review.who_is_meant import Meant, WhoIsMeant
from claimtree.review.wording import fact_text, say

NEW: Final = "new"
"""Who is meant by a fact about somebody whom the tree does not have."""
_SURE: Final = 92
_HEDGED: Final = 30
_UNNAMED: Final = 10
_DOUBTFUL: Final = 40
_PARENT_OF: Final = frozenset({"mother", "father", "parent"})
_CHILD_OF: Final = frozenset({"son", "daughter", "child"})


def proposals_of(
    message: str,
    index: FamilyIndex,
    origin: Origin,
    *,
    about: str = "",
    writer: str = "",
    today: date | None = None,
) -> Proposals:
    """Returns what a message says that could be new, and what it says that is known or cannot be.

    `about` is the id of the person whom the message is about, who is meant by "she" and "he";
    `writer` that of whoever wrote it, from whom "my grandmother" is counted. Both may be empty.
    """
    for id in (about, writer):
        if id and id not in index.people:
            raise UnknownName(
                f"no person {id!r} in {index.tree}", hint="`claimtree tree people NAME` finds people with their ids."
            )
    reading = read(message, known=index.names.is_part, place=index.is_place_only)
    kept = _checked(replace(origin, excerpt=" ".join(message.split())[:MOST_EXCERPT]))
    maker = _Maker(
        index=index,
        reading=reading,
        origin=kept,
        meant=WhoIsMeant(index=index, reading=reading, about=about, writer=writer),
        today=today or datetime.now(UTC).date(),
    )
    maker.run()
    return Proposals(
        items=tuple(maker.items),
        known=tuple(maker.known),
        refused=tuple(maker.refused),
        questions=reading.questions,
        cut=reading.cut,
    )


def _checked(origin: Origin) -> Origin:
    for value, most, what in ((origin.author, MOST_AUTHOR, "author"), (origin.source_id, MOST_ID, "id")):
        if len(value) > most:
            raise BadInput(f"the {what} of the message has {len(value):,} characters", hint=f"{most} is the most.")
    return replace(origin, author=" ".join(origin.author.split()), sent_at=origin.sent_at[:40])


def assigned(item: ReviewItem, person: str, index: FamilyIndex) -> ReviewItem:
    """Returns an item after somebody said who is meant: the fact of that person, compared with the tree anew.

    `NEW` says that nobody of the tree is: the fact is about somebody who is new to it.
    """
    fact = item.fact
    if fact is None:
        raise BadInput(f"item {item.id} is no fact about a person", hint="Approve or reject it.")
    if item.state is ReviewState.APPROVED:
        raise BadInput(f"item {item.id} is approved already", hint=f"claimtree review defer {item.id}, then assign it.")
    if person == NEW:
        made = item_of(_of_somebody_new(fact), (), item.origin)
        return replace(made, id=item.id, state=item.state, audit=item.audit)
    if person not in index.people:
        raise UnknownName(
            f"no person {person!r} in {index.tree}",
            hint=f"`claimtree tree people NAME` finds people with their ids; {NEW!r} is somebody new.",
        )
    who = ref_of(person, index)
    fact = replace(
        fact,
        person=who,
        candidates=(),
        confidence=max(fact.confidence, _SURE - _HEDGED * fact.hedged),
        remarks=(say("remarks", "hedged"),) if fact.hedged else (),
        text=fact_text(
            kind=fact.kind,
            name=who.name,
            date=fact.date,
            place=fact.place,
            value=fact.value,
            relation=fact.relation,
            other=fact.relative.name if fact.relative is not None else "",
            denied=fact.denied,
        ),
    )
    if fact.kind == RELATION:
        says = tree_says.of_relation(fact, index)
    elif fact.kind == NAME:
        says = tree_says.of_name(fact, "other", index)
    else:
        says = tree_says.of_event(fact, index)
    conflicts = list(says.conflicts)
    when = times_of(fact.date)
    if when is not None and not fact.denied:
        conflicts += [
            DataConflict(kind=ConflictKind.IMPOSSIBLE, text=one.text, message_quote=fact.quote, tree_quotes=one.quotes)
            for one in of_event(fact.kind, when, life_of(person, index))
        ]
    remarks = [*fact.remarks, *says.remarks]
    if says.agrees:
        remarks.append(say("remarks", "agrees", known="; ".join(one.quote for one in says.agrees)))
    made = item_of(replace(fact, remarks=tuple(remarks)), tuple(conflicts), item.origin)
    return replace(made, id=item.id, state=item.state, audit=item.audit)


def _of_somebody_new(fact: SuggestedFact) -> SuggestedFact:
    remarks = [say("remarks", "hedged")] if fact.hedged else []
    return replace(
        fact,
        person=PersonRef(name=fact.person.name, sex=fact.person.sex),
        candidates=(),
        remarks=(*remarks, say("remarks", "nobody")),
    )


@dataclass(slots=True)
class _Maker:
    index: FamilyIndex
    reading: Reading
    origin: Origin
    meant: WhoIsMeant
    today: date
    items: list[ReviewItem] = field(default_factory=list)
    known: list[Known] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)

    def run(self) -> None:
        seen: set[tuple[object, ...]] = set()
        for said in self.reading.facts:
            # "Her son was Tom" and "Tom's mother" may be said of the same two.
            identity = (
                said.kind,
                said.person,
                said.other,
                said.date,
                said.place,
                said.value,
                said.relation,
                said.denied,
            )
            if identity in seen:
                continue
            seen.add(identity)
            why = self._refusal(said)
            if why:
                self.refused.append(Refused(quote=said.quote, why=why))
            else:
                self._propose(said)

    def _refusal(self, said: SaidFact) -> str:
        """Returns why words that have the form of a fact are none."""
        if said.fault:
            return say("refused", "date", fault=said.fault)
        why = refused_date(said.date, self.today)
        for number in (said.person, said.other):
            name = self.reading.people[number].name if number is not None else ""
            why = why or (refused_name(name) if name else "")
        why = why or (refused_name(said.value) if said.kind == NAME else "")
        return why or (refused_place(said.place) if said.place else "")

    def _propose(self, said: SaidFact) -> None:
        person = self.reading.people[said.person]
        meant = self.meant.of(said.person)
        if said.kind == RELATION and not self._is_for_the_tree(said, meant):
            return
        if not person.name and not meant.id and not meant.candidates:
            if said.kind != RELATION:
                self.refused.append(Refused(quote=said.quote, why=say("refused", "nobody")))
            return
        fact = self._fact(said, meant)
        if meant.id:
            says = self._compared(said, fact)
            if says.agrees:
                self.known.append(Known(fact=fact, tree_quotes=says.agrees))
                return
            if fact.denied and not says.conflicts:
                return  # what the tree does not say need not be denied
        else:
            says = TreeSays()
            if fact.denied:
                return
        conflicts = (*says.conflicts, *self._impossible(said, fact))
        fact = replace(fact, remarks=(*fact.remarks, *says.remarks))
        self.items.append(item_of(fact, conflicts, self.origin))

    def _is_for_the_tree(self, said: SaidFact, meant: Meant) -> bool:
        """True for a relation of which at least one of the two is named or known, and none is the writer whom the
        tree does not have."""
        other = said.other
        if other is None:
            return False
        for number in (said.person, other):
            one = self.reading.people[number]
            if not one.name and not self.meant.of(number).id:
                return False
        return bool(meant.id or meant.candidates or self.reading.people[said.person].name)

    def _fact(self, said: SaidFact, meant: Meant) -> SuggestedFact:
        person = self._ref(said.person, meant)
        relative = self._ref(said.other, self.meant.of(said.other)) if said.other is not None else None
        candidates = tuple(ref_of(id, self.index) for id in meant.candidates)
        remarks = []
        confidence = float(_SURE)
        if said.hedged:
            remarks.append(say("remarks", "hedged"))
            confidence -= _HEDGED
        if said.not_date or said.not_place:
            remarks.append(say("remarks", "corrects", value=said.not_date or said.not_place))
        if candidates:
            remarks.append(
                say("remarks", "several", names=", ".join(f"{one.name} {one.years} ({one.id})" for one in candidates))
            )
            confidence /= len(candidates)
        elif not meant.id:
            remarks.append(say("remarks", "nobody"))
        if relative is not None and not relative.id:
            remarks.append(say("remarks", "new_relative", name=relative.name))
        if meant.id and self.reading.people[said.person].source is PersonSource.PRONOUN:
            remarks.append(say("remarks", "pronoun"))
            confidence -= _UNNAMED
        if meant.is_doubtful:
            remarks.append(say("remarks", "doubtful", name=person.name))
            confidence -= _DOUBTFUL
        said_name = self.reading.people[said.person].name
        if meant.id and meant.by_name < 0.7 and said_name:
            remarks.append(say("remarks", "unlike", known=person.name))
            confidence -= 20 * (0.7 - meant.by_name)
        return SuggestedFact(
            tree=self.index.tree,
            person=person,
            candidates=candidates,
            kind=said.kind,
            date=said.date,
            place=said.place,
            value=said.value,
            relation=said.relation,
            relative=relative,
            denied=said.denied,
            hedged=said.hedged,
            quote=said.quote[:MOST_EXCERPT],
            confidence=max(5, min(100, round(confidence))),
            text=fact_text(
                kind=said.kind,
                name=person.name,
                date=said.date,
                place=said.place,
                value=said.value,
                relation=said.relation,
                other=relative.name if relative is not None else "",
                denied=said.denied,
            ),
            remarks=tuple(remarks),
        )

    def _ref(self, number: int, meant: Meant) -> PersonRef:
        if meant.id:
            return ref_of(meant.id, self.index)
        one = self.reading.people[number]
        sex = one.sex
        name = one.name
        if not name and one.owner is not None:
            name = f"{self._ref(one.owner, self.meant.of(one.owner)).name}: {one.kin}"
        return PersonRef(name=name, sex=str(sex) if sex is not Sex.UNKNOWN else "")

    def _compared(self, said: SaidFact, fact: SuggestedFact) -> TreeSays:
        if said.kind == RELATION:
            return tree_says.of_relation(fact, self.index)
        if said.kind == NAME:
            return tree_says.of_name(fact, said.relation, self.index)
        return tree_says.of_event(fact, self.index)

    # -- what can be

    def _impossible(self, said: SaidFact, fact: SuggestedFact) -> Iterator[DataConflict]:
        for one in self._reasons(said, fact):
            yield DataConflict(
                kind=ConflictKind.IMPOSSIBLE, text=one.text, message_quote=fact.quote, tree_quotes=one.quotes
            )
        if said.kind == RELATION and said.other is not None:
            yield from self._sexes(said, fact)

    def _reasons(self, said: SaidFact, fact: SuggestedFact) -> Iterator[Impossible]:
        if said.kind == RELATION:
            yield from self._of_relation(said, fact)
            return
        when = times_of(said.date)
        if when is None or said.denied:
            return
        life = self.life(said.person, but=said.kind)
        yield from of_event(said.kind, when, life)
        if said.kind == "marriage" and said.other is not None:
            yield from of_event("marriage", when, self.life(said.other))
        meant = self.meant.of(said.person)
        if meant.id:
            yield from self._of_kin(said.kind, when, life, meant.id)

    def _of_kin(self, kind: str, when: KnownTime, life: Life, id: str) -> Iterator[Impossible]:
        """Yields why a birth or a death cannot be, by the parents and children whom the tree has."""
        if kind not in ("birth", "death"):
            return
        own = replace(life, birth=when) if kind == "birth" else replace(life, death=when)
        for link in self.index.children[id]:
            if link.kind == "birth" and link.to not in self.index.hidden:
                yield from _unless_known(
                    of_parent(own, life_of(link.to, self.index)), of_parent(life, life_of(link.to, self.index))
                )
        if kind == "birth":
            for link in self.index.parents[id]:
                if link.kind == "birth" and link.to not in self.index.hidden:
                    yield from of_parent(life_of(link.to, self.index), own)

    def _of_relation(self, said: SaidFact, fact: SuggestedFact) -> Iterator[Impossible]:
        if said.other is None or said.denied:
            return
        if said.relation in _PARENT_OF:
            parent, child = said.other, said.person
        elif said.relation in _CHILD_OF:
            parent, child = said.person, said.other
        else:
            return
        yield from of_parent(self.life(parent), self.life(child))
        above, below = self.meant.of(parent).id, self.meant.of(child).id
        if above and below and above != below:
            graph = self.index.graph
            reached = ancestors(graph, PersonId(self.index.node(above)))
            if any(one.id == self.index.node(below) for one in reached.people):
                text = say("conflicts", "loop", parent=self.index.shown(above), child=self.index.shown(below))
                lines = quotes_of(line for link in self.index.parents[above] for line in link.evidence)
                yield Impossible(text=text, quotes=lines)
        del fact

    def _sexes(self, said: SaidFact, fact: SuggestedFact) -> Iterator[DataConflict]:
        sex = NEAR.get(said.relation)
        relative = fact.relative
        if relative is None or not relative.id or sex is None:
            return
        known = self.index.sex(relative.id)
        if known in (Sex.MALE, Sex.FEMALE) and known is not sex:
            person = self.index.people[relative.id]
            yield DataConflict(
                kind=ConflictKind.SEX,
                text=say("conflicts", "sex", said=said.relation, known=f"{relative.name}, {known}"),
                message_quote=fact.quote,
                tree_quotes=quotes_of([person.evidence]),
            )

    def life(self, number: int, but: str = "") -> Life:
        """Returns when somebody lived: by the tree, else by the message. `but` is the kind that is looked at."""
        meant = self.meant.of(number)
        one = self.reading.people[number]
        life = life_of(meant.id, self.index) if meant.id else Life(name=one.name, is_woman=_is_woman(one.sex))
        for fact in self.reading.facts:
            if fact.person != number or fact.denied or fact.fault or fact.kind == but:
                continue
            when = times_of(fact.date)
            if fact.kind == "birth" and life.birth is None:
                life = replace(life, birth=when)
            elif fact.kind == "death" and life.death is None:
                life = replace(life, death=when)
        if but == "birth":
            return replace(life, birth=None)
        return replace(life, death=None) if but == "death" else life


def _ends(said: SaidFact) -> tuple[object, ...]:
    return said.person, said.other, said.date, said.place, said.value, said.relation


def _unless_known(found: Iterator[Impossible], before: Iterator[Impossible]) -> Iterator[Impossible]:
    """Yields what cannot be, but for what the tree says already."""
    known = {one.text for one in before}
    return (one for one in found if one.text not in known)


def item_of(fact: SuggestedFact, conflicts: tuple[DataConflict, ...], origin: Origin) -> ReviewItem:
    kind = ReviewKind.CONFLICT if conflicts else ReviewKind.SUGGESTION
    unique = {(one.kind, one.text): one for one in conflicts}
    return ReviewItem(id=0, kind=kind, tree=fact.tree, fact=fact, conflicts=tuple(unique.values()), origin=origin)


def ref_of(id: str, index: FamilyIndex) -> PersonRef:
    """Returns somebody of the tree; of one who may be living and is masked, no name and no years."""
    years = "" if id in index.hidden else index.years(id)
    sex = index.sex(id)
    return PersonRef(id=id, name=index.shown(id), years=years, sex=str(sex) if sex is not Sex.UNKNOWN else "")


def life_of(id: str, index: FamilyIndex) -> Life:
    """Returns when somebody of the tree lived, with the lines that say so."""
    person = index.people[id]
    birth = person.first("birth", "christening", "baptism")
    death = person.first("death", "burial", "cremation")
    weddings = [one.event for one in index.events(id, "marriage")]
    return Life(
        name=index.shown(id),
        birth=_time(birth),
        death=_time(death),
        weddings=tuple(when for one in weddings if (when := _time(one)) is not None),
        is_woman=_is_woman(index.sex(id)),
    )


def _is_woman(sex: Sex) -> bool | None:
    return {Sex.FEMALE: True, Sex.MALE: False}.get(sex)


def _time(event: Event | None) -> KnownTime | None:
    if event is None or not event.date:
        return None
    quote = quotes_of([event.date_evidence or event.evidence])
    return times_of(event.date, quote[0])
