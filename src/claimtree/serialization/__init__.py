"""The JSON that every face returns: functions that make the types of `json_types` of our values."""

from claimtree.serialization.answer_json import (
    VERDICTS,
    answer,
    evidence,
    explanation,
    hit,
    probability,
    relaxation,
    speaking_first,
    verdicts,
)
from claimtree.serialization.claim_json import STRENGTHS, amount, claim, document, number, reading, statement, where
from claimtree.serialization.entity_json import (
    DIRECTIONS,
    claims_by_source,
    entity,
    fields,
    newest_first,
    relation,
    show,
    source,
    speaking_of,
)
from claimtree.serialization.error_json import error_shape, of_error
from claimtree.serialization.pack_json import level_labels, pack
from claimtree.serialization.place_json import asked_place, place, sight
from claimtree.serialization.report_json import columns_report, places_report, reason_of, report, sync_report
from claimtree.serialization.source_json import source_row, source_rows
from claimtree.serialization.store_json import check, copy, identity, info, rebuild

__all__ = [
    "DIRECTIONS",
    "STRENGTHS",
    "VERDICTS",
    "amount",
    "answer",
    "asked_place",
    "check",
    "claim",
    "claims_by_source",
    "columns_report",
    "copy",
    "document",
    "entity",
    "error_shape",
    "evidence",
    "explanation",
    "fields",
    "hit",
    "identity",
    "info",
    "level_labels",
    "newest_first",
    "number",
    "of_error",
    "pack",
    "place",
    "places_report",
    "probability",
    "reading",
    "reason_of",
    "rebuild",
    "relation",
    "relaxation",
    "report",
    "show",
    "sight",
    "source",
    "source_row",
    "source_rows",
    "speaking_first",
    "speaking_of",
    "statement",
    "sync_report",
    "verdicts",
    "where",
]
