"""Cuts a message into sentences of words that remember where they stand.

Genealogists abbreviate: "b. 1852 Knox Co., Ohio", "m. Jno. H. Smith". A stop behind an abbreviation
belongs to its word and ends no sentence, unless a word follows that only begins sentences.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from claimtree.languages import data_of
from claimtree.languages.normalise import tokenize
from claimtree.model.name_folding import fold

OWNED: Final = "'s"
_ENDINGS: Final = ("n't", "'s", "'m", "'ve", "'re", "'d", "'ll")


@cache
def _short(code: str = "en") -> frozenset[str]:
    """Returns the words that are written with a stop though no sentence ends."""
    return frozenset(_sentence_table(code)["abbreviations"].split())


@cache
def _starters(code: str = "en") -> frozenset[str]:
    """Returns words that begin sentences rather than names."""
    return frozenset(_sentence_table(code)["starters"].split())


@cache
def _sentence_table(code: str) -> dict[str, str]:
    table: dict[str, str] = tomllib.loads(data_of(code, "message_facts.toml").read_text("utf-8"))["sentences"]
    return table


_DOTTED: Final = re.compile(r"(?<![^\W_])(?:[^\W\d_]{1,2}\.){2,4}(?![^\W_])|(?<![^\W_])[wW]\.[vV]a\.?")
_LIST_ITEM: Final = re.compile(r"\s*(?:[-*•–]|\d{1,2}[.)])\s+")
_MOST_WORDS: Final = 150
"""Words of a sentence; what goes on without an end is cut."""
_SHORT_LINE: Final = 60
"""Characters of a line that ends by itself, not because the text was broken there."""
_ENDS: Final = frozenset(".!?;")


@dataclass(frozen=True, slots=True)
class MessageWord:
    """A word or sign of a message."""

    text: str
    """Folded, with the stop of an abbreviation: "co."."""
    raw: str
    start: int
    end: int

    @property
    def is_capital(self) -> bool:
        return self.raw[:1].isupper()

    @property
    def is_sign(self) -> bool:
        return not self.text[0].isalnum() and self.text not in (OWNED, "'m", "'re", "'ve", "'d", "'ll")


def message_words(text: str, start: int = 0) -> list[MessageWord]:
    """Returns the words and signs of a text; an ending such as "'s" and "n't" is a word of its own.

    >>> [word.text for word in message_words("b. 1852, Knox Co., O.; Mary's didn't")]
    ['b.', '1852', ',', 'knox', 'co.', ',', 'o.', ';', 'mary', "'s", 'did', "n't"]
    """
    found: list[MessageWord] = []
    dotted = {match.start(): match.end() for match in _DOTTED.finditer(text)}
    until = 0
    for token in tokenize(text):
        if token.start < until:
            continue
        if token.start in dotted:
            until = dotted[token.start]
            raw = text[token.start : until]
            found.append(MessageWord(fold_word(raw), raw, start + token.start, start + until))
            continue
        found.extend(_parts(token.text, start + token.start))
        last = found[-1]
        is_stop = token.text == "." and len(found) > 1 and found[-2].end == start + token.start
        if is_stop and _is_short(found[-2]):
            found.pop()
            word = found.pop()
            found.append(MessageWord(f"{word.text}.", f"{word.raw}.", word.start, last.end))
    return found


def fold_word(raw: str) -> str:
    return fold(raw) or raw.lower()


def _is_short(word: MessageWord) -> bool:
    # A single capital is an initial; small ones only where they are abbreviations.
    return word.text in _short() or (
        len(word.raw) == 1 and word.raw.isalpha() and word.raw.isupper() and word.raw != "I"
    )


def _parts(raw: str, start: int) -> Iterator[MessageWord]:
    plain = raw.replace("’", "'").replace("ʼ", "'")
    lower = plain.lower()
    if lower in _ENDINGS:
        yield MessageWord(lower, raw, start, start + len(raw))
        return
    for ending in _ENDINGS:
        if lower.endswith(ending) and len(raw) > len(ending):
            cut = len(raw) - len(ending)
            yield MessageWord(fold_word(raw[:cut]), raw[:cut], start, start + cut)
            yield MessageWord(ending, raw[cut:], start + cut, start + len(raw))
            return
    yield MessageWord(fold_word(plain), raw, start, start + len(raw))


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a message."""

    words: tuple[MessageWord, ...]
    asks: bool
    """True if a question mark ends it."""


def sentences(text: str) -> Iterator[Sentence]:
    """Yields the sentences of a message, left to right."""
    words = message_words(text)
    ends = _line_ends(text)
    begin = 0
    for at, word in enumerate(words):
        following = words[at + 1] if at + 1 < len(words) else None
        breaks = following is not None and any(
            word.end <= end < following.start + 1 for end in _between(ends, word, following)
        )
        if word.text in _ENDS and not _is_inside(words, begin, at):
            yield from _sentence(words[begin:at], asks=word.text == "?")
            begin = at + 1
        elif (
            breaks
            or at - begin >= _MOST_WORDS
            or (word.text.endswith(".") and len(word.text) > 1 and _begins(following))
        ):
            yield from _sentence(words[begin : at + 1], asks=False)
            begin = at + 1
    yield from _sentence(words[begin:], asks=False)


def _between(ends: list[int], word: MessageWord, following: MessageWord) -> list[int]:
    return [end for end in ends if word.end <= end <= following.start]


def _is_inside(words: list[MessageWord], begin: int, at: int) -> bool:
    """True for a question mark or semicolon inside of brackets: "(1852?)"."""
    opened = sum(word.text == "(" for word in words[begin:at]) - sum(word.text == ")" for word in words[begin:at])
    after = words[at + 1].text if at + 1 < len(words) else ""
    return (opened > 0 and (after == ")" or words[at].text == ";")) or (words[at].text == "?" and after in (")", ","))


def _may_end(word: MessageWord) -> bool:
    """True for an abbreviation with its stop."""
    return word.text.endswith(".") and len(word.text) > 1


def _begins(following: MessageWord | None) -> bool:
    """True if a word begins a sentence though the stop before it may belong to an abbreviation."""
    return following is not None and following.is_capital and following.text in _starters()


def _sentence(words: list[MessageWord], *, asks: bool) -> Iterator[Sentence]:
    if any(word.text[0].isalnum() for word in words):
        yield Sentence(tuple(words), asks)


def _line_ends(text: str) -> list[int]:
    """Returns where lines end that are lines of their own: before an empty line or an item, and short ones."""
    found = []
    at = 0
    lines = text.split("\n")
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        at += len(line)
        starts_small = following.strip()[:1].islower()
        if (
            not following.strip()
            or _LIST_ITEM.match(following)
            or (len(line.strip()) < _SHORT_LINE and not starts_small)
        ):
            found.append(at)
        at += 1
    return found
