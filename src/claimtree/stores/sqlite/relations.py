"""Relations between entities, as their records state them, indexed by both ends.

A row names its other end by id and not by number, so that nothing has to be written when that
entity is added or removed: a relation to an entity that is not stored waits.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from heapq import nsmallest
from itertools import islice
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from claimtree.model.claims import EntityId
from claimtree.model.phrases import IndexedEntity
from claimtree.model.relations import (
    Link,
    Links,
    Relation,
    RelationQuery,
    Statement,
    Waiting,
    links_of,
)
from claimtree.stores.sqlite import checksums, key_rows
from claimtree.stores.sqlite.checksums import RELATION, Seals, of_all_words
from claimtree.stores.sqlite.faults import DamagedRow
from claimtree.stores.sqlite.parameters import AMONG, select_texts
from claimtree.stores.sqlite.postings import Ints

_MOST_UNUSED: Final = 10_000
"""Ids of entities that no relation leads to any more, which are kept."""


def rows_of(num: int, relations: Sequence[Relation]) -> Iterator[tuple[int, int, str, str, str, str]]:
    """Yields the rows of the relations that an entity states, by its number."""
    for at, one in enumerate(relations):
        yield num, at, one.kind, one.to, one.quote, one.source


def write(connection: sqlite3.Connection, items: Mapping[int, IndexedEntity]) -> None:
    """Replace the relations that entities state, by their numbers."""
    rows = [row for num, item in items.items() for row in rows_of(num, item.entity.relations)]
    write_rows(connection, rows, items)


def write_rows(
    connection: sqlite3.Connection, rows: Sequence[tuple[int, int, str, str, str, str]], nums: Collection[int]
) -> None:
    """Replace the relations that the entities with these numbers state by the rows."""
    # Most stores have none, and then this costs nothing.
    if rows or _any(connection):
        with _replacing(connection, nums):
            connection.executemany(
                f"INSERT INTO relation ({RELATION}, seal) VALUES (?, ?, ?, ?, ?, ?, ?)",
                [(*row, seal) for row, seal in zip(rows, of_all_words(rows), strict=True)],
            )


def forget(connection: sqlite3.Connection, nums: Collection[int]) -> None:
    """Remove the relations that entities state, by their numbers."""
    if _any(connection):
        with _replacing(connection, nums):
            pass


def related(connection: sqlite3.Connection, ids: Collection[EntityId], query: RelationQuery) -> Links:
    """Returns the links of those of the entities that are stored."""
    nums = key_rows.entities(connection, ids)
    asked = [id for id in dict.fromkeys(ids) if id in nums]
    outgoing = _outgoing(connection, nums) if query.outgoing else ()
    incoming = _incoming(connection, asked) if query.incoming else ()
    stated = [*outgoing, *incoming]
    if outgoing and incoming:
        # A statement between two of them is found from both ends, and counts once.
        stated = list({(row[0], row[1]): row for row in stated}.values())
    names = {num: EntityId(id) for id, num in nums.items()}
    names |= _ids(connection, {row[0] for row in stated} - names.keys())
    live = nums.keys() | key_rows.entities(connection, {row[3] for row in stated} - nums.keys()).keys()
    return links_of(asked, (_statement(row, names) for row in stated if row[3] in live), query)


def first_links(
    connection: sqlite3.Connection, id: EntityId, query: RelationQuery, limit: int
) -> tuple[tuple[Link, ...], int]:
    """The first links of an entity, and how many more it has. Those are read and verified as well: a
    count in SQL would trust every row and index entry."""
    num = key_rows.entities(connection, [id]).get(id)
    if num is None:
        return (), 0
    outgoing = [row for row in _outgoing(connection, {id: num}) if row[2] in query.outgoing]
    incoming = [row for row in _incoming(connection, [id]) if row[2] in query.incoming] if query.incoming else []
    live = key_rows.entities(connection, {row[3] for row in outgoing})
    names = _ids(connection, {row[0] for row in incoming})
    links: list[Link] = []
    for _, _, kind, to, quote, source, _ in outgoing:
        if to in live:
            label = query.outgoing[kind]
            links.append(Link(label.kind, label.direction, EntityId(to), id, source, quote))
    for by, _, kind, _, quote, source, _ in incoming:
        label = query.incoming[kind]
        links.append(Link(label.kind, label.direction, names[by], names[by], source, quote))
    first = nsmallest(limit, links)
    return tuple(first), len(links) - len(first)


@dataclass(frozen=True, slots=True, eq=False)
class Statements:
    """All relations that entities state, as arrays, in one generation of a store."""

    by: Ints
    """Numbers of the entities that state them."""
    kind: Ints
    """Numbers among `kinds`."""
    target: Ints
    """Numbers among `targets`."""
    seals: Seals
    kinds: Mapping[str, int]
    targets: Mapping[str, int]
    """The ids that they lead to."""
    found: Ints
    """The number of the entity that each target is; -1 if it is not stored."""
    born: NDArray[np.int64]
    """By number, the write that every entity was last put by."""

    def pairs(self, query: RelationQuery) -> tuple[Ints, Ints]:
        """The numbers at both ends of each link that a query follows: of the entity, and of the related one."""
        to = self.found[self.target]
        outgoing, incoming = self._of(query.outgoing, to), self._of(query.incoming, to)
        near = np.concatenate((self.by[outgoing], to[incoming]))
        far = np.concatenate((to[outgoing], self.by[incoming]))
        return near, far

    def _of(self, kinds: Collection[str], to: Ints) -> NDArray[np.intp]:
        asked = np.isin(self.kind, [self.kinds[kind] for kind in kinds if kind in self.kinds])
        return np.flatnonzero(asked & (to >= 0))

    def changed(self, born: NDArray[np.int64]) -> NDArray[np.intp]:
        """The numbers of the entities that were put or removed since, given the later `born`."""
        known = len(self.born)
        return np.concatenate((np.flatnonzero(self.born != born[:known]), np.arange(known, len(born))))


_NO_STATEMENTS: Final = Statements(
    by=np.zeros(0, np.int32),
    kind=np.zeros(0, np.int32),
    target=np.zeros(0, np.int32),
    seals=np.zeros(0, np.int64),
    kinds={},
    targets={},
    found=np.zeros(0, np.int32),
    born=np.zeros(0, np.int64),
)


def statements(
    connection: sqlite3.Connection, born: NDArray[np.int64], is_stored: NDArray[np.bool_], earlier: Statements | None
) -> Statements:
    """Returns every relation; of entities that have not changed since an earlier generation, without reading them.

    `born` and `is_stored` tell by number when each entity was last put, and whether it still is there.
    """
    # What no relation leads to any more is forgotten with the next complete reading.
    if earlier is None or len(earlier.targets) > 2 * len(earlier.by) + _MOST_UNUSED:
        earlier = _NO_STATEMENTS
    changed = earlier.changed(born)
    is_changed = np.zeros(len(born), np.bool_)
    is_changed[changed] = True
    kept = np.flatnonzero(~is_changed[earlier.by])
    rows = _stated_by(connection, changed[is_stored[changed]], every=not len(earlier.born))
    kinds, targets = dict(earlier.kinds), dict(earlier.targets)
    made = Statements(
        by=_appended(earlier.by[kept], [row[0] for row in rows]),
        kind=_appended(earlier.kind[kept], [kinds.setdefault(row[2], len(kinds)) for row in rows]),
        target=_appended(earlier.target[kept], [targets.setdefault(row[3], len(targets)) for row in rows]),
        seals=np.append(earlier.seals[kept], np.array([row[-1] for row in rows], np.int64)),
        kinds=kinds,
        targets=targets,
        found=_found(connection, targets, is_stored, earlier),
        born=born,
    )
    checksums.require_intact(connection, "relation", len(made.by), int(made.seals.sum()))
    return made


def _stated_by(connection: sqlite3.Connection, nums: NDArray[np.intp], *, every: bool) -> list[tuple[Any, ...]]:
    """Returns the relations that these entities state; `every`: these are all entities."""
    if not len(nums) or not _any(connection):
        return []
    condition, given = ("", ()) if every else (f"WHERE entity {AMONG}", (json.dumps(nums.tolist()),))
    return _verified(connection.execute(f"SELECT {RELATION}, seal FROM relation {condition}", given))


def _appended(some: Ints, more: list[int]) -> Ints:
    return np.append(some, np.array(more, np.int32))


def _found(
    connection: sqlite3.Connection, targets: Mapping[str, int], is_stored: NDArray[np.bool_], earlier: Statements
) -> Ints:
    """Returns the number of the entity that each target is; -1 if it is not stored."""
    found = np.full(len(targets), -1, np.int32)
    found[: len(earlier.found)] = np.where(is_stored[earlier.found], earlier.found, -1)
    fresh = islice(targets, len(earlier.targets), None)
    nums = key_rows.entities(connection, fresh)
    if earlier.targets:
        # An id that was not stored can only be that of an entity that was added since.
        added = checksums.entities(connection, "WHERE num >= ?", (len(earlier.born),))
        nums |= zip(added.ids, added.nums.tolist(), strict=True)
    for id, num in nums.items():
        if id in targets:
            found[targets[id]] = num
    return found


def between(
    connection: sqlite3.Connection, some: Mapping[EntityId, int], others: Mapping[EntityId, int], query: RelationQuery
) -> Links:
    """The links of some entities that lead to certain others, by ids and numbers; however many links each has."""
    rows: dict[tuple[int, int], tuple[Any, ...]] = {}
    for by, to in ((some, others), (others, some)):
        listed, targets = json.dumps(list(by.values())), json.dumps(list(to))
        # The plus keeps SQLite off the index of targets: of what is stated about an entity there may be more.
        asked = f"SELECT {RELATION}, seal FROM relation WHERE entity {AMONG} AND +target {AMONG}"
        rows |= {(row[0], row[1]): row for row in _verified(connection.execute(asked, (listed, targets)))}
    names = {num: id for known in (some, others) for id, num in known.items()}
    found = links_of(some, (_statement(row, names) for row in rows.values()), query)
    return {id: tuple(link for link in links if link.to in others) for id, links in found.items()}


def waiting(connection: sqlite3.Connection, limit: int) -> Waiting:
    """Returns how many relations lead to entities that are not stored, and the first of them."""
    targets = _targets(connection)
    missing = targets.keys() - key_rows.entities(connection, targets).keys()
    if not missing:
        return Waiting()
    names = _ids(connection, _stating(connection, missing))
    # Only the rows that are shown are read: thousands may wait.
    first: dict[str, int] = {names[num]: num for num in nsmallest(limit, names, key=lambda num: names[num])}
    rows = [row for row in _outgoing(connection, first) if row[3] in missing]
    rows.sort(key=lambda row: (names[row[0]], row[1]))
    count = sum(targets[target] for target in missing)
    return Waiting(count=count, first=tuple(_statement(row, names) for row in rows[:limit]))


def _stating(connection: sqlite3.Connection, targets: Collection[str]) -> set[int]:
    """Returns the numbers of the entities that state relations to these."""
    nums, again = (
        {num for (num,) in select_texts(connection, f"SELECT entity FROM relation INDEXED BY {by} IN", targets)}
        for by in ("relation_target WHERE target", "relation_target_again WHERE target || ''")
    )
    if nums != again:
        raise DamagedRow("two indexes of relations by what they lead to differ")
    return nums


def _targets(connection: sqlite3.Connection) -> dict[str, int]:
    """Returns the ids that relations lead to, and how many lead to each."""
    found, again = (
        connection.execute(f"SELECT {key}, count(*) FROM relation INDEXED BY {index} GROUP BY {key}").fetchall()
        for key, index in (("target", "relation_target"), ("target || ''", "relation_target_again"))
    )
    key_rows.require_same_pairs("relations by what they lead to", found, again)
    counts = dict(found)
    if sum(counts.values()) != checksums.total(connection, "relation")[0]:
        raise DamagedRow("relations are missing, or are not counted")
    return counts


def _any(connection: sqlite3.Connection) -> bool:
    """True if there are relations; raises if their total says otherwise."""
    (found,) = connection.execute("SELECT EXISTS (SELECT 1 FROM relation)").fetchone()
    if found != (checksums.total(connection, "relation")[0] > 0):
        raise DamagedRow("relations are missing, or are not counted")
    return bool(found)


@contextmanager
def _replacing(connection: sqlite3.Connection, nums: Collection[int]) -> Iterator[None]:
    """Context manager that deletes the relations that entities state; new ones are inserted inside
    it.
    """
    listed = (json.dumps(list(nums)),)
    with checksums.counting(connection, "relation", f"WHERE entity {AMONG}", listed):
        connection.execute(f"DELETE FROM relation WHERE entity {AMONG}", listed)
        yield


def _outgoing(connection: sqlite3.Connection, nums: Mapping[str, int]) -> list[tuple[Any, ...]]:
    """Returns the relations that these entities state."""
    listed = json.dumps(list(nums.values()))
    rows = _verified(connection.execute(f"SELECT {RELATION}, seal FROM relation WHERE entity {AMONG}", (listed,)))
    again = connection.execute(
        f"SELECT at FROM relation INDEXED BY relation_again WHERE ~entity {AMONG}", (key_rows.inverted(nums.values()),)
    )
    key_rows.require_same_numbers("relations", ((row[0], row[1]) for row in rows), again)
    return rows


def _incoming(connection: sqlite3.Connection, ids: Sequence[EntityId]) -> list[tuple[Any, ...]]:
    """Returns the relations that lead to these entities."""
    # The rows come by the second index, because SQLite before 3.41 reads a row for each entry of an index of an
    # expression anyway; the first index has the numbers in its own entries.
    by_again = f"SELECT {RELATION}, seal FROM relation INDEXED BY relation_target_again WHERE target || '' IN"
    rows = _verified(select_texts(connection, by_again, ids))
    entries = select_texts(connection, "SELECT entity FROM relation INDEXED BY relation_target WHERE target IN", ids)
    key_rows.require_same_numbers("relations by what they lead to", ((row[3], row[0]) for row in rows), entries)
    return rows


def _verified(rows: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Returns rows of `RELATION` and seal; raises if a seal is wrong."""
    # All rows are fetched first: an error must not leave a query half read.
    found = list(rows)
    for row, seal in zip(found, of_all_words([row[:-1] for row in found]), strict=True):
        if seal != row[-1]:
            raise DamagedRow(f"a relation of entity {row[0]} is not as it was written")
    return found


def _ids(connection: sqlite3.Connection, nums: Collection[int]) -> dict[int, EntityId]:
    """Returns the ids of entities by number; raises if one is missing."""
    if not nums:
        return {}
    found = checksums.entities(connection, f"WHERE num {AMONG}", (json.dumps(list(nums)),))
    if len(found.ids) != len(nums):
        raise DamagedRow("an entity that states relations is missing")
    return dict(zip(found.nums.tolist(), map(EntityId, found.ids), strict=True))


def _statement(row: tuple[Any, ...], names: Mapping[int, EntityId]) -> Statement:
    num, _, kind, target, quote, source, _ = row
    return Statement(names[num], kind, target, quote, source)
