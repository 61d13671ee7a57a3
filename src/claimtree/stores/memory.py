"""The reference store: plain dictionaries and loops, written to be obviously right.

Ranking calls `model.verdicts.judge` for every entity of the answer level, one by one, and sorts. It
is slow, and it is what every other store has to agree with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from threading import RLock
from typing import Concatenate, ParamSpec, TypeVar

from claimtree.deadlines import check
from claimtree.geo import LatLon, Point, Points
from claimtree.model.answers import Dossier, Judgement, Ladder, Node, Piece, Ranked, RankedHit, Verdict
from claimtree.model.claims import Claim, EntityId, LevelName, TypeName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.phrases import (
    Batch,
    Edge,
    Expected,
    IndexedEntity,
    Partition,
    Phrase,
    PhraseId,
    Vectors,
    phrase_of,
)
from claimtree.model.places import NearbyFact, Place, PlaceId, PlaceKind, check_place
from claimtree.model.plans import Linked, Plan, Unit, Wish
from claimtree.model.related import Related, first_links, judge_related, linked_pieces
from claimtree.model.relations import (
    Link,
    Links,
    RelationQuery,
    Statement,
    Waiting,
    Walk,
    links_of,
    statements_of,
    walk,
)
from claimtree.model.verdicts import judge, locate, weigh
from claimtree.ports import Stamped, StoreIdentity, StoreInfo
from claimtree.stores.batch_checks import check_batch, check_expected, check_measured

SCHEMA = 1

P = ParamSpec("P")
R = TypeVar("R")


def _locked(method: Callable[Concatenate[MemoryStore, P], R]) -> Callable[Concatenate[MemoryStore, P], R]:
    """Decorator that runs one call at a time, so that another thread never reads half a write."""

    @wraps(method)
    def locked(self: MemoryStore, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with self._lock:
            return method(self, *args, **kwargs)

    return locked


def _write_locked(method: Callable[Concatenate[MemoryStore, P], R]) -> Callable[Concatenate[MemoryStore, P], R]:
    """Decorator for a write: like `_locked`, and it waits while `holding()` is active in another
    thread.
    """

    @wraps(method)
    def locked(self: MemoryStore, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with self._writing, self._lock:
            return method(self, *args, **kwargs)

    return locked


class MemoryStore:
    """Entities, claims and phrases in dictionaries; lost when the process ends."""

    def __init__(self, identity: StoreIdentity, hierarchy: Hierarchy) -> None:
        self._identity = identity
        self._hierarchy = hierarchy
        self._lock = RLock()
        self._entities: dict[EntityId, IndexedEntity] = {}
        self._parts: dict[EntityId, set[EntityId]] = {}
        self._phrases: dict[PhraseId, tuple[Phrase, Vectors]] = {}
        self._edges: dict[tuple[PhraseId, PhraseId], Edge] = {}
        self._places: dict[PlaceId, Place] = {}
        self._places_version = 0
        self._grounded = 0
        self._generation = 0
        self._written: dict[EntityId, int] = {}
        self._notes: dict[str, str] = {}
        self._writing = RLock()

    @property
    def identity(self) -> StoreIdentity:
        return self._identity

    @_write_locked
    def put(self, batch: Batch) -> None:
        """Write a batch. Everything is checked first, so that a refused batch changes nothing."""
        check_expected(batch.expected, self.digests(batch.expected))
        check_measured(batch.measured_with, self._places_version)
        phrases = {**self._phrases}
        for row, phrase in enumerate(batch.phrases):
            phrases.setdefault(phrase.id, (phrase, batch.vectors.take([row])))
        fresh = {item.entity.id for item in batch.entities}
        stale = self._subtrees(
            item.entity.id
            for item in self._entities.values()
            if item.entity.owner in fresh and item.entity.id not in fresh
        )
        check_batch(
            batch,
            batch.claim_phrases,
            self._hierarchy,
            self._level_of,
            phrases.keys(),
            dimensions=self._identity.dimensions,
            leaving=stale,
        )
        self._phrases = phrases
        self._edges.update({(edge.derived, edge.base): edge for edge in batch.edges})
        self.remove(stale)
        self._generation += 1
        for item in batch.entities:
            self._detach(item.entity.id)
            self._entities[item.entity.id] = item
            self._written[item.entity.id] = self._generation
            if item.entity.parent is not None:
                self._parts.setdefault(item.entity.parent, set()).add(item.entity.id)

    @_write_locked
    def remove(self, ids: Iterable[EntityId], *, expected: Expected | None = None) -> int:
        check_expected(expected or {}, self.digests(expected or {}))
        gone = self._subtrees(id for id in ids if id in self._entities)
        for id in gone:
            self._detach(id)
            del self._entities[id], self._written[id]
        self._generation += bool(gone)
        return len(gone)

    @_locked
    def known_phrases(self, ids: Collection[PhraseId]) -> frozenset[PhraseId]:
        return frozenset(id for id in ids if id in self._phrases)

    @_locked
    def partitions(self, keys: Collection[tuple[LevelName, TypeName]]) -> Sequence[Partition]:
        found: list[Partition] = []
        for level, type in sorted(set(keys)):
            ids = sorted(
                id for id, (phrase, _) in self._phrases.items() if (phrase.level, phrase.type) == (level, type)
            )
            if ids:
                found.append(
                    Partition(
                        level=level,
                        type=type,
                        phrases=tuple(self._phrases[id][0] for id in ids),
                        vectors=Vectors.concatenate([self._phrases[id][1] for id in ids]),
                    )
                )
        return found

    @_locked
    def edges(self, derived: Collection[PhraseId]) -> Sequence[Edge]:
        wanted = set(derived)
        return [edge for key, edge in sorted(self._edges.items()) if key[0] in wanted]

    @_locked
    def rank(self, plan: Plan, *, limit: int, offset: int = 0) -> Ranked:
        answers = [id for id, item in self._entities.items() if item.entity.level == plan.hierarchy.answers]
        dossiers = self.dossiers(plan, answers)
        judged = [_judged(plan, dossier) for dossier in dossiers]
        stays = sorted(
            (one for one in judged if one.stays(strict=plan.strict)),
            key=lambda one: (one.standing.rank, one.candidate),
        )
        met = Counter(one.standing.met for one in stays)
        lacking = [dossier for dossier, one in zip(dossiers, judged, strict=True) if not _full(one)]
        return Ranked(
            hits=tuple(RankedHit(id=one.candidate, standing=one.standing) for one in stays[offset : offset + limit]),
            ladder=Ladder(
                total=len(stays),
                met={k: met[k] for k in range(len(plan.units) + 1)},
                more=tuple(
                    sum(_full(_judged(plan.without(unit), _without(dossier, unit))) for dossier in lacking)
                    for unit in plan.units
                ),
            ),
        )

    @_locked
    def place(self, plan: Plan, id: EntityId) -> int | None:
        order = [hit.id for hit in self.rank(plan, limit=len(self._entities) + 1).hits]
        return order.index(id) + 1 if id in order else None

    @_locked
    def dossiers(self, plan: Plan, ids: Sequence[EntityId]) -> tuple[Dossier, ...]:
        linked = {i: _Linked(self, wish.linked) for i, wish in enumerate(plan.wishes) if wish.linked is not None}
        return tuple(self._dossier(plan, id, linked) for id in ids if id in self._entities)

    @_locked
    def get(self, ids: Sequence[EntityId]) -> tuple[IndexedEntity, ...]:
        return tuple(self._entities[id] for id in ids if id in self._entities)

    @_locked
    def children(self, id: EntityId) -> tuple[EntityId, ...]:
        return tuple(sorted(self._parts.get(id, ())))

    @_locked
    def digests(self, ids: Collection[EntityId]) -> dict[EntityId, str]:
        return {id: self._entities[id].digest for id in ids if id in self._entities}

    @_write_locked
    def put_places(self, places: Sequence[Place]) -> None:
        for place in places:
            check_place(place)
        self._places.update({place.id: place for place in places})
        self._places_version += 1

    @_write_locked
    def remove_places(self, ids: Iterable[PlaceId]) -> int:
        gone = {id for id in ids if id in self._places}
        for id in gone:
            del self._places[id]
        self._places_version += bool(gone)
        return len(gone)

    @_locked
    def places(self) -> tuple[Place, ...]:
        return tuple(self._places[id] for id in sorted(self._places))

    @_locked
    def places_version(self) -> int:
        return self._places_version

    @_locked
    def orphans(self, level: LevelName) -> tuple[EntityId, ...]:
        found = (item.entity for item in self._entities.values())
        return tuple(sorted(one.id for one in found if one.level == level and one.parent is None))

    @_locked
    def positions(self, level: LevelName) -> tuple[tuple[EntityId, ...], Points]:
        found = sorted(
            (item.entity.id, item.entity.point)
            for item in self._entities.values()
            if item.entity.level == level and item.entity.point is not None
        )
        return tuple(id for id, _ in found), Points.of(point for _, point in found)

    @_write_locked
    def put_nearby(
        self,
        facts: Mapping[EntityId, Sequence[NearbyFact]],
        *,
        kinds: Collection[PlaceKind] | None = None,
        measured_at: Mapping[EntityId, LatLon] | None = None,
        measured_with: int | None = None,
    ) -> None:
        check_measured(measured_with, self._places_version)
        for id, found in facts.items():
            item = self._entities.get(id)
            if item is None or (measured_at is not None and item.entity.point != Point(*measured_at[id])):
                continue
            kept = [fact for fact in item.nearby if kinds is not None and fact.kind not in kinds]
            measured = [fact for fact in found if kinds is None or fact.kind in kinds]
            by_kind = {fact.kind: fact for fact in (*kept, *measured)}
            self._entities[id] = replace(item, nearby=tuple(by_kind[kind] for kind in sorted(by_kind)))
        self._generation += 1

    @_locked
    def measured_version(self) -> int:
        return self._grounded

    @_write_locked
    def set_measured_version(self, version: int) -> None:
        self._grounded = version

    @_locked
    def generation(self) -> int:
        return self._generation

    @_locked
    def scan(
        self, level: LevelName, *, after: EntityId | None = None, since: int = 0, limit: int = 1_000
    ) -> tuple[Stamped, ...]:
        self._hierarchy.depth_of(level)
        found = sorted(
            id
            for id, item in self._entities.items()
            if item.entity.level == level and (after is None or id > after) and self._written[id] > since
        )
        return tuple(Stamped(id=id, written=self._written[id]) for id in found[:limit])

    @_locked
    def related(self, ids: Collection[EntityId], query: RelationQuery) -> Links:
        live = (statement for statement in self._statements() if statement.to in self._entities)
        return links_of([id for id in dict.fromkeys(ids) if id in self._entities], live, query)

    @_locked
    def first_links(self, id: EntityId, query: RelationQuery, *, limit: int) -> tuple[tuple[Link, ...], int]:
        links = self.related([id], query).get(id, ())
        return links[:limit], max(0, len(links) - limit)

    @_locked
    def walk(self, ids: Iterable[EntityId], query: RelationQuery, *, depth: int, limit: int) -> Walk:
        return walk(lambda some: self.related(some, query), ids, depth=depth, limit=limit)

    @_locked
    def waiting(self, *, limit: int = 5) -> Waiting:
        found = [statement for statement in self._statements() if statement.to not in self._entities]
        return Waiting(count=len(found), first=tuple(found[:limit]))

    def _statements(self) -> Iterator[Statement]:
        for id in sorted(self._entities):
            yield from statements_of(id, self._entities[id].entity.relations)

    @_locked
    def partition_keys(self) -> tuple[tuple[LevelName, TypeName], ...]:
        return tuple(sorted({(phrase.level, phrase.type) for phrase, _ in self._phrases.values()}))

    @_locked
    def note(self, name: str) -> str:
        return self._notes.get(name, "")

    @_write_locked
    def set_note(self, name: str, text: str) -> None:
        self._notes[name] = text

    @contextmanager
    def holding(self) -> Iterator[None]:
        with self._writing:
            yield

    def compact(self) -> None:
        """Does nothing: dictionaries need no compaction."""

    @_locked
    def info(self) -> StoreInfo:
        counts = Counter(item.entity.level for item in self._entities.values())
        return StoreInfo(
            identity=self._identity,
            entities={level: counts[level] for level in self._hierarchy.levels},
            claims=sum(len(item.claims) for item in self._entities.values()),
            phrases=len(self._phrases),
            edges=len(self._edges),
            bytes=0,
            schema=SCHEMA,
            address="memory:",
            places=len(self._places),
            relations=sum(len(item.entity.relations) for item in self._entities.values()),
        )

    @_locked
    def check(self) -> tuple[str, ...]:
        problems = []
        for id, item in self._entities.items():
            if item.entity.parent is not None and item.entity.parent not in self._entities:
                problems.append(f"entity {id!r} has the parent {item.entity.parent!r}, which does not exist")
            problems += [
                f"entity {id!r} has a claim of an unknown phrase: {claim.text!r}"
                for claim in item.claims
                if phrase_of(claim) not in self._phrases
            ]
        return tuple(problems)

    def close(self) -> None:
        """Does nothing: there is nothing to release, and the contents stay readable."""

    def _subtrees(self, ids: Iterable[EntityId]) -> set[EntityId]:
        """Returns these entities and all their descendants."""
        found: set[EntityId] = set()
        waiting = list(ids)
        while waiting:
            id = waiting.pop()
            found.add(id)
            waiting.extend(self.children(id))
        return found

    def _detach(self, id: EntityId) -> None:
        """Remove a stored entity from its parent's parts, before it is removed or replaced."""
        item = self._entities.get(id)
        if item is not None and item.entity.parent is not None:
            self._parts[item.entity.parent].discard(id)

    def _level_of(self, id: EntityId) -> LevelName | None:
        item = self._entities.get(id)
        return item.entity.level if item else None

    def _dossier(self, plan: Plan, candidate: EntityId, linked: Mapping[int, _Linked]) -> Dossier:
        family = self._family(candidate)
        claims_of = [[(phrase_of(claim), claim) for claim in item.claims] for item in family]
        pieces = tuple(
            linked[i].pieces(wish, family) if i in linked else _pieces(wish, family, claims_of)
            for i, wish in enumerate(plan.wishes)
        )
        from_others = {id for i in linked for piece in pieces[i] if piece.link for id in (piece.entity, piece.link.to)}
        return Dossier(
            candidate=candidate,
            nodes={item.entity.id: Node.of(item.entity) for item in family},
            pieces=pieces,
            entities={id: self._entities[id].entity for id in (*(item.entity.id for item in family), *from_others)},
        )

    def _line(self, id: EntityId) -> list[IndexedEntity]:
        """The entity and all that it is part of."""
        line = [self._entities[id]]
        while (parent := line[-1].entity.parent) is not None:
            line.append(self._entities[parent])
        return line

    def _family(self, id: EntityId) -> list[IndexedEntity]:
        family = self._line(id)
        waiting = list(self.children(id))
        while waiting:
            child = waiting.pop(0)
            family.append(self._entities[child])
            waiting.extend(self.children(child))
        return family


