"""Sends JSON over one persistent HTTP connection: thinner than any client library, so that it adds
no waiting time."""

from __future__ import annotations

import http.client
import json
from typing import Any

from claimtree.errors import ClaimtreeError, StoreUnavailable

PATIENCE_S = 4 * 3600.0
"""Timeout of a request: merging millions of vectors into one segment is one long request."""


class Rest:
    """A JSON server at HOST:PORT."""

    def __init__(self, address: str) -> None:
        # Only the first of several nodes is used; an optional scheme is removed.
        first = address.split(",")[0].removeprefix("http://").rstrip("/")
        host, _, port = first.rpartition(":")
        self.host, self.port = host or first, int(port) if port.isdigit() else 9200
        self._connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE_S)

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Returns the decoded response; `body` is JSON-ready data, or bytes with one JSON object a
        line."""
        lines = isinstance(body, bytes)
        sent = body if lines or body is None else json.dumps(body).encode()
        kind = "application/x-ndjson" if lines else "application/json"
        try:
            self._connection.request(method, path, sent, {"Content-Type": kind})
            response = self._connection.getresponse()
            read = response.read()
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()
            raise StoreUnavailable(
                f"{self.host}:{self.port} does not answer: {str(error) or type(error).__name__}",
                hint="Is the server running, and is this its address?",
                values={"address": f"{self.host}:{self.port}"},
            ) from error
        if response.status >= 400:
            raise ClaimtreeError(
                f"{method} {path} was answered with {response.status}: {read[:300].decode(errors='replace')}",
                hint="The server's own log says more.",
                values={"status": response.status},
            )
        return json.loads(read) if read else None

    def close(self) -> None:
        self._connection.close()
