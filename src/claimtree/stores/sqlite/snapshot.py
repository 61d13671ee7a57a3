"""A snapshot: the hierarchy and the postings loaded so far, as arrays of one generation of the
store.

Within a level, entities are numbered in the order of their ids ("ordinals"), so that ties break by
ordinal. Arrays that are indexed by ordinals have one slot more than there are entities: a missing
entity has the ordinal -1, so it reads the last slot, which is always empty.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from claimtree.geo import Points
from claimtree.model.amounts import Amount
from claimtree.model.claims import EntityId, Facet
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.phrases import PhraseId
from claimtree.model.places import Near, NearKind, Place, PlaceKind
from claimtree.model.plans import Linked, Plan
from claimtree.stores.sqlite import checksums, geography, key_rows, relations
from claimtree.stores.sqlite.parameters import AMONG
from claimtree.stores.sqlite.posting_merge import chunk_bodies, delta_bodies
from claimtree.stores.sqlite.postings import Ints, Ordinals, Postings, Run, decode_entities, ranges, without_amounts

if TYPE_CHECKING:
    from claimtree.stores.sqlite.linked import RelatedVerdicts

_NEVER = np.iinfo(np.int64).max
_KEPT = 8
"""Groups of many places whose distances to all entities are cached."""


@dataclass(frozen=True, eq=False)
class Level:
    """The entities of one level, by ordinal."""

    nums: Ints
    parents: Ordinals
    """Ordinals one level up, -1 for none; with the extra slot."""
    facets: Ints

    def __len__(self) -> int:
        return len(self.nums)


_NO_ENDS, _NOT_OPEN = np.zeros((0, 0)), np.zeros((0, 0), np.uint8)


@dataclass(frozen=True, eq=False)
class PhrasePostings:
    """The postings of one phrase, by ordinal."""

    rows: Ints
    low: NDArray[np.float64]
    """One row per slot, as in `high` and `open`."""
    high: NDArray[np.float64]
    open: NDArray[np.uint8]

    @classmethod
    def without_slots(cls, rows: Ints) -> PhrasePostings:
        """Returns the postings of a phrase without slots."""
        return cls(rows, _NO_ENDS, _NO_ENDS, _NOT_OPEN)

    @classmethod
    def joined(cls, parts: Sequence[PhrasePostings]) -> PhrasePostings | None:
        """Returns all parts joined; None if there are no postings."""
        parts = [part for part in parts if len(part.rows)]
        if len(parts) < 2:
            return parts[0] if parts else None
        rows = np.concatenate([part.rows for part in parts])
        if not len(parts[0].low):
            return cls.without_slots(rows)
        low, high = (np.concatenate([getattr(part, name) for part in parts], axis=1) for name in ("low", "high"))
        return cls(rows, low, high, np.concatenate([part.open for part in parts], axis=1))

    @cached_property
    def sorted(self) -> tuple[tuple[Sorted, PhrasePostings] | None, ...]:
        """Per slot, the postings that state one value, sorted by value, and the others; None where
        there are too few to sort.
        """
        found: list[tuple[Sorted, PhrasePostings] | None] = []
        for slot in range(len(self.low)):
            points = (self.low[slot] == self.high[slot]) & (self.open[slot] == 0)
            if np.count_nonzero(points) < _WORTH_SORTING:
                found.append(None)
                continue
            others = ~points
            rest = PhrasePostings(self.rows[others], self.low[:, others], self.high[:, others], self.open[:, others])
            found.append((Sorted.of(self.rows[points], self.low[slot][points]), rest))
        return tuple(found)


_WORTH_SORTING = 1_000


@dataclass(frozen=True, slots=True, eq=False)
class Sorted:
    """Postings that state one value each, sorted by value: those within a range are one slice."""

    values: NDArray[np.float64]
    rows: Ordinals

    @classmethod
    def of(cls, rows: NDArray[np.integer], values: NDArray[np.float64]) -> Sorted:
        order = np.argsort(values, kind="stable")
        return cls(values[order], rows[order].astype(np.int64))

    def split(self, asked: Amount) -> tuple[Ordinals, Ordinals]:
        """Returns the entities that state an asked value, and those that state another."""
        first, after = self.span(asked)
        return self.rows[first:after], np.concatenate((self.rows[:first], self.rows[after:]))

    def span(self, asked: Amount) -> tuple[int, int]:
        """Returns the slice of entities that state an asked value: `Amount.includes` for all of
        them at once.
        """
        first = int(np.searchsorted(self.values, asked.low, side="right" if asked.low_open else "left"))
        after = int(np.searchsorted(self.values, asked.high, side="left" if asked.high_open else "right"))
        return first, max(first, after)


@dataclass(frozen=True, eq=False)
class Located:
    """The entities of a level that have coordinates, by ordinal, and the coordinates."""

    rows: Ordinals
    points: Points

    @classmethod
    def of(cls, lats: NDArray[np.float64], lons: NDArray[np.float64]) -> Located:
        rows = np.flatnonzero(~np.isnan(lats))
        return cls(rows, Points(lats[rows], lons[rows]))


@dataclass(frozen=True, eq=False)
class Layout:
    """How the rows of groups are laid out one after the other, given how many each group has."""

    counts: Ordinals

    @cached_property
    def filled(self) -> Ordinals:
        """The groups that have rows."""
        return np.flatnonzero(self.counts)

    @cached_property
    def bare(self) -> Ordinals:
        """The groups that have none."""
        return np.flatnonzero(self.counts == 0)

    @cached_property
    def starts(self) -> Ordinals:
        """Where the rows of each group begin."""
        return np.cumsum(self.counts) - self.counts

    @cached_property
    def owners(self) -> NDArray[np.int32]:
        """The group of each row."""
        return np.repeat(np.arange(len(self.counts), dtype=np.int32), self.counts)


@dataclass(frozen=True, eq=False)
class Grouped:
    """Entities grouped by one ancestor, ordered by ordinal within a group."""

    rows: Ordinals
    starts: Ordinals
    """Where the entities of each group begin; one more than there are groups."""

    @classmethod
    def by(cls, owners: Ordinals, rows: Ordinals, groups: int) -> Grouped:
        """Returns the rows grouped by owner; rows without one (-1) are left out."""
        order = np.argsort(owners, kind="stable")
        starts = np.zeros(groups + 1, np.int64)
        np.cumsum(np.bincount(owners[owners >= 0], minlength=groups), out=starts[1:])
        return cls(rows[order[len(order) - int(starts[-1]) :]], starts)

    @cached_property
    def counts(self) -> Ordinals:
        return np.diff(self.starts)

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.counts)

    def members(self, groups: Ordinals) -> Ordinals:
        if len(groups) == 1:
            return self.rows[self.starts[groups[0]] : self.starts[groups[0] + 1]]
        return self.rows.take(ranges(self.starts[groups], self.counts[groups]))


@dataclass(frozen=True, slots=True)
class EntityRow:
    """An entity's own row."""

    id: EntityId
    depth: int
    parent: EntityId | None
    facet: Facet | None
    located: bool
    """True if its coordinates are known."""


