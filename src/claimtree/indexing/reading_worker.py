"""A process that reads documents for another: started by `reading_processes`, it gets documents over
its standard input and answers over its standard output.

Several threads read at once, as in a process that reads alone, so that what they ask of the
embedder runs together. The process keeps nothing that could be lost: it does not write to a store
or a cache, and ends at once when its input does.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final, Protocol, TypeVar

from claimtree.errors import BadInput, ReadError
from claimtree.indexing.build_entities import Builder, Built
from claimtree.indexing.pack_stretch import PackedStretch, StretchPacker
from claimtree.model.pack import Pack
from claimtree.models.cached import Computed
from claimtree.models.sqlite_cache import Key, Row
from claimtree.ports import Embedder, Reader, SharedEmbedder
from claimtree.process_memory import collect_garbage_rarely, limit_malloc_arenas

THREADS: Final = 16
"""Documents read in parallel: while some wait for a model, others are parsed, and the more wait
together, the larger the model's batches."""
_LENGTH = 8
"""Bytes before each message that say how long it is."""

Refused = BadInput | ReadError
"""Why a document cannot be read."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Called:
    """What a function returned."""

    value: Any


Done = Built | PackedStretch | Called
"""What came of a task."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedReader:
    """What reads documents."""

    pack: Pack
    reader: Reader
    embedder: Embedder
    """The one that the reader asks."""


class ReaderOpener(Protocol):
    """Opens, in another process, a reader that reads as the one of this process does. It is pickled."""

    def open(self, computed: Computed) -> OpenedReader:
        """Returns the reader; vectors that are not cached yet are given to `computed`, since another
        process writes the cache."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A call of a method of `Builder` or `StretchPacker`, or of a function."""

    number: int
    method: str
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came of some tasks."""

    outcomes: Mapping[int, Done | Refused | None]
    """By the number of the task; None: reading failed in another way, which shows when the document is read again."""
    computed: Mapping[Key, Row]
    """Vectors that were computed since the last answer, as rows of the cache."""


def message_of(value: object) -> bytes:
    """Returns a value as it is sent to another process."""
    content = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return len(content).to_bytes(_LENGTH, "little") + content


def received(stream: IO[bytes]) -> Any:
    """Returns the next value that another process has sent; raises EOFError after the last one."""
    head = stream.read(_LENGTH)
    content = stream.read(int.from_bytes(head, "little")) if len(head) == _LENGTH else b""
    if not content:
        raise EOFError
    return pickle.loads(content)


class _Worker:
    """Reads what comes in, and writes the answers."""

    def __init__(self, opener: ReaderOpener, answers: IO[bytes]) -> None:
        self._answers = answers
        self._lock = threading.Lock()
        self._computed: dict[Key, Row] = {}
        opened = opener.open(self._keep)
        builder = Builder(opened.pack, opened.reader)
        embedder = opened.embedder
        self._batched_calls = embedder.batched_calls if isinstance(embedder, SharedEmbedder) else nullcontext
        packer = StretchPacker(builder, opened.pack, threads=THREADS, batched_calls=self._batched_calls)
        self._methods: Mapping[str, Callable[..., Done]] = {
            "build": self._in_batched_calls(builder.build),
            "build_part": self._in_batched_calls(builder.build_part),
            "pack": packer.pack,
            "call": self._called,
        }
        self._calling = threading.Lock()

    def _called(self, function: Callable[..., Any], *arguments: Any) -> Called:
        with self._calling:  # it waits for nothing, so that threads would only take turns
            return Called(function(*arguments))

    def _in_batched_calls(self, method: Callable[..., Built]) -> Callable[..., Built]:
        def call(*arguments: Any) -> Built:
            with self._batched_calls():
                return method(*arguments)

        return call

    def _keep(self, rows: Mapping[Key, Row]) -> None:
        with self._lock:
            self._computed.update(rows)

    def read(self, tasks: Sequence[Task]) -> None:
        """Reads some documents, one after the other, and answers all at once."""
        outcomes = {task.number: self._outcome(task) for task in tasks}
        try:
            self._send(outcomes)
        except OSError:  # nobody waits for the answer
            os._exit(0)

    def _outcome(self, task: Task) -> Done | Refused | None:
        try:
            return self._methods[task.method](*task.arguments)
        except (BadInput, ReadError) as error:
            return error
        except Exception:  # noqa: BLE001 - the process that asked reads the document itself, and raises it there
            return None

    def _send(self, outcomes: Mapping[int, Done | Refused | None]) -> None:
        with self._lock:
            computed, self._computed = self._computed, {}
            try:
                message = message_of(Answer(outcomes=outcomes, computed=computed))
            except Exception:  # noqa: BLE001 - pickling raises whatever a value's own code raises
                some = {number: outcome if _can_be_sent(outcome) else None for number, outcome in outcomes.items()}
                message = message_of(Answer(outcomes=some, computed=computed))
            self._answers.write(message)
            self._answers.flush()


def _can_be_sent(outcome: Done | Refused | None) -> bool:
    try:
        return bool(message_of(outcome))
    except Exception:  # noqa: BLE001 - pickling raises whatever a value's own code raises
        return False


def main() -> None:
    """Reads until there is nothing more to read."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_malloc_arenas()
    collect_garbage_rarely()
    # Whatever prints something must not write between the answers.
    tasks, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with Path(os.devnull).open("r+b") as nothing:
        os.dup2(nothing.fileno(), 0)
        os.dup2(nothing.fileno(), 1)
    try:
        worker = _Worker(received(tasks), answers)
        pool = ThreadPoolExecutor(THREADS)
        while True:
            pool.submit(worker.read, received(tasks))
    except EOFError:
        # At once: what is still being read is of no use to anyone.
        os._exit(0)
    except Exception:  # noqa: BLE001 - reading goes on without this process
        sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
        os._exit(1)
