"""Settings of the garbage collector and the C library's heaps.

Claims, phrases and documents never form reference cycles, so reference counting frees them. Python
looks for cycles all the same, again and again while a store is filled; with rare collections, a
quarter more is written.
"""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable
from functools import cache

_NEW_OBJECTS, _YOUNG, _OLDER = 50_000, 20, 10


def collect_garbage_rarely() -> None:
    """Makes collections rare: for the command line, its servers and the benchmarks; a program that
    uses the library decides for itself."""
    gc.set_threshold(_NEW_OBJECTS, _YOUNG, _OLDER)


def collect_garbage_very_rarely() -> None:
    """Makes collections very rare: for a command that answers a query and ends, since what it opens
    stays to the end, and there is little else."""
    gc.set_threshold(20 * _NEW_OBJECTS, _YOUNG, _OLDER)


def freeze_heap() -> None:
    """Exempts everything that exists from later collections, after a last one: for a server that has
    opened its collections, which stay to its end."""
    gc.collect()
    gc.freeze()


_M_ARENA_MAX, _HEAPS = -8, 2
_GIVE_BACK_EVERY_S = 1.0
_giving_back = threading.Lock()
_next_time = 0.0


def limit_malloc_arenas() -> None:
    """Limits the C library to two heaps (arenas) for all threads of a server, instead of eight per
    core. Call it before the threads start; Python's own lock leaves little contention."""
    _libc_function("mallopt")(_M_ARENA_MAX, _HEAPS)


def give_back() -> None:
    """Returns freed memory to the system, at most once a second; for after work that took much.

    The C library keeps freed memory for its next use: a server that reads long texts would hold
    several times what it needs.
    """
    global _next_time  # noqa: PLW0603 - one heap, one clock for it
    if not _giving_back.acquire(blocking=False):
        return
    try:
        if time.monotonic() >= _next_time:
            _libc_function("malloc_trim")(0)
            _next_time = time.monotonic() + _GIVE_BACK_EVERY_S
    finally:
        _giving_back.release()


@cache
def _libc_function(name: str) -> Callable[..., object]:
    """A function of glibc; a no-op with another C library."""
    import ctypes  # here, since every command imports this module, and only servers need it

    try:
        found: Callable[..., object] = getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError):
        return lambda *_: None
    return found


def skip_collection_at_exit() -> None:
    """Skips the garbage collection at exit: the memory is released with the process anyway."""
    gc.freeze()
