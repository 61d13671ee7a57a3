"""Finds the places of a sentence: "Knox Co., Ohio", "St. Mary's church in Dayton"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from claimtree.message_facts.fact_words import FactWords
from claimtree.message_facts.message_words import OWNED, MessageWord

_MOST_PARTS: Final = 6
_LONGEST_PART: Final = 5
_LINKS: Final = frozenset({"of", "the", "on", "upon", "le", "la", "de", "am", "an", "der", "in"})


@dataclass(frozen=True, slots=True)
class SaidPlace:
    """A place with its parts, by the numbers of its words."""

    text: str
    end: int
    sure: bool
    """True if one of its words is one that only places have."""


class PlaceFinder:
    """Finds places from a word on."""

    def __init__(
        self,
        words: Sequence[MessageWord],
        table: FactWords,
        *,
        small_letters: bool,
        known: Callable[[str], bool] = lambda text: False,
    ) -> None:
        """`known` is true of what is a place of a tree, and nobody's name in it."""
        self._known = known
        self._words = words
        self._texts = [word.text for word in words]
        self._table = table
        self._small = small_letters

    def place(self, at: int) -> SaidPlace | None:
        """Returns the place that begins here: parts with commas between them."""
        parts: list[str] = []
        sure = False
        end = at
        while len(parts) < _MOST_PARTS:
            found = self._part(at)
            if found is None:
                break
            text, end, known = found
            parts.append(text)
            sure = sure or known or self._known(text)
            if end < len(self._words) and self._texts[end] == "," and end + 1 < len(self._words):
                at = end + 1
                if parts and not self._goes_on(at):
                    break
                continue
            # "Dayton Ohio", "Knox County Ohio".
            if self._region(end) is not None:
                at = end
                continue
            if end < len(self._words) and self._texts[end] == "in" and self._region(end + 1) is not None:
                at = end + 1
                continue
            break
        return SaidPlace(", ".join(parts), end, sure) if parts else None

    def _goes_on(self, at: int) -> bool:
        """True if a part behind a comma belongs to the place: a region, or a word with a county or a region after."""
        if self._region(at) is not None:
            return True
        found = self._part(at)
        if found is None:
            return False
        _, end, known = found
        if known:
            return True
        return end < len(self._words) and self._texts[end] == "," and self._region(end + 1) is not None

    def is_region(self, at: int) -> bool:
        return self._region(at) is not None

    def _region(self, at: int) -> int | None:
        for length in (3, 2, 1):
            words = tuple(self._texts[at : at + length])
            if len(words) == length and words in self._table.regions and (self._small or self._words[at].is_capital):
                short = length == 1 and len(words[0].rstrip(".")) <= 2
                if short and not (self._words[at].raw.rstrip(".").isupper() or words[0].endswith(".")):
                    continue
                return at + length
        return None

    def _part(self, at: int) -> tuple[str, int, bool] | None:
        """Returns one part: capitals, and the words that make them a place."""
        start = at
        region = self._region(at)
        known = False
        if at < len(self._words) and self._texts[at] in ("the", "a") and self._is_capital(at + 1):
            at = start = at + 1
        while at < len(self._words) and at - start < _LONGEST_PART:
            text = self._texts[at]
            if at > start and text == OWNED:
                at += 1
                continue
            if at > start and text in _LINKS and self._is_capital(at + 1) and text not in ("in", "on"):
                at += 1
                continue
            if text == "-" and at > start and self._is_capital(at + 1):
                at += 1
                continue
            is_word = text in self._table.place_words and at > start
            if not self._is_capital(at) and not is_word:
                break
            if text in self._table.not_names and text not in self._table.place_words and region is None:
                break
            # "Amos Ward" is a person, "Harmony Ward" a place.
            known = known or (
                is_word and (text in self._table.only_places or self._texts[start] not in self._table.given)
            )
            at += 1
            region_end = self._region(at)
            if region_end is not None and at > start:
                break
        if region is not None and (at <= region or not known):
            at, known = region, True
        if at == start:
            return None
        text = " ".join(word.raw for word in self._words[start:at] if word.text != OWNED)
        return self._written(start, at) or text, at, known

    def _written(self, start: int, end: int) -> str:
        parts: list[str] = []
        for number, word in enumerate(self._words[start:end], start):
            glued = number > start and self._words[number - 1].end == word.start
            said = word.raw.title() if self._small and word.raw.islower() and word.text not in _LINKS else word.raw
            if parts and glued:
                parts[-1] += said
            else:
                parts.append(said)
        return " ".join(parts)

    def _is_capital(self, at: int) -> bool:
        if at >= len(self._words):
            return False
        word = self._words[at]
        if not word.text[0].isalpha():
            return False
        if self._small:
            return self._region(at) is not None or (
                word.text not in self._table.not_names
                and not any((word.text,) in self._table.lists[name] for name in _SMALL)
            )
        return word.is_capital


_SMALL: Final = (
    "small.be", "small.have", "small.at", "small.to", "small.of", "small.on", "small.with", "small.and", "small.who",
    "small.determiners", "small.writers", "pronouns.male", "pronouns.female", "pronouns.unknown",
)  # fmt: skip
