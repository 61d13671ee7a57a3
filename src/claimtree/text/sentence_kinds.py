"""Recognises the sentences of a text that a pack may treat in a way of its own: questions and hearsay."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property

from claimtree.languages import Language
from claimtree.languages.normalise import SENTENCE_ENDS
from claimtree.languages.phrase_lookup import by_first, longest
from claimtree.languages.word_tables import spelled
from claimtree.text.lexicon import Item


class SentenceCues:
    """The wordings of a language that open questions and mark hearsay, ready to be looked up."""

    def __init__(self, language: Language) -> None:
        self.questions = by_first(dict.fromkeys(map(spelled, language.questions), True))
        self.hearsay = by_first(dict.fromkeys(map(spelled, language.hearsay), True))
        self.joins = language.ands | language.buts


class SentenceKinds:
    """The questions and the hearsay of one text, by items."""

    def __init__(self, items: Sequence[Item], cues: SentenceCues) -> None:
        self._cues = cues
        self._items = items
        self._norms = [item.norm for item in items]

    def is_question(self, i: int) -> bool:
        """True if the sentence of an item ends with a question mark or opens as a question does."""
        return self._sentence(i) in self._questions

    def is_hearsay(self, i: int) -> bool:
        """True if the item is in a clause of reported speech, or follows one in its sentence."""
        start = self._hearsay.get(self._sentence(i))
        return start is not None and i >= start and self._norms[i] not in SENTENCE_ENDS

    @cached_property
    def _ends(self) -> list[int]:
        return [i for i, norm in enumerate(self._norms) if norm in SENTENCE_ENDS]

    def _sentence(self, i: int) -> int:
        return bisect_left(self._ends, i)

    def _bounds(self, sentence: int) -> tuple[int, int]:
        """The first item of a sentence, and the one that ends it."""
        first = self._ends[sentence - 1] + 1 if sentence else 0
        return first, self._ends[sentence] if sentence < len(self._ends) else len(self._items)

    @cached_property
    def _questions(self) -> frozenset[int]:
        return frozenset(k for k in range(len(self._ends) + 1) if self._asks(*self._bounds(k)))

    def _asks(self, first: int, end: int) -> bool:
        while first < end and self._items[first].is_break:
            first += 1
        marked = end < len(self._norms) and self._norms[end] == "?"
        return first < end and (marked or longest(self._norms, first, self._cues.questions) is not None)

    @cached_property
    def _hearsay(self) -> dict[int, int]:
        """The item at which hearsay begins, by sentence: the rest of the sentence belongs to it, so
        that only its first cue matters."""
        found: dict[int, int] = {}
        for at, norm in enumerate(self._norms):
            if norm in self._cues.hearsay and (sentence := self._sentence(at)) not in found:
                start = self._reported_from(at, sentence)
                if start is not None:
                    found[sentence] = start
        return found

    def _reported_from(self, at: int, sentence: int) -> int | None:
        """Returns where what a cue at an item covers begins: with its clause; of a cue that stands alone between commas
        or at the end, with the clause before it ("restored, reportedly"). None if there is no cue."""
        found = longest(self._norms, at, self._cues.hearsay)
        if found is None:
            return None
        wording, end = self._bounds(sentence)
        first = self._clause_start(at, wording)
        if first == at and self._is_break_at(found[1], end) and at > wording:
            first = self._clause_start(at - 1, wording)
        return first

    def _clause_start(self, at: int, wording: int) -> int:
        while at > wording and not (self._items[at - 1].is_break or self._norms[at - 1] in self._cues.joins):
            at -= 1
        return at

    def _is_break_at(self, i: int, end: int) -> bool:
        return i >= end or self._items[i].is_break
