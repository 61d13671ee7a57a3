"""Entities, claims, phrases and dossiers, read back from the rows."""

from __future__ import annotations

import json
import sqlite3
from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from claimtree.geo import Point
from claimtree.model.answers import Dossier, Node, Piece
from claimtree.model.claims import Claim, EntityId, Facet, LevelName, TypeName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.phrases import Edge, IndexedEntity, Partition, Phrase, PhraseId, Vectors, phrase_of
from claimtree.model.places import NearbyFact, NearKind, PlaceKind
from claimtree.model.plans import Plan, Wish
from claimtree.model.verdicts import locate, weigh
from claimtree.ports import Stamped
from claimtree.stores.records import decode_item, decode_phrase, phrases_of, unpack
from claimtree.stores.sqlite import geography
from claimtree.stores.sqlite.parameters import AMONG, select_texts
from claimtree.stores.sqlite.wordings import Wordings, columns_of


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """An entity as its rows say, before its claims are spelled out."""

    id: EntityId
    level: LevelName
    parent: EntityId | None
    facet: Facet | None
    digest: str
    parts: list[Any]
    point: Point | None
    nearby: tuple[NearbyFact, ...]


def digests(connection: sqlite3.Connection, ids: Collection[EntityId]) -> dict[EntityId, str]:
    """The digests of those that are stored."""
    query = "SELECT id, digest FROM entity JOIN record USING (num) WHERE id IN"
    return dict(select_texts(connection, query, set(ids)))


