"""A run of the indexer: documents in batches, each batch one transaction.

A batch is merged with what is stored, read, deduplicated, expanded, embedded and written. What was
written stays; a document that is stored unchanged is skipped. So a run that was interrupted, or
that a full disk ended, is continued by running it again. A large input is read by processes of
their own (`reading`): then the next batch is taken and read while one is written.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from claimtree.errors import BadInput, BadRecord, IndexMismatch, SourceError, StaleVersion, StoreConflict
from claimtree.indexing.assign_areas import assign_areas
from claimtree.indexing.batch_size import BatchSizer
from claimtree.indexing.batch_writer import Writer
from claimtree.indexing.build_entities import Builder
from claimtree.indexing.changes import READ_AGAIN, Wanted, is_one_of, stale_reason
from claimtree.indexing.check_nearness import Nearness
from claimtree.indexing.checkpoints import Checkpoint
from claimtree.indexing.interrupts import InterruptGuard
from claimtree.indexing.long_documents import LongDocuments
from claimtree.indexing.pack_stretch import Stretch
from claimtree.indexing.part_spool import PartSpool
from claimtree.indexing.reading import Reading, start_processes
from claimtree.indexing.reading_processes import ReadingProcesses
from claimtree.indexing.reading_worker import ReaderOpener
from claimtree.indexing.report import IndexReport
from claimtree.indexing.stretches import Stretches
from claimtree.indexing.tally import Reached, Tally
from claimtree.model.claims import EntityId
from claimtree.model.columns import ColumnsReport
from claimtree.model.documents import Document
from claimtree.model.notices import NoticeCode, notice
from claimtree.model.pack import Pack
from claimtree.ports import Embedder, PlaceStore, Reader, SharedEmbedder, Store
from claimtree.search.precompute import Precomputer
from claimtree.sources.record_stream import Records
from claimtree.text.detect import asker_language

FORMAT: Final = 4
"""Raised when documents have to be read again although nothing in them changed."""
MAX_BATCH_TEXT: Final = 4_000_000
"""Characters; a batch of very long documents is written before it is full."""

Progress = Callable[[int, int | None, str], None]
"""Called with the number of records done, the total (None: not known), and a message."""


def delete(store: Store, ids: Sequence[EntityId], *, wanted: Wanted | None = None) -> int:
    """Remove entities with all their descendants. Returns how many were removed.

    If one that is `wanted` at a version has another, nothing is removed.
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
            continue  # and report its current version


_MUCH = 5_000
"""Documents written in one run from which compaction pays."""
_BAD_NAMED = 20
"""Bad records that the message of a failed source names; all that were kept are in its `values`."""


