"""Where entities are, what is near them, and the gazetteer: the tables that know coordinates."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from claimtree.geo import LatLon, Point, Points
from claimtree.model.claims import EntityId
from claimtree.model.nearby import Nearby
from claimtree.model.phrases import IndexedEntity
from claimtree.model.places import NearbyFact, Place, PlaceId, PlaceKind
from claimtree.stores.records import decode_place, encode_place
from claimtree.stores.sqlite.parameters import AMONG, select_texts


def write(connection: sqlite3.Connection, items: Mapping[int, IndexedEntity]) -> None:
    """What a put brings: positions and surroundings instead of those that were there, by the entities' numbers."""
    forget(connection, items)
    connection.executemany(
        "INSERT INTO position (num, lat, lon) VALUES (?, ?, ?)",
        (
            (num, item.entity.point.lat, item.entity.point.lon)
            for num, item in items.items()
            if item.entity.point is not None
        ),
    )
    write_nearby(connection, {num: item.nearby for num, item in items.items() if item.nearby})


def forget(connection: sqlite3.Connection, nums: Collection[int]) -> None:
    listed = json.dumps(list(nums))
    connection.execute(f"DELETE FROM position WHERE num {AMONG}", (listed,))
    connection.execute(f"DELETE FROM nearby WHERE kind IN (SELECT num FROM place_kind) AND entity {AMONG}", (listed,))


def write_nearby(
    connection: sqlite3.Connection,
    facts: Mapping[int, Sequence[NearbyFact]],
    *,
    kinds: Collection[PlaceKind] | None = None,
) -> None:
    """The surroundings of entities, by their numbers; of all kinds, or of those named."""
    told: dict[PlaceKind, list[tuple[int, NearbyFact]]] = {}
    for num, found in facts.items():
        for fact in found:
            told.setdefault(fact.kind, []).append((num, fact))
    columns = [
        _Column(
            kind,
            [num for num, _ in found],
            [(fact.place, fact.name, fact.point.lat, fact.point.lon) for _, fact in found],
            range(len(found)),
            [fact.metres for _, fact in found],
        )
        for kind, found in told.items()
    ]
    _write_columns(connection, columns, facts, kinds)


def write_measured(
    connection: sqlite3.Connection,
    facts: Nearby,
    nums: Mapping[EntityId, int],
    *,
    kinds: Collection[PlaceKind] | None = None,
) -> None:
    """The same for what was measured of many at once: no fact is spelled out. The unknown have no number."""
    rows = np.array([nums.get(id, 0) for id in facts.ids], np.int64)
    columns = []
    for column in facts.columns:
        known = np.flatnonzero((column.which >= 0) & (rows > 0))
        about, which = np.unique(column.which[known], return_inverse=True)
        landmarks = [(id, name, at.lat, at.lon) for id, name, at in (column.landmarks[i] for i in about.tolist())]
        metres = column.metres[known].tolist()
        columns.append(_Column(column.kind, rows[known].tolist(), landmarks, which.tolist(), metres))
    _write_columns(connection, columns, nums.values(), kinds)


def _write_columns(
    connection: sqlite3.Connection,
    columns: Iterable[_Column],
    nums: Collection[int],
    kinds: Collection[PlaceKind] | None,
) -> None:
    """Facts by kind, instead of all that these entities were given of the kinds."""
    told = {column.kind: column for column in columns if kinds is None or column.kind in kinds}
    numbers = _kind_numbers(connection, {*told, *(kinds or ())})
    # In the order of the table, so that one row goes beside the other.
    for kind, number in sorted(numbers.items(), key=itemgetter(1)):
        if kinds is not None and kind not in kinds:
            continue
        column = told.get(kind)
        silent = set(nums).difference(column.nums) if column is not None else nums
        if silent:
            connection.execute(
                f"DELETE FROM nearby WHERE kind = ? AND entity {AMONG}", (number, json.dumps(list(silent)))
            )
        if column is not None:
            known = _landmark_numbers(connection, column.landmarks)
            connection.executemany(
                f"INSERT OR REPLACE INTO nearby (kind, entity, landmark, metres) VALUES ({number}, ?, ?, ?)",
                zip(column.nums, (known[i] for i in column.which), column.metres, strict=True),
            )


def nearby(
    connection: sqlite3.Connection, listed: str, *, kinds: Collection[PlaceKind] | None = None
) -> dict[int, tuple[NearbyFact, ...]]:
    """The surroundings of entities by their numbers, which come as a JSON list; ordered by kind. All of them, or those
    of some kinds."""
    numbers = connection.execute("SELECT num, name FROM place_kind").fetchall()
    asked = [num for num, name in numbers if kinds is None or name in kinds]
    rows = connection.execute(
        "SELECT nearby.entity, place_kind.name, landmark.id, landmark.name, lat, lon, metres FROM nearby "
        "JOIN place_kind ON place_kind.num = nearby.kind JOIN landmark ON landmark.num = nearby.landmark "
        f"WHERE nearby.kind {AMONG} AND nearby.entity {AMONG} ORDER BY place_kind.name",
        (json.dumps(asked), listed),
    )
    found: dict[int, list[NearbyFact]] = {}
    for num, kind, id, name, lat, lon, metres in rows if asked else ():
        fact = NearbyFact(kind=kind, place=PlaceId(id), name=name, point=Point(lat, lon), metres=metres)
        found.setdefault(num, []).append(fact)
    return {num: tuple(facts) for num, facts in found.items()}


