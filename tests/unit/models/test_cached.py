from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from claimtree.model.judging import JudgedWishes
from claimtree.model.phrases import Vectors
from claimtree.models.cached import SLICE, CachedEmbedder, CachedJudge, cached
from claimtree.models.encoder import OwnEncoder
from claimtree.models.hashed import HashedEmbedder
from claimtree.ports import Judge
from claimtree_testing.embedders import assert_equal


class Counting:
    """A real embedder that remembers what it was asked."""

    dimensions = 256

    def __init__(self, name: str = "counting") -> None:
        self.name = name
        self.asked: list[list[str]] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked.append(list(texts))
        return HashedEmbedder().embed(texts)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "vectors.db"


def asked_by(path: Path, texts: Sequence[str], *, name: str = "counting", rows: int = 1000) -> list[list[str]]:
    """What a new process would still have to compute; its vectors are right in any case."""
    inner = Counting(name)
    with closing(CachedEmbedder(inner, path, rows=rows)) as cached:
        assert_equal(cached.embed(texts), HashedEmbedder().embed(texts))
        assert cached.notice is None
    return inner.asked


def test_only_texts_never_seen_are_computed_and_each_once(path: Path) -> None:
    inner = Counting()
    with closing(CachedEmbedder(inner, path)) as cached:
        cached.embed(["gym", "pool", "gym"])
        assert_equal(cached.embed(["sauna", "gym", "", "pool"]), HashedEmbedder().embed(["sauna", "gym", "", "pool"]))
    assert inner.asked == [["gym", "pool"], ["sauna", ""]]


def test_another_process_finds_what_one_computed(path: Path) -> None:
    assert asked_by(path, ["gym", "pool"]) == [["gym", "pool"]]
    assert asked_by(path, ["pool", "sauna", "gym"]) == [["sauna"]]


def test_another_embedder_finds_nothing(path: Path) -> None:
    asked_by(path, ["gym"])
    assert asked_by(path, ["gym"], name="other") == [["gym"]]


def test_texts_that_differ_in_case_or_spacing_are_other_texts(path: Path) -> None:
    asked_by(path, ["no gym"])
    assert asked_by(path, ["No gym", "no  gym", "gym"]) == [["No gym", "no  gym", "gym"]]


def test_many_texts_are_written_as_they_are_computed(path: Path) -> None:
    class Interrupted(Counting):
        def embed(self, texts: Sequence[str]) -> Vectors:
            if self.asked:
                raise KeyboardInterrupt
            return super().embed(texts)

    texts = [f"text {number}" for number in range(SLICE + 5)]
    with closing(CachedEmbedder(Interrupted(), path)) as cached, pytest.raises(KeyboardInterrupt):
        cached.embed(texts)
    assert asked_by(path, texts) == [texts[SLICE:]]


def test_the_oldest_go_when_the_file_is_full(path: Path) -> None:
    for text in ("one", "two", "three", "four"):
        asked_by(path, [text], rows=3)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM rows").fetchone() == (3,)
    assert asked_by(path, ["two", "three", "four"], rows=3) == []
    assert asked_by(path, ["one"], rows=3) == [["one"]]


def test_memory_keeps_what_was_used_last(tmp_path: Path) -> None:
    inner = Counting()
    # A path that cannot be used: memory alone is tested.
    cached = CachedEmbedder(inner, tmp_path, memory_rows=2)
    for text in ("one", "two", "one", "three", "one", "two"):
        cached.embed([text])
    assert inner.asked == [["one"], ["two"], ["three"], ["two"]]


def test_more_texts_than_memory_holds_still_get_their_rows(tmp_path: Path) -> None:
    texts = [f"text {number}" for number in range(20)]
    assert_equal(CachedEmbedder(Counting(), tmp_path, memory_rows=3).embed(texts), HashedEmbedder().embed(texts))


