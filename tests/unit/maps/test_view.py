"""The part of the earth that a map shows."""

import shapely
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.maps.town import box

from claimtree.geo import Area, Point, cut_at_antimeridian
from claimtree.maps.view import View

POINTS = st.builds(Point, st.floats(-90, 90), st.floats(-180, 180))


def test_nothing_is_seen_of_no_points() -> None:
    assert View.of([]) is None


def test_points_on_both_sides_of_the_antimeridian_are_neighbours() -> None:
    view = View.of([Point(-17, 179), Point(-16, -179)])
    assert view == View(south=-17, west=179, north=-16, east=181)
    assert view.at(Point(-16, -179)) == [-16, 181]
    assert view.at(Point(-17, 179)) == [-17, 179]


@given(st.lists(POINTS, min_size=1, max_size=8))
def test_every_point_lies_in_the_view_of_all(points: list[Point]) -> None:
    view = View.of(points)
    assert view is not None
    assert view.east - view.west < 360
    for point in points:
        lat, lon = view.at(point)
        assert view.south - 1e-4 <= lat <= view.north + 1e-4
        assert view.west - 1e-4 <= lon <= view.east + 1e-4


def test_an_area_that_was_cut_is_one_again() -> None:
    view = View.of([Point(-17, 179), Point(-16, -179)])
    assert view is not None
    (polygon,) = view.rings(Area.of(cut_at_antimeridian(shapely.box(178, -18, 182, -15))))
    (ring,) = polygon
    assert {lon for _, lon in ring} >= {178, 182}


def test_what_lies_beyond_a_few_of_its_sizes_is_left_out() -> None:
    view = View(south=40, west=-74, north=41, east=-73)
    assert view.near(box(-72.5, 40, -72, 41), times=1.0, least=0.1)
    assert not view.near(box(-71.5, 40, -71, 41), times=1.0, least=0.1)
    assert not view.near(box(-73.5, 43, -73, 44), times=1.0, least=0.1)
    fiji = View(south=-17, west=179, north=-16, east=181)
    assert fiji.near(box(-179, -17, -178.5, -16), times=0.0, least=0.1)
