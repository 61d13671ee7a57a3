"""Builds the application: middleware, routes, background threads and error handlers."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import anyio.to_thread
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Match

from claimtree import feedback, process_memory, saved
from claimtree.access import Keys
from claimtree.access.key_db import FILE
from claimtree.api.collections import Collections, Spec
from claimtree.api.concurrency import FairPool, Traffic
from claimtree.api.dependencies import Server, response_cache
from claimtree.api.jobs import Jobs
from claimtree.api.metrics import Metrics
from claimtree.api.middleware import Compressed, RequestMiddleware
from claimtree.api.problems import Problem, client_message, problem
from claimtree.api.routes import (
    API,
    catalog,
    chat,
    entities,
    health,
    jobs,
    page,
    properties,
    reference_page,
    review,
    search,
    tree_research,
    trees,
)
from claimtree.api.routes import feedback as feedback_routes
from claimtree.api.routes import saved as saved_routes
from claimtree.api.security import Gate
from claimtree.api.tiles import NO_TILES, Tiles
from claimtree.chat import StoredSessions
from claimtree.chat.open_conversation import model_limit_s
from claimtree.chat.sessions import FILE as CONVERSATIONS
from claimtree.engine import Engine
from claimtree.errors import ClaimtreeError
from claimtree.feedback import FeedbackFile
from claimtree.saved import SavedSearches
from claimtree.settings import Settings

ABOUT = """Say what you want in one sentence; every hit comes with a verdict for each claim and the words behind it.

