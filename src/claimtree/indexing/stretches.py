"""Writes stretches of a source that other processes read and pack: see `pack_stretch`.

Some stretches are packed ahead while one is written. What comes back as documents, or cannot be written as it is, is
written as all documents are; so the result does not depend on who read what.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from claimtree.deadlines import check
from claimtree.errors import StoreConflict, StoreError
from claimtree.indexing.make_batch import embedded_closure
from claimtree.indexing.pack_stretch import PackedStretch, Packing, Stretch
from claimtree.indexing.reading import Reading
from claimtree.indexing.reading_processes import Outcome
from claimtree.indexing.tally import Tally
from claimtree.model.documents import Document
from claimtree.model.packed import PackedBatch
from claimtree.model.phrases import version_of
from claimtree.ports import PackingStore

if TYPE_CHECKING:
    from claimtree.indexing.run import Indexer

_TOGETHER: Final = 5_000
"""Entities from which on packed stretches are written: every transaction writes each page of an index that it touches
once, and names touch them all."""
_AHEAD: Final = 10_000
"""Entities that are packed ahead, so that nobody waits while some are written."""


@dataclass(frozen=True, slots=True)
class _Coming:
    packing: Packing
    outcome: Future[Outcome]


class Run(Protocol):
    """The run that stretches belong to. It is given with each call and not kept, since it has the stretches: a cycle
    of objects would hold a store and its locks until garbage is collected."""

    def take_all(self, documents: Iterable[Document]) -> None:
        """Write documents as all others are."""

    def tell_counts(self) -> None:
        """Tell how far the run is."""


class Stretches:
    """The stretches of one run that are packed."""

    def __init__(self, indexer: Indexer, reading: Reading, tally: Tally) -> None:
        self._indexer = indexer
        self._reading = reading
        self._tally = tally
        self._ahead: deque[_Coming] = deque()
        self._entities_ahead = 0
        self._packed: list[tuple[Packing, PackedStretch]] = []
        """What is to be written together."""
        self.begun = False
        """True once one was taken."""

    def can_be_packed(self) -> bool:
        """True if processes read, the store takes rows, and nothing of an entity is measured while it is written."""
        indexer = self._indexer
        if not isinstance(indexer.store, PackingStore) or indexer.pack.places is not None:
            return False
        return self._reading.started()

    def take(self, stretch: Stretch, run: Run) -> None:
        """Have a stretch packed, and write those before it that are due."""
        self.begun = True
        store = self._indexer.store
        assert isinstance(store, PackingStore)
        stored = store.digests(stretch.ids)
        packing = Packing(stretch=stretch, stored=stored, stamp=self._indexer.stamp, packer=store.packer)
        self._ahead.append(_Coming(packing, self._reading.pack(packing)))
        self._entities_ahead += len(stretch.ids)
        while self._entities_ahead > _AHEAD:
            self._receive_next(run)

    def flush(self, run: Run) -> None:
        """Write all that were taken."""
        while self._ahead:
            self._receive_next(run)
        self._write_packed(run)

    def drop(self) -> None:
        """Leave what is packed ahead to the next run."""
        for one in self._ahead:
            one.outcome.cancel()
        self._ahead.clear()
        self._packed = []

    def _receive_next(self, run: Run) -> None:
        check()
        coming = self._ahead.popleft()
        self._entities_ahead -= len(coming.packing.stretch.ids)
        packed = coming.outcome.result()
        self._reading.keep_vectors()
        if not isinstance(packed, PackedStretch):
            run.take_all(coming.packing.stretch.documents())
            return
        self._packed.append((coming.packing, packed))
        if sum(len(packing.stretch.ids) for packing, _ in self._packed) >= _TOGETHER:
            self._write_packed(run)

    def _write_packed(self, run: Run) -> None:
        """Write what was packed: together, or stretch by stretch where one of them cannot be written."""
        packed, self._packed = self._packed, []
        if not packed:
            return
        together = self._written([one for _, one in packed])
        for packing, one in packed:
            if not together and not self._written([one]):
                run.take_all(packing.stretch.documents())
                continue
            for id in one.unchanged:
                self._tally.unchanged += 1
                self._tally.note_version(id, version_of(packing.stored[id]))
            if one.others:
                run.take_all(one.others)
        run.tell_counts()

    def _written(self, packed: Sequence[PackedStretch]) -> bool:
        """True if the new entities of these stretches are written; False if not even one of them is."""
        indexer, tally = self._indexer, self._tally
        if not any(one.entities.ids for one in packed):
            return True
        assert isinstance(indexer.store, PackingStore)
        others = embedded_closure(
            {phrase.id: phrase for one in packed for phrase in one.phrases},
            pack=indexer.pack,
            store=indexer.store,
            embedder=indexer.embedder,
            precomputer=indexer.precomputer,
            before_embedding=lambda count: None,
        )
        entities = [one.entities for one in packed]
        try:
            new = indexer.store.put_packed(
                PackedBatch(entities=entities, names=[one.names for one in packed], others=others)
            )
        except StoreConflict:
            return False
        except StoreError as error:
            # As for a batch: a full disk or an unreachable store ends the run.
            if type(error) is not StoreError:
                raise
            return False
        tally.phrases += new
        for one in packed:
            tally.indexed += len(one.entities.ids)
            tally.claims += one.claims
            tally.outranked += one.outranked
            tally.disputed += one.disputed
            tally.note_unread(one.unread)
            tally.note(one.notices)
            for id, digest in zip(one.entities.ids, one.entities.digests, strict=True):
                tally.note_version(id, version_of(digest))
        return True
