"""The writes to the tables. All of them run inside one transaction that the store opens and
commits.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain, repeat

import numpy as np

from claimtree.model.claims import EntityId, LevelName, TypeName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.name_folding import name_key
from claimtree.model.phrases import Batch, Edge, IndexedEntity, Phrase, PhraseId, Vectors
from claimtree.stores.batch_checks import check_batch
from claimtree.stores.encoding import encode_item, encode_phrase
from claimtree.stores.sqlite import blocks, checksums, geography, key_rows, meta, precomputed, relations
from claimtree.stores.sqlite.parameters import AMONG
from claimtree.stores.sqlite.postings import Run

_NOTE = "note "
"""Prefix of the names of notes, in a table that also has keys of ours."""

NOT_OWNED, BY_PARENT, BY_OTHER = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Stored:
    """The number and level of a stored entity."""

    num: int
    level: LevelName


def generation(connection: sqlite3.Connection) -> int:
    """Returns the number of the last write that this connection sees."""
    return meta.number(connection, "generation")


def bump(connection: sqlite3.Connection) -> int:
    """Number this write and return the number; readers notice by it that something changed."""
    seq = generation(connection) + 1
    meta.put(connection, "generation", seq)
    return seq


def note(connection: sqlite3.Connection, name: str) -> str:
    return str(meta.find(connection, _NOTE + name) or "")


def set_note(connection: sqlite3.Connection, name: str, text: str) -> None:
    if text:
        meta.put(connection, _NOTE + name, text)
    else:
        meta.drop(connection, _NOTE + name)


def write_batch(connection: sqlite3.Connection, batch: Batch, hierarchy: Hierarchy, dimensions: int) -> None:
    """Do everything that a put does, except merging."""
    phrases_of = batch.claim_phrases
    named = {phrase.id for phrase in batch.phrases}.union(
        *phrases_of, *((edge.base, edge.derived) for edge in batch.edges)
    )
    known = phrase_numbers(connection, named)
    there = _stored(connection, batch, hierarchy)

    def level_of(id: EntityId) -> LevelName | None:
        found = there.get(id)
        return found.level if found else None

    leaving = _leaving(connection, batch, there)
    check_batch(
        batch,
        phrases_of,
        hierarchy,
        level_of,
        known.keys() | {phrase.id for phrase in batch.phrases},
        dimensions=dimensions,
        leaving=leaving,
    )
    seq = bump(connection)
    newest = precomputed.newest_phrase(connection)
    before = known.keys()
    known |= _write_phrases(connection, batch, known, newest)
    precomputed.write(connection, batch.precomputed_edges, newest)
    write_edges(connection, edge_rows(batch.edges), fresh=known.keys() - before)
    erase(connection, set(leaving.values()))
    nums = {id: found.num for id, found in there.items() if id not in leaving}
    replaced = {nums[item.entity.id] for item in batch.entities if item.entity.id in nums}
    _write_entities(connection, batch, hierarchy, nums, seq)
    own = [nums[item.entity.id] for item in batch.entities]
    phrases = [[known[id] for id in ids] for ids in phrases_of]
    _write_records(connection, batch.entities, own, phrases)
    items = dict(zip(own, batch.entities, strict=True))
    geography.write(connection, items, replaced)
    relations.write(connection, items)
    _write_delta(connection, batch.entities, own, phrases, seq)


def phrase_numbers(connection: sqlite3.Connection, ids: Iterable[PhraseId]) -> dict[PhraseId, int]:
    """Returns the numbers of those phrases that are stored."""
    return key_rows.phrases(connection, ids)


def subtree(connection: sqlite3.Connection, nums: Iterable[int]) -> dict[EntityId, int]:
    """Returns these entities and all their descendants, with their numbers."""
    gone: dict[EntityId, int] = {}
    layer = set(nums)
    while layer:
        listed = json.dumps(list(layer))
        found = checksums.entities(connection, f"WHERE num {AMONG}", (listed,))
        gone.update(zip(map(EntityId, found.ids), found.nums.tolist(), strict=True))
        layer = {num for _, num in key_rows.parts(connection, layer)}.difference(gone.values())
    return gone


def erase(connection: sqlite3.Connection, nums: set[int]) -> None:
    """Delete entities. Their postings become invalid, and merging drops them."""
    if not nums:
        return
    listed = (json.dumps(list(nums)),)
    with checksums.counting(connection, "entity", f"WHERE num {AMONG}", listed):
        connection.execute(f"DELETE FROM entity WHERE num {AMONG}", listed)
    connection.execute(f"DELETE FROM record WHERE num {AMONG}", listed)
    connection.execute(f"DELETE FROM owned WHERE entity {AMONG}", listed)
    geography.forget(connection, nums)
    relations.forget(connection, nums)


def _stored(connection: sqlite3.Connection, batch: Batch, hierarchy: Hierarchy) -> dict[EntityId, Stored]:
    """Returns those entities of the batch, and parents it names, that are stored already."""
    ids = {item.entity.id for item in batch.entities}
    ids |= {item.entity.parent for item in batch.entities if item.entity.parent is not None}
    return stored(connection, key_rows.entities(connection, ids), hierarchy)


def stored(connection: sqlite3.Connection, nums: Mapping[str, int], hierarchy: Hierarchy) -> dict[EntityId, Stored]:
    """Returns stored entities, given by id and number."""
    found = checksums.entities(connection, f"WHERE num {AMONG}", (json.dumps(list(nums.values())),))
    depths = dict(zip(found.nums.tolist(), found.depths.tolist(), strict=True))
    return {EntityId(id): Stored(num, hierarchy.levels[depths[num]]) for id, num in nums.items()}


def _write_phrases(
    connection: sqlite3.Connection, batch: Batch, known: dict[PhraseId, int], newest: int
) -> dict[PhraseId, int]:
    """Write the phrases of the batch that are not known yet; returns their numbers."""
    fresh = {phrase.id: row for row, phrase in reversed(list(enumerate(batch.phrases))) if phrase.id not in known}
    rows = sorted(fresh.values())
    words = [words_of(batch.phrases[row]) for row in rows]
    return write_phrases(connection, words, batch.vectors.take(rows), newest)


PhraseWords = tuple[int, str, str, str, int, str | None, str | None, str | None, str | None]
"""The columns of a phrase's row behind its number, in the order of `checksums.PHRASE`."""


