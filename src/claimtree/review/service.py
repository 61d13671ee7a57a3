"""The review queue as every face uses it: add what a message says, list, show, decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from claimtree.errors import BadInput
from claimtree.review.items import AuditEntry, Proposals, ReviewItem, ReviewState
from claimtree.review.review_db import FILE, ReviewFile

MOST_AT_ONCE: Final = 500


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


class ReviewService:
    """The queue of one collection: of the trees that belong to one store."""

    def __init__(self, home: Path, collection: str, *, now: Callable[[], datetime] = _now) -> None:
        """`home` is the data folder, `collection` the folder name of the trees (`TreeFolder.path.name`)."""
        self._file = ReviewFile(home / FILE)
        self._collection = collection
        self._now = now

    def close(self) -> None:
        self._file.close()

    def add(self, proposals: Proposals, *, by: str) -> list[ReviewItem]:
        """Puts the items into the queue; those that are in it already stay as they are."""
        return self._file.add(self._collection, proposals.items, by=by, at=self._now())

    def items(
        self, *, tree: str | None = None, state: ReviewState | None = None, limit: int = 50, offset: int = 0
    ) -> list[ReviewItem]:
        return self._file.items(self._collection, tree=tree, state=state, limit=limit, offset=offset)

    def counts(self) -> dict[str, int]:
        return self._file.counts(self._collection)

    def item(self, id: int) -> ReviewItem:
        return self._file.item(self._collection, id)

    def decide(self, ids: Sequence[int], state: ReviewState, *, by: str, note: str = "") -> list[ReviewItem]:
        """Approves, rejects or defers items, all or none, and notes who and when."""
        if not ids or len(ids) > MOST_AT_ONCE:
            raise BadInput(f"{len(ids):,} items at once", hint=f"Name 1 to {MOST_AT_ONCE}.")
        if state is ReviewState.APPROVED:
            for id in ids:
                _check_certain(self.item(id))
        entry = AuditEntry(at=self._now(), by=by, action=str(state), note=note)
        return self._file.decide(self._collection, ids, state, entry)


def _check_certain(item: ReviewItem) -> None:
    if item.fact is not None and item.fact.candidates:
        raise BadInput(
            f"item {item.id} may be about several people: {', '.join(one.id for one in item.fact.candidates)}",
            hint=f"Say who is meant: claimtree review assign {item.id} {item.fact.candidates[0].id}",
        )
