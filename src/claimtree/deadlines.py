"""Deadlines: the caller sets a time limit, and long work checks it between two steps.

A thread cannot be stopped from outside, so it stops itself. Where work has steps anyway (windows of
a text, runs of a model, wishes of a plan) it calls `check`, which raises `OutOfTime` once the time
is over or no caller is waiting any more. Without a limit, as on the command line, `check` does
nothing.

    with limited(Deadline(20.0)):
        for piece in pieces:
            check()
            ...
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from claimtree.errors import OutOfTime

T = TypeVar("T")
R = TypeVar("R")


class Deadline:
    """A point in time after which the answer is not wanted; `give_up` may end it sooner."""

    def __init__(
        self,
        seconds: float,
        *,
        give_way: Callable[[], None] = lambda: None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`give_way` is called at every successful check; it may wait for more urgent work."""
        self._seconds = seconds
        self._give_way = give_way
        self._now = now
        self._until = now() + seconds
        self._is_given_up = False

    @property
    def left_s(self) -> float:
        return self._until - self._now()

    def give_up(self) -> None:
        """Ends the work: no caller is waiting any more. Any thread may call it."""
        self._is_given_up = True

    def check(self) -> None:
        if self._is_given_up:
            raise OutOfTime("the work was cancelled: no client is waiting for it any more", hint="Ask again.")
        if self.left_s < 0:
            raise OutOfTime(
                f"the work took longer than {self._seconds:g} seconds",
                hint="Ask for less at once, or try again.",
                values={"seconds": self._seconds},
            )
        self._give_way()


_current: ContextVar[Deadline | None] = ContextVar("deadline", default=None)


@contextmanager
def limited(deadline: Deadline | None) -> Iterator[None]:
    """Context in which `check` uses this deadline; None: none, for work shared by callers."""
    before = _current.set(deadline)
    try:
        yield
    finally:
        _current.reset(before)


def check() -> None:
    """Raises `OutOfTime` if the current deadline is over or given up."""
    deadline = _current.get()
    if deadline is not None:
        deadline.check()


def carried(work: Callable[[T], R]) -> Callable[[T], R]:
    """Wraps work for a thread pool, so that its threads use the caller's deadline."""
    deadline = _current.get()

    def run(given: T) -> R:
        with limited(deadline):
            return work(given)

    return run
