"""Reads entities, families and dossiers from the documents."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from claimtree.geo import Points
from claimtree.model.answers import Dossier, Node, Piece
from claimtree.model.claims import EntityId, LevelName
from claimtree.model.hierarchy import Entity, Hierarchy
from claimtree.model.phrases import IndexedEntity, phrase_of
from claimtree.model.plans import Plan, Wish
from claimtree.model.verdicts import locate, weigh
from claimtree.ports import Stamped
from claimtree.stores.elastic.cluster_client import PAGE, ElasticClient, Token
from claimtree.stores.elastic.dialects import Json
from claimtree.stores.elastic.entity_documents import RECORD, fits, item_of, phrase_numbers
from claimtree.stores.elastic.ledger import View
from claimtree.stores.elastic.phrase_cache import PhraseCache
from claimtree.stores.elastic.query_builders import Query


@dataclass(frozen=True, slots=True, eq=False)
class Stored:
    """A document stored in the cluster."""

    index: str
    key: str
    level: LevelName
    source: Json
    token: Token = (0, 0)
    """Sequence number and primary term of the document as read."""

    @property
    def id(self) -> EntityId:
        return EntityId(self.source["id"])

    @property
    def parent(self) -> EntityId | None:
        return self.source.get("parent")

    @property
    def owner(self) -> EntityId | None:
        return self.source.get("owner")

    @property
    def digest(self) -> str:
        return str(self.source.get("digest", ""))

    @property
    def line(self) -> tuple[EntityId, ...]:
        """Its ancestors, nearest first."""
        return tuple(self.source.get("line", ()))

    @property
    def answer(self) -> EntityId | None:
        """The answer that it belongs to or is."""
        return self.source.get("answer")


LIGHT = ("id", "parent", "owner", "line", "answer", "written", "digest")
"""The fields that say where an entity belongs, and which state of it this is."""


class Reading:
    """One view of the entities."""

    def __init__(self, client: ElasticClient, view: View, hierarchy: Hierarchy, phrase_cache: PhraseCache) -> None:
        self._client = client
        self.view = view
        self._names = view.names
        self._hierarchy = hierarchy
        self._phrase_cache = phrase_cache

    @property
    def answers(self) -> LevelName:
        """The level of the answers."""
        return self._hierarchy.answers

    def find(
        self, field: str, values: Collection[str], *, fields: Sequence[str] = LIGHT, levels: Sequence[LevelName] = ()
    ) -> Iterator[Stored]:
        """Yields the entities with one of these values in a field; the order is not specified."""
        listed = sorted(value for value in set(values) if fits(value))
        for at in range(0, len(listed), PAGE):
            yield from self.all({"terms": {field: listed[at : at + PAGE]}}, fields=fields, levels=levels)

    def find_each(self, asked: Sequence[tuple[str, Collection[str]]]) -> list[list[Stored]]:
        """Does the same as `find` for several fields, each with its values, in one request."""
        searches, fields = list[tuple[str, Json]](), list[int]()
        for number, (field, values) in enumerate(asked):
            listed = sorted(value for value in set(values) if fits(value))
            for at in range(0, len(listed), PAGE):
                searches.append((self._names.entities, self._body({"terms": {field: listed[at : at + PAGE]}}, LIGHT)))
                fields.append(number)
        found: list[list[Stored]] = [[] for _ in asked]
        for number, hits in zip(fields, self._client.all_of(searches), strict=True):
            found[number] += [self._stored(hit, self._names.level_of(hit["_index"])) for hit in hits]
        return found

    def all(
        self, query: Query, *, fields: Sequence[str] = LIGHT, levels: Sequence[LevelName] = (), page: int = PAGE
    ) -> Iterator[Stored]:
        """Yields the entities that a query finds, ordered by id."""
        index = ",".join(self._names.level(level) for level in levels) if levels else self._names.entities
        for hit in self._client.all_hits(index, self._body(query, fields), page=page):
            yield self._stored(hit, self._names.level_of(hit["_index"]))

    def _body(self, query: Query, fields: Sequence[str]) -> Json:
        return {
            "query": {"bool": {"filter": [self.view.filters, query]}},
            "sort": [{"id": "asc"}],
            "_source": list(fields),
            "seq_no_primary_term": True,
        }

    def items(self, ids: Sequence[EntityId]) -> tuple[IndexedEntity, ...]:
        """Returns stored entities with their claims, in the requested order."""
        found = {one.id: one for one in self.find("id", ids, fields=RECORD)}
        phrases = self._phrase_cache.phrases(
            self.view, {number for one in found.values() for number in phrase_numbers(one.source)}
        )
        items = {id: item_of(one.source, one.level, phrases) for id, one in found.items()}
        return tuple(items[id] for id in ids if id in items)

    def families(self, ids: Sequence[EntityId]) -> dict[EntityId, Stored]:
        """Returns the records of these answers, of their ancestors and of their parts, by id."""
        answers = self._hierarchy.answers
        below = ",".join(self._names.level(level) for level in (answers, *self._hierarchy.below))
        searches: list[tuple[str, Json]] = []
        listed = sorted(set(ids))
        for at in range(0, len(listed), 500):
            some = {"terms": {"answer": listed[at : at + 500]}}
            searches.append((below, self._body(some, RECORD)))
        found: dict[EntityId, Stored] = {}
        for hits in self._client.all_of(searches):
            for hit in hits:
                one = self._stored(hit, self._names.level_of(hit["_index"]))
                found[one.id] = one
        above = {id for one in found.values() for id in one.line} - found.keys()
        if above:
            levels = self._hierarchy.above
            found.update({one.id: one for one in self.find("id", above, fields=RECORD, levels=levels)})
        return found

    def dossiers(self, plan: Plan, ids: Sequence[EntityId]) -> tuple[Dossier, ...]:
        """Returns the evidence for these answers, with the claims."""
        found = self.families(ids)
        items, pieces = self._evidence_of(plan.wishes, found)
        parts: dict[EntityId, list[EntityId]] = {}
        for id in sorted(items):
            parent = items[id].entity.parent
            if parent is not None:
                parts.setdefault(parent, []).append(id)
        dossiers = []
        for id in ids:
            if id not in found or found[id].level != self._hierarchy.answers:
                continue
            family = [id, *found[id].line]
            waiting = deque(parts.get(id, ()))
            while waiting:
                part = waiting.popleft()
                family.append(part)
                waiting.extend(parts.get(part, ()))
            entities = {one: items[one].entity for one in family}
            dossiers.append(
                Dossier(
                    candidate=id,
                    nodes={one: Node.of(entity) for one, entity in entities.items()},
                    pieces=tuple(tuple(piece for one in family for piece in by_id[one]) for by_id in pieces),
                    entities=entities,
                )
            )
        return tuple(dossiers)

    def related(
        self, wishes: Sequence[Wish], ids: Collection[EntityId]
    ) -> dict[EntityId, tuple[list[tuple[Piece, ...]], Mapping[EntityId, Entity]]]:
        """Returns, for entities of any level, the evidence on each wish from those that they are judged with when they
        are related to a candidate (see `model.related`), and these entities' records."""
        known = {one.id: one for one in self.find("id", ids, fields=RECORD)}
        answers = [id for id, one in known.items() if one.level == self._hierarchy.answers]
        plan = Plan(hierarchy=self._hierarchy, wishes=tuple(wishes))
        found = {one.candidate: (list(one.pieces), one.entities) for one in self.dossiers(plan, answers)}
        others = {id: one for id, one in known.items() if id not in found}
        above = {id for one in others.values() for id in one.line} - others.keys()
        documents = others | {one.id: one for one in self.find("id", above, fields=RECORD)}
        items, pieces = self._evidence_of(wishes, documents)
        for id, one in others.items():
            line = [id, *one.line]
            pieces_of_wishes = [tuple(piece for entity in line for piece in by_id[entity]) for by_id in pieces]
            found[id] = pieces_of_wishes, {entity: items[entity].entity for entity in line}
        return found

    def _evidence_of(
        self, wishes: Sequence[Wish], documents: Mapping[EntityId, Stored]
    ) -> tuple[dict[EntityId, IndexedEntity], list[dict[EntityId, tuple[Piece, ...]]]]:
        """Returns the entities of documents with the claims that bear on the wishes, and for each wish what each of
        them says about it."""
        asked = {phrase for wish in wishes for phrase in wish.phrases}
        used = {number for one in documents.values() for number in phrase_numbers(one.source)} & asked
        phrases = self._phrase_cache.phrases(self.view, used)
        items = {id: item_of(one.source, one.level, phrases) for id, one in documents.items()}
        claims_of = {id: [(phrase_of(claim), claim) for claim in item.claims] for id, item in items.items()}
        # Once for each entity, however many candidates share it: answers in one area share that area.
        pieces = [
            {
                id: (
                    *weigh(wish, id, ((wish.says(phrase), claim) for phrase, claim in claims_of[id])),
                    *locate(wish, id, item.entity.level, item.entity.point, item.nearby),
                )
                for id, item in items.items()
            }
            for wish in wishes
        ]
        return items, pieces

    def positions(self, level: LevelName) -> tuple[tuple[EntityId, ...], Points]:
        found = list(self.all({"exists": {"field": "point"}}, fields=("id", "point"), levels=(level,)))
        where = np.array([[one.source["point"]["lat"], one.source["point"]["lon"]] for one in found], np.float64)
        where = where.reshape(-1, 2)
        return tuple(one.id for one in found), Points(where[:, 0].copy(), where[:, 1].copy())

    def scan(self, level: LevelName, *, after: EntityId | None, since: int, limit: int) -> tuple[Stamped, ...]:
        """Returns a page of the entities of a level that were written after a generation."""
        asked: list[Query] = [{"range": {"written": {"gt": since}}}]
        if after is not None:
            asked.append({"range": {"id": {"gt": after}}})
        found = self.all({"bool": {"filter": asked}}, levels=(level,), page=min(limit, PAGE))
        return tuple(Stamped(id=one.id, written=one.source["written"]) for one in islice(found, limit))

    def ledger_documents(self, kind: str, ids: Collection[str] | None = None) -> Iterator[Stored]:
        """Yields edges or places, all or those with these ids, ordered by id."""
        parts = [None] if ids is None else [sorted(set(ids))[at : at + PAGE] for at in range(0, len(set(ids)), PAGE)]
        for part in parts:
            asked: list[Query] = [{"term": {"kind": kind}}]
            if part is not None:
                asked.append({"terms": {"id": part}})
            query = {"bool": {"filter": [self.view.filters, *asked]}}
            body = {"query": query, "sort": [{"id": "asc"}], "seq_no_primary_term": True}
            for hit in self._client.all_hits(self._names.ledger, body):
                yield self._stored(hit, LevelName(""))

    def _stored(self, hit: Json, level: LevelName) -> Stored:
        token = hit.get("_seq_no", 0), hit.get("_primary_term", 0)
        return Stored(hit["_index"], hit["_id"], level, hit["_source"], token)

    def subtrees(self, roots: Iterable[Stored]) -> dict[EntityId, Stored]:
        """Returns these entities and all their descendants."""
        found = {one.id: one for one in roots}
        if found:
            found.update({one.id: one for one in self.find("line", found)})
        return found
