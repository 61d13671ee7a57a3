"""Questions, test cases and conversations are read from their files; what is wrong with one is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.shared_packs import shared_pack

import claimtree.packs
from claimtree.errors import BadInput
from claimtree.geo import Point
from claimtree.model.claims import EntityId, LevelName
from claimtree.model.hierarchy import Entity, Source
from claimtree.sources.place_files import read_places
from evals.property.constraints import Surroundings, check, pass_ratio
from evals.property.gold import SECOND, read_gold
from evals.property.listing import Listing

DEMO = Path(claimtree.packs.__file__).parent / "property" / "demo"


def written(folder: Path, name: str, document: object) -> Path:
    file = folder / name
    file.write_text(json.dumps(document))
    return file


def test_the_gold_form(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        "questions.json",
        {
            "price_tolerance": 0.1,
            "questions": [
                {
                    "id": 1,
                    "question": "rumah di cemara",
                    "category": "location_simple",
                    "expected_result": "has_data",
                    "constraints": {
                        "property_type": "house",
                        "bedrooms": None,
                        "amenities": ["cctv", "gym"],
                        "location": {"keywords": ["cemara"], "lat": 3.6, "lng": 98.7, "radius_km": 2.0},
                    },
                },
                {"question": "x", "expected_result": "perhaps", "constraints": {}},
                {"question": "y", "constraints": {"colour": "red"}},
                {"constraints": {}},
            ],
        },
    )
    (tmp_path / "listings.jsonl").write_text("{}")
    gold = read_gold(file)
    (asked,) = gold.questions
    assert (asked.id, asked.category, asked.expects) == ("1", "location_simple", True)
    assert asked.constraints["amenities"] == ["cctv"]
    assert asked.constraints["facilities"] == ["gym"]
    assert "bedrooms" not in asked.constraints
    assert gold.price_tolerance == 0.1
    assert [one.name for one in gold.listings] == ["listings.jsonl"]
    assert [one.split(": ")[0] for one in gold.bad] == ["questions.json#2", "questions.json#3", "questions.json#4"]


def test_test_cases_with_places(tmp_path: Path) -> None:
    place = {"name": "Sunggal", "keywords": ["jl sunggal"], "lat": 3.6, "lng": 98.62, "radius_km": 2.5}
    written(tmp_path, "locations.json", {"locations": {"sunggal": place}})
    cases = [
        {
            "id": "A",
            "category": "property_search",
            "subcategory": "complex",
            "expected_intent": "property_search",
            "input": "rumah 2 lantai di Sunggal",
            "expected_property_filters": {
                "property_type": "rumah",
                "min_bedrooms": 3,
                "max_price": 1e9,
                "location": "Sunggal",
                "features": ["2 lantai", "garasi 2 mobil"],
            },
        },
        {"id": "B", "category": "greeting", "expected_intent": "greeting", "input": "Halo"},
        {"id": "C", "category": "property_search", "input": "yang lebih murah", "context_required": True},
        {
            "id": "D",
            "category": "multi_turn",
            "conversation": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}],
        },
    ]
    written(tmp_path, "cases.json", cases)
    gold = read_gold(tmp_path)
    first, second = gold.questions
    assert first.constraints == {
        "property_type": "rumah",
        "bedrooms": {"min": 3},
        "price": {"max": 1e9},
        "location": {"keywords": ["sunggal", "jl sunggal"], "lat": 3.6, "lng": 98.62, "radius_km": 2.5},
        "floors": 2,
        "amenities": ["garage"],
    }
    assert (first.expects, second.searches, second.expects) == (None, False, False)
    assert [[turn.user for turn in script.turns] for script in gold.scripts] == [["a"]]
    assert gold.bad == ()


@pytest.mark.parametrize(
    ("content", "told"), [("not json", "cannot be read"), ("{}", "has no questions"), ("[]", "has no questions")]
)
def test_files_without_questions(tmp_path: Path, content: str, told: str) -> None:
    file = tmp_path / "gold.json"
    file.write_text(content)
    with pytest.raises(BadInput, match=told):
        read_gold(file)


def test_a_path_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="does not exist"):
        read_gold(tmp_path / "nothing")


def test_our_own_questions_are_many_and_all_usable() -> None:
    gold = read_gold(None)
    assert gold.bad == ()
    assert len(gold.questions) >= 100
    assert len({asked.question for asked in gold.questions}) == len(gold.questions)
    assert len(gold.scripts) >= 40
    assert all(3 <= len(script.turns) <= 12 for script in gold.scripts)
    assert max(len(script.turns) for script in gold.scripts) == 12


@pytest.mark.parametrize("folder", [None, SECOND])
def test_our_own_questions_expect_what_the_demo_has(folder: Path | None) -> None:
    """Each has a home that passes every constraint, or is said to have none and has none."""
    entities = {}
    for file in ("areas.jsonl", "complexes.jsonl", "properties.jsonl"):
        for line in (DEMO / file).read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            entities[row["id"]] = Entity(
                id=EntityId(row["id"]),
                level=LevelName(row.get("level", "property")),
                parent=row.get("parent"),
                title=row["title"],
                fields={key: value for key, value in row.items() if key not in ("text", "title")},
                sources=(Source(name="demo", text=row.get("text", "")),),
                point=Point(row["lat"], row["lon"]),
            )
    homes = []
    for one in entities.values():
        if one.level == "property":
            parent = entities[one.parent]
            homes.append(Listing(entity=one, above=(parent, entities[parent.parent])))
    kinds: dict[str, list[Point]] = {}
    for place in read_places([DEMO / "places"], shared_pack("property").places):
        kinds.setdefault(str(place.kind), []).append(place.centre)  # type: ignore[union-attr]
    around = Surroundings(kinds=kinds)
    wrong = [
        asked.question
        for asked in read_gold(folder).questions
        if asked.expects is not any(pass_ratio(check(home, asked.constraints, around)) == 1 for home in homes)
    ]
    assert wrong == []
