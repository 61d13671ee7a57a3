"""Says which form a question takes that the grammar does not read, and puts it in that form.

Strangers ask one thing in ever new ways. What a question speaks of is found by rules (`question_slots`); the way in
which it is put is weighed by what was learned of ways that this project wrote (`training/questions`). A form is taken
only if

- it is likely by a wide margin,
- it has room for all that the question speaks of, and asks for nothing else,
- every other word of the question was learned as one in which this form is put,
- and the words that change what is asked are those of one of its learned ways, no more and no fewer.

So no word that matters is left out: a "not", a place or a date for which the form has no room leaves the question
unread.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from claimtree.answering.grammar_base import Cursor, Vocabulary
from claimtree.answering.question_slots import MOST_WORDS, Piece, Slot, SlotReader
from claimtree.answering.question_words import QuestionWords, Sentence, question_words
from claimtree.languages import data_of
from claimtree.text.edit_distance import edit_cost
from claimtree.text.sign_model import SignModel, read_weights

WEIGHTS: Final = Path(__file__).parent / "question_forms.npz"
LEARNED: Final = Path(__file__).parent / "question_forms.json"
NO_FORM: Final = "none"
MARGIN: Final = 0.5
"""How likely a form has to be."""
_LEAST_TO_CORRECT: Final = 5
"""Letters of a word that may be mistyped."""
_PEOPLE: Final = (Slot.PERSON, Slot.THEIR_KIN)
_EVENTS: Final = (Slot.EVENT, Slot.DATE_OF, Slot.PLACE_OF)


@dataclass(frozen=True, slots=True)
class FormWords:
    """What the language says of forms."""

    forms: Mapping[str, str]
    """The question of each, with slots."""
    events: Mapping[str, tuple[str, str, str, str]]
    """How an event is asked for, said and named."""
    weighty: frozenset[str]
    tellers: frozenset[str]
    """What begins with one of these tells something, unless it has a word of wishing."""
    wishes: frozenset[str]
    only: Mapping[str, str]
    """The event of forms that say themselves of which they ask."""
    only_kin: Mapping[str, Sequence[str]]
    """Likewise the kin."""
    contractions: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Learned:
    """What was learned of one form: the words in which it is put, and those of them that change what is asked, in each
    of the ways in which they stand together; with the slots of each."""

    words: frozenset[str]
    ways: frozenset[str]


@cache
def form_words(code: str = "en") -> FormWords:
    """Returns the forms of a language."""
    data = tomllib.loads(data_of(code, "question_forms.toml").read_text("utf-8"))
    events = {event: (one[0], one[1], one[2], one[3]) for event, one in data["events"].items()}
    short = {one: whole for whole, shorts in data["contractions"].items() for one in shorts}
    return FormWords(
        forms=data["forms"],
        events=events,
        weighty=frozenset(data["weighty"]),
        tellers=frozenset(data["tellers"]),
        wishes=frozenset(data["wishes"]),
        only=data["only"],
        only_kin=data["only_kin"],
        contractions=short,
    )


def fits(form: str, slots: Sequence[str], said: FormWords) -> bool:
    """Returns whether a form has room for the slots of a question, and words for each of its own."""
    text = said.forms[form]
    people = sum(one in _PEOPLE for one in slots)
    events = sum(one in _EVENTS for one in slots)
    asked = any(one in text for one in _OF_EVENTS)
    return (
        people == max((n for n in (1, 2) if f"{n}}}" in text), default=0)
        and all(slots.count(one) == (f"{{{one}}}" in text) for one in "TL")
        and (slots.count(Slot.KIN) == ("{K}" in text) or form in said.only_kin)
        and Slot.NUMBER not in slots
        and (events > 0 if asked else events == 0 or form in said.only)
    )


_OF_EVENTS: Final = ("{did", "{happened", "{verb}", "{noun}")


def signs_of(words: Sequence[str]) -> frozenset[str]:
    """Returns what is seen of the way in which a question is put; slots stand as their letters."""
    ended = ("^", *words, "$")
    found = {f"1 {word}" for word in words}
    found |= {f"2 {' '.join(ended[at : at + 2])}" for at in range(len(ended) - 1)}
    found.add(f"3 {' '.join(ended[:4])}")
    slots = [word for word in words if word.isupper()]
    return frozenset(found | {f"slots {' '.join(slots)}"})


def way_of(words: Sequence[str], weighty: frozenset[str]) -> str:
    """Returns the words of a question that change what is asked, and its slots; people are alike."""
    slots = sorted("P" if word == Slot.THEIR_KIN else word for word in words if word.isupper())
    said = {"which" if word == "what" else word for word in words}
    return " ".join((*slots, *sorted(said & weighty)))


class FormReader:
    """Finds the form of a question."""

    def __init__(
        self, model: SignModel, names: Sequence[str], learned: Mapping[str, Learned], code: str = "en"
    ) -> None:
        self._model = model
        self._names = tuple(names)
        self.learned = learned
        self._said = form_words(code)
        self._code = code
        self.common = frozenset(word for one in learned.values() for word in one.words)

    def form(self, words: Sequence[str], margin: float = MARGIN) -> str | None:
        """Returns the form of a question of which slots are letters; None if it has none for certain."""
        if not words or len(words) > MOST_WORDS or self._tells(words):
            return None
        shares = self._model.shares(signs_of(words))
        best = max(range(len(shares)), key=shares.__getitem__)
        name = self._names[best]
        if name == NO_FORM or shares[best] < margin:
            return None
        learned = self.learned[name]
        plain = {word for word in words if not word.isupper()}
        if not fits(name, [word for word in words if word.isupper()], self._said):
            return None
        if not plain <= learned.words or way_of(words, self._said.weighty) not in learned.ways:
            return None
        return name

    def _tells(self, words: Sequence[str]) -> bool:
        """True for "I have the parents of X"."""
        return words[0] in self._said.tellers and not self._said.wishes & set(words)

    def questions(self, sentence: Sentence, words: QuestionWords, vocabulary: Vocabulary) -> Iterator[str]:
        """Yields a question in the form that it takes, as a whole and without what leads up to it."""
        cursor = Cursor(self._corrected(sentence, words, vocabulary), vocabulary, self._code)
        pieces = SlotReader(cursor, self.common).pieces()
        for start in _starts(cursor, pieces):
            said = [piece.slot or piece.text for piece in pieces[start:]]
            name = self.form(said)
            if name is not None:
                question = self._in_form(name, pieces[start:])
                if question is not None:
                    yield question

    def _in_form(self, name: str, pieces: Sequence[Piece]) -> str | None:
        form = self._said.forms[name]
        people = [one.text for one in pieces if one.slot in _PEOPLE]
        events = {one.event for one in pieces if one.event}
        if len(events) > 1 or (name in self._said.only and events - {self._said.only[name]}):
            return None
        event = next(iter(events), "")
        kin = [one.text for one in pieces if one.slot is Slot.KIN]
        if name in self._said.only_kin and any(
            _meaning(one, self._code) not in self._said.only_kin[name] for one in kin
        ):
            return None
        for number, person in enumerate(people, 1):
            if event in self._said.events:
                first, verb, past, _ = self._said.events[event]
                form = form.replace(f"{{did{number}}}", f"{first} {person} {verb}")
                form = form.replace(f"{{happened{number}}}", f"{person} {past}")
            form = form.replace(f"{{{number}}}", person)
        if event in self._said.events:
            _, verb, past, noun = self._said.events[event]
            form = form.replace("{verb}", verb).replace("{happened}", past).replace("{noun}", noun)
        for slot in (Slot.KIN, Slot.TIME, Slot.PLACE):
            text = next((one.text for one in pieces if one.slot is slot), "")
            form = form.replace(f"{{{slot}}}", text)
        return None if "{" in form else form

    def _corrected(self, sentence: Sentence, words: QuestionWords, vocabulary: Vocabulary) -> Sentence:
        """Returns a question with long words that nobody uses put right: "childern", "maried"."""
        known = self.common | words.single_words | self._said.contractions.keys()
        changed: list[str] = []
        for word in sentence.words:
            right = word.text
            if word.is_name or vocabulary.is_name_word(right):
                changed.append(word.raw)
                continue
            mistyped = (
                len(right) >= _LEAST_TO_CORRECT
                and right.isalpha()
                and right not in known
                and not vocabulary.is_place((right,))
            )
            changed.append(_nearest(right, known) if mistyped else self._said.contractions.get(right, word.raw))
        return sentence.said_as(changed)


def _meaning(kin: str, code: str) -> str:
    """Returns what a single word of kinship means; empty for several words."""
    return next((meaning for meaning, _ in question_words(code)["kin"].at((kin.lower(),), 0)), "")


def _nearest(word: str, known: frozenset[str]) -> str:
    """Returns the one known word that is one error away; the word itself if there are none or several."""
    near = [
        one
        for one in known
        if len(one) >= _LEAST_TO_CORRECT - 1
        and abs(len(one) - len(word)) <= 1
        and one[0] == word[0]
        and edit_cost(word, one, most=1) is not None
    ]
    return near[0] if len(near) == 1 else word


def _starts(cursor: Cursor, pieces: Sequence[Piece]) -> Iterator[int]:
    """Yields where a question begins: at once, and behind words of politeness."""
    texts = tuple(piece.text if piece.slot is None else "" for piece in pieces)
    starts = [0]
    for start in starts:
        yield start
        for _, end in cursor.words["commands.polite"].at(texts, start):
            for last in (end, *(last for _, last in cursor.words["commands.whether"].at(texts, end))):
                if last not in starts and last < len(pieces):
                    starts.append(last)


@cache
def shipped_forms(code: str = "en") -> FormReader:
    """Returns what was learned for this release."""
    kept = json.loads(LEARNED.read_text("utf-8"))
    learned = {
        name: Learned(frozenset(one["words"].split()), frozenset(one["ways"])) for name, one in kept["forms"].items()
    }
    names = [*kept["names"]]
    return FormReader(read_weights(WEIGHTS, len(names)), names, learned, code)
