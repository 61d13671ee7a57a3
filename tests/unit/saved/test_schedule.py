"""What is due, and that of several servers one runs it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.errors import UnknownName
from claimtree.model.questions import Question, parse_question
from claimtree.saved import Run, SavedSearch, SavedSearches, membership, schedule
from claimtree.saved import saved_db as rows
from claimtree.saved.schedule import LEASE_S, due

Harbour = Any
PLAIN = SavedSearch(id="a", name="a", collection="boats", question=Question(text="fast"), created=0)

times = st.integers(0, 20).map(float)
some = st.lists(
    st.builds(
        lambda id, due, leased, collection: replace(
            PLAIN, id=str(id), due=due, leased_until=leased, collection=collection, every=5 if due is not None else None
        ),
        st.integers(0, 99),
        st.none() | times,
        times,
        st.sampled_from(["boats", "homes"]),
    )
)


@given(some, times)
def test_due_is_what_waits_and_nobody_runs_the_longest_waiting_first(searches: list[SavedSearch], now: float) -> None:
    found = due(searches, now=now, collections={"boats"})
    waits = [one.due for one in found if one.due is not None]
    assert len(waits) == len(found)
    assert waits == sorted(waits)
    for one in searches:
        waiting = one.due is not None and one.due <= now
        assert (one in found) is (waiting and one.leased_until <= now and one.collection == "boats")


Due = Callable[[], tuple[Run, ...]]


@pytest.fixture
def run_due(saved: SavedSearches, harbour: Harbour) -> Due:
    return lambda: saved.run_due(lambda _: harbour.engine, collections={"boats"}, stop=lambda: False)


def test_a_search_runs_at_once_and_then_every_so_many_minutes(saved: SavedSearches, run_due: Due, clock: Any) -> None:
    saved.add("mine", "fast", collection="boats", every=5)
    saved.add("by hand", "fast", collection="boats")
    saved.add("elsewhere", "fast", collection="homes", every=5)
    assert [one.name for one in run_due()] == ["mine"]
    clock.now += 299
    assert run_due() == ()
    clock.now += 1
    assert [one.number for one in run_due()] == [2]
    assert saved.set_every("mine", None, collection="boats").due is None
    clock.now += 10_000
    assert run_due() == ()


def test_of_two_servers_one_runs_it_and_the_other_when_that_one_died(
    saved: SavedSearches, clock: Any, tmp_path: Path
) -> None:
    saved.add("mine", "fast", collection="boats", every=5)
    with closing(rows.open_file(tmp_path / "saved.db")) as one, closing(rows.open_file(tmp_path / "saved.db")) as two:
        first = schedule.take(one, now=clock(), collections={"boats"})
        assert first is not None
        assert schedule.take(two, now=clock(), collections={"boats"}) is None
        second = schedule.take(two, now=clock() + LEASE_S, collections={"boats"})
        assert second is not None
        # The first was only slow: its lease is no longer its own.
        schedule.give_back(one, first, now=clock() + LEASE_S, failure="too late")
        assert saved.get("mine", collection="boats").failure == ""
        assert schedule.take(one, now=clock() + LEASE_S + 1, collections={"boats"}) is None
        schedule.give_back(two, second, now=clock() + LEASE_S)
        assert saved.get("mine", collection="boats").failure == ""
        assert saved.get("mine", collection="boats").due == clock() + LEASE_S + 300


def test_many_servers_at_once_run_each_search_once(
    saved: SavedSearches, harbour: Harbour, clock: Any, tmp_path: Path
) -> None:
    for number in range(6):
        saved.add(f"s{number}", "fast", collection="boats", every=5)
    done: list[Run] = []

    def serve() -> None:
        with closing(SavedSearches(tmp_path / "saved.db", clock=clock)) as mine:
            done.extend(mine.run_due(lambda _: harbour.engine, collections={"boats"}, stop=lambda: False))

    threads = [threading.Thread(target=serve) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(one.name for one in done) == [f"s{number}" for number in range(6)]


def test_a_search_that_fails_says_so_and_costs_no_other(
    saved: SavedSearches, run_due: Due, harbour: Harbour, clock: Any
) -> None:
    saved.add("bad", parse_question("fast", edits=["drop:c1", "words:c9:teak"]), collection="boats", every=5)
    saved.add("worse", parse_question("fast", weights={"moat": 1.0}), collection="boats", every=5)
    saved.add("good", "fast", collection="boats", every=5)
    assert "good" in [one.name for one in run_due()]
    assert "moat" in saved.get("worse", collection="boats").failure
    assert saved.get("good", collection="boats").failure == ""
    due_next = saved.get("worse", collection="boats").due
    assert due_next is not None
    assert due_next > clock()


def test_a_server_that_stops_leaves_the_rest_for_later(saved: SavedSearches, harbour: Harbour) -> None:
    saved.add("mine", "fast", collection="boats", every=5)
    assert saved.run_due(lambda _: harbour.engine, collections={"boats"}, stop=lambda: True) == ()
    assert saved.get("mine", collection="boats").runs == 0


def test_a_search_that_is_removed_while_it_runs_is_gone(saved: SavedSearches, harbour: Harbour) -> None:
    saved.add("mine", "fast", collection="boats")
    store = harbour.store
    real = store.rank

    def rank(*arguments: Any, **options: Any) -> Any:
        if saved.list(collection="boats"):
            saved.remove("mine", collection="boats")
        return real(*arguments, **options)

    store.rank = rank
    with pytest.raises(UnknownName, match="removed"):
        saved.run(harbour.engine, "mine", collection="boats")


def test_the_roll_knows_since_when_an_entity_is_there(harbour: Harbour, tmp_path: Path) -> None:
    with closing(rows.open_file(tmp_path / "saved.db")) as file:
        level = harbour.engine.pack.hierarchy.answers
        assert membership.call(file, harbour.store, level, collection="boats") == 1
        assert membership.call(file, harbour.store, level, collection="boats") == 1
        harbour.put("erna", "Fast.")
        harbour.put("anna", "Slow.")
        assert membership.call(file, harbour.store, level, collection="boats") == 2
        with file.reading() as connection:
            known = {id: membership.first_recorded(connection, "boats", id) for id in ("anna", "erna", "zoe")}  # type: ignore[arg-type]
        assert known == {"anna": 1, "erna": 2, "zoe": None}
