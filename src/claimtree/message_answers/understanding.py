"""Says what a message wants, whom it looks for, and what of it is not clear.

The grammar of general questions reads a sentence in full or not at all; what it reads needs no guess.
Every other sentence is told by its words: they ask how people are related, where to look for records,
or for somebody. The first sentence that wants something decides; what no sentence wants is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from claimtree.answering.ask_result import MOST_CANDIDATES, Entities, Intent, Sought
from claimtree.answering.candidates import MOST_ASKED_FOR
from claimtree.answering.family_index import FamilyIndex
from claimtree.answering.grammar_questions import plans
from claimtree.answering.grammar_sets import is_name
from claimtree.answering.people_names import words_of
from claimtree.answering.plan import (
    Average,
    Couples,
    Everyone,
    Exists,
    HowRelated,
    IsTrue,
    ListPeople,
    Named,
    OneOfCouple,
    Profile,
    Question,
    Ranked,
    Related,
    Together,
    Where,
    names_in,
    parts_of,
)
from claimtree.message_answers.intent_words import IntentWords, intent_words, texts_of
from claimtree.message_answers.question_parts import later_parts, says_when_or_where, two_questions
from claimtree.message_answers.question_shape import asks_about_named, asks_for_a_thing, asks_for_kin
from claimtree.message_answers.sought_people import SoughtPeople, sought_people
from claimtree.message_answers.spoken_of import MOST_MEANT, NOTHING_SPOKEN, Pronoun, Spoken, SpokenOf, meant_by
from claimtree.message_answers.unread import unread_behind_names, unread_words
from claimtree.message_facts.message_words import OWNED, MessageWord, Sentence, sentences
from claimtree.message_facts.said_kin import kin_word

LONGEST_MESSAGE: Final = 20_000
_MOST_SENTENCES: Final = 60
_MOST_DATES: Final = 12
_SEVERAL: Final = 2
_FRAGMENT: Final = 14
"""Words of a sentence that may just name somebody."""
_TOP: Final = "top"
_LOOKS_FOR: Final = frozenset({Intent.PERSON_LOOKUP, Intent.CLARIFICATION_NEEDED})
"""Where a relative who is named only says who is looked for."""
_ASKS_FACT: Final = frozenset(
    {"when", "where", "how", "why", "what", "which", "whose", "did", "was", "were", "had", "names", "count", "compare"}
)
"""What a question for a fact begins with; one for somebody begins otherwise."""
_ASKS_ALL: Final = (Where, Ranked, OneOfCouple, Couples, Average)
"""What asks of somebody without a whole name, or of everybody in a tree."""


class Unclear(StrEnum):
    """Why a message is asked back."""

    NOTHING_READ = "nothing_read"
    NOBODY_NAMED = "nobody_named"
    WHO_IS_IT = "who_is_it"
    """A pronoun of which nobody knows whom it means."""
    WHICH_TIME = "which_time"


_AND = " and "
"""Joins names in a sentence that is read again, by the grammar of questions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """What a message wants."""

    intent: Intent
    entities: Entities
    plan: Question | None = None
    """Of a general question that was read in full."""
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
    plan: Question | None = None
    then: str = ""
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
        self._told: tuple[SpokenOf, ...] = ()
        """Of whom the last answer told, if the sentence asks of them without a name."""

    def understood(self) -> Understood:
        wanted, sentence = self._wanted()
        texts = texts_of(sentence.words) if sentence is not None else []
        related = wanted.intent is Intent.RELATIONSHIP_EXPLANATION
        focus = self._people.focus if wanted.intent in _LOOKS_FOR else self._ends(wanted, sentence)
        vague = self._vague()
        unread = wanted.intent is Intent.GENERAL_GENEALOGY_QA and wanted.plan is None
        if vague and (wanted.intent is Intent.PERSON_LOOKUP or unread):
            wanted = _Wanted(Intent.CLARIFICATION_NEEDED, unclear=Unclear.WHICH_TIME, words=vague)
        return Understood(
            intent=wanted.intent,
            entities=self._entities(focus),
            plan=wanted.plan,
            then=wanted.then,
            most=self._most(texts),
            wants_list=self._words.has("about.several", texts),
            unclear=wanted.unclear,
            words=wanted.words,
            of_asker=related
            and sentence is not None
            and self._words.has("pronouns.asker", self._beside_names(sentence)),
            of_others=related and sentence is not None and not self._of_ours(sentence),
            record_kinds=self._words.all_of("record_kinds", texts) if wanted.intent is Intent.RECORD_SUGGESTION else (),
            sentence=self._said(sentence) if sentence is not None else "",
            unread=self._unread(wanted, sentence),
            meant=(*self._told, *self._meant(sentence)) if sentence is not None else (),
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
        plan, then = self._plan(sentence)
        if plan is not None:
            return _Wanted(_intent_of(plan), plan=plan, then=then)
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
            if not self._meant(sentence):
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
            if self._meant(sentence):
                return _Wanted(intent)
            return self._who_is_it(sentence)
        if intent is Intent.RECORD_SUGGESTION or any(kin_word(texts, at) for at in range(len(texts))):
            return _Wanted(Intent.CLARIFICATION_NEEDED, sure=False, unclear=Unclear.NOBODY_NAMED)
        return None

    def _who_is_it(self, sentence: Sentence) -> _Wanted:
        """Returns that it is not clear whom the first such pronoun of a sentence means."""
        said = next((word.text for word, one in self._pronouns(sentence) if not self._whom(one)), "")
        return _Wanted(Intent.CLARIFICATION_NEEDED, sure=False, unclear=Unclear.WHO_IS_IT, words=said)

    def _plan(self, sentence: Sentence) -> tuple[Question | None, str]:
        """Returns the plan of a question that is read in full, from its beginning or from a later part on, and a
        second question behind it."""
        said = [self._said(sentence)]
        if self._meant(sentence):
            said.append(self._with_names(sentence))
        for one in said:
            plan = self._read(one, sentence)
            if plan is not None:
                return self._of_those_told(plan, sentence), ""
        for one in said:
            for front, part in later_parts(one, self._words):
                plan = self._read_part(front, part, sentence)
                if plan is not None:
                    return plan, ""
        for one in said:
            for first, second in two_questions(one, self._words):
                plan = self._read(first, sentence)
                if plan is not None:
                    return plan, second
        return None, ""

    def _of_those_told(self, plan: Question, sentence: Sentence) -> Question:
        """Returns "who was the eldest?" as one of those of whom the last answer told, if it told of several."""
        told = self._spoken.told
        names = {one.name.casefold() for one in told}
        if not isinstance(plan, ListPeople) or not isinstance(plan.people, Ranked) or len(names) != len(told):
            return plan
        all_of_tree = self._words.has("about.in_tree", texts_of(sentence.words)) or plan.people.people != Everyone()
        if (
            all_of_tree
            or not _SEVERAL <= len(told) <= MOST_MEANT
            or not all(one.id and one.id not in self._index.hidden for one in told)
        ):
            return plan
        self._told = told
        return ListPeople(replace(plan.people, people=Together(tuple(Named(one.name) for one in told))))

    def _read_part(self, front: str, part: str, sentence: Sentence) -> Question | None:
        """Returns the plan of a later part of a sentence, if what stands before it takes nothing away from it. In a
        statement, "who was born in 1860" tells of somebody before it."""
        plan = self._read(part, sentence)
        if plan is None or not (sentence.asks or any(names_in(plan))):
            return None
        names = {words_of(one.name) for one in names_in(plan)}
        before = self._people.named_before(sentence, len(front))
        told = any(clue.when is not None for one in before for clue in one.clues)
        if says_when_or_where(front, self._words) and not told:
            return None
        # "Isaac Smith, who was born in 1849" asks for nobody else.
        return plan if all(words_of(one.name) in names for one in before) else None

    def _read(self, said: str, sentence: Sentence) -> Question | None:
        vocabulary = self._index.vocabulary
        found = plans(said, vocabulary)
        if not found or not _asks_something(found[0], sentence):
            return None
        names = list(names_in(found[0]))
        unknown = [one.name for one in names if not vocabulary.is_name(one.name)]
        # A capital at the beginning of a sentence is no name that nobody has.
        # Of how two are related, both are named, whatever the names.
        related = _intent_of(found[0]) is Intent.RELATIONSHIP_EXPLANATION
        if any(
            one.split()[0].casefold() in self._words.begins or not (related or self._people.has(one)) for one in unknown
        ):
            return None
        # "Which one?" asks for nobody in particular.
        return found[0] if names or any(isinstance(part, _ASKS_ALL) for part in parts_of(found[0])) else None

    def _unread(self, wanted: _Wanted, sentence: Sentence | None) -> tuple[str, ...]:
        if sentence is None or wanted.plan is not None:
            return ()
        match wanted.intent:
            case Intent.PERSON_LOOKUP:
                return unread_behind_names(self._text, sentence, self._people, self._words)
            case Intent.RELATIONSHIP_EXPLANATION if not self._of_ours(sentence):
                return unread_words(self._text, sentence, self._people, self._words)
            case _:
                return ()

    def _pronouns(self, sentence: Sentence) -> Iterator[tuple[MessageWord, Pronoun]]:
        """Yields the pronouns of a sentence that names replace: the first of each sex."""
        seen: set[Pronoun] = set()
        for word in sentence.words:
            for pronoun in Pronoun:
                if pronoun not in seen and self._words.has(f"pronouns.{pronoun}", [word.text]):
                    seen.add(pronoun)
                    yield word, pronoun

    def _whom(self, pronoun: Pronoun) -> tuple[SpokenOf, ...]:
        """Returns whom a pronoun means: somebody of the message itself, or of whom was spoken before."""
        own = Spoken(asked=tuple(SpokenOf(one.name) for one in self._people.focus))
        if own.asked and (found := meant_by(pronoun, own, self._index)):
            return found
        # Of several people of the message it is not clear who is meant, and nobody else is.
        return meant_by(pronoun, self._spoken, self._index) if len(own.asked) <= 1 else ()

    def _meant(self, sentence: Sentence) -> tuple[SpokenOf, ...]:
        """Returns whom the pronouns of a sentence mean; nobody if that is not clear of each."""
        found = [self._whom(pronoun) for _, pronoun in self._pronouns(sentence)]
        return tuple(dict.fromkeys(one for people in found for one in people)) if all(found) else ()

    def _with_names(self, sentence: Sentence) -> str:
        """Returns a sentence with names for its pronouns."""
        owned = {part[0] for (part,) in self._words.tables["pronouns.owned"]}
        said, shift = self._said(sentence), -sentence.words[0].start
        for word, pronoun in self._pronouns(sentence):
            names = _AND.join(one.name for one in self._whom(pronoun))
            follows = word.text in owned and self._noun_follows(sentence.words, word)
            name = f"{names}{OWNED if follows else ''}"
            said = f"{said[: word.start + shift]}{name}{said[word.end + shift :]}"
            shift += len(name) - (word.end - word.start)
        return said

    @staticmethod
    def _noun_follows(words: Sequence[MessageWord], word: MessageWord) -> bool:
        at = words.index(word)
        return at + 1 < len(words) and not words[at + 1].is_sign

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

    def _said(self, sentence: Sentence) -> str:
        end = sentence.words[-1].end
        return self._text[sentence.words[0].start : end] + ("?" if sentence.asks else "")

    def _ends(self, wanted: _Wanted, sentence: Sentence | None) -> tuple[Sought, ...]:
        """Returns everybody who is asked about."""
        if wanted.plan is not None:
            named = [one.name for one in names_in(wanted.plan)]
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


def _asks_something(plan: Question, sentence: Sentence) -> bool:
    """False for a name with clues that stands in a statement, which may be read as a wish to know of them."""
    return sentence.asks or not isinstance(plan, Profile) or len(sentence.words) <= _FRAGMENT


def _intent_of(plan: Question) -> Intent:
    match plan:
        case HowRelated() | IsTrue(condition=Related(by_blood=False)):
            return Intent.RELATIONSHIP_EXPLANATION
        case Profile(people) | Exists(people) | ListPeople(people) if _is_one(people):
            return Intent.PERSON_LOOKUP
        case _:
            return Intent.GENERAL_GENEALOGY_QA


def _is_one(people: object) -> bool:
    """True for a name, with or without clues."""
    if isinstance(people, Together):
        # "Evan Hughes, son of Robert" is one person with a relative.
        return isinstance(people.parts[0], Named)
    return isinstance(people, Named) or (isinstance(people, Where) and is_name(people))
