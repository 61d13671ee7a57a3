"""What queries ask about whereabouts, in both languages: near what, in what, how far, denied or not."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shared_packs import shared_pack, shared_reader

from claimtree.geo import Point
from claimtree.languages.rendering import notice_texts, why_text
from claimtree.model.claims import QueryClaim, Strength
from claimtree.model.places import CENTRE, Place, PlaceId, PlaceKind, WhereRelation
from claimtree.models.hashed import HashedEmbedder
from claimtree.models.scope import shipped_scope
from claimtree.places.gazetteer import Gazetteer
from claimtree.text.rule_reader import RuleReader


@lru_cache
def reader(pack: str) -> RuleReader:
    return shared_reader(pack, guesses=False)


def shown(claim: QueryClaim) -> str:
    """The whereabouts of a claim in a line: "not near <bar> 800", "in Astoria or beside"."""
    where = claim.where
    if where is None:
        return f"[{claim.text}]"
    parts = ["not"] * claim.negated + [where.relation.value, " | ".join(where.names) or f"<{where.kind}>"]
    if where.distance is not None:
        low, high = where.distance.low, where.distance.high
        parts += [f"from {low:g}"] * (low > 0) + [f"{high:g}"] * (not math.isinf(high))
    parts += ["or beside"] * where.with_neighbours + ["well rated"] * where.well_rated
    return " ".join(parts)


def places(text: str, pack: str = "rentals") -> list[str]:
    return [shown(claim) for claim in reader(pack).read_query(text).claims if claim.where is not None]


ENGLISH = {
    # how far: an amount, else the word, else the kind, else the pack
    "within 500 m of a hospital": ["near <hospital> 500"],
    "near a hospital": ["near <hospital> 800"],
    "hospital": ["near <hospital> 2000"],
    "a playground": ["near <playground> 800"],
    "5 min walk to a park": ["near <park> 500"],
    "5-10 min walk to a park": ["near <park> 1000"],
    "600-900 m from a subway": ["near <subway> from 600 900"],
    "3 blocks from Prospect Park": ["near Prospect Park 240"],
    "at least 1 km from a highway": ["near <highway> from 1000"],
    "away from highways, at least 1 km": ["near <highway> from 1000"],
    "nothing farther than 1 km from a subway": ["near <subway> 1000"],
    "steps from the park": ["near <park> 200"],
    "great restaurants within a few blocks": ["near <restaurant> 400 well rated"],
    # where the word stands
    "parks nearby": ["near <park> 800"],
    "close to parks, cafes and the G train": ["near <park> 800", "near <coffee> 800", "near G train 800"],
    "a cinema and restaurants around the corner": ["near <cinema> 200", "near <restaurant> 200"],
    "near a big old park": ["near <park> 800"],
    "a gym near NYU": ["near New York University 800"],
    "steps from a gym": ["near <gym> 200"],
    "a dog park nearby and groceries within 5 blocks": ["near <dog_park> 800", "near <grocery> 400"],
    "near Bedford Av, under 500 m to a grocery": ["near Bedford Avenue 800", "near <grocery> 500"],
    "near the L train, within 500 m": ["near L train 500"],
    "within 500 m of a park or a playground": ["near <park> 500", "near <playground> 500"],
    # lines, one of which is called like an article
    "near a train": ["near <subway> 800"],
    "near the A train": ["near A train 800"],
    "within 0.5 mi of the A train": ["near A train 804.672"],
    "near the A/C": ["near A train 800", "near C train 800"],
    "near the A/C train": ["near A train 800", "near C train 800"],
    "5 min walk to the A/C/E trains": ["near A train 500", "near C train 500", "near E train 500"],
    "near the J M Z": ["near J train 800", "near M train 800", "near Z train 800"],
    "near the 4 5 6": ["near 4 train 800", "near 5 train 800", "near 6 train 800"],
    "near the 4/5/6": ["near 4 train 800", "near 5 train 800", "near 6 train 800"],
    "off the 2 or 3 train": ["near 2 train 800", "near 3 train 800"],
    "A/C near the park": ["near <park> 800"],
    # regions
    "in Williamsburg or Bushwick": ["in Williamsburg", "in Bushwick"],
    "around Williamsburg": ["near Williamsburg 1500"],
    "near Park Slope": ["near Park Slope 800"],
    "near a park in Chelsea": ["near <park> 800", "in Chelsea"],
    "in or around Astoria": ["in Astoria or beside"],
    "in or close to Astoria": ["in Astoria or beside"],
    "Astoria or nearby": ["in Astoria or beside"],
    "Park Slope area": ["in Park Slope or beside"],
    "Astoria around $2,500": ["in Astoria"],
    "within 1 km of Williamsburg": ["near Williamsburg 1000"],
    "close to Astoria or Sunnyside": ["near Astoria 800", "near Sunnyside 800"],
    "an easy commute to Midtown": [],
    "not far from Astoria": ["near Astoria 1500"],
    # denied
    "no bars nearby": ["not near <bar> 300"],
    "no bars within 300 m": ["not near <bar> 300"],
    "not in Midtown": ["not in Midtown"],
    "not near a bar": ["not near <bar> 300"],
    "away from bars": ["not near <bar> 300"],
    "no bars around": ["not near <bar> 300"],
    "no loud bars around": ["not near <bar> 300"],
    "no bars in the area": ["not near <bar> 300"],
    "no bars close by": ["not near <bar> 300"],
    "no hospital around": ["not near <hospital> 800"],
    "no bars next door": ["not near <bar> 200"],
    "far from bars": ["not near <bar> 800"],
    "far away from bars": ["not near <bar> 800"],
    "away from the highway": ["not near <highway> 1500"],
    # outside of it
    "outside Manhattan": ["not in Manhattan"],
    "outside manhattan": ["not in Manhattan"],
    "2br outside of Brooklyn": ["not in Brooklyn"],
    "outside the Bronx": ["not in Bronx"],
    "a quiet place outside Manhattan with a dishwasher": ["not in Manhattan"],
    "anywhere outside Manhattan and Queens": ["not in Manhattan", "not in Queens"],
    "outside of Williamsburg or Bushwick": ["not in Williamsburg", "not in Bushwick"],
    "outside Manhattan, in Queens or Brooklyn": ["not in Manhattan", "in Queens", "in Brooklyn"],
    "not outside Manhattan": ["in Manhattan"],
    "outside Narnia": ["not in Narnia"],
    "20 minutes outside Manhattan": ["not in Manhattan"],
    "anywhere but Queens": ["not in Queens"],
    "not Queens": ["not in Queens"],
    "outside space in Queens": ["in Queens"],
    "a yard to sit outside, Queens": ["in Queens"],
    # that far or farther
    "more than 1 km away from any school": ["near <school> from 1000"],
    "over 500 m from a highway": ["near <highway> from 500"],
    "no closer than 300 m to a bar": ["near <bar> from 300"],
    "at least 500 m away from Times Square": ["near Times Square from 500"],
    "no closer than 300 m to Times Square": ["near Times Square from 300"],
    # a quarter of it
    "within a quarter mile of the subway": ["near <subway> 402.336"],
    "quarter mile from the subway": ["near <subway> 402.336"],
    "a quarter of a mile to a park": ["near <park> 402.336"],
    "three quarters of a mile from a park": ["near <park> 1207.01"],
    # so far away it is not in the home
    "library within 500 m": ["near <library> 500"],
    "a gym within 300 m": ["near <gym> 300"],
    "a gym within a 5 minute walk": ["near <gym> 500"],
    "pool within 1 km": ["near <pool> 1000"],
    "a gym within 300 m of a park": ["near <park> 300"],
    "near a pool": ["near <pool> 800"],
    "a pool": [],
    "near both a park and a library": ["near <park> 800", "near <library> 800"],
    "near a cemetery": ["near <cemetery> 800"],
    "far from a cemetery": ["not near <cemetery> 800"],
    # one word of nearness for names of both sorts
    "near Prospect Park or Union Square": ["near Prospect Park 800", "near Union Square 800"],
    "near Union Square or Prospect Park": ["near Union Square 800", "near Prospect Park 800"],
    "near Prospect Park, Williamsburg or Bushwick": ["near Prospect Park 800", "in Williamsburg", "in Bushwick"],
    "away from Times Square": ["not near Times Square 800"],
    "stay away from Midtown": ["not near Midtown 800"],
    # where one goes every day
    "within 30 min of Times Square": ["near Times Square 10000"],
    "30 minute commute to Times Square": ["near Times Square 10000"],
    "30 minute train to Times Square": ["near Times Square 10000"],
    # where a train goes
    "near the train to Times Square": ["near <subway> 800"],
    "trains into Midtown nearby": ["near <subway> 800"],
    "close to the train that goes to Narnia Plaza": ["near <subway> 800"],
    "near a subway to Williamsburg, in Astoria": ["near <subway> 800", "in Astoria"],
    "35 minutes to Midtown": ["near Midtown 11666.7"],
    "commute to Times Square under 21 minutes": ["near Times Square 7000"],
    "commute under 30 minutes to Midtown": ["near Midtown 10000"],
    "10 minutes by motorbike to NYU": ["near New York University 7000"],
    # addresses
    "near 350 5th Ave": ["near 350 5th Ave 800"],
    "near 350 5th ave": ["near 350 5th ave 800"],
    "near my office at 350 5th Ave": ["near 350 5th Ave 800"],
    "near my work at Union Square": ["near Union Square 800"],
    "near my office at Union Square": ["near Union Square 800"],
    "near 350 West 42nd St": ["near 350 West 42nd St 800"],
    "E 7th St": ["near E 7th St 800"],
    "below 96th street": [],
    "between 1st and 2nd Ave": ["between 1st Ave | 2nd Ave"],
    # what is known to be far off is near from afar, too
    "near an airport": ["near <airport> 10000"],
    "around an airport": ["near <airport> 10000"],
    "steps from an airport": ["near <airport> 200"],
    "walking distance to an airport": ["near <airport> 800"],
    # so far away is as near as that
    "5 minutes away from the subway": ["near <subway> 500"],
    "a 10 min walk away from NYU": ["near New York University 1000"],
    "two blocks away from a park": ["near <park> 160"],
    "a block away from a laundromat": ["near <laundromat> 80"],
    "a short walk away from the subway": ["near <subway> 800"],
    "just steps away from a park": ["near <park> 200"],
    "half a mile away from Prospect Park": ["near Prospect Park 804.672"],
    "500 m away from any bar at least": ["near <bar> from 500"],
    "at least 500 m away from any bar": ["near <bar> from 500"],
    "not far away from Astoria": ["near Astoria 1500"],
    "nowhere near an airport": ["not near <airport> 800"],
    # two names, one wish
    "between Union Square and Grand Central": ["between Union Square | Grand Central"],
    "not between Union Square and Grand Central": ["not between Union Square | Grand Central"],
    "closer to Bedford Av than to Graham Av": ["closer Bedford Avenue | Graham Avenue"],
    "between $2,000 and $3,000 in Harlem": ["in Harlem"],
    # those that visitors like
    "good coffee shops": ["near <coffee> 800 well rated"],
    "well-rated restaurants": ["near <restaurant> 800 well rated"],
    "near good restaurants": ["near <restaurant> 800 well rated"],
    "something good near parks": ["near <park> 800"],
    # minutes, however one goes: on foot up to 20, then by whatever runs
    "less than 30 min to times square": ["near Times Square 10000"],
    "30 minutes to Narnia Plaza": ["near Narnia Plaza 10000"],
    "20 minutes to Prospect Park": ["near Prospect Park 2000"],
    "30 min walk to Prospect Park": ["near Prospect Park 3000"],
    "commute to grand central under 21 minutes": ["near Grand Central 7000"],
    "commute to grand central under 15 minutes": ["near Grand Central 5000"],
    "30 min subway ride to Prospect Park": ["near Prospect Park 18000"],
    # coordinates
    "near 40.7173,-73.9569": ["near 40.7173,-73.9569 800"],
    "within 500 m of 40.7173, -73.9569": ["near 40.7173,-73.9569 500"],
    "rent between 2,500 and 3,500": [],
    # names that no list has
    "near Narnia Plaza": ["near Narnia Plaza 800"],
    "near narnia plaza": ["near narnia plaza 800"],
    "near beautiful scenery": [],
    # nothing about whereabouts
    "quiet kitchen with an island": [],
    "not above a bar": [],
    "nothing above a bar or a restaurant": [],
}

INDONESIAN = {
    "dekat USU": ["near USU 1000"],
    "sekitar USU": ["near USU 2000"],
    "daerah USU": ["near USU 3000"],
    "daerah Ringroad": ["in Ringroad"],
    "di sekitar Medan Johor": ["near Medan Johor 2000"],
    "di Medan Johor dan sekitarnya": ["in Medan Johor or beside"],
    "Sunggal sekitar 1 M": ["in Medan Sunggal"],
    "sekitar Ringroad, Setia Budi, atau Krakatau": [
        "near Ringroad 2000",
        "near Setia Budi 2000",
        "near Krakatau 2000",
    ],
    "dekat mall dan sekolah": ["near <mall> 1000", "near <school> 1000"],
    "mall bagus dekat rumah": ["near <mall> 1000 well rated"],
    "rumah bagus dekat sekolah": ["near <school> 1000"],
    "samping masjid": ["near <mosque> 200"],
    "jarak 500 meter dari masjid": ["near <mosque> 500"],
    "seberang rs columbia": ["near RS Columbia Asia 150"],
    "bukan di medan utara": ["not in Medan Utara"],
    "rumah di medan hadap utara": ["in Medan"],
    "dekat alfamart": ["near <minimarket> 1000"],
    "dekat 3.5952,98.6722": ["near 3.5952,98.6722 1000"],
    "samping Masjid Raya": ["near Masjid Raya 200"],
    "daerah jalan Krakatau": ["near Jalan Krakatau 3000"],
    "jalan 6 meter": [],
    "10 menit naik motor ke USU": ["near USU 7000"],
    "bisa jalan kaki ke kampus": ["near <campus> 800"],
    "tidak jauh dari kampus": ["near <campus> 2000"],
    "jauh dari pabrik": ["not near <industry> 1000"],
    "jauh dari pabrik minimal 1 km": ["near <industry> from 1000"],
    "jangan di Marelan": ["not in Medan Marelan"],
    "tidak dekat pasar": ["not near <market> 1000"],
    "tanpa kuburan di sekitar": ["not near <cemetery> 1000"],
    "jangan di samping kuburan": ["not near <cemetery> 200"],
    "antara Sun Plaza dan USU": ["between Sun Plaza | USU"],
    "lebih dekat ke USU daripada ke Unimed": ["closer USU | Unimed"],
    "rumah dekat USU lebih murah daripada di Ringroad": ["near USU 1000"],
    "rumah di luar Medan Selayang": ["not in Medan Selayang"],
    "diluar Medan Johor dan Medan Tuntungan": ["not in Medan Johor", "not in Medan Tuntungan"],
    "rumah di luar kota Medan": ["not in Medan"],
    "rumah di luar komplek di Medan Johor": ["in Medan Johor"],
    "rumah di luar komplek": [],
    "di luar pusat kota": ["not near Medan 3000"],
    "bukan di luar Medan Johor": ["in Medan Johor"],
    "rumah selain di Medan Johor": ["not in Medan Johor"],
    "bukan Marelan": ["not in Medan Marelan"],
    "rumah jarak minimal 500 m dari SUTET": ["near <power_line> from 500"],
    "jauh dari sutet": ["not near <power_line> 1000"],
    "lebih dari 1 km dari pabrik": ["near <industry> from 1000"],
    "dekat SD": ["near <elementary_school> 1000"],
    "dekat SMA atau SMP": ["near <senior_high> 1000", "near <junior_high> 1000"],
    "dekat apotek": ["near <pharmacy> 1000"],
    "dekat kantor polisi": ["near <police> 1000"],
    "dekat rel kereta": ["near <railway> 1000"],
    "jauh dari rel kereta": ["not near <railway> 1000"],
    "sekolah yang bagus": ["near <school> 1500 well rated"],
    "dekat sekolah yang bagus": ["near <school> 1000 well rated"],
    "dekat bandara": ["near <airport> 1000"],
    "samping bandara": ["near <airport> 200"],
}


@pytest.mark.parametrize(("text", "expected"), ENGLISH.items())
def test_whereabouts_are_read_as_they_are_said(text: str, expected: list[str]) -> None:
    assert places(text) == expected


@pytest.mark.parametrize(("text", "expected"), INDONESIAN.items())
def test_whereabouts_are_read_in_indonesian(text: str, expected: list[str]) -> None:
    assert places(text, "property") == expected


@pytest.mark.parametrize(
    ("text", "city", "metres"),
    [
        ("apartemen di pusat kota", "Medan", 3000),
        ("inti kota Medan", "Medan", 3000),
        ("pusat kota Binjai", "Binjai", 3000),
        ("10 menit ke pusat kota", "Medan", 7000),
        ("di pusat kota atau di Binjai", "Medan", 3000),
    ],
)
def test_the_middle_of_a_city_is_that_of_the_one_named_else_of_the_main_one(
    text: str, city: str, metres: float
) -> None:
    found = [claim.where for claim in reader("property").read_query(text).claims if claim.where is not None]
    where = next(one for one in found if one.kind == CENTRE)
    assert (where.relation, where.names, where.distance and where.distance.high) == (
        WhereRelation.NEAR,
        (city,),
        metres,
    )


def test_a_bare_below_is_said_of_money_alone() -> None:
    claims = reader("property").read_query("cari rmh dkt usu bawah 1m").claims
    assert [claim.text for claim in claims] == ["rumah", "dekat USU", "harga di bawah Rp 1 miliar"]
    assert [claim.text for claim in reader("property").read_query("kamar bawah 2").claims] == ["kamar bawah 2"]


@pytest.mark.parametrize(
    ("pack", "text", "said"),
    [
        ("rentals", "outside Manhattan", "not located in Manhattan"),
        ("rentals", "more than 1 km away from any school", "over 1 km from any school"),
        ("rentals", "no closer than 300 m to a bar", "at least 300 m from any bar"),
        ("rentals", "at least 500 m away from Times Square", "at least 500 m from Times Square"),
        ("property", "di luar Medan Selayang", "bukan di Medan Selayang"),
        ("property", "jarak minimal 500 m dari SUTET", "minimal 500 m dari SUTET"),
    ],
)
def test_what_refuses_a_place_is_required_and_said_back_so(pack: str, text: str, said: str) -> None:
    (claim,) = reader(pack).read_query(text).claims
    assert (claim.text, claim.strength) == (said, Strength.REQUIRED)


def test_a_softened_distance_to_keep_stays_a_preference() -> None:
    (claim,) = reader("rentals").read_query("ideally more than 1 km from any school").claims
    assert claim.strength is Strength.PREFERRED


@pytest.mark.parametrize(
    "text",
    [
        "outside of Brooklyn",
        "30 minute commute to Times Square",
        "commute to grand central under 20 minutes",
        "near both a park and the subway",
        "10 minutes by motorbike to NYU",
        "near my office at 350 5th Ave",
        "gym within 300 m",
    ],
)
def test_the_words_around_a_place_are_no_wishes_of_their_own(text: str) -> None:
    reading = reader("rentals").read_query(text)
    assert [shown(claim) for claim in reading.claims] == places(text)
    assert notice_texts(reading) == ()


def test_an_easy_commute_without_minutes_stays_one() -> None:
    assert [claim.concept for claim in reader("rentals").read_query("easy commute to Midtown").claims] == [
        "easy commute"
    ]
    assert [claim.concept for claim in reader("rentals").read_query("commute under 30 minutes").claims] == [
        "easy commute"
    ]


def test_who_does_not_care_about_a_place_asks_for_nothing() -> None:
    pack = shared_pack("rentals", guesses=False)
    embedding = RuleReader(pack, embedder=HashedEmbedder(), scope=shipped_scope())
    assert embedding.read_query("I don't care about being near a subway").claims == ()


def test_alternatives_stay_claims_of_one_group() -> None:
    one, other = reader("rentals").read_query("near Williamsburg or Greenpoint").claims
    assert one.or_group == other.or_group == 1


def test_two_names_that_make_one_wish_are_said_back_whole_and_refuted_by_no_other_name() -> None:
    (claim,) = reader("rentals").read_query("between Union Square and Grand Central").claims
    assert claim.text == "between Union Square and Grand Central"
    assert claim.name is not None
    assert reader("rentals")._pack.names[claim.name.kind].other == "open"


def test_a_bar_downstairs_is_not_a_bar_nearby() -> None:
    (claim,) = reader("rentals").read_query("not above a bar").claims
    assert (claim.concept, claim.negated, claim.where) == ("above a bar", True, None)


def test_the_name_of_a_kind_says_what_sort_of_place_it_is() -> None:
    (claim,) = reader("rentals").read_query("near the L train").claims
    assert claim.where is not None
    assert (claim.where.names, claim.where.kind) == (("L train",), "subway")


def test_a_distance_from_a_region_is_no_wish_to_be_in_it() -> None:
    (claim,) = reader("rentals").read_query("walking distance to Chinatown").claims
    assert claim.text == "near Chinatown at most 800 m"


def test_minutes_without_a_way_to_go_say_how_they_were_taken() -> None:
    (claim,) = reader("rentals").read_query("30 minutes to Narnia Plaza").claims
    assert why_text(claim, "en").endswith("minutes taken as by public transport")


def test_what_is_measured_inside_a_region_is_not_how_far_it_is() -> None:
    assert "in Williamsburg" in places("ceilings of 3 m in Williamsburg")


def test_a_pack_without_places_reads_none() -> None:
    pack = shared_pack("rentals", guesses=False)
    bare = RuleReader(replace(pack, places=None), scope=shipped_scope())
    assert [claim.where for claim in bare.read_query("near a park in Chelsea").claims] == [None, None]


# --- names that a gazetteer knows -----------------------------------------------------------------------------------


def place(name: str, kind: str, *, radius_m: float = 0.0) -> Place:
    return Place(id=PlaceId(name), name=name, kind=PlaceKind(kind), shape=Point(40.7, -73.95), radius_m=radius_m)


@pytest.fixture(scope="module")
def knowing() -> RuleReader:
    pack = shared_pack("rentals", guesses=False)
    known = [
        place("Quiet", "coffee"),
        place("Modern Kitchen", "restaurant"),
        place("Park", "bar"),
        place("Central Library", "library"),
        place("Narnia Plaza", "landmark"),
        place("Lantern Plaza", "landmark"),
        place("Wardrobe Street Hospital", "hospital"),
        place("Lantern Waste", "neighborhood", radius_m=500),
        place("Trader Joe's", "grocery"),
    ]
    return RuleReader(
        pack, places=Gazetteer(known, spec=pack.places, languages=pack.languages, around=None), scope=shipped_scope()
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("near narnia plaza", ["near narnia plaza 800"]),
        ("near central library", ["near central library 800"]),
        ("in lantern waste", ["in lantern waste"]),
        ("not in lantern waste", ["not in lantern waste"]),
        ("around lantern waste", ["near lantern waste 1500"]),
        ("Lantern Waste, 1br", ["in Lantern Waste", "[1 bedroom]"]),
        ("next to Wardrobe Street hospital", ["near Wardrobe Street hospital 200"]),
        ("near central library or lantern plaza", ["near central library 800", "near lantern plaza 800"]),
        ("between narnia plaza and lantern waste", ["between narnia plaza | lantern waste"]),
        ("within a mile of narnia plaza", ["near narnia plaza 1609.34"]),
        ("10 min walk to narnia plaza", ["near narnia plaza 1000"]),
    ],
)  # fmt: skip
def test_a_name_of_the_gazetteer_is_read_where_whereabouts_lead_to_it(
    text: str, expected: list[str], knowing: RuleReader
) -> None:
    assert [shown(claim) for claim in knowing.read_query(text).claims] == expected


@pytest.mark.parametrize("text", ["quiet kitchen", "near quiet cafes", "a modern kitchen", "2br in a modern kitchen"])
def test_a_cafe_called_quiet_makes_no_kitchen_loud(text: str, knowing: RuleReader) -> None:
    plain = [shown(claim) for claim in reader("rentals").read_query(text).claims]
    assert [shown(claim) for claim in knowing.read_query(text).claims] == plain


def test_a_bar_called_park_is_no_park(knowing: RuleReader) -> None:
    assert [shown(claim) for claim in knowing.read_query("near a park").claims] == ["near <park> 800"]


def test_a_known_name_is_not_taken_for_a_mistyped_word(knowing: RuleReader) -> None:
    reading = knowing.read_query("near wardrobe street hospital")
    assert notice_texts(reading) == ()
    assert [claim.where and claim.where.names for claim in reading.claims] == [("wardrobe street hospital",)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("close to a trader joes", ["near Trader Joe's 800"]),
        ("trader joe's within 500 m", ["near Trader Joe's 500"]),
        ("near whole foods", ["near <grocery> 800"]),
        ("near starbucks", ["near <coffee> 800"]),
    ],
)
def test_a_chain_is_a_name_where_the_gazetteer_knows_it_and_else_its_kind(
    text: str, expected: list[str], knowing: RuleReader
) -> None:
    claims = knowing.read_query(text).claims
    assert [shown(claim) for claim in claims] == expected
    assert {claim.where.kind for claim in claims if claim.where is not None} <= {"grocery", "coffee"}


# --- laws -----------------------------------------------------------------------------------------------------------

METRES = st.integers(min_value=50, max_value=20_000)
KINDS = st.sampled_from(["a park", "a subway", "a hospital", "Prospect Park", "the L train", "a grocery"])


@given(metres=METRES, kind=KINDS)
def test_the_distance_that_is_said_is_the_one_that_is_asked(metres: int, kind: str) -> None:
    (claim,) = reader("rentals").read_query(f"within {metres} m of {kind}").claims
    assert claim.where is not None
    assert claim.where.distance is not None
    assert (claim.where.distance.high, claim.where.distance.unit) == (metres, "m")


WORDS = [
    "near",
    "around",
    "close",
    "to",
    "in",
    "or",
    "and",
    "not",
    "a",
    "park",
    "Astoria",
    ",",
    "between",
    "than",
    "NYU",
]


@given(words=st.lists(st.sampled_from(WORDS)))
def test_any_order_of_such_words_is_read(words: list[str]) -> None:
    for claim in reader("rentals").read_query(" ".join(words)).claims:
        where = claim.where
        assert where is None or where.names or where.kind
        assert where is None or (where.distance is not None) == (where.relation is WhereRelation.NEAR)
