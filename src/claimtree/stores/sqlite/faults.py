"""Translates SQLite's errors, and errors of decoding a damaged file, into `StoreError`s."""

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


class DamagedRow(Exception):
    """A row is not as it was written; `readable` adds the name of the file."""


UNREADABLE = (
    DamagedRow,
    ValueError,  # JSON, Unicode, shapes of arrays
    TypeError,
    LookupError,
    ArithmeticError,
    AttributeError,
    RecursionError,
    zlib.error,
    struct.error,
)
"""What decoding bytes or rows may raise that are not as they were written."""

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
        "Free some space and try again; every batch that was acknowledged is kept, this one was not written.",
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
    # Text that is not UTF-8, and a schema that is not ours: our statements fit ours.
    **dict.fromkeys(
        (0, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_SCHEMA, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH),
        (StoreDamaged, "is damaged", WAY_OUT),
    ),
    sqlite3.SQLITE_TOOBIG: (StoreError, "was given a value too big to keep", "Split the document."),
}


def unwritable(path: Path) -> StoreError:
    """Returns the error for a file that can be read but not written."""
    kind, what, hint = _MEANINGS[sqlite3.SQLITE_READONLY]
    return kind(f"store {path} {what}", hint=hint, values={"path": str(path)})


@contextmanager
def translated(path: Path, *, way_out: str = WAY_OUT) -> Iterator[None]:
    """Context manager that translates SQLite's errors into `StoreError`s with the file's name and a
    hint; `way_out` is the hint for a damaged file.
    """
    try:
        yield
    except sqlite3.ProgrammingError as error:
        if "closed" not in str(error):
            raise
        raise StoreUnavailable(f"store {path} is closed", hint="Open it again.", values={"path": str(path)}) from error
    except sqlite3.Error as error:
        # The low byte of an extended code is the primary code.
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
    """Context manager that translates decoding errors into `StoreDamaged`. Only our own code runs
    in it, on our own rows.
    """
    try:
        yield
    except UnicodeEncodeError:
        raise  # about what was passed in, not what was read
    except UNREADABLE as error:
        what = str(error) if isinstance(error, DamagedRow) else f"{type(error).__name__}: {error}"
        raise StoreDamaged(
            f"store {path} is damaged: {what}", hint=WAY_OUT, values={"path": str(path), "what": what}
        ) from error