def words_of(phrase: Phrase) -> PhraseWords:
    """Returns the columns of a phrase's row without its number."""
    return (
        phrase.id,
        phrase.level,
        phrase.type,
        encode_phrase(phrase),
        int(phrase.negated),
        phrase.concept,
        None if phrase.name is None else phrase.name.kind,
        None if phrase.name is None else name_key(phrase.name.text),
        precomputed.measure_key(phrase),
    )


def write_phrases(
    connection: sqlite3.Connection, words: Sequence[PhraseWords], vectors: Vectors, newest: int
) -> dict[PhraseId, int]:
    """Write new phrases with their vectors, numbered after the newest; returns their numbers."""
    if not words:
        return {}
    rows = [(num, *row) for num, row in enumerate(words, newest + 1)]
    seals = checksums.of_all_words(rows)
    connection.executemany(
        f"INSERT INTO phrase ({checksums.PHRASE}, seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(*row, seal) for row, seal in zip(rows, seals, strict=True)],
    )
    blocks.write(
        connection,
        (
            ((LevelName(level), TypeName(type)), blocks.NewPhrase(num, id, wording, negated, concept, kind, seal))
            for (num, id, level, type, wording, negated, concept, kind, *_), seal in zip(rows, seals, strict=True)
        ),
        vectors.codes,
        vectors.scales.astype(np.float64),
    )
    parts = [row[1:3] for row in words]
    checksums.shift_totals(connection, {}, checksums.totals_of_new("phrase", parts, seals, repeat(0, len(rows))))
    return {PhraseId(row[0]): num for num, row in enumerate(words, newest + 1)}


