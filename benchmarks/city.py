"""The geography of a generated market: a city of 40 by 40 kilometres with clustered homes and
places.

Every area of the world has a centre, drawn around one of a dozen quarters, and its homes lie within
about a kilometre of it. Most places are located among homes, in numbers like a real city's:
restaurants and bus stops by the thousand, hospitals by the dozen. Parks have outlines, universities
a radius; the neighbourhoods are cells that cover the city, and one region has an outline of five
hundred corners.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType

import numpy as np
import shapely
from numpy.typing import NDArray

from benchmarks.generator import AREA_LEVEL, HOME_LEVEL, VERSION, World
from benchmarks.wordings import FIRST_NAMES, LAST_NAMES, TAILS
from claimtree.errors import BadInput
from claimtree.geo import Area, Point
from claimtree.model.pack import PlacesSpec
from claimtree.model.phrases import IndexedEntity
from claimtree.model.places import Place, PlaceId, PlaceKind

CENTRE = Point(40.7, -73.95)
HALF_M = 20_000.0
"""Distance from the centre to each side."""
QUARTERS = 12
SHARES = MappingProxyType(
    {
        "restaurant": 0.181, "bus_stop": 0.16, "convenience": 0.11, "coffee": 0.1, "bar": 0.076, "grocery": 0.064,
        "pharmacy": 0.048, "laundromat": 0.048, "school": 0.044, "gym": 0.034, "bakery": 0.034, "daycare": 0.028,
        "park": 0.024, "bank": 0.022, "subway": 0.01, "library": 0.0044, "museum": 0.003, "university": 0.0018,
        "hospital": 0.0016, "train_station": 0.0012,
    }
)  # fmt: skip
"""Twenty kinds, each with its share of all places; the rest are regions."""
REGION = "neighborhood"
REGION_SHARE = 0.006
OUTLINED = "Old Harbor"
"""The region with the long outline."""
CORNERS = 500
_METRES_A_DEGREE = 111_050.0

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class City:
    """A world with coordinates and places."""

    world: World
    size: int
    """Number of places, including regions."""

    @property
    def spec(self) -> PlacesSpec:
        """The pack's place specification, restricted to the kinds that the city has."""
        spec = self.world.pack.places
        missing = sorted(kind for kind in SHARES if spec is None or kind not in spec.kinds)
        if spec is None or missing:
            raise BadInput(
                f"pack {self.world.pack.name!r} has no places of kind {', '.join(missing[:3])}",
                hint="Give --pack rentals, or one with its kinds of places.",
            )
        return replace(spec, kinds={PlaceKind(kind): spec.kinds[PlaceKind(kind)] for kind in SHARES})

    def entities(self) -> Iterator[tuple[IndexedEntity, ...]]:
        """Yields the world's entities in blocks, areas and homes with their coordinates."""
        for block in self.world.entities():
            yield tuple(self._placed(item) for item in block)

    def places(self) -> tuple[Place, ...]:
        """Returns all places, the same for the same seed."""
        rng = self._rng(2)
        spec = self.spec
        found = list(self._regions(rng))
        for kind, share in SHARES.items():
            title = spec.kinds[PlaceKind(kind)].title
            spots = self._scattered(rng, max(2, round(share * self.size)))
            rated = np.round(np.clip(rng.normal(4.0, 0.5, len(spots)), 1.0, 5.0), 1).tolist()
            for i, (x, y) in enumerate(spots.tolist()):
                shape: Point | Area = _point(x, y)
                if kind == "park":
                    shape = _blob(rng, x, y, float(rng.uniform(60, 500)), int(rng.integers(6, 40)))
                found.append(
                    Place(
                        id=PlaceId(f"{kind}-{i:05d}"),
                        name=f"{_name(i)} {title.title()}",
                        kind=PlaceKind(kind),
                        shape=shape,
                        radius_m=150.0 if kind == "university" else 0.0,
                        rating=rated[i] if kind in ("coffee", "restaurant", "bar") else None,
                    )
                )
        return tuple(found)

    @cached_property
    def _quarters(self) -> Floats:
        return self._rng(0).uniform(-0.7 * HALF_M, 0.7 * HALF_M, (QUARTERS, 2))

    @cached_property
    def _area_centres(self) -> Floats:
        rng = self._rng(1)
        return _within(self._around_quarters(rng, self.world.area_count))

    @cached_property
    def _neighbouring_homes(self) -> Floats:
        """The offset of each home from the centre of its area."""
        return self._rng(3).normal(0.0, 450.0, (self.world.homes, 2))

    def _placed(self, item: IndexedEntity) -> IndexedEntity:
        entity = item.entity
        if entity.level == AREA_LEVEL:
            x, y = self._area_centres[_number(entity.id)]
        elif entity.level == HOME_LEVEL and entity.parent is not None:
            x, y = _within(self._area_centres[_number(entity.parent)] + self._neighbouring_homes[_number(entity.id)])
        else:
            return item
        return replace(item, entity=replace(entity, point=_point(float(x), float(y))))

    def _around_quarters(self, rng: np.random.Generator, count: int) -> Floats:
        spots: Floats = self._quarters[rng.integers(0, QUARTERS, count)] + rng.normal(0.0, 3_000.0, (count, 2))
        return spots

    def _scattered(self, rng: np.random.Generator, count: int) -> Floats:
        """Draws positions: four in five among the homes, the others anywhere."""
        among = self._area_centres[rng.integers(0, len(self._area_centres), count)] + rng.normal(0, 600.0, (count, 2))
        anywhere = rng.uniform(-HALF_M, HALF_M, (count, 2))
        return _within(np.where(rng.random((count, 1)) < 0.8, among, anywhere))

    def _regions(self, rng: np.random.Generator) -> Iterator[Place]:
        """Yields adjacent neighbourhoods, named like the world's areas, and the one with the long
        outline."""
        names = self.world.area_names
        count = min(len(names), max(6, round(REGION_SHARE * self.size)))
        seeds = _within(self._around_quarters(rng, count))
        city = shapely.box(-HALF_M, -HALF_M, HALF_M, HALF_M)
        cells = shapely.get_parts(shapely.voronoi_polygons(shapely.multipoints(seeds), extend_to=city))
        for i, cell in enumerate(shapely.intersection(cells, city)):
            degrees = shapely.transform(cell, lambda metres: np.array([_degrees(x, y) for x, y in metres]))
            area = Area.of(degrees)
            yield Place(id=PlaceId(f"region-{i:04d}"), name=names[i], kind=PlaceKind(REGION), shape=area)
        x, y = self._quarters[0].tolist()
        area = _blob(rng, x, y, 3_500.0, CORNERS)
        yield Place(id=PlaceId("region-long"), name=OUTLINED, kind=PlaceKind(REGION), shape=area)

    def _rng(self, stream: int) -> np.random.Generator:
        return np.random.Generator(np.random.PCG64([self.world.seed, VERSION, 2 * 10**9 + stream]))


