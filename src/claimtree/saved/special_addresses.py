"""Which IP addresses are public: the address space without the blocks that IANA has reserved.

The tables are IANA's own: "IPv4 Special-Purpose Address Registry" and "IPv6 Special-Purpose Address
Registry", with "IPv4 Multicast Address Space" and "IPv6 Address Space" for what those leave out. A
reserved block is excluded whole, even if the registry calls a part of it globally reachable: an
anycast address of the nearest translator or relay is no particular server, and an address with an
embedded IPv4 address leads to that one. Of IPv6 only what IANA has delegated to a registry counts
as public ("IPv6 Global Unicast Address Assignments"), so that undelegated and returned blocks are
excluded without being listed. When a registry gets another block, a line has to be added here.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

_DELEGATED: Final = """
2001:200::/23 2001:400::/23 2001:600::/23 2001:800::/22 2001:c00::/23 2001:e00::/23 2001:1200::/23 2001:1400::/22
2001:1800::/23 2001:1a00::/23 2001:1c00::/22 2001:2000::/19 2001:4000::/23 2001:4200::/23 2001:4400::/23 2001:4600::/23
2001:4800::/23 2001:4a00::/23 2001:4c00::/23 2001:5000::/20 2001:8000::/19 2001:a000::/20 2001:b000::/20 2003::/18
2400::/12 2410::/12 2600::/12 2610::/23 2620::/23 2630::/12 2800::/12 2a00::/12 2a10::/12 2c00::/12
"""
"""IPv6 blocks delegated to AFRINIC, APNIC, ARIN, LACNIC and RIPE NCC."""

_IPV4: Final = """
0.0.0.0/8           an address of this network
10.0.0.0/8          a private address             own
100.64.0.0/10       a shared private address      own
127.0.0.0/8         an address of this machine    own
169.254.0.0/16      a link-local address
172.16.0.0/12       a private address             own
192.0.0.0/24        an address set aside for protocols
192.0.2.0/24        an address for documentation
192.31.196.0/24     an address of the AS112 service
192.52.193.0/24     an address of a multicast relay
192.88.99.0/24      an address of a 6to4 relay
192.168.0.0/16      a private address             own
192.175.48.0/24     an address of the AS112 service
198.18.0.0/15       an address for benchmarks
198.51.100.0/24     an address for documentation
203.0.113.0/24      an address for documentation
224.0.0.0/4         an address of many machines
240.0.0.0/4         a reserved address
"""
_IPV6: Final = """
::/128              no address at all
::1/128             an address of this machine    own
::/96               an IPv4 address inside an IPv6 one
::ffff:0:0/96       an IPv4 address inside an IPv6 one
::ffff:0:0:0/96     an IPv4 address inside an IPv6 one
64:ff9b::/96        an IPv4 address inside an IPv6 one
64:ff9b:1::/48      an IPv4 address inside an IPv6 one
100::/64            an address that is discarded
100:0:0:1::/64      an address that is discarded
2001::/32           an IPv4 address inside an IPv6 one
2001::/23           an address set aside for protocols
2001:db8::/32       an address for documentation
2002::/16           an IPv4 address inside an IPv6 one
2620:4f:8000::/48   an address of the AS112 service
3fff::/20           an address for documentation
5f00::/16           an address of segment routing
fc00::/7            a private address             own
fe80::/10           a link-local address
fec0::/10           a site-local address
ff00::/8            an address of many machines
"""
_OWN: Final = " own"
"""Marks blocks of this machine or its own network, which may be reached if the administrator allows
it. No other reserved block may be reached in any case: cloud machines serve their credentials at a
link-local address, and there is no good reason to use an embedded address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A block of addresses that IANA has reserved."""

    network: Network
    name: str
    is_own: bool


def _blocks(table: str) -> Iterator[Block]:
    for line in table.strip().splitlines():
        network, _, name = line.partition(" ")
        is_own = name.endswith(_OWN)
        yield Block(
            network=ipaddress.ip_network(network), name=name.removesuffix(_OWN if is_own else "").strip(), is_own=is_own
        )


@lru_cache(maxsize=1)
def special_blocks() -> tuple[Block, ...]:
    """Returns all reserved blocks, smallest first, since the smallest describes an address best."""
    return tuple(sorted((*_blocks(_IPV4), *_blocks(_IPV6)), key=lambda block: -block.network.prefixlen))


@lru_cache(maxsize=1)
def delegated() -> tuple[ipaddress.IPv6Network, ...]:
    """Returns the networks from which registries assign public addresses."""
    return tuple(ipaddress.IPv6Network(network) for network in _DELEGATED.split())


def special_block(address: Address) -> Block | None:
    """Returns the reserved block that an address belongs to; None for a public address.

    >>> special_block(ipaddress.ip_address("192.88.99.1")).name
    'an address of a 6to4 relay'
    >>> special_block(ipaddress.ip_address("93.184.216.34")) is None
    True
    """
    for block in special_blocks():
        if address.version == block.network.version and address in block.network:
            return block
    if address.version == 6 and not any(address in network for network in delegated()):
        return Block(network=ipaddress.IPv6Network("::/0"), name="an address of no network for everybody", is_own=False)
    return None
