"""Clients that a worker calls a store through; each translates the answers into the terms of the
model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from claimtree.engine import Engine
from claimtree.errors import StaleVersion
from claimtree.indexing import Indexer, delete
from claimtree.indexing.load_places import load_places, remove_places
from claimtree.model.claims import EntityId
from claimtree.model.places import PlaceId
from claimtree.moving import rebuild
from claimtree.ports import Built, MovableStore, Versions
from claimtree.sources.listings import read_records
from claimtree_testing.histories.history import Asked, Result
from claimtree_testing.histories.model import ABSENT, Outcome
from claimtree_testing.histories.observations import observed, observed_in_hit, state_of
from claimtree_testing.histories.world import (
    PLACE,
    QUESTION,
    MarkReader,
    embedder,
    identity,
    is_home,
    pack,
    part_ids,
    place,
    record,
)

Wanted = Mapping[str, str]
"""The version that each entity must have; an empty string if it must not exist."""
Answered = tuple[list[Result], list[str]]
"""The result for each requested entity, and what was inconsistent in the answer itself."""

MOST_HITS = 100


class Way(Protocol):
    """A client of a store. Answers are for the requested entities, in their order."""

    def put(self, asked: Sequence[Asked], wanted: Wanted) -> Answered: ...

    def delete(self, asked: Sequence[Asked], wanted: Wanted) -> Answered: ...

    def get(self, ids: Sequence[str]) -> Answered: ...

    def search(self, ids: Sequence[str]) -> Answered: ...


class Direct:
    """Calls the indexer, the engine and the store in this process."""

    def __init__(self, store: MovableStore, versions: Versions | None = None) -> None:
        self._store = store
        self._versions = versions
        self._indexer = self._indexer_of(store)
        self._engine = Engine(pack=pack(), store=store, reader=MarkReader(), embedder=embedder())

    def _indexer_of(self, store: MovableStore) -> Indexer:
        return Indexer(pack(), store, MarkReader(), embedder(), batch_size=10)

    def put(self, asked: Sequence[Asked], wanted: Wanted) -> Answered:
        records = [record(one.id, one.source, one.value) for one in asked]
        report = self._indexer.index(
            read_records(records, pack(), source=PLACE),
            wanted={EntityId(id): (version,) for id, version in wanted.items()},
        )
        refused = {str(bad.values["place"]): bad for bad in report.bad}
        results: list[Result] = []
        for number, one in enumerate(asked, 1):
            bad = refused.get(f"record {number}")
            if bad is None:
                # The version of an entity with two records in the batch belongs to both writes
                # together.
                alone = sum(other.id == one.id for other in asked) == 1
                results.append(Result(version=report.versions.get(EntityId(one.id), "") if alone else ""))
            else:
                results.append(Result(outcome=Outcome.STALE if isinstance(bad, StaleVersion) else Outcome.REFUSED))
        written = sum(one.outcome is Outcome.DONE for one in results)
        reported = report.indexed + report.unchanged
        return results, [] if written == reported else [
            f"{reported} were said to be written, and {written} not to be refused"
        ]

    def delete(self, asked: Sequence[Asked], wanted: Wanted) -> Answered:
        ids = [EntityId(one.id) for one in asked]
        try:
            gone = delete(self._store, ids, wanted={EntityId(id): (version,) for id, version in wanted.items()})
        except StaleVersion:
            return [Result(outcome=Outcome.STALE)] * len(ids), []
        # The count is the total: for several ids, or an area with its homes, it says nothing of one
        # id.
        alone = len(ids) == 1 and is_home(ids[0])
        return [Result(gone=gone if alone else None)] * len(ids), []

    def get(self, ids: Sequence[str]) -> Answered:
        every = [EntityId(one) for id in ids for one in (id, *part_ids(id))]
        # One call, because one call is answered from one state of the store.
        items = {item.entity.id: item for item in self._store.get(every)}
        results: list[Result] = []
        wrong: list[str] = []
        for id in ids:
            state, misfits = observed(id, items)
            item = items.get(EntityId(id))
            results.append(Result(state=state, version=item.version if item is not None else ""))
            wrong += misfits
        return results, wrong

    def search(self, ids: Sequence[str]) -> Answered:
        """Searches for all homes; the query matches each of them, so one that is not among the hits
        does not exist."""
        hits = {str(hit.id): hit for hit in self._engine.search(QUESTION, limit=MOST_HITS).hits}
        results: list[Result] = []
        wrong = [f"a search found {id}, which nobody wrote" for id in hits if id not in ids]
        for id in ids:
            state, misfits = observed_in_hit(hits[id]) if id in hits else (ABSENT, [])
            results.append(Result(state=state))
            wrong += misfits
        return results, wrong

    def put_places(self, asked: Sequence[Asked]) -> Answered:
        load_places([place(one.id, one.value) for one in asked], self._store, pack())
        return [Result()] * len(asked), []

    def remove_places(self, asked: Sequence[Asked]) -> Answered:
        remove_places(self._store, pack(), [PlaceId(one.id) for one in asked])
        return [Result()] * len(asked), []

    def get_places(self, ids: Sequence[str]) -> Answered:
        there = {str(one.id): state_of([(PLACE, one.name)]) for one in self._store.places()}
        return [Result(state=there.get(id, ABSENT)) for id in ids], []

    def tidy(self) -> None:
        self._store.compact()

    def rebuild(self) -> bool:
        """Rebuilds the store beside itself and swaps; returns False if the store has no
        versions."""
        if self._versions is None:
            return False
        built = Built(identity=identity(), hierarchy=pack().hierarchy)
        rebuild(self._store, self._versions, built, built, self._indexer_of)
        self._versions.forget()
        return True
