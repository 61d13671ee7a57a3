"""Routes for conversations and their tools. A key sees its own sessions only."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response

from claimtree.api import costs
from claimtree.api.collections import Collection
from claimtree.api.dependencies import PROBLEMS, Context, RequestContext, as_json
from claimtree.api.event_stream import EVENTS, LINES, Tell, accepted_stream, streamed
from claimtree.api.requests import (
    ChatRequest,
    CollectionName,
    NearbyRequest,
    NearPoisRequest,
    PropertiesRequest,
    ToolRequest,
)
from claimtree.api.routes import API
from claimtree.api.session_owner import SECRET, is_stranger, session_owner
from claimtree.chat.chat_json import hit_json, reply_json, sessions_json, step_json, tool_hits_json, tool_places_json
from claimtree.chat.progress import Progress, untold
from claimtree.chat.sessions import LONGEST_NAME, Key
from claimtree.chat.tool_calls import USUAL_KM
from claimtree.chat.tools import ToolHits, Tools
from claimtree.errors import BadInput
from claimtree.json_types.chat_types import (
    ChatHitShape,
    ChatReplyShape,
    SessionListShape,
    ToolHitsShape,
    ToolPlacesShape,
)
from claimtree.json_types.entity_types import DeletedShape
from claimtree.search.query_limits import check_query

router = APIRouter(prefix=API, tags=["chat"], responses=PROBLEMS)

SessionName = Annotated[str, Path(max_length=LONGEST_NAME)]


@router.post(
    "/chat",
    response_model=ChatReplyShape,
    operation_id="chat",
    responses={200: {"content": {EVENTS: {}, LINES: {}}}},
)
async def chat(context: Context, asked: ChatRequest) -> Response:
    """The reply to one message of a conversation; the session keeps what is searched for.

    With `Accept: text/event-stream` or `application/x-ndjson` it is sent as it becomes known: `understood` (the
    criteria) and `called` (the tools) before the search ends, then `hits`, a `line` for each line of the text, and the
    whole `reply`; `error` is a problem that ended it. What is told again replaces what was told before.
    """
    check_query(asked.message)
    collection = context.collection(asked.collection)
    session = asked.session or secrets.token_hex(SECRET)
    owner = session_owner(context, session)

    def make(progress: Progress = untold) -> ChatReplyShape:
        talk = collection.conversation(context.server.sessions)
        reply = talk.reply(
            asked.message,
            session=session,
            owner=owner,
            collection=collection.name,
            limit=asked.limit,
            progress=progress,
        )
        return reply_json(reply)

    async def answered(work: Callable[[], ChatReplyShape]) -> ChatReplyShape:
        pool = context.server.talking if collection.has_assistant else context.server.searching
        return await context.run(pool, work, cost_s=costs.searching(asked.message))

    async def telling(tell: Tell) -> None:
        shape = await answered(lambda: make(lambda step: tell(*step_json(step))))
        for line in shape["text"].split("\n"):
            tell("line", line)
        tell("reply", shape)

    media = accepted_stream(context.request.headers.get("accept", ""))
    if media:
        return await streamed(media, telling)
    return as_json(await answered(make), headers={"Cache-Control": "no-store"})


@router.get("/chat/sessions", response_model=SessionListShape, operation_id="chat_sessions")
async def sessions(context: Context, collection: CollectionName = "") -> Response:
    """Your sessions, the last used first."""
    chosen = context.collection(collection)

    def make() -> SessionListShape:
        if is_stranger(context):
            return {"sessions": []}
        found = context.server.sessions.listed(chosen.name, context.caller.id)
        return {"sessions": sessions_json(found, chosen.workspace.pack)}

    return as_json(await context.look_up(make), headers={"Cache-Control": "no-store"})


@router.delete("/chat/sessions/{session:path}", response_model=DeletedShape, operation_id="delete_chat_session")
async def delete(context: Context, session: SessionName, collection: CollectionName = "") -> Response:
    """Delete one of your sessions."""
    key = Key(collection=context.collection(collection).name, owner=session_owner(context, session), name=session)

    def make() -> DeletedShape:
        context.server.sessions.delete(key)
        return {"deleted": 1}

    return as_json(await context.write(make))


@router.post("/tools/search_properties", response_model=ToolHitsShape, operation_id="tool_search_properties")
async def search_properties(context: Context, asked: PropertiesRequest) -> Response:
    """Search by words and filters."""

    def search(tools: Tools) -> ToolHits:
        return tools.search_properties(
            asked.query, filters=asked.all_filters, limit=asked.limit, offset=asked.offset, order=asked.order
        )

    return await _searched(context, asked, asked.query, search)


@router.post("/tools/search_nearby", response_model=ToolHitsShape, operation_id="tool_search_nearby")
async def search_nearby(context: Context, asked: NearbyRequest) -> Response:
    """Search around a place, by its name or coordinates, or near any place of a kind, grouped by place."""
    if bool(asked.location_name.strip()) is bool(asked.poi_type.strip()):
        raise BadInput(
            "it is to be said near what: location_name or poi_type, one of them",
            hint="Give a place by name, or a kind of place.",
        )
    near = _near_kind if asked.poi_type.strip() else _near_place
    return await _searched(context, asked, asked.query, lambda tools: near(tools, asked))


@router.post("/tools/search_near_pois", response_model=ToolHitsShape, operation_id="tool_search_near_pois")
async def search_near_pois(context: Context, asked: NearPoisRequest) -> Response:
    """Search near any place of a kind, grouped by place."""
    return await _searched(context, asked, asked.query, lambda tools: _near_kind(tools, asked))


def _near_kind(tools: Tools, asked: NearbyRequest | NearPoisRequest) -> ToolHits:
    return tools.search_near_pois(
        asked.poi_type,
        radius_km=asked.radius_km,
        query=asked.query,
        filters=asked.all_filters,
        limit=asked.limit,
        offset=asked.offset,
        order=asked.order,
    )


def _near_place(tools: Tools, asked: NearbyRequest) -> ToolHits:
    return tools.search_nearby(
        asked.location_name,
        radius_km=asked.radius_km or USUAL_KM,
        query=asked.query,
        filters=asked.all_filters,
        limit=asked.limit,
        offset=asked.offset,
        order=asked.order,
    )


@router.get("/tools/search_pois", response_model=ToolPlacesShape, operation_id="tool_search_pois")
async def search_pois(
    context: Context, poi_type: Annotated[str, Query(max_length=40)], collection: CollectionName = ""
) -> Response:
    """Places of a kind around the data."""
    tools = _tools(context, context.collection(collection))
    return as_json(await context.run(context.server.searching, lambda: tool_places_json(tools().search_pois(poi_type))))


@router.get("/tools/geocode_location", response_model=ToolPlacesShape, operation_id="tool_geocode_location")
async def geocode_location(
    context: Context, name: Annotated[str, Query(max_length=200)], collection: CollectionName = ""
) -> Response:
    """The places that a name means; several if it is ambiguous."""
    tools = _tools(context, context.collection(collection))
    return as_json(
        await context.run(context.server.searching, lambda: tool_places_json(tools().geocode_location(name)))
    )


@router.get("/tools/get_property_detail", response_model=ChatHitShape, operation_id="tool_get_property_detail")
async def get_property_detail(
    context: Context, id: Annotated[str, Query(max_length=600)], collection: CollectionName = ""
) -> Response:
    """One hit by its id."""
    tools = _tools(context, context.collection(collection))
    return as_json(await context.look_up(lambda: hit_json(tools().get_property_detail(id))))


@router.get("/tools/get_property_by_number", response_model=ChatHitShape, operation_id="tool_get_property_by_number")
async def get_property_by_number(
    context: Context,
    number: Annotated[int, Query(ge=1, le=10_000)],
    session: Annotated[str, Query(max_length=LONGEST_NAME)],
    collection: CollectionName = "",
) -> Response:
    """The hit that one of your sessions has shown under a number."""
    chosen = context.collection(collection)
    key = Key(collection=chosen.name, owner=session_owner(context, session), name=session)

    def make() -> ChatHitShape:
        state, _ = context.server.sessions.read(key)
        return hit_json(_tools(context, chosen)().get_property_by_number(number, state))

    return as_json(await context.look_up(make))


async def _searched(
    context: RequestContext, asked: ToolRequest, query: str, search: Callable[[Tools], ToolHits]
) -> Response:
    tools = _tools(context, context.collection(asked.collection))
    cost_s = costs.searching(query)
    shape = await context.run(context.server.searching, lambda: tool_hits_json(search(tools())), cost_s=cost_s)
    return as_json(shape)


def _tools(context: RequestContext, collection: Collection) -> Callable[[], Tools]:
    """Opens the tools of a collection in the thread that uses them."""
    return lambda: collection.conversation(context.server.sessions).tools
