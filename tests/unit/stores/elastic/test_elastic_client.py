"""What is asked again, what is not, and what is split, by a client that answers as it is told."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import pytest

from claimtree.errors import StoreError, StoreFull, StoreUnavailable
from claimtree.stores.elastic.address import Secrets, read_address
from claimtree.stores.elastic.cluster_client import ElasticClient, operation
from claimtree.stores.elastic.dialects import Refusal

BUSY = Refusal(status=429, kind="circuit_breaking_exception", reason="[parent] Data too large")
BLOCKED = Refusal(status=429, kind="cluster_block_exception", reason="disk usage exceeded flood-stage watermark")


class FakeCluster:
    """Gives the answers that it was given, in their order, and keeps what it was sent."""

    def __init__(self, *answers: Any) -> None:
        self.answers = [*answers]
        self.sent: list[bytes | None] = []

    def send(self, method: str, path: str, body: bytes | None, params: Mapping[str, str], *, lines: bool) -> Any:
        self.sent.append(body)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None: ...


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    found: list[float] = []
    monkeypatch.setattr(time, "sleep", found.append)
    return found


def client_of(client: FakeCluster) -> ElasticClient:
    return ElasticClient(read_address("elasticsearch://127.0.0.1:9200/homes"), Secrets(), client=client)


def test_a_question_that_a_busy_server_turns_away_is_asked_again_after_longer_and_longer_pauses(
    pauses: list[float],
) -> None:
    cluster = FakeCluster(BUSY, BUSY, {"found": True})
    assert client_of(cluster).ask("GET", "/homes-ledger/_doc/state") == {"found": True}
    assert len(cluster.sent) == 3
    assert pauses == sorted(pauses)
    assert len(pauses) == 2


def test_several_searches_are_asked_again_as_well() -> None:
    answer = {"responses": [{"hits": {"hits": []}, "_shards": {"failed": 0}}]}
    assert client_of(FakeCluster(BUSY, answer)).searches([("homes", {})]) == answer["responses"]


@pytest.mark.parametrize(
    "busy",
    [
        # As OpenSearch says it: the request went well, one search of it was turned away while hits were fetched.
        {"status": 429, "error": {"root_cause": [], "type": "search_phase_execution_exception", "reason": ""}},
        {
            "hits": {"hits": []},
            "_shards": {"failed": 1, "failures": [{"reason": {"type": "rejected_execution_exception"}}]},
        },
    ],
    ids=["a search", "a shard of it"],
)
def test_so_is_one_of_them_that_a_busy_server_turned_away(busy: dict[str, Any], pauses: list[float]) -> None:
    fine = {"hits": {"hits": []}, "_shards": {"failed": 0}}
    cluster = FakeCluster({"responses": [fine, busy]}, {"responses": [fine, fine]})
    assert client_of(cluster).searches([("homes", {}), ("homes", {})]) == [fine, fine]
    assert len(pauses) == 1
    with pytest.raises(StoreUnavailable):
        client_of(FakeCluster(*[{"responses": [busy]}] * 20)).search("homes", {})


def test_a_server_that_stays_busy_gets_a_clear_error() -> None:
    with pytest.raises(StoreUnavailable, match="too little memory"):
        client_of(FakeCluster(*[BUSY] * 20)).ask("GET", "/")


def test_a_block_is_not_waited_for(pauses: list[float]) -> None:
    with pytest.raises(StoreFull):
        client_of(FakeCluster(BLOCKED)).ask("PUT", "/homes-ledger/_doc/state", {})
    assert pauses == []


def test_a_bulk_request_that_is_too_large_is_split() -> None:
    fine = {"errors": False, "items": [{"index": {"status": 201}}]}
    cluster = FakeCluster(Refusal(status=413, kind="", reason="too large"), fine, fine)
    first, second = (operation("index", "homes", name, {"id": name}) for name in ("a", "b"))
    client_of(cluster).bulk([first, second])
    assert cluster.sent == [first + second, first, second]


def test_of_a_bulk_request_only_what_was_turned_away_is_sent_again() -> None:
    busy = {
        "errors": True,
        "items": [{"index": {"status": 201}}, {"index": {"status": 429, "error": {"type": "rejected"}}}],
    }
    cluster = FakeCluster(busy, {"errors": False, "items": [{"index": {"status": 201}}]})
    first, second = (operation("index", "homes", name, {"id": name}) for name in ("a", "b"))
    client_of(cluster).bulk([first, second])
    assert cluster.sent == [first + second, second]


def test_half_an_answer_is_none() -> None:
    half = {"hits": {"hits": []}, "_shards": {"failed": 1, "failures": [{"reason": {"reason": "gone"}}]}}
    with pytest.raises(StoreUnavailable, match="gone"):
        client_of(FakeCluster({"responses": [half]})).search("homes", {})


def test_what_no_json_can_say_is_refused() -> None:
    with pytest.raises(StoreError, match="no JSON can say"):
        operation("index", "homes", "a", {"id": "\ud800"})
