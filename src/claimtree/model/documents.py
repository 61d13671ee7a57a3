"""Document: one record as somebody wrote it, before anything is read out of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from claimtree.model.claims import EntityId, Facet, LevelName
from claimtree.model.hierarchy import Field, Source
from claimtree.model.relations import Relation

MAX_ID: Final = 200
"""Characters of an id, and of a source's name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A file that a source is to read."""

    path: Path
    name: str
    """What messages call it: its path within the folder that was given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Where a record stands in what a source reads; a later run can go on behind it."""

    file: str
    """Its path, as `SourceFile` has it."""
    record: int
    """Its number in the file. It grows from record to record; a line would not do where one line holds many."""


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
    citation: str = ""
    """Where its text stands in the source, for people: "page 12"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What one source says about one entity and its parts."""

    id: EntityId
    level: LevelName
    source: Source
    parent: EntityId | None = None
    title: str = ""
    parts: tuple[Part, ...] = ()
    relations: tuple[Relation, ...] = ()
    """What the source states of links to other entities."""
    part_stream: Iterable[Part] | None = None
    """More parts, behind `parts`, for a document that has too many to hold in memory. It is read once, from start to
    end, before the next document is asked for."""
    position: Position | None = None
    """Where it stands, for a later run that goes on from there; None where the source cannot go on."""
    place: str = ""
    """Where it stands, for messages: "homes.jsonl, line 12"."""