class Indexer:
    """Turns documents into stored claims, with one pack, store, reader and embedder."""

    def __init__(
        self,
        pack: Pack,
        store: PlaceStore,
        reader: Reader,
        embedder: Embedder,
        *,
        batch_size: int = 200,
        readers: int = 1,
        opener: ReaderOpener | None = None,
        processes: int = 1,
        precomputer: Precomputer | None = None,
    ) -> None:
        """`readers` is the number of texts read at once. `opener` opens the same reader in another
        process: a large input is read by so many `processes`. `precomputer` belongs to this pack and
        embedder, if given.
        """
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
        self.opener = opener
        self.processes = processes
        self.shared: ReadingProcesses | None = None
        """Processes that run already: see `started_processes`."""
        self.batched_calls = (
            embedder.batched_calls if isinstance(embedder, SharedEmbedder) and readers > 1 else nullcontext
        )
        """Context manager: inside, calls of the embedder by several reading threads are batched."""
        self.stamp = f"{FORMAT} {pack.name} {pack.fingerprint or pack.version} {type(reader).__name__} {reader.version}"
        """Identifies pack, reader and format: documents read with another stamp are read again."""
        self.builder = Builder(pack, reader)
        self.nearness = Nearness(pack, store)
        self.precomputer = precomputer or Precomputer(pack, embedder)

    @contextmanager
    def started_processes(self) -> Iterator[ReadingProcesses | None]:
        """Context in which the processes run from the beginning, for an input that is known to be large.
        They can be called, and read in the runs inside it. None if this indexer has none."""
        self.shared = start_processes(self)
        try:
            yield self.shared
        finally:
            processes, self.shared = self.shared, None
            if processes is not None:
                processes.close()

    def index(
        self,
        documents: Iterable[Document | BadRecord | Stretch],
        progress: Progress | None = None,
        *,
        wanted: Wanted | None = None,
        checkpoint: Checkpoint | None = None,
        reached: Reached | None = None,
    ) -> IndexReport:
        """Store all documents, and return a report.

        `wanted` says which versions some of the entities must have to be changed (see `changes`);
        where they have another, their documents are refused as `StaleVersion`. `checkpoint` records
        how far the run is; `reached` is what an earlier run recorded, which is counted as if this
        one had done it.

        Documents may come in any order: one whose parent is still missing waits until the end. They
        may come in stretches, which other processes read where they can. A bad record is reported
        and skipped. A store that fails (full, read-only, gone) ends the run with its error; what was
        written before stays. So does a source that fails: the documents that it yielded before are
        written first. The first Ctrl-C ends the run once the current batch is written; what was read
        ahead is left to the next run.
        """
        total = len(documents) if isinstance(documents, Sized) else None
        guard = InterruptGuard()
        run = _Run(self, progress or _silent, total, wanted or {}, checkpoint, lambda: guard.interrupted)
        run.tally.resume(reached)
        failure: SourceError | None = None
        with guard, closing(run.spool), closing(run.reading):
            try:
                # After a change of the pack or from an earlier version, stored phrases may not be
                # judged yet: that is done before more come.
                run.tell("looking at what is stored")
                self.precomputer.catch_up(self.store)
                for item in documents:
                    run.take(item)
                    if guard.interrupted:
                        break
            except KeyboardInterrupt:
                guard.interrupted = True
            except SourceError as error:
                failure = error
            try:
                if guard.interrupted:
                    run.drop_ahead()
                run.flush()
                while run.writer.waiting and not guard.interrupted and failure is None:
                    run.retry_waiting()
            except KeyboardInterrupt:
                guard.interrupted = True
        if failure is not None:
            if checkpoint is not None:
                # after the source is repaired, records before the failure have to be read again too
                checkpoint.forget()
            raise _failed(failure, run.tally) from failure
        if run.tally.indexed and not guard.interrupted:
            assign_areas(self.store, self.pack)
        if checkpoint is not None and not guard.interrupted:
            checkpoint.forget()
        columns = ColumnsReport()
        run.tally.note([notice(NoticeCode.READING_PROCESS_ENDED, status=status) for status in run.reading.ended])
        if isinstance(documents, Records):
            columns = documents.columns
            run.tally.note(documents.notices)
        report = run.tally.report(columns, interrupted=guard.interrupted, language=asker_language(self.pack))
        if report.indexed >= _MUCH and not report.interrupted:
            self.store.compact()
        return report


def _failed(failure: SourceError, tally: Tally) -> SourceError:
    """Returns the failure of a source, with what was stored and which records were skipped before it."""
    done = f"{tally.indexed:,} records were stored before, {tally.unchanged:,} were stored already"
    if not tally.skipped:
        return SourceError(f"{failure.message} ({done})", hint=failure.hint, values=failure.values)
    lines = [f"{failure.message} ({done}, {tally.skipped:,} were skipped)"]
    lines += [f"skipped: {_skipped_line(bad)}" for bad in tally.bad[:_BAD_NAMED]]
    if tally.skipped > _BAD_NAMED:
        lines.append(f"… and {tally.skipped - _BAD_NAMED:,} more")
    return SourceError("\n".join(lines), hint=failure.hint, values={**failure.values, "bad": tuple(tally.bad)})


def _skipped_line(bad: BadRecord) -> str:
    """Returns the place of a bad record and why it was skipped, in one line."""
    place, reason = bad.values.get("place"), bad.values.get("reason")
    return " ".join((f"{place}: {reason}" if place and reason else bad.message).split())


def _silent(done: int, total: int | None, message: str) -> None:
    """Ignores progress."""


@dataclass(slots=True)
class _Taken:
    """A batch of documents."""

    documents: list[Document] = field(default_factory=list)
    text: int = 0
    """Characters."""
    skipped: Tally = field(default_factory=Tally)
    """Bad records before its last document."""
    ahead_since: float = 0.0
    """When it was given to the readers before its turn; 0 if it was not."""