class _Linked:
    """What the entities that are stored say about a wish that is asked through a relation."""

    def __init__(self, store: MemoryStore, linked: Linked) -> None:
        self._store = store
        self._linked = linked
        self._links = store.related(store._entities, linked.query)
        self._judged: dict[EntityId, Related] = {}

    def pieces(self, wish: Wish, family: Sequence[IndexedEntity]) -> tuple[Piece, ...]:
        links = first_links(self._links, [item.entity.id for item in family])
        return linked_pieces(wish, links, self._judge)

    def _judge(self, id: EntityId) -> Related:
        if id not in self._judged:
            level = self._store._entities[id].entity.level
            answers = self._store._hierarchy.answers
            judged_with = self._store._family(id) if level == answers else self._store._line(id)
            claims_of = [[(phrase_of(claim), claim) for claim in item.claims] for item in judged_with]
            pieces = [_pieces(wish, judged_with, claims_of) for wish in self._linked.wishes]
            self._judged[id] = judge_related(self._linked, pieces)
        return self._judged[id]


def _pieces(
    wish: Wish, family: Sequence[IndexedEntity], claims_of: Sequence[Sequence[tuple[PhraseId, Claim]]]
) -> tuple[Piece, ...]:
    return tuple(
        piece
        for item, claims in zip(family, claims_of, strict=True)
        for piece in (
            *weigh(wish, item.entity.id, ((wish.says(phrase), claim) for phrase, claim in claims)),
            *locate(wish, item.entity.id, item.entity.level, item.entity.point, item.nearby),
        )
    )


def _judged(plan: Plan, dossier: Dossier) -> Judgement:
    check()
    return judge(plan, dossier)


def _full(judgement: Judgement) -> bool:
    """True if every wish is met; then nothing is refuted and no level closed."""
    return all(verdict is Verdict.MET for verdict in judgement.unit_verdicts)


def _without(dossier: Dossier, unit: Unit) -> Dossier:
    """Returns the dossier for `plan.without(unit)`: the same family, with the evidence on the other
    wishes.
    """
    return replace(dossier, pieces=tuple(pieces for i, pieces in enumerate(dossier.pieces) if i not in unit.wishes))
