"""JSON over one HTTP connection that is kept open: thinner than any client, so that nobody waits for one."""

from __future__ import annotations

import http.client
import json
from typing import Any

from claimtree.errors import ClaimtreeError, StoreUnavailable

PATIENCE_S = 4 * 3600.0
"""Merging millions of vectors into one segment is one long request."""


class Rest:
    """A server at HOST:PORT that speaks JSON."""

    def __init__(self, address: str) -> None:
        # Of several nodes the first will do; a scheme in front is for people.
        first = address.split(",")[0].removeprefix("http://").rstrip("/")
        host, _, port = first.rpartition(":")
        self.host, self.port = host or first, int(port) if port.isdigit() else 9200
        self._connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE_S)

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer as data; `body` is data too, or bytes of one JSON object a line."""
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
