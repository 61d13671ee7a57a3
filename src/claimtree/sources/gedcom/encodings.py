"""Finds out in which character set a GEDCOM file is written, whatever its header says.

Programs write a wrong CHAR more often than a right one can be trusted: "ANSI", "ANSEL" over UTF-8, no
line at all. So the bytes decide where they can: a byte order mark, zero bytes, valid UTF-8, marks
that stand before letters. The header decides among what is left.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

from claimtree.sources.gedcom.ansel import LETTERS, MARKS, composed_share, decode_ansel, encode_ansel

SAMPLE: Final = 4 << 20
"""Bytes at the beginning of a file that are looked at."""
_MOST_JUDGED: Final = 20_000
"""Bytes above ASCII that are looked at one by one."""
_ANSEL_FROM: Final = 0.8
"""The share of marks that fit their letter, from which text that does not say so is taken for ANSEL."""
_ANSEL_STATED_FROM: Final = 0.5
"""The same for a text whose header says ANSEL."""
_MOST_PAIRS: Final = 200
"""Pairs of a mark and a letter that a text in a language does not reach."""
_CHAR: Final = re.compile(rb"(?:^|[\r\n])\s*1\s+CHAR\s+([^\r\n]+)")


class Charset(StrEnum):
    """A character set of GEDCOM files."""

    UTF_8 = "UTF-8"
    UTF_16_LE = "UTF-16 LE"
    UTF_16_BE = "UTF-16 BE"
    ANSEL = "ANSEL"
    CP1252 = "CP1252"
    CP437 = "CP437"
    MACINTOSH = "MacRoman"
    ASCII = "ASCII"


_STATED: Final[Mapping[str, Charset]] = {
    "UTF-8": Charset.UTF_8,
    "UTF8": Charset.UTF_8,
    "UNICODE": Charset.UTF_16_LE,
    "UTF-16": Charset.UTF_16_LE,
    "UTF16": Charset.UTF_16_LE,
    "ANSEL": Charset.ANSEL,
    "ASCII": Charset.ASCII,
    "ANSI": Charset.CP1252,
    "CP1252": Charset.CP1252,
    "WINDOWS-1252": Charset.CP1252,
    "ISO-8859-1": Charset.CP1252,
    "ISO8859-1": Charset.CP1252,
    "LATIN1": Charset.CP1252,
    "IBMPC": Charset.CP437,
    "IBM": Charset.CP437,
    "CP437": Charset.CP437,
    "OEM": Charset.CP437,
    "MACINTOSH": Charset.MACINTOSH,
    "MAC": Charset.MACINTOSH,
}
_CODECS: Final[Mapping[Charset, str]] = {
    Charset.CP437: "cp437",
    Charset.MACINTOSH: "mac_roman",
    Charset.UTF_16_LE: "utf-16-le",
    Charset.UTF_16_BE: "utf-16-be",
}
_MARKS_OF_ORDER: Final = (
    (codecs.BOM_UTF8, Charset.UTF_8),
    (codecs.BOM_UTF16_LE, Charset.UTF_16_LE),
    (codecs.BOM_UTF16_BE, Charset.UTF_16_BE),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """How a file is written."""

    charset: Charset
    skip: int = 0
    """Bytes of the byte order mark."""
    stated: str = ""
    """What the header says, as written."""

    @property
    def is_wide(self) -> bool:
        """True if a character has two bytes."""
        return self.charset in (Charset.UTF_16_LE, Charset.UTF_16_BE)

    @property
    def contradicts_header(self) -> bool:
        """True if the header names another character set, whose bytes these are not."""
        known = _STATED.get(self.stated.upper())
        if not self.stated or known is self.charset:
            return False
        is_wide_as_stated = self.is_wide and known is Charset.UTF_16_LE
        return not (is_wide_as_stated or (self.charset is Charset.ASCII and known is not Charset.UTF_16_LE))

    def line_decoder(self) -> Callable[[bytes], tuple[str, bool]]:
        """Returns a function that decodes one line, and says whether all of its bytes are valid."""
        if self.charset is Charset.ANSEL:
            return lambda line: (decode_ansel(line), True)
        if self.charset in (Charset.UTF_8, Charset.ASCII):
            return _utf8_or_latin
        codec = _CODECS.get(self.charset)
        return (lambda line: (line.decode(codec, "replace"), True)) if codec else _latin

    def encoded(self, text: str) -> bytes:
        """Returns a text as the file is written; what its character set lacks without accents, or as "?"."""
        if self.charset is Charset.ANSEL:
            return encode_ansel(text)
        codec = {Charset.UTF_8: "utf-8", Charset.ASCII: "ascii", Charset.CP1252: "cp1252", **_CODECS}[self.charset]
        return b"".join(_encoded(letter, codec) for letter in unicodedata.normalize("NFC", text))

    @property
    def codec(self) -> str:
        """The name of the codec of wide characters."""
        return _CODECS[self.charset]


def _encoded(letter: str, codec: str) -> bytes:
    try:
        return letter.encode(codec)
    except UnicodeEncodeError:
        return unicodedata.normalize("NFD", letter)[0].encode(codec, "replace")


def detect(sample: bytes) -> Encoding:
    """Returns how a file is written, from its first bytes.

    >>> detect(b"0 HEAD\\n1 CHAR ANSEL\\n0 @I1@ INDI\\n1 NAME J\\xc3\\xbcrgen\\n").charset.value
    'UTF-8'
    """
    for mark, charset in _MARKS_OF_ORDER:
        if sample.startswith(mark):
            return Encoding(charset=charset, skip=len(mark), stated=_stated(sample, charset))
    head = sample[:400]
    if head.count(b"\0") * 3 > len(head):
        charset = Charset.UTF_16_LE if head[1:2] == b"\0" else Charset.UTF_16_BE
        return Encoding(charset=charset, stated=_stated(sample, charset))
    stated = _stated(sample, Charset.ASCII)
    return Encoding(charset=_by_bytes(sample, _STATED.get(stated.upper())), stated=stated)


def _by_bytes(sample: bytes, stated: Charset | None) -> Charset:
    if sample.isascii():
        return stated if stated is not None and stated not in _WIDE else Charset.ASCII
    if _is_utf8(sample):
        return Charset.UTF_8
    high = _high_with_next(sample)
    share = composed_share(high)
    is_ansel = share >= _ANSEL_FROM and _marks(high) > 0
    if stated is Charset.ANSEL:
        # A table of all marks over all letters composes little, and no language has so many pairs.
        is_ansel = share >= _ANSEL_STATED_FROM or _marked_letters(high) >= _MOST_PAIRS
    if is_ansel and _fits_ansel(high):
        return Charset.ANSEL
    if stated in (Charset.CP437, Charset.MACINTOSH):
        return stated
    return Charset.CP1252


_WIDE: Final = (Charset.UTF_16_LE, Charset.UTF_16_BE)


def _stated(sample: bytes, charset: Charset) -> str:
    """Returns what the header's CHAR line says, or ""."""
    head = sample[: 1 << 16]
    if charset in _WIDE:
        head = head.decode(_CODECS[charset], "ignore").encode("ascii", "ignore")
    found = _CHAR.search(head)
    return found.group(1).strip().decode("ascii", "replace")[:40] if found else ""


