"""Writes one batch to the store: reads it, resolves parents, writes it at once, and retries after a
conflict.

Stored entities are fetched, merged with the documents and read, which takes seconds, and other
writers may write meanwhile. So a batch carries the digests that it was based on. A store that holds
something else by then refuses it, and what has changed is fetched, merged and read again until it
fits: no write is lost, from whatever process.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from claimtree.deadlines import check
from claimtree.errors import Contended, StoreConflict, StoreError
from claimtree.indexing.build_entities import Built
from claimtree.indexing.changes import Changes, Pending, Wanted
from claimtree.indexing.check_nearness import Checked
from claimtree.indexing.make_batch import compose
from claimtree.indexing.reading import Reading
from claimtree.indexing.reading_worker import Refused
from claimtree.indexing.tally import Tally
from claimtree.model.claims import EntityId, LevelName
from claimtree.model.documents import Document
from claimtree.model.phrases import Batch, Expected, version_of

if TYPE_CHECKING:
    from claimtree.indexing.run import Indexer

MOST_TRIES: Final = 50
"""Each attempt fails only because another write succeeded: after so many the entity is flooded with
writes, and the documents are refused.
"""
LONGEST_PAUSE_S: Final = 0.2


class Writer:
    """Writes the batches of one run."""

    def __init__(
        self, indexer: Indexer, reading: Reading, tally: Tally, tell: Callable[[str], None], wanted: Wanted
    ) -> None:
        self.indexer = indexer
        self.reading = reading
        self._pack = indexer.pack
        self._store = indexer.store
        self.tally = tally
        self.tell = tell
        self.changes = Changes(indexer.pack, indexer.store, indexer.stamp, wanted, tally)
        self.waiting: list[Document] = []
        """Documents whose parents are not stored yet."""
        self.last = False
        """True when no more documents will come, so that a missing parent stays missing."""
        self.waiting_levels: dict[EntityId, LevelName] = {}
        self._levels: dict[EntityId, LevelName] = {}
        """Levels of parents that are known to be stored."""

    def read_ahead(self, batch: Sequence[Document]) -> None:
        """Have documents read that `write` is given later. Those that seem unchanged are left out, and
        those that will wait for their parents.
        """
        pending = self.changes.ahead(batch)
        here = {one.merged.id for one in pending}
        parents = {parent for one in pending if (parent := one.merged.parent) is not None} - here
        absent = {id for id in parents if id not in self._levels and not self.reading.is_ahead(id)}
        absent -= self._store.digests(sorted(absent)).keys()
        self.reading.read_ahead(one for one in pending if one.merged.parent not in absent)

    def write(self, batch: Sequence[Document]) -> None:
        """Store the documents, or report why not."""
        ready = self._prepare(batch, others=())
        tries = 0
        while ready:
            left, overtaken = self._put(ready)
            if not overtaken:
                return
            tries += 1
            if tries < MOST_TRIES:
                time.sleep(random.uniform(0, min(LONGEST_PAUSE_S, 0.005 * tries)))
                documents = [document for pending in overtaken for document in pending.documents]
                again = self._prepare(documents, others=left)
                ready = sorted((*left, *again), key=lambda one: self._pack.hierarchy.depth_of(one.merged.level))
                continue
            for pending in overtaken:
                reason = f"{pending.merged.id!r} is being changed by others all the time"
                self.tally.refuse(pending.documents, reason, "Try again in a moment.", Contended)
                left = self._without_family(left, pending)
            ready = left

    def _prepare(self, batch: Sequence[Document], *, others: Sequence[Pending]) -> list[Pending]:
        """Returns the entities that the documents change, read and ready to be written together
        with those in `others`.
        """
        ready: list[Pending] = []
        taken = {id for pending in others for id in pending.ids}
        for pending, built in self._read(self._with_parents(self.changes.of(batch), others)):
            if not isinstance(built, Built):
                self.tally.refuse(pending.documents, built.message, built.hint)
                continue
            pending.built = built
            twice = sorted(pending.ids & taken)
            if twice:
                self.tally.refuse(pending.documents, f"{twice[0]!r} is already an entity", "Give it another id.")
                continue
            taken |= pending.ids
            ready.append(pending)
        return ready

    def _read(self, waiting: Sequence[Pending]) -> Iterator[tuple[Pending, Built | Refused]]:
        """Yields each with what its documents say, or why they cannot be read, in order."""
        for number, (pending, built) in enumerate(zip(waiting, self.reading.whole(waiting), strict=True), 1):
            yield pending, built
            self.tell(f"reading: {number} of {len(waiting)}")

    def has_parent(self, pending: Pending) -> bool:
        """True if the parent that an entity names is stored; otherwise it waits, or is refused."""
        return bool(self._with_parents([pending], ()))

    def _with_parents(self, changed: Sequence[Pending], others: Sequence[Pending]) -> list[Pending]:
        """Returns those whose parent exists; the others wait, or are refused when nothing more will
        come.
        """
        hierarchy = self._pack.hierarchy
        wanted = {parent for pending in changed if (parent := pending.merged.parent) is not None}
        for item in self._store.get(sorted(wanted - self._levels.keys())):
            self._levels[item.entity.id] = item.entity.level
        here = {pending.merged.id: pending.merged.level for pending in others}
        found: list[Pending] = []
        for pending in changed:
            merged, parent = pending.merged, pending.merged.parent
            expected = hierarchy.parent(merged.level)
            entity = f"{merged.level} {merged.id!r}"
            actual = (here.get(parent) or self._levels.get(parent)) if parent is not None else None
            if parent is None:
                if hierarchy.depth_of(merged.level) > hierarchy.depth_of(hierarchy.answers):
                    self.tally.refuse(pending.documents, f"{entity} has no parent; it needs a {expected}")
                    continue
            elif parent == merged.id:
                self.tally.refuse(pending.documents, f"{entity} is its own parent")
                continue
            elif expected is None:
                self.tally.refuse(
                    pending.documents, f"{entity} is at the top level and cannot have the parent {parent!r}"
                )
                continue
            elif actual is None and not self.last:
                self.waiting += pending.documents
                continue
            elif actual != expected:
                self._refuse_orphan(pending, parent, actual or self.waiting_levels.get(parent), expected)
                continue
            here[merged.id] = merged.level
            found.append(pending)
        return found

    def _refuse_orphan(self, pending: Pending, parent: EntityId, actual: LevelName | None, expected: LevelName) -> None:
        entity = f"{pending.merged.level} {pending.merged.id!r}"
        if actual is None or actual == expected:
            self.tally.refuse(
                pending.documents,
                f"{entity} has the parent {parent!r}, which does not exist",
                f"Index the {expected} {parent!r} too, or leave the parent out.",
            )
        else:
            # Two entities that name each other as parents end here as well: a cycle needs a wrong
            # level somewhere.
            self.tally.refuse(
                pending.documents, f"{entity} has the parent {parent!r}, which is a {actual}, not a {expected}"
            )

    def _without_taken_ids(self, ready: Sequence[Pending]) -> tuple[list[Pending], Expected]:
        """Returns those whose parts do not take the id of an entity with its own document, and the
        stored digests of all that they would write, which the store compares.
        """
        parts = [item.entity.id for pending in ready for item in pending.items if item.entity.id != pending.merged.id]
        there = self._store.digests(parts)
        found: list[Pending] = []
        expected: dict[EntityId, str | None] = {}
        for pending in ready:
            own = sorted(pending.ids - {pending.merged.id})
            taken = next((id for id in own if there.get(id)), None)
            if taken is not None:
                self.tally.refuse(pending.documents, f"{taken!r} is already an entity", "Give it another id.")
                continue
            found.append(pending)
            expected |= {id: there.get(id) for id in own} | {pending.merged.id: pending.stored_digest}
        return found, expected

    def _put(self, ready: Sequence[Pending]) -> tuple[list[Pending], list[Pending]]:
        """Write them all. If another writer has changed some since they were read, nothing is
        written; returns those that are unchanged, and those that are not.

        One that the store refuses is reported, and the rest is tried again without it: it is in
        neither list.
        """
        left, expected = self._without_taken_ids(ready)
        while left:
            check()
            checked = self.indexer.nearness.check([item for pending in left for item in pending.items])
            batch = compose(
                checked.items,
                pack=self._pack,
                store=self._store,
                embedder=self.indexer.embedder,
                precomputer=self.indexer.precomputer,
                before_embedding=lambda count: self.tell(f"embedding {count} phrases"),
            )
            ids = {id for pending in left for id in pending.ids}
            based_on = {id: digest for id, digest in expected.items() if id in ids}
            try:
                self._store.put(replace(batch, expected=based_on, measured_with=checked.version))
            except StoreConflict as conflict:
                overtaken = [pending for pending in left if pending.ids & conflict.ids]
                if overtaken:
                    return [pending for pending in left if not pending.ids & conflict.ids], overtaken
                continue  # places were loaded: nearby facts are measured again
            except StoreError as error:
                blamed = error.values.get("id")
                rejected = next((pending for pending in left if blamed in pending.ids), None)
                # A full disk or an unreachable store is not the document's fault: the run ends.
                if type(error) is not StoreError or rejected is None:
                    raise
                self.tally.refuse(rejected.documents, error.message, error.hint)
                left = self._without_family(left, rejected)
                continue
            self.count([pending.built for pending in left], batch, checked)
            self.tally.indexed += sum(len(pending.documents) for pending in left)
            for pending in left:
                version = version_of(pending.digest)
                self.tally.note_version(pending.merged.id, version)
                self.changes.wrote(pending.merged.id, version)
            break
        return [], []

    def count(self, written: Sequence[Built], batch: Batch, checked: Checked) -> None:
        """Count what a batch wrote."""
        tally = self.tally
        tally.claims += sum(len(item.claims) for item in batch.entities)
        tally.phrases += len(batch.phrases)
        tally.verified += checked.verified
        tally.contradicted += len(checked.contradicted)
        for built in written:
            tally.outranked += len(built.outranked)
            tally.disputed += len(built.disputed)
            tally.note_unread(built.unread)
            tally.note((*built.notices, *built.outranked, *built.disputed))
        tally.note((*checked.contradicted, *checked.conflicts))

    def _without_family(self, ready: Sequence[Pending], rejected: Pending) -> list[Pending]:
        """Returns what is left when one is refused: its descendants wait, or are refused with it."""
        gone = {rejected.merged.id}
        left: list[Pending] = []
        for pending in ready:
            if pending is rejected:
                continue
            if pending.merged.parent in gone:
                gone.add(pending.merged.id)
                if self.last:
                    reason = f"{pending.merged.id!r} has the parent {pending.merged.parent!r}, which was refused"
                    self.tally.refuse(pending.documents, reason)
                else:
                    self.waiting += pending.documents
            else:
                left.append(pending)
        return left
