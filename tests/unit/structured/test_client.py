"""What a service can do to us, over real connections to a server on loopback."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from tests.shared_packs import shared_pack
from tests.unit.places.servers.speaking import Bad
from tests.unit.structured.rows import matching, rows
from tests.unit.structured.service import Service

from claimtree.errors import BadInput, SourceApiError, SourceApiRefused, SourceApiUnavailable
from claimtree.model.claims import EntityId
from claimtree.model.source_query import Bounds, SourceQuery
from claimtree.structured.client import ApiClient, all_rows

KEY = "secret-key/0123456789"
ROWS = rows(30)


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with closing(Service(ROWS)) as service:
        yield service


def opened(url: str, **changed: Any) -> ApiClient:
    pack = shared_pack("property")
    assert pack.api is not None
    usual: dict[str, Any] = {"key": KEY, "timeout_s": 10.0, "sleep": lambda seconds: None}
    return ApiClient(url, pack, pack.api, **(usual | changed))


@pytest.fixture
def client(service: Service) -> Iterator[ApiClient]:
    with closing(opened(service.url)) as client:
        yield client


ASKED = SourceQuery(choices={"property_type": "house"}, bounds={"bedrooms": Bounds(low=2)}, per_page=100)


def test_filters_go_out_as_parameters_and_rows_come_back(service: Service, client: ApiClient) -> None:
    page = client.page(ASKED)
    assert {row.id for row in page.rows} == matching(ROWS, ASKED)
    assert service.asked[0].params == {"property_type": "house", "bedrooms_min": "2", "page": "1", "per_page": "100"}
    assert service.asked[0].headers["x-api-key"] == KEY
    assert (page.total, page.pages, page.bad) == (len(page.rows), 1, ())
    assert page.rows[0].url == ROWS[int(page.rows[0].id) - 1]["url_view"]


def test_one_row_is_had_by_its_id(client: ApiClient) -> None:
    row = client.get(EntityId("3"))
    assert row is not None
    assert row.data["name"] == ROWS[2]["name"]
    assert client.get(EntityId("999")) is None


def test_all_pages_are_followed(client: ApiClient) -> None:
    ids = [row.id for page in all_rows(client.page, SourceQuery(per_page=7)) for row in page.rows]
    assert ids == [str(row["api_id"]) for row in ROWS]


def test_a_page_is_kept_for_a_while_and_then_asked_again(service: Service) -> None:
    now = [100.0]
    with closing(opened(service.url, kept_s=60.0, clock=lambda: now[0])) as client:
        first = client.page(ASKED)
        assert client.page(ASKED) is first
        assert len(service.asked) == 1
        now[0] += 61
        client.page(ASKED)
        assert len(service.asked) == 2


def test_nothing_is_kept_if_that_is_set(service: Service) -> None:
    with closing(opened(service.url, kept_s=0)) as client:
        client.page(ASKED)
        client.page(ASKED)
    assert len(service.asked) == 2


@pytest.mark.parametrize("bad", [Bad(status=500), Bad(status=429), Bad(status=503), Bad(hang_up=True)])
def test_what_may_pass_is_tried_again(service: Service, client: ApiClient, bad: Bad) -> None:
    service.bad = [bad]
    assert client.page(ASKED).rows
    assert len(service.asked) == 2


@pytest.mark.parametrize(
    ("bad", "what"),
    [
        (Bad(status=500, body=b"boom"), "status 500: boom"),
        (Bad(status=429, body=b"slow down"), "status 429: slow down"),
        (Bad(status=429, headers=(("Retry-After", "90"),)), "status 429"),
        (Bad(hang_up=True), "no connection"),
        (Bad(wait_s=0.6, body=b"[]"), "no answer within 0.3 s"),
        (Bad(body=b"x" * 200, drip_s=0.05), "no answer within 0.3 s"),
        (Bad(body=b"<html><body>Log in</body></html>"), "not JSON"),
        (Bad(body=b'{"data": [{"api_id": 1'), "not JSON"),
        (Bad(body=b'{"data": []}' * 9, half=True), "no connection"),
        (Bad(body=b'{"data": "none"}'), "no list of rows"),
        (Bad(body=b'"rows"'), "no list of rows"),
        (Bad(body=b"[" * 100_000), "not JSON"),
        (Bad(status=302, headers=(("Location", "http://example.org/"),)), "another address"),
    ],
)
def test_what_does_not_pass_is_an_error_that_says_what_happened(service: Service, bad: Bad, what: str) -> None:
    service.always = bad
    # A short one only where it is to pass: a busy machine may take as long to hang up.
    timeout_s = 0.3 if "0.3 s" in what else 30.0
    with closing(opened(service.url, timeout_s=timeout_s)) as client, pytest.raises(SourceApiUnavailable) as caught:
        client.page(ASKED)
    assert what in caught.value.message
    assert KEY not in f"{caught.value.message} {caught.value.hint} {caught.value.values}"


@pytest.mark.parametrize(
    "bad",
    [
        Bad(drip_headers=True, drip_s=0.05),
        Bad(body=b"[" + b"1," * 500 + b"1]", drip_s=0.05),
        Bad(wait_s=6.0, body=b"[]"),
    ],
)
@pytest.mark.parametrize("first", [[], [Bad(status=503, wait_s=0.3)]])
def test_a_call_ends_in_time_whatever_trickles_in(service: Service, bad: Bad, first: list[Bad]) -> None:
    service.always, service.bad = bad, list(first)
    began = time.monotonic()
    with (
        closing(opened(service.url, timeout_s=1.5)) as client,
        pytest.raises(SourceApiUnavailable, match=r"within 1\.5 s"),
    ):
        client.page(ASKED)
    # Far more than it was given, for a busy machine; what trickles in takes longer.
    assert time.monotonic() - began < 5


def test_a_reply_that_is_too_long_is_not_read_to_its_end(service: Service, client: ApiClient) -> None:
    service.always = Bad(body=b'["' + b"x" * 8_100_000 + b'"]')
    with pytest.raises(SourceApiUnavailable, match="longer than 8,000,000 bytes"):
        client.page(ASKED)


@pytest.mark.parametrize("status", [400, 401, 403, 422])
def test_a_refusal_is_not_tried_again(service: Service, client: ApiClient, status: int) -> None:
    service.always = Bad(status=status, body=b"no")
    with pytest.raises(SourceApiRefused):
        client.page(ASKED)
    assert len(service.asked) == 1


def test_a_source_that_failed_rests_and_is_asked_again_later(service: Service) -> None:
    now = [0.0]
    service.always = Bad(status=500)
    with closing(opened(service.url, clock=lambda: now[0])) as client:
        with pytest.raises(SourceApiUnavailable, match="status 500"):
            client.page(ASKED)
        asked = len(service.asked)
        with pytest.raises(SourceApiUnavailable, match="left alone"):
            client.page(ASKED)
        assert len(service.asked) == asked
        now[0] += 20
        service.always = None
        assert client.page(ASKED).rows


def test_a_source_that_is_down_is_an_error(service: Service) -> None:
    url = service.url
    service.close()
    with closing(opened(url)) as client, pytest.raises(SourceApiUnavailable, match="no connection"):
        client.page(ASKED)


def test_the_key_is_in_no_log_and_no_repr(
    service: Service, client: ApiClient, caplog: pytest.LogCaptureFixture
) -> None:
    service.always = Bad(status=403, body=f"the key {KEY} is not valid".encode())
    with caplog.at_level(logging.DEBUG), pytest.raises(SourceApiError) as caught:
        client.page(ASKED)
    told = f"{caught.value!r} {caught.value.values} {client!r} {vars(client)!r} {caplog.text}"
    assert KEY not in told


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("text", "no object"),
        (None, "no object"),
        ({"name": "without an id"}, "no id"),
        ({"api_id": None, "name": "x"}, "no id"),
        ({"api_id": True}, "no id"),
        ({"api_id": {"a": 1}}, "no id"),
        ({"api_id": "x" * 300}, "no id"),
        ({"api_id": 7, "name": "again"}, "came before"),
    ],
)
def test_a_row_that_is_none_is_named_and_the_others_stay(
    service: Service, client: ApiClient, row: Any, reason: str
) -> None:
    service.says({"data": [{"api_id": 7, "name": "Rumah 🏡✨ dijual"}, row, {"api_id": 8, "name": "b"}]})
    page = client.page(ASKED)
    assert [one.id for one in page.rows] == ["7", "8"]
    assert page.rows[0].data["name"] == "Rumah 🏡✨ dijual"
    assert len(page.bad) == 1
    assert page.bad[0].startswith("row 2: ")
    assert reason in page.bad[0]


def test_a_link_that_is_no_address_is_left_out(service: Service, client: ApiClient) -> None:
    service.says([{"api_id": 1, "url_view": "javascript:alert(1)"}, {"api_id": 2, "url_view": 5}])
    assert [row.url for row in client.page(ASKED).rows] == ["", ""]


@pytest.mark.parametrize("shape", ["list", "data", "laravel", "items"])
def test_a_reply_may_have_one_of_several_forms(service: Service, client: ApiClient, shape: str) -> None:
    some: list[dict[str, Any]] = [{"api_id": 1}, {"api_id": 2}]
    meta = {"total": 12, "last_page": 6}
    forms: dict[str, Any] = {
        "list": some,
        "data": {"data": some, "meta": meta},
        "laravel": {"success": True, "data": {"data": some, **meta}},
        "items": {"items": some, "pagination": {"total": 12, "pages": 6}},
    }
    service.says(forms[shape])
    page = client.page(SourceQuery(per_page=2))
    assert [row.id for row in page.rows] == ["1", "2"]
    assert (page.total, page.pages) == ((2, 2) if shape == "list" else (12, 6))


def test_endless_pages_come_to_an_end(service: Service, client: ApiClient) -> None:
    service.always = Bad(body=json.dumps({"data": [{"api_id": 1}], "meta": {"last_page": 1 << 40}}).encode())
    assert [len(page.rows) for page in all_rows(client.page, SourceQuery(per_page=1))] == [1]
    assert len(service.asked) == 2


def test_pages_that_bring_new_rows_for_ever_come_to_an_end_too(service: Service, client: ApiClient) -> None:
    number = 0

    def more(query: SourceQuery) -> Any:
        nonlocal number
        number += 1
        service.says({"data": [{"api_id": number}], "meta": {"last_page": 1 << 40}})
        return client.page(query)

    assert len(list(all_rows(more, SourceQuery(per_page=1), most_pages=50))) == 50


def test_a_service_that_ignores_ids_returns_none_but_those(service: Service, client: ApiClient) -> None:
    service.knows_ids = False
    assert [row.id for row in client.page(SourceQuery(ids=("3",), per_page=100)).rows] == ["3"]


@pytest.mark.parametrize("address", ["ftp://x", "//x", "http://", "http://a b", "http://u:p@host", "http://h/?key=1"])
def test_an_address_that_cannot_be_asked_is_bad_input(address: str) -> None:
    with pytest.raises(BadInput):
        opened(address)
