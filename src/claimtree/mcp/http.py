"""The HTTP transport of the protocol, on this machine only.

Streamable HTTP without sessions: every request is independent, so that there is no session to keep,
to expire or to steal. Requests whose Host or Origin is not this machine's are refused: a page in a
browser can reach loopback too.
"""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

import uvicorn
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from claimtree.errors import BadInput
from claimtree.http_server import Connection, Server
from claimtree.mcp.error_replies import too_deep
from claimtree.mcp.open_packs import Offer
from claimtree.mcp.server import build
from claimtree.model.hosts import host_text, is_loopback

PATH: Final = "/mcp"
DEFAULT_PORT: Final = 8766
LARGEST_BODY: Final = 1_000_000
MOST_CONNECTIONS: Final = 200
"""Beyond this limit, requests are refused with 503."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """The address to listen on; always a loopback address."""

    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> Address:
        """Parses HOST:PORT, a port alone or a host alone.

        >>> str(Address.parse("127.0.0.1:9000")), str(Address.parse("9000")), str(Address.parse("[::1]:9000"))
        ('127.0.0.1:9000', '127.0.0.1:9000', '[::1]:9000')
        """
        host, colon, port = text.strip().rpartition(":")
        if not colon:
            host, port = ("127.0.0.1", text.strip()) if text.strip().isdecimal() else (text.strip(), str(DEFAULT_PORT))
        host = host.removeprefix("[").removesuffix("]")
        host = "127.0.0.1" if host == "localhost" else host
        if not port.isascii() or not port.isdecimal() or not 0 <= int(port) <= 65_535 or len(port) > 5:
            raise BadInput(f"{text!r} is not HOST:PORT", hint="As in 127.0.0.1:8766", values={"address": text})
        if not is_loopback(host):
            raise BadInput(
                f"{host!r} is not on this machine's loopback, and these tools need no key",
                hint="Listen on 127.0.0.1, and let a proxy that asks for keys pass requests on: docs/mcp.md.",
                values={"address": text},
            )
        return cls(host=host, port=int(port))

    def __str__(self) -> str:
        return host_text(self.host, self.port)

    @property
    def url(self) -> str:
        return f"http://{self}{PATH}"


def listen(address: Address) -> tuple[socket.socket, Address]:
    """A listening socket and its actual address (port 0 takes a free port)."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    opened = socket.socket(family, socket.SOCK_STREAM)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind((address.host, address.port))
        # From here on clients queue instead of being refused, though no server answers them yet.
        opened.listen()
    except OSError as error:
        opened.close()
        raise BadInput(
            f"cannot listen on {address}: {error.strerror or error}",
            hint="Another program may use the port: give another one, as in --http 127.0.0.1:9000.",
            values={"address": str(address)},
        ) from error
    return opened, Address(host=address.host, port=opened.getsockname()[1])


def application(offer: Offer, address: Address) -> Starlette:
    """An ASGI application with the protocol at `PATH`, for requests to this address only."""
    names = {str(address), f"127.0.0.1:{address.port}", f"localhost:{address.port}", f"[::1]:{address.port}"}
    sessions = StreamableHTTPSessionManager(
        build(offer),
        json_response=True,
        stateless=True,
        security_settings=TransportSecuritySettings(
            allowed_hosts=sorted(names), allowed_origins=sorted(f"http://{name}" for name in names)
        ),
        max_request_body_size=LARGEST_BODY,
    )

    @asynccontextmanager
    async def running(_: Starlette) -> AsyncIterator[None]:
        async with sessions.run():
            yield

    # Without sessions there is no stream to GET and nothing to DELETE: 405, as the protocol says.
    return Starlette(routes=[Route(PATH, endpoint=_Endpoint(sessions), methods=["POST"])], lifespan=running)


def server(offer: Offer, address: Address) -> Server:
    """A server to run on a socket of `listen`; it logs only warnings and errors."""
    return Server(
        uvicorn.Config(
            application(offer, address),
            http=Connection,
            log_level="warning",
            access_log=False,
            ws="none",
            lifespan="on",
            server_header=False,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_graceful_shutdown=25,
        )
    )


class _Endpoint:
    """The ASGI endpoint; an object, since Starlette takes a function for a request handler."""

    def __init__(self, sessions: StreamableHTTPSessionManager) -> None:
        self._sessions = sessions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        message = await _with_body(receive)
        rejection = too_deep(message.get("body", b""))
        if rejection is None:
            await self._sessions.handle_request(scope, _first(message, receive), send)
            return
        answer = Response(rejection.model_dump_json(), HTTPStatus.BAD_REQUEST, media_type="application/json")
        await answer(scope, receive, send)


async def _with_body(receive: Receive) -> Message:
    """A request with its whole body, up to the limit; the SDK rejects a larger one."""
    message = await receive()
    parts = [message.get("body", b"")]
    while message.get("more_body", False) and sum(map(len, parts)) <= LARGEST_BODY:
        message = await receive()
        parts.append(message.get("body", b""))
    return {**message, "body": b"".join(parts)} if message["type"] == "http.request" else message


def _first(message: Message, receive: Receive) -> Receive:
    """A `receive` that returns this message first."""
    given = False

    async def receiving() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return message

    return receiving
