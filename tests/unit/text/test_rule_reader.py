"""Queries and documents to claims, with the rentals pack and with a pack of a few lines."""

from __future__ import annotations

import math
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.shared_packs import shared_pack, shared_reader

from claimtree.languages.rendering import notice_texts, why_text
from claimtree.model.claims import Claim, ConceptId, EntityId, Facet, LevelName, Name, QueryClaim, Strength, TypeName
from claimtree.model.hierarchy import Entity, Hierarchy
from claimtree.model.pack import Concept, FacetSpec, NameKind, OtherName, Pack, TypeSpec
from claimtree.models.hashed import HashedEmbedder
from claimtree.models.scope import shipped_scope
from claimtree.text.rule_reader import RuleReader

AREA, HOME, ROOM = LevelName("neighborhood"), LevelName("apartment"), LevelName("room")


@lru_cache
def reader() -> RuleReader:
    return shared_reader("rentals")


def wishes(text: str) -> tuple[QueryClaim, ...]:
    return reader().read_query(text).claims


def claims(text: str, level: LevelName = HOME, facet: str | None = None) -> tuple[Claim, ...]:
    about = Entity(id=EntityId("x"), level=level, facet=Facet(facet) if facet else None)
    return reader().read_document(text, about=about, source="s").claims


def texts(found: tuple[QueryClaim, ...] | tuple[Claim, ...]) -> list[str]:
    return [claim.text for claim in found]


# --- queries --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("quiet home", ["quiet"]),
        ("studio under $3,000", ["studio", "monthly rent under $3,000/month"]),
        ("$3,200", ["monthly rent about $3,200/month"]),
        ("rent 3,200", ["monthly rent at most $3,200/month"]),
        ("at least 2 bedrooms", ["at least 2 bedrooms"]),
        ("a modern kitchen over 12 m²", ["modern kitchen", "kitchen area over 12 m²"]),
        ("a 10 minute walk to the subway", ["near subway at most 1 km"]),
        ("no bars, clubs or construction", ["no bars nearby", "no nightlife", "no construction nearby"]),
        ("no carpet, ground floor or walk-up", ["no carpeted", "no ground floor", "no walk-up"]),
        ("not too old", ["no old building"]),
        ("not in Brooklyn", ["not located in Brooklyn"]),
        ("cats only", ["cats only"]),
        ("either a dishwasher or a washer", ["dishwasher", "washer"]),
        ("I don't mind an older building", []),
        ("I don't mind noise if it is cheap", ["affordable"]),
        ("quiet, very quiet, really quiet", ["quiet"]),
        ("w/d", ["washer/dryer in unit"]),
    ],
)
def test_a_query_becomes_the_claims_a_person_would_say_back(query: str, said: list[str]) -> None:
    assert texts(wishes(query)) == said


@pytest.mark.parametrize(
    ("query", "level", "facet", "type"),
    [
        ("quiet", "apartment", None, "features"),
        ("quiet street", "neighborhood", None, "neighborhood"),
        ("quiet bedroom", "room", "bedroom", "features"),
        ("dishwasher", "room", "kitchen", "amenities"),
        ("a balcony", "room", "balcony", "features"),
        ("in Brooklyn", "neighborhood", None, "location"),
        ("dogs allowed", "apartment", None, "policies"),
        ("under $3,000", "apartment", None, "pricing"),
        ("elevator", "apartment", None, "accessibility"),
        ("12 month lease", "apartment", None, "restrictions"),
    ],
)
def test_a_wish_stands_at_its_level_with_its_facet_and_type(
    query: str, level: str, facet: str | None, type: str
) -> None:
    (wish,) = wishes(query)
    assert (wish.level, wish.facet, wish.type) == (level, facet, type)


@pytest.mark.parametrize(
    ("query", "strength"),
    [
        ("quiet", "preferred"),
        ("under $3,000", "required"),
        ("two bedrooms", "required"),
        ("in Brooklyn", "required"),
        ("dogs allowed", "required"),
        ("elevator", "required"),
        ("12 month lease", "required"),
        ("no noise complaints, not noisy", "required"),
        ("must be quiet", "required"),
        ("preferably dogs allowed", "preferred"),
        ("preferably not noisy", "preferred"),
    ],
)
def test_a_wish_is_required_when_firm_negated_or_insisted_on_and_not_softened(query: str, strength: str) -> None:
    assert wishes(query)[-1].strength is Strength(strength)


