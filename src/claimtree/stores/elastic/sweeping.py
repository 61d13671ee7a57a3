"""Taking away documents that nobody can see any more."""

from __future__ import annotations

import time
from collections.abc import Iterator

from claimtree.stores.elastic.ledger import REST_S
from claimtree.stores.elastic.queries import Query
from claimtree.stores.elastic.reading import Reading
from claimtree.stores.elastic.wire import Wire, operation
from claimtree.stores.elastic.writing import Script


def clear(wire: Wire, script: Script, reading: Reading) -> None:
    """Undo what lost writers left: what they made goes, and what they took out is there again."""
    state = reading.view.state
    everything = ",".join(reading.view.names.all)
    wire.ask("POST", f"/{everything}/_refresh")
    lost = list(state.lost)
    wire.bulk(operation("delete", index, key) for index, key in _keys(wire, everything, {"terms": {"born": lost}}))
    wire.bulk(
        operation("update", index, key, {"doc": {"died": None}})
        for index, key in _keys(wire, everything, {"terms": {"died": lost}})
    )
    script.pen.wrote = True
    script.pen.changes["dirty"] = False


def sweep(wire: Wire, script: Script, reading: Reading) -> None:
    """Remove what died so long ago that no reader is still looking at it; what died since is left for next time."""
    state = reading.view.state
    if state.resting and state.rested <= time.time():
        everything = ",".join(reading.view.names.all)
        dead: Query = {"bool": {"filter": [{"range": {"died": {"lte": state.resting}}}]}}
        if state.lost:
            dead["bool"]["must_not"] = [{"terms": {"died": list(state.lost)}}]
        script.write(operation("delete", index, key) for index, key in _keys(wire, everything, dead))
        script.pen.changes["resting"] = 0
    elif state.died and not state.resting:
        script.pen.changes["resting"] = state.generation
        script.pen.changes["rested"] = time.time() + REST_S


def _keys(wire: Wire, index: str, query: Query) -> Iterator[tuple[str, str]]:
    body = {"query": query, "sort": [{"born": "asc"}, {"id": "asc"}], "_source": False}
    # Read first, then removed: an answer of the cluster must not depend on what was removed since.
    found = [(hit["_index"], hit["_id"]) for hit in wire.all_hits(index, body)]
    yield from found
