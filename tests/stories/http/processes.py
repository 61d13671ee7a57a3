"""A server in processes of its own, as people run it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.stories.http.serving import EMBEDDER

PATIENCE_S = 60.0


@contextmanager
def running(home: Path, *more: str, collections: tuple[str, ...] = ("north", "south")) -> Iterator[str]:
    """A server of two tenants; its address, once it can be searched."""
    named = [part for name in collections for part in ("--collection", f"{name}={home / name}.db")]
    with serving(home, *named, "--embedder", EMBEDDER, *more) as address:
        yield address


@contextmanager
def serving(
    home: Path, *words: str, log: Path | None = None, before: Callable[[], None] | None = None
) -> Iterator[str]:
    """Any server. It is ended by a signal, and has to end well. `before` is done in its process first."""
    log = log or home / "server.log"
    with started(home, *words, log=log, before=before) as process:
        yield ready(log, process)


@contextmanager
def started(
    home: Path, *words: str, log: Path, before: Callable[[], None] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """The process of a server, which may not be ready yet. A test may end it, and it has to end well."""
    command = [sys.executable, "-m", "claimtree", "serve", "--port", "0", *words]
    environment = {**os.environ, "CLAIMTREE_HOME": str(home)}
    with log.open("w") as lines:
        process = subprocess.Popen(
            command, stderr=lines, stdout=lines, env=environment,
            preexec_fn=before,  # noqa: PLW1509 - for two calls of the system
        )  # fmt: skip
        try:
            yield process
        finally:
            process.terminate()
            assert process.wait(timeout=40) == 0, log.read_text()


def ready(log: Path, process: subprocess.Popen[bytes]) -> str:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until and process.poll() is None:
        found = re.search(r"listens on (http://\S+)/", log.read_text(encoding="utf-8"))
        if found:
            try:
                urllib.request.urlopen(f"{found[1]}/readyz", timeout=5).close()
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                pass
            else:
                return found[1]
        time.sleep(0.1)
    raise AssertionError(f"the server did not start: {log.read_text(encoding='utf-8')}")
