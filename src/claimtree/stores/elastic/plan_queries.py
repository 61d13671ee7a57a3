"""Compiles a plan into queries for the filter, the order and the ladder, with the rules of
`model.verdicts.judge`.

No scripts are used. The order is one number, the score of a document: each wish that is met adds a
constant larger than all points together, a required one a larger constant still. A group of wishes
that binds to one part is a `nested` query that takes the best part; since the constants are the
same inside and outside, the best part is the one that the rules choose. A missed wish adds fewer
points the farther it is missed: the wanted amounts are widened step by step, and an amount that one
step misses and the next one reaches lies between them.

A score is a 32-bit float, which represents whole numbers exactly up to 2**24. Plans that need more,
and the few whose rules cannot be expressed as sets, are ranked one candidate at a time
(`fallback_ranking`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from claimtree.model.answers import Standing
from claimtree.model.plans import Plan, Unit
from claimtree.stores.elastic.binding import Group
from claimtree.stores.elastic.dialects import Json
from claimtree.stores.elastic.evidence import Evidence, Located, Scope, gather, scored
from claimtree.stores.elastic.query_builders import (
    EVERYTHING,
    NOTHING,
    Query,
    all_of,
    any_of,
    at_least,
    best_of,
    clauses,
    terms,
    worth,
)

POINTS = 1 << 16
"""Larger than any score; see `plans.FULL_SCORE`."""
MOST_COUNTS = 255
"""What the points leave of 24 bits, including the base."""
FEW_SPOTS = 5_000
"""The most cells and positions to name in a query that only narrows down the candidates of
`fallback_ranking`."""
MOST_CLAUSES = 1_000
"""Clauses of one query; a small server allows 1,024."""


def fallback_reason(plan: Plan) -> str | None:
    """Returns why the plan cannot be expressed as queries; None for nearly every plan."""
    required = sum(unit.required for unit in plan.units)
    if 1 + required * (len(plan.units) + 1) + len(plan.units) > MOST_COUNTS:
        return "more wishes than a score can count"
    if any(len(wish.claim.amounts) > 1 and any(m.slots for m in wish.matches) for wish in plan.wishes):
        return "several amounts of one claim"
    if any(plan.wishes[i].places for i in plan.bound):
        return "a part of an answer with whereabouts of its own"
    units_of_plan = {unit.wishes for unit in plan.units}
    seen: set[tuple[str, str]] = set()
    for binding in plan.bindings:
        if binding.facet is not None:
            key = (binding.level, binding.facet)
            if key in seen:
                return "two groups that may not choose the same part"
            seen.add(key)
        if len(binding.units) == 1:
            continue
        if any(unit not in units_of_plan for unit in binding.units):
            return "alternatives across groups"
        units = [unit for unit in plan.units if unit.wishes in binding.units]
        gating = [unit for unit in units if unit.gate_levels]
        if plan.gated and gating and any(unit.required and not unit.gate_levels for unit in units):
            return "a filter that depends on which of two equal parts is chosen"
    return None


class CompiledPlan:
    """A compiled plan. `located` has the place queries of its wishes."""

    def __init__(self, plan: Plan, located: Located) -> None:
        self.plan = plan
        self._family: dict[int, Evidence] = {}
        self._located = located
        self._groups = [Group.of(binding, plan) for binding in plan.bindings]
        self._bound = {
            i: (group, at, member)
            for group, binding in zip(self._groups, plan.bindings, strict=True)
            for at, part in enumerate(binding.units)
            for member, i in enumerate(part)
        }
        """The position of a bound wish: its group, the unit in it, and the member of that unit."""

    # --- which candidates stay

    @property
    def stays(self) -> tuple[list[Query], list[Query]]:
        """Returns the queries that a candidate must match, and those that it must not."""
        needed = [any_of(self._opens(level)) for level in sorted(self.plan.gate_levels)]
        if self.plan.strict:
            needed += self._all_met([unit for unit in self.plan.units if unit.required])
        drops = [self._refuted(unit) for unit in self.plan.units if unit.required]
        return [query for query in needed if query != EVERYTHING], [query for query in drops if query != NOTHING]

    def _opens(self, level: str) -> list[Query]:
        """Returns the queries that satisfy a level's filter."""
        found: list[Query] = []
        seen: list[Group] = []
        for unit in self.plan.units:
            if level not in unit.gate_levels:
                continue
            group = self._group_of(unit)
            if group is None:
                found.append(self._met(unit))
            elif group not in seen:
                seen.append(group)
                # The chosen part meets the most required units, and every required unit of the
                # group opens the level.
                opening = [at for at, one in enumerate(group.units) if level in one.gate_levels]
                found.append(group.any_met(opening))
        return found

    # --- the order

    @property
    def scoring(self) -> list[Query]:
        """Returns the queries that add to a document's score."""
        found: list[Query] = []
        for unit in self.plan.units:
            if self._group_of(unit) is None:
                found += self._unit_score(unit)
        for group in self._groups:
            if len(group.units) > 1:
                found += group.scoring([self._constant(unit) for unit in group.units])
        for unit in self.plan.units:
            found += self._near_score(unit)
        return found

    def standing(self, score: float) -> Standing:
        """Decodes the score of a document."""
        counts, points = divmod(round(score) - POINTS, POINTS)
        required, met = divmod(counts, len(self.plan.units) + 1)
        return Standing(required_met=required, met=met, score=points)

    def _constant(self, unit: Unit) -> int:
        return POINTS * (1 + (len(self.plan.units) + 1) * unit.required)

    def _unit_score(self, unit: Unit) -> list[Query]:
        """Returns the score of a unit outside groups, or whose groups choose their part by points
        alone."""
        free = [self._evidence(i) for i in unit.wishes if i not in self._bound]
        if len(free) == len(unit.wishes):
            return scored(free, self._constant(unit))
        scores = [query for member in free if (query := member.score) is not None]
        for group in {
            id(group): group for group, _, _ in (self._bound[i] for i in unit.wishes if i in self._bound)
        }.values():
            scores += group.points()
        found = [worth(self._met(unit), self._constant(unit))]
        return [*found, best_of(scores)] if scores else found

    def _near_score(self, unit: Unit) -> list[Query]:
        """Returns the points of the nearest miss where all alternatives are refuted."""
        found: list[Query] = []
        for i in self.plan.measured.intersection(unit.wishes):
            if i in self._bound:
                group, at, member = self._bound[i]
                found += group.nearness(at, member)
            elif (near := self._evidence(i).nearness) is not None:
                found.append(near)
        refuted = self._refuted(unit) if found else NOTHING
        return [{"bool": {"filter": [refuted], "must": [best_of(found)]}}] if refuted != NOTHING else []

    # --- the ladder

    @property
    def counting(self) -> list[Query]:
        """Returns queries of which a document matches as many as it meets wishes."""
        found = [self._met(unit) for unit in self.plan.units if self._group_of(unit) is None]
        for group in self._groups:
            if len(group.units) > 1:
                found += group.counting()
        return found

    def reaching(self, count: int) -> Query:
        return at_least(count, self.counting)

    def all_but(self, unit: Unit) -> Query:
        """Matches documents that meet every other wish."""
        return all_of(self._all_met([one for one in self.plan.units if one is not unit]))

    def _all_met(self, units: Sequence[Unit]) -> list[Query]:
        found = [self._met(unit) for unit in units if self._group_of(unit) is None]
        for group in self._groups:
            which = [at for at, unit in enumerate(group.units) if unit in units]
            if len(group.units) > 1 and which:
                found.append(group.met(which))
        return found

    # --- wishes and units

    @cached_property
    def spots(self) -> int:
        """Returns how many cells and positions the plan's place tests name."""
        return sum(terms(query) for by_grade in self._located.values() for query in by_grade.values())

    @property
    def touching(self) -> Query:
        """Matches documents with any evidence for the plan; all documents, if that query would be
        too long."""
        if self.spots > FEW_SPOTS:
            return EVERYTHING
        found: list[Query] = []
        for i in range(len(self.plan.wishes)):
            evidence = gather(self.plan.wishes[i], Scope.FAMILY, self.plan.hierarchy, self._located.get(i, {}))
            found += [*evidence.pro.values(), *evidence.con.values()]
        return any_of(found)

    @property
    def bearing(self) -> Query:
        """Matches documents that may stay, or may meet all wishes but one. For `fallback_ranking`:
        it may match too many."""
        if self.spots > FEW_SPOTS:
            return EVERYTHING
        plan = self.plan
        needed = [
            any_of(self._any_evidence(u) for u in plan.units if level in u.gate_levels) for level in plan.gate_levels
        ]
        if plan.strict:
            needed += [self._any_evidence(unit) for unit in plan.units if unit.required]
        lacking = [all_of(self._any_evidence(one) for one in plan.units if one is not unit) for unit in plan.units]
        return any_of([all_of(needed), *lacking])

    def _any_evidence(self, unit: Unit) -> Query:
        """Matches documents with any evidence for the unit, ignoring evidence against it."""
        hierarchy = self.plan.hierarchy
        evidence = (gather(self.plan.wishes[i], Scope.FAMILY, hierarchy, self._located.get(i, {})) for i in unit.wishes)
        return any_of(query for one in evidence for query in one.pro.values())

    def _evidence(self, i: int) -> Evidence:
        if i not in self._family:
            located = self._located.get(i, {})
            measured = i in self.plan.measured
            self._family[i] = gather(self.plan.wishes[i], Scope.FAMILY, self.plan.hierarchy, located, measured=measured)
        return self._family[i]

    def _group_of(self, unit: Unit) -> Group | None:
        """Returns the group that decides a unit together with others; None if it is decided
        alone."""
        first = unit.wishes[0]
        if first not in self._bound or len(self._bound[first][0].units) == 1:
            return None
        return self._bound[first][0]

    def _met(self, unit: Unit) -> Query:
        found: list[Query] = []
        for i in unit.wishes:
            if i not in self._bound:
                found.append(self._evidence(i).met)
            else:
                group, at, member = self._bound[i]
                found.append(group.wish_met(at, member))
        return any_of(found)

    def _refuted(self, unit: Unit) -> Query:
        found: list[Query] = []
        for i in unit.wishes:
            if i not in self._bound:
                found.append(self._evidence(i).refuted)
            else:
                group, at, member = self._bound[i]
                found.append(group.wish_refuted(at, member))
        return all_of(found)


