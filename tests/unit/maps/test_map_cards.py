"""What a card says of a hit."""

from typing import Any

import pytest
from tests.unit.maps.town import home, near_bedford, said, settled, wish

from claimtree.maps.map_cards import card, readable
from claimtree.model.pack import Pack


def wishes(made: dict[str, Any]) -> list[Any]:
    shown: list[Any] = made["wishes"]
    return shown


def test_the_main_facts_come_in_the_words_of_the_pack_and_then_where_it_lies(pack: Pack) -> None:
    made = card(home("a", []), [], pack, language="en")
    assert made["facts"] == ["$3,890/month", "2 bedrooms", "facing south", "Williamsburg"]


def test_a_distance_is_said_and_a_listing_is_quoted_by_name(pack: Pack) -> None:
    town = near_bedford()
    first, *_, last = wishes(card(town.answer.hits[0], town.answer.claims, pack, language="en"))
    assert first["verdict"] == "met"
    assert first["required"]
    assert first["said"] == [{"doubt": "", "words": "512 m to Bedford Av (L)", "against": "", "by": None}]
    assert last["said"] == [{"doubt": "", "words": "a quiet block", "against": "", "by": "letters"}]


def test_what_contradicts_the_verdict_follows_it(pack: Pack) -> None:
    town = near_bedford()
    *_, quiet = wishes(card(town.answer.hits[2], town.answer.claims, pack, language="en"))
    assert quiet["verdict"] == "refuted"
    assert [(one["doubt"], one["words"]) for one in quiet["said"]] == [("", "loud"), ("but", "quiet")]


def test_doubtful_words_are_shown_as_such(pack: Pack) -> None:
    town = near_bedford()
    *_, quiet = wishes(card(town.answer.hits[1], town.answer.claims, pack, language="en"))
    assert (quiet["verdict"], quiet["said"][0]["doubt"]) == ("unknown", "maybe")


def test_alternatives_are_one_wish_and_take_their_best_member(pack: Pack) -> None:
    claims = [wish("c1", "in Astoria", or_group=1), wish("c2", "in Sunnyside", or_group=1)]
    hit = home("a", [settled(said("no", grade=-16)), settled(said("Sunnyside", entity="williamsburg"))])
    (both,) = wishes(card(hit, claims, pack, language="en"))
    assert (both["text"], both["verdict"]) == ("in Astoria or in Sunnyside", "met")
    assert both["said"][0]["by"] == "Williamsburg"


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "data:text/html,x", " JavaScript:alert(1)", "//else.example", ""]
)
def test_only_the_address_of_a_page_becomes_a_link(pack: Pack, url: str) -> None:
    assert card(home("a", [], url=url), [], pack, language="en")["url"] == ""
    assert card(home("a", [], url="https://rent.example/a"), [], pack, language="en")["url"] == "https://rent.example/a"


def test_a_long_quote_ends_at_a_word() -> None:
    assert readable("one two three", 9) == "one two…"
    assert readable("70 m&sup2;\n<b>bright</b>") == "70 m² bright"
