"""What one write does to the tables. All of it runs inside one transaction that the store opens and commits."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from claimtree.model.claims import EntityId, LevelName
from claimtree.model.folding import name_key
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.phrases import Batch, IndexedEntity, PhraseId
from claimtree.stores.batches import check_batch, phrases_said
from claimtree.stores.records import encode_item, encode_phrase
from claimtree.stores.sqlite import foresight, geography
from claimtree.stores.sqlite.parameters import AMONG, select_texts
from claimtree.stores.sqlite.postings import Run

_NOTE = "note "
"""Before the names of notes, which are their writers' own, in a table with keys of ours."""

NOT_OWNED, BY_PARENT, BY_OTHER = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Stored:
    """Where an entity lies."""

    num: int
    level: LevelName


def generation(connection: sqlite3.Connection) -> int:
    """The number of the last write that this connection sees."""
    return int(connection.execute("SELECT value FROM meta WHERE key = 'generation'").fetchone()[0])


def bump(connection: sqlite3.Connection) -> int:
    """Number this write; readers see by it that something changed."""
    connection.execute("UPDATE meta SET value = value + 1 WHERE key = 'generation'")
    return generation(connection)


def note(connection: sqlite3.Connection, name: str) -> str:
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (_NOTE + name,)).fetchone()
    return str(row[0]) if row else ""


def set_note(connection: sqlite3.Connection, name: str, text: str) -> None:
    connection.execute("DELETE FROM meta WHERE key = ?", (_NOTE + name,))
    if text:
        connection.execute("INSERT INTO meta VALUES (?, ?)", (_NOTE + name, text))


def write_batch(connection: sqlite3.Connection, batch: Batch, hierarchy: Hierarchy, dimensions: int) -> None:
    """Everything a put does, save folding."""
    said = phrases_said(batch)
    named = {id for ids in said for id in ids}.union(*((edge.base, edge.derived) for edge in batch.edges))
    known = phrase_numbers(connection, named | {phrase.id for phrase in batch.phrases})
    stored = _stored(connection, batch, hierarchy)

    def level_of(id: EntityId) -> LevelName | None:
        found = stored.get(id)
        return found.level if found else None

    leaving = _leaving(connection, batch, stored)
    check_batch(
        batch,
        said,
        hierarchy,
        level_of,
        known.keys() | {phrase.id for phrase in batch.phrases},
        dimensions=dimensions,
        leaving=leaving,
    )
    seq = bump(connection)
    newest = foresight.newest_phrase(connection)
    _write_phrases(connection, batch, known)
    foresight.write(connection, batch.foreseen, newest)
    known = phrase_numbers(connection, named)
    _write_edges(connection, batch)
    erase(connection, set(leaving.values()))
    nums = {id: found.num for id, found in stored.items() if id not in leaving}
    _write_entities(connection, batch, hierarchy, nums, seq)
    _write_records(connection, batch.entities, said, nums, known)
    geography.write(connection, {nums[item.entity.id]: item for item in batch.entities})
    _write_delta(connection, batch.entities, said, nums, known, seq)


def phrase_numbers(connection: sqlite3.Connection, ids: Iterable[PhraseId]) -> dict[PhraseId, int]:
    """The rows of those phrases that are stored."""
    rows = connection.execute(f"SELECT id, num FROM phrase WHERE id {AMONG}", (json.dumps(list(ids)),))
    return dict(rows.fetchall())


def subtree(connection: sqlite3.Connection, nums: Iterable[int]) -> dict[EntityId, int]:
    """These entities and everything that hangs on them, with their numbers."""
    rows = connection.execute(
        f"""WITH RECURSIVE gone (num, id) AS (
            SELECT num, id FROM entity WHERE num {AMONG}
            UNION SELECT part.num, part.id FROM entity AS part JOIN gone ON part.parent = gone.num
        ) SELECT id, num FROM gone""",
        (json.dumps(list(nums)),),
    )
    return dict(rows.fetchall())


def erase(connection: sqlite3.Connection, nums: set[int]) -> None:
    """Their postings die with them: folding drops what points at nobody."""
    if not nums:
        return
    listed = (json.dumps(list(nums)),)
    connection.execute(f"DELETE FROM entity WHERE num {AMONG}", listed)
    connection.execute(f"DELETE FROM record WHERE num {AMONG}", listed)
    connection.execute(f"DELETE FROM owned WHERE entity {AMONG}", listed)
    geography.forget(connection, nums)


def _stored(connection: sqlite3.Connection, batch: Batch, hierarchy: Hierarchy) -> dict[EntityId, Stored]:
    """Those entities of the batch, and parents it names, that are stored already."""
    ids = {item.entity.id for item in batch.entities}
    ids |= {item.entity.parent for item in batch.entities if item.entity.parent is not None}
    rows = select_texts(connection, "SELECT id, num, depth FROM entity WHERE id IN", ids)
    return {id: Stored(num, hierarchy.levels[depth]) for id, num, depth in rows}