def page_body(compiled: CompiledPlan, visible: Json) -> Json:
    """Returns the search for the best candidates."""
    needed, drops = compiled.stays
    return {
        "query": {
            "bool": {
                "filter": [visible, *needed],
                "must_not": drops,
                "must": [worth(EVERYTHING, POINTS)],
                "should": compiled.scoring,
            }
        },
        "sort": [{"_score": "desc"}, {"id": "asc"}],
        "_source": False,
    }


def ladder_bodies(compiled: CompiledPlan, visible: Json) -> list[Json]:
    """Returns searches that only count: how many meet each number of wishes, and how many meet all
    but one."""
    needed, drops = compiled.stays
    units = compiled.plan.units
    reached = {str(count): compiled.reaching(count) for count in range(1, len(units) + 1)}
    lacking = {str(number): compiled.all_but(unit) for number, unit in enumerate(units)}
    staying: Json = {
        "size": 0,
        "track_total_hits": True,
        "query": {"bool": {"filter": [visible, *needed], "must_not": drops}},
    }
    everyone: Json = {"size": 0, "track_total_hits": False, "query": {"bool": {"filter": [visible]}}}
    if units:
        staying["aggs"] = {"met": {"filters": {"filters": reached}}}
        everyone["aggs"] = {"lacking": {"filters": {"filters": lacking}}}
    return [staying, everyone]


def too_large(bodies: Sequence[Json]) -> bool:
    """True if a server with little memory would reject one of these."""
    return any(clauses(body["query"]) > MOST_CLAUSES for body in bodies) or any(
        clauses(one) > MOST_CLAUSES
        for body in bodies
        for agg in body.get("aggs", {}).values()
        for one in agg["filters"]["filters"].values()
    )
