"""Queries for wishes that must be met by one and the same part of an answer; parts are nested rows of
its document.

The chosen part is the one that meets the most required wishes, then the most others, then has the
most points. For an answer without any such part, the claims about itself and its ancestors count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from claimtree.model.plans import Binding, Plan, Unit
from claimtree.stores.elastic.evidence import Evidence, Scope, gather, met_by, scored
from claimtree.stores.elastic.query_builders import (
    EVERYTHING,
    NOTHING,
    Query,
    all_of,
    any_of,
    at_least,
    best_of,
    except_for,
)


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """The wishes of one binding, with their evidence inside a part and without any part."""

    key: str
    units: tuple[Unit, ...]
    rows: tuple[tuple[Evidence, ...], ...]
    """Evidence inside a part, per unit and wish."""
    nowhere: tuple[tuple[Evidence, ...], ...]
    """The same for an answer that has no such part."""

    @classmethod
    def of(cls, binding: Binding, plan: Plan) -> Group:
        depth = plan.hierarchy.depth_of(binding.level)
        key = f"{depth}" if binding.facet is None else f"{depth}|{binding.facet}"

        def gathered(scope: Scope) -> tuple[tuple[Evidence, ...], ...]:
            return tuple(
                tuple(gather(plan.wishes[i], scope, plan.hierarchy, {}, measured=i in plan.measured) for i in part)
                for part in binding.units
            )

        units = tuple(next(u for u in plan.units if set(part) <= set(u.wishes)) for part in binding.units)
        return cls(key, units, gathered(Scope.ROW), gathered(Scope.LINE))

    # --- verdicts

    def met(self, which: Sequence[int]) -> Query:
        """Matches answers with one part that meets all of these units."""
        return self._where(
            all_of(met_by(self.rows[at]) for at in which), all_of(met_by(self.nowhere[at]) for at in which)
        )

    def any_met(self, which: Sequence[int]) -> Query:
        """Matches answers with a part that meets at least one of these units."""
        return self._where(
            any_of(met_by(self.rows[at]) for at in which), any_of(met_by(self.nowhere[at]) for at in which)
        )

    def wish_met(self, at: int, member: int) -> Query:
        """Matches answers with a part that meets one wish of a unit."""
        return self._where(self.rows[at][member].met, self.nowhere[at][member].met)

    def wish_refuted(self, at: int, member: int) -> Query:
        """Matches answers all of whose such parts refute the wish; without any, the answer's claims
        must."""
        row, nowhere = self.rows[at][member].refuted, self.nowhere[at][member].refuted
        if row == NOTHING and nowhere == NOTHING:
            return NOTHING
        everywhere = NOTHING if row == NOTHING else except_for(self._has, self._in_a_row(except_for(EVERYTHING, row)))
        return any_of([everywhere, except_for(nowhere, self._has)])

    # --- the order and the ladder

    def scoring(self, constants: Sequence[int]) -> list[Query]:
        """Returns what the chosen part adds to a document's score: a constant for each unit it
        meets, and its points."""
        inside = [
            query for constant, members in zip(constants, self.rows, strict=True) for query in scored(members, constant)
        ]
        outside = [
            query
            for constant, members in zip(constants, self.nowhere, strict=True)
            for query in scored(members, constant)
        ]
        found = [self._best_row(inside)] if inside else []
        if outside:
            found.append({"bool": {"should": outside, "must_not": [self._has], "minimum_should_match": 1}})
        return found

    def points(self) -> list[Query]:
        """Returns the points of the best part, for a group of one unit, whose part is chosen by
        points alone."""
        rows = [query for member in self.rows[0] if (query := member.score) is not None]
        nowhere = [query for member in self.nowhere[0] if (query := member.score) is not None]
        found = [self._best_row([best_of(rows)])] if rows else []
        if nowhere:
            found.append({"bool": {"must": [best_of(nowhere)], "must_not": [self._has]}})
        return found

    def nearness(self, at: int, member: int) -> list[Query]:
        """Returns the points of the nearest miss, for answers all of whose parts refute the wish."""
        row, nowhere = self.rows[at][member].nearness, self.nowhere[at][member].nearness
        found = [self._best_row([row])] if row is not None else []
        if nowhere is not None:
            found.append({"bool": {"must": [nowhere], "must_not": [self._has]}})
        return found

    def counting(self) -> list[Query]:
        """Returns queries of which a document matches as many as the chosen part meets units: first
        the largest number of required units that any part meets, then, among the parts that meet so
        many, the largest number of others."""
        required = [at for at, unit in enumerate(self.units) if unit.required]
        others = [at for at, unit in enumerate(self.units) if not unit.required]
        needs = [met_by(self.rows[at]) for at in required]
        wants = [met_by(self.rows[at]) for at in others]
        found = [self._in_a_row(at_least(count, needs)) for count in range(1, len(needs) + 1)]
        found += [
            any_of(
                except_for(
                    self._in_a_row(all_of([at_least(most, needs), at_least(count, wants)])),
                    self._in_a_row(at_least(most + 1, needs)) if most < len(needs) else NOTHING,
                )
                for most in range(len(needs) + 1)
            )
            for count in range(1, len(wants) + 1)
        ]
        found += [except_for(met_by(members), self._has) for members in self.nowhere]
        return [query for query in found if query != NOTHING]

    # --- rows

    @property
    def _has(self) -> Query:
        return {"term": {"has": self.key}}

    def _where(self, row: Query, nowhere: Query) -> Query:
        """Matches `row` in some part, or `nowhere` for an answer without such a part."""
        return any_of([self._in_a_row(row), except_for(nowhere, self._has)])

    def _in_a_row(self, query: Query) -> Query:
        if query == NOTHING:
            return NOTHING
        inner = all_of([{"term": {"rows.key": self.key}}, query])
        return {"nested": {"path": "rows", "query": inner, "score_mode": "none"}}

    def _best_row(self, scoring: list[Query]) -> Query:
        inner: Query = {
            "bool": {"filter": [{"term": {"rows.key": self.key}}], "should": scoring, "minimum_should_match": 1}
        }
        return {"nested": {"path": "rows", "query": inner, "score_mode": "max"}}
