"""What naming something asks for, and what the reader makes of words that no list has."""

from __future__ import annotations

import pytest
from tests.shared_packs import shared_reader

from claimtree.errors import UnknownName
from claimtree.languages import language
from claimtree.languages.rendering import notice_texts
from claimtree.model.claims import EntityId, LevelName
from claimtree.model.hierarchy import Entity
from claimtree.text.rule_reader import RuleReader


@pytest.fixture(scope="module")
def rentals() -> RuleReader:
    return shared_reader("rentals")


@pytest.fixture(scope="module")
def property_reader() -> RuleReader:
    return shared_reader("property")


def said(reader: RuleReader, query: str) -> list[str]:
    return [claim.text for claim in reader.read_query(query).claims]


@pytest.mark.parametrize(
    ("query", "is_wish"),
    [
        ("list all apartments in Astoria", True),
        ("housing of the type apartment in Astoria", True),
        ("an apartment in Astoria", False),
        ("apartments in Astoria", False),
    ],
)
def test_what_every_home_is_is_a_wish_where_it_is_asked_for_outright(
    rentals: RuleReader, query: str, is_wish: bool
) -> None:
    assert ("apartment" in said(rentals, query)) is is_wish


@pytest.mark.parametrize(
    ("query", "is_wish"),
    [
        ("komplek yang tenang", True),
        ("house inside a complex with a swimming pool", True),
        ("gak mau di komplek", False),
        ("komplek ga perlu bagus, yang penting murah", False),
    ],
)
def test_a_complex_that_something_is_said_of_is_asked_for(
    property_reader: RuleReader, query: str, is_wish: bool
) -> None:
    claims = property_reader.read_query(query).claims
    assert any(claim.concept == "in complex" and not claim.negated for claim in claims) is is_wish


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("an apartment in the Antioch area", "in or around Antioch"),
        ("an apartment in the city of Lowell", "located in Lowell"),
        ("a 3 bath apartment in Fargo, North Dakota", "located in Fargo"),
        ("I want an apartment in South San Francisco", "located in South San Francisco"),
    ],
)
def test_a_name_is_told_without_what_introduces_it(rentals: RuleReader, query: str, name: str) -> None:
    assert name in said(rentals, query)


@pytest.mark.parametrize(
    ("query", "rooms"),
    [
        ("Just one.", ["1 bedroom"]),
        ("I think 3 should do.", ["3 bedrooms"]),
        ("one with a pool please", ["swimming pool"]),
    ],
)
def test_a_number_that_is_wanted_counts_rooms(rentals: RuleReader, query: str, rooms: list[str]) -> None:
    assert said(rentals, query) == rooms


def test_people_are_not_rooms(rentals: RuleReader) -> None:
    assert not [claim for claim in rentals.read_query("2 beds, there are 3 of us").claims if claim.text == "3 bedrooms"]


@pytest.mark.parametrize(
    ("query", "text"),
    [("🐶 ok, under 3k", "dogs allowed"), ("utilites inlcuded, 2 bedrom flat", "2 bedrooms")],
)
def test_pictures_and_slips_are_read_as_they_are_meant(rentals: RuleReader, query: str, text: str) -> None:
    assert text in said(rentals, query)


def test_a_listing_is_not_said_to_lack_what_nobody_is_sure_of(rentals: RuleReader) -> None:
    home = Entity(id=EntityId("h"), level=LevelName("apartment"), title="")
    text = "Plenty of space for plants: there's a tiled sunroom you could turn into a jungle."
    claims = rentals.read_document(text, about=home, source="s").claims
    assert not [claim.text for claim in claims if claim.negated]


def listed(reader: RuleReader, text: str, level: str = "apartment") -> list[str]:
    home = Entity(id=EntityId("h"), level=LevelName(level), title="")
    return [
        f"{claim.text} ({claim.facet})" if claim.facet else claim.text
        for claim in reader.read_document(text, about=home, source="s").claims
    ]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Nobody overhead.", ["top floor"]),
        ("little through traffic", ["light traffic"]),
        ("Hardwood except the bedroom.", ["hardwood floors", "no hardwood floors (bedroom)"]),
        ("All rooms have AC except the kitchen.", ["air conditioning", "no air conditioning (kitchen)"]),
        ("No carpet except in the bedroom.", ["no carpeted", "carpeted (bedroom)"]),
        ("No dogs over 40 lb.", ["no dogs over 40 lb"]),
        ("Rent reduced from $3,200 to $2,900.", ["monthly rent $2,900/month"]),
    ],
)
def test_a_listing_is_taken_at_its_word(rentals: RuleReader, text: str, claims: list[str]) -> None:
    assert listed(rentals, text) == claims


def test_what_floods_is_not_said_to_be_dry(property_reader: RuleReader) -> None:
    assert listed(property_reader, "Rawan banjir.", "property") == ["rawan banjir"]
    assert listed(property_reader, "Tidak rawan banjir.", "property") == ["bebas banjir"]


