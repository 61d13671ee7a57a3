"""What filters ask of rows, as columns: numbers, choices, words, coordinates, times.

A filter over a hundred thousand rows is a few operations on arrays. To make the columns every row is
read once, which takes some tenths of a millisecond each, so they are kept in a file (`table_file`),
and a row is read again only when it was written.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from claimtree.geo import Point, Points
from claimtree.model.claims import EntityId
from claimtree.model.name_folding import name_key
from claimtree.model.source_query import Around, Bounds, SourceQuery, SourceSpec
from claimtree.structured.parameters import time_of

Mask = NDArray[np.bool_]
Ordinals = NDArray[np.int64]
Bits = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, kw_only=True)
class RowFacts:
    """What the columns have of one row."""

    id: EntityId
    words: frozenset[str]
    numbers: Mapping[str, float]
    choices: Mapping[str, frozenset[str]]
    """What its columns allow: see `RowMaker.choices`."""
    point: Point | None
    updated: float
    """When it was written, in seconds since 1970; nan if that is not known."""
    has_parent: bool
    digest: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class RowTable:
    """The rows of a store by columns, ordered by id."""

    ids: tuple[EntityId, ...]
    digests: tuple[str, ...]
    written: NDArray[np.int64]
    """The number of the write that each row is of; 0 if that is not known."""
    has_parent: Mask
    numbers: Mapping[str, NDArray[np.float64]]
    choices: Mapping[str, Bits]
    """A bit for each value that a row allows, in the order of the interface; all of them where it has no column."""
    lats: NDArray[np.float64]
    lons: NDArray[np.float64]
    updated: NDArray[np.float64]
    vocabulary: tuple[str, ...]
    counts: NDArray[np.int64]
    """How many words each row has."""
    words: NDArray[np.int32]
    """The words of all rows, one row after the other."""
    above: str = ""
    """A digest of the entities that rows lie in: what these say holds for the rows as well."""

    def __len__(self) -> int:
        return len(self.ids)

    @classmethod
    def of(cls, rows: Sequence[RowFacts], written: Sequence[int], spec: SourceSpec) -> RowTable:
        """Returns the columns of some rows."""
        order = sorted(range(len(rows)), key=lambda i: rows[i].id)
        rows, written = [rows[i] for i in order], [written[i] for i in order]
        number_of: dict[str, int] = {}
        words = [number_of.setdefault(word, len(number_of)) for row in rows for word in sorted(row.words)]
        return cls(
            ids=tuple(row.id for row in rows),
            digests=tuple(row.digest for row in rows),
            written=np.array(written, np.int64),
            has_parent=np.array([row.has_parent for row in rows], np.bool_),
            numbers={
                name: np.array([row.numbers.get(name, math.nan) for row in rows], np.float64) for name in spec.numbers
            },
            choices={
                name: _bits([row.choices.get(name) for row in rows], values) for name, values in spec.choices.items()
            },
            lats=np.array([math.nan if row.point is None else row.point.lat for row in rows], np.float64),
            lons=np.array([math.nan if row.point is None else row.point.lon for row in rows], np.float64),
            updated=np.array([row.updated for row in rows], np.float64),
            vocabulary=tuple(number_of),
            counts=np.array([len(row.words) for row in rows], np.int64),
            words=np.array(words, np.int32),
        )

    def take(self, which: Ordinals) -> RowTable:
        """Returns some rows, in the order of their numbers."""
        return replace(
            self,
            ids=tuple(self.ids[i] for i in which.tolist()),
            digests=tuple(self.digests[i] for i in which.tolist()),
            written=self.written[which],
            has_parent=self.has_parent[which],
            numbers={name: column[which] for name, column in self.numbers.items()},
            choices={name: column[which] for name, column in self.choices.items()},
            lats=self.lats[which],
            lons=self.lons[which],
            updated=self.updated[which],
            counts=self.counts[which],
            words=_gathered(self.words, self.counts, which),
        )

    def joined(self, other: RowTable) -> RowTable:
        """Returns the rows of both, which have different ids."""
        known = {word: number for number, word in enumerate(self.vocabulary)}
        for word in other.vocabulary:
            known.setdefault(word, len(known))
        theirs = np.array([known[word] for word in other.vocabulary], np.int32)
        both = replace(
            self,
            ids=self.ids + other.ids,
            digests=self.digests + other.digests,
            written=np.concatenate([self.written, other.written]),
            has_parent=np.concatenate([self.has_parent, other.has_parent]),
            numbers={name: np.concatenate([column, other.numbers[name]]) for name, column in self.numbers.items()},
            choices={name: np.concatenate([column, other.choices[name]]) for name, column in self.choices.items()},
            lats=np.concatenate([self.lats, other.lats]),
            lons=np.concatenate([self.lons, other.lons]),
            updated=np.concatenate([self.updated, other.updated]),
            vocabulary=tuple(known),
            counts=np.concatenate([self.counts, other.counts]),
            words=np.concatenate([self.words, theirs[other.words]]),
        )
        return both.take(np.array(sorted(range(len(both)), key=both.ids.__getitem__), np.int64))

    @cached_property
    def row_of(self) -> Mapping[EntityId, int]:
        """The number of each row."""
        return {id: row for row, id in enumerate(self.ids)}

    def passing(self, query: SourceQuery, spec: SourceSpec) -> Mask:
        """Returns which rows pass the filters, as far as columns say; where a row has no column, it passes."""
        found = np.ones(len(self), np.bool_)
        for name, value in query.choices.items():
            byte, bit = divmod(list(spec.choices[name]).index(value), 8)
            found &= self.choices[name][:, byte] & (0x80 >> bit) > 0
        for name, bounds in query.bounds.items():
            found &= _within(self.numbers[name], bounds)
        for word in set(name_key(query.search).split()):
            found &= self._with_word(word)
        if query.around is not None:
            found &= self._around(query.around)
        if query.updated_since and (since := time_of(query.updated_since)) is not None:
            found &= ~(self.updated < since.timestamp())
        return found

    def _with_word(self, word: str) -> Mask:
        found = np.zeros(len(self), np.bool_)
        if (number := self._number_of.get(word)) is not None:
            first, after = np.searchsorted(self._by_word[0], [number, number + 1])
            found[self._by_word[1][first:after]] = True
        return found

    @cached_property
    def _number_of(self) -> Mapping[str, int]:
        return {word: number for number, word in enumerate(self.vocabulary)}

    @cached_property
    def _by_word(self) -> tuple[NDArray[np.int32], Ordinals]:
        """The words in order, and the row of each."""
        order = np.argsort(self.words, kind="stable")
        return self.words[order], np.repeat(np.arange(len(self)), self.counts)[order]

    def _around(self, around: Around) -> Mask:
        found = np.zeros(len(self), np.bool_)
        there = np.flatnonzero(~np.isnan(self.lats))
        metres = Points(self.lats[there], self.lons[there]).distances_m(Points.of([Point(around.lat, around.lon)]))
        found[there] = metres <= around.radius_km * 1000
        return found


def _within(column: NDArray[np.float64], bounds: Bounds) -> Mask:
    low = -math.inf if bounds.low is None else bounds.low
    high = math.inf if bounds.high is None else bounds.high
    found: Mask = np.isnan(column) | ((column >= low) & (column <= high))
    return found


def _bits(allowed: Sequence[frozenset[str] | None], values: Iterable[str]) -> Bits:
    """Returns for each row which values it allows; None allows all."""
    named = tuple(values)
    flags = [[some is None or value in some for value in named] for some in allowed]
    return np.packbits(np.array(flags, np.bool_).reshape(len(allowed), len(named)), axis=1)


def _gathered(values: NDArray[np.int32], counts: NDArray[np.int64], which: Ordinals) -> NDArray[np.int32]:
    """Returns the values of some groups, one group after the other."""
    starts, sizes = (np.cumsum(counts) - counts)[which], counts[which]
    ends = np.cumsum(sizes)
    at = np.arange(int(ends[-1]) if len(ends) else 0) - np.repeat(ends - sizes, sizes) + np.repeat(starts, sizes)
    found: NDArray[np.int32] = values[at]
    return found
