"""places: checks how place wishes in queries are read.

Our own expressions in both languages (`golden/places-*.jsonl`), written before the reader was. Each
row has a text and, for each wish with a location, the relation, the places by name or the kind, the
distance, and whether it is negated. Scored field by field, and for the whole text. `places-medan`
scores the places in the test cases of a property assistant.

A name is right in any spelling that the pack knows. A radius is right within a tenth, since "about
1 km" may be read as a little more; `"kind"` stands for the pack's "near" distance for that kind.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from claimtree.calibration.data_rows import Row, Rows, read_rows
from claimtree.model.claims import QueryClaim
from claimtree.model.pack import Pack
from claimtree.model.places import PlaceKind, Where, WhereRelation
from evals.adapters import Adapter
from evals.golden import is_for
from evals.medan import is_ours as is_medan
from evals.reading import Reading
from evals.scores import Case, Confusion, Goal, Mark

Fields = Mapping[str, Any]
FIELDS = ("relation", "place", "radius", "negation", "manner")
"""The checked fields of each wish; `manner`: also beside a region, and only well rated ones."""
_DATA = "JSON lines with text, pack and where (our own when left out)"
_TOLERANCE = 0.1
_OF_KIND = "kind"


def load_cases(path: Path) -> Rows:
    """Returns the cases of our own files in a folder, or of any other file in their format."""
    ours = sorted(path.glob("places-*.jsonl")) if path.is_dir() else []
    rows = Rows()
    for file in ours or [path]:
        more = read_rows(file, lambda row: {"text", "where"} <= row.keys(), what=_DATA)
        rows.found += more.found
        rows.bad += more.bad
        rows.other += more.other
    return rows


def score(where: str, row: Row, reading: Reading) -> Case | None:
    if not is_for({"pack": row.get("pack", "")}, reading):
        return None
    text, pack = str(row["text"]), reading.pack
    wanted = [_wanted(one, pack) for one in row["where"]]
    return _case(where, text, wanted, _places(reading.query(text).claims, pack))


def _wanted(row: Mapping[str, Any], pack: Pack) -> Fields:
    relation, kind = WhereRelation(row["relation"]), str(row.get("kind", ""))
    high = row.get("high", math.inf)
    if high == _OF_KIND:
        high = _near_m(kind, pack)
    return {
        "relation": relation.value,
        "place": _named(row.get("names", ()), pack) or kind,
        "radius": (float(row.get("low", 0)), float(high)),
        "negation": bool(row.get("negated", False)),
        "manner": (bool(row.get("beside", False)), bool(row.get("well_rated", False))),
    }


def _near_m(kind: str, pack: Pack) -> float:
    """Returns the pack's "near" distance for a kind; raises KeyError for an unknown kind."""
    if pack.places is None:
        raise KeyError("places")
    return pack.places.kinds[PlaceKind(kind)].within_m or pack.places.near[""]


def _places(claims: Sequence[QueryClaim], pack: Pack) -> list[Fields]:
    return [_read(claim, claim.where, pack) for claim in claims if claim.where is not None]


def _read(claim: QueryClaim, where: Where, pack: Pack) -> Fields:
    distance = where.distance
    return {
        "relation": where.relation.value,
        "place": _named(where.names, pack) or str(where.kind),
        "radius": (max(0.0, distance.low), distance.high) if distance is not None else (0.0, math.inf),
        "negation": claim.negated,
        "manner": (where.with_neighbours, where.well_rated),
    }


def _named(names: Sequence[str], pack: Pack) -> str:
    return " | ".join(_canonical(name, pack) for name in names)


def _canonical(name: str, pack: Pack) -> str:
    plain = name.casefold().removeprefix("the ")
    for kind in pack.names.values():
        for text, aliases in kind.entries.items():
            if plain in (text.casefold(), *(alias.casefold() for alias in aliases)):
                return text.casefold()
    return plain


