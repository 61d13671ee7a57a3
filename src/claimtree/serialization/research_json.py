"""Research about people of family trees as JSON, for every face."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from claimtree.answering.ask_result import EvidenceBlock
from claimtree.answering.family_index import FamilyIndex
from claimtree.research.second_source import Supplemented
from claimtree.research.tasks import ResearchTask

if TYPE_CHECKING:
    from claimtree.json_types.research_types import CandidatesShape, MatchContextShape, ResearchTasksShape
    from claimtree.json_types.review_types import DraftEvidenceShape


def research_tasks(found: Sequence[ResearchTask], index: FamilyIndex, id: str) -> ResearchTasksShape:
    return {
        "person": {"id": index.node(id), "name": index.shown(id), "years": index.years(id)},
        "tasks": [
            {
                "kind": str(one.kind),
                "what": one.what,
                "why": one.why,
                "years": list(one.years) if one.years is not None else None,
                "place": one.place,
                "evidence": [
                    {"file": index.file, "record": f"@{line.record}@", "line": line.line, "quote": line.raw.strip()}
                    for line in one.evidence
                ],
            }
            for one in found
        ],
    }


def candidates(found: Supplemented) -> CandidatesShape:
    return {
        "candidates": [
            {
                "id": one.id,
                "name": one.name,
                "years": one.years,
                "source_type": str(one.source_type),
                "source_id": one.source_id,
                "confidence": one.confidence,
                "why": list(one.why),
                "evidence": evidence(one.evidence),
            }
            for one in found.found.candidates
        ],
        "close": found.found.close,
        "asked": list(found.asked),
        "failed": list(found.failed),
    }


def match_context(found: Sequence[EvidenceBlock]) -> MatchContextShape:
    return {"evidence": evidence(found)}


def evidence(blocks: Iterable[EvidenceBlock]) -> list[DraftEvidenceShape]:
    """Returns evidence blocks with what each quotes: the words of its source, or the lines of a file."""
    return [
        {
            "source_type": str(one.source_type),
            "source_id": one.source_id,
            "summary": one.summary,
            "confidence": one.confidence,
            "quote": one.quote or "; ".join(line.quote for line in one.lines),
        }
        for one in blocks
    ]
