"""SQLite's errors, and what cannot be read of a damaged file, said in our words, once, at the edge."""

from __future__ import annotations

import sqlite3
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from claimtree.errors import (
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreUnavailable,
)

WAY_OUT = (
    "Run `claimtree check` to see what is wrong; restore a copy, or save what is sound into a new store with "
    "`claimtree copy --salvage`."
)


class Unsound(Exception):
    """Something in the file is not as we wrote it; the edge says in which file."""


UNREADABLE = (
    Unsound,
    ValueError,  # JSON, Unicode, shapes of arrays
    TypeError,
    LookupError,
    ArithmeticError,
    AttributeError,
    RecursionError,
    zlib.error,
    struct.error,
)
"""What comes of reading bytes or rows that are not as we wrote them."""

_MEANINGS: dict[int, tuple[type[StoreError], str, str]] = {
    sqlite3.SQLITE_BUSY: (
        StoreUnavailable,
        "is being written by another process and did not become free in time",
        "Wait for the other writer to finish, then try again; readers are never blocked.",
    ),
    sqlite3.SQLITE_LOCKED: (StoreUnavailable, "is locked", "Try again."),
    sqlite3.SQLITE_READONLY: (
        StoreReadOnly,
        "cannot be written",
        "Check the permissions of the file and of its folder, or copy the store to a place that you may write.",
    ),
    sqlite3.SQLITE_PERM: (StoreReadOnly, "cannot be used", "Check the permissions of the file."),
    sqlite3.SQLITE_FULL: (
        StoreFull,
        "could not grow: the disk is full",
        "Make room and try again; every batch that was acknowledged is kept, this one was not written.",
    ),
    sqlite3.SQLITE_CORRUPT: (
        StoreDamaged,
        "is damaged or truncated",
        WAY_OUT,
    ),
    sqlite3.SQLITE_NOTADB: (
        StoreDamaged,
        "is not a Claimtree store",
        "Name the store's own file, or index the documents into a new one.",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        StoreUnavailable,
        "cannot be opened",
        "Check that its folder exists and that you may read the file.",
    ),
    sqlite3.SQLITE_IOERR: (
        StoreUnavailable,
        "could not be read or written",
        "Check the disk that it lies on, then try again.",
    ),
    # A text that is no UTF-8, and a schema that is not ours: our statements fit ours.
    **dict.fromkeys(
        (0, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_SCHEMA, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH),
        (StoreDamaged, "is damaged", WAY_OUT),
    ),
    sqlite3.SQLITE_TOOBIG: (StoreError, "was given a value too big to keep", "Split the document."),
}


def unwritable(path: Path) -> StoreError:
    """The error of a file that we may read and not write."""
    kind, what, hint = _MEANINGS[sqlite3.SQLITE_READONLY]
    return kind(f"store {path} {what}", hint=hint, values={"path": str(path)})


@contextmanager
def translated(path: Path, *, way_out: str = WAY_OUT) -> Iterator[None]:
    """Inside, SQLite's errors come out as `StoreError`s that name the file and the way out, where it is damaged the
    given one."""
    try:
        yield
    except sqlite3.ProgrammingError as error:
        if "closed" not in str(error):
            raise
        raise StoreUnavailable(f"store {path} is closed", hint="Open it again.", values={"path": str(path)}) from error
    except sqlite3.Error as error:
        # An extended code carries the plain one in its low byte.
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        kind, what, hint = _MEANINGS.get(code, (StoreError, "failed", ""))
        hint = way_out if hint is WAY_OUT else hint
        values = {"path": str(path), "sqlite": getattr(error, "sqlite_errorname", "")}
        raise kind(f"store {path} {what} ({error})", hint=hint, values=values) from error
    except UnicodeDecodeError as error:
        # SQLite quotes the damaged name of a table or an index.
        raise StoreDamaged(
            f"store {path} is damaged ({error.reason})", hint=way_out, values={"path": str(path)}
        ) from error
    except UnicodeEncodeError as error:
        raise StoreError(
            f"store {path} was given text that is not Unicode: {error.object!r}",
            hint="Remove the lone surrogate characters.",
            values={"path": str(path)},
        ) from error


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Inside, what cannot be read of rows comes out as `StoreDamaged`. Only our own code runs here, on our own rows."""
    try:
        yield
    except UnicodeEncodeError:
        raise  # what we were given, not what we have read
    except UNREADABLE as error:
        what = str(error) if isinstance(error, Unsound) else f"{type(error).__name__}: {error}"
        raise StoreDamaged(
            f"store {path} is damaged: {what}", hint=WAY_OUT, values={"path": str(path), "what": what}
        ) from error
