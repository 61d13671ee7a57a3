"""Records of entities: what was written of each, read and decoded.

A record changes only when its entity is put again, so the records that were shown last are kept:
pages of similar questions show the same answers, and many answers share a parent.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimtree.lru_cache import LruCache
from claimtree.model.answers import Node
from claimtree.model.claims import Claim
from claimtree.model.hierarchy import Entity, Hierarchy
from claimtree.model.phrases import Phrase, PhraseId
from claimtree.stores.encoding import decode_claim, decode_entity, phrases_of, texts_of, unpack
from claimtree.stores.sqlite import geography, key_rows
from claimtree.stores.sqlite.checksums import of_words, require
from claimtree.stores.sqlite.parameters import AMONG
from claimtree.stores.sqlite.snapshot import EntityRow, Snapshot

MOST_BYTES = 16_000_000
"""Maximum size of the records that are kept."""
_RECORD_BYTES, _CLAIM_BYTES = 3_000, 600
"""Approximate size of a record without its texts and claims, and of a decoded claim."""


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """An entity with its claims, which are decoded when they are first asked for: most never are."""

    entity: Entity
    node: Node
    digest: str
    phrases: NDArray[np.int64]
    """The phrase of each claim."""
    numbers: Sequence[int]
    """The number of each of these phrases."""
    body: list[Any]
    """The unpacked body, of which the claims are decoded."""
    decoded: dict[int, Claim] = field(default_factory=dict)
    """The claims that were asked for, by position."""

    def undecoded(self, claims: Collection[int]) -> Iterator[int]:
        """Yields the numbers of the phrases that `decode` needs for some claims."""
        return (self.numbers[at] for at in claims if at not in self.decoded)

    def decode(self, claims: Collection[int], phrases: Mapping[int, Phrase]) -> list[tuple[PhraseId, Claim]]:
        """Returns the claims at some positions with their phrases; `phrases` has those that `undecoded` names."""
        decoded = self.decoded
        missing = [at for at in claims if at not in decoded]
        if missing:
            texts = texts_of(self.body)
            for at in missing:
                decoded[at] = decode_claim(self.body[4][at], phrases[self.numbers[at]], texts)
        return [(PhraseId(int(self.phrases[at])), decoded[at]) for at in claims]

    @property
    def bytes(self) -> int:
        """Approximate size with all claims decoded."""
        texts = sum(len(source.text) for source in self.entity.sources)
        return _RECORD_BYTES + 2 * texts + _CLAIM_BYTES * len(self.phrases)


class Records:
    """Reads the records of a file, and keeps those that were asked for last."""

    def __init__(self, hierarchy: Hierarchy, phrase_numbers: key_rows.PhraseNumbers) -> None:
        self._hierarchy = hierarchy
        self._phrase_numbers = phrase_numbers
        self._kept = LruCache[tuple[int, int], Record](MOST_BYTES, cost=lambda key, record: record.bytes)
        """By number of the entity and generation in which it was last put."""

    def of(self, connection: sqlite3.Connection, snapshot: Snapshot, nums: Collection[int]) -> dict[int, Record]:
        """Returns the records of entities by number."""
        keys = dict(zip(nums, snapshot.last_puts(nums), strict=True))
        known = self._kept.get(keys.items())
        missing = [num for num, key in keys.items() if (num, key) not in known]
        if missing:
            fresh = self.read(connection, snapshot.rows(connection, missing))
            self._kept.put({(num, keys[num]): record for num, record in fresh.items()})
        else:
            fresh = {}
        return {num: known[num, key] if (num, key) in known else fresh[num] for num, key in keys.items()}

    def read(self, connection: sqlite3.Connection, entities: Mapping[int, EntityRow]) -> dict[int, Record]:
        """Reads the records of entities by number, without keeping them."""
        stored = read_records(connection, json.dumps(list(entities)))
        points = geography.points_of(connection, [num for num, entity in entities.items() if entity.located])
        bodies = {num: unpack(body) for num, (_, body) in stored.items()}
        numbers = {num: phrases_of(parts) for num, parts in bodies.items()}
        # Of all records at once: most have few claims.
        phrases = self._phrase_numbers.ids(connection, list(chain.from_iterable(numbers.values())))
        ends = np.cumsum([len(some) for some in numbers.values()])
        phrases_by_num = dict(zip(numbers, np.split(phrases, ends[:-1]), strict=True)) if numbers else {}
        found: dict[int, Record] = {}
        for num, row in entities.items():
            entity = decode_entity(
                bodies[num],
                id=row.id,
                level=self._hierarchy.levels[row.depth],
                parent=row.parent,
                facet=row.facet,
                point=points[num] if row.located else None,
            )
            found[num] = Record(
                entity=entity,
                node=Node.of(entity),
                digest=stored[num][0],
                phrases=phrases_by_num[num],
                numbers=numbers[num],
                body=bodies[num],
            )
        return found


def phrases_in(records: Collection[Record]) -> NDArray[np.int64]:
    """Returns the phrases of all claims of some records, each once, in order."""
    # Not by numpy.unique, which imports numpy.ma: 10 ms of a search from a cold process.
    phrases = np.sort(np.concatenate([np.zeros(0, np.int64), *(record.phrases for record in records)]))
    others: NDArray[np.bool_] = np.diff(phrases, prepend=phrases[:1] - 1) != 0
    return phrases[others]


def claims_with(records: Mapping[int, Record], phrases: Collection[int]) -> dict[int, list[int]]:
    """Returns, by number of the record, the positions of its claims that have one of these phrases; records without
    such claims are left out."""
    if not records or not phrases:
        return {}
    # All at once: a parent may have thousands of claims, and most other records have few.
    everything = np.concatenate([record.phrases for record in records.values()])
    wanted = np.sort(np.fromiter(phrases, np.int64, len(phrases)))
    nearest = wanted.take(np.searchsorted(wanted, everything), mode="clip")
    found = np.flatnonzero(nearest == everything)
    ends = np.cumsum([len(record.phrases) for record in records.values()])
    parts = np.split(found, np.searchsorted(found, ends[:-1]))
    starts = ends - [len(record.phrases) for record in records.values()]
    return {
        num: (part - start).tolist()
        for num, part, start in zip(records, parts, starts.tolist(), strict=True)
        if len(part)
    }


def read_records(connection: sqlite3.Connection, listed: str) -> dict[int, tuple[str, bytes]]:
    """Returns the digests and bodies of entities, given as a JSON list of numbers."""
    rows = connection.execute(f"SELECT num, digest, body, seal FROM record WHERE num {AMONG}", (listed,)).fetchall()
    for num, digest, body, seal in rows:
        require("the record of entity", num, of_words(num, digest, body=body), seal)
    return {num: (digest, body) for num, digest, body, _ in rows}
