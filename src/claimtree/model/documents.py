"""Document: one record as a source gives it, before claims are read from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from claimtree.model.claims import EntityId, Facet, LevelName
from claimtree.model.hierarchy import Field, Source
from claimtree.model.relations import Relation

MAX_ID: Final = 200
"""Maximum characters of an id, and of a source's name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A file that a source is to read."""

    path: Path
    name: str
    """Its name in messages: its path within the folder that was given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """The position of a record in what a source reads; a later run can continue after it."""

    file: str
    """Its path, as in `SourceFile`."""
    record: int
    """Its number in the file. It grows from record to record; a line number would not, as one line
    may hold many.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A nested item of a document that becomes an entity of its own: a room of a home."""

    key: str
    """Which of the document's lists it is in."""
    level: LevelName
    facet: Facet | None
    text: str = ""
    title: str = ""
    fields: Mapping[str, Field] = field(default_factory=dict)
    citation: str = ""
    """Where its text is in the source, for people: "page 12"."""


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
    """Links to other entities that the source states."""
    part_stream: Iterable[Part] | None = None
    """More parts, after `parts`, for a document that has too many to hold in memory. It is read
    once, from start to end, before the next document is requested.
    """
    position: Position | None = None
    """Its position, for a later run that continues from there; None if the source cannot continue."""
    place: str = ""
    """Its position, for messages: "homes.jsonl, line 12"."""
