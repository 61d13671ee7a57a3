"""HTTP client for services that answer with JSON: retries, limits and protection of the key.

Temporary failures (no connection, 429, 5xx) are retried a limited number of times, and timeouts
where the site says so: else a search is waiting, and all attempts together have the time-out. A
reply is read up to a limit of bytes, and of time from its first header on. Redirects are not
followed, because they might leak the key. Two errors are raised, of the classes in `Failures`: one
if a retry may help, and one if it will not; the `values["refused"]` of the latter says whether the
key was refused or only the question.
"""

from __future__ import annotations

import importlib.util
import json
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus, urlsplit
from urllib.request import getproxies, proxy_bypass

from claimtree.errors import BadInput, ClaimtreeError, MissingExtra
from claimtree.http_client.endpoint import Site
from claimtree.http_client.rate_limit import RateLimit
from claimtree.http_client.retry_after import retry_after_s

if TYPE_CHECKING:
    import httpx

SHOWN_CHARACTERS = 200
"""Maximum length of a server's error text that is quoted."""
KEY, QUESTION = "key", "question"
"""The values of `values["refused"]`: what was refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failures:
    """The errors of one kind of service, and the words of their messages."""

    unavailable: type[ClaimtreeError]
    refused: type[ClaimtreeError]
    wanted: str
    """What is asked for: "places"."""
    instead: str
    """What else the user can do: "load the places with …"."""


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


def not_busy(reply: Any) -> str:
    return ""


def nobody_to_blame(reply: Any) -> bool:
    return False


class HttpClient:
    """The client for one endpoint. Thread-safe."""

    def __init__(
        self,
        site: Site,
        *,
        failures: Failures,
        pace: RateLimit,
        is_busy: Callable[[Any], str] = not_busy,
        blames_key: Callable[[Any], bool] = nobody_to_blame,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`is_busy` returns why a reply with status 200 asks for a retry, or ""; `blames_key` tells
        whether the reply to a bad request is about the key."""
        if importlib.util.find_spec("httpx") is None:
            raise MissingExtra(
                f"asking {site.provider} for {failures.wanted} needs the package 'httpx', which is not installed",
                hint="pip install 'claimtree[remote]'",
                values={"package": "httpx"},
            )
        self.site = site
        self._failures = failures
        self._pace = pace
        self._is_busy = is_busy
        self._blames_key = blames_key
        self._sleep = sleep
        self._client_lock = threading.Lock()
        self._client: httpx.Client | None = None
        self._time_left: Callable[[float], AbstractContextManager[None]] = lambda until: nullcontext()

    def get(self, path: str, params: Mapping[str, str]) -> Any:
        """Sends a GET request and returns the JSON reply."""
        return self._asked("GET", path, params=dict(params))

    def post(
        self,
        path: str,
        *,
        body: Mapping[str, object] | None = None,
        form: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        timeout_s: float | None = None,
        attempts: Attempts | None = None,
    ) -> Any:
        """Sends a POST request with a JSON body or a form, and returns the JSON reply.

        `timeout_s` is a limit that counts if it is less than that of the site; `attempts` counts the attempts.
        """
        sent = {"json": body, "data": form, "headers": headers}
        return self._asked("POST", path, timeout_s=timeout_s, attempts=attempts, **sent)

    def unavailable(self, what: str, *, hint: str = "", status: int = 0, rest_s: float = 0.0) -> ClaimtreeError:
        """Returns the error for a temporary failure; `rest_s` is the pause that the provider asked
        for."""
        return self._failures.unavailable(
            self._failed(what),
            hint=hint or f"Try again later, or {self._failures.instead}.",
            values=self._values(what, status) | {"rest_s": rest_s},
        )

    def refusal(self, what: str, *, about: str, hint: str = "", status: int = 0) -> ClaimtreeError:
        """Returns the error for a permanent refusal, of the key or of this one question."""
        usual = "Check the key and what it may be used for" if about == KEY else "Ask for something else"
        return self._failures.refused(
            self._failed(what),
            hint=hint or f"{usual}, or {self._failures.instead}.",
            values=self._values(what, status) | {"refused": about},
        )

    def changed(self, what: str) -> ClaimtreeError:
        """Returns the error for a reply of an unknown format."""
        return self.unavailable(
            f"the reply has another form than expected: {what}",
            hint=f"Check the address, look for a newer version of Claimtree, or {self._failures.instead}.",
        )

    def url(self, path: str) -> str:
        """Returns the address of a path."""
        return f"{self.site.base_url.rstrip('/')}/{path}"

    def close(self) -> None:
        """Closes open connections; the next request opens new ones."""
        with self._client_lock:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def _asked(
        self, method: str, path: str, *, timeout_s: float | None = None, attempts: Attempts | None = None, **sent: Any
    ) -> Any:
        import httpx

        site = self.site
        limit_s = site.timeout_s if timeout_s is None else min(timeout_s, site.timeout_s)
        attempts = Attempts() if attempts is None else attempts
        self._opened()  # an unusable address is found before any attempt counts as sent
        failure, status, rest_s = "", 0, 0.0
        until = 0.0
        for attempt in range(site.retries + 1):
            if not self._pace.wait(limit_s):
                raise self.unavailable("too many requests wait for their turn", status=429)
            if attempt == 0 or site.retries_timeouts:
                until = time.monotonic() + limit_s
            wait_s = site.pause_s * 2**attempt
            attempts.sent += 1
            try:
                status, server_wait_s, content = self._exchanged(method, path, sent, until, attempts)
            except httpx.RequestError as error:
                attempts.sent -= _never_left(error)
                is_late = isinstance(error, httpx.TimeoutException)
                problem = f"no connection: {self._shown(str(error))}"
                failure, status = f"no answer within {limit_s:.3g} s" if is_late else problem, 0
                if is_late and not site.retries_timeouts:
                    raise self.unavailable(failure) from None
            else:
                if status == 200:
                    reply = self._json(content)
                    failure = self._is_busy(reply)
                    if not failure:
                        return reply
                elif status in (408, 429) or status >= 500:
                    failure = f"status {status}: {self._error_text(content)}"
                    rest_s = server_wait_s
                    wait_s = server_wait_s or wait_s
                else:
                    raise self._turned_down(status, content)
            if attempt == site.retries or wait_s > site.longest_wait_s:
                break
            if not site.retries_timeouts and time.monotonic() + wait_s >= until:
                break
            self._sleep(wait_s)
        raise self.unavailable(failure, status=status, rest_s=rest_s)

    def _exchanged(
        self, method: str, path: str, sent: Mapping[str, Any], until: float, attempts: Attempts
    ) -> tuple[int, float, bytes]:
        """Makes one attempt, which ends at a moment; returns the status, the pause requested with
        Retry-After in seconds, and the content."""
        import httpx

        content = bytearray()
        client, left_s = self._opened(), max(0.0, until - time.monotonic())
        with self._time_left(until), client.stream(method, self.url(path), timeout=left_s, **sent) as reply:
            attempts.rejected += reply.status_code != 200
            for chunk in reply.iter_bytes():
                content += chunk
                if len(content) > self.site.most_bytes:
                    raise self.unavailable(
                        f"the reply is longer than {self.site.most_bytes:,} bytes", status=reply.status_code
                    )
                if time.monotonic() > until:
                    raise httpx.ReadTimeout("the reply goes on and on")
            return reply.status_code, retry_after_s(reply.headers.get("Retry-After", "")), bytes(content)

    def _turned_down(self, status: int, content: bytes) -> ClaimtreeError:
        what = f"status {status}: {self._error_text(content)}"
        if status < 400:
            return self.unavailable(
                f"status {status}: it answers from another address, which is not followed",
                hint=f"Check the address of {self.site.provider}, and whether the network wants a log-in first.",
                status=status,
            )
        if status in (401, 403):
            return self.refusal(what, about=KEY, status=status)
        try:
            blamed = status == 400 and self._blames_key(json.loads(content))
        except (ValueError, RecursionError):
            blamed = False
        return self.refusal(what, about=KEY if blamed else QUESTION, status=status)

    def _opened(self) -> httpx.Client:
        # Imported on the first request, so that nothing is imported if every answer is in the
        # cache.
        import httpx

        from claimtree.http_client.deadline_transport import DeadlineTransport, TimeLeft
        from claimtree.http_client.keyed_transport import KeyedTransport

        site = self.site
        with self._client_lock:
            if self._client is None:
                self._check_address()
                address = urlsplit(site.base_url)
                proxy = None if proxy_bypass(address.hostname or "") else getproxies().get(address.scheme)
                time_left = TimeLeft()
                self._time_left = time_left.until
                keyed = KeyedTransport(
                    # Certificates take a tenth of a second to load, and plain HTTP does not need
                    # them.
                    DeadlineTransport(time_left, proxy=proxy, verify=address.scheme == "https"),
                    params={site.key_param: site.key} if site.key_param else {},
                    headers={site.key_header: site.key_prefix + site.key} if site.key_header and site.key else {},
                )
                # Not compressed, so that a small reply cannot expand into a huge one.
                headers = {"Accept-Encoding": "identity", "User-Agent": site.agent}
                self._client = httpx.Client(
                    transport=keyed, headers=headers, timeout=site.timeout_s, follow_redirects=False
                )
            return self._client

    def _check_address(self) -> None:
        """Rejects addresses that only the HTTP library rejects: too long, invalid xn-- names."""
        import httpx

        try:
            _ = httpx.URL(self.site.base_url).host
        except (httpx.InvalidURL, ValueError):
            # Not chained: the original error quotes the address.
            raise BadInput(
                f"the address of {self.site.provider} is no address that can be asked",
                hint="Write it as in http://localhost:8080.",
            ) from None

    def _json(self, content: bytes) -> Any:
        try:
            return json.loads(content)
        except (ValueError, RecursionError):
            # Not chained: the original error may quote the reply, which may contain the key.
            raise self.unavailable(
                f"the reply is not JSON: {self._error_text(content)}",
                hint=f"Check the address of {self.site.provider}, and whether the network wants a log-in first.",
                status=200,
            ) from None

    def _failed(self, what: str) -> str:
        return f"asking {self.site.provider} at {self.site.base_url} for {self._failures.wanted} failed: {what}"

    def _values(self, what: str, status: int) -> dict[str, object]:
        return {"provider": self.site.provider, "url": self.site.base_url, "status": status, "what": what}

    def _error_text(self, content: bytes) -> str:
        return self._shown(content[:20_000].decode("utf-8", "replace")) or "nothing more was said"

    def _shown(self, text: str) -> str:
        """Returns a server or network message on one line, shortened, without the key, which some
        servers quote."""
        for form in {self.site.key, quote(self.site.key, safe=""), quote_plus(self.site.key)} - {""}:
            text = text.replace(form, "…")
        text = "".join(character for character in " ".join(text.split()) if character.isprintable())
        return text[:SHOWN_CHARACTERS]

    def shown(self, value: object) -> str:
        """Returns a message of the provider, safe to show."""
        return self._shown(value) if isinstance(value, str) else ""


def _never_left(error: httpx.RequestError) -> bool:
    """True if a request failed before the server could have received it."""
    import httpx

    unsent = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError, httpx.UnsupportedProtocol)
    return isinstance(error, unsent)
