"""Document: one record as somebody wrote it, before anything is read out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from claimtree.model.claims import EntityId, Facet, LevelName
from claimtree.model.hierarchy import Field, Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A nested item of a document that becomes an entity of its own: a room of a home."""

    key: str
    """Which of the document's lists it stands in."""
    level: LevelName
    facet: Facet | None
    text: str = ""
    title: str = ""
    fields: Mapping[str, Field] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What one source says about one entity and its parts."""

    id: EntityId
    level: LevelName
    source: Source
    parent: EntityId | None = None
    title: str = ""
    parts: tuple[Part, ...] = ()
    place: str = ""
    """Where it stands, for messages: "homes.jsonl, line 12"."""
