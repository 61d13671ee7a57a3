"""Reads what is intact in a damaged file.

Every row is checked by itself: one whose checksum fails is left out, and after an unreadable page
the rows behind it are read. No index is used, since it may be damaged too.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import numpy as np

from claimtree.errors import StoreDamaged, StoreTooOld
from claimtree.geo import Point
from claimtree.model.claims import EntityId, Facet
from claimtree.model.phrases import Edge, IndexedEntity, Phrase, PhraseId, Vectors
from claimtree.model.places import NearbyFact, Place, PlaceId, PlaceKind
from claimtree.ports import Built
from claimtree.stores.encoding import decode_item, decode_phrase, decode_place, phrases_of, unpack
from claimtree.stores.sqlite.blocks import sound_vectors
from claimtree.stores.sqlite.checking import problems
from claimtree.stores.sqlite.checksums import BLOCKS, ENTITY, PHRASE, PLACED, TABLES, SealedTable
from claimtree.stores.sqlite.faults import UNREADABLE, readable, translated
from claimtree.stores.sqlite.read_only import connect_to_read, release
from claimtree.stores.sqlite.schema import SEALED, read_built, recognise
from claimtree.stores.sqlite.wal import damage_in, log_of

T = TypeVar("T")
_HIGHEST = 1 << 62
_WAIT_S = 10.0
LACKING = "~"
"""Prefix of the digest of an entity that lost a part or its parent: no document has such a digest,
so indexing the document again reads it, and restores what is lost.
"""


@dataclass
class Saved:
    """What could be saved, and sentences on what could not."""

    phrases: list[Phrase] = field(default_factory=list)
    vectors: Vectors | None = None
    edges: list[Edge] = field(default_factory=list)
    entities: list[IndexedEntity] = field(default_factory=list)
    """Parents before children."""
    places: list[Place] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


def salvage(path: Path, known: Built) -> tuple[Built, Saved]:
    """Returns what a file was built with and all that is intact in it; `known` is used if the file
    no longer says the former.
    """
    with translated(path), readable(path), _opened(path) as connection:
        if (version := recognise(connection, path)) < SEALED:
            raise StoreTooOld(
                f"store {path} has the old schema {version}, which has no checksums to tell what is sound",
                hint="Index the documents again into a new store.",
                values={"path": str(path), "schema": version},
            )
        built, lost = known, [damage] if (damage := damage_in(log_of(path.resolve()))) else []
        if (missing := _expected_size(path) - path.stat().st_size) > 0:
            lost.append(f"the last {missing:,} bytes of the file")
        try:
            built = read_built(connection, path) or known
        except (*UNREADABLE, sqlite3.Error, StoreDamaged):
            lost.append("the store does not say what it was built with: taken for a store of what is in use now")
        return built, _Salvage(connection, built, lost, version).everything()


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    with ExitStack() as stack:
        file = path.resolve()
        if (size := _expected_size(file)) > file.stat().st_size:
            # SQLite does not open a file that is too short; a copy padded to full length is read
            # instead.
            file = _lengthened(file, size, Path(stack.enter_context(TemporaryDirectory())))
        connection, unlocked = connect_to_read(file, wait_s=_WAIT_S)
        stack.callback(release, connection, unlocked)
        yield connection


def _expected_size(file: Path) -> int:
    """Returns the size in bytes that the file's header gives; 0 if it cannot be told."""
    with file.open("rb") as opened:
        head = opened.read(100)
    if len(head) < 100 or not head.startswith(b"SQLite format 3"):
        return 0
    page = int.from_bytes(head[16:18], "big")
    return (1 << 16 if page == 1 else page) * int.from_bytes(head[28:32], "big")


def _lengthened(file: Path, size: int, folder: Path) -> Path:
    for one in (file, log_of(file)):
        if one.exists():
            shutil.copyfile(one, folder / one.name)
    os.truncate(folder / file.name, size)
    return folder / file.name


