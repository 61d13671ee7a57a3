"""Seeded random worlds: a store has to find what `MemoryStore` finds, in the same order."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

import pytest

from claimtree.model.claims import EntityId
from claimtree.model.verdicts import judge
from claimtree.ports import MovableStore
from claimtree.stores.memory import MemoryStore
from claimtree_testing.suites.cases import Cases
from claimtree_testing.suites.town import (
    EVERYTHING,
    StoreMaker,
)
from claimtree_testing.worlds import RELATION_QUERIES, Remove, World, apply, random_world


class Agreeing(Cases):
    """The same as the reference, world by world."""

    def test_it_agrees_with_the_reference_on_random_worlds(self, make_store: StoreMaker, seed: int) -> None:
        agrees(make_store, random_world(seed))

    @pytest.mark.slow
    def test_it_agrees_with_the_reference_on_many_random_worlds(self, make_store: StoreMaker, slow_seed: int) -> None:
        agrees(make_store, random_world(slow_seed, size=self.world_sizes[slow_seed % len(self.world_sizes)]))


def observations(store: MovableStore, world: World) -> list[object]:
    """Everything a caller can see of a world in a store, in a form that compares."""
    info = store.info()
    observed: list[object] = [
        (info.entities, info.claims, info.phrases, info.edges, info.relations),
        store.get([item.entity.id for item in world.kept]),
        list(store.edges([phrase.id for phrase in world.phrases])),
    ]
    keys = [(phrase.level, phrase.type) for phrase in world.phrases]
    # Phrase by phrase: a store that does not keep them all gives them in slices.
    observed += [
        (part.level, part.type, phrase, codes, scale)
        for part in store.partitions(keys)
        for phrase, codes, scale in zip(
            part.phrases, part.vectors.codes.tolist(), part.vectors.scales.tolist(), strict=True
        )
    ]
    observed += relation_observations(store, [item.entity.id for item in world.kept])
    for plan in world.plans:
        ranked = store.rank(plan, limit=EVERYTHING)
        answers = [item.entity.id for item in world.kept if item.entity.level == world.hierarchy.answers]
        observed.append((ranked.hits, ranked.ladder.total, dict(ranked.ladder.met), ranked.ladder.more))
        observed += [judge(plan, dossier) for dossier in store.dossiers(plan, answers[:10])]
    return observed


def relation_observations(store: MovableStore, ids: Sequence[EntityId]) -> list[object]:
    """What waits, and every link and walk of these entities, an unknown one among them."""
    asked = [*ids, EntityId("nobody")]
    observed: list[object] = [store.waiting(limit=5)]
    for query in RELATION_QUERIES:
        observed.append(dict(store.related(asked, query)))
        observed += [
            store.walk(some, query, depth=depth, limit=limit)
            for some, depth, limit in ((asked[:1], 3, 1_000), (asked[-3:], 2, 7), (asked[::9], 0, 5))
        ]
    return observed


def agrees(make_store: StoreMaker, world: World) -> None:
    """The world's history leaves the same in the store as in `MemoryStore`; every plan finds the same."""
    reference = MemoryStore(world.identity, world.hierarchy)
    removed = tuple(step.gone for step in world.steps if isinstance(step, Remove))
    assert apply(world, reference) == removed
    with closing(make_store(world.identity, world.hierarchy)) as store:
        assert apply(world, store) == removed
        assert store.check() == ()
        assert store.get([item.entity.id for item in world.kept]) == world.kept
        for observed, wanted in zip(observations(store, world), observations(reference, world), strict=True):
            assert observed == wanted
        for plan in world.plans[:2]:
            whole = reference.rank(plan, limit=EVERYTHING)
            for start in range(0, len(whole.hits) + 1, 7):
                page = store.rank(plan, limit=7, offset=start)
                assert page.hits == whole.hits[start : start + 7]
                assert page.ladder == whole.ladder
            places = {hit.id: place for place, hit in enumerate(whole.hits, 1)}
            for item in world.kept[::10]:
                assert store.place(plan, item.entity.id) == places.get(item.entity.id)
