"""Rows of entities and names that another process has made: what it can compute, it has computed.

Left to the writer are the numbers of entities and phrases, and what is made of them: bodies of records, seals and
postings.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise

import numpy as np

from claimtree.errors import StoreError
from claimtree.model.claims import EntityId, LevelName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.packed import PackedBatch, PackedEntities, PackedNames
from claimtree.model.phrases import Edge, IndexedEntity, Phrase, PhraseId, Vectors
from claimtree.stores.batch_checks import check_entity, check_parent
from claimtree.stores.encoding import encode_template, fill_template
from claimtree.stores.sqlite import checksums, key_rows, meta, precomputed, relations, writing
from claimtree.stores.sqlite.postings import AMOUNT, Ints, Run


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityRows:
    """Entities by column; pickled, so that most columns are plain numbers, texts and bytes."""

    levels: Sequence[LevelName]
    parents: Sequence[EntityId | None]
    templates: Sequence[bytes]
    """Records without the numbers of phrases."""
    claims: Sequence[int]
    """How many each has."""
    phrases: bytes
    """The phrases of all claims, as 64-bit integers."""
    slots: bytes
    """How many amounts each claim has, as bytes."""
    amounts: bytes
    """All of these, as `AMOUNT`."""
    relations: Sequence[tuple[tuple[int, str, str, str, str], ...]]
    """Of each entity: place, kind, target, quote, source."""


class RowPacker:
    """Makes the rows of a SQLite store (`ports.Packer`)."""

    def entities(
        self, items: Sequence[IndexedEntity], of_claims: Sequence[Sequence[PhraseId]]
    ) -> PackedEntities | None:
        if any(not _is_plain(item) for item in items):
            return None
        templates = [encode_template(item) for item in items]
        amounts = [claim.amounts for item in items for claim in item.claims]
        ends = [(one.low, one.high, one.low_open + 2 * one.high_open) for some in amounts if some for one in some]
        whole = [one for one in templates if one is not None]
        if len(whole) < len(items):
            return None
        for item in items:
            check_entity(item.entity)
        return PackedEntities(
            ids=[item.entity.id for item in items],
            digests=[item.digest for item in items],
            rows=EntityRows(
                levels=[item.entity.level for item in items],
                parents=[item.entity.parent for item in items],
                templates=whole,
                claims=[len(item.claims) for item in items],
                phrases=np.array([*chain.from_iterable(of_claims)], np.int64).tobytes(),
                slots=bytes(map(len, amounts)),
                amounts=np.array(ends, AMOUNT).tobytes(),
                relations=[
                    tuple((at, one.kind, one.to, one.quote, one.source) for at, one in enumerate(item.entity.relations))
                    for item in items
                ],
            ),
        )

    def names(self, phrases: Sequence[Phrase], edges: Sequence[Edge]) -> PackedNames:
        return PackedNames(
            ids=[phrase.id for phrase in phrases],
            rows=[writing.words_of(phrase) for phrase in phrases],
            edges=writing.edge_rows(edges),
        )


def _is_plain(item: IndexedEntity) -> bool:
    """True if an entity has nothing that would be in further tables, and its claims are of its own level."""
    entity = item.entity
    has_more = entity.point is not None or entity.facet is not None or entity.owner is not None or item.nearby
    return not has_more and {claim.level for claim in item.claims} <= {entity.level}


def write(connection: sqlite3.Connection, batch: PackedBatch, hierarchy: Hierarchy, dimensions: int) -> int:
    """Do everything that a put of new entities does, except merging; returns how many phrases were new."""
    parents = _parents(connection, [some.rows for some in batch.entities], hierarchy)
    flat = np.frombuffer(b"".join(some.rows.phrases for some in batch.entities), np.int64)
    distinct, which = np.unique(flat, return_inverse=True)
    known, new = _write_phrases(connection, batch, distinct.tolist(), dimensions)
    try:
        numbers = np.array([known[id] for id in distinct.tolist()], np.int32)[which]
    except KeyError as missing:
        raise StoreError(
            f"phrase {missing} of a claim is neither stored nor in the batch", hint="Put the phrase into the batch."
        ) from missing
    seq = writing.bump(connection)
    free = key_rows.last_entity(connection) + 1
    bearers: list[Ints] = []
    done = 0
    for some in batch.entities:
        rows: EntityRows = some.rows
        nums = range(free, free + len(some.ids))
        claims = sum(rows.claims)
        _write_entities(connection, some, nums, parents, hierarchy, seq)
        _write_records(connection, some, nums, numbers[done : done + claims].tolist())
        stated = [(num, *row) for num, own in zip(nums, rows.relations, strict=True) for row in own]
        relations.write_rows(connection, stated, nums)
        bearers.append(np.repeat(np.array(nums, np.int32), rows.claims))
        free, done = nums.stop, done + claims
    if bearers:
        slots = np.frombuffer(b"".join(some.rows.slots for some in batch.entities), np.uint8)
        amounts = np.frombuffer(b"".join(some.rows.amounts for some in batch.entities), AMOUNT)
        writing.write_delta(connection, Run(numbers, np.concatenate(bearers), slots, amounts).sorted(), seq)
    return new


def _parents(
    connection: sqlite3.Connection, parts: Sequence[EntityRows], hierarchy: Hierarchy
) -> Mapping[EntityId | None, int]:
    """Returns the numbers of the parents; raises for one that is not stored, or stands at the wrong level."""
    asked = {parent for rows in parts for parent in rows.parents if parent is not None}
    nums = key_rows.entities(connection, asked)
    there = writing.stored(connection, nums, hierarchy)

    def level_of(id: EntityId) -> LevelName | None:
        return there[id].level if id in there else None

    for level, parent in {pair for rows in parts for pair in zip(rows.levels, rows.parents, strict=True)}:
        check_parent(EntityId(""), level, parent, hierarchy, {}, level_of)
    return {None: 0, **{EntityId(id): num for id, num in nums.items()}}


def _write_phrases(
    connection: sqlite3.Connection, batch: PackedBatch, used: Sequence[int], dimensions: int
) -> tuple[dict[PhraseId, int], int]:
    """Write the new phrases and their edges; returns the numbers of all phrases, and how many of them are new."""
    others = {phrase.id: row for row, phrase in enumerate(batch.others.phrases)}
    names = {id: row for some in batch.names for id, row in zip(some.ids, some.rows, strict=True)}
    known = writing.phrase_numbers(connection, {*map(PhraseId, used), *others, *names})
    newest = precomputed.newest_phrase(connection)
    rows = [row for id, row in others.items() if id not in known]
    words = [writing.words_of(batch.others.phrases[row]) for row in rows]
    fresh = writing.write_phrases(connection, words, batch.others.vectors.take(rows), newest)
    named = [row for id, row in sorted(names.items()) if id not in known]
    # Names are compared by spelling only, and have rows of zeros.
    blank = Vectors(codes=np.zeros((len(named), dimensions), np.int8), scales=np.zeros(len(named), np.float32))
    fresh |= writing.write_phrases(connection, named, blank, newest + len(fresh))
    precomputed.write(connection, batch.others.precomputed_edges, newest)
    edges = [edge for some in batch.names for edge in some.edges if edge[1] in fresh]
    writing.write_edges(connection, [*edges, *writing.edge_rows(batch.others.edges)], fresh=fresh.keys())
    return known | fresh, len(fresh)


def _write_entities(
    connection: sqlite3.Connection,
    entities: PackedEntities,
    nums: range,
    parents: Mapping[EntityId | None, int],
    hierarchy: Hierarchy,
    seq: int,
) -> None:
    rows: EntityRows = entities.rows
    depths = {level: hierarchy.depth_of(level) for level in set(rows.levels)}
    facet = owned = located = 0
    numbers = [
        (num, depths[level], parents[parent], facet, seq, owned, claims, located, checksums.of_text(id))
        for num, id, level, parent, claims in zip(
            nums, entities.ids, rows.levels, rows.parents, rows.claims, strict=True
        )
    ]
    writing.write_entity_rows(connection, entities.ids, numbers, before={})
    meta.put(connection, "entities", nums.stop - 1)


def _write_records(
    connection: sqlite3.Connection, entities: PackedEntities, nums: range, phrases: Sequence[int]
) -> None:
    """Write records, given the numbers of the phrases of all claims."""
    rows: EntityRows = entities.rows
    ends = pairwise([0, *accumulate(rows.claims)])
    bodies = (
        fill_template(template, phrases[start:end]) for template, (start, end) in zip(rows.templates, ends, strict=True)
    )
    writing.write_records(connection, zip(nums, entities.digests, bodies, strict=True))
