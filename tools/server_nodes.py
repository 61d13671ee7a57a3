"""One server process: how it is set up, started, waited for and stopped by its own pid.

A node is known by its pid *and* the moment it was born, so that a pid that went to another program is left alone.
"""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import replace
from http.client import HTTPException
from pathlib import Path

from server_archives import ServerError
from server_programs import HOST, Node, chroma, cluster_name, configured, home

NOBODY = 65534
STOP_LIMIT_S = 20.0
LOG_LINES = 25


def new_nodes(server: str, kind: str, size: int, run: Path, heap: str) -> tuple[Node, ...]:
    """The nodes of a new server, with free ports and a folder each; none is started."""
    ports = free_ports(2 * size)
    names = [f"node{number}" for number in range(1, size + 1)]
    return tuple(
        Node(
            server=server,
            name=name,
            kind=kind,
            folder=str(run / server / name),
            http=ports.pop(),
            transport=ports.pop(),
            heap=heap,
        )
        for name in names
    )


def free_ports(count: int) -> list[int]:
    """Ports nobody listens on, below those that systems hand out by themselves: a stopped node's port stays its own."""
    ports: list[int] = []
    for port in random.SystemRandom().sample(range(20_000, 32_000), 2_000):
        with socket.socket() as probe:
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
        ports.append(port)
        if len(ports) == count:
            return ports
    raise ServerError(f"there are no {count} free ports between 20000 and 32000")


def start(nodes: Sequence[Node], peers: Sequence[Node], run: Path, limit_s: float) -> tuple[Node, ...]:
    """Start nodes together and wait until each has a pid; if one fails or we are interrupted, none is left."""
    launched: list[subprocess.Popen[bytes]] = []
    deadline = time.monotonic() + limit_s
    try:
        for node in nodes:
            launched.append(_launch(node, peers, run))  # noqa: PERF401  # what began must be known when the next one fails
        return tuple(_known(node, process, deadline) for node, process in zip(nodes, launched, strict=True))
    except BaseException:
        for process in launched:
            _kill_group(process.pid)
        raise


def wait_until_healthy(nodes: Sequence[Node], size: int, limit_s: float) -> None:
    """Wait until each node answers, and sees as many nodes as its cluster has."""
    deadline = time.monotonic() + limit_s
    for node in nodes:
        while not _healthy(node, size):
            if not alive(node):
                raise ServerError(f"{node.server}/{node.name} ended while it started\n{log_tail(node)}")
            if time.monotonic() > deadline:
                raise ServerError(f"{node.server}/{node.name} was not healthy within {limit_s:g} s\n{log_tail(node)}")
            time.sleep(0.25)


def stop(node: Node) -> bool:
    """End a node's process: asked first, then killed. False when it had ended already."""
    if not alive(node):
        return False
    for number in (signal.SIGTERM, signal.SIGKILL):
        _signal(node, number)
        # A process that was paused hears nothing else.
        _signal(node, signal.SIGCONT)
        deadline = time.monotonic() + STOP_LIMIT_S
        while time.monotonic() < deadline:
            if not alive(node):
                return True
            time.sleep(0.05)
    raise ServerError(f"{node.server}/{node.name} (pid {node.pid}) does not end, not even when killed")


def alive(node: Node) -> bool:
    """Whether the node's own process runs; a paused one does."""
    return node.pid > 0 and node.born != "" and born(node.pid) == node.born


def born(pid: int) -> str:
    """When a process began, in the system's own words; empty when it is gone or only waits to be buried."""
    if Path("/proc/self/stat").exists():
        try:
            # The program's name in brackets may hold spaces. After it comes the state, and as the twentieth the start.
            fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            return ""
        return "" if fields[0] in "ZX" else fields[19]
    told = subprocess.run(["ps", "-o", "stat=,lstart=", "-p", str(pid)], capture_output=True, text=True, check=False)
    state, _, since = told.stdout.strip().partition(" ")
    return "" if state.startswith("Z") else since.strip()


def log_tail(node: Node) -> str:
    """The last lines of what a node wrote."""
    written: list[str] = []
    for path in (node.console, Path(node.folder) / "logs" / f"{cluster_name(node)}.log"):
        if path.exists():
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines()[-LOG_LINES:]
            written += [f"--- {path}", *lines]
    return "\n".join(written) or "It wrote no log."


def _launch(node: Node, peers: Sequence[Node], run: Path) -> subprocess.Popen[bytes]:
    """A node's process, in a group of its own, so that whatever it starts can be ended with it."""
    folder = Path(node.folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pid").unlink(missing_ok=True)
    user = None
    if node.kind == "chroma":
        command = [chroma(), "run", "--host", HOST, "--port", str(node.http), "--path", str(folder / "data")]
        environment = {"ANONYMIZED_TELEMETRY": "False"}
    else:
        command = [str(home(node.kind, run) / "bin" / node.kind), "-d", "-p", str(folder / "pid")]
        environment = configured(node, peers, run)
        if os.geteuid() == 0:
            # Elasticsearch and OpenSearch refuse to run as root.
            user = NOBODY
            for path in (folder, *folder.rglob("*")):
                os.chown(path, NOBODY, NOBODY)
    inherited = {name: os.environ[name] for name in ("PATH", "LANG", "TZ") if name in os.environ}
    with node.console.open("ab") as console:
        return subprocess.Popen(
            command,
            cwd=folder,
            env={**inherited, "HOME": str(folder), **environment},
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            user=user,
            group=user,
            extra_groups=None if user is None else [],
        )


def _known(node: Node, process: subprocess.Popen[bytes], deadline: float) -> Node:
    """The node with the pid of the server itself, which Java's launcher writes into a file."""
    if node.kind == "chroma":
        return replace(node, pid=process.pid, born=born(process.pid))
    pid_file = Path(node.folder) / "pid"
    while time.monotonic() < deadline:
        written = pid_file.read_text(encoding="utf-8").strip() if pid_file.exists() else ""
        if written:
            return replace(node, pid=int(written), born=born(int(written)))
        if process.poll():
            raise ServerError(f"{node.server}/{node.name} did not start\n{log_tail(node)}")
        time.sleep(0.1)
    raise ServerError(f"{node.server}/{node.name} did not start in time\n{log_tail(node)}")


def _healthy(node: Node, size: int) -> bool:
    path = "/api/v2/heartbeat" if node.kind == "chroma" else "/_cluster/health"
    # No proxy stands between this machine and itself, and whether the certificate is good is for the tests to ask.
    unchecked = urllib.request.HTTPSHandler(context=ssl._create_unverified_context())
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), unchecked)
    try:
        with opener.open(f"{'https' if node.secured else 'http'}://{node.address}{path}", timeout=5) as answer:
            told = json.load(answer)
    except urllib.error.HTTPError as error:
        return node.secured and error.code == 401
    except (OSError, HTTPException, ValueError):
        return False
    return node.kind == "chroma" or int(told["number_of_nodes"]) >= size


def _signal(node: Node, number: signal.Signals) -> None:
    if alive(node):
        try:
            os.kill(node.pid, number)
        except ProcessLookupError:
            return


def _kill_group(group: int) -> None:
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return
