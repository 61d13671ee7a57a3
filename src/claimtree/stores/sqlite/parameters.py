"""Queries with any number of values: SQLite limits the number of parameters."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any

AMONG = "IN (SELECT value FROM json_each(?))"
"""Any number of numbers in one parameter, as a JSON list."""


def select_texts(connection: sqlite3.Connection, query: str, texts: Iterable[str]) -> Iterator[tuple[Any, ...]]:
    """Yields the rows of a query that ends in IN, for any number of texts.

    Texts are not passed as JSON, as numbers are: SQLite's JSON reader cuts a text at a NUL.
    """
    waiting = list(texts)
    for at in range(0, len(waiting), 500):
        some = waiting[at : at + 500]
        yield from connection.execute(f"{query} ({','.join('?' * len(some))})", some)
