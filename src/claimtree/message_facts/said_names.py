"""Finds the names of people in a sentence: "Mary Ellen "Nell" Smith", "Wm. H. Hughes Jr.", "mary smith"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from claimtree.kinship.phrase_words import phrase_words
from claimtree.message_facts.fact_words import FactWords
from claimtree.message_facts.message_words import MessageWord
from claimtree.person_names.name_data import name_words

LONGEST: Final = 8
"""Words of a name."""
_SUFFIXES: Final = frozenset({"jr", "jr.", "sr", "sr.", "ii", "iii", "iv", "junior", "senior", "esq", "esq."})
_NO_TITLES: Final = frozenset({"the", "late", "st", "saint", "widow", "elder", "father", "brother", "sister"})
"""Titles that stand for other things in messages."""
_OPEN: Final = {'"': '"', "(": ")", "'": "'"}


@dataclass(frozen=True, slots=True)
class SaidName:
    """A name, by the numbers of its words."""

    full: str
    end: int
    maiden: str = ""
    titles: tuple[str, ...] = ()


class NameFinder:
    """Finds names from a place of a sentence on."""

    def __init__(
        self,
        words: Sequence[MessageWord],
        table: FactWords,
        *,
        small_letters: bool,
        known: Callable[[str], bool],
        place: Callable[[str], bool] = lambda text: False,
    ) -> None:
        """`small_letters`: the message has no capitals; `known` is true of words of names that the tree has, `place`
        of what is a place of it and nobody's name."""
        self._words = words
        self._table = table
        self._small = small_letters
        self._known = known
        self._place = place
        self._kin = phrase_words().heads
        self._titles = name_words().all_titles - {
            "the",
            "late",
            "st",
            "saint",
            "widow",
            "elder",
            "father",
            "brother",
            "sister",
        }
        self._particles = name_words().particles - {"b", "e", "t", "of"}

    def name(self, at: int) -> SaidName | None:
        """Returns the name that begins here."""
        words = self._words
        titles: list[str] = []
        while at < len(words) and words[at].text.rstrip(".") in self._titles and self._may_be_title(at):
            titles.append(words[at].text.rstrip("."))
            at += 1
        if at >= len(words) or not self._begins(at, titled=bool(titles)):
            return None
        parts: list[str] = []
        maiden = ""
        while at < len(words) and len(parts) < LONGEST:
            text = words[at].text
            if parts and text in _SUFFIXES:
                parts.append(words[at].raw)
                at += 1
                break
            if parts and text == "," and at + 1 < len(words) and words[at + 1].text in _SUFFIXES - {"senior", "junior"}:
                parts.append(words[at + 1].raw)
                at += 2
                break
            if parts and (inside := self._inside(at)) is not None:
                kind, said, end = inside
                if kind == "maiden":
                    maiden = said
                else:
                    parts.append(f'"{said}"')
                at = end
                continue
            nee = self._table.has("names.nee", self._texts, at) if parts else 0
            if nee and nee < len(words) and self._is_part(nee):
                maiden, at = words[nee].raw, nee + 1
                break
            if parts and text in self._particles and self._particle_leads(at):
                parts.append(words[at].raw)
                at += 1
                continue
            if (
                parts
                and text == "-"
                and at + 1 < len(words)
                and self._is_part(at + 1)
                and words[at].end == words[at + 1].start
            ):
                at += 1
                parts[-1] = f"{parts[-1]}-{words[at].raw}"
                at += 1
                continue
            if not self._is_part(at, first=not parts):
                break
            parts.append(words[at].raw if not self._small else words[at].raw.capitalize())
            at += 1
        while parts and parts[-1].lower() in self._particles and len(parts) > 1:
            parts.pop()
            at -= 1
        if not parts or (len(parts) == 1 and len(parts[0].rstrip(".")) == 1):
            return None
        full = " ".join(parts)
        if not titles and not maiden and self._place(full):
            return None
        return SaidName(full, at, maiden, tuple(titles))

    @property
    def _texts(self) -> list[str]:
        return [word.text for word in self._words]

    def _may_be_title(self, at: int) -> bool:
        following = self._words[at + 1] if at + 1 < len(self._words) else None
        return following is not None and (following.is_capital or self._small) and self._is_part(at + 1)

    def _begins(self, at: int, *, titled: bool) -> bool:
        word = self._words[at]
        if not self._is_part(at, first=True):
            return False
        if titled or self._small:
            return True
        following = self._words[at + 1] if at + 1 < len(self._words) else None
        if at == 0 or self._words[at - 1].text in (":", "-", '"'):
            # The first word has a capital in any case.
            if self._is_given(word.text) or self._known(word.text):
                return not (following is not None and following.text in ("you", "i", "we"))
            return (
                following is not None and following.is_capital and self._is_part(at + 1) and not self._is_everyday(at)
            )
        return True

    def _is_everyday(self, at: int) -> bool:
        return self._words[at].text in self._table.not_names

    def _is_part(self, at: int, *, first: bool = False) -> bool:
        """True if a word may be a part of a name."""
        word = self._words[at]
        text = word.text
        if not text[0].isalpha() or text in self._kin or text in self._table.only_places:
            return False
        if len(text.rstrip(".")) == 1:
            return word.is_capital and text != "i" and (not first or self._follows_part(at))
        if self._small:
            given = text.rstrip(".") in self._table.given or self._known(text)
            if first:
                return given and text not in self._table.words_too
            return given or (text not in self._table.not_names and not self._is_word(text))
        if not word.is_capital:
            return False
        if text in self._table.not_names:
            return text in self._table.given and self._follows_part(at)
        return True

    def _follows_part(self, at: int) -> bool:
        following = self._words[at + 1] if at + 1 < len(self._words) else None
        return (
            following is not None
            and following.is_capital
            and following.text[0].isalpha()
            and following.text not in self._table.not_names
        )

    def _is_given(self, text: str) -> bool:
        return text.rstrip(".") in self._table.known_given

    def _is_word(self, text: str) -> bool:
        known = self._table
        return any((text,) in known.lists[name] for name in _FUNCTION) or any(
            (text,) in table for table in known.events.values()
        )

    def _joins(self, at: int) -> bool:
        """True for the hyphen of a double name."""
        following = at + 1
        if following >= len(self._words) or self._words[at].end != self._words[following].start:
            return False
        return self._is_part(following)

    def _particle_leads(self, at: int) -> bool:
        end = at + 1
        while end < len(self._words) and self._words[end].text in self._particles:
            end += 1
        return end < len(self._words) and self._words[end].is_capital and self._is_part(end)

    def _inside(self, at: int) -> tuple[str, str, int] | None:
        """Returns a nickname in quotes, or a maiden name in brackets."""
        words = self._words
        opened = words[at].text
        closes = _OPEN.get(opened)
        if closes is None:
            return None
        end = at + 1
        nee = self._table.has("names.nee", self._texts, end) if opened == "(" else 0
        first = nee or end
        end = first
        while end < len(words) and end - first < 3 and words[end].text != closes and words[end].is_capital:
            end += 1
        if end == first or end >= len(words) or words[end].text != closes:
            return None
        said = " ".join(word.raw for word in words[first:end])
        if opened == "(" and not nee and any(not self._is_part(one, first=True) for one in range(first, end)):
            return None
        return ("maiden" if opened == "(" and (nee or end - first == 1) else "nickname"), said, end + 1


_FUNCTION: Final = (
    "small.be",
    "small.have",
    "small.at",
    "small.from",
    "small.to",
    "small.of",
    "small.on",
    "small.with",
    "small.and",
    "small.or",
    "small.who",
    "small.whose",
    "small.determiners",
    "small.writer",
    "small.writers",
    "small.about",
    "pronouns.male",
    "pronouns.female",
    "pronouns.unknown",
    "pronouns.possessive_male",
    "pronouns.possessive_female",
    "pronouns.possessive_unknown",
    "correcting.no",
    "small.named",
)