@pytest.mark.parametrize(
    ("query", "weight"),
    [
        ("bright", 0.75),
        ("quiet street", 0.65),
        ("preferably bright", 0.65),
        ("must be bright", 0.85),
        ("not bright", 0.85),
        ("in Brooklyn", 0.95),
        ("not in Brooklyn", 0.95),
        ("kitchen over 12 m²", 0.95),
        ("under $3,000", 0.95),
    ],
)
def test_a_weight_is_that_of_the_type_and_a_tenth_for_amounts_negation_and_insistence(
    query: str, weight: float
) -> None:
    assert wishes(query)[0].weight == weight


def test_weights_stay_within_their_bounds_however_hard_one_insists() -> None:
    assert wishes("must definitely not be over $3,000, no exceptions")[0].weight == 0.95


def test_a_studio_is_a_home_with_no_bedrooms() -> None:
    (studio,) = wishes("studio")
    assert (studio.pattern, studio.amounts[0].low, studio.amounts[0].high) == ("_ bedrooms", 0, 0)


def test_claims_about_one_room_share_a_group_and_other_rooms_have_their_own() -> None:
    found = wishes("a modern kitchen with an island, a bright bedroom")
    assert [(wish.facet, wish.group) for wish in found] == [("kitchen", 1), ("kitchen", 1), ("bedroom", 2)]


def test_two_bedrooms_each_with_a_closet_open_two_groups() -> None:
    count, *closets = wishes("two bedrooms, each with a closet")
    assert count.group is None
    assert [(wish.text, wish.facet, wish.group) for wish in closets] == [
        ("closet", "bedroom", 1),
        ("closet", "bedroom", 2),
    ]


@pytest.mark.parametrize(
    ("query", "groups"),
    [
        ("south, east or west facing", [1, 1, 1]),
        ("cats allowed or dogs allowed, quiet", [1, 1, None]),
        ("2 bedrooms or 4 bedrooms", [1, 1]),
        ("2 or 4 bedrooms, 1 or 3 bathrooms", [1, 1, 2, 2]),
        ("2, 3 or 5 bedrooms", [1, 1, 1]),
        ("over 800 sq ft, under 1000 sq ft", [None, None]),
        ("no cats or dogs", [None, None]),
        ("quiet or quiet", [None]),
    ],
)
def test_alternatives_share_an_or_group_and_denied_ones_leave_no_choice(query: str, groups: list[int | None]) -> None:
    assert [wish.or_group for wish in wishes(query)] == groups


@given(first=st.integers(0, 9), second=st.integers(0, 9))
def test_each_of_two_numbers_of_rooms_will_do(first: int, second: int) -> None:
    asked = wishes(f"{first} or {second} bedrooms")
    assert all(wish.pattern == "_ bedrooms" for wish in asked)
    values = {float(number) for wish in asked for number in (wish.amounts[0].low, wish.amounts[0].high)}
    assert values == {first, second}
    assert len(asked) == 1 or {wish.or_group for wish in asked} == {1}


def test_what_no_word_list_knows_is_kept_in_its_own_words() -> None:
    (wish,) = wishes("a room to practise the trombone")
    assert (wish.text, wish.concept, wish.type) == ("practise the trombone", None, "features")
    assert why_text(wish, "en") == "no word list knows it"


def test_ids_are_numbered_in_the_order_of_the_query() -> None:
    assert [wish.id for wish in wishes("quiet, bright, under $3,000")] == ["c1", "c2", "c3"]


@pytest.mark.parametrize("query", ["", "   ", "hello, I am looking for something please", "!!! ???"])
def test_a_text_without_a_wish_gives_a_notice(query: str) -> None:
    reading = reader().read_query(query)
    assert reading.claims == ()
    assert notice_texts(reading) == ("I found nothing to look for in these words.",)


def test_names_that_the_data_brought_can_be_asked_for() -> None:
    pack = shared_pack("rentals")
    name = Name(kind="neighborhood", text="Gotham Heights")
    (wish,) = RuleReader(pack, names=[name], scope=shipped_scope()).read_query("in Gotham Heights").claims
    assert (wish.name, wish.required) == (name, True)


