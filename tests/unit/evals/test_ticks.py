"""Real listings asked by strangers: what goes into a sheet, and what marks say of a later run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from claimtree.calibration.halves import Split, half_of
from claimtree.errors import BadInput
from claimtree.model.answers import Verdict
from claimtree.model.plans import Basis
from evals.scores import Result
from evals.tick_corpora import SHIPPED, Listing, find_file, listings_of, load_corpora, sample
from evals.tick_facts import load_facts
from evals.tick_marks import Key, Marked, Opinion, import_marks, load_marks, opinions_of, save_marks
from evals.tick_search import Tick, digest, sampled_crosses, sampled_ticks, words_of
from evals.tick_sheets import write_sheets
from evals.ticks import run_ticks

CORPORA = """
[town]
title = "Town"
pack = "rentals"
file = "town*"
columns = { ref = ["id"], headline = ["title", "text"], junk = [] }
"""
QUESTIONS = """
[town]
t1 = "two bedrooms, a dishwasher, dogs would be nice"
t2 = "a fireplace"
"""
FACTS = """
[[fact]]
name = "dishwasher"
corpora = ["town"]
wish = "dishwasher"
stated = [{ extras = '^dishwasher$' }, { description = 'dishwasher' }]
unless = [{ description = 'no dishwasher' }]
"""
LISTINGS: list[dict[str, Any]] = [
    {"ref": "1", "headline": "Sunny flat", "description": "There is a dishwasher. No dogs.", "bedrooms": 2},
    {"ref": "2", "headline": "Loft", "description": "Dogs allowed. Sorry, no dishwasher.", "bedrooms": 3},
    {"ref": "3", "headline": "Quiet studio", "description": "Near the river.", "extras": ["Oven", "Dishwasher"]},
    {"ref": "3", "headline": "The same once more", "description": ""},
    {"ref": "", "headline": "Nobody's", "description": "A dishwasher."},
]


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    """What is ours of a corpus of three."""
    folder = tmp_path / "shipped"
    folder.mkdir()
    for name, text in (("corpora", CORPORA), ("questions", QUESTIONS), ("facts", FACTS)):
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """What belongs to other users."""
    folder = tmp_path / "data" / "deep"
    folder.mkdir(parents=True)
    (folder / "town_2026.jsonl").write_text("\n".join(map(json.dumps, LISTINGS)), encoding="utf-8")
    return folder.parent


def run(data: Path, shipped: Path, marks: Path, **more: Any) -> Result:
    return run_ticks(data, embedder="hashed-256", shipped=shipped, marks=marks, **more)


def sheet_rows(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "sheet-01.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def figure(result: Result, key: str) -> float:
    return next(one.values["all"] for one in result.figures if one.key == key)


def tick(**more: Any) -> Tick:
    given: dict[str, Any] = {
        "corpus": "town",
        "question": "t1",
        "wish": "dishwasher",
        "at": (20, 30),
        "listing": "1",
        "verdict": Verdict.MET,
        "quote": "a dishwasher",
        "around": "There is «a dishwasher».",
        "top": True,
        "title": "Sunny flat",
        "text": "Sunny flat\n\nThere is a dishwasher. No dogs.",
        "fields": {},
        "basis": Basis.CONCEPT,
    }
    return Tick(**(given | more))


def marked(of: Tick, opinion: Opinion = Opinion.RIGHT) -> Marked:
    return Marked(key=Key.of(of), opinion=opinion)


# --- a run from listings to figures


def test_a_sheet_is_marked_and_the_next_run_is_held_against_it(data: Path, shipped: Path, tmp_path: Path) -> None:
    marks, sheets, stores = tmp_path / "marks.jsonl", tmp_path / "sheets", tmp_path / "stores"
    first = run(data, shipped, marks, sheet=sheets, stores=stores)
    rows = sheet_rows(sheets)
    shown = {(row["verdict"], row["key"]["listing"], row["wish"]) for row in rows}
    assert ("met", "1", "dishwasher") in shown
    assert ("refuted", "1", "dogs allowed") in shown
    assert ("refuted", "2", "2 bedrooms") in shown
    assert {one.key for one in first.figures} == {"facts"}, "nothing is marked, so nothing is said of ticks"
    assert f"{len(rows)} rows to mark" in first.notes[0]

    wrong = next(row for row in rows if row["verdict"] == "refuted" and row["key"]["listing"] == "2")
    for row in rows:
        row["mark"] = "wrong" if row is wrong else "right"
    (sheets / "sheet-01.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    save_marks(import_marks([sheets / "sheet-01.jsonl"], load_marks(marks)).marks, marks)

    again = run(data, shipped, marks, sheet=sheets / "more", stores=stores)
    crosses = sum(row["verdict"] == "refuted" for row in rows)
    assert figure(again, "ticks") == figure(again, "kept ticks") == figure(again, "kept crosses") == 1
    assert figure(again, "crosses") == pytest.approx((crosses - 1) / crosses)
    assert figure(again, "gone crosses") == 0, "it is still shown"
    assert any(case.read == "refuted, marked wrong" for case in again.misses)
    assert not list((sheets / "more").glob("sheet-*")), "only what is new is asked"

    now = [{**LISTINGS[0], "description": "There is a dishwasher."}, {**LISTINGS[1], "bedrooms": None}, LISTINGS[2]]
    (data / "deep" / "town_2026.jsonl").write_text("\n".join(map(json.dumps, now)), encoding="utf-8")
    later = run(data, shipped, marks, stores=stores)
    assert figure(later, "gone crosses") == 1, "nothing says so any more"
    assert figure(later, "kept crosses") < 1, "that dogs are not allowed was right, and is lost"


def test_a_fact_counts_only_where_it_is_stated_without_doubt(data: Path, shipped: Path, tmp_path: Path) -> None:
    result = run(data, shipped, tmp_path / "marks.jsonl")
    table = next(table for table in result.tables if table.heads[0] == "fact")
    assert table.rows[0][:2] == ("dishwasher, town", "2"), "listing 2 has none, and says so"


@pytest.mark.slow
def test_stores_are_kept_and_old_ones_go(data: Path, shipped: Path, tmp_path: Path) -> None:
    stores = tmp_path / "stores"
    run(data, shipped, tmp_path / "none", stores=stores, limit=1)
    (before,) = stores.glob("town-*.db")
    run(data, shipped, tmp_path / "none", stores=stores, limit=1)
    assert list(stores.glob("town-*.db")) == [before]
    run(data, shipped, tmp_path / "none", stores=stores, limit=2)
    (after,) = stores.glob("town-*.db")
    assert after != before, "another sample is another store"


@pytest.mark.slow
def test_half_of_the_listings_can_be_looked_at_alone(data: Path, shipped: Path, tmp_path: Path) -> None:
    run(data, shipped, tmp_path / "none", sheet=tmp_path / "tune", split=Split.TUNE)
    run(data, shipped, tmp_path / "none", sheet=tmp_path / "all")
    tune = {row["key"]["listing"] for row in sheet_rows(tmp_path / "tune")}
    every = {row["key"]["listing"] for row in sheet_rows(tmp_path / "all")}
    assert tune == {id for id in every if half_of(id).value == "tune"}


def test_what_is_not_there_is_said(data: Path, shipped: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no listings for ticks under"):
        run(tmp_path / "shipped", shipped, tmp_path / "none")
    with pytest.raises(BadInput, match="say where the listings are"):
        run_ticks(None, embedder="hashed-256", shipped=shipped)
    with pytest.raises(BadInput, match="with an embedder"):
        run_ticks(data, embedder="none", shipped=shipped)
    two = CORPORA + CORPORA.replace("town", "village").replace("Town", "Village")
    (shipped / "corpora.toml").write_text(two, encoding="utf-8")
    (shipped / "questions.toml").write_text(QUESTIONS + QUESTIONS.replace("town", "village"), encoding="utf-8")
    assert run(data, shipped, tmp_path / "none").bad_rows == ("Village: no village* under --data",)


# --- listings


def test_listings_come_once_under_our_names(data: Path, shipped: Path) -> None:
    (town,) = load_corpora(shipped)
    file = find_file(town, data)
    assert file is not None
    found = listings_of(town, file)
    assert [one.id for one in found] == ["1", "2", "3"]
    assert found[0].record == {
        "id": "1",
        "title": "Sunny flat",
        "text": "Sunny flat",
        "description": "There is a dishwasher. No dogs.",
        "bedrooms": 2,
    }
    assert found[0].raw["headline"] == "Sunny flat"


def test_a_larger_sample_holds_a_smaller_one_and_marked_listings_stay() -> None:
    listings = [Listing(id=str(n), raw={}, record={}) for n in range(50)]
    few, more = sample(listings, 5), sample(listings, 20)
    assert (len(few), len(more)) == (5, 20)
    assert {one.id for one in few} < {one.id for one in more}
    left_out = next(one.id for one in listings if one not in more)
    assert left_out in {one.id for one in sample(listings, 5, [left_out])}
    assert len(sample(listings, 0)) == 50


# --- samples


def test_crosses_are_taken_from_each_wish_in_turn() -> None:
    price = [tick(verdict=Verdict.REFUTED, listing=str(n), at=(0, 5)) for n in range(30)]
    pets = [tick(verdict=Verdict.REFUTED, listing=str(n), at=(6, 9)) for n in range(2)]
    chosen = sampled_crosses([*price, *pets, tick()], 6)
    assert sum(one.at == (6, 9) for one in chosen) == 2
    assert chosen == sampled_crosses([*pets, *reversed(price)], 6), "in whatever order they come"


def test_ticks_are_those_of_first_hits() -> None:
    first, other = tick(), tick(listing="2", top=False)
    assert sampled_ticks([other, first, tick(verdict=Verdict.REFUTED)], 5) == [first]


# --- sheets and marks


def test_a_sheet_says_nothing_of_who_decided_and_holds_the_listing(tmp_path: Path) -> None:
    (file,) = write_sheets([tick()], {("town", "t1"): "a dishwasher"}, tmp_path)
    (row,) = sheet_rows(tmp_path)
    assert set(row) == {
        *("id", "question", "wish", "verdict", "quote", "around", "title", "fields", "text", "mark", "note", "key"),
    }
    assert "There is «a dishwasher»" in file.with_suffix(".md").read_text(encoding="utf-8")
    assert "really support" in (tmp_path / "guide.md").read_text(encoding="utf-8")


def test_marks_hold_no_words_of_a_listing(tmp_path: Path) -> None:
    file = tmp_path / "marks.jsonl"
    one = marked(tick(quote="riverside hammock", title="Porch", text="Porch riverside hammock"))
    save_marks([one], file)
    kept = file.read_text(encoding="utf-8")
    assert [word for word in ("riverside", "hammock", "Porch") if word in kept] == []
    assert load_marks(file) == [one]


def test_marks_may_stand_in_a_file_of_their_own(tmp_path: Path) -> None:
    first, second = tick(), tick(listing="2")
    (sheet,) = write_sheets([first, second], {("town", "t1"): "?"}, tmp_path)
    own = tmp_path / "own.jsonl"
    own.write_text(json.dumps({"id": first.id, "mark": " Right "}), encoding="utf-8")
    found = import_marks([sheet, own], [])
    assert (found.marks, found.new, found.unmarked) == ((marked(first),), 1, 1)
    with pytest.raises(BadInput, match="stands in no sheet"):
        import_marks([own], [])


def test_readers_who_differ_leave_it_unclear_and_a_later_mark_replaces(tmp_path: Path) -> None:
    (sheet,) = write_sheets([tick()], {("town", "t1"): "?"}, tmp_path)
    files = [sheet]
    for number, said in enumerate(("right", "wrong")):
        files.append(tmp_path / f"{number}.jsonl")
        files[-1].write_text(json.dumps({"id": tick().id, "mark": said}), encoding="utf-8")
    both = import_marks(files, [])
    assert (both.marks[0].opinion, both.disputed) == (Opinion.UNCLEAR, 1)
    later = import_marks(files[:2], both.marks)
    assert (later.marks[0].opinion, later.new, later.changed) == (Opinion.RIGHT, 0, 1)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"id": "x", "mark": "perhaps"}', "no mark 'perhaps'"),
        ('{"mark": "right"}', "no id"),
        ('{"id": "x", "key": {"corpus": "town"}}', "names no tick"),
        ("[]", "no JSON object"),
        ("{", "rows.jsonl:1"),
    ],
)
def test_a_row_that_cannot_be_used_is_named(tmp_path: Path, line: str, said: str) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(line, encoding="utf-8")
    with pytest.raises(BadInput, match=said.replace("(", r"\(")):
        import_marks([file], [])


FOUND_AGAIN = [
    ("just so", {}),
    ("a quote that ends later", {"quote": "There is a dishwasher."}),
    ("a quote that starts later", {"quote": "dishwasher"}),
    ("a wish told in another way", {"wish": "with a dishwasher", "at": (18, 30)}),
]
LOST = [
    ("other words", {"quote": "No dogs"}),
    ("another verdict", {"verdict": Verdict.REFUTED}),
    ("another listing", {"listing": "2"}),
    ("another wish", {"wish": "dogs allowed", "at": (32, 44)}),
    ("another question", {"question": "t2"}),
]


@pytest.mark.parametrize("change", [change for _, change in FOUND_AGAIN], ids=[name for name, _ in FOUND_AGAIN])
def test_a_mark_survives_a_change_of_reading(change: dict[str, Any]) -> None:
    now = replace(tick(), **change)
    assert opinions_of([now], [marked(tick())]) == {now.id: marked(tick())}


@pytest.mark.parametrize("change", [change for _, change in LOST], ids=[name for name, _ in LOST])
def test_a_mark_is_about_nothing_else(change: dict[str, Any]) -> None:
    assert opinions_of([replace(tick(), **change)], [marked(tick())]) == {}


def test_each_mark_goes_to_the_tick_it_fits_best() -> None:
    dishes, washer = tick(wish="dishes", at=(10, 30)), tick(wish="dishwasher", at=(10, 30))
    right, wrong = marked(washer), marked(dishes, Opinion.WRONG)
    for marks in ([right, wrong], [wrong, right]):
        found = opinions_of([dishes], marks)
        assert found[dishes.id] is wrong


def test_words_are_compared_without_case_and_signs() -> None:
    assert digest(words_of("Washer/Dryer, in unit")) == digest(words_of("washer dryer — IN UNIT"))


# --- what is shipped


def test_every_corpus_has_twenty_questions_and_facts_are_asked_of_known_corpora() -> None:
    corpora = load_corpora()
    assert {len(corpus.questions) for corpus in corpora} == {20}
    assert all(set(fact.corpora) <= {corpus.name for corpus in corpora} for fact in load_facts())


def test_shipped_marks_are_about_questions_that_are_asked() -> None:
    questions = {(corpus.name, key): text for corpus in load_corpora() for key, text in corpus.questions.items()}
    marks: Sequence[Marked] = load_marks(SHIPPED / "marks.jsonl")
    assert [one.key for one in marks if (one.key.corpus, one.key.question) not in questions] == []
    assert all(one.key.at[1] <= len(questions[one.key.corpus, one.key.question]) for one in marks)
