"""Requests that come while a model is busy are answered together by its next run.

Listings are read by several threads, and each asks for a handful of short texts. One by one they take two to four times
as long as the same texts in one run. Nobody waits for others to come: whoever finds the model free runs at once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field

from claimtree.errors import ModelError
from claimtree.model.phrases import Vectors

MOST = 512
"""Texts of others that a run takes along; a short request must not wait for a whole corpus."""


@dataclass(frozen=True, eq=False)
class _Request:
    """Texts that somebody waits for."""

    texts: Sequence[str]
    vectors: Future[Vectors] = field(default_factory=Future)


class Combining:
    """A function that makes vectors of texts, for threads that share it."""

    def __init__(self, embed: Callable[[Sequence[str]], Vectors], *, runs: int) -> None:
        """`runs`: so many at a time."""
        self._embed = embed
        self._turn = threading.Semaphore(runs)
        self._waiting: list[_Request] = []
        self._lock = threading.Lock()

    def __call__(self, texts: Sequence[str]) -> Vectors:
        own = _Request(texts)
        with self._lock:
            self._waiting.append(own)
        with self._turn:
            taken = self._take(own)
            if taken:
                self._run(taken)
        return own.vectors.result()

    def _take(self, own: _Request) -> list[_Request]:
        """What is to be run by whoever has a turn: their own request, and others; nothing if another run has it."""
        with self._lock:
            if own not in self._waiting:
                return []
            taken, size = [own], 0
            for request in self._waiting:
                if request is not own and size + len(request.texts) <= MOST:
                    taken.append(request)
                    size += len(request.texts)
            self._waiting = [request for request in self._waiting if request not in taken]
            return taken

    def _run(self, taken: Sequence[_Request]) -> None:
        try:
            row = {text: k for k, text in enumerate(dict.fromkeys(text for one in taken for text in one.texts))}
            vectors = self._embed(list(row))
            for one in taken:
                one.vectors.set_result(vectors.take([row[text] for text in one.texts]))
        except Exception as error:  # noqa: BLE001 - whatever it is, whoever asked for it raises it
            if len(taken) == 1:
                taken[0].vectors.set_exception(error)
            else:
                for one in taken:
                    self._run([one])
        finally:
            for one in taken:
                if not one.vectors.done():
                    one.vectors.set_exception(ModelError("the run that was to make these vectors was interrupted"))
