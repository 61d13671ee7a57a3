"""Concurrency limits of the server: a `FairPool` is a thread pool with a bounded, fair queue.

Routes wait on the event loop without holding a thread; a pool holds one thread per running piece of
work. The next piece comes from the client that has the fewest running, and among equals from the
one that has waited longest for a turn. When the queue is full, a newcomer displaces the newest
piece of the client with the most pieces waiting. Long work (by its estimated cost) never takes the
last thread of a pool, so short work only ever waits for short work. Long work also pauses briefly
between two of its steps while short work is running (`Traffic`): it proceeds at a third of its
speed, and a search is as fast as it would be alone.

Work that has exceeded its time limit, or whose client has disconnected, is removed from the queue
or told to stop (`deadlines`); it holds its thread until it does stop.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Generic, TypeVar

from starlette.requests import ClientDisconnect

from claimtree.api.problems import RETRY_S, Problem
from claimtree.deadlines import Deadline, limited
from claimtree.errors import OutOfTime
from claimtree.process_memory import give_back

T = TypeVar("T")

LONG_S = 0.25
"""Work with at least this estimated cost counts as long."""
GIVE_WAY_S = 0.06
"""The longest pause of long work, between two steps, in favour of short work: twice as long as a
step takes."""
STUCK_S = 5.0
"""Work that still runs this long after its deadline does not check the deadline: it hangs."""


class Traffic:
    """Counts the short work running in this process; long work pauses for it."""

    def __init__(self) -> None:
        self.short = 0
        """Number of short pieces running; written on the event loop, read by threads."""

    def give_way(self) -> None:
        until = time.monotonic() + GIVE_WAY_S
        while self.short and time.monotonic() < until:
            time.sleep(GIVE_WAY_S / 12)


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class _Piece(Generic[T]):
    """A unit of work whose result a caller is waiting for."""

    work: Callable[[], T]
    client: str
    is_long: bool
    deadline: Deadline
    answer: asyncio.Future[T]

    def run(self) -> T:
        try:
            with limited(self.deadline):
                return self.work()
        except OutOfTime as error:
            # The traceback references everything computed so far, often in a reference cycle
            # through a future that holds the error: many megabytes, until the garbage collector
            # runs. Where the work was stopped is of no interest.
            error.__traceback__ = None
            raise OutOfTime(error.message, hint=error.hint, values=error.values) from None
        finally:
            if self.is_long:
                give_back()

    def refuse(self, problem: Problem) -> None:
        if not self.answer.done():
            self.answer.set_exception(problem)


class FairPool:
    """A thread pool with limits on running work, waiting work and time per piece.

    Belongs to one event loop, on which everything but the work itself runs.
    """

    def __init__(self, *, at_once: int, waiting: int, limit_s: float, traffic: Traffic | None = None) -> None:
        """`traffic` is shared by the pools whose long work pauses for short work of any of them."""
        self._traffic = traffic or Traffic()
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="pool")
        self._at_once = at_once
        self._most_waiting = waiting
        self._limit_s = limit_s
        # Waiting pieces by client, in the order in which the clients get their next turn.
        self._waiting: OrderedDict[str, deque[_Piece[Any]]] = OrderedDict()
        self._running: list[_Piece[Any]] = []
        self._is_closed = False

    @property
    def occupied(self) -> int:
        """The number of running pieces, including abandoned ones, plus the number of waiting
        ones."""
        return len(self._running) + self._count()

    @property
    def is_full(self) -> bool:
        """Whether the next piece would be rejected, or would displace another one."""
        return self._is_full_for(is_long=False)

    def _is_full_for(self, *, is_long: bool) -> bool:
        can_begin = len(self._running) < self._at_once and (self._has_room_for_long or not is_long)
        return self._count() >= self._most_waiting and not can_begin

    @property
    def _has_room_for_long(self) -> bool:
        return sum(piece.is_long for piece in self._running) < max(1, self._at_once - 1)

    @property
    def is_stuck(self) -> bool:
        """Whether every thread is held by work that is long past its deadline."""
        late = [piece for piece in self._running if piece.deadline.left_s < -STUCK_S]
        return len(late) >= self._at_once

    async def run(
        self,
        work: Callable[[], T],
        *,
        client: str = "",
        cost_s: float = 0.0,
        gone: Callable[[], Awaitable[object]] | None = None,
    ) -> T:
        """Runs the work in a thread and returns its result.

        `cost_s` is the estimated computing time. `gone` returns once no caller is waiting any more.
        """
        loop = asyncio.get_running_loop()
        is_long = cost_s >= LONG_S
        piece: _Piece[T] = _Piece(
            work=work,
            client=client,
            is_long=is_long,
            deadline=Deadline(self._limit_s, give_way=self._traffic.give_way) if is_long else Deadline(self._limit_s),
            answer=loop.create_future(),
        )
        self._enqueue(piece)
        self._begin()
        left = asyncio.ensure_future(gone()) if gone is not None else None
        try:
            ended: set[asyncio.Future[Any]] = {piece.answer, left} if left is not None else {piece.answer}
            await asyncio.wait(ended, timeout=self._limit_s, return_when=asyncio.FIRST_COMPLETED)
            if piece.answer.done():
                return await piece.answer
            if left is not None and left.done():
                left.result()  # reading the request may have raised an error
                raise ClientDisconnect
            raise self._too_slow()
        except OutOfTime as error:
            raise self._too_slow() from error
        finally:
            if left is not None:
                left.cancel()
            self._give_up(piece)

    def close(self) -> None:
        """Starts nothing more: waiting pieces are rejected, running ones finish by themselves."""
        self._is_closed = True
        for pieces in list(self._waiting.values()):
            for piece in pieces:
                piece.refuse(_stopping())
        self._waiting.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _count(self) -> int:
        return sum(len(pieces) for pieces in self._waiting.values())

    def _enqueue(self, piece: _Piece[Any]) -> None:
        if self._is_closed:
            raise _stopping()
        if self._is_full_for(is_long=piece.is_long):
            self._make_room(piece.client)
        self._waiting.setdefault(piece.client, deque()).append(piece)

    def _make_room(self, client: str) -> None:
        """Rejects the newest piece of the client with the most waiting pieces, if that client has
        more than the newcomer would have; otherwise rejects the newcomer."""
        greediest = max(self._waiting, key=lambda one: len(self._waiting[one]), default="")
        if len(self._waiting.get(greediest, ())) <= len(self._waiting.get(client, ())) + 1:
            raise _too_busy()
        self._waiting[greediest].pop().refuse(_too_busy())

    def _begin(self) -> None:
        """Starts waiting pieces on the free threads."""
        while not self._is_closed and len(self._running) < self._at_once:
            piece = self._next()
            if piece is None:
                return
            self._take_out(piece)
            if piece.client in self._waiting:
                self._waiting.move_to_end(piece.client)  # its next turn comes after every other client's
            self._running.append(piece)
            self._traffic.short += not piece.is_long
            loop = asyncio.get_running_loop()
            self._threads.submit(piece.run).add_done_callback(_reporting_to(loop, self._ended, piece))

    def _next(self) -> _Piece[Any] | None:
        """Returns the first piece that may start, of the client with the fewest running."""
        computing = Counter(piece.client for piece in self._running)
        may_begin = (piece for client in self._waiting if (piece := self._first_of(client)) is not None)
        return min(may_begin, key=lambda piece: computing[piece.client], default=None)

    def _first_of(self, client: str) -> _Piece[Any] | None:
        room_for_long = self._has_room_for_long
        return next((piece for piece in self._waiting[client] if room_for_long or not piece.is_long), None)

    def _ended(self, piece: _Piece[T], done: Future[T]) -> None:
        self._running.remove(piece)
        self._traffic.short -= not piece.is_long
        if done.cancelled():
            piece.refuse(_stopping())
        elif not piece.answer.done():
            error = done.exception()
            if error is None:
                piece.answer.set_result(done.result())
            else:
                piece.answer.set_exception(error)
        self._begin()

    def _give_up(self, piece: _Piece[Any]) -> None:
        """Abandons a piece that no caller is waiting for: it does not start, or stops where it
        is."""
        piece.deadline.give_up()
        self._take_out(piece)
        if piece.answer.done():
            with suppress(asyncio.CancelledError):
                piece.answer.exception()  # marks the exception as retrieved, although no caller is left
        else:
            piece.answer.cancel()

    def _take_out(self, piece: _Piece[Any]) -> None:
        waiting = self._waiting.get(piece.client, deque())
        with suppress(ValueError):
            waiting.remove(piece)
        if not waiting:
            self._waiting.pop(piece.client, None)

    def _too_slow(self) -> Problem:
        detail = f"the answer took longer than {self._limit_s:g} seconds"
        return _retry_later("too_slow", detail, "Ask for less at once, or try again.")


def _reporting_to(
    loop: asyncio.AbstractEventLoop, ended: Callable[[_Piece[T], Future[T]], None], piece: _Piece[T]
) -> Callable[[Future[T]], None]:
    """Returns a callback that reports a finished thread to the event loop; does nothing once the
    loop is closed, since all pools have ended with it."""

    def tell(done: Future[T]) -> None:
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(ended, piece, done)

    return tell


def _stopping() -> Problem:
    return _retry_later("stopping", "the server is being stopped", "Try again in a moment.")


def _too_busy() -> Problem:
    return _retry_later("too_busy", "the server has as much to do as it can", "Try again in a moment.")


def _retry_later(code: str, detail: str, hint: str) -> Problem:
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, code, detail, hint=hint, headers={"Retry-After": str(RETRY_S)})
