"""The exit codes and their meanings; `claimtree --help` and docs/cli.md print this table."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from claimtree.errors import (
    BadAmount,
    BadInput,
    BadPlace,
    BadQuery,
    BadRecord,
    ClaimtreeError,
    Contended,
    IndexMismatch,
    MissingExtra,
    ModelError,
    OutOfTime,
    PackError,
    PlacesError,
    PlacesRefused,
    PlacesUnavailable,
    ReadError,
    SourceApiError,
    SourceApiRefused,
    SourceApiUnavailable,
    SourceError,
    StaleVersion,
    StoreConflict,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreRefused,
    StoreTooNew,
    StoreTooOld,
    StoreUnavailable,
    UnknownName,
)


class Exit(IntEnum):
    """How a command ended."""

    OK = 0
    FAILED = 1
    BAD_INPUT = 2
    SKIPPED = 3
    STORE = 4
    UNSOUND = 5
    MODEL = 6
    PLACES = 7
    SOURCE = 8
    INTERRUPTED = 130
    CLOSED = 141


MEANINGS: Mapping[Exit, str] = {
    Exit.OK: "done; a search that finds nothing is done too",
    Exit.FAILED: "something broke that should not have; CLAIMTREE_DEBUG=1 shows where",
    Exit.BAD_INPUT: "bad usage or bad input: the query, a file, a name, a pack, a source",
    Exit.SKIPPED: "indexed, but some records were skipped",
    Exit.STORE: "the store is missing, busy, read-only, full, damaged or another version's",
    Exit.UNSOUND: "check found problems, or a rebuild or a copy did not pass its own check",
    Exit.MODEL: "the embedder or a reader failed, or is not installed",
    Exit.PLACES: "a provider of places failed or refused",
    Exit.SOURCE: "a structured source failed or refused (`sync`)",
    Exit.INTERRUPTED: "interrupted (Ctrl-C); what was stored stays",
    Exit.CLOSED: "the reader of the output closed it",
}

CODES: Mapping[type[ClaimtreeError], Exit] = {
    ClaimtreeError: Exit.FAILED,
    BadInput: Exit.BAD_INPUT,
    BadQuery: Exit.BAD_INPUT,
    BadAmount: Exit.BAD_INPUT,
    BadPlace: Exit.BAD_INPUT,
    BadRecord: Exit.BAD_INPUT,
    StaleVersion: Exit.BAD_INPUT,
    Contended: Exit.STORE,
    UnknownName: Exit.BAD_INPUT,
    PackError: Exit.BAD_INPUT,
    SourceError: Exit.BAD_INPUT,
    OutOfTime: Exit.FAILED,
    ReadError: Exit.MODEL,
    ModelError: Exit.MODEL,
    MissingExtra: Exit.MODEL,
    PlacesError: Exit.PLACES,
    PlacesUnavailable: Exit.PLACES,
    PlacesRefused: Exit.PLACES,
    SourceApiError: Exit.SOURCE,
    SourceApiUnavailable: Exit.SOURCE,
    SourceApiRefused: Exit.SOURCE,
    StoreError: Exit.STORE,
    StoreUnavailable: Exit.STORE,
    StoreReadOnly: Exit.STORE,
    StoreRefused: Exit.STORE,
    StoreFull: Exit.STORE,
    StoreConflict: Exit.STORE,
    StoreDamaged: Exit.STORE,
    StoreTooNew: Exit.STORE,
    StoreTooOld: Exit.STORE,
    IndexMismatch: Exit.STORE,
}
"""Every error of the tree; tests/contracts checks that none is missing."""


def exit_for(error: ClaimtreeError) -> Exit:
    """Returns the exit code of an error; for a subclass defined elsewhere, that of its nearest
    parent."""
    return next(CODES[kind] for kind in type(error).__mro__ if kind in CODES)
