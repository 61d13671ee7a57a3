"""Reports in JSON: what became of records, places and index jobs."""

from __future__ import annotations

from typing import Literal, TypeAlias

from claimtree.json_types.definition import NotRequired, TypedDict, json_object

JobState: TypeAlias = Literal["waiting", "running", "done", "failed", "cancelled"]


@json_object
class BadShape(TypedDict):
    """A record that was refused: where it stands, and why."""

    place: str
    reason: str


_ReadAs = TypedDict("_ReadAs", {"as": str})
"""`as` is a keyword, so it cannot be declared like the others."""


@json_object
class ColumnReadShape(_ReadAs):
    """A column that was read, and as what."""

    column: str
    records: int
    mapped: str


@json_object
class ColumnUnreadShape(TypedDict):
    """A column that was not read, and the known one that it may be."""

    column: str
    records: int
    nearest: str
    why: str


@json_object
class ValuesUnreadShape(TypedDict):
    """Values of a column that were not read."""

    column: str
    why: str
    count: int
    example: str


@json_object
class ColumnsShape(TypedDict):
    """What each column was read as, what of it was not read, and the known column that it may be."""

    exports: list[str]
    read: list[ColumnReadShape]
    not_read: list[ColumnUnreadShape]
    values_not_read: list[ValuesUnreadShape]
    missing: list[str]
    made_ids: int
    """Records of tables that have no column for their id."""


@json_object
class ReportShape(TypedDict):
    """What became of records."""

    store: str
    indexed: int
    unchanged: int
    skipped: int
    bad: list[BadShape]
    claims: int
    new_phrases: int
    seconds: float
    interrupted: bool
    verified: int
    contradicted: int
    outranked: int
    disputed: int
    columns: ColumnsShape
    notices: list[str]
    deleted: NotRequired[int]
    versions: NotRequired[dict[str, str]]
    """The versions of the entities, now that the records are stored."""


@json_object
class SyncReportShape(ReportShape):
    """What became of the rows of a structured source."""

    source: str
    since: str
    """Rows that were written since were asked for; empty if all were."""
    from_page: int
    pages: int
    kept: int
    """Rows that are gone there, and that other sources tell of."""
    held_back: int
    """Rows that seem gone, and stay since they are most of them."""
    undecided: bool
    """True if the source cannot be asked which rows are gone."""
    seen: int
    """Rows that came, unusable ones included."""
    total: int | None
    """How many the source said there are; null if it did not say, or if the run began in the middle. Where fewer came,
    nothing was removed."""
    layout: str
    """What the columns of the rows were read as."""
    unlike: bool
    """True if some rows do not have the columns by which that layout is known."""
    mended: list[str]
    """What was wrong with rows that could be used all the same."""


@json_object
class PlacesReportShape(TypedDict):
    """What became of a file of places."""

    store: str
    loaded: int
    kinds: dict[str, int]
    skipped: int
    bad: list[BadShape]
    measured: int
    seconds: float
    interrupted: bool
    notices: list[str]


@json_object
class JobShape(TypedDict):
    """A file that is indexed in the background."""

    id: str
    collection: str
    state: JobState
    done: int
    total: int | None
    message: str
    report: ReportShape | None
    error: dict[str, str] | None
    created: str
    ended: str | None


@json_object
class JobsShape(TypedDict):
    """Jobs, the newest first."""

    jobs: list[JobShape]
