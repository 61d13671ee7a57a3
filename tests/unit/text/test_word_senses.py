"""A listed word counts in a listing only where it says what the list takes it for."""

from __future__ import annotations

import pytest

from evals.reading import Reading


@pytest.fixture(scope="module")
def rentals() -> Reading:
    return Reading("rentals", "claimtree-small-3")


@pytest.fixture(scope="module")
def property_pack() -> Reading:
    return Reading("property", "claimtree-small-3")


def said(reading: Reading, text: str) -> set[str]:
    return {("no " if claim.negated else "") + str(claim.concept) for claim in reading.document(text)}


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("Easy trips to Ellis Island and the Statue of Liberty.", "kitchen island"),
        ("Fluffy and cozy towels are provided.", "cozy"),
        ("Take your morning coffee out to the deck.", "coffee shops nearby"),
        ("There is a huge park five minutes away.", "spacious"),
    ],
)
def test_a_word_that_says_something_else_in_its_clause_is_no_claim(rentals: Reading, text: str, concept: str) -> None:
    assert concept not in said(rentals, text)


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("The kitchen has an island with four stools.", "kitchen island"),
        ("Cafes and bars are around the corner.", "coffee shops nearby"),
        ("Dishwasher, microwave and a large fridge.", "dishwasher"),
        ("A quiet flat on a safe street.", "quiet"),
    ],
)
def test_a_word_that_says_what_it_seems_to_still_counts(rentals: Reading, text: str, concept: str) -> None:
    assert concept in said(rentals, text)


def test_a_word_in_the_name_of_an_estate_is_no_feature(property_pack: Reading) -> None:
    assert "complex park" not in said(property_pack, "Dijual rumah di Taman Melati Permai, 2 lantai")


def test_a_listing_lacks_what_some_word_denies_and_not_what_it_only_sounds_like_lacking(rentals: Reading) -> None:
    assert "no pets allowed" in said(rentals, "No pets, please.")
    assert "no towels" in said(rentals, "Please bring your own towels.")
    assert "no storage space" not in said(rentals, "A deep closet will have you covered on your storage needs.")


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("The ceiling fan is worked by remote control.", "remote"),
        ("It is a big city with small town charm.", "small"),
        ("There is a big table to work remote at.", "remote"),
    ],
)
def test_a_word_of_an_opposite_is_a_claim_only_where_it_is_surely_said_of_the_home(
    rentals: Reading, text: str, concept: str
) -> None:
    assert concept not in said(rentals, text)


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("The bedroom is dark in the morning.", "dark"),
        ("It is a small studio for one person.", "small"),
        ("A third-floor walk-up on a corner.", "walk-up"),
        ("Elevator: no. Pets: no.", "no elevator"),
        ("We do not have parking.", "no parking"),
        ("Air conditioning - none.", "no air conditioning"),
    ],
)
def test_what_is_plainly_said_still_speaks_against_a_wish(rentals: Reading, text: str, concept: str) -> None:
    assert concept in said(rentals, text)


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("See all of the city without the hassle of driving or parking.", "no parking"),
        ("Furnished or unfurnished, as you like.", "no furnished"),
        ("For guests who crave both style and calm.", "no None"),
    ],
)
def test_a_denial_that_its_clause_does_not_bear_out_is_no_claim(rentals: Reading, text: str, concept: str) -> None:
    assert concept not in said(rentals, text)


