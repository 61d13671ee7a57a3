"""Streams: what is told is sent at once, and a client that disconnects ends the work."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from http import HTTPStatus

import pytest
from fastapi.responses import StreamingResponse

from claimtree.api.concurrency import FairPool
from claimtree.api.event_stream import LINES, Tell, accepted_stream, streamed
from claimtree.api.problems import Problem
from claimtree.deadlines import check
from claimtree.errors import BadQuery, OutOfTime, StoreDamaged


def within(story: Callable[[FairPool], Awaitable[None]]) -> None:
    async def told() -> None:
        pool = FairPool(at_once=1, waiting=4, limit_s=10)
        try:
            await asyncio.wait_for(story(pool), timeout=10)
        finally:
            pool.close()

    asyncio.run(told())


async def next_event(response: StreamingResponse) -> tuple[str, object]:
    sent = await anext(response.body_iterator)  # type: ignore[call-overload]  # an iterator of a generator is one
    row = json.loads(sent)
    return row["event"], row["data"]


def test_what_is_told_is_sent_while_the_work_goes_on() -> None:
    go_on = threading.Event()

    async def story(pool: FairPool) -> None:
        async def work(tell: Tell) -> None:
            def computed() -> None:
                tell("understood", 1)
                assert go_on.wait(5)
                tell("hits", 2)

            await pool.run(computed)
            tell("reply", 3)

        response = await streamed(LINES, work)
        assert await next_event(response) == ("understood", 1)
        assert not go_on.is_set()
        go_on.set()
        assert [await next_event(response), await next_event(response)] == [("hits", 2), ("reply", 3)]
        with pytest.raises(StopAsyncIteration):
            await next_event(response)

    within(story)


def test_a_client_that_disconnects_ends_the_work() -> None:
    ended = threading.Event()

    async def story(pool: FairPool) -> None:
        async def work(tell: Tell) -> None:
            def computed() -> None:
                tell("understood", 1)
                try:
                    while True:
                        check()
                except OutOfTime:
                    ended.set()
                    raise

            await pool.run(computed)

        response = await streamed(LINES, work)
        assert await next_event(response) == ("understood", 1)
        close = response.body_iterator.aclose  # type: ignore[attr-defined]  # it is a generator
        await close()
        assert await asyncio.to_thread(ended.wait, 5)

    within(story)


def test_a_failure_before_the_first_event_is_that_of_the_request() -> None:
    async def story(pool: FairPool) -> None:
        async def work(tell: Tell) -> None:
            raise BadQuery("the query is empty")

        with pytest.raises(BadQuery):
            await streamed(LINES, work)

    within(story)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (Problem(HTTPStatus.SERVICE_UNAVAILABLE, "too_slow", "it took too long"), "too_slow"),
        (StoreDamaged("/secret/path is damaged"), "store_damaged"),
        (RuntimeError("/secret/path"), "unexpected"),
    ],
)
def test_a_failure_behind_the_first_event_is_the_last_one(error: Exception, code: str) -> None:
    async def story(pool: FairPool) -> None:
        async def work(tell: Tell) -> None:
            tell("understood", 1)
            await asyncio.sleep(0.01)
            raise error

        response = await streamed(LINES, work)
        await next_event(response)
        event, data = await next_event(response)
        assert event == "error"
        assert isinstance(data, dict)
        assert data["code"] == code
        assert "secret" not in json.dumps(data)

    within(story)


def test_an_accept_header_says_which_stream_is_wanted() -> None:
    assert accepted_stream("application/x-ndjson, */*") == LINES
    assert accepted_stream("application/json") == ""
