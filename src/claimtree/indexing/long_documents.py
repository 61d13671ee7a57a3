"""Writes documents with very many parts: a book of a hundred thousand passages is written in
batches, in bounded memory.

The first batch holds the document itself, with the digest of all its contents; the store then
removes the parts of the earlier version. The other batches bring parts, and the store refuses them
once another writer has replaced the document. A document is complete when its last part is stored.
An interrupted one continues after the last batch that was written. Before a stored version is
replaced, all parts of the new one are read once: the first batch drops the stored one, and an
unreadable part would be found too late.

Claims of a part are about the part itself: there is no family to assign claims to. Such a document
has one source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from claimtree.deadlines import check
from claimtree.errors import BadInput, Contended, ReadError, StoreConflict, StoreError
from claimtree.indexing.make_batch import compose
from claimtree.indexing.merge import Merged, long_digest, merge, numbered_parts, part_entity
from claimtree.indexing.part_spool import SpooledParts
from claimtree.model.claims import EntityId
from claimtree.model.documents import Document
from claimtree.model.hierarchy import Entity
from claimtree.model.phrases import version_of

if TYPE_CHECKING:
    from claimtree.indexing.batch_writer import Writer

PARTS_AT_ONCE: Final = 500
TEXT_AT_ONCE: Final = 500_000
"""Parts, and characters of their texts, that are read and written together."""
MOST_TRIES: Final = 50


class _CannotStore(Exception):
    """Why a document cannot be stored."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True, slots=True, kw_only=True)
class _Work:
    """What is to be written of one document."""

    document: Document
    parts: SpooledParts
    merged: Merged
    digest: str
    stored_digest: str | None
    """The digest of what is stored."""
    done: int
    """Batches that an earlier run has written."""


