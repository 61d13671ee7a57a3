"""Every route with every credential, from the OpenAPI description: which requests are let in, and
what they see.
"""

from __future__ import annotations

import base64
import re
import shutil
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from tests.stories.http.operations import API, Operation, operations, paths
from tests.stories.http.serving import Home, home_at

from claimtree.access import Keys, Limiter, Role, tokens
from claimtree.access.key_types import KeyId
from claimtree.api import security

HIDDEN = {
    "/", "/favicon.ico", "/assets/{name}", "/docs", "/healthz", "/readyz",
    "/openapi.json",
}  # fmt: skip
"""Routes that are not operations: the page, the health check, and the description, which needs no
key.
"""


@pytest.fixture(scope="module")
def here(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Home:
    return home_at(Path(shutil.copytree(built, tmp_path_factory.mktemp("routes") / "home")))


@pytest.fixture(scope="module")
def server(here: Home) -> Iterator[TestClient]:
    """A client of one server for all credentials, which presents none by itself. To the server a minute passes with
    every request, so that nobody is refused for asking too often."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(security, "Limiter", partial(Limiter, now_ns=count(step=60_000_000_000).__next__))
        with here.client() as client:
            yield client


@pytest.fixture
def client(server: TestClient) -> Iterator[TestClient]:
    """The same; headers that a test adds are gone afterwards."""
    before = server.headers.copy()
    yield server
    server.headers = before


@pytest.fixture(scope="module")
def every(server: TestClient) -> list[Operation]:
    return operations(server)


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def refused(here: Home, folder: Path) -> Mapping[str, dict[str, str]]:
    """Credentials that are refused, by kind."""
    held = here.key("held", Role.ADMIN)
    revoked = here.key("revoked", Role.ADMIN)
    here.keys.revoke("revoked")
    elsewhere = Keys(folder / "keys.db").add("elsewhere", role=Role.ADMIN).secret
    of_a_known_id = tokens.new_text(KeyId(tokens.id_of(held) or ""))
    expired = here.key("expired", Role.ADMIN)
    with here.keys._file.writing() as connection:
        connection.execute("UPDATE keys SET expires = 1 WHERE name = 'expired'")
    encoded = base64.b64encode(b"anybody:ct_x_y").decode()
    return {
        "no key": {},
        "an empty one": bearer(""),
        "another scheme": {"Authorization": f"Digest {held}"},
        "no scheme": {"Authorization": held},
        "malformed": bearer("ct_x_y"),
        "mistyped": bearer(held[:-1] + ("a" if held[-1] != "a" else "b")),
        "unknown": bearer(elsewhere),
        "a known id with another secret": bearer(of_a_known_id),
        "revoked": bearer(revoked),
        "expired": bearer(expired),
        "a cookie": {"Cookie": f"key={held}"},
        "no base64": {"Authorization": "Basic %%%"},
        "a wrong password": {"Authorization": f"Basic {encoded}"},
        "wrong in the other header": {"X-API-Key": revoked},
        "by way of a proxy": {"X-Forwarded-For": "127.0.0.1"},
    }


REFUSED = (
    "no key", "an empty one", "another scheme", "no scheme", "malformed", "mistyped", "unknown",
    "a known id with another secret", "revoked", "expired", "a cookie", "no base64", "a wrong password",
    "wrong in the other header", "by way of a proxy",
)  # fmt: skip


@pytest.fixture(scope="module")
def bad(here: Home, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, dict[str, str]]:
    made = refused(here, tmp_path_factory.mktemp("elsewhere"))
    assert set(made) == set(REFUSED)
    return made


def asked(client: TestClient, every: list[Operation], *, collection: str, id: str) -> Iterator[tuple[Operation, int]]:
    for one in every:
        yield one, one.send(client, collection=collection, id=id)


def test_every_route_is_described_or_known_to_be_open(server: TestClient, every: list[Operation]) -> None:
    known = set(paths(server.app.routes))  # type: ignore[attr-defined]  # an application of ours
    described = {one.path for one in every}
    assert known == described | HIDDEN
    assert len(described) > 20


@pytest.mark.parametrize("credential", REFUSED)
def test_without_a_key_that_holds_no_route_lets_anybody_in(
    client: TestClient, every: list[Operation], bad: Mapping[str, dict[str, str]], credential: str
) -> None:
    client.headers.update(bad[credential])
    wrong = {str(one): status for one, status in asked(client, every, collection="north", id="n1") if status != 401}
    assert not wrong


@pytest.mark.parametrize(
    ("way", "role"),
    [
        *(("bearer", role) for role in Role),
        *(("password", Role.READ), ("header", Role.READ)),
        *(
            pytest.param(way, role, marks=pytest.mark.slow)
            for way in ("password", "header")
            for role in (Role.WRITE, Role.ADMIN)
        ),
    ],
)
def test_a_key_does_what_its_role_allows_and_no_more(
    here: Home, client: TestClient, every: list[Operation], role: Role, way: str
) -> None:
    key = here.key(f"{role} by {way}", role)
    password = base64.b64encode(f"x:{key}".encode()).decode()
    ways = {
        "bearer": bearer(key),
        "password": {"Authorization": f"Basic {password}"},
        "header": {"X-API-Key": key},
    }
    client.headers.update(ways[way])
    # Whoever may write makes it first, and takes it away at the end.
    id = "n3" if role is Role.READ else "n1"
    for one, status in asked(client, every, collection="north", id=id):
        if not role.allows(one.role):
            assert status == 403, (str(one), status)
        else:
            assert status in ((200, 201, 202, 404) if one.may_miss else (200, 201, 202)), (str(one), status)


def test_open_to_all_is_open_to_readers_and_nobody_else(here: Home, every: list[Operation]) -> None:
    with here.client(open_to_all=True, local=False) as client:
        for one, status in asked(client, every, collection="north", id="n2"):
            assert (status == 403) is not Role.READ.allows(one.role), (str(one), status)
            assert status != 401, str(one)


@pytest.mark.parametrize("collection", ["south", "nowhere"])
def test_a_key_sees_nothing_of_another_collection_through_any_route(
    here: Home, client: TestClient, every: list[Operation], collection: str
) -> None:
    client.headers.update(bearer(here.key(f"north, not {collection}", Role.ADMIN, "north")))
    for one, status in asked(client, every, collection=collection, id="s1"):
        expected = (404,) if one.of_a_collection else (200, 201, 202)
        assert status in expected, (str(one), status)


def test_all_but_a_few_operations_speak_of_a_collection(every: list[Operation]) -> None:
    """What speaks of none shows no data: of these each was looked at."""
    assert {str(one) for one in every if not one.of_a_collection} == {
        "GET /collections", "GET /packs", "GET /packs/{name}", "GET /metrics",
    }  # fmt: skip


def test_the_head_of_an_answer_is_as_closed_as_the_answer(here: Home, every: list[Operation]) -> None:
    here.key("that there is one")
    with here.client() as client:
        for one in every:
            if one.method == "GET" and "{" not in one.path:
                assert client.head(f"{API}{one.path}").status_code == 401, one


def test_the_table_of_the_docs_has_every_operation(every: list[Operation]) -> None:
    page = (Path(__file__).parents[3] / "docs" / "api.md").read_text()
    told = {re.sub(r"\b(ID|NAME|N)\b", "{}", one) for one in re.findall(r"`((?:GET|PUT|POST|DELETE) /[\w/]+)", page)}
    there = {re.sub(r"\{\w+\}", "{}", f"{one.method} {one.path}") for one in every}
    assert there - told == set()
    assert told - there == set()
