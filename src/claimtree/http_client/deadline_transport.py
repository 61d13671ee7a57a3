"""A transport whose requests end at a moment, whatever trickles in.

The library's time-outs begin anew with every byte that comes, so a server that sends a header line
now and then is waited for without end. Here each reading and writing gets only the time that is
left.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpcore
import httpx

if TYPE_CHECKING:
    import ssl


class TimeLeft:
    """The moment at which the request of the current thread ends."""

    def __init__(self) -> None:
        self._until = threading.local()

    @contextmanager
    def until(self, moment: float) -> Iterator[None]:
        """Ends what is sent and received meanwhile at a moment of `time.monotonic`."""
        self._until.moment = moment
        try:
            yield
        finally:
            self._until.moment = None

    def of(self, timeout_s: float | None, late: type[Exception]) -> float | None:
        """Returns the seconds that one step may take; raises `late` if there are none."""
        moment = getattr(self._until, "moment", None)
        if moment is None:
            return timeout_s
        left_s: float = moment - time.monotonic()
        if left_s <= 0:
            raise late("the time for the request is over")
        return left_s if timeout_s is None else min(timeout_s, left_s)


class DeadlineTransport(httpx.HTTPTransport):
    """The usual transport over sockets that have a deadline."""

    def __init__(self, time_left: TimeLeft, *, proxy: str | None, verify: bool) -> None:
        super().__init__(proxy=proxy, verify=verify)
        # The pool takes a backend, but the transport passes none on.
        self._pool._network_backend = _Backend(time_left)


class _Backend(httpcore.SyncBackend):
    def __init__(self, time_left: TimeLeft) -> None:
        self._left = time_left

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        timeout = self._left.of(timeout, httpcore.ConnectTimeout)
        return _Stream(super().connect_tcp(host, port, timeout, local_address, socket_options), self._left)


class _Stream(httpcore.NetworkStream):
    def __init__(self, inner: httpcore.NetworkStream, time_left: TimeLeft) -> None:
        self._inner = inner
        self._left = time_left

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._left.of(timeout, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, self._left.of(timeout, httpcore.WriteTimeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        timeout = self._left.of(timeout, httpcore.ConnectTimeout)
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, timeout), self._left)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)
