"""What becomes of a run of histories when a worker ends by an error, or the store is not available for a while."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path
from typing import Any

import pytest

from claimtree.errors import StoreUnavailable
from claimtree.ports import MovableStore
from claimtree.stores.open import open_store
from claimtree_testing.histories import Plan, __main__, run, worker_pool
from claimtree_testing.histories.worker_pool import MEMORY, patiently

SOME = 60


def test_a_worker_that_ends_by_an_error_leaves_its_last_words(tmp_path: Path) -> None:
    adjusted = {"claimtree_testing.histories.worker.Kind": None}
    plan = Plan(address=str(tmp_path / "homes.db"), seed=1, operations=SOME, workers=2, adjusted=adjusted)
    report = run(plan, tmp_path / "history")
    assert not report.is_sound
    assert "2 × worker ended by an error" in str(report)
    assert len(report.deaths) == 2
    for words in report.deaths:
        assert words.startswith("worker w")
        assert "AttributeError: 'NoneType' object has no attribute" in words
        assert words in report.details
    assert (tmp_path / "history" / "w0.error").read_text(encoding="utf-8").startswith("Traceback")


_refusals = iter(range(2))


def open_at_the_third_try(*arguments: Any) -> MovableStore:
    """As a server that has too much to do when a worker takes the place of one that was killed."""
    if next(_refusals, None) is not None:
        raise StoreUnavailable("it has too much to do", hint="Try again.")
    return open_store(*arguments)


def test_a_worker_that_cannot_open_the_store_tries_again(tmp_path: Path) -> None:
    adjusted = {"claimtree_testing.histories.worker_pool.open_store": open_at_the_third_try}
    plan = Plan(
        address=str(tmp_path / "homes.db"), seed=1, operations=SOME, workers=1, kills_every=0, adjusted=adjusted
    )
    report = run(plan, tmp_path / "history")
    assert report.is_sound, report.details
    assert report.operations >= SOME
    assert report.errors == ("w0: opening: it has too much to do",) * 2


def test_a_thread_that_ends_by_an_error_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr("claimtree_testing.histories.worker.Worker._put_again", broken)
    report = run(Plan(address=MEMORY, seed=1, operations=SOME * 20, workers=2), tmp_path)
    assert not report.is_sound
    assert "KeyError: 'lost'" in report.deaths[0]


def test_a_store_that_is_not_available_is_asked_again() -> None:
    answers = iter([False, False, True])
    failures: list[str] = []

    def ask() -> str:
        if not next(answers):
            raise StoreUnavailable("it has too much to do", hint="Try again.")
        return "done"

    assert patiently(ask, failed=lambda error: failures.append(str(error)), pause_s=0) == "done"
    assert len(failures) == 2


def test_a_store_that_stays_away_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "PATIENCE_S", -1.0)

    def ask() -> str:
        raise StoreUnavailable("it has too much to do", hint="Try again.")

    with pytest.raises(StoreUnavailable):
        patiently(ask, pause_s=0)


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the command makes its folder."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["histories", "--store", "memory", "--operations", str(SOME), "--seed", "1"])
    return tmp_path


def test_the_command_keeps_the_logs_of_unsound_rounds(
    temporary: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(plan: Plan, folder: Path) -> object:
        return dataclasses.replace(run(plan, folder), deaths=("worker w0 ended with 1: KeyError",))

    monkeypatch.setattr(__main__, "run", broken)
    assert __main__.main() == 1
    printed = capsys.readouterr().out
    assert "worker w0 ended with 1: KeyError" in printed
    (log, *_) = sorted(temporary.glob("histories-*/seed-1/w0.jsonl"))
    assert f"its logs stay in {log.parent}" in printed


def test_the_command_keeps_the_logs_of_a_round_that_ended_early(
    temporary: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(plan: Plan, folder: Path) -> object:
        run(plan, folder)
        raise StoreUnavailable("gone", hint="Try again.")

    monkeypatch.setattr(__main__, "run", broken)
    with pytest.raises(StoreUnavailable):
        __main__.main()
    (log, *_) = sorted(temporary.glob("histories-*/seed-1/w0.jsonl"))
    assert f"seed 1 ended early; its logs stay in {log.parent}" in capsys.readouterr().out


def test_the_command_keeps_nothing_of_sound_rounds(temporary: Path) -> None:
    assert __main__.main() == 0
    assert list(temporary.iterdir()) == []
