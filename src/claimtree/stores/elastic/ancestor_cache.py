"""A cache of ancestors: a job that writes all answers of a hundred areas reads those areas only
once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence

from claimtree.model.claims import EntityId, LevelName
from claimtree.stores.elastic.documents import RECORD, FamilyMember, family_member_of_document
from claimtree.stores.elastic.reading import Reading, Stored

_MOST = 5_000
_Document = tuple[str, str, str]
"""The unique id of the store's version, the index, and the document's key in it."""


class AncestorCache:
    """An LRU cache by document. A document is never changed, except to mark it dead, so entries
    never go stale."""

    def __init__(self) -> None:
        self._kept: OrderedDict[_Document, FamilyMember] = OrderedDict()

    def of(
        self, reading: Reading, ids: Collection[EntityId], known: Mapping[EntityId, Stored], levels: Sequence[LevelName]
    ) -> dict[EntityId, FamilyMember]:
        """Returns the kin of stored entities of these levels; `known` has the documents that were
        looked up already."""
        where = {id: known[id] for id in ids if id in known}
        where |= {one.id: one for one in reading.find("id", [id for id in ids if id not in known], levels=levels)}
        found: dict[EntityId, FamilyMember] = {}
        for id, one in where.items():
            document = _document(reading, one)
            if document in self._kept:
                self._kept.move_to_end(document)
                found[id] = self._kept[document]
        for one in reading.find("id", where.keys() - found.keys(), fields=RECORD, levels=levels):
            found[one.id] = self._kept[_document(reading, one)] = family_member_of_document(one.source, one.level)
        while len(self._kept) > _MOST:
            self._kept.popitem(last=False)
        return found


def _document(reading: Reading, one: Stored) -> _Document:
    return reading.view.state.made, one.index, one.key
