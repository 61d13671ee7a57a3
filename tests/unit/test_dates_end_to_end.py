"""Dates from a file to the answer: in prose, in columns and as citations, in days and in years."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import claimtree
from claimtree.client import Claimtree
from claimtree.errors import PackError
from claimtree.model.answers import Found, Verdict
from claimtree.model.dates import DateRules, Tolerance
from claimtree.packs.cache import decoded, encoded
from claimtree.packs.load import load_pack

PACK = """
name = "museum"
version = 1
language = "en"
title = "Objects of a museum"
levels = { maker = "", object = "maker" }
answers = "object"
level_weights = { maker = 0.4, object = 0.6 }
default_type = "history"
ignored = ["objects", "show"]

[dates]
historical = true
about = { years = 3 }

[types.history]
about = "when it was made and how it came here"
levels = ["object", "maker"]
examples = ["made before 1800", "acquired in 1934"]
firm = true

[concepts.made]
type = "history"
wording = "made _"
amount = { kind = "date", unit = "day", noun = "made" }
says = ["made _", "made in _", "painted _", "painted in _", "cast _", "woven _", "woven in _"]

[concepts.acquired]
type = "history"
wording = "acquired _"
amount = { kind = "year", noun = "acquired", least = 1700 }
says = ["acquired _", "acquired in _", "acquired on _"]

[concepts.shown]
type = "history"
wording = "on display _"
amount = { kind = "year", noun = "shown" }
says = ["on display _", "on display in _"]

[fields.shown]
level = "object"
concept = "shown"

[fields.made]
level = "object"
concept = "made"

[fields.acquired]
level = "object"
concept = "acquired"
"""
OBJECTS: list[dict[str, object]] = [
    {"id": "day", "text": "Painted on 1 March 1787."},
    {"id": "year", "text": "Made in 1787."},
    {"id": "limit", "text": "Made in 1790."},
    {"id": "decade", "text": "Woven in the 1780s."},
    {"id": "century", "text": "Made in the early 18th century."},
    {"id": "late", "text": "Cast after 1850."},
    {"id": "column", "made": "BET 1780 AND 1785"},
    {"id": "number", "made": 1795},
    {"id": "about", "made": "ABT 1792"},
    {"id": "bought", "made": "1911", "acquired": "12 May 1934"},
    {"id": "given", "made": "1912", "acquired": 1934},
    {"id": "lent", "made": "1913", "acquired": "1950s"},
    {"id": "shown", "made": "1914", "text": "On display from 1960 to 1970."},
    {"id": "listed", "made": "1914", "shown": "FROM 1960 TO 1970"},
    {"id": "perhaps", "made": "1914", "shown": "BET 1960 AND 1970"},
    {"id": "dating", "made": "1914", "text": "On display between 1960 and 1970."},
    {"id": "wrong", "made": "31 FEB 1820"},
    {"id": "zero", "made": 0},
    {"id": "turned", "made": "1900-1890"},
    {"id": "olden", "made": "in the days of old"},
    {"id": "digits", "made": "9" * 60},
    {"id": "february", "text": "Made on 31 February 1787."},
]
ON_DISPLAY = {"shown", "listed", "perhaps", "dating"}
FAULTS = {"wrong", "zero", "turned", "olden", "digits"}


@pytest.fixture(scope="module")
def museum(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Claimtree]:
    folder = tmp_path_factory.mktemp("museum")
    (folder / "museum").mkdir()
    (folder / "museum" / "pack.toml").write_text(PACK, encoding="utf-8")
    file = folder / "objects.jsonl"
    rows = ({"title": f"Object {row['id']}", **row} for row in OBJECTS)
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLAIMTREE_HOME", str(folder))
        with claimtree.open(folder / "museum.db", pack=str(folder / "museum"), embedder="hashed-256") as opened:
            report = opened.index(file)
            assert report.indexed == len(OBJECTS)
            yield opened


def verdicts(museum: Claimtree, question: str) -> dict[str, set[str]]:
    """The objects that meet the one wish of a question, and those that it is refuted of."""
    found = museum.search(question, limit=50)
    assert isinstance(found, Found), found
    assert len(found.claims) == 1, found.claims
    by: dict[str, set[str]] = {"met": {hit.id for hit in found.hits if hit.findings[0].verdict is Verdict.MET}}
    explained = {str(row["id"]): museum.explain(str(row["id"]), question) for row in OBJECTS}
    by["refuted"] = {id for id, one in explained.items() if one.judgement.findings[0].verdict is Verdict.REFUTED}
    return by


def test_made_before_1790(museum: Claimtree) -> None:
    said = verdicts(museum, "made before 1790")
    assert said["met"] == {"day", "year", "decade", "century", "column", "about"}
    assert said["refuted"] == {"limit", "late", "number", "bought", "given", "lent", *ON_DISPLAY}


def test_about_is_as_wide_as_the_pack_says(museum: Claimtree) -> None:
    assert verdicts(museum, "made around 1790")["met"] == {"day", "year", "limit", "decade", "about"}


def test_a_day_of_the_year_and_the_year_answer_each_other(museum: Claimtree) -> None:
    assert verdicts(museum, "acquired in 1934")["met"] == {"bought", "given"}
    assert verdicts(museum, "acquired on 12 May 1934")["met"] == {"bought", "given"}
    assert verdicts(museum, "acquired on 13 May 1934")["met"] == {"given"}
    assert verdicts(museum, "acquired after 1949")["met"] == {"lent"}


def test_every_day_of_a_period_is_meant(museum: Claimtree) -> None:
    found = museum.search("on display in 1965", limit=50)
    assert isinstance(found, Found)
    grades = {str(hit.id): hit.findings[0].pieces[0].grade for hit in found.hits if hit.id in ON_DISPLAY}
    assert grades == {"shown": 16, "listed": 16, "perhaps": 12, "dating": 12}
    assert verdicts(museum, "on display in 1965")["met"] == ON_DISPLAY
    assert verdicts(museum, "on display after 1970")["refuted"] == ON_DISPLAY


def test_a_date_that_there_is_not_says_nothing(museum: Claimtree) -> None:
    for id in (*FAULTS, "february"):
        assert not [claim for claim in museum.get(id).claims if claim.amounts]


def test_what_is_no_date_is_named(tmp_path: Path) -> None:
    (tmp_path / "museum").mkdir()
    (tmp_path / "museum" / "pack.toml").write_text(PACK, encoding="utf-8")
    file = tmp_path / "objects.jsonl"
    file.write_text("".join(json.dumps({"title": "x", **row}) + "\n" for row in OBJECTS), encoding="utf-8")
    with claimtree.open(tmp_path / "m.db", pack=str(tmp_path / "museum"), embedder="hashed-256") as opened:
        report = opened.index(file)
    told = repr(report)
    assert "has no day 31 in month 2 of 1820" in told
    assert "is no year from 1 to 9999" in told
    assert "is no date that the calendar has" in told
    assert "ends before it starts" in told


def test_how_a_pack_reads_dates_is_kept_with_it(tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text(PACK, encoding="utf-8")
    pack = load_pack(tmp_path)
    assert pack.dates == DateRules(historical=True, about=Tolerance(years=3))
    assert decoded(encoded(pack)) == pack


@pytest.mark.parametrize("about", ["{ years = -1 }", "{ decades = 1 }", "5"])
def test_a_tolerance_that_cannot_be_is_refused(tmp_path: Path, about: str) -> None:
    (tmp_path / "pack.toml").write_text(PACK.replace("{ years = 3 }", about), encoding="utf-8")
    with pytest.raises(PackError, match=r"dates\.about"):
        load_pack(tmp_path)
