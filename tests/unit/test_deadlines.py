"""Abandoned work stops by itself, in threads of a pool too."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from claimtree.deadlines import Deadline, carried, check, limited
from claimtree.errors import OutOfTime


def test_without_a_limit_nothing_is_stopped() -> None:
    check()
    with limited(None):
        check()


def test_work_is_stopped_when_its_time_is_over_and_not_before() -> None:
    now = 100.0
    deadline = Deadline(20, now=lambda: now)
    with limited(deadline):
        now = 119.9
        check()
        now = 120.1
        with pytest.raises(OutOfTime, match="longer than 20 seconds"):
            check()
    check()


def test_work_that_nobody_waits_for_is_stopped_though_there_is_time() -> None:
    deadline = Deadline(60)
    with limited(deadline):
        check()
        deadline.give_up()
        with pytest.raises(OutOfTime, match="no client is waiting"):
            check()


def test_a_limit_inside_another_holds_until_its_end() -> None:
    with limited(Deadline(-1)):
        with limited(None):
            check()
        with pytest.raises(OutOfTime):
            check()


def test_threads_of_a_pool_use_the_deadline_of_the_thread_that_gave_them_the_work() -> None:
    def work(_: int) -> str:
        try:
            check()
        except OutOfTime:
            return "stopped"
        return "went on"

    with ThreadPoolExecutor(1) as pool:
        with limited(Deadline(-1)):
            assert list(pool.map(work, [1])) == ["went on"]
            assert list(pool.map(carried(work), [1])) == ["stopped"]
        assert list(pool.map(work, [1])) == ["went on"]
