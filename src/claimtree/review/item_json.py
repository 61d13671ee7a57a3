"""Suggested facts and conflicts as JSON, as they are kept in the queue's file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from claimtree.answering.ask_result import SourceType
from claimtree.review.items import ConflictKind, DataConflict, Origin, PersonRef, SuggestedFact, TreeQuote


def fact_row(fact: SuggestedFact) -> dict[str, Any]:
    return asdict(fact)


def fact_of(row: Mapping[str, Any]) -> SuggestedFact:
    relative = row["relative"]
    return SuggestedFact(
        **{
            **row,
            "person": PersonRef(**row["person"]),
            "candidates": tuple(PersonRef(**one) for one in row["candidates"]),
            "relative": None if relative is None else PersonRef(**relative),
            "remarks": tuple(row["remarks"]),
        }
    )


def conflict_row(conflict: DataConflict) -> dict[str, Any]:
    return {
        "kind": str(conflict.kind),
        "text": conflict.text,
        "message_quote": conflict.message_quote,
        "tree_quotes": [asdict(one) for one in conflict.tree_quotes],
    }


def conflict_of(row: Mapping[str, Any]) -> DataConflict:
    return DataConflict(
        kind=ConflictKind(row["kind"]),
        text=row["text"],
        message_quote=row["message_quote"],
        tree_quotes=tuple(TreeQuote(**one) for one in row["tree_quotes"]),
    )


def origin_row(origin: Origin) -> dict[str, Any]:
    return {**asdict(origin), "source_type": str(origin.source_type)}


def origin_of(row: Mapping[str, Any]) -> Origin:
    return Origin(**{**row, "source_type": SourceType(row["source_type"])})
