"""Notices of providers about their last answers: sentences for the user, per thread."""

from __future__ import annotations

import threading
from typing import Protocol, runtime_checkable


class Notes(threading.local):
    """Notices that wait to be fetched. Thread-local, so that two searches never mix theirs."""

    def __init__(self) -> None:
        self._said: list[str] = []

    def add(self, *sentences: str) -> None:
        """Adds sentences, without duplicates."""
        self._said.extend(sentence for sentence in dict.fromkeys(sentences) if sentence not in self._said)

    def drain(self) -> tuple[str, ...]:
        """Returns and clears the sentences added since the last call, in order."""
        said, self._said = tuple(self._said), []
        return said


@runtime_checkable
class Telling(Protocol):
    """A provider of places that reports what its answers leave out."""

    def notices(self) -> tuple[str, ...]:
        """Returns the notices about the answers that this thread got since its last call."""


def told_by(provider: object) -> tuple[str, ...]:
    """Returns a provider's notices; empty for a provider that has none."""
    return provider.notices() if isinstance(provider, Telling) else ()
