"""Copies one store to another of any kind: everything as it is, without reading or embedding it
again.

A pass goes through the source in pages and puts into the target what is missing there or differs.
So the first pass copies, a pass after an interruption continues, and a pass that finds nothing to
do is the verification. The source is only read.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from claimtree.errors import StoreConflict, StoreError
from claimtree.model.claims import EntityId, LevelName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.phrases import Batch, IndexedEntity, Vectors, phrase_of
from claimtree.moving.compare_stores import counts, differing_counts, differing_phrases
from claimtree.moving.copy_places import copy_places
from claimtree.moving.scan import pages, phrase_chunks, slices
from claimtree.ports import MovableStore

PAGE: Final = 2_000
"""Entities compared and written per batch."""
MOST_ROUNDS: Final = 8
"""Maximum number of passes over a source that keeps changing; after that the copy reports a
problem.
"""
SAMPLE: Final = 1_000
"""Entities of each level that are compared when not all are."""
NOTE: Final = "copy"
"""Name of the note in which the target records what it is a copy of."""

Progress = Callable[[int, int | None, str], None]
"""Called with the amount done, the total (None if unknown) and a message."""


class Verify(StrEnum):
    """How much of a finished copy is compared with the source. Phrases and counts always are."""

    ALL = "all"
    SAMPLE = "sample"


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyReport:
    """What one run of a copy did, and whether the target equals the source."""

    source: str
    target: str
    entities: dict[LevelName, int]
    claims: int
    phrases: int
    edges: int
    places: int
    relations: int
    written: int
    """Entities that this run wrote; the others were already in the target, unchanged."""
    compared: int
    """Entities that were compared after the last write."""
    problems: tuple[str, ...]
    """Sentences on what differs; empty if the copy is verified."""
    seconds: float

    @property
    def verified(self) -> bool:
        return not self.problems


def copy_store(
    source: MovableStore,
    target: MovableStore,
    hierarchy: Hierarchy,
    *,
    verify: Verify = Verify.ALL,
    progress: Progress = lambda done, total, message: None,
) -> CopyReport:
    """Make the target equal to the source.

    The target has to be empty, or a copy of the same source that has not been written to since.
    Writes to the source during the copy are caught up with. After an interruption the same call
    continues where it stopped.
    """
    started = time.perf_counter()
    source_address, target_address = source.info().address, target.info().address
    _check_target(target, source_address, target_address)
    target.set_note(NOTE, json.dumps({"from": source_address}))
    run = _Run(source, target, hierarchy, progress)
    try:
        return _copied(run, verify, started)
    except StoreConflict as conflict:
        raise StoreError(
            f"{target_address} was written to by another process while it was copied into: {conflict.message}",
            hint="Stop the other writers, and run the copy again: it continues where it stopped.",
            values={"source": source_address, "target": target_address},
        ) from conflict


def _copied(run: _Run, verify: Verify, started: float) -> CopyReport:
    source, target = run.source, run.target
    source_address, target_address = source.info().address, target.info().address
    problems: tuple[str, ...] = ()
    compared, busy = 0, False
    for turn in range(MOST_ROUNDS):
        before = _state(source)
        changed = run.run_pass("copying" if turn == 0 else "comparing")
        written, busy = run.written, _state(source) != before
        if busy:
            continue
        if turn and not changed and verify is Verify.ALL:
            compared = run.scanned
        elif verify is Verify.SAMPLE:
            compared = run.compare_sample()
        else:
            continue
        problems = (*differing_counts(source, target), *differing_phrases(source, target))
        if run.written == written and _state(source) == before:
            break
    else:
        problems = (
            f"{source_address} was written to all the time: stop the writers, and run the copy again"
            if busy
            else f"{target_address} does not give back what it was given, for one {run.last!r}",
        )
    target.compact()
    if not problems:
        # From now on, a write to the copy makes it differ from its source: the generation tells.
        target.set_note(NOTE, json.dumps({"from": source_address, "generation": target.generation()}))
    about = target.info()
    return CopyReport(
        source=source_address,
        target=target_address,
        entities=about.entities,
        claims=about.claims,
        phrases=about.phrases,
        edges=about.edges,
        places=about.places,
        relations=about.relations,
        written=run.written,
        compared=compared,
        problems=problems,
        seconds=time.perf_counter() - started,
    )


def _check_target(target: MovableStore, source_address: str, target_address: str) -> None:
    note = json.loads(target.note(NOTE) or "{}")
    started = note.get("from") == source_address
    untouched = note.get("generation") in (None, target.generation())
    if not any(counts(target).values()) or (started and untouched):
        return
    what = "is no copy of it"
    if started:
        what = "was written to after it had been copied from there"
    raise StoreError(
        f"{target_address} holds something already, and {what} ({source_address})",
        hint="Copy into a store that is empty or does not exist yet.",
        values={"source": source_address, "target": target_address},
    )


def _state(source: MovableStore) -> tuple[int, int, int]:
    """Returns a value that changes with every write."""
    return source.generation(), source.places_version(), source.measured_version()


@dataclass(slots=True)
class _Run:
    """The state of one call of `copy_store`."""

    source: MovableStore
    target: MovableStore
    hierarchy: Hierarchy
    progress: Progress
    written: int = 0
    last: EntityId | None = None
    """The last entity written."""
    scanned: int = 0
    sampled: dict[LevelName, list[EntityId]] = field(default_factory=dict)

    def run_pass(self, doing: str) -> bool:
        """Run one pass. Returns True if it had to change anything."""
        changed = self._phrases()
        changed = self._edges() or changed
        changed = self._places() or changed
        self.scanned, before = 0, self.written
        total = sum(self.source.info().entities.values())
        rng = random.Random(total)
        for level in self._order:
            sample: list[EntityId] = []
            at = 0
            for ids in pages(self.source, level, size=PAGE):
                self._copy_entities(ids)
                self.scanned += len(ids)
                self.progress(self.scanned, total, f"{doing} {level}: {self.written:,} written")
                for id in ids:
                    # Reservoir sampling: every entity has the same chance, however many come.
                    at += 1
                    slot = rng.randrange(at)
                    if len(sample) < SAMPLE:
                        sample.append(id)
                    elif slot < SAMPLE:
                        sample[slot] = id
            self.sampled[level] = sample
            changed = self._remove_extra(level) or changed
        return changed or self.written > before

    def compare_sample(self) -> int:
        """Compare the sampled entities and copy those that differ. Returns how many were compared."""
        for ids in self.sampled.values():
            for page in slices(ids, PAGE):
                self._copy_entities(page)
        return sum(len(ids) for ids in self.sampled.values())

    def _phrases(self) -> bool:
        changed = False
        for phrases, vectors in phrase_chunks(self.source):
            known = self.target.known_phrases([phrase.id for phrase in phrases])
            rows = [row for row, phrase in enumerate(phrases) if phrase.id not in known]
            if rows:
                self.target.put(Batch(phrases=tuple(phrases[row] for row in rows), vectors=vectors.take(rows)))
                changed = True
            self.progress(0, None, "phrases")
        return changed

    def _edges(self) -> bool:
        changed = False
        for phrases, _ in phrase_chunks(self.source):
            ids = [phrase.id for phrase in phrases]
            there = {(edge.derived, edge.base): edge for edge in self.target.edges(ids)}
            missing = [edge for edge in self.source.edges(ids) if there.get((edge.derived, edge.base)) != edge]
            if missing:
                self.target.put(Batch(vectors=self._no_vectors, edges=tuple(missing)))
                changed = True
        return changed

    def _places(self) -> bool:
        behind = self.source.measured_version() != self.source.places_version()
        changed = copy_places(self.source, self.target)
        version = self.target.places_version()
        measured = version - 1 if behind else version
        if self.target.measured_version() != measured:
            self.target.set_measured_version(measured)
        return changed

    def _copy_entities(self, ids: Sequence[EntityId]) -> None:
        """Put those of the source's entities into the target that are missing there or differ."""
        there = {item.entity.id: item for item in self.target.get(ids)}
        wanted = [item for item in self.source.get(ids) if there.get(item.entity.id) != item]
        moved = [
            item.entity.id
            for item in wanted
            if item.entity.id in there and there[item.entity.id].entity.level != item.entity.level
        ]
        if moved:
            self.target.remove(moved, expected={id: there[id].digest for id in moved})
        if not wanted:
            return
        # Replacing an entity removes the parts that are not in the batch; a cluster also writes an
        # entity and its parts most efficiently together.
        replaced = [item.entity.id for item in wanted if item.entity.id in there]
        items = {item.entity.id: item for item in (*self._missing_above(wanted), *wanted, *self._parts(replaced))}
        self._copy_new_phrases(items.values())
        ordered = self._without_orphans(items)
        if ordered:
            known = {id: item.digest for id, item in there.items() if id not in moved}
            scanned = {item.entity.id: known.get(item.entity.id) for item in wanted if item.entity.id in items}
            self.target.put(Batch(entities=tuple(ordered), vectors=self._no_vectors, expected=scanned))
            self.written += len(ordered)
            self.last = wanted[-1].entity.id

    def _without_orphans(self, items: dict[EntityId, IndexedEntity]) -> list[IndexedEntity]:
        """Returns the items, parents before children, without those whose parent has been removed
        from the source since they were read.
        """
        above = {item.entity.parent for item in items.values() if item.entity.parent is not None} - items.keys()
        there = set(self.target.digests(above))
        kept: list[IndexedEntity] = []
        for item in sorted(items.values(), key=lambda item: self.hierarchy.depth_of(item.entity.level)):
            if item.entity.parent is None or item.entity.parent in there:
                there.add(item.entity.id)
                kept.append(item)
        return kept

    def _missing_above(self, items: Iterable[IndexedEntity]) -> list[IndexedEntity]:
        """Returns all ancestors of the items that the target lacks."""
        found: list[IndexedEntity] = []
        parents = {item.entity.parent for item in items if item.entity.parent is not None}
        while missing := parents - self.target.digests(parents).keys():
            above = self.source.get(sorted(missing))
            found += above
            parents = {item.entity.parent for item in above if item.entity.parent is not None}
        return found

    def _parts(self, ids: Sequence[EntityId]) -> list[IndexedEntity]:
        """Returns all descendants of these entities."""
        found: list[IndexedEntity] = []
        while ids:
            below = self.source.get([part for id in ids for part in self.source.children(id)])
            found += [item for item in below if item.entity.owner is not None]
            ids = [item.entity.id for item in below]
        return found

    def _copy_new_phrases(self, items: Iterable[IndexedEntity]) -> None:
        """Copy phrases that were written after this pass had copied the phrases."""
        phrases = {phrase_of(claim) for item in items for claim in item.claims}
        if phrases - self.target.known_phrases(phrases):
            self._phrases()
            self._edges()

    def _remove_extra(self, level: LevelName) -> bool:
        """Remove from the target what the source no longer has. Returns True if anything was
        removed.
        """
        if self.source.info().entities[level] == self.target.info().entities[level]:
            return False
        gone = 0
        for ids in pages(self.target, level, size=PAGE):
            there = self.target.digests(ids)
            strange = there.keys() - self.source.digests(ids).keys()
            gone += self.target.remove(strange, expected={id: there[id] for id in strange})
        return bool(gone)

    @property
    def _order(self) -> tuple[LevelName, ...]:
        """The levels above the answers, then the deepest level upwards: parts bring their ancestors
        along.
        """
        return (*self.hierarchy.above, *reversed(self.hierarchy.below), self.hierarchy.answers)

    @property
    def _no_vectors(self) -> Vectors:
        return Vectors.empty(self.target.identity.dimensions)