@pytest.mark.parametrize(
    ("text", "denied", "kept"),
    [
        ("No parking on Tuesdays.", "no parking", set()),
        ("No pool after 10 pm.", "no swimming pool", set()),
        ("The cabin next door has no elevator.", "no elevator", set()),
        ("No pets, no smoking. There is no elevator.", "", {"no pets allowed", "no smoking allowed", "no elevator"}),
        ("There is no air conditioner. No dogs.", "", {"no air conditioning", "no dogs allowed"}),
    ],
)
def test_a_denial_of_a_part_or_of_another_home_denies_nothing_and_a_plain_one_does(
    rentals: Reading, text: str, denied: str, kept: set[str]
) -> None:
    told = said(rentals, text)
    assert denied not in told
    assert kept <= told


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("Hot tub by the lake.", "hot tub"),
        ("The dishwasher is new.", "dishwasher"),
        ("Sauna by the lake.", "sauna"),
        ("Bikes in the garage, kayaks at the dock.", "garage"),
        ("High chair in the closet.", "high chair"),
    ],
)
def test_a_plain_short_statement_is_sure(rentals: Reading, text: str, concept: str) -> None:
    assert concept in {str(claim.concept) for claim in rentals.document(text) if not claim.unsure}


@pytest.mark.parametrize(
    ("text", "floors"),
    [
        ("A guest toilet is on the first floor, next to the pantry.", set()),
        ("The washing machines are on the third floor and shared.", set()),
        ("Iron bars secure the first floor windows.", set()),
        ("A bright third floor flat near the river.", {3}),
        ("My place is on the first floor, right by the entrance.", {1}),
        ("We are on the 14th floor, so the view is great.", {14}),
    ],
)
def test_a_floor_counts_where_the_home_is_on_it_and_not_where_something_else_is(
    rentals: Reading, text: str, floors: set[float]
) -> None:
    found = rentals.document(text)
    assert {claim.amounts[0].low for claim in found if claim.concept == "floor"} == floors
    assert not {str(claim.concept) for claim in found if claim.negated}


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("The college down the road lets neighbors into its gym.", "gym"),
        ("At the ferry there is an elevator to the upper deck.", "elevator building"),
        ("Three blocks walk up from the river.", "walk-up"),
        ("Rows of brownstones lead to the park.", "brownstone"),
        ("The drawers hold stainless steel bowls and a whisk.", "stainless steel appliances"),
        ("We share the house with our two cats.", "cats allowed"),
    ],
)
def test_what_is_elsewhere_or_of_another_thing_is_not_surely_the_homes(
    rentals: Reading, text: str, concept: str
) -> None:
    assert concept not in {str(claim.concept) for claim in rentals.document(text) if not claim.unsure}


@pytest.mark.parametrize(
    "text", ["Paper towels and sponges are under the sink.", "Brimming with historic charm, the area has shops."]
)
def test_what_only_the_judge_finds_in_words_is_not_sure(rentals: Reading, text: str) -> None:
    sure = {str(claim.concept) for claim in rentals.document(text) if not claim.unsure}
    assert not sure & {"towels", "linens and towels", "character"}


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Do not block the garage or the driveway.", set()),
        ("Please don't run the dishwasher at night.", set()),
        ("Please do not bring pets.", {"no pets allowed"}),
        ("Do not smoke in the house.", {"no smoking allowed"}),
        ("We do not have a garage.", {"no garage"}),
    ],
)
def test_a_command_denies_what_may_be_done_and_not_what_is_there(rentals: Reading, text: str, claims: set[str]) -> None:
    assert said(rentals, text) == claims


def places(reading: Reading, text: str) -> set[str]:
    return {claim.pattern for claim in reading.document(text) if claim.name is not None}


@pytest.mark.parametrize(
    "text",
    [
        "My husband and I moved here from New York City ten years ago.",
        "Our flat is in Hoboken, and the bus takes you to New York City in half an hour.",
    ],
)
def test_a_place_that_is_only_spoken_of_is_not_where_the_home_is(rentals: Reading, text: str) -> None:
    assert "located in New York City" not in places(rentals, text)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("A sunny studio in the heart of New York City.", "located in New York City"),
        ("Welcome to our home in Brooklyn!", "located in Brooklyn"),
        ("Close to Prospect Park and the river.", "near Prospect Park"),
    ],
)
def test_a_place_that_the_home_is_said_to_be_in_or_near_counts(rentals: Reading, text: str, place: str) -> None:
    assert place in places(rentals, text)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("It is a 5 min walk to the red line, and the street is calm.", "near red line"),
        ("We are walking distance to liberty state park.", "near liberty state park"),
        ("The flat is near convention center and the harbour.", "near convention center"),
        ("Just 3 blocks from the Freedom Trail and Boston Common.", "near Freedom Trail"),
    ],
)
def test_a_place_of_everyday_words_is_a_name_behind_words_of_nearness(rentals: Reading, text: str, place: str) -> None:
    assert any(name.startswith(place) for name in places(rentals, text))


