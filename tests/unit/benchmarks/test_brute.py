"""On a small world the stores and brute force give the same answers in the same order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from tests.shared_packs import shared_pack

from benchmarks.brute import Truth, evaluate
from benchmarks.generator import World, phrases_of, with_curve
from benchmarks.measure import Remembering, identity_of
from benchmarks.queries import Query, candidates, queries, sample
from claimtree.model.answers import Ladder, Ranked, RankedHit, Standing
from claimtree.model.claims import EntityId
from claimtree.model.plans import Plan
from claimtree.models.hashed import HashedEmbedder
from claimtree.search.phrase_index import Vocabulary
from claimtree.search.resolve import resolve
from claimtree.stores.memory import MemoryStore
from claimtree.stores.sqlite import SqliteStore

HOMES = 120


@pytest.fixture(scope="module")
def world() -> World:
    return World(with_curve(shared_pack("rentals"), HashedEmbedder(64)), HOMES, seed=4)


@pytest.fixture(scope="module")
def store(world: World, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteStore]:
    embedder = HashedEmbedder(64)
    path: Path = tmp_path_factory.mktemp("bench") / "world.db"
    with closing(SqliteStore(path, identity_of(world.pack, embedder), world.pack.hierarchy)) as store:
        for batch in world.batches(embedder):
            store.put(batch)
        yield store


@pytest.fixture(scope="module")
def asked(world: World, store: SqliteStore) -> list[tuple[Query, Plan]]:
    embedder, vocabulary = Remembering(HashedEmbedder(64)), Vocabulary(store)
    counts = Counter(phrase.id for block in world.entities() for phrase in phrases_of(block))
    found = candidates(
        world, store, lambda claims: resolve(claims, world.pack, vocabulary, embedder), counts, seed=1, most=20
    )
    made = queries(world, found, seed=1, each=1)
    return [(query, resolve(query.claims, world.pack, vocabulary, embedder)) for query in made]


@pytest.mark.slow
def test_brute_force_and_sqlite_agree(world: World, store: SqliteStore, asked: list[tuple[Query, Plan]]) -> None:
    plans = [plan for _, plan in asked]
    truths = evaluate(world, plans)
    assert [truth.differs(store.rank(plan, limit=HOMES)) for truth, plan in zip(truths, plans, strict=True)] == [
        "" for _ in plans
    ]
    assert any(truth.hits for truth in truths)


@pytest.mark.slow
def test_brute_force_and_the_memory_store_agree_also_when_strict(world: World, asked: list[tuple[Query, Plan]]) -> None:
    embedder = HashedEmbedder(64)
    reference = MemoryStore(identity_of(world.pack, embedder), world.pack.hierarchy)
    for batch in world.batches(embedder):
        reference.put(batch)
    plan = replace(asked[1][1], strict=True)
    (truth,) = evaluate(world, [plan])
    assert truth.differs(reference.rank(plan, limit=HOMES)) == ""


def test_queries_have_the_claims_they_say_over_three_levels(asked: list[tuple[Query, Plan]]) -> None:
    for query, _ in asked:
        size = int(query.label) if query.series == "claims" else 6
        assert len(query.claims) == size
        if size >= 4:
            assert len({claim.level for claim in query.claims}) == 3
        assert len({claim.id for claim in query.claims}) == size


def test_queries_are_repeatable(world: World, store: SqliteStore, asked: list[tuple[Query, Plan]]) -> None:
    assert len(sample(world)) == 6
    assert sample(world) == sample(world)


@pytest.mark.parametrize(
    ("total", "met", "id", "said"),
    [
        (1, {0: 0, 1: 1}, "a", ""),
        (2, {0: 0, 1: 1}, "a", "2 answers"),
        (1, {0: 1, 1: 0}, "a", "met"),
        (1, {0: 0, 1: 1}, "b", "place 1"),
    ],
)
def test_a_wrong_answer_is_noticed(total: int, met: dict[int, int], id: str, said: str) -> None:
    standing = Standing(required_met=1, met=1, score=10)
    truth = Truth(hits=(RankedHit(id=EntityId("a"), standing=standing),), met={0: 0, 1: 1})
    ranked = Ranked(
        hits=(RankedHit(id=EntityId(id), standing=standing),), ladder=Ladder(total=total, met=met, more=(0,))
    )
    assert said in truth.differs(ranked)
    assert bool(truth.differs(ranked)) == bool(said)
