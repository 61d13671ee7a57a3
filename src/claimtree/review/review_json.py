"""The review queue as JSON, for every face."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from claimtree.review.items import (
    DataConflict,
    Known,
    Origin,
    PersonRef,
    Proposals,
    ReviewItem,
    SuggestedFact,
    TreeQuote,
)

if TYPE_CHECKING:
    from claimtree.json_types.review_types import (
        DataConflictShape,
        KnownFactShape,
        OriginShape,
        PersonRefShape,
        ProposalsShape,
        ReviewItemShape,
        ReviewListShape,
        SuggestedFactShape,
        TreeQuoteShape,
    )


def review_item(item: ReviewItem) -> ReviewItemShape:
    return {
        "id": item.id,
        "kind": str(item.kind),
        "state": str(item.state),
        "tree": item.tree,
        "fact": None if item.fact is None else suggested_fact(item.fact),
        "conflicts": [_conflict(one) for one in item.conflicts],
        "draft": item.draft,
        "origin": _origin(item.origin),
        "audit": [
            {"at": one.at.isoformat(), "by": one.by, "action": one.action, "note": one.note} for one in item.audit
        ],
    }


def review_list(items: Sequence[ReviewItem], counts: dict[str, int], *, next: int | None = None) -> ReviewListShape:
    return {"items": [review_item(one) for one in items], "counts": counts, "next": next}


def proposals(found: Proposals) -> ProposalsShape:
    return {
        "items": [review_item(one) for one in found.items],
        "known": [_known(one) for one in found.known],
        "refused": [{"quote": one.quote, "why": one.why} for one in found.refused],
        "questions": list(found.questions),
        "cut": found.cut,
    }


def suggested_fact(fact: SuggestedFact) -> SuggestedFactShape:
    return {
        "person": _person(fact.person, fact.tree),
        "candidates": [_person(one, fact.tree) for one in fact.candidates],
        "kind": fact.kind,
        "date": fact.date,
        "place": fact.place,
        "value": fact.value,
        "relation": fact.relation,
        "relative": None if fact.relative is None else _person(fact.relative, fact.tree),
        "denied": fact.denied,
        "hedged": fact.hedged,
        "quote": fact.quote,
        "confidence": fact.confidence,
        "text": fact.text,
        "remarks": list(fact.remarks),
    }


def _known(known: Known) -> KnownFactShape:
    return {"fact": suggested_fact(known.fact), "tree_quotes": [_quote(one) for one in known.tree_quotes]}


def _conflict(conflict: DataConflict) -> DataConflictShape:
    return {
        "kind": str(conflict.kind),
        "text": conflict.text,
        "message_quote": conflict.message_quote,
        "tree_quotes": [_quote(one) for one in conflict.tree_quotes],
    }


def _quote(line: TreeQuote) -> TreeQuoteShape:
    return {"record": line.record, "line": line.line, "quote": line.quote}


def _person(person: PersonRef, tree: str) -> PersonRefShape:
    id = f"{tree}:{person.id}" if person.id else ""
    return {"id": id, "name": person.name, "years": person.years, "sex": person.sex}


def _origin(origin: Origin) -> OriginShape:
    return {
        "source_type": str(origin.source_type),
        "source_id": origin.source_id,
        "author": origin.author,
        "sent_at": origin.sent_at,
        "excerpt": origin.excerpt,
    }
