"""Hosts with their ports as in addresses: IPv6 addresses are in brackets."""

from __future__ import annotations

import ipaddress
import re


def read_host(text: str, *, port: int) -> tuple[str, int] | None:
    """Returns the host and its port, the default one if none is given; None if it cannot be a host.

    >>> read_host("[::1]", port=9200)
    ('::1', 9200)
    >>> read_host("me@host", port=9200)
    """
    found = re.fullmatch(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?", text)
    if found is None or not 0 < int(found[2] or port) < 65_536:
        return None
    return found[1].strip("[]"), int(found[2] or port)


def host_text(host: str, port: int) -> str:
    """Returns host and port as an address has them.

    >>> host_text("::1", 9200)
    '[::1]:9200'
    """
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def is_loopback(host: str) -> bool:
    """True if only this machine can reach a server that listens there.

    >>> is_loopback("localhost"), is_loopback("127.0.0.2"), is_loopback("[::1]"), is_loopback("0.0.0.0")
    (True, True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
