"""A plan as queries: who stays, in which order, and the ladder. The rules of `model.verdicts.judge`, without scripts.

The order is one number, the score of a document: each wish that is met adds a constant larger than all points together,
a required one a larger constant still. A group of wishes that binds to one part is a `nested` query that takes the best
part; since the constants are the same inside and outside, the best part is the one that the rules choose.

A score is a float of 32 bits, which keeps whole numbers up to 2**24. Plans that need more, and the few whose rules
cannot be said in sets, are judged by hand (`by_hand`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from claimtree.model.answers import Standing
from claimtree.model.plans import Binding, Plan, Unit
from claimtree.stores.elastic.dialects import Json
from claimtree.stores.elastic.evidence import Evidence, Located, Scope, gather
from claimtree.stores.elastic.queries import (
    EVERYTHING,
    NOTHING,
    Query,
    all_of,
    any_of,
    at_least,
    best_of,
    clauses,
    except_for,
    terms,
    worth,
)

POINTS = 1 << 16
"""No score reaches it; see `plans.FULL_SCORE`."""
MOST_COUNTS = 255
"""What is left of 24 bits beside the points, the base included."""
FEW_SPOTS = 5_000
"""Cells and positions that are worth naming only to narrow down what is judged by hand."""
MOST_CLAUSES = 1_000
"""Of one query; a small server takes 1,024."""


def why_by_hand(plan: Plan) -> str | None:
    """What about the plan cannot be said in queries; None for nearly every plan."""
    required = sum(unit.required for unit in plan.units)
    if 1 + required * (len(plan.units) + 1) + len(plan.units) > MOST_COUNTS:
        return "more wishes than a score can count"
    if any(len(wish.claim.amounts) > 1 and any(m.slots for m in wish.matches) for wish in plan.wishes):
        return "several amounts of one claim"
    if any(plan.wishes[i].places for i in plan.bound):
        return "a part of a home with whereabouts of its own"
    whole = {unit.wishes for unit in plan.units}
    seen: set[tuple[str, str]] = set()
    for binding in plan.bindings:
        if binding.facet is not None:
            key = (binding.level, binding.facet)
            if key in seen:
                return "two groups that may not choose the same part"
            seen.add(key)
        if len(binding.units) == 1:
            continue
        if any(unit not in whole for unit in binding.units):
            return "alternatives across groups"
        units = [unit for unit in plan.units if unit.wishes in binding.units]
        gating = [unit for unit in units if unit.gate_levels]
        if plan.gated and gating and any(unit.required and not unit.gate_levels for unit in units):
            return "a filter that depends on which of two equal parts is chosen"
    return None


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """The wishes of one binding: in which parts, and what is met where."""

    key: str
    units: tuple[Unit, ...]
    rows: tuple[tuple[Evidence, ...], ...]
    """Per unit and wish, inside a part."""
    nowhere: tuple[tuple[Evidence, ...], ...]
    """The same where the home has no such part."""

    @property
    def has(self) -> Query:
        return {"term": {"has": self.key}}

    def in_a_row(self, query: Query) -> Query:
        if query == NOTHING:
            return NOTHING
        inner = all_of([{"term": {"rows.key": self.key}}, query])
        return {"nested": {"path": "rows", "query": inner, "score_mode": "none"}}

    def where(self, row: Query, nowhere: Query) -> Query:
        """The one in some part, or the other where there is no such part."""
        return any_of([self.in_a_row(row), except_for(nowhere, self.has)])

    def met(self, which: Sequence[int]) -> Query:
        """One part meets all of these units."""
        return self.where(all_of(_met(self.rows[at]) for at in which), all_of(_met(self.nowhere[at]) for at in which))

    def refuted(self, at: int, member: int) -> Query:
        """Every part refutes the wish, and there is one."""
        row, nowhere = self.rows[at][member].refuted, self.nowhere[at][member].refuted
        if row == NOTHING and nowhere == NOTHING:
            return NOTHING
        everywhere = NOTHING if row == NOTHING else except_for(self.has, self.in_a_row(except_for(EVERYTHING, row)))
        return any_of([everywhere, except_for(nowhere, self.has)])


def _met(members: Sequence[Evidence]) -> Query:
    return any_of(member.met for member in members)


class Asking:
    """One plan, compiled. `located` has what coordinates say about its wishes."""

    def __init__(self, plan: Plan, located: Located) -> None:
        self.plan = plan
        self._family: dict[int, Evidence] = {}
        self._located = located
        self._groups = [self._group(binding) for binding in plan.bindings]
        self._home = {
            i: (group, at, member)
            for group, binding in zip(self._groups, plan.bindings, strict=True)
            for at, part in enumerate(binding.units)
            for member, i in enumerate(part)
        }
        """Where a bound wish stands: its group, which of its units, which member of it."""

    # --- who stays

    @property
    def stays(self) -> tuple[list[Query], list[Query]]:
        """What a candidate has to match, and what it must not."""
        needed = [any_of(self._opens(level)) for level in sorted(self.plan.gate_levels)]
        if self.plan.strict:
            needed += self._all_met([unit for unit in self.plan.units if unit.required])
        drops = [self._refuted(unit) for unit in self.plan.units if unit.required]
        return [query for query in needed if query != EVERYTHING], [query for query in drops if query != NOTHING]

    def _opens(self, level: str) -> list[Query]:
        """What can satisfy a level's filter."""
        found: list[Query] = []
        seen: list[_Group] = []
        for unit in self.plan.units:
            if level not in unit.gate_levels:
                continue
            group = self._group_of(unit)
            if group is None:
                found.append(self._met(unit))
            elif group not in seen:
                seen.append(group)
                # The chosen part meets most required units, and all of those open the level.
                opening = [at for at, one in enumerate(group.units) if level in one.gate_levels]
                found.append(
                    group.where(
                        any_of(_met(group.rows[at]) for at in opening),
                        any_of(_met(group.nowhere[at]) for at in opening),
                    )
                )
        return found

    # --- the order

    @property
    def scoring(self) -> list[Query]:
        """What adds to a document's score."""
        found: list[Query] = []
        for unit in self.plan.units:
            if self._group_of(unit) is None:
                found += self._unit_score(unit)
        for group in self._groups:
            if len(group.units) > 1:
                found += self._group_score(group)
        return found

    def standing(self, score: float) -> Standing:
        """What the score of a document says."""
        counts, points = divmod(round(score) - POINTS, POINTS)
        required, met = divmod(counts, len(self.plan.units) + 1)
        return Standing(required_met=required, met=met, score=points)

    def _constant(self, unit: Unit) -> int:
        return POINTS * (1 + (len(self.plan.units) + 1) * unit.required)

    def _unit_score(self, unit: Unit) -> list[Query]:
        """Of a unit that stands alone, or whose groups have nothing else to choose their part by."""
        free = [self._evidence(i) for i in unit.wishes if i not in self._home]
        if len(free) == len(unit.wishes):
            return _score(free, self._constant(unit))
        scores = [query for member in free if (query := member.score) is not None]
        for group in {
            id(group): group for group, _, _ in (self._home[i] for i in unit.wishes if i in self._home)
        }.values():
            rows = [query for member in group.rows[0] if (query := member.score) is not None]
            nowhere = [query for member in group.nowhere[0] if (query := member.score) is not None]
            if rows:
                scores.append(_best_row(group, [best_of(rows)]))
            if nowhere:
                scores.append({"bool": {"must": [best_of(nowhere)], "must_not": [group.has]}})
        found = [worth(self._met(unit), self._constant(unit))]
        return [*found, best_of(scores)] if scores else found

    def _group_score(self, group: _Group) -> list[Query]:
        inside = [
            query
            for unit, members in zip(group.units, group.rows, strict=True)
            for query in _score(members, self._constant(unit))
        ]
        outside = [
            query
            for unit, members in zip(group.units, group.nowhere, strict=True)
            for query in _score(members, self._constant(unit))
        ]
        found = [_best_row(group, inside)] if inside else []
        if outside:
            found.append({"bool": {"should": outside, "must_not": [group.has], "minimum_should_match": 1}})
        return found

    # --- the ladder

    @property
    def counting(self) -> list[Query]:
        """Queries of which a document matches as many as it meets wishes."""
        found = [self._met(unit) for unit in self.plan.units if self._group_of(unit) is None]
        for group in self._groups:
            if len(group.units) > 1:
                found += _group_counts(group)
        return found

    def reaching(self, count: int) -> Query:
        return at_least(count, self.counting)

    def all_but(self, unit: Unit) -> Query:
        """Every other wish is met."""
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
        """How many cells and positions the plan's tests of place come to."""
        return sum(terms(query) for by_grade in self._located.values() for query in by_grade.values())

    @property
    def touching(self) -> Query:
        """Whatever the plan has any evidence on; everything, where that cannot be said in few words."""
        if self.spots > FEW_SPOTS:
            return EVERYTHING
        found: list[Query] = []
        for i in range(len(self.plan.wishes)):
            evidence = gather(self.plan.wishes[i], Scope.FAMILY, self.plan.hierarchy, self._located.get(i, {}))
            found += [*evidence.pro.values(), *evidence.con.values()]
        return any_of(found)

    @property
    def bearing(self) -> Query:
        """Whatever can stay, or can meet all wishes but one. For plans that no query can say: it may find too much."""
        if self.spots > FEW_SPOTS:
            return EVERYTHING
        plan = self.plan
        needed = [any_of(self._hopeful(u) for u in plan.units if level in u.gate_levels) for level in plan.gate_levels]
        if plan.strict:
            needed += [self._hopeful(unit) for unit in plan.units if unit.required]
        lacking = [all_of(self._hopeful(one) for one in plan.units if one is not unit) for unit in plan.units]
        return any_of([all_of(needed), *lacking])

    def _hopeful(self, unit: Unit) -> Query:
        """Something speaks for the unit, whoever says it and whatever speaks against it."""
        hierarchy = self.plan.hierarchy
        evidence = (gather(self.plan.wishes[i], Scope.FAMILY, hierarchy, self._located.get(i, {})) for i in unit.wishes)
        return any_of(query for one in evidence for query in one.pro.values())

    def _evidence(self, i: int) -> Evidence:
        if i not in self._family:
            located = self._located.get(i, {})
            self._family[i] = gather(self.plan.wishes[i], Scope.FAMILY, self.plan.hierarchy, located)
        return self._family[i]

    def _group(self, binding: Binding) -> _Group:
        depth = self.plan.hierarchy.depth_of(binding.level)
        key = f"{depth}" if binding.facet is None else f"{depth}|{binding.facet}"

        def gathered(scope: Scope) -> tuple[tuple[Evidence, ...], ...]:
            return tuple(
                tuple(gather(self.plan.wishes[i], scope, self.plan.hierarchy, {}) for i in part)
                for part in binding.units
            )

        units = tuple(next(u for u in self.plan.units if set(part) <= set(u.wishes)) for part in binding.units)
        return _Group(key, units, gathered(Scope.ROW), gathered(Scope.LINE))

    def _group_of(self, unit: Unit) -> _Group | None:
        """The group that settles a unit together with others; None where it is settled alone."""
        first = unit.wishes[0]
        if first not in self._home or len(self._home[first][0].units) == 1:
            return None
        return self._home[first][0]

    def _met(self, unit: Unit) -> Query:
        found: list[Query] = []
        for i in unit.wishes:
            if i not in self._home:
                found.append(self._evidence(i).met)
            else:
                group, at, member = self._home[i]
                found.append(group.where(group.rows[at][member].met, group.nowhere[at][member].met))
        return any_of(found)

    def _refuted(self, unit: Unit) -> Query:
        found: list[Query] = []
        for i in unit.wishes:
            if i not in self._home:
                found.append(self._evidence(i).refuted)
            else:
                group, at, member = self._home[i]
                found.append(group.refuted(at, member))
        return all_of(found)