class Snapshot:
    """What ranking needs of one generation. Arrays are never changed once made, so threads share
    them.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        hierarchy: Hierarchy,
        generation: int,
        phrase_numbers: key_rows.PhraseNumbers,
        *,
        earlier_statements: relations.Statements | None = None,
    ) -> None:
        self.generation = generation
        self._phrase_numbers = phrase_numbers
        self.hierarchy = hierarchy
        self.answers = hierarchy.depth[hierarchy.answers]
        found = checksums.all_entities(connection)
        # Sorted here, because an index that has lost its order would not be noticed.
        order = np.array(sorted(range(len(found.ids)), key=found.ids.__getitem__), np.int64)
        columns = (found.nums, found.depths, found.parents, found.facets, found.born)
        num, depth, parent, facet, born = (column[order] for column in columns)
        size = key_rows.last_entity(connection) + 1
        self._born = np.full(size, _NEVER, np.int64)
        self._born[num] = born
        self._ordinal = np.full(size, -1, np.int32)
        self._depth = np.full(size, -1, np.int8)
        self._depth[num] = depth
        self._located = np.zeros(size, np.bool_)
        self._located[found.nums] = found.located
        self._id_seals = np.zeros(size, np.uint32)
        """By number, so that an id can be checked without the rest of its row."""
        self._id_seals[found.nums] = found.id_seals
        places = [np.flatnonzero(depth == d) for d in range(len(hierarchy.levels))]
        for here in places:
            self._ordinal[num[here]] = np.arange(len(here), dtype=np.int32)
        self.levels = [
            Level(
                nums=num[here].astype(np.int32),
                parents=np.append(self._ordinal[parent[here]], -1).astype(np.int64),
                facets=facet[here].astype(np.int32),
            )
            for here in places
        ]
        self._facets: dict[Facet, int] = key_rows.names(connection, "facet")
        self._facet_names = {number: name for name, number in self._facets.items()}
        self._recent = self._unfolded(connection)
        self._up: dict[tuple[int, int], Ordinals] = {}
        self.says: dict[PhraseId, PhrasePostings | None] = {}
        """The valid postings of the phrases loaded so far; None if there are none."""
        self._nearest: dict[PlaceKind, list[Sorted]] = {}
        self._nearest_of: dict[tuple[int, tuple[int, ...]], tuple[tuple[Place, ...], Sorted]] = {}
        self._measuring = threading.Lock()
        self._points: list[Located] | None = None
        self._parts_of_answers: dict[tuple[int, Facet | None], Grouped] = {}
        self._under: dict[int, Grouped] = {}
        self._parts: dict[int, Grouped] = {}
        self._statements: relations.Statements | None = None
        self._earlier_statements = earlier_statements
        self.related_verdicts: deque[tuple[Linked, RelatedVerdicts]] = deque(maxlen=_KEPT)
        """What related entities say about the wishes that were last asked through a relation."""

    @property
    def numbers(self) -> int:
        """One more than the largest number of an entity."""
        return len(self._ordinal)

    @property
    def statements(self) -> relations.Statements:
        """What entities state of links to others."""
        assert self._statements is not None  # prepared
        return self._statements

    @property
    def latest_statements(self) -> relations.Statements | None:
        """Those of this generation, or of an earlier one if none were needed since; None if none ever were."""
        return self._statements or self._earlier_statements

    @property
    def answer_count(self) -> int:
        """Number of entities at the answer level."""
        return len(self.levels[self.answers])

    @cached_property
    def all_answers(self) -> Ordinals:
        """Every ordinal of the answer level; compared by identity, since it needs no lookup."""
        return np.arange(self.answer_count)

    def up(self, lower: int, upper: int) -> Ordinals:
        """Returns, for each ordinal at the lower depth, its ancestor's at the upper one; with the
        extra slot.
        """
        found = self._up.get((lower, upper))
        if found is None:
            found = np.append(np.arange(len(self.levels[lower])), -1)
            for depth in range(lower, upper, -1):
                found = self.levels[depth].parents[found]
            self._up[lower, upper] = found
        return found

    def under(self, depth: int) -> Grouped:
        """Returns the answers under each entity of a level above them."""
        if depth not in self._under:
            above = self.up(self.answers, depth)[:-1]
            self._under[depth] = Grouped.by(above, self.all_answers, len(self.levels[depth]))
        return self._under[depth]

    def ids(self, connection: sqlite3.Connection, nums: Collection[int]) -> dict[int, EntityId]:
        """Returns the ids of entities by number; raises if one is missing."""
        listed = json.dumps(list(nums))
        found = dict(connection.execute(f"SELECT num, id FROM entity WHERE num {AMONG}", (listed,)).fetchall())
        for num in nums:
            checksums.require("entity", num, checksums.of_text(found[num]), self._id_seals[num])
        return found

    def first_by_id(self, nums: Ints, count: int) -> list[int]:
        """So many of each level, by id, of entities of any level; which of them are first of all, their ids tell."""
        depths, ordinals = self._depth[nums], self._ordinal[nums]
        found: list[int] = []
        for depth in np.unique(depths).tolist():
            here = np.sort(ordinals[depths == depth])[:count]
            found += self.levels[depth].nums[here].tolist()
        return found

    def line(self, num: int) -> list[int]:
        """The number of an entity, and its ancestors' from the nearest on."""
        depth, at = int(self._depth[num]), int(self._ordinal[num])
        line = [num]
        while depth and (at := int(self.levels[depth].parents[at])) >= 0:
            depth -= 1
            line.append(int(self.levels[depth].nums[at]))
        return line

    def judged_with(self, num: int) -> list[int]:
        """The numbers of those that a related entity is judged with: see `model.related`."""
        return self.family(num) if self._depth[num] == self.answers else self.line(num)

    def last_puts(self, nums: Collection[int]) -> list[int]:
        """Returns the generations in which entities were last put: what is stored of them did not change since."""
        found: list[int] = self._born[list(nums)].tolist()
        return found

    def rows(self, connection: sqlite3.Connection, nums: Collection[int]) -> dict[int, EntityRow]:
        """Returns entities by number."""
        parents = {num: self._parent(num) for num in nums}
        ids = self.ids(connection, {*nums, *(parent for parent in parents.values() if parent is not None)})
        return {num: self._row(num, parents[num], ids) for num in nums}

    def _parent(self, num: int) -> int | None:
        depth = int(self._depth[num])
        above = int(self.levels[depth].parents[self._ordinal[num]])
        return int(self.levels[depth - 1].nums[above]) if above >= 0 else None

    def _row(self, num: int, parent: int | None, ids: Mapping[int, EntityId]) -> EntityRow:
        depth = int(self._depth[num])
        return EntityRow(
            id=ids[num],
            depth=depth,
            parent=None if parent is None else ids[parent],
            facet=self._facet_names.get(int(self.levels[depth].facets[self._ordinal[num]])),
            located=bool(self._located[num]),
        )

    def family(self, num: int) -> list[int]:
        """Returns the numbers of an entity, of its ancestors from the nearest on, and of its parts:
        nearer ones first, then by id.
        """
        depth, ordinal = int(self._depth[num]), int(self._ordinal[num])
        line = self.line(num)
        rows = np.array([ordinal])
        while depth + 1 < len(self.levels) and len(rows):
            rows = self._parts_at(depth).members(rows)
            depth += 1
            line += self.levels[depth].nums[rows].tolist()
        return line

    def _parts_at(self, depth: int) -> Grouped:
        """Returns the direct parts of the entities of a level."""
        if depth not in self._parts:
            level = self.levels[depth + 1]
            rows = np.arange(len(level))
            self._parts[depth] = Grouped.by(level.parents[:-1], rows, len(self.levels[depth]))
        return self._parts[depth]

    def parts_of_answers(self, depth: int, facet: Facet | None) -> Grouped:
        """Returns the entities of a level below the answers, and of a facet unless None, grouped by
        answer.
        """
        key = (depth, facet)
        if key not in self._parts_of_answers:
            level = self.levels[depth]
            rows = np.arange(len(level))
            if facet is not None:
                # Facets are numbered from 1, and 0 means none: an unknown facet must not match
                # those.
                rows = rows[level.facets == self._facets.get(facet, -1)]
            self._parts_of_answers[key] = Grouped.by(self.up(depth, self.answers)[rows], rows, self.answer_count)
        return self._parts_of_answers[key]

    def prepare(self, connection: sqlite3.Connection, plan: Plan) -> None:
        """Load what a plan needs and is not loaded yet; the connection must see our generation."""
        self.load(connection, {phrase for wish in plan.all_wishes for phrase in wish.sure.ids()})
        if self._statements is None and any(wish.linked is not None for wish in plan.wishes):
            is_stored = self._depth >= 0
            self._statements = relations.statements(connection, self._born, is_stored, self._earlier_statements)
            self._earlier_statements = None
        for match in (match for wish in plan.all_wishes for match in wish.places):
            test = match.test
            if isinstance(test, NearKind) and test.kind not in self._nearest:
                metres = self._by_level(*geography.metres_of(connection, test.kind))
                known = [np.flatnonzero(~np.isnan(far)) for far in metres]
                self._nearest[test.kind] = [Sorted.of(rows, far[rows]) for rows, far in zip(known, metres, strict=True)]
            if self._points is None and (match.stands_in or not isinstance(test, NearKind)):
                nums, points = geography.points(connection)
                lats, lons = self._by_level(nums, points.lats), self._by_level(nums, points.lons)
                self._points = [Located.of(lat, lon) for lat, lon in zip(lats, lons, strict=True)]

    def nearest(self, kind: PlaceKind, depth: int) -> Sorted:
        """Returns the entities of a level whose distance to the nearest place of a kind is known,
        by distance.
        """
        return self._nearest[kind][depth]

    def nearest_of(self, test: Near, depth: int) -> Sorted:
        """Returns the same for any of many places.

        Cached for the next radius: searches for the good places of a kind all use the same ones.
        """
        key = depth, tuple(map(id, test.places))
        with self._measuring:
            known = self._nearest_of.pop(key, None)
            if known is None:
                located = self.located(depth)
                known = test.places, Sorted.of(located.rows, test.index.find(located.points)[1])
            # The most recently used goes last. The cache holds the places, so that their ids (the
            # key) are not reused.
            self._nearest_of[key] = known
            if len(self._nearest_of) > _KEPT:
                del self._nearest_of[next(iter(self._nearest_of))]
        return known[1]

    def located(self, depth: int) -> Located:
        """Returns the coordinates of the entities of a level."""
        assert self._points is not None  # `prepare` was called
        return self._points[depth]

    def _by_level(self, nums: Ints, values: NDArray[np.float64]) -> list[NDArray[np.float64]]:
        """Returns values of entities by depth and ordinal; NaN where there is none."""
        by_num = np.full(len(self._ordinal), np.nan)
        by_num[nums] = values
        return [by_num[level.nums] for level in self.levels]

    def load(self, connection: sqlite3.Connection, phrases: Collection[PhraseId]) -> None:
        """Load the postings of phrases that are not loaded yet; the connection must see our
        generation.
        """
        missing = [id for id in phrases if id not in self.says]
        if not missing:
            return
        parts: dict[PhraseId, list[PhrasePostings]] = {id: [] for id in missing}
        plain: list[tuple[PhraseId, int, bytes]] = []
        ids = {num: id for id, num in self._phrase_numbers.nums(connection, missing).items()}
        for num, seq, body in chunk_bodies(connection, ids):
            id = ids[num]
            if without_amounts(body):
                plain.append((id, seq, body))
            else:
                parts[id].append(self._placed(self._valid(Postings.decode(body), seq)))
        for id, rows in self._plainly_placed(plain):
            parts[id].append(PhrasePostings.without_slots(rows))
        if len(self._recent):
            for num, found in self._recent.of_phrases(list(ids)):
                parts[ids[num]].append(self._placed(found))
        self.says.update({id: PhrasePostings.joined(found) for id, found in parts.items()})

    def _unfolded(self, connection: sqlite3.Connection) -> Run:
        """Returns the valid postings of the writes that were not merged yet, joined, because each
        is read for many phrases.
        """
        deltas = [(seq, Run.decode(body)) for seq, body in delta_bodies(connection)]
        if not deltas:
            return Run.of([], [], [], [])
        run = Run.concatenate([run for _, run in deltas])
        seqs = np.repeat([seq for seq, _ in deltas], [len(run) for _, run in deltas])
        return run.take(np.flatnonzero(self._born[run.entities] <= seqs)).sorted()

    def _valid(self, postings: Postings, seq: int) -> Postings:
        return postings.take(self._born[postings.entities] <= seq)

    def _placed(self, postings: Postings) -> PhrasePostings:
        if not postings.amounts.size:
            return PhrasePostings.without_slots(self._ordinal[postings.entities])
        low, high, open = (np.ascontiguousarray(postings.amounts[name].T) for name in ("low", "high", "open"))
        return PhrasePostings(self._ordinal[postings.entities], low, high, open)

    def _plainly_placed(self, chunks: Sequence[tuple[PhraseId, int, bytes]]) -> Iterator[tuple[PhraseId, Ints]]:
        """Yields the valid postings of many chunks without amounts."""
        if not chunks:
            return
        ids, seqs, bodies = zip(*chunks, strict=True)
        entities, counts = decode_entities(bodies)
        valid = self._born[entities] <= np.repeat(np.array(seqs, np.int64), counts)
        ends = np.concatenate(([0], np.cumsum(valid)))[np.cumsum(counts)].tolist()
        rows = self._ordinal[entities[valid]]
        for id, start, end in zip(ids, [0, *ends], ends, strict=False):
            yield id, rows[start:end]