class LongDocuments:
    """Writes the long documents of one run."""

    def __init__(self, writer: Writer, stopped: Callable[[], bool]) -> None:
        """`stopped` is called between batches; the next run continues after what was written by
        then.
        """
        self._writer = writer
        self._stopped = stopped
        self.unfinished = False
        """True if a document was stopped between two batches."""

    def write(self, documents: Iterable[Document]) -> None:
        """Store the documents, or report why not. One whose parent is missing waits."""
        for document in documents:
            parts = document.part_stream
            assert isinstance(parts, SpooledParts), "the run spools the parts of long documents"
            self._write(document, parts)
            if not any(document is waiting for waiting in self._writer.waiting):
                parts.discard()

    def _write(self, document: Document, parts: SpooledParts) -> None:
        readable = False
        for _ in range(MOST_TRIES):
            work = self._remaining_work(document, parts)
            if work is None:
                return
            try:
                if work.stored_digest not in (None, work.digest) and not readable:
                    self._try_reading(work)
                    readable = True
                self._put(work)
            except StoreConflict:
                # another writer changed it, or loaded places: look again, and continue from there
                continue
            except _CannotStore as error:
                self._writer.tally.refuse([document], str(error), error.hint)
            return
        reason = f"{document.id!r} is being changed by others all the time"
        self._writer.tally.refuse([document], reason, "Try again in a moment.", Contended)

    def _remaining_work(self, document: Document, parts: SpooledParts) -> _Work | None:
        """Returns what is left to write; None if that is nothing, or if it is refused or has to
        wait.
        """
        writer = self._writer
        merged = merge([document])
        digest = long_digest(merged, parts.digest, parts.count, writer.indexer.stamp)
        pending = writer.changes.of_long(document, merged, digest)
        if pending is None:
            return None
        done = 0
        if pending.stored_digest == digest:
            done, batches = self._written(merged, parts)
            if done == batches:
                writer.changes.leave([document], digest)
                return None
        elif taken := self._conflicting_entity(merged, parts):
            writer.tally.refuse([document], f"{taken!r} is already an entity", "Give it another id.")
            return None
        if not writer.has_parent(pending):
            return None
        return _Work(
            document=document, parts=parts, merged=merged, digest=digest, stored_digest=pending.stored_digest, done=done
        )

    def _written(self, merged: Merged, parts: SpooledParts) -> tuple[int, int]:
        """Returns how many of the batches are stored, and how many there are: a batch is stored if
        its last part is.
        """
        ends = [batch[-1].id for batch in self._batches(merged, parts)]
        there = self._writer.indexer.store.digests(ends)
        return next((number for number, id in enumerate(ends) if id not in there), len(ends)), len(ends)

    def _conflicting_entity(self, merged: Merged, parts: SpooledParts) -> EntityId | None:
        """Returns an entity with its own document whose id a part would take, or None."""
        for batch in self._batches(merged, parts):
            there = self._writer.indexer.store.digests([entity.id for entity in batch])
            taken = next((id for id, digest in sorted(there.items()) if digest), None)
            if taken is not None:
                return taken
        return None

    def _batches(self, merged: Merged, parts: SpooledParts) -> Iterator[list[Entity]]:
        pack = self._writer.indexer.pack
        (source,) = merged.sources
        batch: list[Entity] = []
        text = 0
        for id, part in numbered_parts(merged.id, parts, pack):
            batch.append(part_entity(merged.id, id, part, source, pack))
            text += len(part.text)
            if len(batch) >= PARTS_AT_ONCE or text >= TEXT_AT_ONCE:
                yield batch
                batch, text = [], 0
        if batch:
            yield batch

    def _try_reading(self, work: _Work) -> None:
        """Read the document and all its parts without storing anything, so that an unreadable one
        replaces nothing.
        """
        writer, builder, count = self._writer, self._writer.indexer.builder, 0
        try:
            builder.build(work.merged, work.digest)
            for entities in self._batches(work.merged, work.parts):
                if self._stopped():
                    return  # `_put` reports it
                check()
                count += sum(1 for _ in writer.reading.parts(entities))
                writer.tell(f"{work.merged.id}: reading {count:,} of {work.parts.count:,} parts")
        except (BadInput, ReadError) as error:
            raise _CannotStore(str(error), error.hint) from error

    def _put(self, work: _Work) -> None:
        writer, count, version = self._writer, 0, version_of(work.digest)
        for number, entities in enumerate(self._batches(work.merged, work.parts)):
            count += len(entities)
            if number < work.done:
                continue
            if self._stopped():
                self.unfinished = True
                return
            try:
                self._put_batch(work, entities, first=number == 0)
            except (BadInput, ReadError, _CannotStore) as error:
                if number:
                    self._remove_half(work)
                raise _CannotStore(str(error), error.hint) from error
            # It has this version from the first batch on: a check after a conflict must not call it
            # stale.
            writer.changes.wrote(work.merged.id, version)
            writer.tell(f"{work.merged.id}: {count:,} of {work.parts.count:,} parts")
        writer.tally.indexed += 1
        writer.tally.note_version(work.merged.id, version)

    def _remove_half(self, work: _Work) -> None:
        """Remove an incomplete document; what another writer has put in its place meanwhile stays."""
        with suppress(StoreConflict):
            self._writer.indexer.store.remove([work.merged.id], expected={work.merged.id: work.digest})

    def _put_batch(self, work: _Work, entities: Sequence[Entity], *, first: bool) -> None:
        writer, indexer = self._writer, self._writer.indexer
        built = [indexer.builder.build(work.merged, work.digest)] if first else []
        built += writer.reading.parts(entities)
        check()
        checked = indexer.nearness.check([item for one in built for item in one.items])
        batch = compose(
            checked.items,
            pack=indexer.pack,
            store=indexer.store,
            embedder=indexer.embedder,
            precomputer=indexer.precomputer,
            before_embedding=lambda count: writer.tell(f"embedding {count} phrases"),
        )
        expected = {work.merged.id: work.stored_digest if first else work.digest}
        try:
            indexer.store.put(replace(batch, expected=expected, measured_with=checked.version))
        except StoreConflict:
            raise
        except StoreError as error:
            blamed = error.values.get("id")
            # A full disk or an unreachable store is not the document's fault: the run ends.
            if type(error) is not StoreError or blamed not in {item.entity.id for item in checked.items}:
                raise
            raise _CannotStore(error.message, error.hint) from error
        writer.count(built, batch, checked)
