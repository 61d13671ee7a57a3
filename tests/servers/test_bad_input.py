"""Addresses that lead nowhere or to another server, and data that exceeds a server's limits."""

import json
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.servers.clusters import named, tell
from tests.unit.places.servers.speaking import Bad, Speaking

from claimtree.errors import BadInput, ClaimtreeError, StoreError, StoreRefused, StoreUnavailable
from claimtree.model.claims import EntityId, LevelName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.plans import Plan
from claimtree.ports import Store
from claimtree.stores.memory import MemoryStore
from claimtree.stores.open import open_store
from claimtree_testing.suites import (
    EVERYTHING,
    IDENTITY,
    MODERN,
    QUIET,
    SUNNY,
    TREE,
    area,
    asks,
    batch,
    exactly,
    house,
    order,
    proof,
    room,
    says,
    wants,
)

pytestmark = pytest.mark.elastic

Addresses = Callable[[], str]

SCHEMES = ("elasticsearch", "opensearch")


def refused(address: str, kind: type[ClaimtreeError]) -> ClaimtreeError:
    """The error of a store that cannot be opened: of the kind, naming the address, and with a way out."""
    with pytest.raises(kind) as caught:
        open_store(address, IDENTITY, TREE)
    assert address.rpartition("/")[2].partition("?")[0] in caught.value.message
    assert caught.value.hint
    assert "Traceback" not in caught.value.message
    assert "object at 0x" not in caught.value.message
    return caught.value


@pytest.fixture
def store(addresses: Addresses) -> Iterator[Store]:
    with closing(open_store(addresses(), IDENTITY, TREE)) as store:
        yield store


@pytest.fixture
def somebody() -> Iterator[Speaking]:
    """A web server that is no Elasticsearch."""
    with closing(Speaking()) as server:
        yield server


def address_of(scheme: str, server: Speaking) -> str:
    return f"{scheme}://{server.url.removeprefix('http://')}/somewhere?timeout=1"


# Wrong addresses


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_port_that_nobody_listens_on_is_unavailable(scheme: str) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    refused(f"{scheme}://127.0.0.1:{port}/somewhere?timeout=2", StoreUnavailable)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_host_that_does_not_exist_is_unavailable(scheme: str) -> None:
    refused(f"{scheme}://no-such-host.invalid:9200/somewhere?timeout=2", StoreUnavailable)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_server_that_never_answers_is_unavailable(scheme: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        refused(f"{scheme}://127.0.0.1:{silent.getsockname()[1]}/somewhere?timeout=1", StoreUnavailable)


@pytest.mark.parametrize(
    "prefix", ["Homes", "homes*", "homes,other", "_homes", "-homes", "hömes", "a/b", "..", "", "h" * 81]
)
def test_a_prefix_that_no_index_may_have_is_refused_before_anything_is_sent(prefix: str) -> None:
    with pytest.raises(BadInput) as caught:
        open_store(f"elasticsearch://127.0.0.1:1/{prefix}", IDENTITY, TREE)
    assert caught.value.hint


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_password_in_the_address_is_refused_and_not_repeated(scheme: str) -> None:
    with pytest.raises(BadInput) as caught:
        open_store(f"{scheme}://me:s3cret-word@127.0.0.1:9200/homes", IDENTITY, TREE)
    assert "s3cret-word" not in f"{caught.value.message} {caught.value.hint} {caught.value.values}"


# Somebody else's server


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    "reply",
    [
        Bad(body=b"<html><body>It works!</body></html>", headers=(("Content-Type", "text/html"),)),
        Bad(status=404, body=b"<html>Not Found</html>", headers=(("Content-Type", "text/html"),)),
        Bad(body=b'{"hello": "world"}', headers=(("Content-Type", "application/json"),)),
        Bad(status=500, body=b"oops"),
        Bad(body=b"", headers=(("Content-Type", "application/json"),)),
        Bad(body=b'{"found": tr', headers=(("Content-Type", "application/json"),)),
        Bad(hang_up=True),
    ],
    ids=["a page", "a missing page", "other JSON", "a failure", "nothing", "half a word", "no reply"],
)
def test_a_server_that_is_neither_is_told_apart(scheme: str, reply: Bad, somebody: Speaking) -> None:
    somebody.always = reply
    refused(address_of(scheme, somebody), StoreError)


