"""The card of a hit: its main facts, and each wish with its verdict and the quotes behind it."""

from __future__ import annotations

from collections.abc import Sequence

from claimtree.languages.rendering import joined
from claimtree.model.answers import Finding, Hit, Piece
from claimtree.model.claims import QueryClaim, units
from claimtree.model.notices import Join
from claimtree.model.pack import Pack
from claimtree.presentation import against, best_of, deciding, doubt_text, facts, lineage, listing_link
from claimtree.text.markup import without_markup

LONGEST = 160
"""Characters of a quote on a card."""


def card(hit: Hit, claims: Sequence[QueryClaim], pack: Pack, *, language: str) -> dict[str, object]:
    """A hit as the page shows it; `language` is that of the asker."""
    return {
        "id": readable(hit.id),
        "title": readable(hit.title) or readable(hit.id),
        "facts": [readable(words) for words in (*facts(hit, pack), *(entity.title for entity in lineage(hit)))],
        "url": listing_link(hit),
        "wishes": [_wish([(claims[i], hit.findings[i]) for i in unit], hit, language) for unit in units(claims)],
    }


def readable(text: str, most: int | None = None) -> str:
    """Foreign text as displayed: on one line, without remnants of HTML."""
    words = " ".join(without_markup(text).split())
    return words if most is None or len(words) <= most else words[:most].rsplit(" ", 1)[0] + "…"


def _wish(unit: Sequence[tuple[QueryClaim, Finding]], hit: Hit, language: str) -> dict[str, object]:
    best = best_of([finding for _, finding in unit])
    return {
        "text": joined((readable(claim.text) for claim, _ in unit), Join.OR, language),
        "required": any(claim.required for claim, _ in unit),
        "verdict": best.verdict.value,
        "said": [_evidence_card(piece, best, hit, language) for piece in deciding(best)],
    }


def _evidence_card(piece: Piece, finding: Finding, hit: Hit, language: str) -> dict[str, object]:
    return {
        "doubt": doubt_text(piece, finding, language),
        "words": readable(piece.claim.quote if piece.claim else "", LONGEST),
        "against": readable(against(piece), LONGEST),
        # A distance is measured by us: it is in no text, so there is no source to quote.
        "by": None if piece.sight else _speaker(piece, hit),
    }


def _speaker(piece: Piece, hit: Hit) -> str:
    """The source of a statement about the hit itself; otherwise the title of its room or area."""
    entity = hit.entities.get(piece.entity)
    if piece.entity != hit.id:
        return readable(entity.title if entity and entity.title else piece.entity)
    return readable(piece.claim.source.partition("#")[0] if piece.claim else "") or readable(hit.id)
