"""Which regions a point lies in, which touch, and what lies in what; shapely is the judge."""

from collections.abc import Sequence

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from claimtree.geo import Area, Point, Points
from claimtree.model.places import Place, PlaceId, PlaceKind
from claimtree.places.names import Writing
from claimtree.places.regions import Regions


def region(
    name: str,
    shape: Point | shapely.Polygon,
    *,
    kind: str = "district",
    parent: str = "",
    radius_m: float = 0.0,
    aliases: tuple[str, ...] = (),
    id: str = "",
) -> Place:
    return Place(
        id=PlaceId(id or name),
        name=name,
        kind=PlaceKind(kind),
        shape=shape if isinstance(shape, Point) else Area.of(shape),
        parent=parent,
        radius_m=radius_m,
        aliases=aliases,
    )


def regions(places: Sequence[Place], *, kinds: Sequence[str] = ()) -> Regions:
    return Regions(places, key=Writing(("en", "id")).key, kinds=kinds)


def names(places: Sequence[Place]) -> list[str]:
    return [place.name for place in places]


def at(lat: float, lon: float) -> Points:
    return Points.of([Point(lat, lon)])


METRE = 1 / 110_574
"""Of latitude at the equator, in degrees."""


def test_the_smallest_region_comes_first() -> None:
    found = regions(
        [
            region("City", shapely.box(0, 0, 4, 4)),
            region("Quarter", shapely.box(1, 1, 2, 2)),
            region("Circle", Point(1.5, 1.5), radius_m=10_000),
        ]
    )
    assert names(found.regions_of(at(1.5, 1.5))[0]) == ["Circle", "Quarter", "City"]
    assert names(found.regions_of(at(3, 3))[0]) == ["City"]
    assert found.regions_of(at(5, 5)) == [()]


def test_a_border_is_part_of_both_sides() -> None:
    found = regions([region("West", shapely.box(0, 0, 1, 1)), region("East", shapely.box(1, 0, 2, 1))])
    assert sorted(names(found.regions_of(at(0.5, 1))[0])) == ["East", "West"]


def test_only_kinds_that_are_regions_count() -> None:
    park = region("Park", shapely.box(0, 0, 1, 1), kind="park")
    found = regions([park, region("City", shapely.box(0, 0, 4, 4))], kinds=("district",))
    assert names(found.regions_of(at(0.5, 0.5))[0]) == ["City"]


def test_a_circle_reaches_across_the_antimeridian() -> None:
    found = regions([region("Taveuni", Point(-16.8, 179.95), radius_m=30_000)])
    assert names(found.regions_of(at(-16.8, -179.9))[0]) == ["Taveuni"]
    assert found.regions_of(at(-16.8, -179.0)) == [()]


def test_a_circle_around_a_pole_holds_all_longitudes() -> None:
    found = regions([region("Pole", Point(89.9, 0), radius_m=50_000)])
    assert names(found.regions_of(at(89.95, 170))[0]) == ["Pole"]
    assert found.regions_of(at(89.0, 170)) == [()]


def test_a_point_on_the_seam_is_on_both_sides_of_it() -> None:
    found = regions([region("Chukotka", shapely.box(179, 60, 180, 62))])
    assert names(found.regions_of(at(61, -180))[0]) == ["Chukotka"]


def test_no_regions_and_no_points_are_no_trouble() -> None:
    assert regions([]).regions_of(at(0, 0)) == [()]
    assert regions([region("A", shapely.box(0, 0, 1, 1))]).regions_of(Points.of([])) == []


corner = st.tuples(st.integers(-40, 40), st.integers(-40, 40))


@st.composite
def polygons(draw: st.DrawFn) -> shapely.Polygon:
    hull = shapely.MultiPoint(draw(st.lists(corner, min_size=4, max_size=8))).convex_hull
    return hull if isinstance(hull, shapely.Polygon) else hull.buffer(1.0)


@given(st.lists(polygons(), min_size=1, max_size=12), st.integers(0, 2**32 - 1))
def test_regions_of_points_are_those_that_shapely_finds(shapes: list[shapely.Polygon], seed: int) -> None:
    random = np.random.default_rng(seed)
    # Whole degrees among them: corners and borders.
    lons = np.concatenate((random.uniform(-45, 45, 30), random.integers(-45, 45, 30).astype(float)))
    lats = np.concatenate((random.uniform(-45, 45, 30), random.integers(-45, 45, 30).astype(float)))
    found = regions([region(str(i), shape) for i, shape in enumerate(shapes)]).regions_of(Points(lats, lons))
    for lat, lon, inside in zip(lats, lons, found, strict=True):
        expected = {str(i) for i, shape in enumerate(shapes) if shapely.intersects_xy(shape, lon, lat)}
        assert set(names(inside)) == expected


