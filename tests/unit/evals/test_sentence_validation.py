"""A file of annotated sentences is refused with file and line for whatever the guide forbids."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from claimtree.errors import BadInput
from evals.sentence_rows import Kind
from evals.sentence_validation import check_sentences, faults_of

TRAINING = Path(__file__).parents[3] / "training" / "sentences"

QUERY: dict[str, Any] = {
    "id": "q-1",
    "kind": "query",
    "field": "homes-en",
    "text": "no carpet, hardwood or tile, a kitchen over 12 m², 5 min from a park, dryer or no dryer",
    "wishes": [
        {"words": "carpet", "not": True},
        {"words": "hardwood", "or": "a"},
        {"words": "tile", "or": "a", "want": "nice"},
        {"words": "12 m²", "of": "kitchen", "amount": {"unit": "m2", "min": 12, "max": None}},
        {"words": "park", "where": "within", "amount": {"unit": "min", "min": None, "max": 5, "about": True}},
    ],
    "nothing": ["dryer or no dryer"],
}
LISTING: dict[str, Any] = {
    "id": "l-1",
    "kind": "listing",
    "field": "homes-en",
    "text": "Dryer hookup\nbut no dryer, quiet street",
    "facts": [
        {"words": "Dryer hookup", "is": "yes"},
        {"words": "dryer", "nth": 2, "is": "no"},
        {"words": "quiet", "of": "area", "is": "yes"},
    ],
}


def write(folder: Path, *rows: object, name: str = "rows.jsonl") -> Path:
    file = folder / name
    lines = [row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def wish(**changes: object) -> dict[str, Any]:
    """The query with its first wish changed; None takes a key away."""
    first = {key: value for key, value in (QUERY["wishes"][0] | changes).items() if value is not None}
    return {**QUERY, "wishes": [first, *QUERY["wishes"][1:]]}


def fact(**changes: object) -> dict[str, Any]:
    first = {key: value for key, value in (LISTING["facts"][0] | changes).items() if value is not None}
    return {**LISTING, "facts": [first, *LISTING["facts"][1:]]}


def amount(**changes: object) -> dict[str, Any]:
    return wish(amount={"unit": "count", "min": 1, "max": 2} | changes)


def test_rows_that_keep_to_the_guide_become_sentences(tmp_path: Path) -> None:
    checked = check_sentences(write(tmp_path, QUERY, "", LISTING))
    assert checked.faults == []
    query, listing = checked.sentences
    assert (query.place, listing.place) == ("rows.jsonl:1", "rows.jsonl:3")
    assert query.kind is Kind.QUERY
    assert checked.annotations == 9
    # On one line, with every place kept.
    assert listing.text == "Dryer hookup but no dryer, quiet street"
    assert [listing.text[one.start : one.end] for one in listing.annotations] == ["Dryer hookup", "dryer", "quiet"]
    assert listing.annotations[1].start == 20


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({**QUERY, "id": ""}, "'id' is missing or no text"),
        ({**QUERY, "field": None}, "'field' is missing or no text"),
        ({**QUERY, "text": "  "}, "'text' is missing or no text"),
        ({**QUERY, "kind": "wish"}, "'kind' is 'wish', not query or listing"),
        ({**QUERY, "kind": ["query"]}, "'kind' is ['query'], not query or listing"),
        ({**LISTING, "kind": "query"}, "a query needs 'wishes', a list of objects"),
        ({**QUERY, "wishes": ["carpet"]}, "a query needs 'wishes', a list of objects"),
        ({**QUERY, "nothing": "dryer"}, "'nothing' is no list"),
        ({**QUERY, "nothing": ["gym"]}, "nothing: 'gym' is not in the text"),
        ({**QUERY, "nothing": [7]}, "nothing: 7 is not in the text"),
        ({**QUERY, "nothing": [""]}, "nothing: '' is not in the text"),
        (wish(words=None), "an annotation without words"),
        (wish(words="rug"), "'rug': not in the text"),
        (wish(words="Carpet"), "'Carpet': not in the text"),
        (wish(words="dryer"), "'dryer': occurs 2 times: make it longer, or give 'nth'"),
        (wish(words="dryer", nth=3), "'dryer': 'nth' is 3, but the words occur 2 times"),
        (wish(nth=0), "'carpet': 'nth' is 0, but the words occur 1 time"),
        (wish(nth=True), "'carpet': 'nth' is True, but the words occur 1 time"),
        (wish(sure=True), "'carpet': a query has no 'sure'"),
        (wish(**{"is": "yes"}), "'carpet': a query has no 'is'"),
        (wish(**{"not": False}), "'carpet': 'not' is False: it is true or left out"),
        (wish(want="maybe"), "'carpet': 'want' is 'maybe', not must, nice"),
        (wish(want=["must"]), "'carpet': 'want' is empty or no text"),
        (wish(where="above"), "'carpet': 'where' is 'above', not in, near, within, between, far"),
        (wish(where="far"), "'carpet': 'far' says it already: leave 'not' out"),
        (wish(where="within"), "'carpet': 'within' needs the 'amount' that is the limit"),
        (wish(of="attic"), "'carpet': of 'attic': neither in the text nor one of building, complex, area, home"),
        (wish(of=""), "'carpet': 'of' is empty or no text"),
        (wish(**{"or": "b"}), "or 'b': only one alternative has this letter"),
        (wish(amount=7), "'carpet': an amount has 'unit', 'min', 'max' and perhaps 'about', not 7"),
        (wish(amount={"unit": "m2", "min": 1}), "an amount has 'unit', 'min', 'max' and perhaps 'about'"),
        (amount(size=1), "an amount has 'unit', 'min', 'max' and perhaps 'about'"),
        (amount(unit=""), "an amount needs a unit"),
        (amount(min="1"), "'min' and 'max' are numbers or null, not '1' and 2"),
        (amount(max=float("nan")), "'min' and 'max' are numbers or null"),
        (amount(min=None, max=None), "an amount needs 'min' or 'max'"),
        (amount(min=3), "'min' 3 is above 'max' 2"),
        (amount(about="yes"), "'about' is 'yes': it is true or left out"),
        (fact(**{"is": None}), "'Dryer hookup': a fact needs 'is': yes, no or unsure"),
        (fact(**{"is": "maybe"}), "'Dryer hookup': 'is' is 'maybe', not yes, no, unsure"),
        (fact(**{"not": True}), "'Dryer hookup': a listing has no 'not'"),
        ("{", "no JSON: "),
        ("[1]", "no JSON object"),
    ],
)
def test_a_fault_is_named_with_its_file_and_line(row: dict[str, Any] | str, said: str, tmp_path: Path) -> None:
    other = {**LISTING, "id": "sound", "text": "Dryer hookup but no dryer, quiet street!"}
    checked = check_sentences(write(tmp_path, other, row))
    assert any(fault.startswith(f"rows.jsonl:2: {said}") or said in fault for fault in checked.faults), checked.faults
    assert all(fault.startswith("rows.jsonl:2: ") for fault in checked.faults)
    assert [one.id for one in checked.sentences] == ["sound"]


@pytest.mark.parametrize("row", [QUERY, LISTING])
def test_whatever_a_field_holds_is_a_fault_and_never_a_crash(row: dict[str, Any]) -> None:
    key = Kind(row["kind"]).key
    for value in (None, 7, "x", [7], {"x": 7}, True):
        for name in row:
            faults_of({**row, name: value})
        for name in ("words", "nth", "or", "of", "where", "want", "amount", "is", "not"):
            faults = faults_of({**row, key: [{**row[key][0], name: value}]})
            assert faults or (name, value, key) == ("not", True, "wishes")


def test_a_text_twice_is_named_across_files_and_an_id_twice_within_one(tmp_path: Path) -> None:
    write(tmp_path, QUERY, {**QUERY, "text": QUERY["text"] + " please"}, name="a.jsonl")
    write(tmp_path, QUERY, name="b.jsonl")
    assert check_sentences(tmp_path).faults == [
        "a.jsonl:2: the same id as a.jsonl:1",
        "b.jsonl:1: the same text as a.jsonl:1",
    ]


def test_rows_by_reference_are_counted_and_what_lies_beside_the_data_is_let_be(tmp_path: Path) -> None:
    write(tmp_path, QUERY, {"id": "r-1", "kind": "listing", "field": "homes-en", "ref": "set/7", "facts": []})
    (tmp_path / "GUIDE.md").write_text("{not, data}", encoding="utf-8")
    checked = check_sentences(tmp_path)
    assert (checked.files, checked.by_reference, len(checked.sentences), checked.faults) == (1, 1, 1, [])


def test_what_is_not_there_or_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="does not exist"):
        check_sentences(tmp_path / "none.jsonl")
    with pytest.raises(BadInput, match=r"no \.jsonl file"):
        check_sentences(tmp_path)
    (tmp_path / "bytes.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="cannot be read"):
        check_sentences(tmp_path)


@pytest.mark.slow
def test_every_file_that_is_trained_on_keeps_to_the_guide() -> None:
    if not TRAINING.is_dir():
        pytest.skip("there are no training sentences in this checkout")
    checked = check_sentences(TRAINING)
    assert checked.files
    assert checked.faults == []
