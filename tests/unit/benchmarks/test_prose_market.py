"""Generated prose is a world from a seed, as varied as what people write, and what is true of it is known."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from tests.shared_packs import shared_pack

from benchmarks.prose.market import FEWEST_WORDS, MOST_WORDS, Home, Market, Sentences, write_market
from benchmarks.prose.planted import FACTS, KNOWN
from benchmarks.prose.repeats import REAL, SIZES, clauses, distinct
from claimtree.sources.read import read_files


@pytest.fixture(scope="module")
def homes() -> list[Home]:
    return list(Market(1_600, seed=7).all_homes())


def test_a_home_depends_on_the_seed_and_its_number_only(homes: list[Home]) -> None:
    assert homes[1_234] == Market(100_000, seed=7).home(1_234)
    assert homes[1_234] != Market(1_600, seed=8).home(1_234)


def test_every_home_has_100_to_200_words(homes: list[Home]) -> None:
    words = [len(home.record["text"].split()) for home in homes]
    assert min(words) >= FEWEST_WORDS
    assert max(words) <= MOST_WORDS
    assert 140 < sum(words) / len(words) < 160


def test_passages_repeat_as_little_as_in_real_listings(homes: list[Home]) -> None:
    found = distinct(home.record["text"] for home in homes)
    assert len(found) == SIZES.index(1_600) + 1
    for size, ours, real in zip(SIZES, found, REAL, strict=False):
        assert ours == pytest.approx(real, rel=0.12), f"distinct clauses a listing among {size}"


def test_clauses_are_cut_at_stops_and_numbers_are_lifted_out() -> None:
    text = "Two rooms; 12 minutes to the ferry (and back).\nQuiet. A desk, a lamp"
    assert list(clauses(text)) == ["two rooms", "_ minutes to the ferry", "and back", "a desk", "a lamp"]


def test_the_same_text_adds_nothing_distinct() -> None:
    assert distinct(["one thing, another thing"] * 100, sizes=(1, 100)) == [2.0, 0.02]


def test_planted_facts_come_as_often_as_they_say(homes: list[Home]) -> None:
    for fact in KNOWN:
        share = sum(fact.name in home.has for home in homes) / len(homes)
        assert share == pytest.approx(fact.share, rel=0.35), fact.name
    assert not any(home.has & home.lacks for home in homes)
    assert {name for home in homes for name in home.lacks} == {fact.name for fact in FACTS if fact.denies}


def test_known_facts_are_concepts_of_the_pack_and_the_others_are_none() -> None:
    concepts = shared_pack("rentals").concepts
    assert [fact.name for fact in FACTS if (fact.name in concepts) != fact.known] == []


def test_articles_fit_what_fills_a_slot() -> None:
    sentences = Sentences({"wood": ("oak",), "kind": ("one-room flat",), "most": ("{wood} desk",)})
    assert sentences.fill("a {most} in a {kind}, {3..3}", random.Random(1)) == "An oak desk in a one-room flat, 3"


def test_a_market_is_written_as_listings_that_the_pack_reads(tmp_path: Path) -> None:
    file = tmp_path / "homes.jsonl"
    assert write_market(Market(150, seed=3), file) == 152
    assert json.loads(file.read_text(encoding="utf-8").splitlines()[0])["level"] == "neighborhood"
    documents = list(read_files([file], shared_pack("rentals")))
    assert len(documents) == 152
    assert not [document for document in documents if isinstance(document, Exception)]
