"""Relations between entities, read from the documents of those that state them and of those that they lead to."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from typing import Final

from claimtree.model.claims import EntityId
from claimtree.model.relations import Links, RelationQuery, Statement, Waiting, links_of, statements_of
from claimtree.stores.elastic.reading import Reading, Stored
from claimtree.stores.encoding import decode_relations

LINKED: Final = ("id", "relations")
AT_ONCE: Final = 500
"""Documents whose targets are looked up together."""


def related(reading: Reading, ids: Collection[EntityId], query: RelationQuery) -> Links:
    """The links of those of the entities that are stored."""
    own = {one.id: one for one in reading.find("id", ids, fields=LINKED)}
    referring = reading.find("targets", own, fields=LINKED) if query.incoming else ()
    documents = own | {one.id: one for one in referring}
    stated = [statement for one in documents.values() for statement in _statements(one)]
    live = own.keys() | _stored(reading, {one.to for one in stated if one.by in own} - own.keys())
    asked = [id for id in dict.fromkeys(ids) if id in own]
    return links_of(asked, (one for one in stated if one.to in live), query)


def all_links(reading: Reading, query: RelationQuery) -> Links:
    """The links of all entities that have some."""
    stated = [one for document in _linked(reading) for one in _statements(document)]
    live = _stored(reading, {one.to for one in stated})
    ends = dict.fromkeys(end for one in stated if one.to in live for end in (one.by, one.to))
    found = links_of(ends, (one for one in stated if one.to in live), query)
    return {id: links for id, links in found.items() if links}


def _linked(reading: Reading) -> Iterator[Stored]:
    """The documents that state relations."""
    return reading.all({"exists": {"field": "related"}}, fields=LINKED)


def waiting(reading: Reading, limit: int) -> Waiting:
    """How many relations lead to entities that are not stored, and the first of them."""
    count, first = 0, list[Statement]()
    linked = _linked(reading)
    while documents := list(islice(linked, AT_ONCE)):
        stated = [statement for one in documents for statement in _statements(one)]
        live = _stored(reading, {one.to for one in stated})
        lost = [one for one in stated if one.to not in live]
        count += len(lost)
        first += lost[: limit - len(first)]
    return Waiting(count=count, first=tuple(first))


def _stored(reading: Reading, ids: Collection[EntityId]) -> set[EntityId]:
    """Those of the entities that are stored."""
    return {one.id for one in reading.find("id", ids, fields=("id",))}


def _statements(one: Stored) -> Iterator[Statement]:
    return statements_of(one.id, decode_relations(one.source.get("relations", {}).get("of", ())))
