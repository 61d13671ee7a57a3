"""Routes for what can be searched: collections, packs, places."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from claimtree import serialization
from claimtree.api.dependencies import PROBLEMS, Context
from claimtree.api.requests import CollectionName
from claimtree.api.routes import API
from claimtree.errors import UnknownName
from claimtree.json_types.catalog_types import CollectionsShape, PackShape, PacksShape
from claimtree.json_types.place_types import PlacesShape, RegionsShape
from claimtree.maps import outlines

MOST_PLACES = 500

router = APIRouter(prefix=API, tags=["what there is"], responses=PROBLEMS)


@router.get("/collections", response_model=CollectionsShape, operation_id="collections")
async def collections(context: Context) -> Response:
    """The stores that you may search, and what is in them."""
    seen = context.collections

    def make() -> CollectionsShape:
        return {"collections": [one.shape for one in seen]}

    return await context.look(make)


@router.get("/packs", response_model=PacksShape, operation_id="packs")
async def packs(context: Context) -> Response:
    """The packs of your collections: levels, claim types, examples."""
    seen = context.collections

    def make() -> PacksShape:
        known = {one.workspace.pack.name: one.workspace.pack for one in seen}
        return {"packs": [serialization.pack(pack) for pack in known.values()]}

    return await context.look(make)


@router.get("/packs/{name}", response_model=PackShape, operation_id="pack")
async def pack(context: Context, name: str) -> Response:
    """One pack."""
    seen = context.collections

    def make() -> PackShape:
        for one in seen:
            if one.workspace.pack.name == name:
                return serialization.pack(one.workspace.pack)
        raise UnknownName(f"no pack {name[:80]!r}", hint="GET /api/v1/packs lists them.")

    return await context.look(make)


@router.get("/places", response_model=PlacesShape, operation_id="places")
async def places(
    context: Context,
    q: Annotated[str, Query(max_length=200, description="A name; empty lists all.")] = "",
    kind: Annotated[str, Query(max_length=60)] = "",
    collection: CollectionName = "",
    limit: Annotated[int, Query(ge=1, le=MOST_PLACES)] = 50,
    offset: Annotated[int, Query(ge=0, le=100_000)] = 0,
) -> Response:
    """Places by name or kind."""
    chosen = context.collection(collection)

    def make() -> PlacesShape:
        known = chosen.workspace.gazetteer()
        if q.strip():
            found = [candidate.place for candidate in known.named(q, kind=kind, limit=MOST_PLACES)]
            # While the user is typing, the name is incomplete.
            part, seen = q.strip().casefold(), {place.id for place in found}
            found += [
                place
                for place in known.places
                if part in place.name.casefold() and (not kind or place.kind == kind) and place.id not in seen
            ]
        else:
            found = [place for place in known.places if not kind or place.kind == kind]
        return {"places": [serialization.place(one) for one in found[offset : offset + limit]], "total": len(found)}

    return await context.answer(chosen, {"q": q, "kind": kind, "limit": limit, "offset": offset}, make)


@router.get("/regions", response_model=RegionsShape, operation_id="regions")
async def regions(context: Context, collection: CollectionName = "") -> Response:
    """The outlines of all regions as GeoJSON: for the background of a map."""
    chosen = context.collection(collection)

    def make() -> RegionsShape:
        spec = chosen.workspace.pack.places
        if spec is None:
            return outlines(())
        known = chosen.workspace.gazetteer().places
        return outlines([place for place in known if place.kind in spec.regions])

    return await context.answer(chosen, {}, make)