@pytest.mark.parametrize(("gap_m", "touching"), [(0, True), (45, True), (55, False)])
def test_a_small_gap_does_not_part_neighbours(gap_m: float, touching: bool) -> None:
    gap = gap_m * METRE
    places = [region("South", shapely.box(0, 0, 1, 1)), region("North", shapely.box(0, 1 + gap, 1, 2))]
    assert names(regions(places).neighbours(places[0])) == (["North"] if touching else [])
    assert names(regions(places).neighbours(places[1])) == (["South"] if touching else [])


def test_a_gap_is_measured_to_scale_in_the_north() -> None:
    degree_m = 111_320 * np.cos(np.radians(60.5)) * 1.0025
    for gap_m, touching in ((45, True), (55, False)):
        east = region("East", shapely.box(1 + gap_m / degree_m, 60, 2, 61))
        places = [region("West", shapely.box(0, 60, 1, 61)), east]
        assert bool(regions(places).neighbours(places[0])) is touching


def test_neighbours_are_of_the_same_kind_and_not_the_same_region_again() -> None:
    places = [
        region("Williamsburg", shapely.box(0, 0, 1, 1)),
        region("Brooklyn", shapely.box(0, 0, 3, 3), kind="borough"),
        region("Williamsburg", shapely.box(0, 0, 1, 1.01), id="again"),
        region("Bushwick", shapely.box(1, 0, 2, 1)),
    ]
    assert names(regions(places).neighbours(places[0])) == ["Bushwick"]


def test_circles_are_neighbours_where_they_overlap() -> None:
    places = [
        region("A", Point(0, 0), radius_m=1000),
        region("B", Point(0, 1900 * METRE), radius_m=1000),
        region("C", Point(0, 2100 * METRE), radius_m=1000),
    ]
    assert names(regions(places).neighbours(places[0])) == ["B"]


def test_a_circle_and_an_outline_may_be_neighbours() -> None:
    places = [region("A", Point(0.5, 1 + 900 * METRE), radius_m=1000), region("B", shapely.box(0, 0, 1, 1))]
    assert names(regions(places).neighbours(places[0])) == ["B"]
    assert names(regions(places).neighbours(places[1])) == ["A"]


def test_neighbours_meet_across_the_antimeridian() -> None:
    places = [region("West", shapely.box(179, 0, 180, 1)), region("East", shapely.box(-180, 0, -179, 1))]
    assert names(regions(places).neighbours(places[0])) == ["East"]


def test_a_spot_has_no_neighbours() -> None:
    spot = region("Spot", Point(0, 0))
    assert regions([spot, region("A", shapely.box(0, 0, 1, 1))]).neighbours(spot) == ()


def test_a_region_without_an_outline_is_the_union_of_its_parts() -> None:
    places = [
        region("Brooklyn", Point(0.5, 1), kind="borough", aliases=("Kings County",), radius_m=5),
        region("A", shapely.box(0, 0, 1, 1), parent="brooklyn"),
        region("B", shapely.box(1, 0, 2, 1), parent="Kings County"),
        region("C", shapely.box(5, 0, 6, 1), parent="Queens"),
    ]
    whole = regions(places).extent(places[0])
    assert whole is not None
    assert isinstance(whole.shape, Area)
    assert whole.shape.shape.equals(shapely.box(0, 0, 2, 1))
    assert names(regions(places).regions_of(at(0.5, 1.5))[0]) == ["B", "Brooklyn"]


def test_parts_of_parts_count_and_a_circle_of_parents_ends() -> None:
    places = [
        region("Country", Point(0, 0), parent="Village"),
        region("City", Point(0, 0), parent="Country"),
        region("Village", shapely.box(0, 0, 1, 1), parent="City"),
    ]
    whole = regions(places).extent(places[0])
    assert whole is not None
    assert isinstance(whole.shape, Area)
    assert names(regions(places).parents(places[0])) == ["Village", "City"]


def test_a_spot_without_parts_has_no_extent() -> None:
    spot = region("Spot", Point(0, 0))
    circle = region("Circle", Point(0, 0), radius_m=10)
    assert regions([spot, circle]).extent(spot) is None
    assert regions([spot, circle]).extent(circle) == circle


def test_a_child_of_a_common_name_belongs_to_the_nearest_one() -> None:
    places = [
        region("Sukajadi", Point(0, 0), id="near", kind="district"),
        region("Sukajadi", Point(0, 9), id="far", kind="district"),
        region("Sukajadi", shapely.box(0.1, 0, 0.2, 0.1), id="village", kind="village", parent="Sukajadi"),
        region("Baru", shapely.box(0.2, 0, 0.3, 0.1), kind="village", parent="Sukajadi"),
    ]
    found = regions(places)
    assert [parent.id for parent in found.parents(places[3])] == ["near"]
    assert found.extent(places[0]) is not None
    assert found.extent(places[1]) is None


def test_a_place_that_names_no_parent_lies_where_it_lies() -> None:
    places = [
        region("Cafe", Point(0.5, 0.5), kind="cafe"),
        region("Quarter", shapely.box(0, 0, 1, 1)),
        region("City", shapely.box(0, 0, 3, 3), kind="city"),
    ]
    assert names(regions(places, kinds=("district", "city")).parents(places[0])) == ["Quarter", "City"]
