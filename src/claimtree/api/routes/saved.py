"""Routes for saved searches: storing, running, news, the feed and webhooks."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from claimtree.access import Role
from claimtree.api.dependencies import PROBLEMS, Context, RequestContext, as_json
from claimtree.api.requests import CollectionName, NewSavedRequest, ScheduleRequest, WebhookRequest
from claimtree.api.routes import API
from claimtree.errors import ClaimtreeError, UnknownName
from claimtree.json_types.saved_types import NewsShape, RunShape, SavedListShape, SavedShape, WebhookShape
from claimtree.saved import SavedSearch, feed, saved_json
from claimtree.saved.feed import MEDIA_TYPE
from claimtree.search.query_limits import check_question

router = APIRouter(prefix=API, tags=["saved searches"], responses=PROBLEMS)


@router.get("/saved", response_model=SavedListShape, operation_id="saved_searches")
async def listed(context: Context, collection: CollectionName = "") -> Response:
    """Your saved searches, by name."""
    context.needs(Role.WRITE)
    where = context.place(collection)
    found = await context.look_up(lambda: context.server.saved.list(**where))
    return as_json({"saved": [saved_json.search(one) for one in found]})


@router.post("/saved", response_model=SavedShape, status_code=201, operation_id="save_search")
async def add(context: Context, asked: NewSavedRequest) -> Response:
    """Save a search under a name; it is run once immediately, as a baseline."""
    context.needs(Role.WRITE)
    where = context.place(asked.collection)
    chosen = context.collection(asked.collection)

    def make() -> SavedShape:
        question = asked.question()
        check_question(question, chosen.workspace.pack)
        saved = context.server.saved.add(asked.name, question, limit=asked.limit, every=asked.every_minutes, **where)
        try:
            context.server.saved.run(chosen.workspace.engine, saved.name, **where)
        except ClaimtreeError:
            # Removed again, so that a retry after the error is not told that the search exists
            # already.
            context.server.saved.remove(saved.name, **where)
            raise
        return saved_json.search(context.server.saved.get(saved.name, **where))

    return as_json(await context.write(make), status=201)


@router.get("/saved/{id}", response_model=SavedShape, operation_id="saved_search")
async def one(context: Context, id: str, collection: CollectionName = "") -> Response:
    """One of them, by its id or its name."""
    context.needs(Role.WRITE)
    return as_json(await context.look_up(lambda: saved_json.search(_saved(context, id, collection))))


@router.put("/saved/{id}/schedule", response_model=SavedShape, operation_id="schedule_search")
async def schedule(context: Context, id: str, asked: ScheduleRequest, collection: CollectionName = "") -> Response:
    """Run it on a schedule, every so many minutes, or stop."""
    context.needs(Role.WRITE)

    def make() -> SavedShape:
        name = _saved(context, id, collection).name
        return saved_json.search(context.server.saved.set_every(name, asked.every_minutes, **context.place(collection)))

    return as_json(await context.write(make))


@router.delete("/saved/{id}", response_model=SavedShape, operation_id="forget_search")
async def remove(context: Context, id: str, collection: CollectionName = "") -> Response:
    """Delete it, with its history."""
    context.needs(Role.WRITE)

    def make() -> SavedShape:
        name = _saved(context, id, collection).name
        return saved_json.search(context.server.saved.remove(name, **context.place(collection)))

    return as_json(await context.write(make))


@router.post("/saved/{id}/runs", response_model=RunShape, operation_id="run_search")
async def run(context: Context, id: str, collection: CollectionName = "") -> Response:
    """Run it again: what is new, gone or cheaper, and why."""
    context.needs(Role.WRITE)
    chosen = context.collection(collection)

    def make() -> RunShape:
        where = context.place(collection)
        name = _saved(context, id, collection).name
        done = context.server.saved.run(chosen.workspace.engine, name, **where)
        context.server.posting.set()
        return saved_json.run(done)

    return as_json(await context.write(make))


@router.get("/saved/{id}/runs", response_model=NewsShape, operation_id="search_news")
async def news(
    context: Context, id: str, collection: CollectionName = "", limit: Annotated[int, Query(ge=1, le=100)] = 20
) -> Response:
    """The runs that had news, the newest first."""
    context.needs(Role.WRITE)

    def make() -> NewsShape:
        name = _saved(context, id, collection).name
        found = context.server.saved.news(name, limit=limit, **context.place(collection))
        return {"runs": [saved_json.run(done) for done in found]}

    return as_json(await context.look_up(make))


@router.get(
    "/saved/{id}/feed",
    operation_id="search_feed",
    response_class=Response,
    responses={200: {"content": {MEDIA_TYPE: {"schema": {"type": "string"}}}}},
)
async def atom(context: Context, id: str, collection: CollectionName = "") -> Response:
    """The news as an Atom feed. A feed reader that supports only passwords can send the key as one."""
    context.needs(Role.WRITE)

    def make() -> str:
        saved = _saved(context, id, collection)
        return feed(
            saved, context.server.saved.news(saved.name, **context.place(collection)), link=str(context.request.url)
        )

    body = await context.look_up(make)
    return Response(body, media_type=MEDIA_TYPE, headers={"Cache-Control": "private, max-age=300"})


@router.put("/saved/{id}/webhook", response_model=WebhookShape, operation_id="set_webhook")
async def set_webhook(context: Context, id: str, asked: WebhookRequest, collection: CollectionName = "") -> Response:
    """Post news there from now on. The secret that messages are signed with is shown this once."""
    context.needs(Role.WRITE)

    def make() -> WebhookShape:
        name = _saved(context, id, collection).name
        hook = context.server.saved.set_webhook(
            name, asked.url, allow_private=context.server.private_webhooks, **context.place(collection)
        )
        return {"host": saved_json.host(hook.url), "secret": hook.secret}

    return as_json(await context.write(make))


@router.delete("/saved/{id}/webhook", response_model=SavedShape, operation_id="clear_webhook")
async def clear_webhook(context: Context, id: str, collection: CollectionName = "") -> Response:
    """Remove the webhook."""
    context.needs(Role.WRITE)

    def make() -> SavedShape:
        name = _saved(context, id, collection).name
        return saved_json.search(context.server.saved.clear_webhook(name, **context.place(collection)))

    return as_json(await context.write(make))


def _saved(context: RequestContext, id: str, collection: str) -> SavedSearch:
    """Returns one of the caller's own searches, by id, or by a name without a slash."""
    for saved in context.server.saved.list(**context.place(collection)):
        if id in (saved.id, saved.name):
            return saved
    raise UnknownName(f"no saved search {id[:80]!r}", hint="GET /api/v1/saved lists them.")
