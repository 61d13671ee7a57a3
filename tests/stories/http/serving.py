"""A server in this process with two tenants' collections, and clients that present keys."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from fastapi.testclient import TestClient

import claimtree
from claimtree.access import Keys, Role
from claimtree.api.app import Serving, create_app
from claimtree.api.collections import Spec
from claimtree.settings import Settings, load_settings

HERE = "http://127.0.0.1:8321"
EMBEDDER = "hashed-256"

NORTH = [
    {"id": "n1", "title": "Court side", "text": "Quiet and sunny, dogs allowed.", "price": 2100, "bedrooms": 2},
    {"id": "n2", "title": "Over the bar", "text": "Above a noisy bar. Dogs allowed.", "price": 1900, "bedrooms": 2},
    {"id": "n3", "title": "Top floor", "text": "Quiet, with a dishwasher. No pets.", "price": 2500, "bedrooms": 1},
    {"id": "n/4 ü", "title": "Odd id", "text": "Sunny, with a balcony.", "price": 2600, "bedrooms": 3},
]
SOUTH = [{"id": "s1", "title": "Secret", "text": "Quiet, a secret garden.", "price": 3000, "bedrooms": 2}]


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """A data folder with two stores."""

    settings: Settings
    specs: tuple[Spec, ...]

    @property
    def keys(self) -> Keys:
        return Keys(self.settings.home / "keys.db")

    def key(self, name: str, role: Role = Role.READ, *collections: str, rate: int | None = None) -> str:
        return self.keys.add(name, role=role, collections=collections, rate_per_minute=rate).secret

    @contextmanager
    def client(self, key: str = "", **options: object) -> Iterator[TestClient]:
        serving = replace(Serving(specs=self.specs), **options)  # type: ignore[arg-type]  # tests name real fields
        with TestClient(create_app(self.settings, serving), base_url=HERE, raise_server_exceptions=False) as client:
            if key:
                client.headers["Authorization"] = f"Bearer {key}"
            yield client


def build(folder: Path) -> None:
    """Stores of two tenants, north and south."""
    for name, homes in (("north", NORTH), ("south", SOUTH)):
        file = folder / f"{name}.jsonl"
        file.write_text("".join(json.dumps(one) + "\n" for one in homes), encoding="utf-8")
        with claimtree.open(folder / f"{name}.db", pack="rentals", embedder=EMBEDDER) as ct:
            ct.index(file)


def home_at(folder: Path) -> Home:
    specs = tuple(Spec(name=name, pack="rentals", store=str(folder / f"{name}.db")) for name in ("north", "south"))
    return Home(settings=load_settings({"home": str(folder), "embedder": EMBEDDER}, {}), specs=specs)