def _write_phrases(connection: sqlite3.Connection, batch: Batch, known: dict[PhraseId, int]) -> None:
    connection.executemany(
        "INSERT OR IGNORE INTO phrase "
        "(id, level, type, wording, codes, scale, negated, concept, name_kind, name, measure) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (
                phrase.id,
                phrase.level,
                phrase.type,
                encode_phrase(phrase),
                batch.vectors.codes[row].tobytes(),
                float(batch.vectors.scales[row]),
                phrase.negated,
                phrase.concept,
                None if phrase.name is None else phrase.name.kind,
                None if phrase.name is None else name_key(phrase.name.text),
                foresight.measure_key(phrase),
            )
            for row, phrase in enumerate(batch.phrases)
            if phrase.id not in known
        ),
    )


def _write_edges(connection: sqlite3.Connection, batch: Batch) -> None:
    connection.executemany(
        "INSERT OR REPLACE INTO edge (derived, base, excludes, discount) VALUES (?, ?, ?, ?)",
        ((edge.derived, edge.base, int(edge.excludes), edge.discount) for edge in batch.edges),
    )


def _leaving(connection: sqlite3.Connection, batch: Batch, stored: dict[EntityId, Stored]) -> dict[EntityId, int]:
    """What the entities of the batch owned and do not bring again, with its parts; their numbers."""
    fresh = [item.entity.id for item in batch.entities]
    nums = {stored[id].num for id in fresh if id in stored}
    owned = connection.execute(
        f"SELECT num FROM entity WHERE owned = {BY_PARENT} AND parent {AMONG}", (json.dumps(list(nums)),)
    ).fetchall()
    owned += select_texts(connection, "SELECT entity FROM owned WHERE owner IN", fresh)
    stale = {num for (num,) in owned} - nums
    return subtree(connection, stale) if stale else {}


def _write_entities(
    connection: sqlite3.Connection,
    batch: Batch,
    hierarchy: Hierarchy,
    nums: dict[EntityId, int],
    seq: int,
) -> None:
    """Rows of who hangs on whom; `nums` learns the numbers of new entities."""
    facets = _facet_numbers(connection, {item.entity.facet for item in batch.entities} - {None})
    last = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'entity'").fetchone()
    free = (last[0] if last else 0) + 1
    rows: list[tuple[object, ...]] = []
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
        facet = None if entity.facet is None else facets[entity.facet]
        parent = None if entity.parent is None else nums[entity.parent]
        depth = hierarchy.depth[entity.level]
        rows.append((num, entity.id, depth, parent, facet, seq, owned, len(item.claims)))
    connection.execute(f"DELETE FROM owned WHERE entity {AMONG}", (json.dumps(replaced),))
    connection.executemany(
        "INSERT INTO entity (num, id, depth, parent, facet, born, owned, claims) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (num) DO UPDATE SET parent = excluded.parent, facet = excluded.facet, "
        "born = excluded.born, owned = excluded.owned, claims = excluded.claims",
        rows,
    )
    connection.executemany("INSERT OR IGNORE INTO owned (owner, entity) VALUES (?, ?)", others)


def _facet_numbers(connection: sqlite3.Connection, names: Iterable[str | None]) -> dict[str, int]:
    connection.executemany("INSERT OR IGNORE INTO facet (name) VALUES (?)", ((name,) for name in names))
    return dict(connection.execute("SELECT name, num FROM facet").fetchall())


def _write_records(
    connection: sqlite3.Connection,
    items: Sequence[IndexedEntity],
    said: Sequence[Sequence[PhraseId]],
    nums: dict[EntityId, int],
    known: dict[PhraseId, int],
) -> None:
    connection.executemany(
        "INSERT OR REPLACE INTO record (num, digest, body) VALUES (?, ?, ?)",
        (
            (nums[item.entity.id], item.digest, encode_item(item, [known[id] for id in ids]))
            for item, ids in zip(items, said, strict=True)
        ),
    )


def _write_delta(
    connection: sqlite3.Connection,
    items: Sequence[IndexedEntity],
    said: Sequence[Sequence[PhraseId]],
    nums: dict[EntityId, int],
    known: dict[PhraseId, int],
    seq: int,
) -> None:
    phrases: list[int] = []
    entities: list[int] = []
    slots: list[int] = []
    amounts: list[tuple[float, float, int]] = []
    for item, ids in zip(items, said, strict=True):
        phrases += [known[id] for id in ids]
        entities += [nums[item.entity.id]] * len(ids)
        for claim in item.claims:
            slots.append(len(claim.amounts))
            amounts += [(one.low, one.high, one.low_open + 2 * one.high_open) for one in claim.amounts]
    if phrases:
        body = Run.of(phrases, entities, slots, amounts).encode()
        connection.execute("INSERT INTO delta (seq, postings, body) VALUES (?, ?, ?)", (seq, len(phrases), body))
