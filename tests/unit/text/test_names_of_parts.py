"""Names of the parts of a city that are said as in English, in a language that says them the other way round."""

from __future__ import annotations

import pytest
from tests.shared_packs import shared_reader

from claimtree.text.rule_reader import RuleReader


@pytest.fixture(scope="module")
def property_() -> RuleReader:
    return shared_reader("property")


def names(reader: RuleReader, query: str) -> list[str]:
    return [claim.name.text for claim in reader.read_query(query).claims if claim.name is not None]


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("house in central Jakarta", "Jakarta Pusat"),
        ("house in west jakarta", "Jakarta Barat"),
        ("quiet house in North Jakarta", "Jakarta Utara"),
        ("rumah di Jakarta Timur", "Jakarta Timur"),
    ],
)
def test_a_listed_part_is_read_by_its_english_name(property_: RuleReader, query: str, name: str) -> None:
    assert names(property_, query) == [name]


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("apartment in South Quarter", "South Quarter"),
        ("apartment in Central Park", "Central Park"),
        ("rumah di Cibubur", "Cibubur"),
    ],
)
def test_other_names_stay_as_they_are(property_: RuleReader, query: str, name: str) -> None:
    assert names(property_, query) == [name]


def test_a_side_of_the_sky_is_still_where_a_house_faces(property_: RuleReader) -> None:
    read = property_.read_query("west facing house in west Jakarta").claims
    assert {claim.concept for claim in read} >= {"west-facing"}
    assert [claim.name.text for claim in read if claim.name is not None] == ["Jakarta Barat"]


def test_names_that_english_says_in_the_same_order_are_read_as_before() -> None:
    assert names(shared_reader("rentals"), "apartment in East Village") == ["East Village"]
