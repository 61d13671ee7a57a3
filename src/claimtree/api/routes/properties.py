"""Routes for the rows of a collection behind filters, as a structured source has them: `structured.store_source`.

The parameters are those that the collection's pack declares in `[api]`, so they are read from the address as they are.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import Response

from claimtree import serialization
from claimtree.api import costs
from claimtree.api.collections import Collection
from claimtree.api.dependencies import PROBLEMS, Context
from claimtree.api.requests import CollectionName
from claimtree.api.routes import API
from claimtree.errors import UnknownName
from claimtree.json_types.source_types import SourceRowShape, SourceRowsShape
from claimtree.model.claims import EntityId
from claimtree.model.source_query import SourceSpec
from claimtree.structured.parameters import encode, parse

router = APIRouter(prefix=API, tags=["rows"], responses=PROBLEMS)

_COLLECTION = "collection"


@router.get("/properties", response_model=SourceRowsShape, operation_id="rows")
async def rows(context: Context, collection: CollectionName = "") -> Response:
    """The rows that pass every filter, the surest first, page by page.

    Filters are parameters of the address: `search`, `lat` with `lng` and `radius` (kilometres), `ids`,
    `updated_since`, `page` and `per_page`, and those that the collection's pack declares; an unknown one is an error
    that lists them. Values are separated by commas where several may be given.
    """
    chosen = context.collection(collection)
    spec = await context.look_up(lambda: _spec(chosen))
    given = [(name, text) for name, text in context.request.query_params.multi_items() if name != _COLLECTION]
    query = parse(given, spec)

    def make() -> SourceRowsShape:
        return serialization.source_rows(chosen.workspace.own_rows.page(query), query)

    asked: dict[str, object] = {**encode(query, spec)}
    return await context.answer(chosen, asked, make, cost_s=costs.searching(query.search))


@router.get("/properties/{id:path}", response_model=SourceRowShape, operation_id="row")
async def row(context: Context, id: Annotated[str, Path(max_length=600)], collection: CollectionName = "") -> Response:
    """One row by its id."""
    chosen = context.collection(collection)
    await context.look_up(lambda: _spec(chosen))

    def make() -> SourceRowShape:
        found = chosen.workspace.own_rows.get(EntityId(id))
        if found is None:
            raise UnknownName(f"there is no row {id[:80]!r}", hint=f"GET {API}/properties lists them.")
        return serialization.source_row(found)

    return await context.answer(chosen, {"id": id}, make)


def _spec(chosen: Collection) -> SourceSpec:
    spec = chosen.workspace.pack.api
    if spec is None:
        raise UnknownName(
            f"collection {chosen.name!r} has no such interface: its pack declares none",
            hint="Give the pack a table [api], or ask with GET /api/v1/search.",
            values={_COLLECTION: chosen.name},
        )
    return spec
