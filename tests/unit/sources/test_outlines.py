"""Geometry of files: what is mended, what is cut, what is refused."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from claimtree.geo import Area, Point, Points
from claimtree.row_files import BadRow
from claimtree.sources.outlines import MAX_CORNERS, Mend, Projected, Shape, read_shape, read_wkt

SQUARE = [[0.0, 10.0], [1.0, 10.0], [1.0, 11.0], [0.0, 11.0], [0.0, 10.0]]


def polygon(*rings: object) -> Shape:
    return read_shape({"type": "Polygon", "coordinates": list(rings)})


def area(shape: Shape) -> Area:
    assert isinstance(shape.where, Area)
    return shape.where


def holds(shape: Shape, lat: float, lon: float) -> bool:
    return bool(area(shape).holds(Points.of([Point(lat, lon)]))[0])


def refused(geometry: dict[str, object]) -> str:
    with pytest.raises(BadRow) as bad:
        read_shape(geometry)
    return str(bad.value)


def test_a_point_has_its_longitude_first_and_may_have_a_height() -> None:
    assert read_shape({"type": "Point", "coordinates": [-73.95, 40.71, 12.0]}).where == Point(40.71, -73.95)


def test_the_entrances_of_a_station_are_one_place_in_their_middle() -> None:
    where = read_shape({"type": "MultiPoint", "coordinates": [[-73.957, 40.717], [-73.955, 40.719]]}).where
    assert isinstance(where, Point)
    assert (where.lat, where.lon) == pytest.approx((40.718, -73.956))


def test_the_middle_of_points_on_both_sides_of_the_antimeridian_is_between_them() -> None:
    where = read_shape({"type": "MultiPoint", "coordinates": [[179.999, 5.0], [-179.999, 5.0]]}).where
    assert isinstance(where, Point)
    assert abs(where.lon) == pytest.approx(180)


def test_points_far_apart_are_not_one_place() -> None:
    said = refused({"type": "MultiPoint", "coordinates": [[-73.9, 40.7], [-73.7, 40.7]]})
    assert "8.5 km from their middle" in said
    assert "a feature of its own" in said


def test_a_sound_outline_is_left_as_it_is() -> None:
    shape = polygon(SQUARE)
    assert shape.mended == frozenset()
    assert area(shape).polygons == ((tuple((x, y) for x, y in SQUARE),),)


def test_a_ring_that_is_not_closed_is_closed() -> None:
    shape = polygon(SQUARE[:-1])
    assert shape.mended == {Mend.CLOSED}
    assert area(shape).shape.area == pytest.approx(1.0)


def test_an_outline_that_crosses_itself_keeps_both_of_its_halves() -> None:
    shape = polygon([[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]])
    assert shape.mended == {Mend.UNCROSSED}
    assert area(shape).shape.area == pytest.approx(2.0)
    assert holds(shape, 1.0, 0.5)
    assert holds(shape, 1.0, 1.5)


def test_a_hole_is_not_part_of_the_area() -> None:
    assert not holds(polygon(SQUARE, [[0.4, 10.4], [0.6, 10.4], [0.6, 10.6], [0.4, 10.6], [0.4, 10.4]]), 10.5, 0.5)


def test_a_hole_outside_takes_nothing_away_and_adds_nothing() -> None:
    shape = polygon(SQUARE, [[5, 10], [6, 10], [6, 11], [5, 11], [5, 10]])
    assert area(shape).shape.area == pytest.approx(1.0)
    assert not holds(shape, 10.5, 5.5)


def test_parts_of_one_place_that_overlap_are_one_area() -> None:
    other = [[x + 0.5, y] for x, y in SQUARE]
    shape = read_shape({"type": "MultiPolygon", "coordinates": [[SQUARE], [other]]})
    assert area(shape).shape.area == pytest.approx(1.5)


@pytest.mark.parametrize(
    "ring",
    [
        [[179, -17], [181, -17], [181, -16], [179, -16], [179, -17]],
        [[179, -17], [-179, -17], [-179, -16], [179, -16], [179, -17]],
        [[-181, -17], [-179, -17], [-179, -16], [-181, -16], [-181, -17]],
    ],
    ids=["longitudes that run on", "longitudes that jump", "beyond the other end"],
)
def test_an_outline_across_the_antimeridian_is_cut_there(ring: list[list[float]]) -> None:
    shape = polygon(ring)
    assert Mend.CUT in shape.mended
    assert len(area(shape).polygons) == 2
    assert holds(shape, -16.5, 179.5)
    assert holds(shape, -16.5, -179.5)
    assert not holds(shape, -16.5, 0.0)
    assert not holds(shape, -16.5, 178.5)


def test_a_hole_on_the_other_side_of_the_antimeridian_is_cut_too() -> None:
    shell = [[170, 0], [190, 0], [190, 10], [170, 10], [170, 0]]
    shape = polygon(shell, [[-178, 4], [-176, 4], [-176, 6], [-178, 6], [-178, 4]])
    assert not holds(shape, 5.0, -177.0)
    assert holds(shape, 5.0, -175.0)


def test_an_outline_around_a_pole_has_the_pole_in_it() -> None:
    shape = polygon([[lon, -70] for lon in (-180, -90, 0, 90, 179)])
    assert holds(shape, -89.9, 12.0)
    assert holds(shape, -80.0, -135.0)
    assert not holds(shape, -60.0, 12.0)


def test_a_map_of_the_whole_earth_is_no_jump() -> None:
    shape = polygon([[-180, -90], [180, -90], [180, 90], [-180, 90], [-180, -90]])
    assert shape.mended == frozenset()
    assert holds(shape, 40.7, -73.9)


@pytest.mark.parametrize(
    ("geometry", "what"),
    [
        ({"type": "Point", "coordinates": []}, "an empty geometry"),
        ({"type": "Point", "coordinates": None}, "a list of numbers, not null"),
        ({"type": "Point", "coordinates": ["a", "b"]}, "a longitude and a latitude"),
        ({"type": "Point", "coordinates": [0, 0]}, "could not find"),
        ({"type": "Point", "coordinates": [float("nan"), 1.0]}, "not both numbers"),
        ({"type": "Point", "coordinates": [40.7, -173.9]}, "They look swapped"),
        ({"type": "Polygon", "coordinates": []}, "an empty geometry"),
        ({"type": "Polygon", "coordinates": [[]]}, "an empty geometry"),
        ({"type": "Polygon", "coordinates": [[[0, 0], [1, 1], [0, 0]]]}, "2 different corners"),
        ({"type": "Polygon", "coordinates": [[[0, 5], [1, 5], [2, 5], [0, 5]]]}, "encloses nothing"),
        ({"type": "Polygon", "coordinates": [[[0, 95], [1, 95], [1, 96], [0, 95]]]}, "nowhere; they look swapped"),
        ({"type": "Polygon", "coordinates": [[[0, float("inf")], [1, 1], [1, 2], [0, 0]]]}, "not both numbers"),
        ({"type": "LineString", "coordinates": [[0, 0], [1, 1]]}, "a LineString is no place"),
        ({"type": "GeometryCollection", "geometries": []}, "a GeometryCollection is no place"),
        ({"type": "Circle"}, "of the type 'Circle'"),
        ({}, "of the type null"),
    ],
)
def test_what_is_nowhere_is_refused_with_the_reason(geometry: dict[str, object], what: str) -> None:
    assert what in refused(geometry)


def test_metres_of_a_projected_map_are_recognised() -> None:
    with pytest.raises(Projected, match="EPSG:4326"):
        read_shape({"type": "Point", "coordinates": [-8232000.0, 4969000.0]})
    with pytest.raises(Projected, match="EPSG:4326"):
        polygon([[583000, 4507000], [584000, 4507000], [584000, 4508000], [583000, 4507000]])


def test_an_outline_with_too_many_corners_is_refused() -> None:
    ring = [[i / 1e6, 1.0] for i in range(MAX_CORNERS)]
    assert "100,001 corners" in refused({"type": "Polygon", "coordinates": [[*ring, [0.05, 2.0]]]})


def test_well_known_text_is_read_like_geojson() -> None:
    assert read_wkt("POINT (-73.95 40.71)").where == Point(40.71, -73.95)
    assert read_wkt("SRID=4326;POINT(-73.95 40.71)").where == Point(40.71, -73.95)
    square = area(read_wkt("MULTIPOLYGON (((0 10, 1 10, 1 11, 0 11, 0 10)))"))
    assert square.shape.area == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("POINT EMPTY", "an empty geometry"),
        ("POINT (", "broken geometry text"),
        ("SRID=3857;POINT(1 2)", "SRID=3857 is not WGS 84"),
        ("LINESTRING (0 0, 1 1)", "no place"),
        ("nonsense", "broken geometry text"),
    ],
)
def test_broken_text_of_geometry_is_refused(text: str, what: str) -> None:
    with pytest.raises(BadRow, match=what):
        read_wkt(text)


corners = st.tuples(st.floats(-360, 360), st.floats(-90, 90))


@given(st.lists(st.lists(corners, min_size=1, max_size=12), min_size=1, max_size=3))
def test_whatever_comes_is_refused_or_a_valid_area_on_the_earth(rings: list[list[tuple[float, float]]]) -> None:
    geometry: dict[str, object] = {"type": "Polygon", "coordinates": rings}
    try:
        found = area(read_shape(geometry)).shape
    except BadRow:
        return
    assert found.is_valid
    assert found.area > 0
    west, south, east, north = shapely.total_bounds(found)
    assert -180 <= west <= east <= 180
    assert -90 <= south <= north <= 90


@given(st.integers(-2, 2), st.floats(-170, 170), st.floats(0.01, 20), st.floats(-60, 60))
def test_a_box_is_the_same_area_on_whatever_turn_of_the_earth_it_is_written(
    turn: int, west: float, wide: float, south: float
) -> None:
    def box(shift: float) -> list[list[float]]:
        left, right = west + shift, west + wide + shift
        return [[left, south], [right, south], [right, south + 5], [left, south + 5], [left, south]]

    here = area(polygon(box(0.0))).shape.area
    shift = 360.0 * turn
    if max(abs(west + shift), abs(west + wide + shift)) <= 360:
        assert area(polygon(box(shift))).shape.area == pytest.approx(here)
