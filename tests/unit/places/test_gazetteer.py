"""Places are found by name however it is written, by kind, and one is chosen only where one is meant."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from claimtree.geo import Area, Point, Points, distance_m
from claimtree.model.claims import ConceptId
from claimtree.model.pack import PlaceKindSpec, PlacesSpec
from claimtree.model.places import Place, PlaceId, PlaceKind, WhereRelation
from claimtree.places.choices import Ambiguous, Found, Unknown
from claimtree.places.gazetteer import Gazetteer
from claimtree.ports import Places

BROOKLYN = Point(40.68, -73.95)
MEDAN = Point(3.59, 98.67)
METRE = 1 / 111_000


def place(
    name: str,
    kind: str = "subway",
    at: Point | shapely.Polygon = BROOKLYN,
    *,
    id: str = "",
    aliases: tuple[str, ...] = (),
    parent: str = "",
    rank: float = 0.0,
    radius_m: float = 0.0,
    rating: float | None = None,
    source: str = "test",
) -> Place:
    return Place(
        id=PlaceId(id or f"{kind}:{name}"),
        name=name,
        kind=PlaceKind(kind),
        shape=at if isinstance(at, Point) else Area.of(at),
        aliases=aliases,
        parent=parent,
        rank=rank,
        radius_m=radius_m,
        rating=rating,
        source=source,
    )


def kind(name: str, *also: str) -> tuple[PlaceKind, PlaceKindSpec]:
    return PlaceKind(name), PlaceKindSpec(
        name=PlaceKind(name), title=name, concept=ConceptId(f"near {name}"), also=also
    )


SPEC = PlacesSpec(
    levels={},
    kinds=dict([kind("subway", "subway_station", "metro"), kind("park"), kind("mall"), kind("campus", "university")]),
    regions=("neighborhood", "borough", "district", "city"),
)

NEW_YORK = [
    place("Bedford Av (L)", at=Point(40.7173, -73.9568)),
    place("Times Sq-42 St", at=Point(40.7553, -73.9875)),
    place("86 St", id="86-r", at=Point(40.6227, -74.0284)),
    place("86 St", id="86-4", at=Point(40.7795, -73.9556)),
    place("Prospect Park", at=Point(40.6616, -73.9622)),
    place("Prospect Park", "park", shapely.box(-73.98, 40.65, -73.963, 40.67)),
    place("Williamsburg", "neighborhood", shapely.box(-73.97, 40.70, -73.93, 40.72), parent="Brooklyn"),
    place("Bushwick", "neighborhood", shapely.box(-73.93, 40.68, -73.90, 40.71), parent="Brooklyn"),
    place("Brooklyn", "borough"),
    place("Greenwich Village", "neighborhood", Point(40.7336, -74.0027), radius_m=900, aliases=("the Village",)),
    place("East Village", "neighborhood", Point(40.7265, -73.9815), radius_m=900),
    place("Soho", "neighborhood", Point(40.7233, -74.0030), radius_m=500),
]
SUMATRA = [
    place("USU", "campus", Point(3.5621, 98.6565)),
    place("Universitas Muhammadiyah Sumatera Utara", "campus", Point(3.6076, 98.6915)),
    place("Sun Plaza", "mall", Point(3.5834, 98.6713)),
    place("RSUP H. Adam Malik", "hospital", Point(3.5188, 98.6083)),
    place("Jalan H. Adam Malik", "road", Point(3.5960, 98.6690)),
    place("Jl. Letjen Jamin Ginting", "road", Point(3.5400, 98.6500)),
    place("Ring Road", "road", Point(3.5700, 98.6300)),
    place("Stasiun Medan", "station", Point(3.5913, 98.6795), parent="Medan"),
    place("Medan Kota", "district", Point(3.57, 98.69), radius_m=2000, parent="Medan"),
    place("Medan Baru", "district", Point(3.57, 98.65), radius_m=2000, parent="Medan"),
    place("SMA Negeri 1", "school", Point(3.58, 98.66)),
    place("SMA Negeri 2", "school", Point(3.56, 98.66)),
]


def new_york(*more: Place) -> Gazetteer:
    return Gazetteer([*NEW_YORK, *more], spec=SPEC, languages=("en",), around=BROOKLYN)


def sumatra(*more: Place) -> Gazetteer:
    return Gazetteer([*SUMATRA, *more], spec=SPEC, languages=("id", "en"), around=MEDAN)


def names(found: Sequence[Place]) -> list[str]:
    return [one.name for one in found]


def first(gazetteer: Gazetteer, name: str) -> str:
    found = gazetteer.named(name)
    return found[0].place.name if found else ""


def test_it_is_a_provider_of_places() -> None:
    provider: Places = new_york()
    assert provider.name == "gazetteer"
    assert provider.named("nowhere at all") == ()


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("bedford avenue", "Bedford Av (L)"),
        ("Bedford Av L", "Bedford Av (L)"),
        ("Bedford Av station", "Bedford Av (L)"),
        ("Bedford Ave subway stop", "Bedford Av (L)"),
        ("times square", "Times Sq-42 St"),
        ("the village", "Greenwich Village"),
        ("Williamsburg, Brooklyn", "Williamsburg"),
        ("Williamsburg Brooklyn", "Williamsburg"),
        ("Williamsburg area", "Williamsburg"),
        ("Wiliamsburg", "Williamsburg"),
        ("Bushwik", "Bushwick"),
        ("Bedford Ac", "Bedford Av (L)"),
        ("86th Street", "86 St"),
    ],
)
def test_a_name_in_new_york_is_found(asked: str, meant: str) -> None:
    assert first(new_york(), asked) == meant


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("usu", "USU"),
        ("kampus USU", "USU"),
        ("UMSU", "Universitas Muhammadiyah Sumatera Utara"),
        ("mall Sun Plaza", "Sun Plaza"),
        ("sunplaza", "Sun Plaza"),
        ("Sun Plasa", "Sun Plaza"),
        ("ringroad", "Ring Road"),
        ("Jl. Ringroad", "Ring Road"),
        ("RS Adam Malik", "RSUP H. Adam Malik"),
        ("rumah sakit adam malik", "RSUP H. Adam Malik"),
        ("Jl Adam Malik", "Jalan H. Adam Malik"),
        ("Jamin Ginting", "Jl. Letjen Jamin Ginting"),
        ("stasiun kereta api medan", "Stasiun Medan"),
        ("Kec. Medan Kota", "Medan Kota"),
        ("SMAN 2", "SMA Negeri 2"),
    ],
)
def test_a_name_in_medan_is_found(asked: str, meant: str) -> None:
    assert first(sumatra(), asked) == meant


@pytest.mark.parametrize("asked", ["UMU", "UU", "SMA Negeri 3", "Medan Barat", "Medan", "Narnia Plaza", "", "???"])
def test_a_name_that_no_place_has_is_not_found(asked: str) -> None:
    assert sumatra().named(asked) == ()


@pytest.mark.parametrize("asked", ["West Village", "Noho", "Prospect Park mall", "96 St"])
def test_a_name_of_another_place_is_not_found(asked: str) -> None:
    assert new_york().named(asked) == ()


def test_an_exact_name_has_likeness_one_and_a_mistyped_one_less() -> None:
    assert new_york().named("BUSHWICK")[0].likeness == 1
    assert 0.8 < new_york().named("Bushwik")[0].likeness < 1


def test_the_kind_asked_for_comes_first() -> None:
    assert new_york().named("Prospect Park", kind="park")[0].place.kind == "park"
    assert new_york().named("Prospect Park", kind="metro")[0].place.kind == "subway"


def test_the_namesake_near_the_data_comes_first_then_the_important_one() -> None:
    gazetteer = Gazetteer(
        [
            place("Springfield", "city", Point(39.8, -89.65), id="illinois", rank=110_000),
            place("Springfield", "city", Point(40.69, -73.94), id="here", rank=10),
            place("Springfield", "city", Point(40.70, -73.93), id="here too", rank=500),
        ],
        around=BROOKLYN,
    )
    assert [found.place.id for found in gazetteer.named("springfield")] == ["here too", "here", "illinois"]
    assert gazetteer.named("springfield", near=Point(39.8, -89.6))[0].place.id == "illinois"


def test_a_park_is_meant_rather_than_the_station_that_is_called_after_it() -> None:
    for relation in (WhereRelation.NEAR, WhereRelation.IN, None):
        choice = new_york().choose("Prospect Park", relation=relation)
        assert isinstance(choice, Found)
        assert [found.kind for found in choice.places] == ["park"]
        assert [other.place.kind for other in choice.others] == ["subway"]


def test_a_kind_or_a_word_for_it_means_the_station() -> None:
    for choice in (new_york().choose("Prospect Park", kind="subway"), new_york().choose("Prospect Park station")):
        assert isinstance(choice, Found)
        assert [found.kind for found in choice.places] == ["subway"]


def test_a_namesake_farther_away_than_a_walk_leaves_it_open() -> None:
    far = place("Prospect Park", "mall", Point(40.75, -73.90))
    choice = new_york(far).choose("Prospect Park", relation=WhereRelation.NEAR)
    assert isinstance(choice, Ambiguous)
    assert choice.total == 2


def test_a_place_of_the_very_name_is_meant_rather_than_one_of_half_of_it() -> None:
    choice = new_york(place("Times Square", "park", Point(40.70, -73.90))).choose("Times Square")
    assert isinstance(choice, Found)
    assert [found.kind for found in choice.places] == ["park"]


def test_two_stations_of_one_name_are_told_and_not_guessed() -> None:
    choice = new_york().choose("86 St", relation=WhereRelation.NEAR)
    assert isinstance(choice, Ambiguous)
    assert {found.place.id for found in choice.candidates} == {"86-r", "86-4"}


def test_records_of_one_station_are_one_place() -> None:
    spots = [place("Union Sq", id=f"{i}", at=Point(40.7350 + 200 * i * METRE, -73.99)) for i in range(3)]
    choice = new_york(*spots).choose("Union Square", relation=WhereRelation.NEAR)
    assert isinstance(choice, Found)
    assert sorted(found.id for found in choice.places) == ["0", "1", "2"]


def test_of_nested_regions_of_one_name_the_outer_is_meant() -> None:
    outer = place("Sunggal", "district", shapely.box(98.5, 3.5, 98.7, 3.7), id="outer")
    inner = place("Sunggal", "district", shapely.box(98.55, 3.55, 98.6, 3.6), id="inner")
    choice = sumatra(inner, outer).choose("Sunggal", relation=WhereRelation.IN)
    assert isinstance(choice, Found)
    assert [found.id for found in choice.places] == ["outer"]


def test_a_namesake_far_from_the_data_is_not_meant() -> None:
    choice = new_york(place("Williamsburg", "city", Point(37.27, -76.71), rank=15_000)).choose("Williamsburg")
    assert isinstance(choice, Found)
    assert [found.kind for found in choice.places] == ["neighborhood"]
    assert len(choice.others) == 1


def test_one_that_is_twenty_times_as_important_is_meant() -> None:
    big, small = Point(40.0, -74.0), Point(40.5, -74.4)
    for rank, found in ((2_000, Found), (1_999, Ambiguous)):
        places = [place("Troy", "city", big, id="big", rank=rank), place("Troy", "city", small, id="small", rank=100)]
        assert isinstance(Gazetteer(places).choose("Troy"), found)


def test_what_another_source_did_not_count_may_be_as_important() -> None:
    places = [
        place("Troy", "city", Point(40.0, -74.0), id="counted", rank=5_000),
        place("Troy", "city", Point(40.5, -74.4), id="uncounted", source="another"),
    ]
    assert isinstance(Gazetteer(places).choose("Troy"), Ambiguous)


def test_a_name_that_exists_300_times_is_clear() -> None:
    many = [place("Sukajadi", "village", Point(-8 + i / 25, 110), id=f"v{i:03}") for i in range(300)]
    choice = sumatra(*many).choose("Sukajadi")
    assert isinstance(choice, Ambiguous)
    assert choice.total == 300
    assert len(choice.candidates) == 5
    here = place("Sukajadi", "village", MEDAN, id="here")
    found = sumatra(*many, here).choose("sukajadi")
    assert isinstance(found, Found)
    assert [one.id for one in found.places] == ["here"]


def test_an_unknown_name_comes_with_names_that_look_like_it() -> None:
    choice = new_york().choose("Willemsborough")
    assert isinstance(choice, Unknown)
    assert names(choice.similar)[0] == "Williamsburg"
    begun = new_york().choose("Greenwich")
    assert isinstance(begun, Unknown)
    assert names(begun.similar)[0] == "Greenwich Village"
    assert new_york().choose("") == Unknown()


def test_a_far_place_that_is_spelt_alike_is_not_taken_for_a_mistyped_one() -> None:
    far = place("Narnia Palace", "mall", Point(51.5, 0))
    choice = new_york(far).choose("Narnia Pallace")
    assert choice == Unknown(similar=(far,))


def test_in_a_region_without_an_outline_is_in_its_parts() -> None:
    choice = new_york().choose("Brooklyn", relation=WhereRelation.IN)
    assert isinstance(choice, Found)
    assert isinstance(choice.places[0].shape, Area)
    assert new_york().region("Brooklyn")
    assert new_york().region("williamsburg area")
    assert not new_york().region("Bedford Av")
    assert not new_york().region("Prospect Park")


def test_places_of_a_kind_come_by_distance() -> None:
    found = new_york().of_kind("subway_station", around=Point(40.66, -73.96), radius_m=10_000)
    assert found is not None
    assert names(found)[0] == "Prospect Park"
    assert names(new_york().of_kind("park", around=Point(40.66, -73.961), radius_m=200) or ()) == ["Prospect Park"]
    assert new_york().of_kind("park", around=Point(40.66, -73.95), radius_m=200) == ()


def test_a_kind_that_nobody_loaded_is_not_known() -> None:
    assert new_york().of_kind("museum", around=BROOKLYN, radius_m=1000) is None
    assert new_york().of_kind("subway", around=Point(51.5, 0), radius_m=1000) is None


def test_well_rated_places_are_those_that_are_rated() -> None:
    gazetteer = Gazetteer([place("A", rating=4.6), place("B", rating=3.9), place("C")])
    assert names(gazetteer.all_of_kind("subway")) == ["A", "B", "C"]
    assert names(gazetteer.all_of_kind("subway", well_rated=4.0)) == ["A"]


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("kampus usu saja", "kampus usu"),
        ("ringroad medan", "ringroad"),
        ("ring road medan", "ring road"),
        ("jl . letjen jamin ginting , medan", "jl . letjen jamin ginting"),
        ("rumah sakit adam malik", "rumah sakit adam malik"),
        ("rumah sakit mana saja", ""),
        ("rumah besar", ""),
        ("sun plaza mall yang besar", "sun plaza mall"),
        ("sekolah menengah atas negeri 1 medan", "sekolah menengah atas negeri 1"),
        ("mall", ""),
        (", sun plaza", ""),
    ],
)
def test_the_longest_known_name_is_taken(query: str, name: str) -> None:
    words = query.split()
    assert " ".join(words[: sumatra().longest(words, 0)]) == name


def test_nothing_is_no_trouble() -> None:
    empty = Gazetteer([])
    assert empty.named("x") == ()
    assert empty.choose("Prospect Park") == Unknown()
    assert empty.longest(["x"], 0) == 0
    assert empty.of_kind("park", around=BROOKLYN, radius_m=1) is None
    assert empty.all_of_kind("park") == ()


words = st.text("abcdefghijklmnopqrstuvwxyz", min_size=2, max_size=9)
titles = st.lists(words, min_size=1, max_size=3).map(lambda parts: " ".join(parts).title())


@given(st.lists(titles, min_size=1, max_size=25, unique=True), st.randoms(use_true_random=False))
def test_an_exact_name_is_always_first(known: list[str], random: Random) -> None:
    places = [place(name, id=str(i), rank=random.random()) for i, name in enumerate(known)]
    gazetteer = Gazetteer(places, languages=("en", "id"))
    for name in known:
        found = gazetteer.named(name.upper())
        assert found[0].likeness == 1
        assert name in {candidate.place.name for candidate in found if candidate.likeness == 1}
        assert all(one.likeness >= other.likeness for one, other in pairwise(found))


LONG = ["Washington Heights", "Bedford-Stuyvesant", "Universitas Negeri Medan", "Roosevelt Island", "Morningside Park"]


@given(st.sampled_from(LONG), st.data())
def test_a_long_name_with_one_slip_is_still_found(name: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(1, len(name) - 2))
    letter = data.draw(st.sampled_from("aeiknrst"))
    slips = [name[:at] + name[at + 1 :], name[:at] + letter + name[at:], name[:at] + letter + name[at + 1 :]]
    slips.append(name[:at] + name[at + 1] + name[at] + name[at + 2 :])
    asked = data.draw(st.sampled_from(slips))
    assume(asked != name)
    gazetteer = Gazetteer([place(known) for known in LONG], languages=("en", "id"))
    assert first(gazetteer, asked) == name


@given(st.integers(0, 2**32 - 1), st.floats(10, 50_000))
def test_places_within_a_radius_are_those_that_comparing_each_finds(seed: int, radius_m: float) -> None:
    random = np.random.default_rng(seed)
    spots = [Point(float(lat), float(lon)) for lat, lon in random.uniform((40.5, -74.2), (40.9, -73.7), (40, 2))]
    boxes = [shapely.box(spot.lon, spot.lat, spot.lon + 0.01, spot.lat + 0.01) for spot in spots[:8]]
    places = [place(str(i), "park", shape) for i, shape in enumerate([*boxes, *spots])]

    def away(one: Place) -> float:
        if isinstance(one.shape, Area):
            return float(one.shape.distances_m(Points.of([BROOKLYN]))[0])
        return distance_m(one.shape, BROOKLYN)

    found = Gazetteer(places).of_kind("park", around=BROOKLYN, radius_m=radius_m)
    assert found is not None
    expected = sorted((one for one in places if away(one) <= radius_m), key=lambda one: (away(one), one.id))
    assert names(found) == names(expected)
