"""Routes for read, search and explain."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import Field

from claimtree import serialization
from claimtree.api import costs
from claimtree.api.cards import add_cards
from claimtree.api.dependencies import PROBLEMS, Asking, Asks
from claimtree.api.requests import DEEPEST, CollectionName, ExplainRequest, ReadRequest, SearchRequest
from claimtree.api.routes import API
from claimtree.engine import read_question
from claimtree.errors import BadInput
from claimtree.json_types.answer_types import AnswerShape, ExplanationShape
from claimtree.json_types.claim_types import DocumentReadingShape, ReadingShape
from claimtree.model.claims import EntityId
from claimtree.model.hierarchy import Entity
from claimtree.search.cursors import LONGEST_CURSOR
from claimtree.search.query_limits import LONGEST_QUERY, MOST_HITS, check_query

router = APIRouter(prefix=API, tags=["search"], responses=PROBLEMS)

Q = Annotated[str, Query(max_length=LONGEST_QUERY, description="The sentence.")]
# A URL has less room than a body: about 190 kB of it are read.
ShortEdit = Annotated[str, Field(max_length=200, examples=["drop:c3", "words:c3:facing west"])]
EditQuery = Annotated[list[ShortEdit], Query(alias="edit", max_length=40)]
WeightQuery = Annotated[
    list[str], Query(alias="weight", max_length=20, description="LEVEL=NUMBER, a level of the pack and 0 to 1.")
]


@router.get("/search", response_model=AnswerShape, operation_id="search")
async def search(
    asks: Asks,
    q: Q = "",
    collection: CollectionName = "",
    edit: EditQuery = [],  # noqa: B006 - FastAPI's way to say it, and nobody changes it
    limit: Annotated[int, Query(ge=1, le=MOST_HITS)] = 10,
    offset: Annotated[int, Query(ge=0, le=DEEPEST)] = 0,
    after: Annotated[str, Query(max_length=LONGEST_CURSOR)] = "",
    strict: bool = False,
    weight: WeightQuery = [],  # noqa: B006
    near: Annotated[str, Query(max_length=200)] = "",
    within: Annotated[str, Query(max_length=40)] = "",
    cards: bool = False,
) -> Response:
    """Every entity that fits, best first, with a verdict and the words behind it for every claim."""
    asked = SearchRequest(
        text=q, collection=collection, edits=tuple(edit), limit=limit, offset=offset, after=after, strict=strict,
        weights=_weights(weight), near=near, within=within, cards=cards,
    )  # fmt: skip
    return await _search(asks, asked)


@router.post("/search", response_model=AnswerShape, operation_id="search_by_body")
async def search_by_body(asks: Asks, asked: SearchRequest) -> Response:
    """The same, with the query in the request body."""
    return await _search(asks, asked)


async def _search(asks: Asking, asked: SearchRequest) -> Response:
    collection = asks.collection(asked.collection)

    def make() -> AnswerShape:
        started = time.perf_counter()
        offset = 0 if asked.after else asked.offset
        found = collection.workspace.engine.search(
            asked.question(), limit=asked.limit, offset=offset, after=asked.after
        )
        shape = serialization.answer(found, took_ms=(time.perf_counter() - started) * 1000)
        if asked.cards:
            add_cards(shape, found, collection.workspace.pack)
        return shape

    cost_s = costs.searching(asked.text, asked.edits)
    return await asks.answer(collection, asked.model_dump(), make, cost_s=cost_s)


@router.get("/explain", response_model=ExplanationShape, operation_id="explain")
async def explain(
    asks: Asks,
    id: Annotated[str, Query(min_length=1, max_length=200)],
    q: Q = "",
    collection: CollectionName = "",
    edit: EditQuery = [],  # noqa: B006
    strict: bool = False,
    weight: WeightQuery = [],  # noqa: B006
    near: Annotated[str, Query(max_length=200)] = "",
    within: Annotated[str, Query(max_length=40)] = "",
) -> Response:
    """Why an entity has its rank, or why it is missing."""
    asked = ExplainRequest(
        id=id, text=q, collection=collection, edits=tuple(edit), strict=strict, weights=_weights(weight), near=near,
        within=within,
    )  # fmt: skip
    return await _explain(asks, asked)


@router.post("/explain", response_model=ExplanationShape, operation_id="explain_by_body")
async def explain_by_body(asks: Asks, asked: ExplainRequest) -> Response:
    """The same, with the query in the request body."""
    return await _explain(asks, asked)


async def _explain(asks: Asking, asked: ExplainRequest) -> Response:
    collection = asks.collection(asked.collection)

    def make() -> ExplanationShape:
        started = time.perf_counter()
        why = collection.workspace.engine.explain(EntityId(asked.id), asked.question())
        return serialization.explanation(why, took_ms=(time.perf_counter() - started) * 1000)

    cost_s = costs.searching(asked.text, asked.edits)
    return await asks.answer(collection, asked.model_dump(), make, cost_s=cost_s)


@router.get("/read", response_model=ReadingShape | DocumentReadingShape, operation_id="read")
async def read(
    asks: Asks,
    q: Q = "",
    collection: CollectionName = "",
    edit: EditQuery = [],  # noqa: B006
    explain: bool = False,
    document: Annotated[bool, Query(description="Read it as a document: what is said, not wanted.")] = False,
    listing: Annotated[bool, Query(include_in_schema=False)] = False,
) -> Response:
    """The claims in a text: what is wanted, how firmly, and the words that say so."""
    asked = ReadRequest(text=q, collection=collection, edits=tuple(edit), explain=explain, document=document or listing)
    return await _read(asks, asked)


@router.post("/read", response_model=ReadingShape | DocumentReadingShape, operation_id="read_by_body")
async def read_by_body(asks: Asks, asked: ReadRequest) -> Response:
    """The same, with the query in the request body."""
    return await _read(asks, asked)


async def _read(asks: Asking, asked: ReadRequest) -> Response:
    collection = asks.collection(asked.collection)
    workspace = collection.workspace
    if not asked.document:
        check_query(asked.text)

    def make() -> ReadingShape | DocumentReadingShape:
        if asked.document:
            about = Entity(id=EntityId("document"), level=workspace.pack.hierarchy.answers)
            said = workspace.reader.read_document(asked.text, about=about, source="document")
            return serialization.document(said, explain=asked.explain)
        read = read_question(asked.question(), workspace.reader, workspace.pack)
        return serialization.reading(read, explain=asked.explain)

    return await asks.answer(
        collection,
        asked.model_dump(),
        make,
        cost_s=costs.reading(asked.text, *asked.edits),
        lane=asks.server.reading,
        keep=not asked.document,  # texts are long, and hardly ever the same
    )


def _weights(given: list[str]) -> dict[str, float]:
    found: dict[str, float] = {}
    for item in given:
        level, _, number = item.partition("=")
        try:
            found[level.strip()] = float(number)
        except ValueError as error:
            raise BadInput(
                f"weight {item[:60]!r} is not LEVEL=NUMBER",
                hint="As in weight=LEVEL=0.5, with a level of the pack.",
                values={"weight": item[:60]},
            ) from error
        if not 0 <= found[level.strip()] <= 1:
            raise BadInput(f"weight {item[:60]!r} is not between 0 and 1", values={"weight": item[:60]})
    return found