EdgeRow = tuple[int, int, int, float]
"""Derived phrase, base, whether it excludes, discount."""


def edge_rows(edges: Iterable[Edge]) -> list[EdgeRow]:
    return [(edge.derived, edge.base, int(edge.excludes), float(edge.discount)) for edge in edges]


def write_edges(connection: sqlite3.Connection, rows: Sequence[EdgeRow], *, fresh: AbstractSet[int]) -> None:
    """Write edges. `fresh` are the phrases that this write brings: edges from them are not there yet, so that
    what leads to the same phrases already need not be read; that is very much of keys of names."""
    if not rows:
        return
    columns = (np.array(column) for column in zip(*rows, strict=True))
    seals = checksums.of_numbers(*columns).tolist()
    sealed = [(*row, seal) for row, seal in zip(rows, seals, strict=True)]
    new = {row[:2]: row for row in sealed if row[1] in fresh}
    known = [row for row in sealed if row[1] not in fresh]
    insert = "INTO edge (derived, base, excludes, discount, seal) VALUES (?, ?, ?, ?, ?)"
    if known:
        asked = json.dumps([row[0] for row in known])
        with checksums.counting(connection, "edge", f"WHERE derived {AMONG}", (asked,)):
            connection.executemany(f"INSERT OR REPLACE {insert}", known)
    # In the order of the table, whose pages are then each written once.
    ordered = [new[key] for key in sorted(new)]
    connection.executemany(f"INSERT {insert}", ordered)
    sums = [(row[0] & checksums.MASK) + 3 * (row[1] & checksums.MASK) for row in ordered]
    nothing = repeat((), len(ordered))
    checksums.shift_totals(connection, {}, checksums.totals_of_new("edge", nothing, [row[4] for row in ordered], sums))


def _leaving(connection: sqlite3.Connection, batch: Batch, stored: dict[EntityId, Stored]) -> dict[EntityId, int]:
    """Returns the entities owned by entities of the batch and not in it, with their parts and
    numbers.
    """
    fresh = [item.entity.id for item in batch.entities]
    nums = {stored[id].num for id in fresh if id in stored}
    listed = json.dumps([num for _, num in key_rows.parts(connection, nums)])
    owned = connection.execute(f"SELECT num FROM entity WHERE owned = {BY_PARENT} AND num {AMONG}", (listed,))
    stale = {num for (num,) in owned}.union(key_rows.owned(connection, fresh)) - nums
    return subtree(connection, stale) if stale else {}


def _write_entities(
    connection: sqlite3.Connection,
    batch: Batch,
    hierarchy: Hierarchy,
    nums: dict[EntityId, int],
    seq: int,
) -> None:
    """Write the rows of the hierarchy; adds the numbers of new entities to `nums`."""
    facets = _facet_numbers(connection, {item.entity.facet for item in batch.entities} - {None})
    free = key_rows.last_entity(connection) + 1
    ids: list[EntityId] = []
    numbers: list[EntityNumbers] = []
    others: list[tuple[str, int]] = []
    replaced: list[int] = []
    for item in batch.entities:
        entity = item.entity
        if entity.id in nums:
            replaced.append(nums[entity.id])
        else:
            nums[entity.id], free = free, free + 1
        num, owned = nums[entity.id], NOT_OWNED
        if entity.owner is not None:
            owned = BY_PARENT if entity.owner == entity.parent else BY_OTHER
            if owned == BY_OTHER:
                others.append((entity.owner, num))
        facet = 0 if entity.facet is None else facets[entity.facet]
        parent = 0 if entity.parent is None else nums[entity.parent]
        depth, located = hierarchy.depth[entity.level], entity.point is not None
        id_seal = checksums.of_text(entity.id)
        ids.append(entity.id)
        numbers.append((num, depth, parent, facet, seq, owned, len(item.claims), located, id_seal))
    connection.execute(f"DELETE FROM owned WHERE entity {AMONG}", (json.dumps(replaced),))
    before = checksums.totals_of(connection, "entity", f"WHERE num {AMONG}", (json.dumps(replaced),))
    write_entity_rows(connection, ids, numbers, before=before)
    meta.put(connection, "entities", free - 1)
    connection.executemany(
        "INSERT OR IGNORE INTO owned (owner, entity, seal) VALUES (?, ?, ?)",
        ((owner, num, checksums.of_words(owner, num)) for owner, num in others),
    )


