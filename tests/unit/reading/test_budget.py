"""What is spent is counted once, by all, and never goes over."""

from __future__ import annotations

import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from claimtree.errors import BadInput
from claimtree.reading.budget import Budget, Limits


@pytest.fixture(params=["in memory", "in a file"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path | None:
    return tmp_path / "home" / "spending.db" if request.param == "in a file" else None


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
        assert "counted for this process only" in budget.notice
    assert path.read_bytes() == b"no database " * 100


def test_without_limits_no_file_is_made(tmp_path: Path) -> None:
    with closing(Budget(Limits(), tmp_path / "spending.db")) as budget:
        assert budget.reserve(10**9, 10**9) is not None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("changed", [{"tokens": -1}, {"cost": math.nan}, {"cost": 5.0}])
def test_limits_that_make_no_sense_are_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        Limits(**changed)
