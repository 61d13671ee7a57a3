"""Rows of a made-up property service, the same for the same seed, and what a filter leaves of them by plain loops."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

from tests.shared_packs import shared_pack, shared_reader

from claimtree.engine import Engine
from claimtree.geo import Point, distance_m
from claimtree.indexing import Indexer
from claimtree.model.source_query import SourceQuery
from claimtree.models.hashed import HashedEmbedder
from claimtree.ports import MovableStore, StoreIdentity
from claimtree.sources.listings import read_records
from claimtree.stores.memory import MemoryStore
from claimtree.structured.parameters import time_of

PACK = "property"
FACINGS = ("utara", "timur_laut", "timur", "tenggara", "selatan", "barat_daya", "barat", "barat_laut")
KINDS = ("house", "shophouse", "apartment", "land")
FEATURES = {
    "cctv": "CCTV",
    "wifi": "WiFi",
    "swimming_pool": "kolam renang",
    "gym": "gym",
    "tennis_court": "lapangan tenis",
}
"""As a query says it, and as a row does."""
STREETS = ("Jl. Karya Wisata", "Jl. Setia Budi", "Jl. Gaperta", "Jl. Sunggal")
NUMBERS = ("price", "bedrooms", "bathrooms", "floors")

Row = dict[str, Any]


def rows(count: int = 60, seed: int = 7) -> list[Row]:
    """Rows with all columns, some of them empty."""
    draw = random.Random(seed)
    return [_row(draw, number) for number in range(1, count + 1)]


def _row(draw: random.Random, number: int) -> Row:
    to_let = draw.random() < 0.4
    price = draw.randrange(12, 200) * 1_000_000 if to_let else draw.randrange(30, 300) * 10_000_000
    street = draw.choice(STREETS)
    return {
        "api_id": number,
        "name": f"Properti {number} {draw.choice(('Asri', 'Indah', 'Permai'))}",
        "url_view": f"https://example.org/properti/{number}" if draw.random() < 0.8 else "",
        "price": str(price),
        "bedrooms": draw.choice((None, 1, 2, 3, 4, 5)),
        "bathrooms": draw.choice((None, 1, 2, 3)),
        "floors": draw.choice((1, 2, 3, 4)),
        "property_type": draw.choice(KINDS),
        "listing_type": "rent" if to_let else "sale",
        "source": draw.choice(("project", "listing")),
        "facing": draw.choice((*FACINGS, None)),
        "in_complex": draw.random() < 0.5,
        "address": f"{street} No. {draw.randrange(1, 99)}, Medan",
        "latitude": round(3.55 + draw.random() / 10, 6),
        "longitude": round(98.62 + draw.random() / 10, 6),
        "features": draw.sample(list(FEATURES.values()), draw.randrange(0, 3)),
        "updated_at": f"2026-{draw.randrange(1, 11):02d}-{draw.randrange(1, 29):02d}",
    }


def passes(row: Mapping[str, Any], query: SourceQuery) -> bool:
    """Whether a row passes all filters: the definition that the store has to agree with."""
    for name, value in query.choices.items():
        stated = {True: "1", False: "0"}[row[name]] if name == "in_complex" else row[name]
        if stated != value:
            return False
    for name, bounds in query.bounds.items():
        if row[name] is None or not bounds.holds(float(row[name])):
            return False
    if any(FEATURES[feature] not in row["features"] for feature in query.features):
        return False
    words = f"{row['name']} {row['address']}".casefold().replace(".", " ").replace(",", " ").split()
    if any(word not in words for word in query.search.casefold().split()):
        return False
    around = query.around
    if around is not None:
        here = Point(row["latitude"], row["longitude"])
        if distance_m(here, Point(around.lat, around.lon)) > around.radius_km * 1000:
            return False
    if query.ids and str(row["api_id"]) not in query.ids:
        return False
    since, updated = time_of(query.updated_since), time_of(row["updated_at"])
    return since is None or updated is None or updated >= since


def matching(some: Iterable[Mapping[str, Any]], query: SourceQuery) -> set[str]:
    return {str(row["api_id"]) for row in some if passes(row, query)}


def store_of(some: Iterable[Mapping[str, Any]], *, source: str = "api") -> tuple[Engine, MovableStore, Indexer]:
    """A store in memory with the rows, and what searches and writes it."""
    pack, reader, embedder = shared_pack(PACK), shared_reader(PACK), HashedEmbedder()
    identity = StoreIdentity(
        pack=pack.name, pack_version=pack.version, embedder=embedder.name, dimensions=embedder.dimensions
    )
    store = MemoryStore(identity, pack.hierarchy)
    indexer = Indexer(pack, store, reader, embedder)
    report = indexer.index(read_records(list(some), pack, source=source))
    assert not report.bad
    return Engine(pack=pack, store=store, reader=reader, embedder=embedder), store, indexer
