"""Areas on the earth: which points lie inside, and how far points outside are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from claimtree.geo.points import Floats, Point, Points, arc_lengths
from claimtree.lazy_imports import lazy_module

if TYPE_CHECKING:
    import shapely
else:
    shapely = lazy_module("shapely")

Ring: TypeAlias = tuple[tuple[float, float], ...]
"""Corners as (longitude, latitude), as in GeoJSON; the first one is repeated at the end."""

_MANY = 1_000
"""From this many points on, a coarse grid pays off."""
_CELLS = 32
_INSIDE, _CROSSED = np.uint8(1), np.uint8(2)
_LONGEST_EDGE = 0.02
"""Degrees. An edge is straight in degrees, which is not quite straight over the ground."""


@dataclass(frozen=True)
class Area:
    """One or more polygons in degrees, each an outline and its holes. None crosses the
    antimeridian: such polygons are cut."""

    polygons: tuple[tuple[Ring, ...], ...]

    @classmethod
    def of(cls, shape: shapely.Polygon | shapely.MultiPolygon) -> Area:
        """Makes an area of a valid shape in degrees."""
        parts = shape.geoms if isinstance(shape, shapely.MultiPolygon) else (shape,)
        return cls(
            tuple(
                tuple(tuple((float(x), float(y)) for x, y in ring.coords) for ring in (part.exterior, *part.interiors))
                for part in parts
            )
        )

    @cached_property
    def shape(self) -> shapely.MultiPolygon:
        """The shape in degrees."""
        made = shapely.MultiPolygon([(rings[0], list(rings[1:])) for rings in self.polygons])
        shapely.prepare(made)
        return made

    @cached_property
    def centre(self) -> Point:
        """A point inside, near the middle."""
        middle = self.shape.centroid
        if not shapely.intersects(self.shape, middle):
            middle = self.shape.representative_point()
        return Point(float(middle.y), float(middle.x))

    def holds(self, points: Points) -> NDArray[np.bool_]:
        """Returns which of the points lie inside; the border counts as inside."""
        inside = np.zeros(len(points), np.bool_)
        if not len(points):
            return inside
        west, south, east, north = self.shape.bounds
        boxed = np.flatnonzero(
            (points.lats >= south) & (points.lats <= north) & (points.lons >= west) & (points.lons <= east)
        )
        lons, lats = points.lons[boxed], points.lats[boxed]
        if len(boxed) > _MANY:
            # Most cells of a coarse grid are all inside or all outside: only points in cells that
            # the border crosses need an exact test.
            columns = np.minimum((lons - west) * (_CELLS / (east - west)), _CELLS - 1).astype(np.int64)
            rows = np.minimum((lats - south) * (_CELLS / (north - south)), _CELLS - 1).astype(np.int64)
            found = self._coarse[rows, columns]
            inside[boxed[found == _INSIDE]] = True
            unsure = np.flatnonzero(found == _CROSSED)
            boxed, lons, lats = boxed[unsure], lons[unsure], lats[unsure]
        inside[boxed] = shapely.intersects_xy(self.shape, lons, lats)
        if max(points.lons.max(), -points.lons.min()) == 180:  # the same meridian from both sides
            on_seam = np.flatnonzero(np.abs(points.lons) == 180)
            inside[on_seam] |= shapely.intersects_xy(self.shape, -points.lons[on_seam], points.lats[on_seam])
        return inside

    @cached_property
    def _coarse(self) -> NDArray[np.uint8]:
        """The bounding box as a grid of cells: outside, inside, or crossed by the border."""
        west, south, east, north = self.shape.bounds
        xs, ys = np.linspace(west, east, _CELLS + 1), np.linspace(south, north, _CELLS + 1)[:, None]
        # Slightly enlarged, for points exactly on the line between two cells.
        wide, high = (east - west) * 1e-9, (north - south) * 1e-9
        cells = shapely.box(xs[:-1] - wide, ys[:-1] - high, xs[1:] + wide, ys[1:] + high)
        border = shapely.boundary(self.shape)
        shapely.prepare(border)
        held = shapely.intersects_xy(self.shape, *np.broadcast_arrays((xs[:-1] + xs[1:]) / 2, (ys[:-1] + ys[1:]) / 2))
        return np.where(shapely.intersects(border, cells), _CROSSED, held.astype(np.uint8))

    def near_border(self, points: Points, outside: NDArray[np.bool_], margin_m: float) -> NDArray[np.bool_]:
        """Returns which of the points outside are at most `margin_m` from the border; computed on
        the flat map only, since a margin need not be exact to the millimetre."""
        near = np.zeros(len(points), np.bool_)
        maybe = np.flatnonzero(outside & self._in_margin_box(points, margin_m))
        if len(maybe):
            there = shapely.points(self._on_map(points.take(maybe)).T)
            near[maybe] = shapely.dwithin(self._border, there, margin_m)
        return near

    def _in_margin_box(self, points: Points, margin_m: float) -> NDArray[np.bool_]:
        """Returns which points lie in the bounding box plus margin; near the poles and the
        antimeridian, in the circle around the area."""
        west, south, east, north = self.shape.bounds
        up = margin_m / 110_000 * 1.05
        farthest = max(abs(south), abs(north)) + up
        across = up / float(np.cos(np.radians(min(farthest, 89.0))))
        if farthest > 85 or west - across < -180 or east + across > 180:
            away = points.distances_m(Points.of([self.centre]))
            return np.less_equal(away, self.reach_m + margin_m)
        lats, lons = points.lats, points.lons
        return _between(lats, south - up, north + up) & _between(lons, west - across, east + across)

    @cached_property
    def _border(self) -> shapely.MultiLineString:
        """The border on the flat map."""
        start, end, _ = self._edges
        lines = shapely.linestrings(np.stack((self._flat(start).T, self._flat(end).T), axis=1))
        made = shapely.multilinestrings(lines)
        shapely.prepare(made)
        return made

    def distances_m(self, points: Points, *, within_m: float = np.inf) -> Floats:
        """Returns the distance of each point to the nearest part of the area; 0 inside. Points
        surely farther than `within_m` get infinity."""
        if within_m < np.inf:
            found = np.full(len(points), np.inf)
            near = points.within(self._middle, within_m + self.reach_m)
            found[near] = self.distances_m(points.take(near))
            return found
        found = np.zeros(len(points))
        outside = np.flatnonzero(~self.holds(points))
        if len(outside):
            found[outside] = self._to_border_m(points.take(outside))
        return found

    @cached_property
    def _middle(self) -> Points:
        return Points.of([self.centre])

    @cached_property
    def reach_m(self) -> float:
        """The distance of the farthest corner from the centre, plus a margin, because an edge may
        bulge."""
        corners = shapely.get_coordinates(self.shape)
        return float(Points(corners[:, 1], corners[:, 0]).distances_m(self._middle).max()) * 1.05 + 1.0

    def _to_border_m(self, points: Points) -> Floats:
        """Returns the distances to the border. The nearest edge, and the nearest point on it, are
        found on a flat map around the centre; the distance to that point is computed in space."""
        starts, ends, edges = self._edges
        here = self._on_map(points)
        nearest = edges.nearest(shapely.points(here.T))
        start, end = starts[:, nearest], ends[:, nearest]
        from_start = here - self._flat(start)
        along = self._flat(end) - self._flat(start)
        length = np.maximum((along * along).sum(axis=0), 1e-12)
        share = np.clip((from_start * along).sum(axis=0) / length, 0.0, 1.0)
        x, y, z = points.centred - (start + share * (end - start))
        return arc_lengths(np.sqrt(x * x + y * y + z * z))

    @cached_property
    def _edges(self) -> tuple[Floats, Floats, shapely.STRtree]:
        """Start and end points of the edges in earth-centred coordinates, and a tree of the edges
        on the map."""
        starts, ends = [], []
        for ring in (ring for rings in self.polygons for ring in rings):
            corners = shapely.get_coordinates(shapely.segmentize(shapely.LineString(ring), _LONGEST_EDGE))
            centred = Points(corners[:, 1].copy(), corners[:, 0].copy()).centred
            starts.append(centred[:, :-1])
            ends.append(centred[:, 1:])
        start, end = np.concatenate(starts, axis=1), np.concatenate(ends, axis=1)
        lines = shapely.linestrings(np.stack((self._flat(start).T, self._flat(end).T), axis=1))
        return start, end, shapely.STRtree(lines)

    @cached_property
    def _origin(self) -> Floats:
        return self._middle.centred

    @cached_property
    def _axes(self) -> Floats:
        """The unit vectors east and north at the centre."""
        lat, lon = np.radians(self.centre.lat), np.radians(self.centre.lon)
        east = (-np.sin(lon), np.cos(lon), 0.0)
        north = (-np.sin(lat) * np.cos(lon), -np.sin(lat) * np.sin(lon), np.cos(lat))
        return np.array([east, north], np.float64)

    def _on_map(self, points: Points) -> Floats:
        return self._flat(points.centred)

    def _flat(self, centred: Floats) -> Floats:
        """Projects to metres east and north of the centre."""
        flat: Floats = self._axes @ (centred - self._origin)
        return flat


def any_holds(areas: Sequence[Area], points: Points) -> NDArray[np.bool_]:
    """Returns which of the points lie inside at least one of the areas."""
    if len(areas) == 1:
        return areas[0].holds(points)
    inside = np.zeros(len(points), np.bool_)
    if areas and len(points):
        bounds = np.array([area.shape.bounds for area in areas])
        (west, south), (east, north) = bounds[:, :2].min(axis=0), bounds[:, 2:].max(axis=0)
        # Points outside the common bounding box are skipped; the antimeridian is both 180 and -180.
        boxed = (points.lons >= west) & (points.lons <= east) | (np.abs(points.lons) == 180)
        near = np.flatnonzero(boxed & (points.lats >= south) & (points.lats <= north))
        here = Points(points.lats[near], points.lons[near])
        for area in areas:
            inside[near] |= area.holds(here)
    return inside


def _between(values: Floats, low: float, high: float) -> NDArray[np.bool_]:
    return np.logical_and(np.greater_equal(values, low), np.less_equal(values, high))
