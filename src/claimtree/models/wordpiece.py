"""A WordPiece tokenizer as in BERT: lower case, no accents, the longest known piece first.

It replaces a library of several megabytes by twenty lines of rules. A test checks that its output
equals that of the `tokenizers` package for the same vocabulary.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

UNKNOWN, FIRST, LAST = "[UNK]", "[CLS]", "[SEP]"
LONGEST_WORD = 100
"""Letters; a longer word becomes one unknown token, whatever it is made of."""
LONGEST_TEXT = 100_000
"""Letters that are processed: many times what any model reads, and a bound on the work."""


_ASCII = {code: " " if chr(code) in "\t\n\r" else None for code in (*range(32), 127)}
_ASCII_WORD = re.compile(r"[a-z0-9]+|[^a-z0-9 ]")
"""A word or mark of an ASCII text in lower case without control characters (`_ASCII`)."""
_LETTERS = re.compile(r"[A-Za-z0-9]+|.", re.DOTALL)


class Piece(NamedTuple):
    """A token: its number in the vocabulary, and its position in the text."""

    number: int
    start: int
    end: int


class WordPieces:
    """A vocabulary that tokenizes texts."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        """`vocabulary`: the tokens in the order of their numbers; "##" marks one inside a word."""
        self._numbers: Mapping[str, int] = {piece: number for number, piece in enumerate(vocabulary)}
        self._unknown, self._first, self._last = (self._numbers[piece] for piece in (UNKNOWN, FIRST, LAST))
        self._vocabulary = vocabulary
        self._pieces = lru_cache(maxsize=1 << 14)(self._pieces_of)

    def numbers(self, text: str, longest: int) -> list[int]:
        """The token numbers of a text between [CLS] and [SEP], at most `longest` in all."""
        found = [self._first]
        for word in words(text[:LONGEST_TEXT]):
            found += self._pieces(word)
            if len(found) >= longest:
                break
        return [*found[: longest - 1], self._last]

    def located(self, text: str) -> list[Piece]:
        """The tokens of a text with their positions, without [CLS] and [SEP]."""
        found: list[Piece] = []
        for word, places in _located_words(text):
            numbers = self._pieces(word)
            if len(numbers) == 1:
                found.append(Piece(numbers[0], places[0], places[-1] + 1))
                continue
            at = 0
            for number in numbers:
                after = at + len(self._vocabulary[number].removeprefix("##"))
                found.append(Piece(number, places[at], places[after - 1] + 1))
                at = after
        return found

    def _pieces_of(self, word: str) -> tuple[int, ...]:
        if len(word) > LONGEST_WORD:
            return (self._unknown,)
        found: list[int] = []
        start = 0
        while start < len(word):
            for end in range(len(word), start, -1):
                number = self._numbers.get(("##" if start else "") + word[start:end])
                if number is not None:
                    found.append(number)
                    start = end
                    break
            else:
                return (self._unknown,)
        return tuple(found)


def words(text: str) -> Iterator[str]:
    """The words of a text, lower case, no accents; each mark and Chinese character is one.

    >>> list(words("Café-bar, 2BR!"))
    ['cafe', '-', 'bar', ',', '2br', '!']
    """
    if text.isascii():  # faster, and most texts are
        yield from _ASCII_WORD.findall(text.translate(_ASCII).lower())
        return
    spaced = "".join(_spaced(letter) for letter in text)
    plain = (letter for letter in unicodedata.normalize("NFD", spaced.lower()) if unicodedata.category(letter) != "Mn")
    for chunk in "".join(plain).split():
        start = 0
        for at, letter in enumerate(chunk):
            if _is_mark(letter):
                if at > start:
                    yield chunk[start:at]
                yield letter
                start = at + 1
        if start < len(chunk):
            yield chunk[start:]


def _located_words(text: str) -> Iterator[tuple[str, list[int]]]:
    """The same as `words`, with the position of each letter in the text."""
    word: list[str] = []
    places: list[int] = []
    for found in _LETTERS.finditer(text):
        at, letter = found.start(), found.group()
        if len(letter) > 1:  # letters and digits of ASCII only, which are faster together
            word.append(letter.lower())
            places += range(at, found.end())
            continue
        for plain in _plain(letter):
            if plain != " " and not _stands_alone(plain):
                word.append(plain)
                places.append(at)
                continue
            if word:
                yield "".join(word), places
                word, places = [], []
            if plain != " ":
                yield plain, [at]
    if word:
        yield "".join(word), places


_PICTURES = {**dict.fromkeys("🚫❌👎✗✘⛔", " no "), **dict.fromkeys("✅👍✔✓", " yes ")}


@lru_cache(maxsize=10_000)
def _plain(letter: str) -> str:
    """A letter in lower case and without accents; a blank for a separator, empty for no letter.

    Pictures that say yes or no become that word.
    """
    if letter in _PICTURES:
        return _PICTURES[letter]
    lowered = unicodedata.normalize("NFD", _spaced(letter).strip(" ").lower() or _spaced(letter)[:1])
    return "".join(one for one in lowered if unicodedata.category(one) != "Mn")


@lru_cache(maxsize=10_000)
def _stands_alone(letter: str) -> bool:
    return _is_mark(letter) or _is_chinese(ord(letter))


@lru_cache(maxsize=10_000)
def _spaced(letter: str) -> str:
    """Drops control characters, maps every kind of blank to one, puts blanks around Chinese."""
    if letter in "\t\n\r" or unicodedata.category(letter) == "Zs":
        return " "
    if letter in "\x00\ufffd" or unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co"):
        return ""
    return f" {letter} " if _is_chinese(ord(letter)) else letter


@lru_cache(maxsize=10_000)
def _is_mark(letter: str) -> bool:
    # All of ASCII that is no letter or digit, including Unicode's symbols: "$", "^", "`".
    return (ord(letter) < 128 and not letter.isalnum()) or unicodedata.category(letter).startswith("P")


def _is_chinese(code: int) -> bool:
    return any(
        low <= code <= high
        for low, high in (
            (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F),
            (0x2B740, 0x2B81F), (0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
        )
    )  # fmt: skip
