"""Finds the entities that a batch of documents changes, and what is stored of them, before a write."""

from __future__ import annotations

import operator
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from claimtree.errors import StaleVersion
from claimtree.indexing.build_entities import Built
from claimtree.indexing.merge import Merged, from_stored, is_long, merge
from claimtree.indexing.part_spool import FAMILY
from claimtree.indexing.tally import Tally
from claimtree.languages.rendering import joined
from claimtree.model.claims import EntityId
from claimtree.model.documents import Document
from claimtree.model.hierarchy import Entity
from claimtree.model.notices import Join
from claimtree.model.pack import Pack
from claimtree.model.phrases import IndexedEntity, version_of
from claimtree.ports import Store

ANY: Final = "*"
"""Any version of an entity, as long as it exists."""
NONE: Final = ""
"""No such entity."""
Wanted = Mapping[EntityId, Collection[str]]
"""The versions of which an entity must have one for a write to happen; may include `ANY` and
`NONE`.
"""


@dataclass(slots=True, kw_only=True)
class Pending:
    """An entity to be written, and the documents that change it."""

    documents: list[Document]
    merged: Merged
    stored_digest: str | None
    """The digest of what they were merged with; None where nothing was stored."""
    built: Built = field(default_factory=lambda: Built(items=(), notices=()))

    @property
    def items(self) -> tuple[IndexedEntity, ...]:
        return self.built.items

    @property
    def digest(self) -> str:
        """The digest of the entity as read; its parts have none of their own."""
        return next(item.digest for item in self.items if item.entity.id == self.merged.id)

    @property
    def ids(self) -> set[EntityId]:
        return {item.entity.id for item in self.items}


@dataclass(frozen=True, slots=True)
class _Stored:
    item: IndexedEntity
    merged: Merged


