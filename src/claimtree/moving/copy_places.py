"""Copies the gazetteer of one store to another."""

from __future__ import annotations

from typing import Final

from claimtree.ports import PlaceStore

AT_ONCE: Final = 2_000


def copy_places(source: PlaceStore, target: PlaceStore) -> bool:
    """Make the target's places equal to the source's. Returns True if anything had to be changed.

    Whether nearby facts were measured with these places is recorded by the target itself.
    """
    wanted = {place.id: place for place in source.places()}
    there = {place.id: place for place in target.places()}
    missing = [place for id, place in wanted.items() if there.get(id) != place]
    for start in range(0, len(missing), AT_ONCE):
        target.put_places(missing[start : start + AT_ONCE])
    gone = target.remove_places(there.keys() - wanted.keys())
    return bool(missing or gone)