@pytest.mark.parametrize(
    "text",
    [
        "From the airport take the blue line, then to red line at South Station.",
        "The red line carries you downtown.",
        "It is near a big park and good schools.",
        "Two stone gargoyles 3 m tall guard the entrance.",
    ],
)
def test_a_place_that_nothing_is_near_to_is_no_name(rentals: Reading, text: str) -> None:
    assert not {name for name in places(rentals, text) if any(word in name for word in ("line", "park", "guard"))}


def test_what_a_clause_says_of_a_restaurant_is_not_said_of_the_home(rentals: Reading) -> None:
    text = "Porta - great pizza (10 min.) Taqueria - great fish tacos (13 min.) Talde - pricey, but memorable (10 min.)"
    assert "expensive" not in said(rentals, text)
    assert "affordable" not in said(rentals, "We hope our guests have reasonable expectations and enjoy the city.")


def test_to_lack_parking_on_site_is_not_to_lack_parking(rentals: Reading) -> None:
    told = said(rentals, "We don't have on site parking, but paid and free parking is available nearby.")
    assert "no parking" not in told
    assert "no on-site parking" in told


def test_what_no_list_knows_keeps_the_word_that_allows_it(rentals: Reading) -> None:
    allowed = {claim.pattern for claim in rentals.document("Events and filming are allowed with prior approval.")}
    assert {"events allowed", "filming allowed"} <= allowed
    assert "events allowed" not in {claim.pattern for claim in rentals.document("Enjoy the lively community events.")}


def unsure(reading: Reading, text: str) -> set[str]:
    return {claim.text for claim in reading.document(text) if claim.unsure}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("A loft downtown. Stroll along the harbor or mingle with locals in the trendy Back Bay area.", "Back Bay"),
        ("A quiet studio on the hill. Brooklyn, the borough of artists, is a maze of narrow streets.", "Brooklyn"),
        ("A guest room in a brick house. Area highlights: Hoboken, Manhattan, Liberty Science Center.", "Manhattan"),
    ],
)
def test_a_place_that_a_text_names_by_the_way_is_not_surely_where_the_home_is(
    rentals: Reading, text: str, place: str
) -> None:
    assert f"located in {place}" in unsure(rentals, text)


def test_what_a_text_plainly_says_is_sure(rentals: Reading) -> None:
    assert not unsure(rentals, "A sunny condo in the heart of the trendy Back Bay area, close to Prospect Park.")
    assert not unsure(rentals, "There is a gym, a swimming pool and a sauna in the building.")
    assert not unsure(rentals, "Pet Friendly")


def test_a_word_of_the_home_that_the_judge_finds_in_its_clause_is_sure(rentals: Reading) -> None:
    text = "There is a lightly worn air conditioner. There is a newly renovated swimming pool for residents. The end."
    assert "swimming pool" not in unsure(rentals, text)


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("Our house is not close to public transportation.", "public transit nearby"),
        ("Two hammocks hang on the landing. There is no elevator for your board games.", "elevator building"),
    ],
)
def test_words_right_behind_a_denying_one_are_not_taken_for_stated(rentals: Reading, text: str, concept: str) -> None:
    assert concept not in said(rentals, text)


def test_a_word_that_neither_reader_nor_judge_is_sure_of_is_kept_as_unsure(rentals: Reading) -> None:
    text = "Two rooms have queen beds. Enjoy exclusive access to a modern kitchen, bathroom, and dining bar."
    assert "restaurants nearby" in unsure(rentals, text)
