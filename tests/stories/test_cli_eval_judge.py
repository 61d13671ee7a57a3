"""eval judge on the command line: one JSON object for programs, tables for people, a clear no for what is no data."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]


@pytest.mark.slow
def test_programs_get_every_figure_table_and_miss(cli: Cli) -> None:
    ran = cli("eval", "judge", "--embedder", "hashed-256", "--pack", "rentals", "--limit", "2", "--json")
    assert ran.code == 0, ran.err
    found = ran.json
    assert found["name"] == "judge"
    assert found["embedder"] == "hashed-256"
    assert {"ap", "first", "stock ap", "stock first", "shown precision", "shown recall"} <= found["metrics"].keys()
    assert found["metrics"]["ap"] > 0
    assert {"Concepts", "Labelled listings by claim type"} <= found["by"].keys()
    assert all({"text", "expected", "read", "quoted"} <= miss.keys() for miss in found["misses"])


@pytest.mark.slow
def test_people_get_tables(cli: Cli) -> None:
    ran = cli("eval", "judge", "--embedder", "hashed-256", "--pack", "rentals", "--limit", "2", "--misses", "1")
    assert ran.code == 0, ran.err
    for said in ("unseen concepts, stock cosine", "Labelled listings, by whose word", "The worst misses"):
        assert said in ran.out, said
    assert "their texts come with --data" in ran.out


def test_data_of_another_form_and_no_embedder_are_refused(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text('{"utterance": "a home"}\n')
    assert "concepts (wish, met" in cli("eval", "judge", "--data", tmp_path, "--json").error["message"]
    assert cli("eval", "judge", "--embedder", "none", "--json").error["code"] == "bad_input"
