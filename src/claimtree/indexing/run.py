"""A run of the indexer: documents in batches, each batch one transaction.

A batch is merged with what is stored, read, deduplicated, expanded, embedded and written. What was written stays;
a document that is stored unchanged is skipped. So a run that was interrupted, or that a full disk ended, is
continued by running it again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence, Sized
from contextlib import nullcontext
from typing import Final

from claimtree.errors import BadInput, BadRecord, IndexMismatch, StaleVersion, StoreConflict
from claimtree.indexing.assign_areas import place_homes
from claimtree.indexing.batch_size import Pace
from claimtree.indexing.batch_writer import Writer
from claimtree.indexing.build import Builder
from claimtree.indexing.changes import READ_AGAIN, Wanted, is_one_of, stale_reason
from claimtree.indexing.interrupts import Patience
from claimtree.indexing.nearness import Nearness
from claimtree.indexing.report import IndexReport
from claimtree.indexing.tally import Tally
from claimtree.model.claims import EntityId
from claimtree.model.columns import ColumnsReport
from claimtree.model.documents import Document
from claimtree.model.pack import Pack
from claimtree.packs.listings import Records
from claimtree.ports import Embedder, Gathering, PlaceStore, Reader, Store
from claimtree.search.precompute import Foreseeing

FORMAT: Final = 4
"""Raised when documents have to be read again although nothing in them changed."""
MAX_BATCH_TEXT: Final = 4_000_000
"""Characters; a batch of very long documents is written before it is full."""

Progress = Callable[[int, int | None, str], None]
"""Told how many records are done, of how many (None: not known), and what is going on."""


def delete(store: Store, ids: Sequence[EntityId], *, wanted: Wanted | None = None) -> int:
    """Take entities out with everything that is part of them; how many went.

    Where one that is `wanted` at a version has another, nothing goes.
    """
    if not wanted:
        return store.remove(ids)
    while True:
        there = store.digests(wanted.keys())
        for id, versions in wanted.items():
            if not is_one_of(versions, there.get(id)):
                raise StaleVersion(stale_reason(id, versions, there.get(id)), hint=READ_AGAIN, values={"id": id})
        try:
            return store.remove(ids, expected={id: there.get(id) for id in wanted})
        except StoreConflict:
            continue  # and say what its version is now


_MUCH = 5_000
"""Documents written in one run from which tidying up pays."""


class Indexer:
    """Documents to stored claims, with one pack, store, reader and embedder."""

    def __init__(
        self,
        pack: Pack,
        store: PlaceStore,
        reader: Reader,
        embedder: Embedder,
        *,
        batch_size: int = 200,
        readers: int = 1,
        foreseeing: Foreseeing | None = None,
    ) -> None:
        """`readers`: so many texts are read at once. `foreseeing`: of this pack and embedder, where there is one."""
        if batch_size < 1:
            raise BadInput(f"a batch has at least one document, not {batch_size}", values={"batch_size": batch_size})
        made_with = store.identity
        if (made_with.embedder, made_with.pack) != (embedder.name, pack.name):
            raise IndexMismatch(
                f"the store holds pack {made_with.pack!r} with embedder {made_with.embedder!r}, "
                f"and would be given pack {pack.name!r} with embedder {embedder.name!r}",
                hint="Open the store with what it was built with, or index into a new one.",
                values={"pack": made_with.pack, "embedder": made_with.embedder},
            )
        self.pack = pack
        self.store = store
        self.reader = reader
        self.embedder = embedder
        self.batch_size = batch_size
        self.readers = readers
        self.taking_part = embedder.taking_part if isinstance(embedder, Gathering) and readers > 1 else nullcontext
        """Inside, a thread that reads is answered by the embedder together with others that read."""
        self.stamp = f"{FORMAT} {pack.name} {pack.fingerprint or pack.version} {type(reader).__name__} {reader.version}"
        """What a document was read with, beside the document itself: another stamp means reading it again."""
        self.builder = Builder(pack, reader)
        self.nearness = Nearness(pack, store)
        self.foreseeing = foreseeing or Foreseeing(pack, embedder)

    def index(
        self,
        documents: Iterable[Document | BadRecord],
        progress: Progress | None = None,
        *,
        wanted: Wanted | None = None,
    ) -> IndexReport:
        """Store all of them, and say what came of it.

        `wanted` says which versions some of the entities must have to be changed (see `changes`); where they have
        another, their documents are refused as `StaleVersion`.

        Documents may come in any order: one whose parent is still missing waits until the end. A bad record
        is reported and skipped. A store that fails (full, read-only, gone) ends the run with its error; what
        was written before stays. The first Ctrl-C ends the run once the batch at hand is written.
        """
        total = len(documents) if isinstance(documents, Sized) else None
        run = _Run(self, progress or _silent, total, wanted or {})
        with Patience() as patience:
            try:
                # A pack with new concepts, or a store of an earlier version: its phrases are judged before more come.
                run.tell("looking at what is stored")
                self.foreseeing.catch_up(self.store)
                for item in documents:
                    run.take(item)
                    if patience.tried:
                        break
            except KeyboardInterrupt:
                patience.tried = True
            try:
                run.flush()
                while run.writer.waiting and not patience.tried:
                    run.settle()
            except KeyboardInterrupt:
                patience.tried = True
        if run.tally.indexed and not patience.tried:
            place_homes(self.store, self.pack)
        columns = documents.columns if isinstance(documents, Records) else ColumnsReport()
        report = run.tally.report(columns, interrupted=patience.tried)
        if report.indexed >= _MUCH and not report.interrupted:
            self.store.compact()
        return report


def _silent(done: int, total: int | None, message: str) -> None:
    """Progress for nobody."""


class _Run:
    """What one call of `index` has taken so far."""

    def __init__(self, indexer: Indexer, progress: Progress, total: int | None, wanted: Wanted) -> None:
        self.indexer = indexer
        self.tally = tally = Tally()

        def tell(message: str) -> None:
            # What counts as done is stored: users rely on it when they interrupt a run.
            progress(tally.done, total, message)

        self.tell = tell
        self.writer = Writer(indexer, tally, tell, wanted)
        self.batch: list[Document] = []
        self.batch_text = 0
        self.pace = Pace(most=indexer.batch_size)

    def take(self, item: Document | BadRecord) -> None:
        if isinstance(item, BadRecord):
            self.tally.skip(item)
            return
        self.batch.append(item)
        self.batch_text += len(item.source.text) + sum(len(part.text) for part in item.parts)
        if len(self.batch) >= self.pace.size or self.batch_text >= MAX_BATCH_TEXT:
            self.flush()

    def flush(self) -> None:
        batch, self.batch, self.batch_text = self.batch, [], 0
        if batch:
            began = time.perf_counter()
            self.writer.write(batch)
            self.pace.took(time.perf_counter() - began)
        tally = self.tally
        self.tell(f"{tally.indexed} indexed, {tally.unchanged} unchanged, {tally.skipped} skipped")

    def settle(self) -> None:
        """Try the next of those that waited for a parent, from the top of the hierarchy down."""
        writer = self.writer
        if not writer.last:
            writer.last = True
            writer.waiting.sort(key=lambda document: self.indexer.pack.hierarchy.depth_of(document.level))
            writer.waiting_levels = {document.id: document.level for document in writer.waiting}
        size = self.indexer.batch_size
        self.batch, writer.waiting = writer.waiting[:size], writer.waiting[size:]
        self.flush()
