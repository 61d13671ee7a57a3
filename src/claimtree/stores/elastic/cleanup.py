"""Deletes documents that no reader can see any more."""

from __future__ import annotations

import time
from collections.abc import Iterator

from claimtree.stores.elastic.bulk_writer import BulkWriter
from claimtree.stores.elastic.cluster_client import ElasticClient, Token, operation
from claimtree.stores.elastic.ledger import REST_S, WriteLock
from claimtree.stores.elastic.query_builders import Query
from claimtree.stores.elastic.reading import Reading


def clear(client: ElasticClient, lock: WriteLock) -> None:
    """Undoes the generations of writers that lost the lock: deletes their documents and revives
    those they removed."""
    lost = list(lock.view.state.lost)
    everything = ",".join(lock.view.names.all)
    client.refresh(everything)
    # A document with a version conflict is skipped: the writer that changed it has a lost
    # generation too.
    with client.sending(before=lock.check, settle=lambda *_: None) as send:
        send(
            operation("delete", index, key, token=token)
            for index, key, token in _keys(client, everything, {"terms": {"born": lost}})
        )
        send(
            operation("update", index, key, {"doc": {"died": None}}, token=token)
            for index, key, token in _keys(client, everything, {"terms": {"died": lost}})
        )
    client.refresh(everything)
    lock.changes["dirty"] = False


def sweep(client: ElasticClient, writer: BulkWriter, reading: Reading) -> None:
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
        writer.write(operation("delete", index, key) for index, key, _ in _keys(client, everything, dead))
        writer.lock.changes |= {"resting": 0, "swept": state.resting}
    if state.died > max(state.resting, state.swept):
        writer.lock.changes |= {"resting": state.generation, "rested": time.time() + REST_S}


def _keys(client: ElasticClient, index: str, query: Query) -> Iterator[tuple[str, str, Token]]:
    body = {
        "query": query,
        "sort": [{"born": "asc"}, {"id": "asc"}],
        "_source": False,
        "seq_no_primary_term": True,
    }
    for hit in client.all_hits(index, body):
        yield hit["_index"], hit["_id"], (hit["_seq_no"], hit["_primary_term"])
