"""Counts and messages of one run of the indexer."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from claimtree.errors import BadRecord
from claimtree.indexing.fields import Unread
from claimtree.indexing.report import MOST_VERSIONS, IndexReport
from claimtree.model.claims import EntityId
from claimtree.model.columns import ColumnsReport, UnreadValues
from claimtree.model.documents import Document, Position
from claimtree.model.notices import Notice, NoticeCode, notice

MOST_BAD: Final = 1_000
MOST_NOTICES: Final = 100
LONGEST: Final = 60
"""Maximum length of a value that is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """The record up to which an earlier run got, and its counts."""

    position: Position
    documents: int
    skipped: int
    bad: tuple[BadRecord, ...]


@dataclass(slots=True)
class Tally:
    """Counts of one run, refused records, and notices."""

    started: float = field(default_factory=time.perf_counter)
    indexed: int = 0
    unchanged: int = 0
    skipped: int = 0
    claims: int = 0
    phrases: int = 0
    verified: int = 0
    contradicted: int = 0
    outranked: int = 0
    disputed: int = 0
    bad: list[BadRecord] = field(default_factory=list)
    notices: dict[Notice, None] = field(default_factory=dict)
    unread: dict[tuple[str, str], UnreadValues] = field(default_factory=dict)
    versions: dict[EntityId, str] = field(default_factory=dict)

    @property
    def done(self) -> int:
        return self.indexed + self.unchanged + self.skipped

    def resume(self, reached: Reached | None) -> None:
        """Count what an earlier run did of the same files."""
        if reached is not None:
            self.unchanged += reached.documents
            self.skipped += reached.skipped
            self.bad += reached.bad
            position = reached.position
            continued = notice(NoticeCode.CONTINUED_AFTER, record=position.record, file=position.file)
            self.notices.setdefault(continued)

    def skip(self, record: BadRecord) -> None:
        self.skipped += 1
        if len(self.bad) < MOST_BAD:
            self.bad.append(record)

    def add_skipped(self, other: Tally) -> None:
        """Count what another tally has skipped."""
        self.skipped += other.skipped
        self.bad += other.bad[: max(0, MOST_BAD - len(self.bad))]

    def refuse(
        self, documents: Iterable[Document], reason: str, hint: str = "", kind: type[BadRecord] = BadRecord
    ) -> None:
        for document in documents:
            place = f"{document.place}: " if document.place else ""
            values = {"id": document.id, "place": document.place, "reason": reason}
            self.skip(kind(f"{place}{reason}", hint=hint, values=values))

    def note(self, notices: Sequence[Notice]) -> None:
        for one in notices[: max(0, MOST_NOTICES - len(self.notices))]:
            self.notices.setdefault(one)

    def note_unread(self, values: Sequence[Unread]) -> None:
        """Count unreadable values by their column and reason; one example of each is kept."""
        for one in values:
            key = one.column, one.why
            known = self.unread.get(key)
            if known is not None:
                self.unread[key] = replace(known, count=known.count + 1)
            elif len(self.unread) < MOST_NOTICES:
                self.unread[key] = UnreadValues(column=one.column, why=one.why, count=1, example=one.value[:LONGEST])

    def note_version(self, id: EntityId, version: str) -> None:
        if id in self.versions or len(self.versions) < MOST_VERSIONS:
            self.versions[id] = version

    def report(self, columns: ColumnsReport, *, interrupted: bool, language: str) -> IndexReport:
        return IndexReport(
            indexed=self.indexed,
            unchanged=self.unchanged,
            skipped=self.skipped,
            bad=tuple(self.bad),
            claims=self.claims,
            phrases=self.phrases,
            seconds=time.perf_counter() - self.started,
            interrupted=interrupted,
            notices=tuple(self.notices),
            language=language,
            verified=self.verified,
            contradicted=self.contradicted,
            outranked=self.outranked,
            disputed=self.disputed,
            columns=columns.with_values(self.unread.values()),
            versions=dict(self.versions),
        )
