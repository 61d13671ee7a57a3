"""eval ticks on the command line: sheets out, marks in, figures of the next run."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]

LISTING = {
    "id": "1",
    "name": "Sunny two bedroom near the river",
    "description": "Quiet street. There is a dishwasher and a crib. No smoking.",
    "neighborhood_overview": "",
    "bedrooms": 2,
    "amenities": ["Crib"],
}


@pytest.mark.slow
def test_what_a_reader_marked_is_held_against_the_next_run(cli: Cli, tmp_path: Path) -> None:
    data, sheets, marks = tmp_path / "data", tmp_path / "sheets", tmp_path / "marks.jsonl"
    data.mkdir()
    (data / "airbnb_boston.jsonl").write_text(json.dumps(LISTING), encoding="utf-8")
    asked = ("eval", "ticks", "--data", data, "--embedder", "hashed-256", "--marks", marks)
    ran = cli(*asked, "--sheet", sheets)
    assert ran.code == 0, ran.err
    assert "Airbnb, Jersey City: no airbnb_jersey* under --data" in ran.out
    rows = [json.loads(line) for line in (sheets / "sheet-01.jsonl").read_text(encoding="utf-8").splitlines()]
    assert rows
    own = tmp_path / "own.jsonl"
    own.write_text("\n".join(json.dumps({"id": row["id"], "mark": "right"}) for row in rows), encoding="utf-8")
    kept = cli("eval", "ticks", "--marked", sheets / "sheet-01.jsonl", "--marked", own, "--marks", marks, "--json")
    assert kept.json == {
        "name": "ticks",
        "file": str(marks),
        "marks": len(rows),
        "new": len(rows),
        "changed": 0,
        "disputed": 0,
        "unmarked": 0,
    }
    again = cli(*asked, "--json").json
    assert again["metrics"]["kept ticks"] == again["metrics"]["ticks"] == 1
    assert again["notes"] == ["Everything in the sample is marked."]


def test_marks_go_with_ticks_alone_and_without_data_nothing_is_asked(cli: Cli, tmp_path: Path) -> None:
    assert "go with ticks" in cli("eval", "golden", "--sheet", tmp_path, "--json").error["message"]
    assert "say where the listings are" in cli("eval", "ticks", "--json").error["message"]
    assert "no listings for ticks" in cli("eval", "ticks", "--data", tmp_path, "--json").error["message"]
