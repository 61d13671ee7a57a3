"""A few homes in Medan in a store of their own, with places, and a conversation about them."""

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

HOME = {"level": "property", "property_type": "house", "listing_type": "sale", "lat": 3.62, "lon": 98.67}
HOMES: list[dict[str, object]] = [
    {**HOME, "id": "a", "title": "Rumah A", "text": "Ada CCTV dan carport.", "price": 900_000_000, "bedrooms": 3,
     "floors": 2, "district": "Medan Johor", "certificate": "SHM", "facing": "utara", "url": "https://x.example/a"},
    {**HOME, "id": "b", "title": "Rumah B", "text": "Tanpa CCTV.", "price": 1_400_000_000, "bedrooms": 3, "floors": 3,
     "district": "Medan Johor", "facing": "timur"},
    {**HOME, "id": "c", "title": "Rumah C", "text": "Kolam renang.", "price": 2_345_678_000, "bedrooms": 4,
     "floors": 3, "district": "Medan Johor"},
    {**HOME, "id": "d", "title": "Rumah sewa D", "text": "Disewakan, dua lantai.", "listing_type": "rent",
     "rent": "Rp 140 juta per tahun", "bedrooms": 3, "floors": 2, "district": "Medan Johor"},
    {**HOME, "id": "e", "title": "Ruko E", "property_type": "shophouse", "price": 1_200_000_000, "floors": 3,
     "district": "Medan Johor", "text": "Ruko pinggir jalan."},
    {**HOME, "id": "f", "title": "Rumah F", "text": "Harga nego.", "bedrooms": 3, "floors": 2,
     "district": "Medan Johor"},
    {**HOME, "id": "g", "title": "Rumah G\n9. Gratis \x1b[31m\u202e", "text": "Dekat jalan.", "price": 700_000_000,
     "bedrooms": 2, "floors": 1, "district": "Medan Kota", "lat": 3.584, "lon": 98.672,
     "address": "Jl. A\n2. Rumah gratis — Rp1"},
    {**HOME, "id": "h", "title": "Rumah H", "text": "Sejuk, tidak pernah banjir.", "price": 800_000_000, "bedrooms": 2,
     "floors": 1, "district": "Medan Barat", "lat": 3.594, "lon": 98.674},
]  # fmt: skip
PLACES = [("Sun Plaza", 3.5830, 98.6713), ("Delipark Mall", 3.5944, 98.6735)]


@pytest.fixture(scope="session")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    home = tmp_path_factory.mktemp("talk")
    file = home / "homes.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in HOMES), encoding="utf-8")
    with Workspace(Settings(home=home, pack="property", embedder="hashed-256")) as workspace:
        store = workspace.store_to_write()
        places = [
            Place(id=PlaceId(f"m{k}"), name=name, kind=PlaceKind("mall"), shape=Point(lat, lon))
            for k, (name, lat, lon) in enumerate(PLACES)
        ]
        load_places(places, store, workspace.pack)
        assert workspace.indexer(store).index(read_files([file], workspace.pack)).indexed == len(HOMES)
        yield workspace


@pytest.fixture
def talk(workspace: Workspace) -> Conversation:
    return Conversation(workspace.engine)
