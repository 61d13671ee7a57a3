"""Areas: what is inside, and how far it is to the border, held against flat shapes and geodesics."""

from __future__ import annotations

import math

import numpy as np
import pyproj
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from claimtree.geo import Area, Point, Points, any_holds, circle, cut_at_antimeridian, distance_m

EARTH = pyproj.Geod(ellps="WGS84")


@st.composite
def outlines(draw: st.DrawFn) -> shapely.Polygon:
    """A star of up to forty corners around some place, with a hole in it or not."""
    lat, lon = draw(st.floats(-60, 60)), draw(st.floats(-170, 170))
    far = draw(st.lists(st.floats(0.005, 0.05), min_size=3, max_size=40))
    turns = np.linspace(0, 2 * math.pi, len(far), endpoint=False)
    corners = [(lon + f * math.cos(t), lat + f * math.sin(t)) for f, t in zip(far, turns, strict=True)]
    outline = shapely.Polygon(corners)
    if draw(st.booleans()):
        outline = shapely.difference(outline, shapely.Point(lon, lat).buffer(0.002, quad_segs=2))
    return (
        outline
        if isinstance(outline, shapely.Polygon) and outline.is_valid
        else shapely.box(lon, lat, lon + 1, lat + 1)
    )


def around(shape: shapely.Polygon, seed: int, count: int = 60) -> Points:
    west, south, east, north = shape.bounds
    rng = np.random.default_rng(seed)
    return Points(rng.uniform(south - 0.02, north + 0.02, count), rng.uniform(west - 0.02, east + 0.02, count))


@given(outlines(), st.integers(0, 1_000))
def test_inside_is_what_the_flat_shape_says(shape: shapely.Polygon, seed: int) -> None:
    points = around(shape, seed)
    flat = shapely.intersects(shape, shapely.points(points.lons, points.lats))
    assert Area.of(shape).holds(points).tolist() == flat.tolist()


@given(outlines(), st.integers(0, 1_000))
def test_many_points_are_inside_as_the_flat_shape_says(shape: shapely.Polygon, seed: int) -> None:
    west, south, east, north = shape.bounds
    points = around(shape, seed, 3_000)
    # Some of them on the lines of a grid over it, and on its corners.
    lons = np.append(points.lons, np.repeat(np.linspace(west, east, 33), 33))
    lats = np.append(points.lats, np.tile(np.linspace(south, north, 33), 33))
    corners = shapely.get_coordinates(shape)
    points = Points(np.append(lats, corners[:, 1]), np.append(lons, corners[:, 0]))
    flat = shapely.intersects(shape, shapely.points(points.lons, points.lats))
    assert np.array_equal(Area.of(shape).holds(points), flat)


@given(outlines(), st.integers(0, 1_000))
def test_corners_and_the_middles_of_edges_belong_to_it(shape: shapely.Polygon, seed: int) -> None:
    corners = shapely.get_coordinates(shape)
    assert Area.of(shape).holds(Points(corners[:, 1], corners[:, 0])).all()


@given(outlines(), st.integers(0, 1_000))
def test_the_distance_is_that_to_the_nearest_spot_of_the_border(shape: shapely.Polygon, seed: int) -> None:
    points = around(shape, seed, 8)
    found = Area.of(shape).distances_m(points)
    border = shapely.get_coordinates(shapely.segmentize(shapely.boundary(shape), 0.0002))
    inside = shapely.intersects(shape, shapely.points(points.lons, points.lats))
    for i in range(len(points)):
        if inside[i]:
            assert found[i] == 0
        else:
            lons, lats = np.full(len(border), points.lons[i]), np.full(len(border), points.lats[i])
            nearest = float(EARTH.inv(lons, lats, border[:, 0], border[:, 1])[2].min())
            # The spots stand some twenty metres apart.
            assert nearest - 12 <= found[i] <= nearest + 1


@given(outlines(), st.integers(0, 1_000), st.floats(0, 8_000))
def test_a_limited_distance_changes_nothing_up_to_there(shape: shapely.Polygon, seed: int, within_m: float) -> None:
    area, points = Area.of(shape), around(shape, seed)
    whole, cut = area.distances_m(points), area.distances_m(points, within_m=within_m)
    assert np.array_equal(whole[whole <= within_m], cut[whole <= within_m])
    assert (cut[whole > within_m] > within_m).all()


@given(outlines(), st.integers(0, 1_000))
def test_one_point_is_as_far_as_it_is_among_many(shape: shapely.Polygon, seed: int) -> None:
    area, points = Area.of(shape), around(shape, seed, 10)
    many = area.distances_m(points)
    assert [float(area.distances_m(points.take(np.array([i])))[0]) for i in range(10)] == many.tolist()


@given(outlines(), outlines(), st.integers(0, 1_000))
def test_in_any_of_several_is_in_one_of_them(one: shapely.Polygon, other: shapely.Polygon, seed: int) -> None:
    areas = [Area.of(one), Area.of(other)]
    points = around(one, seed)
    assert any_holds(areas, points).tolist() == (areas[0].holds(points) | areas[1].holds(points)).tolist()
    assert not any_holds([], points).any()


def test_the_antimeridian_belongs_to_both_its_sides() -> None:
    west, east = Area.of(shapely.box(179, -1, 180, 1)), Area.of(shapely.box(10, -1, 11, 1))
    both = Points(np.array([0.0, 0.0, 0.0]), np.array([180.0, -180.0, 178.0]))
    assert west.holds(both).tolist() == [True, True, False]
    assert any_holds([west, east], both).tolist() == [True, True, False]


@given(st.floats(-85, 85), st.floats(-180, 180), st.floats(50, 50_000), st.floats(-180, 180))
def test_a_circle_is_as_wide_as_its_radius_all_around(lat: float, lon: float, radius_m: float, bearing: float) -> None:
    centre = Point(lat, lon)
    area = circle(centre, radius_m)
    for share, inside in ((0.98, True), (1.02, False)):
        there = EARTH.fwd(lon, lat, bearing, share * radius_m)
        assert area.holds(Points.of([Point(there[1], there[0])]))[0] == inside


@pytest.mark.parametrize("lat", [89.9, -89.9])
def test_a_circle_around_a_pole_takes_in_the_pole(lat: float) -> None:
    area = circle(Point(lat, 20.0), 30_000)
    assert area.holds(Points.of([Point(math.copysign(90, lat), 0.0), Point(lat, -160.0)])).all()


def test_what_runs_beyond_the_antimeridian_is_cut_there() -> None:
    cut = cut_at_antimeridian(shapely.box(179, 0, 182, 1))
    assert cut.area == pytest.approx(3)
    assert cut.bounds[0] >= -180
    assert cut.bounds[2] <= 180


def test_the_centre_lies_inside_even_of_a_ring() -> None:
    ring = shapely.difference(shapely.box(0, 0, 3, 3), shapely.box(0.5, 0.5, 2.5, 2.5))
    area = Area.of(ring)
    assert area.holds(Points.of([area.centre]))[0]
    assert distance_m(area.centre, area.centre) == 0