class Library:
    """Reads rows. Phrases never change once written, so what was seen of them is kept."""

    def __init__(self, hierarchy: Hierarchy, dimensions: int) -> None:
        self._hierarchy = hierarchy
        self._dimensions = dimensions
        self._ids: dict[int, PhraseId] = {}
        """Ids by numbers: of most phrases no more is asked."""
        self._partitions: dict[tuple[LevelName, TypeName], Partition] = {}
        self._newest: dict[tuple[LevelName, TypeName], int] = {}
        """The newest phrase of the store when the partition was last looked at."""

    def items(self, connection: sqlite3.Connection, ids: Sequence[EntityId]) -> tuple[IndexedEntity, ...]:
        """Stored entities in the order asked; unknown ids are left out."""
        found = select_texts(connection, "SELECT num FROM entity WHERE id IN", set(ids))
        rows = {row.id: row for row in self._rows(connection, [num for (num,) in found]).values()}
        phrases = self._phrases(connection, {num for row in rows.values() for num in phrases_of(row.parts)})
        return tuple(_item(rows[id], phrases) for id in ids if id in rows)

    def dossiers(self, connection: sqlite3.Connection, plan: Plan, ids: Sequence[EntityId]) -> tuple[Dossier, ...]:
        families = _families(connection, ids)
        kinds = {m.test.kind for wish in plan.wishes for m in wish.places if isinstance(m.test, NearKind)}
        rows = self._rows(connection, {num for family in families.values() for num in family}, kinds=kinds)
        speaking = self._speaking(connection, {num for row in rows.values() for num in phrases_of(row.parts)}, plan)
        phrases = self._phrases(connection, {num for some in speaking for num in some})
        items = {num: _item(row, phrases) for num, row in rows.items()}
        said = {num: [(phrase_of(claim), claim) for claim in item.claims] for num, item in items.items()}
        pieces = []
        for wish, nums in zip(plan.wishes, speaking, strict=True):
            asked = {self._ids[num] for num in nums}
            # Once for each entity, however many of the candidates it is part of: homes share their area.
            pieces.append(
                {
                    num: _pieces(wish, item, [(phrase, claim) for phrase, claim in said[num] if phrase in asked])
                    for num, item in items.items()
                }
            )
        return tuple(_dossier(pieces, one, families[one], items) for one in ids if one in families)

    def partitions(self, connection: sqlite3.Connection, keys: Iterable[tuple[LevelName, TypeName]]) -> list[Partition]:
        (newest,) = connection.execute("SELECT coalesce(max(num), 0) FROM phrase").fetchone()
        found = (self._partition(connection, *key, newest) for key in sorted(set(keys)))
        return [partition for partition in found if partition.phrases]

    def _partition(self, connection: sqlite3.Connection, level: LevelName, type: TypeName, newest: int) -> Partition:
        # Phrases are only ever added, so a partition is the same while the store has no newer phrase, or of equal size.
        if self._newest.get((level, type)) == newest:
            return self._partitions[level, type]
        (size,) = connection.execute(
            "SELECT count(*) FROM phrase WHERE level = ? AND type = ?", (level, type)
        ).fetchone()
        known = self._partitions.get((level, type))
        if known is not None and len(known.phrases) == size:
            self._newest[level, type] = newest
            return known
        rows = connection.execute(
            "SELECT wording, codes, scale, id, negated, concept, name_kind FROM phrase "
            "WHERE level = ? AND type = ? ORDER BY id",
            (level, type),
        ).fetchall()
        wordings, vectors, scales, ids, negated, concepts, kinds = zip(*rows, strict=True) if rows else ((),) * 7
        codes = np.frombuffer(b"".join(vectors), np.int8).reshape(len(rows), self._dimensions)
        partition = Partition(
            level=level,
            type=type,
            phrases=Wordings(level, type, wordings),
            vectors=Vectors(codes=codes, scales=np.array(scales, np.float32)),
            known_columns=columns_of(ids, negated, concepts, kinds, wordings),
        )
        self._partitions[level, type] = partition
        self._newest[level, type] = newest
        return partition

    def _rows(
        self, connection: sqlite3.Connection, nums: Iterable[int], *, kinds: Collection[PlaceKind] | None = None
    ) -> dict[int, Row]:
        """Entities by their numbers, with what is near them of all kinds, or of those named."""
        listed = json.dumps(list(nums))
        rows = connection.execute(
            "SELECT entity.num, entity.id, entity.depth, parent.id, facet.name, record.digest, record.body, lat, lon "
            "FROM entity JOIN record ON record.num = entity.num "
            "LEFT JOIN entity AS parent ON parent.num = entity.parent "
            "LEFT JOIN position ON position.num = entity.num "
            f"LEFT JOIN facet ON facet.num = entity.facet WHERE entity.num {AMONG}",
            (listed,),
        ).fetchall()
        levels = self._hierarchy.levels
        nearby = geography.nearby(connection, listed, kinds=kinds)
        return {
            num: Row(
                id, levels[depth], parent, facet, digest, unpack(body),
                None if lat is None else Point(lat, lon), nearby.get(num, ()),
            )
            for num, id, depth, parent, facet, digest, body, lat, lon in rows
        }  # fmt: skip

    def _phrases(self, connection: sqlite3.Connection, nums: Collection[int]) -> dict[int, Phrase]:
        found = connection.execute(
            f"SELECT num, level, type, wording FROM phrase WHERE num {AMONG}", (json.dumps(list(nums)),)
        )
        return {num: decode_phrase(level, type, wording) for num, level, type, wording in found}

    def _speaking(self, connection: sqlite3.Connection, nums: Collection[int], plan: Plan) -> list[list[int]]:
        """For each wish of a plan those of many phrases that say anything about it."""
        missing = [num for num in nums if num not in self._ids]
        if missing:
            self._ids.update(
                connection.execute(f"SELECT num, id FROM phrase WHERE num {AMONG}", (json.dumps(missing),)).fetchall()
            )
        ordered = list(nums)
        ids = np.array([self._ids[num] for num in ordered], np.int64)
        return [[ordered[at] for at in np.flatnonzero(wish.says_any(ids)).tolist()] for wish in plan.wishes]


