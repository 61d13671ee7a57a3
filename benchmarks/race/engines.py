"""The engines that take part, and what each of them needs."""

from __future__ import annotations

import importlib
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claimtree.errors import MissingExtra, UnknownName


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """One engine of the race."""

    title: str
    """Its name in tables; a peer adds its version."""
    ours: bool = False
    made_by: str = ""
    """For a peer, the module and class."""
    server: str = ""
    """The server whose address it needs; empty if it runs in-process."""


_HERE = "benchmarks.race"
ENGINES: Mapping[str, Engine] = {
    "ours-sqlite": Engine(title="Claimtree, sqlite", ours=True),
    "ours-elasticsearch": Engine(title="Claimtree, Elasticsearch", ours=True, server="elasticsearch"),
    "elasticsearch": Engine(
        title="Elasticsearch", made_by=f"{_HERE}.lucene:ElasticsearchPeer", server="elasticsearch"
    ),
    "opensearch": Engine(title="OpenSearch", made_by=f"{_HERE}.lucene:OpensearchPeer", server="opensearch"),
    "lancedb": Engine(title="LanceDB", made_by=f"{_HERE}.lance:LancePeer"),
    "chroma": Engine(title="Chroma", made_by=f"{_HERE}.chroma:ChromaPeer"),
    "qdrant-edge": Engine(title="Qdrant edge", made_by=f"{_HERE}.qdrant:QdrantPeer"),
    "pgvector": Engine(title="pgvector", made_by=f"{_HERE}.postgres:PostgresPeer", server="postgres"),
}  # fmt: skip
SERVERS = ("elasticsearch", "opensearch", "postgres")
OURS = "ours-sqlite"
"""The engine that the others are compared with."""


def engine_named(name: str) -> Engine:
    """Returns the engine of that name."""
    if name not in ENGINES:
        raise UnknownName(
            f"no engine {name!r} in the race (have: {', '.join(ENGINES)})",
            hint="Give --engine one of these.",
            values={"engine": name},
        )
    return ENGINES[name]


def addresses(given: Mapping[str, str | None]) -> dict[str, str]:
    """Returns the servers' addresses, as given or from the environment variables of the tests."""
    found = {name: given.get(name) or os.environ.get(f"CLAIMTREE_TEST_{name.upper()}", "") for name in SERVERS}
    return {name: address for name, address in found.items() if address}


def package(name: str) -> Any:
    """Imports a module that only the race needs."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MissingExtra(
            f"the race needs the package {error.name!r}, which is not installed",
            hint="pip install 'claimtree[bench]', or leave that engine out with --engine.",
            values={"package": error.name},
        ) from error


def folder_bytes(folder: Path) -> int:
    """Returns the allocated disk space of a folder's files; some engines reserve much more than
    they fill."""
    return sum(_taken(file.stat()) for file in folder.rglob("*") if file.is_file())


def _taken(status: os.stat_result) -> int:
    blocks: int | None = getattr(status, "st_blocks", None)
    return status.st_size if blocks is None else min(status.st_size, 512 * blocks)


def remove_folder(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
