"""Cuts a GEDCOM file into numbered lines, as a stream: line ends of all systems, any character set."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Final

from claimtree.sources.gedcom.archive import ByteStream
from claimtree.sources.gedcom.encodings import SAMPLE, Encoding, detect

CHUNK: Final = 1 << 20
LONGEST_LINE: Final = 1_000_000
"""Bytes; the rest of a longer line is left out."""
MOST_KEPT: Final = 1_000
"""Problems that are kept; the others are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something in a file that is not as it should be."""

    line: int
    """The number of the line, from 1; 0 for the file as a whole."""
    reason: str
    text: str = ""
    """The beginning of the line."""
    skipped: bool = True
    """True if the line was left out."""


@dataclass(slots=True)
class Problems:
    """What was found while reading a file."""

    kept: list[Problem] = field(default_factory=list)
    skipped: int = 0
    """Lines that were left out."""
    others: int = 0

    def add(self, line: int, reason: str, text: str = "", *, skipped: bool = True) -> None:
        if skipped:
            self.skipped += 1
        else:
            self.others += 1
        if len(self.kept) < MOST_KEPT:
            self.kept.append(Problem(line=line, reason=reason, text=text[:80], skipped=skipped))


class Lines:
    """The lines of a file; what was found out about it can be asked once the first was read."""

    def __init__(self, stream: ByteStream, problems: Problems) -> None:
        first = _filled(stream, SAMPLE)
        self.encoding: Encoding = detect(first)
        self._first = first[self.encoding.skip :]
        self._stream = stream
        self._problems = problems
        self.bytes_read = len(first)

    def __iter__(self) -> Iterator[tuple[int, str]]:
        """Yields each line with its number, without its end."""
        encoding = self.encoding
        if encoding.is_wide:
            yield from enumerate(self._wide(), 1)
            return
        decode = encoding.line_decoder()
        number = 0
        for lines in self._cut(chain((self._first,), self._chunks())):
            if lines.isascii():
                # Nearly all lines are ASCII, and many at once decode much faster.
                for text in lines.decode("ascii").split("\n"):
                    number += 1
                    yield number, text
                continue
            for line in lines.split(b"\n"):
                number += 1
                text, valid = decode(line)
                if not valid:
                    self._problems.add(number, "is not valid UTF-8; read as CP1252", text, skipped=False)
                yield number, text

    def _chunks(self) -> Iterator[bytes]:
        while chunk := self._stream.read(CHUNK):
            self.bytes_read += len(chunk)
            yield chunk

    def _cut(self, chunks: Iterator[bytes]) -> Iterator[bytes]:
        """Yields whole lines, several at once, separated by "\\n" alone."""
        rest = b""
        count = 0
        for chunk in chunks:
            held = rest + chunk
            # "\r\n" may be cut between its two bytes.
            keep = held.endswith(b"\r")
            text = (held[:-1] if keep else held).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
            lines, end, rest = text.rpartition(b"\n")
            if end:
                count += lines.count(b"\n") + 1
                yield lines
            if len(rest) > LONGEST_LINE:
                self._problems.add(
                    count + 1, f"is longer than {LONGEST_LINE:,} bytes; its end is left out", skipped=False
                )
                rest = rest[:LONGEST_LINE]
            rest += b"\r" if keep else b""
        if rest.strip(b"\r"):
            yield rest.strip(b"\r")

    def _wide(self) -> Iterator[str]:
        decoder = codecs.getincrementaldecoder(self.encoding.codec)("replace")
        rest = ""
        for chunk in chain((self._first,), self._chunks()):
            held = rest + decoder.decode(chunk)
            keep = held.endswith("\r")
            text = (held[:-1] if keep else held).replace("\r\n", "\n").replace("\r", "\n")
            *lines, rest = text.split("\n")
            yield from lines
            rest = rest[:LONGEST_LINE] + ("\r" if keep else "")
        if rest.strip("\r"):
            yield rest.strip("\r")


def _filled(stream: ByteStream, size: int) -> bytes:
    """Returns so many bytes, or all there are: a stream may give fewer at a time."""
    parts: list[bytes] = []
    left = size
    while left > 0 and (part := stream.read(min(left, CHUNK))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)
