"""How far is it, and is it inside? Points and areas on the earth, with exact answers for many at once.

Coordinates are degrees of WGS 84. Distances are metres on its ellipsoid: the chord between two points in earth-centred
coordinates, bent to an arc, in whole centimetres. That is the geodesic to a centimetre up to 100 km and to 15 m at
1,000 km; only towards the far side of the earth it is rough. Unlike the haversine it is right in all directions, and
unlike the geodesic it is a handful of multiplications.
"""

from claimtree.geo.areas import Area, any_holds
from claimtree.geo.circles import circle, cut_at_antimeridian
from claimtree.geo.nearest import Nearest
from claimtree.geo.points import LatLon, Point, Points, distance_m

__all__ = ["Area", "LatLon", "Nearest", "Point", "Points", "any_holds", "circle", "cut_at_antimeridian", "distance_m"]
