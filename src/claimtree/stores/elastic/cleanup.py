"""Deletes documents that no reader can see any more."""

from __future__ import annotations

import time
from collections.abc import Iterator

from claimtree.stores.elastic.bulk_writer import BulkWriter
from claimtree.stores.elastic.client import ElasticClient, Token, operation
from claimtree.stores.elastic.ledger import REST_S, WriteLock
from claimtree.stores.elastic.queries import Query
from claimtree.stores.elastic.reading import Reading


def clear(wire: ElasticClient, pen: WriteLock) -> None:
    """Undoes the generations of writers that lost the lock: deletes their documents and revives
    those they removed."""
    lost = list(pen.view.state.lost)
    everything = ",".join(pen.view.names.all)
    wire.refresh(everything)
    # A document with a version conflict is skipped: the writer that changed it has a lost
    # generation too.
    with wire.sending(before=pen.check, settle=lambda *_: None) as send:
        send(
            operation("delete", index, key, token=token)
            for index, key, token in _keys(wire, everything, {"terms": {"born": lost}})
        )
        send(
            operation("update", index, key, {"doc": {"died": None}}, token=token)
            for index, key, token in _keys(wire, everything, {"terms": {"died": lost}})
        )
    wire.refresh(everything)
    pen.changes["dirty"] = False


def sweep(wire: ElasticClient, script: BulkWriter, reading: Reading) -> None:
    """Deletes documents that died so long ago that no reader still uses them; later ones stay for
    the next sweep."""
    state = reading.view.state
    if state.resting and state.rested > time.time():
        return
    if state.resting:
        everything = ",".join(reading.view.names.all)
        dead: Query = {"bool": {"filter": [{"range": {"died": {"lte": state.resting}}}]}}
        if state.lost:
            dead["bool"]["must_not"] = [{"terms": {"died": list(state.lost)}}]
        script.write(operation("delete", index, key) for index, key, _ in _keys(wire, everything, dead))
        script.pen.changes |= {"resting": 0, "swept": state.resting}
    if state.died > max(state.resting, state.swept):
        script.pen.changes |= {"resting": state.generation, "rested": time.time() + REST_S}


def _keys(wire: ElasticClient, index: str, query: Query) -> Iterator[tuple[str, str, Token]]:
    body = {
        "query": query,
        "sort": [{"born": "asc"}, {"id": "asc"}],
        "_source": False,
        "seq_no_primary_term": True,
    }
    for hit in wire.all_hits(index, body):
        yield hit["_index"], hit["_id"], (hit["_seq_no"], hit["_primary_term"])
