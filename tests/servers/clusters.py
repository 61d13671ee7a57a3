"""Real servers, as tests see and break them: past the store and its client, node by node."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "tools" / "servers.py"
PATIENCE_S = 180.0


def named(variable: str, target: str) -> str:
    """What the environment says; the test is skipped where it says nothing."""
    value = os.environ.get(variable, "")
    if not value:
        pytest.skip(f"{variable} names no server; make {target} starts it")
    return value


def tell(host: str, method: str, path: str, body: object = None) -> Any:
    """A request to one node, past the store and its client."""
    request = urllib.request.Request(f"http://{host}{path}", method=method)
    request.add_header("content-type", "application/json")
    data = None if body is None else json.dumps(body).encode()
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    for pause_s in (1, 2, 4, 8, 16):
        try:
            with opener.open(request, data, timeout=30) as answer:
                text = answer.read().decode()
            return json.loads(text) if text.startswith(("{", "[")) else text
        except urllib.error.HTTPError as error:
            # Out of memory after a test that meant to be too much: it comes to itself.
            if error.code != 429:
                raise
            time.sleep(pause_s)
    raise AssertionError(f"{host} stays busy: {method} {path}")


class Cluster:
    """Three nodes of Elasticsearch that `tools/servers.py` started."""

    name = "elasticsearch-3"

    def __init__(self, hosts: str, state: str) -> None:
        self.hosts = hosts
        self._state = Path(state)

    @property
    def nodes(self) -> dict[str, dict[str, Any]]:
        """What the state file says of each node."""
        servers = json.loads(self._state.read_text(encoding="utf-8"))["servers"]
        return {node["name"]: node for node in servers[self.name]}

    def signal(self, node: str, number: signal.Signals) -> None:
        os.kill(self.nodes[node]["pid"], number)

    def kill(self, *nodes: str) -> None:
        for node in nodes:
            self.signal(node, signal.SIGKILL)

    def restart(self, node: str = "") -> None:
        """Start the whole cluster again, or one node, with its data."""
        which = f"{self.name}/{node}" if node else self.name
        subprocess.run([sys.executable, str(SCRIPT), "--state", str(self._state), "restart", which], check=True)

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """The answer of the first node that gives one."""
        for host in self.hosts.split(","):
            try:
                return tell(host, method, path, body)
            except urllib.error.HTTPError:
                raise
            except OSError:
                continue
        raise OSError("no node answers")

    def holder(self, index: str) -> str:
        """The node with the primary shard of an index."""
        shards = self.ask("GET", f"/_cat/shards/{index}?format=json")
        return next(str(shard["node"]) for shard in shards if shard["prirep"] == "p")

    def wait_for(self, status: str = "green") -> None:
        """Wait until all three nodes are there and every index has at least this health."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            try:
                health = self.ask("GET", f"/_cluster/health?wait_for_nodes=3&wait_for_status={status}&timeout=20s")
            except OSError:
                time.sleep(0.5)
                continue
            if not health["timed_out"]:
                return
        pytest.fail(f"the cluster did not become {status} within {PATIENCE_S:g} s")

    def wait_until_down(self) -> None:
        """Wait until no node answers."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            try:
                self.ask("GET", "/_cluster/health?local=true")
            except OSError:
                return
            time.sleep(0.2)

    def heal(self) -> None:
        """All nodes up, awake and in one cluster again, whatever a test did."""
        for name, node in self.nodes.items():
            # A killed node may still have its pid until it is reaped; its port is closed already.
            with suppress(ProcessLookupError):
                self.signal(name, signal.SIGCONT)
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", node["http"])) != 0:
                    self.restart(name)
        self.wait_for("red")
