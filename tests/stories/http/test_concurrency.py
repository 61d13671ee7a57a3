"""No client can occupy a pool alone, short requests do not wait for long ones, and abandoned
requests stop.
"""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Awaitable, Callable
from concurrent.futures import Future

import anyio
import pytest
from anyio.abc import TaskGroup
from starlette.requests import ClientDisconnect

from claimtree.api import concurrency
from claimtree.api.concurrency import GIVE_WAY_S, LONG_S, FairPool, Traffic
from claimtree.api.problems import Problem
from claimtree.deadlines import check
from claimtree.errors import OutOfTime

WAIT_S = 20.0


class Held:
    """Work that goes on until it is let go, and says in which order it was begun."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.go = threading.Event()

    def __call__(self, name: str) -> Callable[[], str]:
        def work() -> str:
            self.begun.append(name)
            assert self.go.wait(WAIT_S)
            return name

        return work


async def until(true: Callable[[], bool]) -> None:
    with anyio.fail_after(WAIT_S):
        while not true():
            await anyio.sleep(0.002)


class Submissions:
    """What became of pieces of work that came one after another."""

    def __init__(self, pool: FairPool, group: TaskGroup) -> None:
        self.pool, self.group, self.ends = pool, group, dict[str, str]()

    async def ask(self, who: str, name: str, work: Callable[[], str], *, cost_s: float = 0.0) -> None:
        before = self.pool.occupied, len(self.ends)

        async def one() -> None:
            try:
                self.ends[name] = await self.pool.run(work, client=who, cost_s=cost_s)
            except Problem as problem:
                self.ends[name] = problem.code

        self.group.start_soon(one)
        await until(lambda: (self.pool.occupied, len(self.ends)) != before)


def ends_of(story: Callable[[Submissions], Awaitable[None]], pool: FairPool) -> dict[str, str]:
    async def run() -> dict[str, str]:
        async with anyio.create_task_group() as group:
            submissions = Submissions(pool, group)
            await story(submissions)
        return submissions.ends

    return anyio.run(run)


def test_of_those_that_wait_each_has_a_turn() -> None:
    pool, held = FairPool(at_once=1, waiting=10, limit_s=WAIT_S), Held()

    async def story(submissions: Submissions) -> None:
        for name in ("greedy 1", "greedy 2", "greedy 3", "other 1", "third 1", "other 2"):
            await submissions.ask(name.split()[0], name, held(name))
        held.go.set()

    ends_of(story, pool)
    assert held.begun == ["greedy 1", "greedy 2", "other 1", "third 1", "greedy 3", "other 2"]


def test_a_free_thread_goes_to_the_client_that_computes_least() -> None:
    pool, held, first = FairPool(at_once=2, waiting=10, limit_s=WAIT_S), Held(), Held()

    async def story(submissions: Submissions) -> None:
        await submissions.ask("greedy", "greedy 1", held("greedy 1"))
        await submissions.ask("greedy", "greedy 2", first("greedy 2"))
        for name in ("greedy 3", "greedy 4", "other 1"):
            await submissions.ask(name.split()[0], name, held(name))
        first.go.set()
        await until(lambda: len(held.begun) == 2)
        held.go.set()

    ends_of(story, pool)
    assert held.begun[:2] == ["greedy 1", "other 1"]


def test_who_fills_a_pool_makes_room_for_others() -> None:
    pool, held = FairPool(at_once=1, waiting=4, limit_s=WAIT_S), Held()

    async def story(submissions: Submissions) -> None:
        for n in range(7):
            await submissions.ask("greedy", f"greedy {n}", held(f"greedy {n}"))
        await submissions.ask("other", "other 1", held("other 1"))
        await submissions.ask("other", "other 2", held("other 2"))
        await submissions.ask("other", "other 3", held("other 3"))
        await submissions.ask("third", "third 1", held("third 1"))
        assert pool.occupied == 5
        held.go.set()

    ends = ends_of(story, pool)
    # One computes and four wait; the newest of the greedy one go for the others, down to a fair share.
    turned_away = {name for name, end in ends.items() if end == "too_busy"}
    assert turned_away == {"greedy 2", "greedy 3", "greedy 4", "greedy 5", "greedy 6", "other 3"}
    assert ends["other 1"] == "other 1"
    assert ends["third 1"] == "third 1"


def test_one_alone_may_use_all_of_a_pool() -> None:
    pool, held = FairPool(at_once=2, waiting=3, limit_s=WAIT_S), Held()

    async def story(submissions: Submissions) -> None:
        for n in range(6):
            await submissions.ask("alone", str(n), held(str(n)))
        held.go.set()

    ends = ends_of(story, pool)
    assert [ends[str(n)] for n in range(6)] == ["0", "1", "2", "3", "4", "too_busy"]


def test_what_is_long_leaves_a_thread_for_what_is_short() -> None:
    pool, long, short = FairPool(at_once=2, waiting=10, limit_s=WAIT_S), Held(), Held()
    short.go.set()

    async def story(submissions: Submissions) -> None:
        for n in range(3):
            await submissions.ask(f"reader {n}", f"long {n}", long(f"long {n}"), cost_s=LONG_S)
        for n in range(4):
            await submissions.ask("searcher", f"short {n}", short(f"short {n}"))
            await until(lambda: len(submissions.ends) == n + 1)  # noqa: B023 - asked at once
        assert long.begun == ["long 0"]
        long.go.set()

    assert len(ends_of(story, pool)) == 7
    assert len(short.begun) == 4


def test_long_work_alone_does_not_wait_without_end() -> None:
    """The thread that is kept for what is short is free, and the pool is full for what is long."""
    pool, held = FairPool(at_once=2, waiting=2, limit_s=WAIT_S), Held()

    async def story(submissions: Submissions) -> None:
        for n in range(5):
            await submissions.ask("reader", str(n), held(str(n)), cost_s=LONG_S)
        assert not pool.is_full  # a search would begin at once
        held.go.set()

    ends = ends_of(story, pool)
    assert [ends[str(n)] for n in range(5)] == ["0", "1", "2", "too_busy", "too_busy"]


def test_a_pool_of_one_thread_does_long_work_too() -> None:
    pool = FairPool(at_once=1, waiting=1, limit_s=WAIT_S)
    assert anyio.run(lambda: pool.run(lambda: "done", cost_s=9.0)) == "done"


def going_on(stopped: threading.Event, begun: threading.Event) -> Callable[[], None]:
    """Work that looks at its deadline between two pieces, and has no end."""

    def work() -> None:
        begun.set()
        try:
            while True:
                time.sleep(0.001)
                check()
        except OutOfTime:
            stopped.set()
            raise

    return work


def test_long_work_gives_way_to_short_work_of_any_pool_and_still_gets_on() -> None:
    traffic = Traffic()
    searching, reading = (FairPool(at_once=1, waiting=1, limit_s=WAIT_S, traffic=traffic) for _ in range(2))
    search, pieces, waited, end = Held(), [0], list[float](), threading.Event()

    def read() -> str:
        while not end.is_set():
            started = time.monotonic()
            check()
            waited.append(time.monotonic() - started)
            pieces[0] += 1
        return "read"

    async def story(submissions: Submissions) -> None:
        asked = Submissions(searching, submissions.group)
        await submissions.ask("reader", "long", read, cost_s=9.0)
        await until(lambda: pieces[0] > 100)
        await asked.ask("searcher", "short", search("short"))
        await until(lambda: bool(search.begun))
        before = pieces[0]
        await until(lambda: pieces[0] >= before + 4)
        # Each of the last has waited as long as it has to, and not for the end of the search.
        assert not search.go.is_set()
        assert all(one >= GIVE_WAY_S for one in waited[before + 1 : before + 3])
        search.go.set()
        await until(lambda: asked.ends == {"short": "short"} and traffic.short == 0)
        end.set()

    assert ends_of(story, reading) == {"long": "read"}


def test_work_whose_time_is_over_stops_and_frees_its_thread() -> None:
    pool, stopped = FairPool(at_once=1, waiting=1, limit_s=0.05), threading.Event()

    async def story() -> str:
        with pytest.raises(Problem) as submissions:
            await pool.run(going_on(stopped, threading.Event()))
        assert submissions.value.code == "too_slow"
        await until(lambda: pool.occupied == 0)
        return await pool.run(lambda: "next")

    assert anyio.run(story) == "next"
    assert stopped.is_set()


def test_work_that_was_stopped_keeps_nothing_of_what_it_computed() -> None:
    pool, computed = FairPool(at_once=1, waiting=1, limit_s=0.05), list[weakref.ref[Held]]()

    def work() -> None:
        large = Held()
        computed.append(weakref.ref(large))
        answer = Future[None]()
        try:
            while True:
                check()
        except OutOfTime as error:
            answer.set_exception(error)  # as a model does for those that wait for one run
        answer.result()

    async def story() -> None:
        with pytest.raises(Problem):
            await pool.run(work)
        await until(lambda: pool.occupied == 0)

    gc.disable()
    try:
        anyio.run(story)
        assert computed[0]() is None
    finally:
        gc.enable()


def test_work_whose_asker_is_gone_stops_and_frees_its_thread() -> None:
    pool, stopped, begun = FairPool(at_once=1, waiting=1, limit_s=WAIT_S), threading.Event(), threading.Event()

    async def gone() -> None:
        await until(begun.is_set)

    async def story() -> str:
        with pytest.raises(ClientDisconnect):
            await pool.run(going_on(stopped, begun), gone=gone)
        await until(lambda: pool.occupied == 0)
        return await pool.run(lambda: "next")

    assert anyio.run(story) == "next"
    assert stopped.is_set()


def test_what_waits_for_nobody_is_never_begun() -> None:
    pool, held, begun = FairPool(at_once=1, waiting=2, limit_s=WAIT_S), Held(), list[str]()

    async def gone() -> None:
        await anyio.sleep(0)

    async def story(submissions: Submissions) -> None:
        await submissions.ask("one", "first", held("first"))
        with pytest.raises(ClientDisconnect):
            await pool.run(lambda: begun.append("late"), client="two", gone=gone)
        assert pool.occupied == 1
        held.go.set()

    ends_of(story, pool)
    assert not begun


def test_a_pool_says_when_it_is_full() -> None:
    pool, held, said = FairPool(at_once=1, waiting=1, limit_s=WAIT_S), Held(), list[bool]()

    async def story(submissions: Submissions) -> None:
        for name in ("computes", "waits"):
            said.append(pool.is_full)
            await submissions.ask("one", name, held(name))
        said.append(pool.is_full)
        held.go.set()

    ends_of(story, pool)
    assert [*said, pool.is_full, pool.is_stuck] == [False, False, True, False, False]


def test_a_pool_says_when_its_threads_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(concurrency, "STUCK_S", 0.05)
    pool, held = FairPool(at_once=1, waiting=1, limit_s=0.05), Held()

    async def story(submissions: Submissions) -> None:
        await submissions.ask("one", "hangs", held("hangs"))
        await until(lambda: pool.is_stuck)
        held.go.set()
        await until(lambda: pool.occupied == 0 and not pool.is_stuck)

    assert ends_of(story, pool) == {"hangs": "too_slow"}


def test_what_waits_when_the_server_ends_is_told_to_come_back() -> None:
    pool, held = FairPool(at_once=1, waiting=2, limit_s=WAIT_S), Held()

    async def story(submissions: Submissions) -> None:
        await submissions.ask("one", "computes", held("computes"))
        await submissions.ask("one", "waits", held("waits"))
        pool.close()
        await submissions.ask("one", "comes", held("comes"))
        held.go.set()

    assert ends_of(story, pool) == {"computes": "computes", "waits": "stopping", "comes": "stopping"}


def test_long_work_gives_its_memory_back_and_short_work_does_not_care(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[str] = []
    monkeypatch.setattr(concurrency, "give_back", lambda: given.append("given back"))
    pool = FairPool(at_once=2, waiting=2, limit_s=WAIT_S)

    async def fails() -> None:
        with pytest.raises(ZeroDivisionError):
            await pool.run(lambda: 1 // 0, client="a", cost_s=LONG_S)

    async def story(submissions: Submissions) -> None:
        await submissions.ask("a", "short", lambda: "done")
        await until(lambda: submissions.ends == {"short": "done"})
        assert given == []
        await submissions.ask("a", "long", lambda: "done", cost_s=LONG_S)
        await until(lambda: submissions.ends == {"short": "done", "long": "done"})
        assert len(given) == 1
        await fails()

    ends_of(story, pool)
    assert len(given) == 2, "also what fails has taken memory"
