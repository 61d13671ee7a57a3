"""Normalizes names of places for comparison: different spellings of the same name become equal.

A name becomes words (without case, accents and punctuation, abbreviations expanded with the
language's tables), and the words become a *key* without spaces, so that "Ring Road" and "Ringroad"
are the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

from claimtree.languages import REGISTERED
from claimtree.model.name_folding import fold
from claimtree.places.area_kinds import ROMAN

Words: TypeAlias = tuple[str, ...]
_Written = TypeVar("_Written", str, Words)

_TOKEN: Final = re.compile(r"\d+(?:st|nd|rd|th)(?!\w)|\d+|[^\W\d_]+")
_ORDINAL: Final = re.compile(r"(\d+)(?:st|nd|rd|th)")
_SAINT: Final = re.compile(r"(?:^|(?<=[-/(),;:]))\s*st[\s.]+(?=[^\W\d_])")
_STREET: Final = re.compile(r"(?<!\w)st(?!\w)")
_STEPS: Final = 6
"""Maximum depth of nested abbreviations; no table has more."""


def tokens(folded: str) -> list[str]:
    """Splits into words and numbers, which are always separated: "SMA1" gives two tokens."""
    return _TOKEN.findall(folded)


def key_of(words: Iterable[str]) -> str:
    """Joins the words without spaces, except between numbers: "1 1st Street" is not 11th Street."""
    key = ""
    for word in words:
        key += f" {word}" if key[-1:].isdigit() and word[0].isdigit() else word
    return key


class Writing:
    """The spelling rules for names in some languages."""

    def __init__(self, languages: Sequence[str]) -> None:
        """Languages without tables are ignored; if two tables differ, the first one counts."""
        tables = [REGISTERED[code].place_spellings for code in languages if code in REGISTERED]
        self.tables = tuple(tables)
        self.titles: frozenset[str] = frozenset().union(*(table.titles for table in tables))
        self.distinguishing: frozenset[str] = frozenset().union(*(table.distinguishing for table in tables))
        """Words that distinguish namesakes; a typo never turns one into another."""
        self._articles: frozenset[str] = frozenset().union(*(table.articles for table in tables))
        self._words = _merged([table.words for table in tables])
        self._last = _merged([table.last for table in tables])
        self._phrases = _merged([table.phrases for table in tables])
        self._openers = {words[0] for words in self._phrases}
        self._starts = {words[:n] for words in self._phrases for n in range(1, len(words))}
        self._longest = max(map(len, self._phrases), default=0)
        self._letters = _merged([table.letters for table in tables])
        # Words that are exempt from old spellings: "Letjen" is not an old spelling of "Lecen".
        self._settled = (
            self.titles | self.distinguishing | frozenset(self._words.values()) | frozenset(self._phrases.values())
        )
        self._roman_one = any(table.roman_one for table in tables)

    def words(self, text: str) -> Words:
        """Returns the normalized words of a name.

        >>> Writing(("en",)).words("The W. 4th St.–Washington Sq")
        ('west', '4', 'street', 'washington', 'square')
        >>> Writing(("id",)).words("Jl. Dr. Soetomo II")
        ('jalan', 'dr', 'sutomo', '2')
        """
        folded = fold(text)
        if "st" in folded:
            folded = _STREET.sub("street", _SAINT.sub("saint ", folded))
        return self.expand(tokens(folded))

    def with_saint(self, text: str) -> Words:
        """Returns the words with an "St" in the middle of a name read as "saint" instead of
        "street"; empty without one."""
        folded = fold(text)
        if "st" not in folded or not _STREET.search(folded):
            return ()
        words = self.expand(tokens(_STREET.sub("saint", folded)))
        return words if words and words[-1] != "saint" else ()

    def key(self, text: str) -> str:
        """Returns a key that is the same for all spellings of a name; for a name of punctuation
        only, that punctuation."""
        return key_of(self.words(text)) or fold(text).strip()

    def unfinished(self, words: Sequence[str]) -> bool:
        """Whether the last of these words may combine with the next one ("rumah" before "sakit", an
        article)."""
        if len(words) == 1 and words[0] in self._articles:
            return True
        return any(tuple(words[-n:]) in self._starts for n in range(1, min(len(words), self._longest) + 1))

    def expand(self, words: list[str]) -> Words:
        """Expands abbreviations until nothing changes: "SMA Neg." is "SMA Negeri" is "SMAN"."""
        for _ in range(_STEPS):
            seen = words
            words = self._step(words)
            if words == seen:
                break
        return tuple(words)

    def _step(self, words: list[str]) -> list[str]:
        if any(len(word) == 1 for word in words):
            words = _initials(words)
        found: list[str] = []
        i = 0
        while i < len(words):
            taken = self._phrase(words, i) if words[i] in self._openers else 0
            if taken:
                found.append(self._phrases[tuple(words[i : i + taken])])
            else:
                found.append(self._word(words[i], alone=len(words) == 1, last=i == len(words) - 1))
            i += taken or 1
        while len(found) > 1 and found[0] in self._articles:
            del found[0]
        return found

    def _phrase(self, words: list[str], start: int) -> int:
        for n in range(min(self._longest, len(words) - start), 1, -1):
            if tuple(words[start : start + n]) in self._phrases:
                return n
        return 0

    def _word(self, word: str, *, alone: bool, last: bool) -> str:
        if last and not alone and word in self._last:
            return self._last[word]
        if (meant := self._words.get(word)) is not None:
            return word if alone and len(word) == 1 else meant
        if word[0].isdigit():
            ordinal = _ORDINAL.fullmatch(word)
            return ordinal[1] if ordinal else word
        if not alone and (word in ROMAN or (word == "i" and last and self._roman_one)):
            return ROMAN.get(word, "1")
        if len(word) > 3 and word not in self._settled:
            for old, new in self._letters.items():
                word = word.replace(old, new)
        return word


def _merged(tables: Sequence[Mapping[_Written, str]]) -> dict[_Written, str]:
    found: dict[_Written, str] = {}
    for table in tables:
        for written, meant in table.items():
            found.setdefault(written, meant)
    return found


def _initials(words: list[str]) -> list[str]:
    """Joins consecutive single letters into one word ("W. R. Supratman" becomes "WR Supratman")."""
    found: list[str] = []
    growing = False
    for word in words:
        single = len(word) == 1 and word.isalpha()
        if single and growing:
            found[-1] += word
        else:
            found.append(word)
        growing = single
    return found
