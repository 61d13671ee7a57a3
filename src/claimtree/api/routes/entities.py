"""Entities: what is stored of one, one put or taken out, many at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path
from fastapi.responses import Response

from claimtree import wire
from claimtree.access import Role
from claimtree.api.asking import PROBLEMS, Asks, as_json
from claimtree.api.collections import Collection
from claimtree.api.requests import BatchRequest, CollectionName
from claimtree.api.schemas import DeletedShape, EntityShape, ReportShape
from claimtree.errors import BadInput, UnknownName
from claimtree.indexing import IndexReport, delete
from claimtree.mappings import index_mapped
from claimtree.model.claims import EntityId
from claimtree.packs.listings import read_records

SOURCE = "api"
"""Who says what a record says, where it names nobody."""

router = APIRouter(tags=["entities"], responses=PROBLEMS)

# Ids may have slashes in them.
Id = Annotated[str, Path(max_length=600)]


@router.get("/entities/{id:path}", response_model=EntityShape, operation_id="get_entity")
async def get(asks: Asks, id: Id, collection: CollectionName = "") -> Response:
    """Everything that is stored of an entity: texts, fields, what was read from them, its parts."""
    chosen = asks.collection(collection)

    def make() -> dict[str, object]:
        store = chosen.workspace.store
        found = store.get([EntityId(id)])
        if not found:
            raise _unknown(id)
        return wire.entity(found[0], parts=store.children(EntityId(id)))

    return await asks.answer(chosen, {"id": id}, make)


@router.put("/entities/{id:path}", response_model=ReportShape, operation_id="put_entity")
async def put(
    asks: Asks, id: Id, record: Annotated[dict[str, Any], Body()], collection: CollectionName = ""
) -> Response:
    """Put one record, as a line of a file that is indexed; the id in the address is the record's."""
    asks.needs(Role.WRITE)
    chosen = asks.collection(collection)
    if "id" in record and str(record["id"]) != id:
        raise BadInput(
            f"the record is called {str(record['id'])[:80]!r} and the address says {id[:80]!r}", hint="Say one of them."
        )

    def make() -> dict[str, object]:
        report = _indexed(chosen, [{**record, "id": id}])
        if report.bad:
            raise report.bad[0]
        return wire.report(report, address=chosen.name)

    return as_json(await asks.server.writing.run(make))


@router.delete("/entities/{id:path}", response_model=DeletedShape, operation_id="delete_entity")
async def remove(asks: Asks, id: Id, collection: CollectionName = "") -> Response:
    """Take one out, with everything that is part of it."""
    asks.needs(Role.WRITE)
    chosen = asks.collection(collection)

    def make() -> dict[str, object]:
        gone = delete(chosen.writer, [EntityId(id)])
        if not gone:
            raise _unknown(id)
        return {"deleted": gone}

    return as_json(await asks.server.writing.run(make))


@router.post("/entities", response_model=ReportShape, operation_id="batch_entities")
async def batch(asks: Asks, asked: BatchRequest) -> Response:
    """Put and take out many at once; a record that cannot be used is named, and costs no other."""
    asks.needs(Role.WRITE)
    chosen = asks.collection(asked.collection)
    return as_json(await asks.server.writing.run(lambda: _batch(chosen, asked)))


def _batch(chosen: Collection, asked: BatchRequest) -> dict[str, object]:
    report = _indexed(chosen, asked.records, asked.map)
    gone = delete(chosen.writer, [EntityId(id) for id in dict.fromkeys(asked.delete)]) if asked.delete else 0
    return wire.report(report, address=chosen.name) | {"deleted": gone}


def _indexed(chosen: Collection, records: Sequence[dict[str, Any]], maps: Sequence[str] = ()) -> IndexReport:
    return index_mapped(
        chosen.indexer,
        lambda rules: read_records(records, chosen.workspace.pack, source=SOURCE, columns=rules),
        home=chosen.workspace.settings.home,
        given=maps,
    )


def _unknown(id: str) -> UnknownName:
    return UnknownName(f"no entity {id[:80]!r}", hint="A search shows ids.", values={"id": id[:80]})
