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


def amount(stated: Amount) -> AmountShape:
    """The amount; an open end is null."""
    return {
        "kind": stated.kind.value,
        "noun": stated.noun,
        "low": number(stated.low),
        "high": number(stated.high),
        "low_open": stated.low_open,
        "high_open": stated.high_open,
        "op": stated.op.value,
        "unit": stated.unit,
    }


def claim(wished: QueryClaim, *, why_in: str = "") -> ClaimShape:
    """A wish; `why_in` is the language in which it also tells how it was read, empty without that."""
    return {
        **wish(wished, why_in=why_in),
        "through": through(wished.through, why_in=why_in) if wished.through else None,
    }


def through(asked: Through, *, why_in: str = "") -> ThroughShape:
    """What a wish asks of related entities."""
    return {
        "relation": asked.relation,
        "direction": "in" if asked.incoming else "out",
        "claims": [wish(one, why_in=why_in) for one in asked.claims],
    }


def wish(wished: QueryClaim, *, why_in: str = "") -> WishShape:
    """A wish without the relation that it is asked through."""
    shape: WishShape = {
        "id": wished.id,
        "claim": wished.text,
        "claim_type": wished.type,
        "level": wished.level,
        "facet": wished.facet,
        "strength": STRENGTHS[wished.strength],
        "weight": round(wished.weight, 4),
        "negated": wished.denied,
        "or_group": wished.or_group,
        "amounts": [amount(one) for one in wished.all_amounts],
        "quote": wished.quote,
        "start": wished.start,
        "end": wished.end,
        "group": wished.group,
        "concept": wished.concept,
        "where": where(wished.where) if wished.where is not None else None,
        "doubt": wished.doubt,
    }
    if why_in:
        shape["why"] = why_text(wished, why_in)
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
        "beside": asked.with_neighbours,
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
    return {**statement(claim), "negated": claim.denied, "amounts": [amount(one) for one in claim.all_amounts]}


def number(value: float) -> float | None:
    """The number, or null if infinite, which JSON does not have."""
    return value if math.isfinite(value) else None
