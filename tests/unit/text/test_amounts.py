"""What a text says in numbers: one line per saying, written as interval notation.

"[300,500] m" is closed, "(12,) m2" open and without end; "?" marks a bare number, "~" an approximation.
"""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from tests.shared_packs import shared_pack

from claimtree.languages import language_of
from claimtree.languages.normalise import tokenize
from claimtree.model.amounts import AmountKind, Op
from claimtree.model.pack import UnitSpec
from claimtree.text.amounts import AmountMention, as_travel, find_amounts, reread

LAPTOPS = Path(__file__).parents[2] / "packs" / "laptops"
USD = UnitSpec(kind=AmountKind.MONEY, unit="USD")
ENGLISH = language_of(shared_pack("rentals")).amounts
UNITS = {
    "$": USD,
    "usd": USD,
    "dollar": USD,
    "€": UnitSpec(kind=AmountKind.MONEY, unit="EUR"),
    "block": UnitSpec(kind=AmountKind.DISTANCE, unit="m", factor=80),
}


def find(text: str, *, query: bool = False) -> tuple[AmountMention, ...]:
    return find_amounts(tokenize(text), units=UNITS, words=ENGLISH, query=query)


def test_room_for_people_is_an_area_only_where_a_pack_says_so() -> None:
    texts = ("balcony for two chairs", "kitchen big enough for four", "space for 3 chairs", "seats six")
    of_homes = [written(mention) for text in texts for mention in find(text)]
    of_laptops = language_of(shared_pack(str(LAPTOPS))).amounts
    elsewhere = [
        one for text in texts for one in find_amounts(tokenize(text), units=UNITS, words=of_laptops, query=False)
    ]
    assert of_homes == ["[4,] m2", "[8,] m2", "[6,] m2", "[12,] m2"]
    assert {written(one).split()[-1] for one in elsewhere} == {"?"}


def written(mention: AmountMention) -> str:
    """The mention in the notation of the tables."""
    amount = mention.amount
    low = "" if amount.low == -math.inf else f"{amount.low:.5g}"
    high = "" if amount.high == math.inf else f"{amount.high:.5g}"
    ends = low if low == high else f"{low},{high}"
    mark = "~" if amount.op is Op.APPROX else ""
    what = "?" if not mention.has_unit else amount.unit or amount.kind.value
    return f"{mark}{'(' if amount.low_open else '['}{ends}{')' if amount.high_open else ']'} {what}"


def read(text: str, *, query: bool = False) -> str:
    return "; ".join(written(mention) for mention in find(text, query=query))


