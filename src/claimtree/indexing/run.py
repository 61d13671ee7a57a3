"""A run of the indexer: documents in batches, each batch one transaction.

A batch is merged with what is stored, read, deduplicated, expanded, embedded and written. What was written stays;
a document that is stored unchanged is skipped. So a run that was interrupted, or that a full disk ended, is
continued by running it again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field, replace
from typing import Final

from claimtree.errors import BadInput, BadRecord, IndexMismatch, ReadError, StoreError
from claimtree.indexing.build import Builder, Built
from claimtree.indexing.compose import compose
from claimtree.indexing.fields import Unread
from claimtree.indexing.merge import Merged, from_stored, merge
from claimtree.indexing.nearness import Nearness
from claimtree.indexing.pace import Pace
from claimtree.indexing.patience import Patience
from claimtree.indexing.placing import place_homes
from claimtree.indexing.report import IndexReport
from claimtree.model.claims import EntityId, LevelName
from claimtree.model.columns import ColumnsReport, UnreadValues
from claimtree.model.documents import Document
from claimtree.model.hierarchy import Entity
from claimtree.model.pack import Pack
from claimtree.model.phrases import IndexedEntity
from claimtree.packs.listings import Records
from claimtree.ports import Embedder, Gathering, Reader, Store
from claimtree.search.foreseeing import Foreseeing

FORMAT: Final = 4
"""Raised when documents have to be read again although nothing in them changed."""
MAX_BATCH_TEXT: Final = 4_000_000
"""Characters; a batch of very long documents is written before it is full."""
MOST_BAD: Final = 1_000
MOST_NOTICES: Final = 100
LONGEST: Final = 60
"""Letters of a value that is shown."""

Progress = Callable[[int, int | None, str], None]
"""Told how many records are done, of how many (None: not known), and what is going on."""


def delete(store: Store, ids: Iterable[EntityId]) -> int:
    """Take entities out with everything that is part of them; how many went."""
    return store.remove(ids)


_MUCH = 5_000
"""Documents written in one run from which tidying up pays."""


class Indexer:
    """Documents to stored claims, with one pack, store, reader and embedder."""

    def __init__(
        self,
        pack: Pack,
        store: Store,
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
        self.turn = threading.Lock()
        """Threads that share this one write a batch each in turn: what is stored is looked at, merged and put."""

    def index(self, documents: Iterable[Document | BadRecord], progress: Progress | None = None) -> IndexReport:
        """Store all of them, and say what came of it.

        Documents may come in any order: one whose parent is still missing waits until the end. A bad record
        is reported and skipped. A store that fails (full, read-only, gone) ends the run with its error; what
        was written before stays. The first Ctrl-C ends the run once the batch at hand is written.
        """
        total = len(documents) if isinstance(documents, Sized) else None
        run = _Run(self, progress or _silent, total)
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
                while run.waiting and not patience.tried:
                    run.settle()
            except KeyboardInterrupt:
                patience.tried = True
        if run.indexed and not patience.tried:
            place_homes(self.store, self.pack)
        columns = documents.columns if isinstance(documents, Records) else ColumnsReport()
        report = run.report(columns, interrupted=patience.tried)
        if report.indexed >= _MUCH and not report.interrupted:
            self.store.compact()
        return report


def _silent(done: int, total: int | None, message: str) -> None:
    """Progress for nobody."""


@dataclass(slots=True, kw_only=True)
class _Pending:
    """An entity on its way into the store, and the documents that change it."""

    documents: list[Document]
    merged: Merged
    built: Built = field(default_factory=lambda: Built(items=(), notices=()))

    @property
    def items(self) -> tuple[IndexedEntity, ...]:
        return self.built.items

    @property
    def ids(self) -> set[EntityId]:
        return {item.entity.id for item in self.items}


class _Run:
    """What one call of `index` has seen and done."""

    def __init__(self, indexer: Indexer, progress: Progress, total: int | None) -> None:
        self.indexer = indexer
        self.pack = indexer.pack
        self.store = indexer.store
        self.progress = progress
        self.total = total
        self.started = time.perf_counter()
        self.batch: list[Document] = []
        self.batch_text = 0
        self.waiting: list[Document] = []
        """Their parents were not there yet."""
        self.pace = Pace(most=indexer.batch_size)
        self.last = False
        """No more documents will come, so a parent that is missing now stays missing."""
        self.levels: dict[EntityId, LevelName] = {}
        """Of parents known to be stored."""
        self.waiting_levels: dict[EntityId, LevelName] = {}
        self.indexed = self.unchanged = self.skipped = self.claims = self.phrases = 0
        self.bad: list[BadRecord] = []
        self.notices: dict[str, None] = {}
        self.unread: dict[tuple[str, str], UnreadValues] = {}
        self.verified = self.contradicted = self.outranked = self.disputed = 0

    # --- taking documents

    def take(self, item: Document | BadRecord) -> None:
        if isinstance(item, BadRecord):
            self.skip(item)
            return
        self.batch.append(item)
        self.batch_text += len(item.source.text) + sum(len(part.text) for part in item.parts)
        if len(self.batch) >= self.pace.size or self.batch_text >= MAX_BATCH_TEXT:
            self.flush()

    def flush(self) -> None:
        batch, self.batch, self.batch_text = self.batch, [], 0
        if batch:
            began = time.perf_counter()
            self.write(batch)
            self.pace.took(time.perf_counter() - began)
        self.tell(f"{self.indexed} indexed, {self.unchanged} unchanged, {self.skipped} skipped")

    def tell(self, message: str) -> None:
        # What counts as done is stored: users rely on it when they interrupt a run.
        self.progress(self.indexed + self.unchanged + self.skipped, self.total, message)

    def settle(self) -> None:
        """Try the next of those that waited for a parent, from the top of the hierarchy down."""
        if not self.last:
            self.last = True
            self.waiting.sort(key=lambda document: self.pack.hierarchy.depth_of(document.level))
            self.waiting_levels = {document.id: document.level for document in self.waiting}
        size = self.indexer.batch_size
        self.batch, self.waiting = self.waiting[:size], self.waiting[size:]
        self.flush()

    def skip(self, record: BadRecord) -> None:
        self.skipped += 1
        if len(self.bad) < MOST_BAD:
            self.bad.append(record)

    def refuse(self, documents: Iterable[Document], reason: str, hint: str = "") -> None:
        for document in documents:
            place = f"{document.place}: " if document.place else ""
            values = {"id": document.id, "place": document.place, "reason": reason}
            self.skip(BadRecord(f"{place}{reason}", hint=hint, values=values))

    def report(self, columns: ColumnsReport, *, interrupted: bool) -> IndexReport:
        return IndexReport(
            indexed=self.indexed,
            unchanged=self.unchanged,
            skipped=self.skipped,
            bad=tuple(self.bad),
            claims=self.claims,
            phrases=self.phrases,
            seconds=time.perf_counter() - self.started,
            interrupted=interrupted,
            notices=tuple(self.notices),
            verified=self.verified,
            contradicted=self.contradicted,
            outranked=self.outranked,
            disputed=self.disputed,
            columns=columns.with_values(self.unread.values()),
        )

    def note_unread(self, values: Sequence[Unread]) -> None:
        """Count values that said nothing, by their column and the reason; one of each is told."""
        for one in values:
            key = one.column, one.why
            known = self.unread.get(key)
            if known is not None:
                self.unread[key] = replace(known, count=known.count + 1)
            elif len(self.unread) < MOST_NOTICES:
                self.unread[key] = UnreadValues(column=one.column, why=one.why, count=1, example=one.value[:LONGEST])

    def note(self, notices: Sequence[str]) -> None:
        for notice in notices[: max(0, MOST_NOTICES - len(self.notices))]:
            self.notices.setdefault(notice)

    # --- one batch

    def write(self, batch: Sequence[Document]) -> None:
        with self.indexer.turn:
            self._write(batch)

    def _write(self, batch: Sequence[Document]) -> None:
        ready: list[_Pending] = []
        taken: set[EntityId] = set()
        for pending, built in self.read(self.with_parents(self.changed(batch))):
            if not isinstance(built, Built):
                self.refuse(pending.documents, built.message, built.hint)
                continue
            pending.built = built
            self.note(built.notices)
            self.note_unread(built.unread)
            twice = sorted(pending.ids & taken)
            if twice:
                self.refuse(pending.documents, f"{twice[0]!r} is already an entity", "Give it another id.")
                continue
            taken |= pending.ids
            ready.append(pending)
        self.put(self.without_strangers(ready))

    def read(self, waiting: Sequence[_Pending]) -> Iterator[tuple[_Pending, Built | BadInput | ReadError]]:
        """What their documents say, or why they cannot be read; one after another, as far as anybody can see."""

        def build(pending: _Pending) -> Built | BadInput | ReadError:
            try:
                with self.indexer.taking_part():
                    return self.indexer.builder.build(pending.merged, pending.merged.digest(self.indexer.stamp))
            except (BadInput, ReadError) as error:
                return error

        with ExitStack() as stack:
            read: Iterable[Built | BadInput | ReadError] = map(build, waiting)
            if self.indexer.readers > 1:
                read = stack.enter_context(ThreadPoolExecutor(self.indexer.readers)).map(build, waiting)
            for number, (pending, built) in enumerate(zip(waiting, read, strict=True), 1):
                yield pending, built
                self.tell(f"reading: {number} of {len(waiting)}")

    def changed(self, batch: Sequence[Document]) -> list[_Pending]:
        """The entities that the batch changes, parents first; what is stored just so is counted and left."""
        groups: dict[EntityId, list[Document]] = {}
        for document in batch:
            if document.level in self.pack.hierarchy.depth:
                groups.setdefault(document.id, []).append(document)
            else:
                known = ", ".join(self.pack.hierarchy.levels)
                self.refuse([document], f"no level {document.level!r} (have: {known})")
        digests = self.store.digests(groups.keys())
        found: list[_Pending] = []
        for id, documents in list(groups.items()):
            alone = merge(documents)
            if id not in digests:
                self.note_change(documents, alone, found)
            # Most stored entities have one source: if it is this one, nothing needs to be fetched.
            elif digests[id] == alone.digest(self.indexer.stamp):
                self.unchanged += len(documents)
            else:
                continue
            del groups[id]
        stored = self.stored(groups.keys())
        for id, documents in groups.items():
            self.note_replacement(documents, stored.get(id), digests[id], found)
        return sorted(found, key=lambda pending: self.pack.hierarchy.depth_of(pending.merged.level))

    def note_change(self, documents: list[Document], merged: Merged, found: list[_Pending]) -> None:
        """New or changed; documents that put it at another level than the first one are refused."""
        strays = [document for document in documents if document.level != merged.level]
        if strays:
            self.refuse(
                strays,
                f"{strays[0].id!r} cannot be a {strays[0].level}: it is a {merged.level} already",
                "Delete it first, or give the new one another id.",
            )
            documents = [document for document in documents if document.level == merged.level]
            merged = merge(documents)
        found.append(_Pending(documents=documents, merged=merged))

    def note_replacement(
        self,
        documents: list[Document],
        stored: tuple[Entity, Merged] | None,
        digest: str,
        found: list[_Pending],
    ) -> None:
        """A document about something that is stored: merged with what other sources said of it."""
        if stored is None:  # removed by somebody else since the digests were fetched
            self.note_change(documents, merge(documents), found)
            return
        entity, before = stored
        if entity.owner is not None:
            reason = f"{entity.id!r} is a part that the document of {entity.owner!r} brings"
            self.refuse(documents, reason, "Give it another id.")
            return
        fitting = [document for document in documents if document.level == before.level]
        if len(fitting) < len(documents):
            self.refuse(
                (document for document in documents if document.level != before.level),
                f"{entity.id!r} is stored as a {before.level} and cannot become another level",
                "Delete it first, or give the new one another id.",
            )
        if not fitting:
            return
        merged = merge(fitting, before)
        if merged.digest(self.indexer.stamp) == digest:
            self.unchanged += len(fitting)
        else:
            found.append(_Pending(documents=fitting, merged=merged))

    def stored(self, ids: Iterable[EntityId]) -> Mapping[EntityId, tuple[Entity, Merged]]:
        """Stored entities, with what was merged into them."""
        items = self.store.get(tuple(ids))
        parts = {item.entity.id: self.store.children(item.entity.id) for item in items}
        fetched = self.store.get([part for own in parts.values() for part in own])
        children = {item.entity.id: item.entity for item in fetched}
        return {
            item.entity.id: (
                item.entity,
                from_stored(item.entity, [children[id] for id in parts[item.entity.id] if id in children]),
            )
            for item in items
        }

    # --- parents

    def with_parents(self, changed: Sequence[_Pending]) -> list[_Pending]:
        """Those that can hang where they say; the others wait, or are refused when nothing more will come."""
        hierarchy = self.pack.hierarchy
        wanted = {parent for pending in changed if (parent := pending.merged.parent) is not None}
        for item in self.store.get(sorted(wanted - self.levels.keys())):
            self.levels[item.entity.id] = item.entity.level
        here: dict[EntityId, LevelName] = {}
        found: list[_Pending] = []
        for pending in changed:
            merged, parent = pending.merged, pending.merged.parent
            expected = hierarchy.parent(merged.level)
            who = f"{merged.level} {merged.id!r}"
            actual = (here.get(parent) or self.levels.get(parent)) if parent is not None else None
            if parent is None:
                if hierarchy.depth_of(merged.level) > hierarchy.depth_of(hierarchy.answers):
                    self.refuse(pending.documents, f"{who} has no parent; it needs a {expected}")
                    continue
            elif parent == merged.id:
                self.refuse(pending.documents, f"{who} is its own parent")
                continue
            elif expected is None:
                self.refuse(pending.documents, f"{who} stands at the top and cannot hang on {parent!r}")
                continue
            elif actual is None and not self.last:
                self.waiting += pending.documents
                continue
            elif actual != expected:
                self.refuse_orphan(pending, parent, actual or self.waiting_levels.get(parent), expected)
                continue
            here[merged.id] = merged.level
            found.append(pending)
        return found

    def refuse_orphan(self, pending: _Pending, parent: EntityId, actual: LevelName | None, expected: LevelName) -> None:
        who = f"{pending.merged.level} {pending.merged.id!r}"
        if actual is None or actual == expected:
            self.refuse(
                pending.documents,
                f"{who} hangs on {parent!r}, which does not exist",
                f"Index the {expected} {parent!r} too, or leave the parent out.",
            )
        else:
            # Two that name each other as parents end here as well: a circle needs a wrong level somewhere.
            self.refuse(pending.documents, f"{who} hangs on {parent!r}, which is a {actual}, not a {expected}")

    # --- writing

    def without_strangers(self, ready: Sequence[_Pending]) -> list[_Pending]:
        """Without those whose parts would take the id of something that has a document of its own."""
        parts = [item.entity.id for pending in ready for item in pending.items if item.entity.owner is not None]
        own = {id for id, digest in self.store.digests(parts).items() if digest}
        found: list[_Pending] = []
        for pending in ready:
            taken = sorted(pending.ids & own - {pending.merged.id})
            if taken:
                self.refuse(pending.documents, f"{taken[0]!r} is already an entity", "Give it another id.")
            else:
                found.append(pending)
        return found

    def put(self, ready: list[_Pending]) -> None:
        """Write them all; one that the store refuses is reported, and the rest is tried again without it."""
        while ready:
            checked = self.indexer.nearness.check([item for pending in ready for item in pending.items])
            batch = compose(
                checked.items,
                pack=self.pack,
                store=self.store,
                embedder=self.indexer.embedder,
                foreseeing=self.indexer.foreseeing,
                before_embedding=lambda count: self.tell(f"embedding {count} phrases"),
            )
            try:
                self.store.put(batch)
            except StoreError as error:
                blamed = error.values.get("id")
                refused = next((pending for pending in ready if blamed in pending.ids), None)
                # A full disk or a lost store is nobody's fault: the run ends.
                if type(error) is not StoreError or refused is None:
                    raise
                self.refuse(refused.documents, error.message, error.hint)
                ready = self.without_family(ready, refused)
                continue
            self.indexed += sum(len(pending.documents) for pending in ready)
            self.claims += sum(len(item.claims) for item in batch.entities)
            self.phrases += len(batch.phrases)
            self.verified += checked.verified
            self.contradicted += len(checked.contradicted)
            for built in (pending.built for pending in ready):
                self.outranked += len(built.outranked)
                self.disputed += len(built.disputed)
                self.note((*built.outranked, *built.disputed))
            self.note((*checked.contradicted, *checked.conflicts))
            if self.store.places_version() != self.indexer.nearness.version:
                self.measure_again(checked.items)
            return

    def measure_again(self, items: Sequence[IndexedEntity]) -> None:
        """Somebody loaded places between measuring and writing: what was written is measured with those."""
        again = self.indexer.nearness.check(items)
        self.store.put_nearby({item.entity.id: item.nearby for item in again.items if item.entity.point is not None})

    def without_family(self, ready: Sequence[_Pending], refused: _Pending) -> list[_Pending]:
        """What is left when one is refused: what hangs on it, however far below, waits or goes with it."""
        gone = {refused.merged.id}
        left: list[_Pending] = []
        for pending in ready:
            if pending is refused:
                continue
            if pending.merged.parent in gone:
                gone.add(pending.merged.id)
                if self.last:
                    reason = f"{pending.merged.id!r} hangs on {pending.merged.parent!r}, which was refused"
                    self.refuse(pending.documents, reason)
                else:
                    self.waiting += pending.documents
            else:
                left.append(pending)
        return left
