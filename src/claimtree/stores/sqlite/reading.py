"""Reads entities, claims, phrases and dossiers from the rows."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from claimtree.model.answers import Dossier, Piece
from claimtree.model.claims import Claim, EntityId, LevelName, TypeName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.phrases import Edge, IndexedEntity, Partition, Phrase, PhraseId, Vectors
from claimtree.model.places import NearbyFact, NearKind
from claimtree.model.plans import PhraseMatch, Plan, Wish
from claimtree.model.related import MOST_SHOWN, first_links, judge_related, shown_pieces
from claimtree.model.verdicts import locate, weigh
from claimtree.ports import Stamped
from claimtree.stores.encoding import decode_phrase
from claimtree.stores.sqlite import blocks, checksums, geography, key_rows, relations
from claimtree.stores.sqlite.checksums import (
    of_numbers,
    require_all,
    total,
)
from claimtree.stores.sqlite.entity_records import Record, Records, claims_with, phrases_in, read_records
from claimtree.stores.sqlite.faults import DamagedRow
from claimtree.stores.sqlite.linked import RelatedVerdicts
from claimtree.stores.sqlite.parameters import AMONG
from claimtree.stores.sqlite.phrase_rows import LazyPhrases
from claimtree.stores.sqlite.precomputed import newest_phrase
from claimtree.stores.sqlite.snapshot import EntityRow, Snapshot

_MOST_CACHED_PHRASES = 1 << 16
"""Maximum number of phrases cached."""


class RowReader:
    """Reads rows. Phrases never change once written, so they are cached."""

    def __init__(self, hierarchy: Hierarchy, dimensions: int, phrase_numbers: key_rows.PhraseNumbers) -> None:
        self._hierarchy = hierarchy
        self._phrase_numbers = phrase_numbers
        self._dimensions = dimensions
        self._records = Records(hierarchy, phrase_numbers)
        self._phrase_cache: dict[int, Phrase] = {}
        """Phrases by number: those that were shown."""
        self._partitions: dict[tuple[LevelName, TypeName], Partition] = {}
        self._newest: dict[tuple[LevelName, TypeName], int] = {}
        """The newest phrase of the store when the partition was last checked."""

    def items(self, connection: sqlite3.Connection, ids: Sequence[EntityId]) -> tuple[IndexedEntity, ...]:
        """Returns stored entities in the order asked; unknown ids are left out."""
        found = key_rows.entities(connection, ids)
        nums = list(found.values())
        records = self._records.read(connection, self._entities(connection, nums))
        nearby = geography.nearby(connection, json.dumps(nums))
        phrases = self._phrases(connection, {number for record in records.values() for number in record.numbers})
        return tuple(
            _item(records[num], phrases, nearby.get(num, ())) for num in (found[id] for id in ids if id in found)
        )

    def dossiers(
        self,
        connection: sqlite3.Connection,
        snapshot: Snapshot,
        plan: Plan,
        ids: Sequence[EntityId],
        verdicts: Mapping[int, RelatedVerdicts],
    ) -> tuple[Dossier, ...]:
        """`verdicts` has what related entities say about those wishes that are asked through a relation."""
        found = key_rows.entities(connection, ids)
        families = {id: snapshot.family(found[id]) for id in ids if id in found}
        nums = {num for family in families.values() for num in family}
        records, pieces = self._evidence_of(connection, snapshot, plan.wishes, nums)
        dossiers = (_dossier(pieces, one, families[one], records) for one in ids if one in families)
        if not verdicts:
            return tuple(dossiers)
        return tuple(self._with_related(connection, snapshot, plan, dossier, verdicts, records) for dossier in dossiers)

    def _evidence_of(
        self, connection: sqlite3.Connection, snapshot: Snapshot, wishes: Sequence[Wish], nums: Collection[int]
    ) -> tuple[dict[int, Record], list[dict[int, tuple[Piece, ...]]]]:
        """Entities by their numbers, and for each wish what those of them say that say anything about it."""
        records = self._records.of(connection, snapshot, nums)
        says = _what_phrases_say(wishes, phrases_in(records.values()))
        about = claims_with(records, says.keys())
        phrases = self._phrases(
            connection, {number for num, claims in about.items() for number in records[num].undecoded(claims)}
        )
        # Once per entity, however many candidates it belongs to: many share a parent.
        pieces: list[dict[int, tuple[Piece, ...]]] = [{} for _ in wishes]
        for num, claims in about.items():
            matched: dict[int, list[tuple[PhraseMatch, Claim]]] = {}
            for phrase, claim in records[num].decode(claims, phrases):
                for i, match in says[phrase]:
                    matched.setdefault(i, []).append((match, claim))
            for i, matches in matched.items():
                pieces[i][num] = tuple(weigh(wishes[i], records[num].entity.id, matches))
        _add_places(connection, wishes, records, pieces)
        return records, pieces

    def _with_related(
        self,
        connection: sqlite3.Connection,
        snapshot: Snapshot,
        plan: Plan,
        dossier: Dossier,
        verdicts: Mapping[int, RelatedVerdicts],
        records: Mapping[int, Record],
    ) -> Dossier:
        """The dossier with what related entities say, and with their records."""
        family = {record.node.id: num for num, record in records.items() if record.node.id in dossier.nodes}
        pieces, entities = list(dossier.pieces), dict(dossier.entities)
        for i, related in verdicts.items():
            wish, (total, deciding) = plan.wishes[i], related.related(list(family.values()))
            assert wish.linked is not None  # it is asked through a relation
            lines = {num: snapshot.judged_with(num) for num in deciding}
            others, pieces_by_wish = self._evidence_of(
                connection, snapshot, wish.linked.wishes, {num for line in lines.values() for num in line}
            )
            shown = {others[num].entity.id: num for num in deciding}
            shown = {id: shown[id] for id in sorted(shown)[:MOST_SHOWN]}
            links = first_links(relations.between(connection, family, shown, wish.linked.query), family)
            found: list[Piece] = []
            for id, num in shown.items():
                judged = [[piece for one in lines[num] for piece in by_num.get(one, ())] for by_num in pieces_by_wish]
                found += shown_pieces(wish, id, links[id], judge_related(wish.linked, judged), total.grade)
            pieces[i] = tuple(found)
            by_id = {record.entity.id: record.entity for record in others.values()}
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
        size, _ = total(connection, f"phrase {level} {type}")
        known = self._partitions.get((level, type))
        if known is not None and len(known.phrases) == size:
            self._newest[level, type] = newest
            return known
        block = blocks.read(connection, (level, type), self._dimensions)
        phrases = LazyPhrases(level, type, () if block is None else block.wordings)
        partition = Partition(
            level=level,
            type=type,
            phrases=phrases,
            read_pattern=phrases.pattern,
            vectors=Vectors.empty(self._dimensions) if block is None else block.vectors,
            known_columns=None if block is None else block.columns,
            known_signatures=None if block is None else block.signatures,
        )
        if block is not None:
            self._phrase_numbers.note_partition((level, type), block.ids, block.nums.astype(np.int32))
        self._partitions[level, type] = partition
        self._newest[level, type] = newest
        return partition

    def _entities(self, connection: sqlite3.Connection, nums: Collection[int]) -> dict[int, EntityRow]:
        """Returns entities by number; raises if one is missing."""
        found = _known_entities(connection, set(nums))
        parents = set(found.parents.tolist()).difference((0, *found.nums.tolist()))
        above = _known_entities(connection, parents)
        ids = {
            num: EntityId(id) for some in (found, above) for num, id in zip(some.nums.tolist(), some.ids, strict=True)
        }
        facets = {num: name for name, num in key_rows.names(connection, "facet").items()}
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
        known = self._phrase_cache
        missing = [num for num in nums if num not in known]
        if missing:
            rows = key_rows.phrase_rows(connection, missing)
            fresh = {num: decode_phrase(level, type, wording) for num, _, level, type, wording, *_ in rows}
            # Not changed in place: other threads may be here too.
            known = (
                fresh | known
                if len(known) < _MOST_CACHED_PHRASES
                else fresh | {num: known[num] for num in nums if num in known}
            )
            self._phrase_cache = known
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
        f"SELECT base FROM edge INDEXED BY edge_again WHERE ~derived {AMONG}", (key_rows.inverted(derived),)
    )
    key_rows.require_same_numbers("edges", ((row[0], row[1]) for row in rows), again)
    if rows:
        of, bases, excluding, discounts, seals = zip(*rows, strict=True)
        integers = (np.array(column, np.int64) for column in (of, bases, excluding))
        require_all("an edge to phrase", of, of_numbers(*integers, np.array(discounts, np.float64)), seals)
    return [
        Edge(derived=derived, base=base, excludes=bool(excludes), discount=discount)
        for derived, base, excludes, discount, _ in rows
    ]


def _known_entities(connection: sqlite3.Connection, nums: Collection[int]) -> checksums.Entities:
    found = checksums.entities(connection, f"WHERE num {AMONG}", (json.dumps(list(nums)),))
    if len(found.ids) != len(nums):
        raise DamagedRow("an entity is missing")
    return found


def digests(connection: sqlite3.Connection, ids: Collection[EntityId]) -> dict[EntityId, str]:
    """Returns the digests of those entities that are stored."""
    nums = key_rows.entities(connection, ids)
    records = read_records(connection, json.dumps(list(nums.values())))
    return {EntityId(id): records[num][0] for id, num in nums.items()}


def _item(record: Record, phrases: Mapping[int, Phrase], nearby: tuple[NearbyFact, ...]) -> IndexedEntity:
    claims = tuple(claim for _, claim in record.decode(range(len(record.numbers)), phrases))
    return IndexedEntity(entity=record.entity, claims=claims, digest=record.digest, nearby=nearby)


def _what_phrases_say(
    wishes: Sequence[Wish], phrases: NDArray[np.int64]
) -> dict[PhraseId, list[tuple[int, PhraseMatch]]]:
    """Returns the wishes, by index, that those of some phrases are about that are about any, with what they say."""
    found: dict[PhraseId, list[tuple[int, PhraseMatch]]] = {}
    for i, wish in enumerate(wishes):
        for phrase, match in wish.says_among(phrases).items():
            found.setdefault(phrase, []).append((i, match))
    return found


def _add_places(
    connection: sqlite3.Connection,
    wishes: Sequence[Wish],
    records: Mapping[int, Record],
    pieces: Sequence[dict[int, tuple[Piece, ...]]],
) -> None:
    """Adds to the evidence what coordinates say."""
    kinds = {m.test.kind for wish in wishes for m in wish.places if isinstance(m.test, NearKind)}
    nearby = geography.nearby(connection, json.dumps(list(records)), kinds=kinds)
    for wish, on in zip(wishes, pieces, strict=True):
        for num, record in records.items() if wish.places else ():
            entity = record.entity
            found = locate(wish, entity.id, entity.level, entity.point, nearby.get(num, ()))
            on[num] = (*on.get(num, ()), *found)


def _dossier(
    pieces: Sequence[Mapping[int, tuple[Piece, ...]]],
    candidate: EntityId,
    family: Sequence[int],
    records: Mapping[int, Record],
) -> Dossier:
    """Returns the dossier of a candidate; `pieces` holds, per wish, the evidence of each entity that has any."""
    members = [records[num] for num in family]
    return Dossier(
        candidate=candidate,
        nodes={record.node.id: record.node for record in members},
        pieces=tuple(tuple(piece for num in family for piece in by_num.get(num, ())) for by_num in pieces),
        entities={record.node.id: record.entity for record in members},
    )
