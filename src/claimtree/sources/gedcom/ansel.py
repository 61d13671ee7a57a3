"""The character set ANSEL (ANSI Z39.47) of older GEDCOM files, in which marks stand before their letter."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Final

_SIGNS: Final[Mapping[int, str]] = dict(zip(range(0xA1, 0xAF), "ŁØĐÞÆŒʹ·♭®±ƠƯʼ", strict=True))
_MORE: Final[Mapping[int, str]] = dict(zip(range(0xB0, 0xBB), "ʻłøđþæœʺı£ð", strict=True))
_REST: Final[Mapping[int, str]] = {
    0xBC: "ơ",
    0xBD: "ư",
    0xBE: "□",
    0xBF: "■",
    **dict(zip(range(0xC0, 0xC9), "°ℓ℗©♯¿¡ß€", strict=True)),
    0xCD: "e",
    0xCE: "o",
    0xCF: "ß",
}
LETTERS: Final[Mapping[int, str]] = {**_SIGNS, **_MORE, **_REST}
"""Characters above ASCII that stand alone."""
_FIRST_MARK: Final = 0xE0
_MARKS: Final = (
    "\u0309\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030c\u030a\ufe20\ufe21\u0315\u030b\u0310"
    "\u0327\u0328\u0323\u0324\u0325\u0333\u0332\u0326\u031c\u032e\ufe22\ufe23\u0338"
)
MARKS: Final[Mapping[int, str]] = {**dict(enumerate(_MARKS, _FIRST_MARK)), 0xFE: "\u0313"}
"""Marks, each of which belongs to the letter after it."""
_UNKNOWN: Final = "\ufffd"


def decode_ansel(data: bytes) -> str:
    """Returns the text, with letters and marks composed where Unicode has the composed letter.

    >>> decode_ansel(b"M\\xe8uller, Fran\\xf0cois"), decode_ansel(b"\\xa2rsted")
    ('Müller, François', 'Ørsted')
    """
    if data.isascii():
        return data.decode("ascii")
    found: list[str] = []
    marks = ""
    for byte in data:
        mark = MARKS.get(byte)
        if mark is not None:
            marks += mark
            continue
        found.append((chr(byte) if byte < 0x80 else LETTERS.get(byte, _UNKNOWN)) + marks)
        marks = ""
    return unicodedata.normalize("NFC", "".join(found) + marks)


def encode_ansel(text: str) -> bytes:
    """Returns a text in ANSEL; what it has no character for becomes a question mark.

    >>> decode_ansel(encode_ansel("Müller, François Øre"))
    'Müller, François Øre'
    """
    letters = {letter: byte for byte, letter in LETTERS.items()}
    marks = {mark: byte for byte, mark in MARKS.items()}
    found = bytearray()
    for letter in unicodedata.normalize("NFC", text):
        if letter in letters or letter.isascii():
            found.append(letters.get(letter, ord(letter)) if not letter.isascii() else ord(letter))
            continue
        apart = unicodedata.normalize("NFD", letter)
        base = apart[0]
        known = [marks[mark] for mark in apart[1:] if mark in marks]
        found += bytes(known)
        found.append(ord(base) if base.isascii() else letters.get(base, ord("?")))
    return bytes(found)


def composed_share(data: bytes) -> float:
    """Returns which share of the bytes that would be marks, and stand before a letter, makes a letter with it; 1
    without any.

    Text in ANSEL has nearly 1, text in a character set of single letters far less.
    """
    seen = composed = 0
    for at, byte in enumerate(data[:-1]):
        mark = MARKS.get(byte)
        letter = chr(data[at + 1])
        if mark is None or not (letter.isascii() and letter.isalpha()):
            continue
        seen += 1
        composed += len(unicodedata.normalize("NFC", letter + mark)) == 1
    return composed / seen if seen else 1.0