Errors are problem details (RFC 9457) with the `code` and `hint` of the command line."""

SWITCH_S = 0.0005
"""Interval after which a computing thread yields the interpreter (GIL) to another one."""
LOOK_S = 20.0
"""Interval of the check for due saved searches."""

log = logging.getLogger("claimtree.api")


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """The configuration of a server."""

    specs: tuple[Spec, ...]
    local: bool = True
    open_to_all: bool = False
    names: tuple[str, ...] = ()
    """Host names of the server from elsewhere."""
    at_once: int = 2
    """Searches computed in parallel, per process."""
    waiting: int = 64
    limit_s: float = 20.0
    pictures: str = ""
    """Allowed sources of pictures for the page, as in a content security policy; none by
    default."""
    tiles: Tiles = NO_TILES
    log_queries: bool = False
    """Whether queries may be logged."""
    keys_demanded: bool = False
    """Whether keys were required when the server was started, so that a restarted process requires
    them too."""
    private_webhooks: bool = False
    """Whether news of saved searches may be posted to this machine and its own network."""


TALKING: Final = 8
"""Messages answered at once where a language model has a part: most of their time is waiting for it."""


def create_app(settings: Settings, serving: Serving) -> FastAPI:
    """Returns the application; closing it closes everything that it opened."""
    keys = Keys(
        settings.home / FILE,
        run_write=lambda write: threading.Thread(target=write, daemon=True).start(),
        demanded=serving.keys_demanded,
    )
    # Recorded at the start, whatever happens to the file later.
    keys.demand()
    metrics = Metrics()
    ending = threading.Event()
    gate = Gate(keys, local=serving.local, open_to_all=serving.open_to_all, names=serving.names)
    pool = partial(
        FairPool, at_once=serving.at_once, waiting=serving.waiting, limit_s=serving.limit_s, traffic=Traffic()
    )
    server = Server(
        collections=Collections(serving.specs, settings),
        jobs=Jobs(Path(settings.home)),
        metrics=metrics,
        searching=pool(),
        reading=pool(),
        talking=pool(at_once=TALKING, limit_s=serving.limit_s + model_limit_s(settings)),
        looking=FairPool(at_once=4, waiting=500, limit_s=serving.limit_s),
        writing=pool(at_once=2, limit_s=10 * serving.limit_s),
        answers=response_cache(),
        saved=SavedSearches(
            settings.home / saved.FILE,
            sleep=partial(_wait, ending),
            private_webhooks=serving.private_webhooks,
        ),
        feedback=FeedbackFile(settings.home / feedback.FILE),
        sessions=StoredSessions(settings.home / CONVERSATIONS),
        gate=gate,
        posting=threading.Event(),
        private_webhooks=serving.private_webhooks,
    )

    def drain() -> None:
        """Starts nothing more: waiting work is rejected, streams and jobs stop where they are."""
        ending.set()
        server.posting.set()
        server.jobs.end()
        for pool in server.pools:
            pool.close()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        process_memory.limit_malloc_arenas()
        for name, error in (await anyio.to_thread.run_sync(server.collections.warm)).items():
            if error is not None:
                log.warning("collection cannot be opened", extra={"collection": name, "error": error.message})
        # Everything opened so far stays: searches do not wait until the garbage collector has
        # traversed it again.
        process_memory.freeze_heap()
        process_memory.collect_garbage_rarely()
        # A search releases the interpreter at every query to its store, and has to get it back from
        # threads that read long texts: at the usual 5 ms each time it would take many times as
        # long.
        sys.setswitchinterval(SWITCH_S)
        watching = threading.Thread(target=watch, args=(server, keys, ending), name="saved searches", daemon=True)
        watching.start()
        yield {"drain": drain}
        drain()
        await anyio.to_thread.run_sync(lambda: watching.join(timeout=15))
        server.saved.close()
        server.feedback.close()
        server.sessions.close()
        server.jobs.close()
        server.collections.close()
        keys.close()

    app = FastAPI(
        title="Claimtree",
        summary="Search by claims",
        description=ABOUT,
        version=version("claimtree"),
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        middleware=[
            Middleware(
                RequestMiddleware,
                gate=gate,
                metrics=metrics,
                images=(serving.pictures, serving.tiles.source),
                log_queries=serving.log_queries,
            ),
            Middleware(Compressed, minimum_size=1_000, compresslevel=5),
        ],
    )
    app.state.server = server
    app.state.tiles = serving.tiles
    # Not by `include_router`: it would make the schemas of all routes again for this application,
    # which the first request has to wait for.
    nouns = (
        search,
        entities,
        catalog,
        properties,
        chat,
        jobs,
        saved_routes,
        feedback_routes,
        trees,
        tree_research,
        review,
    )
    for router in (health.router, page.router, reference_page.router, *(noun.router for noun in nouns)):
        app.router.routes.extend(router.routes)
    app.router.routes.extend(health.metrics_router.routes)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    return app


def watch(server: Server, keys: Keys, ending: threading.Event) -> None:
    """Runs saved searches that are due and posts their news, until the server ends; of several
    processes one runs each."""

    def engine(name: str) -> Engine | None:
        return server.collections.get(name).workspace.engine if name in server.collections.names else None

    def may_use(owner: str, collection: str) -> bool:
        """Whether the owner's key is still valid for the collection; searches of the command line
        have no key."""
        key = keys.usable(owner) if owner else None
        return not owner or (key is not None and key.may_see(collection))

    while not ending.is_set():
        try:
            server.saved.run_due(
                engine, collections=server.collections.names, stop=ending.is_set, may=may_use, describe=client_message
            )
        except ClaimtreeError as error:
            # For example if the file cannot be written; that may change.
            log.warning("saved searches", extra={"error": error.message})
        except Exception:
            # The next round may succeed; without this thread no search would ever run or be posted
            # again.
            log.exception("saved searches")
        server.posting.wait(LOOK_S)
        server.posting.clear()


def _wait(ending: threading.Event, seconds: float) -> None:
    """Sleeps, unless the server ends."""
    ending.wait(seconds)


async def _invalid(request: Request, error: Exception) -> Response:
    """Returns pydantic's validation errors in one sentence, quoting only a little of what was
    sent."""
    assert isinstance(error, RequestValidationError)
    problems = []
    for one in error.errors()[:3]:
        where = ".".join(str(part) for part in one["loc"] if part not in ("body", "query", "path")) or "the body"
        problems.append(f"{where}: {one['msg'].removeprefix('Value error, ')}")
    malformed = any(one["type"] == "json_invalid" for one in error.errors())
    status = HTTPStatus.BAD_REQUEST if malformed else HTTPStatus.UNPROCESSABLE_ENTITY
    return problem(status, "bad_input", "; ".join(problems)[:500], hint=f"{API}/openapi.json says what can be sent.")


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error, Problem):
        return error.response()
    status = HTTPStatus(error.status_code)
    code = {404: "no_route", 405: "no_method"}.get(int(status), "refused")
    detail = error.detail if error.detail != status.phrase else status.description
    headers = dict(error.headers or {})
    if status is HTTPStatus.METHOD_NOT_ALLOWED:
        headers["Allow"] = ", ".join(_allowed(request))
    return problem(status, code, detail or status.phrase, headers=headers)


def _allowed(request: Request) -> list[str]:
    """Returns the methods of a path; each is a separate route, and the framework names only those
    of one."""
    found = [
        method
        for method in ("DELETE", "GET", "POST", "PUT")
        if any(route.matches({**request.scope, "method": method})[0] is Match.FULL for route in request.app.routes)
    ]
    # `RequestMiddleware` answers HEAD wherever there is a GET.
    return sorted([*found, "HEAD"]) if "GET" in found else found
