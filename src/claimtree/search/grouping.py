"""Groups hits by the place that they are near to: "near a mall" covers several malls."""

from __future__ import annotations

from collections.abc import Sequence

from claimtree.model.answers import Found, Hit, Verdict
from claimtree.model.places import Sight

ELSEWHERE = "Elsewhere"


def by_place(found: Found) -> list[tuple[str, Sequence[Hit]]]:
    """Groups a page's hits by the name of the place that met the first place wish, in the order of
    their best hits; hits near none come last. Without a place wish all hits are under one empty
    name."""
    wish = next((i for i, claim in enumerate(found.claims) if claim.where is not None and not claim.negated), None)
    if wish is None:
        return [("", found.hits)]
    groups: dict[str, list[Hit]] = {}
    last: list[Hit] = []
    for hit in found.hits:
        place = place_of(hit, wish)
        (groups.setdefault(place.name, []) if place is not None else last).append(hit)
    return [*groups.items(), *([(ELSEWHERE, last)] if last else [])]


def place_of(hit: Hit, wish: int) -> Sight | None:
    """Returns the place that met a wish, if one did."""
    finding = hit.findings[wish]
    if finding.verdict is not Verdict.MET:
        return None
    return next((piece.sight for piece in finding.pieces if piece.sight is not None and piece.grade > 0), None)
