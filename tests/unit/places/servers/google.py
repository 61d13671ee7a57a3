"""Google's Geocoding and Places (New), as far as we speak with them, over a handful of places."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Any

from tests.unit.places.servers.speaking import Asked, Speaking, metres

KEY = "AIza-secret-0123456789+/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A place that the server knows."""

    id: str
    name: str
    lat: float
    lon: float
    types: tuple[str, ...]
    rating: float | None = None
    ratings: int = 0
    half_box: float = 0.0
    """Degrees from the middle to the edge, for a region."""
    area: str = ""
    """The locality around it."""
    geocodes: bool = True
    """Geocoding knows it, and not only Places."""


class GoogleServer(Speaking):
    def __init__(self, known: list[Known]) -> None:
        super().__init__()
        self.known = known
        self.key = KEY
        self.geocoding_allowed = True
        self.most_on_pages = 60
        self._pages: dict[str, tuple[dict[str, Any], list[Known]]] = {}

    def answer(self, asked: Asked) -> tuple[int, Any]:
        if asked.path == "/maps/api/geocode/json":
            return 200, self._geocode(asked)
        key = asked.headers.get("x-goog-api-key", "")
        if key != self.key:
            return _error(400, "INVALID_ARGUMENT", f"API key not valid: {key}", reason="API_KEY_INVALID")
        mask = asked.headers.get("x-goog-fieldmask", "")
        if not mask:
            return _error(400, "INVALID_ARGUMENT", "FieldMask is a required parameter.")
        fields = mask.split(",")
        if asked.path == "/v1/places:searchNearby":
            return self._nearby(asked.json, fields)
        if asked.path == "/v1/places:searchText":
            return self._text(asked.json, fields)
        return 404, b"<html>not found</html>"

    def _geocode(self, asked: Asked) -> dict[str, Any]:
        if asked.params.get("key") != self.key:
            said = f"The provided API key is invalid: {asked.params.get('key')}"
            return {"results": [], "status": "REQUEST_DENIED", "error_message": said}
        if not self.geocoding_allowed:
            said = "This API project is not authorized to use this API."
            return {"results": [], "status": "REQUEST_DENIED", "error_message": said}
        wanted = asked.params.get("address", "").casefold()
        if not wanted:
            return {"results": [], "status": "INVALID_REQUEST"}
        same = [known for known in self.known if known.geocodes and known.name.casefold() == wanted]
        part = [known for known in self.known if known.geocodes and known.name.casefold().split()[0] in wanted.split()]
        results = [_geocoded(known) for known in same] or [_geocoded(known) | {"partial_match": True} for known in part]
        return {"results": results, "status": "OK" if results else "ZERO_RESULTS"}

    def _nearby(self, body: dict[str, Any], fields: list[str]) -> tuple[int, Any]:
        most, circle = body.get("maxResultCount", 20), body["locationRestriction"]["circle"]
        if not 1 <= most <= 20 or not 0 < circle["radius"] <= 50_000 or "pageToken" in body:
            return _error(400, "INVALID_ARGUMENT", "Request contains an invalid argument.")
        lat, lon = circle["center"]["latitude"], circle["center"]["longitude"]
        found = [
            known
            for known in self.known
            if set(known.types) & set(body["includedTypes"])
            and metres(lat, lon, known.lat, known.lon) <= circle["radius"]
        ]
        if body.get("rankPreference") == "DISTANCE":
            found.sort(key=lambda known: metres(lat, lon, known.lat, known.lon))
        return 200, _masked(found[:most], fields)

    def _text(self, body: dict[str, Any], fields: list[str]) -> tuple[int, Any]:
        token, size = body.pop("pageToken", ""), body.get("pageSize", 20)
        if token:
            first, found = self._pages.pop(token, ({}, []))
            if first != body:  # nothing but the token may change between two pages
                return _error(400, "INVALID_ARGUMENT", "Request parameters do not match the page token.")
        else:
            found = [known for known in self.known if _meets(known, body)][: self.most_on_pages]
        reply = _masked(found[:size], fields)
        if len(found) > size and "nextPageToken" in fields:
            reply["nextPageToken"] = following = f"page-{len(self._pages)}-{len(self.asked)}"
            self._pages[following] = (body, found[size:])
        return 200, reply


def _meets(known: Known, body: dict[str, Any]) -> bool:
    box = body.get("locationRestriction", {}).get("rectangle")
    if box is not None:
        low, high = box["low"], box["high"]
        within = low["latitude"] <= known.lat <= high["latitude"] and low["longitude"] <= known.lon <= high["longitude"]
        return within and body["includedType"] in known.types
    if body.get("includedType", known.types[0]) not in known.types:
        return False
    return any(word in _folded(known.name).split() for word in _folded(body["textQuery"]).split())


def _folded(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def _geocoded(known: Known) -> dict[str, Any]:
    half = known.half_box or 0.001
    ends = {
        "southwest": {"lat": known.lat - half, "lng": known.lon - half},
        "northeast": {"lat": known.lat + half, "lng": known.lon + half},
    }
    return {
        "place_id": known.id,
        "types": list(known.types),
        "formatted_address": f"{known.name}, {known.area}, USA",
        "address_components": [
            {"long_name": known.name, "short_name": known.name, "types": list(known.types)},
            {"long_name": known.area, "short_name": known.area, "types": ["locality", "political"]},
        ],
        "geometry": {
            "location": {"lat": known.lat, "lng": known.lon},
            "location_type": "APPROXIMATE",
            "viewport": ends,
        },
    }


def _masked(found: list[Known], fields: list[str]) -> dict[str, Any]:
    """Only what was asked for; a reply without places has no such field at all."""
    places = [
        {name: value for name, value in _full(known).items() if value is not None and f"places.{name}" in fields}
        for known in found
    ]
    return {"places": places} if places else {}


def _full(known: Known) -> dict[str, Any]:
    half = known.half_box or 0.001
    return {
        "id": known.id,
        "displayName": {"text": known.name, "languageCode": "en"},
        "location": {"latitude": known.lat, "longitude": known.lon},
        "types": list(known.types),
        "rating": known.rating,
        "userRatingCount": known.ratings or None,
        "viewport": {
            "low": {"latitude": known.lat - half, "longitude": known.lon - half},
            "high": {"latitude": known.lat + half, "longitude": known.lon + half},
        },
        "addressComponents": [{"longText": known.area, "shortText": known.area, "types": ["locality", "political"]}],
    }


def _error(code: int, status: str, message: str, *, reason: str = "") -> tuple[int, Any]:
    error: dict[str, Any] = {"code": code, "message": message, "status": status}
    if reason:
        error["details"] = [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": reason}]
    return code, {"error": error}
