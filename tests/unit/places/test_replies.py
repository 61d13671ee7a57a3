"""Boxes around circles, and names held against names."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.geo import Point, distance_m
from claimtree.places.name_similarity import likeness
from claimtree.places.replies import box, reach_m

LATS = st.one_of(st.floats(-90, 90), st.sampled_from([-90.0, -89.9, 0.0, 89.9, 90.0]))
LONS = st.one_of(st.floats(-180, 180), st.sampled_from([-180.0, -179.9, 179.9, 180.0]))


@given(LATS, LONS, st.floats(1, 50_000), st.floats(0, 360), st.floats(0, 1))
def test_whatever_lies_in_the_circle_lies_in_the_box(
    lat: float, lon: float, radius_m: float, bearing: float, share: float
) -> None:
    centre = Point(lat, lon)
    step = share * radius_m / 111_000
    north = lat + step * math.cos(math.radians(bearing))
    east = lon + step * math.sin(math.radians(bearing)) / max(math.cos(math.radians(lat)), 1e-9)
    point = Point(max(-90.0, min(90.0, north)), (east + 540) % 360 - 180)
    if distance_m(centre, point) > radius_m:
        return
    low, high = box(centre, radius_m)
    assert low.lat <= point.lat <= high.lat
    if low.lon <= high.lon:
        assert low.lon <= point.lon <= high.lon or abs(point.lon) == 180
    else:
        assert point.lon >= low.lon or point.lon <= high.lon


def test_a_region_reaches_half_as_far_as_its_box_is_wide() -> None:
    low, high = box(Point(3.56, 98.66), 2_000)
    assert reach_m(low, high) == pytest.approx(2_000, rel=0.02)
    assert reach_m(low, None) == reach_m(None, high) == 0.0


@given(st.text(max_size=30), st.text(max_size=30))
def test_likeness_is_a_share_and_a_name_is_like_itself(one: str, other: str) -> None:
    assert 0 <= likeness(one, other) <= 1
    assert likeness(one, one) in (0.0, 1.0)


@pytest.mark.parametrize(
    ("asked", "name", "least", "most"),
    [
        ("prospect park", "Prospect Park", 1.0, 1.0),
        ("ring road", "Ringroad", 1.0, 1.0),
        ("moma", "Museum of Modern Art", 0.95, 0.95),
        ("usu", "Universitas Sumatera Utara", 0.95, 0.95),
        ("usu", "Universitas Muhammadiyah Sumatera Utara", 0.0, 0.5),
        ("sun plaza", "Sun Plaza Medan", 0.9, 0.9),
        ("sun plaza", "Sun City", 0.0, 0.8),
        ("prospct park", "Prospect Park", 0.9, 0.95),
        ("", "Prospect Park", 0.0, 0.0),
    ],
)
def test_a_name_is_as_like_as_it_looks(asked: str, name: str, least: float, most: float) -> None:
    assert least <= likeness(asked, name) <= most
