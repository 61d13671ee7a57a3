"""Ranks the few plans that no query can express by judging one candidate at a time, as the memory
store does.

It fetches only candidates that have some evidence, and that can stay or count for the ladder.
Candidates without any evidence meet nothing and refute nothing: they are only counted, and come
last, ordered by id.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import merge
from itertools import groupby, islice

from claimtree.model.answers import Dossier, Judgement, Ladder, Ranked, RankedHit, Standing, Verdict
from claimtree.model.claims import EntityId
from claimtree.model.plans import Plan, Unit
from claimtree.model.verdicts import judge
from claimtree.stores.elastic.cluster_client import ElasticClient
from claimtree.stores.elastic.linked import RelatedVerdicts
from claimtree.stores.elastic.plan_queries import CompiledPlan
from claimtree.stores.elastic.query_builders import EVERYTHING, Query, all_of, clauses, except_for, in_parts
from claimtree.stores.elastic.reading import Reading

MOST_CLAUSES = 800
"""Clauses of one query here; a small server allows 1,024, and some are needed for other things."""
_AT_ONCE = 500
"""Candidates whose families are fetched together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Judged:
    """The results for the candidates that have some evidence."""

    meeting: list[tuple[Standing, EntityId]]
    """Those that stay and meet something, in ranking order."""
    silent: list[EntityId]
    """Those that stay and meet nothing."""
    met: Counter[int]
    more: tuple[int, ...]
    """For each wish, how many more would meet everything without it."""


class FallbackRanking:
    """Ranks one plan on one view."""

    def __init__(
        self, client: ElasticClient, reading: Reading, plan: Plan, compiled: CompiledPlan, related: RelatedVerdicts
    ) -> None:
        self._client = client
        self._reading = reading
        self._plan = plan
        self._related = related
        self._touching = in_parts(compiled.touching, MOST_CLAUSES)
        bearing = all_of([compiled.touching, compiled.bearing])
        # One query that finds only the relevant ones, or several that find some more.
        self._bearing = [bearing] if clauses(bearing) <= MOST_CLAUSES else self._touching
        self._answers = (plan.hierarchy.answers,)

    def rank(self, *, limit: int, offset: int) -> Ranked:
        judged = self._judged
        untouched = self._untouched if self._silent_stays else 0
        counts = judged.met + Counter({0: untouched})
        hits = tuple(islice(self._order(), offset, offset + limit))
        return Ranked(
            hits=hits,
            ladder=Ladder(
                total=counts.total(),
                met={count: counts[count] for count in range(len(self._plan.units) + 1)},
                more=judged.more,
            ),
        )

    def place(self, id: EntityId) -> int | None:
        return next((at for at, hit in enumerate(self._order(), 1) if hit.id == id), None)

    def _order(self) -> Iterator[RankedHit]:
        """Yields all that stay: those that meet something, then the others by id."""
        for standing, id in self._judged.meeting:
            yield RankedHit(id=id, standing=standing)
        silent = self._silent() if self._silent_stays and self._untouched else iter(())
        for id in merge(self._judged.silent, silent):
            yield RankedHit(id=id, standing=_NOTHING_MET)

    @cached_property
    def _judged(self) -> _Judged:
        plan = self._plan
        stays: list[tuple[Standing, EntityId]] = []
        more = [0] * len(plan.units)
        others = [plan.without(unit) for unit in plan.units]
        for dossier in self._dossiers():
            judged = judge(plan, dossier)
            if judged.stays(strict=plan.strict):
                stays.append((judged.standing, judged.candidate))
            if _full(judged):
                continue
            for number, unit in enumerate(plan.units):
                more[number] += _full(judge(others[number], _without(dossier, unit)))
        if len(plan.units) == 1:
            # Without its only wish, every candidate meets the plan.
            more[0] += self._untouched
        meeting = [one for one in stays if one[0] != _NOTHING_MET]
        return _Judged(
            meeting=sorted(meeting, key=lambda one: (one[0].rank, one[1])),
            silent=sorted(id for standing, id in stays if standing == _NOTHING_MET),
            met=Counter(standing.met for standing, _ in stays),
            more=tuple(more),
        )

    @property
    def _silent_stays(self) -> bool:
        return not self._plan.gate_levels and not (self._plan.strict and any(u.required for u in self._plan.units))

    @cached_property
    def _untouched(self) -> int:
        if len(self._touching) > 1:
            return sum(1 for _ in self._silent())
        query = except_for(EVERYTHING, self._touching[0])
        body = {
            "size": 0,
            "track_total_hits": True,
            "query": {"bool": {"filter": [self._reading.view.filters, query]}},
        }
        index = self._reading.view.names.level(self._answers[0])
        return int(self._client.search(index, body)["hits"]["total"]["value"])

    def _silent(self) -> Iterator[EntityId]:
        """Yields the candidates without any evidence, by id."""
        if len(self._touching) == 1:
            yield from self._ids(except_for(EVERYTHING, self._touching[0]))
            return
        touched = set(self._found(self._touching))
        yield from (id for id in self._ids(EVERYTHING) if id not in touched)

    def _found(self, queries: Sequence[Query]) -> Iterator[EntityId]:
        """Yields what any of the queries finds, each once, by id."""
        for id, _ in groupby(merge(*(self._ids(query) for query in queries))):
            yield id

    def _ids(self, query: Query) -> Iterator[EntityId]:
        for one in self._reading.all(query, fields=("id",), levels=self._answers):
            yield one.id

    def _dossiers(self) -> Iterator[Dossier]:
        waiting: list[EntityId] = []
        for id in self._found(self._bearing):
            waiting.append(id)
            if len(waiting) == _AT_ONCE:
                yield from self._related.dossiers(self._reading, self._plan, waiting)
                waiting = []
        yield from self._related.dossiers(self._reading, self._plan, waiting)


_NOTHING_MET = Standing(required_met=0, met=0, score=0)


def _full(judgement: Judgement) -> bool:
    return all(verdict is Verdict.MET for verdict in judgement.unit_verdicts)


def _without(dossier: Dossier, unit: Unit) -> Dossier:
    return replace(dossier, pieces=tuple(pieces for i, pieces in enumerate(dossier.pieces) if i not in unit.wishes))