def broken(path: Path, kind: str) -> Path:
    path.parent.mkdir()
    match kind:
        case "text":
            path.write_text("this is no database, and long enough to be seen as none" * 50)
        case "damaged":
            asked_by(path, [f"text {number}" for number in range(50)])
            content = bytearray(path.read_bytes())
            content[100:] = b"\xa5" * (len(content) - 100)
            path.write_bytes(content)
        case "foreign":
            with closing(sqlite3.connect(path)) as connection:
                connection.execute("CREATE TABLE others (a, b)")
        case "folder":
            path.mkdir()
        case "under a file":
            path.write_text("")
            return path / "vectors.db"
    return path


def test_a_damaged_file_of_ours_is_begun_anew(path: Path) -> None:
    path = broken(path, "damaged")
    texts = [f"text {number}" for number in range(50)]
    assert asked_by(path, texts) == [texts]
    asked_by(path, texts)
    assert asked_by(path, texts) == []


def test_a_row_under_anothers_key_is_computed_again(path: Path) -> None:
    asked_by(path, ["gym", "pool"])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE rows SET row = (SELECT row FROM rows WHERE id = 1) WHERE id = 2")
    assert asked_by(path, ["gym", "pool"]) == [["pool"]]
    assert asked_by(path, ["gym", "pool"]) == []


@pytest.mark.parametrize("kind", ["text", "foreign", "folder", "under a file"])
def test_a_file_that_cannot_be_used_costs_time_and_says_so(path: Path, kind: str) -> None:
    path = broken(path, kind)
    before = path.read_bytes() if path.is_file() else b""
    inner = Counting()
    with closing(CachedEmbedder(inner, path)) as cached:
        before_use = cached.notice
        assert before_use is None
        for _ in range(2):
            assert_equal(cached.embed(["text 1", "pool"]), HashedEmbedder().embed(["text 1", "pool"]))
        assert cached.notice is not None
        assert cached.notice.by_name["path"] == str(path)
    assert inner.asked == [["text 1", "pool"]]
    assert (path.read_bytes() if path.is_file() else b"") == before


def test_a_row_that_a_disk_changed_is_computed_again(path: Path) -> None:
    asked_by(path, ["gym", "pool", "sauna"])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE rows SET row = zeroblob(length(row)) WHERE id = 1")
        connection.execute("UPDATE rows SET row = x'00' WHERE id = 2")
    assert asked_by(path, ["gym", "pool", "sauna"]) == [["gym", "pool"]]


