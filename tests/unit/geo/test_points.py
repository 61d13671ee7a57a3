"""Points and distances, held against geodesics."""

from __future__ import annotations

import math

import numpy as np
import pyproj
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.errors import BadPlace
from claimtree.geo import Point, Points, distance_m

EARTH = pyproj.Geod(ellps="WGS84")
LATITUDES = st.floats(-90, 90)
LONGITUDES = st.floats(-180, 180)
POINTS = st.builds(Point, LATITUDES, LONGITUDES)


def geodesic_m(one: Point, other: Point) -> float:
    return float(EARTH.inv(one.lon, one.lat, other.lon, other.lat)[2])


def moved(point: Point, bearing: float, metres: float) -> Point:
    lon, lat, _ = EARTH.fwd(point.lon, point.lat, bearing, metres)
    return Point(lat, lon)


@given(POINTS, st.floats(-180, 180), st.floats(0, 100_000))
def test_up_to_a_hundred_kilometres_it_is_the_geodesic_to_a_few_centimetres(
    here: Point, bearing: float, metres: float
) -> None:
    there = moved(here, bearing, metres)
    assert distance_m(here, there) == pytest.approx(geodesic_m(here, there), abs=0.05)


@given(POINTS, st.floats(-180, 180), st.floats(100_000, 1_000_000))
def test_up_to_a_thousand_kilometres_it_is_the_geodesic_to_fifteen_metres(
    here: Point, bearing: float, metres: float
) -> None:
    there = moved(here, bearing, metres)
    assert distance_m(here, there) == pytest.approx(geodesic_m(here, there), abs=15)


@given(POINTS, POINTS)
def test_it_is_as_far_there_as_back(one: Point, other: Point) -> None:
    assert distance_m(one, other) == distance_m(other, one)
    assert distance_m(one, one) == 0


@given(st.lists(POINTS, min_size=1, max_size=20), POINTS, st.floats(0, 2e7))
def test_a_point_within_the_distance_is_not_left_out(points: list[Point], here: Point, metres: float) -> None:
    many, one = Points.of(points), Points.of([here])
    found = set(many.within(one, metres).tolist())
    for i, away in enumerate(many.distances_m(one).tolist()):
        if away <= metres:
            assert i in found


@given(st.lists(POINTS, min_size=1, max_size=20))
def test_some_of_many_points_are_the_same_points(points: list[Point]) -> None:
    fresh, used = Points.of(points), Points.of(points)
    assert used.centred.shape == (3, len(points))
    which = np.arange(len(points))[::-1]
    assert np.array_equal(fresh.take(which).centred, used.take(which).centred)
    assert fresh.take(which).lats.tolist() == [point.lat for point in reversed(points)]


@pytest.mark.parametrize("lon", [180.0, -180.0])
def test_the_antimeridian_is_one_line(lon: float) -> None:
    assert distance_m(Point(10.0, 180.0), Point(10.0, lon)) == 0
    assert distance_m(Point(10.0, 179.999), Point(10.0, -179.999)) < 250


def test_all_meridians_meet_at_a_pole() -> None:
    assert distance_m(Point(90.0, 0.0), Point(90.0, 123.0)) == 0


@pytest.mark.parametrize(("lat", "lon"), [(math.nan, 0.0), (0.0, math.inf), (90.001, 0.0), (0.0, -180.5)])
def test_what_is_nowhere_is_no_point(lat: float, lon: float) -> None:
    with pytest.raises(BadPlace):
        Point(lat, lon)


def test_swapped_coordinates_are_told() -> None:
    with pytest.raises(BadPlace) as caught:
        Point(-106.8, 6.2)
    assert "swapped" in caught.value.hint
