"""Numbers as a cluster can compare them exactly, without scripts and without a field per phrase.

An amount hangs on a slot of a phrase, and there are too many phrases for a field each. An address of IPv6 has 128
bits, enough for both: 63 say which slot of which phrase, 65 say where on the line of numbers. A stored amount is a
range of addresses, an asked one too, and they share an address exactly when they are about the same slot and agree:
that is the `intersects` of the field type `ip_range`. Distances to the nearest of a kind are single addresses.
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
    """A phrase as a keyword; keywords have the order of their phrases.

    >>> term(PhraseId(255))
    '00000000000000ff'
    """
    return format(phrase, "016x")


def phrase_of_term(term: str) -> PhraseId:
    return PhraseId(int(term, 16))


@lru_cache(maxsize=1 << 16)
def slot_key(phrase: PhraseId, slot: int) -> int:
    """The upper bits of the addresses of one slot of a phrase."""
    return _key(f"{phrase} {slot}")


@lru_cache(maxsize=1 << 12)
def fact_key(level: LevelName, kind: PlaceKind) -> int:
    """The upper bits of the addresses of the distances to a kind, for entities of a level."""
    return _key(f"{level}\x1f{kind}")


def _key(text: str) -> int:
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1 << _VALUE_BITS


def low_end(value: float, *, is_open: bool) -> int:
    """Where an amount begins on the line. Twice as many places as there are floats: between two neighbours there is
    room for what is more than the one and less than the other."""
    return 2 * _ordered(value) + is_open


def high_end(value: float, *, is_open: bool) -> int:
    return 2 * _ordered(value) - is_open


def ends(asked: Amount) -> tuple[int, int]:
    """Where an amount begins and where it ends."""
    return low_end(asked.low, is_open=asked.low_open), high_end(asked.high, is_open=asked.high_open)


def spot(value: float) -> int:
    """Where a single number lies."""
    return 2 * _ordered(value)


def address(key: int, place: int) -> str:
    """The address of a place on a slot's line.

    >>> address(1 << 65, 7)
    '0000:0000:0000:0002:0000:0000:0000:0007'
    """
    d = format(key | place, "032x")
    return f"{d[:4]}:{d[4:8]}:{d[8:12]}:{d[12:16]}:{d[16:20]}:{d[20:24]}:{d[24:28]}:{d[28:]}"


@lru_cache(maxsize=1 << 14)
def stored_range(phrase: PhraseId, slot: int, low: float, high: float, low_open: bool, high_open: bool) -> Ends:
    """What a claim says in numbers: the first address and the last. Many say the same: two bedrooms."""
    key = slot_key(phrase, slot)
    first, last = low_end(low, is_open=low_open), high_end(high, is_open=high_open)
    return address(key, first), address(key, last)


def overlapping(field: str, phrase: PhraseId, slot: int, asked: Amount) -> dict[str, object]:
    """The query for documents with an amount in this slot that agrees with the one asked for."""
    key = slot_key(phrase, slot)
    low, high = ends(asked)
    return {"range": {field: {"gte": address(key, low), "lte": address(key, high), "relation": "intersects"}}}


def missing(field: str, phrase: PhraseId, slot: int, asked: Amount) -> list[dict[str, object]]:
    """Queries for documents with an amount in this slot that lies wholly below, or wholly above, the one asked for."""
    key = slot_key(phrase, slot)
    low, high = ends(asked)
    # Nothing lies below an end that is not there.
    sides = [(0, low - 1)] if asked.low > -math.inf else []
    sides += [(high + 1, _LAST)] if asked.high < math.inf else []
    return [
        {"range": {field: {"gte": address(key, first), "lte": address(key, last), "relation": "within"}}}
        for first, last in sides
        if first <= last
    ]


def between(field: str, key: int, low: int, high: int) -> dict[str, object]:
    """The query for single addresses of a key from one place to another, both included."""
    return {"range": {field: {"gte": address(key, low), "lte": address(key, high)}}}


FIRST, LAST = 0, _LAST
"""The ends of every line."""


def _ordered(value: float) -> int:
    """The float as an integer of 64 bits that sorts alike; no two floats share one, save the two zeros."""
    bits: int = struct.unpack(">Q", struct.pack(">d", value + 0.0))[0]
    return bits ^ 0xFFFF_FFFF_FFFF_FFFF if bits >> 63 else bits | 1 << 63
