"""The tables with coordinates: positions of entities, nearby facts, and the gazetteer."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from claimtree.geo import LatLon, Point, Points
from claimtree.model.claims import EntityId
from claimtree.model.nearby import Nearby
from claimtree.model.phrases import IndexedEntity
from claimtree.model.places import NearbyFact, Place, PlaceId, PlaceKind
from claimtree.stores.encoding import decode_place, encode_place
from claimtree.stores.sqlite import key_rows, meta
from claimtree.stores.sqlite.checksums import (
    PLACED,
    all_entities,
    counting,
    of_numbers,
    of_words,
    require,
    require_all,
    require_intact,
    shift_totals,
    totals_of_new,
)
from claimtree.stores.sqlite.faults import DamagedRow
from claimtree.stores.sqlite.parameters import AMONG, select_texts


def write(connection: sqlite3.Connection, items: Mapping[int, IndexedEntity], replaced: Collection[int]) -> None:
    """Write the positions and nearby facts of a put, by entity number; `replaced` are the entities
    that may have some already.
    """
    forget(connection, replaced)
    where = [
        (num, float(item.entity.point.lat), float(item.entity.point.lon))
        for num, item in items.items()
        if item.entity.point is not None
    ]
    if where:
        nums, lats, lons = (np.array(column) for column in zip(*where, strict=True))
        seals = of_numbers(nums, lats, lons).tolist()
        connection.executemany(
            "INSERT INTO position (num, lat, lon, seal) VALUES (?, ?, ?, ?)",
            ((*row, seal) for row, seal in zip(where, seals, strict=True)),
        )
        nothing = repeat(0, len(where))
        shift_totals(connection, {}, totals_of_new("position", repeat((), len(where)), seals, nothing))
    write_nearby(connection, {num: item.nearby for num, item in items.items() if item.nearby})


def forget(connection: sqlite3.Connection, nums: Collection[int]) -> None:
    """Remove the positions and nearby facts of entities."""
    if not nums:
        return
    listed = json.dumps(list(nums))
    with counting(connection, "position", f"WHERE num {AMONG}", (listed,)):
        connection.execute(f"DELETE FROM position WHERE num {AMONG}", (listed,))
    there = f"WHERE kind IN (SELECT num FROM place_kind) AND entity {AMONG}"
    with counting(connection, "nearby", there, (listed,)):
        connection.execute(f"DELETE FROM nearby {there}", (listed,))


def write_nearby(
    connection: sqlite3.Connection,
    facts: Mapping[int, Sequence[NearbyFact]],
    *,
    kinds: Collection[PlaceKind] | None = None,
) -> None:
    """Write the nearby facts of entities, by their numbers; of all kinds, or of those named."""
    by_kind: dict[PlaceKind, list[tuple[int, NearbyFact]]] = {}
    for num, found in facts.items():
        for fact in found:
            by_kind.setdefault(fact.kind, []).append((num, fact))
    columns = [
        _Column(
            kind,
            [num for num, _ in found],
            [(fact.place, fact.name, fact.point.lat, fact.point.lon) for _, fact in found],
            range(len(found)),
            [fact.metres for _, fact in found],
        )
        for kind, found in by_kind.items()
    ]
    _write_columns(connection, columns, facts, kinds)


def write_measured(
    connection: sqlite3.Connection,
    facts: Nearby,
    nums: Mapping[EntityId, int],
    *,
    kinds: Collection[PlaceKind] | None = None,
) -> None:
    """Write what was measured for many entities at once, without making an object per fact. Unknown
    entities are skipped.
    """
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
    """Write facts by kind, replacing all facts of these kinds that the entities had."""
    by_kind = {column.kind: column for column in columns if kinds is None or column.kind in kinds}
    numbers = _kind_numbers(connection, {*by_kind, *(kinds or ())})
    # In the order of the table, so that rows are appended next to each other.
    for kind, number in sorted(numbers.items(), key=itemgetter(1)):
        if kinds is not None and kind not in kinds:
            continue
        column = by_kind.get(kind)
        silent = set(nums).difference(column.nums) if column is not None else nums
        of_kind = f"WHERE kind = {number} AND entity {AMONG}"
        with counting(connection, "nearby", of_kind, (json.dumps(list(nums)),)):
            if silent:
                connection.execute(f"DELETE FROM nearby {of_kind}", (json.dumps(list(silent)),))
            if column is not None:
                _write_column(connection, number, column)


def _write_column(connection: sqlite3.Connection, number: int, column: _Column) -> None:
    known = _landmark_numbers(connection, column.landmarks)
    landmarks = [known[i] for i in column.which]
    seals = of_numbers(
        np.full(len(landmarks), number, np.int64),
        np.array(column.nums, np.int64),
        np.array(landmarks, np.int64),
        np.array(column.metres, np.float64),
    )
    connection.executemany(
        f"INSERT OR REPLACE INTO nearby (kind, entity, landmark, metres, seal) VALUES ({number}, ?, ?, ?, ?)",
        zip(column.nums, landmarks, column.metres, seals.tolist(), strict=True),
    )


def nearby(
    connection: sqlite3.Connection, listed: str, *, kinds: Collection[PlaceKind] | None = None
) -> dict[int, tuple[NearbyFact, ...]]:
    """Returns the nearby facts of entities, given as a JSON list of numbers; ordered by kind. All,
    or those of some kinds.
    """
    if kinds is not None and not kinds:
        return {}
    names = {num: name for name, num in key_rows.names(connection, "place_kind").items()}
    asked = {num for num, name in names.items() if kinds is None or name in kinds}
    if not asked:
        return {}
    # By kind first, as the table is ordered; the index by entity finds rows that this order has
    # lost.
    rows = connection.execute(
        f"SELECT kind, entity, landmark, metres, seal FROM nearby WHERE kind {AMONG} AND entity {AMONG}",
        (json.dumps(list(asked)), listed),
    ).fetchall()
    again = connection.execute(
        f"SELECT kind, entity FROM nearby INDEXED BY nearby_again WHERE entity {AMONG}", (listed,)
    )
    if sorted(row[:2] for row in rows) != sorted(row for row in again if row[0] in asked):
        raise DamagedRow("two indexes of what is near differ")
    _check_nearby(rows)
    landmarks = _landmarks(connection, {row[2] for row in rows})
    found: dict[int, list[NearbyFact]] = {}
    for kind, num, landmark, metres, _ in sorted(rows, key=lambda row: names[row[0]]):
        id, name, lat, lon = landmarks[landmark]
        fact = NearbyFact(kind=names[kind], place=PlaceId(id), name=name, point=Point(lat, lon), metres=metres)
        found.setdefault(num, []).append(fact)
    return {num: tuple(facts) for num, facts in found.items()}


def _check_nearby(rows: Sequence[tuple[int, int, int, float, int]]) -> None:
    if rows:
        kinds, entities, landmarks, metres, seals = zip(*rows, strict=True)
        integers = (np.array(column, np.int64) for column in (kinds, entities, landmarks))
        require_all("what is near entity", entities, of_numbers(*integers, np.array(metres, np.float64)), seals)


def _landmarks(connection: sqlite3.Connection, nums: Collection[int]) -> dict[int, _Landmark]:
    rows = connection.execute(
        f"SELECT {PLACED}, seal FROM landmark WHERE num {AMONG}", (json.dumps(list(nums)),)
    ).fetchall()
    for *row, seal in rows:
        require("landmark", row[0], of_words(*row), seal)
    return {num: (id, name, lat, lon) for num, id, name, lat, lon, _ in rows}


def metres_of(connection: sqlite3.Connection, kind: PlaceKind) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Returns the numbers of the entities whose distance to a kind is known, and the distances."""
    number = key_rows.names(connection, "place_kind").get(kind)
    if number is None:
        return np.zeros(0, np.int32), np.zeros(0)
    rows = connection.execute(
        "SELECT kind, entity, landmark, metres, seal FROM nearby WHERE kind = ?", (number,)
    ).fetchall()
    _check_nearby(rows)
    require_intact(connection, f"nearby {number}", len(rows), sum(row[4] for row in rows))
    return np.array([row[1] for row in rows], np.int32), np.array([row[3] for row in rows], np.float64)


