"""Middleware around every route: access checks, size limits, response headers, metrics, logging.

Plain ASGI, so that streamed responses stay streamed.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Sequence
from http import HTTPStatus

from starlette.datastructures import MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from claimtree.api.metrics import Metrics
from claimtree.api.problems import RETRY_S, Problem, of_error, problem
from claimtree.api.routes import API
from claimtree.api.security import Gate
from claimtree.errors import ClaimtreeError
from claimtree.json_depth import DEEPEST, is_too_deep

MOST_BODY = 1 << 20
"""Maximum size of a request body in bytes, except for uploads."""
OPEN_PATHS = ("/healthz", "/readyz")
"""Paths that need no key, because monitoring has none; they answer only yes or no."""
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:{images}; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

STOPPED = Problem(
    HTTPStatus.SERVICE_UNAVAILABLE,
    "stopping",
    "the server was stopped before the answer was there; what it was to write may have been written",
    hint="Try again in a moment.",
    headers={"Retry-After": str(RETRY_S), "Connection": "close"},
)

log = logging.getLogger("claimtree.api")


class RequestMiddleware:
    """The outermost middleware of the application."""

    def __init__(
        self, app: ASGIApp, *, gate: Gate, metrics: Metrics, images: Sequence[str] = (), log_queries: bool = False
    ) -> None:
        """`images` are further sources from which the page may load images."""
        self._app = app
        self._gate = gate
        self._metrics = metrics
        self._log_queries = log_queries
        self._csp = CSP.format(images="".join(f" {source}" for source in images if source))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        scope["request_id"] = secrets.token_hex(8)
        status = 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._head(scope, MutableHeaders(scope=message))
            await send(message)

        self._metrics.begins()
        # A HEAD request is handled as a GET, so that its headers are those of the full response.
        asked, to = (
            ({**scope, "method": "GET"}, without_body(sending)) if scope["method"] == "HEAD" else (scope, sending)
        )
        try:
            try:
                self._authorize(asked)
                await self._app(asked, bounded(asked, receive), to)
            except ClientDisconnect:
                # The client has disconnected; the request is logged with status 499.
                pass
            except asyncio.CancelledError:
                # The server is shutting down, and the grace period is over.
                if status:
                    raise
                await STOPPED.response()(asked, receive, to)
            except Exception as error:
                # Every error is answered here, so that no response goes out without its headers.
                if status:
                    raise
                await answered(error, scope)(asked, receive, to)
        finally:
            took_s = time.perf_counter() - started
            # Paths contain ids, and query strings what users search for: only the route's pattern
            # is logged.
            route = getattr(asked.get("route"), "path", "").removeprefix(API) or "unknown"
            self._metrics.ends(route, scope["method"], status or 499, took_s)
            log.info(
                "request",
                extra={
                    "id": scope["request_id"],
                    "method": scope["method"],
                    "route": route,
                    "status": status or 499,
                    "took_ms": round(took_s * 1000, 1),
                    "key": getattr(asked.get("caller"), "id", ""),
                    **({"query": asked["asked"]} if self._log_queries and "asked" in asked else {}),
                },
            )

    def _authorize(self, scope: Scope) -> None:
        connection = HTTPConnection(scope)
        if scope["path"] in OPEN_PATHS:
            return
        self._gate.check_host(connection)
        self._gate.check_origin(connection, scope["method"])
        if not scope["path"].startswith("/api/"):
            return  # the page itself contains no data
        caller = self._gate.caller(connection)
        self._gate.check_rate(caller, connection)
        scope["caller"] = caller

    def _head(self, scope: Scope, headers: MutableHeaders) -> None:
        for name, value in HEADERS.items():
            headers[name] = value
        headers["Content-Security-Policy"] = self._csp
        headers["X-Request-Id"] = scope["request_id"]
        if scope["path"].startswith("/api/"):
            headers.setdefault("Cache-Control", "no-store")


def without_body(send: Send) -> Send:
    """Wraps `send` so that response bodies are left out."""

    async def sending(message: Message) -> None:
        await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

    return sending


class Compressed(GZipMiddleware):
    """Compresses responses for clients that accept gzip; respects an explicit refusal (`q=0`)."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not takes_gzip(HTTPConnection(scope).headers.get("accept-encoding", "")):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def takes_gzip(header: str) -> bool:
    """True if an Accept-Encoding header accepts gzip.

    >>> takes_gzip("br, gzip;q=0.5"), takes_gzip("gzip;q=0"), takes_gzip("")
    (True, False, False)
    """
    for part in header.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def answered(error: Exception, scope: Scope) -> Response:
    """Returns the error response for the client; errors of the server itself are also logged."""
    if isinstance(error, Problem):
        return error.response()
    if isinstance(error, ClaimtreeError):
        found = of_error(error)
        if found.status_code >= 500:
            log.error("failed", extra={"id": scope["request_id"], "code": error.code, "error": error.message})
        return found
    log.error("unexpected", exc_info=error, extra={"id": scope["request_id"]})
    message = "something broke that should not have; the server's log says where"
    return problem(HTTPStatus.INTERNAL_SERVER_ERROR, "unexpected", message)


def bounded(scope: Scope, receive: Receive) -> Receive:
    """Wraps `receive` to limit the size and JSON depth of the body; upload routes set their own
    size limit beforehand."""
    received = 0
    length = HTTPConnection(scope).headers.get("content-length", "")
    # A number with more digits than this is no plausible size, and Python refuses to parse it.
    declared = int(length) if length.isdecimal() and len(length) < 20 else 0
    kind = HTTPConnection(scope).headers.get("content-type", "json").partition(";")[0].strip().lower()
    is_json = re.search(r"(^|[/+])json$", kind) is not None

    async def receiving() -> Message:
        message = await one()
        if message["type"] != "http.request" or not is_json:
            return message
        # JSON bodies are collected whole, since they are parsed whole: one that is nested too
        # deeply is rejected before parsing.
        parts = [message.get("body", b"")]
        while message.get("more_body", False):
            message = await one()
            if message["type"] != "http.request":
                return message
            parts.append(message.get("body", b""))
        body = b"".join(parts)
        if is_too_deep(body):
            raise _too_deep()
        return {"type": "http.request", "body": body, "more_body": False}

    async def one() -> Message:
        nonlocal received
        most = scope.get("most_body", MOST_BODY)
        # A declared size over the limit is rejected before the body is sent.
        if declared > most:
            raise _too_large(most)
        message = await receive()
        if message["type"] == "http.request":
            received += len(message.get("body", b""))
            if received > most:
                raise _too_large(most)
        return message

    return receiving


def _too_deep() -> Problem:
    return Problem(
        HTTPStatus.BAD_REQUEST,
        "too_deep",
        f"the JSON is nested deeper than {DEEPEST} lists and objects",
        hint="Nothing that can be sent is nested so deeply.",
    )


def _too_large(most: int) -> Problem:
    return Problem(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        "too_large",
        f"the request is larger than {most:,} bytes",
        hint="Send less at once; files go to POST /api/v1/jobs.",
        headers={"Connection": "close"},
    )
