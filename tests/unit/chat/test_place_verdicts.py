"""What a home says to a place does not depend on what else is asked for."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from claimtree.chat import Conversation
from claimtree.geo import Point
from claimtree.indexing.load_places import load_places
from claimtree.model.places import Place, PlaceId, PlaceKind
from claimtree.settings import Settings
from claimtree.sources.read import read_files
from claimtree.workspace import Workspace

HALL = {"level": "property", "property_type": "warehouse", "listing_type": "sale", "price": 900_000_000}
HALLS = [
    {
        **HALL,
        "id": "named",
        "title": "Gudang A",
        "text": "Gudang di KIM, akses kontainer.",
        "lat": 3.669,
        "lon": 98.683,
    },
    {**HALL, "id": "inside", "title": "Gudang B", "text": "Gudang luas, SHM.", "lat": 3.670, "lon": 98.684},
    {**HALL, "id": "beside", "title": "Gudang C", "text": "Dekat tol.", "lat": 3.681, "lon": 98.683},
    {**HALL, "id": "away", "title": "Gudang D", "text": "SHM.", "lat": 3.560, "lon": 98.640, "floors": 3},
]
CIRCLE = Place(
    id=PlaceId("kim"),
    name="Kawasan Industri Medan",
    kind=PlaceKind("industry"),
    shape=Point(3.669, 98.683),
    radius_m=1200.0,
)


@pytest.fixture(scope="module")
def halls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Conversation]:
    home = tmp_path_factory.mktemp("halls")
    file = home / "halls.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in HALLS), encoding="utf-8")
    with Workspace(Settings(home=home, pack="property", embedder="hashed-256")) as workspace:
        store = workspace.store_to_write()
        load_places([CIRCLE], store, workspace.pack)
        workspace.indexer(store).index(read_files([file], workspace.pack))
        yield Conversation(workspace.engine)


@pytest.mark.parametrize("more", ["", ", SHM", ", 3 lantai", ", maksimal 100 juta", ", dekat tol", ", 3 lantai, SHM"])
def test_a_place_that_the_search_widened_is_judged_as_it_was_asked(halls: Conversation, more: str) -> None:
    reply = halls.reply(f"gudang dijual di KIM{more}", limit=10)
    said = {str(hit.id): str(one.verdict) for hit in reply.hits for one in hit.verdicts if "Kawasan" in one.criterion}
    assert said.items() <= {"named": "met", "inside": "unknown", "beside": "unknown", "away": "unknown"}.items()
    assert said


HOUSE = {"level": "property", "property_type": "house", "listing_type": "sale", "bedrooms": 3}
HOUSES = [
    {**HOUSE, "id": "a", "title": "Rumah A", "text": "Modern.", "price": 980_000_000, "lat": 3.552, "lon": 98.660},
    {**HOUSE, "id": "b", "title": "Rumah B", "text": "Modern.", "price": 990_000_000, "lat": 3.553, "lon": 98.661},
    {**HOUSE, "id": "c", "title": "Rumah C", "text": "SHM.", "price": 900_000_000, "lat": 3.700, "lon": 98.900},
]
AREA = Place(
    id=PlaceId("polonia"),
    name="Medan Polonia",
    kind=PlaceKind("area"),
    shape=Point(3.565, 98.671),
    radius_m=1000.0,
)


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Conversation]:
    home = tmp_path_factory.mktemp("houses")
    file = home / "houses.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in HOUSES), encoding="utf-8")
    with Workspace(Settings(home=home, pack="property", embedder="hashed-256")) as workspace:
        store = workspace.store_to_write()
        load_places([AREA], store, workspace.pack)
        workspace.indexer(store).index(read_files([file], workspace.pack))
        yield Conversation(workspace.engine)


@pytest.mark.parametrize(
    "message",
    [
        "3 bedroom house for sale under 1.5 billion in Medan Polonia, modern if possible",
        "rumah dijual 3 kamar di bawah 1,5 M di Medan Polonia",
        "rumah di Medan Polonia, modern",
    ],
)
def test_a_home_beside_the_place_that_was_asked_for_does_not_fit(houses: Conversation, message: str) -> None:
    reply = houses.reply(message)
    assert reply.total == 0
    assert not reply.fitting
    assert "Medan Polonia" in reply.label
    assert {str(hit.id) for hit in reply.hits} >= {"a", "b"}
