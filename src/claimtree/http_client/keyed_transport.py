"""Adds the API key in the transport, so that no request that is logged, shown or stored in an error
contains it."""

from __future__ import annotations

from collections.abc import Mapping

import httpx


class KeyedTransport(httpx.BaseTransport):
    """A transport that adds the key to requests as they are sent."""

    def __init__(self, inner: httpx.BaseTransport, *, params: Mapping[str, str], headers: Mapping[str, str]) -> None:
        self._inner = inner
        self._params = dict(params)
        self._headers = dict(headers)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        headers = httpx.Headers(request.headers)
        headers.update(self._headers)
        sent = httpx.Request(
            request.method,
            request.url.copy_merge_params(self._params) if self._params else request.url,
            headers=headers,
            stream=request.stream,
            extensions=request.extensions,
        )
        return self._inner.handle_request(sent)

    def close(self) -> None:
        self._inner.close()
