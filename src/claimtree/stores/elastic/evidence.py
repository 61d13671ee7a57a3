"""What speaks for a wish and what against it, as queries by grade; and the verdicts and points that follow.

The rules are those of `model.verdicts.settle`, written as sets: the strongest evidence decides, ties are met; the best
grade counts in full and each further one a tenth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from claimtree.model.hierarchy import Hierarchy
from claimtree.model.place_tests import QUARTERS, Seen, bands, faded, unproven
from claimtree.model.places import NearKind
from claimtree.model.plans import PhraseMatch, PlaceMatch, Wish
from claimtree.stores.elastic import amount_codes
from claimtree.stores.elastic.queries import (
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
"""By the position of a wish: what coordinates say, as queries by signed grade."""


class Scope(StrEnum):
    """Where evidence counts."""

    FAMILY = "family"
    """Said of the home, of what it is part of, or of any of its parts."""
    LINE = "line"
    """Said of the home or of what it is part of."""
    ROW = "row"
    """Said of one part, of its own parts, or of what it is part of: asked inside `nested`."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """One wish in one scope."""

    points: tuple[int, ...]
    pro: Mapping[int, Query]
    """What speaks for it, by grade."""
    con: Mapping[int, Query]
    beyond: tuple[Query, ...] = ()
    """Where misses are measured: for each closeness from 1 on, what speaks against it and does not come so near."""

    @property
    def refuted(self) -> Query:
        """Something speaks against it, and nothing as strong for it."""
        return any_of(
            except_for(query, any_of(found for weight, found in self.pro.items() if weight >= grade))
            for grade, query in self.con.items()
        )

    @property
    def met(self) -> Query:
        return except_for(any_of(self.pro.values()), self.refuted)

    @property
    def score(self) -> Query | None:
        """The points of the wish where it is met; None where it is never worth any."""
        graded = [worth(query, self.points[grade]) for grade, query in self.pro.items() if self.points[grade]]
        if not graded:
            return None
        # A tenth is whole, since points are multiples of ten; rounding to the grid is done where scores are read.
        best = best_of(graded, tie_breaker=0.1)
        refuted = self.refuted
        return best if refuted == NOTHING else {"bool": {"must": [best], "must_not": [refuted]}}

    @property
    def nearness(self) -> Query | None:
        """What a miss is worth, among documents that are refuted; None where it is never worth anything."""
        # Several steps may ask for the same: half a bedroom is none.
        steps = {repr(query): (query, self.points[near]) for near, query in enumerate(self.beyond, 1)}
        graded = [worth(except_for(EVERYTHING, query), points) for query, points in steps.values() if points]
        return best_of(graded) if graded else None


def met_by(members: Sequence[Evidence]) -> Query:
    """One of the alternatives is met."""
    return any_of(member.met for member in members)


def scored(members: Sequence[Evidence], constant: int) -> list[Query]:
    """The constant where one of the alternatives is met, and the points of the best."""
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
    """Everything in the plan that bears on the wish; measured, also how near those come that miss it."""
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
    said = {grade: any_of(queries) for grade, queries in found.items()}
    said = {grade: query for grade, query in said.items() if query != NOTHING}
    con = {-grade: query for grade, query in sorted(said.items()) if grade < 0}
    return Evidence(
        points=wish.points,
        pro={grade: query for grade, query in sorted(said.items(), reverse=True) if grade > 0},
        con=con,
        beyond=_beyond(wish, scope, hierarchy, located) if measured and con else (),
    )


def _beyond(wish: Wish, scope: Scope, hierarchy: Hierarchy, located: Mapping[int, Query]) -> tuple[Query, ...]:
    """For each closeness from 1 on, what speaks against the wish and does not come so near to it.

    That is what misses the widened amounts too; a denial and a place are never near.
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
    """Where a phrase of its level is looked up; None where it does not count."""
    if scope is Scope.ROW:
        return "rows.said"
    below = hierarchy.depth_of(match.level) > hierarchy.depth_of(hierarchy.answers)
    if not below:
        return "said"
    return "below" if scope is Scope.FAMILY else None


def _amounts(field: str) -> str:
    return {"said": "amounts", "below": "below_amounts", "rows.said": "rows.amounts"}[field]


def _compared(wish: Wish, match: PhraseMatch, field: str) -> list[tuple[int, Query]]:
    """A claim whose amounts all agree says the one thing, any other the other."""
    asked = wish.asked(match.kinds)
    found: list[tuple[int, Query]] = []
    if match.holds:
        queries = [amount_codes.overlapping(field, match.phrase, s, a) for a, s in zip(asked, match.slots, strict=True)]
        found.append((match.holds, all_of(queries)))
    if match.fails:
        queries = [
            q for a, s in zip(asked, match.slots, strict=True) for q in amount_codes.missing(field, match.phrase, s, a)
        ]
        found.append((match.fails, any_of(queries)))
    return found


def kind_queries(match: PlaceMatch, test: NearKind) -> dict[int, Query]:
    """What the distance to the nearest of a kind says, as queries by signed grade."""
    key = amount_codes.fact_key(match.level, test.kind)
    low, high = amount_codes.ends(test.asked)
    silent = unproven(test) if match.partial else None
    found: dict[int, list[Query]] = {}

    def say(grade: int, first: int, last: int) -> None:
        if grade and first <= last:
            found.setdefault(grade, []).append(amount_codes.between("facts", key, first, last))

    if silent is not Seen.HOLDS:
        start = low
        quarters = _quarter_ends(test)
        for quarter, end in enumerate((*quarters, high)):
            say(faded(match.holds, quarter), start, min(high, end))
            start = end + 1
    if silent is not Seen.FAILS:
        say(match.fails, amount_codes.FIRST, low - 1)
        say(match.fails, high + 1, amount_codes.LAST)
    return {grade: any_of(queries) for grade, queries in found.items()}


def _quarter_ends(test: NearKind) -> list[int]:
    """The last places of the first three quarters of the radius; none where no radius was asked for.

    Which quarter a distance lies in is computed with floats, so its end is looked for among floats.
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
