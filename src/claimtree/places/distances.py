"""Parses a place wish that is given separately from the sentence: a place, and a distance."""

from __future__ import annotations

from claimtree.errors import BadInput
from claimtree.model.places import Where, WhereRelation, at_most_m

UNITS = {"km": 1000.0, "mi": 1609.344, "ft": 0.3048, "m": 1.0, "": 1.0}


def near_place(near: str, within: str = "") -> Where:
    """Returns a wish for nearness to a place given by name or as LAT,LON; `within` is a distance
    such as "500m"."""
    if not near.strip():
        raise BadInput("it is said how near, and not to what", hint="As in near 'Prospect Park', within 1km.")
    asked = at_most_m(distance(within)) if within else None
    return Where(relation=WhereRelation.NEAR, names=(near.strip(),), distance=asked)


def distance(text: str) -> float:
    """Parses a distance ("500", "500m", "1.5 km", "1mi") to metres.

    >>> distance("1.5 km")
    1500.0
    """
    words = text.casefold().replace(" ", "")
    unit = next(unit for unit in UNITS if words.endswith(unit))
    try:
        metres = float(words.removesuffix(unit)) * UNITS[unit]
    except ValueError:
        metres = -1.0
    if not 0 < metres <= 1_000_000:
        raise BadInput(
            f"{text[:40]!r} is not a distance", hint="As in 500m, 1.5km or 1mi", values={"within": text[:40]}
        )
    return metres
