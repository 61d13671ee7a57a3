"""Posts news to a webhook: signed, retried if that may help, without following redirects.

The receiver checks `Claimtree-Signature: t=<seconds>,v1=<hex>`, the HMAC-SHA256 of "t.body" with
the secret that was shown when the webhook was set, and that `t` is recent. `Claimtree-Delivery` is
the same in every attempt, so that duplicates can be recognised.

Uses only the standard library, so that no extra is needed; proxies of the environment are ignored,
since a proxy would resolve the name again.
"""

from __future__ import annotations

import hashlib
import hmac
import http.client
import secrets
import socket
import ssl
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version

from claimtree.http_client.retry_after import retry_after_s
from claimtree.saved.special_addresses import Address
from claimtree.saved.webhook_addresses import AddressRefused, Target, parse_target, resolve

TRIES = 4
PAUSE_S = 1.0
"""Pause before the second attempt; doubled before each further one."""
LONGEST_PAUSE_S = 20.0
"""If the receiver asks for a longer pause (Retry-After), the message is left to a later round."""
TIMEOUT_S = 10.0
"""Limit for one attempt, from the first byte sent to the last one read; the same limit applies to
connecting, per address."""
MOST_READ = 4_096
"""Bytes read of a response; its content is not used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The outcome of posting a message."""

    sent: bool
    description: str
    """A short description ("status 200", "no answer within 10 s"); never the URL."""
    tries: int
    again: bool = False
    """Whether a later attempt may succeed."""
    forbidden: bool = False
    """Whether the address is forbidden, so that nothing was posted."""


def new_secret() -> str:
    return f"whsec_{secrets.token_urlsafe(32)}"


def signature(secret: str, body: bytes, *, at: int) -> str:
    """Returns the value of the `Claimtree-Signature` header.

    >>> signature("secret", b"{}", at=0)
    't=0,v1=...'
    """
    signed = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={signed}"


def post(
    url: str,
    body: bytes,
    *,
    secret: str,
    delivery: str,
    allow_private: bool = False,
    timeout_s: float = TIMEOUT_S,
    sleep: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.time,
) -> Outcome:
    """Posts JSON. Returns failures instead of raising them: a failing webhook must not fail the run
    that it reports."""
    target = parse_target(url)
    outcome = Outcome(sent=False, description="nothing was sent", tries=0)
    for attempt in range(1, TRIES + 1):
        pause_s = PAUSE_S * 2 ** (attempt - 1)
        headers = {
            "Content-Type": "application/json",
            "User-Agent": f"claimtree/{version('claimtree')}",
            "Claimtree-Delivery": delivery,
            "Claimtree-Signature": signature(secret, body, at=int(clock())),
            "Connection": "close",
        }
        try:
            status, wait_s = _sent(target, body, headers, allow_private=allow_private, timeout_s=timeout_s)
        except AddressRefused as refused:
            return Outcome(sent=False, description=str(refused), tries=attempt, forbidden=True)
        except ssl.SSLCertVerificationError as error:
            problem = f"its certificate is not good: {error.verify_message[:120]}"
            return Outcome(sent=False, description=problem, tries=attempt)
        except TimeoutError:
            outcome = Outcome(sent=False, description=f"no answer within {timeout_s:g} s", tries=attempt, again=True)
        except (OSError, http.client.HTTPException) as error:
            outcome = Outcome(sent=False, description=f"no answer: {_shown(error)}", tries=attempt, again=True)
        else:
            if 200 <= status < 300:
                return Outcome(sent=True, description=f"status {status}", tries=attempt)
            if 300 <= status < 400:
                return Outcome(sent=False, description=f"status {status}: it points elsewhere", tries=attempt)
            may_pass = status in (408, 429) or status >= 500
            outcome = Outcome(sent=False, description=f"status {status}", tries=attempt, again=may_pass)
            if not may_pass:
                return outcome
            pause_s = wait_s or pause_s
        if attempt == TRIES or pause_s > LONGEST_PAUSE_S:
            break
        sleep(pause_s)
    return outcome


def _sent(
    target: Target, body: bytes, headers: dict[str, str], *, allow_private: bool, timeout_s: float
) -> tuple[int, float]:
    """Makes one attempt; returns the status, and the pause requested with Retry-After in
    seconds."""
    addresses = resolve(target, allow_private=allow_private)
    connection = _Connection(target, addresses, timeout_s=timeout_s)
    try:
        connection.connect()
        with _Deadline(connection, timeout_s) as deadline:
            try:
                connection.handshake()
                connection.request("POST", target.path, body=body, headers=headers)
                reply = connection.getresponse()
                reply.read(MOST_READ)
            except (OSError, http.client.HTTPException) as error:
                if deadline.passed:
                    raise TimeoutError from error
                raise
            return reply.status, retry_after_s(reply.headers.get("Retry-After", ""))
    finally:
        connection.close()


class _Connection(http.client.HTTPConnection):
    """Connects to a checked address, but uses the host name for the Host header and for TLS."""

    def __init__(self, target: Target, addresses: tuple[Address, ...], *, timeout_s: float) -> None:
        super().__init__(target.host, target.port, timeout=timeout_s)
        # http.client omits the default port from the Host header; it depends on the scheme.
        self.default_port = 443 if target.secure else 80
        self._target = target
        self._addresses = addresses
        self._timeout_s = timeout_s

    def connect(self) -> None:
        failure: OSError | None = None
        for address in self._addresses:
            try:
                raw = socket.create_connection((str(address), self._target.port), self._timeout_s)
            except OSError as error:
                failure = failure or error
                continue
            self.sock = raw
            return
        raise failure or OSError("the host has no address")

    def handshake(self) -> None:
        """Starts TLS if the URL is https."""
        if self._target.secure:
            context = ssl.create_default_context()
            secured = context.wrap_socket(self.sock, server_hostname=self._target.host, do_handshake_on_connect=False)
            # Set before the handshake, so that a slow handshake can be interrupted.
            self.sock = secured
            secured.do_handshake()

    def interrupt(self) -> None:
        """Unblocks the thread that waits for the receiver, with an error."""
        try:
            self.sock.shutdown(socket.SHUT_RDWR)
        except (OSError, AttributeError):  # already closed
            return


class _Deadline:
    """Limits the total time of a connection: the socket's own timeout restarts with every byte
    received."""

    def __init__(self, connection: _Connection, seconds: float) -> None:
        self.passed = False
        self._connection = connection
        self._timer = threading.Timer(seconds, self._end)
        self._timer.daemon = True

    def __enter__(self) -> _Deadline:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()

    def _end(self) -> None:
        self.passed = True
        self._connection.interrupt()


def _shown(error: Exception) -> str:
    """Formats a network error as one short line."""
    words = (error.strerror if isinstance(error, OSError) else "") or str(error) or type(error).__name__
    return "".join(character for character in " ".join(words.split()) if character.isprintable())[:120]
