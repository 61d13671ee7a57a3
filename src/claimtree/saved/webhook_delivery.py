"""News posted to a webhook: signed, tried again where that may help, and never sent on elsewhere.

The one who gets a message checks `Claimtree-Signature: t=<seconds>,v1=<hex>`, the HMAC-SHA256 of "t.body" with the
secret that was shown when the webhook was set, and that `t` is not old. `Claimtree-Delivery` is the same in every try,
so that a message that came twice is known.

Nothing but the standard library, so that no extra is needed; proxies of the environment are not used, since a proxy
would look the name up again.
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

from claimtree.models.openai_http import retry_after_s
from claimtree.saved.special_addresses import Address
from claimtree.saved.webhook_addresses import AddressRefused, Target, parse_target, resolve

TRIES = 4
PAUSE_S = 1.0
"""Before the second try; doubled before each further one."""
LONGEST_PAUSE_S = 20.0
"""A server that asks for more patience is asked again another time."""
TIMEOUT_S = 10.0
"""For one try, from the first byte sent to the last one read; and for reaching the address, each."""
MOST_READ = 4_096
"""Bytes of an answer; nobody needs what it says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How posting a message went."""

    sent: bool
    said: str
    """ "status 200", "no answer within 10 s"; never the URL."""
    tries: int
    again: bool = False
    """Whether another time it may go better."""
    refused: bool = False
    """Whether the address must not be posted to, so that nothing was."""


def new_secret() -> str:
    return f"whsec_{secrets.token_urlsafe(32)}"


def signature(secret: str, body: bytes, *, at: int) -> str:
    """What `Claimtree-Signature` holds.

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
    """Post JSON. What happens is said, not raised: a webhook that fails must not fail the run that it tells of."""
    target = parse_target(url)
    outcome = Outcome(sent=False, said="nothing was sent", tries=0)
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
            return Outcome(sent=False, said=str(refused), tries=attempt, refused=True)
        except ssl.SSLCertVerificationError as error:
            said = f"its certificate is not good: {error.verify_message[:120]}"
            return Outcome(sent=False, said=said, tries=attempt)
        except TimeoutError:
            outcome = Outcome(sent=False, said=f"no answer within {timeout_s:g} s", tries=attempt, again=True)
        except (OSError, http.client.HTTPException) as error:
            outcome = Outcome(sent=False, said=f"no answer: {_shown(error)}", tries=attempt, again=True)
        else:
            if 200 <= status < 300:
                return Outcome(sent=True, said=f"status {status}", tries=attempt)
            if 300 <= status < 400:
                return Outcome(sent=False, said=f"status {status}: it points elsewhere", tries=attempt)
            may_pass = status in (408, 429) or status >= 500
            outcome = Outcome(sent=False, said=f"status {status}", tries=attempt, again=may_pass)
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
    """One try: the status, and how long we are asked to wait."""
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
    """Connects to an address that was checked, and says the host's own name in the Host header and to TLS."""

    def __init__(self, target: Target, addresses: tuple[Address, ...], *, timeout_s: float) -> None:
        super().__init__(target.host, target.port, timeout=timeout_s)
        # Which port goes without saying depends on the scheme; the Host header follows it.
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
        """Begin TLS, where the URL says so."""
        if self._target.secure:
            context = ssl.create_default_context()
            secured = context.wrap_socket(self.sock, server_hostname=self._target.host, do_handshake_on_connect=False)
            # Set before the handshake, so that one that drips can be ended.
            self.sock = secured
            secured.do_handshake()

    def interrupt(self) -> None:
        """Let whoever waits for the other side go on, with an error."""
        try:
            self.sock.shutdown(socket.SHUT_RDWR)
        except (OSError, AttributeError):  # it has ended by itself
            return


class _Deadline:
    """Ends a connection in time: the socket's own time-out starts anew with every byte that drips in."""

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
    """An error of the network on one short line."""
    words = (error.strerror if isinstance(error, OSError) else "") or str(error) or type(error).__name__
    return "".join(character for character in " ".join(words.split()) if character.isprintable())[:120]
