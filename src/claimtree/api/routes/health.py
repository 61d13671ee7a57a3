"""Routes for monitoring: liveness, readiness and metrics."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from claimtree.access import Role
from claimtree.api.dependencies import PROBLEMS, Context, Server
from claimtree.api.routes import API
from claimtree.errors import ClaimtreeError

router = APIRouter()
metrics_router = APIRouter(prefix=API, tags=["health"], responses=PROBLEMS)


@router.get("/healthz", include_in_schema=False)
async def healthy() -> JSONResponse:
    """The process runs and answers."""
    return JSONResponse({"status": "ok"})


@router.get("/readyz", include_in_schema=False)
async def ready(request: Request) -> JSONResponse:
    """Every collection can be searched, and the next request would be accepted: no thread is stuck,
    no queue is full, the keys are available.
    """
    server: Server = request.app.state.server
    if server.searching.is_full or any(pool.is_stuck for pool in server.pools) or server.gate.is_lost:
        return _readiness(ready=False)

    def look() -> bool:
        try:
            for name in server.collections.names:
                server.collections.get(name).workspace.store.generation()
        except ClaimtreeError:
            return False
        return True

    return _readiness(ready=await server.looking.run(look))


def _readiness(*, ready: bool) -> JSONResponse:
    return JSONResponse({"status": "ok" if ready else "not ready"}, status_code=200 if ready else 503)


@metrics_router.get("/metrics", operation_id="metrics", response_class=Response)
async def metrics(context: Context) -> Response:
    """Numbers for Prometheus."""
    context.needs(Role.ADMIN)
    return Response(context.server.metrics.text(), media_type=context.server.metrics.media)
