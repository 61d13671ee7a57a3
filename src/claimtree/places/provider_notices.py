"""What a provider has to say about its last answers: sentences for the asker, by thread."""

from __future__ import annotations

import threading
from typing import Protocol, runtime_checkable


class Notes(threading.local):
    """Sentences that wait to be fetched. A thread sees only its own: two searches never mix theirs."""

    def __init__(self) -> None:
        self._said: list[str] = []

    def add(self, *sentences: str) -> None:
        """Keep sentences; one that waits already is not said twice."""
        self._said.extend(sentence for sentence in dict.fromkeys(sentences) if sentence not in self._said)

    def drain(self) -> tuple[str, ...]:
        """What was said since the last time, in order."""
        said, self._said = tuple(self._said), []
        return said


@runtime_checkable
class Telling(Protocol):
    """A provider of places that says what its answers leave out."""

    def notices(self) -> tuple[str, ...]:
        """What is to be said about the answers that this thread was given since it last asked."""


def told_by(provider: object) -> tuple[str, ...]:
    """A provider's notices; none from one that never has any."""
    return provider.notices() if isinstance(provider, Telling) else ()
