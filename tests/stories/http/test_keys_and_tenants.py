"""Which keys are let in, and what they see; test_every_route.py tests every route with every
credential.
"""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from tests.stories.http.serving import Home

from claimtree.access import Role


def test_a_tenant_does_not_reach_what_the_other_one_has_made(here: Home) -> None:
    lines = {"content-type": "application/x-ndjson"}
    with here.client(here.key("south", Role.WRITE, "south")) as client:
        job = client.post("/api/v1/jobs", content=b'{"id": "s2", "text": "Quiet."}\n', headers=lines).json()["id"]
        saved = client.post("/api/v1/saved", json={"name": "theirs", "text": "quiet"}).json()["id"]
        said = client.post("/api/v1/feedback", json={"id": "s1", "text": "quiet", "thumb": "up"}).json()["id"]
        own = [f"/jobs/{job}", f"/jobs/{job}/events", f"/saved/{saved}", f"/saved/{saved}/runs", f"/saved/{saved}/feed"]
        assert {client.get(f"/api/v1{path}").status_code for path in own} == {200}
    for collections in (["north"], ["north", "south"]):
        with here.client(here.key(f"north {len(collections)}", Role.ADMIN, *collections)) as client:
            for collection in collections:
                # Jobs belong to the collection, which the second key may see; the rest to the key
                # that made it.
                seen = [path for path in own if collection == "north" or "/jobs/" not in path]
                assert {client.get(f"/api/v1{path}?collection={collection}").status_code for path in seen} == {404}
                for path in (f"/saved/{saved}", f"/feedback/{said}"):
                    assert client.delete(f"/api/v1{path}?collection={collection}").status_code == 404


def test_a_tenant_is_told_of_its_own_collections_only(here: Home) -> None:
    with here.client(here.key("south", Role.READ, "south")) as client:
        assert [one["name"] for one in client.get("/api/v1/collections").json()["collections"]] == ["south"]
        found = client.get("/api/v1/search", params={"q": "quiet"}).json()
        assert [hit["id"] for hit in found["hits"]] == ["s1"]
        assert client.get("/api/v1/entities/n1").status_code == 404


def test_an_answer_kept_for_one_tenant_is_not_given_to_another(here: Home) -> None:
    north, south = here.key("north", Role.READ, "north"), here.key("south", Role.READ, "south")
    with here.client() as client:
        seen = {
            key: client.get("/api/v1/search?q=quiet", headers={"Authorization": f"Bearer {key}"})
            for key in (north, south)
        }
        assert {hit["id"] for hit in seen[north].json()["hits"]}.isdisjoint(
            hit["id"] for hit in seen[south].json()["hits"]
        )
        tag = seen[north].headers["etag"]
        other = client.get("/api/v1/search?q=quiet", headers={"Authorization": f"Bearer {south}", "If-None-Match": tag})
        assert other.status_code == 200


def test_numbers_are_for_admins(here: Home) -> None:
    with here.client(here.key("one", Role.WRITE)) as client:
        assert client.get("/api/v1/metrics").status_code == 403
    with here.client(here.key("two", Role.ADMIN)) as client:
        assert "claimtree_requests_total" in client.get("/api/v1/metrics").text


def test_here_nobody_needs_a_key_until_there_is_one(here: Home) -> None:
    with here.client() as client:
        assert client.get("/api/v1/search?q=quiet").status_code == 200
        here.key("one")
        refused = client.get("/api/v1/search?q=quiet")
        assert (refused.status_code, refused.json()["code"]) == (401, "no_key")
        assert refused.headers["www-authenticate"] == "Bearer"


def test_a_server_that_asked_for_keys_does_not_open_when_the_last_one_is_gone(here: Home) -> None:
    here.key("one")
    here.keys.revoke("one")
    with here.client() as client:
        assert client.delete("/api/v1/entities/n1").status_code == 401


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Forwarded-Host", "Forwarded"])
def test_a_client_behind_a_proxy_needs_a_key(shared_client: TestClient, header: str) -> None:
    assert shared_client.get("/api/v1/search?q=quiet", headers={header: "203.0.113.9"}).status_code == 401