def words(text: str) -> list[str]:
    """The words that each mention covers."""
    tokens = tokenize(text)
    return [text[tokens[mention.start_token].start : tokens[mention.end_token - 1].end] for mention in find(text)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("two bedrooms", "[2] ?"),
        ("two and a half baths", "[2.5] ?"),
        ("3½ baths", "[3.5] ?"),
        ("1 1/2 baths", "[1.5] ?"),
        ("2BR/1BA", "[2] ?; [1] ?"),
        ("2br1ba", "[2] ?; [1] ?"),
        ("1-bedroom", "[1] ?"),
        ("at least two bedrooms", "[2,] ?"),
        ("2 bedrooms or more", "[2,] ?"),
        ("2BR+", "[2,] ?"),
        ("2+ bedrooms", "[2,] ?"),
        ("2 bedrooms minimum", "[2,] ?"),
        ("2 bedrooms, min 900 sqft", "[2] ?; [83.613,] m2"),
        ("no less than 2 baths", "[2,] ?"),
        ("no more than 3", "[,3] ?"),
        ("fewer than 4 rooms", "[,4) ?"),
        ("2-3 bedrooms", "[2,3] ?"),
        ("2 to 3 bedrooms", "[2,3] ?"),
        ("one or two bedrooms", "[1,2] ?"),
        ("2 or 4 bedrooms", "[2] ?; [4] ?"),
        ("3-story building", "[3] ?"),
        ("room for 2 cars", "[2] ?"),
        ("one of the best", ""),
        ("the one with a view", ""),
    ],
)
def test_counts_are_bare_numbers_with_their_limits(text: str, said: str) -> None:
    assert read(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("$3,200", "[3200] USD"),
        ("$3,200/mo", "[3200] USD/month"),
        ("$4k a month", "[4000] USD/month"),
        ("$3,000 per month", "[3000] USD/month"),
        ("$3,000 monthly", "[3000] USD/month"),
        ("$1,200 per week", "[5200] USD/month"),
        ("$36,000 a year", "[3000] USD/month"),
        ("$120/night", "[120] USD/day"),
        ("€900", "[900] EUR"),
        ("3200 dollars", "[3200] USD"),
        ("thirty-two hundred dollars", "[3200] USD"),
        ("a hundred dollars", "[100] USD"),
        ("USD 4,000", "[4000] USD"),
        ("$4,000 USD", "[4000] USD"),
        ("$1.2M", "[1.2e+06] USD"),
        ("$50 per sq ft", "[538.2] USD/m2"),
        ("under $4,000", "[,4000) USD"),
        ("less than $4k", "[,4000) USD"),
        ("up to $4000 per month", "[,4000] USD/month"),
        ("not more than $4k", "[,4000] USD"),
        ("nothing over $3k", "[,3000] USD"),
        ("not to exceed $4,000", "[,4000] USD"),
        ("$4,000 max per month", "[,4000] USD/month"),
        ("$4,000 or less", "[,4000] USD"),
        ("max rent $4,000", "[,4000] USD"),
        ("maximum budget of $4,000", "[,4000] USD"),
        ("from $3,000", "[3000,] USD"),
        ("starting at $3,000", "[3000,] USD"),
        ("over $3,000", "(3000,] USD"),
        ("$3,000+", "[3000,] USD"),
        ("$3,000 + utilities", "[3000] USD"),
        ("$3,000 plus utilities", "[3000] USD"),
        ("between $3,000 and $3,500", "[3000,3500] USD"),
        ("between $3,500 and $3,000", "[3000,3500] USD"),
        ("$3,000 +/- 200", "~[2800,3200] USD"),
        ("$3,000 plus or minus 10%", "~[2700,3300] USD"),
        ("$3,000-$3,500/mo", "[3000,3500] USD/month"),
        ("$3,000 – 3,500", "[3000,3500] USD"),
        ("$3-4k", "[3000,4000] USD"),
        ("from 3,000 to 4,000 dollars", "[3000,4000] USD"),
        ("1500 or 2000 dollars", "[1500] USD; [2000] USD"),
        ("about $3,500", "~[3290,3710] USD"),
        ("$3,500ish", "~[3290,3710] USD"),
        ("~$3,500", "~[3290,3710] USD"),
        ("$3,500 or so", "~[3290,3710] USD"),
        ("2,800 a month", "[2800] USD/month"),
        ("under 3k/mo", "[,3000) USD/month"),
        ("2500-3000 per month", "[2500,3000] USD/month"),
        ("$$$", ""),
    ],
)
def test_money_has_a_currency_a_period_and_the_ends_it_was_given(text: str, said: str) -> None:
    assert read(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("$3,200", "~[3008,3392] USD"),
        ("exactly $3,200", "[3200] USD"),
        ("under $3,200", "[,3200) USD"),
        ("12 m²", "[12] m2"),
    ],
)
def test_only_a_bare_price_is_vague_in_a_query(text: str, said: str) -> None:
    assert read(text, query=True) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("12m²", "[12] m2"),
        ("12 sqm", "[12] m2"),
        ("12 square meters", "[12] m2"),
        ("over 12 m²", "(12,] m2"),
        (">10m²", "(10,] m2"),
        ("≥ 10 m2", "[10,] m2"),
        ("12 m² or larger", "[12,] m2"),
        ("at least 900 sq ft", "[83.613,] m2"),
        ("900 sq. ft. minimum", "[83.613,] m2"),
        ("1000+ sqft", "[92.903,] m2"),
        ("900 square feet", "[83.613] m2"),
        ("around 70 sqm", "~[63,77] m2"),
        ("50-60 m²", "[50,60] m2"),
        ("10x12 ft bedroom", "[11.148] m2"),
        ("3 m x 4 m", "[12] m2"),
        ("12' x 14'", "[15.608] m2"),
        ("9' ceilings", "[2.7432] m"),
        ("10 x 12", "[11.148] m2"),
        ("60 x 60", ""),
        ("balcony for two chairs", "[4,] m2"),
        ("balcony big enough for four people", "[8,] m2"),
        ("kitchen big enough for four", "[8,] m2"),
        ("space for 3 chairs", "[6,] m2"),
        ("perfect for two people", "[2] ?"),
        ("50%", "[50] %"),
        ("40x rent", "[40] ratio"),
        ("income at least 40 times the rent", "[40,] ratio"),
        ("3 times a week", ""),
    ],
)
def test_sizes_and_shares_come_in_one_unit(text: str, said: str) -> None:
    assert read(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5 min walk", "~[300,500] m"),
        ("five minutes' walk to the park", "~[300,500] m"),
        ("five minutes’ walk", "~[300,500] m"),
        ("5 minutes on foot", "~[300,500] m"),
        ("5-minute walk", "~[300,500] m"),
        ("a five-minute walk", "~[300,500] m"),
        ("within a 10 minute walk", "[,1000] m"),
        ("less than 10 min walk", "[,1000) m"),
        ("5-10 min walk", "[300,1000] m"),
        ("10 min drive", "~[4000,7000] m"),
        ("10 minutes by bike", "~[2000,3000] m"),
        ("walking distance", "[,800] m"),
        ("within walking distance of the subway", "[,800] m"),
        ("two blocks from the park", "[160] m"),
        ("a block away", "[80] m"),
        ("a quiet block", ""),
        ("1/2 block to subway", "[40] m"),
        ("within a mile", "[,1609.3] m"),
        ("half a mile", "[804.67] m"),
        ("1,5 km", "[1500] m"),
        ("within 500 m of the park", "[,500] m"),
        ("less than 5 minutes from the park", "[,5) minute"),
        ("10 minutes from 2 subway lines", "[10] minute; [2] ?"),
        ("1 hour 30 minutes", "[90] minute"),
        ("12-month lease", "[12] month"),
        ("1 year lease", "[12] month"),
        ("6 months minimum", "[6,] month"),
        ("six-month lease or longer", "[6,] month"),
        ("min. 6 months", "[6,] month"),
        ("older than 5 years", "(60,] month"),
    ],
)
def test_ways_are_metres_and_times_are_minutes_or_months(text: str, said: str) -> None:
    assert read(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3rd floor", "[3] floor"),
        ("third-floor walk-up", "[3] floor"),
        ("floor 5", "[5] floor"),
        ("floor 3 or 4", "[3,4] floor"),
        ("floor 2-5", "[2,5] floor"),
        ("floor 2 - 3 bedrooms", "[2] floor; [3] ?"),
        ("Floor: 3", "[3] floor"),
        ("above the 3rd floor", "(3,] floor"),
        ("3rd floor or higher", "[3,] floor"),
        ("2nd or 3rd floor", "[2,3] floor"),
        ("at least 5th floor", "[5,] floor"),
        ("first floor 900 sqft", "[1] floor; [83.613] m2"),
        ("ground floor 3 bedrooms", "[3] ?"),
        ("built in 1925", "[1925] year"),
        ("built before 1940", "[,1940) year"),
        ("pre-1940", "[,1940) year"),
        ("a house from 1925", "[1925] year"),
        ("since 2010", "[2010,] year"),
        ("circa 1925", "~[1920,1930] year"),
        ("1920s building", "[1920,1929] year"),
        ("no later than 1990", "[,1990] year"),
        ("built 2010 or later", "[2010,] year"),
        ("under 2000", "[,2000) ?"),
    ],
)
def test_floors_and_years_are_told_from_counts(text: str, said: str) -> None:
    assert read(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "call 212-555-0199",
        "(212) 555-0199",
        "212.555.0199",
        "text 555-0199",
        "2125550199",
        "Brooklyn, NY 11211",
        "zip 11211",
        "123 Main St",
        "123 main st",
        "350 W 57th Street",
        "1520 Broadway",
        "Apt 4B",
        "Apt. 12",
        "Unit 5",
        "#5",
        "PH2",
        "Route 66",
        "24/7 doorman",
        "24-hour concierge",
        "1st Ave and 5th Street",
        "5th and Main",
        "86th Street",
        "WiFi 6",
        "Wi-Fi 6",
        "Block 5",
        "available June 1",
        "available 3/15/2024",
        "2024-06-01",
        "15 January",
        "4/5/6 trains",
        "the 7 train",
        "1e400",
        "9" * 40,
        "2nd bedroom",
        "half bath",
    ],
)
def test_a_number_that_is_a_name_is_no_amount(text: str) -> None:
    assert read(text) == ""


