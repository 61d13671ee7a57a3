"""Turns stored entities back into documents: every entity keeps its sources, so it can be read
again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from claimtree.errors import BadRecord
from claimtree.indexing.long_documents import PARTS_AT_ONCE
from claimtree.indexing.merge import PARENT, TITLE, from_stored, is_long, stored_part
from claimtree.model.claims import EntityId, LevelName
from claimtree.model.documents import Document, Part
from claimtree.model.hierarchy import Entity, Hierarchy
from claimtree.model.phrases import IndexedEntity
from claimtree.moving.scan import PAGE, pages
from claimtree.ports import MovableStore

SAMPLED: Final = 25


class StoredDocuments:
    """Yields the documents of a live store for a new version of it."""

    def __init__(self, live: MovableStore, fresh: MovableStore, hierarchy: Hierarchy, *, seed: int = 0) -> None:
        """`hierarchy` is the live store's own."""
        self._live = live
        self._fresh = fresh
        self._hierarchy = hierarchy
        self._rng = random.Random(seed)
        self._passed = 0
        self.sample: list[EntityId] = []
        """A uniform sample of the entities of the answer level that were yielded."""

    def documents(self, *, since: int = 0) -> Iterator[Document | BadRecord]:
        """Yields all documents, parents before children, or those of entities written after a
        generation.

        An entity that was removed and came back from other sources is first removed from the new
        version: indexing adds sources, and never drops one.
        """
        for level in self._hierarchy.levels:
            for ids in pages(self._live, level, since=since):
                items = [item for item in self._live.get(ids) if item.entity.owner is None]
                self._drop_changed(items)
                for item in items:
                    self._note(item)
                    yield from self._documents_of(item)

    def remove_missing(self) -> int:
        """Remove from the new version what the live one no longer has. Returns how many entities
        were removed.
        """
        gone = 0
        for level in self._hierarchy.levels:
            gone += self._fresh.remove(id for id in self.only_in_first(self._fresh, self._live, level))
        return gone

    def only_in_first(self, here: MovableStore, there: MovableStore, level: LevelName) -> list[EntityId]:
        """Returns the entities of a level, with documents of their own, that `here` has and `there`
        lacks.
        """
        found: list[EntityId] = []
        for ids in pages(here, level, size=10 * PAGE):
            lacking = set(ids) - there.digests(ids).keys()
            if lacking:
                found += [id for id, digest in here.digests(lacking).items() if digest]
        return sorted(found)

    def waiting(self, since: int) -> int:
        """Returns how many entities were written after a generation, counted up to a limit per
        level.
        """
        return sum(
            len(self._live.scan(level, since=since, limit=5 * PAGE))
            for level in self._hierarchy.levels[: self._hierarchy.depth_of(self._hierarchy.answers) + 1]
        )

    def _drop_changed(self, items: Sequence[IndexedEntity]) -> None:
        known = self._fresh.digests([item.entity.id for item in items])
        if not known:
            return
        named = {item.entity.id: {source.name for source in item.entity.sources} for item in items}
        for item in self._fresh.get(sorted(known)):
            if not {source.name for source in item.entity.sources} <= named[item.entity.id]:
                self._fresh.remove([item.entity.id])

    def _documents_of(self, item: IndexedEntity) -> Iterator[Document | BadRecord]:
        entity = item.entity
        if not entity.sources:
            yield BadRecord(
                f"{entity.level} {entity.id!r} has no source that could be read again",
                hint="Index it again from a file, or delete it.",
                values={"id": entity.id, "reason": "it has no source that could be read again"},
            )
        is_streamed = is_long(item.digest)
        children = () if is_streamed else self._live.get(self._live.children(entity.id))
        merged = from_stored(entity, [child.entity for child in children])
        for source in merged.sources:
            title, parent = source.fields.get(TITLE, ""), source.fields.get(PARENT)
            yield Document(
                id=entity.id,
                level=entity.level,
                source=source,
                parent=EntityId(parent) if isinstance(parent, str) else None,
                title=title if isinstance(title, str) else "",
                parts=merged.parts.get(source.name, ()),
                part_stream=self._parts_of(entity) if is_streamed else None,
                relations=merged.relations.get(source.name, ()),
                place=f"{entity.id}, from {source.name}",
            )

    def _parts_of(self, owner: Entity) -> Iterator[Part]:
        """Yields the parts of a document that was indexed as a stream, in their order; it has one
        source.
        """
        numbered: list[tuple[str, int, EntityId]] = []
        for id in self._live.children(owner.id):
            label, _, number = id.rpartition("-")
            if number.isdigit():  # others are implied by a text
                numbered.append((label, int(number), id))
        ids = [id for _, _, id in sorted(numbered)]
        for at in range(0, len(ids), PARTS_AT_ONCE):
            for child in self._live.get(ids[at : at + PARTS_AT_ONCE]):
                if child.entity.owner == owner.id and child.entity.sources:
                    yield stored_part(child.entity, child.entity.sources[0])[1]

    def _note(self, item: IndexedEntity) -> None:
        if item.entity.level != self._hierarchy.answers:
            return
        self._passed += 1
        if len(self.sample) < SAMPLED:
            self.sample.append(item.entity.id)
        elif (slot := self._rng.randrange(self._passed)) < SAMPLED:
            self.sample[slot] = item.entity.id