def test_a_server_with_a_name_is_not_for_this_machine_alone(here: Home) -> None:
    with here.client(names=("homes.example.org",)) as client:
        asked = client.get("/api/v1/search?q=quiet", headers={"Host": "homes.example.org"})
        assert asked.status_code == 401
        assert client.get("/api/v1/search?q=quiet", headers={"Host": "127.0.0.1"}).status_code == 421


def test_a_key_that_is_revoked_is_refused_at_once(here: Home) -> None:
    key = here.key("one")
    here.key("other")
    with here.client(key) as client:
        assert client.get("/api/v1/search?q=quiet").status_code == 200
        here.keys.revoke("one")
        assert client.get("/api/v1/search?q=quiet").status_code == 401


@pytest.mark.parametrize("said", ["Bearer ct_x_y", "Bearer ", "Basic abc", "Bearer \xff", "nonsense"])
def test_a_wrong_key_is_refused_even_where_none_is_needed(here: Home, said: str) -> None:
    with here.client(open_to_all=True, local=False) as client:
        status = client.get("/api/v1/search?q=quiet", headers={b"authorization": said.encode("latin-1")}).status_code
        assert status == (200 if said in ("Bearer ", "nonsense") else 401)


def test_open_to_all_is_open_to_readers(here: Home) -> None:
    with here.client(open_to_all=True, local=False) as client:
        assert client.get("/api/v1/search?q=quiet").status_code == 200
        assert client.put("/api/v1/entities/x", json={"text": "Quiet."}).status_code == 403


def test_from_elsewhere_nobody_gets_in_without_a_key(here: Home) -> None:
    with here.client(local=False) as client:
        assert client.get("/api/v1/search?q=quiet").status_code == 401


def test_who_asks_too_often_is_told_when_to_come_back(here: Home) -> None:
    with here.client(here.key("slow", rate=5)) as client:
        seen = [client.get("/api/v1/read?q=quiet") for _ in range(40)]
        refused = [one for one in seen if one.status_code == 429]
        assert refused
        assert int(refused[0].headers["retry-after"]) >= 1
        assert refused[0].json()["code"] == "too_often"


@pytest.mark.parametrize("headers", [{"Host": "["}, {"Host": "a\tb"}, {"Origin": "http://["}, {"Origin": "x://y:z"}])
def test_headers_that_are_no_addresses_are_refused_and_break_nothing(
    shared_client: TestClient, headers: dict[str, str]
) -> None:
    assert shared_client.post("/api/v1/search", json={"text": "quiet"}, headers=headers).status_code in (403, 421)


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "localhost.evil.example:8321"])
def test_a_name_that_is_not_ours_is_refused(shared_client: TestClient, host: str) -> None:
    assert shared_client.get("/api/v1/search?q=quiet", headers={"Host": host}).status_code == 421
    assert shared_client.get("/", headers={"Host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost", "localhost:99", "127.0.0.1:8321", "[::1]:8321"])
def test_our_own_names_are_answered(shared_client: TestClient, host: str) -> None:
    assert shared_client.get("/api/v1/search?q=quiet", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_another_sites_page_changes_nothing(shared_client: TestClient, headers: dict[str, str]) -> None:
    answer = shared_client.put("/api/v1/entities/x", json={"text": "Quiet."}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "cross_site")
    assert shared_client.get("/api/v1/entities/x").status_code == 404


def test_no_other_site_may_read_an_answer(shared_client: TestClient) -> None:
    answer = shared_client.get("/api/v1/search?q=quiet", headers={"Origin": "http://evil.example"})
    assert "access-control-allow-origin" not in answer.headers
    asked = shared_client.options(
        "/api/v1/entities/x", headers={"Origin": "http://evil.example", "Access-Control-Request-Method": "PUT"}
    )
    assert "access-control-allow-origin" not in asked.headers


@pytest.mark.parametrize("path", ["/", "/api/v1/search?q=quiet", "/api/v1/nothing", "/assets/../../etc/passwd"])
def test_every_answer_carries_what_keeps_browsers_safe(shared_client: TestClient, path: str) -> None:
    headers = shared_client.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert "'unsafe-inline'" not in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "server" not in headers