def _blob(rng: np.random.Generator, x: float, y: float, radius_m: float, corners: int) -> Area:
    """Returns an irregular outline around a point, like that of a park."""
    turns = np.linspace(0.0, 2 * math.pi, corners, endpoint=False)
    waves = sum(rng.normal(0, 0.05) * np.sin(k * turns + rng.uniform(0, 6)) for k in range(2, 12))
    far = radius_m * np.clip(1.0 + waves, 0.4, 1.6)
    ring = [_degrees(px, py) for px, py in zip(x + far * np.cos(turns), y + far * np.sin(turns), strict=True)]
    return Area.of(shapely.Polygon(ring))


def _within(spots: Floats) -> Floats:
    """Clips positions to the city."""
    return np.clip(spots, -HALF_M + 1, HALF_M - 1)


def _degrees(x: float, y: float) -> tuple[float, float]:
    """Returns longitude and latitude of a point given in metres east and north of the centre."""
    lat = CENTRE.lat + y / _METRES_A_DEGREE
    return CENTRE.lon + x / (_METRES_A_DEGREE * math.cos(math.radians(CENTRE.lat))), lat


def _point(x: float, y: float) -> Point:
    lon, lat = _degrees(x, y)
    return Point(round(lat, 6), round(lon, 6))


def _name(i: int) -> str:
    stems = len(FIRST_NAMES) * len(LAST_NAMES)
    rest, tail = i % stems, i // stems
    first, last = FIRST_NAMES[rest % len(FIRST_NAMES)], LAST_NAMES[rest // len(FIRST_NAMES)]
    return f"{first}{last} {TAILS[tail % len(TAILS)]}".strip()


def _number(id: str) -> int:
    return int(id.partition("-")[2])
