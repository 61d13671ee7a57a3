"""A chain of providers, called one after the other: the gazetteer, then for example Google.

The first provider that knows a name for sure answers. A guess (a name that is only similar) is held
while the other providers are called, and is used if none of them is sure. A provider that fails is
skipped with a notice: the search goes on without it.
"""

from __future__ import annotations

from collections.abc import Sequence

from claimtree.errors import PlacesError
from claimtree.geo import Point
from claimtree.model.notices import Notice, NoticeCode, notice
from claimtree.model.places import Candidate, Place
from claimtree.places.provider_notices import Notes, notices_of
from claimtree.ports import Places

SURE = 0.9
"""From this likeness on, a name counts as the one asked for: an alias, a part, one wrong letter."""


class ProviderChain:
    """Providers in the order in which they are called. Is itself a provider, and never fails.
    Thread-safe."""

    def __init__(self, providers: Sequence[Places], *, sure: float = SURE) -> None:
        self.providers = tuple(providers)
        self._sure = sure
        self._notes = Notes()

    @property
    def name(self) -> str:
        """The providers' names ("gazetteer, google")."""
        return ", ".join(provider.name for provider in self.providers)

    def named(self, name: str, *, near: Point | None = None, kind: str = "", limit: int = 10) -> tuple[Candidate, ...]:
        """Returns the first sure answer; otherwise the guesses of all providers, most similar
        first.

        Empty if no provider knows the name, or none could be reached: `notices` tells the two
        apart.
        """
        guesses: list[Candidate] = []
        for provider in self.providers:
            try:
                found = provider.named(name, near=near, kind=kind, limit=limit)
            except PlacesError as error:
                self._failed(error)
                continue
            finally:
                self._notes.add(*notices_of(provider))
            if any(one.likeness >= self._sure for one in found):
                return found
            guesses += found
        return tuple(sorted(guesses, key=lambda one: -one.likeness)[:limit])

    def of_kind(self, kind: str, *, around: Point, radius_m: float, limit: int = 200) -> tuple[Place, ...] | None:
        """Returns the answer of the first provider that knows the kind.

        None if no provider knows it, or none could be reached; never empty in that case, which
        would mean that there are no such places.
        """
        for provider in self.providers:
            try:
                found = provider.of_kind(kind, around=around, radius_m=radius_m, limit=limit)
            except PlacesError as error:
                self._failed(error)
                continue
            finally:
                self._notes.add(*notices_of(provider))
            if found is not None:
                return found
        return None

    def notices(self) -> tuple[Notice, ...]:
        """Returns failures, and what the answers leave out, since the last call in this thread."""
        return self._notes.drain()

    def close(self) -> None:
        """Closes the providers' files and connections."""
        for provider in self.providers:
            closing = getattr(provider, "close", None)
            if closing is not None:
                closing()

    def _failed(self, error: PlacesError) -> None:
        problem = f"{error.message.rstrip('.')}. {error.hint}".rstrip()
        self._notes.add(notice(NoticeCode.PROVIDER_FAILED, problem=problem))
