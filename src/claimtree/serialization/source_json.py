"""Rows of a structured source as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimtree.model.source_query import SourcePage, SourceQuery, SourceRow

if TYPE_CHECKING:
    from claimtree.json_types.source_types import SourceRowShape, SourceRowsShape


def source_rows(page: SourcePage, query: SourceQuery) -> SourceRowsShape:
    """A page of rows, and where it stands."""
    return {
        "data": [dict(row.data) for row in page.rows],
        "meta": {"page": page.page, "per_page": query.per_page, "pages": page.pages, "total": page.total},
    }


def source_row(row: SourceRow) -> SourceRowShape:
    """One row."""
    return {"data": dict(row.data)}
