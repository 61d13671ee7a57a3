"""Processes that read documents, so that reading a large input uses all cores.

Nearly half of the work of reading is Python, of which a process runs one thread at a time. Each
process here is a new Python that reads documents as this one would (`reading_worker`). It is not
forked, since models and stores have threads and locks, and does not import the program that uses
the library. It is in a process group of its own, so that Ctrl-C reaches this process alone, and
ends when this one does, however that ends.

A process that ends by itself takes nothing with it: its documents are read in this process.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Final

from claimtree.indexing.merge import Merged
from claimtree.indexing.reading_worker import (
    THREADS,
    Answer,
    Called,
    Done,
    ReaderOpener,
    Refused,
    Task,
    message_of,
    received,
)
from claimtree.model.hierarchy import Entity
from claimtree.models.sqlite_cache import Key, Row

Outcome = Done | Refused | None
"""What a document or a stretch says, or why it cannot be read; None: it has to be read in this process."""

WINDOW: Final = THREADS + THREADS // 2
"""Messages that a process has at once: some more than it reads, so that it never waits for one."""
MOST_IN_MESSAGE: Final = 16
"""Documents in one message: sending one takes as long as reading a short row."""
MOST_TEXT_IN_MESSAGE: Final = 500
"""Characters of texts; longer ones are read in parallel, while others wait for a model."""
_COMMAND = ("-P", "-c", "from claimtree.indexing.reading_worker import main; main()")
"""-P: a folder that happens to be the current one is not searched for modules."""
_ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""There are as many processes as cores."""


class ReadingProcesses:
    """Some processes that read documents for this one."""

    def __init__(self, opener: ReaderOpener, count: int) -> None:
        """Starts the processes. Raises an OSError when they cannot be started, and whatever pickling
        raises for an opener that cannot be pickled."""
        opening = message_of(opener)
        self._changed = threading.Condition()
        self._waiting: deque[tuple[Task, Future[Outcome]]] = deque()
        self._computed: dict[Key, Row] = {}
        self._next = 0
        self._closed = False
        self._processes: list[_Process] = []
        self.ended: list[int] = []
        """The exit codes of those that ended by themselves; negative: the signal that ended it."""
        try:
            for _ in range(count):
                self._processes.append(_Process(self, opening))
        except OSError:
            self.close()
            raise

    @property
    def ids(self) -> tuple[int, ...]:
        """The process ids of those that run."""
        with self._changed:
            return tuple(one.popen.pid for one in self._processes if one.runs)

    @property
    def runs(self) -> bool:
        """True while at least one of them runs."""
        return bool(self.ids)

    def submit(self, method: str, *arguments: Any) -> Future[Outcome]:
        """Returns the outcome of a call of a method of `Builder`, once it is known. Those that are
        submitted first are read first."""
        return self.submit_all(method, [arguments])[0]

    def submit_all(self, method: str, calls: Sequence[tuple[Any, ...]]) -> list[Future[Outcome]]:
        """Returns the outcomes of several calls, given as their arguments."""
        futures: list[Future[Outcome]] = [Future() for _ in calls]
        with self._changed:
            if any(one.runs for one in self._processes) and not self._closed:
                for arguments, future in zip(calls, futures, strict=True):
                    self._waiting.append((Task(number=self._next, method=method, arguments=arguments), future))
                    self._next += 1
                self._changed.notify_all()
                return futures
        _give_up(futures)
        return futures

    def call(self, function: Callable[..., object], *arguments: Any) -> Future[object]:
        """Returns what a function of a module returns; None if it has to be called in this process."""
        found: Future[object] = Future()

        def told(outcome: Future[Outcome]) -> None:
            result = outcome.result() if not outcome.cancelled() else None
            found.set_result(result.value if isinstance(result, Called) else None)

        self.submit("call", function, *arguments).add_done_callback(told)
        return found

    def take_computed(self) -> Mapping[Key, Row]:
        """Returns vectors that the processes have computed since the last call, as rows of a cache."""
        with self._changed:
            computed, self._computed = self._computed, {}
        return computed

    def close(self) -> None:
        """End the processes, at once: they hold nothing. Documents that wait have to be read in this
        process."""
        with self._changed:
            self._closed = True
            left = [future for _, future in self._waiting]
            self._waiting.clear()
            self._changed.notify_all()
        for one in self._processes:
            one.popen.kill()
        for one in self._processes:
            one.join()
        _give_up(left)

    # What follows is called by the threads of a process.

    def _next_for(self, process: _Process) -> list[Task]:
        """The next tasks for a process, once there are some and it has room for them; none when it ends."""
        with self._changed:
            while True:
                self._changed.wait_for(
                    lambda: self._closed or not process.runs or (self._waiting and process.unanswered < WINDOW)
                )
                if self._closed or not process.runs:
                    return []
                found: list[Task] = []
                text = 0
                while self._waiting and len(found) < MOST_IN_MESSAGE and text <= MOST_TEXT_IN_MESSAGE:
                    task, future = self._waiting.popleft()
                    if future.set_running_or_notify_cancel():
                        process.reads[task.number] = future
                        found.append(task)
                        text += _text_of(task)
                if found:
                    process.unanswered += 1
                    return found

    def _answered(self, process: _Process, answer: Answer) -> None:
        with self._changed:
            self._computed.update(answer.computed)
            done = [(process.reads.pop(number), outcome) for number, outcome in answer.outcomes.items()]
            process.unanswered -= 1
            self._changed.notify_all()
        for future, outcome in done:
            future.set_result(outcome)

    def _given_back(self, process: _Process, tasks: Sequence[Task]) -> None:
        """Tasks that cannot be sent: this process reads them."""
        with self._changed:
            futures = [process.reads.pop(task.number, None) for task in tasks]
            process.unanswered -= 1
        _give_up([future for future in futures if future is not None])

    def _ended(self, process: _Process, status: int) -> None:
        with self._changed:
            process.runs = False
            lost = list(process.reads.values())
            process.reads.clear()
            if not self._closed:
                self.ended.append(status)
            if not any(one.runs for one in self._processes):
                lost += [future for _, future in self._waiting]
                self._waiting.clear()
            self._changed.notify_all()
        _give_up(lost)


