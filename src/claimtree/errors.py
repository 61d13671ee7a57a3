"""All errors that we raise on purpose.

    ClaimtreeError
    ├── BadInput              a value given by the caller cannot be used
    │   ├── BadQuery          the query is empty, too long or not text
    │   ├── BadAmount         an amount is not a number, infinite on the wrong side, or low > high
    │   ├── BadPlace          coordinates or an outline that are nowhere on the earth
    │   ├── BadRecord         one record of a file cannot be indexed; the others can
    │   │   ├── StaleVersion  it was to replace a version that is no longer the stored one
    │   │   └── Contended     other writers kept changing the same entity; trying again may help
    │   └── UnknownName       a pack, level, claim type, embedder or entity that does not exist
    ├── PackError             a pack file contradicts itself or names something unknown
    ├── SourceError           the code that reads files into documents failed, or is none
    ├── OutOfTime             work was stopped: it took too long, or no caller waits for it
    ├── ReadError             a text could not be turned into claims
    ├── ModelError            an embedder or a language model failed
    │   └── MissingExtra      the feature needs an optional package that is not installed
    ├── PlacesError           a provider of places failed
    │   ├── PlacesUnavailable it could not be reached, is slow or over its quota; trying again may help
    │   └── PlacesRefused     it refused the key or the request; trying again will not help
    ├── SourceApiError        a structured source failed, which is asked over HTTP
    │   ├── SourceApiUnavailable  it could not be reached, is slow or busy; trying again may help
    │   └── SourceApiRefused  it refused the key or the request; trying again will not help
    └── StoreError            a store refused or failed
        ├── StoreUnavailable  it could not be reached or is busy; trying again may help
        ├── StoreRefused      it denies access: wrong key or password, or an untrusted certificate
        ├── StoreReadOnly     it cannot be written: permissions, or a read-only medium
        ├── StoreFull         the disk is full; nothing acknowledged is lost
        ├── StoreConflict     another writer changed what this write was based on; nothing written
        ├── StoreDamaged      the file is truncated or not ours
        ├── StoreTooOld       it was written by an older version, and may not be brought up to date here
        ├── StoreTooNew       it was written by a newer version of Claimtree
        └── IndexMismatch     it was built with another embedder or pack version

A message says what happened, with which values; `hint` says the way out. The values are attributes
too (`values`), so that a caller never parses a message.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping


class ClaimtreeError(Exception):
    """The base class of our errors."""

    code = "error"

    def __init__(self, message: str, *, hint: str = "", values: Mapping[str, object] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.values: Mapping[str, object] = dict(values or {})


class BadInput(ClaimtreeError):
    """A value given by the caller cannot be used."""

    code = "bad_input"


class BadQuery(BadInput):
    """The query is empty, too long or not text."""

    code = "bad_query"


class BadAmount(BadInput):
    """An amount that no value can satisfy, or that is not a number."""

    code = "bad_amount"


class BadPlace(BadInput):
    """Coordinates or an outline that are nowhere on the earth."""

    code = "bad_place"


class BadRecord(BadInput):
    """One record of a file cannot be indexed; the others can."""

    code = "bad_record"


class StaleVersion(BadRecord):
    """A write was to apply only to a certain version of an entity, which is no longer stored."""

    code = "stale_version"


class Contended(BadRecord):
    """Other writers kept changing the same entity during this write; trying again may help."""

    code = "contended"


class UnknownName(BadInput):
    """A name does not exist; the message lists those that do."""

    code = "unknown_name"


class PackWarning(UserWarning):
    """A pack works, but not all of it works as its author may expect."""


class PackError(ClaimtreeError):
    """A pack file contradicts itself or names something unknown."""

    code = "pack"


class SourceError(ClaimtreeError):
    """The code that reads files into documents cannot be imported, is no source, or failed."""

    code = "source"


class OutOfTime(ClaimtreeError):
    """Work was stopped: it took too long, or no caller waits for it any more."""

    code = "too_slow"


class ReadError(ClaimtreeError):
    """A text could not be turned into claims."""

    code = "read"


class ModelError(ClaimtreeError):
    """An embedder or a language model failed."""

    code = "model"


class MissingExtra(ModelError):
    """The feature needs an optional package that is not installed."""

    code = "missing_extra"


class PlacesError(ClaimtreeError):
    """A provider of places failed."""

    code = "places"


class PlacesUnavailable(PlacesError):
    """The provider could not be reached, is slow or over its quota; trying again may help."""

    code = "places_unavailable"


class PlacesRefused(PlacesError):
    """The provider refused the key or the request; trying again will not help."""

    code = "places_refused"


class SourceApiError(ClaimtreeError):
    """A structured source failed."""

    code = "source_api"


class SourceApiUnavailable(SourceApiError):
    """The source could not be reached, is slow or over its quota; trying again may help."""

    code = "source_api_unavailable"


class SourceApiRefused(SourceApiError):
    """The source refused the key or the request; trying again will not help."""

    code = "source_api_refused"


class StoreError(ClaimtreeError):
    """A store refused or failed."""

    code = "store"


class StoreUnavailable(StoreError):
    """The store could not be reached or is busy; trying again may help."""

    code = "store_unavailable"


class StoreRefused(StoreError):
    """The store denies access: wrong key or password, or an untrusted certificate."""

    code = "store_refused"


class StoreReadOnly(StoreError):
    """The store cannot be written: permissions, or a read-only medium."""

    code = "store_read_only"


class StoreFull(StoreError):
    """The disk is full; acknowledged writes are kept."""

    code = "store_full"


class StoreConflict(StoreError):
    """Another writer changed what this write was based on; nothing was written. `ids` lists what
    has changed."""

    code = "store_conflict"

    def __init__(
        self, message: str, *, hint: str = "", values: Mapping[str, object] | None = None, ids: Collection[str] = ()
    ) -> None:
        super().__init__(message, hint=hint, values=values)
        self.ids = frozenset(ids)


class StoreDamaged(StoreError):
    """The file is truncated, corrupt or not a Claimtree store."""

    code = "store_damaged"


class StoreTooOld(StoreError):
    """The store was written by an older version of Claimtree, and cannot be brought up to date: it was
    opened only to read, or its layout has changed."""

    code = "store_too_old"


class StoreTooNew(StoreError):
    """The store was written by a newer version of Claimtree."""

    code = "store_too_new"


class IndexMismatch(StoreError):
    """The store was built with another embedder or pack version."""

    code = "index_mismatch"
