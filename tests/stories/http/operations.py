"""Every operation of the server's own description, as a request that can be sent: a new route comes by itself."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fastapi.testclient import TestClient

from claimtree.access import Role

API = "/api/v1"
NONE_OF = "none"
"""Of jobs, saved searches and opinions there is none of this name."""
VALUES: Mapping[str, object] = {
    "text": "quiet", "q": "quiet", "name": "mine", "url": "https://93.184.216.34/", "thumb": "up", "records": [],
    "every_minutes": 60, "number": 7000, "message": "quiet", "poi_type": "subway",
    "query": "quiet", "location_name": "40.7,-73.9", "question": "Who was John?", "from": "I1", "person": "I1",
}  # fmt: skip
"""By the name of a parameter or a property; what is required and not here is made of its schema."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One method of one address."""

    method: str
    path: str
    """As the description has it, behind /api/v1."""
    described: Mapping[str, Any]
    schemas: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def noun(self) -> str:
        return self.path.split("/")[1]

    @property
    def role(self) -> Role:
        """The least role that a key needs. One rule for all: GET for readers, changes for writers;
        what belongs to a writer (jobs, saved searches, opinions, what strangers wrote and waits for
        review) is hidden from others, and metrics are for admins.
        """
        if self.noun == "metrics":
            return Role.ADMIN
        if self.noun in ("jobs", "saved", "feedback", "review"):
            return Role.WRITE
        looks = self.method == "GET" or self.noun in ("search", "explain", "read", "chat", "tools", "ask", "trees")
        return Role.READ if looks else Role.WRITE

    @property
    def of_a_collection(self) -> bool:
        """Whether it speaks of one collection; the others speak of all that the asker may see, or of none."""
        in_address = any(one["name"] == "collection" for one in self.described.get("parameters", []))
        return in_address or "collection" in self._body.get("properties", {})

    @property
    def may_miss(self) -> bool:
        """Whether what it asks for is not there: the pack here declares no interface of rows, and has no trees."""
        by_number = self.path.endswith("_by_number")  # of a session that has shown nothing
        of_a_tree = self.noun == "ask" or (self.noun == "trees" and self.path != "/trees")
        of_a_tree |= str(self) == "POST /review"  # a message is compared with a tree
        return ("{" in self.path and self.noun != "packs") or self.noun == "properties" or by_number or of_a_tree

    def send(self, client: TestClient, *, collection: str, id: str) -> int:
        """Ask for it; what comes of it."""
        ours = {**VALUES, "id": id, "collection": collection}
        parameters = self.described.get("parameters", [])
        path = self.path
        for one in parameters:
            if one["in"] == "path":
                missing = self.noun in ("jobs", "saved")
                value = "rentals" if self.noun == "packs" else NONE_OF if missing else self._value(one, ours)
                path = path.replace(f"{{{one['name']}}}", str(value))
        query = {
            one["name"]: str(self._value(one, ours))
            for one in parameters
            if one["in"] == "query" and (one.get("required") or one["name"] in ("collection", "q"))
        }
        content, headers = self._content(ours)
        address = f"{API}{path}"
        return client.request(self.method, address, params=query, content=content, headers=headers).status_code

    @property
    def _bodies(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.described.get("requestBody", {}).get("content", {})
        return found

    @property
    def _body(self) -> Mapping[str, Any]:
        return self._whole(self._bodies.get("application/json", {}).get("schema", {}))

    def _content(self, ours: Mapping[str, object]) -> tuple[bytes | None, dict[str, str]]:
        if "application/json" not in self._bodies:
            return (b"", {"Content-Type": next(iter(self._bodies))}) if self._bodies else (None, {})
        known = self._body.get("properties", {})
        wanted = {
            *self._body.get("required", ()),
            *(set(known) & {"collection", "text", "thumb", "query", "location_name"}),
        }
        body = {name: self._value({"name": name, "schema": known[name]}, ours) for name in sorted(wanted)}
        return json.dumps(body).encode(), {"Content-Type": "application/json"}

    def _value(self, one: Mapping[str, Any], ours: Mapping[str, object]) -> object:
        if one["name"] in ours:
            return ours[one["name"]]
        schema = self._whole(one.get("schema", {}))
        for kind in (schema, *map(self._whole, schema.get("anyOf", ()))):
            match kind.get("type"):
                case "integer" | "number":
                    return kind.get("minimum", 1)
                case "boolean":
                    return False
                case "array":
                    return []
                case "object":
                    return {}
                case "string":
                    return kind.get("enum", ["x"])[0]
        raise AssertionError(f"{self}: nothing is known to send as {one['name']!r}; add it to VALUES")

    def _whole(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """A schema in place of what only points to it."""
        name = str(schema.get("$ref", "")).rpartition("/")[2]
        return self.schemas[name] if name else schema


def operations(client: TestClient) -> list[Operation]:
    """What makes something first, what takes it away last."""
    order = ("PUT", "POST", "GET", "PATCH", "DELETE")
    return sorted(_operations(client), key=lambda one: order.index(one.method))


def paths(routes: Iterable[object]) -> Iterator[str]:
    """The addresses of an application's routes, without what all operations begin with."""
    for route in routes:
        yield str(getattr(route, "path", "")).replace(":path}", "}").removeprefix(API)


def _operations(client: TestClient) -> Iterator[Operation]:
    described = client.get(f"{API}/openapi.json").json()
    for path, methods in described["paths"].items():
        for method, one in methods.items():
            yield Operation(
                method=method.upper(),
                path=path.removeprefix(API),
                described=one,
                schemas=described.get("components", {}).get("schemas", {}),
            )
