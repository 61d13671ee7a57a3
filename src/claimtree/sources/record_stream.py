"""The iterator over what a source reads, with reports on its files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from claimtree.errors import BadRecord
from claimtree.model.columns import ColumnsReport
from claimtree.model.documents import Document, SourceFile
from claimtree.model.notices import Notice, NoticeCode, notice
from claimtree.ports import ColumnSource, Source
from claimtree.sources.failures import named_failures

MOST_NAMED: Final = 20
"""Maximum number of files that are named one by one."""


class Records:
    """An iterator over documents and bad records; reports on the files when they have been read."""

    def __init__(
        self,
        items: Iterator[Document | BadRecord],
        source: Source,
        files: Sequence[SourceFile] = (),
        notices: Sequence[Notice] = (),
        *,
        name: str = "listings",
    ) -> None:
        """`name` is what a pack calls the source."""
        self._items = items
        self._source = source
        self._files = files
        self._notices = tuple(notices)
        self._name = name
        self._count = 0

    def __iter__(self) -> Iterator[Document | BadRecord]:
        return self

    def __next__(self) -> Document | BadRecord:
        item = next(self._items)
        self._count += 1
        return item

    @property
    def columns(self) -> ColumnsReport:
        """What became of the columns so far; empty for a source whose records have none."""
        with named_failures(self._name, "when it was asked for its columns"):
            return self._source.columns if isinstance(self._source, ColumnSource) else ColumnsReport()

    @property
    def notices(self) -> tuple[Notice, ...]:
        """Notices about files that were skipped, and on files without records."""
        if self._count or not self._files:
            return self._notices
        files = listed([file.name for file in self._files])
        return (*self._notices, notice(NoticeCode.NO_RECORDS, files=files))


def listed(names: Sequence[str]) -> str:
    """Returns names separated by commas; of many only the first `MOST_NAMED`."""
    more = f" and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else ""
    return f"{', '.join(names[:MOST_NAMED])}{more}"
