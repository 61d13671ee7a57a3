"""The request context that every route depends on: the caller, the collection and the response
cache."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from threading import Event
from typing import Annotated, Any, TypedDict, TypeVar

import orjson
from fastapi import Depends, Request
from fastapi.responses import Response
from pydantic import TypeAdapter

from claimtree.access import Role
from claimtree.api import costs, etags
from claimtree.api.collections import Collection, Collections, unknown_collection
from claimtree.api.concurrency import FairPool
from claimtree.api.jobs import Jobs
from claimtree.api.metrics import Metrics
from claimtree.api.middleware import takes_gzip
from claimtree.api.problems import MEDIA, Problem
from claimtree.api.security import Caller, Gate, check_role
from claimtree.chat import StoredSessions
from claimtree.errors import UnknownName
from claimtree.feedback import FeedbackFile
from claimtree.json_types.error_types import ProblemShape
from claimtree.lru_cache import LruCache
from claimtree.saved import SavedSearches
from claimtree.search.cursors import fingerprint

T = TypeVar("T")

CACHED_BYTES = 8 << 20
"""Size of the cached responses per process."""
LONGEST_CACHED = CACHED_BYTES // 16
"""A longer response is not cached: a few would displace those of all other clients."""
_A_RESPONSE = 1_000
"""Bytes of a cached response beside its content, rounded up."""
KEPT_BY_WHO_ASKED = {"Cache-Control": "private, no-cache", "Vary": "Authorization, X-API-Key"}
"""Responses may be cached per key only, and must be revalidated each time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """Everything that routes share."""

    collections: Collections
    jobs: Jobs
    metrics: Metrics
    searching: FairPool
    reading: FairPool
    """For parsing texts that are not searched with, so that searches do not wait behind them."""
    talking: FairPool
    """For messages of conversations in which a language model has a part, so that searches do not wait for it."""
    looking: FairPool
    """For lookups that take a millisecond, so that they do not wait behind searches."""
    writing: FairPool
    answers: LruCache[str, bytes]
    """Encoded responses, by everything that they depend on."""
    saved: SavedSearches
    feedback: FeedbackFile
    sessions: StoredSessions
    """Of conversations."""
    gate: Gate
    posting: Event
    """Set when there may be webhooks to post."""
    private_webhooks: bool = False

    @property
    def pools(self) -> tuple[FairPool, ...]:
        return (self.searching, self.reading, self.talking, self.looking, self.writing)


def response_cache() -> LruCache[str, bytes]:
    """Returns an empty cache of responses."""
    return LruCache(CACHED_BYTES, cost=lambda tag, body: _A_RESPONSE + len(body))


