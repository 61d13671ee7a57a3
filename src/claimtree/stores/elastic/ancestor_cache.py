"""A cache of ancestors: a job that writes all answers of a hundred areas reads those areas only
once."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from claimtree.lru_cache import LruCache
from claimtree.model.claims import EntityId, LevelName
from claimtree.stores.elastic.entity_documents import RECORD, FamilyMember, family_member_of_document
from claimtree.stores.elastic.reading import Reading, Stored

_MOST = 5_000
_Document = tuple[str, str, str]
"""The unique id of the store's version, the index, and the document's key in it."""


class AncestorCache:
    """A cache by document. A document is never changed, except to mark it dead, so entries
    never go stale."""

    def __init__(self) -> None:
        self._kept = LruCache[_Document, FamilyMember](_MOST)

    def of(
        self, reading: Reading, ids: Collection[EntityId], known: Mapping[EntityId, Stored], levels: Sequence[LevelName]
    ) -> dict[EntityId, FamilyMember]:
        """Returns the kin of stored entities of these levels; `known` has the documents that were
        looked up already."""
        where = {id: known[id] for id in ids if id in known}
        where |= {one.id: one for one in reading.find("id", [id for id in ids if id not in known], levels=levels)}
        documents = {id: _document(reading, one) for id, one in where.items()}
        kept = self._kept.get(documents.values())
        found = {id: kept[document] for id, document in documents.items() if document in kept}
        for one in reading.find("id", where.keys() - found.keys(), fields=RECORD, levels=levels):
            found[one.id] = family_member_of_document(one.source, one.level)
            self._kept.put({_document(reading, one): found[one.id]})
        return found


def _document(reading: Reading, one: Stored) -> _Document:
    return reading.view.state.made, one.index, one.key
