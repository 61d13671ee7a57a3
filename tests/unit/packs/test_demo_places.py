"""The demo places of our packs: every row is used, outlines fit each other, and homes lie where they say."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from tests.shared_packs import shared_pack

import claimtree.packs
from claimtree.geo import Area, Point, Points, distance_m
from claimtree.model.places import Place
from claimtree.sources.place_files import read_places

PACKS = Path(claimtree.packs.__file__).parent
BY_NAME_ONLY = {"landmark", "street", "cemetery", "centre"}
"""Kinds that no wish asks to be near of."""


@cache
def places(pack: str) -> tuple[Place, ...]:
    reading = read_places([PACKS / pack / "demo" / "places"], shared_pack(pack).places)
    found = []
    for place in reading:
        assert isinstance(place, Place), place.message
        found.append(place)
    assert reading.notices == ()
    return tuple(found)


def regions(pack: str, kind: str) -> dict[str, Area]:
    return {place.name: place.shape for place in places(pack) if place.kind == kind and isinstance(place.shape, Area)}


def homes(pack: str, file: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (PACKS / pack / "demo" / file).read_text().splitlines()]


def where(home: dict[str, object]) -> Point | None:
    lat, lon = home.get("lat"), home.get("lon")
    return Point(lat, lon) if isinstance(lat, float) and isinstance(lon, float) else None


@pytest.mark.parametrize(("pack", "most"), [("rentals", 1_000), ("property", 250)])
def test_every_row_is_used_and_the_files_are_small(pack: str, most: int) -> None:
    folder = PACKS / pack / "demo" / "places"
    assert most / 2 < len(places(pack)) < most
    assert sum(file.stat().st_size for file in folder.iterdir()) < 300_000
    assert (folder / "README.md").exists()


@pytest.mark.parametrize("pack", ["rentals", "property"])
def test_every_kind_is_one_of_the_packs(pack: str) -> None:
    spec = shared_pack(pack).places
    if spec is None:
        pytest.skip("the pack has no table of places")
    unknown = {place.kind for place in places(pack)} - set(spec.kinds) - set(spec.regions) - BY_NAME_ONLY
    assert unknown == set()


@pytest.mark.parametrize("pack", ["rentals", "property"])
def test_every_region_carries_a_name_that_the_pack_knows(pack: str) -> None:
    names = shared_pack(pack).names
    for place in places(pack):
        if place.kind in names and place.has_extent and place.kind not in ("park", "landmark", "campus"):
            known = names[place.kind].entries
            said = {place.name, *place.aliases}
            if place.kind in ("neighborhood", "borough", "district", "city", "area", "complex"):
                assert said & {*known, *(alias for aliases in known.values() for alias in aliases)}, place.name


@pytest.mark.parametrize("pack", ["rentals", "property"])
def test_every_parent_is_a_region_of_the_file(pack: str) -> None:
    names = {place.name for place in places(pack) if place.kind in ("neighborhood", "borough", "city", "district")}
    assert {place.parent for place in places(pack)} - names - {""} == set()


@pytest.mark.parametrize(
    ("pack", "kind"), [("rentals", "neighborhood"), ("rentals", "borough"), ("property", "district")]
)
def test_outlines_do_not_overlap(pack: str, kind: str) -> None:
    for (one, a), (other, b) in combinations(regions(pack, kind).items(), 2):
        shared = a.shape.intersection(b.shape).area / min(a.shape.area, b.shape.area)
        assert shared < 0.02, (one, other, shared)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Williamsburg", "Greenpoint"),
        ("Williamsburg", "East Williamsburg"),
        ("Williamsburg", "Bedford-Stuyvesant"),
        ("Bushwick", "Ridgewood"),
        ("Park Slope", "Prospect Heights"),
        ("East Village", "Lower East Side"),
        ("Inwood", "Washington Heights"),
        ("Astoria", "Long Island City"),
        ("Jackson Heights", "Elmhurst"),
        ("Riverdale", "Fieldston"),
        ("Bay Ridge", "Sunset Park"),
    ],
)
def test_neighbours_touch(one: str, other: str) -> None:
    found = regions("rentals", "neighborhood")
    assert found[one].shape.intersection(found[other].shape).length > 0.002


def test_a_neighborhood_lies_in_its_borough() -> None:
    boroughs = regions("rentals", "borough")
    for place in places("rentals"):
        if place.kind == "neighborhood" and isinstance(place.shape, Area):
            inside = place.shape.shape.intersection(boroughs[place.parent].shape).area / place.shape.shape.area
            assert inside > 0.98, place.name


def test_homes_to_rent_lie_in_their_neighborhood() -> None:
    titles = {str(area["id"]): str(area["title"]) for area in homes("rentals", "neighborhoods.jsonl")}
    outlines = regions("rentals", "neighborhood")
    placed = 0
    for home in homes("rentals", "homes.jsonl"):
        at = where(home)
        if at is not None:
            placed += 1
            off = outlines[titles[str(home["parent"])]].distances_m(Points.of([at]))[0]
            assert off <= 300, (home["id"], off)
    assert placed > 90


def test_property_lies_in_its_district() -> None:
    """Within 300 m, but for Citra Garden: cells made of a middle and an area are as coarse as that."""
    outlines = regions("property", "district")
    off = {}
    for home in homes("property", "properties.jsonl"):
        at = where(home)
        assert at is not None
        off[str(home["id"]), str(home["parent"])] = outlines[str(home["district"])].distances_m(Points.of([at]))[0]
    assert {parent for (_, parent), metres in off.items() if metres > 300} == {"citra-garden"}
    assert max(off.values()) < 800


@pytest.mark.parametrize(
    ("pack", "name", "lat", "lon"),
    [
        ("rentals", "Bedford Av (L)", 40.7173, -73.9569),
        ("rentals", "Brooklyn Museum", 40.6712, -73.9637),
        ("rentals", "Columbia University", 40.8075, -73.9626),
        ("property", "Universitas Sumatera Utara", 3.5616, 98.6563),
        ("property", "Istana Maimun", 3.5752, 98.6838),
    ],
)
def test_well_known_places_are_where_everybody_knows_them(pack: str, name: str, lat: float, lon: float) -> None:
    (place,) = (place for place in places(pack) if place.name == name)
    assert distance_m(place.centre, Point(lat, lon)) < 100