class _Salvage:
    def __init__(self, connection: sqlite3.Connection, built: Built, lost: list[str], schema: int) -> None:
        self._connection = connection
        self._schema = schema
        self._built = built
        self._saved = Saved(lost=lost)

    def everything(self) -> Saved:
        saved = self._saved
        phrases = self._phrases()
        self._edges({phrase.id for phrase in phrases.values()})
        saved.places = [place for place in map(_place_of, self._sound("place", "id, body")) if place is not None]
        self._entities(phrases)
        self._name_what_is_missing()
        # A page restored to its state before a write holds intact but old rows, which only a check
        # of all rows together detects. A damaged file is never reported as fully saved.
        dimensions = self._built.identity.dimensions
        saved.lost += [] if saved.lost else problems(self._connection, dimensions, schema=self._schema)
        return saved

    def _phrases(self) -> dict[int, Phrase]:
        words = {row[0]: row for row in self._sound("phrase", PHRASE)}
        dimensions = self._built.identity.dimensions
        vectors = self._vectors(dimensions)
        kept = [row for row in words.values() if row[1] in vectors and len(vectors[row[1]][0]) == dimensions]
        found = {row[0]: decode_phrase(row[2], row[3], row[4]) for row in kept}
        codes = b"".join(vectors[row[1]][0] for row in kept)
        self._saved.phrases = list(found.values())
        self._saved.vectors = Vectors(
            codes=np.frombuffer(codes, np.int8).reshape(len(kept), dimensions),
            scales=np.array([vectors[row[1]][1] for row in kept], np.float32),
        )
        return found

    def _edges(self, known: set[PhraseId]) -> None:
        for derived, base, excludes, discount in self._sound("edge", "derived, base, excludes, discount"):
            if derived in known and base in known:
                self._saved.edges.append(Edge(derived=derived, base=base, excludes=bool(excludes), discount=discount))

    def _entities(self, phrases: Mapping[int, Phrase]) -> None:
        rows = self._sound("entity", ENTITY)
        ids = dict(self._sound_ids())
        facets: dict[int, Facet] = {num: Facet(name) for num, name in self._sound("facet", "num, name")}
        records = {num: (digest, body) for num, digest, body in self._sound("record", "num, digest, body")}
        points = {num: Point(lat, lon) for num, lat, lon in self._sound("position", "num, lat, lon")}
        nearby = self._nearby()
        saved: dict[int, IndexedEntity] = {}
        levels = self._built.hierarchy.levels
        answers = self._built.hierarchy.depth[self._built.hierarchy.answers]
        lacking: set[int] = set()
        for num, packed, parent, _, _ in sorted(rows, key=lambda row: (row[1] & 15, row[0])):
            depth, facet = packed & 15, packed >> 32
            name = repr(ids[num]) if num in ids else f"number {num}"
            digest, body = records.get(num, ("", b""))
            parts = _or_none(partial(unpack, body))
            # Its id, position and every claim: an incomplete entity would be a different one.
            intact = (
                num in ids
                and parts is not None
                and phrases.keys() >= set(phrases_of(parts))
                and (not facet or facet in facets)
                and (num in points or not packed >> 6 & 1)
                and (parent in saved or not parent or depth <= answers)
            )
            if not intact or parts is None or depth >= len(levels):
                self._saved.lost.append(f"entity {name}")
                lacking.add(parent)
                continue
            above = saved.get(parent)
            if parent and above is None:
                # What has lost its parent is kept all the same; it gets its parent back once both are
                # indexed.
                lacking.add(num)
            saved[num] = decode_item(
                parts,
                id=EntityId(ids[num]),
                level=levels[depth],
                parent=above.entity.id if above is not None else None,
                facet=facets[facet] if facet else None,
                digest=digest,
                phrases=phrases,
                point=points.get(num),
                nearby=nearby.get(num, ()),
            )
        if self._rows_in_total("entity") > len(rows):
            # rows were lost unseen, and which entity they were part of is not known
            lacking |= saved.keys()
        self._saved.entities = [
            replace(item, digest=LACKING + item.digest) if num in lacking and item.digest else item
            for num, item in saved.items()
        ]

    def _vectors(self, dimensions: int) -> dict[int, tuple[bytes, float]]:
        """Returns the sound vectors of phrases by id, with their scales."""
        if self._schema < BLOCKS:
            rows = self._sound("phrase", "id, codes, scale", seal="vector_seal")
            return {id: (codes, scale) for id, codes, scale in rows}
        found: dict[int, tuple[bytes, float]] = {}
        for rows, body in self._rows("block", "num", "rows, body"):
            # Its own checksum does not matter: of a damaged block most vectors are sound.
            sound = _or_none(partial(_listed, body, rows, dimensions)) or ()
            found |= {id: (codes, scale) for id, codes, scale in sound}
        return found

    def _sound_ids(self) -> Iterator[tuple[int, str]]:
        """Yields the ids whose checksums match, by number."""
        sealed = next(one for one in TABLES if one.seal == "id_seal")
        for num, id, seal in self._rows("entity", "num", "num, id, id_seal"):
            if _right(sealed, (id,)) == seal:
                yield num, id

    def _nearby(self) -> dict[int, tuple[NearbyFact, ...]]:
        kinds = {num: PlaceKind(name) for num, name in self._sound("place_kind", "num, name")}
        landmarks = {num: rest for num, *rest in self._sound("landmark", PLACED)}
        found: dict[int, list[NearbyFact]] = {}
        for kind, entity, landmark, metres in self._sound("nearby", "kind, entity, landmark, metres"):
            if kind in kinds and landmark in landmarks:
                id, name, lat, lon = landmarks[landmark]
                fact = NearbyFact(kind=kinds[kind], place=PlaceId(id), name=name, point=Point(lat, lon), metres=metres)
                found.setdefault(entity, []).append(fact)
        return {num: tuple(sorted(facts, key=lambda fact: fact.kind)) for num, facts in found.items()}

    def _name_what_is_missing(self) -> None:
        """Report what the totals count and no row was found for."""
        saved = self._saved
        named = sum(sentence.startswith("entity ") for sentence in saved.lost)
        for what, name, count in (
            ("entities whose ids are lost too", "entity", len(saved.entities) + named),
            ("phrases", "phrase", len(saved.phrases)),
            ("steps between phrases", "edge", len(saved.edges)),
            ("places", "place", len(saved.places)),
            ("facts of what is near", "nearby", sum(len(item.nearby) for item in saved.entities)),
        ):
            if (missing := self._rows_in_total(name) - count) > 0:
                saved.lost.append(f"{missing:,} {what}")

    def _rows_in_total(self, name: str) -> int:
        """Returns how many rows there were; 0 if that is lost too."""
        kept = dict(_or_none(lambda: self._connection.execute("SELECT name, rows FROM total").fetchall()) or ())
        return int(kept.get(name, 0))

    def _sound(self, table: str, columns: str, *, seal: str = "seal") -> list[tuple[Any, ...]]:
        """Returns the rows of a table whose checksums match."""
        sealed = next(one for one in TABLES if one.table == table and one.seal == seal)
        key = sealed.key[0] if len(sealed.key) == 1 else ""
        rows = self._rows(table, key, f"{columns}, {seal}")
        return [tuple(row[:-1]) for row in rows if _right(sealed, row[:-1]) == row[-1]]

    def _rows(self, table: str, key: str, columns: str) -> Iterator[tuple[Any, ...]]:
        """Yields all rows that can be read: past an unreadable page if they are numbered, else from
        both ends.
        """
        if key in ("num", "seq"):
            yield from self._numbered(table, key, columns)
            return
        order = key or ", ".join(next(one.key for one in TABLES if one.table == table))
        seen: set[tuple[Any, ...]] = set()
        for way in ("ASC", "DESC"):
            ordered = ", ".join(f"{column.strip()} {way}" for column in order.split(","))
            try:
                for row in self._connection.execute(f"SELECT {columns} FROM {table} ORDER BY {ordered}"):
                    if row not in seen:
                        seen.add(row)
                        yield row
                return
            except sqlite3.Error as error:
                self._saved.lost.append(f"a page of {table}, which cannot be read ({error})")

    def _numbered(self, table: str, key: str, columns: str) -> Iterator[tuple[Any, ...]]:
        query = f"SELECT {key}, {columns} FROM {table} WHERE {key} > ? ORDER BY {key}"
        at = -1
        while True:
            try:
                for row in self._connection.execute(query, (at,)):
                    at = row[0]
                    yield row[1:]
                return
            except sqlite3.Error as error:
                self._saved.lost.append(f"a page of {table}, which cannot be read ({error})")
            behind = self._next_readable(table, key, at)
            if behind is None:
                return
            at = behind

    def _next_readable(self, table: str, key: str, at: int) -> int | None:
        """Returns the number after which rows can be read again; None if there are no more."""

        def works(start: int) -> bool:
            try:
                self._connection.execute(
                    f"SELECT * FROM {table} WHERE {key} > ? ORDER BY {key} LIMIT 1", (start,)
                ).fetchone()
            except sqlite3.Error:
                return False
            return True

        step = 1
        while not works(at + step):
            step *= 2
            if step > _HIGHEST:
                return None
        low, high = at + step // 2, at + step
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if works(middle) else (middle + 1, high)
        return max(high, at + 1)


def _right(sealed: SealedTable, row: Sequence[Any]) -> int | None:
    return _or_none(lambda: next(iter(sealed.seals([tuple(row)]))))


def _place_of(row: tuple[str, bytes]) -> Place | None:
    return _or_none(lambda: decode_place(*row))


def _listed(body: bytes, rows: int, dimensions: int) -> list[tuple[int, bytes, float]]:
    return list(sound_vectors(body, rows, dimensions))


def _or_none(make: Callable[[], T]) -> T | None:
    """Returns what the function returns, or None if the data is damaged."""
    try:
        return make()
    except (*UNREADABLE, sqlite3.Error):
        return None
