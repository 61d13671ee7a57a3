"""Reads whole questions: what is asked, of whom. Each reading is a plan; one that leaves a word is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from claimtree.answering.grammar_base import Cursor, Vocabulary
from claimtree.answering.grammar_clauses import QuestionAt
from claimtree.answering.grammar_facts import FactQuestions
from claimtree.answering.grammar_people import PeopleReader
from claimtree.answering.grammar_predicates import Predicates
from claimtree.answering.grammar_sets import SetQuestions
from claimtree.answering.grammar_times import TimesReader
from claimtree.answering.grammar_truths import TruthQuestions
from claimtree.answering.plan import (
    Age,
    Average,
    EventOf,
    Measure,
    MeasureKind,
    OneOfCouple,
    Question,
    Where,
    is_name,
    names_in,
    parts_of,
)
from claimtree.answering.question_forms import shipped_forms
from claimtree.answering.question_order import other_orders
from claimtree.answering.question_phrasing import plain_phrasing
from claimtree.answering.question_words import LONGEST_QUESTION, QuestionWords, Sentence, question_words

_MOST_PLANS: Final = 200
"""Readings of one question that are compared."""


def plans(text: str, vocabulary: Vocabulary, code: str = "en") -> tuple[Question, ...]:
    """Returns the readings of a question that use all its words, the best first; none if there is none."""
    if not text.strip() or len(text) > LONGEST_QUESTION:
        return ()
    sentence, words = Sentence.of(text), question_words(code)
    dropped = sentence.without(words["small.dropped"])
    hasty = dropped.with_possessives(vocabulary.is_name_word, words["kin"])
    plain = sentence.without(words["small.on_average"])
    if plain is not sentence:
        # "How old were people on average when they died?" asks for all of their ages.
        return tuple(one for found in plans(plain.text, vocabulary, code) if (one := averaged(found)) is not None)
    doubtful: tuple[Question, ...] = ()
    for read in _in_turn(sentence, dropped, hasty, words, vocabulary):
        found = _plans(Cursor(Sentence.of(read), vocabulary, code), vocabulary)
        # In "Among Isaac's children, who …" nobody is called "Among Isaac".
        if found and not _doubt(found[0], vocabulary)[0]:
            return found
        doubtful = doubtful or found
    return doubtful


class FormRead(NamedTuple):
    """A question that was read in the form that it was learned to take."""

    question: str
    """As it was put to the grammar, which the answer shows."""
    plans: tuple[Question, ...]


def plans_by_form(text: str, vocabulary: Vocabulary, code: str = "en") -> FormRead | None:
    """Returns the readings of a question, as a whole, in the form that it takes; None if it takes none for certain. For
    what `plans` does not read."""
    if not text.strip() or len(text) > LONGEST_QUESTION:
        return None
    sentence, words = Sentence.of(text), question_words(code)
    dropped = sentence.without(words["small.dropped"])
    said = Sentence.of(plain_phrasing(dropped, words, vocabulary))
    hasty = said.with_possessives(vocabulary.is_name_word, words["kin"])
    for one in dict.fromkeys((dropped.text, said.text, hasty.text)):
        for question in shipped_forms(code).questions(Sentence.of(one), words, vocabulary):
            found = _plans(Cursor(Sentence.of(question), vocabulary, code), vocabulary)
            if found and not _doubt(found[0], vocabulary)[0]:
                return FormRead(question, found)
    return None


def _in_turn(
    sentence: Sentence, dropped: Sentence, hasty: Sentence, words: QuestionWords, vocabulary: Vocabulary
) -> Iterator[str]:
    """Yields a question as it is, without words that add nothing, in other orders of its words, and then put in other
    words, each once."""
    plain = dict.fromkeys((sentence.text, dropped.text, hasty.text))
    yield from plain
    orders = dict.fromkeys(order for one in (dropped, hasty) for order in other_orders(one, words))
    yield from orders
    said = Sentence.of(plain_phrasing(sentence, words, vocabulary))
    if said.words == sentence.words:
        return
    dropped = said.without(words["small.dropped"])
    again = dict.fromkeys(
        (said.text, dropped.text, dropped.with_possessives(vocabulary.is_name_word, words["kin"]).text)
    )
    again |= dict.fromkeys(order for one in (said, dropped) for order in other_orders(one, words))
    yield from (one for one in again if one not in plain and one not in orders)


def _plans(cursor: Cursor, vocabulary: Vocabulary) -> tuple[Question, ...]:
    reader = QuestionReader(cursor)
    found: dict[Question, int] = {}
    for start in reader.starts():
        for question, end in reader.questions(start):
            if cursor.is_over(end):
                found.setdefault(question, len(found))
                if len(found) == _MOST_PLANS:
                    break
    return tuple(sorted(found, key=lambda one: (_doubt(one, vocabulary), found[one])))


def _doubt(question: Question, vocabulary: Vocabulary) -> tuple[int, int, int, int]:
    """Returns how doubtful a reading is: by the names in it that nobody has, then by how many there are, and how short
    they are: in "Vernon Miller's mother" nobody is called Miller alone."""
    names = list(names_in(question))
    unknown = sum(not vocabulary.is_name(one.name) for one in names)
    # A predicate says something of the one who is asked about, rather than which person of a name is meant.
    clues = sum(isinstance(part, Where) and is_name(part) for part in parts_of(question))
    # "Marie Louise and Henry Stuart" are two names; "Henry and Marie Stuart" are of one family.
    unknown += sum(
        isinstance(part, OneOfCouple) and " " in part.name and vocabulary.is_name(part.name)
        for part in parts_of(question)
    )
    return unknown, clues, len(names), -sum(len(one.name.split()) for one in names)


def averaged(plan: Question) -> Question | None:
    """Returns the question for the average of what a question asks; None if there is none of it."""
    match plan:
        case Age(people, EventOf(of, event)) if of == people and not is_name(people):
            return Average(people, Measure(MeasureKind.AGE, event))
        case _:
            return None


class QuestionReader:
    """Reads questions from a place on."""

    def __init__(self, cursor: Cursor) -> None:
        self._cursor = cursor
        people = PeopleReader(cursor)
        times = TimesReader(cursor, people)
        predicates = Predicates(cursor, people, times)
        people.predicates = predicates
        facts = FactQuestions(cursor, people, times, predicates)
        sets = SetQuestions(cursor, people, times, predicates)
        truths = TruthQuestions(cursor, people, times, predicates)
        self._readers: tuple[Callable[[int], Iterator[QuestionAt]], ...] = (
            facts.facts,
            facts.fact_phrases,
            facts.related,
            facts.ages,
            facts.spans,
            facts.averages,
            sets.counts,
            sets.which,
            sets.couples,
            sets.who,
            sets.lists,
            truths.truths,
        )

    def starts(self) -> Iterator[int]:
        """Yields where the question may begin: behind words of politeness, or at once."""
        cursor, starts = self._cursor, [0]
        for start in starts:
            at = start
            while at < len(cursor.texts) and cursor.sentence.words[at].is_sign:
                at += 1
            yield at
            for end in cursor.ends("commands.polite", at):
                for last in (end, *cursor.ends("commands.whether", end)):
                    if last not in starts:
                        starts.append(last)

    def questions(self, start: int) -> Iterator[QuestionAt]:
        for read in self._readers:
            yield from read(start)
