"""Routes for entities: reading, writing and deleting one, or many in a batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Body, Header, Path
from fastapi.responses import Response

from claimtree import serialization
from claimtree.access import Role
from claimtree.api import costs, etags
from claimtree.api.collections import Collection
from claimtree.api.dependencies import PROBLEMS, Context, as_json
from claimtree.api.requests import BatchRequest, CollectionName
from claimtree.api.routes import API
from claimtree.column_mappings import index_mapped
from claimtree.errors import BadInput, StaleVersion, UnknownName
from claimtree.indexing import IndexReport, Wanted, delete
from claimtree.json_types.entity_types import DeletedShape, EntityShape
from claimtree.json_types.report_types import ReportShape
from claimtree.model.claims import EntityId
from claimtree.model.phrases import IndexedEntity, version_of
from claimtree.ports import Store
from claimtree.search.links import named_links
from claimtree.sources.listings import read_records

SOURCE = "api"
"""The source of a record that names none."""
MOST_RELATIONS = 200
"""That are listed with an entity; there may be thousands."""
_LOOKS = 5
"""Number of attempts at a consistent read; an entity that is written more often meanwhile is
returned as it is."""

router = APIRouter(prefix=API, tags=["entities"], responses=PROBLEMS)

# Ids may contain slashes.
Id = Annotated[str, Path(max_length=600)]
IfMatch = Annotated[
    str | None, Header(max_length=2_000, description="The `ETag` that it must still have, or `*`; 412 if it has not.")
]
IfNoneMatch = Annotated[
    str | None, Header(max_length=2_000, description="`*`: only if there is no such entity yet; 412 if there is.")
]


@router.get("/entities/{id:path}", response_model=EntityShape, operation_id="get_entity")
async def get(context: Context, id: Id, collection: CollectionName = "") -> Response:
    """Everything that is stored of an entity: texts, fields, what was read from them, its parts, and the first 200 of
    its relations to others.

    Its `ETag`, given back as `If-Match` of a write, makes that write happen only if nobody was quicker.
    """
    chosen = context.collection(collection)
    store = chosen.workspace.store

    def make() -> EntityShape:
        item, parts = _with_parts(store, EntityId(id))
        links, more = named_links(store, chosen.workspace.pack, EntityId(id), limit=MOST_RELATIONS)
        return serialization.entity(item, parts=parts, links=links, more_links=more)

    version = await context.look_up(lambda: version_of(store.digests([EntityId(id)]).get(EntityId(id), "")))
    return await context.answer(chosen, {"id": id}, make, version=version)


@router.put("/entities/{id:path}", response_model=ReportShape, operation_id="put_entity")
async def put(
    context: Context,
    id: Id,
    record: Annotated[dict[str, Any], Body()],
    collection: CollectionName = "",
    if_match: IfMatch = None,
    if_none_match: IfNoneMatch = None,
) -> Response:
    """Put one record, as a line of a file that is indexed; the id in the address is the record's.

    What other sources say of the entity stays. Its new version is in the answer and its `ETag`.
    """
    context.needs(Role.WRITE)
    chosen = context.collection(collection)
    if "id" in record and str(record["id"]) != id:
        raise BadInput(
            f"the record is called {str(record['id'])[:80]!r} and the address says {id[:80]!r}", hint="Say one of them."
        )
    wanted = etags.wanted(context.request.headers, id)

    def make() -> ReportShape:
        report = _indexed(chosen, [{**record, "id": id}], wanted=wanted)
        if report.bad:
            raise report.bad[0]
        return _reported(chosen, report)

    made = await context.write(make, cost_s=costs.writing(record))
    version = made["versions"].get(id, "")
    return as_json(made, headers={"ETag": etags.tag(version)} if version else None)


@router.delete("/entities/{id:path}", response_model=DeletedShape, operation_id="delete_entity")
async def remove(
    context: Context,
    id: Id,
    collection: CollectionName = "",
    if_match: IfMatch = None,
) -> Response:
    """Delete one, with everything that is part of it. It stays deleted, also if another write to it was under way."""
    context.needs(Role.WRITE)
    chosen = context.collection(collection)
    wanted = etags.wanted(context.request.headers, id, is_removing=True)

    def make() -> dict[str, object]:
        gone = delete(chosen.writer, [EntityId(id)], wanted=wanted)
        if not gone:
            raise _unknown(id)
        return {"deleted": gone}

    return as_json(await context.write(make))


@router.post("/entities", response_model=ReportShape, operation_id="batch_entities")
async def batch(context: Context, asked: BatchRequest) -> Response:
    """Put and delete many at once; a record that cannot be used is reported, and does not affect the others."""
    context.needs(Role.WRITE)
    chosen = context.collection(asked.collection)
    return as_json(await context.write(lambda: _batch(chosen, asked), cost_s=costs.writing(asked.records)))


def _batch(chosen: Collection, asked: BatchRequest) -> ReportShape:
    wanted = {EntityId(id): (version,) for id, version in asked.versions.items()}
    report = _indexed(chosen, asked.records, asked.map, wanted=wanted)
    gone, kept = _deleted(chosen, [EntityId(id) for id in dict.fromkeys(asked.delete)], wanted)
    report = replace(report, skipped=report.skipped + len(kept), bad=(*report.bad, *kept))
    return {**_reported(chosen, report), "deleted": gone}


def _deleted(chosen: Collection, ids: Sequence[EntityId], wanted: Wanted) -> tuple[int, list[StaleVersion]]:
    """Returns how many were deleted, and why others were not."""
    free = [id for id in ids if id not in wanted]
    gone = delete(chosen.writer, free) if free else 0
    kept: list[StaleVersion] = []
    for id in (id for id in ids if id in wanted):
        try:
            gone += delete(chosen.writer, [id], wanted={id: wanted[id]})
        except StaleVersion as error:
            kept.append(error)
    return gone, kept


def _with_parts(store: Store, id: EntityId) -> tuple[IndexedEntity, tuple[EntityId, ...]]:
    """Returns an entity with its parts at the same version: it may be replaced between the two
    reads."""
    looks = _LOOKS
    while True:
        found = store.get([id])
        if not found:
            raise _unknown(id)
        parts = store.children(id)
        looks -= 1
        if not looks or store.digests([id]).get(id) == found[0].digest:
            return found[0], parts


def _indexed(
    chosen: Collection, records: Sequence[dict[str, Any]], maps: Sequence[str] = (), *, wanted: Wanted
) -> IndexReport:
    return index_mapped(
        chosen.indexer,
        lambda rules, _: read_records(records, chosen.workspace.pack, source=SOURCE, columns=rules),
        home=chosen.workspace.settings.home,
        given=maps,
        wanted=wanted,
    )


def _reported(chosen: Collection, report: IndexReport) -> ReportShape:
    shape = serialization.report(report, address=chosen.name)
    shape["versions"] = {str(id): version for id, version in report.versions.items()}
    return shape


def _unknown(id: str) -> UnknownName:
    return UnknownName(f"no entity {id[:80]!r}", hint="A search shows ids.", values={"id": id[:80]})
