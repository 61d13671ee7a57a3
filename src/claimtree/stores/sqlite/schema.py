"""The schema of the file, how a file is recognised, and the migrations from older versions.

    meta      what the store was built with, and the generation: the number of the last write
    facet     facet names, so that an entity holds a small number
    entity    the hierarchy: narrow, because a snapshot reads all of it
    owned     entities whose document is not their parent's
    record    everything that is only shown: title, fields, sources, claims
    phrase    the distinct wordings, and columns by which they are found
    block     phrases of one level and type with their vectors, packed: see `blocks`
    edge      what one phrase implies or excludes
    wish      the wishes that phrases are judged against when they are written
    foreseen  the verdicts of phrases on a wish; foreseen_run: of one write, all wishes together
    shelf     levels and types by number
    delta     the postings of one write, all phrases together
    chunk     postings merged from deltas, by phrase
    position  coordinates of entities
    place     the gazetteer
    landmark  places that entities are near to, as they were when that was measured
    nearby    the nearest landmark of each kind to an entity, and its distance
    relation  links to others that entities state, indexed by both ends
    total     numbers of rows, and the sums of their seals

Every row has a `seal`, a checksum of its columns: see `checksums`. A table that is looked up by a
key that may have no row has two indexes, the second of which ends in `_again`.

A posting of write `seq` is valid for an entity that was `born` (last put) no later; so replacing an
entity invalidates its old postings without touching them, and merging drops them.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from claimtree.errors import IndexMismatch, StoreDamaged, StoreTooNew, StoreTooOld
from claimtree.model.claims import LevelName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.name_folding import name_key
from claimtree.ports import Built, StoreIdentity
from claimtree.stores.encoding import decode_phrase
from claimtree.stores.sqlite import blocks, checksums, meta
from claimtree.stores.sqlite.faults import DamagedRow
from claimtree.stores.sqlite.precomputed import measure_key

APPLICATION_ID = 0x436C7472
"""Marks the file as ours: "Cltr"."""


def _version_1(connection: sqlite3.Connection) -> None:
    for statement in (
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID",
        "CREATE TABLE facet (num INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
        # AUTOINCREMENT: a number is never reused, so no old posting can point at a new entity.
        """CREATE TABLE entity (
            num INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            depth INTEGER NOT NULL,
            parent INTEGER,
            facet INTEGER,
            born INTEGER NOT NULL,
            owned INTEGER NOT NULL,
            claims INTEGER NOT NULL
        )""",
        "CREATE INDEX entity_parent ON entity (parent) WHERE parent IS NOT NULL",
        "CREATE TABLE owned (owner TEXT, entity INTEGER, PRIMARY KEY (owner, entity)) WITHOUT ROWID",
        "CREATE INDEX owned_entity ON owned (entity)",
        "CREATE TABLE record (num INTEGER PRIMARY KEY, digest TEXT NOT NULL, body BLOB NOT NULL)",
        """CREATE TABLE phrase (
            num INTEGER PRIMARY KEY,
            id INTEGER NOT NULL UNIQUE,
            level TEXT NOT NULL,
            type TEXT NOT NULL,
            wording TEXT NOT NULL,
            codes BLOB NOT NULL,
            scale REAL NOT NULL
        )""",
        "CREATE INDEX phrase_partition ON phrase (level, type, id)",
        """CREATE TABLE edge (
            derived INTEGER, base INTEGER, excludes INTEGER NOT NULL, discount REAL NOT NULL,
            PRIMARY KEY (derived, base)
        ) WITHOUT ROWID""",
        "CREATE TABLE delta (seq INTEGER PRIMARY KEY, postings INTEGER NOT NULL, body BLOB NOT NULL)",
        "CREATE TABLE chunk (phrase INTEGER, seq INTEGER, body BLOB NOT NULL, PRIMARY KEY (phrase, seq))",
        "INSERT INTO meta VALUES ('generation', 0)",
    ):
        connection.execute(statement)


def _version_2(connection: sqlite3.Connection) -> None:
    for statement in (
        "CREATE TABLE position (num INTEGER PRIMARY KEY, lat REAL NOT NULL, lon REAL NOT NULL)",
        "CREATE TABLE place (id TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID",
        "CREATE TABLE place_kind (num INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
        """CREATE TABLE landmark (
            num INTEGER PRIMARY KEY, id TEXT NOT NULL, name TEXT NOT NULL, lat REAL NOT NULL, lon REAL NOT NULL,
            UNIQUE (id, name, lat, lon)
        )""",
        # By kind first: ranking reads one kind of all entities.
        """CREATE TABLE nearby (
            kind INTEGER, entity INTEGER, landmark INTEGER NOT NULL, metres REAL NOT NULL, PRIMARY KEY (kind, entity)
        ) WITHOUT ROWID""",
        "INSERT INTO meta VALUES ('places', 0)",
        "INSERT INTO meta VALUES ('grounded', 0)",
    ):
        connection.execute(statement)


def _version_3(connection: sqlite3.Connection) -> None:
    for statement in (
        "ALTER TABLE phrase ADD COLUMN negated INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE phrase ADD COLUMN named INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE phrase ADD COLUMN concept TEXT",
        """UPDATE phrase SET
            negated = json_extract(wording, '$[1]'),
            concept = json_extract(wording, '$[2]'),
            named = json_type(wording, '$[3]') <> 'null'""",
    ):
        connection.execute(statement)


def _version_4(connection: sqlite3.Connection) -> None:
    for statement in (
        "ALTER TABLE phrase DROP COLUMN named",
        "ALTER TABLE phrase ADD COLUMN name_kind TEXT",
        "ALTER TABLE phrase ADD COLUMN name TEXT",
        "ALTER TABLE phrase ADD COLUMN measure TEXT",
        "UPDATE phrase SET name_kind = json_extract(wording, '$[3][0]')",
        *(
            f"CREATE INDEX phrase_{column} ON phrase ({column}) WHERE {column} IS NOT NULL"
            for column in ("concept", "name_kind", "name", "measure")
        ),
        # AUTOINCREMENT: a number is never reused, so no old edge can belong to a new wish.
        "CREATE TABLE wish (num INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE)",
        "CREATE TABLE foreseen (wish INTEGER, seq INTEGER, body BLOB NOT NULL, PRIMARY KEY (wish, seq)) WITHOUT ROWID",
        "CREATE TABLE foreseen_run (seq INTEGER PRIMARY KEY AUTOINCREMENT, edges INTEGER NOT NULL, body BLOB NOT NULL)",
        "CREATE TABLE shelf (num INTEGER PRIMARY KEY, level TEXT, type TEXT, UNIQUE (level, type))",
        "INSERT INTO meta VALUES ('foreseen', 0)",
    ):
        connection.execute(statement)
    for num, level, type, wording in connection.execute("SELECT num, level, type, wording FROM phrase").fetchall():
        phrase = decode_phrase(level, type, wording)
        keys = None if phrase.name is None else name_key(phrase.name.text), measure_key(phrase)
        if any(keys):
            connection.execute("UPDATE phrase SET name = ?, measure = ? WHERE num = ?", (*keys, num))


def _version_5(connection: sqlite3.Connection) -> None:
    for (finding,) in connection.execute("PRAGMA integrity_check"):
        # Damaged rows must not be sealed as if they were intact.
        if finding != "ok":
            raise DamagedRow(finding)
    tables = (
        "meta", "facet", "entity", "owned", "record", "phrase", "edge", "wish", "foreseen", "foreseen_run", "shelf",
        "delta", "chunk", "position", "place", "place_kind", "landmark", "nearby",
    )  # fmt: skip
    for statement in (
        "ALTER TABLE entity ADD COLUMN located INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE entity ADD COLUMN id_seal INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE phrase ADD COLUMN vector_seal INTEGER NOT NULL DEFAULT 0",
        *(f"ALTER TABLE {table} ADD COLUMN seal INTEGER NOT NULL DEFAULT 0" for table in tables),
        "UPDATE entity SET located = 1 WHERE num IN (SELECT num FROM position)",
        """CREATE TABLE total (
            name TEXT PRIMARY KEY, rows INTEGER NOT NULL, seals INTEGER NOT NULL, sums INTEGER NOT NULL
        ) WITHOUT ROWID""",
        "INSERT INTO meta (key, value) VALUES ('entities', 0)",
        "UPDATE meta SET value = seq FROM sqlite_sequence WHERE key = 'entities' AND name = 'entity'",
    ):
        connection.execute(statement)
    checksums.reseal(connection, checksums.tables_of(SEALED))
    for statement in (
        "CREATE INDEX entity_again ON entity (id_seal)",
        "CREATE INDEX entity_parent_again ON entity (~parent)",
        "CREATE INDEX owned_again ON owned (owner || '')",
        "CREATE INDEX phrase_again ON phrase (~id)",
        *(
            f"CREATE INDEX phrase_{column}_again ON phrase ({column} || '') WHERE {column} IS NOT NULL"
            for column in ("concept", "name_kind", "name", "measure")
        ),
        "CREATE INDEX edge_again ON edge (~derived)",
        "CREATE INDEX wish_again ON wish (id || '')",
        "CREATE INDEX foreseen_again ON foreseen (~wish)",
        "CREATE INDEX chunk_again ON chunk (~phrase)",
        "CREATE INDEX nearby_again ON nearby (entity)",
    ):
        connection.execute(statement)


def _version_6(connection: sqlite3.Connection) -> None:
    for statement in (
        # The target is stored by id: it need not exist.
        """CREATE TABLE relation (
            entity INTEGER, at INTEGER, kind TEXT NOT NULL, target TEXT NOT NULL, quote TEXT NOT NULL,
            source TEXT NOT NULL, seal INTEGER NOT NULL, PRIMARY KEY (entity, at)
        ) WITHOUT ROWID""",
        "CREATE INDEX relation_again ON relation (~entity)",
        "CREATE INDEX relation_target ON relation (target)",
        "CREATE INDEX relation_target_again ON relation (target || '')",
    ):
        connection.execute(statement)


def _version_7(connection: sqlite3.Connection) -> None:
    for statement in (
        # AUTOINCREMENT: a number is never reused, so the newest block has the highest.
        """CREATE TABLE block (
            num INTEGER PRIMARY KEY AUTOINCREMENT, level TEXT NOT NULL, type TEXT NOT NULL, rows INTEGER NOT NULL,
            low INTEGER NOT NULL, high INTEGER NOT NULL, seal INTEGER NOT NULL, body BLOB NOT NULL
        )""",
        "CREATE INDEX block_partition ON block (level, type)",
    ):
        connection.execute(statement)
    checksums.install_triggers(connection)
    blocks.take_over(connection)
    for column in ("codes", "scale", "vector_seal"):
        connection.execute(f"ALTER TABLE phrase DROP COLUMN {column}")


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    _version_1,
    _version_2,
    _version_3,
    _version_4,
    _version_5,
    _version_6,
    _version_7,
)
"""The step at position n leads from schema n to n + 1; a released step is never changed."""

VERSION = len(MIGRATIONS)
SEALED = 5
"""The first schema version with checksums."""


@cache
def _newest() -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """Returns the statements, with their values, that make of an empty file what all migrations
    together make of it, in a third of their time.
    """
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for step in MIGRATIONS:
            step(connection)
        made = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' ORDER BY rowid"
        statements = [(str(sql), ()) for (sql,) in connection.execute(made)]
        filled = [(table, row) for table in ("meta", "total") for row in connection.execute(f"SELECT * FROM {table}")]
    return (*statements, *((f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row) for table, row in filled))


@cache
def expected_schema(version: int = VERSION) -> frozenset[tuple[str, str, str, str | None]]:
    """Returns the tables and indexes of a file of ours: kind, name, table, and SQL of each."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for step in MIGRATIONS[:version]:
            step(connection)
        return frozenset(connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"))


def prepare(
    connection: sqlite3.Connection,
    path: Path,
    identity: StoreIdentity,
    hierarchy: Hierarchy,
    *,
    writable: bool,
) -> None:
    """Initialise a new file, migrate an older one, and refuse a file that must not be touched."""
    version = recognise(connection, path)
    if version < VERSION:
        if not writable:
            if version == 0:
                raise StoreDamaged(
                    f"store {path} is empty", hint="Index something into it.", values={"path": str(path)}
                )
            raise StoreTooOld(
                f"store {path} has the old schema {version}, and may not be brought up to date",
                hint="Open it once where it may be written, or copy it there.",
                values={"path": str(path), "schema": version},
            )
        if version:
            # A refused file is left as it is.
            _check_identity(connection, path, identity, hierarchy)
        _upgrade(connection, path, identity, hierarchy)
    _check_identity(connection, path, identity, hierarchy)


def recognise(connection: sqlite3.Connection, path: Path) -> int:
    """Returns the schema version of a file of ours, 0 if it is still empty; raises for any other
    file.
    """
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if application != APPLICATION_ID and (tables or application or version):
        raise StoreDamaged(
            f"{path} is an SQLite file, but not a Claimtree store",
            hint="Name another file; this one is left as it is.",
            values={"path": str(path), "application_id": application},
        )
    if version > VERSION:
        raise StoreTooNew(
            f"store {path} has schema {version}; this version of Claimtree knows schemas up to {VERSION}",
            hint="Upgrade Claimtree, or index the documents again into a new file.",
            values={"path": str(path), "schema": version, "known": VERSION},
        )
    return version


def _upgrade(connection: sqlite3.Connection, path: Path, identity: StoreIdentity, hierarchy: Hierarchy) -> None:
    """Run all missing steps in one transaction; a second process finds them done."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = recognise(connection, path)
        for step in MIGRATIONS[version:] if version else ():
            step(connection)
        if version == 0:
            for statement, values in _newest():
                connection.execute(statement, values)
            built = {**asdict(identity), "levels": list(hierarchy.levels), "answers": hierarchy.answers}
            checksums.install_triggers(connection)
            meta.put(connection, "built", json.dumps(built))
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def read_built(connection: sqlite3.Connection, path: Path) -> Built | None:
    """Returns what the store was built with; None for a file that is still empty."""
    if recognise(connection, path) == 0:
        return None
    built = _noted(connection, path)
    return Built(
        identity=StoreIdentity(
            pack=built["pack"],
            pack_version=built["pack_version"],
            embedder=built["embedder"],
            dimensions=built["dimensions"],
        ),
        hierarchy=Hierarchy(levels=tuple(map(LevelName, built["levels"])), answers=LevelName(built["answers"])),
    )


def _noted(connection: sqlite3.Connection, path: Path) -> dict[str, Any]:
    if recognise(connection, path) >= SEALED:
        stored = meta.value(connection, "built")
    else:
        (stored,) = connection.execute("SELECT value FROM meta WHERE key = 'built'").fetchone()
    built: dict[str, Any] = json.loads(str(stored))
    return built


def _check_identity(connection: sqlite3.Connection, path: Path, identity: StoreIdentity, hierarchy: Hierarchy) -> None:
    built = _noted(connection, path)
    wanted = {**asdict(identity), "levels": list(hierarchy.levels), "answers": hierarchy.answers}
    for key, name in _NAMES.items():
        if built[key] != wanted[key]:
            # Another pack is another domain: its words do not apply to what is stored here.
            way_out = "Name another store" if key == "pack" else "Run `claimtree rebuild`, which reads everything again"
            still = ", if this version has it" if key == "embedder" else ""
            raise IndexMismatch(
                f"index was built with {name} {built[key]!r} but opened with {wanted[key]!r}",
                hint=f"{way_out}, or use {name} {built[key]!r}{still}.",
                values={"path": str(path), "what": name, "built": built[key], "opened": wanted[key]},
            )


_NAMES = {
    "pack": "pack",
    "pack_version": "pack version",
    "embedder": "embedder",
    "dimensions": "dimensions",
    "levels": "levels",
    "answers": "answer level",
}
