"""Ranks on the cluster: one request for the order and the ladder; a few plans use
`fallback_ranking`."""

from __future__ import annotations

from collections.abc import Iterator

from claimtree.model.answers import Ladder, Ranked, RankedHit
from claimtree.model.claims import EntityId
from claimtree.model.plans import Plan
from claimtree.stores.elastic.cluster_client import PAGE, ElasticClient
from claimtree.stores.elastic.dialects import Json
from claimtree.stores.elastic.fallback_ranking import FallbackRanking
from claimtree.stores.elastic.geography import located
from claimtree.stores.elastic.linked import RelatedVerdicts
from claimtree.stores.elastic.plan_queries import CompiledPlan, fallback_reason, ladder_bodies, page_body, too_large
from claimtree.stores.elastic.reading import Reading

MOST_SPOTS = 60_000
"""Cells and positions that a plan may name: each occurs some fifteen times in the request, whose
limit is 100 MB."""


class Ranking:
    """Ranks one plan on one view."""

    def __init__(self, client: ElasticClient, reading: Reading, plan: Plan, related: RelatedVerdicts) -> None:
        self._client = client
        self._view = reading.view
        self._plan = plan
        self._index = reading.view.names.level(plan.hierarchy.answers)
        self._compiled = CompiledPlan(plan, {**located(plan, client, reading.view), **related.located(reading, plan)})
        self._fallback: FallbackRanking | None = None
        needs_fallback = fallback_reason(plan) is not None or self._compiled.spots > MOST_SPOTS
        if not needs_fallback:
            visible = reading.view.filters
            self._page = page_body(self._compiled, visible)
            self._ladder = ladder_bodies(self._compiled, visible)
        if needs_fallback or too_large([self._page, *self._ladder]):
            self._fallback = FallbackRanking(client, reading, plan, self._compiled, related)

    def rank(self, *, limit: int, offset: int) -> Ranked:
        if self._fallback is not None:
            return self._fallback.rank(limit=limit, offset=offset)
        first = {**self._page, "size": min(limit + offset, PAGE), "track_total_hits": False}
        page, met, lacking = self._client.searches([(self._index, body) for body in (first, *self._ladder)])
        hits = page["hits"]["hits"]
        if len(hits) == PAGE and limit + offset > PAGE:
            hits = [*hits, *self._more(hits[-1]["sort"], limit + offset - PAGE)]
        return Ranked(
            hits=tuple(self._hit(hit) for hit in hits[offset : offset + limit]), ladder=self._counted(met, lacking)
        )

    def place(self, id: EntityId) -> int | None:
        if self._fallback is not None:
            return self._fallback.place(id)
        own = self._client.search(self._index, self._with(self._page, {"term": {"id": id}}, size=1))["hits"]["hits"]
        if not own:
            return None
        score = round(own[0]["sort"][0])
        before = {"range": {"id": {"lt": id}}}
        counted = {**self._page, "size": 0, "track_total_hits": True, "sort": [{"_score": "desc"}]}
        better, as_good_before, better_before = self._client.searches(
            [
                (self._index, {**counted, "min_score": score + 0.5}),
                (self._index, {**self._with(counted, before), "min_score": score - 0.5}),
                (self._index, {**self._with(counted, before), "min_score": score + 0.5}),
            ]
        )
        return 1 + _total(better) + _total(as_good_before) - _total(better_before)

    def _with(self, body: Json, query: Json, **changes: object) -> Json:
        inner = body["query"]["bool"]
        return {**body, "query": {"bool": {**inner, "filter": [*inner["filter"], query]}}, **changes}

    def _more(self, after: list[object], wanted: int) -> Iterator[Json]:
        """Yields the hits beyond the first page."""
        while wanted > 0:
            size = min(wanted, PAGE)
            body = {**self._page, "size": size, "track_total_hits": False, "search_after": after}
            hits = self._client.search(self._index, body)["hits"]["hits"]
            yield from hits
            if len(hits) < size:
                return
            wanted -= size
            after = hits[-1]["sort"]

    def _hit(self, hit: Json) -> RankedHit:
        score, id = hit["sort"]
        return RankedHit(id=EntityId(id), standing=self._compiled.standing(score))

    def _counted(self, met: Json, lacking: Json) -> Ladder:
        units = self._plan.units
        if not units:
            return Ladder(total=_total(met), met={0: _total(met)}, more=())
        reached = met["aggregations"]["met"]["buckets"]
        counts = [_total(met), *(reached[str(count)]["doc_count"] for count in range(1, len(units) + 1)), 0]
        full = counts[len(units)]
        others = lacking["aggregations"]["lacking"]["buckets"]
        return Ladder(
            total=counts[0],
            met={count: counts[count] - counts[count + 1] for count in range(len(units) + 1)},
            more=tuple(others[str(number)]["doc_count"] - full for number in range(len(units))),
        )


def _total(answer: Json) -> int:
    return int(answer["hits"]["total"]["value"])
