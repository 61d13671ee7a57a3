"""The card of a hit: what is shown beside its verdicts, in the same words as on the command
line."""

from __future__ import annotations

from claimtree.json_types.answer_types import AnswerShape, CardShape
from claimtree.model.answers import Answer, Hit
from claimtree.model.pack import Pack
from claimtree.presentation import facts, lineage, link, listing_link

PICTURES = ("picture", "picture_url", "photo", "photo_url", "image", "image_url", "thumbnail", "thumbnail_url")
"""Fields that commonly contain the URL of a picture."""


def add_cards(shape: AnswerShape, found: Answer, pack: Pack) -> None:
    """Adds a card to every hit of an answer."""
    for shown, hit in zip(shape["hits"], found.hits, strict=True):
        shown["card"] = _card(hit, pack)


def _card(hit: Hit, pack: Pack) -> CardShape:
    own = hit.entities.get(hit.id)
    around = lineage(hit)
    # A home without coordinates takes those of its area.
    at = next((entity.point for entity in (own, *around) if entity is not None and entity.point is not None), None)
    spoken_of = {piece.entity for finding in hit.findings for piece in finding.pieces}
    return {
        "facts": facts(hit, pack),
        "lineage": [entity.title or entity.id for entity in around],
        "lat": at.lat if at is not None else None,
        "lon": at.lon if at is not None else None,
        "picture": next((found for name in PICTURES if (found := link(hit.fields.get(name)))), ""),
        "url": listing_link(hit),
        "entities": {
            id: hit.entities[id].title or str(id) for id in sorted(spoken_of) if id in hit.entities and id != hit.id
        },
    }
