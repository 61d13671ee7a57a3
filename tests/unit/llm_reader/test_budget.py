"""What is spent is counted once, by all, and never goes over."""

from __future__ import annotations

import gc
import math
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.errors import BadInput
from claimtree.languages.rendering import render
from claimtree.llm_reader.budget import Budget, Limits
from claimtree.llm_reader.completion_cache import CompletionCache, answer_key


@pytest.fixture(params=["in memory", "in a file"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path | None:
    return tmp_path / "home" / "spending.db" if request.param == "in a file" else None


@pytest.fixture(autouse=True)
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a file that another process writes to."""
    monkeypatch.setattr("claimtree.models.sqlite_cache.BUSY_S", 0.2)


@pytest.fixture
def budget(path: Path | None) -> Iterator[Budget]:
    with closing(Budget(Limits(tokens=100, cost=1.0, price_in=10_000, price_out=20_000), path)) as budget:
        yield budget


def test_a_request_that_does_not_fit_is_refused_and_costs_nothing(budget: Budget) -> None:
    assert budget.reserve(60, 50) is None
    assert budget.spent() == (0, 0.0)


def test_what_was_reserved_and_not_taken_can_be_spent_again(budget: Budget) -> None:
    first = budget.reserve(20, 20)
    assert first is not None
    assert budget.reserve(20, 20) is None  # its cost would be 1.2
    budget.settle(first, 20, 2)
    tokens, cost = budget.spent()
    assert tokens == 22
    assert cost == pytest.approx(0.24)
    assert budget.reserve(20, 20) is not None


def test_a_new_day_has_a_new_budget(path: Path | None) -> None:
    now = [datetime(2026, 11, 15, 23, 59, tzinfo=UTC)]
    with closing(Budget(Limits(tokens=100), path, now=lambda: now[0])) as budget:
        assert budget.reserve(50, 50) is not None
        assert budget.reserve(1, 0) is None
        now[0] += timedelta(minutes=1)
        assert budget.reserve(50, 50) is not None


def test_a_request_of_yesterday_that_is_settled_today_leaves_today_alone(path: Path | None) -> None:
    now = [datetime(2026, 11, 15, 23, 59, tzinfo=UTC)]
    with closing(Budget(Limits(tokens=100), path, now=lambda: now[0])) as budget:
        late = budget.reserve(50, 50)
        assert late is not None
        now[0] += timedelta(minutes=1)
        assert budget.reserve(60, 0) is not None
        budget.settle(late, 10, 0)
        assert budget.spent() == (60, 0.0)
        assert budget.reserve(60, 0) is None
        now[0] -= timedelta(minutes=1)
        assert budget.spent() == (10, 0.0)


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    return tmp_path / "spending.db"


@contextmanager
def busy(path: Path) -> Iterator[None]:
    """Another process writes for longer than the lock timeout."""
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        yield


def in_file(path: Path) -> list[tuple[int]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT tokens FROM spent").fetchall()


def test_what_was_reserved_while_the_file_was_busy_is_settled_in_full(shared: Path) -> None:
    with closing(Budget(Limits(tokens=100), shared)) as budget:
        assert budget.reserve(30, 0) is not None
        with busy(shared):
            reserved = budget.reserve(60, 0)
            assert reserved is not None
            assert budget.reserve(60, 0) is None  # what the file said before counts
        budget.settle(reserved, 20, 0)
        assert budget.spent() == (50, 0.0)
        assert budget.notice is None
    assert in_file(shared) == [(50,)]


def test_what_was_settled_while_the_file_was_busy_is_told_later(shared: Path) -> None:
    with closing(Budget(Limits(tokens=100), shared)) as budget:
        reserved = budget.reserve(60, 0)
        assert reserved is not None
        with busy(shared):
            budget.settle(reserved, 20, 0)
            assert budget.spent() == (20, 0.0)
    assert in_file(shared) == [(20,)]


def test_a_file_that_breaks_between_gives_nobody_more_room(shared: Path) -> None:
    with closing(Budget(Limits(tokens=100), shared)) as budget:
        reserved = budget.reserve(60, 0)
        assert reserved is not None
        with closing(sqlite3.connect(shared)) as connection:
            connection.execute("DROP TABLE spent")
        budget.settle(reserved, 20, 0)
        assert budget.notice is not None
        assert "counted for this process only" in render(budget.notice, "en")
        assert budget.spent() == (20, 0.0)
        assert budget.reserve(81, 0) is None


@pytest.mark.slow
def test_opening_again_and_again_holds_no_more_connections(shared: Path) -> None:
    def held() -> int:
        gc.collect()
        return sum(isinstance(one, sqlite3.Connection) for one in gc.get_objects())

    with (
        closing(Budget(Limits(tokens=100), shared)) as budget,
        closing(CompletionCache(shared.parent / "a.db")) as kept,
    ):
        before = held()
        for _ in range(3):
            budget.spent()
            kept.get(answer_key("gym"))
            budget.close()
            kept.close()
        assert held() == before


spending = st.lists(st.tuples(st.integers(1, 40), st.integers(0, 40), st.booleans(), st.booleans()), max_size=8)


@given(requests=spending)
def test_a_day_is_the_sum_of_what_its_requests_took_wherever_they_are_settled(
    requests: list[tuple[int, int, bool, bool]],
) -> None:
    now = [datetime(2026, 11, 15, 12, 0, tzinfo=UTC)]
    budget = Budget(Limits(tokens=100), now=lambda: now[0])
    expected = [0, 0]
    for most, taken, early, late in requests:
        now[0] = datetime(2026, 11, 15 if early else 16, 12, 0, tzinfo=UTC)
        reserved = budget.reserve(most, 0)
        now[0] = datetime(2026, 11, 16 if late else 15, 12, 0, tzinfo=UTC) if early else now[0]
        if reserved is not None:
            budget.settle(reserved, min(most, taken), 0)
            expected[not early] += min(most, taken)
    for day, tokens in zip((15, 16), expected, strict=True):
        now[0] = datetime(2026, 11, day, 12, 0, tzinfo=UTC)
        assert budget.spent()[0] == tokens <= 100


def test_many_at_once_do_not_overspend(budget: Budget) -> None:
    with ThreadPoolExecutor(8) as pool:
        given = [one for one in pool.map(lambda _: budget.reserve(7, 0), range(40)) if one]
    assert len(given) == 14  # of 100 tokens, and 0.98 of 1.0


def test_another_process_sees_what_was_spent(tmp_path: Path) -> None:
    limits, path = Limits(tokens=100), tmp_path / "spending.db"
    with closing(Budget(limits, path)) as here, closing(Budget(limits, path)) as there:
        assert here.reserve(60, 0) is not None
        assert there.spent() == (60, 0.0)
        assert there.reserve(60, 0) is None


def test_a_file_that_cannot_be_used_is_said_and_the_limit_still_holds(tmp_path: Path) -> None:
    path = tmp_path / "spending.db"
    path.write_bytes(b"no database " * 100)
    with closing(Budget(Limits(tokens=100), path)) as budget:
        assert budget.reserve(60, 0) is not None
        assert budget.reserve(60, 0) is None
        assert budget.notice is not None
        assert "counted for this process only" in render(budget.notice, "en")
    assert path.read_bytes() == b"no database " * 100


def test_without_limits_no_file_is_made(tmp_path: Path) -> None:
    with closing(Budget(Limits(), tmp_path / "spending.db")) as budget:
        assert budget.reserve(10**9, 10**9) is not None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("changed", [{"tokens": -1}, {"cost": math.nan}, {"cost": 5.0}])
def test_limits_that_make_no_sense_are_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        Limits(**changed)
