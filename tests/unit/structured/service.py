"""A property service on loopback: answers filters over rows by plain loops, and misbehaves on demand."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from tests.shared_packs import shared_pack
from tests.unit.places.servers.speaking import Asked, Speaking
from tests.unit.structured.rows import passes

from claimtree.model.source_query import SourceQuery
from claimtree.structured.parameters import parse

PATH = "/api/v1/properties"


class Service(Speaking):
    """What a service of the property kind answers."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows = rows
        self.knows_ids = True
        """False for a service that ignores `ids` and `updated_since`."""
        super().__init__()

    def answer(self, asked: Asked) -> tuple[int, Any]:
        spec = shared_pack("property").api
        assert spec is not None
        if asked.path == PATH:
            known = {"ids", "updated_since"} if not self.knows_ids else set()
            query = parse([one for one in asked.params.items() if one[0] not in known], spec)
            return 200, self.page(query)
        id = unquote(asked.path.removeprefix(f"{PATH}/"))
        row = next((row for row in self.rows if str(row["api_id"]) == id), None)
        return (200, {"data": row}) if row is not None else (404, {"error": "no such row"})

    def page(self, query: SourceQuery) -> dict[str, Any]:
        found = [row for row in self.rows if passes(row, query)]
        start = (query.page - 1) * query.per_page
        pages = max(1, -(-len(found) // query.per_page))
        meta = {"current_page": query.page, "last_page": pages, "total": len(found)}
        return {"data": found[start : start + query.per_page], "meta": meta}
