"""Reports as JSON: what became of records and places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from claimtree.errors import ClaimtreeError
from claimtree.languages.rendering import notice_texts
from claimtree.model.columns import ColumnsReport

if TYPE_CHECKING:
    from claimtree.indexing import IndexReport
    from claimtree.indexing.load_places import PlacesReport
    from claimtree.json_types.report_types import (
        BadShape,
        ColumnsShape,
        PlacesReportShape,
        ReportShape,
        SyncReportShape,
    )
    from claimtree.structured.sync import SyncReport


def report(done: IndexReport, *, address: str) -> ReportShape:
    return {
        "store": address,
        "indexed": done.indexed,
        "unchanged": done.unchanged,
        "skipped": done.skipped,
        "bad": bad_records(done.bad),
        "claims": done.claims,
        "new_phrases": done.phrases,
        "seconds": round(done.seconds, 3),
        "interrupted": done.interrupted,
        "verified": done.verified,
        "contradicted": done.contradicted,
        "outranked": done.outranked,
        "disputed": done.disputed,
        "columns": columns_report(done.columns),
        "notices": list(notice_texts(done)),
    }


def sync_report(done: SyncReport, *, address: str) -> SyncReportShape:
    return {
        **report(done.index, address=address),
        "source": done.source,
        "since": done.since,
        "from_page": done.from_page,
        "pages": done.pages,
        "deleted": done.deleted,
        "kept": done.kept,
        "held_back": done.held_back,
        "undecided": done.undecided,
        "seen": done.seen,
        "total": done.total,
        "layout": done.layout,
        "unlike": done.unlike,
        "mended": list(done.mended),
    }


def columns_report(found: ColumnsReport) -> ColumnsShape:
    """How the columns of a run were used."""
    return {
        "exports": list(found.exports),
        "read": [
            {"column": use.column, "as": use.to, "records": use.records, "mapped": use.mapped} for use in found.read
        ],
        "not_read": [
            {"column": use.column, "records": use.records, "nearest": use.nearest, "why": use.why}
            for use in found.unread
        ],
        "values_not_read": [
            {"column": one.column, "why": one.why, "count": one.count, "example": one.example} for one in found.values
        ],
        "missing": list(found.missing),
        "made_ids": found.made_ids,
    }


def places_report(done: PlacesReport, *, address: str) -> PlacesReportShape:
    return {
        "store": address,
        "loaded": done.loaded,
        "kinds": {str(kind): count for kind, count in sorted(done.kinds.items())},
        "skipped": done.skipped,
        "bad": bad_records(done.bad),
        "measured": done.measured,
        "seconds": round(done.seconds, 3),
        "interrupted": done.interrupted,
        "notices": list(done.notices),
    }


def bad_records(errors: Iterable[ClaimtreeError]) -> list[BadShape]:
    """The records that were refused."""
    return [{"place": str(bad.values.get("place", "")), "reason": reason_of(bad)} for bad in errors]


def reason_of(bad: ClaimtreeError) -> str:
    """Why a record was skipped, without its position."""
    return str(bad.values.get("reason") or bad.message)
