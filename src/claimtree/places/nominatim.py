"""OpenStreetMap places by name, from a Nominatim server, according to the usage policy of the
public one.

Requests identify the operator, results are cached, and there is at most one request a second for
all threads and processes of a machine. Nominatim is not used for kinds: Overpass is.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping

from claimtree.errors import BadInput
from claimtree.geo import Point
from claimtree.http_client.endpoint import Site
from claimtree.http_client.rate_limit import RateLimit
from claimtree.model.notices import Notice
from claimtree.model.pack import PlaceKindSpec
from claimtree.model.places import Candidate, Place, PlaceId, PlaceKind
from claimtree.places.http_client import Web
from claimtree.places.name_similarity import likeness
from claimtree.places.provider_notices import Notes
from claimtree.places.replies import (
    LONGEST_NAME,
    Item,
    best_first,
    box,
    each,
    inner,
    number,
    reach_m,
    several,
    spot,
    words,
)

NAME = "nominatim"
URL = "https://nominatim.openstreetmap.org"
EVERY_S = 1.1
"""Seconds between two requests: the policy allows one a second, and a request may arrive late while
the next one does not."""
MOST = 40
"""Nominatim's maximum number of results."""
BIAS_M = 50_000.0
"""How far around the data a name is looked for first."""
ALIASES = ("name:en", "alt_name", "short_name", "official_name", "old_name", "loc_name")
AREAS = ("neighbourhood", "suburb", "borough", "city_district", "village", "town", "city", "county", "state")
"""Parts of an address that distinguish namesakes, smallest first."""
REGIONS = ("boundary", "place")
"""Categories of regions."""


class Nominatim:
    """Looks up names only. Thread-safe."""

    name = NAME

    def __init__(
        self,
        kinds: Mapping[PlaceKind, PlaceKindSpec],
        *,
        contact: str,
        pace: RateLimit,
        url: str = "",
        timeout_s: float = 10.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`contact` is a mail or web address; `pace` is the rate limit that all processes share."""
        if "@" not in contact and "://" not in contact:
            raise BadInput(
                "Nominatim was chosen as a provider of places, but it wants to know who asks",
                hint="Set CLAIMTREE_NOMINATIM_CONTACT to an address by mail or on the web, as in me@example.org.",
            )
        self._kinds = kinds
        self._notes = Notes()
        site = Site(provider=NAME, base_url=url or URL, contact=contact, timeout_s=timeout_s, retries=1, pause_s=2.0)
        self._web = Web(site, pace=pace, sleep=sleep)

    @property
    def fingerprint(self) -> str:
        """Identifies everything an answer depends on besides the question."""
        tags = json.dumps({name: spec.osm for name, spec in self._kinds.items()}, sort_keys=True)
        asked = f"{self._web.site.base_url} {tags}"
        return f"{NAME} 1 {hashlib.blake2b(asked.encode(), digest_size=8).hexdigest()}"

    def named(self, name: str, *, near: Point | None = None, kind: str = "", limit: int = 10) -> tuple[Candidate, ...]:
        """Returns places of that name, best first."""
        asked = words(name)
        if not asked or len(name) > LONGEST_NAME or limit < 1:
            return ()
        params = {
            "q": asked,
            "format": "jsonv2",
            "limit": str(min(limit, MOST)),
            "bounded": "0",
            "addressdetails": "1",
            "namedetails": "1",
            "polygon_geojson": "0",
        }
        if near is not None:
            low, high = box(near, BIAS_M)
            if low.lon < high.lon:  # Nominatim takes any two corners: a box across the antimeridian would be another
                params["viewbox"] = f"{low.lon:.5f},{low.lat:.5f},{high.lon:.5f},{high.lat:.5f}"
        found = each(self._web.get("search", params), self._place, web=self._web, notes=self._notes)
        return best_first(
            (Candidate(place=place, likeness=likeness(asked, place.name, *place.aliases)) for place in found),
            kind=kind,
            limit=limit,
        )

    def of_kind(self, kind: str, *, around: Point, radius_m: float, limit: int = 200) -> tuple[Place, ...] | None:
        """Returns None: Nominatim only looks up names."""
        return None

    def notices(self) -> tuple[Notice, ...]:
        return self._notes.drain()

    def close(self) -> None:
        self._web.close()

    def _place(self, item: Item) -> Place | None:
        names = inner(item, "namedetails")
        shown = words(item.get("display_name"))
        name = words(item.get("name")) or words(names.get("name")) or shown.partition(",")[0].strip()
        point = spot(item.get("lat"), item.get("lon"))
        id = number(item.get("osm_id"))
        if not name or point is None or id is None:
            return None
        category, type_ = words(item.get("category")), words(item.get("type"))
        address = inner(item, "address")
        around = (words(address.get(area)) for area in AREAS)
        aliases = dict.fromkeys(alias for known in ALIASES for alias in several(names.get(known)))
        return Place(
            id=PlaceId(f"osm:{words(item.get('osm_type')) or 'place'}/{id:.0f}"),
            name=name,
            kind=self._kind(category, type_, words(item.get("addresstype"))),
            shape=point,
            radius_m=_reach(item.get("boundingbox")) if category in REGIONS else 0.0,
            aliases=tuple(alias for alias in aliases if alias != name),
            parent=next((area for area in around if area and area != name), ""),
            source="OpenStreetMap",
            rank=max(number(item.get("importance")) or 0.0, 0.0),
        )

    def _kind(self, category: str, type_: str, addressed: str) -> PlaceKind:
        """Returns the pack's kind, if the single tag that Nominatim returns identifies it;
        otherwise OpenStreetMap's own word."""
        tag = f"{category}={type_}"
        ours = next((name for name, spec in self._kinds.items() if tag in spec.osm), None)
        return ours or PlaceKind(addressed or type_ or "place")


def _reach(ends: object) -> float:
    """Returns the radius of a region from its bounding box: south, north, west, east."""
    if not isinstance(ends, list) or len(ends) != 4:
        return 0.0
    south, north, west, east = ends
    return reach_m(spot(south, west), spot(north, east))