def test_each_bedroom_of_the_prose_is_one_of_its_own(rentals: RuleReader) -> None:
    home = Entity(id=EntityId("h"), level=LevelName("apartment"), title="")
    text = "Bedroom one is 18 m2, no closet, and bedroom two is 9 m2 and has a walk-in closet"
    claims = rentals.read_document(text, about=home, source="s").claims
    assert [(claim.text, claim.which) for claim in claims if claim.facet == "bedroom"] == [
        ("bedroom area 18 m²", "1"),
        ("no closet", "1"),
        ("bedroom area 9 m²", "2"),
        ("walk-in closet", "2"),
    ]


@pytest.mark.parametrize(
    ("query", "claims"),
    [
        ("at least 1,000 sq ft and at most 1,400", ["area at least 92.9 m²", "area at most 130.06 m²"]),
        ("max $3,000, I can go $50 over", ["monthly rent at most $3,050/month"]),
        ("kitchen of 12 m²", ["kitchen area about 12 m²"]),
        ("exactly 80 m²", ["area 80 m²"]),
    ],
)
def test_amounts_are_read_as_people_mean_them(rentals: RuleReader, query: str, claims: list[str]) -> None:
    assert said(rentals, query) == claims


@pytest.mark.parametrize(
    ("query", "kinds"),
    [
        ("rumah jangan yang bekas banjir", ["house"]),
        ("tanah, bukan tanah sengketa", ["land"]),
    ],
)
def test_a_denial_of_more_than_the_kind_leaves_the_kind(
    property_reader: RuleReader, query: str, kinds: list[str]
) -> None:
    claims = property_reader.read_query(query).claims
    assert [claim.concept for claim in claims if claim.type == "kind" and not claim.negated] == kinds
    assert not [claim.text for claim in claims if claim.type == "kind" and claim.negated]


def test_who_buys_groceries_is_not_told_that_homes_are_for_rent(rentals: RuleReader) -> None:
    assert not notice_texts(rentals.read_query("I buy groceries at Trader Joe's, want it close"))
    assert notice_texts(rentals.read_query("looking to buy a condo"))


def test_a_language_without_a_folder_is_read_without_small_words() -> None:
    french = language("fr")
    assert (french.codes, french.negations) == (("fr",), frozenset())
    assert "no" in language("fr", "en").negations
    with pytest.raises(UnknownName, match="no language 'x1'"):
        language("x1")


@pytest.mark.parametrize("query", ["kost dekat USU sekitar Rp 1.500.000 per bulan", "rumah 800rb an sebulan"])
def test_a_price_that_is_about_stays_about_and_is_no_place(property_reader: RuleReader, query: str) -> None:
    prices = [claim.amounts[0] for claim in property_reader.read_query(query).claims if claim.type == "price"]
    assert [(round(price.low) > 0, price.high > price.low) for price in prices] == [(True, True)]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Dijual rumah 2 lantai, 3 kamar tidur", ["dijual", "rumah", "2 lantai", "3 kamar tidur"]),
        ("Disewakan ruko 3 lantai", ["disewakan", "ruko", "3 lantai"]),
        ("Dijual cepat rumah siap huni", ["dijual", "rumah", "siap huni"]),
        ("Dekat rumah sakit", ["dekat rumah sakit"]),
    ],
)
def test_a_listing_is_what_it_names_also_inside_a_longer_saying(
    property_reader: RuleReader, text: str, says: list[str]
) -> None:
    home = Entity(id=EntityId("h"), level=LevelName("property"), title="h")
    assert [claim.text for claim in property_reader.read_document(text, about=home, source="s").claims] == says


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("We rent a sunny two bedroom apartment in Back Bay, near Fenway Park", ["Back Bay", "Fenway Park"]),
        ("The house lies on a quiet street in Jamaica Plain and has a garden", ["Jamaica Plain"]),
        ("You will find many restaurants and a park nearby, in walking distance", []),
    ],
)
def test_a_listing_is_where_it_says_it_is_though_no_list_has_the_name(
    rentals: RuleReader, text: str, names: list[str]
) -> None:
    home = Entity(id=EntityId("h"), level=LevelName("apartment"), title="h")
    found = rentals.read_document(text, about=home, source="s").claims
    assert [claim.name.text for claim in found if claim.name is not None] == names


