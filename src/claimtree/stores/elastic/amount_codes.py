"""Encodes numbers so that a cluster compares them exactly, without scripts and without one field
per phrase.

An amount belongs to a slot of a phrase, and there are too many phrases for a field each. An IPv6
address has 128 bits, enough for both: 63 bits identify the slot and the phrase, 65 bits the
position on the number line. A stored amount is a range of addresses, and so is the amount of a
wish; the two ranges overlap exactly if they are about the same slot and the amounts agree, which
the field type `ip_range` finds with `intersects`. Distances to the nearest place of a kind are
single addresses.
"""

from __future__ import annotations

import hashlib
import math
import struct
from functools import lru_cache
from typing import TypeAlias

from claimtree.model.amounts import Amount
from claimtree.model.claims import LevelName
from claimtree.model.phrases import PhraseId
from claimtree.model.places import PlaceKind

_VALUE_BITS = 65
_LAST = (1 << _VALUE_BITS) - 1

Ends: TypeAlias = tuple[str, str]
"""The first and the last address of a range."""


@lru_cache(maxsize=1 << 16)
def term(phrase: PhraseId) -> str:
    """Returns a phrase as a keyword; keywords sort in the order of their phrases.

    >>> term(PhraseId(255))
    '00000000000000ff'
    """
    return format(phrase, "016x")


def phrase_of_term(term: str) -> PhraseId:
    return PhraseId(int(term, 16))


@lru_cache(maxsize=1 << 16)
def slot_key(phrase: PhraseId, slot: int) -> int:
    """Returns the upper bits of the addresses of one slot of a phrase."""
    return _key(f"{phrase} {slot}")


@lru_cache(maxsize=1 << 12)
def fact_key(level: LevelName, kind: PlaceKind) -> int:
    """Returns the upper bits of the addresses for distances to a kind of place, for entities of a
    level."""
    return _key(f"{level}\x1f{kind}")


def _key(text: str) -> int:
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1 << _VALUE_BITS


def low_end(value: float, *, is_open: bool) -> int:
    """Returns the position at which an amount begins. There are twice as many positions as floats:
    the position between two adjacent floats stands for an open end at either."""
    return 2 * _ordered(value) + is_open


def high_end(value: float, *, is_open: bool) -> int:
    return 2 * _ordered(value) - is_open


def ends(asked: Amount) -> tuple[int, int]:
    """Returns the positions at which an amount begins and ends."""
    return low_end(asked.low, is_open=asked.low_open), high_end(asked.high, is_open=asked.high_open)


def spot(value: float) -> int:
    """Returns the position of a single number."""
    return 2 * _ordered(value)


def address(key: int, place: int) -> str:
    """Returns the address of a position in a slot.

    >>> address(1 << 65, 7)
    '0000:0000:0000:0002:0000:0000:0000:0007'
    """
    d = format(key | place, "032x")
    return f"{d[:4]}:{d[4:8]}:{d[8:12]}:{d[12:16]}:{d[16:20]}:{d[20:24]}:{d[24:28]}:{d[28:]}"


@lru_cache(maxsize=1 << 14)
def stored_range(phrase: PhraseId, slot: int, low: float, high: float, low_open: bool, high_open: bool) -> Ends:
    """Returns the first and last address of a stored amount. Cached, because many claims state the
    same amount."""
    key = slot_key(phrase, slot)
    first, last = low_end(low, is_open=low_open), high_end(high, is_open=high_open)
    return address(key, first), address(key, last)


def overlapping(field: str, phrase: PhraseId, slot: int, asked: Amount) -> dict[str, object]:
    """Returns the query for documents with an amount in this slot that overlaps the wanted one."""
    return _related(field, slot_key(phrase, slot), *ends(asked), "intersects")


def covered(field: str, phrase: PhraseId, slot: int, asked: Amount) -> dict[str, object]:
    """Returns the query for documents with an amount in this slot that the wanted one covers."""
    return _related(field, slot_key(phrase, slot), *ends(asked), "within")


def reaching_beyond(
    field: str, phrase: PhraseId, slot: int, asked: Amount, covering: Amount | None
) -> list[dict[str, object]]:
    """Returns queries for documents with an amount in this slot that overlaps the wanted one, and that `covering`, a
    part of it, does not cover."""
    if covering is None:
        return [overlapping(field, phrase, slot, asked)]
    key = slot_key(phrase, slot)
    (low, high), (first, last) = ends(asked), ends(covering)
    sides = [(low, first - 1)] if covering.low > -math.inf else []
    sides += [(last + 1, high)] if covering.high < math.inf else []
    return [
        # Where the two ends are the same, only an amount with values on both sides of it is meant.
        _related(field, key, start, end, "intersects") if start <= end else _related(field, key, end, start, "contains")
        for start, end in sides
    ]


def _related(field: str, key: int, first: int, last: int, relation: str) -> dict[str, object]:
    return {"range": {field: {"gte": address(key, first), "lte": address(key, last), "relation": relation}}}


def missing(field: str, phrase: PhraseId, slot: int, asked: Amount) -> list[dict[str, object]]:
    """Returns queries for documents with an amount in this slot wholly below, or wholly above, the
    wanted one."""
    key = slot_key(phrase, slot)
    low, high = ends(asked)
    # An amount without a lower end has nothing below it; likewise above.
    sides = [(0, low - 1)] if asked.low > -math.inf else []
    sides += [(high + 1, _LAST)] if asked.high < math.inf else []
    return [_related(field, key, first, last, "within") for first, last in sides if first <= last]


def between(field: str, key: int, low: int, high: int) -> dict[str, object]:
    """Returns the query for single addresses of a key between two positions, both included."""
    return {"range": {field: {"gte": address(key, low), "lte": address(key, high)}}}


FIRST, LAST = 0, _LAST
"""The first and last position of every slot."""


def _ordered(value: float) -> int:
    """Returns a 64-bit integer that sorts like the float; distinct for all floats, except that 0.0
    equals -0.0."""
    bits: int = struct.unpack(">Q", struct.pack(">d", value + 0.0))[0]
    return bits ^ 0xFFFF_FFFF_FFFF_FFFF if bits >> 63 else bits | 1 << 63
