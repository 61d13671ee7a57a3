"""Copies a GEDCOM file with lines put between its own, or writes them as a patch.

Every byte of the file stays as it is, in its order; what is put in has its character set and its
line ends. The file is read as a stream.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO, Final

from claimtree.sources.gedcom.archive import ByteStream
from claimtree.sources.gedcom.encodings import SAMPLE, Encoding, detect
from claimtree.sources.gedcom.lines import CHUNK

_CONTEXT: Final = 3
"""Lines of the file around each place of a patch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Insertions:
    """What is put into a file."""

    after: Mapping[int, Sequence[str]]
    """By the number of a line, the lines that come behind it."""
    records: Sequence[str]
    """Lines of new records, which stand before the trailer."""


class GedcomCopy:
    """One reading of a file: its lines as bytes, its character set, and, at the end, its hash."""

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream
        self._hash = hashlib.sha256()
        first = self._read(SAMPLE)
        self.encoding: Encoding = detect(first)
        self._first = first
        self._newline = ""

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()

    def _read(self, size: int) -> bytes:
        parts = []
        while size > 0 and (part := self._stream.read(min(size, CHUNK))):
            self._hash.update(part)
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def lines(self) -> Iterator[bytes]:
        """Yields each line with its end, as bytes; together they are the file."""
        ends = self._ends()
        rest, chunk = b"", self._first
        while chunk:
            held = rest + chunk
            pieces, rest = _cut(held, ends)
            yield from pieces
            chunk = self._read(CHUNK)
        if rest:
            pieces, rest = _cut(rest, ends, is_last=True)
            yield from pieces
            if rest:
                yield rest

    def _ends(self) -> tuple[bytes, bytes, int]:
        """Returns "\\r" and "\\n" as the file writes them, and how many bytes a character has."""
        if not self.encoding.is_wide:
            return b"\r", b"\n", 1
        return "\r".encode(self.encoding.codec), "\n".encode(self.encoding.codec), 2

    def with_insertions(self, added: Insertions) -> Iterator[tuple[bytes, bool]]:
        """Yields the lines of the file and those that are put in; True for the latter."""
        newline = b""
        placed = False
        last = b""
        for number, line in enumerate(self.lines(), 1):
            if not newline:
                newline = self._end_of(line)
            if not placed and self._is_trailer(line):
                placed = True
                yield from ((one, True) for one in self._written(added.records, newline))
            yield line, False
            last = line
            extra = added.after.get(number, ())
            if extra and not self._end_of(line):
                yield newline or self._written([""], b"\n")[0], True
            yield from ((one, True) for one in self._written(extra, newline))
            last = b"" if extra else last
        if not placed and added.records:
            if last and not self._end_of(last):
                yield newline or b"\n", True
            yield from ((one, True) for one in self._written(added.records, newline))

    def _end_of(self, line: bytes) -> bytes:
        carriage, feed, _ = self._ends()
        for end in (carriage + feed, feed, carriage):
            if line.endswith(end):
                return end
        return b""

    def _is_trailer(self, line: bytes) -> bool:
        text = line.decode(self.encoding.codec, "replace") if self.encoding.is_wide else line.decode("latin-1")
        return text.strip("\ufeff \t\r\n").upper() == "0 TRLR"

    def _written(self, lines: Sequence[str], newline: bytes) -> list[bytes]:
        end = newline or self._ends()[1]
        return [self.encoding.encoded(line) + end for line in lines]


def _cut(held: bytes, ends: tuple[bytes, bytes, int], *, is_last: bool = False) -> tuple[list[bytes], bytes]:
    """Returns the whole lines of some bytes, and what is left."""
    carriage, feed, width = ends
    # Of bytes, only line feeds and carriage returns end lines.
    lines = held.splitlines(keepends=True) if width == 1 else _wide_lines(held, carriage, feed)
    if is_last or not lines:
        return lines, b""
    rest = lines.pop()
    if rest.endswith(feed):
        return [*lines, rest], b""
    return lines, rest


def _wide_lines(held: bytes, carriage: bytes, feed: bytes) -> list[bytes]:
    lines: list[bytes] = []
    start = 0
    for at in range(0, len(held) - 1, 2):
        unit = held[at : at + 2]
        if unit == feed or (unit == carriage and held[at + 2 : at + 4] != feed):
            if unit == carriage and at + 2 >= len(held):
                break
            lines.append(held[start : at + 2])
            start = at + 2
    if start < len(held):
        lines.append(held[start:])
    return lines


def write_copy(copy: GedcomCopy, added: Insertions, to: BinaryIO) -> int:
    """Writes the file with what is put in; returns how many lines were."""
    count = 0
    for line, is_new in copy.with_insertions(added):
        to.write(line)
        count += is_new
    return count


def write_patch(copy: GedcomCopy, added: Insertions, to: BinaryIO, *, old: str, new: str) -> int:
    """Writes a unified diff that `patch` and `git apply` understand; returns how many lines it adds."""
    to.write(f"--- {old}\n+++ {new}\n".encode())
    count = 0
    number = 0
    """Lines of the file that were read."""
    before: list[bytes] = []
    hunk: list[tuple[bytes, bool]] = []
    start = quiet = 0
    shift = 0
    for line, is_new in copy.with_insertions(added):
        count += is_new
        if not is_new:
            number += 1
        if is_new and not hunk:
            hunk = [(one, False) for one in before]
            start = number - len(before) + 1
        if hunk:
            hunk.append((line, is_new))
            quiet = 0 if is_new else quiet + 1
            if quiet > 2 * _CONTEXT:
                shift += _write_hunk(hunk[: -quiet + _CONTEXT], start, shift, to)
                hunk, quiet = [], 0
        if not is_new:
            before = [*before, line][-_CONTEXT:]
    if hunk:
        keep = len(hunk) - max(0, quiet - _CONTEXT)
        _write_hunk(hunk[:keep], start, shift, to)
    return count


def _write_hunk(hunk: Sequence[tuple[bytes, bool]], start: int, shift: int, to: BinaryIO) -> int:
    added = sum(is_new for _, is_new in hunk)
    kept = len(hunk) - added
    to.write(f"@@ -{start},{kept} +{start + shift},{len(hunk)} @@\n".encode())
    for line, is_new in hunk:
        to.write((b"+" if is_new else b" ") + line)
        if not line.endswith((b"\n",)):
            to.write(b"\n\\ No newline at end of file\n")
    return added
