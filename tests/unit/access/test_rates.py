"""The limiter: no client exceeds its share in any window, none waits without need, and memory is
bounded.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.access import Limiter, client
from claimtree.errors import BadInput

SECOND = 1_000_000_000
MINUTE = 60 * SECOND


@dataclass
class Clock:
    """A time that tests set, in nanoseconds."""

    now: int = 5 * SECOND

    def __call__(self) -> int:
        return self.now


rates = st.integers(1, 10_000)
bursts = st.integers(1, 20)
steps = st.lists(st.one_of(st.just(0), st.integers(0, SECOND), st.integers(0, 2 * MINUTE)), max_size=60)


@given(rate=rates, burst=bursts, waits=steps, patient=st.booleans())
def test_never_more_than_the_burst_and_the_rate_in_any_window(
    rate: int, burst: int, waits: list[int], patient: bool
) -> None:
    clock = Clock()
    limiter = Limiter(rate, burst, now_ns=clock)
    let_in: list[int] = []
    for wait in waits:
        clock.now += wait
        told = limiter.take("a")
        if told and patient:
            # Whoever waits exactly as told gets all that there is to get.
            clock.now += round(told * SECOND)
            told = limiter.take("a")
        if not told:
            let_in.append(clock.now)
    for i, start in enumerate(let_in):
        for j, end in enumerate(let_in[i:], start=1):
            assert j * MINUTE <= burst * MINUTE + rate * (end - start)


@given(rate=rates, burst=bursts, waits=steps)
def test_it_is_a_bucket_of_tokens(rate: int, burst: int, waits: list[int]) -> None:
    """Against the plain definition, counted in nanoseconds: a token takes `each`, a full bucket has `burst` of them."""
    clock = Clock()
    limiter = Limiter(rate, burst, now_ns=clock)
    each = -(-MINUTE // rate)
    tokens = burst * each
    for wait in waits:
        clock.now += wait
        tokens = min(burst * each, tokens + wait)
        allowed = tokens >= each
        assert (limiter.take("a") == 0.0) is allowed
        tokens -= each if allowed else 0


@given(rate=rates, burst=bursts, waits=steps)
def test_a_client_that_waits_as_told_is_let_in_and_not_before(rate: int, burst: int, waits: list[int]) -> None:
    clock = Clock()
    limiter = Limiter(rate, burst, now_ns=clock)
    for wait in waits:
        clock.now += wait
        told = round(limiter.take("a") * SECOND)
        if told:
            clock.now += told - 1
            assert limiter.take("a") > 0
            clock.now += 1
            assert limiter.take("a") == 0.0


@given(waits=steps, who=st.lists(st.sampled_from("abc"), min_size=60, max_size=60))
def test_one_does_not_use_up_what_another_has(waits: list[int], who: list[str]) -> None:
    clock, alone = Clock(), Clock()
    together, by_itself = Limiter(60, 3, now_ns=clock), Limiter(60, 3, now_ns=alone)
    for wait, name in zip(waits, who, strict=False):
        clock.now += wait
        alone.now += wait
        took = together.take(name)
        if name == "a":
            assert took == by_itself.take("a")


def test_a_key_with_a_rate_of_its_own_has_a_burst_in_proportion() -> None:
    clock = Clock()
    limiter = Limiter(60, 10, now_ns=clock)

    def at_once(who: str, rate: int | None) -> int:
        return sum(limiter.take(who, rate_per_minute=rate) == 0.0 for _ in range(1_000))

    assert (at_once("default", None), at_once("fast", 600), at_once("slow", 1)) == (10, 100, 1)
    assert limiter.take("slow", rate_per_minute=1) == pytest.approx(60)
    clock.now += SECOND
    assert (at_once("default", None), at_once("fast", 600), at_once("slow", 1)) == (1, 10, 0)


def test_those_that_are_idle_are_forgotten_and_gain_nothing() -> None:
    clock = Clock()
    limiter = Limiter(60, 2, most_known=100, now_ns=clock)
    for n in range(100):
        limiter.take(f"{n}")
    assert len(limiter) == 100
    clock.now += SECOND
    limiter.take("0")
    limiter.take("0")
    limiter.take("new")
    assert len(limiter) == 2, "all but the busy one were full again"
    assert limiter.take("0") > 0


def test_a_flood_of_strangers_takes_no_more_memory_and_the_busiest_clients_are_remembered() -> None:
    clock = Clock()
    limiter = Limiter(60, 5, most_known=100, now_ns=clock)
    for _ in range(5):
        limiter.take("greedy")
    for n in range(10_000):
        assert limiter.take(f"{n}") == 0.0
        assert len(limiter) <= 100
    assert limiter.take("greedy") > 0


def test_one_bucket_is_enough_for_a_limiter_that_may_know_only_one() -> None:
    limiter = Limiter(60, 1, most_known=1, now_ns=Clock())
    assert [limiter.take(who) == 0.0 for who in "aab"] == [True, False, True]
    assert len(limiter) == 1


def test_a_clock_that_goes_back_gives_nothing_away() -> None:
    clock = Clock(now=MINUTE)
    limiter = Limiter(60, 1, now_ns=clock)
    assert limiter.take("a") == 0.0
    clock.now = 0
    assert limiter.take("a") > 0


def test_threads_that_ask_at_once_get_the_burst_and_no_more() -> None:
    limiter = Limiter(60, 50, now_ns=Clock())
    got: list[float] = []

    def ask() -> None:
        got.extend(limiter.take("a") for _ in range(50))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (got.count(0.0), len(got)) == (50, 400)


@pytest.mark.parametrize(("rate", "burst", "known"), [(0, 1, 1), (-1, 1, 1), (1, 0, 1), (1, 1, 0)])
def test_a_limit_that_lets_nobody_through_is_refused(rate: int, burst: int, known: int) -> None:
    with pytest.raises(BadInput, match="lets no request through"):
        Limiter(rate, burst, most_known=known)
    with pytest.raises(BadInput, match="lets no request through"):
        Limiter(1, 1).take("a", rate_per_minute=-1)


@pytest.mark.parametrize(
    ("address", "who"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("testclient", "elsewhere"),
        ("", "elsewhere"),
        ("x" * 100_000, "elsewhere"),
    ],
)
def test_a_network_is_one_client(address: str, who: str) -> None:
    assert client(address) == who


def test_what_costs_more_counts_as_several() -> None:
    limiter = Limiter(60, burst=10, now_ns=Clock())
    assert limiter.take("a", count=4) == 0
    assert limiter.take("a", count=3) == 0
    assert limiter.take("a", count=4) == pytest.approx(1)
    assert limiter.take("a", count=3) == 0
    assert limiter.take("a") == pytest.approx(1)


def test_what_costs_more_than_there_is_needs_half_a_burst_and_is_paid_for_afterwards() -> None:
    clock = Clock()
    limiter = Limiter(60, burst=10, now_ns=clock)
    assert limiter.take("a", count=5) == 0
    assert limiter.take("a") == 0
    assert limiter.take("a", count=30) == pytest.approx(1)
    clock.now += SECOND
    assert limiter.take("a", count=30) == 0
    # Five lay there, and thirty were taken.
    assert limiter.take("a") == pytest.approx(26)
    clock.now += 26 * SECOND
    assert limiter.take("a") == 0


@given(rate=rates, burst=bursts, count=st.integers(1, 10_000))
def test_what_costs_much_can_be_asked_for_at_every_rate_and_nobody_pays_for_longer_than_a_minute(
    rate: int, burst: int, count: int
) -> None:
    clock = Clock()
    limiter = Limiter(rate, burst, now_ns=clock)
    # As a request is counted: once when it is let in, and then by what it costs.
    for _ in range(3):
        clock.now += MINUTE + 2 * burst * -(-MINUTE // rate)
        assert limiter.take("a") == 0
        assert burst == 1 or limiter.take("a", count=count) == 0
        assert limiter.take("a") <= 60 + burst * 60 / rate + 1