@pytest.mark.parametrize(
    ("text", "covered"),
    [
        ("a kitchen over 12 m² wide", ["over 12 m²"]),
        ("rent up to $4,000 per month.", ["up to $4,000 per month"]),
        ("2 bedrooms or more", ["2"]),
        ("max rent $4,000", ["$4,000"]),
        ("built in 1925, 3rd floor", ["1925", "3rd floor"]),
    ],
)
def test_a_mention_covers_its_own_words_and_no_noun(text: str, covered: list[str]) -> None:
    assert words(text) == covered


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("$3000/mo max 2bd/1ba", "[,3000] USD/month; [2] ?; [1] ?"),
        ("$3000/mo max, 2bd", "[,3000] USD/month; [2] ?"),
        ("$3000/mo min 2bd", "[3000] USD/month; [2,] ?"),
        ("max 2 bedrooms, $3000", "[,2] ?; [3000] USD"),
        ("2 bedrooms, max $3000", "[2] ?; [,3000] USD"),
        ("budget is 3k, can stretch to 3.3k", "[,3300] ?"),
        ("under $3,000 but could go up to $3,300", "[,3300] USD"),
        ("at least 800 or 1000 square feet", "[74.322,] m2; [92.903,] m2"),
        ("smaller than 800 sq ft or 1000 sq ft", "[,74.322) m2; [,92.903) m2"),
        ("1500 dollars or less or 2000 dollars", "[,1500] USD; [2000] USD"),
        ("1500month", "[1500] USD/month"),
        ("1500month or less", "[,1500] USD/month"),
        ("between 15002000 dollars", "[1500,2000] USD"),
        ("half a million dollars", "[5e+05] USD"),
        ("one or more bedrooms", "[1,] ?"),
        ("3+1 bedrooms", "[3] ?"),
        ("at least 2-3 bedrooms", "[2,] ?"),
        ("max $2,000-2,500", "[,2500] USD"),
        ("under 2-3k a month", "[,3000) USD/month"),
        ("2 half baths", "[2] ?"),
        ("seats six", "[12,] m2"),
        ("room for 1 person", "[1] ?"),
        ("30 min by train", "~[9000,18000] m"),
        ("more than two or equal", "[2,] ?"),
        ("greater than or the same as 800 sq ft", "[74.322,] m2"),
        ("equal to or more than 3", "[3,] ?"),
        ("no larger than 800 square feet", "[,74.322] m2"),
        ("isn't more than $2000", "[,2000] USD"),
        ("does not exceed $2000", "[,2000] USD"),
        ("cheaper than $2000", "[,2000) USD"),
        ("more expensive than $2000", "(2000,] USD"),
        ("lesser than 2000 dollars", "[,2000) USD"),
        ("1500 dollars a month or more", "[1500,] USD/month"),
        ("1500 dollars or larger", "[1500,] USD"),
    ],
)
def test_neighbours_share_what_they_say_and_keep_what_is_theirs(text: str, said: str) -> None:
    assert read(text) == said


def test_a_bare_number_is_reread_as_money_with_the_reach_of_money() -> None:
    (bare,) = find("rent 3200", query=True)
    assert written(reread(bare, USD, query=True)) == "~[3008,3392] USD"
    assert written(reread(bare, USD, query=False)) == "[3200] USD"
    (about,) = find("about 3200")
    assert written(reread(about, USD, query=False)) == "~[3008,3392] USD"
    (under,) = find("under 3200")
    assert written(reread(under, USD, query=True)) == "[,3200) USD"


def test_minutes_become_metres_once_the_way_is_known() -> None:
    (time,) = find("5 minutes from the park")
    assert written(as_travel(time)) == "~[300,500] m"


def test_the_words_of_a_pack_win_over_the_common_units() -> None:
    units = {"m": UnitSpec(kind=AmountKind.MONEY, unit="IDR", factor=1e9)}
    (found,) = find_amounts(tokenize("2 m"), units=units, words=ENGLISH, query=False)
    assert (found.amount.low, found.amount.unit) == (2e9, "IDR")
