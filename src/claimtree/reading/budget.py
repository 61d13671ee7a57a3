"""What may be spent on a language model in a day (UTC), in tokens and in money, by all processes together.

A request reserves the most that it can take before it is sent, and settles what it took: two at once cannot
overspend. What is spent stands in a small SQLite file; where that cannot be used, this process counts alone, and
`notice` says so.
"""

from __future__ import annotations

import math
import sqlite3
import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from claimtree.errors import BadInput
from claimtree.models.rowfile import BUSY_S, is_busy, prepare

APPLICATION_ID = 0x436C_5370
"""Marks a file as ours: "ClSp"."""
SCHEMA = "CREATE TABLE spent (day TEXT PRIMARY KEY, tokens INTEGER NOT NULL, cost REAL NOT NULL)"
_ADD = """INSERT INTO spent VALUES (?, ?, ?)
    ON CONFLICT (day) DO UPDATE SET tokens = tokens + excluded.tokens, cost = cost + excluded.cost"""
MILLION = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The most that a day may take; prices are per million tokens, in whatever money the cost is counted in."""

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
                hint="Set CLAIMTREE_READER_PRICE_IN and CLAIMTREE_READER_PRICE_OUT, per million tokens.",
            )

    @property
    def unlimited(self) -> bool:
        return math.isinf(self.tokens) and math.isinf(self.cost)

    def cost_of(self, tokens_in: int, tokens_out: int) -> float:
        return (tokens_in * self.price_in + tokens_out * self.price_out) / MILLION


@dataclass(frozen=True, slots=True, kw_only=True)
class Reserved:
    """What a request was given to spend."""

    day: str
    tokens: int
    cost: float


class Budget:
    """Counts what is spent. Threads may share it."""

    def __init__(
        self, limits: Limits | None = None, path: Path | None = None, *, now: Callable[[], datetime] | None = None
    ) -> None:
        """Without a path only this process is counted."""
        self.limits = limits or Limits()
        self.path = path
        self.notice = ""
        self._now = now or (lambda: datetime.now(UTC))
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._alone: dict[str, tuple[int, float]] = {}

    def reserve(self, tokens_in: int, tokens_out: int) -> Reserved | None:
        """Room for a request that takes at most this; None when the day's budget does not hold it."""
        wanted = Reserved(
            day=self._now().date().isoformat(),
            tokens=tokens_in + tokens_out,
            cost=self.limits.cost_of(tokens_in, tokens_out),
        )
        with self._lock:
            return wanted if self._book(wanted.day, wanted.tokens, wanted.cost, limited=True) else None

    def settle(self, reserved: Reserved, tokens_in: int, tokens_out: int) -> None:
        """What the request really took."""
        cost = self.limits.cost_of(tokens_in, tokens_out)
        with self._lock:
            self._book(reserved.day, tokens_in + tokens_out - reserved.tokens, cost - reserved.cost, limited=False)

    def spent(self) -> tuple[int, float]:
        """Tokens and cost of the day so far, reservations included."""
        with self._lock:
            return self._spent(self._now().date().isoformat())

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _book(self, day: str, tokens: int, cost: float, *, limited: bool) -> bool:
        """Add to what is spent, if the limits allow; in one transaction, since others spend too."""
        try:
            connection = self._opened()
            if connection is not None:
                with connection:
                    connection.execute("BEGIN IMMEDIATE")
                    if limited and not self._fits(*self._spent(day), tokens, cost):
                        return False
                    connection.execute(_ADD, (day, tokens, cost))
                return True
        except (sqlite3.Error, OSError) as error:
            self._count_alone(error)
        if limited and not self._fits(*self._alone.get(day, (0, 0.0)), tokens, cost):
            return False
        known = self._alone.get(day, (0, 0.0))
        self._alone = {day: (known[0] + tokens, known[1] + cost)}
        return True

    def _fits(self, spent: int, paid: float, tokens: int, cost: float) -> bool:
        return spent + tokens <= self.limits.tokens and paid + cost <= self.limits.cost

    def _spent(self, day: str) -> tuple[int, float]:
        try:
            if (connection := self._opened()) is not None:
                row = connection.execute("SELECT tokens, cost FROM spent WHERE day = ?", (day,)).fetchone()
                return (int(row[0]), float(row[1])) if row else (0, 0.0)
        except (sqlite3.Error, OSError) as error:
            self._count_alone(error)
        return self._alone.get(day, (0, 0.0))

    def _opened(self) -> sqlite3.Connection | None:
        """The file, which nobody needs who has no limits."""
        if self._connection is None and self.path is not None and not self.notice and not self.limits.unlimited:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self.path, timeout=BUSY_S, check_same_thread=False, isolation_level=None)
            try:
                prepare(connection, application_id=APPLICATION_ID, schema=SCHEMA)
            except sqlite3.Error:
                connection.close()
                raise
            weakref.finalize(self, connection.close)
            self._connection = connection
        return self._connection

    def _count_alone(self, error: sqlite3.Error | OSError) -> None:
        if is_busy(error):
            return
        self.notice = f"What the language model takes is counted for this process only: {self.path}: {error}."
        if self._connection is not None:
            self._connection.close()
            self._connection = None
