"""Walks the sentences of a message, word by word, and collects what they say."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from claimtree.message_facts.clause_roles import ClauseRoles
from claimtree.message_facts.message_words import Sentence
from claimtree.message_facts.said import SaidFact
from claimtree.message_facts.said_kin import kin_word
from claimtree.message_facts.walk_state import MessageState

_OPENERS: Final = frozenset({"and", "but", "so", "also", "hi", "hello", "dear", "ok", "well", ",", "p.s."})
"""Words before those that a sentence begins with."""


@dataclass(slots=True)
class Told:
    """What a sentence says."""

    facts: list[SaidFact] = field(default_factory=list)
    asked: list[SaidFact] = field(default_factory=list)
    """What a question says of those it asks about."""
    asks: bool = False


class _Walk(ClauseRoles):
    """The walk over one sentence."""

    def run(self) -> None:
        while self._at < len(self._words):
            step = self._step(self._at)
            self._at = max(step, self._at + 1)
        self._close()
        self._state.main = self._main

    def _step(self, at: int) -> int:
        """Reads what begins at a word, and returns the word after it."""
        texts, table = self._texts, self._table
        if at in self._dates:
            return self._take_date(self._dates[at])
        if self._words[at].is_sign:
            return self._sign(at)
        if end := table.has("attributed.yours", texts, at):
            self._close()
            self._attributed, self._clause = True, at
            return end
        if (end := table.has("attributed.mine", texts, at)) and not self._noun_follows(end):
            if self._attributed:
                self._corrects()
            self._attributed = False
            if texts[at] not in ("it", "it's"):
                return end
            self._be = True
            return end
        if ((end := table.has("attributed.states", texts, at)) and self._last is not None and not self._last.owned) or (
            end and self._event is not None and self._event.attributed
        ):
            self._corrects()
            return end
        for name_kind in ("maiden", "middle", "other"):
            if (end := table.has(f"names.{name_kind}", texts, at)) and (end < len(texts)):
                return self._name_of(name_kind, end)
        if (end := table.has("names.nee", texts, at)) and self._last is not None and not self._be:
            found = self._names.name(end)
            if found is not None:
                self._add_name(self._last.people, found.full, "maiden", at, found.end)
                return found.end
        if (end := table.has("names.called", texts, at)) and (self._last is not None or self._main):
            found = self._names.name(end + (texts[end : end + 1] == ['"']))
            if found is not None and not (self._last is not None and self._last.kin is not None):
                who = self._last.people if self._last is not None else self._main
                self._add_name(who, found.full, "other", at, found.end)
                return found.end
        if end := self._take_event(at):
            return end
        if end := self._take_phrase(at):
            return end
        if end := self._take_occupation(at):
            return end
        return self._small_word(at)

    def _noun_follows(self, end: int) -> bool:
        """True for "I have a photo", "we have three children": no statement about an event follows."""
        texts = self._texts
        if end >= len(texts) or texts[end - 1] not in ("have", "found"):
            return False
        at = end
        while at < len(texts) and self._table.has("small.determiners", texts, at):
            at += 1
        return kin_word(texts, at) is not None

    def _sign(self, at: int) -> int:
        text = self._texts[at]
        if text == "(":
            self._brackets += 1
            if self._brackets == 1:
                self._bracket_owner = self._last.people if self._last is not None else []
        elif text == ")":
            if self._event is not None and self._event.bracket:
                self._close()
            self._brackets = max(0, self._brackets - 1)
            if not self._brackets:
                self._bracket_owner = []
        elif text in (",", "-", ":"):
            self._comma = True
            self._be = self._be and text == ":"
            self._prep = ""
            if text == ",":
                self._who = False
                self._have = self._have and self._last is not None and self._last.bare
        return at + 1

    def _small_word(self, at: int) -> int:
        table, texts = self._table, self._texts
        texts[at]
        if table.has("small.be", texts, at):
            self._be, self._prep = True, ""
            if self._event is not None and self._event.form == "nouns" and self._event.last == at:
                found = self._bare_place(at + 1)
                return max(found, at + 1)
            return at + 1
        if end := table.has("small.have", texts, at):
            self._have = True
            return end
        if end := table.has("correcting.no", texts, at):
            self._not = True
            return end
        if table.has("correcting.but", texts, at):
            self._corrects()
            self._not = False
            return at + 1
        if table.has("small.who", texts, at):
            self._who = self._last is not None
            return at + 1
        if table.has("small.and", texts, at) or table.has("small.or", texts, at):
            self._comma = False
            self._no = False
            self._prep = "and"
            return at + 1
        if table.has("small.with", texts, at):
            self._prep = "with"
            return at + 1
        if table.has("small.to", texts, at):
            self._to = True
            found = self._place_after(at + 1)
            return found or at + 1
        for name in ("small.at", "small.from", "small.of", "small.on"):
            if end := table.has(name, texts, at):
                self._prep = name.partition(".")[2]
                if name == "small.of" and self._of_noun:
                    return end
                return self._place_after(end, name.partition(".")[2]) or end
        return at + 1


class SentenceWalk:
    """Reads sentence after sentence of one message."""

    def __init__(self, state: MessageState) -> None:
        self._state = state
        self._table = state.table

    def of(self, sentence: Sentence) -> Told:
        asks_from = self._asks_from(sentence)
        if asks_from == 0:
            return Told(asked=self._asked_of(sentence), asks=True)
        words = sentence.words[:asks_from] if asks_from is not None else sentence.words
        walk = _Walk(self._state, words)
        walk.run()
        if asks_from is None:
            return Told(facts=walk.facts)
        rest = Sentence(sentence.words[asks_from:], sentence.asks)
        return Told(facts=walk.facts, asked=self._asked_of(rest), asks=True)

    def _asked_of(self, sentence: Sentence) -> list[SaidFact]:
        """Takes note of whom a question names: the next sentence may say more of them. Returns what it says of them
        by the way."""
        walk = _Walk(self._state, sentence.words)
        walk.run()
        return walk.facts

    def _asks_from(self, sentence: Sentence) -> int | None:
        """Returns the word from which on a sentence asks; None if it does not."""
        texts = [word.text for word in sentence.words]
        table = self._table
        start = next((at for at, word in enumerate(sentence.words) if not word.is_sign), 0)
        while texts[start] in _OPENERS and start + 1 < len(texts):
            start += 1
        if sentence.asks:
            if table.has("asking.starts", texts, start):
                return 0
            for at in range(start + 1, len(texts)):
                if texts[at - 1] in (",", "-", "and", "but", "so", ";") and (
                    table.has("asking.starts", texts, at) or table.has("asking.embedded", texts, at)
                ):
                    return at - 1
            for at in range(start + 1, len(texts)):
                if texts[at - 1] in (",", "-") and table.has("asking.tags", texts, at) == len(texts):
                    return at - 1
        for at in range(start, len(texts)):
            end = table.has("asking.embedded", texts, at)
            if end and (end < len(texts) or sentence.asks):
                # "If" may follow what is told: only what it governs is left out.
                return at if at > start else 0
        return None
