"""Notices of providers about their last answers, per thread."""

from __future__ import annotations

import threading
from typing import Protocol, runtime_checkable

from claimtree.model.notices import Notice


class Notes(threading.local):
    """Notices that wait to be fetched. Thread-local, so that two searches never mix theirs."""

    def __init__(self) -> None:
        self._pending: list[Notice] = []

    def add(self, *notices: Notice) -> None:
        """Adds notices, without duplicates."""
        self._pending.extend(one for one in dict.fromkeys(notices) if one not in self._pending)

    def drain(self) -> tuple[Notice, ...]:
        """Returns and clears the notices added since the last call, in order."""
        pending, self._pending = tuple(self._pending), []
        return pending


@runtime_checkable
class ReportsNotices(Protocol):
    """A provider of places that reports what its answers leave out."""

    def notices(self) -> tuple[Notice, ...]:
        """Returns the notices about the answers that this thread got since its last call."""


def notices_of(provider: object) -> tuple[Notice, ...]:
    """Returns a provider's notices; empty for a provider that has none."""
    return provider.notices() if isinstance(provider, ReportsNotices) else ()
