"""What came of indexing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from claimtree.errors import BadRecord
from claimtree.model.claims import EntityId
from claimtree.model.columns import ColumnsReport

MOST_VERSIONS: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexReport:
    """What one run did. Every document is indexed, unchanged or skipped, unless the run was interrupted."""

    indexed: int = 0
    """Documents that were written."""
    unchanged: int = 0
    """Documents that were stored already, just as they are."""
    skipped: int = 0
    """Records that could not be used."""
    bad: tuple[BadRecord, ...] = ()
    """Why they could not; the first thousand."""
    claims: int = 0
    """Written, after duplicates were dropped."""
    phrases: int = 0
    """New ones, those that follow from others included."""
    seconds: float = 0.0
    interrupted: bool = False
    """Ctrl-C came: what is counted is stored, and the next run goes on from there."""
    notices: tuple[str, ...] = ()
    """What was left out or guessed; the first hundred."""
    verified: int = 0
    """Claims that something is near, borne out by the map."""
    contradicted: int = 0
    """Such claims that the map contradicts."""
    outranked: int = 0
    """Claims of prose that were left out, since a column of the same source says otherwise."""
    disputed: int = 0
    """Things that a source says both ways, so that they count for nothing."""
    columns: ColumnsReport = field(default_factory=ColumnsReport)
    """What each column was read as, and what of it was not read."""
    versions: Mapping[EntityId, str] = field(default_factory=dict)
    """What the entities' versions are now that this run wrote or found so; the first thousand."""

    @property
    def ok(self) -> bool:
        return not self.skipped and not self.interrupted
