"""The report of a run of the indexer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from claimtree.errors import BadRecord
from claimtree.model.claims import EntityId
from claimtree.model.columns import ColumnsReport
from claimtree.model.notices import Notice

MOST_VERSIONS: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexReport:
    """What one run did. Every document is indexed, unchanged or skipped, unless the run was
    interrupted.
    """

    indexed: int = 0
    """Documents that were written."""
    unchanged: int = 0
    """Documents that were already stored, unchanged."""
    skipped: int = 0
    """Records that could not be used."""
    bad: tuple[BadRecord, ...] = ()
    """Why they could not; the first thousand."""
    claims: int = 0
    """Claims written, after duplicates were dropped."""
    phrases: int = 0
    """New phrases, including those that others imply."""
    seconds: float = 0.0
    interrupted: bool = False
    """True after Ctrl-C: what is counted is stored, and the next run continues from there."""
    notices: tuple[Notice, ...] = ()
    """What was left out or guessed; the first hundred."""
    language: str = "en"
    """In which the notices are told: the pack's first."""
    verified: int = 0
    """Claims of nearness that the map confirms."""
    contradicted: int = 0
    """Claims of nearness that the map contradicts."""
    outranked: int = 0
    """Claims of prose that were left out, since a column of the same source contradicts them."""
    disputed: int = 0
    """Contradictions within a source, which therefore do not count."""
    columns: ColumnsReport = field(default_factory=ColumnsReport)
    """What each column was read as, and what of it was not read."""
    versions: Mapping[EntityId, str] = field(default_factory=dict)
    """The versions of entities that this run wrote or found unchanged; the first thousand."""

    @property
    def ok(self) -> bool:
        return not self.skipped and not self.interrupted