def points(connection: sqlite3.Connection) -> tuple[NDArray[np.int32], Points]:
    """Returns the numbers of all entities that have coordinates, and the coordinates."""
    rows = connection.execute("SELECT num, lat, lon, seal FROM position").fetchall()
    found = _checked_positions(rows)
    require_intact(connection, "position", len(rows), sum(row[3] for row in rows))
    return found


def points_of(connection: sqlite3.Connection, nums: Collection[int]) -> dict[int, Point]:
    """Returns the coordinates of those entities that have some, by number."""
    if not nums:
        return {}
    listed = json.dumps(list(nums))
    rows = connection.execute(f"SELECT num, lat, lon, seal FROM position WHERE num {AMONG}", (listed,)).fetchall()
    _checked_positions(rows)
    return {num: Point(lat, lon) for num, lat, lon, _ in rows}


def _checked_positions(rows: Sequence[tuple[int, float, float, int]]) -> tuple[NDArray[np.int32], Points]:
    nums, lats, lons, seals = zip(*rows, strict=True) if rows else ((), (), (), ())
    numbers, lat, lon = np.array(nums, np.int64), np.array(lats, np.float64), np.array(lons, np.float64)
    require_all("the position of entity", nums, of_numbers(numbers, lat, lon), seals)
    return numbers.astype(np.int32), Points(lat, lon)


