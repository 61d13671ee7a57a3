"""The words by which people ask for relatives, from the tables of a language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from claimtree.kinship.graph import Sex
from claimtree.kinship.patterns import ANY_NUMBER, KinPattern
from claimtree.kinship.terms import Relation
from claimtree.kinship.wording import kinship_words
from claimtree.languages import data_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """A word that names a relative."""

    pattern: KinPattern


_ORDINAL: Final = re.compile(r"(\d{1,3})(?:st|nd|rd|th)")
_TIMES: Final = re.compile(r"(\d{1,3})x?")


@dataclass(frozen=True, kw_only=True)
class PhraseWords:
    """Words of a language, in lower case."""

    heads: Mapping[str, Head]
    marks: Mapping[str, Sequence[str]]
    after: Mapping[str, Sequence[str]]
    removed: Sequence[str]
    asker: frozenset[str]
    other: frozenset[str]
    article: frozenset[str]
    of: frozenset[str]
    time: frozenset[str]
    numbers: Mapping[str, int]
    degrees: Mapping[str, int]

    @cached_property
    def possessors(self) -> frozenset[str]:
        return self.asker | self.other | self.article | self.skipped

    @cached_property
    def skipped(self) -> frozenset[str]:
        return frozenset(self.marks["skipped"])

    @cached_property
    def sentence_starts(self) -> frozenset[str]:
        """Words that begin sentences and no names."""
        return self.article | self.asker | self.other | _QUESTIONS

    def head(self, word: str) -> Head | None:
        return self.heads.get(word)

    def ordinal(self, word: str) -> int | None:
        """Returns 2 for "second" and "2nd"."""
        found = _ORDINAL.fullmatch(word)
        return int(found[1]) if found else self.degrees.get(word)

    def count(self, word: str) -> int | None:
        """Returns 2 for "twice", "two", "2" and "2x"."""
        found = _TIMES.fullmatch(word)
        return int(found[1]) if found else self.numbers.get(word)

    def unglued(self, word: str) -> list[str]:
        """Returns a word as its parts, where marks are written onto a word for a relative: "stepson"."""
        parts: list[str] = []
        while word not in self.heads:
            mark = next((one for one in self._prefixes if word.startswith(one) and len(word) > len(one)), None)
            if mark is None:
                break
            parts.append(mark)
            word = word[len(mark) :]
        return [*parts, word] if word in self.heads else ["".join([*parts, word])]

    @cached_property
    def great(self) -> frozenset[str]:
        return frozenset(self.marks["great"])

    @cached_property
    def _prefixes(self) -> tuple[str, ...]:
        names = ("great", "grand", "half", "step", "foster", "ex")
        return tuple(sorted((word for name in names for word in self.marks[name] if len(word) > 1), key=len)[::-1])


_QUESTIONS: Final = frozenset(("who", "what", "is", "was", "are", "were", "did", "does", "when", "where", "how"))


@cache
def phrase_words(code: str = "en") -> PhraseWords:
    """Returns the words of a language."""
    table = tomllib.loads(data_of(code, "kinship.toml").read_text("utf-8"))["phrases"]
    owners, numbers = table["owners"], table["numbers"]
    return PhraseWords(
        heads=_heads(table),
        marks=table["marks"],
        after={name: words for name, words in table["after"].items() if name != "removed"},
        removed=table["after"]["removed"],
        asker=frozenset(owners["asker"]),
        other=frozenset(owners["other"]),
        article=frozenset(owners["article"]),
        of=frozenset(owners["of"]),
        time=frozenset(numbers["time"]),
        numbers={**numbers["times"], **numbers["words"]},
        degrees={word: at for at, word in enumerate(kinship_words(code).degrees, 1)},
    )


def _heads(table: Mapping[str, object]) -> dict[str, Head]:
    heads: dict[str, Head] = {}
    lines, unions, opened = table["lines"], table["unions"], table["open"]
    assert isinstance(lines, list)
    assert isinstance(unions, list)
    assert isinstance(opened, dict)
    for one in lines:
        up, down, sex = one.get("up", 0), one.get("down", 0), _sex(one.get("sex"))
        cousins = min(up, down) > 1
        pattern = KinPattern(
            up=up, down=down, sex=sex, min_degree=int(cousins), max_degree=ANY_NUMBER if cousins else 0
        )
        heads |= {word: Head(pattern=pattern) for word in one["words"].split()}
    for one in unions:
        pattern = KinPattern(relation=Relation.SPOUSE, sex=_sex(one.get("sex")))
        heads |= {word: Head(pattern=pattern) for word in one["words"].split()}
    for name, up, down in (("ancestors", ANY_NUMBER, 0), ("descendants", 0, ANY_NUMBER)):
        heads |= {word: Head(pattern=KinPattern(up=up, down=down)) for word in opened[name].split()}
    return heads


def _sex(word: str | None) -> Sex | None:
    return None if word is None else Sex(word)
