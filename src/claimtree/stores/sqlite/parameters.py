"""Questions with any number of values: SQLite allows few parameters."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any

AMONG = "IN (SELECT value FROM json_each(?))"
"""Any number of numbers in one parameter, as a JSON list."""


def select_texts(connection: sqlite3.Connection, query: str, texts: Iterable[str]) -> Iterator[tuple[Any, ...]]:
    """The rows of a query that ends in IN, for any number of texts.

    Not by way of JSON, as numbers are: SQLite's reader of it cuts a text at a NUL.
    """
    waiting = list(texts)
    for at in range(0, len(waiting), 500):
        some = waiting[at : at + 500]
        yield from connection.execute(f"{query} ({','.join('?' * len(some))})", some)