def test_an_elasticsearch_of_version_7_is_refused(somebody: Speaking) -> None:
    """Old ones leave out the header by which a client knows the product."""
    version = {"number": "7.10.2", "build_flavor": "default", "lucene_version": "8.7.0"}
    said = json.dumps({"name": "old", "version": version, "tagline": "You Know, for Search"}).encode()
    somebody.always = Bad(body=said, headers=(("Content-Type", "application/json; charset=UTF-8"),))
    error = refused(address_of("elasticsearch", somebody), StoreError)
    assert not isinstance(error, StoreUnavailable)
    assert "8" in error.hint


@pytest.mark.parametrize(("scheme", "other"), [SCHEMES, SCHEMES[::-1]])
def test_the_one_server_under_the_name_of_the_other_is_told_apart(scheme: str, other: str) -> None:
    host = named(f"CLAIMTREE_TEST_{other.upper()}", "servers-test")
    error = refused(f"{scheme}://{host}/bad-swapped", StoreError)
    assert f"{other}://" in error.hint
    assert tell(host, "GET", "/_cat/indices/bad-swapped-*?format=json") == []


# Passwords and certificates


@pytest.fixture
def secured(monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a store behind https and a password; the environment lets us in."""
    host = named("CLAIMTREE_TEST_ELASTICSEARCH_SECURED", "servers-test")
    files = Path(os.environ["CLAIMTREE_TEST_ELASTICSEARCH_SECURED_FILES"])
    monkeypatch.setenv("CLAIMTREE_STORE_CA", str(files / "ca.crt"))
    monkeypatch.setenv("CLAIMTREE_STORE_USER", "claimtree")
    monkeypatch.setenv("CLAIMTREE_STORE_PASSWORD_FILE", str(files / "password"))
    return f"elasticsearch+https://{host}/bad-secured"


def test_who_has_the_password_and_the_certificate_is_let_in(secured: str) -> None:
    with closing(open_store(secured, IDENTITY, TREE)) as store:
        store.put(batch(house("one", QUIET)))
        assert order(store, asks(wants(proof(QUIET)))) == ["one"]
        assert store.remove([EntityId("one")]) == 1


def test_a_wrong_password_is_refused_and_not_repeated(secured: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLAIMTREE_STORE_PASSWORD_FILE")
    monkeypatch.setenv("CLAIMTREE_STORE_PASSWORD", "not-the-word")
    error = refused(secured, StoreRefused)
    assert "not-the-word" not in f"{error.message} {error.hint} {error.values} {error.__cause__!r}"


def test_a_wrong_key_is_refused_and_not_repeated(secured: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLAIMTREE_STORE_USER")
    monkeypatch.delenv("CLAIMTREE_STORE_PASSWORD_FILE")
    monkeypatch.setenv("CLAIMTREE_STORE_API_KEY", "bm90OnRoZS1rZXk=")
    error = refused(secured, StoreRefused)
    assert "bm90OnRoZS1rZXk=" not in f"{error.message} {error.hint} {error.values} {error.__cause__!r}"


def test_no_password_at_all_is_refused(secured: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLAIMTREE_STORE_USER")
    monkeypatch.delenv("CLAIMTREE_STORE_PASSWORD_FILE")
    assert "CLAIMTREE_STORE_API_KEY" in refused(secured, StoreRefused).hint


def test_a_certificate_that_nobody_vouches_for_is_refused(secured: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLAIMTREE_STORE_CA")
    assert "CLAIMTREE_STORE_CA" in refused(secured, StoreRefused).hint


def test_a_secured_server_spoken_to_in_the_clear_is_an_error_that_says_something(secured: str) -> None:
    refused(secured.replace("+https", "").replace("bad-secured", "bad-secured?timeout=2"), StoreError)


def test_an_open_server_spoken_to_securely_is_refused(elasticsearch_host: str) -> None:
    refused(f"elasticsearch+https://{elasticsearch_host}/somewhere?timeout=2", StoreError)


# More than a server takes at once


def both(store: Store, plan: Plan) -> None:
    """The store and the memory store, given the same, find the same."""
    reference = MemoryStore(IDENTITY, TREE)
    for number in range(4):
        words = [number * 10 + i for i in range(10)]
        some = batch(*(house(f"{n:02d}", QUIET, says(f"word {n}"), says(f"size {n} _", exactly(n))) for n in words))
        for one in (store, reference):
            one.put(some)
    found, wanted = store.rank(plan, limit=EVERYTHING), reference.rank(plan, limit=EVERYTHING)
    assert found.hits == wanted.hits
    assert found.ladder == wanted.ladder


def test_a_wish_that_seventy_thousand_phrases_prove_is_answered(store: Store) -> None:
    proofs = [proof(says(f"word {number}")) for number in range(70_000)]
    both(store, asks(wants(*proofs), wants(proof(QUIET))))


def test_a_wish_whose_phrases_all_carry_amounts_is_answered(store: Store) -> None:
    proofs = [proof(says(f"size {number} _"), slots=(0,)) for number in range(3_000)]
    both(store, asks(wants(*proofs, amounts=[area(10, 20)]), wants(proof(QUIET))))


def test_a_hundred_and_twenty_wishes_are_answered(store: Store) -> None:
    wishes = [wants(*(proof(says(f"word {n}"), 1 + (n + k) % 16) for n in range(k % 40, 40))) for k in range(120)]
    both(store, asks(*wishes))


def test_a_batch_larger_than_a_server_takes_at_once_is_split(store: Store) -> None:
    long = "x" * 1_000_000
    homes = [house(f"{number:03d}", says(f"{number} {long}")) for number in range(120)]
    store.put(batch(*homes))
    assert store.info().entities[LevelName("house")] == 120
    (last,) = store.get([EntityId("119")])
    assert last == homes[-1]


def test_a_document_larger_than_a_server_takes_is_an_error_and_nothing_of_it_lands(store: Store) -> None:
    store.put(batch(house("small", QUIET)))
    huge = house("huge", SUNNY, *(says(f"{number} {'y' * 1_000_000}") for number in range(110)))
    with pytest.raises(StoreError) as caught:
        store.put(batch(huge, house("beside", QUIET)))
    assert caught.value.hint
    assert len(caught.value.message) < 1_000
    assert order(store, asks(wants(proof(QUIET)))) == ["small"]
    store.put(batch(house("after", QUIET)))
    assert order(store, asks(wants(proof(QUIET)))) == ["after", "small"]


# Names


IDS = (
    "a/b",
    "a/../b",
    "?q=1#top",
    "100 %",
    "naïve café",
    "家/部屋",
    "🏠",
    '"quoted"\\',
    "_all",
    "*",
    "a,b",
    " ",
    "a\nb",
    "\x00",
)


def test_an_id_may_be_any_text(store: Store) -> None:
    plan = asks(wants(proof(QUIET)))
    homes = [house(id, QUIET) for id in IDS]
    store.put(batch(*homes, *(room(f"{id}/kitchen", id, MODERN) for id in IDS)))
    assert order(store, plan) == sorted(IDS)
    assert store.get([EntityId(id) for id in IDS]) == tuple(homes)
    for id in IDS:
        assert store.children(EntityId(id)) == (f"{id}/kitchen",)
    assert store.remove([EntityId(id) for id in IDS[::2]]) == 2 * len(IDS[::2])
    assert order(store, plan) == sorted(IDS[1::2])


def test_an_id_longer_than_a_server_keeps_is_refused_as_input(store: Store) -> None:
    store.put(batch(house("before", QUIET)))
    with pytest.raises(BadInput) as caught:
        store.put(batch(house("long " * 8_000, QUIET)))
    assert caught.value.hint
    assert order(store, asks(wants(proof(QUIET)))) == ["before"]


def test_levels_may_have_any_name(addresses: Addresses) -> None:
    top, middle = LevelName("Stadtteil / Kiez"), LevelName("ü" * 100)
    tree = Hierarchy(levels=(top, middle), answers=middle)
    with closing(open_store(addresses(), IDENTITY, tree)) as store:
        assert store.info().entities == {top: 0, middle: 0}


def test_an_amount_without_end_is_stored_and_found(store: Store) -> None:
    store.put(batch(house("vast", says("size _", exactly(1e300))), house("open", says("size _", area(5)))))
    plan = asks(wants(proof(says("size _"), slots=(0,)), amounts=[area(1e299)]))
    assert order(store, plan) == ["open", "vast"]
