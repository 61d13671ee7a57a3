"""Google as a provider: names by Geocoding and Text Search, kinds by Nearby Search and Text Search.

A name goes to Geocoding first. If that finds nothing, or only a part of the name, or something of
another kind than was asked for, Text Search of the Places API (New) is called as well.

Nearby Search (New) returns the twenty nearest and has no second page, so the nearest are always
exact. For more, the three pages of Text Search per type are added, with a notice if that may not be
all.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from claimtree.errors import BadInput, PlacesRefused
from claimtree.geo import Point, distance_m
from claimtree.http_client.client import KEY
from claimtree.http_client.endpoint import Site
from claimtree.http_client.rate_limit import RateLimit
from claimtree.model.notices import Notice, NoticeCode, notice
from claimtree.model.pack import PlaceKindSpec
from claimtree.model.places import Candidate, Place, PlaceKind
from claimtree.places import google_replies
from claimtree.places.http_client import Web
from claimtree.places.name_similarity import likeness
from claimtree.places.provider_notices import Notes
from claimtree.places.replies import LONGEST_NAME, Item, best_first, box, each, words

NAME = "google"
GEOCODING_URL = "https://maps.googleapis.com"
PLACES_URL = "https://places.googleapis.com"

EVERY_S = 0.1
"""Seconds between two requests of one process: six hundred a minute."""
PAGE = 20
"""Results of a Nearby Search, or of one page of a Text Search: Google's maximum."""
PAGES = 3
"""Google's maximum number of pages of a Text Search."""
FARTHEST_M = 50_000.0
"""The largest circle that Google searches, and how far around the data a name is looked for
first."""
VOUCHED = 0.8
"""Minimum likeness of a result that Geocoding matched in full, however it is spelled there."""

KIND_FIELDS = "places.id,places.displayName,places.location,places.types,places.rating,places.userRatingCount"
NAME_FIELDS = f"{KIND_FIELDS},places.viewport,places.addressComponents"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Match:
    candidate: Candidate
    sure: bool
    """Matched in full, and of the kind that was asked for."""


