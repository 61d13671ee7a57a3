"""One server process: configured, started, waited for and stopped by its pid.

A node is identified by its pid *and* its start time, so that a reused pid of another program is
left alone.
"""

from __future__ import annotations

import json
import os
import random
import secrets
import shutil
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
from server_programs import HOST, Node, chroma, cluster_name, configured, data_folder, home

NOBODY = 65534
MEMORY = Path("/dev/shm")
MEMORY_BYTES = 2 << 30
"""Free bytes that the file system in memory needs for the data of a server."""
STOP_LIMIT_S = 20.0
LOG_LINES = 25


def new_nodes(server: str, kind: str, size: int, run: Path, heap: str, *, brief: bool = False) -> tuple[Node, ...]:
    """Returns the nodes of a new server, with free ports and a folder each; none is started.

    The data of brief ones is in memory where there is room: a new index takes dozens of writes that
    wait for the disk.
    """
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
            data=memory_folder() if brief else "",
            brief=brief,
        )
        for name in names
    )


def memory_folder() -> str:
    """Returns the path for a new folder in a file system that is kept in memory; empty if there is
    none with enough room."""
    if not os.access(MEMORY, os.W_OK) or shutil.disk_usage(MEMORY).free < MEMORY_BYTES:
        return ""
    return str(MEMORY / f"claimtree-{secrets.token_hex(8)}")


def free_ports(count: int) -> list[int]:
    """Returns free ports below the ephemeral range, so that a stopped node's port is not taken by
    another program."""
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
    """Starts nodes together and waits until each has a pid; on a failure or an interrupt, all are
    killed."""
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
    """Waits until each node responds and sees all nodes of its cluster."""
    deadline = time.monotonic() + limit_s
    for node in nodes:
        while not _healthy(node, size):
            if not alive(node):
                raise ServerError(f"{node.server}/{node.name} ended while it started\n{log_tail(node)}")
            if time.monotonic() > deadline:
                raise ServerError(f"{node.server}/{node.name} was not healthy within {limit_s:g} s\n{log_tail(node)}")
            time.sleep(0.25)


def stop(node: Node) -> bool:
    """Stops a node with SIGTERM, then with SIGKILL; returns False if it had ended already."""
    if not alive(node):
        return False
    for number in (signal.SIGTERM, signal.SIGKILL):
        _signal(node, number)
        # A paused process handles signals only after SIGCONT.
        _signal(node, signal.SIGCONT)
        deadline = time.monotonic() + STOP_LIMIT_S
        while time.monotonic() < deadline:
            if not alive(node):
                return True
            time.sleep(0.05)
    raise ServerError(f"{node.server}/{node.name} (pid {node.pid}) does not end, not even when killed")


def alive(node: Node) -> bool:
    """True if the node's own process runs; also if it is paused."""
    return node.pid > 0 and node.born != "" and born(node.pid) == node.born


def born(pid: int) -> str:
    """Returns the start time of a process as the system reports it; empty if it has ended or is a
    zombie."""
    if Path("/proc/self/stat").exists():
        try:
            # The program's name in brackets may contain spaces. After it comes the state; the start
            # time is the twentieth.
            fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            return ""
        return "" if fields[0] in "ZX" else fields[19]
    answered = subprocess.run(
        ["ps", "-o", "stat=,lstart=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    state, _, since = answered.stdout.strip().partition(" ")
    return "" if state.startswith("Z") else since.strip()


def log_tail(node: Node) -> str:
    """Returns the last lines of a node's logs."""
    written: list[str] = []
    for path in (node.console, Path(node.folder) / "logs" / f"{cluster_name(node)}.log"):
        if path.exists():
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines()[-LOG_LINES:]
            written += [f"--- {path}", *lines]
    return "\n".join(written) or "It wrote no log."


def _launch(node: Node, peers: Sequence[Node], run: Path) -> subprocess.Popen[bytes]:
    """Starts a node's process in its own process group, so that its children can be killed with
    it."""
    folder = Path(node.folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pid").unlink(missing_ok=True)
    data = data_folder(node)
    data.mkdir(mode=0o700, exist_ok=True)
    user = None
    if node.kind == "chroma":
        command = [chroma(), "run", "--host", HOST, "--port", str(node.http), "--path", str(data)]
        environment = {"ANONYMIZED_TELEMETRY": "False"}
    else:
        command = [str(home(node.kind, run) / "bin" / node.kind), "-d", "-p", str(folder / "pid")]
        environment = configured(node, peers, run)
        if os.geteuid() == 0:
            # Elasticsearch and OpenSearch refuse to run as root.
            user = NOBODY
            for path in (folder, *folder.rglob("*"), data):
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
    """Returns the node with the pid of the server itself, which Java's launcher writes into a
    file."""
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
    # No proxy is used for this machine, and certificates are left for the tests to verify.
    unchecked = urllib.request.HTTPSHandler(context=ssl._create_unverified_context())
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), unchecked)
    try:
        with opener.open(f"{'https' if node.secured else 'http'}://{node.address}{path}", timeout=5) as answer:
            answered = json.load(answer)
    except urllib.error.HTTPError as error:
        return node.secured and error.code == 401
    except (OSError, HTTPException, ValueError):
        return False
    return node.kind == "chroma" or int(answered["number_of_nodes"]) >= size


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
