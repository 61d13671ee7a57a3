"""The page with the map: it is self-contained, and titles of entities cannot inject code."""

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest
import shapely
from tests.unit.maps.town import (
    BROOKLYN,
    COLLEGE,
    PARK,
    STATION,
    WILLIAMSBURG,
    box,
    found,
    home,
    near_bedford,
    place,
    seen,
    settled,
    wish,
)

from claimtree.geo import Area, Point, cut_at_antimeridian
from claimtree.maps import base_map, page
from claimtree.maps.map_page import embedded
from claimtree.model.answers import AskedPlace, Nothing
from claimtree.model.claims import ClaimId
from claimtree.model.notices import NoticeCode, notice
from claimtree.model.pack import Pack

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(1)><!-- \u2028 & \" ' ]]>"
LONE = "half a pair \ud83d"


class Parts(HTMLParser):
    """What a browser's parser would make of a page: its elements with their attributes, and the text of some."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self._open = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._open = tag

    def handle_data(self, data: str) -> None:
        if self._open in ("script", "style", "title") and data.strip():
            self.texts.append((self._open, data))

    @property
    def data(self) -> dict[str, Any]:
        shown: dict[str, Any] = json.loads(next(text for tag, text in self.texts if tag == "script"))
        return shown


def shown(pack: Pack, **of_first: str) -> Parts:
    town = near_bedford(**of_first)
    return Parts(page(town.answer, question=town.question, pack=pack, places=town.places))


def test_nothing_on_it_refers_to_anything_elsewhere(pack: Pack) -> None:
    parts = shown(pack)
    addresses = [
        (tag, name) for tag, found in parts.elements for name in found if name in ("src", "href", "srcset", "action")
    ]
    assert addresses == []
    (style,) = [text for tag, text in parts.texts if tag == "style"]
    assert "url(" not in style
    assert "@import" not in style
    assert "sourceMappingURL" not in "".join(text for _, text in parts.texts)


def test_its_policy_allows_its_own_script_and_style_and_nothing_else(pack: Pack) -> None:
    parts = shown(pack)
    (policy,) = [
        found["content"] for tag, found in parts.elements if found.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy is not None
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    own = {tag: text for tag, text in parts.texts if tag in ("script", "style")}
    for tag in ("script", "style"):
        digest = base64.b64encode(hashlib.sha256(own[tag].encode()).digest()).decode()
        assert rules[f"{tag}-src"] == f"'sha256-{digest}'"


def test_no_element_says_what_to_do_in_an_attribute(pack: Pack) -> None:
    parts = shown(pack, title=HOSTILE)
    assert [name for _, found in parts.elements for name in found if name.startswith("on") or name == "style"] == []


def test_foreign_text_adds_no_element_and_comes_out_as_it_went_in(pack: Pack) -> None:
    calm = shown(pack)
    town = near_bedford(title="<3 for " + HOSTILE)
    evil = replace(STATION, name=HOSTILE)
    asked = AskedPlace(claim=ClaimId("c1"), text=HOSTILE, places=(evil,), radius_m=900.0)
    answer = replace(town.answer, asked_places=(asked,), notices=(notice(NoticeCode.PLACE_UNKNOWN, name=HOSTILE),))
    parts = Parts(page(answer, question=HOSTILE, pack=pack, places=[*town.places, replace(BROOKLYN, name=HOSTILE)]))
    assert [tag for tag, _ in parts.elements] == [tag for tag, _ in calm.elements]
    assert parts.data["question"] == " ".join(HOSTILE.split())
    assert next(text for tag, text in parts.texts if tag == "title") == HOSTILE
    assert HOSTILE in [one["name"] for one in parts.data["base"]]


def test_json_in_a_script_begins_no_tag() -> None:
    text = embedded({"title": HOSTILE, "half": LONE})
    assert not re.search("[<>&\u2028\u2029\n]", text)
    assert json.loads(text) == {"title": HOSTILE, "half": LONE}


def test_half_a_character_can_be_written_to_a_file(pack: Pack) -> None:
    town = near_bedford(title=LONE)
    page(town.answer, question=LONE, pack=pack, places=town.places).encode("utf-8")


def test_hits_come_in_their_order_and_one_without_coordinates_is_nowhere(pack: Pack) -> None:
    hits = shown(pack).data["hits"]
    assert [(one["number"], one["at"]) for one in hits] == [(1, [40.7125, -73.957]), (2, [40.708, -73.942]), (3, None)]


def test_a_hit_has_a_line_to_each_place_that_decided_for_it(pack: Pack) -> None:
    data = shown(pack).data
    marks = data["marks"]
    assert [(one["name"], one["kind"], one["named"]) for one in marks] == [
        ("Bedford Av (L)", "subway station", True),
        ("Corner Market", "grocery store", False),
        ("Bushwick", "neighborhood", True),
    ]
    assert [(marks[way["mark"]]["name"], way["far"], way["met"]) for way in data["hits"][0]["ways"]] == [
        ("Bedford Av (L)", "510 m", True),
        ("Corner Market", "380 m", True),
    ]
    assert [way["met"] for way in data["hits"][1]["ways"]] == [False]


def test_distances_are_told_in_the_language_of_the_question(pack: Pack) -> None:
    town = near_bedford()
    told = Parts(page(replace(town.answer, language="id"), question="x", pack=pack, places=town.places)).data
    assert [way["far"] for hit in told["hits"] for way in hit["ways"]] == ["510 m", "380 m", "1,6 km"]


def test_a_spot_is_a_dot_and_what_has_an_outline_or_a_radius_is_drawn_as_that_and_once(pack: Pack) -> None:
    here = Point(40.7125, -73.957)
    hit = home("a", [settled(seen(PARK, here)), settled(seen(COLLEGE, here)), settled(seen(STATION, here))], at=here)
    claims = [wish("c1", "near a park"), wish("c2", "near a college"), wish("c3", "near a subway")]
    data = Parts(page(found(claims, [hit]), question="x", pack=pack, places=[PARK, COLLEGE, STATION, BROOKLYN])).data
    park, college, station = data["marks"]
    assert (len(park["rings"]), len(college["rings"]), station["rings"]) == (1, 1, None)
    assert [one["name"] for one in data["base"]] == ["Brooklyn"]


def test_a_region_that_was_asked_for_is_outlined_once_and_named_once(pack: Pack) -> None:
    data = shown(pack).data
    (bushwick,) = [one for one in data["marks"] if one["name"] == "Bushwick"]
    assert (bushwick["rings"], bushwick["unwanted"]) == ([], True)
    assert [one["name"] for one in data["base"] if one["marked"]] == ["Bushwick"]


def test_a_place_that_nobody_loaded_is_of_the_kind_that_was_asked_for(pack: Pack) -> None:
    town = near_bedford()
    data = Parts(page(town.answer, question="x", pack=pack)).data
    assert [one["kind"] for one in data["marks"]] == ["subway station", "grocery store", "neighborhood"]


def test_the_radius_of_a_landmark_stands_and_that_of_a_kind_goes_around_the_chosen_hit(pack: Pack) -> None:
    data = shown(pack).data
    assert [(one["what"], one["name"], one["negated"]) for one in data["asked"]] == [
        ("radius", "Bedford Av (L)", False),
        ("region", "Bushwick", True),
    ]
    assert data["around"] == [{"text": "grocery within 500 m", "radius_m": 500.0}]


def test_the_base_map_has_the_largest_first(pack: Pack) -> None:
    names = [one["name"] for one in shown(pack).data["base"]]
    assert names[0] == "Brooklyn"
    assert set(names) == {"Brooklyn", "Williamsburg", "Bushwick"}


def test_the_base_map_is_of_the_surroundings_only(pack: Pack) -> None:
    town = near_bedford()
    medan = place("Medan Selayang", "neighborhood", Area.of(shapely.box(98.6, 3.5, 98.7, 3.6)))
    parts = Parts(page(town.answer, question=town.question, pack=pack, places=[*town.places, medan]))
    assert "Medan Selayang" not in [one["name"] for one in parts.data["base"]]


def test_a_coast_of_very_many_corners_is_made_lighter(pack: Pack) -> None:
    town = near_bedford()
    coast = shapely.Point(-73.95, 40.71).buffer(0.05, quad_segs=50_000)
    parts = Parts(page(town.answer, question="x", pack=pack, places=[place("Coast", "borough", Area.of(coast))]))
    (outline,) = [one for one in parts.data["base"] if one["name"] == "Coast"]
    assert 50 < len(outline["rings"][0][0]) <= base_map.MOST_CORNERS


def test_over_the_antimeridian_everything_is_on_one_side(pack: Pack) -> None:
    harbour = place("Harbour", "pier", Point(-16.5, 179.98))
    island = place("Island", "neighborhood", Area.of(cut_at_antimeridian(shapely.box(178, -18, 182, -15))))
    hits = [home("a", [settled()], at=Point(-17, 179.5)), home("b", [settled()], at=Point(-16, -179.5))]
    asked = AskedPlace(claim=ClaimId("c1"), text="near the harbour", places=(harbour,), radius_m=4_000.0)
    answer = found([wish("c1", "near the harbour")], hits, [asked])
    data = Parts(page(answer, question="x", pack=pack, places=[island])).data
    assert [one["at"][1] for one in data["hits"]] == [179.5, 180.5]
    assert data["view"] == [[-17, 179.5], [-16, 180.5]]
    assert len(data["asked"][0]["rings"]) == len(data["base"][0]["rings"]) == 1


def test_an_answer_without_hits_says_so_and_shows_where_was_looked(pack: Pack) -> None:
    asked = AskedPlace(claim=ClaimId("c1"), text="in Brooklyn", places=(BROOKLYN,))
    nothing = Nothing(
        claims=(wish("c1", "in Brooklyn"),),
        notices=(notice(NoticeCode.NONE_SPEAKS, wishes="Brooklyn"),),
        asked_places=(asked,),
    )
    data = Parts(page(nothing, question="in Brooklyn", pack=pack)).data
    assert (data["summary"], data["hits"], data["notices"]) == (
        "Nothing found.",
        [],
        ["Nothing in the store speaks of Brooklyn."],
    )
    assert data["view"] == [[40.57, -74.05], [40.74, -73.85]]


@pytest.mark.parametrize("asked", [(), (AskedPlace(claim=ClaimId("c1"), text="near Atlantis", unknown=True),)])
def test_an_answer_that_is_nowhere_still_makes_a_page(pack: Pack, asked: tuple[AskedPlace, ...]) -> None:
    answer = found([wish("c1", "near Atlantis")], [home("a", [settled()])], asked)
    data = Parts(page(answer, question="near Atlantis", pack=pack)).data
    assert data["view"] == [[-60, -180], [75, 180]]
    assert data["base"] == []


def test_the_summary_says_how_many_meet_how_much(pack: Pack) -> None:
    assert shown(pack).data["summary"] == "3 found · 1 meets all 4 · 2 meet 0"


def test_a_pack_that_knows_no_places_still_has_a_base_map(pack: Pack) -> None:
    town = near_bedford()
    made = page(town.answer, question="x", pack=replace(pack, places=None), places=town.places)
    assert {one["name"]: one["sort"] for one in Parts(made).data["base"]} == {
        "Brooklyn": "large",
        "Williamsburg": "small",
        "Bushwick": "small",
    }


def test_what_is_written_large_is_decided_by_size_and_not_by_the_order_of_the_pack(pack: Pack) -> None:
    assert pack.places is not None
    turned = replace(pack, places=replace(pack.places, regions=("borough", "block", "neighborhood", "city")))
    block = place("Block 7", "block", Point(40.712, -73.957), radius_m=90)
    city = place("New York", "city", box(-74.3, 40.4, -73.6, 41.0))
    town = near_bedford()
    made = page(town.answer, question="x", pack=turned, places=[block, *town.places, city])
    assert {one["name"]: one["sort"] for one in Parts(made).data["base"]} == {
        "New York": "large",
        "Brooklyn": "large",
        "Williamsburg": "small",
        "Bushwick": "small",
        "Block 7": "small",
    }


def test_the_only_kind_of_region_is_not_written_large(pack: Pack) -> None:
    town = near_bedford()
    data = Parts(page(town.answer, question="x", pack=pack, places=[WILLIAMSBURG])).data
    assert {one["sort"] for one in data["base"]} == {"small"}


def test_the_page_speaks_the_language_of_the_question(pack: Pack) -> None:
    town = near_bedford()
    text = page(replace(town.answer, language="id"), question="dekat taman", pack=pack, places=town.places)
    parts = Parts(text)
    labels = {attrs.get("aria-label") for _, attrs in parts.elements} - {None}
    assert ("html", {"lang": "id"}) in parts.elements
    assert labels == {"Hasil", "Peta", "Hasil yang dipilih"}
    english = {"Hits", "Map", "Legend", "No coordinates", "nothing said", "Close", "Show everything"}
    assert not english & set(json.loads(next(iter(re.findall(r'id="drawn">(.*?)</script>', text))))["labels"].values())
