"""Queries for what supports a wish and what contradicts it, by grade; and for the resulting
verdicts and points.

The rules are those of `model.verdicts.settle`, written as sets: the strongest evidence decides, ties are met; the best
grade counts in full and each further one a tenth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from claimtree.model.hierarchy import Hierarchy
from claimtree.model.place_tests import QUARTERS, PlaceResult, bands, grade_in_band, unproven
from claimtree.model.places import NearKind
from claimtree.model.plans import PhraseMatch, PlaceMatch, Wish
from claimtree.stores.elastic import amount_codes
from claimtree.stores.elastic.query_builders import (
    EVERYTHING,
    NOTHING,
    Query,
    all_of,
    any_of,
    best_of,
    except_for,
    one_of,
    worth,
)

Located = Mapping[int, Mapping[int, Query]]
"""By position of the wish: queries for what coordinates prove, by signed grade."""


class Scope(StrEnum):
    """Whose claims count as evidence."""

    FAMILY = "family"
    """Claims about the answer, its ancestors, or any of its parts."""
    LINE = "line"
    """Claims about the answer or its ancestors."""
    ROW = "row"
    """Claims about one part, its own parts, or its ancestors; queried inside `nested`."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """The evidence for one wish in one scope."""

    points: tuple[int, ...]
    pro: Mapping[int, Query]
    """Supporting evidence, by grade."""
    con: Mapping[int, Query]
    beyond: tuple[Query, ...] = ()
    """If misses are measured: for each closeness from 1 on, contradicting evidence that is farther
    away than that."""

    @property
    def refuted(self) -> Query:
        """Matches if some evidence contradicts the wish, and none as strong supports it."""
        return any_of(
            except_for(query, any_of(found for weight, found in self.pro.items() if weight >= grade))
            for grade, query in self.con.items()
        )

    @property
    def met(self) -> Query:
        return except_for(any_of(self.pro.values()), self.refuted)

    @property
    def score(self) -> Query | None:
        """Returns the points of the wish where it is met; None if it is never worth any."""
        graded = [worth(query, self.points[grade]) for grade, query in self.pro.items() if self.points[grade]]
        if not graded:
            return None
        # A tenth is whole, since points are multiples of ten; scores are rounded to the grid on
        # reading.
        best = best_of(graded, tie_breaker=0.1)
        refuted = self.refuted
        return best if refuted == NOTHING else {"bool": {"must": [best], "must_not": [refuted]}}

    @property
    def nearness(self) -> Query | None:
        """Returns the points of a near miss among refuted documents; None if it is never worth
        any."""
        # Several steps may give the same query: for counts, such as bedrooms, a fraction changes
        # nothing.
        steps = {repr(query): (query, self.points[near]) for near, query in enumerate(self.beyond, 1)}
        graded = [worth(except_for(EVERYTHING, query), points) for query, points in steps.values() if points]
        return best_of(graded) if graded else None


def met_by(members: Sequence[Evidence]) -> Query:
    """Matches if one of the alternatives is met."""
    return any_of(member.met for member in members)


def scored(members: Sequence[Evidence], constant: int) -> list[Query]:
    """Returns the constant where one of the alternatives is met, and the points of the best."""
    if len(members) == 1 and len(members[0].pro) == 1 and members[0].refuted == NOTHING:
        ((grade, only),) = members[0].pro.items()
        return [worth(only, constant + members[0].points[grade])]
    met = met_by(members)
    if met == NOTHING:
        return []
    scores = [query for member in members if (query := member.score) is not None]
    return [worth(met, constant), best_of(scores)] if scores else [worth(met, constant)]


def gather(
    wish: Wish, scope: Scope, hierarchy: Hierarchy, located: Mapping[int, Query], *, measured: bool = False
) -> Evidence:
    """Returns all evidence in the plan for and against the wish; if `measured`, also how near the
    misses are."""
    found: dict[int, list[Query]] = {}
    plain: dict[tuple[int, str], list[str]] = {}
    for match in wish.matches:
        field = _field(match, scope, hierarchy)
        if field is None:
            continue
        if not match.slots:
            if match.holds:
                plain.setdefault((match.holds, field), []).append(amount_codes.term(match.phrase))
            continue
        for grade, query in _compared(wish, match, _amounts(field)):
            found.setdefault(grade, []).append(query)
    for (grade, field), terms in plain.items():
        found.setdefault(grade, []).append(one_of(field, terms))
    if scope is Scope.FAMILY:
        for grade, query in located.items():
            found.setdefault(grade, []).append(query)
    by_grade = {grade: any_of(queries) for grade, queries in found.items()}
    by_grade = {grade: query for grade, query in by_grade.items() if query != NOTHING}
    con = {-grade: query for grade, query in sorted(by_grade.items()) if grade < 0}
    return Evidence(
        points=wish.points,
        pro={grade: query for grade, query in sorted(by_grade.items(), reverse=True) if grade > 0},
        con=con,
        beyond=_beyond(wish, scope, hierarchy, located) if measured and con else (),
    )


def _beyond(wish: Wish, scope: Scope, hierarchy: Hierarchy, located: Mapping[int, Query]) -> tuple[Query, ...]:
    """Returns, for each closeness from 1 on, contradicting evidence that is farther away than that.

    These are amounts that miss the widened range too; a denial or a place never counts as near.
    """
    never: list[Query] = []
    if scope is Scope.FAMILY:
        never += [query for grade, query in located.items() if grade < 0]
    missing: list[list[Query]] = [[] for _ in wish.wider]
    for match in wish.matches:
        field = _field(match, scope, hierarchy)
        if field is None:
            continue
        amounts = _amounts(field)
        if match.holds < 0:
            asked = zip(wish.asked(match.kinds), match.slots, strict=True)
            never.append(
                all_of(amount_codes.overlapping(amounts, match.phrase, slot, amount) for amount, slot in asked)
            )
        if match.fails < 0:
            for found, wider in zip(missing, wish.wider_asked(match.kinds), strict=True):
                for amount, slot in zip(wider, match.slots, strict=True):
                    found.extend(amount_codes.missing(amounts, match.phrase, slot, amount))
    return tuple(any_of([*never, *found]) for found in missing)


def _field(match: PhraseMatch, scope: Scope, hierarchy: Hierarchy) -> str | None:
    """Returns the field in which the match's phrase is looked up; None if it does not count in this
    scope."""
    if scope is Scope.ROW:
        return "rows.said"
    below = hierarchy.depth_of(match.level) > hierarchy.depth_of(hierarchy.answers)
    if not below:
        return "said"
    return "below" if scope is Scope.FAMILY else None


def _amounts(field: str) -> str:
    return {"said": "amounts", "below": "below_amounts", "rows.said": "rows.amounts"}[field]


def _compared(wish: Wish, match: PhraseMatch, field: str) -> list[tuple[int, Query]]:
    """Returns the grade and query for claims whose amounts all agree, and for those where one does
    not."""
    asked = wish.asked(match.kinds)
    found: list[tuple[int, Query]] = []
    if match.may_hold is not None:
        covering, (slot,) = wish.covering(match.kinds), match.slots
        if covering is not None:
            found.append((match.holds, amount_codes.covered(field, match.phrase, slot, covering)))
        reaching = amount_codes.reaching_beyond(field, match.phrase, slot, asked[0], covering)
        found.append((match.may_hold, any_of(reaching)))
    elif match.holds:
        queries = [amount_codes.overlapping(field, match.phrase, s, a) for a, s in zip(asked, match.slots, strict=True)]
        found.append((match.holds, all_of(queries)))
    if match.fails:
        queries = [
            q for a, s in zip(asked, match.slots, strict=True) for q in amount_codes.missing(field, match.phrase, s, a)
        ]
        found.append((match.fails, any_of(queries)))
    return found


def kind_queries(match: PlaceMatch, test: NearKind) -> dict[int, Query]:
    """Returns queries for the distance to the nearest place of a kind, by signed grade."""
    key = amount_codes.fact_key(match.level, test.kind)
    low, high = amount_codes.ends(test.asked)
    silent = unproven(test) if match.partial else None
    found: dict[int, list[Query]] = {}

    def say(grade: int, first: int, last: int) -> None:
        if grade and first <= last:
            found.setdefault(grade, []).append(amount_codes.between("facts", key, first, last))

    if silent is not PlaceResult.HOLDS:
        start = low
        quarters = _quarter_ends(test)
        for quarter, end in enumerate((*quarters, high)):
            say(grade_in_band(match.holds, quarter), start, min(high, end))
            start = end + 1
    if silent is not PlaceResult.FAILS:
        say(match.fails, amount_codes.FIRST, low - 1)
        say(match.fails, high + 1, amount_codes.LAST)
    return {grade: any_of(queries) for grade, queries in found.items()}


def _quarter_ends(test: NearKind) -> list[int]:
    """Returns the last positions of the first three quarters of the radius; none if there is no
    radius.

    The quarter of a distance is computed in floating point, so the exact boundary is searched float
    by float.
    """
    asked = test.asked
    if bands(asked, np.zeros(1)) is None:
        return []
    found = []
    for quarter in range(1, QUARTERS):
        guess = asked.high * quarter / QUARTERS
        while _quarter(test, guess) < quarter:
            guess = float(np.nextafter(guess, np.inf))
        while _quarter(test, float(np.nextafter(guess, -np.inf))) >= quarter:
            guess = float(np.nextafter(guess, -np.inf))
        found.append(amount_codes.spot(guess) - 1)
    return found


def _quarter(test: NearKind, metres: float) -> int:
    found = bands(test.asked, np.array([metres]))
    return 0 if found is None else int(found[0])
