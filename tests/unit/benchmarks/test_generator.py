"""The generated world: repeatable, as large as it says, and as varied as real listings."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from tests.shared_packs import shared_pack

from benchmarks import generator
from benchmarks.generator import AREA_LEVEL, HOME_LEVEL, ROOM_LEVEL, World, phrases_of, with_curve
from benchmarks.wordings import AREA, HOME, ROOMS
from benchmarks.world_listings import documents, write_listings
from claimtree.errors import BadInput
from claimtree.model.pack import Pack
from claimtree.model.phrases import IndexedEntity, Phrase
from claimtree.models.hashed import HashedEmbedder


@pytest.fixture(scope="module")
def pack() -> Pack:
    return shared_pack("rentals")


@pytest.fixture(scope="module")
def items(pack: Pack) -> list[IndexedEntity]:
    return [item for block in World(pack, 500, seed=3).entities() for item in block]


def test_equal_seeds_give_equal_worlds(pack: Pack) -> None:
    first, second = (list(World(pack, 150, seed=5).entities()) for _ in range(2))
    assert first == second


def test_another_seed_is_another_world(pack: Pack) -> None:
    first, second = (list(World(pack, 50, seed=seed).blocks()) for seed in (1, 2))
    assert first != second


def test_a_world_can_be_streamed_twice(pack: Pack) -> None:
    world = World(pack, 60)
    assert list(world.entities()) == list(world.entities())


def test_homes_have_about_thirty_claims_in_about_three_rooms(items: list[IndexedEntity]) -> None:
    claims: Counter[str] = Counter()
    entities: Counter[str] = Counter()
    for item in items:
        entities[item.entity.level] += 1
        claims[item.entity.level] += len(item.claims)
    assert entities[HOME_LEVEL] == 500
    assert 2.8 < entities[ROOM_LEVEL] / 500 < 3.2
    assert 28 < (claims[HOME_LEVEL] + claims[ROOM_LEVEL]) / 500 < 32
    assert 17 < claims[AREA_LEVEL] / entities[AREA_LEVEL] < 23


def test_every_claim_quotes_its_source(items: list[IndexedEntity]) -> None:
    for item in items:
        texts = {source.name: source.text for source in item.entity.sources}
        for claim in item.claims:
            assert texts[claim.source][claim.start : claim.end] == claim.quote


def test_there_are_denials_amounts_names_contradictions_and_silence(items: list[IndexedEntity]) -> None:
    claims = [claim for item in items for claim in item.claims]
    assert any(claim.negated for claim in claims)
    assert any(claim.name for claim in claims)
    kinds = {amount.kind.value for claim in claims for amount in claim.amounts}
    assert {"money", "area", "count", "floor", "distance"} <= kinds
    homes = [item for item in items if item.entity.level == HOME_LEVEL]
    assert any(not any(claim.concept == "rent" for claim in home.claims) for home in homes)
    said = [{(claim.pattern, claim.negated) for claim in item.claims} for item in items]
    assert any((pattern, True) in one and (pattern, False) in one for one in said for pattern, _ in one)


def test_a_few_wordings_are_common_and_most_are_rare(items: list[IndexedEntity]) -> None:
    counts = sorted(Counter(phrase.id for phrase in phrases_of(items)).values(), reverse=True)
    assert sum(counts[: len(counts) // 100]) > 0.25 * sum(counts)
    assert counts[len(counts) // 2] <= 3


def test_phrases_are_those_of_the_claims(items: list[IndexedEntity]) -> None:
    claims = [claim for item in items[:40] for claim in item.claims]
    assert list(phrases_of(items[:40])) == [Phrase.of(claim) for claim in claims]


@pytest.mark.slow
def test_a_hundred_thousand_homes_have_at_least_twenty_thousand_wordings_to_draw_from(pack: Pack) -> None:
    # Generating them takes a minute; `claimtree bench` counts what is really said (some 40,000).
    world = World(pack, 100_000)
    decks = [world.home_deck, world.area_deck, *world.room_decks.values()]
    expected = 0.0
    for deck in decks:
        shares = deck.tail_ranks.copy()
        shares[1:] -= deck.tail_ranks[:-1]
        draws = deck.tail_mean * 1_000
        expected += float((1 - (1 - shares) ** draws).sum())
    # Even the first thousandth of the world says so many things that the whole passes the bar by far.
    assert sum(len(deck.tail) for deck in decks) > 30_000
    assert expected > 5_000


def test_batches_bring_each_phrase_once_and_before_its_claims(pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator, "BLOCK", 30)
    known: set[int] = set()
    for batch in World(pack, 70).batches(HashedEmbedder(64)):
        fresh = {phrase.id for phrase in batch.phrases}
        assert len(fresh) == len(batch.phrases) == len(batch.vectors)
        assert not fresh & known
        known |= fresh
        assert {phrase.id for phrase in phrases_of(batch.entities)} <= known


def test_templates_compose_distinct_wordings() -> None:
    for template in (*HOME, *AREA, *(one for room in ROOMS.values() for one in room)):
        wordings = {template.wording(index) for index in range(0, template.size, 7)}
        assert len(wordings) == len(range(0, template.size, 7))


def test_a_world_of_no_homes_is_refused(pack: Pack) -> None:
    with pytest.raises(BadInput, match="0 homes"):
        World(pack, 0)


def test_an_embedder_without_a_curve_gets_one(pack: Pack) -> None:
    embedder = HashedEmbedder(384)
    assert with_curve(pack, embedder).curve(embedder.name, pack.default_type) is not None


def test_listings_carry_rooms_inside_homes(pack: Pack, tmp_path: Path) -> None:
    file = tmp_path / "listings.jsonl"
    assert write_listings(pack, 30, 3, file) == 50
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    homes = [record for record in records if record["level"] == HOME_LEVEL]
    assert len(homes) == 30
    assert any(home["rooms"] for home in homes)
    assert all("price" in home for home in homes if "onthly rent" in home["text"])


def test_areas_are_documents_of_their_own(pack: Pack) -> None:
    assert all("rooms" not in document for document in documents(World(pack, 10).areas()))