# --- documents ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("No dogs allowed.", ["no dogs allowed"]),
        ("Dogs: no", ["no dogs allowed"]),
        ("Heat is not included.", ["no heat included"]),
        ("Rent $3,000 a month", ["monthly rent $3,000/month"]),
        ("Facing: west. Floor: 3", ["west-facing", "floor 3"]),
        ("No balcony.", ["no balcony"]),
        ("in Williamsburg", ["located in Williamsburg"]),
        ("minutes from Williamsburg", []),
        ("better value than in Williamsburg", ["better value"]),
        ("park 3 km away", []),
        ("<p>70 m&sup2;</p><script>dogs allowed</script>", ["area 70 m²"]),
        ("$60 for storage", ["storage space"]),
        ("", []),
        ("park 30 km away", ["no near park"]),
        ("The park is a 25 minute walk.", []),
        ("far from the park, 3 km", ["no near park"]),
        ("There are a few restaurants.", ["restaurants nearby"]),
        ("Few restaurants.", ["no restaurants nearby"]),
        ("No pets no parties no smoking", ["no pets allowed", "no parties allowed", "no smoking allowed"]),
        ("Renovated 5 years ago.", ["renovated"]),
        ("My flat is free for 3 months.", []),
        ("At least 3 months.", ["minimum lease 3 months"]),
        ("No deposit for stays under 3 months.", []),
        ("There is no discount for leases under 12 months.", []),
        ("Rates for stays under 12 months differ.", []),
    ],
)
def test_a_document_says_what_it_says_and_no_more(text: str, said: list[str]) -> None:
    assert texts(claims(text)) == said


@pytest.mark.parametrize(
    ("text", "level", "facet", "placed"),
    [
        ("Bright kitchen", "apartment", None, [("room", "kitchen"), ("room", "kitchen")]),
        ("No balcony", "apartment", None, [("apartment", None)]),
        ("Dark, with a closet", "room", "bedroom", [("room", "bedroom"), ("room", "bedroom")]),
        ("Quiet street", "apartment", None, [("apartment", None)]),
        ("Quiet street", "neighborhood", None, [("neighborhood", None)]),
        ("Most buildings allow dogs", "neighborhood", None, []),
    ],
)
def test_a_claim_stands_on_the_entity_or_on_a_part_it_names(
    text: str, level: str, facet: str | None, placed: list[tuple[str, str | None]]
) -> None:
    found = claims(text, LevelName(level), facet)
    assert [(claim.level, claim.facet) for claim in found if claim.concept] == placed


def test_every_room_of_the_prose_is_a_room_of_its_own() -> None:
    text = "Master bedroom 18 m² without a closet. Second bedroom 9 m² with a walk-in closet."
    rooms = {(claim.which, claim.text) for claim in claims(text) if claim.concept}
    assert {("master", "bedroom area 18 m²"), ("second", "walk-in closet"), ("second", "bedroom area 9 m²")} <= rooms
    assert ("master", "walk-in closet") not in rooms


def test_a_quiet_street_in_a_listing_is_the_character_of_the_area() -> None:
    (claim,) = claims("Quiet street")
    assert (claim.level, claim.type) == (HOME, "neighborhood")


def test_a_quote_is_the_clause_that_says_it() -> None:
    text = "Sunny kitchen with an island. No dogs allowed, sorry."
    quotes = {claim.text: claim.quote for claim in claims(text)}
    assert quotes["kitchen island"] == "Sunny kitchen with an island"
    assert quotes["no dogs allowed"] == "No dogs allowed"


def test_a_quote_of_marked_up_text_ends_on_a_whole_entity() -> None:
    (claim,) = claims("<p>70 m&sup2;</p>")
    assert claim.quote == "70 m&sup2;"


# --- a pack of a few lines ------------------------------------------------------------------------------------------

