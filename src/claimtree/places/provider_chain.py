"""Several who know places, asked one after the other: the gazetteer, then Google.

The first that knows a name for sure answers. A guess (a name that is only like the one asked for) waits while the
others are asked, and stands if nobody knows better. Whoever fails is passed over and told about: a search goes on
without it, and says so.
"""

from __future__ import annotations

from collections.abc import Sequence

from claimtree.errors import PlacesError
from claimtree.geo import Point
from claimtree.model.places import Candidate, Place
from claimtree.places.provider_notices import Notes, told_by
from claimtree.ports import Places

SURE = 0.9
"""From this likeness on, a name is the one that was asked for, or as good as: an alias, a part, one wrong letter."""


class Chain:
    """Providers in the order in which they are asked. It is one itself, and never fails. Threads may share it."""

    def __init__(self, providers: Sequence[Places], *, sure: float = SURE) -> None:
        self.providers = tuple(providers)
        self._sure = sure
        self._notes = Notes()

    @property
    def name(self) -> str:
        """ "gazetteer, google"."""
        return ", ".join(provider.name for provider in self.providers)

    def named(self, name: str, *, near: Point | None = None, kind: str = "", limit: int = 10) -> tuple[Candidate, ...]:
        """What the first provider says that is sure; else what all of them guess, the likest first.

        Empty where nobody knows the name, and where nobody could be asked: `notices` tells the two apart.
        """
        guesses: list[Candidate] = []
        for provider in self.providers:
            try:
                found = provider.named(name, near=near, kind=kind, limit=limit)
            except PlacesError as error:
                self._failed(error)
                continue
            finally:
                self._notes.add(*told_by(provider))
            if any(one.likeness >= self._sure for one in found):
                return found
            guesses += found
        return tuple(sorted(guesses, key=lambda one: -one.likeness)[:limit])

    def of_kind(self, kind: str, *, around: Point, radius_m: float, limit: int = 200) -> tuple[Place, ...] | None:
        """What the first provider says that knows the kind.

        None where nobody knows it and where nobody could be asked; never empty for that: it would mean there are none.
        """
        for provider in self.providers:
            try:
                found = provider.of_kind(kind, around=around, radius_m=radius_m, limit=limit)
            except PlacesError as error:
                self._failed(error)
                continue
            finally:
                self._notes.add(*told_by(provider))
            if found is not None:
                return found
        return None

    def notices(self) -> tuple[str, ...]:
        """What went wrong, and what the answers leave out, since this thread last asked for it."""
        return self._notes.drain()

    def close(self) -> None:
        """Let go of the providers' files and connections."""
        for provider in self.providers:
            closing = getattr(provider, "close", None)
            if closing is not None:
                closing()

    def _failed(self, error: PlacesError) -> None:
        self._notes.add(f"{error.message.rstrip('.')}. {error.hint}".rstrip())
