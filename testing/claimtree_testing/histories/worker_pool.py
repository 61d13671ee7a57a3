"""Runs several workers on one store at once: threads, or processes that are killed and replaced."""

from __future__ import annotations

import math
import multiprocessing
import multiprocessing.connection
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from enum import StrEnum
from importlib import import_module
from itertools import count
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from typing import Final, Protocol, TypeVar

from claimtree.errors import StoreUnavailable, UnknownName
from claimtree.ports import MovableStore, Versions
from claimtree.stores.memory import MemoryStore
from claimtree.stores.open import open_store, open_versions
from claimtree_testing.histories.clients import Direct, Way
from claimtree_testing.histories.commands import CommandLine
from claimtree_testing.histories.history import KIND, Log, read_log
from claimtree_testing.histories.http import OverHttp, Server, serving
from claimtree_testing.histories.worker import Job, Worker
from claimtree_testing.histories.world import identity, pack

MEMORY: Final = "memory:"
LOOKS_EVERY_S: Final = 0.02
PATIENCE_S: Final = 300.0
"""How long a store that is not available is asked again where nothing else can be done: a server
under the load of many workers turns some requests away."""
LAST_WORDS: Final = 4_000
"""Characters of the error by which a worker ended that are reported."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to run, and on which store."""

    address: str
    """Of a new store, as `open_store` takes it; `memory:` runs the workers as threads, others as
    processes."""
    seed: int
    operations: int
    """The least number for all workers together."""
    workers: int = 4
    """Workers that open the store in their own process."""
    clients: int = 0
    """Additional workers, over HTTP to a server of two processes."""
    commands: int = 0
    """Additional workers, each of whose writes is a command."""
    homes: int = 24
    """The fewer, the more often two workers write to the same one."""
    kills_every: int = 100
    """The average number of operations between two kills of a worker or a server process; another
    one takes its place. 0 for no kills."""
    adjusted: Mapping[str, object] = field(default_factory=dict)
    """Module attributes to override in each worker's process, such as how long a store waits for a
    dead writer."""

    @property
    def in_memory(self) -> bool:
        return self.address == MEMORY

    @property
    def on_a_server(self) -> bool:
        """True if the store is a server, which carries on with a request after its client has
        died."""
        return "://" in self.address and not self.address.startswith("sqlite:")

    @property
    def everybody(self) -> int:
        return self.workers + self.clients + self.commands


class Crew(Protocol):
    """Runs the workers of a plan."""

    kills: int
    ends: dict[str, int]
    """The time at which each worker was certainly dead."""
    deaths: list[str]
    """For each worker that ended by an error of its own, its name and last words."""

    def work(self) -> None: ...

    def open(self) -> MovableStore: ...


def crew_of(plan: Plan, folder: Path) -> Crew:
    return Threads(plan, folder) if plan.in_memory else Processes(plan, folder)


class Threads:
    """Workers as threads, on a store in memory. Threads cannot be killed, so there are no kills."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self._plan = plan
        self._folder = folder
        self._store = MemoryStore(identity(), pack().hierarchy)
        self.kills = 0
        self.ends: dict[str, int] = {}
        self.deaths: list[str] = []

    def open(self) -> MovableStore:
        return self._store

    def work(self) -> None:

        def one(job: Job) -> None:
            try:
                with Log(self._folder / f"{job.name}.jsonl") as log:
                    Worker(job, Direct(self._store), log).run()
            except BaseException:  # noqa: BLE001 - reported with what the others did
                self.deaths.append(f"worker {job.name}: {traceback.format_exc()[-LAST_WORDS:]}")

        jobs = [_job(self._plan, number) for number in range(self._plan.workers)]
        threads = [threading.Thread(target=one, args=[job]) for job in jobs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


class Means(StrEnum):
    """How a worker accesses the store."""

    DIRECT = "direct"
    HTTP = "http"
    COMMANDS = "commands"


@dataclass(frozen=True, slots=True)
class _Post:
    """A running worker."""

    job: Job
    means: Means
    process: BaseProcess


class _Progress:
    """Counts the operations begun so far, by reading what was appended to the logs since the last
    look."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[Path, int] = {}
        self._count = 0

    def look(self) -> int:
        for path in self._folder.glob("w*.jsonl"):
            with path.open("rb") as file:
                file.seek(self._read.get(path, 0))
                new = file.read()
            whole = new[: new.rfind(b"\n") + 1]
            self._read[path] = self._read.get(path, 0) + len(whole)
            self._count += whole.count(KIND)
        return self._count