class Place(TypedDict):
    """Identifies where a key's saved searches and feedback are stored."""

    collection: str
    owner: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestContext:
    """One authorized request."""

    server: Server
    caller: Caller
    request: Request

    @property
    def collections(self) -> list[Collection]:
        """The collections that the caller may see."""
        known = self.server.collections
        return [known.get(name) for name in known.names if self.caller.may_see(name)]

    def collection(self, name: str) -> Collection:
        """Returns the named collection; one that the caller may not see is reported like a missing
        one.

        The name may be in the body or in the URL; if both are given, they must be the same.
        """
        in_address = self.request.query_params.get("collection", "")
        if in_address and name and in_address != name:
            raise Problem(
                HTTPStatus.UNPROCESSABLE_ENTITY,
                "two_collections",
                f"the address says collection {in_address[:80]!r}, and the body {name[:80]!r}",
                hint="Say it once.",
            )
        name = name or in_address
        visible = self.collections
        if not visible and not name:
            raise UnknownName(
                "there is no collection to search",
                hint="Load the demo with `claimtree demo`, or start the server with --collection NAME=STORE.",
            )
        for one in visible:
            if name in ("", one.name):
                return one
        raise unknown_collection(name)

    def place(self, name: str) -> Place:
        """Returns the place of the caller's own saved searches and feedback in a collection."""
        return {"collection": self.collection(name).name, "owner": self.caller.id}

    def needs(self, role: Role) -> None:
        check_role(self.caller, role)

    @property
    def client(self) -> str:
        """The client under which its work is counted in a pool."""
        return self.server.gate.client_of(self.caller, self.request)

    async def run(self, pool: FairPool, work: Callable[[], T], *, cost_s: float = 0.0) -> T:
        """Runs work in a pool, and abandons it when the client disconnects. The request body must
        have been read already."""
        return await pool.run(work, client=self.client, cost_s=cost_s, gone=self._gone)

    async def write(self, work: Callable[[], T], *, cost_s: float = 0.0) -> T:
        return await self.run(self.server.writing, work, cost_s=cost_s)

    async def look_up(self, work: Callable[[], T]) -> T:
        """Runs a short lookup; does not check whether the client is still connected."""
        return await self.server.looking.run(work, client=self.client)

    async def _gone(self) -> None:
        while (await self.request.receive())["type"] != "http.disconnect":
            pass

    def _has(self, tag: str) -> bool:
        """Whether the client already has this response (`If-None-Match` of a GET or HEAD
        request)."""
        known = [one.strip() for one in self.request.headers.get("if-none-match", "").split(",")]
        return self.request.method in ("GET", "HEAD") and tag in known

    async def look(self, make: Callable[[], Mapping[str, Any]]) -> Response:
        """Returns the response to a quick lookup, or 304 if the client already has it."""
        body = await self.look_up(lambda: orjson.dumps(make()))
        tag = f'W/"{hashlib.blake2b(body, digest_size=9).hexdigest()}"'
        headers = {"ETag": tag, **KEPT_BY_WHO_ASKED}
        if self._has(tag):
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        return Response(body, media_type="application/json", headers=headers)

    async def answer(
        self,
        collection: Collection,
        question: Mapping[str, object],
        make: Callable[[], Mapping[str, Any]],
        *,
        version: str = "",
        cost_s: float = 0.0,
        pool: FairPool | None = None,
        keep: bool = True,
    ) -> Response:
        """Returns a response that depends only on the question and the data: cached, and answered
        with 304 if the client already has it.

        With `version`, the version of the resource, looked up before, the ETag can be sent back as
        `If-Match`. `keep` says whether the response is worth caching, because it may be requested
        again.
        """
        may_keep = keep and not collection.asks_others
        # For the request log, which contains it only if that was enabled.
        self.request.scope["asked"] = str(question.get("text", ""))[:1_000]
        stamp = await self.look_up(lambda: collection.stamp)
        small = takes_gzip(self.request.headers.get("accept-encoding", ""))
        mark = fingerprint([stamp, self.request.url.path, dict(question)])
        # A strong ETag identifies the exact bytes, and compressed ones differ from uncompressed
        # ones.
        tag = etags.tag(version, mark, "gzip" if small else "") if version else f'W/"{mark}"'
        headers = {"ETag": tag, **KEPT_BY_WHO_ASKED}
        if may_keep and self._has(tag):
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        # Cached as sent, so that nothing is compressed twice, and compressed in the pool, never on
        # the event loop.
        kept = f"{tag} gzip" if small else tag
        body = self.server.answers.get([kept]).get(kept)
        self.server.metrics.answered(from_cache=body is not None)
        if body is None:
            # The request itself was counted against the rate limit on arrival.
            if (more := costs.requests(cost_s) - 1) > 0:
                self.server.gate.check_rate(self.caller, self.request, count=more)
            body = await self.run(
                pool or self.server.searching,
                lambda: compressed(orjson.dumps(make())) if small else orjson.dumps(make()),
                cost_s=cost_s,
            )
            if may_keep and len(body) <= LONGEST_CACHED:
                self.server.answers.put({kept: body})
        if small:
            headers |= {"Content-Encoding": "gzip", "Vary": f"{headers['Vary']}, Accept-Encoding"}
        return Response(body, media_type="application/json", headers=headers)


def compressed(body: bytes) -> bytes:
    return gzip.compress(body, compresslevel=4, mtime=0)


def request_context(request: Request) -> RequestContext:
    caller = request.scope.get("caller")
    if not isinstance(caller, Caller):
        raise Problem(HTTPStatus.UNAUTHORIZED, "no_key", "a key is needed")
    return RequestContext(server=request.app.state.server, caller=caller, request=request)


Context = Annotated[RequestContext, Depends(request_context)]


def as_json(shape: Mapping[str, Any], *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(orjson.dumps(shape), status_code=status, media_type="application/json", headers=dict(headers or {}))


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"description": meaning, "content": {MEDIA: {"schema": TypeAdapter(ProblemShape).json_schema()}}}
    for status, meaning in {
        400: "The request cannot be read.",
        401: "A key is needed, or this one is not valid.",
        403: "The key may not do this.",
        404: "There is no such thing, or you may not see it.",
        409: "What is stored does not allow it.",
        412: "It was to be changed at another version than it has.",
        413: "Too large.",
        415: "Another kind of content is needed.",
        421: "The server is not called so.",
        422: "A value cannot be used; the detail says which.",
        429: "Too often; Retry-After says when.",
        500: "Something failed within.",
        501: "An optional part is not installed.",
        502: "Something that the answer needs failed.",
        503: "Too busy, or something cannot be reached; Retry-After says when.",
        507: "No space left.",
    }.items()
}
