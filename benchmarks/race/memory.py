"""Measures the memory of an engine: this process, and the local server that it talks to."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.machine import peak_bytes

_EVERY_S = 0.5
_LISTENS = "0A"
"""The state of a listening socket in /proc/net/tcp."""


@dataclass(slots=True)
class Memory:
    """Peak memory, in bytes."""

    server: int = 0
    known: bool = True
    """False if the server's process was not found: then only our own process is counted."""
    _done: threading.Event = field(default_factory=threading.Event)

    @property
    def peak(self) -> int:
        """Our process and the server together."""
        return peak_bytes() + self.server


@contextmanager
def watched(port: int | None) -> Iterator[Memory]:
    """Samples the memory of the server behind a port twice a second until closed."""
    memory = Memory()
    pid = listening(port) if port is not None else None
    memory.known = port is None or pid is not None
    if pid is None:
        yield memory
        return

    def look() -> None:
        while True:
            memory.server = max(memory.server, family_bytes(pid))
            if memory._done.wait(_EVERY_S):
                return

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield memory
    finally:
        memory._done.set()
        thread.join()


def listening(port: int) -> int | None:
    """Returns the local process that listens on a port; None if the system does not tell."""
    sockets = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in _text(Path(table)).splitlines()[1:]:
            parts = line.split()
            if parts[3] == _LISTENS and int(parts[1].rpartition(":")[2], 16) == port:
                sockets.add(f"socket:[{parts[9]}]")
    if not sockets:
        return None
    holders = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if any(str(link.readlink()) in sockets for link in (process / "fd").iterdir()):
                holders.append(int(process.name))
        except OSError:
            continue
    # A parent that passed its socket on to children has the lowest process id.
    return min(holders, default=None)


def family_bytes(pid: int) -> int:
    """Returns the memory of a process and its children; shared memory is counted once."""
    total, waiting = 0, [pid]
    while waiting:
        one = waiting.pop()
        for line in _text(Path(f"/proc/{one}/smaps_rollup")).splitlines():
            if line.startswith("Pss:"):
                total += 1024 * int(line.split()[1])
        waiting += [int(child) for child in _text(Path(f"/proc/{one}/task/{one}/children")).split()]
    return total


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""
