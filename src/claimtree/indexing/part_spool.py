"""Spools the parts of a long document to a file while it is indexed.

A book may have a hundred thousand passages. Its parts are taken from the source once, written to a
file, and read again as often as indexing needs them; one at a time is in memory. Nothing is stored
before all of them have come, so a source that fails half-way through a document leaves nothing of
it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from claimtree.model.claims import Facet, LevelName
from claimtree.model.documents import Document, Part

FAMILY: Final = 200
"""Maximum parts of a document that is read and merged as one family. One with more is long: see
`long_documents`.
"""


class SpooledParts:
    """Parts in a file, in the order in which the source yielded them."""

    def __init__(self, file: Path, parts: Iterator[Part]) -> None:
        self._file = file
        self.count = 0
        digests: dict[tuple[str, str], hashlib._Hash] = {}
        with file.open("w", encoding="utf-8") as stream:
            for part in parts:
                line = json.dumps(_encoded(part), ensure_ascii=False, sort_keys=True, allow_nan=False)
                stream.write(f"{line}\n")
                kind = part.level, part.facet or ""
                digests.setdefault(kind, hashlib.sha256()).update(f"{line}\n".encode())
                self.count += 1
        kinds = [[*kind, digest.hexdigest()] for kind, digest in sorted(digests.items())]
        self.digest = hashlib.sha256(json.dumps(kinds).encode()).hexdigest()
        """Digest of all parts. Parts of different facets are numbered separately, so their relative
        order does not matter.
        """

    def __iter__(self) -> Iterator[Part]:
        with self._file.open(encoding="utf-8") as stream:
            for line in stream:
                yield _decoded(json.loads(line))

    def discard(self) -> None:
        """Remove the file."""
        self._file.unlink(missing_ok=True)


class PartSpool:
    """The folder with the parts of the long documents of one run; created for the first of them."""

    def __init__(self) -> None:
        self._folder: TemporaryDirectory[str] | None = None
        self._made = 0

    def taken(self, document: Document) -> Document:
        """Returns the document with all its parts read: in `parts` if they are few, else spooled as
        `part_stream`.
        """
        if document.part_stream is None and len(document.parts) <= FAMILY:
            return document
        parts = chain(document.parts, document.part_stream or ())
        first = tuple(islice(parts, FAMILY + 1))
        if len(first) <= FAMILY:
            return replace(document, parts=first, part_stream=None)
        if self._folder is None:
            self._folder = TemporaryDirectory(prefix="claimtree-parts-")
        self._made += 1
        file = Path(self._folder.name) / f"{self._made}.jsonl"
        return replace(document, parts=(), part_stream=SpooledParts(file, chain(first, parts)))

    def close(self) -> None:
        """Remove the folder."""
        if self._folder is not None:
            self._folder.cleanup()


def _encoded(part: Part) -> list[object]:
    return [part.level, part.facet, part.title, part.text, dict(part.fields), part.citation]


def _decoded(line: list[object]) -> Part:
    level, facet, title, text, fields, citation = line
    assert isinstance(fields, dict)
    return Part(
        key="",
        level=LevelName(str(level)),
        facet=None if facet is None else Facet(str(facet)),
        title=str(title),
        text=str(text),
        fields={name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()},
        citation=str(citation),
    )
