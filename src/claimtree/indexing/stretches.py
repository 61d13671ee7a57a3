"""Writes stretches of a source that other processes read and pack: see `pack_stretch`.

Some stretches are packed ahead while one is written. What comes back as documents, or cannot be written as it is, is
written as all documents are; so the result does not depend on who read what.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

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

_AHEAD_EACH: Final = 2
"""Stretches that each process is given before the first of them is written."""


@dataclass(frozen=True, slots=True)
class _Coming:
    packing: Packing
    outcome: Future[Outcome]


class Stretches:
    """The stretches of one run that are packed."""

    def __init__(
        self, indexer: Indexer, reading: Reading, tally: Tally, write: Callable[[Iterable[Document]], None]
    ) -> None:
        """`write` writes documents as all others are."""
        self._indexer = indexer
        self._reading = reading
        self._tally = tally
        self._write_documents = write
        self._ahead: deque[_Coming] = deque()
        self.begun = False
        """True once one was taken."""

    def can_be_packed(self) -> bool:
        """True if processes read, the store takes rows, and nothing of an entity is measured while it is written."""
        indexer = self._indexer
        if not isinstance(indexer.store, PackingStore) or indexer.pack.places is not None:
            return False
        return self._reading.started()

    def take(self, stretch: Stretch) -> None:
        """Have a stretch packed, and write those before it that are due."""
        self.begun = True
        store = self._indexer.store
        assert isinstance(store, PackingStore)
        stored = store.digests(stretch.ids)
        packing = Packing(stretch=stretch, stored=stored, stamp=self._indexer.stamp, packer=store.packer)
        self._ahead.append(_Coming(packing, self._reading.pack(packing)))
        while len(self._ahead) > _AHEAD_EACH * self._indexer.processes:
            self._write_next()

    def flush(self) -> None:
        """Write all that were taken."""
        while self._ahead:
            self._write_next()

    def drop(self) -> None:
        """Leave what is packed ahead to the next run."""
        for one in self._ahead:
            one.outcome.cancel()
        self._ahead.clear()

    def _write_next(self) -> None:
        check()
        coming = self._ahead.popleft()
        packed = coming.outcome.result()
        self._reading.keep_vectors()
        if not isinstance(packed, PackedStretch) or not self._written(packed):
            self._write_documents(coming.packing.stretch.documents())
            return
        for id in packed.unchanged:
            self._tally.unchanged += 1
            self._tally.note_version(id, version_of(coming.packing.stored[id]))
        if packed.others:
            self._write_documents(packed.others)

    def _written(self, packed: PackedStretch) -> bool:
        """True if the new entities of a stretch are written; False if they have to be written one by one."""
        indexer, tally = self._indexer, self._tally
        assert isinstance(indexer.store, PackingStore)
        others = embedded_closure(
            {phrase.id: phrase for phrase in packed.phrases},
            pack=indexer.pack,
            store=indexer.store,
            embedder=indexer.embedder,
            precomputer=indexer.precomputer,
            before_embedding=lambda count: None,
        )
        try:
            new = indexer.store.put_packed(PackedBatch(entities=packed.entities, names=packed.names, others=others))
        except StoreConflict:
            return False
        except StoreError as error:
            # As for a batch: a full disk or an unreachable store ends the run.
            if type(error) is not StoreError:
                raise
            return False
        tally.indexed += len(packed.entities.ids)
        tally.claims += packed.claims
        tally.phrases += new
        tally.outranked += packed.outranked
        tally.disputed += packed.disputed
        tally.note_unread(packed.unread)
        tally.note(packed.notices)
        for id, digest in zip(packed.entities.ids, packed.entities.digests, strict=True):
            tally.note_version(id, version_of(digest))
        return True
