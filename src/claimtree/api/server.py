"""Runs the application: one process or several, a JSON log, a graceful shutdown."""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from multiprocessing import parent_process
from types import FrameType

import uvicorn
from fastapi import FastAPI
from uvicorn.config import STARTUP_FAILURE

from claimtree.api.app import Serving, create_app
from claimtree.api.collections import Spec
from claimtree.api.metrics import FOLDER
from claimtree.api.tiles import Tiles
from claimtree.errors import ClaimtreeError, StoreUnavailable
from claimtree.http_server import Connection, Server, Workers
from claimtree.model.hosts import host_text
from claimtree.settings import SECRETS, Settings, load_settings

PLAN = "CLAIMTREE_SERVING"
"""Environment variable with the configuration: worker processes are started afresh, and read it
from there."""
END_S = 25
"""How long the shutdown waits for responses; longer than a search may take."""
log = logging.getLogger("claimtree.api")
_OWN = frozenset(vars(logging.makeLogRecord({})))


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """The configuration of a running server."""

    settings: Settings
    serving: Serving
    host: str
    port: int
    workers: int
    folder: str
    """Folder for the metrics that processes share; deleted at the end."""


def run(running: Running, tell: Callable[[str], None]) -> None:
    """Serves until terminated."""
    listening = _listen(running.host, running.port)
    host, port = listening.getsockname()[:2]
    if running.workers > 1:
        os.environ[FOLDER] = running.folder
    os.environ[PLAN] = _written(running)
    config = uvicorn.Config(
        "claimtree.api.server:served",
        factory=True,
        workers=running.workers,
        log_config=None,
        access_log=False,
        server_header=False,
        # An idle connection holds nothing else.
        timeout_keep_alive=15,
        timeout_graceful_shutdown=END_S,
        limit_concurrency=1_000,
        # Fits the longest URL that a search can have.
        h11_max_incomplete_event_size=192 << 10,
        http=Connection,
        forwarded_allow_ips="127.0.0.1",
    )
    log_as_json()
    # After its shutdown uvicorn re-raises the signal with the previous handler, which must not skip
    # the cleanup.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _end)
    tell(f"http://{host_text(str(host), port)}/")
    if running.workers == 1:
        Server(config).run(sockets=[listening])
        return
    processes = Workers(config, sockets=[listening])
    processes.run()
    if any(process.exitcode == STARTUP_FAILURE for process in processes.processes):
        raise StoreUnavailable("a process of the server could not start", hint="The log above says why.")


def _end(number: int, frame: FrameType | None) -> None:
    raise SystemExit(0)


def served() -> FastAPI:
    """Returns the application of a worker process, configured by the environment."""
    log_as_json()
    plan = json.loads(os.environ[PLAN])
    serving = plan["serving"]
    serving["specs"] = tuple(Spec(**spec) for spec in serving["specs"])
    serving["names"] = tuple(serving["names"])
    serving["tiles"] = Tiles(**serving["tiles"])
    try:
        app = create_app(load_settings(plan["settings"]), Serving(**serving))
    except (ClaimtreeError, OSError) as error:
        if parent_process() is None:
            raise
        # The error would recur: with this exit code the process is not restarted forever.
        log.error("cannot start", extra={"error": str(error)})
        raise SystemExit(STARTUP_FAILURE) from error
    return app


def _written(running: Running) -> str:
    """Serializes the configuration without secrets; each process reads those for itself, from where
    they are stored."""
    settings = {name: str(value) for name, value in asdict(running.settings).items() if name not in SECRETS}
    return json.dumps({"settings": settings, "serving": asdict(running.serving)})


def _listen(host: str, port: int) -> socket.socket:
    """Binds the socket before anything is opened, so that a port in use is reported at once, in
    plain words."""
    try:
        listening = _bound(host, port)
    except OSError as error:
        raise StoreUnavailable(
            f"cannot listen on {host}:{port}: {error.strerror or error}",
            hint="Another server may listen there: choose another with --port, or 0 for a free one.",
            values={"host": host, "port": port},
        ) from error
    listening.set_inheritable(True)
    return listening


def _bound(host: str, port: int) -> socket.socket:
    """A socket that listens there; it is closed again where it cannot."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, address = found[0]
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(1_024)
    except OSError:
        listening.close()
        raise
    return listening


class _Lines(logging.Formatter):
    """Formats each record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in _OWN and name != "color_message"},
        }
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False, default=str)


def log_as_json() -> None:
    """Logs as JSON to stderr, for the project's loggers and uvicorn's."""
    lines = logging.StreamHandler(sys.stderr)
    lines.setFormatter(_Lines())
    for name in ("claimtree.api", "uvicorn"):
        log = logging.getLogger(name)
        log.handlers = [lines]
        log.setLevel(logging.INFO)
        log.propagate = False
    # uvicorn logs its address at every start, which was already printed.
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
