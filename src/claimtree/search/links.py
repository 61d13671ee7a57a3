"""The relations of one entity, with the names of those it is linked to, for showing."""

from __future__ import annotations

from collections.abc import Sequence

from claimtree.model.claims import EntityId
from claimtree.model.pack import Pack
from claimtree.model.relations import Direction, NamedLink
from claimtree.ports import RelationStore


def named_links(store: RelationStore, pack: Pack, id: EntityId, *, limit: int) -> tuple[Sequence[NamedLink], int]:
    """The first links of an entity, in both directions and of all kinds, and how many more there are."""
    if not pack.relations:
        return (), 0
    shown, more = store.first_links(id, pack.relation_query(direction=Direction.BOTH), limit=limit)
    ends = {item.entity.id: item.entity for item in store.get(list(dict.fromkeys(link.to for link in shown)))}
    named = [
        NamedLink(link=link, title=ends[link.to].title, level=ends[link.to].level)
        for link in shown
        # Somebody may have removed it in between.
        if link.to in ends
    ]
    return named, more
