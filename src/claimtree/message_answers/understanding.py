"""Says what a message wants, whom it looks for, and what of it is not clear.

The grammar of general questions reads a sentence in full or not at all; what it reads needs no guess.
Every other sentence is told by its words: they ask how people are related, where to look for records,
or for somebody. The first sentence that wants something decides; what no sentence wants is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from claimtree.answering.ask_result import MOST_CANDIDATES, Entities, Intent, Sought
from claimtree.answering.candidates import MOST_ASKED_FOR
from claimtree.answering.family_index import FamilyIndex
from claimtree.answering.plan import (
    Question,
    names_in,
)
from claimtree.message_answers.asked_question import AskedQuestion, QuestionFinder, intent_of
from claimtree.message_answers.intent_words import IntentWords, intent_words, texts_of
from claimtree.message_answers.question_shape import asks_about_named, asks_for_a_thing, asks_for_kin
from claimtree.message_answers.sought_people import SoughtPeople, sought_people
from claimtree.message_answers.spoken_of import NOTHING_SPOKEN, Spoken, SpokenOf
from claimtree.message_answers.unread import unread_behind_names, unread_words
from claimtree.message_facts.message_words import Sentence, sentences
from claimtree.message_facts.said_kin import kin_word

LONGEST_MESSAGE: Final = 20_000
_MOST_SENTENCES: Final = 60
_MOST_DATES: Final = 12
_FRAGMENT: Final = 14
"""Words of a sentence that may just name somebody."""
_TOP: Final = "top"
_LOOKS_FOR: Final = frozenset({Intent.PERSON_LOOKUP, Intent.CLARIFICATION_NEEDED})
"""Where a relative who is named only says who is looked for."""
_ASKS_FACT: Final = frozenset(
    {"when", "where", "how", "why", "what", "which", "whose", "did", "was", "were", "had", "names", "count", "compare"}
)
"""What a question for a fact begins with; one for somebody begins otherwise."""


class Unclear(StrEnum):
    """Why a message is asked back."""

    NOTHING_READ = "nothing_read"
    NOBODY_NAMED = "nobody_named"
    WHO_IS_IT = "who_is_it"
    """A pronoun of which nobody knows whom it means."""
    WHICH_TIME = "which_time"


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """What a message wants."""

    intent: Intent
    entities: Entities
    plan: Question | None = None
    """Of a general question that was read in full."""
    read_as: str = ""
    """The general question in the form that it takes, if the grammar read only that."""
    then: str = ""
    """What the sentence asks besides: "who was X's wife, and when was she born"."""
    most: int = MOST_CANDIDATES
    """Candidates that are asked for."""
    wants_list: bool = False
    unclear: Unclear | None = None
    words: str = ""
    """The words that are not clear."""
    of_asker: bool = False
    """True if the writer, or the two who write, are one end of the relationship."""
    of_others: bool = False
    """True if neither the writer nor the keeper of the tree is an end of the relationship."""
    sentence: str = ""
    """The sentence that decided."""
    unread: tuple[str, ...] = ()
    """Words of that sentence that say something and of which nothing was made."""
    record_kinds: tuple[str, ...] = ()
    """Of records that are asked for: "marriage", "census"."""
    meant: tuple[SpokenOf, ...] = ()
    """Whom the pronouns of that sentence mean, if somebody who was spoken of before."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    intent: Intent
    asked: AskedQuestion | None = None
    sure: bool = True
    unclear: Unclear | None = None
    words: str = ""


def understand(message: str, index: FamilyIndex, *, spoken: Spoken = NOTHING_SPOKEN, code: str = "en") -> Understood:
    """Returns what a message wants. `spoken` has those of whom the conversation spoke before: "her"."""
    text = message[:LONGEST_MESSAGE]
    found = [one for one, _ in zip(sentences(text), range(_MOST_SENTENCES), strict=False)]
    people = sought_people(text, index, code)
    return _Message(text, found, people, index, spoken, intent_words(code)).understood()


