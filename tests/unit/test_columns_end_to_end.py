"""Facts that a column or a list states are found: from the file to the answer, with the shipped pack."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.shared_packs import shared_pack

import claimtree
from claimtree.client import Claimtree
from claimtree.model.answers import Found, Verdict
from claimtree.presentation import fact

AMENITIES = {
    "in-unit laundry": ("Free washer – In unit", "Washer – In unit"),
    "laundry in the building": ("Paid washer – In building", "Washer – In building"),
    "crib": ("Crib", "Crib - available upon request", "Travel crib - always at the listing"),
    "high chair": ("High chair", "Folding high chair - always at the listing"),
    "dishwasher": ("Dishwasher", "Boschwerk stainless steel dishwasher"),
    "fridge": ("Refrigerator", "Nordkalt refrigerator"),
    "elevator": ("Elevator",),
    "hot tub": ("Hot tub", "Shared hot tub - available all year"),
    "swimming pool": ("Pool", "Shared outdoor pool - heated"),
    "free parking": ("Free parking on premises", "Free parking garage on premises – 1 space", "Free street parking"),
    "fireplace": ("Indoor fireplace", "Indoor fireplace: gas"),
    "pets allowed": ("Pets allowed",),
    "fire extinguisher": ("Fire extinguisher",),
    "first aid kit": ("First aid kit",),
}
BESIDE = ("Washer", "Wifi", "Paid parking off premises", "Coffee", "Dining table", "Essentials", "Hangers", "Hot water")
WAYS = (json.dumps, repr, " | ".join, "; ".join)


@pytest.fixture(scope="module")
def stated() -> dict[str, set[str]]:
    """Which of sixty homes have which amenity, by chance."""
    chance = random.Random(17)
    return {wish: {f"h{i}" for i in range(60) if chance.random() < 0.4} for wish in AMENITIES}


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory, stated: dict[str, set[str]]) -> Iterator[Claimtree]:
    chance = random.Random(3)
    folder = tmp_path_factory.mktemp("homes")
    records = []
    for i in range(60):
        items = [chance.choice(AMENITIES[wish]) for wish, homes in stated.items() if f"h{i}" in homes]
        items += chance.sample(BESIDE, 4)
        chance.shuffle(items)
        records.append({"id": f"h{i}", "name": f"Flat number {i}", "room_type": "Private room", "accommodates": 2})
        records[-1] |= {"amenities": chance.choice(WAYS)(items), "price": "$90.00"}
    records[0]["name"] = "Skylit loft with a roof deck"
    file = folder / "homes.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLAIMTREE_HOME", str(folder))
        with claimtree.open(folder / "homes.db", pack="rentals", embedder="hashed-256") as found:
            report = found.index(file)
            assert report.indexed == 60
            assert report.columns.exports == ("Inside Airbnb",)
            assert not [use for use in report.columns.unread if use.column == "price"]
            yield found


@pytest.mark.parametrize("wish", AMENITIES)
def test_what_a_list_states_is_found_and_nothing_else(
    opened: Claimtree, stated: dict[str, set[str]], wish: str
) -> None:
    answer = opened.search(wish, limit=100)
    assert isinstance(answer, Found)
    met = {str(hit.id) for hit in answer.hits if hit.findings[0].verdict is Verdict.MET}
    assert met == stated[wish]


def test_a_title_is_read_and_quoted(opened: Claimtree) -> None:
    (claim,) = [one for one in opened.get("h0").claims if one.concept == "roof deck"]
    assert claim.source == "homes#title"
    assert claim.quote in "Skylit loft with a roof deck"


def test_a_price_by_the_night_is_no_rent(opened: Claimtree) -> None:
    said = {str(one.concept): one.text for one in opened.get("h0").claims}
    assert "rent" not in said
    assert said["nightly rate"] == "nightly rate $90/day"


def test_mappings_are_remembered_until_they_are_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from claimtree.column_mappings import SavedMappings

    monkeypatch.setenv("CLAIMTREE_HOME", str(tmp_path))
    file = tmp_path / "a.csv"
    file.write_text("id,headline\n1,Attic\n", encoding="utf-8")
    with claimtree.open(tmp_path / "a.db", pack="rentals", embedder="hashed-256") as ct:
        ct.index(file, columns={"headline": "title", "blurb": "text"})
        assert ct.get("1").entity.title == "Attic"
        file.write_text("id,headline,blurb\n1,Attic,Dogs welcome.\n2,Cellar,\n", encoding="utf-8")
        report = ct.index(file)
        assert ct.get("2").entity.title == "Cellar"
        assert {use.column: use.mapped for use in report.columns.read} == {"id": "", "headline": "remembered"}
        # What no record had was most likely mistyped, and is not remembered.
        assert [use.column for use in report.columns.unread] == ["blurb"]
        kept = SavedMappings(tmp_path)
        assert kept.drop(ct.info().address, "rentals", ["Headline"]) == 1
        assert ct.index(file).columns.unread[0].column == "headline"
        assert ct.get("2").entity.title == ""
        kept.close()


def test_a_long_list_is_told_by_how_many_it_holds() -> None:
    pack = shared_pack("rentals")
    spec = pack.fields["amenities"]
    assert fact(spec, ("Washer", "Crib"), pack) == "amenities Washer, Crib"
    assert fact(spec, tuple(f"Thing {number}" for number in range(60)), pack) == "60 amenities"
    assert fact(spec, (), pack) == ""
