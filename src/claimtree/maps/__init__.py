"""Maps of an answer: one HTML page, and GeoJSON for users of a GIS.

`scene` collects what there is to draw; `collection` writes it as GeoJSON, `page` as a
self-contained page. No network access: the base map consists of the outlines of the loaded regions.
"""

from claimtree.maps.collection import geojson, outlines
from claimtree.maps.map_page import page

__all__ = ["geojson", "outlines", "page"]
