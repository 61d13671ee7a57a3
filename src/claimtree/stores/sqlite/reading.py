"""Reads entities, claims, phrases and dossiers from the rows."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from claimtree.geo import Point
from claimtree.model.answers import Dossier, Node, Piece
from claimtree.model.claims import Claim, EntityId, Facet, LevelName, TypeName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.phrases import Edge, IndexedEntity, Partition, Phrase, PhraseId, Vectors
from claimtree.model.places import NearbyFact, NearKind, PlaceKind
from claimtree.model.plans import PhraseMatch, Plan, Wish
from claimtree.model.related import MOST_SHOWN, first_links, judge_related, shown_pieces
from claimtree.model.verdicts import locate, weigh
from claimtree.ports import Stamped
from claimtree.stores.encoding import decode_item, decode_phrase, phrases_of, unpack
from claimtree.stores.sqlite import checksums, geography, lookup, relations
from claimtree.stores.sqlite.checksums import (
    MASK,
    of_numbers,
    of_phrases,
    of_vectors,
    of_words,
    require,
    require_all,
    total,
)
from claimtree.stores.sqlite.faults import DamagedRow
from claimtree.stores.sqlite.linked import RelatedVerdicts
from claimtree.stores.sqlite.parameters import AMONG
from claimtree.stores.sqlite.phrase_rows import LazyPhrases, columns_of
from claimtree.stores.sqlite.precomputed import newest_phrase
from claimtree.stores.sqlite.snapshot import EntityRow, Snapshot

_MOST_SAID = 1 << 16
"""Maximum number of phrases cached."""


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """The rows of an entity, before its claims are decoded."""

    id: EntityId
    level: LevelName
    parent: EntityId | None
    facet: Facet | None
    digest: str
    parts: list[Any]
    point: Point | None
    nearby: tuple[NearbyFact, ...]


class RowReader:
    """Reads rows. Phrases never change once written, so they are cached."""

    def __init__(self, hierarchy: Hierarchy, dimensions: int, phrase_numbers: lookup.PhraseNumbers) -> None:
        self._hierarchy = hierarchy
        self._phrase_numbers = phrase_numbers
        self._dimensions = dimensions
        self._said: dict[int, Phrase] = {}
        """Phrases by number: those that were shown."""
        self._partitions: dict[tuple[LevelName, TypeName], Partition] = {}
        self._newest: dict[tuple[LevelName, TypeName], int] = {}
        """The newest phrase of the store when the partition was last checked."""

    def items(self, connection: sqlite3.Connection, ids: Sequence[EntityId]) -> tuple[IndexedEntity, ...]:
        """Returns stored entities in the order asked; unknown ids are left out."""
        found = lookup.entities(connection, ids)
        entities = self._entities(connection, list(found.values()))
        rows = {row.id: row for row in self._rows(connection, entities).values()}
        phrases = self._phrases(connection, {num for row in rows.values() for num in phrases_of(row.parts)})
        return tuple(_item(rows[id], phrases) for id in ids if id in rows)

    def dossiers(
        self,
        connection: sqlite3.Connection,
        snapshot: Snapshot,
        plan: Plan,
        ids: Sequence[EntityId],
        verdicts: Mapping[int, RelatedVerdicts],
    ) -> tuple[Dossier, ...]:
        """`verdicts` has what related entities say about those wishes that are asked through a relation."""
        found = lookup.entities(connection, ids)
        families = {id: snapshot.family(found[id]) for id in ids if id in found}
        nums = {num for family in families.values() for num in family}
        items, pieces = self._evidence_of(connection, snapshot, plan.wishes, nums)
        dossiers = (_dossier(pieces, one, families[one], items) for one in ids if one in families)
        if not verdicts:
            return tuple(dossiers)
        return tuple(self._with_related(connection, snapshot, plan, dossier, verdicts, items) for dossier in dossiers)

    def _evidence_of(
        self, connection: sqlite3.Connection, snapshot: Snapshot, wishes: Sequence[Wish], nums: Collection[int]
    ) -> tuple[dict[int, IndexedEntity], list[dict[int, tuple[Piece, ...]]]]:
        """Entities by their numbers, and for each wish what each of them says about it."""
        kinds = {m.test.kind for wish in wishes for m in wish.places if isinstance(m.test, NearKind)}
        rows = self._rows(connection, snapshot.rows(connection, nums), kinds=kinds)
        claimed = {num: phrases_of(row.parts) for num, row in rows.items()}
        ids = self._phrase_numbers.ids(connection, {phrase for some in claimed.values() for phrase in some})
        asked = np.fromiter(ids.values(), np.int64, len(ids))
        speaking = [wish.says_among(asked) for wish in wishes]
        spoken = frozenset[PhraseId]().union(*speaking)
        phrases = self._phrases(connection, {num for num, id in ids.items() if id in spoken})
        items = {num: _item(row, phrases) for num, row in rows.items()}
        said = {
            num: list(zip((ids[phrase] for phrase in claimed[num] if phrase in phrases), item.claims, strict=True))
            for num, item in items.items()
        }
        # Once per entity, however many candidates it belongs to: many share a parent.
        pieces = [
            {
                num: _pieces(wish, item, [(says[phrase], claim) for phrase, claim in said[num] if phrase in says])
                for num, item in items.items()
            }
            for wish, says in zip(wishes, speaking, strict=True)
        ]
        return items, pieces

    def _with_related(
        self,
        connection: sqlite3.Connection,
        snapshot: Snapshot,
        plan: Plan,
        dossier: Dossier,
        verdicts: Mapping[int, RelatedVerdicts],
        items: Mapping[int, IndexedEntity],
    ) -> Dossier:
        """The dossier with what related entities say, and with their records."""
        family = {item.entity.id: num for num, item in items.items() if item.entity.id in dossier.nodes}
        pieces, entities = list(dossier.pieces), dict(dossier.entities)
        for i, related in verdicts.items():
            wish, (total, deciding) = plan.wishes[i], related.related(list(family.values()))
            assert wish.linked is not None  # it is asked through a relation
            lines = {num: snapshot.judged_with(num) for num in deciding}
            others, said = self._evidence_of(
                connection, snapshot, wish.linked.wishes, {num for line in lines.values() for num in line}
            )
            shown = {others[num].entity.id: num for num in deciding}
            shown = {id: shown[id] for id in sorted(shown)[:MOST_SHOWN]}
            links = first_links(relations.between(connection, family, shown, wish.linked.query), family)
            found: list[Piece] = []
            for id, num in shown.items():
                told = [[piece for one in lines[num] for piece in by_num[one]] for by_num in said]
                found += shown_pieces(wish, id, links[id], judge_related(wish.linked, told), total.grade)
            pieces[i] = tuple(found)
            by_id = {item.entity.id: item.entity for item in others.values()}
            entities |= {id: by_id[id] for piece in found if piece.link for id in (piece.entity, piece.link.to)}
        return replace(dossier, pieces=tuple(pieces), entities=entities)

    def partitions(self, connection: sqlite3.Connection, keys: Iterable[tuple[LevelName, TypeName]]) -> list[Partition]:
        newest = newest_phrase(connection)
        found = (self._partition(connection, *key, newest) for key in sorted(set(keys)))
        return [partition for partition in found if partition.phrases]

    def _partition(self, connection: sqlite3.Connection, level: LevelName, type: TypeName, newest: int) -> Partition:
        # Phrases are only ever added, so a partition is unchanged while the store has no newer
        # phrase, or while its size is equal.
        if self._newest.get((level, type)) == newest:
            return self._partitions[level, type]
        size, seals = total(connection, f"phrase {level} {type}")
        known = self._partitions.get((level, type))
        if known is not None and len(known.phrases) == size:
            self._newest[level, type] = newest
            return known
        # Without level and type: these are the condition, and the seal proves that a row has them.
        # Without the seals: the total has their sum.
        rows = connection.execute(
            "SELECT num, id, wording, negated, concept, name_kind, name, measure, codes, scale, vector_seal "
            "FROM phrase WHERE level = ? AND type = ? ORDER BY id",
            (level, type),
        ).fetchall()
        own_seals = of_phrases(level, type, (row[:8] for row in rows))
        columns = zip(*rows, strict=True) if rows else ((),) * 11
        nums, ids, wordings, negated, concepts, kinds, _, _, vectors, scales, vector_seals = columns
        numbers, lengths = np.array(ids, np.int64), np.array(scales, np.float64)
        if (len(rows), int(own_seals.sum()) & MASK) != (size, seals) or (np.diff(numbers) <= 0).any():
            lookup.phrase_rows(connection, nums)  # raises if it is one of these, and says which
            raise DamagedRow(f"phrases of {level} {type} are missing, or are not in order")
        codes = np.frombuffer(b"".join(vectors), np.int8).reshape(len(rows), self._dimensions)
        require_all("the vector of phrase", nums, of_vectors(numbers, codes, lengths), vector_seals)
        partition = Partition(
            level=level,
            type=type,
            phrases=LazyPhrases(level, type, wordings),
            vectors=Vectors(codes=codes, scales=lengths.astype(np.float32)),
            known_columns=columns_of(numbers, negated, concepts, kinds, wordings),
        )
        self._partitions[level, type] = partition
        self._newest[level, type] = newest
        return partition

    def _rows(
        self,
        connection: sqlite3.Connection,
        entities: Mapping[int, EntityRow],
        *,
        kinds: Collection[PlaceKind] | None = None,
    ) -> dict[int, Row]:
        """Returns the rows of entities by number, with nearby facts of all kinds, or of those
        named.
        """
        listed = json.dumps(list(entities))
        levels = self._hierarchy.levels
        records = _records(connection, listed)
        points = geography.points_of(connection, [num for num, entity in entities.items() if entity.located])
        nearby = geography.nearby(connection, listed, kinds=kinds)
        return {
            num: Row(
                id=entity.id,
                level=levels[entity.depth],
                parent=entity.parent,
                facet=entity.facet,
                digest=records[num][0],
                parts=unpack(records[num][1]),
                point=points[num] if entity.located else None,
                nearby=nearby.get(num, ()),
            )
            for num, entity in entities.items()
        }

    def _entities(self, connection: sqlite3.Connection, nums: Collection[int]) -> dict[int, EntityRow]:
        """Returns entities by number; raises if one is missing."""
        found = _known_entities(connection, set(nums))
        parents = set(found.parents.tolist()).difference((0, *found.nums.tolist()))
        above = _known_entities(connection, parents)
        ids = {
            num: EntityId(id) for some in (found, above) for num, id in zip(some.nums.tolist(), some.ids, strict=True)
        }
        facets = {num: name for name, num in lookup.names(connection, "facet").items()}
        columns = (found.nums, found.depths, found.parents, found.facets, found.located)
        return {
            num: EntityRow(
                id=ids[num],
                depth=depth,
                parent=ids[parent] if parent else None,
                facet=facets[facet] if facet else None,
                located=located,
            )
            for num, depth, parent, facet, located in zip(*(column.tolist() for column in columns), strict=True)
        }

    def _phrases(self, connection: sqlite3.Connection, nums: Collection[int]) -> dict[int, Phrase]:
        known = self._said
        missing = [num for num in nums if num not in known]
        if missing:
            rows = lookup.phrase_rows(connection, missing)
            fresh = {num: decode_phrase(level, type, wording) for num, _, level, type, wording, *_ in rows}
            # Not changed in place: other threads may be here too.
            known = (
                fresh | known if len(known) < _MOST_SAID else fresh | {num: known[num] for num in nums if num in known}
            )
            self._said = known
        return {num: known[num] for num in nums}


def partition_keys(connection: sqlite3.Connection) -> tuple[tuple[LevelName, TypeName], ...]:
    """Returns the levels and types that phrases have, in order."""
    rows = connection.execute("SELECT level, type, count(*) FROM phrase GROUP BY level, type").fetchall()
    if sum(count for _, _, count in rows) != newest_phrase(connection):
        raise DamagedRow("phrases are missing")
    for level, type, count in rows:
        if count != total(connection, f"phrase {level} {type}")[0]:
            raise DamagedRow(f"phrases of {level} {type} are missing")
    return tuple(sorted((LevelName(level), TypeName(type)) for level, type, _ in rows))


def scan(
    connection: sqlite3.Connection, depth: int, *, after: EntityId | None, since: int, limit: int
) -> tuple[Stamped, ...]:
    behind = "" if after is None else "AND id > ? "
    found = checksums.entities(
        connection,
        # The plus keeps SQLite on the index by id, in whose order the rows are wanted.
        f"WHERE +depth = ? AND born > ? {behind}ORDER BY id LIMIT ?",
        (depth, since, *(() if after is None else (after,)), limit),
    )
    return tuple(
        Stamped(id=EntityId(id), written=born) for id, born in zip(found.ids, found.born.tolist(), strict=True)
    )


def edges(connection: sqlite3.Connection, derived: Collection[PhraseId]) -> list[Edge]:
    rows = connection.execute(
        f"SELECT derived, base, excludes, discount, seal FROM edge WHERE derived {AMONG} ORDER BY derived, base",
        (json.dumps(list(derived)),),
    ).fetchall()
    again = connection.execute(
        f"SELECT base FROM edge INDEXED BY edge_again WHERE ~derived {AMONG}", (lookup.inverted(derived),)
    )
    lookup.require_same_numbers("edges", ((row[0], row[1]) for row in rows), again)
    if rows:
        of, bases, excluding, discounts, seals = zip(*rows, strict=True)
        whole = (np.array(column, np.int64) for column in (of, bases, excluding))
        require_all("an edge to phrase", of, of_numbers(*whole, np.array(discounts, np.float64)), seals)
    return [
        Edge(derived=derived, base=base, excludes=bool(excludes), discount=discount)
        for derived, base, excludes, discount, _ in rows
    ]


def _known_entities(connection: sqlite3.Connection, nums: Collection[int]) -> checksums.Entities:
    found = checksums.entities(connection, f"WHERE num {AMONG}", (json.dumps(list(nums)),))
    if len(found.ids) != len(nums):
        raise DamagedRow("an entity is missing")
    return found


def _records(connection: sqlite3.Connection, listed: str) -> dict[int, tuple[str, bytes]]:
    """Returns the digests and bodies of entities, given as a JSON list of numbers."""
    rows = connection.execute(f"SELECT num, digest, body, seal FROM record WHERE num {AMONG}", (listed,)).fetchall()
    for num, digest, body, seal in rows:
        require("the record of entity", num, of_words(num, digest, body=body), seal)
    return {num: (digest, body) for num, digest, body, _ in rows}


def digests(connection: sqlite3.Connection, ids: Collection[EntityId]) -> dict[EntityId, str]:
    """Returns the digests of those entities that are stored."""
    nums = lookup.entities(connection, ids)
    records = _records(connection, json.dumps(list(nums.values())))
    return {EntityId(id): records[num][0] for id, num in nums.items()}


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


def _pieces(wish: Wish, item: IndexedEntity, said: Sequence[tuple[PhraseMatch, Claim]]) -> tuple[Piece, ...]:
    """Returns an entity's evidence on a wish; most entities have none on most wishes."""
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
    """Returns the dossier of a candidate; `pieces` holds, per wish, the evidence of each entity."""
    entities = {items[num].entity.id: items[num].entity for num in family}
    return Dossier(
        candidate=candidate,
        nodes={key: Node.of(entity) for key, entity in entities.items()},
        pieces=tuple(tuple(piece for num in family for piece in said[num]) for said in pieces),
        entities=entities,
    )
