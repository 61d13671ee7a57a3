"""overnight: crowd-written housing queries against the filters they were written for (Overnight,
housing).

Only rows whose filters are constants: "bigger than 123 Sesame Street" needs a database, not a
reader. The reader decides what the words mean; this file only maps that to the set's properties.
Everything counts: a claim that is no property of the set is an extra filter.

Some labels are wrong, because people rephrased a generated sentence and changed its meaning.
`doubt` detects such rows from their content. It only explains misses; no score uses it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from claimtree.calibration.data_rows import Row
from claimtree.model.amounts import Amount, AmountKind, Op
from claimtree.model.claims import QueryClaim
from evals.adapters import Adapter
from evals.reading import Reading
from evals.scores import Case, Confusion, Goal, Mark, Measure
from evals.values import month_and_day

PROPERTIES: Mapping[str, str] = {
    "rent": "rent",
    "area": "size",
    "posting date": "posting_date",
    "cats allowed": "allows_cats",
    "dogs allowed": "allows_dogs",
    "private bathroom": "has_private_bath",
    "ensuite bathroom": "has_private_bath",
    "private room": "has_private_room",
}
"""The pack's concept → the set's property."""

HOUSING_TYPES: Mapping[str, str] = {
    "kind apartment": "apartment",
    "condo": "condo",
    "private house": "house",
    "townhouse": "townhouse",
    "loft": "loft",
}
"""The pack's concept → the set's value of `housing_type`."""

_FLAGS = ("allows_cats", "allows_dogs", "has_private_bath", "has_private_room")
_SIGNS = {Op.EQUALS: "=", Op.APPROX: "=", Op.GT: ">", Op.GTE: ">=", Op.LT: "<", Op.LTE: "<=", Op.RANGE: "between"}
_OPPOSITES = {"=": "!=", "is_true": "is_false", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_OTHER = "what the set does not know"
_SQUARE_FOOT = 0.09290304


@dataclass(frozen=True, slots=True, order=True)
class Filter:
    """One filter of a query; several values are alternatives."""

    prop: str
    op: str
    values: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.prop, self.op, " or ".join(self.values)]).rstrip()


def expected_filters(row: Row) -> frozenset[Filter] | None:
    """Returns the row's filters; None if one of them is not a constant."""
    found: set[Filter] = set()
    for one in row["filters"]:
        prop, value = one["prop"], one.get("value")
        if not isinstance(prop, str):
            return None
        values = _constants(value) if value is not None else ()
        if values is None:
            return None
        found.add(Filter(prop, one["op"], tuple(sorted(values))))
    return frozenset(found)


def _constants(value: Any) -> tuple[str, ...] | None:
    match value:
        case str():
            return (value.rsplit(".", 1)[-1].replace("_", " "),)
        case {"number": number}:
            return (f"{float(number):g}",)
        case {"date": [_, month, day]}:
            return (f"{int(month):02}-{int(day):02}",)
        case {"or": [*parts]}:
            found: list[str] = []
            for part in parts:
                inner = _constants(part)
                if inner is None:
                    return None
                found += inner
            return tuple(found)
        case _:
            return None


def read_filters(claims: Sequence[QueryClaim]) -> frozenset[Filter]:
    """Returns the claims as filters; alternatives of one property become one filter."""
    single: set[Filter] = set()
    choices: dict[int, list[Filter]] = {}
    for claim in claims:
        one = _filter(claim)
        if claim.or_group is None:
            single.add(one)
        else:
            choices.setdefault(claim.or_group, []).append(one)
    for group in choices.values():
        if len({(one.prop, one.op) for one in group}) == 1:
            values = tuple(sorted({value for one in group for value in one.values}))
            single.add(Filter(group[0].prop, group[0].op, values))
        else:
            single |= {Filter(one.prop, f"{one.op} (or)", one.values) for one in group}
    return frozenset(single)


def _filter(claim: QueryClaim) -> Filter:
    concept = claim.concept or ""
    if claim.name is not None:
        one = Filter("neighborhood", "=", (claim.name.text.casefold(),))
    elif concept in HOUSING_TYPES:
        one = Filter("housing_type", "=", (HOUSING_TYPES[concept],))
    elif claim.facet is not None or concept not in PROPERTIES:
        one = Filter(f"[{claim.text}]", "is_true")
    elif PROPERTIES[concept] in _FLAGS:
        one = Filter(PROPERTIES[concept], "is_true")
    elif claim.amounts:
        one = Filter(PROPERTIES[concept], _SIGNS[claim.amounts[0].op], _values(claim.amounts[0]))
    else:
        one = Filter(PROPERTIES[concept], "mentioned")
    return Filter(one.prop, _OPPOSITES.get(one.op, f"not {one.op}"), one.values) if claim.negated else one


