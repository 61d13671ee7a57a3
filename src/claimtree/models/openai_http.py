"""Posts JSON to an OpenAI-compatible endpoint with retries, limits and secret handling.

Embedders and language models use it. Temporary failures are retried a bounded number of times: no
connection, no answer in time, 429, 5xx. Every other failure is an error at once. A reply is read up
to a limit of bytes and of time, so that a server that sends very slowly cannot block the caller.

The API key is sent in one header and appears nowhere else: not in `repr`, not in an error;
redirects, which might carry it elsewhere, are not followed.
"""

from __future__ import annotations

import importlib.util
import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, urlsplit

from claimtree.errors import BadInput, MissingExtra, ModelError
from claimtree.http_client.retry_after import retry_after_s

if TYPE_CHECKING:
    import httpx

LONGEST_WAIT_S = 30.0
"""A server whose Retry-After is longer than this is treated as down."""
SHOWN_CHARACTERS = 200
"""Limit for the quotation of a server's error message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """Address, name and timeouts of a remote model."""

    base_url: str
    """With the version, as in "http://localhost:8080/v1"."""
    model: str
    api_key: str = field(default="", repr=False)
    timeout_s: float = 30.0
    """For one attempt."""
    retries: int = 3
    """After the first attempt."""
    pause_s: float = 0.5
    """Before the first retry; doubled for each further one, unless the server sends Retry-After."""

    def __post_init__(self) -> None:
        address = _address(self.base_url)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise BadInput("an endpoint's base URL starts with http:// or https:// and names a host")
        if address.username or address.password or address.query or address.fragment:
            # Not quoted: it may hold a secret, and addresses appear in errors.
            raise BadInput("an endpoint's base URL holds no user, password or query", hint="use the key's own setting")
        if not all(33 <= ord(character) <= 126 for character in self.api_key):
            # Checked here, since the HTTP library would quote the whole header in its error.
            raise BadInput("the API key holds a space, a line break or a character outside ASCII")
        if not self.model or self.retries < 0 or not 0 < self.timeout_s < float("inf") or self.pause_s < 0:
            raise BadInput(f"not an endpoint that can be asked: {self!r}")


@dataclass(slots=True)
class Attempts:
    """Counts how often one request was sent, and how often it was refused."""

    sent: int = 0
    rejected: int = 0
    """Answered with an error status, which is not billed."""

    @property
    def billable(self) -> int:
        """The attempts that may be billed: an unanswered one may have been processed anyway."""
        return self.sent - self.rejected


class Poster:
    """Posts to one path of an endpoint. Threads may share it."""

    def __init__(
        self,
        connection: Connection,
        path: str,
        *,
        doing: str,
        instead: str,
        most_bytes: int,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`doing` ("embedding") begins an error; `instead` ("use a local embedder") ends it."""
        if importlib.util.find_spec("httpx") is None:
            raise MissingExtra(
                f"{doing} with a remote model needs the package 'httpx', which is not installed",
                hint="pip install 'claimtree[remote]'",
                values={"package": "httpx"},
            )
        self.connection = connection
        self.url = f"{connection.base_url.rstrip('/')}/{path}"
        self._doing = doing
        self._instead = instead
        self._most_bytes = most_bytes
        self._sleep = sleep
        self._client_lock = threading.Lock()
        self._client: httpx.Client | None = None

    def post(
        self, body: Mapping[str, object], attempts: Attempts | None = None, *, timeout_s: float | None = None
    ) -> Any:
        """The reply as JSON; retries temporary failures. Each attempt is counted in `attempts`, and may take
        as long as the connection allows, or `timeout_s` if that is less.

        An error's `values` hold the status, if there was one, and the attempts.
        """
        import httpx

        connection = self.connection
        limit_s = min(connection.timeout_s, timeout_s) if timeout_s is not None else connection.timeout_s
        attempts = Attempts() if attempts is None else attempts
        self._opened()  # an unusable address is found before any attempt counts as sent
        failure, status = "", 0
        for attempt in range(connection.retries + 1):
            wait_s = connection.pause_s * 2**attempt
            attempts.sent += 1
            try:
                reply, content = self._sent(body, attempts, limit_s)
            except httpx.RequestError as error:
                attempts.sent -= _never_left(error)
                late = isinstance(error, httpx.TimeoutException)
                problem = f"no connection: {self._without_key(str(error))}"
                failure, status = f"no answer within {limit_s:.3g} s" if late else problem, 0
            else:
                status = reply.status_code
                if status == 200:
                    return self._json(content, attempts)
                failure = f"status {status}: {self._error_text(content)}"
                if status != 429 and status < 500:
                    hint = "check the address, the model and the key"
                    raise self.error(failure, hint=hint, status=status, attempts=attempts)
                wait_s = retry_after_s(reply.headers.get("Retry-After", "")) or wait_s
            if attempt == connection.retries or wait_s > LONGEST_WAIT_S:
                break
            self._sleep(wait_s)
        raise self.error(failure, hint=f"try again later, or {self._instead}", status=status, attempts=attempts)

    def error(self, what: str, *, hint: str = "", status: int = 0, attempts: Attempts | None = None) -> ModelError:
        """A `ModelError` that names this endpoint's model and address."""
        values: dict[str, object] = {"url": self.url, "model": self.connection.model, "status": status, "what": what}
        return ModelError(
            f"{self._doing} with {self.connection.model!r} at {self.url} failed: {what}",
            hint=hint,
            values=values | (_values(attempts) if attempts is not None else {}),
        )

    def close(self) -> None:
        """Close the open connections; the next request opens new ones."""
        with self._client_lock:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def _opened(self) -> httpx.Client:
        # Imported by the first request: it costs nothing while every answer is in a cache.
        import httpx

        with self._client_lock:
            if self._client is None:
                self._check_address()
                # Without compression: a small reply must not expand into a huge one.
                headers = {"Accept-Encoding": "identity"}
                if self.connection.api_key:
                    headers["Authorization"] = f"Bearer {self.connection.api_key}"
                self._client = httpx.Client(headers=headers, timeout=self.connection.timeout_s)
            return self._client

    def _check_address(self) -> None:
        """Rejects addresses that only the HTTP library rejects: too long, invalid xn-- names."""
        import httpx

        try:
            _ = httpx.URL(self.url).host
        except (httpx.InvalidURL, ValueError) as error:
            raise BadInput(
                f"{self._doing} with {self.connection.model!r} failed: its base URL is no address that can be asked",
                hint="write it as in http://localhost:8080/v1",
                values=_values(Attempts()),
            ) from error

    def _sent(self, body: Mapping[str, object], attempts: Attempts, limit_s: float) -> tuple[httpx.Response, bytes]:
        """Makes one attempt and returns the response and its content."""
        import httpx

        # The library's timeout restarts with every received byte; this one does not.
        until = time.monotonic() + limit_s
        content = bytearray()
        with self._opened().stream("POST", self.url, json=body, timeout=limit_s) as reply:
            attempts.rejected += reply.status_code != 200
            for chunk in reply.iter_bytes():
                content += chunk
                if len(content) > self._most_bytes:
                    failure = f"the reply is longer than {self._most_bytes:,} bytes"
                    raise self.error(failure, status=reply.status_code, attempts=attempts)
                if time.monotonic() > until:
                    raise httpx.ReadTimeout("the reply goes on and on")
        return reply, bytes(content)

    def _json(self, content: bytes, attempts: Attempts) -> Any:
        try:
            return json.loads(content)
        except (ValueError, RecursionError) as error:
            raise self.error("the reply is not JSON", status=200, attempts=attempts) from error

    def _error_text(self, content: bytes) -> str:
        """The server's error message, shortened, and without the key, which some servers echo."""
        text = " ".join(self._without_key(content.decode("utf-8", "replace")).split())
        text = "".join(character for character in text if character.isprintable())
        return text[:SHOWN_CHARACTERS] or "nothing more was said"

    def _without_key(self, text: str) -> str:
        return text.replace(self.connection.api_key, "…") if self.connection.api_key else text


def _address(url: str) -> SplitResult:
    """Splits a base URL and checks it; errors do not quote the URL, since it may hold a secret."""
    if not all(33 <= ord(character) <= 126 for character in url):
        raise BadInput(
            "an endpoint's base URL holds a blank, a control character or one outside ASCII",
            hint="write a name with other letters in its xn-- form, and a path with % signs",
        )
    try:
        address = urlsplit(url)
        _ = address.port  # parsed only when accessed
        (address.hostname or "").encode("idna")  # fails for an empty or too long part of a name
    except ValueError:
        # Not chained: the original error may quote the address.
        raise BadInput(
            "the host or the port of an endpoint's base URL cannot be read",
            hint="write it as in http://localhost:8080/v1 or http://[::1]:8080/v1",
        ) from None
    return address


def _never_left(error: httpx.RequestError) -> bool:
    """True if a request failed before the server could have received it."""
    import httpx

    unsent = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError, httpx.UnsupportedProtocol)
    return isinstance(error, unsent)


def _values(attempts: Attempts) -> dict[str, object]:
    """The attempts as values of an error."""
    return {"attempts_sent": attempts.sent, "attempts_refused": attempts.rejected}
