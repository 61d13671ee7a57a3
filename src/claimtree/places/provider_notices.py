"""Notices of providers about their last answers, per thread."""

from __future__ import annotations

import threading
from typing import Protocol, runtime_checkable

from claimtree.model.notices import Notice


class Notes(threading.local):
    """Notices that wait to be fetched. Thread-local, so that two searches never mix theirs."""

    def __init__(self) -> None:
        self._said: list[Notice] = []

    def add(self, *notices: Notice) -> None:
        """Adds notices, without duplicates."""
        self._said.extend(one for one in dict.fromkeys(notices) if one not in self._said)

    def drain(self) -> tuple[Notice, ...]:
        """Returns and clears the notices added since the last call, in order."""
        said, self._said = tuple(self._said), []
        return said


@runtime_checkable
class Telling(Protocol):
    """A provider of places that reports what its answers leave out."""

    def notices(self) -> tuple[Notice, ...]:
        """Returns the notices about the answers that this thread got since its last call."""


def told_by(provider: object) -> tuple[Notice, ...]:
    """Returns a provider's notices; empty for a provider that has none."""
    return provider.notices() if isinstance(provider, Telling) else ()
