"""Serves the listings of the eval over HTTP, as `claimtree serve` does, for a client that asks them there."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from claimtree.api.app import Serving, create_app
from claimtree.api.collections import Spec
from claimtree.errors import StoreUnavailable
from claimtree.settings import Settings

_STARTS_S = 60.0


@contextmanager
def served(settings: Settings) -> Iterator[str]:
    """Yields the address of a server on this machine that answers from the store of these settings."""
    specs = (Spec(name=settings.pack, pack=settings.pack, store=settings.store),)
    app = create_app(settings, Serving(specs=specs))
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error", access_log=False))
    thread = threading.Thread(target=server.run, name="structured source of the eval", daemon=True)
    thread.start()
    until = time.monotonic() + _STARTS_S
    while not server.started and thread.is_alive() and time.monotonic() < until:
        time.sleep(0.02)
    if not server.started:
        raise StoreUnavailable("the server of the listings did not start", hint="Run `claimtree serve` to see why.")
    port = server.servers[0].sockets[0].getsockname()[1]
    before = os.environ.get("NO_PROXY")
    os.environ["NO_PROXY"] = "127.0.0.1"
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        if before is None:
            del os.environ["NO_PROXY"]
        else:
            os.environ["NO_PROXY"] = before
        server.should_exit = True
        thread.join()
