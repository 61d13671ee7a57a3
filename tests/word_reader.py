"""A reader that other processes open as well: it makes a claim of each word, and may end its process."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass

from claimtree.errors import ReadError
from claimtree.indexing.reading_worker import OpenedReader
from claimtree.model.claims import Claim
from claimtree.model.hierarchy import Entity
from claimtree.model.pack import Pack
from claimtree.models.cached import Computed
from claimtree.models.hashed import HashedEmbedder
from claimtree.ports import DocumentReading, QueryReading


@dataclass(frozen=True, kw_only=True)
class WordReader:
    """Reads each word as a claim; a few of them do harm to a process other than `owner`."""

    pack: Pack
    owner: int
    """The process that indexes."""
    version: str = "1"

    def read_query(self, text: str) -> QueryReading:
        return QueryReading(claims=())

    def read_document(self, text: str, *, about: Entity, source: str) -> DocumentReading:
        if "unreadable" in text:
            raise ReadError(f"{about.id} cannot be read", hint="Write it again.", values={"id": about.id})
        if os.getpid() != self.owner:
            if "deadly" in text:
                os.kill(os.getpid(), signal.SIGKILL)
            if "confusing" in text:
                raise ZeroDivisionError
            sys.stdout.write("this must not get between the answers")
        claims = [
            Claim(
                text=word[0], pattern=word[0], type=self.pack.default_type, level=about.level, quote=word[0],
                source=source, start=word.start(), end=word.end(),
            )
            for word in re.finditer(r"\w+", text)
        ]  # fmt: skip
        return DocumentReading(claims=tuple(claims))


@dataclass(frozen=True, kw_only=True)
class WordReaderOpener:
    """Opens a `WordReader`."""

    reader: WordReader
    secret: Callable[[], None] | None = None
    """Whatever cannot be pickled."""

    def open(self, computed: Computed) -> OpenedReader:
        return OpenedReader(pack=self.reader.pack, reader=self.reader, embedder=HashedEmbedder(16))
