"""What needs no server; the rest stands in tests/conformance/test_embedders.py."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from claimtree.errors import BadInput, MissingExtra
from claimtree.models.remote import Endpoint, RemoteEmbedder

GOOD: dict[str, Any] = {"base_url": "http://localhost:1/v1", "model": "small", "dimensions": 3}


def test_the_name_is_the_models() -> None:
    assert RemoteEmbedder(Endpoint(**GOOD)).name == "remote:small"


def test_without_httpx_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(MissingExtra) as caught:
        RemoteEmbedder(Endpoint(**GOOD))
    assert "claimtree[remote]" in caught.value.hint


@pytest.mark.parametrize(
    "changed",
    [
        {"base_url": "localhost:8080"},
        {"base_url": "file:///etc/passwd"},
        {"base_url": "http://"},
        {"base_url": "http://[::1/v1"},
        {"base_url": "http://local\x01host/v1"},
        {"base_url": "http://localhost/v1\n"},
        {"base_url": "http://local host/v1"},
        {"base_url": "http://localhost:port/v1"},
        {"base_url": "http://localhost:99999/v1"},
        {"base_url": "http://local..host/v1"},
        {"base_url": "http://b\u00fccher/v1"},
        {"base_url": "http://localhost/\ud800"},
        {"base_url": f"http://localhost/{'v1' * 40_000}"},
        {"model": ""},
        {"dimensions": 0},
        {"batch": 0},
        {"retries": -1},
        {"timeout_s": 0},
    ],
)
def test_an_endpoint_that_cannot_be_asked_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        Endpoint(**GOOD | changed)


@pytest.mark.parametrize(
    "changed",
    [
        {"base_url": "https://user:sesame@localhost/v1"},
        {"base_url": "https://localhost/v1?key=sesame"},
        {"base_url": "https://localhost/v1#sesame"},
        {"base_url": "https://user:sesame@local host/v1"},
        {"base_url": "https://user:sesame@localhost:port/v1"},
        {"api_key": "sesame\n"},
        {"api_key": "sesame ö"},
        {"api_key": "sesame", "batch": 0},
    ],
)
def test_a_refusal_does_not_repeat_the_secret(changed: dict[str, Any]) -> None:
    with pytest.raises(BadInput) as caught:
        Endpoint(**GOOD | changed)
    assert "sesame" not in f"{caught.value!r} {caught.value.hint} {caught.value.values}"


@pytest.mark.parametrize("url", ["http://[::1]:8080/v1", "http://my_host:8080", "https://xn--fa-hia.de/v1"])
def test_an_address_that_can_be_asked_is_taken(url: str) -> None:
    assert Endpoint(**GOOD | {"base_url": url}).base_url == url


@pytest.mark.parametrize("host", ["xn--", "xn--a"])
def test_an_address_that_only_the_http_library_refuses_is_bad_input_too(host: str) -> None:
    with pytest.raises(BadInput, match="no address that can be asked") as caught:
        RemoteEmbedder(Endpoint(**GOOD | {"base_url": f"http://{host}/v1"})).embed(["gym"])
    assert caught.value.values["attempts_sent"] == 0
