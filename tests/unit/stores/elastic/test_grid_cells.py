"""Tests of place as cells: whatever the cells say is what measuring says, everywhere on the earth."""

import random

import pytest

from claimtree.geo import Point, Points
from claimtree.model.claims import LevelName
from claimtree.model.places import NearKind
from claimtree.model.plans import PlaceMatch
from claimtree.stores.elastic.grid_cells import FINEST, Bounds, cover, grades, tokens
from claimtree_testing.random_places import random_place_match, random_point

HOME = LevelName("home")


def scattered(rng: random.Random, around: list[Point]) -> list[Point]:
    """Points everywhere, and many close to those that matter."""
    found = [random_point(rng) for _ in range(20)]
    for point in around:
        for _ in range(8):
            spread = 10 ** rng.uniform(-5, 0.5)
            lat = max(-90.0, min(90.0, point.lat + rng.gauss(0, spread)))
            lon = (point.lon + rng.gauss(0, spread) + 180) % 360 - 180
            found.append(Point(lat, lon))
    return found


def bounds_of(points: list[Point]) -> Bounds:
    lats, lons = [point.lat for point in points], [point.lon for point in points]
    return min(lons), min(lats), max(lons), max(lats)


def matches(rng: random.Random) -> list[PlaceMatch]:
    found = [random_place_match(rng, HOME) for _ in range(12)]
    return [match for match in found if not isinstance(match.test, NearKind)]


def spots_of(match: PlaceMatch) -> list[Point]:
    """The middles of the places that a test speaks of."""
    test = match.test
    places = [getattr(test, name) for name in ("one", "other", "to", "than") if hasattr(test, name)]
    places += [place for name in ("places", "beside") for place in getattr(test, name, ())]
    return [place.centre for place in places]


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 12))])
def test_cells_say_what_measuring_says(seed: int) -> None:
    rng = random.Random(seed)
    decided = 0
    for match in matches(rng):
        test = match.test
        assert not isinstance(test, NearKind)
        points = scattered(rng, spots_of(match))
        covering = cover(match, test, bounds_of(points))
        whole = {token: grade for grade, listed in covering.uniform for token in listed}
        measured = grades(match, test, Points.of(points))
        for point, grade in zip(points, measured, strict=True):
            found = tokens(HOME, point)
            said = [whole[token] for token in found if token in whole]
            if said:
                assert said == [grade], f"{point} of {test}"
                decided += 1
            else:
                assert not grade or any(token in covering.crossed for token in found), f"{point} of {test}"
    assert decided


def test_a_position_has_a_token_of_each_depth_and_one_of_its_own() -> None:
    found = tokens(HOME, Point(90, 180))
    assert found[0] == "home@90.0,180.0"
    assert found[-1] == f"home#{FINEST}.{2**FINEST - 1:x}.{2**FINEST - 1:x}"
    assert len(set(found)) == len(found) == 10
