"""Reads what a sentence of a message asks: a plan of a question that is read in full, in it or in a later part of it,
with names in place of pronouns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from claimtree.answering.ask_result import Intent
from claimtree.answering.family_index import FamilyIndex
from claimtree.answering.grammar_questions import plans, plans_by_form
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
    is_name,
    names_in,
    parts_of,
)
from claimtree.message_answers.intent_words import IntentWords, texts_of
from claimtree.message_answers.question_parts import later_parts, says_when_or_where, two_questions
from claimtree.message_answers.sought_people import SoughtPeople
from claimtree.message_answers.spoken_of import MOST_MEANT, Pronoun, Spoken, SpokenOf, meant_by
from claimtree.message_facts.message_words import OWNED, MessageWord, Sentence

_FRAGMENT: Final = 14
"""Words of a sentence that may just name somebody."""
_SEVERAL: Final = 2
_AND: Final = " and "
"""Joins names in a sentence that is read again, by the grammar of questions."""
_ASKS_ALL: Final = (Where, Ranked, OneOfCouple, Couples, Average)
"""What asks of somebody without a whole name, or of everybody in a tree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedQuestion:
    """A question that was read in full."""

    plan: Question
    then: str = ""
    """A second question behind it."""
    told: tuple[SpokenOf, ...] = ()
    """Of whom the last answer told, if it asks of them without a name."""
    read_as: str = ""
    """The question in the form that it takes, if the grammar read only that."""


