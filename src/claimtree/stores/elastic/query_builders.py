"""Builds the queries that ranking uses, and simplifies them while combining them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

Query: TypeAlias = dict[str, Any]

NOTHING: Query = {"match_none": {}}
EVERYTHING: Query = {"match_all": {}}

MOST_TERMS = 60_000
"""Terms of one `terms` query; the server's limit is 65,536."""


def one_of(field: str, terms: Sequence[str]) -> Query:
    """Matches documents with one of these terms; split if there are more than one query may
    name."""
    if not terms:
        return NOTHING
    if len(terms) == 1:
        return {"term": {field: terms[0]}}
    parts = [terms[at : at + MOST_TERMS] for at in range(0, len(terms), MOST_TERMS)]
    return any_of([{"terms": {field: list(part)}} for part in parts])


def any_of(queries: Iterable[Query]) -> Query:
    found = list(_merged(query for query in queries if query != NOTHING))
    if EVERYTHING in found:
        return EVERYTHING
    if not found:
        return NOTHING
    return found[0] if len(found) == 1 else {"bool": {"should": found}}


def all_of(queries: Iterable[Query]) -> Query:
    found = [query for query in queries if query != EVERYTHING]
    if NOTHING in found:
        return NOTHING
    if not found:
        return EVERYTHING
    return found[0] if len(found) == 1 else {"bool": {"filter": found}}


def except_for(query: Query, unwanted: Query) -> Query:
    """Matches what `query` finds and `unwanted` does not."""
    if unwanted == NOTHING or query == NOTHING:
        return query
    if unwanted == EVERYTHING:
        return NOTHING
    return {"bool": {"filter": [] if query == EVERYTHING else [query], "must_not": [unwanted]}}


def at_least(count: int, queries: Sequence[Query]) -> Query:
    """Matches documents that at least `count` of the queries find."""
    found = [query for query in queries if query != NOTHING]
    if count <= 0:
        return EVERYTHING
    if len(found) < count:
        return NOTHING
    if len(found) == count:
        return all_of(found)
    if count == 1:
        return any_of(found)
    return {"bool": {"should": found, "minimum_should_match": count}}


def worth(query: Query, points: int) -> Query:
    """Gives `points` to each document that the query finds."""
    return {"constant_score": {"filter": query, "boost": points}}


def best_of(queries: Sequence[Query], *, tie_breaker: float = 0.0) -> Query:
    """Scores the points of the best query, plus a share of the others'."""
    if len(queries) == 1:
        return queries[0]
    return {"dis_max": {"queries": list(queries), "tie_breaker": tie_breaker}}


def clauses(query: Any) -> int:
    """Returns how many clauses a server counts in a query: the leaves of its tree."""
    if isinstance(query, list):
        return sum(clauses(part) for part in query)
    if not isinstance(query, dict):
        return 0
    # A server adds a clause to each `nested`, for the kind of document.
    leaves = sum(key in ("term", "terms", "range", "match_all", "match_none", "exists", "nested") for key in query)
    inner = sum(clauses(value) for key, value in query.items() if key not in ("term", "terms", "range", "exists"))
    return leaves + inner


def terms(query: Any) -> int:
    """Returns how many terms a query names."""
    if isinstance(query, list):
        return sum(terms(part) for part in query)
    if not isinstance(query, dict):
        return 0
    own = sum(len(listed) for listed in query["terms"].values()) if "terms" in query else 0
    return own + sum(terms(value) for key, value in query.items() if key != "terms")


def in_parts(query: Query, most: int) -> list[Query]:
    """Returns queries that together find the same, each with at most `most` clauses."""
    waiting, leaves = [query], []
    while waiting:
        one = waiting.pop()
        if one.keys() == {"bool"} and one["bool"].keys() == {"should"}:
            waiting += one["bool"]["should"]
        else:
            leaves.append(one)
    parts: list[list[Query]] = [[]]
    room = most
    for leaf in leaves:
        size = clauses(leaf)
        if size > room and parts[-1]:
            parts.append([])
            room = most
        parts[-1].append(leaf)
        room -= size
    return [any_of(part) for part in parts]


def _merged(queries: Iterable[Query]) -> Iterator[Query]:
    """Merges all term queries on the same field into one."""
    terms: dict[str, dict[str, None]] = {}
    others: list[Query] = []
    waiting = list(queries)
    while waiting:
        query = waiting.pop(0)
        ((kind, body),) = query.items()
        if kind == "term":
            ((field, term),) = body.items()
            terms.setdefault(field, {})[term] = None
        elif kind == "terms":
            ((field, listed),) = body.items()
            terms.setdefault(field, {}).update(dict.fromkeys(listed))
        elif kind == "bool" and body.keys() == {"should"}:
            waiting[:0] = body["should"]
        else:
            others.append(query)
    for field, found in terms.items():
        listed = list(found)
        if len(listed) == 1:
            yield {"term": {field: listed[0]}}
        else:
            for at in range(0, len(listed), MOST_TERMS):
                yield {"terms": {field: listed[at : at + MOST_TERMS]}}
    yield from others