class Changes:
    """Looks up what is stored, and merges documents with it."""

    def __init__(self, pack: Pack, store: Store, stamp: str, wanted: Wanted, tally: Tally) -> None:
        """`stamp` names pack, reader and version: see `Indexer`."""
        self._pack = pack
        self._store = store
        self._stamp = stamp
        self._wanted = dict(wanted)
        self._tally = tally
        self._ahead: dict[EntityId, tuple[list[Document], Merged]] = {}
        """Documents that were merged before their turn; with their digest, which takes longer than to merge them."""

    @property
    def wants_versions(self) -> bool:
        """True if some entities must have certain versions to be changed."""
        return bool(self._wanted)

    def of(self, batch: Sequence[Document]) -> list[Pending]:
        """Returns the entities that the batch changes, parents first; unchanged ones are only
        counted.
        """
        groups = self._by_entity(batch)
        digests = self._store.digests(groups.keys())
        found: list[Pending] = []
        for id, documents in list(groups.items()):
            alone = self._merged(id, documents)
            if id not in digests:
                self._create(documents, alone, found)
            # Most stored entities have one source: if it is this one, nothing needs to be fetched.
            elif digests[id] == alone.digest(self._stamp):
                self.leave(documents, digests[id])
            else:
                continue
            del groups[id]
        stored = self._stored(groups.keys())
        for id, documents in groups.items():
            if id in stored:
                self._replace(documents, stored[id], found)
            else:  # removed by another writer since the digests were fetched
                self._create(documents, merge(documents), found)
        return sorted(found, key=lambda pending: self._pack.hierarchy.depth_of(pending.merged.level))

    def ahead(self, batch: Sequence[Document]) -> list[Pending]:
        """Returns what `of` does, of documents whose turn comes later, without counting any."""
        changes = Changes(self._pack, self._store, self._stamp, self._wanted, Tally())
        found = changes.of(batch)
        self._ahead.update((one.merged.id, (one.documents, one.merged)) for one in found if one.stored_digest is None)
        return found

    def _merged(self, id: EntityId, documents: list[Document]) -> Merged:
        known, merged = self._ahead.pop(id, ((), None))
        is_same = merged is not None and len(known) == len(documents)
        if merged is not None and is_same and all(map(operator.is_, known, documents)):
            return merged
        return merge(documents)

    def of_long(self, document: Document, merged: Merged, digest: str) -> Pending | None:
        """Returns a document that is written part by part, with what is stored of it; None if it is
        refused.
        """
        if not self._by_entity([document]):
            return None
        stored_digest = self._store.digests([document.id]).get(document.id)
        if not self._is_wanted([document], stored_digest):
            return None
        if stored_digest is not None and stored_digest != digest:
            for item in self._store.get([document.id]):
                if not self._is_replaceable(document, item.entity):
                    return None
        return Pending(documents=[document], merged=merged, stored_digest=stored_digest)

    def _is_replaceable(self, document: Document, entity: Entity) -> bool:
        if entity.owner is not None:
            self._refuse_part([document], entity)
        elif entity.level != document.level:
            self._refuse_level([document], entity)
        elif any(source.name != document.source.name for source in entity.sources):
            self._refuse_second([document], entity)
        else:
            return True
        return False

    def _refuse_part(self, documents: Iterable[Document], entity: Entity) -> None:
        reason = f"{entity.id!r} is a part that the document of {entity.owner!r} brings"
        self._tally.refuse(documents, reason, "Give it another id.")

    def _refuse_level(self, documents: Iterable[Document], entity: Entity) -> None:
        self._tally.refuse(
            documents,
            f"{entity.id!r} is stored as a {entity.level} and cannot become another level",
            "Delete it first, or give the new one another id.",
        )

    def _refuse_second(self, documents: Iterable[Document], entity: Entity) -> None:
        names = ", ".join(repr(source.name) for source in entity.sources)
        self._tally.refuse(
            documents,
            f"{entity.id!r} comes from {names} already, and a document with more than {FAMILY} parts has one source",
            "Delete it first, or give the new one another id.",
        )

    def wrote(self, id: EntityId, version: str) -> None:
        """Note that the writer has changed the version it wanted: its further documents of the
        entity are based on the new one.
        """
        if id in self._wanted:
            self._wanted[id] = (version,)

    def _by_entity(self, batch: Sequence[Document]) -> dict[EntityId, list[Document]]:
        groups: dict[EntityId, list[Document]] = {}
        for document in batch:
            if document.level in self._pack.hierarchy.depth:
                groups.setdefault(document.id, []).append(document)
            else:
                known = ", ".join(self._pack.hierarchy.levels)
                self._tally.refuse([document], f"no level {document.level!r} (have: {known})")
        return groups

    def leave(self, documents: list[Document], digest: str) -> None:
        """Count documents whose contents are stored already."""
        if self._is_wanted(documents, digest):
            self._tally.unchanged += len(documents)
            self._tally.note_version(documents[0].id, version_of(digest))

    def _create(self, documents: list[Document], merged: Merged, found: list[Pending]) -> None:
        """Add a new entity; documents that give it another level than the first one are refused."""
        if not self._is_wanted(documents, None):
            return
        strays = [document for document in documents if document.level != merged.level]
        if strays:
            self._tally.refuse(
                strays,
                f"{strays[0].id!r} cannot be a {strays[0].level}: it is a {merged.level} already",
                "Delete it first, or give the new one another id.",
            )
            documents = [document for document in documents if document.level == merged.level]
            merged = merge(documents)
        found.append(Pending(documents=documents, merged=merged, stored_digest=None))

    def _replace(self, documents: list[Document], stored: _Stored, found: list[Pending]) -> None:
        """Add a stored entity, merged with what other sources said of it."""
        entity, before = stored.item.entity, stored.merged
        if entity.owner is not None:
            self._refuse_part(documents, entity)
            return
        if not self._is_wanted(documents, stored.item.digest):
            return
        fitting = [document for document in documents if document.level == before.level]
        if len(fitting) < len(documents):
            self._refuse_level((document for document in documents if document.level != before.level), entity)
        if not fitting:
            return
        merged = merge(fitting, before)
        if is_long(stored.item.digest) and len(merged.sources) > 1:
            self._refuse_second(fitting, entity)
            return
        if merged.digest(self._stamp) == stored.item.digest:
            self.leave(fitting, stored.item.digest)
        else:
            found.append(Pending(documents=fitting, merged=merged, stored_digest=stored.item.digest))

    def _is_wanted(self, documents: list[Document], digest: str | None) -> bool:
        """True if the stored version is one that the writer wants to replace; otherwise the
        documents are refused.
        """
        id = documents[0].id
        wanted = self._wanted.get(id)
        if wanted is None or is_one_of(wanted, digest):
            return True
        self._tally.refuse(documents, stale_reason(id, wanted, digest), READ_AGAIN, StaleVersion)
        return False

    def _stored(self, ids: Iterable[EntityId]) -> dict[EntityId, _Stored]:
        """Returns stored entities, with what was merged into them; long ones without their parts."""
        items = self._store.get(tuple(ids))
        parts = {item.entity.id: () if is_long(item.digest) else self._store.children(item.entity.id) for item in items}
        fetched = self._store.get([part for own in parts.values() for part in own])
        children = {item.entity.id: item.entity for item in fetched}
        return {
            item.entity.id: _Stored(
                item, from_stored(item.entity, [children[id] for id in parts[item.entity.id] if id in children])
            )
            for item in items
        }


READ_AGAIN: Final = "Read it again first, and write what that makes of it."


def is_one_of(wanted: Collection[str], digest: str | None) -> bool:
    """True if what is stored (its digest, None for nothing) is one of the wanted versions."""
    return (NONE if digest is None else version_of(digest)) in wanted or (ANY in wanted and digest is not None)


def stale_reason(id: EntityId, wanted: Collection[str], digest: str | None) -> str:
    """Returns why a write that wants a version is refused."""
    now = f"its version is {version_of(digest)!r}" if digest is not None else "it is not there"
    if digest is not None and NONE in wanted and len(wanted) == 1:
        return f"{id!r} was to be new, and {now}"
    named = (repr(one) for one in sorted(wanted) if one not in (ANY, NONE))
    asked = joined(named, Join.OR, "en") or "any version"
    return f"{id!r} was to be changed at {asked}, and {now}"
