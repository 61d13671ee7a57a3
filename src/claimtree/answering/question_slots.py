"""Finds what a question speaks of: people, kin, events, times, places and numbers. The rest of its words are the way in
which it is put, which is compared with those that were learned (`question_forms`)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from claimtree.answering.grammar_base import Cursor
from claimtree.answering.people_names import PARTICLES
from claimtree.answering.question_words import text_of

MOST_WORDS: Final = 40
"""Words of a question that is compared with learned ones."""


class Slot(StrEnum):
    """What some words of a question are, as training writes it."""

    PERSON = "P"
    THEIR_KIN = "Q"
    """The kin of somebody who is named: "X's children"."""
    KIN = "K"
    """Words of kinship alone."""
    EVENT = "E"
    DATE_OF = "D"
    """A word for the date of an event: "birthday"."""
    PLACE_OF = "B"
    TIME = "T"
    PLACE = "L"
    NUMBER = "N"


@dataclass(frozen=True, slots=True)
class Piece:
    """A word of a question, or some words that fill a slot."""

    text: str
    """The word as it is compared; in a slot the words as they are written."""
    slot: Slot | None = None
    event: str = ""
    """The event that is meant, in a slot for events."""


class SlotReader:
    """Finds the slots of one question."""

    def __init__(self, cursor: Cursor, common: Collection[str]) -> None:
        """`common`: words in which questions are put, which are no names if they are written small."""
        self._cursor = cursor
        self._words = cursor.sentence.words
        self._texts = cursor.texts
        self._common = common

    def pieces(self) -> tuple[Piece, ...]:
        """Returns the words and slots of the question, without its signs."""
        found: list[Piece] = []
        at = 0
        while at < len(self._words) and len(found) <= MOST_WORDS:
            piece, end = self._piece(at)
            if piece.slot is not None or any(letter.isalnum() for letter in piece.text):
                found.append(piece)
            at = end
        return tuple(found)

    def _piece(self, at: int) -> tuple[Piece, int]:
        people = self._people(at)
        if people is not None:
            return people
        for read in (self._place, self._time, self._event, self._kin):
            found = read(at)
            if found is not None:
                return found
        return Piece(self._texts[at]), at + 1

    def _people(self, at: int) -> tuple[Piece, int] | None:
        """ "X", "X (born 1844)", "X's second wife", "the children of X's sister"."""
        if at and self._texts[at - 1] in _PLACE_LEADS and self._place(at) is not None:
            return None
        end = self._name(at)
        if end is not None:
            own = self._kin_behind(end)
            return Piece(self._said(at, own or end), Slot.THEIR_KIN if own else Slot.PERSON), own or end
        start = at + 1 if self._texts[at] in _ARTICLES else at
        for kin in self._kin_ends(start):
            if self._texts[kin : kin + 1] == ("of",):
                of = kin + 2 if self._texts[kin + 1 : kin + 2] == ("the",) else kin + 1
                owner = self._people(of) if of < len(self._words) else None
                if owner is not None and not self._is_joined(owner[1]):
                    said = self._said(start, owner[1])
                    return Piece(f"the {said}", Slot.THEIR_KIN), owner[1]
        return None

    def _is_joined(self, at: int) -> bool:
        """True for "… and Y" behind a name, as "the children of X and Y" are those of both, and for what X has."""
        if self._cursor.is_owned(at):
            return True
        joined = at + 1 < len(self._words) and self._texts[at] in _AND
        return joined and self._name(at + 1) is not None

    def _name(self, at: int) -> int | None:
        """Returns where a name ends that somebody has, with what stands in brackets behind it."""
        if at == 0 and self._texts[0] in PARTICLES:
            # "Of George III's daughters, who …"
            return None
        for name, end in self._cursor.names(at):
            if not self._cursor.vocabulary.is_name(name.name):
                return None
            small = not self._words[at].is_name or at == 0
            if end == at + 1 and small and self._is_common(self._texts[at]):
                return None
            if self._texts[end : end + 1] == ("(",) and ")" in self._texts[end:]:
                return self._texts.index(")", end) + 1
            return end
        return None

    def _is_common(self, text: str) -> bool:
        return text in self._common or text in self._cursor.words.single_words

    def _kin_behind(self, at: int) -> int | None:
        end = None
        while self._cursor.is_owned(at):
            kin = next(self._kin_ends(at + 1), None)
            if kin is None:
                break
            at = end = kin
        return end

    def _kin_ends(self, at: int) -> Iterator[int]:
        yield from sorted({end for _, end in self._cursor.kin.kin(at)}, reverse=True)

    def _kin(self, at: int) -> tuple[Piece, int] | None:
        end = next(self._kin_ends(at), None)
        return (Piece(self._said(at, end), Slot.KIN), end) if end is not None else None

    def _event(self, at: int) -> tuple[Piece, int] | None:
        events = self._cursor.words.events
        best: tuple[Piece, int] | None = None
        for table, slot in (
            (events.dates, Slot.DATE_OF),
            (events.places, Slot.PLACE_OF),
            (events.verbs, Slot.EVENT),
            (events.participles, Slot.EVENT),
            (events.nouns, Slot.EVENT),
        ):
            for event, end in table.at(self._texts, at):
                if best is None or end > best[1]:
                    best = Piece(self._said(at, end), slot, event), end
        return best

    def _time(self, at: int) -> tuple[Piece, int] | None:
        times = self._cursor.sentence.times.get(at, ())
        if times:
            end = max(end for _, end in times)
            return Piece(self._said(at, end), Slot.TIME), end
        numbers = self._cursor.sentence.numbers.get(at, ())
        if numbers:
            end = max(end for _, end in numbers)
            return Piece(self._said(at, end), Slot.NUMBER), end
        return None

    def _place(self, at: int) -> tuple[Piece, int] | None:
        if not at or self._texts[at - 1] not in _PLACE_LEADS or self._texts[at] in self._common:
            return None
        for name, end in self._cursor.places(at):
            words = tuple(text for text in self._texts[at:end] if text not in (",", "."))
            named = self._texts[at - 1] in _IN and all(word.is_name for word in self._words[at:end])
            if self._cursor.vocabulary.is_place(words) or (named and self._name(at) is None):
                return Piece(name, Slot.PLACE), end
        return None

    def _said(self, start: int, end: int) -> str:
        return text_of(self._words[start:end])


_PLACE_LEADS: Final = frozenset({"in", "at", "near", "from", "around"})
_AND: Final = frozenset({"and", "&", "with", "by"})
_IN: Final = frozenset({"in", "at"})
"""Behind these a name that nobody has is that of a place."""
_ARTICLES: Final = frozenset({"the", "a", "an", "his", "her", "their"})
