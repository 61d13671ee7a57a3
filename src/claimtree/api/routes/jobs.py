"""Routes for index jobs: uploading a file, and watching its progress."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Annotated

import anyio
import orjson
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response, StreamingResponse

from claimtree.access import Role
from claimtree.api.dependencies import PROBLEMS, Context, RequestContext, as_json
from claimtree.api.jobs import Job
from claimtree.api.problems import Problem
from claimtree.api.requests import MOST_MAPS, CollectionName, ColumnMap
from claimtree.api.routes import API
from claimtree.errors import BadInput, ClaimtreeError
from claimtree.json_types.report_types import JobShape, JobsShape

MOST_UPLOAD = 256 << 20
LOOK_S = 0.25
"""Interval at which a watched job is checked."""
STILL_S = 15.0
"""After this long without news a comment is sent, so that no proxy closes the connection."""

router = APIRouter(prefix=API, tags=["jobs"], responses=PROBLEMS)


@router.post(
    "/jobs",
    response_model=JobShape,
    status_code=202,
    operation_id="start_job",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {kind: {"schema": {"type": "string"}} for kind in ("application/x-ndjson", "text/csv")},
        }
    },
)
async def start(
    context: Context,
    request: Request,
    collection: CollectionName = "",
    map: Annotated[list[ColumnMap] | None, Query(max_length=MOST_MAPS)] = None,
) -> Response:
    """Index a file: JSON Lines (application/x-ndjson) or CSV (text/csv), as docs/data-format.md says.

    `map`, which may come several times, says what a column is read as (name=title); the store remembers it.
    """
    context.needs(Role.WRITE)
    chosen = context.collection(collection)
    jobs = context.server.jobs
    try:
        upload = jobs.new_upload(request.headers.get("content-type", ""))
    except BadInput as error:
        raise Problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, error.code, error.message, hint=error.hint) from error
    await context.look_up(lambda: jobs.require_room(chosen.name))
    request.scope["most_body"] = MOST_UPLOAD
    lines = size = 0
    length = request.headers.get("content-length", "")
    declared = int(length) if length.isdecimal() and len(length) < 20 else 0
    try:
        with jobs.uploading(min(declared, MOST_UPLOAD)) as came:
            taken = os.open(upload, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            async with await anyio.open_file(taken, "wb") as file:
                async for chunk in request.stream():
                    lines += chunk.count(b"\n")
                    size += len(chunk)
                    came(size)
                    await file.write(chunk)
        job = await context.write(lambda: jobs.start(chosen, context.caller.id, upload, lines or None, map or ()))
    except BaseException:
        upload.unlink(missing_ok=True)
        raise
    return as_json(job.shape, status=202, headers={"Location": f"/api/v1/jobs/{job.id}?collection={chosen.name}"})


@router.get("/jobs", response_model=JobsShape, operation_id="jobs")
async def listed(context: Context, collection: CollectionName = "") -> Response:
    """The jobs of a collection, the newest first."""
    context.needs(Role.WRITE)
    chosen = context.collection(collection)
    found = await context.look_up(lambda: context.server.jobs.list(chosen.name))
    return as_json({"jobs": [job.shape for job in found]})


@router.get("/jobs/{id}", response_model=JobShape, operation_id="job")
async def one(context: Context, id: str, collection: CollectionName = "") -> Response:
    """The progress of a job."""
    context.needs(Role.WRITE)
    return as_json((await _job(context, id, collection)).shape)


@router.delete("/jobs/{id}", response_model=JobShape, operation_id="cancel_job")
async def cancel(context: Context, id: str, collection: CollectionName = "") -> Response:
    """Cancel a job; it ends after the current batch, and what is stored stays."""
    context.needs(Role.WRITE)
    chosen = context.collection(collection)
    found = await context.write(lambda: context.server.jobs.cancel(chosen.name, id))
    return as_json(found.shape)


@router.get(
    "/jobs/{id}/events",
    operation_id="job_events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def events(context: Context, id: str, collection: CollectionName = "") -> Response:
    """The job as server-sent events, one whenever something has changed, until it has ended, or
    your key is revoked or has expired.
    """
    context.needs(Role.WRITE)
    first = await _job(context, id, collection)
    return StreamingResponse(_events(context, first), media_type="text/event-stream")


async def _job(context: RequestContext, id: str, collection: str) -> Job:
    chosen = context.collection(collection)
    return await context.look_up(lambda: context.server.jobs.get(chosen.name, id))


async def _events(context: RequestContext, job: Job) -> AsyncIterator[bytes]:
    still_s = 0.0
    last: Job | None = None
    collection, id = job.collection, job.id
    while True:
        if job != last:
            yield b"event: job\ndata: " + orjson.dumps(job.shape) + b"\n\n"
            last, still_s = job, 0.0
        elif still_s >= STILL_S:
            yield b": still there\n\n"
            still_s = 0.0
        if job.is_over or context.server.jobs.is_closing:
            return
        await anyio.sleep(LOOK_S)
        still_s += LOOK_S
        try:
            visible = await context.look_up(lambda: _visible_job(context, collection, id))
        except (Problem, ClaimtreeError):
            return  # the client reconnects, as browsers do
        if visible is None:
            return
        job = visible


def _visible_job(context: RequestContext, collection: str, id: str) -> Job | None:
    """Returns the job's state; None if the caller may not see it any more."""
    return context.server.jobs.get(collection, id) if context.server.gate.is_still_allowed(context.caller) else None