def test_a_listed_name_that_goes_on_is_another_place(rentals: RuleReader) -> None:
    assert "located in Jamaica Plain" in said(rentals, "a 2BR in Jamaica Plain with parking")
    assert "located in Jamaica" in said(rentals, "a 2BR in Jamaica with parking")
    assert "located in Boston" in said(rentals, "a 2BR in Boston MA with parking")
    assert "located in Austin" in said(rentals, "a flat in Austin Texas")


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("apartment in East Boston", "East Boston"),
        ("apartment in east boston", "east boston"),
        ("apartment in jamaica plain", "jamaica plain"),
        ("apartment in south Boston", "Boston"),
        ("apartment in Longwood Medical Area", "Longwood Medical Area"),
        ("apartment in Park Slope area", "Park Slope"),
        ("loft in Mountain View", "Mountain View"),
        ("studio in fenway", "fenway"),
    ],
)
def test_a_name_of_several_words_stays_whole(rentals: RuleReader, query: str, name: str) -> None:
    assert [claim.name.text for claim in rentals.read_query(query).claims if claim.name is not None] == [name]


@pytest.mark.parametrize("query", ["SF home with a yard", "3 bed SF house under $3,000"])
def test_an_abbreviation_that_is_a_word_of_the_field_is_no_city(rentals: RuleReader, query: str) -> None:
    assert not [claim.name for claim in rentals.read_query(query).claims if claim.name is not None]


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("rumah di Seberang Ulu I", "Seberang Ulu I"),
        ("rumah di nusa dua", "nusa dua"),
        ("rumah di Kuta Selatan dekat pantai", "Kuta Selatan"),
        ("rumah di citra grand city", "citra grand city"),
        ("rumah di Jakarta Timur", "Jakarta Timur"),
    ],
)
def test_an_indonesian_name_stays_whole(property_reader: RuleReader, query: str, name: str) -> None:
    found = property_reader.read_query(query).claims
    assert [claim.name.text for claim in found if claim.name is not None] == [name]


def test_a_beach_is_a_kind_of_place_and_no_name(property_reader: RuleReader) -> None:
    claims = property_reader.read_query("vila dekat pantai").claims
    assert [(claim.concept, claim.name) for claim in claims if claim.where is not None] == [("near beach", None)]


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("The flat is in the heart of Roslindale, steps to Adams Park.", ["Roslindale"]),
        ("Penthouse suite in historic Beacon Hill", ["Beacon Hill"]),
        ("A quiet room in West Roxbury with its own bath.", ["West Roxbury"]),
        ("Welcome to Dorchester! The house sits on a hill.", ["Dorchester"]),
        ("SUNNY CONDO LOCATED IN MISSION HILL, PARKING INCLUDED.", ["MISSION HILL"]),
        ("BRIGHT ROOM IN JAMAICA PLAIN WITH A DECK", ["JAMAICA PLAIN"]),
        ("It is in a small building close to the lively Allston area.", []),
        ("Convenient to Boston, Cambridge and Newton by train.", []),
        ("The bus takes you to South Boston or Southie.", []),
        ("We speak English and rent the room in Summer only.", []),
        ("Private bedroom in SF home, shared bath.", []),
    ],
)
def test_what_leads_to_a_name_says_whether_one_is_there(rentals: RuleReader, text: str, inside: list[str]) -> None:
    home = Entity(id=EntityId("h"), level=LevelName("apartment"), title="h")
    found = rentals.read_document(text, about=home, source="s").claims
    assert [claim.name.text for claim in found if claim.name is not None and claim.text.startswith("located")] == inside


@pytest.mark.parametrize(
    ("query", "wishes"),
    [
        ("2 bedrooms, i have a cat, a desk", ["2 bedrooms", "cats allowed", "desk"]),
        ("we have a toddler and a cat", ["cats allowed"]),
        ("my dog is 30 lbs", ["dogs allowed"]),
        ("I have no pets", []),
        ("my landlord has a dog", []),
        ("we have a dog phobia in the family", []),
        ("I have an allergy to cats", []),
        ("i have a fear of dogs", []),
        ("we have friends with a dog", []),
        ("I have a guarantor and two bikes", []),
    ],
)
def test_to_have_what_a_home_may_permit_asks_for_the_permission(
    rentals: RuleReader, query: str, wishes: list[str]
) -> None:
    assert said(rentals, query) == wishes


@pytest.mark.parametrize(
    ("query", "wishes"),
    [
        ("own entrance, kitchen, under 150 and quiet", ["private entrance", "kitchen", "quiet"]),
        ("own entrance and kitchen", ["private entrance", "private kitchen"]),
        ("own entrance, bathroom and kitchen", ["private entrance", "private bathroom", "private kitchen"]),
    ],
)
def test_what_is_said_of_one_part_is_said_of_those_enumerated_with_it(
    rentals: RuleReader, query: str, wishes: list[str]
) -> None:
    assert said(rentals, query) == wishes


def test_a_bed_is_asked_for_by_its_size_and_room_for_one_by_the_room(rentals: RuleReader) -> None:
    assert said(rentals, "a queen bed") == ["queen bed"]
    assert said(rentals, "bedroom that fits a queen bed") == ["fits queen bed"]
    assert said(rentals, "a room big enough for a king bed") == ["fits king bed"]