LOOK, RULE = TypeName("look"), TypeName("rule")
HARBOUR, BOAT, PART = LevelName("harbour"), LevelName("boat"), LevelName("part")
BOATS = Pack(
    name="boats", version=1, languages=("en",), title="Boats", default_type=LOOK, level_weights={},
    hierarchy=Hierarchy(levels=(HARBOUR, BOAT, PART), answers=BOAT),
    types={
        LOOK: TypeSpec(name=LOOK, about="", levels=(BOAT, PART), examples=("polished brass",), weight=0.7),
        RULE: TypeSpec(name=RULE, about="", levels=(BOAT,), examples=("permission to fish",), weight=0.8, firm=True),
    },
    concepts={
        concept.id: concept
        for concept in (
            Concept(id=ConceptId("teak"), type=LOOK, levels=(BOAT, PART), wording="teak {facet}", says=("teak",)),
            Concept(id=ConceptId("dry"), type=LOOK, levels=(BOAT,), wording="dry", says=("dry",), denies=("leaky",)),
            Concept(id=ConceptId("guests"), type=RULE, levels=(BOAT,), wording="guests allowed", says=("guests",)),
            Concept(id=ConceptId("calm"), type=LOOK, levels=(BOAT, HARBOUR), wording="calm", says=("calm",),
                    type_at={HARBOUR: RULE}, weight=0.4),
        )
    },
    facets={Facet("deck"): FacetSpec(name=Facet("deck"), level=PART, says=("deck",), title="deck", type=LOOK)},
    names={
        "harbour": NameKind(
            name="harbour", type=RULE, level=HARBOUR, wording="lies in {name}", other=OtherName.REFUTES,
            entries={"Kiel": ("kiel bay",)},
        )
    },
    nouns={HARBOUR: ("harbour",), BOAT: ("boat",)},
)  # fmt: skip


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("teak deck", "teak deck, part, look, preferred, 0.7"),
        ("leaky", "no dry, boat, look, required, 0.8"),
        ("not leaky", "dry, boat, look, required, 0.8"),
        ("no guests", "no guests allowed, boat, rule, required, 0.9"),
        ("calm harbour", "calm, harbour, rule, required, 0.4"),
        ("calm boat", "calm, boat, look, preferred, 0.4"),
        ("preferably calm", "calm, boat, look, preferred, 0.3"),
        ("in Kiel Bay", "lies in Kiel, harbour, rule, required, 0.8"),
        ("smells of tar", "smells of tar, boat, look, preferred, 0.7"),
    ],
)
def test_any_pack_is_read_by_the_same_rules(query: str, said: str) -> None:
    (wish,) = RuleReader(BOATS, scope=shipped_scope()).read_query(query).claims
    assert f"{wish.text}, {wish.level}, {wish.type}, {wish.strength}, {wish.weight}" == said


def test_an_unknown_wish_takes_the_type_of_the_nearest_example() -> None:
    (wish,) = (
        RuleReader(BOATS, embedder=HashedEmbedder(), scope=shipped_scope()).read_query("fishing permission").claims
    )
    assert (wish.type, why_text(wish, "en")) == (RULE, "nearest example 'permission to fish'")
    assert wish.strength is Strength.PREFERRED  # a guessed type is not firm
    (wish,) = RuleReader(BOATS, embedder=HashedEmbedder(), scope=shipped_scope()).read_query("brass everywhere").claims
    assert (wish.type, why_text(wish, "en")) == (LOOK, "nearest example 'polished brass'")


# --- any text -------------------------------------------------------------------------------------------------------

WORDS = st.sampled_from(
    [
        *("no", "not", "without", "dogs", "cats", "quiet", "kitchen", "bedroom", "two", "2", "$3,000", "under", "12"),
        *(
            "m²",
            "or",
            "and",
            ",",
            ".",
            ";",
            ":",
            "with",
            "in",
            "the",
            "a",
            "each",
            "south",
            "west",
            "facing",
            "Brooklyn",
        ),
        *(
            "must",
            "preferably",
            "don't",
            "mind",
            "if",
            "studio",
            "balcony",
            "5",
            "min",
            "walk",
            "subway",
            "w/d",
            "blorp",
        ),
        *("<b>", "&amp;", "m&sup2;", "\n", "é", "😀", "\x00", "(", ")", "/", "-", "either", "nor"),
    ]
)
ANY_TEXT = st.one_of(st.text(max_size=400), st.lists(WORDS, max_size=120).map(" ".join))