def _case(id: str, text: str, wanted: Sequence[Fields], read: Sequence[Fields]) -> Case:
    """Compares each wanted wish with the most similar one that was read."""
    left = list(read)
    marks, confusions = [], []
    all_right = len(wanted) == len(read)
    for one in wanted:
        other = max(left, key=lambda candidate: sum(_same(one, candidate, name) for name in FIELDS), default=None)
        # If the counts differ, a wish with another place is a different wish.
        if other is not None and not (_same(one, other, "place") or len(wanted) == len(read)):
            other = None
        if other is not None:
            left.remove(other)
        for name in FIELDS:
            right = other is not None and _same(one, other, name)
            all_right = all_right and right
            marks.append(Mark(figure=name, group=str(one["relation"]), right=int(right), missed=int(not right)))
            if not right and name != "radius":
                value = str(other[name]) if other is not None else ""
                confusions.append(Confusion(slot=name, expected=str(one[name]), read=value))
    exact = len(wanted) == len(read)
    marks.append(Mark(figure="count", group="", right=int(exact), missed=int(not exact)))
    marks.append(Mark(figure="all", group="", right=int(all_right), missed=int(not all_right)))
    return Case(
        id=id,
        text=text,
        marks=tuple(marks),
        expected="; ".join(map(_shown, wanted)),
        read="; ".join(map(_shown, read)),
        confusions=tuple(confusions),
    )


def _same(one: Fields, other: Fields, name: str) -> bool:
    if name != "radius":
        return bool(one[name] == other[name])
    return all(
        a == b or math.isclose(a, b, rel_tol=_TOLERANCE) for a, b in zip(one["radius"], other["radius"], strict=True)
    )


def _shown(fields: Fields) -> str:
    low, high = fields["radius"]
    neighbours_too, rated = fields["manner"]
    parts = ["not" * fields["negation"], fields["relation"], fields["place"]]
    parts += [f"≥ {low:g} m" * (low > 0), f"≤ {high:g} m" * (not math.isinf(high))]
    parts += ["or beside" * neighbours_too, "well rated" * rated]
    return " ".join(part for part in parts if part)


def score_medan(where: str, row: Row, reading: Reading) -> Case | None:
    """Scores a case: the place named by its filters and the places in its features; none if it has
    none."""
    if "conversation" in row or row.get("context_required"):
        return None
    text, pack = str(row["input"]), reading.pack
    stated = row.get("expected_property_filters") or {}
    if not stated and row["category"] == "listing_management":
        return None
    wanted = [_wanted({"relation": "in", "names": [stated["location"]]}, pack)] if "location" in stated else []
    for feature in stated.get("features", ()):
        wanted += _places(reading.query(str(feature)).claims, pack)
    return _case(str(row["id"]), text, wanted, _places(reading.query(text).claims, pack))


_GOALS = (
    Goal(key="all", title="texts with every place right", bar=0.95),
    Goal(key="count", title="as many places as are asked for", bar=0.95),
    Goal(key="relation", title="relation: in, near, between, closer", bar=0.95, by="relation"),
    Goal(key="place", title="which place, or which kind", bar=0.95, by="relation"),
    Goal(key="radius", title="how far", bar=0.95, by="relation"),
    Goal(key="negation", title="denied or not", bar=0.95),
    Goal(key="manner", title="beside it too, well rated ones only", bar=0.95),
)

PLACES = Adapter(
    name="places",
    title="Places in queries",
    data=_DATA,
    pack="rentals",
    goals=_GOALS,
    is_ours=lambda row: {"text", "where"} <= row.keys(),
    key=lambda row: str(row["text"]),
    score=score,
    load=load_cases,
)

PLACES_MEDAN = Adapter(
    name="places-medan",
    title="Places in the Medan assistant's test cases",
    data="test cases with id, category, expected_intent and input",
    pack="property",
    folder="medan",
    goals=_GOALS,
    is_ours=is_medan,
    key=lambda row: str(row["id"]),
    score=score_medan,
)
