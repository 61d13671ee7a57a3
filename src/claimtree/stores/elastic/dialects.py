"""Where Elasticsearch and OpenSearch differ: the official client of each, and how they say no.

Everything else of this package speaks to both in the same words.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from claimtree.errors import MissingExtra
from claimtree.stores.elastic.address import Address, Dialect, Secrets

Json = dict[str, Any]

ATTEMPTS = 3
"""Of a request, each on another node where there are several."""
_AGAIN = (429, 502, 503, 504)


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal(Exception):
    """What a server or its client said instead of an answer."""

    status: int
    """0 where there was no answer."""
    kind: str
    reason: str


class Client(Protocol):
    """One request, asked of any node that answers."""

    def send(self, method: str, path: str, body: bytes | None, params: Mapping[str, str], *, lines: bool) -> Any:
        """The answer as JSON; a `Refusal` where there is none, or it says no."""

    def close(self) -> None: ...


MAJORS = {Dialect.ELASTICSEARCH: (8, 9), Dialect.OPENSEARCH: (2, 3)}
"""The versions of each server that we know."""

# Both tell the log of every document that is not there. Who set up no log would be told on the screen.
for _name in ("elastic_transport", "elasticsearch", "opensearch", "opensearchpy"):
    logging.getLogger(_name).addHandler(logging.NullHandler())


def connect(address: Address, secrets: Secrets) -> Client:
    """The official client of the server that the address names."""
    return (
        _Elasticsearch(address, secrets) if address.dialect is Dialect.ELASTICSEARCH else _OpenSearch(address, secrets)
    )


class _Elasticsearch:
    """`elasticsearch` of the server's own major version."""

    def __init__(self, address: Address, secrets: Secrets) -> None:
        library = _imported("elasticsearch", "elastic")
        self._client = library.Elasticsearch(
            address.urls, request_timeout=address.timeout_s, http_compress=False, **_options(address, secrets)
        )
        self._library = library

    def send(self, method: str, path: str, body: bytes | None, params: Mapping[str, str], *, lines: bool) -> Any:
        library = self._library
        headers = {"accept": "application/json"}
        if body is not None:
            headers["content-type"] = "application/x-ndjson" if lines else "application/json"
        try:
            return self._client.perform_request(method, path, params=params, headers=headers, body=body).body
        except library.UnsupportedProductError as error:
            raise Refusal(status=0, kind="another_product", reason=str(error)) from error
        except library.ApiError as error:
            raise _said(error.meta.status, error.body) from error
        except library.exceptions.SSLError as error:
            raise Refusal(status=0, kind="tls", reason=str(error)) from error
        except library.ConnectionTimeout as error:
            raise Refusal(status=0, kind="timeout", reason=str(error)) from error
        except library.SerializationError as error:
            raise Refusal(status=0, kind="another_product", reason=str(error)) from error
        except library.TransportError as error:
            raise Refusal(status=0, kind="unreachable", reason=str(error)) from error

    def close(self) -> None:
        self._client.close()


class _OpenSearch:
    """`opensearch-py`."""

    def __init__(self, address: Address, secrets: Secrets) -> None:
        library = _imported("opensearchpy", "elastic")
        self._client = library.OpenSearch(
            address.urls, timeout=address.timeout_s, verify_certs=True, **_options(address, secrets)
        )
        self._library = library

    def send(self, method: str, path: str, body: bytes | None, params: Mapping[str, str], *, lines: bool) -> Any:
        library = self._library
        headers = {"content-type": "application/x-ndjson" if lines else "application/json"} if body is not None else {}
        try:
            found = self._client.transport.perform_request(
                method, path, params=dict(params), body=body, headers=headers
            )
        except library.exceptions.SSLError as error:
            raise Refusal(status=0, kind="tls", reason=str(error)) from error
        except library.ConnectionTimeout as error:
            raise Refusal(status=0, kind="timeout", reason=str(error)) from error
        except library.ConnectionError as error:
            raise Refusal(status=0, kind="unreachable", reason=str(error.info)) from error
        except library.SerializationError as error:
            raise Refusal(status=0, kind="another_product", reason=str(error)) from error
        except library.TransportError as error:
            status = error.status_code if isinstance(error.status_code, int) else 0
            raise _said(status, error.info) from error
        return found

    def close(self) -> None:
        self._client.close()


def _options(address: Address, secrets: Secrets) -> Json:
    """What both clients are told in the same words: how to be let in, and when to ask again."""
    found: Json = {"max_retries": ATTEMPTS - 1, "retry_on_timeout": True, "retry_on_status": _AGAIN}
    if secrets.ca and address.encrypted:
        found["ca_certs"] = secrets.ca
    if secrets.header:
        found["headers"] = {"authorization": secrets.header}
    return found


def _said(status: int, body: Any) -> Refusal:
    """The kind and the reason that stand in a server's answer, wherever they stand."""
    error = body.get("error", body) if isinstance(body, dict) else body
    if not isinstance(error, dict):
        return Refusal(status=status, kind="", reason=str(error)[:500])
    cause = error
    for deeper in ("root_cause", "caused_by"):
        found = error.get(deeper)
        if isinstance(found, list):
            found = found[0] if found else None
        if isinstance(found, dict) and found.get("reason"):
            cause = found
    kind = str(error.get("type") or cause.get("type") or "")
    reason = str(cause.get("reason") or error.get("reason") or kind)
    return Refusal(status=status, kind=kind, reason=reason[:500])


def _imported(name: str, extra: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingExtra(
            f"the store needs the package {name!r}, which is not installed",
            hint=f"Install it with: pip install 'claimtree[{extra}]'",
            values={"extra": extra},
        ) from error
