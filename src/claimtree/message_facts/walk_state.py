"""The state of the walk over a sentence of a message, and how an event ends up as a fact."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from claimtree.kinship.graph import Sex
from claimtree.message_facts.fact_words import FactWords
from claimtree.message_facts.message_words import MessageWord
from claimtree.message_facts.people_spoken_of import PeopleSpokenOf
from claimtree.message_facts.said import RELATION, SaidFact
from claimtree.message_facts.said_dates import SaidDate, said_dates
from claimtree.message_facts.said_kin import KinWord
from claimtree.message_facts.said_names import NameFinder
from claimtree.message_facts.said_places import PlaceFinder

COUPLES: Final = frozenset({"marriage", "divorce"})
"""Events of two people."""
PEOPLE_AT_ONCE: Final = 20


@dataclass(slots=True)
class SaidEvent:
    """An event that is being read."""

    kind: str
    people: list[int]
    first: int
    """The number of the word where its clause begins."""
    last: int
    form: str
    partner: int | None = None
    date: SaidDate | None = None
    place: str = ""
    value: str = ""
    not_date: str = ""
    not_place: str = ""
    denied: bool = False
    hedged: bool = False
    attributed: bool = False
    """True if it is what the reader of the message is said to have."""
    fault: str = ""
    bracket: int = 0
    """How many brackets are open around it."""


@dataclass(slots=True)
class Phrase:
    """A phrase that names people, by the numbers of its words."""

    people: list[int]
    first: int
    end: int
    kin: KinWord | None = None
    """The word of kinship that it consists of, if no name follows."""
    owners: list[int] = field(default_factory=list)
    bare: bool = False
    """True for a word of kinship without an owner: "a son"."""
    owned: bool = False
    """True if it ends in a possessive."""
    told: bool = False
    """True if a clause about it is complete: "my mother was Ann"."""
    beside: list[int] = field(default_factory=list)
    """Whom "who" means right behind it, if not its people: "a son of Tom, who"."""


@dataclass(slots=True)
class MessageState:
    """What is kept from sentence to sentence."""

    text: str
    people: PeopleSpokenOf
    table: FactWords
    small_letters: bool
    known: Callable[[str], bool]
    place: Callable[[str], bool]
    main: list[int] = field(default_factory=list)
    """Whom the clause is about; kept for sentences without a subject."""
    event_before: SaidEvent | None = None
    """The last event that was closed: "You have 1850. It was 1852." """


class WalkState:
    """What is known at a place of a sentence: whom the clause is about, the open event, and what was said so far."""

    def __init__(self, state: MessageState, words: Sequence[MessageWord]) -> None:
        self.facts: list[SaidFact] = []
        self._state = state
        self._words = words
        self._texts = [word.text for word in words]
        self._table = state.table
        self._people = state.people
        self._text = state.text
        begin, end = (words[0].start, words[-1].end) if words else (0, 0)
        self._dates = said_dates(self._text[begin:end], words, self._table)
        small = state.small_letters
        self._names = NameFinder(words, self._table, small_letters=small, known=state.known, place=state.place)
        self._places = PlaceFinder(words, self._table, small_letters=small, known=state.place)
        self._hedged = any(self._table.has("hedges.words", self._texts, at) for at in range(len(words)))
        self._at = 0
        self._main = list(state.main)
        self._fresh = True
        """True as long as the sentence has had no subject of its own."""
        self._last: Phrase | None = None
        """The phrase that named people last."""
        self._event: SaidEvent | None = None
        self._sentence_event: SaidEvent | None = None
        """The last event of this sentence that was closed."""
        self._be = False
        self._have = False
        self._no = False
        self._not = False
        self._who = False
        self._of_noun = False
        self._waiting_date: SaidDate | None = None
        self._waiting_place = ""
        self._attributed = False
        self._brackets = 0
        self._bracket_owner: list[int] = []
        self._clause = 0
        """Where the clause begins."""
        self._comma = False
        self._to = False
        self._with = False
        self._listing: tuple[KinWord, list[int]] | None = None
        """The relatives that are being listed, and whose they are: "two sons, Karl (b. 1880) and Otto"."""
        self._prep = ""

    def _where(self, first: int, end: int) -> tuple[int, int]:
        return self._words[first].start, self._words[min(end, len(self._words)) - 1].end

    def _subject(self, at: int) -> list[int]:
        return self._last.people if self._last is not None and self._adjacent(self._last.end, at) else self._main

    def _adjacent(self, end: int, at: int) -> bool:
        """True if nothing but small words stands between."""
        return all(
            self._texts[one] not in (",", "(", ")", ":", ";") and one not in self._dates for one in range(end, at)
        )

    def _near(self, end: int, at: int) -> bool:
        return all(text in (",", "was", "who", "is") for text in self._texts[end:at])

    def _open_bracket(self, at: int) -> int:
        return max((one for one in range(at) if self._texts[one] == "("), default=-1)

    def _clause_first(self) -> int:
        if self._last is not None:
            return self._last.first
        return self._at

    def _owner_before(self, at: int) -> list[int] | None:
        last = self._last
        if last is not None and last.owned and at - last.end <= 2:
            return last.people
        return None

    def _finite_follows(self, at: int) -> bool:
        texts, table = self._texts, self._table
        return at < len(texts) and (
            bool(table.has("small.be", texts, at))
            or bool(table.has("small.have", texts, at))
            or table.event("verbs", texts, at) is not None
        )

    def _couple(self) -> list[int]:
        """Returns the two whom "they" means: the couple or the pair that was named last."""
        if len(self._main) > 1:
            return self._main
        for number in (*self._main[:1], *self._people.recent[-1:]):
            one = self._people.people[number]
            if one.kin is not None and one.kin.base == "spouse" and one.owner is not None:
                return [one.owner, number]
        before = self._state.event_before
        if before is not None and before.kind == "marriage" and before.partner is not None and before.people:
            return [before.people[0], before.partner]
        return []

    def _open(self, kind: str, people: list[int], first: int, form: str) -> None:
        self._close()
        self._event = SaidEvent(
            kind,
            people,
            first,
            self._at + 1,
            form,
            hedged=self._hedged,
            attributed=self._attributed,
            bracket=self._brackets,
        )

    def _close(self) -> None:
        event, self._event = self._event, None
        if event is None:
            return
        self._state.event_before = self._sentence_event = event
        if event.attributed:
            return
        told = bool(event.date or event.place or event.value or event.partner is not None or event.denied)
        if not told and event.kind != "occupation" and not (event.kind in COUPLES and len(event.people) == 2):
            return
        people = event.people
        if not people and event.form != "verbs":
            people = [self._people.pronoun(Sex.UNKNOWN)]
        if event.kind in COUPLES and event.partner is None and len(people) == 2:
            people, event.partner = people[:1], people[1]
        for number in people[:PEOPLE_AT_ONCE]:
            if number == event.partner:
                continue
            date = event.date
            self._emit(
                event.kind,
                number,
                event.first,
                event.last,
                date=date.gedcom if date is not None else "",
                place=event.place,
                value=event.value,
                other=event.partner,
                denied=event.denied,
                not_date=event.not_date,
                not_place=event.not_place,
                hedged=event.hedged or self._hedged,
                fault=event.fault,
            )

    def _emit(
        self,
        kind: str,
        person: int,
        first: int,
        end: int,
        *,
        date: str = "",
        place: str = "",
        value: str = "",
        other: int | None = None,
        denied: bool = False,
        not_date: str = "",
        not_place: str = "",
        hedged: bool = False,
        fault: str = "",
    ) -> None:
        first = min(first, end - 1)
        start, stop = self._where(first, end)
        self.facts.append(
            SaidFact(
                kind=kind,
                person=person,
                date=date,
                place=place,
                value=value,
                other=other,
                denied=denied,
                not_date=not_date,
                not_place=not_place,
                hedged=hedged,
                fault=fault,
                quote=self._text[start:stop],
                start=start,
                end=stop,
            )
        )

    def _relate(self, owner: int, number: int, kin: KinWord, first: int, end: int) -> None:
        """Notes that somebody is somebody's relative."""
        if owner == number:
            return
        one = self._people.people[number]
        if kin.word == "parent":
            kin = parent_word(one.sex)
        if one.kin is None:
            self._people.call(number, kin, owner, self._where(first, end), hedged=self._hedged)
        elif (one.owner, one.kin.word) != (owner, kin.word):
            self._emit_relation(owner, number, kin, first, end)
        if one.sex is Sex.UNKNOWN:
            one.sex = kin.sex

    def _emit_relation(
        self, owner: int, number: int, kin: KinWord, first: int, end: int, *, denied: bool = False
    ) -> None:
        if self._attributed:
            return
        start, stop = self._where(first, end)
        self.facts.append(
            SaidFact(
                kind=RELATION,
                person=owner,
                other=number,
                relation=kin.word,
                denied=denied,
                hedged=self._hedged,
                quote=self._text[start:stop],
                start=start,
                end=stop,
            )
        )


def parent_word(sex: Sex) -> KinWord:
    word = {Sex.MALE: "father", Sex.FEMALE: "mother"}.get(sex, "parent")
    return KinWord("parent", sex, word, plural=False, near=True, end=0)
