"""The differences between Elasticsearch and OpenSearch: the official client of each, and their
errors.

All other modules of this package send the same requests to both.
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
"""Attempts per request, each on another node if there are several."""
_AGAIN = (429, 502, 503, 504)


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal(Exception):
    """An error reported by a server or its client."""

    status: int
    """0 if there was no response."""
    kind: str
    reason: str


class Client(Protocol):
    """Sends a request to any node that responds."""

    def send(self, method: str, path: str, body: bytes | None, params: Mapping[str, str], *, lines: bool) -> Any:
        """Returns the response as JSON; raises a `Refusal` for an error or if there is none."""

    def close(self) -> None: ...


MAJORS = {Dialect.ELASTICSEARCH: (8, 9), Dialect.OPENSEARCH: (2, 3)}
"""The supported major versions of each server, first and last."""

# Both libraries log every missing document; without a configured handler that would go to the
# screen.
for _name in ("elastic_transport", "elasticsearch", "opensearch", "opensearchpy"):
    logging.getLogger(_name).addHandler(logging.NullHandler())


def connect(address: Address, secrets: Secrets) -> Client:
    """Returns the official client for the kind of server that the address names."""
    return (
        _Elasticsearch(address, secrets) if address.dialect is Dialect.ELASTICSEARCH else _OpenSearch(address, secrets)
    )


class _Elasticsearch:
    """The `elasticsearch` client, of the server's own major version."""

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
            raise _refusal_of(error.meta.status, error.body) from error
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
    """The `opensearch-py` client."""

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
            raise _refusal_of(status, error.info) from error
        return found

    def close(self) -> None:
        self._client.close()


def _options(address: Address, secrets: Secrets) -> Json:
    """Returns the options that both clients share: credentials and retries."""
    found: Json = {"max_retries": ATTEMPTS - 1, "retry_on_timeout": True, "retry_on_status": _AGAIN}
    if secrets.ca and address.encrypted:
        found["ca_certs"] = secrets.ca
    if secrets.header:
        found["headers"] = {"authorization": secrets.header}
    return found


def _refusal_of(status: int, body: Any) -> Refusal:
    """Returns the error type and reason from a server's response, wherever they are nested."""
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
