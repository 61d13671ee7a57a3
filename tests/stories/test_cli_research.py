"""Research tasks, candidates of several sources and DNA matches on the command line."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.stories.test_cli_ask import small

__all__ = ["small"]

Cli = Callable[..., Any]

OTHER = """0 HEAD
1 CHAR UTF-8
0 @I1@ INDI
1 NAME Zebulon /Quill/
1 BIRT
2 DATE 1878
2 PLAC Indiana
1 DEAT
2 DATE 1931
0 TRLR
"""


def test_tasks_say_what_to_look_for_and_why(small: Path, cli: Cli) -> None:
    shown = cli("tree", "tasks", "I1")
    assert "Mary Ellen Smith" in shown.out
    assert "census" in shown.out
    found = cli("tree", "tasks", "I1", "--limit", "2", "--json").json
    assert found["person"]["id"] == "small:I1"
    assert len(found["tasks"]) == 2
    assert all(one["why"] for one in found["tasks"])
    assert cli("tree", "tasks", "I99").code == 2


def test_a_second_file_is_asked_where_the_tree_has_nobody(small: Path, tmp_path: Path, cli: Cli) -> None:
    other = tmp_path / "other.ged"
    other.write_text(OTHER, encoding="utf-8")
    asked = ("tree", "candidates", "Zebulon Quill", "--born", "ABT 1878")
    assert "Nobody is like this" in cli(*asked).out
    found = cli(*asked, "--second", str(other), "--json").json
    assert found["asked"] == ["other"]
    (one,) = found["candidates"]
    assert (one["id"], one["source_type"]) == ("other:I1", "GEDCOM")
    assert any("line 4" in block["quote"] for block in one["evidence"])
    assert cli("tree", "candidates", "Mary Ellen Smith", "--second", str(other), "--json").json["asked"] == []
    assert cli(*asked, "--second", "nobody").code == 2
    assert cli("tree", "candidates", "X", "--born", "next Tuesday").code == 2


def test_a_service_that_is_not_there_is_told_and_the_tree_still_answers(small: Path, cli: Cli) -> None:
    pytest.importorskip("httpx")
    shown = cli("tree", "candidates", "Zebulon Quill", "--second", "http://127.0.0.1:9")
    assert shown.code == 0
    assert "asking 127.0.0.1:9" in shown.out


def test_a_match_is_shown_as_evidence(small: Path, tmp_path: Path, cli: Cli) -> None:
    file = tmp_path / "ann.json"
    file.write_text(json.dumps({"name": "Ann", "shared_cm": 230, "surnames": ["Smith"]}), encoding="utf-8")
    assert "second cousin" in cli("tree", "match", str(file)).out
    found = cli("tree", "match", str(file), "--json").json
    assert [one["source_type"] for one in found["evidence"]] == ["USER_NOTE", "USER_NOTE"]
    assert "both trees have Smith" in found["evidence"][1]["summary"]
    file.write_text("{", encoding="utf-8")
    assert cli("tree", "match", str(file)).code == 2
