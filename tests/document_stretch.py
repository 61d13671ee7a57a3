"""A stretch of documents that other processes can read."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from claimtree.model.claims import EntityId
from claimtree.model.documents import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentStretch:
    """Some documents; reading them ends a process other than `owner` where that is asked for."""

    held: tuple[Document, ...]
    owner: int = 0
    deadly: bool = False

    @property
    def ids(self) -> Sequence[EntityId]:
        return [one.id for one in self.held]

    def documents(self) -> Iterator[Document]:
        if self.deadly and os.getpid() != self.owner:
            os.kill(os.getpid(), signal.SIGKILL)
        yield from self.held


def in_stretches(documents: Sequence[Document], size: int) -> Iterator[DocumentStretch]:
    """Yields the documents, so many in each stretch."""
    for at in range(0, len(documents), size):
        yield DocumentStretch(held=tuple(documents[at : at + size]), owner=os.getpid())
