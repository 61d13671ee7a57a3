"""What goes wrong around vector indexes: files that are damaged or not ours, servers that are gone, slow or strange."""

from __future__ import annotations

import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.unprivileged import unprivileged

from claimtree.errors import StoreDamaged, StoreError, StoreReadOnly, StoreTooNew, StoreUnavailable
from claimtree.model.vector_items import ItemId
from claimtree.vectors.exact import ExactIndex
from claimtree.vectors.open import open_index
from claimtree_testing.vector_cases import EMBEDDER, SPACE, batch, found, listings

KEY = "sesame-open-thyself"


class TestTheFileOfTheExactIndex:
    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        path = tmp_path / "vectors.db"
        with closing(ExactIndex(path, SPACE)) as index:
            index.put(batch({"a": "attic", "b": "garden"}))
        return path

    def test_a_file_of_something_else_is_refused_and_stays_as_it_is(self, tmp_path: Path) -> None:
        text, other = tmp_path / "notes.txt", tmp_path / "other.db"
        text.write_text("no database at all, but long enough to be looked at " * 40, encoding="utf-8")
        with closing(sqlite3.connect(other)) as connection:
            connection.execute("CREATE TABLE theirs (x)")
        for path in (text, other):
            before = path.read_bytes()
            with pytest.raises(StoreDamaged) as caught:
                ExactIndex(path, SPACE)
            assert caught.value.hint
            assert path.read_bytes() == before

    def test_a_file_of_a_newer_version_is_refused(self, path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA user_version = 99")
        with pytest.raises(StoreTooNew, match="99"):
            ExactIndex(path, SPACE)

    def test_a_damaged_file_is_an_error_of_ours(self, path: Path) -> None:
        whole = path.read_bytes()
        path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
        with pytest.raises(StoreDamaged), closing(ExactIndex(path, SPACE)) as index:
            found(index, "attic")

    def test_a_folder_that_cannot_be_made_is_an_error_of_ours(self, path: Path) -> None:
        with pytest.raises(StoreUnavailable):
            ExactIndex(path / "below a file" / "vectors.db", SPACE)

    def test_a_file_that_may_not_be_written_is_read_and_says_so(self, path: Path) -> None:
        path.chmod(0o444)

        def work() -> None:
            with closing(ExactIndex(path, SPACE)) as index:
                assert found(index, "attic")[0] == "a"
                with pytest.raises(StoreReadOnly):
                    index.put(batch({"c": "cellar"}))
                assert found(index, "attic")[0] == "a"

        unprivileged(work)

    def test_a_write_that_fails_leaves_no_trace(self, path: Path) -> None:
        with closing(ExactIndex(path, SPACE)) as index:
            with closing(sqlite3.connect(path)) as connection:
                connection.execute(
                    "CREATE TRIGGER refuse BEFORE INSERT ON item WHEN new.id = 'listing-00007' "
                    "BEGIN SELECT raise(ABORT, 'no'); END"
                )
            with pytest.raises(StoreError):
                index.put(listings(20))
            assert index.ids() == ("a", "b")
            index.put(batch({"c": "attic by the river"}))
            assert index.count() == 3

    def test_a_writer_that_is_killed_leaves_whole_batches(self, tmp_path: Path) -> None:
        path = tmp_path / "vectors.db"
        program = (
            "import sys\n"
            "from claimtree_testing.vector_cases import SPACE, batch\n"
            "from claimtree.vectors.exact import ExactIndex\n"
            f"index = ExactIndex({str(path)!r}, SPACE)\n"
            "number = 0\n"
            "while True:\n"
            "    index.put(batch({f'{number:06}-{part}': f'attic {number}' for part in range(10)}))\n"
            "    number += 1\n"
            "    sys.stdout.write('.')\n"
            "    sys.stdout.flush()\n"
        )
        with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            acknowledged = len(writer.stdout.read(5))
            writer.kill()
        with closing(ExactIndex(path, SPACE, create=False)) as index:
            assert index.count() >= acknowledged * 10
            assert index.count() % 10 == 0

    def test_readers_beside_a_writer_see_whole_batches(self, tmp_path: Path) -> None:
        path = tmp_path / "vectors.db"
        with closing(ExactIndex(path, SPACE)) as index, closing(ExactIndex(path, SPACE)) as other:
            seen: list[int] = []
            done = threading.Event()

            def read(handle: ExactIndex) -> None:
                while not done.is_set():
                    seen.append(len(found(handle, "attic", limit=1_000)))

            readers = [threading.Thread(target=read, args=(handle,)) for handle in (index, index, other)]
            for reader in readers:
                reader.start()
            for number in range(30):
                index.put(batch({f"{number:02}-{part}": f"attic {part}" for part in range(10)}))
            done.set()
            for reader in readers:
                reader.join()
            assert {count % 10 for count in seen} == {0}
            assert len(found(other, "attic", limit=1_000)) == 300


class Manner:
    """How a strange server behaves."""

    def __init__(self) -> None:
        self.port = 0
        self.status, self.body, self.wait_s = 200, b"{}", 0.0
        self.keys: list[str] = []

    def address(self, scheme: str) -> str:
        return f"{scheme}://127.0.0.1:{self.port}/listings?timeout=1"


@contextmanager
def strange_server() -> Iterator[Manner]:
    manner = Manner()

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            manner.keys += [self.headers.get("api-key") or self.headers.get("authorization") or ""]
            time.sleep(manner.wait_s)
            self.send_response(manner.status)
            self.send_header("Content-Length", str(len(manner.body)))
            self.end_headers()
            self.wfile.write(manner.body)

        do_GET = do_POST = do_PUT = answer  # noqa: N815 - the names that http.server looks for

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: the test's output is for the test."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            """A client that gave up waiting is no news."""

    with Server(("127.0.0.1", 0), Handler) as server:
        manner.port = server.server_port
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield manner
        finally:
            server.shutdown()
            thread.join()


# A key over plain HTTP is worth the warning that Qdrant's client gives; here it only goes to ourselves.
@pytest.mark.filterwarnings("ignore:Api key is used with an insecure connection")
@pytest.mark.parametrize(("scheme", "module"), [("chroma", "chromadb"), ("qdrant", "qdrant_client")])
class TestAServerThat:
    @pytest.fixture(autouse=True)
    def installed(self, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
        pytest.importorskip(module, reason=f"the package {module!r} is not installed")
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        monkeypatch.setenv("CLAIMTREE_VECTORS_API_KEY", KEY)

    def refused(self, address: str) -> StoreError:
        with pytest.raises(StoreError) as caught:
            open_index(address, SPACE)
        error = caught.value
        assert address.partition("?")[0] in error.message
        assert error.hint
        assert KEY not in f"{error!r} {error.message} {error.hint} {error.values}"
        return error

    def test_is_down_is_unavailable(self, scheme: str) -> None:
        with strange_server() as gone:
            pass
        assert isinstance(self.refused(gone.address(scheme)), StoreUnavailable)

    def test_hangs_is_given_up_on(self, scheme: str) -> None:
        with strange_server() as server:
            server.wait_s = 3.0
            assert isinstance(self.refused(server.address(scheme)), StoreUnavailable)

    @pytest.mark.parametrize("status", [500, 503])
    def test_fails_is_unavailable(self, scheme: str, status: int) -> None:
        with strange_server() as server:
            server.status, server.body = status, b"out of memory"
            assert isinstance(self.refused(server.address(scheme)), StoreUnavailable)

    def test_does_not_know_the_key_says_so_without_showing_it(self, scheme: str) -> None:
        with strange_server() as server:
            server.status, server.body = 401, f"wrong key {KEY}".encode()
            assert "CLAIMTREE_VECTORS_API_KEY" in self.refused(server.address(scheme)).hint

    @pytest.mark.parametrize("body", [b"<html>hello</html>", b"{}", b"[]", b'"text"', b""])
    def test_is_something_else_is_refused(self, scheme: str, body: bytes) -> None:
        with strange_server() as server:
            server.body = body
            self.refused(server.address(scheme))


class TestACollectionOfAnotherProgram:
    def test_in_chroma_is_refused_and_stays_as_it_is(self, tmp_path: Path) -> None:
        chromadb: Any = pytest.importorskip("chromadb", reason="the extra 'chroma' is not installed")
        settings = chromadb.Settings(anonymized_telemetry=False)
        with closing(chromadb.PersistentClient(path=tmp_path, settings=settings)) as client:
            theirs = client.create_collection("listings", embedding_function=None)
            theirs.add(ids=["x"], embeddings=[[1.0, 2.0]])
            with pytest.raises(StoreDamaged, match="not made by Claimtree"):
                open_index(f"chroma:///{tmp_path}/listings", SPACE)
            assert theirs.count() == 1

    def test_in_qdrant_is_refused_and_stays_as_it_is(self, tmp_path: Path) -> None:
        qdrant: Any = pytest.importorskip("qdrant_client", reason="the extra 'qdrant' is not installed")
        vectors = qdrant.models.VectorParams(size=2, distance=qdrant.models.Distance.DOT)
        with closing(qdrant.QdrantClient(path=str(tmp_path))) as client:
            client.create_collection("listings", vectors_config=vectors)
        with pytest.raises(StoreDamaged, match="not made by Claimtree"):
            open_index(f"qdrant:///{tmp_path}/listings", SPACE)
        with closing(qdrant.QdrantClient(path=str(tmp_path))) as client:
            assert client.collection_exists("listings")

    def test_a_folder_of_other_files_is_refused_and_stays_as_it_is(self, tmp_path: Path) -> None:
        pytest.importorskip("qdrant_edge", reason="the extra 'qdrant' is not installed")
        (tmp_path / "listings").mkdir()
        (tmp_path / "listings" / "notes.txt").write_text("mine", encoding="utf-8")
        with pytest.raises(StoreDamaged, match="not made by Claimtree"):
            open_index(f"qdrant-edge:///{tmp_path}/listings", SPACE)
        assert [file.name for file in (tmp_path / "listings").iterdir()] == ["notes.txt"]


def test_what_qdrant_edge_acknowledged_survives_being_killed(tmp_path: Path) -> None:
    pytest.importorskip("qdrant_edge", reason="the extra 'qdrant' is not installed")
    address = f"qdrant-edge:///{tmp_path}/listings"
    program = (
        "import os\n"
        "from claimtree_testing.vector_cases import SPACE, batch\n"
        "from claimtree.vectors.open import open_index\n"
        f"index = open_index({address!r}, SPACE)\n"
        "index.put(batch({'a': 'attic', 'b': 'garden'}))\n"
        "index.remove(['b'])\n"
        "os.kill(os.getpid(), 9)\n"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == -9
    with closing(open_index(address, SPACE, create=False)) as index:
        assert index.ids() == (ItemId("a"),)
        assert found(index, "attic")[0] == "a"


def test_opening_an_index_in_qdrant_edge_finishes_what_was_only_begun(tmp_path: Path) -> None:
    pytest.importorskip("qdrant_edge", reason="the extra 'qdrant' is not installed")
    address = f"qdrant-edge:///{tmp_path}/listings"
    open_index(address, SPACE).close()
    for part in ("segments", "wal"):
        (tmp_path / "listings" / part).rename(tmp_path / part)
    with closing(open_index(address, SPACE)) as index:
        index.put(batch({"a": "attic"}))
        assert found(index, "attic")[0] == "a"
        assert index.get([ItemId("a")]).vectors.similarity(EMBEDDER.embed(["attic"]))[0, 0] == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("address", "module"),
    [
        ("chroma:///{folder}/listings", "chromadb"),
        ("qdrant:///{folder}/listings", "qdrant_client"),
        ("qdrant-edge:///{folder}/listings", "qdrant_edge"),
    ],
)
def test_an_engine_in_this_process_calls_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, module: str
) -> None:
    pytest.importorskip(module, reason=f"the package {module!r} is not installed")
    called: list[object] = []
    monkeypatch.setattr(socket, "getaddrinfo", lambda *place, **_: called.append(place))
    monkeypatch.setattr(socket.socket, "connect", lambda _, place: called.append(place))
    with closing(open_index(address.format(folder=tmp_path), SPACE)) as index:
        index.put(batch({"a": "attic"}))
        assert found(index, "attic")[0] == "a"
    assert called == []
