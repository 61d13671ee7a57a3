"""Entities and names as the rows that a store keeps of them, made in another process.

A large import has millions of claims: handing them from process to process as objects costs more than to read them. So
the process that reads also makes rows of what it has read, with the packer of the store, and the writer of the store
adds what it alone knows: numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from claimtree.model.claims import EntityId
from claimtree.model.phrases import Batch, PhraseId


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedEntities:
    """New entities without parts, coordinates and nearby facts, each of which has its parent in the store."""

    ids: Sequence[EntityId]
    digests: Sequence[str]
    rows: Any
    """As the store's packer has made them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedNames:
    """Phrases that are names, or keys of names: they need no vector."""

    ids: Sequence[PhraseId]
    rows: Sequence[Any]
    """As the store's packer has made them, one for each."""
    edges: Sequence[tuple[int, int, int, float]]
    """The edges from those that are new: derived phrase, base, 1 if it excludes, discount."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedBatch:
    """What is written in one transaction: all of it, or nothing."""

    entities: Sequence[PackedEntities]
    names: Sequence[PackedNames]
    """Those that are stored already are left out, with the edges from them."""
    others: Batch
    """New phrases that are no names, without entities."""
