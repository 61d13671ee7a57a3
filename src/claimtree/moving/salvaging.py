"""Writes what could be read from a damaged store into a new one, and names what is lost."""

from __future__ import annotations

import time
from typing import Final

from claimtree.errors import StoreError
from claimtree.model.phrases import Batch, Vectors
from claimtree.moving.copying import CopyReport
from claimtree.moving.scan import slices
from claimtree.ports import MovableStore
from claimtree.stores.sqlite.salvage import Saved

PAGE: Final = 1_000


def write_saved(saved: Saved, target: MovableStore, *, source: str) -> CopyReport:
    """Put what was salvaged into an empty store; the report's problems say what was lost."""
    started = time.perf_counter()
    about = target.info()
    if any(about.entities.values()) or about.phrases or about.places:
        raise StoreError(
            f"{about.address} holds something already",
            hint="Save into a store that is empty or does not exist yet.",
            values={"target": about.address},
        )
    none = Vectors.empty(target.identity.dimensions)
    vectors = saved.vectors or none
    for rows in slices(range(len(saved.phrases)), PAGE):
        phrases = tuple(saved.phrases[row] for row in rows)
        target.put(Batch(phrases=phrases, vectors=vectors.take(list(rows))))
    for edges in slices(saved.edges, PAGE):
        target.put(Batch(edges=tuple(edges), vectors=none))
    for places in slices(saved.places, PAGE):
        target.put_places(places)
    for entities in slices(saved.entities, PAGE):
        target.put(Batch(entities=tuple(entities), vectors=none))
    if not saved.lost:
        # Otherwise nearby facts have to be measured again, and searches carry a notice that says
        # so.
        target.set_measured_version(target.places_version())
    target.compact()
    about = target.info()
    return CopyReport(
        source=source,
        target=about.address,
        entities=about.entities,
        claims=about.claims,
        phrases=about.phrases,
        edges=about.edges,
        places=about.places,
        relations=about.relations,
        written=len(saved.entities),
        compared=0,
        problems=tuple(saved.lost),
        seconds=time.perf_counter() - started,
    )
