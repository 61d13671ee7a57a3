"""A cache of a model's answers, so that the same text is asked about once.

The key is a hash of the model, the prompt (and with it the pack) and the text. The value is the
answer, which holds quotes and labels; neither the prompt nor the endpoint's API key is written.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from claimtree.model.notices import Notice
from claimtree.models.sqlite_cache import Key, Row, RowFile

APPLICATION_ID = 0x436C_416E
"""SQLite application id that marks the file as ours: "ClAn"."""


class CompletionCache:
    """Answers in an SQLite file. It never raises: a failed read is a miss, see `notice`."""

    def __init__(self, path: Path, *, most: int = 200_000) -> None:
        """`most`: answers kept; beyond, the oldest are deleted."""
        self._file = RowFile(path, limit=most, application_id=APPLICATION_ID, what="file of the model's answers")

    @property
    def notice(self) -> Notice | None:
        return self._file.notice

    def get(self, key: Key) -> str | None:
        row = self._file.get([key]).get(key)
        return None if row is None else row.decode("utf-8", "replace")

    def put(self, key: Key, answer: str) -> None:
        self._file.put({key: Row(answer.encode("utf-8", "replace"))})

    def close(self) -> None:
        self._file.close()


def answer_key(*parts: str) -> Key:
    """A key for these parts; each is hashed with its length, so that no two lists collide."""
    digest = hashlib.blake2b(digest_size=20)
    for part in parts:
        encoded = part.encode("utf-8", "surrogatepass")
        digest.update(len(encoded).to_bytes(8, "little") + encoded)
    return Key(digest.digest())
