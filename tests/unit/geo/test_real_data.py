"""Real outlines and real stations: ten thousand random points each come to what shapely and pyproj say directly.

The data stands beside the repository, or where CLAIMTREE_DATA says; without it there is nothing to compare.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyproj
import pytest
import shapely

from claimtree.geo import Area, Nearest, Point, Points

ROOT = Path(__file__).parents[3]
DATA = Path(os.environ.get("CLAIMTREE_DATA") or ROOT.parent / "shared" / "data") / "geo"
EARTH = pyproj.Geod(ellps="WGS84")
COUNT = 10_000
REGIONS = (
    "nyc_neighborhoods_pediacities_custom.geojson",
    "nyc_nta_2010_simplified.geojson",
    "medan_kecamatan.geojson",
    "boston_neighbourhoods_airbnb.geojson",
)
STATIONS = "nyc_subway_entrances.csv"

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="no folder of real places; CLAIMTREE_DATA names one")


def outlines(file: str) -> list[shapely.Geometry]:
    """The polygons of a file, mended where they cross themselves."""
    found = json.loads((DATA / file).read_text(encoding="utf-8"))["features"]
    shapes = [shapely.make_valid(shapely.geometry.shape(feature["geometry"])) for feature in found]
    polygons = [[part for part in shapely.get_parts(shape) if part.geom_type == "Polygon"] for shape in shapes]
    return [shapely.MultiPolygon(parts) for parts in polygons if parts]


def stations() -> list[Point]:
    with (DATA / STATIONS).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [Point(float(row["Entrance_Latitude"]), float(row["Entrance_Longitude"])) for row in rows]


def scattered(box: Sequence[float], seed: int) -> Points:
    """Random points in a box and a little around it."""
    west, south, east, north = box
    rng = np.random.default_rng(seed)
    return Points(rng.uniform(south - 0.05, north + 0.05, COUNT), rng.uniform(west - 0.05, east + 0.05, COUNT))


def on_sphere(points: Points) -> np.ndarray:
    """The points on a sphere of radius one, a row of three coordinates each."""
    lons, lats = np.radians(points.lons), np.radians(points.lats)
    return np.stack([np.cos(lats) * np.cos(lons), np.cos(lats) * np.sin(lons), np.sin(lats)], axis=1)


@pytest.mark.parametrize("file", [*(pytest.param(file, marks=pytest.mark.slow) for file in REGIONS[:2]), *REGIONS[2:]])
def test_points_lie_in_the_outlines_that_shapely_says(file: str) -> None:
    shapes = outlines(file)
    points = scattered(shapely.total_bounds(np.array(shapes)), seed=len(file))
    flat = shapely.points(points.lons, points.lats)
    inside = 0
    shapely.prepare(shapes)  # the same answers, found through an index of the edges
    for shape in shapes:
        expected = shapely.intersects(shape, flat)
        assert np.array_equal(Area.of(shape).holds(points), expected)
        inside += int(expected.sum())
    assert inside > COUNT / 20  # a box of which nothing is inside would show nothing


@pytest.mark.slow
def test_the_nearest_station_is_the_one_that_geodesics_say() -> None:
    places = stations()
    spots = Points.of(places)
    # A few entrances are in other countries, by mistake; they take part, but no home is there.
    (west, east), (south, north) = (np.quantile(degrees, (0.01, 0.99)) for degrees in (spots.lons, spots.lats))
    points = scattered((west, south, east, north), seed=6)
    which, metres = Nearest(places).find(points)
    stations_at, homes_at = on_sphere(spots), on_sphere(points)
    for i in range(COUNT):
        # A sphere is less than a hundredth off: whatever is nearest on the ellipsoid is among those near here.
        apart = np.linalg.norm(stations_at - homes_at[i], axis=1)
        near = np.union1d(np.flatnonzero(apart <= apart.min() * 1.03 + 1e-6), which[i])
        here = np.full(len(near), points.lons[i]), np.full(len(near), points.lats[i])
        away = EARTH.inv(*here, spots.lons[near], spots.lats[near])[2]
        assert metres[i] == pytest.approx(away.min(), abs=0.02)
        # Entrances of one station stand within a step of each other: of equally near ones any will do.
        assert away[np.searchsorted(near, which[i])] - away.min() < 0.02


@pytest.mark.parametrize("file", REGIONS[2:])
def test_the_way_to_an_outline_is_the_geodesic_to_its_border(file: str) -> None:
    shapes = outlines(file)
    points = scattered(shapely.total_bounds(np.array(shapes)), seed=9).take(np.arange(40))
    for shape in shapes[:4]:
        metres = Area.of(shape).distances_m(points)
        border = shapely.get_coordinates(shapely.segmentize(shapely.boundary(shape), 0.0001))
        for i in np.flatnonzero(metres):
            here = np.full(len(border), points.lons[i]), np.full(len(border), points.lats[i])
            nearest = float(EARTH.inv(*here, border[:, 0], border[:, 1])[2].min())
            # The border is looked at every ten metres.
            assert nearest - 6 <= metres[i] <= nearest + 0.1
