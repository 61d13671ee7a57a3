"""Loads places into a store, and updates the entities that are stored."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from claimtree.errors import BadRecord
from claimtree.indexing.assign_areas import assign_areas
from claimtree.indexing.interrupts import InterruptGuard
from claimtree.indexing.remeasure import remeasure
from claimtree.model.pack import Pack
from claimtree.model.places import Place, PlaceId, PlaceKind
from claimtree.ports import PlaceStore

AT_ONCE: Final = 2_000
"""Places written in one transaction."""
MOST_BAD: Final = 1_000

ReportProgress = Callable[[int, str], None]
"""Called with the number of records done and a message."""


@dataclass(frozen=True, kw_only=True)
class PlacesReport:
    """The result of loading or removing places."""

    loaded: int = 0
    kinds: Mapping[PlaceKind, int] = field(default_factory=dict)
    skipped: int = 0
    bad: tuple[BadRecord, ...] = ()
    """Why records could not be used; the first thousand."""
    measured: int = 0
    """Entities whose nearby facts were measured again."""
    seconds: float = 0.0
    interrupted: bool = False
    notices: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.skipped and not self.interrupted


def load_places(
    records: Iterable[Place | BadRecord],
    store: PlaceStore,
    pack: Pack,
    *,
    progress: ReportProgress = lambda done, message: None,
) -> PlacesReport:
    """Store all places, then measure nearby facts of every entity for the kinds that changed.
    Unchanged places are not written.

    A bad record is reported and skipped. After an interruption what was written stays, and loading
    again finishes it.
    """
    started = time.perf_counter()
    began = store.places_version()
    behind = store.measured_version() != began
    writes = 0
    counts: Counter[PlaceKind] = Counter()
    bad: list[BadRecord] = []
    skipped = 0
    batch: list[Place] = []
    known = {place.id: place for place in store.places()}
    touched: set[PlaceKind] = set()

    def flush() -> None:
        nonlocal writes
        fresh = [place for place in batch if known.get(place.id) != place]
        if fresh:
            store.put_places(fresh)
            writes += 1
            touched.update(place.kind for place in fresh)
            touched.update(known[place.id].kind for place in fresh if place.id in known)
        counts.update(place.kind for place in batch)
        batch.clear()
        progress(counts.total() + skipped, "loading")

    with InterruptGuard() as guard:
        for record in records:
            if isinstance(record, BadRecord):
                skipped += 1
                if len(bad) < MOST_BAD:
                    bad.append(record)
                continue
            batch.append(record)
            if len(batch) >= AT_ONCE:
                flush()
            if guard.interrupted:
                break
        flush()
        measured = 0
        if not guard.interrupted:
            # If another process loaded places too, their kinds are not known.
            alone = store.places_version() == began + writes
            measured = measure(store, pack, kinds=touched if alone and not behind else None, progress=progress)
    return PlacesReport(
        loaded=counts.total(),
        kinds=dict(counts),
        skipped=skipped,
        bad=tuple(bad),
        measured=measured,
        seconds=time.perf_counter() - started,
        interrupted=bool(guard.interrupted),
        notices=tuple(getattr(records, "notices", ())),
    )


def remove_places(
    store: PlaceStore, pack: Pack, ids: Iterable[PlaceId], *, progress: ReportProgress = lambda done, message: None
) -> tuple[int, int]:
    """Remove places and measure again. Returns how many were removed, and how many entities were
    measured.
    """
    wanted = set(ids)
    touched = {place.kind for place in store.places() if place.id in wanted}
    began = store.places_version()
    behind = store.measured_version() != began
    gone = store.remove_places(wanted)
    if not gone:
        return 0, 0
    alone = store.places_version() == began + 1
    return gone, measure(store, pack, kinds=touched if alone and not behind else None, progress=progress)


def measure(
    store: PlaceStore,
    pack: Pack,
    *,
    kinds: Collection[PlaceKind] | None = None,
    progress: ReportProgress = lambda done, message: None,
) -> int:
    """Measure nearby facts of every entity, for all kinds or for some, if the pack has places; and
    assign homes without a named area to the one that they lie in.
    """
    if pack.places is None or (kinds is not None and not kinds):
        return 0
    done = remeasure(
        store,
        pack.places,
        kinds=kinds,
        progress=lambda done, total: progress(done, f"measuring {done:,} of {total:,} entities"),
    )
    assign_areas(store, pack)
    return done