class Google:
    """Geocoding and Places (New). Thread-safe."""

    name = NAME

    def __init__(
        self,
        kinds: Mapping[PlaceKind, PlaceKindSpec],
        *,
        key: str,
        url: str = "",
        timeout_s: float = 10.0,
        pace: RateLimit | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`url` replaces both of Google's own URLs, for a test or a proxy."""
        if not key:
            raise BadInput(
                "Google was chosen as a provider of places, but there is no key",
                hint="Set GOOGLE_MAPS_API_KEY to one that may use the Geocoding API and the Places API (New).",
            )
        self._kinds = kinds
        self._types = google_replies.Types(kinds=kinds)
        self._notes = Notes()
        self._geocodes = True
        turns = pace or RateLimit(EVERY_S, sleep=sleep)
        site = Site(provider=NAME, base_url=url or GEOCODING_URL, key=key, key_param="key", timeout_s=timeout_s)
        other = replace(site, base_url=url or PLACES_URL, key_param="", key_header="X-Goog-Api-Key")
        self._geocoding = Web(site, pace=turns, is_busy=google_replies.try_again, sleep=sleep)
        self._places = Web(other, pace=turns, blames_key=google_replies.blames_key, sleep=sleep)

    @property
    def fingerprint(self) -> str:
        """Identifies everything an answer depends on besides the question; never contains the
        key."""
        types = json.dumps({name: spec.google for name, spec in self._kinds.items()}, sort_keys=True)
        asked = f"{self._geocoding.site.base_url} {self._places.site.base_url} {types}"
        return f"{NAME} 1 {hashlib.blake2b(asked.encode(), digest_size=8).hexdigest()}"

    def named(self, name: str, *, near: Point | None = None, kind: str = "", limit: int = 10) -> tuple[Candidate, ...]:
        """Returns places of that name, best first."""
        asked = words(name)
        if not asked or len(name) > LONGEST_NAME:
            return ()
        found = self._geocoded(asked, near, kind)
        if not any(match.sure for match in found):
            found += self._searched(asked, near, kind)
        return best_first((match.candidate for match in found), kind=kind, limit=limit)

    def of_kind(self, kind: str, *, around: Point, radius_m: float, limit: int = 200) -> tuple[Place, ...] | None:
        """Returns places of a kind within a radius, nearest first; None for a kind without Google
        types."""
        types = self._types.of(kind)
        if not types:
            return None
        if limit < 1 or not radius_m > 0:
            return ()
        title, reach = self._kinds[PlaceKind(kind)].title, min(radius_m, FARTHEST_M)
        nearest, full = self._nearby(kind, around, reach, min(limit, PAGE))
        found = {place.id: place for place in nearest}
        more = False
        if full and limit > PAGE:
            for type_ in types:
                some, cut = self._paged(title, kind, type_, around, reach)
                found = {place.id: place for place in some} | found
                more = more or cut
        metres = {id: distance_m(around, place.centre) for id, place in found.items()}
        within = sorted((id for id in found if metres[id] <= reach), key=lambda id: (metres[id], id))
        if more:
            sure_m = max((metres[place.id] for place in nearest), default=0.0)
            self._notes.add(notice(NoticeCode.PROVIDER_LISTS_SOME, provider=NAME, kind=title, metres=round(sure_m)))
        if radius_m > reach:
            self._notes.add(notice(NoticeCode.PROVIDER_REACH, provider=NAME, kind=title, kilometres=FARTHEST_M / 1000))
        return tuple(found[id] for id in within[:limit])

    def notices(self) -> tuple[Notice, ...]:
        return self._notes.drain()

    def close(self) -> None:
        self._geocoding.close()
        self._places.close()

    def _geocoded(self, asked: str, near: Point | None, kind: str) -> list[_Match]:
        if not self._geocodes:
            return []
        params = {"address": asked}
        if near is not None:
            low, high = box(near, FARTHEST_M)
            params["bounds"] = f"{low.lat:.5f},{low.lon:.5f}|{high.lat:.5f},{high.lon:.5f}"

        def read(item: Item) -> _Match | None:
            made = google_replies.geocoded(item, self._types, kind)
            if made is None:
                return None
            place, address = made
            sure = item.get("partial_match") is not True and (not self._types.of(kind) or place.kind == kind)
            like = likeness(asked, place.name, *place.aliases, address)
            return _Match(candidate=Candidate(place=place, likeness=max(like, VOUCHED) if sure else like), sure=sure)

        try:
            results = google_replies.results(self._geocoding, self._geocoding.get("maps/api/geocode/json", params))
        except PlacesRefused as error:
            if error.values["refused"] != KEY:
                raise
            # A key may be valid for the Places API only. If it is valid for neither, that API
            # reports it.
            self._geocodes = False
            self._notes.add(notice(NoticeCode.GEOCODING_REFUSED, problem=str(error.values["what"])))
            return []
        return each(results, read, web=self._geocoding, notes=self._notes)

    def _searched(self, asked: str, near: Point | None, kind: str) -> list[_Match]:
        body: dict[str, object] = {"textQuery": asked, "pageSize": PAGE}
        if near is not None:
            body["locationBias"] = {"circle": {"center": _written(near), "radius": FARTHEST_M}}
        if len(types := self._types.of(kind)) == 1:
            body["includedType"] = types[0]
        found, _ = self._read(self._posted("searchText", body, NAME_FIELDS), kind)
        return [
            _Match(candidate=Candidate(place=place, likeness=likeness(asked, place.name)), sure=False)
            for place in found
        ]

    def _nearby(self, kind: str, around: Point, reach: float, most: int) -> tuple[list[Place], bool]:
        """Returns the nearest places, and whether the maximum number was reached."""
        body = {
            "includedTypes": list(self._types.of(kind)),
            "maxResultCount": most,
            "rankPreference": "DISTANCE",
            "locationRestriction": {"circle": {"center": _written(around), "radius": reach}},
        }
        found, count = self._read(self._posted("searchNearby", body, KIND_FIELDS), kind)
        return [replace(place, kind=PlaceKind(kind)) for place in found], count >= most

    def _paged(self, title: str, kind: str, type_: str, around: Point, reach: float) -> tuple[list[Place], bool]:
        """Returns what Text Search has of one type on all its pages, and whether there may be
        more."""
        low, high = box(around, reach)
        body: dict[str, object] = {
            "textQuery": title,
            "includedType": type_,
            "strictTypeFiltering": True,
            "pageSize": PAGE,
            "locationRestriction": {"rectangle": {"low": _written(low), "high": _written(high)}},
        }
        all_of_it: list[Place] = []
        received = 0
        for _ in range(PAGES):
            reply = self._posted("searchText", body, f"{KIND_FIELDS},nextPageToken")
            found, count = self._read(reply, kind)
            all_of_it += [replace(place, kind=PlaceKind(kind)) for place in found]
            received += count
            token = reply.get("nextPageToken")
            if not isinstance(token, str) or not token:
                # Google stops at sixty without saying that there are more.
                return all_of_it, received >= PAGE * PAGES
            body["pageToken"] = token
        return all_of_it, True

    def _posted(self, verb: str, body: Mapping[str, object], fields: str) -> Any:
        return self._places.post(f"v1/places:{verb}", body=body, headers={"X-Goog-FieldMask": fields})

    def _read(self, reply: Any, kind: str) -> tuple[list[Place], int]:
        """Returns the usable places of a reply, and the number of all."""
        items = google_replies.places(self._places, reply)
        return each(
            items,
            lambda item: google_replies.found(item, self._types, kind),
            web=self._places,
            notes=self._notes,
        ), len(items)


def _written(point: Point) -> dict[str, float]:
    return {"latitude": point.lat, "longitude": point.lon}
