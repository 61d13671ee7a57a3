"""Wishes that ask for more, or for something else, than their words were taken for."""

from __future__ import annotations

import pytest
from tests.shared_packs import shared_reader

from claimtree.model.claims import QueryClaim
from claimtree.text.rule_reader import RuleReader


@pytest.fixture(scope="module")
def rentals() -> RuleReader:
    return shared_reader("rentals")


def claims(reader: RuleReader, query: str) -> dict[str, QueryClaim]:
    return {claim.text: claim for claim in reader.read_query(query).claims}


@pytest.mark.parametrize(
    ("query", "wish", "concept"),
    [
        ("2 bedrooms, heated pool, gym", "heated pool", "swimming pool"),
        ("restaurants open late, a desk", "restaurants open late", "restaurants nearby"),
        ("dishwasher, parking for a tall camper van, wifi", "parking for a tall camper van", "parking"),
        ("somewhere quiet, a fridge big enough for a party of ten", "fridge big enough for a party of ten", "fridge"),
    ],
)
def test_a_wish_for_more_than_its_concept_is_shown_and_judged_in_full(
    rentals: RuleReader, query: str, wish: str, concept: str
) -> None:
    claim = claims(rentals, query)[wish]
    assert (claim.concept, claim.full_wording, claim.exceeds) == (concept, wish, True)
    assert claim.quote == wish


@pytest.mark.parametrize(
    "query",
    [
        "2 bedrooms, dishwasher, no carpet, quiet, near a park, under $3,000",
        "washer and dryer in the unit, gym, doorman, pets ok",
        "sleeps five, private entrance, free parking, nightly rate under $200",
    ],
)
def test_a_plain_wish_is_all_of_its_concept(rentals: RuleReader, query: str) -> None:
    assert not any(claim.exceeds for claim in claims(rentals, query).values())


@pytest.mark.parametrize(
    ("query", "misread"),
    [
        ("king or queen, 2 bathrooms, parking", "located in Queens"),
        ("weekend in june, one queen and a sofa, near the beach", "located in Queens"),
    ],
)
def test_what_the_words_do_not_mean_is_no_wish(rentals: RuleReader, query: str, misread: str) -> None:
    told = claims(rentals, query)
    assert misread not in told
    assert any("queen" in wish for wish in told)


def test_words_of_one_wish_are_one_wish(rentals: RuleReader) -> None:
    """Several lists know a word of it, and none of them all."""
    told = [claim.text for claim in rentals.read_query("a room in a historic house, wifi").claims]
    assert told == ["historic house", "internet"]


def test_a_choice_of_one_thing_is_not_cut_at_its_or(rentals: RuleReader) -> None:
    told = claims(rentals, "a place where a tour bus or van can pull up, wifi")
    assert "bus nearby" not in told
