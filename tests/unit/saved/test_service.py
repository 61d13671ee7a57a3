"""Boats come, go and change, and a saved search says which and why."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from claimtree.errors import BadInput, StoreError, UnknownName
from claimtree.model.answers import Verdict
from claimtree.model.claims import LevelName
from claimtree.model.places import Where, WhereRelation
from claimtree.model.questions import Question, parse_question
from claimtree.saved import Run, SavedSearches, saved_json
from claimtree.saved import saved_db as rows
from claimtree.saved.diffs import ArrivalReason, DepartureReason
from claimtree.saved.searches import LONGEST_NAME, MOST_SEARCHES

Harbour = Any


@pytest.fixture
def run(saved: SavedSearches, harbour: Harbour) -> Callable[[], Run]:
    """Runs a search for fast boats that take guests, after its baseline."""
    saved.add("mine", "fast, guests", collection="boats")
    first = saved.run(harbour.engine, "mine", collection="boats")
    assert (first.baseline, first.hit_count, first.total, bool(first.diff)) == (True, 3, 3, False)
    return lambda: saved.run(harbour.engine, "mine", collection="boats")


def test_nothing_changed_is_no_news(run: Callable[[], Run]) -> None:
    for _ in range(2):
        again = run()
        assert not again.diff
        assert saved_json.run(again)["summary"] == "nothing new"


def test_a_boat_that_the_store_did_not_have_is_new_with_what_it_meets(run: Callable[[], Run], harbour: Harbour) -> None:
    harbour.put("erna", "Fast. Guests welcome.", 300)
    (new,) = run().diff.new
    assert (new.hit.id, new.why) == ("erna", ArrivalReason.NEW)
    assert [(told.claim, told.verdict, told.quote) for told in new.hit.verdicts] == [
        ("fast", Verdict.MET, "Fast"),
        ("guests", Verdict.MET, "Guests welcome"),
    ]
    assert not run().diff


def test_a_boat_that_did_not_fit_before_says_so(run: Callable[[], Run], harbour: Harbour) -> None:
    harbour.put("dora", "Fast. Guests welcome.", 400)
    (new,) = run().diff.new
    assert (new.hit.id, new.why) == ("dora", ArrivalReason.CHANGED)


def test_a_boat_that_comes_last_where_everything_that_fitted_was_seen_did_not_fit_before(
    run: Callable[[], Run], harbour: Harbour
) -> None:
    harbour.put("dora", "Guests welcome.", 400)
    (new,) = run().diff.new
    assert (new.hit.id, new.hit.place, new.why) == ("dora", 4, ArrivalReason.CHANGED)


def test_a_boat_that_was_sunk_is_gone(run: Callable[[], Run], harbour: Harbour) -> None:
    harbour.sink("berta")
    (gone,) = run().diff.gone
    assert (gone.hit.id, gone.why, gone.claims) == ("berta", DepartureReason.DELETED, ())


def test_a_boat_that_is_refuted_now_is_gone_with_the_claim_and_the_words(
    run: Callable[[], Run], harbour: Harbour
) -> None:
    harbour.put("berta", "Fast. No guests.", 700)
    (gone,) = run().diff.gone
    (claim,) = gone.claims
    assert (gone.hit.id, gone.why) == ("berta", DepartureReason.RULED_OUT)
    assert (claim.now.claim, claim.before, claim.now.verdict, claim.now.quote) == (
        "guests", Verdict.MET, Verdict.REFUTED, "No guests"
    )  # fmt: skip


def test_a_boat_of_which_nothing_required_is_known_any_more_is_gone_for_that(
    run: Callable[[], Run], harbour: Harbour
) -> None:
    harbour.put("berta", "Fast.", 700)
    (gone,) = run().diff.gone
    assert gone.why is DepartureReason.RULED_OUT
    assert [(claim.now.claim, claim.now.verdict) for claim in gone.claims] == [("guests", Verdict.UNKNOWN)]


def test_a_boat_that_others_push_below_the_limit_says_where_it_stands(saved: SavedSearches, harbour: Harbour) -> None:
    saved.add("two", "fast, guests", collection="boats", limit=2)
    assert saved.run(harbour.engine, "two", collection="boats").hit_count == 2
    harbour.put("aaron", "Fast. Guests welcome.", 300)
    diff = saved.run(harbour.engine, "two", collection="boats").diff
    (gone,) = diff.gone
    assert (gone.hit.id, gone.why, gone.place) == ("berta", DepartureReason.PUSHED_DOWN, 3)
    harbour.sink("aaron")
    (back,) = saved.run(harbour.engine, "two", collection="boats").diff.new
    assert (back.hit.id, back.why) == ("berta", ArrivalReason.MOVED_UP)


def test_a_price_that_drops_or_rises_is_news(run: Callable[[], Run], harbour: Harbour) -> None:
    harbour.put("anna", "Fast and dry. Guests welcome.", 850)
    harbour.put("berta", "Fast. Guests welcome.", 750)
    diff = run().diff
    assert (diff.counts.cheaper, diff.counts.dearer) == (1, 1)
    (cheaper, _) = diff.changed
    (moved,) = cheaper.figure_changes
    assert (cheaper.hit.id, moved.name) == ("anna", "price")
    assert moved.before is not None
    assert moved.after is not None
    assert (moved.before.text, moved.after.text) == ("€900", "€850")


def test_a_verdict_that_turns_is_news_with_the_words_and_a_new_title_is_too(
    run: Callable[[], Run], harbour: Harbour
) -> None:
    harbour.put("clara", "Fast! Guests welcome.", 500, title="Clara II")
    (change,) = run().diff.changed
    assert (change.title_before, change.hit.title) == ("Clara", "Clara II")
    assert [(one.now.claim, one.before, one.now.verdict, one.now.quote) for one in change.verdict_changes] == [
        ("fast", Verdict.UNKNOWN, Verdict.MET, "Fast")
    ]


def test_other_words_for_the_same_verdict_are_no_news(run: Callable[[], Run], harbour: Harbour) -> None:
    harbour.put("berta", "All guests welcome! Very fast indeed.", 700)
    assert not run().diff


def test_edits_and_strictness_are_asked_too(saved: SavedSearches, harbour: Harbour) -> None:
    saved.add("edited", parse_question("fast, guests", edits=["must:c1", "drop:c2"], strict=True), collection="boats")
    saved.run(harbour.engine, "edited", collection="boats")
    seen = saved.last_snapshot("edited", collection="boats")
    assert seen is not None
    assert [one.id for one in seen.hits] == ["anna", "berta", "dora"]
    harbour.put("berta", "Guests welcome.", 700)
    (gone,) = saved.run(harbour.engine, "edited", collection="boats").diff.gone
    assert [(claim.now.claim, claim.now.verdict) for claim in gone.claims] == [("fast", Verdict.UNKNOWN)]


def test_a_strict_search_tells_which_required_claim_nothing_is_said_of_any_more(
    saved: SavedSearches, harbour: Harbour
) -> None:
    saved.add("sure", parse_question("fast, guests", edits=["must:c1"], strict=True), collection="boats")
    saved.run(harbour.engine, "sure", collection="boats")
    harbour.put("berta", "Guests welcome.", 700)
    (gone,) = saved.run(harbour.engine, "sure", collection="boats").diff.gone
    assert [(claim.now.claim, claim.before, claim.now.verdict) for claim in gone.claims] == [
        ("fast", Verdict.MET, Verdict.UNKNOWN)
    ]


def test_the_history_has_only_runs_with_news_and_is_bounded(
    run: Callable[[], Run], saved: SavedSearches, harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "MOST_KEPT", 3)
    done: list[Run] = []
    for price in range(5):
        harbour.put("anna", "Fast and dry. Guests welcome.", 800 - price)
        done += [run(), run()]
    kept = saved.news("mine", collection="boats")
    assert [one.number for one in kept] == [10, 8, 6]
    assert kept[0] == done[-2]


def test_a_run_that_cannot_be_kept_is_found_again_by_the_next(
    run: Callable[[], Run], saved: SavedSearches, harbour: Harbour, tmp_path: Path
) -> None:
    harbour.put("erna", "Fast. Guests welcome.", 300)
    # The last thing that a run writes fails, as it would on a full disk.
    with closing(sqlite3.connect(tmp_path / "saved.db")) as file:
        file.execute("CREATE TRIGGER full BEFORE INSERT ON run BEGIN SELECT RAISE(ABORT, 'full'); END")
    with pytest.raises(StoreError):
        run()
    assert saved.get("mine", collection="boats").runs == 1
    with closing(sqlite3.connect(tmp_path / "saved.db")) as file:
        file.execute("DROP TRIGGER full")
    assert [one.hit.id for one in run().diff.new] == ["erna"]


def test_of_many_runs_at_once_one_tells_the_news(
    run: Callable[[], Run], saved: SavedSearches, harbour: Harbour
) -> None:
    harbour.put("erna", "Fast. Guests welcome.", 300)
    done: list[Run] = []
    threads = [threading.Thread(target=lambda: done.append(run())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(one.diff.counts.new for one in done) == [0, 0, 0, 1]
    assert len(saved.news("mine", collection="boats")) == 1


def test_what_belongs_to_another_owner_or_collection_does_not_exist(saved: SavedSearches) -> None:
    saved.add("mine", "fast", collection="boats", owner="k1")
    others: tuple[dict[str, Any], ...] = (
        {"collection": "boats"},
        {"collection": "boats", "owner": "k2"},
        {"collection": "x", "owner": "k1"},
    )
    for other in others:
        assert saved.list(**other) == ()
        for ask in (saved.get, saved.remove, saved.news, saved.last_snapshot, saved.deliver, saved.clear_webhook):
            with pytest.raises(UnknownName):
                ask("mine", **other)
        with pytest.raises(UnknownName):
            saved.set_every("mine", 5, **other)
        with pytest.raises(UnknownName):
            saved.set_webhook("mine", "http://127.0.0.1/", **other, allow_private=True)
    saved.add("mine", "fast", collection="boats", owner="k2")
    assert saved.remove_all(owner="k1") == 1
    assert [one.owner for one in saved.list(collection="boats", owner="k2")] == ["k2"]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * (LONGEST_NAME + 1)}, "name"),
        ({"name": "a\x1b[31mb"}, "name"),
        ({"question": "  "}, "empty"),
        ({"question": "x" * 5000}, "5,000"),
        ({"limit": 0}, "limit 0"),
        ({"limit": 501}, "limit 501"),
        ({"question": Question(text="fast", level_weights={LevelName("boat"): 1.5})}, "1.5"),
        ({"question": Question(text="fast", level_weights={LevelName("boat"): float("nan")})}, "nan"),
        (
            {"question": Question(text="fast", near=Where(relation=WhereRelation.NEAR, names=("Kiel",)))},
            "neither a place",
        ),
        ({"question": Question(text="fast", claims=())}, "nor claims"),
        ({"every": 4}, "every 4"),
    ],
)
def test_what_could_never_run_is_not_saved(saved: SavedSearches, given: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        saved.add(**{"name": "mine", "question": "fast", "collection": "boats", **given})
    assert saved.list(collection="boats") == ()


def test_names_are_unique_and_not_endless(saved: SavedSearches) -> None:
    for number in range(MOST_SEARCHES):
        saved.add(f"s{number}", "fast", collection="boats")
    with pytest.raises(BadInput, match="already"):
        saved.add(" s1 ", "fast", collection="boats")
    with pytest.raises(BadInput, match="most"):
        saved.add("one more", "fast", collection="boats")
    saved.add("one more", "fast", collection="other")


def test_a_removed_search_leaves_nothing_behind(
    run: Callable[[], Run], saved: SavedSearches, harbour: Harbour, tmp_path: Path
) -> None:
    harbour.put("erna", "Fast. Guests welcome.", 300)
    run()
    saved.remove("mine", collection="boats")
    with closing(sqlite3.connect(tmp_path / "saved.db")) as file:
        tables = ("search", "run", "roll", "known")
        assert [file.execute(f"SELECT count(*) FROM {table}").fetchone() for table in tables] == [(0,)] * 4


def test_where_very_many_are_pushed_down_the_first_are_placed(
    saved: SavedSearches, harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimtree.saved.rerun.MOST_PLACED", 1)
    saved.add("mine", "fast, guests", collection="boats", limit=3)
    saved.run(harbour.engine, "mine", collection="boats")
    for id in ("a1", "a2", "a3"):
        harbour.put(id, "Fast. Guests welcome.", 700)
    harbour.sink("anna")
    done = saved.run(harbour.engine, "mine", collection="boats")
    assert [(one.hit.id, one.why, one.place) for one in done.diff.gone] == [
        ("anna", DepartureReason.DELETED, None),
        ("berta", DepartureReason.PUSHED_DOWN, 4),
        ("clara", DepartureReason.PUSHED_DOWN, None),
    ]


def test_what_only_comes_close_is_no_news_and_does_not_push_anybody_down(
    run: Callable[[], Run], harbour: Harbour
) -> None:
    for id in ("anna", "berta", "clara"):
        harbour.put(id, "Fast. No guests.", 700)
    # A search would show all of them now, with 'guests' relaxed.
    assert harbour.engine.search("fast, guests").hits
    done = run()
    assert (done.hit_count, done.total, done.diff.new) == (0, 0, ())
    assert [one.why for one in done.diff.gone] == [DepartureReason.RULED_OUT] * 3
    assert [claim.now.claim for claim in done.diff.gone[0].claims] == ["guests"]
    harbour.put("berta", "Guests welcome.", 700)
    assert [(one.hit.id, one.why) for one in run().diff.new] == [("berta", ArrivalReason.CHANGED)]


def test_a_boat_that_misses_a_limit_by_little_is_no_news_until_it_fits(saved: SavedSearches, harbour: Harbour) -> None:
    saved.add("cheap", "guests, price under €300", collection="boats")
    assert saved.run(harbour.engine, "cheap", collection="boats").hit_count == 0
    harbour.put("erna", "Guests welcome.", 310)
    # A search shows it now, with the price relaxed.
    assert "erna" in [hit.id for hit in harbour.engine.search("guests, price under €300").hits]
    close = saved.run(harbour.engine, "cheap", collection="boats")
    assert (close.hit_count, close.total, bool(close.diff)) == (0, 0, False)
    harbour.put("erna", "Guests welcome.", 290)
    assert [one.hit.id for one in saved.run(harbour.engine, "cheap", collection="boats").diff.new] == ["erna"]


def test_of_a_long_list_the_first_are_told_and_the_rest_counted(
    saved: SavedSearches, harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimtree.saved.service.MOST_REPORTED", 2)
    saved.add("mine", "fast, guests", collection="boats")
    saved.run(harbour.engine, "mine", collection="boats")
    for id in ("anna", "berta", "clara"):
        harbour.sink(id)
    done = saved.run(harbour.engine, "mine", collection="boats")
    assert [one.hit.id for one in done.diff.gone] == ["anna", "berta"]
    assert saved_json.run(done)["more"] == {"new": 0, "gone": 1, "changed": 0}
    assert saved_json.run(done)["summary"] == "3 gone"
