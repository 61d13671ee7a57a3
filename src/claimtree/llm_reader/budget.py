"""The daily (UTC) spending limit for a language model, in tokens and money, across all processes.

A request reserves the most that it can take before it is sent, and is settled with what it took, so
two concurrent requests cannot overspend. The sums are stored in a small SQLite file. While another
process has locked it, bookings are kept in memory and written with the next booking; so a day's sum
is always the file's value plus the pending bookings, wherever a request was reserved and settled.
If the file cannot be used at all, this process counts alone, and `notice` says so.
"""

from __future__ import annotations

import math
import sqlite3
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from claimtree.errors import BadInput
from claimtree.model.notices import Notice, NoticeCode, notice
from claimtree.models.sqlite_cache import SharedFile, is_busy

APPLICATION_ID = 0x436C_5370
"""SQLite application id that marks the file as ours: "ClSp"."""
SCHEMA = "CREATE TABLE spent (day TEXT PRIMARY KEY, tokens INTEGER NOT NULL, cost REAL NOT NULL)"
_ADD = """INSERT INTO spent VALUES (?, ?, ?)
    ON CONFLICT (day) DO UPDATE SET tokens = tokens + excluded.tokens, cost = cost + excluded.cost"""
MILLION = 1_000_000

Day = str
Spent = tuple[int, float]
"""Tokens and cost."""
NOTHING: Spent = (0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The daily limits; prices are per million tokens, in the currency of the cost limit."""

    tokens: float = math.inf
    cost: float = math.inf
    price_in: float = 0.0
    price_out: float = 0.0

    def __post_init__(self) -> None:
        values = (self.tokens, self.cost, self.price_in, self.price_out)
        if any(value < 0 or math.isnan(value) for value in values):
            raise BadInput("a budget or a price below zero makes no sense")
        if self.cost < math.inf and not (self.price_in or self.price_out):
            raise BadInput(
                "a cost budget needs prices",
                hint="Set CLAIMTREE_READER_PRICE_IN and _PRICE_OUT (of the assistant CLAIMTREE_ASSISTANT_…), per "
                "million tokens.",
            )

    @property
    def unlimited(self) -> bool:
        return math.isinf(self.tokens) and math.isinf(self.cost)

    def cost_of(self, tokens_in: int, tokens_out: int) -> float:
        return (tokens_in * self.price_in + tokens_out * self.price_out) / MILLION


@dataclass(frozen=True, slots=True, kw_only=True)
class Reserved:
    """The amount reserved for a request."""

    day: Day
    tokens: int
    cost: float


class Budget:
    """Counts the spending. Threads may share it."""

    def __init__(
        self, limits: Limits | None = None, path: Path | None = None, *, now: Callable[[], datetime] | None = None
    ) -> None:
        """Without a path only this process is counted."""
        self.limits = limits or Limits()
        self.path = path
        self.notice: Notice | None = None
        self._now = now or (lambda: datetime.now(UTC))
        self._lock = threading.Lock()
        self._file = SharedFile(path, application_id=APPLICATION_ID, schema=SCHEMA) if path is not None else None
        self._recorded: dict[Day, Spent] = {}
        self._owed: dict[Day, Spent] = {}

    def reserve(self, tokens_in: int, tokens_out: int) -> Reserved | None:
        """Reserves a request that takes at most this; None when it exceeds the day's budget."""
        wanted = Reserved(
            day=self._now().date().isoformat(),
            tokens=tokens_in + tokens_out,
            cost=self.limits.cost_of(tokens_in, tokens_out),
        )
        with self._lock:
            return wanted if self._booked(wanted.day, wanted.tokens, wanted.cost, limited=True) else None

    def settle(self, reserved: Reserved, tokens_in: int, tokens_out: int) -> None:
        """Replaces a reservation by what the request really took."""
        cost = self.limits.cost_of(tokens_in, tokens_out)
        with self._lock:
            self._booked(reserved.day, tokens_in + tokens_out - reserved.tokens, cost - reserved.cost, limited=False)

    def spent(self) -> Spent:
        """Tokens and cost of the day so far, reservations included."""
        day = self._now().date().isoformat()
        with self._lock:
            try:
                if (connection := self._opened()) is not None:
                    self._recorded[day] = _read(connection, day)
            except (sqlite3.Error, OSError) as error:
                self._count_alone(error)
            return self._known(day)

    def close(self) -> None:
        """Close the file, after writing pending bookings if that is possible."""
        with self._lock:
            if self._file is None:
                return
            if self._owed and not self.notice:
                self._booked(self._now().date().isoformat(), 0, 0.0, limited=False)
            self._file.close()

    def _booked(self, day: Day, tokens: int, cost: float, *, limited: bool) -> bool:
        """Adds to the day's spending; returns False if `limited` and the limits do not allow it."""
        owed = self._owed | {day: _sum(self._owed.get(day, NOTHING), (tokens, cost))}
        try:
            if (connection := self._opened()) is not None:
                # In one transaction, since other processes spend too.
                with connection:
                    connection.execute("BEGIN IMMEDIATE")
                    self._recorded[day] = _read(connection, day)
                    if limited and not self._fits(day, tokens, cost):
                        return False
                    connection.executemany(_ADD, ((one, *spent) for one, spent in owed.items()))
                self._recorded = self._recent(self._recorded | {day: _sum(self._recorded[day], owed[day])})
                self._owed = {}
                return True
        except (sqlite3.Error, OSError) as error:
            self._count_alone(error)
        if limited and not self._fits(day, tokens, cost):
            return False
        self._owed, self._recorded = self._recent(owed), self._recent(self._recorded)
        return True

    def _recent(self, days: Mapping[Day, Spent]) -> dict[Day, Spent]:
        """Only today and yesterday: yesterday's requests may still be settled, older ones not."""
        yesterday = (self._now().date() - timedelta(days=1)).isoformat()
        return {day: spent for day, spent in days.items() if day >= yesterday}

    def _fits(self, day: Day, tokens: int, cost: float) -> bool:
        spent, paid = self._known(day)
        return spent + tokens <= self.limits.tokens and paid + cost <= self.limits.cost

    def _known(self, day: Day) -> Spent:
        """The last value read from the file, plus the bookings that it does not have yet."""
        return _sum(self._recorded.get(day, NOTHING), self._owed.get(day, NOTHING))

    def _opened(self) -> sqlite3.Connection | None:
        """The file's connection; None without a file, after a failure, or without limits."""
        return None if self._file is None or self.notice or self.limits.unlimited else self._file.opened()

    def _count_alone(self, error: sqlite3.Error | OSError) -> None:
        """Stop using the file, unless it is only busy: then the next booking writes the rest."""
        if is_busy(error) or self._file is None:
            return
        self.notice = notice(NoticeCode.BUDGET_NOT_SHARED, path=str(self.path), problem=str(error))
        self._file.close()


def _read(connection: sqlite3.Connection, day: Day) -> Spent:
    row = connection.execute("SELECT tokens, cost FROM spent WHERE day = ?", (day,)).fetchone()
    return (int(row[0]), float(row[1])) if row else NOTHING


def _sum(one: Spent, other: Spent) -> Spent:
    return one[0] + other[0], one[1] + other[1]
