"""Opens a GEDCOM file for reading as bytes: plain, compressed with gzip, or in a GEDZIP archive.

An archive is never unpacked: its one GEDCOM file is read as a stream, and the stream ends with an
error as soon as it holds far more than the archive can honestly hold.
"""

from __future__ import annotations

import gzip
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final, Protocol

from claimtree.errors import BadInput

GEDZIP: Final = (".gdz", ".zip")
PLAIN: Final = (".ged", ".gedcom")
FORMATS: Final = (*PLAIN, ".ged.gz", *GEDZIP)
MOST_BYTES: Final = 8 << 30
"""Maximum size of what an archive holds."""
MOST_RATIO: Final = 200
"""How many times larger than the archive its content may be: text is some ten times larger."""
ALWAYS_READ: Final = 16 << 20
"""Up to this many bytes are read whatever the ratio."""
_MOST_ENTRIES: Final = 100_000
_MAIN: Final = "gedcom.ged"


class ByteStream(Protocol):
    def read(self, size: int, /) -> bytes: ...


def is_gedcom(file: Path) -> bool:
    """True for a file that is read, by its name."""
    return file.name.lower().endswith(FORMATS)


@contextmanager
def opened(file: Path) -> Iterator[ByteStream]:
    """Context manager: the bytes of the GEDCOM text in a file. Raises BadInput for an archive that
    cannot be read, or must not be."""
    name = file.name.lower()
    with file.open("rb") as raw:
        if name.endswith(GEDZIP):
            with _from_archive(raw, file) as stream:
                yield stream
        elif name.endswith(".gz"):
            with gzip.GzipFile(fileobj=raw) as unpacked:
                yield _Bounded(unpacked, file, file.stat().st_size)
        else:
            yield raw


@contextmanager
def _from_archive(raw: BinaryIO, file: Path) -> Iterator[ByteStream]:
    try:
        with zipfile.ZipFile(raw) as archive:
            entry = _gedcom_in(archive, file)
            if entry.file_size > _most(entry.compress_size):
                raise _bomb(file, entry.file_size)
            with archive.open(entry) as unpacked:
                yield _Bounded(unpacked, file, entry.compress_size)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, zlib.error) as error:
        raise BadInput(
            f"{file.name} cannot be unpacked: {error}",
            hint="Unpack it yourself and import the .ged file in it.",
            values={"path": str(file)},
        ) from error


def _gedcom_in(archive: zipfile.ZipFile, file: Path) -> zipfile.ZipInfo:
    entries = archive.infolist()
    if len(entries) > _MOST_ENTRIES:
        raise BadInput(f"{file.name} holds {len(entries):,} files", hint="Import the .ged file in it by itself.")
    found = [one for one in entries if one.filename.lower() == _MAIN]
    found = found or [one for one in entries if one.filename.lower().endswith(PLAIN)]
    if len(found) != 1:
        what = "no GEDCOM file" if not found else f"{len(found)} GEDCOM files, and none is called {_MAIN}"
        raise BadInput(f"{file.name} holds {what}", hint="Unpack it and import the .ged file that you mean.")
    if found[0].flag_bits & 1:
        raise BadInput(f"{file.name} is encrypted", hint="Unpack it and import the .ged file in it.")
    return found[0]


def _most(packed: int) -> int:
    return min(MOST_BYTES, max(ALWAYS_READ, packed * MOST_RATIO))


def _bomb(file: Path, size: int) -> BadInput:
    return BadInput(
        f"{file.name} unpacks to {size:,} bytes or more, which no honest archive of its size does",
        hint="It is left alone. If you trust it, unpack it yourself and import the .ged file.",
        values={"path": str(file), "bytes": size},
    )


class _Bounded:
    """A stream that raises once it has given more than its packed size allows."""

    def __init__(self, stream: ByteStream, file: Path, packed: int) -> None:
        self._stream = stream
        self._file = file
        self._most = _most(packed)
        self._given = 0

    def read(self, size: int, /) -> bytes:
        try:
            chunk = self._stream.read(size)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise BadInput(
                f"{self._file.name} cannot be unpacked: {error}", hint="Get an undamaged copy of it."
            ) from error
        self._given += len(chunk)
        if self._given > self._most:
            raise _bomb(self._file, self._given)
        return chunk
