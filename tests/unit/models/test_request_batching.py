"""Texts that are requested while a model runs are batched for its next run, and every caller gets
its own rows.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from claimtree.deadlines import Deadline, check, limited
from claimtree.errors import ModelError, OutOfTime
from claimtree.model.phrases import Vectors
from claimtree.models.hashed import HashedEmbedder
from claimtree.models.request_batching import HANDFUL, MOST, RequestBatcher

WAIT_S = 30


class Held:
    """An embedder whose first run lasts until it is let go."""

    def __init__(self) -> None:
        self.runs: list[list[str]] = []
        self.begun, self.go = threading.Event(), threading.Event()
        self.waits = True

    def __call__(self, texts: Sequence[str]) -> Vectors:
        self.runs.append(list(texts))
        if self.waits:
            self.waits = False
            self.begun.set()
            assert self.go.wait(WAIT_S)
        if "broken" in texts:
            raise ModelError("no vector for 'broken'")
        return HashedEmbedder().embed(texts)


def waiting(combining: RequestBatcher) -> int:
    return len(combining._waiting)


def ask_while_busy(held: Held, requests: Sequence[Sequence[str]]) -> list[Vectors | ModelError]:
    combining = RequestBatcher(held, runs=1)

    def ask(texts: Sequence[str]) -> Vectors | ModelError:
        try:
            return combining(texts)
        except ModelError as error:
            return error

    with ThreadPoolExecutor(len(requests) + 1) as pool:
        first = pool.submit(ask, ["first"])
        assert held.begun.wait(WAIT_S)
        others = []
        for number, texts in enumerate(requests, 1):
            others.append(pool.submit(ask, texts))
            while waiting(combining) < number:
                pass
        held.go.set()
        assert isinstance(first.result(WAIT_S), Vectors)
        return [one.result(WAIT_S) for one in others]


def test_what_waits_is_run_together_each_text_once_and_everybody_gets_their_own() -> None:
    held, requests = Held(), [["a", "b"], ["b"], ["c", "a", "c"]]
    for texts, found in zip(requests, ask_while_busy(held, requests), strict=True):
        assert isinstance(found, Vectors)
        assert np.array_equal(found.codes, HashedEmbedder().embed(texts).codes)
    assert held.runs[0] == ["first"]
    assert [sorted(run) for run in held.runs[1:]] == [["a", "b", "c"]]


def test_a_short_request_does_not_wait_for_a_corpus() -> None:
    held, corpus = Held(), [f"text {number}" for number in range(HANDFUL + 1)]
    combining = RequestBatcher(held, runs=1)
    with ThreadPoolExecutor(1) as pool:
        long = pool.submit(combining, corpus)
        assert held.begun.wait(WAIT_S)
        assert len(combining(["short"])) == 1
        assert not long.done()
        held.go.set()
        assert len(long.result(WAIT_S)) == len(corpus)
    assert held.runs == [corpus, ["short"]]


def test_a_short_request_is_not_run_with_a_corpus_that_waits() -> None:
    held, corpus = Held(), [f"text {number}" for number in range(MOST + 1)]
    combining = RequestBatcher(held, runs=1)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(combining, ["x"] * (HANDFUL + 1))
        assert held.begun.wait(WAIT_S)
        waits = pool.submit(combining, corpus)
        while waiting(combining) < 1:
            pass
        combining(["short"])
        held.go.set()
        first.result(WAIT_S), waits.result(WAIT_S)
    assert held.runs == [["x"], ["short"], corpus]


def test_time_that_is_over_ends_the_run_of_the_one_whose_time_it_was_alone() -> None:
    def checked(texts: Sequence[str]) -> Vectors:
        check()
        return HashedEmbedder().embed(texts)

    held = Held()
    combining = RequestBatcher(lambda texts: checked(texts) if held.begun.is_set() else held(texts), runs=1)

    def ask(texts: Sequence[str]) -> Vectors:
        with limited(over):
            return combining(texts)

    over = Deadline(-1)
    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(combining, ["first"])
        assert held.begun.wait(WAIT_S)
        late = pool.submit(ask, ["late"])
        while waiting(combining) < 1:
            pass
        other = pool.submit(combining, ["other"])
        while waiting(combining) < 2:
            pass
        held.go.set()
        assert len(first.result(WAIT_S)) == 1
        # Whichever of the two runs both: the other one is answered.
        assert len(other.result(WAIT_S)) == 1
        assert late.exception(WAIT_S) is None or isinstance(late.exception(), OutOfTime)
    with pytest.raises(OutOfTime):
        ask(["late and alone"])


def test_an_error_reaches_only_the_threads_that_asked_for_it() -> None:
    one, broken = ask_while_busy(Held(), [["a"], ["broken"]])
    assert isinstance(one, Vectors)
    assert isinstance(broken, ModelError)


def test_one_after_another_each_is_run_alone() -> None:
    held = Held()
    held.waits = False
    combining = RequestBatcher(held, runs=1)
    for texts in (["a"], ["b", "b"], []):
        assert len(combining(texts)) == len(texts)
    assert held.runs == [["a"], ["b"], []]
    with pytest.raises(ModelError, match="no vector"):
        combining(["broken"])
    assert len(combining(["after"])) == 1


def test_threads_that_take_part_are_answered_by_one_run() -> None:
    held = Held()
    held.waits = False
    combining, ready = RequestBatcher(held, runs=1), threading.Barrier(3)

    def ask(texts: Sequence[str]) -> Vectors:
        with combining.batched_calls():
            ready.wait(WAIT_S)
            return combining(texts)

    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(ask, [["a"], ["b"], ["a", "c"]]))
    assert [len(one) for one in found] == [1, 1, 2]
    assert [sorted(run) for run in held.runs] == [["a", "b", "c"]]


def test_one_that_ends_without_asking_keeps_nobody_waiting() -> None:
    held = Held()
    held.waits = False
    combining, both = RequestBatcher(held, runs=1), threading.Barrier(2)

    def leave() -> None:
        with combining.batched_calls():
            both.wait(WAIT_S)
            while not waiting(combining):
                pass

    def ask() -> Vectors:
        with combining.batched_calls():
            both.wait(WAIT_S)
            return combining(["a"])

    with ThreadPoolExecutor(2) as pool:
        asked, left = pool.submit(ask), pool.submit(leave)
        left.result(WAIT_S)
        assert len(asked.result(WAIT_S)) == 1


def test_a_thread_that_takes_no_part_does_not_wait() -> None:
    held = Held()
    held.waits = False
    combining, over = RequestBatcher(held, runs=1), threading.Event()

    def think() -> None:
        with combining.batched_calls():
            over.wait(WAIT_S)

    with ThreadPoolExecutor(1) as pool:
        thinking = pool.submit(think)
        assert len(combining(["a"])) == 1
        over.set()
        thinking.result(WAIT_S)


def test_a_thread_that_takes_no_part_is_not_delayed_by_the_texts_of_others() -> None:
    held = Held()
    held.waits = False
    combining, asked = RequestBatcher(held, runs=1), threading.Event()

    def think() -> None:
        with combining.batched_calls():
            asked.wait(WAIT_S)

    def ask() -> Vectors:
        with combining.batched_calls():
            return combining(["a", "b"])

    with ThreadPoolExecutor(2) as pool:
        thinking = pool.submit(think)
        reading = pool.submit(ask)
        while not waiting(combining):
            pass
        assert len(combining(["query"])) == 1
        asked.set()
        thinking.result(WAIT_S)
        assert len(reading.result(WAIT_S)) == 2
    assert held.runs[0] == ["query"]


def test_an_error_of_one_that_takes_part_is_its_own() -> None:
    held = Held()
    held.waits = False
    combining, ready = RequestBatcher(held, runs=1), threading.Barrier(2)

    def ask(texts: Sequence[str]) -> Vectors | ModelError:
        with combining.batched_calls():
            ready.wait(WAIT_S)
            try:
                return combining(texts)
            except ModelError as error:
                return error

    with ThreadPoolExecutor(2) as pool:
        fine, broken = pool.map(ask, [["a"], ["broken"]])
    assert isinstance(fine, Vectors)
    assert isinstance(broken, ModelError)
