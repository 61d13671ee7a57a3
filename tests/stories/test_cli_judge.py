"""The judge on the command line: certain verdicts count, uncertain ones are shown as "maybe", and
the basis is named.
"""

import io
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from claimtree.cli.main import main
from claimtree.models.encoder import NAME

Cli = Callable[..., Any]

PACK = """
name = "cabins"
version = 1
language = "en"
title = "Cabins"
levels = { cabin = "" }
answers = "cabin"
level_weights = { cabin = 1.0 }
default_type = "rules"
words = ["words.toml"]

[types.rules]
about = "what one may do there"
levels = ["cabin"]
examples = ["no loud music", "fires permitted"]
weight = 0.7

[types.features]
about = "what it has"
levels = ["cabin"]
examples = ["a stone oven", "two beds"]
weight = 0.7
"""

WORDS = """
[concepts.warm]
type = "features"
levels = ["cabin"]
says = ["toasty"]

[concepts.sauna]
type = "features"
levels = ["cabin"]
says = ["steam bath"]
implies = { "warm" = 0.95 }
"""

CABINS = [
    {"id": "birch", "level": "cabin", "title": "Birch", "text": "Steam bath by the lake. Pets welcome."},
    {"id": "pine", "level": "cabin", "title": "Pine", "text": "Toasty in winter. Strictly no pets, sorry to say."},
    {"id": "elm", "level": "cabin", "title": "Elm", "text": "Bunk beds."},
]

SURE = "met = 0.05, refuted = 0.05, maybe = 0.02"
UNSURE = "met = 0.999999, refuted = 0.999999, maybe = 0.02"
"""Bars that every chance passes which is one at all, and bars that none passes: no chance itself is put to the test."""


def write_pack(folder: Path, bars: str) -> Path:
    (folder / "calibrations").mkdir(parents=True)
    (folder / "pack.toml").write_text(PACK, encoding="utf-8")
    (folder / "words.toml").write_text(WORDS, encoding="utf-8")
    calibration = f'kind = "judge"\nembedder = "{NAME}"\n[bars]\ndefault = {{ {bars}, silence = 0.0 }}\n'
    (folder / "calibrations" / f"{NAME}.toml").write_text(calibration, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the cabins, read with our own encoder."""
    folder = tmp_path_factory.mktemp("cabins")
    rows = folder / "cabins.jsonl"
    rows.write_text("\n".join(map(json.dumps, CABINS)) + "\n", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLAIMTREE_HOME", str(folder / "home"))
        patch.setenv("CLAIMTREE_EMBEDDER", NAME)
        patch.setattr(sys, "stdout", io.StringIO())
        patch.setenv("CLAIMTREE_PACK", str(write_pack(folder / "pack", UNSURE)))
        assert main(["index", str(rows), "--json"]) == 0
        # The model is loaded once: all that the tests ask is in the cache then.
        assert main(["search", "dogs allowed, warm", "--json"]) == 0
    return folder / "home"


@pytest.fixture
def cabins(
    indexed: Path, home: Path, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], Cli]:
    """Commands on the cabins; how sure the judge has to be is said by the test, and no part of an index."""

    def asking(bars: str) -> Cli:
        shutil.copytree(indexed, home)
        monkeypatch.setenv("CLAIMTREE_PACK", str(write_pack(tmp_path / "pack", bars)))
        monkeypatch.setenv("CLAIMTREE_EMBEDDER", NAME)
        return cli

    return asking


def verdicts(cli: Cli, query: str) -> dict[str, dict[str, Any]]:
    """By entity and wish: the verdict with its evidence."""
    hits = cli("search", query, "--json").json["hits"]
    return {hit["id"]: {one["claim"]: one for one in hit["verdicts"]} for hit in hits}


def said(verdict: dict[str, Any]) -> dict[str, tuple[bool, str, bool]]:
    """By quote: whether it speaks for the wish, its basis, and whether it is doubtful; of two, the
    first.
    """
    return {one["quote"]: (one["for"], one["by"], one["doubtful"]) for one in reversed(verdict["evidence"])}


def test_what_the_judge_is_not_sure_of_is_shown_as_a_maybe(cabins: Callable[[str], Cli]) -> None:
    cli = cabins(UNSURE)
    shown = cli("search", "dogs allowed").out
    assert "maybe “Pets welcome”" in shown
    assert "maybe not “Strictly no pets”" in shown
    assert "✓" not in shown
    assert "✗" not in shown
    assert "Nothing in the store is known to meet 'dogs allowed'" in shown


def test_a_maybe_is_in_the_json_and_counts_for_nothing(cabins: Callable[[str], Cli]) -> None:
    cli = cabins(UNSURE)
    found = verdicts(cli, "dogs allowed")
    assert list(found) == ["birch", "elm", "pine"]
    birch = found["birch"]["dogs allowed"]
    assert (birch["verdict"], birch["probability"]) == ("unknown", None)
    assert said(birch)["Pets welcome"] == (True, "judge", True)
    hits = cli("search", "dogs allowed", "--json").json["hits"]
    assert {hit["score"] for hit in hits} == {0}


def test_what_the_judge_is_sure_of_meets_and_refutes(cabins: Callable[[str], Cli]) -> None:
    cli = cabins(SURE)
    found = verdicts(cli, "dogs allowed")
    assert next(iter(found)) == "birch"
    assert found["birch"]["dogs allowed"]["verdict"] == "met"
    assert said(found["birch"]["dogs allowed"])["Pets welcome"] == (True, "judge", False)
    assert found["pine"]["dogs allowed"]["verdict"] == "refuted"
    shown = cli("search", "dogs allowed").out
    assert "✓ dogs allowed" in shown
    assert "maybe “Pets" not in shown


def test_an_explanation_says_who_spoke(cabins: Callable[[str], Cli]) -> None:
    cli = cabins(SURE)
    query = "dogs allowed, warm"
    words = " ".join(cli("explain", "birch", query).out.split())
    assert "“Pets welcome” — cabins, by the judge" in words
    assert "“Steam bath by the lake” — cabins, by a step of the pack's" in words
    assert "“Toasty in winter” — cabins, by the pack's words" in " ".join(cli("explain", "pine", query).out.split())


def test_an_explanation_shows_every_maybe_and_what_is_in_doubt(cabins: Callable[[str], Cli]) -> None:
    cli = cabins(UNSURE)
    words = " ".join(cli("explain", "birch", "dogs allowed").out.split())
    assert "maybe “Pets welcome” — cabins, by the judge" in words
    evidence = cli("explain", "birch", "dogs allowed", "--json").json["verdicts"][0]["evidence"]
    assert {"quote": "Pets welcome", "for": True, "by": "judge", "doubtful": True}.items() <= evidence[0].items()


def test_rules_speak_for_themselves_in_json(cabins: Callable[[str], Cli]) -> None:
    found = verdicts(cabins(UNSURE), "warm")
    assert said(found["birch"]["warm"])["Steam bath by the lake"] == (True, "step", False)
    assert said(found["pine"]["warm"])["Toasty in winter"] == (True, "word", False)
    assert found["pine"]["warm"]["verdict"] == "met"
