"""Seeing it: an answer as one page with a map, and as GeoJSON for people with a GIS.

`scene` says what there is to draw; `collection` writes it as GeoJSON, `page` as a page that needs nothing but itself.
Nothing is asked of the network: the base map is made of the outlines of the regions that were loaded.
"""

from claimtree.maps.collection import geojson, outlines
from claimtree.maps.page import page

__all__ = ["geojson", "outlines", "page"]
