"""OpenStreetMap places of a kind, from an Overpass server. Not used for names."""

from __future__ import annotations

import hashlib
import json
import math
import time
from collections.abc import Callable, Mapping
from typing import Any

from claimtree.geo import Point, distance_m
from claimtree.http_client.endpoint import Site
from claimtree.http_client.rate_limit import RateLimit
from claimtree.model.notices import Notice, NoticeCode, notice
from claimtree.model.pack import PlaceKindSpec
from claimtree.model.places import Candidate, Place, PlaceId, PlaceKind
from claimtree.places.http_client import Web
from claimtree.places.provider_notices import Notes
from claimtree.places.replies import Item, each, inner, number, several, spot, words

NAME = "overpass"
URL = "https://overpass-api.de/api"
EVERY_S = 1.1
"""Seconds between two requests: the public server allows two at a time per address, and is run on
donations."""
MOST = 3_000
"""Maximum number of elements per request. Overpass cuts a longer list by id, not by distance, so a
full list is useless."""
HALVINGS = 4
"""How often the radius is halved if a circle contains too many elements."""
ELEMENTS = ("node", "way", "relation")
ALIASES = ("name:en", "alt_name", "short_name", "official_name", "old_name")


class Overpass:
    """Looks up kinds only. Thread-safe."""

    name = NAME

    def __init__(
        self,
        kinds: Mapping[PlaceKind, PlaceKindSpec],
        *,
        pace: RateLimit,
        url: str = "",
        contact: str = "",
        timeout_s: float = 10.0,
        most: int = MOST,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`url` may end with "/interpreter" or not."""
        self._kinds = kinds
        self._most = most
        self._notes = Notes()
        base = (url or URL).rstrip("/").removesuffix("/interpreter")
        site = Site(provider=NAME, base_url=base, contact=contact, timeout_s=timeout_s, retries=1, pause_s=2.0)
        self._web = Web(site, pace=pace, sleep=sleep)

    @property
    def fingerprint(self) -> str:
        """Identifies everything an answer depends on besides the question."""
        tags = json.dumps({name: [spec.osm, spec.title] for name, spec in self._kinds.items()}, sort_keys=True)
        asked = f"{self._web.site.base_url} {self._most} {tags}"
        return f"{NAME} 1 {hashlib.blake2b(asked.encode(), digest_size=8).hexdigest()}"

    def named(self, name: str, *, near: Point | None = None, kind: str = "", limit: int = 10) -> tuple[Candidate, ...]:
        """Returns nothing: Overpass only looks up kinds."""
        return ()

    def of_kind(self, kind: str, *, around: Point, radius_m: float, limit: int = 200) -> tuple[Place, ...] | None:
        """Returns places of a kind within a radius, nearest first; None for a kind without tags.

        A place that extends into the circle counts, although its centre, which is its given
        position, may be outside.
        """
        spec = self._kinds.get(PlaceKind(kind))
        if spec is None or not spec.osm:
            return None
        if limit < 1 or not radius_m > 0:
            return ()
        reach = radius_m
        for _ in range(HALVINGS + 1):
            elements = self._elements(spec, around, reach)
            if not isinstance(elements, list) or len(elements) < self._most:
                break
            reach /= 2
        else:
            raise self._web.unavailable(f"there are too many places of the kind “{spec.title}”", hint="Ask for less.")
        found = each(elements, lambda item: _place(item, spec), web=self._web, notes=self._notes)
        if reach < radius_m:
            self._notes.add(
                notice(NoticeCode.PROVIDER_KNOWS_TOO_MANY, provider=NAME, kind=spec.title, metres=round(reach))
            )
        return tuple(sorted(found, key=lambda place: (distance_m(around, place.centre), place.id))[:limit])

    def notices(self) -> tuple[Notice, ...]:
        return self._notes.drain()

    def close(self) -> None:
        self._web.close()

    def _elements(self, spec: PlaceKindSpec, around: Point, radius_m: float) -> object:
        asked = question(spec.osm, around, radius_m, timeout_s=self._web.site.timeout_s, most=self._most)
        reply: Any = self._web.post("interpreter", form={"data": asked})
        if not isinstance(reply, Mapping):
            raise self._web.changed("no elements")
        remark = self._web.shown(reply.get("remark"))
        if "error" in remark.casefold() or "timed out" in remark.casefold():
            # The elements before the error are incomplete, and it is unknown what is missing.
            raise self._web.unavailable(remark, hint="Ask for a smaller radius, or try again later.")
        return reply.get("elements")


def question(tags: tuple[str, ...], around: Point, radius_m: float, *, timeout_s: float, most: int) -> str:
    """Returns the request in Overpass QL.

    >>> question(("railway=station&station=subway",), Point(40.7, -73.9), 500, timeout_s=10, most=100)
    '[out:json][timeout:10];(nwr["railway"="station"]["station"="subway"](around:500,40.7000000,-73.9000000););out
    center tags 100;'
    """
    circle = f"(around:{math.ceil(radius_m)},{around.lat:.7f},{around.lon:.7f})"
    any_of = "".join(f"nwr{''.join(map(_filter, tag.split('&')))}{circle};" for tag in tags)
    return f"[out:json][timeout:{max(1, math.ceil(timeout_s))}];({any_of});out center tags {most};"


def _filter(tag: str) -> str:
    """Returns the filter for a tag ("railway=station"); "bus" or "bus=*" matches any value."""
    key, _, value = tag.partition("=")
    return f"[{_quoted(key)}]" if value in ("", "*") else f"[{_quoted(key)}={_quoted(value)}]"


def _quoted(word: str) -> str:
    escaped = word.strip().replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _place(item: Item, spec: PlaceKindSpec) -> Place | None:
    kind, id, tags = item.get("type"), number(item.get("id")), inner(item, "tags")
    where = item if kind == "node" else inner(item, "center")
    point = spot(where.get("lat"), where.get("lon"))
    if kind not in ELEMENTS or id is None or point is None:
        return None
    aliases = dict.fromkeys(alias for known in ALIASES for alias in several(tags.get(known)))
    own = words(tags.get("name")) or next(iter(aliases), "")
    return Place(
        id=PlaceId(f"osm:{kind}/{id:.0f}"),
        name=own or spec.title,
        kind=spec.name,
        shape=point,
        aliases=tuple(alias for alias in aliases if alias != own),
        source="OpenStreetMap",
    )