@settings(max_examples=settings().max_examples * 3 // 2)
@given(ANY_TEXT)
def test_any_query_is_read_and_every_quote_stands_where_it_says(text: str) -> None:
    reading = reader().read_query(text)
    assert reading.claims or notice_texts(reading)
    for wish in reading.claims:
        assert 0 <= wish.start < wish.end <= len(text)
        assert wish.quote == text[wish.start : wish.end]
        assert 0.3 <= wish.weight <= 0.95
        assert wish.text
        assert wish.pattern
    numbers = [wish.or_group for wish in reading.claims if wish.or_group is not None]
    assert all(numbers.count(number) > 1 for number in numbers)


@settings(max_examples=settings().max_examples * 3 // 2)
@given(ANY_TEXT, st.sampled_from([(HOME, None), (AREA, None), (ROOM, "kitchen")]))
def test_any_document_is_read_and_every_quote_stands_where_it_says(
    text: str, about: tuple[LevelName, str | None]
) -> None:
    for claim in claims(text, *about):
        assert 0 <= claim.start < claim.end <= len(text)
        assert claim.quote == text[claim.start : claim.end]
        assert claim.source == "s"


@pytest.mark.parametrize(
    "unit",
    [
        "no ",
        *(
            pytest.param(unit, marks=pytest.mark.slow)
            for unit in ("dogs, ", "or dogs ", "kitchen with ", "a quiet ", "not without ", "must ", "don't mind ")
        ),
    ],
)
def test_a_long_text_of_one_thing_is_read_to_its_end(unit: str) -> None:
    # Not "no a ", which has a piece for each two letters: of what is no prose the beginning is read.
    # A reader that walks back over all of it for every word would not come back for minutes.
    text = (unit * 6_000)[:6_000] + ". Elevator"
    assert wishes(text)[-1].text == "elevator building"
    assert claims(text)[-1].text == "elevator building"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I hate noise", ["not noisy*"]),
        ("noise is a dealbreaker", ["not noisy*"]),
        ("anything but Brooklyn", ["not located in Brooklyn*"]),
        ("anywhere except Bushwick", ["not located in Bushwick*"]),
        ("I am allergic to dogs", ["no dogs allowed*"]),
        ("not in Queens, south or west facing", ["not located in Queens*", "south-facing", "west-facing"]),
        ("no dogs, south or west facing", ["no dogs allowed*", "south-facing", "west-facing"]),
        ("parking is not needed", []),
        ("pets not required", []),
        ("70m2+", ["area at least 70 m²*"]),
        ("max 3500", ["monthly rent at most $3,500/month*"]),
        ("at least one balcony", ["balcony"]),
        ("under 1500 euros", []),
    ],
)
def test_exclusions_dislikes_and_limits_are_not_turned_round(text: str, said: list[str]) -> None:
    assert [f"{wish.text}{'*' if wish.required else ''}" for wish in wishes(text)] == said


def test_an_amount_that_nothing_takes_is_said_to_be_left_out() -> None:
    (notice, _) = notice_texts(reader().read_query("under 1500 euros"))
    assert "“under 1500 euros”" in notice


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Kitchen lacks a dishwasher.", "no dishwasher"),
        ("The elevator was removed.", "no elevator building"),
        ("The gym is closed for good.", "no gym"),
        ("Dogs and cats permitted, no smoking.", "cats allowed"),
        ("Washer/dryer in the basement.", "laundry in building"),
    ],
)
def test_a_listing_that_denies_is_not_taken_for_proof(text: str, said: str) -> None:
    read = texts(claims(text))
    assert said in read
    opposite = said.removeprefix("no ") if said.startswith("no ") else f"no {said}"
    assert opposite not in read


@pytest.mark.parametrize(
    ("query", "low", "high"),
    [("sleeps 6", 6, math.inf), ("room for 4 guests", 4, math.inf), ("no more than 2 guests", -math.inf, 2)],
)
def test_who_asks_for_a_place_that_sleeps_some_takes_one_that_sleeps_more(query: str, low: float, high: float) -> None:
    (claim,) = reader().read_query(query).claims
    (amount,) = claim.amounts
    assert (claim.concept, amount.low, amount.high) == ("sleeps", low, high)