def _score(members: Sequence[Evidence], constant: int) -> list[Query]:
    """The constant where one of the alternatives is met, and the points of the best."""
    if len(members) == 1 and len(members[0].pro) == 1 and members[0].refuted == NOTHING:
        ((grade, only),) = members[0].pro.items()
        return [worth(only, constant + members[0].points[grade])]
    met = _met(members)
    if met == NOTHING:
        return []
    scores = [query for member in members if (query := member.score) is not None]
    return [worth(met, constant), best_of(scores)] if scores else [worth(met, constant)]


def _best_row(group: _Group, scoring: list[Query]) -> Query:
    inner: Query = {
        "bool": {"filter": [{"term": {"rows.key": group.key}}], "should": scoring, "minimum_should_match": 1}
    }
    return {"nested": {"path": "rows", "query": inner, "score_mode": "max"}}


def _group_counts(group: _Group) -> list[Query]:
    """Queries of which a document matches as many as the chosen part meets: first as many required ones as any part
    meets, then, of the parts that meet so many, as many others as one of them meets."""
    required = [at for at, unit in enumerate(group.units) if unit.required]
    others = [at for at, unit in enumerate(group.units) if not unit.required]
    needs = [_met(group.rows[at]) for at in required]
    wants = [_met(group.rows[at]) for at in others]
    found = [group.in_a_row(at_least(count, needs)) for count in range(1, len(needs) + 1)]
    found += [
        any_of(
            except_for(
                group.in_a_row(all_of([at_least(most, needs), at_least(count, wants)])),
                group.in_a_row(at_least(most + 1, needs)) if most < len(needs) else NOTHING,
            )
            for most in range(len(needs) + 1)
        )
        for count in range(1, len(wants) + 1)
    ]
    found += [except_for(_met(members), group.has) for members in group.nowhere]
    return [query for query in found if query != NOTHING]


def page_body(asking: Asking, visible: Json) -> Json:
    """The search for the best candidates."""
    needed, drops = asking.stays
    return {
        "query": {
            "bool": {
                "filter": [visible, *needed],
                "must_not": drops,
                "must": [worth(EVERYTHING, POINTS)],
                "should": asking.scoring,
            }
        },
        "sort": [{"_score": "desc"}, {"id": "asc"}],
        "_source": False,
    }


def ladder_bodies(asking: Asking, visible: Json) -> list[Json]:
    """Searches that only count: how many meet so many wishes, and how many meet all but one."""
    needed, drops = asking.stays
    units = asking.plan.units
    reached = {str(count): asking.reaching(count) for count in range(1, len(units) + 1)}
    lacking = {str(number): asking.all_but(unit) for number, unit in enumerate(units)}
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
    """Whether a server with little memory would refuse one of these."""
    return any(clauses(body["query"]) > MOST_CLAUSES for body in bodies) or any(
        clauses(one) > MOST_CLAUSES
        for body in bodies
        for agg in body.get("aggs", {}).values()
        for one in agg["filters"]["filters"].values()
    )
