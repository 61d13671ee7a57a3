"""Readers of both packs, what must hold for whatever they read, and texts of our own to spoil."""

import gzip
import json
import math
import os
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import pytest
from tests.shared_packs import shared_pack

import claimtree
from claimtree.languages.rendering import notice_texts
from claimtree.model.claims import Claim, ConceptId, EntityId, QueryClaim
from claimtree.model.hierarchy import Entity
from claimtree.model.pack import Pack
from claimtree.models.hashed import HashedEmbedder
from claimtree.models.scope import shipped_scope
from claimtree.text.rule_reader import RuleReader

SHIPPED = Path(claimtree.__file__).parent
SHARED = Path(os.environ.get("CLAIMTREE_DATA") or Path(__file__).parents[2] / "../shared/data")
SETS = ("overnight-housing", "sgd-homes", "medan", "airbnb", "recipe-mpr")
MOST_OF_A_SET = 2_000
SHORTEST = 8


@dataclass(frozen=True, kw_only=True)
class Under:
    """A reader under test."""

    pack: Pack
    reader: RuleReader
    about: Entity
    concepts: frozenset[ConceptId]
    """Those of the pack, and that its parts are there at all."""

    def check(self, text: str, *, twice: bool = True) -> None:
        """Whatever the text, as a query and as a document: sound claims, the same each time, or a notice."""
        asked = self.reader.read_query(text)
        stated = self.reader.read_document(text, about=self.about, source="fuzz")
        assert asked.claims or notice_texts(asked)
        for claim in stated.claims:
            self._check_claim(claim, text)
        for wish in asked.claims:
            self._check_claim(wish, text)
            assert 0.3 <= wish.weight <= 0.95
        assert len({wish.id for wish in asked.claims}) == len(asked.claims)
        choices = Counter(wish.or_group for wish in asked.claims if wish.or_group is not None)
        assert all(count >= 2 for count in choices.values()), choices
        if twice:
            assert self.reader.read_query(text) == asked
            assert self.reader.read_document(text, about=self.about, source="fuzz") == stated

    def _check_claim(self, claim: Claim | QueryClaim, text: str) -> None:
        assert 0 <= claim.start < claim.end <= len(text)
        assert claim.quote == text[claim.start : claim.end]
        assert claim.text
        assert claim.pattern
        assert claim.level in self.pack.hierarchy.depth
        assert claim.type in self.pack.types
        assert claim.facet is None or claim.facet in self.pack.facets
        assert claim.concept is None or claim.concept in self.concepts
        assert claim.name is None or (claim.name.kind in self.pack.names and claim.name.text)
        for amount in claim.amounts:
            assert math.isfinite(amount.low) or math.isfinite(amount.high)
            assert amount.low < amount.high or (amount.low == amount.high and not (amount.low_open or amount.high_open))


class Readers(Protocol):
    """A reader by the name of its pack, made once."""

    def __call__(self, pack: str, *, embedded: bool = False) -> Under: ...


@pytest.fixture(scope="session")
def reader_of() -> Readers:
    @lru_cache
    def made(pack: str, *, embedded: bool = False) -> Under:
        loaded = shared_pack(pack)
        reader = RuleReader(loaded, embedder=HashedEmbedder() if embedded else None, scope=shipped_scope())
        return Under(
            pack=loaded,
            reader=reader,
            about=Entity(id=EntityId("fuzz"), level=loaded.hierarchy.answers),
            concepts=frozenset({*loaded.concepts, *(facet.presence for facet in loaded.facets.values())}),
        )

    return made


@pytest.fixture(scope="session")
def own_texts() -> tuple[str, ...]:
    """The golden queries and listings, and what the demo homes say."""
    found: dict[str, None] = {}
    for file in sorted((Path(__file__).parents[2] / "evals" / "golden").glob("*.toml")):
        found |= dict.fromkeys(_strings(tomllib.loads(file.read_text(encoding="utf-8"))))
    for file in sorted(SHIPPED.glob("packs/*/demo/*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            found |= dict.fromkeys(_strings(json.loads(line)))
    return tuple(found)


@pytest.fixture(scope="session")
def shared_texts() -> tuple[str, ...]:
    """What strangers wrote, from the data sets that lie beside the project."""
    folders = [SHARED / name for name in SETS if (SHARED / name).is_dir()]
    if not folders:
        pytest.skip(f"no data sets under {SHARED.name}: set CLAIMTREE_DATA to their folder")
    found: dict[str, None] = {}
    for folder in folders:
        strings = list(dict.fromkeys(text for file in sorted(folder.glob("*.json*")) for text in _of_file(file)))
        found |= dict.fromkeys(strings[:: max(1, len(strings) // MOST_OF_A_SET)])
    return tuple(found)


def _of_file(file: Path) -> Iterator[str]:
    raw = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
    text = raw.decode("utf-8", "replace")
    for row in text.splitlines() if ".jsonl" in file.suffixes else (text,):
        yield from _strings(json.loads(row))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str) and len(value) >= SHORTEST and " " in value:
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from _strings(part)