class _Run:
    """The state of one call of `index`."""

    def __init__(
        self,
        indexer: Indexer,
        progress: Progress,
        total: int | None,
        wanted: Wanted,
        checkpoint: Checkpoint | None,
        stopped: Callable[[], bool],
    ) -> None:
        self.indexer = indexer
        self.checkpoint = checkpoint
        self.tally = tally = Tally()

        def tell(message: str) -> None:
            # Only what is stored counts as done: users rely on it when they interrupt a run.
            progress(tally.done, total, message)

        self.tell = tell
        self.total = total
        self.reading = Reading(indexer)
        self.writer = Writer(indexer, self.reading, tally, tell, wanted)
        self.spool = PartSpool()
        self.long_documents = LongDocuments(self.writer, stopped)
        self.batch = _Taken()
        self.ahead: deque[_Taken] = deque()
        """Full batches that are not written yet, of which the processes read."""
        self.written_at = 0.0
        self.stretches = Stretches(indexer, self.reading, tally)
        self.late = Tally()
        """Bad records after the last document of the batch. They are counted once that document is
        noted: the note has the position of a document, and a later run reads them again.
        """
        self.sizer = BatchSizer(most=indexer.batch_size)

    def take(self, item: Document | BadRecord | Stretch) -> None:
        if isinstance(item, BadRecord):
            self.late.skip(item)
            return
        if not isinstance(item, Document):
            self._take_stretch(item)
            return
        try:
            document = self.spool.taken(item)
        except BadRecord as bad:  # one of its parts
            self.late.skip(bad)
            return
        batch = self.batch
        batch.skipped.add_skipped(self.late)
        self.late = Tally()
        batch.documents.append(document)
        batch.text += len(document.source.text) + sum(len(part.text) for part in document.parts)
        is_full = len(batch.documents) >= self.sizer.size or batch.text >= MAX_BATCH_TEXT
        if is_full or document.part_stream is not None:
            self._full()

    def _take_stretch(self, stretch: Stretch) -> None:
        # Which versions are wanted is asked of each document.
        if self.writer.changes.wants_versions or not self.stretches.can_be_packed():
            self.take_all(stretch.documents())
            return
        if not self.stretches.begun:
            self._write_taken()  # what all of them depend on
        self.stretches.take(stretch, self)

    def take_all(self, documents: Iterable[Document]) -> None:
        for document in documents:
            self.take(document)

    def _full(self) -> None:
        """Write the batch; while processes read, have it read and write the one before it."""
        batch, self.batch = self.batch, _Taken()
        self.ahead.append(batch)
        is_last_long = batch.documents[-1].part_stream is not None
        self.reading.grow(self._share_left())
        # A long document is not read ahead: it is read part by part, and may take minutes.
        if self.reading.in_processes and not is_last_long:
            self.writer.read_ahead(batch.documents)
            batch.ahead_since = time.perf_counter()
        while len(self.ahead) > (1 if batch.ahead_since else 0):
            self._write_next()

    def _share_left(self) -> float | None:
        """Returns how many documents are left for each that is done, or None."""
        return (self.total - self.tally.done) / max(1, self.tally.done) if self.total is not None else None

    def drop_ahead(self) -> None:
        """Leave what is read ahead to the next run, and all that comes behind it."""
        self.stretches.drop()
        if self.ahead:
            self.ahead.clear()
            self.batch, self.late = _Taken(), Tally()

    def flush(self) -> None:
        """Write everything that was taken."""
        try:
            self.stretches.flush(self)
            self._write_taken()
        finally:
            self.tally.add_skipped(self.late)
            self.late = Tally()
        self.tell_counts()

    def _write_taken(self) -> None:
        if self.batch.documents:
            self.ahead.append(self.batch)
            self.batch = _Taken()
        while self.ahead:
            self._write_next()

    def _write_next(self) -> None:
        batch = self.ahead.popleft()
        self.tally.add_skipped(batch.skipped)
        self._write(batch)
        self._note(batch.documents[-1])
        self.tell_counts()

    def tell_counts(self) -> None:
        tally = self.tally
        self.tell(f"{tally.indexed} indexed, {tally.unchanged} unchanged, {tally.skipped} skipped")

    def _write(self, batch: _Taken) -> None:
        for is_long, documents in groupby(batch.documents, key=lambda document: document.part_stream is not None):
            if is_long:
                self.long_documents.write(list(documents))
            else:
                # What was read ahead was read while the batch before was written.
                began = max(self.written_at, batch.ahead_since) if batch.ahead_since else time.perf_counter()
                self.writer.write(list(documents))
                self.written_at = time.perf_counter()
                self.sizer.adapt(self.written_at - began)
        if batch.ahead_since:
            self.reading.forget()

    def _note(self, last: Document) -> None:
        """Note how far the run is. A document that waits for its parent is not covered by the note,
        and is read again.
        """
        is_behind = self.writer.waiting or self.writer.last or self.long_documents.unfinished
        if self.checkpoint is not None and last.position is not None and not is_behind:
            self.checkpoint.note(last.position, self.tally)

    def retry_waiting(self) -> None:
        """Try the next documents that waited for a parent, from the top of the hierarchy down."""
        writer = self.writer
        if not writer.last:
            writer.last = True
            writer.waiting.sort(key=lambda document: self.indexer.pack.hierarchy.depth_of(document.level))
            writer.waiting_levels = {document.id: document.level for document in writer.waiting}
        size = self.indexer.batch_size
        self.batch, writer.waiting = _Taken(writer.waiting[:size]), writer.waiting[size:]
        self.flush()