EntityNumbers = tuple[int, int, int, int, int, int, int, int, int]
"""Number, depth, parent, facet, born, owned, claims, located, seal of the id."""


def write_entity_rows(
    connection: sqlite3.Connection, ids: Sequence[str], numbers: Sequence[EntityNumbers], *, before: checksums.Totals
) -> None:
    """Write rows of the hierarchy; `before` are the totals of those that are replaced."""
    seals = checksums.of_entities(numbers)
    connection.executemany(
        "INSERT INTO entity (id, num, depth, parent, facet, born, owned, claims, located, id_seal, seal) "
        "VALUES (?, ?, ?, nullif(?, 0), nullif(?, 0), ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (num) DO UPDATE SET parent = excluded.parent, facet = excluded.facet, born = excluded.born, "
        "owned = excluded.owned, claims = excluded.claims, located = excluded.located, seal = excluded.seal",
        [(id, *row, seal) for id, row, seal in zip(ids, numbers, seals, strict=True)],
    )
    depths, claims = ([(row[1],) for row in numbers], [row[6] for row in numbers])
    checksums.shift_totals(connection, before, checksums.totals_of_new("entity", depths, seals, claims))


def _facet_numbers(connection: sqlite3.Connection, names: Iterable[str | None]) -> dict[str, int]:
    known = key_rows.names(connection, "facet")
    fresh = enumerate((name for name in names if name is not None and name not in known), len(known) + 1)
    rows = [(num, name, checksums.of_words(num, name)) for num, name in fresh]
    connection.executemany("INSERT INTO facet (num, name, seal) VALUES (?, ?, ?)", rows)
    return known | {name: num for num, name, _ in rows}


def _write_records(
    connection: sqlite3.Connection,
    items: Sequence[IndexedEntity],
    nums: Sequence[int],
    phrases: Sequence[Sequence[int]],
) -> None:
    """Write the records of entities, given their numbers and those of their claims' phrases."""
    write_records(
        connection,
        (
            (num, item.digest, encode_item(item, numbers))
            for num, item, numbers in zip(nums, items, phrases, strict=True)
        ),
    )


def write_records(connection: sqlite3.Connection, rows: Iterable[tuple[int, str, bytes]]) -> None:
    """Write records, given as numbers of entities, digests and bodies."""
    connection.executemany(
        "INSERT OR REPLACE INTO record (num, digest, body, seal) VALUES (?, ?, ?, ?)",
        ((num, digest, body, checksums.of_words(num, digest, body=body)) for num, digest, body in rows),
    )


def _write_delta(
    connection: sqlite3.Connection,
    items: Sequence[IndexedEntity],
    nums: Sequence[int],
    phrases: Sequence[Sequence[int]],
    seq: int,
) -> None:
    """Write one row with all postings of the write."""
    flat = list(chain.from_iterable(phrases))
    entities = np.repeat(np.array(nums, np.int32), [len(item.claims) for item in items])
    amounts = [claim.amounts for item in items for claim in item.claims]
    ends = [(one.low, one.high, one.low_open + 2 * one.high_open) for some in amounts if some for one in some]
    write_delta(connection, Run.of(flat, entities, [len(some) for some in amounts], ends), seq)


def write_delta(connection: sqlite3.Connection, run: Run, seq: int) -> None:
    """Write one row with all postings of a write."""
    if len(run):
        body = run.encode()
        seal = checksums.of_words(seq, len(run), body=body)
        connection.execute(
            "INSERT INTO delta (seq, postings, body, seal) VALUES (?, ?, ?, ?)", (seq, len(run), body, seal)
        )