class _Process:
    """A process, with a thread that sends tasks to it and one that takes its answers."""

    def __init__(self, pool: ReadingProcesses, opening: bytes) -> None:
        self._pool = pool
        self.runs = True
        self.reads: dict[int, Future[Outcome]] = {}
        """What it has been sent and not answered yet."""
        self.unanswered = 0
        """Messages that it has not answered yet."""
        self.popen = subprocess.Popen(
            [sys.executable, *_COMMAND],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if os.environ.get("CLAIMTREE_DEBUG") else subprocess.DEVNULL,
            env={**_ENVIRONMENT, **os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            process_group=0,
        )
        self._threads = [
            threading.Thread(target=self._send, args=(opening,), daemon=True),
            threading.Thread(target=self._receive, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def join(self) -> None:
        """Wait until it has ended."""
        for thread in self._threads:
            thread.join()

    def _send(self, opening: bytes) -> None:
        assert self.popen.stdin is not None
        try:
            with self.popen.stdin as stream:
                stream.write(opening)
                stream.flush()
                while tasks := self._pool._next_for(self):
                    try:
                        message = message_of(tasks)
                    except Exception:  # noqa: BLE001 - pickling raises whatever a value's own code raises
                        self._pool._given_back(self, tasks)
                        continue
                    stream.write(message)
                    stream.flush()
        except OSError:
            pass  # it has ended, which its other thread notices

    def _receive(self) -> None:
        assert self.popen.stdout is not None
        try:
            with self.popen.stdout as stream:
                while True:
                    self._pool._answered(self, received(stream))
        except Exception:  # noqa: BLE001 - its end, or an answer that cannot be read: either way it is of no more use
            self.popen.kill()
        self._pool._ended(self, self.popen.wait())


def _text_of(task: Task) -> int:
    """Returns how many characters of text a task has to be read."""
    document = task.arguments[0] if task.arguments else None
    sources = document.sources if isinstance(document, Merged | Entity) else ()
    return sum(len(source.text) for source in sources) if sources else MOST_TEXT_IN_MESSAGE + 1


def _give_up(futures: list[Future[Outcome]]) -> None:
    """Have this process read what others were to read."""
    for future in futures:
        if future.running() or future.set_running_or_notify_cancel():
            future.set_result(None)
