"""What a model points at in a query, put together with what our own reader makes of the same words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from claimtree.languages.rendering import notice_texts, why_text
from claimtree.llm_reader import LanguageModelReader
from claimtree.model.claims import QueryClaim, Strength
from claimtree.model.notices import NoticeCode, notice
from claimtree.ports import QueryReading, Reader

KINDS = ("type", "level", "part")


def by_quote(reading: QueryReading) -> dict[str, QueryClaim]:
    return {claim.quote: claim for claim in reading.claims}


def test_known_words_keep_their_concept_amount_and_polarity(
    chat: Any, reader: LanguageModelReader, rules: Reader
) -> None:
    text = "dishwasher, no bars nearby, under $4,000"
    chat.claims(
        {"quote": "dishwasher", "type": "condition"},
        {"quote": "no bars nearby", "type": "neighborhood", "level": "neighborhood", "negated": True},
        {"quote": "under $4,000", "type": "pricing", "amount": "under $4,000"},
    )
    found, own = reader.read_query(text), rules.read_query(text)
    assert [(c.concept, c.amounts, c.negated, c.strength, c.type) for c in found.claims] == [
        (c.concept, c.amounts, c.negated, c.strength, c.type) for c in own.claims
    ]
    assert notice_texts(found) == ()
    assert all(why_text(claim, "en").startswith("pointed at by the language model small; ") for claim in found.claims)


def test_words_that_no_list_knows_become_a_wish_in_their_own_words(chat: Any, reader: LanguageModelReader) -> None:
    chat.claims({"quote": "Gargoyles over the  door", "type": "features", "level": "apartment", "tone": "soft"})
    (claim,) = reader.read_query("gargoyles over the door").claims
    assert claim.quote == "gargoyles over the door"
    assert claim.pattern == "gargoyles over the door"
    assert (claim.type, claim.level, claim.concept, claim.strength) == (
        "features",
        "apartment",
        None,
        Strength.PREFERRED,
    )
    assert why_text(claim, "en") == "found by the language model small; no word list knows it"


def test_an_amount_of_unknown_words_is_read_by_our_own_grammar(chat: Any, reader: LanguageModelReader) -> None:
    quote = "gargoyles at most 3 m tall"
    chat.claims({"quote": quote, "amount": "at most 3 m"})
    (claim,) = reader.read_query(f"I want {quote}").claims
    assert claim.pattern == "gargoyles _ tall"
    (amount,) = claim.amounts
    assert (amount.high, amount.unit) == (3.0, "m")


def test_an_amount_that_the_quote_does_not_state_is_ignored_and_said_to_be(
    chat: Any, reader: LanguageModelReader
) -> None:
    chat.claims({"quote": "under $4,000", "type": "pricing", "amount": "under $9,000"})
    reading = reader.read_query("dishwasher, under $4,000")
    rent = by_quote(reading)["under $4,000"]
    assert rent.amounts[0].high == 4_000
    assert any("$9,000" in notice for notice in notice_texts(reading))


def test_an_invented_quote_is_dropped_and_said_to_be(chat: Any, reader: LanguageModelReader) -> None:
    chat.claims({"quote": "dishwasher"}, {"quote": "swimming pool", "type": "amenities"})
    reading = reader.read_query("a home with a dishwasher")
    assert [claim.quote for claim in reading.claims] == ["dishwasher"]
    assert notice_texts(reading) == (
        "The language model quoted “swimming pool”, which the text does not say; left out.",
    )


def test_unknown_types_levels_and_parts_are_dropped_and_said_to_be(chat: Any, reader: LanguageModelReader) -> None:
    chat.claims(
        {"quote": "dishwasher"},
        {"quote": "gargoyles", "type": "horoscope"},
        {"quote": "moat", "level": "galaxy"},
        {"quote": "drawbridge", "facet": "dungeon"},
    )
    reading = reader.read_query("dishwasher, gargoyles, moat, drawbridge")
    assert [claim.quote for claim in reading.claims] == ["dishwasher"]
    said = zip(("horoscope", "galaxy", "dungeon"), notice_texts(reading), strict=True)
    assert all(f"unknown {kind} “{word}”" in notice for kind, (word, notice) in zip(KINDS, said, strict=True))


def test_a_level_that_the_type_cannot_stand_at_is_a_slip(chat: Any, reader: LanguageModelReader) -> None:
    chat.claims({"quote": "gargoyles welcome", "type": "policies", "level": "room"})
    (claim,) = reader.read_query("gargoyles welcome").claims
    assert claim.level == "apartment"


def test_the_model_does_not_turn_a_denial_into_a_wish(chat: Any, reader: LanguageModelReader) -> None:
    chat.claims(
        {"quote": "bars nearby", "type": "neighborhood", "level": "neighborhood", "negated": False},
        {"quote": "no gargoyles", "negated": False},
    )
    reading = reader.read_query("no bars nearby, no gargoyles")
    assert [claim.negated for claim in reading.claims] == [True, True]
    assert reading.claims[1].pattern == "gargoyles"
    assert sum("as wanted" in notice for notice in notice_texts(reading)) == 2


def test_the_model_may_hear_a_denial_that_no_rule_knows(chat: Any, reader: LanguageModelReader) -> None:
    chat.claims({"quote": "gargoyles are for others", "negated": True})
    (claim,) = reader.read_query("gargoyles are for others").claims
    assert claim.negated
    assert claim.strength is Strength.PREFERRED


def test_what_is_only_acceptable_is_no_wish_even_if_the_model_says_so(chat: Any, reader: LanguageModelReader) -> None:
    chat.claims({"quote": "dishwasher"}, {"quote": "older building", "type": "condition"})
    reading = reader.read_query("dishwasher please. I don't mind an older building")
    assert [claim.quote for claim in reading.claims] == ["dishwasher"]
    assert any("“older building” is no wish" in notice for notice in notice_texts(reading))


def test_alternatives_need_an_or(chat: Any, reader: LanguageModelReader) -> None:
    chat.claims({"quote": "gargoyles", "either": 1}, {"quote": "dragons", "either": 1}, {"quote": "moat", "either": 2})
    joined = reader.read_query("gargoyles or dragons, moat").claims
    assert [claim.or_group for claim in joined] == [1, 1, None]
    chat.claims({"quote": "gargoyles", "either": 1}, {"quote": "dragons", "either": 1})
    apart = reader.read_query("gargoyles, dragons").claims
    assert [claim.or_group for claim in apart] == [None, None]


def test_alternatives_that_the_rules_see_stay(chat: Any, reader: LanguageModelReader) -> None:
    chat.claims({"quote": "south"}, {"quote": "west facing"})
    claims = reader.read_query("south or west facing").claims
    assert [claim.or_group for claim in claims] == [1, 1]


def test_the_tone_that_the_model_hears_makes_a_wish_firm_or_soft(
    chat: Any, reader: LanguageModelReader, rules: Reader
) -> None:
    text = "dishwasher or I am gone, dogs allowed"
    own = {claim.quote: claim for claim in rules.read_query(text).claims}
    chat.claims({"quote": "dishwasher", "tone": "must"}, {"quote": "dogs allowed", "type": "policies", "tone": "soft"})
    found = by_quote(reader.read_query(text))
    assert own["dishwasher"].strength is Strength.PREFERRED
    assert found["dishwasher"].strength is Strength.REQUIRED
    assert found["dishwasher"].weight > own["dishwasher"].weight
    assert own["dogs allowed"].strength is Strength.REQUIRED
    assert found["dogs allowed"].strength is Strength.PREFERRED


def test_a_word_of_the_query_decides_on_strength_before_the_model(chat: Any, reader: LanguageModelReader) -> None:
    chat.claims({"quote": "dogs allowed", "type": "policies", "tone": "must"})
    (claim,) = reader.read_query("ideally dogs allowed").claims
    assert claim.strength is Strength.PREFERRED


def test_the_model_binds_a_known_quality_to_a_part(chat: Any, reader: LanguageModelReader) -> None:
    chat.claims({"quote": "quiet", "level": "room", "facet": "bedroom"})
    (claim,) = reader.read_query("quiet where one sleeps").claims
    assert (claim.level, claim.facet, claim.group) == ("room", "bedroom", 1)
    assert "bedroom" in claim.pattern


def test_what_the_text_binds_to_a_part_moves_only_to_a_part_that_the_text_names(
    chat: Any, reader: LanguageModelReader
) -> None:
    for label, facet in (("bathroom", "kitchen"), ("bedroom", "bedroom")):
        chat.claims({"quote": "modern", "type": "condition", "level": "room", "facet": label})
        claims = reader.read_query("modern kitchen, bedroom to match").claims
        assert next(claim.facet for claim in claims if claim.quote == "modern") == facet


def test_what_is_required_is_kept_though_the_model_passed_over_it(chat: Any, reader: LanguageModelReader) -> None:
    chat.claims({"quote": "dishwasher"})
    reading = reader.read_query("dishwasher, hardwood floors, elevator, under $4,000")
    assert [claim.quote for claim in reading.claims] == ["dishwasher", "elevator", "under $4,000"]
    assert why_text(reading.claims[1], "en").startswith("the language model passed over it; ")
    assert any("passed over “under $4,000”" in notice for notice in notice_texts(reading))
    assert any("saw no wish in “hardwood floors”" in notice for notice in notice_texts(reading))


def test_a_part_that_speaks_of_a_protected_class_is_left_out(
    chat: Any, open_reader: Callable[..., LanguageModelReader]
) -> None:
    text = "dishwasher, only gargoyle families around"
    start = text.index("only")
    ground = notice(NoticeCode.GROUND_FAMILY)
    left_out = notice(NoticeCode.UNFAIR, words="only gargoyle families around", ground=ground)
    reader = open_reader(unfair=lambda said: [((start, len(said)), left_out)])
    chat.claims(
        {"quote": "dishwasher"}, {"quote": "gargoyle families", "type": "neighborhood", "level": "neighborhood"}
    )
    reading = reader.read_query(text)
    assert [claim.quote for claim in reading.claims] == ["dishwasher"]
    assert reading.notices == (left_out,)


def test_protected_classes_are_found_without_being_told(chat: Any, reader: LanguageModelReader) -> None:
    chat.claims({"quote": "dishwasher"}, {"quote": "no immigrants", "type": "neighborhood", "level": "neighborhood"})
    reading = reader.read_query("dishwasher, no immigrants in the building")
    assert [claim.quote for claim in reading.claims] == ["dishwasher"]
    assert any("I do not search by" in notice for notice in notice_texts(reading))


def test_what_the_rules_did_not_understand_is_no_news_once_the_model_did(
    chat: Any, reader: LanguageModelReader
) -> None:
    chat.claims({"quote": "gargoyles"}, {"quote": "dishwashr"})
    reading = reader.read_query("gargoyles, dishwashr")
    assert reading.claims[1].concept is not None
    assert [notice for notice in notice_texts(reading) if "gargoyles" in notice] == []
    assert [notice for notice in notice_texts(reading) if "dishwashr" in notice] != []


def test_ids_and_order_follow_the_words(chat: Any, reader: LanguageModelReader) -> None:
    chat.claims({"quote": "under $4,000", "type": "pricing"}, {"quote": "gargoyles"}, {"quote": "gargoyles"})
    claims = reader.read_query("gargoyles, under $4,000").claims
    assert [(claim.id, claim.quote) for claim in claims] == [("c1", "gargoyles"), ("c2", "under $4,000")]
    assert all(claim.quote == "gargoyles, under $4,000"[claim.start : claim.end] for claim in claims)
