"""Combines the requests of several threads into one run of a model.

Listings are read by several threads, each of which asks for a few short texts. One by one they take
two to four times as long as the same texts in one run. Threads that take part (`batched_calls`) wait
for each other: while one of them is still working on its text, it may soon ask too. Any other
thread does not wait: it runs at once, or next if the model is busy.

Requests for a few texts, as a search makes them, have a semaphore of their own: they never wait for
the large requests of a long text or a corpus.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field

from claimtree.deadlines import limited
from claimtree.errors import ModelError
from claimtree.model.phrases import Vectors

MOST = 512
"""Texts of other requests that a run may add; a short request must not wait for a whole corpus."""
_ENOUGH = 256
"""Texts at which a run starts without waiting for more."""
HANDFUL = 16
"""The most texts that count as a small request; a search asks for about that many."""
_PATIENCE_S = 5.0
"""The longest time that a thread waits for others, whatever delays them: dozens of them share a few cores, and reading
a text takes tens of milliseconds of one."""


@dataclass(frozen=True, eq=False)
class _Request:
    """The texts that one thread waits for."""

    texts: Sequence[str]
    of_member: bool
    vectors: Future[Vectors] = field(default_factory=Future)

    @property
    def is_quick(self) -> bool:
        return not self.of_member and len(self.texts) <= HANDFUL


class RequestBatcher:
    """Wraps a function from texts to vectors and combines the requests of threads that share it."""

    def __init__(self, embed: Callable[[Sequence[str]], Vectors], *, runs: int) -> None:
        """`runs`: concurrent runs, counted separately for small and for large requests."""
        self._embed = embed
        self._quick_turn, self._turn = threading.Semaphore(runs), threading.Semaphore(runs)
        self._waiting: list[_Request] = []
        self._lock = threading.Condition()
        self._own = threading.local()
        self._members, self._blocked = 0, 0
        """Threads that take part, and how many of them are waiting for an answer."""

    @contextmanager
    def batched_calls(self) -> Iterator[None]:
        """Context in which this thread waits for others that take part, so one run answers all."""
        self._own.takes_part = True
        with self._lock:
            self._members += 1
        try:
            yield
        finally:
            self._own.takes_part = False
            with self._lock:
                self._members -= 1
                self._wake_when_due()

    def __call__(self, texts: Sequence[str]) -> Vectors:
        own = _Request(texts, getattr(self._own, "takes_part", False))
        if not own.of_member:
            with self._lock:
                self._waiting.append(own)
            return self._answered(own)
        try:
            with self._lock:
                self._blocked += 1
                self._waiting.append(own)
                self._wake_when_due()
                self._lock.wait_for(lambda: own not in self._waiting or self._is_due(), _PATIENCE_S)
            return self._answered(own)
        finally:
            with self._lock:
                self._blocked -= 1

    def _wake_when_due(self) -> None:
        """Wake the waiting threads, but not for nothing: each of dozens would take the lock to look."""
        if self._is_due():
            self._lock.notify_all()

    def _is_due(self) -> bool:
        """True if all members have asked, or enough texts wait."""
        return self._blocked >= self._members or sum(len(one.texts) for one in self._waiting) >= _ENOUGH

    def _answered(self, own: _Request) -> Vectors:
        with self._quick_turn if own.is_quick else self._turn:
            taken = self._take(own)
            if taken:
                self._run(taken, own)
        return own.vectors.result()

    def _take(self, own: _Request) -> list[_Request]:
        """The requests to run now: `own` and others; empty if another run has taken `own`."""
        with self._lock:
            if own not in self._waiting:
                return []
            taken, size = [own], 0
            for request in self._waiting:
                # A thread that does not take part does not compute the many texts of those that do.
                kept = request.is_quick != own.is_quick or (request.of_member and not own.of_member)
                if request is not own and not kept and size + len(request.texts) <= MOST:
                    taken.append(request)
                    size += len(request.texts)
            self._waiting = [request for request in self._waiting if request not in taken]
            self._lock.notify_all()
            return taken

    def _run(self, taken: Sequence[_Request], own: _Request) -> None:
        try:
            row = {text: k for k, text in enumerate(dict.fromkeys(text for one in taken for text in one.texts))}
            # A run that also answers other threads ignores the deadline of the thread that runs it.
            with nullcontext() if taken == [own] else limited(None):
                vectors = self._embed(list(row))
            for one in taken:
                one.vectors.set_result(vectors.take([row[text] for text in one.texts]))
        except Exception as error:  # noqa: BLE001 - raised again in every thread that asked for it
            if len(taken) == 1:
                taken[0].vectors.set_exception(error)
            else:
                for one in taken:
                    self._run([one], own)
        finally:
            for one in taken:
                if not one.vectors.done():
                    one.vectors.set_exception(ModelError("the run that was to make these vectors was interrupted"))
