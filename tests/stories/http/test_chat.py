"""Conversations over HTTP: replies, streams, sessions of a key, and the tools."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.stories.http.serving import Home

from claimtree.access import Role

CHAT = "/api/v1/chat"
TOOLS = "/api/v1/tools"


def say(client: TestClient, message: str, session: str = "s", **more: object) -> dict[str, Any]:
    answer = client.post(CHAT, json={"message": message, "session": session, **more})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_a_conversation_keeps_its_criteria(client: TestClient) -> None:
    first = say(client, "two bedrooms, dogs allowed")
    assert (first["move"], first["label"], first["total"]) == ("new", "2 bedrooms · dogs allowed", 2)
    assert [hit["id"] for hit in first["hits"] if hit["fit"] == "full"] == ["n1", "n2"]
    second = say(client, "but under $2,000")
    assert (second["move"], [hit["id"] for hit in second["hits"] if hit["fit"] == "full"]) == ("modify", ["n2"])
    assert second["hits"][0]["verdicts"][1] == {
        "criterion": "dogs allowed",
        "verdict": "met",
        "quote": "Dogs allowed",
    }
    third = say(client, "does number 1 have a dishwasher?")
    assert third["move"] == "ask"
    assert third["answers"] == [{"number": 1, "id": "n2", "asked": "dishwasher", "verdict": "unknown", "quotes": []}]
    assert second["calls"][-1]["tool"] == "search_properties"


def test_a_message_without_a_session_begins_one_that_is_named(client: TestClient) -> None:
    first = say(client, "two bedrooms", session="")
    assert len(first["session"]) == 32
    assert say(client, "dogs allowed", session=first["session"])["label"] == "2 bedrooms · dogs allowed"
    assert say(client, "two bedrooms", session="")["session"] != first["session"]


def events_of(text: str) -> list[tuple[str, Any]]:
    blocks = [dict(line.split(": ", 1) for line in block.split("\n")) for block in text.strip().split("\n\n")]
    return [(block["event"], json.loads(block["data"])) for block in blocks]


def test_a_reply_is_streamed_as_events_or_lines(client: TestClient) -> None:
    asked = {"message": "two bedrooms", "session": "s"}
    whole = say(client, "two bedrooms", session="other")
    answer = client.post(CHAT, json=asked, headers={"Accept": "text/event-stream"})
    assert answer.headers["content-type"].startswith("text/event-stream")
    events = events_of(answer.text)
    names = [name for name, _ in events]
    assert list(dict.fromkeys(names)) == ["understood", "called", "hits", "line", "reply"]
    told = dict(events)
    assert told["understood"]["label"] == "2 bedrooms"
    assert told["called"]["calls"] == whole["calls"]
    assert told["hits"]["hits"] == whole["hits"]
    assert "\n".join(data for name, data in events if name == "line") == whole["text"]
    assert told["reply"]["hits"] == whole["hits"]
    rows = client.post(CHAT, json=asked, headers={"Accept": "application/x-ndjson"})
    assert [json.loads(line)["event"] for line in rows.text.splitlines()] == names


def test_a_message_that_cannot_be_read_fails_a_stream_before_it_begins(client: TestClient) -> None:
    answer = client.post(CHAT, json={"message": " ", "session": "s"}, headers={"Accept": "text/event-stream"})
    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")


def test_a_key_sees_its_own_sessions_only(here: Home) -> None:
    ann, bob = here.key("ann", Role.READ, "north"), here.key("bob", Role.READ, "north")
    with here.client(ann) as client:
        say(client, "two bedrooms", collection="north")
        assert [one["session"] for one in client.get(f"{CHAT}/sessions").json()["sessions"]] == ["s"]
    with here.client(bob) as client:
        assert client.get(f"{CHAT}/sessions").json() == {"sessions": []}
        assert client.delete(f"{CHAT}/sessions/s").status_code == 404
        assert say(client, "dogs allowed", collection="north")["label"] == "dogs allowed"
        number = client.get(f"{TOOLS}/get_property_by_number", params={"number": 3, "session": "s"})
        assert number.status_code == 404
    with here.client(ann) as client:
        assert say(client, "what are my filters", collection="north")["label"] == "2 bedrooms"
        assert client.delete(f"{CHAT}/sessions/s").json() == {"deleted": 1}
        assert client.delete(f"{CHAT}/sessions/s").status_code == 404


def test_strangers_on_an_open_server_see_no_session_but_their_own(here: Home) -> None:
    with here.client(local=False, open_to_all=True) as client:
        first = say(client, "two bedrooms", session="", collection="north")
        assert client.get(f"{CHAT}/sessions").json() == {"sessions": []}
        named = client.post(CHAT, json={"message": "quiet", "session": "mine", "collection": "north"})
        assert (named.status_code, "server names the sessions" in named.text) == (422, True)
        other = say(client, "what are my filters", session="0" * 32, collection="north")
        assert other["label"] == ""
        again = say(client, "dogs allowed", session=first["session"], collection="north")
        assert again["label"] == "2 bedrooms · dogs allowed"
        assert client.delete(f"{CHAT}/sessions/{first['session']}", params={"collection": "north"}).status_code == 200


def test_a_session_of_any_name_can_be_deleted(client: TestClient) -> None:
    say(client, "two bedrooms", session="a/b ü")
    assert client.delete(f"{CHAT}/sessions/a/b ü").json() == {"deleted": 1}


@pytest.mark.parametrize(
    ("sent", "status", "told"),
    [
        ({"message": ""}, 422, "the query is empty"),
        ({"message": "   "}, 422, "the query is empty"),
        ({"message": "quiet " * 8_000}, 422, "4,000 is the most"),
        ({"message": "quiet " * 20_000}, 422, "50,000|50000|message"),
        ({"message": "quiet", "session": "x" * 200}, 422, "session"),
        ({"message": "quiet", "session": "a\nb"}, 422, "name of the session"),
        ({"message": "quiet", "limit": 0}, 422, "limit"),
        ({"message": "quiet", "collection": "nowhere"}, 404, "nowhere"),
        ({"session": "s"}, 422, "message"),
        ({"message": "quiet", "mesage": "x"}, 422, "mesage"),
    ],
)
def test_a_message_that_cannot_be_answered_is_told_why(
    shared_client: TestClient, sent: dict[str, object], status: int, told: str
) -> None:
    answer = shared_client.post(CHAT, json=sent)
    assert answer.status_code == status
    assert re.search(told, answer.text)


def test_the_tools_find_what_a_conversation_finds(shared_client: TestClient) -> None:
    found = shared_client.post(
        f"{TOOLS}/search_properties",
        json={"query": "dogs allowed", "filters": {"min_bedrooms": 2, "max_bedrooms": 2, "max_price": 2000}},
    ).json()
    assert (found["labels"], found["total"]) == (["dogs allowed", "2 bedrooms", "≤ $2,000/month"], 1)
    assert [hit["id"] for hit in found["hits"] if hit["fit"] == "full"] == ["n2"]
    detail = shared_client.get(f"{TOOLS}/get_property_detail", params={"id": "n3"}).json()
    assert (detail["title"], detail["price"]) == ("Top floor", "$2,500/month")


@pytest.mark.parametrize(
    ("path", "body", "told"),
    [
        ("search_properties", {"query": ""}, "nothing is searched for"),
        ("search_properties", {"query": "", "filters": {"wings": 2}}, "no filter 'wings'"),
        ("search_properties", {"query": "", "filters": {"min_price": "cheap"}}, "not a number"),
        ("search_properties", {"query": "", "filters": {"min_price": 5, "max_price": 2}}, "above"),
        ("search_properties", {"query": "", "filters": {"facing": "up"}}, "no value 'up'"),
        ("search_properties", {"query": "", "filters": {"amenities": ["xyzzy"]}}, "says nothing"),
        ("search_properties", {"query": "quiet", "filters": {"max_price": 1e308}}, "not a number"),
        ("search_properties", {"query": "quiet", "filters": {"facing": []}}, "no value"),
        ("search_properties", {"query": "quiet", "filters": {"without": 5}}, "not words"),
        ("search_properties", {"query": "quiet", "filters": {"amenities": True}}, "not words"),
        ("search_near_pois", {"poi_type": "moon base"}, "no kind of place"),
        ("search_near_pois", {"poi_type": " "}, "no kind of place"),
        ("search_nearby", {"location_name": "", "query": "quiet"}, "near what"),
        ("search_nearby", {"location_name": "x", "radius_km": 1000}, "radius_km"),
    ],
)
def test_a_tool_that_is_called_wrongly_says_what_there_is(
    shared_client: TestClient, path: str, body: dict[str, object], told: str
) -> None:
    answer = shared_client.post(f"{TOOLS}/{path}", json=body)
    assert answer.status_code in (404, 422)
    assert told in answer.text