class _Message:
    def __init__(
        self,
        text: str,
        found: Sequence[Sentence],
        people: SoughtPeople,
        index: FamilyIndex,
        spoken: Spoken,
        words: IntentWords,
    ) -> None:
        self._text = text
        self._sentences = found
        self._people = people
        self._index = index
        self._spoken = spoken
        self._words = words
        self._questions = QuestionFinder(text, people, index, spoken, words)

    def understood(self) -> Understood:
        wanted, sentence = self._wanted()
        texts = texts_of(sentence.words) if sentence is not None else []
        related = wanted.intent is Intent.RELATIONSHIP_EXPLANATION
        focus = self._people.focus if wanted.intent in _LOOKS_FOR else self._ends(wanted, sentence)
        vague = self._vague()
        unread = wanted.intent is Intent.GENERAL_GENEALOGY_QA and wanted.asked is None
        if vague and (wanted.intent is Intent.PERSON_LOOKUP or unread):
            wanted = _Wanted(Intent.CLARIFICATION_NEEDED, unclear=Unclear.WHICH_TIME, words=vague)
        asked = wanted.asked
        return Understood(
            intent=wanted.intent,
            entities=self._entities(focus),
            plan=asked.plan if asked is not None else None,
            read_as=asked.read_as if asked is not None else "",
            then=asked.then if asked is not None else "",
            most=self._most(texts),
            wants_list=self._words.has("about.several", texts),
            unclear=wanted.unclear,
            words=wanted.words,
            of_asker=related
            and sentence is not None
            and self._words.has("pronouns.asker", self._beside_names(sentence)),
            of_others=related and sentence is not None and not self._of_ours(sentence),
            record_kinds=self._words.all_of("record_kinds", texts) if wanted.intent is Intent.RECORD_SUGGESTION else (),
            sentence=self._questions.said(sentence) if sentence is not None else "",
            unread=self._unread(wanted, sentence),
            meant=(*(asked.told if asked is not None else ()), *self._questions.meant(sentence))
            if sentence is not None
            else (),
        )

    def _wanted(self) -> tuple[_Wanted, Sentence | None]:
        """Returns what is wanted, and the sentence that says so."""
        unsure: tuple[_Wanted, Sentence | None] | None = None
        for sentence in self._sentences:
            found = self._of_sentence(sentence)
            if found is None:
                continue
            if found.sure:
                return found, sentence
            unsure = unsure or (found, sentence)
        if unsure is not None:
            return unsure
        asked = any(one.asks and one.words[0].text in _ASKS_FACT for one in self._sentences)
        unclear = Unclear.NOTHING_READ if self._people.focus or asked else Unclear.NOBODY_NAMED
        return _Wanted(Intent.CLARIFICATION_NEEDED, unclear=unclear), None

    def _of_sentence(self, sentence: Sentence) -> _Wanted | None:
        texts = texts_of(sentence.words)
        named = self._people.named_in(sentence)
        asked = self._questions.question(sentence)
        if asked is not None:
            return _Wanted(intent_of(asked.plan), asked=asked)
        words = self._words
        asks = sentence.asks or any(text in words.begins for text in texts[:2]) or words.has("about.lookup", texts)
        if self._of_relationship(texts, asks=asks, named=named):
            return _Wanted(Intent.RELATIONSHIP_EXPLANATION)
        if asks and self._of_records(sentence, texts):
            return self._with_somebody(Intent.RECORD_SUGGESTION, sentence, named=named)
        if named and asks_about_named(texts, self._people.places_in(sentence), words):
            # It was not read, and that the tree has somebody is no answer to it.
            return _Wanted(Intent.GENERAL_GENEALOGY_QA, sure=False)
        places = self._people.places_in(sentence)
        about_kin = sentence.asks and not words.has("about.in_tree", texts) and asks_for_kin(texts, places)
        if named and (asks_for_a_thing(texts, places) or about_kin):
            return _Wanted(Intent.GENERAL_GENEALOGY_QA, sure=False)
        if words.has("about.lookup", texts):
            return self._with_somebody(Intent.PERSON_LOOKUP, sentence, named=named)
        if named and asks and asks_for_kin(texts, places):
            return _Wanted(Intent.GENERAL_GENEALOGY_QA, sure=False)
        begins = self._people.begins(sentence) and len(texts) <= _FRAGMENT and self._is_fragment(sentence)
        if named and asks and not begins:
            # What asks for no fact, asks for the one who is named.
            fact = next((text in _ASKS_FACT for text in texts if text in words.begins), False)
            return _Wanted(Intent.GENERAL_GENEALOGY_QA if fact else Intent.PERSON_LOOKUP, sure=False)
        if begins:
            return _Wanted(Intent.PERSON_LOOKUP, sure=False)
        if sentence.asks and self._people.focus and words.has("pronouns.others", texts) and texts[0] not in _ASKS_FACT:
            return _Wanted(Intent.PERSON_LOOKUP, sure=False)
        if asks and words.has("pronouns.others", texts):
            if not self._questions.meant(sentence):
                return self._who_is_it(sentence)
            return _Wanted(Intent.GENERAL_GENEALOGY_QA, sure=False)
        return None

    def _of_relationship(self, texts: Sequence[str], *, asks: bool, named: bool) -> bool:
        """True if a sentence asks how people are related: by words that say so, or the two who write by any."""
        words, both = self._words, self._both(texts)
        asks = asks or words.has("about.wondering", texts)
        if not asks:
            return False
        if words.has("about.related", texts):
            return True
        return both and words.has("about.ours_named" if named else "about.ours", texts)

    def _of_records(self, sentence: Sentence, texts: Sequence[str]) -> bool:
        """True if a sentence asks where to look, and it or a sentence before it speaks of records."""
        words = self._words
        cited = words.has("about.cited", texts) and not words.has("about.advice", texts)
        if cited or words.has("about.people_in_records", texts) or not words.has("about.seeking", texts):
            return False
        if words.has("about.records", texts):
            return True
        before = self._sentences[: self._sentences.index(sentence)]
        lookup = words.has("about.lookup", texts) or self._people.named_in(sentence)
        return not lookup and any(words.has("about.records", texts_of(one.words)) for one in before)

    def _with_somebody(self, intent: Intent, sentence: Sentence, *, named: bool) -> _Wanted | None:
        """Returns an intent that needs somebody: named here, or known from before where a pronoun stands."""
        texts = texts_of(sentence.words)
        if named:
            return _Wanted(intent)
        if self._people.focus:
            return _Wanted(intent, sure=self._words.has("pronouns.others", texts))
        if self._words.has("pronouns.others", texts):
            if self._questions.meant(sentence):
                return _Wanted(intent)
            return self._who_is_it(sentence)
        if intent is Intent.RECORD_SUGGESTION or any(kin_word(texts, at) for at in range(len(texts))):
            return _Wanted(Intent.CLARIFICATION_NEEDED, sure=False, unclear=Unclear.NOBODY_NAMED)
        return None

    def _who_is_it(self, sentence: Sentence) -> _Wanted:
        """Returns that it is not clear whom the first such pronoun of a sentence means."""
        said = next(
            (
                word.text
                for word, one in self._questions.pronouns(sentence)
                if not self._questions.whom(one, word, sentence)
            ),
            "",
        )
        return _Wanted(Intent.CLARIFICATION_NEEDED, sure=False, unclear=Unclear.WHO_IS_IT, words=said)

    def _unread(self, wanted: _Wanted, sentence: Sentence | None) -> tuple[str, ...]:
        if sentence is None or wanted.asked is not None:
            return ()
        match wanted.intent:
            case Intent.PERSON_LOOKUP:
                return unread_behind_names(self._text, sentence, self._people, self._words)
            case Intent.RELATIONSHIP_EXPLANATION if not self._of_ours(sentence):
                return unread_words(self._text, sentence, self._people, self._words)
            case _:
                return ()

    def _beside_names(self, sentence: Sentence) -> list[str]:
        """Returns the words of a sentence that are part of no name: "Elizabeth I" says nothing of "I"."""
        inside = {at for start, end in self._people.places_in(sentence).items() for at in range(start, end)}
        return [text for at, text in enumerate(texts_of(sentence.words)) if at not in inside]

    def _of_ours(self, sentence: Sentence) -> bool:
        return self._words.has("pronouns.ours", self._beside_names(sentence))

    def _both(self, texts: Sequence[str]) -> bool:
        """True if the two who write to each other are spoken of: "we", "you and I", "my line … yours"."""
        own = {"we", "us", "our", "ours"}
        return bool(own & set(texts)) or (
            self._words.has("pronouns.asker", texts) and bool({"you", "your", "yours", "u"} & set(texts))
        )

    def _is_fragment(self, sentence: Sentence) -> bool:
        """True if a sentence only names somebody, and states nothing."""
        return not any(
            fact.start >= sentence.words[0].start and fact.end <= sentence.words[-1].end and fact.kind == "relation"
            for fact in self._people.reading.facts
        )

    def _ends(self, wanted: _Wanted, sentence: Sentence | None) -> tuple[Sought, ...]:
        """Returns everybody who is asked about."""
        if wanted.asked is not None:
            named = [one.name for one in names_in(wanted.asked.plan)]
            return tuple(self._people.by_name(one) for one in dict.fromkeys(named))
        inside = self._people.all_in(sentence) if sentence is not None else ()
        return inside or self._people.focus

    def _entities(self, focus: Sequence[Sought]) -> Entities:
        clues = [clue for one in focus for clue in one.clues]
        places = dict.fromkeys(clue.place for clue in clues if clue.place)
        dates = dict.fromkeys(clue.when for clue in clues if clue.when is not None)
        return Entities(
            people=tuple(focus),
            places=tuple(places),
            dates=tuple(dates)[:_MOST_DATES],
            relationships=tuple(dict.fromkeys(self._kin_words())),
        )

    def _kin_words(self) -> Iterator[str]:
        for sentence in self._sentences:
            texts = texts_of(sentence.words)
            at = 0
            while at < len(texts):
                word = kin_word(texts, at)
                if word is not None:
                    yield self._text[sentence.words[at].start : sentence.words[word.end - 1].end].lower()
                at = word.end if word is not None else at + 1

    def _vague(self) -> str:
        """Returns words for a time that leave open which is meant; empty if there are none."""
        for sentence in self._sentences:
            texts = texts_of(sentence.words)
            span = self._words.first("vague.times", texts)
            if span is not None and self._words.period(texts) is None:
                return self._text[sentence.words[span[0]].start : sentence.words[span[1] - 1].end]
        return ""

    def _most(self, texts: Sequence[str]) -> int:
        """Returns how many candidates are asked for: "top 5", "list three"."""
        for at, text in enumerate(texts[:-1]):
            if text in (_TOP, "list", "best", "first", "find", "show", "give"):
                following = texts[at + 1] if texts[at + 1] != _TOP else texts[min(at + 2, len(texts) - 1)]
                count = self._words.counts.get(following) or (int(following) if following.isdecimal() else 0)
                if 0 < count <= MOST_ASKED_FOR:
                    return count
        return MOST_CANDIDATES