class Processes:
    """Workers as processes."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self._plan = plan
        self._folder = folder
        self._random = Random(f"{plan.seed} kills")
        self._numbers = count()
        self._server: Server | None = None
        # The fork server has imported all modules and opened nothing.
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload([__name__])
        self.kills = 0
        self.ends: dict[str, int] = {}
        self.deaths: list[str] = []

    def open(self) -> MovableStore:
        return patiently(lambda: open_store(self._plan.address, identity(), pack().hierarchy))

    def work(self) -> None:
        self.open().close()
        plan = self._plan
        with ExitStack() as stack:
            if plan.clients:
                self._server = stack.enter_context(serving(plan.address, self._folder))
            means = [Means.DIRECT] * plan.workers + [Means.HTTP] * plan.clients + [Means.COMMANDS] * plan.commands
            running = {
                post.job.name: post for post in (self._start(_job(plan, next(self._numbers)), one) for one in means)
            }
            done = _Progress(self._folder)
            due = self._next_kill(0)
            while running:
                multiprocessing.connection.wait([post.process.sentinel for post in running.values()], LOOKS_EVERY_S)
                for name in [name for name, post in running.items() if not post.process.is_alive()]:
                    self._has_ended(running.pop(name))
                if running and (operations := done.look()) >= due:
                    self._kill_one(running)
                    due = self._next_kill(operations)

    def _next_kill(self, operations: int) -> float:
        """Returns the operation count of the next kill; a count and not a time, because machines
        differ in speed."""
        every = self._plan.kills_every
        return operations + self._random.uniform(1, 2 * every) if every else math.inf

    def _start(self, job: Job, means: Means) -> _Post:
        (self._folder / f"{job.name}.jsonl").touch()
        url = self._server.url if self._server is not None else ""
        process = self._context.Process(target=_work, args=(self._plan, job, means, url, self._folder), daemon=True)
        process.start()
        return _Post(job, means, process)

    def _kill_one(self, running: dict[str, _Post]) -> None:
        """Kills one process at a random moment: a worker that has the store open, or a process of
        the server."""
        mortal = sorted(name for name, post in running.items() if post.means is Means.DIRECT)
        if self._server is not None and (not mortal or self._random.random() < 0.2):
            self.kills += self._server.kill_a_child(self._random)
            return
        if not mortal:
            return
        post = running.pop(self._random.choice(mortal))
        post.process.kill()
        post.process.join()
        self.ends[post.job.name] = time.monotonic_ns()
        self.kills += 1
        log = read_log(self._folder / f"{post.job.name}.jsonl", post.job.name)
        left = post.job.operations - sum(len(call.asked) for call in log)
        if left > 0:
            following = _job(self._plan, next(self._numbers), left, rebuilds=post.job.rebuilds)
            running[following.name] = self._start(following, post.means)

    def _has_ended(self, post: _Post) -> None:
        """Notes how a worker ended. One that ended by an error is not replaced, and the others go
        on: what they were told is checked all the same."""
        post.process.join()
        self.ends[post.job.name] = time.monotonic_ns()
        if post.process.exitcode:
            left = _last_words_file(self._folder, post.job)
            words = left.read_text(encoding="utf-8") if left.exists() else "it left no word"
            self.deaths.append(f"worker {post.job.name} ended with {post.process.exitcode}: {words[-LAST_WORDS:]}")


def _job(plan: Plan, number: int, operations: int = 0, *, rebuilds: bool = False) -> Job:
    return Job(
        name=f"w{number}",
        number=number,
        seed=f"{plan.seed} {number}",
        operations=operations or -(-plan.operations // plan.everybody),
        homes=plan.homes,
        rebuilds=rebuilds or number == 0,
    )


def patiently(
    ask: Callable[[], T], *, failed: Callable[[StoreUnavailable], None] = lambda error: None, pause_s: float = 1.0
) -> T:
    """Returns the answer; asks again for some minutes while the store is not available."""
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            return ask()
        except StoreUnavailable as error:
            failed(error)
            if time.monotonic() > until:
                raise
        time.sleep(pause_s)


def _last_words_file(folder: Path, job: Job) -> Path:
    return folder / f"{job.name}.error"


def _work(plan: Plan, job: Job, means: Means, url: str, folder: Path) -> None:
    """Runs one worker; the entry point of its process."""
    try:
        _run_worker(plan, job, means, url, folder)
    except BaseException:
        _last_words_file(folder, job).write_text(traceback.format_exc(), encoding="utf-8")
        raise


def _run_worker(plan: Plan, job: Job, means: Means, url: str, folder: Path) -> None:
    for name, value in plan.adjusted.items():
        module, _, attribute = name.rpartition(".")
        setattr(import_module(module), attribute, value)
    with ExitStack() as stack:
        log = stack.enter_context(Log(folder / f"{job.name}.jsonl"))
        way: Way
        if means is Means.HTTP:
            way = OverHttp(url)
        else:
            store = stack.enter_context(closing(_opened(plan, log)))
            if means is Means.COMMANDS:
                way = CommandLine(store, plan.address, folder, Random(f"{job.seed} commands"))
            else:
                way = Direct(store, _versions(plan.address))
        Worker(job, way, log).run()


def _opened(plan: Plan, log: Log) -> MovableStore:
    def failed(error: StoreUnavailable) -> None:
        log.asks(())
        log.failed(f"opening: {error}", lingers=False)

    return patiently(lambda: open_store(plan.address, identity(), pack().hierarchy), failed=failed)


def _versions(address: str) -> Versions | None:
    try:
        return open_versions(address)
    except UnknownName:
        return None
