"""The client of language models, against a real server that misbehaves."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest
from tests.unit.places.servers.speaking import Bad, Speaking

from claimtree.errors import BadInput, ModelError
from claimtree.models.completions import MOST_BYTES, ChatEndpoint, ChatModel, estimated_tokens

MESSAGES = [{"role": "system", "content": "Read."}, {"role": "user", "content": "Sunny, no pets"}]
SCHEMA = {"type": "object"}
ANSWER = '{"claims": []}'


def model(chat: Any, *, waited: list[float] | None = None, **changes: Any) -> ChatModel:
    settings = {"base_url": chat.url, "model": "small", "api_key": chat.key, "timeout_s": 5.0, "pause_s": 0.001}
    endpoint = ChatEndpoint(**settings | changes)
    return ChatModel(endpoint) if waited is None else ChatModel(endpoint, sleep=waited.append)


@pytest.fixture
def client(chat: Any) -> Iterator[ChatModel]:
    with closing(model(chat)) as client:
        yield client


def refused(chat: Any, words: str = "no such parameter") -> None:
    chat.says(status=400, body=json.dumps({"error": {"message": words}}).encode())


def test_it_asks_for_the_schema_and_gives_what_was_said(chat: Any, client: ChatModel) -> None:
    chat.says(ANSWER, usage={"prompt_tokens": 11, "completion_tokens": 7})
    found = client.complete(MESSAGES, schema=SCHEMA)
    assert (found.text, found.tokens_in, found.tokens_out, found.complete) == (ANSWER, 11, 7, True)
    (body,) = chat.asked
    assert body["messages"] == MESSAGES
    assert body["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "claims", "strict": True, "schema": SCHEMA},
    }
    assert (body["model"], body["temperature"], body["max_tokens"], body["stream"]) == ("small", 0, 2_000, False)
    assert chat.keys == [f"Bearer {chat.key}"]


def test_a_server_that_knows_no_schema_is_asked_for_an_object_then_for_text_and_that_is_remembered(
    chat: Any, client: ChatModel
) -> None:
    refused(chat)
    refused(chat)
    chat.says(ANSWER, ANSWER)
    client.complete(MESSAGES, schema=SCHEMA)
    client.complete(MESSAGES, schema=SCHEMA)
    formats = [body.get("response_format", {}).get("type") for body in chat.asked]
    assert formats == ["json_schema", "json_object", None, None]


def test_a_server_that_calls_the_limit_by_its_newer_name_is_told_that_one(chat: Any, client: ChatModel) -> None:
    refused(chat, "Unsupported parameter: use 'max_completion_tokens' instead.")
    refused(chat, "'temperature' does not support 0 with this model.")
    chat.says(ANSWER)
    client.complete(MESSAGES, schema=SCHEMA)
    last = chat.asked[-1]
    assert last["max_completion_tokens"] == 2_000
    assert "max_tokens" not in last
    assert "temperature" not in last
    assert last["response_format"]["type"] == "json_schema"


def test_a_request_that_is_refused_in_every_form_is_an_error_and_forgets_nothing(chat: Any, client: ChatModel) -> None:
    for _ in range(3):
        refused(chat, "the context is too long")
    with pytest.raises(ModelError, match="the context is too long"):
        client.complete(MESSAGES, schema=SCHEMA)
    client.complete(MESSAGES, schema=SCHEMA)
    assert chat.asked[-1]["response_format"]["type"] == "json_schema"


@pytest.mark.parametrize(
    "misdeed",
    [{"status": 429, "body": b"slow down"}, {"status": 500, "body": b"oops"}, {"hang_up": True}, {"half": True}],
    ids=["429", "500", "hang up", "half an answer"],
)
def test_what_may_pass_is_tried_again(chat: Any, client: ChatModel, misdeed: dict[str, Any]) -> None:
    chat.says(ANSWER, ANSWER, **misdeed)
    chat.says(ANSWER)
    assert client.complete(MESSAGES, schema=SCHEMA).text == ANSWER
    assert len(chat.asked) == 3


def test_it_waits_as_long_as_the_server_says_and_longer_each_time_where_it_does_not(chat: Any) -> None:
    waited: list[float] = []
    chat.says(status=429, body=b"")
    chat.says(status=429, body=b"", headers=(("Retry-After", "7"),))
    chat.says(status=503, body=b"")
    with closing(model(chat, waited=waited, pause_s=0.25)) as client:
        client.complete(MESSAGES, schema=SCHEMA)
    assert waited == [0.25, 7.0, 1.0]


def test_a_slow_server_is_given_up_on(chat: Any) -> None:
    chat.says(ANSWER, ANSWER, wait_s=0.5)
    with closing(model(chat, timeout_s=0.05, retries=1)) as client, pytest.raises(ModelError, match="no answer within"):
        client.complete(MESSAGES, schema=SCHEMA)
    assert len(chat.asked) == 2


def test_a_server_that_drips_is_given_up_on_too(chat: Any) -> None:
    chat.says(ANSWER, drip_s=0.02)
    with closing(model(chat, timeout_s=0.2, retries=0)) as client, pytest.raises(ModelError, match="no answer within"):
        client.complete(MESSAGES, schema=SCHEMA)


def test_a_server_that_drips_headers_is_given_up_on_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with closing(Speaking()) as server:
        server.always = Bad(drip_headers=True, drip_s=0.05)
        endpoint = ChatEndpoint(base_url=f"{server.url}/v1", model="small", timeout_s=0.2, retries=1, pause_s=0.001)
        with closing(ChatModel(endpoint)) as client, pytest.raises(ModelError, match="no answer within") as caught:
            client.complete(MESSAGES, schema=SCHEMA)
    assert caught.value.values["attempts_sent"] == 2


def test_a_huge_reply_is_not_read_to_its_end(chat: Any, client: ChatModel) -> None:
    chat.says(body=b'{"choices": "' + b"x" * (MOST_BYTES + 1) + b'"}')
    with pytest.raises(ModelError, match="longer than 1,000,000 bytes"):
        client.complete(MESSAGES, schema=SCHEMA)
    assert len(chat.asked) == 1


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"<html>", "not JSON"),
        (b"\xff\xfe\x00", "not JSON"),
        (b"data: {}\n\ndata: [DONE]\n", "not JSON"),
        (b"[" * 50_000, "not JSON"),
        (b"[]", "not a chat completion"),
        (b"null", "not a chat completion"),
        (b'{"error": "model not loaded"}', "not a chat completion"),
        (b'{"choices": []}', "not a chat completion"),
        (b'{"choices": [{"message": 3}]}', "not a chat completion"),
        (b'{"choices": [{"message": {"content": [{"type": "image"}]}}]}', "not a chat completion"),
        (b'{"choices": [{"message": {"content": null}}]}', "said nothing"),
        (b'{"choices": [{"message": {"content": "  "}}]}', "said nothing"),
    ],
)
def test_a_reply_that_is_none_is_an_error(chat: Any, client: ChatModel, body: bytes, said: str) -> None:
    chat.says(body=body)
    with pytest.raises(ModelError, match=said):
        client.complete(MESSAGES, schema=SCHEMA)


def test_the_type_of_the_content_does_not_matter_when_it_is_json(chat: Any, client: ChatModel) -> None:
    chat.says(ANSWER, headers=(("Content-Type", "text/html; charset=latin-1"),))
    assert client.complete(MESSAGES, schema=SCHEMA).text == ANSWER


def test_an_answer_in_parts_is_put_together(chat: Any, client: ChatModel) -> None:
    parts = [{"type": "text", "text": '{"claims"'}, {"type": "text", "text": ": []}"}]
    chat.says(body=json.dumps({"choices": [{"message": {"content": parts}}]}).encode())
    assert client.complete(MESSAGES, schema=SCHEMA).text == ANSWER


@pytest.mark.parametrize(
    "usage", [None, {"prompt_tokens": "many"}, {"prompt_tokens": -3}, {"prompt_tokens": True}, [1, 2]]
)
def test_tokens_are_estimated_where_the_server_does_not_count(chat: Any, client: ChatModel, usage: Any) -> None:
    chat.says(ANSWER, usage=usage)
    found = client.complete(MESSAGES, schema=SCHEMA)
    assert found.tokens_in == estimated_tokens("Read.Sunny, no pets")
    assert found.tokens_out == estimated_tokens(ANSWER)


def test_an_answer_that_was_cut_off_says_so(chat: Any, client: ChatModel) -> None:
    chat.says('{"claims": [', finish="length")
    assert not client.complete(MESSAGES, schema=SCHEMA).complete


def test_no_more_requests_fly_at_once_than_allowed(chat: Any) -> None:
    chat.says(*[ANSWER] * 8, wait_s=0.02)
    with closing(model(chat, concurrency=2)) as client, ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: client.complete(MESSAGES, schema=SCHEMA).text, range(8)))
    assert answers == [ANSWER] * 8
    assert chat.at_once <= 2


def test_a_request_that_waits_too_long_for_its_turn_gets_an_error(chat: Any) -> None:
    chat.says(*[ANSWER] * 4, wait_s=1.0)
    with closing(model(chat, concurrency=1, timeout_s=0.2, retries=3)) as client, ThreadPoolExecutor(1) as pool:
        first = pool.submit(client.complete, MESSAGES, schema=SCHEMA)
        while not chat.asked:
            time.sleep(0.001)
        with pytest.raises(ModelError, match="1 requests are in flight and none ends") as caught:
            client.complete(MESSAGES, schema=SCHEMA)
        assert caught.value.values["attempts_sent"] == 0
        failed = first.exception()
        assert isinstance(failed, ModelError)
        assert failed.values["attempts_sent"] == 4


def test_the_key_is_never_shown_nor_kept(chat: Any, client: ChatModel) -> None:
    chat.says(status=401, body=f"bad key {chat.key}\x1b[31m".encode())
    with pytest.raises(ModelError, match="401: bad key …") as caught:
        client.complete(MESSAGES, schema=SCHEMA)
    error = caught.value
    assert chat.key not in f"{error!r} {error.message} {error.hint} {error.values} {client!r} {client.endpoint!r}"
    assert "\x1b" not in error.message
    chat.says(f"the key is {chat.key}")
    assert client.complete(MESSAGES, schema=SCHEMA).text == "the key is …"


@pytest.mark.parametrize("changed", [{"max_tokens": 0}, {"concurrency": 0}, {"model": ""}, {"timeout_s": float("inf")}])
def test_an_endpoint_that_cannot_be_asked_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(BadInput) as caught:
        ChatEndpoint(**{"base_url": "http://localhost:1/v1", "model": "small", "api_key": "sesame"} | changed)
    assert "sesame" not in caught.value.message
