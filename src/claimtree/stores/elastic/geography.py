"""Queries for what coordinates prove about the wishes of a plan."""

from __future__ import annotations

import numpy as np

from claimtree.geo import Points
from claimtree.model.claims import LevelName
from claimtree.model.places import NearKind
from claimtree.model.plans import PlaceMatch, Plan
from claimtree.stores.elastic.cluster_client import ElasticClient
from claimtree.stores.elastic.evidence import Located, kind_queries
from claimtree.stores.elastic.grid_cells import Bounds, GroundTest, cover, grades, spot_token
from claimtree.stores.elastic.ledger import View
from claimtree.stores.elastic.query_builders import Query, any_of, except_for, one_of

_A_LITTLE = 1e-6
"""Degrees; added to bounds, because a cluster rounds coordinates when it computes them."""


def located(plan: Plan, client: ElasticClient, view: View) -> Located:
    """Returns, by wish, the queries by signed grade that its place tests are translated into.

    Tests of a kind need only the plan. The others cost a request for the bounds of the data, and
    one for the positions in the cells that a border crosses.
    """
    measured = [
        (i, match, match.test)
        for i, wish in enumerate(plan.wishes)
        for match in wish.places
        if not isinstance(match.test, NearKind)
    ]
    queries_of: dict[int, dict[int, list[Query]]] = {}
    for i, wish in enumerate(plan.wishes):
        for match in wish.places:
            if isinstance(match.test, NearKind):
                for grade, query in kind_queries(match, match.test).items():
                    queries_of.setdefault(i, {}).setdefault(grade, []).append(_counting(match, query))
    if measured:
        bounds = _bounds(client, view, {match.level for _, match, _ in measured})
        coverings = [
            (i, match, test, cover(match, test, bounds[match.level]))
            for i, match, test in measured
            if match.level in bounds
        ]
        for i, match, test, covering in coverings:
            crossed = _in_crossed(client, view, match, test, covering.crossed)
            for grade, tokens in (*covering.uniform, *crossed.items()):
                queries_of.setdefault(i, {}).setdefault(grade, []).append(_counting(match, one_of("spots", tokens)))
    return {i: {grade: any_of(queries) for grade, queries in by_grade.items()} for i, by_grade in queries_of.items()}


def _counting(match: PlaceMatch, query: Query) -> Query:
    """Returns the query, restricted to answers without coordinates if the match is only a substitute
    for them."""
    return except_for(query, {"exists": {"field": "point"}}) if match.stands_in else query


def _bounds(client: ElasticClient, view: View, levels: set[LevelName]) -> dict[LevelName, Bounds]:
    """Returns the bounding box of each level's entities; levels without any coordinates are left
    out."""
    listed = sorted(levels)
    body = {
        "size": 0,
        "query": {"bool": {"filter": [view.filters]}},
        "aggs": {"within": {"geo_bounds": {"field": "point", "wrap_longitude": False}}},
    }
    found: dict[LevelName, Bounds] = {}
    for level, answer in zip(
        listed, client.searches([(view.names.level(level), body) for level in listed]), strict=True
    ):
        corners = answer["aggregations"]["within"].get("bounds")
        if corners:
            top, bottom = corners["top_left"], corners["bottom_right"]
            found[level] = (
                max(top["lon"] - _A_LITTLE, -180.0),
                max(bottom["lat"] - _A_LITTLE, -90.0),
                min(bottom["lon"] + _A_LITTLE, 180.0),
                min(top["lat"] + _A_LITTLE, 90.0),
            )
    return found


def _in_crossed(
    client: ElasticClient, view: View, match: PlaceMatch, test: GroundTest, crossed: tuple[str, ...]
) -> dict[int, list[str]]:
    """Returns the positions in the cells that a border crosses, by the grade that the test gives
    them."""
    if not crossed:
        return {}
    body = {
        "query": {"bool": {"filter": [view.filters, one_of("spots", crossed), {"exists": {"field": "point"}}]}},
        "sort": [{"id": "asc"}],
        "_source": ["point"],
    }
    spots = {
        (float(hit["_source"]["point"]["lat"]), float(hit["_source"]["point"]["lon"]))
        for hit in client.all_hits(view.names.level(match.level), body)
    }
    listed = sorted(spots)
    if not listed:
        return {}
    table = np.array(listed, np.float64)
    found: dict[int, list[str]] = {}
    grade_of_each = grades(match, test, Points(table[:, 0].copy(), table[:, 1].copy()))
    for (lat, lon), grade in zip(listed, grade_of_each, strict=True):
        if grade:
            found.setdefault(grade, []).append(spot_token(match.level, lat, lon))
    return found
