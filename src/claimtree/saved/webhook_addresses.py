"""Checks which addresses a webhook may use, so that its author cannot reach what only this machine
can (SSRF).

A host name is resolved once, every address is checked, and the connection goes to a checked
address: a name that resolves to another address a moment later (DNS rebinding) has no effect.
"""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from claimtree.errors import BadInput
from claimtree.saved.special_addresses import Address, special_block

LONGEST_URL = 2_000
PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The parts of a webhook's URL."""

    secure: bool
    host: str
    """A name or an address, without brackets."""
    port: int
    path: str
    """With the query; starts with a slash."""

    @property
    def origin(self) -> str:
        """The part of the URL that may be shown: the path is often a secret."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        scheme = "https" if self.secure else "http"
        return f"{scheme}://{host}" + ("" if self.port == PORTS[scheme] else f":{self.port}")


class AddressRefused(Exception):
    """An address that must not be posted to; the message gives the reason, and never the whole
    URL."""


def parse_target(url: str) -> Target:
    """Parses a webhook URL. Errors do not quote it: it may contain a secret."""
    if len(url) > LONGEST_URL or not all(33 <= ord(character) <= 126 for character in url):
        raise BadInput(
            f"a webhook's URL has at most {LONGEST_URL:,} characters, all of them ASCII and none a blank",
            hint="Write a name with other letters in its xn-- form, and a path with % signs.",
        )
    try:
        parts = urlsplit(url)
        port, host = parts.port, (parts.hostname or "").rstrip(".")
    except ValueError:
        # Not chained: the original error may quote the URL.
        raise BadInput(
            "the host or the port of the webhook's URL cannot be read", hint="As in https://news.example/hook"
        ) from None
    if parts.scheme not in PORTS or not host or port == 0:
        raise BadInput(
            "a webhook's URL starts with http:// or https:// and names a host", hint="As in https://news.example/hook"
        )
    if "@" in parts.netloc or parts.fragment:
        raise BadInput(
            "a webhook's URL holds no user, no password and no #fragment",
            hint="Messages are signed: the one who gets them checks that instead.",
        )
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(secure=parts.scheme == "https", host=host, port=port or PORTS[parts.scheme], path=path)


def resolve(target: Target, *, allow_private: bool) -> tuple[Address, ...]:
    """Returns the addresses to connect to, all checked; a single forbidden one rejects the host.

    Raises `AddressRefused`, or `OSError` if the name cannot be resolved.
    """
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except UnicodeError as error:  # a part of the name is empty or too long
        raise AddressRefused(f"{target.host[:80]} is no name of a host") from error
    addresses = tuple(dict.fromkeys(ipaddress.ip_address(str(info[4][0])) for info in found))
    for address in addresses:
        why = objection(address, allow_private=allow_private)
        if why:
            raise AddressRefused(f"{target.host} is {why}, which is not posted to")
    return addresses


def objection(address: Address, *, allow_private: bool = False) -> str:
    """Returns why an address must not be connected to; empty if it may.

    >>> objection(ipaddress.ip_address("127.0.0.1"))
    'an address of this machine (127.0.0.1)'
    >>> objection(ipaddress.ip_address("93.184.216.34"))
    ''
    """
    # An address with a scope id (interface) is link-local, whatever its bits say.
    scoped = address.version == 6 and address.scope_id is not None
    block = special_block(address)
    if block is None and not scoped:
        return ""
    if block is not None and block.is_own and allow_private and not scoped:
        return ""
    return f"{block.name if block is not None else 'a link-local address'} ({address})"
