"""A cache of computed vectors: the phrases of a corpus and the wishes of its users repeat.

There are two cache levels before the model: the most recently used rows in memory, and an SQLite
file that many processes share. A row's key is a hash of the embedder's name and the text, so no row
goes stale.

The file is optional: when it is damaged, foreign or cannot be written, the vectors are computed,
and `notice` says why that takes long.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import numpy as np

from claimtree.deadlines import check
from claimtree.lru_cache import LruCache
from claimtree.model.judging import JudgedWishes
from claimtree.model.notices import Notice
from claimtree.model.phrases import Vectors
from claimtree.models.request_batching import RequestBatcher
from claimtree.models.sqlite_cache import Key, Row, RowFile
from claimtree.ports import Embedder, Judge

APPLICATION_ID = 0x436C_4563
"""SQLite application id that marks the file as ours: "ClEc"."""
_RUNS = 2
"""Concurrent runs of the model, each on up to all cores: a query need not wait for a corpus."""
_MEMORY_ROWS = 10_000
"""Rows kept in memory, at some 0.6 kB each; the file has the others."""
SLICE = 1024
"""Texts computed between two writes, so that interrupted indexing resumes near where it stopped."""


Computed = Callable[[Mapping[Key, Row]], None]
"""Takes rows that were computed."""


class CachedEmbedder:
    """Wraps another embedder and computes each text only once."""

    def __init__(
        self,
        inner: Embedder,
        path: Path,
        *,
        rows: int = 500_000,
        memory_rows: int = _MEMORY_ROWS,
        computed: Computed | None = None,
    ) -> None:
        """`rows`: how many the file keeps, at some 0.5 kB each; beyond, the oldest are deleted.

        Threads may share one; each process opens its own. `computed` takes what is computed, instead
        of the file: for one of several processes that share their work, of which another one writes.
        """
        self.inner = inner
        self.name = inner.name
        self.dimensions = inner.dimensions
        # An embedder may identify its training: vectors of another training are of no use.
        self._space = str(getattr(inner, "fingerprint", inner.name))
        self._file = RowFile(path, limit=rows, application_id=APPLICATION_ID, what="embedding cache")
        self._memory = LruCache[Key, Row](memory_rows)
        self._compute = RequestBatcher(inner.embed, runs=_RUNS)
        self._store: Computed = computed or self._file.put

    @property
    def notice(self) -> Notice | None:
        """Why the file is not used, as a sentence; empty while it works."""
        return self._file.notice

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row per text, in order; only texts that are not cached are computed."""
        keys = [self._key(text) for text in texts]
        wanted = dict(zip(keys, texts, strict=True))
        found = self._memory.get(wanted)
        if len(found) < len(wanted):
            kept = {
                key: row
                for key, row in self._file.get([key for key in wanted if key not in found]).items()
                if len(row) == self.dimensions + 4
            }
            self._memory.put(kept)
            found |= kept
        missing = [key for key in wanted if key not in found]
        if len(missing) > SLICE:
            # The encoder runs texts of one length together, so each slice should have few lengths.
            missing.sort(key=lambda key: len(wanted[key]))
        for start in range(0, len(missing), SLICE):
            check()
            some = missing[start : start + SLICE]
            fresh = dict(zip(some, packed(self._compute([wanted[key] for key in some])), strict=True))
            self._store(fresh)
            self._memory.put(fresh)
            found |= fresh
        return unpacked([found[key] for key in keys], self.dimensions)

    def batched_calls(self) -> AbstractContextManager[None]:
        return self._compute.batched_calls()

    def add_computed(self, rows: Iterable[tuple[bytes, bytes]]) -> None:
        kept = {Key(key): Row(row) for key, row in rows}
        self._file.put(kept)
        self._memory.put(kept)

    def close(self) -> None:
        """Close the file; rows in memory stay available."""
        self._file.close()

    def _key(self, text: str) -> Key:
        content = f"{self._space}\x1f{text}".encode("utf-8", "surrogatepass")
        return Key(hashlib.blake2b(content, digest_size=16).digest())


class CachedJudge(CachedEmbedder):
    """Wraps a judge and embeds each text only once: a wish is judged by its vector alone."""

    def __init__(
        self,
        inner: Judge,
        path: Path,
        *,
        rows: int = 500_000,
        memory_rows: int = _MEMORY_ROWS,
        computed: Computed | None = None,
    ) -> None:
        super().__init__(inner, path, rows=rows, memory_rows=memory_rows, computed=computed)
        self._judge = inner.judge

    def judge(self, wishes: Vectors) -> JudgedWishes:
        return self._judge(wishes)


def cached(embedder: Embedder, path: Path, *, computed: Computed | None = None) -> CachedEmbedder:
    """Wraps the embedder in a cache kept in that file; a judge stays a judge. `computed`: see
    `CachedEmbedder`."""
    if isinstance(embedder, Judge):
        return CachedJudge(embedder, path, computed=computed)
    return CachedEmbedder(embedder, path, computed=computed)


def packed(vectors: Vectors) -> Iterator[Row]:
    """Each vector as a row: its codes, and its scale as a float32."""
    scales = vectors.scales.astype("<f4")
    for codes, scale in zip(vectors.codes, scales, strict=True):
        yield Row(codes.tobytes() + scale.tobytes())


def unpacked(rows: Sequence[Row], dimensions: int) -> Vectors:
    """Rows as vectors, in order."""
    table = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), dimensions + 4)
    return Vectors(
        codes=table[:, :dimensions].view(np.int8).copy(),
        scales=table[:, dimensions:].copy().view("<f4").reshape(len(rows)).astype(np.float32),
    )
