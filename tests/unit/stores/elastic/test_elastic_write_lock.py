"""A writer that has lost the lock ("pen") overwrites nothing of the writer that holds it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from claimtree.errors import StoreTooOld, StoreUnavailable
from claimtree.ports import StoreIdentity
from claimtree.stores.elastic import layout, ledger
from claimtree.stores.elastic.address import Secrets, read_address
from claimtree.stores.elastic.bulk_writer import BulkWriter
from claimtree.stores.elastic.cluster_client import ElasticClient, operation
from claimtree.stores.elastic.ledger import Ledger, WriteLock

IDENTITY = StoreIdentity(pack="homes", pack_version=1, embedder="hash", dimensions=4)
TOOK_OUT = operation("update", "homes-v1-level-home", "x@3", {"doc": {"died": 5}}, token=(1, 1))


class Cluster:
    """A ledger whose pen is taken, and documents that another writer changed."""

    def __init__(self, *, conflicts: int = 0, schema: int = layout.SCHEMA) -> None:
        self.pen = "first"
        self.schema = schema
        self.bulks: list[bytes] = []
        self._conflicts = conflicts

    def send(self, method: str, path: str, body: bytes | None, params: Mapping[str, str], *, lines: bool) -> Any:
        if path == "/_bulk":
            self.bulks.append(body or b"")
            late = len(self.bulks) <= self._conflicts
            item = {"status": 409, "error": {"type": "version_conflict_engine_exception"}} if late else {"status": 200}
            return {"errors": late, "items": [{"update": item}]}
        if path.endswith("/_doc/state"):
            state = ledger.State(
                identity=IDENTITY, levels=("home",), answers="home", pen=self.pen, writing=5, schema=self.schema
            )
            found = {"state": state.as_json()}
            return {"found": True, "_index": "homes-v1-ledger", "_source": found, "_seq_no": 7, "_primary_term": 1}
        return {"found": True, "_seq_no": 99, "_primary_term": 1, "_source": {"born": 3}}

    def close(self) -> None: ...


def writer_on(cluster: Cluster, *, updated_s_ago: float = 0.0) -> BulkWriter:
    client = ElasticClient(read_address("elasticsearch://127.0.0.1:9200/homes"), Secrets(), client=cluster)
    held = Ledger(client, wait_s=1.0)
    return BulkWriter(client, WriteLock(held, held.view(), ledger._clock() - updated_s_ago))


def test_a_change_that_came_too_late_is_not_made_again_by_a_writer_that_lost_the_lock() -> None:
    cluster = Cluster(conflicts=1)
    writer = writer_on(cluster)
    cluster.pen = "second"
    with pytest.raises(StoreUnavailable, match="write lock was lost"), writer.sending():
        writer.write([TOOK_OUT])
    assert len(cluster.bulks) == 1


def test_it_is_made_again_by_the_writer_that_holds_the_lock() -> None:
    cluster = Cluster(conflicts=1)
    writer = writer_on(cluster)
    with writer.sending():
        writer.write([TOOK_OUT])
    assert len(cluster.bulks) == 2
    assert b'"if_seq_no":99' in cluster.bulks[1]


def test_a_writer_without_a_heartbeat_for_long_looks_before_anything_is_sent() -> None:
    cluster = Cluster()
    writer = writer_on(cluster, updated_s_ago=ledger.LEASE_S / 2)
    cluster.pen = "second"
    with pytest.raises(StoreUnavailable, match="write lock was lost"), writer.sending():
        writer.write([TOOK_OUT])
    assert cluster.bulks == []


def test_a_store_of_an_earlier_layout_is_refused_with_the_way_out() -> None:
    with pytest.raises(StoreTooOld, match="old schema 1, and this version reads 2") as caught:
        writer_on(Cluster(schema=1))
    assert "claimtree copy" in (caught.value.hint or "")