def metres_of(connection: sqlite3.Connection, kind: PlaceKind) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """The numbers of the entities whose distance to a kind is known, and the distances."""
    rows = connection.execute(
        "SELECT entity, metres FROM nearby WHERE kind = (SELECT num FROM place_kind WHERE name = ?)", (kind,)
    ).fetchall()
    table = np.array(rows, np.float64).reshape(-1, 2)
    return table[:, 0].astype(np.int32), table[:, 1]


def points(connection: sqlite3.Connection) -> tuple[NDArray[np.int32], Points]:
    """The numbers of all entities that have coordinates, and these."""
    table = np.array(connection.execute("SELECT num, lat, lon FROM position").fetchall(), np.float64).reshape(-1, 3)
    return table[:, 0].astype(np.int32), Points(table[:, 1], table[:, 2])


def still_at(
    connection: sqlite3.Connection, nums: Mapping[EntityId, int], where: Mapping[EntityId, LatLon]
) -> dict[EntityId, int]:
    """Those of the entities that stand where they are said to."""
    rows = connection.execute(
        f"SELECT num, lat, lon FROM position WHERE num {AMONG}", (json.dumps(list(nums.values())),)
    )
    found = {num: (lat, lon) for num, lat, lon in rows}
    return {id: num for id, num in nums.items() if found.get(num) == where[id]}


def positions(connection: sqlite3.Connection, depth: int) -> tuple[tuple[EntityId, ...], Points]:
    rows = connection.execute(
        "SELECT id, lat, lon FROM entity JOIN position USING (num) WHERE depth = ? ORDER BY id", (depth,)
    ).fetchall()
    where = np.array([row[1:] for row in rows], np.float64).reshape(-1, 2)
    return tuple(EntityId(row[0]) for row in rows), Points(where[:, 0].copy(), where[:, 1].copy())


def forget_landmarks(connection: sqlite3.Connection) -> None:
    """Those that nothing is near to any more."""
    connection.execute("DELETE FROM landmark WHERE num NOT IN (SELECT landmark FROM nearby)")


def write_places(connection: sqlite3.Connection, found: Sequence[Place]) -> None:
    connection.executemany(
        "INSERT OR REPLACE INTO place (id, body) VALUES (?, ?)", ((place.id, encode_place(place)) for place in found)
    )
    note(connection, "places", noted(connection, "places") + 1)


def remove_places(connection: sqlite3.Connection, ids: Iterable[PlaceId]) -> int:
    gone = connection.executemany("DELETE FROM place WHERE id = ?", ((id,) for id in set(ids))).rowcount
    if gone > 0:
        note(connection, "places", noted(connection, "places") + 1)
    return max(gone, 0)


def places(connection: sqlite3.Connection) -> tuple[Place, ...]:
    return tuple(decode_place(id, body) for id, body in connection.execute("SELECT id, body FROM place ORDER BY id"))


def noted(connection: sqlite3.Connection, key: str) -> int:
    return int(connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()[0])


def note(connection: sqlite3.Connection, key: str, value: int) -> None:
    connection.execute("UPDATE meta SET value = ? WHERE key = ?", (value, key))


_Landmark = tuple[str, str, float, float]


@dataclass(frozen=True, slots=True)
class _Column:
    """Facts of one kind: whose, which of the landmarks, how far."""

    kind: PlaceKind
    nums: Sequence[int]
    landmarks: Sequence[_Landmark]
    which: Sequence[int]
    metres: Sequence[float]


def _kind_numbers(connection: sqlite3.Connection, names: Iterable[PlaceKind]) -> dict[PlaceKind, int]:
    connection.executemany("INSERT OR IGNORE INTO place_kind (name) VALUES (?)", ((name,) for name in names))
    return dict(connection.execute("SELECT name, num FROM place_kind").fetchall())


def _landmark_numbers(connection: sqlite3.Connection, wanted: Sequence[_Landmark]) -> list[int]:
    """The number of each of them; new ones are written."""
    connection.executemany("INSERT OR IGNORE INTO landmark (id, name, lat, lon) VALUES (?, ?, ?, ?)", wanted)
    ids = {landmark[0] for landmark in wanted}
    rows = select_texts(connection, "SELECT id, name, lat, lon, num FROM landmark WHERE id IN", ids)
    known: dict[_Landmark, int] = {(id, name, lat, lon): num for id, name, lat, lon, num in rows}
    return [known[landmark] for landmark in wanted]
