"""eval sentences on the command line: one JSON object for programs, tables for people, faults with file and line."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]

SOUND = {
    "id": "q-1",
    "kind": "query",
    "field": "homes-en",
    "text": "no carpet, stairs or pets, and a zeppelin hangar",
    "wishes": [
        {"words": "carpet", "not": True},
        {"words": "stairs", "not": True},
        {"words": "pets", "not": True},
        {"words": "hangar", "want": "must"},
    ],
    "nothing": ["zeppelin"],
}
BROKEN = {**SOUND, "id": "q-2", "text": "a gym", "wishes": [{"words": "pool"}], "nothing": []}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "rows.jsonl").write_text(f"{json.dumps(SOUND)}\n{json.dumps(BROKEN)}\n", encoding="utf-8")
    return tmp_path


def test_programs_get_figures_constructions_and_misses(cli: Cli, data: Path) -> None:
    ran = cli("eval", "sentences", "--data", data, "--embedder", "none", "--json")
    assert ran.code == 0, ran.err
    found = ran.json
    assert {"name", "data", "n", "metrics", "by", "misses"} <= found.keys()
    assert (found["name"], found["n"]) == ("sentences", 1)
    assert {"queries_en taken", "queries_en taken denied", "queries_en whole", "queries_en polarity"} <= set(
        found["metrics"]
    )
    assert found["by"]["construction"]["negated list"]["texts"] == 1
    assert found["by"]["group"]["queries_en"]["taken of"] == 5
    assert found["by"]["check"]["found"]["queries_en of"] == 4
    (miss,) = found["misses"]
    assert miss["text"] == SOUND["text"]
    assert miss["faults"]
    assert all({"words", "check", "expected", "read"} == fault.keys() for fault in miss["faults"])
    assert miss["words"] == [fault["words"] for fault in miss["faults"]]
    assert found["bad_rows"] == ["rows.jsonl:2: 'pool': not in the text"]


def test_people_get_tables_and_the_words_that_were_misread(cli: Cli, data: Path) -> None:
    ran = cli("eval", "sentences", "--data", data, "--embedder", "none")
    assert ran.code == 0, ran.err
    for part in ("Strict checks", "Constructions", "negated list", "hangar”", "skipped: rows.jsonl:2"):
        assert part in ran.out, part


def test_validate_names_faults_and_reads_nothing(cli: Cli, data: Path) -> None:
    ran = cli("eval", "sentences", "--data", data, "--validate")
    assert ran.code == 2
    assert "rows.jsonl:2: 'pool': not in the text" in ran.out
    asked = cli("eval", "sentences", "--data", data, "--validate", "--json")
    assert asked.code == 2
    assert asked.json["faults"] == ["rows.jsonl:2: 'pool': not in the text"]
    assert (asked.json["files"], asked.json["texts"], asked.json["annotations"]) == (1, 1, 5)
    (data / "rows.jsonl").write_text(json.dumps(SOUND), encoding="utf-8")
    assert cli("eval", "sentences", "--data", data, "--validate").code == 0


def test_validate_is_for_sentences_and_data_must_be_there(cli: Cli, data: Path) -> None:
    assert "--validate goes with sentences" in cli("eval", "golden", "--validate", "--json").error["message"]
    assert "does not exist" in cli("eval", "sentences", "--data", data / "none", "--json").error["message"]
