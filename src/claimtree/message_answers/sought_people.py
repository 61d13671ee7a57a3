"""Whom a message looks for: the people it names, with what it says of each, those who are only relatives apart."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from claimtree.answering.ask_result import Clue, ClueKind, Sought
from claimtree.answering.family_index import FamilyIndex
from claimtree.answering.people_names import NUMERALS, words_of
from claimtree.answering.place_agreement import written_out
from claimtree.answering.plan import Base, Relation
from claimtree.family_trees.tree import read_date
from claimtree.kinship.graph import Sex
from claimtree.message_answers.clues import relation_of, sought_of
from claimtree.message_answers.intent_words import IntentWords, intent_words, texts_of
from claimtree.message_facts.fact_words import EVENT_FORMS, FactWords, fact_words
from claimtree.message_facts.message_words import MessageWord, Sentence, sentences
from claimtree.message_facts.reader import read
from claimtree.message_facts.said import Reading
from claimtree.message_facts.said_dates import said_dates
from claimtree.message_facts.said_kin import kin_word
from claimtree.message_facts.said_names import NameFinder, SaidName
from claimtree.message_facts.said_places import PlaceFinder
from claimtree.person_names.name_data import name_words

MOST_PEOPLE: Final = 12
_ALSO_NAMES: Final = frozenset({"will", "may"})
_OPENERS: Final = frozenset({"and", "but", "so", "also", "hi", "hello", "hey", "please", ","})
_PLURAL: Final = frozenset({"your", "the", "these", "those", "all"})
"""Words before a name in the plural: "your Mary Smiths"."""
_BEFORE_PLACE: Final = frozenset({"in", "at", "of", "from", "near", "around", "to", ",", "outside"})


@dataclass(frozen=True, slots=True)
class _Person:
    sought: Sought
    start: int
    """Where the message names them first."""
    end: int
    relative: bool
    """True if they are named only to say who somebody else is."""


@dataclass(frozen=True, slots=True)
class SoughtPeople:
    """The people of a message."""

    reading: Reading
    people: tuple[_Person, ...]

    @property
    def focus(self) -> tuple[Sought, ...]:
        """Those who are looked for."""
        return tuple(one.sought for one in self.people if not one.relative)[:MOST_PEOPLE]

    def all_in(self, sentence: Sentence) -> tuple[Sought, ...]:
        """Returns everybody whom a sentence names."""
        return tuple(one.sought for one in self.people if _inside(one, sentence))[:MOST_PEOPLE]

    def named_before(self, sentence: Sentence, length: int) -> tuple[Sought, ...]:
        """Returns whom the first characters of a sentence name."""
        start = sentence.words[0].start
        return tuple(one.sought for one in self.people if start <= one.start and one.end <= start + length)

    def named_behind(self, sentence: Sentence, at: int) -> tuple[Sought, ...]:
        """Returns whom a sentence names first behind a place of the message."""
        return tuple(one.sought for one in self.people if at <= one.start <= sentence.words[-1].end)

    def named_in(self, sentence: Sentence) -> bool:
        return any(_inside(one, sentence) for one in self.people)

    def places_in(self, sentence: Sentence) -> dict[int, int]:
        """Returns between which words of a sentence somebody is named."""
        starts = {word.start: at for at, word in enumerate(sentence.words)}
        ends = {word.end: at + 1 for at, word in enumerate(sentence.words)}
        known = [one for one in self.people if one.start in starts and one.end in ends]
        return {starts[one.start]: ends[one.end] for one in known}

    def begins(self, sentence: Sentence) -> bool:
        """True if a sentence begins with the name of somebody."""
        return any(one.start == sentence.words[0].start for one in self.people)

    def has(self, name: str) -> bool:
        """True if somebody of the message is called so."""
        return any(_same(one.sought.name, name) for one in self.people)

    def by_name(self, name: str) -> Sought:
        """Returns somebody of a name, with the clues of the message."""
        words = words_of(name)
        found = next((one.sought for one in self.people if words_of(one.sought.name) == words), None)
        return found or Sought(name=name)


def _inside(one: _Person, sentence: Sentence) -> bool:
    return sentence.words[0].start <= one.start and one.end <= sentence.words[-1].end


def sought_people(message: str, index: FamilyIndex, code: str = "en") -> SoughtPeople:
    """Returns the people whom a message names."""
    words, table = intent_words(code), fact_words(code)
    text = _without_capitals_of_beginnings(message, words)
    reading = read(text, known=index.names.is_part, place=index.is_place_only)
    found = list(sentences(text))
    mentions = _Mentions(text, found, reading, index, table)
    people: list[_Person] = []
    for name, start, end in mentions.names():
        known = next((at for at, one in enumerate(people) if _same(one.sought.name, name)), None)
        if known is None:
            people.append(_Person(Sought(name=name), start, end, relative=False))
        elif len(words_of(name)) > len(words_of(people[known].sought.name)):
            people[known] = _Person(Sought(name=name), start, end, relative=False)
    people = [replace(one, sought=mentions.with_clues(one.sought)) for one in people]
    loose = _LooseClues(text, found, table, words, index)
    people = [replace(one, sought=loose.added(one.sought, one.start, others=people)) for one in people]
    return SoughtPeople(reading, tuple(_apart(people)))


def _apart(people: Sequence[_Person]) -> Iterator[_Person]:
    """Yields people, those marked who are a clue to somebody who was named before."""
    relatives: set[tuple[str, ...]] = set()
    for one in people:
        yield replace(one, relative=words_of(one.sought.name) in relatives)
        if words_of(one.sought.name) not in relatives:
            relatives |= {words_of(clue.name) for clue in one.sought.clues if clue.kind is ClueKind.RELATIVE}


def _same(one: str, other: str) -> bool:
    first, second = (tuple(word for word in words_of(name) if word not in _titles()) for name in (one, other))
    if not first or not second:
        return words_of(one) == words_of(other)
    return first == second or (len(first) == 1 and first[0] in second) or (len(second) == 1 and second[0] in first)


@cache
def _titles() -> frozenset[str]:
    known = name_words()
    return known.all_titles | known.also_names


def _without_capitals_of_beginnings(message: str, words: IntentWords) -> str:
    """Returns a message in which "Is", "Find" and the like at the beginning of a sentence look like no name."""
    letters = list(message)
    for sentence in sentences(message):
        at = 0
        while at + 1 < len(sentence.words) and sentence.words[at].text in _OPENERS:
            at += 1
        first = sentence.words[at]
        if first.text not in words.begins or (first.text in _ALSO_NAMES and not sentence.asks):
            continue
        if len(letters[first.start].lower()) == 1:
            letters[first.start] = letters[first.start].lower()
    for sentence in sentences(message):
        for one, two, three in zip(sentence.words, sentence.words[1:], sentence.words[2:], strict=False):
            # "Which Robert Hughes, the one who married?": what follows is said of him.
            if (one.text, two.text) == ("the", "one") and three.text in _WHO:
                letters[one.start : two.end] = " " * (two.end - one.start)
    return "".join(letters)


_WIVES: Final = name_words().wives
_WHO: Final = frozenset({"who", "that", "whose", "born"})


class _Mentions:
    """The names in a message, and what the reading says of those who have them."""

    def __init__(
        self, text: str, found: Sequence[Sentence], reading: Reading, index: FamilyIndex, table: FactWords
    ) -> None:
        self._text = text
        self._sentences = found
        self._reading = reading
        self._index = index
        self._table = table
        self._leads = intent_words()
        self._wives: dict[tuple[str, ...], Clue] = {}

    def names(self) -> Iterator[tuple[str, int, int]]:
        """Yields names in the order of the message, with where they stand."""
        spoken = {words_of(one.name): one for one in self._reading.people if one.name}
        for sentence in self._sentences:
            dates = said_dates(
                self._text[sentence.words[0].start : sentence.words[-1].end], sentence.words, self._table
            )
            finder = self._finder(sentence, small_letters=False)
            small = self._finder(sentence, small_letters=True)
            led = self._led(sentence, set(dates))
            at = 0
            while at < len(sentence.words):
                if led is not None and at == led[0]:
                    yield self._written(sentence, *led), sentence.words[at].start, sentence.words[led[1] - 1].end
                    at = led[1]
                    continue
                if at in dates:
                    at = max(dates[at].end, at + 1)
                    continue
                family = self._family(sentence, at)
                if family:
                    yield family, sentence.words[at].start, sentence.words[at].end
                    at += 1
                    continue
                name = finder.name(at) or self._spoken(small.name(at), spoken)
                if name is None or not self._is_person(name, spoken):
                    at += 1
                    continue
                shown = self._wife(name) or self._shown(name)
                if at and sentence.words[at - 1].text in _PLURAL:
                    shown = self._singular(shown)
                if self._is_place(name, sentence, at):
                    at = name.end
                    continue
                of_place = self._of_place(name, sentence, set(dates))
                if of_place > name.end:
                    yield (
                        self._written(sentence, at, of_place),
                        sentence.words[at].start,
                        sentence.words[of_place - 1].end,
                    )
                    at = of_place
                    continue
                yield shown, sentence.words[at].start, sentence.words[name.end - 1].end
                at = name.end

    def _finder(self, sentence: Sentence, *, small_letters: bool) -> NameFinder:
        names = self._index.names
        return NameFinder(
            sentence.words,
            self._table,
            small_letters=small_letters,
            known=names.is_part,
            place=self._index.is_place_only,
        )

    def _family(self, sentence: Sentence, at: int) -> str:
        """Returns the family name of "the Bells"; empty for another word."""
        word = sentence.words[at]
        names = self._index.names
        if not at or sentence.words[at - 1].text != "the" or not word.is_capital or names.is_part(word.text):
            return ""
        return word.raw[:-1] if word.text.endswith("s") and names.is_surname(word.text[:-1]) else ""

    def _of_place(self, name: SaidName, sentence: Sentence, dates: Collection[int]) -> int:
        """Returns where a name such as "Eleanor of Aquitaine" ends: a given name alone, and no state of today behind
        "of", or words that somebody of the tree is called."""
        words, end = sentence.words, name.end
        if end + 1 >= len(words) or words[end].text != "of" or not words[end + 1].is_capital:
            return end
        last = _run_of_capitals(words, end + 1, dates)
        given = [word for word in words_of(name.full) if word not in NUMERALS]
        called = f"{name.full} {' '.join(word.raw for word in words[end:last])}"
        alone = len(given) == 1 and words_of(words[end + 1].raw) not in self._table.regions
        return last if alone or self._index.names.is_called(called) else end

    def _wife(self, name: SaidName) -> str:
        """Returns the name of a wife who is called by that of her husband: "Mrs. Josiah Smith"; empty for others.

        What else is known of her, that she was his wife, is a clue of the name."""
        if not _WIVES & set(name.titles):
            return ""
        husbands = self._index.names.holders(words_of(name.full))
        if not husbands or any(self._index.sex(id) is not Sex.MALE for id in husbands):
            return ""
        shown = name.maiden or words_of(name.full)[-1].capitalize()
        clue = Clue(
            kind=ClueKind.RELATIVE,
            quote=name.full,
            relation=Relation(base=Base.SPOUSE, sex=Sex.MALE),
            name=name.full,
        )
        self._wives[words_of(shown)] = clue
        return shown

    def _led(self, sentence: Sentence, dates: Collection[int]) -> tuple[int, int] | None:
        """Returns where the name stands that words such as "candidates for" lead to, if it is written with capitals."""
        words, texts = sentence.words, texts_of(sentence.words)
        topic = _run_of_capitals(words, 0, dates)
        if topic > 1 and texts[topic : topic + 1] == [":"]:
            # "Alisa of Hessen: when was she born?"
            return 0, topic
        span = self._leads.first("leads.people", texts)
        if span is None:
            return None
        start = span[1] + self._leads.without_lead("leads.skipped", texts[span[1] :])
        end = _run_of_capitals(words, start, dates)
        if end == start or words_of(words[start].raw) in self._table.regions or self._family(sentence, start):
            return None
        given = end + 1 < len(words) and texts[end] == "," and texts[end + 1] in self._table.known_given
        if given and end == start + 1 and texts[start] not in self._table.known_given:
            # "Smith, Mary Ellen": the family name first.
            end = _run_of_capitals(words, end + 1, dates)
        return start, end

    def _written(self, sentence: Sentence, start: int, end: int) -> str:
        family, comma, given = self._text[sentence.words[start].start : sentence.words[end - 1].end].partition(",")
        return f"{given.strip()} {family.strip()}" if comma else family.strip()

    def _spoken(self, name: SaidName | None, spoken: Mapping[tuple[str, ...], object]) -> SaidName | None:
        """Returns a name in small letters if the reading has somebody of it."""
        return name if name is not None and words_of(name.full) in spoken else None

    def _is_place(self, name: SaidName, sentence: Sentence, at: int) -> bool:
        """True for one word behind a preposition or a comma that is a place of the tree."""
        words = words_of(name.full)
        before = at > 0 and sentence.words[at - 1].text in _BEFORE_PLACE
        return before and len(words) == 1 and self._index.vocabulary.is_place(words)

    def _shown(self, name: SaidName) -> str:
        full = name.full.title() if name.full.islower() else name.full
        return f"{full} née {name.maiden}" if name.maiden else full

    def _is_person(self, name: SaidName, spoken: Mapping[tuple[str, ...], object]) -> bool:
        """True if the reading takes these words for somebody, or they begin as the names of people do."""
        if words_of(name.full) in spoken:
            return True
        first = words_of(name.full)[:1]
        if not first:
            return False
        initial = len(first[0]) == 1
        is_given = first[0] in self._table.known_given or self._index.names.is_part(first[0])
        return (is_given or initial) and len(name.full.split()) > 1

    def _singular(self, name: str) -> str:
        """Returns "Mary Smith" for "Mary Smiths", where the tree has nobody of that name."""
        last = words_of(name)[-1:]
        if last and last[0].endswith("s") and not self._index.names.is_part(last[0]):
            return name[:-1] if self._index.names.is_part(last[0][:-1]) else name
        return name

    def with_clues(self, sought: Sought) -> Sought:
        """Returns somebody with what the reading says of people of this name."""
        clues: dict[tuple[object, ...], Clue] = {}
        for one in self._reading.people:
            if one.name and words_of(self._singular(one.name)) == words_of(sought.name.partition(" née ")[0]):
                for clue in sought_of(self._reading, one.number).clues:
                    clues.setdefault((clue.kind, clue.event, clue.when, clue.place, clue.name), clue)
        wife = self._wives.get(words_of(sought.name))
        if wife is not None:
            clues[(wife.kind, wife.name)] = wife
        return replace(sought, clues=tuple(clues.values()))


_IN_NAMES: Final = frozenset(
    {"of", "the", "de", "von", "van", "di", "da", "la", "le", "du", "der", "zu", "(", ")", "-", "'"}
)
_FULL_RUN: Final = 8


def _run_of_capitals(words: Sequence[MessageWord], start: int, dates: Collection[int]) -> int:
    """Returns where words end that are written as a name: "Eleanor of Aquitaine", "Philip I the Fair"."""
    at = end = start
    while at < len(words) and at - start < _FULL_RUN and at not in dates:
        word = words[at]
        if word.is_capital or (at > start and word.text[:1].isdecimal() and not word.text.isdecimal()):
            end = at + 1
        elif at == start or word.text not in _IN_NAMES:
            break
        elif word.text == ")":
            end = at + 1
        at += 1
    return end


class _LooseClues:
    """Dates and places beside a name that the reading makes nothing of: "Mary Smith, Ohio, ca. 1900"."""

    def __init__(
        self, text: str, found: Sequence[Sentence], table: FactWords, words: IntentWords, index: FamilyIndex
    ) -> None:
        self._text = text
        self._sentences = found
        self._table = table
        self._words = words
        self._index = index

    def added(self, sought: Sought, start: int, *, others: Sequence[_Person]) -> Sought:
        sentence = next((one for one in self._sentences if one.words[0].start <= start < one.words[-1].end), None)
        if sentence is None:
            return sought
        before = [one.start for one in others if sentence.words[0].start <= one.start < start]
        if before and any(clue.kind is ClueKind.RELATIVE for clue in sought.clues):
            # What stands behind a relative is said of the one who was named first.
            return sought
        used_dates = {clue.when for clue in sought.clues if clue.when is not None}
        used_places = {word for clue in sought.clues for word in words_of(clue.place)}
        sought = replace(sought, clues=(*sought.clues, *self._relatives(sentence, start, sought)))
        relatives = {words_of(clue.name) for clue in sought.clues if clue.kind is ClueKind.RELATIVE}
        # What stands behind another name is said of that one, unless it is a relative's.
        following = [one.start for one in others if one.start > start and words_of(one.sought.name) not in relatives]
        clues = [
            one
            for one in self._in(sentence, start, min(following, default=len(self._text)))
            if one.when not in used_dates or one.when is None
        ]
        clues = [
            replace(one, place="") if one.place and set(words_of(one.place)) <= used_places else one for one in clues
        ]
        kept = tuple(one for one in clues if one.when is not None or one.place)
        return replace(sought, clues=(*sought.clues, *kept))

    def _relatives(self, sentence: Sentence, start: int, sought: Sought) -> Iterator[Clue]:
        """Yields relatives as lists of clues have them: "John Miller, born 1878, father Heinrich Miller"."""
        if any(clue.kind is ClueKind.RELATIVE for clue in sought.clues):
            return
        words, texts = sentence.words, texts_of(sentence.words)
        for at in range(1, len(words) - 1):
            kin = kin_word(texts, at) if words[at].start > start and texts[at - 1] == "," else None
            if kin is None or kin.plural or (relation := relation_of(kin.word)) is None:
                continue
            begin = kin.end + (texts[kin.end : kin.end + 1] == [":"])
            end = _run_of_capitals(words, begin, ())
            if end > begin:
                name = self._text[words[begin].start : words[end - 1].end]
                quote = self._text[words[at].start : words[end - 1].end]
                yield Clue(kind=ClueKind.RELATIVE, quote=quote, relation=relation, name=name)

    def _in(self, sentence: Sentence, start: int, until: int) -> list[Clue]:
        """Returns a clue for each event, or for being somewhere, from the dates and places behind a name."""
        words, texts = sentence.words, texts_of(sentence.words)
        dates = said_dates(self._text[words[0].start : words[-1].end], words, self._table)
        places = PlaceFinder(words, self._table, small_letters=False)
        names = NameFinder(words, self._table, small_letters=False, known=self._index.names.is_part)
        found: dict[str, Clue] = {}
        event, at = "", next(at for at, word in enumerate(words) if word.end > start)
        named = names.name(at)
        at = named.end if named is not None else at + 1
        while at < len(words) and words[at].start < until:
            if at in dates and dates[at].gedcom:
                when = read_date(dates[at].gedcom)
                clue = found.get(event, Clue(kind=ClueKind.EVENT, quote=self._text[start : words[-1].end], event=event))
                found[event] = replace(clue, when=clue.when or when)
                at = max(dates[at].end, at + 1)
                continue
            happened = next((one for form in EVENT_FORMS if (one := self._table.event(form, texts, at))), None)
            if happened is not None:
                event = "" if happened[0] in ("residence", "census", "occupation") else happened[0]
                at = happened[1]
                continue
            place = places.place(at) if places.is_region(at) or texts[at - 1] in _BEFORE_PLACE else None
            if place is not None and not self._is_person(names, places, at):
                clue = found.get(event, Clue(kind=ClueKind.EVENT, quote=self._text[start : words[-1].end], event=event))
                found[event] = replace(clue, place=clue.place or written_out(place.text))
                at = place.end
                continue
            at += 1
        period = self._words.period(texts)
        if period is not None and not any(one.when is not None for one in found.values()):
            clue = found.get("", Clue(kind=ClueKind.EVENT, quote=self._text[start : words[-1].end]))
            found[""] = replace(clue, when=period[0])
        return list(found.values())

    def _is_person(self, names: NameFinder, places: PlaceFinder, at: int) -> bool:
        name = names.name(at)
        if name is None or places.is_region(at):
            return False
        first = words_of(name.full)[:1]
        return bool(first) and first[0] in self._table.known_given and len(name.full.split()) > 1
