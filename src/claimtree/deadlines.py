"""How long work may go on: whoever waits for it sets a limit, and long work looks at it between two pieces.

A thread cannot be stopped from outside, so it stops itself. Where work is cut into pieces anyway (windows of a text,
runs of a model, wishes of a plan) it calls `check`, which raises `OutOfTime` once the time is over or nobody waits any
more. Without a limit, as on the command line, `check` does nothing.

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
    """A moment after which nobody wants the answer; it may come sooner than was said."""

    def __init__(
        self,
        seconds: float,
        *,
        give_way: Callable[[], None] = lambda: None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`give_way` is called at every check of work that goes on; it may wait for what is more urgent."""
        self._seconds = seconds
        self._give_way = give_way
        self._now = now
        self._until = now() + seconds
        self._is_given_up = False

    @property
    def left_s(self) -> float:
        return self._until - self._now()

    def give_up(self) -> None:
        """Nobody waits any more. Any thread may say so."""
        self._is_given_up = True

    def check(self) -> None:
        if self._is_given_up:
            raise OutOfTime("the work was given up: nobody waits for it any more", hint="Ask again.")
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
    """Inside, `check` looks at this deadline; None: at none, for work that several wait for."""
    before = _current.set(deadline)
    try:
        yield
    finally:
        _current.reset(before)


def check() -> None:
    """Raise `OutOfTime` where nobody wants this work any more."""
    deadline = _current.get()
    if deadline is not None:
        deadline.check()


def carried(work: Callable[[T], R]) -> Callable[[T], R]:
    """The same work for a thread of a pool, which knows nothing of its caller's deadline otherwise."""
    deadline = _current.get()

    def run(given: T) -> R:
        with limited(deadline):
            return work(given)

    return run
