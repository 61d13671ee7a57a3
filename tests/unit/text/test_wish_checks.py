"""Wishes that ask for more, or for something else, than their words were taken for."""

from __future__ import annotations

import pytest
from tests.shared_packs import shared_reader

from claimtree.model.claims import QueryClaim
from claimtree.model.notices import NoticeCode
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
    assert not any(claim.exceeds or claim.unsure for claim in claims(rentals, query).values())


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


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("room close to the red line, under $70", "near red line"),
        ("place within walking distance to the green line", "near green line at most 800 m"),
        ("1 bedroom near the freedom trail", "near freedom trail"),
        ("first floor close to Copley and the convention center", "near convention center"),
        ("room near hamilton park with backyard", "near hamilton park"),
        ("studio near liberty state park", "near liberty state park"),
        ("room close to st peters university", "near st peters university"),
        ("place near logan airport for one night", "near logan airport"),
        ("budget single room near northeastern university", "near northeastern university"),
        ("late check in possible, walk to south station", "near south station"),
    ],
)
def test_a_place_of_everyday_words_is_asked_for_by_name(rentals: RuleReader, query: str, place: str) -> None:
    claim = claims(rentals, query)[place]
    assert claim.name is not None
    assert claim.where is not None


@pytest.mark.parametrize(
    ("query", "concept"),
    [
        ("studio near a park", "near park"),
        ("studio near a dog park", "dog park nearby"),
        ("near public library, 2 bedrooms", "library nearby"),
        ("near the train station, quiet", "commuter rail"),
    ],
)
def test_any_place_of_a_kind_is_no_name(rentals: RuleReader, query: str, concept: str) -> None:
    told = claims(rentals, query).values()
    assert concept in {claim.concept for claim in told}
    assert not any(claim.name for claim in told)


@pytest.mark.parametrize(
    ("query", "wish"),
    [
        ("hosting a small birthday dinner for 10 people", "small birthday dinner"),
        ("reasonable checkout time, wifi", "reasonable checkout time"),
        ("host who is ok with small gatherings, downtown", "host who is ok with small gatherings"),
    ],
)
def test_a_quality_of_something_else_is_not_asked_of_the_home(rentals: RuleReader, query: str, wish: str) -> None:
    told = claims(rentals, query)
    assert told[wish].full_wording == wish
    assert not {"small", "affordable"} & set(told)


def test_what_is_to_be_allowed_is_asked_for_with_that_word(rentals: RuleReader) -> None:
    told = claims(rentals, "a loft, events or filming allowed")
    assert {"events allowed", "filming allowed"} <= set(told)


def test_a_piano_is_no_rule_about_instruments(rentals: RuleReader) -> None:
    assert [claim.concept for claim in rentals.read_query("2 bedrooms, piano").claims] == ["bedrooms", None]


def test_a_wish_that_may_be_misread_is_unsure_and_the_asker_is_told(rentals: RuleReader) -> None:
    read = rentals.read_query("washer, kitchen use, no shoes")
    assert [claim.text for claim in read.claims if claim.unsure] == ["kitchen"]
    assert [notice.code for notice in read.notices] == [NoticeCode.WORDS_DOUBTFUL]


def test_what_alone_is_asked_for_is_never_unsure(rentals: RuleReader) -> None:
    assert not any(claim.unsure for claim in claims(rentals, "kitchen use").values())


@pytest.mark.parametrize("query", ["cat friendly 2br in queens", "wheelchair accessible studio in brooklyn"])
def test_a_place_that_a_word_of_place_leads_is_a_wish_of_its_own(rentals: RuleReader, query: str) -> None:
    placed = [claim for claim in rentals.read_query(query).claims if claim.where is not None]
    assert [claim.quote for claim in placed] == [query.rsplit(" ", 1)[1]]


@pytest.mark.parametrize(
    ("query", "kind", "inside"),
    [
        ("rumah dengan ruang kantor", "house", "ruang kantor"),
        ("house with an office, 4 bedrooms", "house", "office"),
        ("gudang di Medan, ada ruang kantor", "warehouse", "ruang kantor"),
    ],
)
def test_what_a_thing_is_to_have_is_no_other_thing(query: str, kind: str, inside: str) -> None:
    told = shared_reader("property").read_query(query).claims
    assert kind in {claim.concept for claim in told}
    assert [claim.text for claim in told if claim.concept is None and claim.name is None] == [inside]


@pytest.mark.parametrize(
    "query", ["rumah atau ruko", "kantor dengan parkir", "rumah tanpa kantor", "rumah dengan halaman luas dan garasi"]
)
def test_things_that_may_be_asked_for_together_stay_as_they_are(query: str) -> None:
    assert all(claim.concept is not None for claim in shared_reader("property").read_query(query).claims)
