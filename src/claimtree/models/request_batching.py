"""Requests of several threads are answered together by one run of a model.

Listings are read by several threads, and each asks for a handful of short texts. One by one they take two to four times
as long as the same texts in one run. Threads that take part (`taking_part`) wait for each other: while one of them is
still at its text, it may soon ask too. Any other waits for nobody: it runs at once, or next where the model is busy.

A handful of texts, as a search asks for, has turns of its own: it never waits for the many of a long text or a corpus.
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
"""Texts of others that a run takes along; a short request must not wait for a whole corpus."""
_ENOUGH = 256
"""Texts that need not wait for more."""
HANDFUL = 16
"""Texts that a search may ask for, and not many more."""
_PATIENCE_S = 0.5
"""Nobody waits longer than this for others, whatever keeps them."""


@dataclass(frozen=True, eq=False)
class _Request:
    """Texts that somebody waits for."""

    texts: Sequence[str]
    of_member: bool
    vectors: Future[Vectors] = field(default_factory=Future)

    @property
    def is_quick(self) -> bool:
        return not self.of_member and len(self.texts) <= HANDFUL


class Combining:
    """A function that makes vectors of texts, for threads that share it."""

    def __init__(self, embed: Callable[[Sequence[str]], Vectors], *, runs: int) -> None:
        """`runs`: so many at a time, of a handful of texts and of many."""
        self._embed = embed
        self._quick_turn, self._turn = threading.Semaphore(runs), threading.Semaphore(runs)
        self._waiting: list[_Request] = []
        self._lock = threading.Condition()
        self._own = threading.local()
        self._members, self._asking = 0, 0
        """Threads that take part, and those of them that have asked and have no answer yet."""

    @contextmanager
    def taking_part(self) -> Iterator[None]:
        """Inside, this thread waits for others that take part, so that a run answers them all."""
        self._own.takes_part = True
        self._count(members=1)
        try:
            yield
        finally:
            self._own.takes_part = False
            self._count(members=-1)

    def __call__(self, texts: Sequence[str]) -> Vectors:
        own = _Request(texts, getattr(self._own, "takes_part", False))
        if not own.of_member:
            with self._lock:
                self._waiting.append(own)
            return self._answered(own)
        self._count(asking=1)
        try:
            with self._lock:
                self._waiting.append(own)
                self._lock.wait_for(lambda: self._is_time(own), _PATIENCE_S)
            return self._answered(own)
        finally:
            self._count(asking=-1)

    def _count(self, *, members: int = 0, asking: int = 0) -> None:
        with self._lock:
            self._members += members
            self._asking += asking
            self._lock.notify_all()

    def _is_time(self, own: _Request) -> bool:
        """Whether nobody else will ask before a run has ended, enough is asked for, or another run has it already."""
        everybody = self._asking >= self._members
        return everybody or own not in self._waiting or sum(len(one.texts) for one in self._waiting) >= _ENOUGH

    def _answered(self, own: _Request) -> Vectors:
        with self._quick_turn if own.is_quick else self._turn:
            taken = self._take(own)
            if taken:
                self._run(taken, own)
        return own.vectors.result()

    def _take(self, own: _Request) -> list[_Request]:
        """What is to be run by whoever has a turn: their own request, and others; nothing if another run has it."""
        with self._lock:
            if own not in self._waiting:
                return []
            taken, size = [own], 0
            for request in self._waiting:
                # A thread that takes no part does not compute the many texts of those that do.
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
            # What others wait for too does not end with the time of the one that runs it.
            with nullcontext() if taken == [own] else limited(None):
                vectors = self._embed(list(row))
            for one in taken:
                one.vectors.set_result(vectors.take([row[text] for text in one.texts]))
        except Exception as error:  # noqa: BLE001 - whatever it is, whoever asked for it raises it
            if len(taken) == 1:
                taken[0].vectors.set_exception(error)
            else:
                for one in taken:
                    self._run([one], own)
        finally:
            for one in taken:
                if not one.vectors.done():
                    one.vectors.set_exception(ModelError("the run that was to make these vectors was interrupted"))
