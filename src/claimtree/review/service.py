"""The review queue as every face uses it: read messages into it, list, show, decide, export."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from claimtree.answering.ask_result import SourceType
from claimtree.answering.family_index import FamilyIndex
from claimtree.errors import BadInput
from claimtree.review.export import PATCH, REVIEWED, Export, beside, export
from claimtree.review.items import MOST_EXCERPT, AuditEntry, Origin, Proposals, ReviewItem, ReviewKind, ReviewState
from claimtree.review.messages import Message
from claimtree.review.proposals import assigned, proposals_of
from claimtree.review.review_db import FILE, MOST_ITEMS, ReviewFile
from claimtree.sources.gedcom.tree_file import TreeFile

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

    def propose(
        self, message: str, index: FamilyIndex, origin: Origin, *, about: str = "", writer: str = ""
    ) -> Proposals:
        """Returns what a message says that could be new, and writes nothing.

        `about` is the id of the person whom the message is about ("she"), `writer` that of whoever
        wrote it, if the tree has them.
        """
        return proposals_of(message, index, origin, about=about, writer=writer, today=self._now().date())

    def read(self, message: Message, index: FamilyIndex, kind: SourceType = SourceType.CONVERSATION_LOG) -> Proposals:
        """Returns what a message says that could be new, and writes nothing."""
        return self.propose(
            message.text,
            index,
            message.origin(kind),
            about=_inner(message.about, index),
            writer=_inner(message.writer, index),
        )

    def add(self, proposals: Proposals, *, by: str) -> list[ReviewItem]:
        """Puts the items into the queue; those that are in it already stay as they are."""
        return self._file.add(self._collection, proposals.items, by=by, at=self._now())

    def add_draft(self, text: str, tree: str, message: Message, *, by: str) -> list[ReviewItem]:
        """Puts the draft of a reply to a message into the queue, for a person to read; it is never sent. Returns no
        item if it is in the queue already."""
        excerpt = " ".join(message.text.split())[:MOST_EXCERPT]
        origin = replace(message.origin(), excerpt=excerpt)
        item = ReviewItem(id=0, kind=ReviewKind.DRAFT, tree=tree, draft=text, origin=origin)
        return self._file.add(self._collection, [item], by=by, at=self._now())

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

    def assign(self, id: int, person: str, index: FamilyIndex, *, by: str) -> ReviewItem:
        """Notes who is meant by an item that may mean several or nobody, and compares it with the tree anew."""
        inner = _inner(person, index)
        item = assigned(self.item(id), inner, index)
        entry = AuditEntry(at=self._now(), by=by, action="assigned", note=inner)
        return self._file.assign(self._collection, item, entry)

    def trees_with_approved(self) -> tuple[str, ...]:
        """Returns the trees of which something was approved that may be exported."""
        return tuple(dict.fromkeys(one.tree for one in self.items(state=ReviewState.APPROVED, limit=MOST_ITEMS)))

    def approved(self, tree: str) -> list[ReviewItem]:
        """Returns everything of a tree that was approved, in the order in which it came."""
        return self.items(tree=tree, state=ReviewState.APPROVED, limit=MOST_ITEMS)

    def export(
        self,
        tree: TreeFile,
        index: FamilyIndex,
        original: Path,
        *,
        by: str,
        to: Path | None = None,
        as_patch: bool = False,
    ) -> Export:
        """Writes everything that was approved of a tree beside its GEDCOM file, which stays as it is: a new file
        ("NAME.reviewed.ged"), or a patch."""
        path = to or beside(original, PATCH if as_patch else REVIEWED)
        items = self.approved(tree.info.name)
        done = export(items, original, path, index, tree, tree.info, as_patch=as_patch)
        entry = AuditEntry(at=self._now(), by=by, action="exported", note=done.path.name)
        self._file.note(self._collection, done.items, entry)
        return done


def _inner(person: str, index: FamilyIndex) -> str:
    """Returns the id of a person in a tree, given with the tree's name or without."""
    return person.strip().removeprefix(f"{index.tree}:").strip("@")


def _check_certain(item: ReviewItem) -> None:
    if item.fact is not None and item.fact.candidates:
        raise BadInput(
            f"item {item.id} may be about several people: {', '.join(one.id for one in item.fact.candidates)}",
            hint=f"Say who is meant: claimtree review assign {item.id} {item.fact.candidates[0].id}",
        )
