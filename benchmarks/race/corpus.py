"""The corpus that all engines get: a generated market, or real listings read by our reader.

Both stream their entities in the same order each time, areas first and every home before its rooms,
so that each engine is filled from the same claims and brute force can judge them again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from benchmarks.airbnb import airbnb_rows, area_of
from benchmarks.generator import AREA_LEVEL, World, with_curve
from benchmarks.measure import Progress, identity_of, named_embedder
from claimtree.indexing.run import Indexer
from claimtree.model.claims import EntityId
from claimtree.model.pack import Pack
from claimtree.model.phrases import Edge, IndexedEntity, Phrase, PhraseId
from claimtree.models.scope import open_scope
from claimtree.packs.load import load_pack
from claimtree.ports import Embedder, StoreIdentity
from claimtree.sources.read import read_files
from claimtree.stores.sqlite import SqliteStore
from claimtree.text.rule_reader import RuleReader

GENERATED, LISTINGS = "generated", "listings"
_AT_ONCE = 500
_MOST_OVERVIEWS = 40
"""Maximum number of host overviews per area; further ones repeat them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Implied:
    """What a phrase implies: the phrases that the pack's steps lead to."""

    edges: tuple[Edge, ...] = ()
    phrases: tuple[Phrase, ...] = ()
    """The derived phrase of each edge."""


class Corpus(Protocol):
    """Entities with claims, and what their phrases imply."""

    @property
    def pack(self) -> Pack: ...

    @property
    def embedder(self) -> Embedder: ...

    def entities(self) -> Iterator[tuple[IndexedEntity, ...]]:
        """Yields everything in blocks: areas first, each home before its rooms."""

    def implied(self) -> Mapping[PhraseId, Implied]:
        """Returns the implied phrases, by the phrase that implies them."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Market:
    """A generated market, in which no phrase implies another."""

    world: World
    embedder: Embedder

    @property
    def pack(self) -> Pack:
        return self.world.pack

    def entities(self) -> Iterator[tuple[IndexedEntity, ...]]:
        return self.world.entities()

    def implied(self) -> Mapping[PhraseId, Implied]:
        return {}


def market(pack: str, homes: int, seed: int, embedder: str) -> Market:
    named = named_embedder(embedder)
    return Market(world=World(with_curve(load_pack(pack), named), homes, seed), embedder=named)


class Listings:
    """Real listings, read once into their own store and streamed from there."""

    def __init__(self, folder: Path, pack: str, embedder: str) -> None:
        self.embedder = named_embedder(embedder)
        self.pack = with_curve(load_pack(pack), self.embedder)
        self._store = folder / "read.db"
        self._records = folder / "records.jsonl"

    @property
    def identity(self) -> StoreIdentity:
        return identity_of(self.pack, self.embedder)

    def read(self, data: Path, progress: Progress) -> None:
        """Converts the hosts' listings to records and indexes them; done once per folder."""
        records = airbnb_records(data)
        self._records.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
        self._store.unlink(missing_ok=True)
        with closing(SqliteStore(self._store, self.identity, self.pack.hierarchy, create=True)) as store:
            indexer = Indexer(
                self.pack,
                store,
                RuleReader(self.pack, embedder=self.embedder, scope=open_scope(self.pack.languages)),
                self.embedder,
            )

            def report_progress(done: int, total: int | None, message: str) -> None:
                progress("reading real listings", done, len(records))

            indexer.index(read_files([self._records], self.pack), report_progress)

    def entities(self) -> Iterator[tuple[IndexedEntity, ...]]:
        areas, homes = self._ids
        with closing(self._open()) as store:
            for first in range(0, len(areas), _AT_ONCE):
                yield store.get(areas[first : first + _AT_ONCE])
            for first in range(0, len(homes), _AT_ONCE):
                block = homes[first : first + _AT_ONCE]
                yield store.get([id for home in block for id in (home, *store.children(home))])

    def implied(self) -> Mapping[PhraseId, Implied]:
        with closing(self._open()) as store:
            keys = [(level, type) for level in self.pack.hierarchy.levels for type in self.pack.types]
            phrases = {phrase.id: phrase for part in store.partitions(keys) for phrase in part.phrases}
            found: dict[PhraseId, list[Edge]] = {}
            for edge in store.edges(phrases.keys()):
                found.setdefault(edge.base, []).append(edge)
        return {
            base: Implied(edges=tuple(edges), phrases=tuple(phrases[edge.derived] for edge in edges))
            for base, edges in found.items()
        }

    @cached_property
    def _ids(self) -> tuple[list[EntityId], list[EntityId]]:
        areas, homes = list[EntityId](), list[EntityId]()
        with self._records.open(encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                (areas if record.get("level") == AREA_LEVEL else homes).append(EntityId(record["id"]))
        with closing(self._open()) as store:
            known = store.digests([*areas, *homes])
        return [id for id in areas if id in known], [id for id in homes if id in known]

    def _open(self) -> SqliteStore:
        return SqliteStore(self._store, self.identity, self.pack.hierarchy, read_only=True)


def airbnb_records(data: Path) -> list[dict[str, Any]]:
    """Returns Inside Airbnb's listings as our records: an area per neighbourhood, in its hosts'
    words, and the homes.

    Prices are left out because they are per night.
    """
    areas: dict[str, list[str]] = {}
    homes: dict[str, dict[str, Any]] = {}
    for row in airbnb_rows(data):
        area = area_of(row)
        overviews = areas.setdefault(area, [])
        overview = str(row.get("neighborhood_overview") or "").strip()
        if overview and overview not in overviews and len(overviews) < _MOST_OVERVIEWS:
            overviews.append(overview)
        homes[f"listing-{row['id']}"] = _home(row, area)
    found: list[dict[str, Any]] = [
        {"id": f"area {area}", "level": AREA_LEVEL, "title": area, "source": "hosts", "text": "\n".join(overviews)}
        for area, overviews in sorted(areas.items())
    ]
    return [*found, *({"id": id, "source": "airbnb", **home} for id, home in sorted(homes.items()))]


def _home(row: Mapping[str, Any], area: str) -> dict[str, Any]:
    amenities: Sequence[str] = row.get("amenities") or ()
    text = "\n".join(part for part in (str(row.get("description") or ""), ". ".join(amenities)) if part)
    home = {"parent": f"area {area}", "title": str(row.get("name") or ""), "text": text}
    return home if row.get("bedrooms") is None else {**home, "bedrooms": row["bedrooms"]}
