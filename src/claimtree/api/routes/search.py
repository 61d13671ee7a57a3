"""Routes for read, search and explain."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from claimtree import serialization
from claimtree.api import costs
from claimtree.api.dependencies import PROBLEMS, Context, RequestContext
from claimtree.api.hit_cards import add_cards
from claimtree.api.requests import (
    ExplainQuery,
    ExplainRequest,
    ReadQuery,
    ReadRequest,
    SearchQuery,
    SearchRequest,
)
from claimtree.api.routes import API
from claimtree.engine import read_question
from claimtree.json_types.answer_types import AnswerShape, ExplanationShape
from claimtree.json_types.claim_types import DocumentReadingShape, ReadingShape
from claimtree.model.claims import EntityId
from claimtree.model.hierarchy import Entity
from claimtree.search.query_limits import check_query

router = APIRouter(prefix=API, tags=["search"], responses=PROBLEMS)


@router.get("/search", response_model=AnswerShape, operation_id="search")
async def search(context: Context, query: Annotated[SearchQuery, Query()]) -> Response:
    """Every entity that fits, best first, with a verdict and the words behind it for every claim."""
    return await _search(context, query.request())


@router.post("/search", response_model=AnswerShape, operation_id="search_by_body")
async def search_by_body(context: Context, asked: SearchRequest) -> Response:
    """The same, with the query in the request body."""
    return await _search(context, asked)


async def _search(context: RequestContext, asked: SearchRequest) -> Response:
    collection = context.collection(asked.collection)

    def make() -> AnswerShape:
        started = time.perf_counter()
        offset = 0 if asked.after else asked.offset
        found = collection.workspace.searcher.search(
            asked.question(), limit=asked.limit, offset=offset, after=asked.after
        )
        shape = serialization.answer(found, took_ms=(time.perf_counter() - started) * 1000)
        if asked.cards:
            add_cards(shape, found, collection.workspace.pack)
        return shape

    cost_s = costs.searching(asked.text, asked.edits)
    return await context.answer(collection, asked.model_dump(), make, cost_s=cost_s)


@router.get("/explain", response_model=ExplanationShape, operation_id="explain")
async def explain(context: Context, query: Annotated[ExplainQuery, Query()]) -> Response:
    """Why an entity has its rank, or why it is missing."""
    return await _explain(context, query.request())


@router.post("/explain", response_model=ExplanationShape, operation_id="explain_by_body")
async def explain_by_body(context: Context, asked: ExplainRequest) -> Response:
    """The same, with the query in the request body."""
    return await _explain(context, asked)


async def _explain(context: RequestContext, asked: ExplainRequest) -> Response:
    collection = context.collection(asked.collection)

    def make() -> ExplanationShape:
        started = time.perf_counter()
        why = collection.workspace.engine.explain(EntityId(asked.id), asked.question())
        return serialization.explanation(why, took_ms=(time.perf_counter() - started) * 1000)

    cost_s = costs.searching(asked.text, asked.edits)
    return await context.answer(collection, asked.model_dump(), make, cost_s=cost_s)


@router.get("/read", response_model=ReadingShape | DocumentReadingShape, operation_id="read")
async def read(context: Context, query: Annotated[ReadQuery, Query()]) -> Response:
    """The claims in a text: what is wanted, how firmly, and the words that say so."""
    return await _read(context, query.request())


@router.post("/read", response_model=ReadingShape | DocumentReadingShape, operation_id="read_by_body")
async def read_by_body(context: Context, asked: ReadRequest) -> Response:
    """The same, with the query in the request body."""
    return await _read(context, asked)


async def _read(context: RequestContext, asked: ReadRequest) -> Response:
    collection = context.collection(asked.collection)
    workspace = collection.workspace
    if not asked.document:
        check_query(asked.text)

    def make() -> ReadingShape | DocumentReadingShape:
        if asked.document:
            about = Entity(id=EntityId("document"), level=workspace.pack.hierarchy.answers)
            claims = workspace.reader.read_document(asked.text, about=about, source="document")
            return serialization.document(claims, explain=asked.explain)
        read = read_question(asked.question(), workspace.reader, workspace.pack)
        return serialization.reading(read, explain=asked.explain)

    return await context.answer(
        collection,
        asked.model_dump(),
        make,
        cost_s=costs.reading(asked.text, *asked.edits),
        pool=context.server.reading,
        keep=not asked.document,  # texts are long, and hardly ever the same
    )
