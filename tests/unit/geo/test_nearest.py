"""The nearest of many: exactly what comparing every pair gives, wherever on earth."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from claimtree.geo import Area, Nearest, Point, Points, circle
from claimtree.geo.cubes import Cubes

CORNERS = ((40.7, -73.95), (0.0, 0.0), (10.0, 180.0), (10.0, -180.0), (90.0, 0.0), (-90.0, 40.0), (89.99, 100.0))


def scattered(rng: np.random.Generator, count: int, spread: float) -> Points:
    """Around some corners of the world, or all over it."""
    if spread > 90:
        return Points(np.degrees(np.arcsin(rng.uniform(-1, 1, count))), rng.uniform(-180, 180, count))
    corners = np.array(CORNERS)[rng.integers(0, len(CORNERS), count)]
    lats = np.clip(corners[:, 0] + rng.normal(0, spread, count), -90, 90)
    lons = (corners[:, 1] + rng.normal(0, spread, count) + 180) % 360 - 180
    return Points(lats, lons)


def by_all_pairs(shapes: list[Point | Area], points: Points) -> tuple[list[int], list[float]]:
    rows = np.stack(
        [
            shape.distances_m(points) if isinstance(shape, Area) else points.distances_m(Points.of([shape]))
            for shape in shapes
        ]
    )
    which = rows.argmin(axis=0)
    return which.tolist(), rows[which, np.arange(len(points))].tolist()


def as_points(points: Points) -> list[Point | Area]:
    return [Point(lat, lon) for lat, lon in zip(points.lats.tolist(), points.lons.tolist(), strict=True)]


@given(st.integers(0, 10_000), st.integers(1, 300), st.integers(1, 120), st.sampled_from([0.001, 0.05, 2.0, 180.0]))
def test_the_nearest_point_is_that_of_all_pairs(seed: int, places: int, homes: int, spread: float) -> None:
    rng = np.random.default_rng(seed)
    shapes, points = as_points(scattered(rng, places, spread)), scattered(rng, homes, spread)
    which, metres = Nearest(shapes).find(points)
    assert (which.tolist(), metres.tolist()) == by_all_pairs(shapes, points)


# Circles around a pole are caps with long borders, which take their time.
@settings(max_examples=min(5, settings().max_examples))
@given(st.integers(0, 10_000), st.integers(1, 12), st.integers(0, 30), st.sampled_from([0.02, 0.5]))
def test_areas_and_points_are_found_alike(seed: int, areas: int, spots: int, spread: float) -> None:
    rng = np.random.default_rng(seed)
    shapes = as_points(scattered(rng, spots, spread))
    for centre in as_points(scattered(rng, areas, spread)):
        assert isinstance(centre, Point)
        shapes.insert(int(rng.integers(0, len(shapes) + 1)), circle(centre, float(rng.uniform(50, 5_000))))
    points = scattered(rng, 60, spread)
    which, metres = Nearest(shapes).find(points)
    assert (which.tolist(), metres.tolist()) == by_all_pairs(shapes, points)


@settings(max_examples=min(12, settings().max_examples))
@given(st.integers(0, 10_000), st.sampled_from([0.0, 100.0, 3_000.0, 2e6]), st.sampled_from([0.02, 180.0]))
def test_a_limited_distance_changes_nothing_up_to_there(seed: int, within_m: float, spread: float) -> None:
    rng = np.random.default_rng(seed)
    shapes = as_points(scattered(rng, 200, spread))
    shapes[::40] = [circle(shape, 300.0) for shape in shapes[::40] if isinstance(shape, Point)]
    points, index = scattered(rng, 150, spread), Nearest(shapes)
    (which, metres), (found, away) = index.find(points), index.find(points, within_m=within_m)
    near = metres <= within_m
    assert np.array_equal(found[near], which[near])
    assert np.array_equal(away[near], metres[near])
    assert (away[~near] > within_m).all()


def test_of_equally_near_ones_the_first_counts() -> None:
    here = Points(np.full(5_000, 40.7), np.full(5_000, -73.95))
    shapes: list[Point | Area] = [Point(40.8, -73.95), *[Point(40.71, -73.95)] * 50]
    which, metres = Nearest(shapes).find(here)
    assert set(which.tolist()) == {1}
    assert len(set(metres.tolist())) == 1


def test_many_points_come_to_the_same_as_one_by_one() -> None:
    rng = np.random.default_rng(5)
    index, points = Nearest(as_points(scattered(rng, 3_000, 0.1))), scattered(rng, 200, 0.1)
    which, metres = index.find(points)
    for i in range(len(points)):
        one, away = index.find(points.take(np.array([i])))
        assert (one[0], away[0]) == (which[i], metres[i])


@pytest.mark.parametrize("far", [Point(-40.7, 106.05), Point(40.7, 106.0)])
def test_even_the_other_side_of_the_earth_has_a_nearest(far: Point) -> None:
    rng = np.random.default_rng(6)
    places = Points(rng.normal(40.7, 0.1, 4_000), rng.normal(-73.95, 0.1, 4_000))
    points = Points(np.full(3, far.lat), np.full(3, far.lon))
    which, metres = Nearest(as_points(places)).find(points)
    assert (which.tolist(), metres.tolist()) == by_all_pairs(as_points(places), points)


def test_without_places_everything_is_infinitely_far() -> None:
    _, metres = Cubes(Points.of([])).nearest(Points.of([Point(0, 0)]))
    assert metres.tolist() == [np.inf]


def test_without_points_nothing_is_found() -> None:
    area = Area.of(shapely.box(0, 0, 1, 1))
    which, metres = Nearest([area, Point(0, 0)]).find(Points.of([]))
    assert (len(which), len(metres)) == (0, 0)
