"""A thing that is named with several known words is one wish; what is said of a thing is no wish about the home."""

from __future__ import annotations

import pytest
from tests.shared_packs import shared_reader

from claimtree.model.claims import QueryClaim
from claimtree.text.rule_reader import RuleReader


@pytest.fixture(scope="module")
def rentals() -> RuleReader:
    return shared_reader("rentals")


@pytest.fixture(scope="module")
def properties() -> RuleReader:
    return shared_reader("property")


def told(reader: RuleReader, query: str) -> list[str]:
    return [claim.text for claim in reader.read_query(query).claims]


def only(reader: RuleReader, query: str) -> QueryClaim:
    (claim,) = reader.read_query(query).claims
    return claim


@pytest.mark.parametrize(
    ("query", "concept"),
    [
        ("a large fridge magnet", None),
        ("a big bathtub", "bathtub"),
        ("a spacious desk", "desk"),
        ("beach towels", "towels"),
        ("an elevator big enough for a stretcher", "elevator"),
        ("a bathtub big enough for two", "bathtub"),
        ("quiet air conditioning", "air conditioning"),
        ("three queen beds", "queen bed"),
        ("dishwasher tablets", "dishwasher"),
    ],
)
def test_words_of_one_thing_are_one_wish_in_full(rentals: RuleReader, query: str, concept: str | None) -> None:
    claims = rentals.read_query(query).claims
    said = query.removeprefix("a ").removeprefix("an ")
    assert [claim.text for claim in claims] == [said]
    assert concept is None or [claim.concept for claim in claims] == [concept]
    assert all(claim.concept is None or claim.full_wording == said for claim in claims)


@pytest.mark.parametrize(
    ("query", "wishes"),
    [
        ("a spacious loft", ["spacious", "loft"]),
        ("a small house", ["small", "private house"]),
        ("quiet and furnished", ["quiet", "furnished"]),
        ("pool and towels", ["swimming pool", "towels"]),
        ("a large kitchen", ["spacious kitchen"]),
        ("a backyard with a grill", ["garden", "grill"]),
        ("fibre internet", ["fast internet", "fibre internet"]),
        ("a TV in the room", ["television"]),
    ],
)
def test_a_kind_of_home_a_list_and_a_part_stay_what_they_are(
    rentals: RuleReader, query: str, wishes: list[str]
) -> None:
    assert told(rentals, query) == wishes


@pytest.mark.parametrize(
    "query",
    ["a chain on the bedroom door", "an office chair", "a bathroom scale"],
)
def test_a_part_that_only_tells_where_or_what_for_is_no_wish(rentals: RuleReader, query: str) -> None:
    claim = only(rentals, query)
    assert (claim.text, claim.concept) == (query.removeprefix("an ").removeprefix("a "), None)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("a ground floor bedroom", "ground floor bedroom"),
        ("quiet neighbors", "quiet neighbors"),
        ("no smoking on the balcony", "no smoking on the balcony"),
        ("air conditioning in every room", "air conditioning in every room"),
        ("a work space away from the bedroom", "work space away from the bedroom"),
    ],
)
def test_what_is_said_of_a_part_that_its_list_does_not_know_it_of_keeps_the_part(
    rentals: RuleReader, query: str, text: str
) -> None:
    claim = only(rentals, query)
    assert claim.text == text
    assert claim.full_wording


def test_words_that_no_list_knows_keep_the_thing_that_they_are_said_of(rentals: RuleReader) -> None:
    assert told(rentals, "the garage door should be automatic")[-1].endswith("door should be automatic")


def test_a_part_before_what_is_refused_of_it_is_not_refused(rentals: RuleReader) -> None:
    claims = rentals.read_query("a sauna we don't have to share").claims
    assert not [claim.text for claim in claims if claim.negated and "sauna" in claim.text]


@pytest.mark.parametrize(
    ("query", "wishes"),
    [
        ("TV besar", ["TV besar"]),
        ("taman belakang yang luas", ["taman belakang yang luas"]),
        ("kamar mandi luar", ["kamar mandi luar"]),
        ("rumah luas", ["rumah", "luas"]),
        ("dapur luas", ["dapur luas"]),
    ],
)
def test_in_indonesian_the_thing_stands_first(properties: RuleReader, query: str, wishes: list[str]) -> None:
    assert told(properties, query) == wishes


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("a room close to Boston College", "near Boston College"),
        ("close to boston college", "near boston college"),
        ("a room near Jersey City Medical Center", "near Jersey City Medical Center"),
        ("a flat near Union Square Greenmarket Hall", "near Union Square Greenmarket Hall"),
        ("an apartment in Miami Beach", "located in Miami Beach"),
    ],
)
def test_a_name_that_begins_with_a_listed_one_is_whole(rentals: RuleReader, query: str, name: str) -> None:
    assert told(rentals, query) == [name]


def test_several_places_of_a_kind_in_a_town_are_no_name(rentals: RuleReader) -> None:
    assert told(rentals, "near boston hospitals") == ["boston hospitals"]
