"""How often a process of ours looks for garbage, and when it gives freed memory back.

Claims, phrases and documents never point at one another in circles, so counting references frees them. Python looks
for circles all the same, again and again while a store is filled; where it looks seldom, a quarter more is written.
"""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable
from functools import cache

_NEW_OBJECTS, _YOUNG, _OLDER = 50_000, 20, 10


def look_seldom() -> None:
    """For the command line, its servers and the benches; a program that uses the library decides for itself."""
    gc.set_threshold(_NEW_OBJECTS, _YOUNG, _OLDER)


def look_hardly_ever() -> None:
    """For a command that answers a question and ends: what it opens stays to the end, and there is little else."""
    gc.set_threshold(20 * _NEW_OBJECTS, _YOUNG, _OLDER)


_M_ARENA_MAX, _HEAPS = -8, 2
_GIVE_BACK_EVERY_S = 1.0
_giving_back = threading.Lock()
_next_time = 0.0


def keep_few_heaps() -> None:
    """Let the threads of a server share two heaps of the C library, instead of filling eight for each core. To be
    called before they are started; Python's own lock leaves them little to fight over."""
    _of_the_c_library("mallopt")(_M_ARENA_MAX, _HEAPS)


def give_back() -> None:
    """Give what was freed back to the system, at most once a second: for after work that took much for a while.

    The C library keeps freed memory for its next use: a server that reads long texts would hold several times what it
    needs.
    """
    global _next_time  # noqa: PLW0603 - one heap, one clock for it
    if not _giving_back.acquire(blocking=False):
        return
    try:
        if time.monotonic() >= _next_time:
            _of_the_c_library("malloc_trim")(0)
            _next_time = time.monotonic() + _GIVE_BACK_EVERY_S
    finally:
        _giving_back.release()


@cache
def _of_the_c_library(name: str) -> Callable[..., object]:
    """A function of glibc; where the C library is another, there is nothing to do."""
    import ctypes  # every command imports this module, and only servers need it

    try:
        found: Callable[..., object] = getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError):
        return lambda *_: None
    return found


def end_without_looking() -> None:
    """For the last moment of a process, when Python would look at everything once more: what is left goes with it."""
    gc.freeze()
