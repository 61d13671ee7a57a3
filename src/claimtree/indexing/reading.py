"""Reads the documents of one run: in threads of this process, and a large input in processes.

A process takes a second or two to start, and some 200 MB; so they are started once this process has
been reading for some seconds and more documents come. From then on the next batch is read while one
is written. What a document says depends on the merged document and on the reader alone. So one that
was read ahead is used if it is still the same, merged with what is stored by then, and is read
again if it is not.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final, TypeVar

from claimtree.deadlines import carried, check
from claimtree.errors import BadInput, ReadError
from claimtree.indexing.build_entities import Built
from claimtree.indexing.changes import Pending
from claimtree.indexing.pack_stretch import Packing
from claimtree.indexing.reading_processes import Outcome, ReadingProcesses
from claimtree.indexing.reading_worker import Refused
from claimtree.model.claims import EntityId
from claimtree.model.hierarchy import Entity
from claimtree.ports import CachingEmbedder

if TYPE_CHECKING:
    from claimtree.indexing.run import Indexer

T = TypeVar("T")
R = TypeVar("R")
_Key = tuple[EntityId, str]
"""A merged document: its id, and the digest of its contents."""

START_AFTER_S: Final = 5.0
"""Seconds of reading in this process from which processes are started. With two cores they gain a
quarter of the time that is left, so those that had to start for nothing cost little more."""


def start_processes(indexer: Indexer) -> ReadingProcesses | None:
    """Starts the processes of an indexer; None if it has none, or they cannot be started: threads read then."""
    if indexer.opener is None or indexer.processes < 2:
        return None
    try:
        return ReadingProcesses(indexer.opener, indexer.processes)
    except Exception:  # noqa: BLE001 - pickling raises whatever a value's own code raises
        return None


class Reading:
    """Reads the documents of one run."""

    def __init__(self, indexer: Indexer) -> None:
        self._indexer = indexer
        self._processes = indexer.shared
        self._may_start = self._processes is None and indexer.processes > 1
        self._read_s = 0.0
        self._ahead: deque[dict[_Key, Future[Outcome]]] = deque()
        """What is read ahead, by batch."""

    @property
    def in_processes(self) -> bool:
        """True while processes read: the next batch is to be read ahead."""
        return self._processes is not None and self._processes.runs

    @property
    def ended(self) -> Sequence[int]:
        """The exit codes of processes that ended by themselves; negative: the signal that ended it."""
        return self._processes.ended if self._processes is not None else ()

    def grow(self, share_left: float | None) -> None:
        """Start the processes if it has become worth it; called while more documents come.

        `share_left`: how many documents are left for each that is done; None if that is not known.
        """
        left_s = self._read_s * (share_left if share_left is not None else 1)
        if min(self._read_s, left_s) >= START_AFTER_S:
            self.started()

    def started(self) -> bool:
        """Start the processes if that was not tried before; True if they run."""
        if self._may_start:
            self._may_start = False
            self._processes = start_processes(self._indexer)
        return self.in_processes

    def pack(self, packing: Packing) -> Future[Outcome]:
        """Have a process pack a stretch; the processes must have been started."""
        assert self._processes is not None
        return self._processes.submit("pack", packing)

    def read_ahead(self, batch: Iterable[Pending]) -> None:
        """Have the processes read a batch before its turn."""
        self._ahead.append(dict(self._submit([*batch])))

    def is_ahead(self, id: EntityId) -> bool:
        """True if a document of the entity is read ahead."""
        return any(id == known for batch in self._ahead for known, _ in batch)

    def forget(self) -> None:
        """Drop what is left of the batch that was read ahead first: it is written."""
        for future in self._ahead.popleft().values():
            future.cancel()

    def whole(self, batch: Sequence[Pending]) -> Iterator[Built | Refused]:
        """Yields what each document says, or why it cannot be read, in order."""

        def build(pending: Pending) -> Built | Refused:
            check()
            try:
                with self._indexer.batched_calls():
                    return self._indexer.builder.build(pending.merged, self._digest(pending))
            except (BadInput, ReadError) as error:
                return error

        if not self.in_processes:
            yield from self._in_threads(build, batch)
            return
        yield from self._in_processes(self._found_ahead(batch), build, batch)

    def parts(self, entities: Sequence[Entity]) -> Iterator[Built]:
        """Yields what each part of a long document says, in order; raises why one cannot be read."""
        build = self._indexer.builder.build_part
        if not self.in_processes:
            yield from self._in_threads(build, entities)
            return
        assert self._processes is not None
        futures = self._processes.submit_all("build_part", [(entity,) for entity in entities])
        for outcome in self._in_processes(futures, build, entities):
            if not isinstance(outcome, Built):
                raise outcome
            yield outcome

    def close(self) -> None:
        """End the processes, unless they are shared with other runs."""
        self._ahead.clear()
        if self._processes is not None:
            if self._processes is not self._indexer.shared:
                self._processes.close()
            self.keep_vectors()

    def _in_threads(self, work: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
        began = time.perf_counter()
        with ExitStack() as stack:
            done: Iterable[R] = map(work, items)
            if min(self._indexer.readers, len(items)) > 1:
                done = stack.enter_context(ThreadPoolExecutor(self._indexer.readers)).map(carried(work), items)
            yield from done
        self._read_s += time.perf_counter() - began

    def _in_processes(
        self, futures: Sequence[Future[Outcome]], work: Callable[[T], Built | Refused], items: Sequence[T]
    ) -> Iterator[Built | Refused]:
        """Yields what comes of each future. Once one has failed, this process waits for the others in
        threads, which do what is left."""

        def again(number: int) -> Built | Refused:
            outcome = futures[number].result()
            return outcome if isinstance(outcome, Built | Refused) else work(items[number])

        try:
            for number, future in enumerate(futures):
                check()
                outcome = future.result()
                if not isinstance(outcome, Built | Refused):
                    yield from self._in_threads(again, range(number, len(futures)))
                    break
                yield outcome
            self.keep_vectors()
        finally:
            for future in futures:
                future.cancel()

    def _found_ahead(self, batch: Sequence[Pending]) -> list[Future[Outcome]]:
        """Returns the outcomes of a batch; what was not read ahead is read now."""
        keys = [(pending.merged.id, self._digest(pending)) for pending in batch]
        found = {key: ahead.pop(key) for key in keys for ahead in self._ahead if key in ahead}
        found |= self._submit([one for key, one in zip(keys, batch, strict=True) if key not in found])
        return [found[key] for key in keys]

    def _submit(self, batch: Sequence[Pending]) -> Iterable[tuple[_Key, Future[Outcome]]]:
        assert self._processes is not None
        digests = [self._digest(pending) for pending in batch]
        calls = [(pending.merged, digest) for pending, digest in zip(batch, digests, strict=True)]
        keys = [(pending.merged.id, digest) for pending, digest in zip(batch, digests, strict=True)]
        return zip(keys, self._processes.submit_all("build", calls), strict=True)

    def _digest(self, pending: Pending) -> str:
        return pending.merged.digest(self._indexer.stamp)

    def keep_vectors(self) -> None:
        """Put what the processes have computed into the cache, which this process writes."""
        assert self._processes is not None
        computed, embedder = self._processes.take_computed(), self._indexer.embedder
        if computed and isinstance(embedder, CachingEmbedder):
            embedder.add_computed(computed.items())
