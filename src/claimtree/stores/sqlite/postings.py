"""Postings as arrays: which entities state a phrase, and with which amounts.

A `Run` holds postings of many phrases, as one write brings them; a chunk holds those of one phrase,
compressed. Entities are small numbers here. Amounts are stored beside them, one per slot of the
phrase.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
"""As stored."""
Ordinals = NDArray[np.int64]
"""As used: numpy indexes by 64-bit integers three times as fast as by 32-bit ones, which it widens
each time.
"""
Amounts = NDArray[np.void]

AMOUNT = np.dtype([("low", "<f8"), ("high", "<f8"), ("open", "u1")])
"""The ends of one amount; bit 0 of `open`: the low end is open, bit 1: the high end."""

_HEADER = np.dtype([("postings", "<u4"), ("amounts", "<u4")])
_WIDTHS = (np.dtype("u1"), np.dtype("<u2"), np.dtype("<u4"))
_LIMITS = (0xFF, 0xFFFF, 0xFFFFFFFF)


def ranges(starts: NDArray[np.integer], counts: NDArray[np.integer]) -> NDArray[np.int64]:
    """Returns the positions start, start + 1, … of every range, one range after the other.

    >>> ranges(np.array([5, 0]), np.array([2, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    ends = np.cumsum(counts, dtype=np.int64)
    total = int(ends[-1]) if len(ends) else 0
    shifts = np.asarray(starts, dtype=np.int64) - (ends - counts)
    return np.arange(total, dtype=np.int64) + np.repeat(shifts, counts)


@dataclass(frozen=True, eq=False)
class Postings:
    """The postings of one phrase."""

    entities: Ints
    amounts: Amounts
    """One row per posting, one column per slot."""

    @classmethod
    def concatenate(cls, parts: Sequence[Postings]) -> Postings:
        if len(parts) == 1:
            return parts[0]
        return cls(
            np.concatenate([part.entities for part in parts]),
            np.concatenate([part.amounts for part in parts]),
        )

    def take(self, which: NDArray[np.bool_] | NDArray[np.integer]) -> Postings:
        return Postings(self.entities[which], self.amounts[which])

    def sorted(self) -> Postings:
        return self.take(np.argsort(self.entities, kind="stable"))

    def encode(self) -> bytes:
        """Returns the differences between successive entities, in as few bytes as the largest
        needs; entities must be sorted.
        """
        entities, amounts = self.entities, self.amounts
        first, steps = entities[:1], entities[1:] - entities[:-1]
        largest = int(steps.max()) if len(steps) else 0
        width = next(i for i, limit in enumerate(_LIMITS) if largest <= limit)
        head = bytes((width, amounts.shape[1])) + len(entities).to_bytes(4, "little")
        body = head + first.tobytes() + steps.astype(_WIDTHS[width]).tobytes()
        if amounts.size:
            # Column by column: equal ends are adjacent and compress well.
            columns = (np.ascontiguousarray(amounts[name]).tobytes() for name in ("low", "high", "open"))
            body += zlib.compress(b"".join(columns), 1)
        return body

    @classmethod
    def decode(cls, body: bytes) -> Postings:
        dtype, slots, size = _WIDTHS[body[0]], body[1], int.from_bytes(body[2:6], "little")
        if not size:
            return cls(np.zeros(0, np.int32), np.zeros((0, slots), AMOUNT))
        entities = np.empty(size, np.int32)
        entities[0] = int.from_bytes(body[6:10], "little")
        entities[1:] = np.frombuffer(body, dtype, size - 1, 10)
        np.cumsum(entities, out=entities)
        amounts = np.empty((size, slots), AMOUNT)
        if slots:
            columns, at = zlib.decompress(body[10 + (size - 1) * dtype.itemsize :]), 0
            for name in ("low", "high", "open"):
                column = np.frombuffer(columns, AMOUNT[name], size * slots, at)
                amounts[name] = column.reshape(size, slots)
                at += column.nbytes
        return cls(entities, amounts)


def without_amounts(body: bytes) -> bool:
    """True if encoded postings belong to a phrase without slots."""
    return not body[1]


def decode_entities(bodies: Sequence[bytes]) -> tuple[Ordinals, Ordinals]:
    """Returns the entities of many encoded postings without slots, concatenated, and how many each
    has.

    Most phrases occur once, so that decoding each by itself would cost more than its contents.

    >>> some = [Postings(np.array(one, np.int32), np.zeros((len(one), 0), AMOUNT)) for one in ([7], [2, 9])]
    >>> [found.tolist() for found in decode_entities([one.encode() for one in some])]
    [[7, 2, 9], [1, 2]]
    """
    counts = np.array([int.from_bytes(body[2:6], "little") for body in bodies], np.int64)
    steps = np.zeros(int(counts.sum()), np.int64)
    starts = np.cumsum(counts) - counts
    for body, count, start in zip(bodies, counts.tolist(), starts.tolist(), strict=True):
        if count:
            steps[start] = int.from_bytes(body[6:10], "little")
        if count > 1:
            steps[start + 1 : start + count] = np.frombuffer(body, _WIDTHS[body[0]], count - 1, 10)
    sums = np.concatenate(([0], np.cumsum(steps)))
    return sums[1:] - np.repeat(sums[starts], counts), counts


@dataclass(frozen=True, eq=False)
class Run:
    """Postings of many phrases, sorted by phrase and entity."""

    phrases: Ints
    entities: Ints
    slots: NDArray[np.uint8]
    """How many amounts each posting has."""
    amounts: Amounts
    """The amounts of all postings, concatenated."""

    @classmethod
    def of(
        cls,
        phrases: Sequence[int],
        entities: Sequence[int] | Ints,
        slots: Sequence[int],
        amounts: Sequence[tuple[float, float, int]],
    ) -> Run:
        return cls(
            np.array(phrases, np.int32),
            np.array(entities, np.int32),
            np.array(slots, np.uint8),
            np.array(amounts, AMOUNT),
        ).sorted()

    @classmethod
    def concatenate(cls, parts: Sequence[Run]) -> Run:
        return cls(
            np.concatenate([part.phrases for part in parts]),
            np.concatenate([part.entities for part in parts]),
            np.concatenate([part.slots for part in parts]),
            np.concatenate([part.amounts for part in parts]),
        )

    def __len__(self) -> int:
        return len(self.phrases)

    def take(self, which: NDArray[np.integer]) -> Run:
        slots = self.slots[which]
        if not len(self.amounts):
            return Run(self.phrases[which], self.entities[which], slots, self.amounts)
        starts = np.cumsum(self.slots, dtype=np.int64) - self.slots
        amounts = self.amounts[ranges(starts[which], slots.astype(np.int64))]
        return Run(self.phrases[which], self.entities[which], slots, amounts)

    def sorted(self) -> Run:
        return self.take(np.lexsort((self.entities, self.phrases)))

    @cached_property
    def _firsts(self) -> NDArray[np.int64]:
        """Where the amounts of each posting begin, and where those of the last one end."""
        return np.concatenate(([0], np.cumsum(self.slots, dtype=np.int64)))

    def slice(self, start: int, end: int) -> Postings:
        """Returns the postings from start to end, which are all of one phrase."""
        slots = int(self.slots[start]) if end > start else 0
        first = int(self._firsts[start]) if slots else 0
        amounts = self.amounts[first : first + (end - start) * slots]
        return Postings(self.entities[start:end], amounts.reshape(end - start, slots))

    def of_phrases(self, phrases: Sequence[int]) -> Iterator[tuple[int, Postings]]:
        """Yields the postings of some phrases; a phrase without postings in the run is left out."""
        # The same type as the run's phrases, which would be widened as a whole otherwise.
        asked = np.array(phrases, np.int32)
        starts, ends = (np.searchsorted(self.phrases, asked, side).tolist() for side in ("left", "right"))
        for phrase, start, end in zip(phrases, starts, ends, strict=True):
            if end > start:
                yield phrase, self.slice(start, end)

    def by_phrase(self) -> Iterator[tuple[int, Postings]]:
        bounds = np.flatnonzero(np.diff(self.phrases, prepend=-1, append=-1)).tolist()
        firsts = self._firsts.tolist()
        for start, end in pairwise(bounds):
            amounts = self.amounts[firsts[start] : firsts[end]].reshape(end - start, int(self.slots[start]))
            yield int(self.phrases[start]), Postings(self.entities[start:end], amounts)

    def encode(self) -> bytes:
        head = np.array([(len(self), len(self.amounts))], _HEADER)
        return b"".join(part.tobytes() for part in (head, self.phrases, self.entities, self.slots, self.amounts))

    @classmethod
    def decode(cls, body: bytes) -> Run:
        size, amounts = np.frombuffer(body, _HEADER, 1)[0].tolist()
        at = _HEADER.itemsize
        return cls(
            np.frombuffer(body, np.int32, size, at),
            np.frombuffer(body, np.int32, size, at + 4 * size),
            np.frombuffer(body, np.uint8, size, at + 8 * size),
            np.frombuffer(body, AMOUNT, amounts, at + 9 * size),
        )