def scan(
    connection: sqlite3.Connection, depth: int, *, after: EntityId | None, since: int, limit: int
) -> tuple[Stamped, ...]:
    behind = "" if after is None else "AND id > ? "
    rows = connection.execute(
        # The plus keeps SQLite on the ids, which are asked for in order.
        f"SELECT id, born FROM entity WHERE +depth = ? AND born > ? {behind}ORDER BY id LIMIT ?",
        (depth, since, *(() if after is None else (after,)), limit),
    )
    return tuple(Stamped(id=EntityId(id), written=born) for id, born in rows)


def edges(connection: sqlite3.Connection, derived: Collection[PhraseId]) -> list[Edge]:
    rows = connection.execute(
        f"SELECT derived, base, excludes, discount FROM edge WHERE derived {AMONG} ORDER BY derived, base",
        (json.dumps(list(derived)),),
    )
    return [
        Edge(derived=derived, base=base, excludes=bool(excludes), discount=discount)
        for derived, base, excludes, discount in rows
    ]


def _item(row: Row, phrases: dict[int, Phrase]) -> IndexedEntity:
    return decode_item(
        row.parts,
        id=row.id,
        level=row.level,
        parent=row.parent,
        facet=row.facet,
        digest=row.digest,
        phrases=phrases,
        point=row.point,
        nearby=row.nearby,
    )


def _families(connection: sqlite3.Connection, ids: Sequence[EntityId]) -> dict[EntityId, list[int]]:
    """Numbers of each entity, its ancestors from the nearest on, and its parts: nearer ones first, then by id. Of those
    that there are."""
    found = dict(select_texts(connection, "SELECT id, num FROM entity WHERE id IN", set(ids)))
    listed = json.dumps(list(found.values()))
    lines: dict[int, list[int]] = {}
    for of, num in connection.execute(
        f"""WITH RECURSIVE line (of, num, parent, step) AS (
            SELECT num, num, parent, 0 FROM entity WHERE num {AMONG}
            UNION ALL SELECT of, up.num, up.parent, step + 1 FROM entity AS up JOIN line ON up.num = line.parent
        ) SELECT of, num FROM line ORDER BY of, step""",
        (listed,),
    ):
        lines.setdefault(of, []).append(num)
    children: dict[int, list[int]] = {}
    # What is part of two of them is found from both, and looked at once.
    for parent, num in connection.execute(
        f"""WITH RECURSIVE part (num, id, parent) AS (
            SELECT num, id, parent FROM entity WHERE parent {AMONG}
            UNION SELECT sub.num, sub.id, sub.parent FROM entity AS sub JOIN part ON sub.parent = part.num
        ) SELECT parent, num FROM part ORDER BY id""",
        (listed,),
    ):
        children.setdefault(parent, []).append(num)
    return {id: lines[found[id]] + _below(found[id], children) for id in ids if id in found}


def _below(num: int, children: Mapping[int, Sequence[int]]) -> list[int]:
    """Everything that is part of an entity, level by level."""
    below, waiting = [], deque(children.get(num, ()))
    while waiting:
        below.append(waiting.popleft())
        waiting.extend(children.get(below[-1], ()))
    return below


def _pieces(wish: Wish, item: IndexedEntity, said: Sequence[tuple[PhraseId, Claim]]) -> tuple[Piece, ...]:
    """What an entity says about a wish; of most wishes most entities say nothing."""
    entity = item.entity
    by_claims = weigh(wish, entity.id, said) if said else ()
    by_places = locate(wish, entity.id, entity.level, entity.point, item.nearby) if wish.places else ()
    return (*by_claims, *by_places)


def _dossier(
    pieces: Sequence[Mapping[int, tuple[Piece, ...]]],
    candidate: EntityId,
    family: Sequence[int],
    items: Mapping[int, IndexedEntity],
) -> Dossier:
    """`pieces` holds, per wish, what each entity says about it."""
    entities = {items[num].entity.id: items[num].entity for num in family}
    return Dossier(
        candidate=candidate,
        nodes={key: Node.of(entity) for key, entity in entities.items()},
        pieces=tuple(tuple(piece for num in family for piece in said[num]) for said in pieces),
        entities=entities,
    )