class QuestionFinder:
    """Finds the questions of the sentences of one message."""

    def __init__(self, text: str, people: SoughtPeople, index: FamilyIndex, spoken: Spoken, words: IntentWords) -> None:
        self._text = text
        self._people = people
        self._index = index
        self._spoken = spoken
        self._words = words

    def question(self, sentence: Sentence) -> AskedQuestion | None:
        """Returns a question that is read in full, from the beginning of a sentence or from a later part on."""
        said = [self.said(sentence)]
        if self.meant(sentence):
            said.append(self._with_names(sentence))
        for one in said:
            plan = self._read(one, sentence)
            if plan is not None:
                return self._of_those_told(plan, sentence)
        for one in said:
            for front, part in later_parts(one, self._words):
                plan = self._read_part(front, part, sentence)
                if plan is not None:
                    return AskedQuestion(plan=plan)
        for one in said:
            for first, second in two_questions(one, self._words):
                plan = self._read(first, sentence)
                if plan is not None:
                    return AskedQuestion(plan=plan, then=second)
        return next((found for one in said if (found := self._by_form(one, sentence)) is not None), None)

    def _of_those_told(self, plan: Question, sentence: Sentence) -> AskedQuestion:
        """Returns "who was the eldest?" as one of those of whom the last answer told, if it told of several."""
        told = self._spoken.told
        names = {one.name.casefold() for one in told}
        if not isinstance(plan, ListPeople) or not isinstance(plan.people, Ranked) or len(names) != len(told):
            return AskedQuestion(plan=plan)
        all_of_tree = self._words.has("about.in_tree", texts_of(sentence.words)) or plan.people.people != Everyone()
        if (
            all_of_tree
            or not _SEVERAL <= len(told) <= MOST_MEANT
            or not all(one.id and one.id not in self._index.hidden for one in told)
        ):
            return AskedQuestion(plan=plan)
        people = replace(plan.people, people=Together(tuple(Named(one.name) for one in told)))
        return AskedQuestion(plan=ListPeople(people), told=told)

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

    def _by_form(self, said: str, sentence: Sentence) -> AskedQuestion | None:
        """Returns a whole sentence in the form that it takes. Without a sign "X died before Y" asks for nothing, and a
        sentence that states a fact neither."""
        found = plans_by_form(said, self._index.vocabulary)
        if found is None:
            return None
        plan = self._fit(found.plans, sentence)
        asks = sentence.asks or sentence.words[0].text in self._words.begins
        if plan is None or not (asks or (not isinstance(plan, IsTrue) and not self._states(sentence))):
            return None
        return AskedQuestion(plan=plan, read_as=found.question)

    def _states(self, sentence: Sentence) -> bool:
        start, end = sentence.words[0].start, sentence.words[-1].end
        return any(start <= fact.start and fact.end <= end for fact in self._people.reading.facts)

    def _read(self, said: str, sentence: Sentence) -> Question | None:
        return self._fit(plans(said, self._index.vocabulary), sentence)

    def _fit(self, found: Sequence[Question], sentence: Sentence) -> Question | None:
        """Returns the best reading, if it asks for somebody or something."""
        vocabulary = self._index.vocabulary
        if not found or not _asks_something(found[0], sentence):
            return None
        names = list(names_in(found[0]))
        unknown = [one.name for one in names if not vocabulary.is_name(one.name)]
        # A capital at the beginning of a sentence is no name that nobody has.
        # Of how two are related, both are named, whatever the names.
        related = intent_of(found[0]) is Intent.RELATIONSHIP_EXPLANATION
        if any(
            one.split()[0].casefold() in self._words.begins or not (related or self._people.has(one)) for one in unknown
        ):
            return None
        # "Which one?" asks for nobody in particular.
        return found[0] if names or any(isinstance(part, _ASKS_ALL) for part in parts_of(found[0])) else None

    def pronouns(self, sentence: Sentence) -> Iterator[tuple[MessageWord, Pronoun]]:
        """Yields the pronouns of a sentence that names replace: the first of each sex."""
        seen: set[Pronoun] = set()
        for word in sentence.words:
            for pronoun in Pronoun:
                if pronoun not in seen and self._words.has(f"pronouns.{pronoun}", [word.text]):
                    seen.add(pronoun)
                    yield word, pronoun

    def whom(self, pronoun: Pronoun, word: MessageWord, sentence: Sentence) -> tuple[SpokenOf, ...]:
        """Returns whom a pronoun means: somebody of the message itself, or of whom was spoken before."""
        at = sentence.words.index(word)
        asked = at > 0 and sentence.words[at - 1].text in self._words.question["auxiliaries"]
        # In "was she a granddaughter of Queen Victoria?" she is not Victoria; in "how long after his wife did X die?"
        # he may be X.
        later = self._people.named_behind(sentence, word.end) if asked else ()
        own = Spoken(asked=tuple(SpokenOf(one.name) for one in self._people.focus if one not in later))
        if own.asked and (found := meant_by(pronoun, own, self._index)):
            return found
        # Of several people of the message it is not clear who is meant, and nobody else is.
        return meant_by(pronoun, self._spoken, self._index) if len(own.asked) <= 1 else ()

    def meant(self, sentence: Sentence) -> tuple[SpokenOf, ...]:
        """Returns whom the pronouns of a sentence mean; nobody if that is not clear of each."""
        found = [self.whom(pronoun, word, sentence) for word, pronoun in self.pronouns(sentence)]
        return tuple(dict.fromkeys(one for people in found for one in people)) if all(found) else ()

    def _with_names(self, sentence: Sentence) -> str:
        """Returns a sentence with names for its pronouns."""
        owned = {part[0] for (part,) in self._words.tables["pronouns.owned"]}
        said, shift = self.said(sentence), -sentence.words[0].start
        for word, pronoun in self.pronouns(sentence):
            names = _AND.join(one.name for one in self.whom(pronoun, word, sentence))
            follows = word.text in owned and self._noun_follows(sentence.words, word)
            name = f"{names}{OWNED if follows else ''}"
            said = f"{said[: word.start + shift]}{name}{said[word.end + shift :]}"
            shift += len(name) - (word.end - word.start)
        return said

    @staticmethod
    def _noun_follows(words: Sequence[MessageWord], word: MessageWord) -> bool:
        at = words.index(word)
        return at + 1 < len(words) and not words[at + 1].is_sign

    def said(self, sentence: Sentence) -> str:
        end = sentence.words[-1].end
        return self._text[sentence.words[0].start : end] + ("?" if sentence.asks else "")


def intent_of(plan: Question) -> Intent:
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


def _asks_something(plan: Question, sentence: Sentence) -> bool:
    """False for a name with clues that stands in a statement, which may be read as a wish to know of them."""
    return sentence.asks or not isinstance(plan, Profile) or len(sentence.words) <= _FRAGMENT
