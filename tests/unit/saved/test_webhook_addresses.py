"""Which addresses a webhook may have: public ones, and none that only this machine reaches."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from claimtree.errors import BadInput
from claimtree.saved.special_addresses import Address, delegated, special_blocks
from claimtree.saved.webhook_addresses import AddressRefused, objection, parse_target, resolve


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.9.10", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
        "100.64.0.1", "0.0.0.0", "0.1.2.3", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
        "192.0.2.1", "198.18.0.1", "198.51.100.7", "203.0.113.5",
        "::", "::1", "fe80::1", "fc00::1", "fd12:3456::1", "ff02::1", "2001:db8::1",
        "::ffff:127.0.0.1", "::ffff:93.184.216.34", "::ffff:0:127.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1",
        "64:ff9b:1::7f00:1", "2002:7f00:1::", "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "192.0.0.1", "192.0.0.8", "192.0.0.9", "192.0.0.170", "192.88.99.1", "192.88.99.2", "192.31.196.1",
        "192.52.193.1", "192.175.48.1", "198.19.255.255", "100.127.255.255", "fec0::1", "feff::1", "3fff::1",
        "3fff:fff:ffff::1", "64:ff9b::5db8:d822", "2002:5db8:d822::1", "2001:1::1", "2001:2::1", "2001:20::1",
        "2001:1ff::1", "2620:4f:8000::1", "100::1", "100:0:0:1::1", "5f00::1", "4000::1", "e000::1", "::5db8:d822",
        "fe80::1%1", "2606:4700::1%1", "2d00::1", "2e00::1", "3000::1", "3ffe::1", "2001:6000::1", "2004::1", "2900::1",
    ],
)  # fmt: skip
def test_addresses_that_strangers_must_not_reach_through_us(address: str) -> None:
    assert objection(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "address",
    [
        "93.184.216.34", "1.1.1.1", "172.32.0.1", "192.0.1.1", "192.88.98.1", "192.88.100.1", "100.63.0.1",
        "100.128.0.1", "198.20.0.1", "223.255.255.255", "2606:4700:4700::1111", "2001:200::1", "2001:4860:4860::8888",
        "2003::1", "2a00:1450::1", "2a10::1", "2410::1", "2c00::1", "2620:0:1::1",
    ],
)  # fmt: skip
def test_addresses_of_everybody(address: str) -> None:
    assert objection(ipaddress.ip_address(address)) == ""


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "10.0.0.1", "192.168.1.1", "100.64.0.1", "fd12::1"])
def test_private_ones_may_be_allowed(address: str) -> None:
    assert objection(ipaddress.ip_address(address), allow_private=True) == ""


@pytest.mark.parametrize(
    "address",
    [
        "169.254.169.254", "fe80::1", "0.0.0.0", "::", "224.0.0.1", "ff02::1", "240.0.0.1", "::ffff:10.0.0.1",
        "192.0.0.1", "192.0.2.1", "192.88.99.1", "198.18.0.1", "fec0::1", "3fff::1", "64:ff9b::a00:1", "2002:a00:1::1",
        "2001::1", "fd12::1%1", "4000::1",
    ],
)  # fmt: skip
def test_some_are_never_allowed(address: str) -> None:
    assert objection(ipaddress.ip_address(address), allow_private=True)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "0x7f.1", "2130706433", "0177.0.0.1", "[::ffff:127.0.0.1]", "127.1"]
)
def test_however_this_machine_is_written_it_is_refused(host: str) -> None:
    with pytest.raises((AddressRefused, OSError)):
        resolve(parse_target(f"http://{host}/hook"), allow_private=False)


def test_a_name_with_one_private_address_among_its_addresses_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def answers(host: str, port: int, **_: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port)) for ip in ("93.184.216.34", "10.0.0.7")]

    monkeypatch.setattr(socket, "getaddrinfo", answers)
    with pytest.raises(AddressRefused, match=r"10\.0\.0\.7"):
        resolve(parse_target("https://news.example/"), allow_private=False)


@pytest.mark.parametrize(
    ("url", "origin", "path"),
    [
        ("https://news.example", "https://news.example", "/"),
        ("http://news.example:8080/a?b=c", "http://news.example:8080", "/a?b=c"),
        ("HTTPS://News.Example./x", "https://news.example", "/x"),
        ("https://[2606:4700::1]:444/", "https://[2606:4700::1]:444", "/"),
    ],
)
def test_the_parts_of_a_url(url: str, origin: str, path: str) -> None:
    target = parse_target(url)
    assert (target.origin, target.path) == (origin, path)


@pytest.mark.parametrize(
    "url",
    [
        "", "news.example", "ftp://news.example/", "file:///etc/passwd", "gopher://x/", "http://", "http:///x",
        "http://user:hunter2@news.example/", "http://hunter2@news.example/", "http://news.example/#hunter2",
        "http://news.example:99999/", "http://news.example:x/", "http://news.example:0/", "http://[::1/",
        "http://news.example/hunter2 b", "http://news.example/\r\nX: y", "http://ñandú.example/",
        "http://x/" + "a" * 2000,
    ],
)  # fmt: skip
def test_urls_that_cannot_be_posted_to_are_refused_without_being_quoted(url: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_target(url)
    assert "hunter2" not in f"{refused.value.message}{refused.value.hint}{refused.value.values}"


def test_a_name_that_is_none_is_refused() -> None:
    with pytest.raises((AddressRefused, OSError)):
        resolve(parse_target(f"http://{'a' * 70}.example/"), allow_private=False)


def edges() -> Iterator[tuple[Address, bool]]:
    """The first and the last address of each block, and those beside it; whether each is in the block."""
    for block in special_blocks():
        kind = type(block.network.network_address)
        first, last = int(block.network.network_address), int(block.network.broadcast_address)
        for at in (first, last, first - 1, last + 1):
            if 0 <= at < 2**block.network.max_prefixlen:
                yield kind(at), first <= at <= last


def test_every_block_is_refused_from_its_first_address_to_its_last() -> None:
    for address, inside in edges():
        assert not inside or objection(address), address


def test_no_address_is_taken_for_everybodys_that_python_takes_for_special() -> None:
    """Another reading of the same registries; ours leaves out more."""
    some = Random(7)
    addresses: list[Address] = [address for address, _ in edges()]
    addresses += [ipaddress.IPv4Address(some.getrandbits(32)) for _ in range(5_000)]
    for network in some.choices(delegated(), k=5_000):
        bits = some.getrandbits(network.max_prefixlen - network.prefixlen)
        addresses.append(ipaddress.IPv6Address(int(network.network_address) | bits))
    for address in addresses:
        if not address.is_global or address.is_multicast or address.is_reserved or address.is_link_local:
            assert objection(address), address
    free = sum(not objection(address) for address in addresses[-10_000:])
    assert free > 9_000, "nearly all of everybody's internet is let through"


def test_what_no_registry_was_given_is_nobodys() -> None:
    some = Random(8)
    for _ in range(5_000):
        address = ipaddress.IPv6Address(some.getrandbits(128))
        assert bool(objection(address)) or any(address in network for network in delegated()), address


def test_whatever_carries_a_private_address_inside_is_refused() -> None:
    for inner in ("10.0.0.1", "127.0.0.1", "169.254.169.254", "192.168.0.1", "100.64.0.1"):
        bits = int(ipaddress.IPv4Address(inner))
        for prefix, shift in (("::", 0), ("::ffff:0:0", 0), ("::ffff:0:0:0", 0), ("64:ff9b::", 0), ("64:ff9b:1::", 0),
                              ("64:ff9b:1::", 40), ("2002::", 80), ("2001::", 0), ("2001::", 64)):  # fmt: skip
            address = ipaddress.IPv6Address(int(ipaddress.IPv6Address(prefix)) | bits << shift)
            assert objection(address), address
            assert objection(address, allow_private=True), address
