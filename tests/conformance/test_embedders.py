"""Every embedder we ship is an embedder; and the remote one against a server that misbehaves."""

from __future__ import annotations

import json
import math
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.shared_packs import shared_encoder, shared_local_embedder

from claimtree.errors import ModelError
from claimtree.models.cached import CachedEmbedder, CachedJudge
from claimtree.models.encoder import OwnEncoder
from claimtree.models.hashed import HashedEmbedder
from claimtree.models.local import LocalEmbedder
from claimtree.models.remote import Endpoint, RemoteEmbedder
from claimtree.ports import Embedder
from claimtree_testing.embedders import TEXTS, EmbedderSuite, assert_equal

KEY = "sk-secret-0123456789"
MODEL = "hashed-behind-http"


@dataclass(frozen=True, slots=True, kw_only=True)
class Misdeed:
    """One reply that is not the right one."""

    status: int = 200
    body: bytes | None = None
    """None: the right vectors, after the wait."""
    headers: tuple[tuple[str, str], ...] = ()
    wait_s: float = 0.0
    hang_up: bool = False


@dataclass(slots=True)
class Script:
    """What the server is to do wrong, one misdeed per request, and what it was asked."""

    misdeeds: list[Misdeed] = field(default_factory=list)
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    port: int = 0

    def embedder(self, **changes: Any) -> RemoteEmbedder:
        settings: dict[str, Any] = {"pause_s": 0.001, "timeout_s": 5.0, "api_key": KEY, "dimensions": 256}
        endpoint = Endpoint(base_url=f"http://127.0.0.1:{self.port}/v1", model=MODEL, **settings | changes)
        return RemoteEmbedder(endpoint)


def right_answer(texts: list[str]) -> dict[str, Any]:
    vectors = HashedEmbedder(256).embed(texts)
    items = [
        {"object": "embedding", "index": index, "embedding": (row * scale).tolist()}
        for index, (row, scale) in enumerate(zip(vectors.codes.astype(float), vectors.scales, strict=True))
    ]
    # The protocol numbers the vectors: their order in the list means nothing.
    return {"object": "list", "data": items[::-1], "model": MODEL}


