"""Freed memory goes back to the system, and not again and again."""

from __future__ import annotations

import ctypes
import sys
import time

import pytest

from claimtree import process_memory


@pytest.fixture
def trims(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    found: list[int] = []
    monkeypatch.setattr(process_memory, "_libc_function", lambda name: found.append)
    monkeypatch.setattr(process_memory, "_next_time", 0.0)
    return found


def test_it_is_given_back_at_most_once_a_second(trims: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    for at in (100.0, 100.1, 100.9, 101.1, 101.2):
        now[0] = at
        process_memory.give_back()
    assert len(trims) == 2


def test_a_c_library_without_it_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(name: object) -> object:
        return object()

    process_memory._libc_function.cache_clear()
    monkeypatch.setattr(ctypes, "CDLL", none)
    try:
        assert process_memory._libc_function("malloc_trim")(0) is None
        process_memory.limit_malloc_arenas()
    finally:
        process_memory._libc_function.cache_clear()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only glibc has it")
def test_on_linux_it_is_glibcs_own() -> None:
    process_memory._libc_function.cache_clear()
    assert process_memory._libc_function("malloc_trim")(0) in (0, 1)
    assert process_memory._libc_function("mallopt")(process_memory._M_ARENA_MAX, process_memory._HEAPS) == 1
