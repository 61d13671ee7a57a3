"""The graph of neighbours on real servers: filled on request, whatever interrupts it, and what it overlooks."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from contextlib import closing

import numpy as np
import pytest

from claimtree.benches.neighbours import Exhaustive, measured
from claimtree.errors import StoreReadOnly
from claimtree.model.amounts import AmountKind, Slot
from claimtree.model.claims import ConceptId, LevelName, Name, TypeName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.phrases import Batch, Phrase, PhraseId, Vectors
from claimtree.ports import Reach, StoreIdentity
from claimtree.stores.elastic import ElasticStore, neighbours
from claimtree.stores.elastic.address import Secrets, read_address
from claimtree.stores.elastic.client import Wire

pytestmark = pytest.mark.elastic

HOME, LOOK, RULE = LevelName("home"), TypeName("look"), TypeName("rule")
TREE = Hierarchy(levels=(HOME,), answers=HOME)
IDENTITY = StoreIdentity(pack="tiny", pack_version=1, embedder="drawn", dimensions=48)
ANY = Reach(keys=frozenset({(HOME, LOOK), (HOME, RULE)}))


@pytest.fixture(params=["elasticsearch", "opensearch"])
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    hosts = request.getfixturevalue(f"{request.param}_hosts")
    address = f"{request.param}://{hosts}/t{uuid.uuid4().hex[:12]}"
    yield address
    where = read_address(address)
    wire = Wire(where, Secrets())
    found = wire.ask("GET", f"/{where.prefix}-v*/_alias", missing_ok=True, expand_wildcards="all")
    if found:
        wire.ask("DELETE", f"/{','.join(found)}")
    wire.close()


@pytest.fixture
def store(address: str) -> Iterator[ElasticStore]:
    with closing(ElasticStore(address, IDENTITY, TREE)) as store:
        yield store


def drawn(count: int, *, seed: int = 1) -> Vectors:
    """Vectors in loose clusters, as those of texts are."""
    rng = np.random.default_rng(seed)
    centres = np.random.default_rng(0).normal(size=(20, IDENTITY.dimensions))
    return Vectors.from_floats(centres[rng.integers(0, 20, count)] + 0.5 * rng.normal(size=(count, 48)))


def phrases(count: int, *, said: str = "said", type: TypeName = LOOK) -> tuple[Phrase, ...]:
    return tuple(Phrase(pattern=f"{said} {number}", type=type, level=HOME) for number in range(count))


def recalls(store: ElasticStore, asked: Vectors, *, limit: int, reach: Reach = ANY) -> list[float]:
    """For each vector which share of its true neighbours is proposed, and nothing beside a limit."""
    reaches = [reach] * len(asked)
    found = store.neighbours(asked, reaches, limit=limit)
    assert all(len(near) <= limit for near in found)
    true = Exhaustive(store).neighbours(asked, reaches, limit=limit)
    return [len(near & nearest) / min(limit, len(nearest)) for near, nearest in zip(found, true, strict=True)]


def ids(said: Sequence[Phrase]) -> frozenset[PhraseId]:
    return frozenset(phrase.id for phrase in said)


def test_nearly_all_true_neighbours_are_found_in_a_generated_world(address: str) -> None:
    found = measured(address, homes=600, limits=(50, 200))
    assert found.phrases > 2_000
    for row in found.rows:
        assert row.recall >= 0.95
        assert row.least >= 0.9


def test_a_hundred_phrases_in_the_same_words_do_not_hide_the_others(store: ElasticStore) -> None:
    slots = [(Slot(kind=AmountKind.COUNT, unit="", noun=f"noun {number}"),) for number in range(100)]
    said = [Phrase(pattern=f"p {n}", type=LOOK, level=HOME, slots=slot) for n in range(60) for slot in slots]
    store.put(Batch(phrases=tuple(said), vectors=drawn(60).take(np.repeat(np.arange(60), 100))))
    store.fill_neighbours()
    assert np.mean(recalls(store, drawn(20, seed=2), limit=200)) >= 0.95


def test_filling_changes_nothing_that_is_read(store: ElasticStore) -> None:
    said = phrases(300)
    store.put(Batch(phrases=said, vectors=drawn(300)))
    (before,), generation = store.partitions([(HOME, LOOK)]), store.generation()
    assert store.fill_neighbours() == 300
    assert store.fill_neighbours() == 0
    with closing(ElasticStore(store.address, IDENTITY, TREE)) as other:
        (after,) = other.partitions([(HOME, LOOK)])
        assert after.phrases == before.phrases
        assert (after.vectors.codes == before.vectors.codes).all()
        assert (after.vectors.scales == before.vectors.scales).all()
        assert other.generation() == generation
        assert other.check() == ()
        assert other.info().phrases == 300


def test_what_came_after_filling_is_proposed_whole_until_it_is_filled_again(store: ElasticStore) -> None:
    old, new = phrases(400), phrases(50, said="new")
    store.put(Batch(phrases=old, vectors=drawn(400)))
    assert store.neighbours(drawn(1), [ANY], limit=5)[0] == ids(old)
    store.fill_neighbours()
    assert len(store.neighbours(drawn(1), [ANY], limit=5)[0]) == 5
    store.put(Batch(phrases=new, vectors=drawn(50, seed=3)))
    (found,) = store.neighbours(drawn(1), [ANY], limit=5)
    assert ids(new) <= found
    assert len(found) == 55
    assert store.fill_neighbours() == 50
    assert np.mean(recalls(store, drawn(20, seed=2), limit=20)) >= 0.95


def test_filling_goes_on_where_it_was_interrupted(store: ElasticStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbours, "AT_ONCE", 100)
    said = phrases(250)
    store.put(Batch(phrases=said, vectors=drawn(250)))
    steps: list[tuple[int, int]] = []

    def interrupted(done: int, of: int) -> None:
        steps.append((done, of))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.fill_neighbours(interrupted)
    # What the ledger does not know to be there is proposed whole.
    assert store.neighbours(drawn(1), [ANY], limit=5)[0] == ids(said)
    store.put(Batch(phrases=phrases(10, said="meanwhile"), vectors=drawn(10)))
    assert store.fill_neighbours(lambda done, of: steps.append((done, of))) == 160
    assert steps == [(100, 250), (100, 160), (160, 160)]
    assert min(recalls(store, drawn(20, seed=2), limit=20)) >= 0.9


def test_a_reach_ends_at_its_level_and_type_and_names_and_blank_texts_are_near_nothing(store: ElasticStore) -> None:
    listed = Phrase(pattern="calm", type=LOOK, level=HOME, concept=ConceptId("quiet"))
    named = Phrase(pattern="in Kiel", type=LOOK, level=HOME, name=Name(kind="town", text="Kiel"))
    blank = Phrase(pattern="", type=LOOK, level=HOME)
    looks, rules = phrases(30), phrases(30, said="rule", type=RULE)
    vectors = drawn(63)
    vectors.codes[2], vectors.scales[2] = 0, 0.0
    store.put(Batch(phrases=(listed, named, blank, *looks, *rules), vectors=vectors))
    store.fill_neighbours()
    own = Reach(keys=frozenset({(HOME, LOOK)}))
    plain = Reach(keys=frozenset({(HOME, LOOK)}), unlisted=True)
    nowhere = Reach(keys=frozenset())
    asked = Vectors.concatenate([drawn(4, seed=4), Vectors.from_floats(np.zeros((1, 48)))])
    found = store.neighbours(asked, [own, plain, ANY, nowhere, ANY], limit=1_000)
    assert found == (ids([listed, *looks]), ids(looks), ids([listed, *looks, *rules]), frozenset(), frozenset())


def test_who_may_only_read_cannot_fill_and_is_answered_all_the_same(store: ElasticStore) -> None:
    said = phrases(20)
    store.put(Batch(phrases=said, vectors=drawn(20)))
    with closing(ElasticStore(store.address, IDENTITY, TREE, read_only=True)) as reader:
        with pytest.raises(StoreReadOnly):
            reader.fill_neighbours()
        assert reader.neighbours(drawn(1), [ANY], limit=5)[0] == ids(said)
