"""The graph of neighbours: which phrases are nearest to a vector, without comparing all of them.

Nothing else of the store needs it, and putting a phrase into it takes far longer than writing it. So it
is filled when somebody asks for neighbours, from the vectors that stand beside it bit for bit. A phrase that gets its
place there is the same phrase, born in the same generation: nobody who reads sees a difference.

Names and blank texts are like nothing and have no place in it.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from claimtree.model.claims import LevelName, TypeName
from claimtree.model.phrases import Codes, PhraseId, Vectors
from claimtree.ports import Reach
from claimtree.stores.elastic.amount_codes import phrase_of_term
from claimtree.stores.elastic.client import Wire, operation
from claimtree.stores.elastic.dialects import MOST_NEIGHBOURS, Json, nearest_query
from claimtree.stores.elastic.ledger import View
from claimtree.stores.elastic.queries import Query, all_of, any_of, one_of
from claimtree.stores.encoding import decode_phrase

AT_ONCE = 2_000
"""Phrases that are put in while nobody else writes: some seconds."""
ASKED_AT_ONCE = 200
"""Searches of one request."""
SHIFT = 16
"""Of 256 numbers of a vector, so many are moved up to keep equal vectors apart, and as many down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What one step of filling came to."""

    filled: int
    missing: int
    """Phrases that nobody has looked at yet."""


def fill(wire: Wire, view: View) -> Part:
    """Put some phrases of the view that are not in the graph into it."""
    waiting = {
        "bool": {
            "filter": [view.filters, {"range": {"born": {"gt": view.state.graph}}}],
            "must_not": [{"exists": {"field": "listed"}}],
        }
    }
    body = {"query": waiting, "size": AT_ONCE, "sort": [{"id": "asc"}], "track_total_hits": True}
    hits = wire.search(view.names.phrases, body)["hits"]
    wire.bulk(operation("index", view.names.phrases, hit["_id"], in_the_graph(hit["_source"])) for hit in hits["hits"])
    if hits["hits"]:
        wire.refresh(view.names.phrases)
    filled = len(hits["hits"])
    return Part(filled=filled, missing=int(hits["total"]["value"]) - filled)


def in_the_graph(source: Json) -> Json:
    """The document of a phrase, with its place in the graph where it has one."""
    phrase = decode_phrase(source["level"], source["type"], source["wording"])
    document = {**source, "listed": phrase.concept is not None}
    codes = np.frombuffer(base64.b64decode(source["codes"]), np.int8)
    if phrase.name is None and codes.any():
        document["vector"] = apart(codes, source["id"]).tolist()
    return document


def apart(codes: Codes, id: str) -> Codes:
    """The vector with one number in eight moved by the least there is, which ones follows from the id.

    A graph joins neighbours, and many equal vectors have no neighbours but each other: what lies behind them is hard to
    find. Phrases with the same words have equal vectors.
    """
    drawn = np.frombuffer(hashlib.shake_128(id.encode()).digest(len(codes)), np.uint8)
    moved = np.clip(codes.astype(np.int16) + (drawn < SHIFT) - (drawn >= 256 - SHIFT), -127, 127).astype(np.int8)
    return moved if moved.any() else codes


def nearest(
    wire: Wire, view: View, asked: Vectors, reaches: Sequence[Reach], limit: int
) -> tuple[frozenset[PhraseId], ...]:
    """For each vector the phrases nearest to it within its reach, and all that are not in the graph yet."""
    rows = [row for row in np.flatnonzero(asked.scales > 0).tolist() if reaches[row].keys]
    searches = [
        (
            view.names.phrases,
            {
                **nearest_query(
                    wire.dialect,
                    "vector",
                    asked.codes[row].tolist(),
                    min(limit, MOST_NEIGHBOURS),
                    within(reaches[row]),
                ),
                "_source": False,
                "track_total_hits": False,
            },
        )
        for row in rows
    ]
    outside = frozenset(_outside(wire, view, frozenset().union(*(reach.keys for reach in reaches))))
    found = [outside] * len(asked)
    for at in range(0, len(rows), ASKED_AT_ONCE):
        answers = wire.searches(searches[at : at + ASKED_AT_ONCE])
        for row, answer in zip(rows[at : at + ASKED_AT_ONCE], answers, strict=True):
            found[row] = outside.union(phrase_of_term(hit["_id"]) for hit in answer["hits"]["hits"])
    return tuple(found)


def within(reach: Reach) -> Query:
    """The phrases that a vector may reach; only what is in the graph is ever found by it."""
    keys = any_of(_levels(reach.keys))
    return all_of([keys, {"term": {"listed": False}}]) if reach.unlisted else keys


def _levels(keys: frozenset[tuple[LevelName, TypeName]]) -> Iterator[Query]:
    for level in sorted({level for level, _ in keys}):
        types = sorted(type for at, type in keys if at == level)
        yield all_of([{"term": {"level": level}}, one_of("type", types)])


def _outside(wire: Wire, view: View, keys: frozenset[tuple[LevelName, TypeName]]) -> Iterator[PhraseId]:
    """What was added since the graph was filled."""
    if view.state.graph >= view.state.phrases or not keys:
        return
    fresh = [view.filters, {"range": {"born": {"gt": view.state.graph}}}, any_of(_levels(keys))]
    body = {"query": {"bool": {"filter": fresh}}, "sort": [{"id": "asc"}], "_source": False}
    for hit in wire.all_hits(view.names.phrases, body):
        yield phrase_of_term(hit["_id"])