def _is_utf8(sample: bytes) -> bool:
    """True if a sample is UTF-8, its end cut through a character or not, or nearly: a line of another
    character set in thousands is a foreign line."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample)
    except UnicodeDecodeError:
        lines = [line for line in sample.split(b"\n") if not line.isascii()]
        wrong = sum(not _decodes(line) for line in lines)
        return wrong * 20 < len(lines)
    return True


def _decodes(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _high_with_next(sample: bytes) -> bytes:
    """Returns the bytes above ASCII, each run with the byte that follows it."""
    runs = re.findall(rb"[\x80-\xff]+[\x00-\x7f]?", sample)
    return b"".join(runs)[:_MOST_JUDGED]


def _marks(high: bytes) -> int:
    return sum(byte in MARKS for byte in high)


def _marked_letters(high: bytes) -> int:
    """Returns how many pairs of a mark and a letter there are."""
    return len({pair for pair in pairwise(high) if pair[0] in MARKS and chr(pair[1]).isalpha() and pair[1] < 0x80})


def _fits_ansel(high: bytes) -> bool:
    """True if nearly all bytes above ASCII are characters of ANSEL."""
    above = [byte for byte in high if byte >= 0x80]
    return sum(byte in MARKS or byte in LETTERS for byte in above) >= 0.95 * len(above)


def _utf8_or_latin(line: bytes) -> tuple[str, bool]:
    try:
        return line.decode("utf-8"), True
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace"), False


def _latin(line: bytes) -> tuple[str, bool]:
    return line.decode("cp1252", "replace"), True