def test_a_busy_file_is_passed_over_without_a_notice_and_used_later(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimtree.models.sqlite_cache.BUSY_S", 0.2)
    asked_by(path, ["gym"])
    inner = Counting()
    with closing(CachedEmbedder(inner, path)) as cached:
        with closing(sqlite3.connect(path, isolation_level=None)) as writer:
            writer.execute("BEGIN IMMEDIATE")
            assert len(cached.embed(["pool", "gym"])) == 2
        cached.embed(["sauna"])
        assert cached.notice is None
    assert inner.asked == [["pool"], ["sauna"]]
    assert asked_by(path, ["sauna"]) == []


def test_threads_share_one(path: Path) -> None:
    wrong: list[str] = []
    with closing(CachedEmbedder(Counting(), path, memory_rows=5)) as cached:

        def work(start: int) -> None:
            for number in range(start, start + 60):
                text = f"text {number % 40}"
                if (cached.embed([text]).codes != HashedEmbedder().embed([text]).codes).any():
                    wrong.append(text)

        threads = [threading.Thread(target=work, args=(start,)) for start in range(0, 40, 10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert cached.notice is None
    assert wrong == []


@pytest.mark.slow
def test_processes_that_start_together_share_one_file(path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from claimtree.models.cached import CachedEmbedder;"
        "from claimtree.models.hashed import HashedEmbedder;"
        "cached = CachedEmbedder(HashedEmbedder(), Path(sys.argv[1]));"
        "[cached.embed([f'text {n}']) for n in range(40)]; sys.stderr.write(str(cached.notice or ''))"
    )
    started = [subprocess.Popen([sys.executable, "-c", code, str(path)], stderr=subprocess.PIPE) for _ in range(4)]
    assert [process.communicate()[1] for process in started] == [b""] * 4
    assert asked_by(path, [f"text {n}" for n in range(40)], name="hashed-256") == []


def test_after_closing_it_opens_again(path: Path) -> None:
    inner = Counting()
    cached = CachedEmbedder(inner, path, memory_rows=1)
    cached.embed(["gym", "pool"])
    cached.close()
    cached.embed(["gym", "pool"])
    cached.close()
    assert inner.asked == [["gym", "pool"]]


# --- a judge behind a cache -----------------------------------------------------------------------------------------


class CountingJudge(Counting):
    """Three vectors of a wish: its own, its opposite and none. It remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__("counting judge")
        self.judged = 0

    def judge(self, wishes: Vectors) -> JudgedWishes:
        self.judged += len(wishes)
        own = wishes.codes * wishes.scales[:, None]
        three = np.stack([own, -own, 0 * own], axis=1)
        lengths = np.linalg.norm(three, axis=-1).astype(np.float32) * np.float32(5)
        vectors = Vectors.from_floats(three.reshape(-1, self.dimensions))
        return JudgedWishes(vectors=vectors, lengths=lengths, bias=np.array([-1, -1, 1], np.float32))


WISHES, PHRASES = ("gym", "pool", "no gym"), ("a gym in the basement", "heated pool", "", "sauna")


def test_a_judge_stays_one_behind_a_cache_and_any_other_embedder_does_not_become_one(path: Path) -> None:
    with closing(cached(CountingJudge(), path)) as judge, closing(cached(Counting(), path)) as plain:
        assert isinstance(judge, CachedJudge)
        assert isinstance(judge, Judge)
        assert (judge.name, judge.dimensions) == ("counting judge", 256)
        assert not isinstance(plain, Judge)
        assert type(plain) is CachedEmbedder


def test_a_judge_behind_a_cache_says_what_it_would_say_without(path: Path) -> None:
    bare = CountingJudge()
    wanted = bare.judge(bare.embed(WISHES)).logits(bare.embed(PHRASES))
    for _ in range(2):  # the second finds every text in the file
        with closing(CachedJudge(CountingJudge(), path)) as judge:
            found = judge.judge(judge.embed(WISHES)).logits(judge.embed(PHRASES))
        np.testing.assert_array_equal(found, wanted)


def test_a_known_wish_is_judged_without_being_embedded_again(path: Path) -> None:
    with closing(CachedJudge(CountingJudge(), path)) as judge:
        judge.embed(WISHES)
    inner = CountingJudge()
    with closing(CachedJudge(inner, path)) as judge:
        assert len(judge.judge(judge.embed(WISHES))) == len(WISHES)
    assert inner.asked == []
    assert inner.judged == len(WISHES)


def test_our_own_judge_loads_no_model_for_wishes_and_phrases_that_the_file_knows(path: Path) -> None:
    own = OwnEncoder()
    with closing(CachedJudge(own, path)) as judge:
        wanted = judge.judge(judge.embed(WISHES)).logits(judge.embed(PHRASES))
    np.testing.assert_array_equal(own.judge(own.embed(WISHES)).logits(own.embed(PHRASES)), wanted)
    code = (
        "import sys; from pathlib import Path; from claimtree.models.open import open_embedder;"
        "judge = open_embedder('claimtree-small-3', cache=Path(sys.argv[1]));"
        f"logits = judge.judge(judge.embed({WISHES!r})).logits(judge.embed({PHRASES!r}));"
        "sys.stdout.buffer.write(logits.tobytes());"
        "sys.stderr.write(', '.join({'onnxruntime'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == wanted.tobytes()
