"""Claims as JSON: the wishes of a sentence, and what texts say about entities."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from claimtree.languages.rendering import notice_texts, why_text
from claimtree.model.amounts import Amount
from claimtree.model.claims import Claim, QueryClaim, Strength, Through
from claimtree.model.places import Where
from claimtree.ports import DocumentReading, QueryReading

if TYPE_CHECKING:
    from claimtree.json_types.claim_types import (
        AmountShape,
        ClaimShape,
        DocumentReadingShape,
        ReadingShape,
        StatementShape,
        StrengthName,
        ThroughShape,
        WhereShape,
        WishShape,
    )

STRENGTHS: Final[dict[Strength, StrengthName]] = {Strength.REQUIRED: "required", Strength.PREFERRED: "preferred"}


def amount(said: Amount) -> AmountShape:
    """The amount; an open end is null."""
    return {
        "kind": said.kind.value,
        "noun": said.noun,
        "low": number(said.low),
        "high": number(said.high),
        "low_open": said.low_open,
        "high_open": said.high_open,
        "op": said.op.value,
        "unit": said.unit,
    }


def claim(said: QueryClaim, *, why_in: str = "") -> ClaimShape:
    """A wish; `why_in` is the language in which it also tells how it was read, empty without that."""
    return {**wish(said, why_in=why_in), "through": through(said.through, why_in=why_in) if said.through else None}


def through(asked: Through, *, why_in: str = "") -> ThroughShape:
    """What a wish asks of related entities."""
    return {
        "relation": asked.relation,
        "direction": "in" if asked.incoming else "out",
        "claims": [wish(one, why_in=why_in) for one in asked.claims],
    }


def wish(said: QueryClaim, *, why_in: str = "") -> WishShape:
    """A wish without the relation that it is asked through."""
    shape: WishShape = {
        "id": said.id,
        "claim": said.text,
        "claim_type": said.type,
        "level": said.level,
        "facet": said.facet,
        "strength": STRENGTHS[said.strength],
        "weight": round(said.weight, 4),
        "negated": said.denied,
        "or_group": said.or_group,
        "amounts": [amount(one) for one in said.said_amounts],
        "quote": said.quote,
        "start": said.start,
        "end": said.end,
        "group": said.group,
        "concept": said.concept,
        "where": where(said.where) if said.where is not None else None,
        "doubt": said.doubt,
    }
    if why_in:
        shape["why"] = why_text(said, why_in)
    return shape


def where(asked: Where) -> WhereShape:
    """The place wish as read from the query, before places are looked up."""
    return {
        "relation": asked.relation.value,
        "names": list(asked.names),
        "kind": asked.kind,
        "low_m": number(asked.distance.low) if asked.distance is not None else None,
        "high_m": number(asked.distance.high) if asked.distance is not None else None,
        "well_rated": asked.well_rated,
        "beside": asked.beside,
    }


def statement(claim: Claim) -> StatementShape:
    """One claim of a text about an entity."""
    return {
        "claim": claim.text,
        "claim_type": claim.type,
        "level": claim.level,
        "facet": claim.facet,
        "negated": claim.negated,
        "amounts": [amount(one) for one in claim.amounts],
        "quote": claim.quote,
        "start": claim.start,
        "end": claim.end,
        "concept": claim.concept,
    }


def reading(read: QueryReading, *, explain: bool = False) -> ReadingShape:
    return {
        "claims": [claim(one, why_in=read.language if explain else "") for one in read.claims],
        "notices": list(notice_texts(read)),
    }


def document(read: DocumentReading, *, explain: bool = False) -> DocumentReadingShape:
    """The claims of a listing, as stated; without strength and weight, which only wishes have."""
    claims = [as_stated(claim) for claim in read.claims]
    if explain:
        for shape, claim in zip(claims, read.claims, strict=True):
            shape["why"] = why_text(claim, read.language)
    return {"claims": claims, "notices": list(notice_texts(read))}


def as_stated(claim: Claim) -> StatementShape:
    """One claim of a text with negation and amounts as the text states them."""
    return {**statement(claim), "negated": claim.denied, "amounts": [amount(one) for one in claim.said_amounts]}


def number(value: float) -> float | None:
    """The number, or null if infinite, which JSON does not have."""
    return value if math.isfinite(value) else None
