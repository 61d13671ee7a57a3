"""The cache by cost: what it keeps, and that it never keeps more than it may."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shared_packs import shared_pack

from claimtree.api.dependencies import CACHED_BYTES, response_cache
from claimtree.lru_cache import LruCache
from claimtree.models.hashed import HashedEmbedder
from claimtree.text.type_guess import Examples

OPERATIONS = st.lists(st.tuples(st.booleans(), st.integers(0, 6)))


@given(OPERATIONS, st.integers(0, 12))
def test_what_was_used_last_stays_and_the_costs_fit(operations: list[tuple[bool, int]], most: int) -> None:
    cache = LruCache[int, str](most, cost=lambda key, value: key)
    expected: list[int] = []
    for is_read, key in operations:
        if is_read:
            assert cache.get([key]) == ({key: str(key)} if key in expected else {})
            expected = [*(one for one in expected if one != key), *([key] if key in expected else [])]
        else:
            cache.put({key: str(key)})
            expected += [key] if key not in expected and key <= most else []
            while sum(expected) > most:
                expected.pop(0)
        assert cache.costs == sum(expected) <= most
        assert len(cache) == len(expected)


def test_an_entry_that_is_there_stays_as_it_is() -> None:
    cache = LruCache[str, int](2)
    cache.put({"a": 1})
    cache.put({"a": 2})
    assert cache.get(["a", "b"]) == {"a": 1}


def test_cached_responses_are_bounded_by_their_size_and_empty_ones_by_their_number() -> None:
    large, empty = response_cache(), response_cache()
    for number in range(40):
        large.put({str(number): bytes(CACHED_BYTES // 20)})
    assert 15 <= len(large) < 20
    for number in range(10_000):
        empty.put({str(number): b""})
    assert len(empty) < 9_000


def test_guesses_for_made_up_words_take_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("claimtree.text.type_guess._REMEMBERED_BYTES", 100_000)
    examples = Examples(shared_pack("rentals"), HashedEmbedder())
    for number in range(10):
        found = examples.about([f"{'long ' * 200}wording {number} {k}" for k in range(20)])
        assert len(found) == 20
    assert 50 < len(examples._known) < 100
