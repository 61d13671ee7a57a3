"""Fields of their own that tests index: a pack and its records, with what reads and embeds their texts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.shared_packs import shared_pack

from claimtree.engine import Engine
from claimtree.indexing import Indexer, IndexReport
from claimtree.model.pack import Pack
from claimtree.models.hashed import HashedEmbedder
from claimtree.models.scope import shipped_scope
from claimtree.ports import MovableStore, StoreIdentity
from claimtree.sources.read import read_files
from claimtree.stores.open import open_store
from claimtree.text.rule_reader import RuleReader

PACKS = Path(__file__).with_name("packs")
STATIONS = 220
"""Passages of the long manual: more than 200, so that they are written in batches."""
PASSAGES = 30
"""Of every other manual, at least."""


def pages() -> Iterator[dict[str, Any]]:
    """The manuals with their lists of spare parts, and one that is long."""
    for line in (PACKS / "manuals" / "manuals.jsonl").read_text(encoding="utf-8").splitlines():
        manual = json.loads(line)
        spare = range(1, PASSAGES + 1 - len(manual["passages"]))
        manual["passages"] += [{"kind": "spare part", "title": f"Spare part {number}"} for number in spare]
        yield manual
    stations = [
        {
            "kind": "upkeep",
            "title": f"Station {number}",
            "text": f"Tighten to {100 + number} Nm. Check it every {number % 6 + 4} months.",
        }
        for number in range(1, STATIONS + 1)
    ]
    yield {"id": "atlas", "level": "manual", "title": "Atlas 9", "edition": 2012, "passages": stations}


@dataclass(frozen=True, kw_only=True)
class Loaded:
    """A pack with what reads and embeds its texts."""

    pack: Pack
    reader: RuleReader
    embedder: HashedEmbedder

    @classmethod
    def of(cls, name: str) -> Loaded:
        pack, embedder = shared_pack(str(PACKS / name)), HashedEmbedder()
        scope = shipped_scope() if pack.reading.learned_scope else None
        return cls(pack=pack, reader=RuleReader(pack, embedder=embedder, scope=scope), embedder=embedder)

    def store(self, address: str | Path) -> MovableStore:
        identity = StoreIdentity(
            pack=self.pack.name,
            pack_version=self.pack.version,
            embedder=self.embedder.name,
            dimensions=self.embedder.dimensions,
        )
        return open_store(str(address), identity, self.pack.hierarchy)

    def index(self, store: MovableStore, files: Sequence[Path]) -> IndexReport:
        report = Indexer(self.pack, store, self.reader, self.embedder).index(read_files(files, self.pack))
        assert (report.bad, store.check()) == ((), ())
        return report

    def engine(self, store: MovableStore) -> Engine:
        return Engine(pack=self.pack, store=store, reader=self.reader, embedder=self.embedder)


def demo_files(name: str) -> list[Path]:
    """The records of a field."""
    return [PACKS / name / file for file in shared_pack(str(PACKS / name)).demo]


def long_manuals(folder: Path) -> Path:
    """A file of the manuals with their spare parts and the long one."""
    file = folder / "manuals.jsonl"
    file.write_text("".join(json.dumps(page) + "\n" for page in pages()), encoding="utf-8")
    return file
