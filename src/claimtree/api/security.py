"""Authentication and request checks: keys, the Host header, cross-site requests.

Without a key there is no access from other machines, unless the server was started that way on
purpose. If only this machine can reach the server and there are no keys, every request has full
access, as with a local file.
"""

from __future__ import annotations

import base64
import ipaddress
import logging
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from claimtree.access import Demand, Key, Keys, Limiter, Role, client, is_mistyped
from claimtree.access.key_policy import LOST_HINT
from claimtree.api.problems import Problem

log = logging.getLogger("claimtree.api")

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
OPEN_RATE = 600
"""Requests a minute of one client without a key."""
TELL_LOST_S = 60.0
"""Minimum interval between two log messages about lost keys."""
LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """The caller of a request."""

    id: str
    """The key's id; empty without one."""
    role: Role
    key: Key | None = None

    def may_see(self, collection: str) -> bool:
        return self.key is None or self.key.may_see(collection)


class Gate:
    """Lets requests in, or raises the reason why not."""

    def __init__(
        self, keys: Keys, *, local: bool, open_to_all: bool, names: Sequence[str], rate: int = OPEN_RATE
    ) -> None:
        """`local`: only this machine can reach the server. `names`: its host names from
        elsewhere."""
        self._keys = keys
        # A server with a name is reached from elsewhere, through a proxy.
        self._local = local and not names
        self._open_to_all = open_to_all
        self._names = frozenset(name.lower() for name in names)
        # Separate limiters, so that a flood of clients without keys does not displace the counts of
        # keys.
        self._keyed = Limiter(rate, burst=max(rate // 6, 20))
        self._strangers = Limiter(rate, burst=max(rate // 6, 20))
        self._lost_logged_at = -math.inf

    def check_host(self, connection: HTTPConnection) -> None:
        """Checks the Host header: a foreign page may point its own name at this machine (DNS
        rebinding)."""
        host = connection.headers.get("host", "")
        name = _host(f"//{host}")
        if name in self._names or (self._local and name in LOCAL_NAMES):
            return
        if not self._local and not self._names and (name in LOCAL_NAMES or _is_address(name)):
            return
        raise Problem(
            HTTPStatus.MISDIRECTED_REQUEST,
            "unknown_host",
            f"this server is not called {host[:80]!r}",
            hint="Start it with --name NAME if it is.",
        )

    def check_origin(self, connection: HTTPConnection, method: str) -> None:
        """Rejects writes from pages of other sites, which could send a form (CSRF)."""
        if method in SAFE:
            return
        site = connection.headers.get("sec-fetch-site", "")
        origin = connection.headers.get("origin", "")
        own = f"//{connection.headers.get('host', '')}"
        foreign = bool(origin) and (_host(origin), _port(origin)) != (_host(own), _port(own))
        if site not in ("", "same-origin", "none") or foreign:
            raise Problem(
                HTTPStatus.FORBIDDEN, "cross_site", "a page of another site may not do this", hint="Ask from our own."
            )

    def caller(self, connection: HTTPConnection) -> Caller:
        """Returns the caller; a wrong key is refused even if none is needed."""
        presented = _presented(connection)
        if presented:
            key = self._keys.check(presented)
            if key is None:
                # Limits the rate of guessing keys.
                _check_wait(self._strangers.take(_client(connection)))
                self._check_lost(self._keys.demand())
                reason = "the key is mistyped" if is_mistyped(presented) else "the key is not known, or no longer valid"
                raise _unauthorized(reason)
            return Caller(id=key.id, role=key.role, key=key)
        if self._open_to_all:
            return Caller(id="", role=Role.READ)
        demand = self._keys.demand()
        self._check_lost(demand)
        if self._local and not _forwarded(connection) and demand is Demand.NONE:
            return Caller(id="", role=Role.ADMIN)
        raise _unauthorized("a key is needed")

    def is_still_allowed(self, caller: Caller) -> bool:
        """Whether a caller would still be let in: a stream outlives the check of its key."""
        if caller.key is not None:
            return self._keys.usable(caller.id) is not None
        return self._open_to_all or self._keys.demand() is Demand.NONE

    def _check_lost(self, demand: Demand) -> None:
        """Refuses every request while the keys are lost, since callers cannot be identified: the
        log tells the administrator what to do, and the response says that it is not the caller's
        fault."""
        if demand is not Demand.LOST:
            return
        now = time.monotonic()
        if now - self._lost_logged_at > TELL_LOST_S:
            self._lost_logged_at = now
            log.error(
                "the keys are lost: every request is refused", extra={"path": str(self._keys.path), "hint": LOST_HINT}
            )
        raise Problem(
            HTTPStatus.SERVICE_UNAVAILABLE,
            "keys_lost",
            "this server cannot check keys, and refuses every request until it can",
            hint="Tell its administrator: its log says what to do.",
        )

    def check_rate(self, caller: Caller, connection: HTTPConnection, *, count: int = 1) -> None:
        """Applies the rate limit; `count` is the number of requests that this one counts as."""
        if caller.key is not None:
            _check_wait(self._keyed.take(caller.id, rate_per_minute=caller.key.rate_per_minute, count=count))
        elif not self._local:
            _check_wait(self._strangers.take(_client(connection), count=count))

    @property
    def is_lost(self) -> bool:
        """Whether every request is refused because the keys are lost."""
        return not self._open_to_all and self._keys.demand() is Demand.LOST

    def client_of(self, caller: Caller, connection: HTTPConnection) -> str:
        """Returns the identity for fair sharing: a key, or a client without one."""
        return caller.id or _client(connection)


def check_role(caller: Caller, wanted: Role) -> None:
    if not caller.role.allows(wanted):
        raise Problem(
            HTTPStatus.FORBIDDEN,
            "not_allowed",
            f"this needs a key that may {wanted.value}; yours may {caller.role.value}",
            hint=f"Make one with `claimtree keys add NAME --role {wanted.value}`.",
        )


def _host(address: str) -> str:
    """Returns the host of an address; empty if there is none, or the address is invalid."""
    try:
        return (urlsplit(address).hostname or "").lower() if address.isprintable() else ""
    except ValueError:
        return ""


def _port(address: str) -> int | None:
    try:
        return urlsplit(address).port
    except ValueError:
        return None


def _forwarded(connection: HTTPConnection) -> bool:
    """Whether the request was forwarded by a proxy."""
    return any(name == "forwarded" or name.startswith("x-forwarded-") for name in connection.headers)


def _client(connection: HTTPConnection) -> str:
    return client(connection.client.host if connection.client else "")


def _check_wait(wait_s: float) -> None:
    if wait_s > 0:
        seconds = math.ceil(wait_s)
        raise Problem(
            HTTPStatus.TOO_MANY_REQUESTS,
            "too_often",
            "you ask more often than you may",
            hint=f"Try again in {seconds} seconds.",
            headers={"Retry-After": str(seconds)},
        )


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _presented(connection: HTTPConnection) -> str:
    scheme, _, value = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return value.strip()
    if scheme.lower() == "basic":
        # Feed readers support only names and passwords; the key is the password.
        try:
            return base64.b64decode(value.strip(), validate=True).decode().partition(":")[2]
        except ValueError:
            return value.strip()
    return connection.headers.get("x-api-key", "").strip()


def _unauthorized(detail: str) -> Problem:
    return Problem(
        HTTPStatus.UNAUTHORIZED,
        "no_key",
        detail,
        hint="Send it as `Authorization: Bearer ct_…`; `claimtree keys add NAME` makes one.",
        headers={"WWW-Authenticate": "Bearer"},
    )
