"""Every vector index that we ship, held to the one definition."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from claimtree.model.vector_items import VectorSpace
from claimtree.ports import VectorIndex
from claimtree.vectors.exact import ExactIndex
from claimtree.vectors.server_address import Server
from claimtree_testing.vectors import IndexOpener, LastingIndexSuite, VectorIndexSuite


class TestExactIndex(LastingIndexSuite):
    @pytest.fixture
    def open_it(self, tmp_path: Path) -> IndexOpener:
        def opener(space: VectorSpace, *, create: bool = True) -> VectorIndex:
            return ExactIndex(tmp_path / "folder" / "vectors.db", space, create=create)

        return opener


class TestExactIndexInMemory(VectorIndexSuite):
    @pytest.fixture
    def open_it(self) -> IndexOpener:
        def opener(space: VectorSpace, *, create: bool = True) -> VectorIndex:
            return ExactIndex(None, space, create=create)

        return opener


@pytest.mark.slow
class TestQdrantEdgeIndex(LastingIndexSuite):
    shared = False

    @pytest.fixture
    def open_it(self, tmp_path: Path) -> IndexOpener:
        pytest.importorskip("qdrant_edge", reason="the extra 'qdrant' is not installed")
        from claimtree.vectors.qdrant_edge import QdrantEdgeIndex

        def opener(space: VectorSpace, *, create: bool = True) -> VectorIndex:
            # So low that the graph is built and searched, which by default it is only when there is much more.
            return QdrantEdgeIndex(tmp_path / "edge" / "listings", space, create=create, full_scan_kb=10)

        return opener


# A client that was refused leaves its lock's file to the garbage collector.
@pytest.mark.filterwarnings("ignore:.*lock:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.slow
class TestQdrantIndex(LastingIndexSuite):
    """The client's local mode: the same calls as to a server, over a slow comparison of everything."""

    shared = False
    listings = 200
    at_once = 600

    @pytest.fixture
    def open_it(self, tmp_path: Path) -> IndexOpener:
        pytest.importorskip("qdrant_client", reason="the extra 'qdrant' is not installed")
        from claimtree.vectors.qdrant import QdrantIndex

        def opener(space: VectorSpace, *, create: bool = True) -> VectorIndex:
            return QdrantIndex(tmp_path / "qdrant", "listings", space, create=create)

        return opener


@pytest.mark.slow
class TestQdrantIndexInMemory(VectorIndexSuite):
    listings = 200
    at_once = 600

    @pytest.fixture
    def open_it(self) -> IndexOpener:
        pytest.importorskip("qdrant_client", reason="the extra 'qdrant' is not installed")
        from claimtree.vectors.qdrant import QdrantIndex

        def opener(space: VectorSpace, *, create: bool = True) -> VectorIndex:
            return QdrantIndex(None, "listings", space, create=create)

        return opener


@pytest.mark.slow
class TestChromaIndexInAFolder(LastingIndexSuite):
    @pytest.fixture
    def open_it(self, tmp_path: Path) -> IndexOpener:
        pytest.importorskip("chromadb", reason="the extra 'chroma' is not installed")
        from claimtree.vectors.chroma import ChromaIndex

        def opener(space: VectorSpace, *, create: bool = True) -> VectorIndex:
            return ChromaIndex(tmp_path / "chroma", "listings", space, create=create)

        return opener


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def answers(server: Server) -> bool:
    try:
        with urllib.request.urlopen(f"{server.url}/api/v2/heartbeat", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


@pytest.fixture(scope="module")
def chroma(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that CLAIMTREE_TEST_CHROMA names as HOST:PORT, or one of our own."""
    pytest.importorskip("chromadb", reason="the extra 'chroma' is not installed")
    if named := os.environ.get("CLAIMTREE_TEST_CHROMA"):
        host, _, port = named.rpartition(":")
        yield Server(host=host, port=int(port))
        return
    server = Server(host="127.0.0.1", port=free_port())
    folder = tmp_path_factory.mktemp("chroma")
    chroma = str(Path(sys.executable).with_name("chroma"))
    where = ["--host", server.host, "--port", str(server.port), "--path", str(folder / "data")]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [chroma, "run", *where],
            stdout=log,
            stderr=log,
            env={**os.environ, "ANONYMIZED_TELEMETRY": "False"},
        )
    try:
        deadline = time.monotonic() + 60
        while not answers(server):
            assert process.poll() is None, (folder / "log").read_text(encoding="utf-8")
            assert time.monotonic() < deadline, "the server did not come up"
            time.sleep(0.1)
        yield server
    finally:
        process.terminate()
        process.wait(30)


@pytest.mark.slow
class TestChromaIndexOnAServer(LastingIndexSuite):
    @pytest.fixture
    def open_it(self, chroma: Server) -> Iterator[IndexOpener]:
        from claimtree.vectors.chroma import ChromaIndex

        collection = f"claimtree-test-{uuid.uuid4()}"

        def opener(space: VectorSpace, *, create: bool = True) -> VectorIndex:
            return ChromaIndex(chroma, collection, space, create=create)

        yield opener
        database = f"{chroma.url}/api/v2/tenants/default_tenant/databases/default_database"
        request = urllib.request.Request(f"{database}/collections/{collection}", method="DELETE")
        try:
            urllib.request.urlopen(request, timeout=30).close()
        except urllib.error.HTTPError as error:
            error.close()  # The test made none.
