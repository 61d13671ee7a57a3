"""The ground around a place, and areas as GeoJSON wants them."""

import math
from itertools import pairwise

import numpy as np
import pyproj
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.maps.town import WILLIAMSBURG, box

from claimtree.geo import Area, Point, Points, circle, cut_at_antimeridian, distance_m
from claimtree.maps.geometry import buffer, corners, geometry, nearest_part, simplified

GEOD = pyproj.Geod(ellps="WGS84")


def rings(shape: Area) -> list[list[list[float]]]:
    """Of its GeoJSON, outlines and holes."""
    made = geometry(shape)
    coordinates = made["coordinates"]
    assert isinstance(coordinates, list)
    polygons = coordinates if made["type"] == "MultiPolygon" else [coordinates]
    return [ring for polygon in polygons for ring in polygon]


def signed_area(ring: list[list[float]]) -> float:
    """Positive for a ring that runs anticlockwise."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise(ring)) / 2


def test_a_point_has_its_longitude_first() -> None:
    assert geometry(Point(40.7171, -73.9566)) == {"type": "Point", "coordinates": [-73.9566, 40.7171]}


def test_an_outline_runs_anticlockwise_and_its_hole_clockwise_however_they_were_given() -> None:
    clockwise = ((0.0, 0.0), (0.0, 4.0), (4.0, 4.0), (4.0, 0.0), (0.0, 0.0))
    hole = ((1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0), (1.0, 1.0))
    outline, inner = rings(Area(((clockwise, hole),)))
    assert signed_area(outline) > 0 > signed_area(inner)


@given(st.floats(-85, 85), st.floats(-180, 180), st.floats(10, 50_000))
def test_every_ring_of_a_circle_is_closed_anticlockwise_and_on_the_earth(lat: float, lon: float, metres: float) -> None:
    for ring in rings(buffer(Point(lat, lon), metres)):
        assert len(ring) >= 4
        assert ring[0] == ring[-1]
        assert signed_area(ring) > 0
        assert all(-180 <= x <= 180 and -90 <= y <= 90 for x, y in ring)


def test_a_circle_over_the_antimeridian_is_cut_there() -> None:
    made = geometry(buffer(Point(-16.5, 179.98), 10_000))
    assert made["type"] == "MultiPolygon"
    first, second = (shapely.Polygon(ring).bounds for ring in rings(buffer(Point(-16.5, 179.98), 10_000)))
    west, east = sorted((first, second))
    assert west[0] == -180
    assert east[2] == 180


def test_the_ground_around_a_spot_is_its_circle() -> None:
    assert buffer(Point(40.7, -73.9), 800) == circle(Point(40.7, -73.9), 800)


@pytest.mark.parametrize("at", [Point(40.71, -73.95), Point(3.57, 98.66), Point(-54.8, -68.3), Point(69.6, 18.9)])
def test_the_ground_around_an_outline_ends_so_far_from_it(at: Point) -> None:
    park = box(at.lon, at.lat, at.lon + 0.03, at.lat + 0.02)
    edge = shapely.get_coordinates(buffer(park, 1_000).shape)
    metres = park.distances_m(Points(edge[:, 1].copy(), edge[:, 0].copy()))
    assert np.abs(metres - 1_000).max() < 10


def test_the_ground_around_an_outline_holds_the_outline() -> None:
    assert isinstance(WILLIAMSBURG.shape, Area)
    wide = buffer(WILLIAMSBURG.shape, 500)
    assert wide.shape.contains(WILLIAMSBURG.shape.shape)
    _, _, north = GEOD.inv(-73.955, 40.725, -73.955, wide.shape.bounds[3])
    assert north == pytest.approx(500, rel=0.01)


@given(st.floats(-0.2, 0.2), st.floats(-0.2, 0.2), st.sampled_from([40.71, 3.57, -54.8, 69.6]))
def test_a_line_ends_where_the_distance_was_measured_to(north: float, east: float, lat: float) -> None:
    park = box(10.0, lat, 10.03, lat + 0.02)
    here = Point(lat + north, 10.0 + east)
    metres = float(park.distances_m(Points.of([here]))[0])
    end = nearest_part(park, here)
    assert distance_m(here, end) == pytest.approx(metres, rel=0.01, abs=0.5)
    assert float(park.distances_m(Points.of([end]))[0]) < 0.5


def test_a_line_to_a_circle_ends_towards_its_centre() -> None:
    centre = Point(3.5616, 98.6563)
    end = nearest_part(circle(centre, 600), Point(3.5616, 98.70))
    assert distance_m(centre, end) == pytest.approx(600, rel=0.01)
    assert end.lat == pytest.approx(centre.lat, abs=1e-4)


def test_a_line_takes_the_short_way_over_the_antimeridian() -> None:
    island = box(179.0, -17, 179.9, -16)
    assert nearest_part(island, Point(-16.5, -179.9)).lon == pytest.approx(179.9)
    cut = Area.of(cut_at_antimeridian(shapely.box(179.5, -17, 180.2, -16)))
    assert nearest_part(cut, Point(-16.5, -179.0)).lon == pytest.approx(-179.8)


def test_a_line_to_a_spot_ends_there() -> None:
    assert nearest_part(Point(1, 2), Point(3, 4)) == Point(1, 2)


def test_fewer_corners_move_the_border_no_farther_than_allowed() -> None:
    steps = [math.radians(degree) for degree in range(360)]
    coast = Area.of(shapely.Polygon([(math.cos(a) * (1 + 0.001 * (i % 2)), math.sin(a)) for i, a in enumerate(steps)]))
    light = simplified(coast, 0.01)
    assert corners(light) < corners(coast) / 4
    assert shapely.hausdorff_distance(coast.shape.boundary, light.shape.boundary) <= 0.01 + 1e-9


def test_what_is_too_small_to_be_simplified_stays() -> None:
    speck = box(0, 0, 0.0001, 0.0001)
    assert simplified(speck, 1.0).shape.area > 0