def still_at(
    connection: sqlite3.Connection, nums: Mapping[EntityId, int], where: Mapping[EntityId, LatLon]
) -> dict[EntityId, int]:
    """Returns those of the entities that are at the given coordinates."""
    found = points_of(connection, nums.values())
    return {id: num for id, num in nums.items() if num in found and (found[num].lat, found[num].lon) == where[id]}


def positions(connection: sqlite3.Connection, depth: int) -> tuple[tuple[EntityId, ...], Points]:
    nums, everywhere = points(connection)
    found = all_entities(connection)
    rows = np.flatnonzero((found.depths == depth) & found.located)
    order = sorted(rows.tolist(), key=found.ids.__getitem__)
    at = dict(zip(nums.tolist(), range(len(nums)), strict=True))
    where = [at[num] for num in found.nums[order].tolist()]
    return tuple(EntityId(found.ids[row]) for row in order), Points(everywhere.lats[where], everywhere.lons[where])


def forget_landmarks(connection: sqlite3.Connection) -> None:
    """Remove landmarks that no entity is near any more."""
    connection.execute("DELETE FROM landmark WHERE num NOT IN (SELECT landmark FROM nearby)")


def write_places(connection: sqlite3.Connection, found: Sequence[Place]) -> None:
    connection.executemany(
        "INSERT OR REPLACE INTO place (id, body, seal) VALUES (?, ?, ?)",
        ((id, body, of_words(id, body=body)) for id, body in ((place.id, encode_place(place)) for place in found)),
    )
    note(connection, "places", noted(connection, "places") + 1)


def remove_places(connection: sqlite3.Connection, ids: Iterable[PlaceId]) -> int:
    gone = connection.executemany("DELETE FROM place WHERE id = ?", ((id,) for id in set(ids))).rowcount
    if gone > 0:
        note(connection, "places", noted(connection, "places") + 1)
    return max(gone, 0)


def places(connection: sqlite3.Connection) -> tuple[Place, ...]:
    rows = connection.execute("SELECT id, body, seal FROM place ORDER BY id").fetchall()
    for id, body, seal in rows:
        require("place", repr(id), of_words(id, body=body), seal)
    require_intact(connection, "place", len(rows), sum(row[2] for row in rows))
    return tuple(decode_place(id, body) for id, body, _ in sorted(rows, key=itemgetter(0)))


def noted(connection: sqlite3.Connection, key: str) -> int:
    return meta.number(connection, key)


def note(connection: sqlite3.Connection, key: str, value: int) -> None:
    meta.put(connection, key, value)


_Landmark = tuple[str, str, float, float]


@dataclass(frozen=True, slots=True)
class _Column:
    """Facts of one kind: entities, indexes of their landmarks, distances."""

    kind: PlaceKind
    nums: Sequence[int]
    landmarks: Sequence[_Landmark]
    which: Sequence[int]
    metres: Sequence[float]


def _kind_numbers(connection: sqlite3.Connection, names: Iterable[PlaceKind]) -> dict[PlaceKind, int]:
    known = key_rows.names(connection, "place_kind")
    fresh = enumerate((name for name in names if name not in known), len(known) + 1)
    rows = [(num, name, of_words(num, name)) for num, name in fresh]
    connection.executemany("INSERT INTO place_kind (num, name, seal) VALUES (?, ?, ?)", rows)
    return known | {name: num for num, name, _ in rows}


def _landmark_numbers(connection: sqlite3.Connection, wanted: Sequence[_Landmark]) -> list[int]:
    """Returns the number of each landmark; new ones are written."""
    # A landmark that an index has lost is written again, which does no harm: a fact refers to its
    # row.
    ids = {landmark[0] for landmark in wanted}
    rows = select_texts(connection, f"SELECT {PLACED}, seal FROM landmark WHERE id IN", ids)
    known: dict[_Landmark, int] = {}
    for *row, seal in rows:
        require("landmark", row[0], of_words(*row), seal)
        known[row[1], row[2], row[3], row[4]] = row[0]
    (last,) = connection.execute("SELECT coalesce(max(num), 0) FROM landmark").fetchone()
    plain = ((id, name, float(lat), float(lon)) for id, name, lat, lon in wanted)
    for num, landmark in enumerate(dict.fromkeys(one for one in plain if one not in known), last + 1):
        known[landmark] = num
        connection.execute(
            f"INSERT INTO landmark ({PLACED}, seal) VALUES (?, ?, ?, ?, ?, ?)",
            (num, *landmark, of_words(num, *landmark)),
        )
    return [known[landmark] for landmark in wanted]