def _values(amount: Amount) -> tuple[str, ...]:
    if amount.op is Op.APPROX:
        # A plain price in a query also matches prices slightly around it; the set has only the
        # price.
        ends: tuple[float, ...] = ((amount.low + amount.high) / 2,)
    else:
        ends = tuple(sorted({end for end in (amount.low, amount.high) if abs(end) != float("inf")}))
        if amount.op in (Op.LT, Op.LTE):
            ends = ends[-1:]
    if amount.kind is AmountKind.DATE:
        return tuple(month_and_day(end) for end in ends)
    factor = _SQUARE_FOOT if amount.kind is AmountKind.AREA else 1.0
    return tuple(f"{round(end / factor, 1):g}" for end in ends)


_BATH = re.compile(r"\bbath")
_ROOM = re.compile(r"\b(bed ?)?rooms?\b|\bprivate housing\b")
_COMPARES = re.compile(
    r"less|more|under|over|below|above|at least|at most|than|before|after|later|earlier|latest|minimum|maximum|no more|"
    r"up to|larger|bigger|smaller|cheaper|between|not|n't|isnt|arent|except|other|exclude|far from"
)

_STRESSED = re.compile(r"housing|\bunits?\b|condo|type|kind|\bnot\b|n't|isnt|arent|\b(is|are) (an )?apartment")
"""A sentence with "apartment" and another word for a home, or "is an apartment", means the kind of
home."""


def doubt(row: Row) -> str:
    """Returns what is wrong with a label, judged by the row's own words; empty if nothing is
    found."""
    text, filters = str(row["utterance"]).casefold(), expected_filters(row) or frozenset()
    for one in sorted(filters):
        numbers = [value for value in one.values if value.isdigit()]
        if any(value not in text for value in numbers):
            return "the label holds a number that the sentence does not say"
        if one.prop == "posting_date" and len(one.values) > 1 and not ("jan" in text and "feb" in text):
            return "the label holds a date that the sentence does not say"
        if "between" in text and one.op != "between" and len(one.values) > 1:
            return "the sentence says between, the label says something else"
        if one.op in ("<", "<=", ">", ">=", "!=") and not _COMPARES.search(text):
            return "the label compares or denies, the sentence does not"
        if one.op == "!=" and re.search(r"less|more|below|above|under|over", text):
            return "the sentence compares, the label denies"
        if one.prop == "has_private_room" and _BATH.search(text) and not _ROOM.search(text):
            return "the sentence says bath, the label says room"
        if one.prop in ("allows_cats", "allows_dogs") and "pet" in text:
            return "the sentence says pets, the label one animal"
        if one.prop == "neighborhood" and "east" in text:
            return "the sentence names another neighborhood than the label"
    if any(one.prop == "housing_type" for one in filters) and not _STRESSED.search(text):
        return "the label takes the noun apartment for a wish; most labels of such sentences do not"
    return ""


def is_ours(row: Row) -> bool:
    return {"utterance", "filters", "pure_filter"} <= row.keys()


def score(where: str, row: Row, reading: Reading) -> Case | None:
    wanted = expected_filters(row) if row["pure_filter"] and row["filters"] else None
    if wanted is None:
        return None
    text = str(row["utterance"])
    features = "+".join(sorted(row.get("features") or ())) or "one filter"
    why = doubt(row)
    read = read_filters(reading.query(text).claims)
    exact = read == wanted
    marks = [Mark(figure="exact", group=features, right=int(exact), missed=int(not exact))]
    marks += [Mark(figure="filters", group=f"{one.prop} {one.op}", right=1) for one in sorted(wanted & read)]
    marks += [Mark(figure="filters", group=f"{one.prop} {one.op}", missed=1) for one in sorted(wanted - read)]
    marks += [
        Mark(figure="filters", group=_OTHER if one.prop.startswith("[") else f"{one.prop} {one.op}", extra=1)
        for one in sorted(read - wanted)
    ]
    return Case(
        id=where,
        text=text,
        marks=tuple(marks),
        expected="; ".join(map(str, sorted(wanted))),
        read="; ".join(map(str, sorted(read))),
        confusions=_confusions(wanted - read, read - wanted),
        why=why,
    )


def _confusions(missed: frozenset[Filter], extra: frozenset[Filter]) -> tuple[Confusion, ...]:
    found: list[Confusion] = []
    for prop in sorted({one.prop for one in missed | extra}):
        wanted = [one for one in sorted(missed) if one.prop == prop]
        read = [one for one in sorted(extra) if one.prop == prop]
        for i in range(max(len(wanted), len(read))):
            pair = (wanted[i] if i < len(wanted) else None, read[i] if i < len(read) else None)
            shown = [f"{one.op} {' or '.join(one.values)}".strip() if one else "" for one in pair]
            found.append(Confusion(slot=prop, expected=shown[0], read=shown[1]))
    return tuple(found)


OVERNIGHT = Adapter(
    name="overnight",
    title="Overnight housing, constant filters",
    data="rows with utterance, filters and pure_filter (Overnight)",
    pack="rentals",
    folder="overnight-housing",
    goals=(
        Goal(key="exact", title="exact filter set", bar=0.80, by="operators"),
        Goal(key="filters", title="single filters", measure=Measure.F1, by="filter"),
    ),
    is_ours=is_ours,
    key=lambda row: str(row["utterance"]),
    score=score,
)
