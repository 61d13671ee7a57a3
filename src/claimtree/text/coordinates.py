"""Finds places given by coordinates ("near 40.7173,-73.9569")."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from claimtree.model.claims import Name
from claimtree.model.pack import NameKind
from claimtree.text.lexicon import Item, Match, Saying

_PAIR = re.compile(r"(?<![\d.,])(-?\d{1,2}\.\d{2,15}), {0,2}(-?\d{1,3}\.\d{2,15})(?![\d,]|\.\d)")
"""Latitude and longitude in degrees, with too many decimals to be prices."""
_MOST_LATITUDE, _MOST_LONGITUDE = 90.0, 180.0


def coordinates(text: str, items: Sequence[Item], kind: NameKind | None) -> Iterator[Match]:
    """Yields the coordinates in a query as names of the kind to be near."""
    if kind is None:
        return
    starts = [item.start for item in items]
    for pair in _PAIR.finditer(text):
        latitude, longitude = pair.groups()
        if abs(float(latitude)) > _MOST_LATITUDE or abs(float(longitude)) > _MOST_LONGITUDE:
            continue
        first, after = bisect_left(starts, pair.start()), bisect_left(starts, pair.end())
        if first == after or items[first].start != pair.start() or items[after - 1].end != pair.end():
            continue  # the pair is part of a longer token
        saying = Saying(name=Name(kind=kind.name, text=f"{latitude},{longitude}"), name_kind=kind)
        yield Match(sayings=(saying,), first=first, after=after, negations=0, unlisted=True)
