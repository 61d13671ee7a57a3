"""What a card shows of a hit beside its verdicts; the command line draws the same words."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from claimtree.model.answers import Answer, Hit
from claimtree.model.pack import Pack
from claimtree.telling import facts, lineage

PICTURES = ("picture", "picture_url", "photo", "photo_url", "image", "image_url", "thumbnail", "thumbnail_url")
"""Fields that people put the address of a picture into."""


def with_cards(shape: dict[str, Any], found: Answer, pack: Pack) -> dict[str, object]:
    """An answer in which every hit has its card."""
    hits = [{**told, "card": _card(hit, pack)} for told, hit in zip(shape["hits"], found.hits, strict=True)]
    return {**shape, "hits": hits}


def _card(hit: Hit, pack: Pack) -> dict[str, Any]:
    own = hit.entities.get(hit.id)
    around = lineage(hit)
    # A home without coordinates lies somewhere in its area.
    at = next((entity.point for entity in (own, *around) if entity is not None and entity.point is not None), None)
    spoken_of = {piece.entity for finding in hit.findings for piece in finding.pieces}
    return {
        "facts": facts(hit, pack),
        "lineage": [entity.title or entity.id for entity in around],
        "lat": at.lat if at is not None else None,
        "lon": at.lon if at is not None else None,
        "picture": next((link for name in PICTURES if (link := _link(hit.fields.get(name)))), ""),
        "url": next((link for source in (own.sources if own else ()) if (link := _link(source.url))), ""),
        "entities": {
            id: hit.entities[id].title or str(id) for id in sorted(spoken_of) if id in hit.entities and id != hit.id
        },
    }


def _link(value: object) -> str:
    """An address that a page may lead to; nothing that would run."""
    if not isinstance(value, str) or len(value) > 2_000:
        return ""
    try:
        parts = urlsplit(value.strip())
    except ValueError:
        return ""
    return value.strip() if parts.scheme in ("http", "https") and parts.hostname else ""
