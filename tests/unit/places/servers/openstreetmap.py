"""Nominatim and Overpass, as far as we speak with them."""

from __future__ import annotations

import re
from typing import Any

from tests.unit.places.servers.speaking import Asked, Speaking, metres


class NominatimServer(Speaking):
    """Finds results by the words in their names; refuses requests without a user agent."""

    def __init__(self, results: list[dict[str, Any]]) -> None:
        super().__init__()
        self.results = results

    def answer(self, asked: Asked) -> tuple[int, Any]:
        agent = asked.headers.get("user-agent", "")
        if agent.startswith("python") or "@" not in agent:
            return 403, b"<html><h1>Access blocked</h1>You have violated the usage policy</html>"
        if asked.path != "/search" or asked.params.get("format") != "jsonv2" or not asked.params.get("q"):
            return 400, {"error": {"code": 400, "message": "Nothing to search for."}}
        wanted = set(asked.params["q"].casefold().split())
        found = [
            item for item in self.results if wanted & set(str(item["display_name"]).casefold().replace(",", "").split())
        ]
        return 200, found[: int(asked.params["limit"])]


class OverpassServer(Speaking):
    """Knows elements by their tags and where they are."""

    def __init__(self, elements: list[dict[str, Any]]) -> None:
        super().__init__()
        self.elements = elements

    def answer(self, asked: Asked) -> tuple[int, Any]:
        data = asked.form.get("data", "")
        whole = re.fullmatch(r"\[out:json\]\[timeout:\d+\];\(((?:nwr[^;]+;)+)\);out center tags (\d+);", data)
        if asked.path != "/interpreter" or whole is None:
            return 400, b"<html>parse error: Unknown type</html>"
        found: list[dict[str, Any]] = []
        for part in whole[1].split(";")[:-1]:
            tags = re.findall(r'\["([^"]+)"(?:="([^"]+)")?\]', part)
            radius, lat, lon = map(float, re.findall(r"around:([\d.]+),([-\d.]+),([-\d.]+)", part)[0])
            for element in self.elements:
                at = element.get("center", element)
                own = element.get("tags", {})
                if (
                    all(own.get(key) == value if value else key in own for key, value in tags)
                    and metres(lat, lon, at["lat"], at["lon"]) <= radius
                    and element not in found
                ):
                    found.append(element)
        found.sort(key=lambda element: (element["type"] != "node", element["id"]))  # never by distance
        return 200, {"version": 0.6, "generator": "Overpass API", "elements": found[: int(whole[2])]}