def handler(script: Script) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            script.asked.append(request)
            script.keys.append(self.headers["Authorization"])
            misdeed = script.misdeeds.pop(0) if script.misdeeds else Misdeed()
            time.sleep(misdeed.wait_s)
            if misdeed.hang_up or self.path != "/v1/embeddings":
                self.close_connection = True
                return
            body = misdeed.body
            if body is None:
                # As OpenAI does: an empty text is an error, which an embedder must not run into.
                assert all(text.strip() for text in request["input"])
                body = json.dumps(right_answer(request["input"])).encode()
            self.send_response(misdeed.status)
            for name, value in misdeed.headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: the test's output is for the test."""

    return Handler


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that gave up waiting is no news."""


@contextmanager
def serving() -> Iterator[Script]:
    script = Script()
    with Server(("127.0.0.1", 0), handler(script)) as server:
        script.port = server.server_port
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield script
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Iterator[Script]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with serving() as script:
        yield script


class TestHashedEmbedder(EmbedderSuite):
    @pytest.fixture
    def embedder(self) -> Embedder:
        return HashedEmbedder()


@pytest.fixture(scope="module")
def local() -> LocalEmbedder:
    return shared_local_embedder()


@pytest.fixture(scope="module")
def local_on_two_threads() -> LocalEmbedder:
    return LocalEmbedder(threads=2)


@pytest.mark.slow
class TestLocalEmbedder(EmbedderSuite):
    @pytest.fixture
    def embedder(self, local: LocalEmbedder) -> Embedder:
        return local


@pytest.mark.slow
class TestLocalEmbedderOnTwoThreads(EmbedderSuite):
    @pytest.fixture
    def embedder(self, local_on_two_threads: LocalEmbedder) -> Embedder:
        return local_on_two_threads


@pytest.fixture(scope="module")
def own() -> OwnEncoder:
    return shared_encoder()


@pytest.fixture(scope="module")
def own_on_two_threads() -> OwnEncoder:
    return OwnEncoder(threads=2)


READABLE = [text for text in TEXTS if any("a" <= letter <= "z" for letter in text)]


class LatinSuite(EmbedderSuite):
    """For an embedder that reads Latin letters only: all other scripts say nothing, and are similar to nothing."""

    def test_rows_are_of_unit_length(self, embedder: Embedder) -> None:
        vectors = embedder.embed(TEXTS)
        lengths = [1.0 if text in READABLE else 0.0 for text in TEXTS]
        np.testing.assert_allclose(np.diag(vectors.similarity(vectors)), lengths, atol=1e-5)

    def test_texts_that_differ_get_rows_that_differ(self, embedder: Embedder) -> None:
        vectors = embedder.embed(READABLE)
        assert len({row.tobytes() for row in vectors.codes}) == len(READABLE)


class TestOwnEncoder(LatinSuite):
    @pytest.fixture
    def embedder(self, own: OwnEncoder) -> Embedder:
        return own


@pytest.mark.slow
class TestOwnEncoderOnTwoThreads(LatinSuite):
    @pytest.fixture
    def embedder(self, own_on_two_threads: OwnEncoder) -> Embedder:
        return own_on_two_threads


class TestCachedJudge(LatinSuite):
    @pytest.fixture
    def embedder(self, own: OwnEncoder, tmp_path: Path) -> Iterator[Embedder]:
        with closing(CachedJudge(own, tmp_path / "vectors.db")) as embedder:
            yield embedder


class TestRemoteEmbedder(EmbedderSuite):
    @pytest.fixture
    def embedder(self, script: Script) -> Iterator[Embedder]:
        with closing(script.embedder(batch=4)) as embedder:
            yield embedder


class TestCachedEmbedder(EmbedderSuite):
    @pytest.fixture
    def embedder(self, tmp_path: Path) -> Iterator[Embedder]:
        with closing(CachedEmbedder(HashedEmbedder(), tmp_path / "vectors.db")) as embedder:
            yield embedder


class TestRemoteEmbedderAndABadServer:
    @pytest.fixture
    def embedder(self, script: Script) -> Iterator[RemoteEmbedder]:
        with closing(script.embedder()) as embedder:
            yield embedder

    def test_it_gives_what_the_server_computed(self, script: Script, embedder: RemoteEmbedder) -> None:
        assert_equal(embedder.embed(["gym", "pool"]), HashedEmbedder().embed(["gym", "pool"]))
        assert script.asked == [{"model": MODEL, "input": ["gym", "pool"]}]
        assert script.keys == [f"Bearer {KEY}"]

    def test_without_a_key_none_is_sent(self, script: Script) -> None:
        with closing(script.embedder(api_key="")) as embedder:
            embedder.embed(["gym"])
        assert script.keys == [None]

    def test_texts_are_sent_in_batches_and_each_once(self, script: Script) -> None:
        with closing(script.embedder(batch=2)) as embedder:
            embedder.embed(["a", "b", "a", "", "c", "b"])
        assert [request["input"] for request in script.asked] == [["a", "b"], ["c"]]

    @pytest.mark.parametrize(
        "misdeed",
        [
            Misdeed(status=429, body=b"slow down"),
            Misdeed(status=500, body=b"oops"),
            Misdeed(status=503, body=b""),
            Misdeed(hang_up=True),
        ],
    )
    def test_what_may_pass_is_tried_again(self, script: Script, embedder: RemoteEmbedder, misdeed: Misdeed) -> None:
        script.misdeeds += [misdeed, misdeed]
        assert_equal(embedder.embed(["gym"]), HashedEmbedder().embed(["gym"]))
        assert len(script.asked) == 3

    def test_a_server_that_stays_down_is_an_error_after_a_bounded_number_of_attempts(self, script: Script) -> None:
        script.misdeeds += [Misdeed(status=500, body=b"out of memory")] * 9
        with closing(script.embedder(retries=2)) as embedder, pytest.raises(ModelError) as caught:
            embedder.embed(["gym"])
        assert len(script.asked) == 3
        assert "status 500: out of memory" in caught.value.message
        assert caught.value.hint

    def test_it_waits_as_long_as_the_server_says_and_twice_as_long_each_time_where_it_does_not(
        self, script: Script
    ) -> None:
        waited: list[float] = []
        endpoint = script.embedder(pause_s=0.25).endpoint
        busy = Misdeed(status=429, body=b"")
        script.misdeeds += [busy, Misdeed(status=429, body=b"", headers=(("Retry-After", "7"),)), busy]
        with closing(RemoteEmbedder(endpoint, sleep=waited.append)) as embedder:
            embedder.embed(["gym"])
        assert waited == [0.25, 7.0, 1.0]

    def test_a_server_that_asks_for_an_hour_is_not_waited_for(self, script: Script) -> None:
        script.misdeeds += [Misdeed(status=429, body=b"quota", headers=(("Retry-After", "3600"),))]
        waited: list[float] = []
        with (
            closing(RemoteEmbedder(script.embedder().endpoint, sleep=waited.append)) as embedder,
            pytest.raises(ModelError, match="429: quota"),
        ):
            embedder.embed(["gym"])
        assert waited == []

    def test_a_slow_server_is_given_up_on_in_time(self, script: Script) -> None:
        script.misdeeds += [Misdeed(wait_s=1.0)] * 2
        with (
            closing(script.embedder(timeout_s=0.2, retries=1)) as embedder,
            pytest.raises(ModelError, match=r"no answer within 0\.2 s"),
        ):
            embedder.embed(["gym"])
        assert len(script.asked) == 2

    def test_nobody_listening_is_an_error(self) -> None:
        with serving() as gone:
            pass
        with closing(gone.embedder(retries=1)) as embedder, pytest.raises(ModelError, match="no connection"):
            embedder.embed(["gym"])

    def test_a_refusal_is_not_tried_again_and_never_shows_the_key(
        self, script: Script, embedder: RemoteEmbedder
    ) -> None:
        script.misdeeds += [Misdeed(status=401, body=f"Incorrect API key provided: {KEY}".encode())]
        with pytest.raises(ModelError, match="401: Incorrect API key provided: …") as caught:
            embedder.embed(["gym"])
        assert len(script.asked) == 1
        error = caught.value
        assert KEY not in f"{error!r} {error.message} {error.hint} {error.values} {error.__cause__!r}"
        assert KEY not in f"{embedder!r} {embedder.endpoint!r} {embedder.name}"

    @pytest.mark.parametrize(
        ("body", "said"),
        [
            (b"<html>", "not JSON"),
            (b"\xff\xfe\x00", "not JSON"),
            (b"[]", "not a list of embeddings"),
            (b'{"error": "model not loaded"}', "not a list of embeddings"),
            (b'{"data": 3}', "not a list of embeddings"),
            (b'{"data": [{"index": 0, "embedding": "AAAA"}]}', "not a list of embeddings"),
            (b'{"data": [{"index": 0, "embedding": [[1, 2], [3]]}]}', "not a list of embeddings"),
            (b'{"data": []}', "2 texts were sent, 0 vectors came back"),
        ],
    )
    def test_a_reply_that_is_none_is_an_error(
        self, script: Script, embedder: RemoteEmbedder, body: bytes, said: str
    ) -> None:
        script.misdeeds += [Misdeed(body=body)]
        with pytest.raises(ModelError, match=said):
            embedder.embed(["gym", "pool"])

    @pytest.mark.parametrize(
        ("indexes", "numbers", "said"),
        [
            ([0], [1.0] * 256, "2 texts were sent, 1 vectors came back"),
            ([0, 1, 2], [1.0] * 256, "2 texts were sent, 3 vectors came back"),
            ([0, 0], [1.0] * 256, "not one each"),
            ([0, 1, 1], [1.0] * 256, "not one each"),
            ([1, 2], [1.0] * 256, "not one each"),
            ([0, 1], [math.nan] * 256, "not finite"),
            ([0, 1], [1e39] * 256, "not finite"),
            ([0, 1], [1.0] * 384, "384 dimensions, not 256"),
            ([0, 1], [], "0 dimensions, not 256"),
            ([0, 1], None, "no dimensions, not 256"),
        ],
    )
    def test_vectors_that_cannot_be_used_are_an_error(
        self,
        script: Script,
        embedder: RemoteEmbedder,
        indexes: list[int],
        numbers: list[float] | None,
        said: str,
    ) -> None:
        reply = {"data": [{"index": index, "embedding": numbers} for index in indexes]}
        script.misdeeds += [Misdeed(body=json.dumps(reply).encode())]
        with pytest.raises(ModelError, match=said):
            embedder.embed(["gym", "pool"])

    def test_a_redirect_does_not_take_the_key_elsewhere(self, script: Script, embedder: RemoteEmbedder) -> None:
        with serving() as elsewhere:
            target = f"http://localhost:{elsewhere.port}/v1/embeddings"
            script.misdeeds += [Misdeed(status=307, body=b"", headers=(("Location", target),))]
            with pytest.raises(ModelError, match="status 307"):
                embedder.embed(["gym"])
            assert elsewhere.keys == []
