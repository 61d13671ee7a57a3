"""Distances and containment for points and areas on the earth, exact and vectorized.

Coordinates are degrees of WGS 84. Distances are metres on its ellipsoid: the chord between two
points in earth-centred coordinates, converted to an arc, in whole centimetres. That equals the
geodesic to a centimetre up to 100 km and to 15 m at 1,000 km; it is inaccurate only towards the far
side of the earth. Unlike the haversine it is right in all directions, and unlike the geodesic it
takes only a handful of multiplications.
"""

from claimtree.geo.areas import Area, any_holds
from claimtree.geo.circles import circle, cut_at_antimeridian
from claimtree.geo.nearest import Nearest
from claimtree.geo.points import LatLon, Point, Points, distance_m

__all__ = ["Area", "LatLon", "Nearest", "Point", "Points", "any_holds", "circle", "cut_at_antimeridian", "distance_m"]
