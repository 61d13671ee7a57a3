"""How much memory a contestant takes: this process, and the server on this machine that it speaks to."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.machine import peak_bytes

_EVERY_S = 0.5
_LISTENS = "0A"
"""The state of a listening socket in the system's table."""


@dataclass(slots=True)
class Memory:
    """The most that was seen, in bytes."""

    server: int = 0
    known: bool = True
    """False where a server's process could not be found: then only our own side is counted."""
    _done: threading.Event = field(default_factory=threading.Event)

    @property
    def peak(self) -> int:
        """Our process and the server together."""
        return peak_bytes() + self.server


@contextmanager
def watched(port: int | None) -> Iterator[Memory]:
    """Look at the server behind a port twice a second, for as long as this is open."""
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
    """The process of this machine that listens at a port; None where the system does not say."""
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
    # A parent that passed its socket on was there first.
    return min(holders, default=None)


def family_bytes(pid: int) -> int:
    """Memory of a process and its children; what they share is counted once."""
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
