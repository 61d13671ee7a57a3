"""Answers by content: the same text is asked about once.

The key is a hash of the model, the prompt (and with it the pack) and the text. What is kept is the answer, which holds
quotes and labels; neither the prompt nor a key to the endpoint is ever written.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from claimtree.models.sqlite_cache import Key, Row, RowFile

APPLICATION_ID = 0x436C_416E
"""Marks a file as ours: "ClAn"."""


class KeptAnswers:
    """Answers in an SQLite file. It never fails: it forgets, and says why in `notice`."""

    def __init__(self, path: Path, *, most: int = 200_000) -> None:
        """`most`: answers kept; when there are more, the oldest go."""
        self._file = RowFile(path, limit=most, application_id=APPLICATION_ID, what="file of the model's answers")

    @property
    def notice(self) -> str:
        return self._file.notice

    def get(self, key: Key) -> str | None:
        row = self._file.get([key]).get(key)
        return None if row is None else row.decode("utf-8", "replace")

    def put(self, key: Key, answer: str) -> None:
        self._file.put({key: Row(answer.encode("utf-8", "replace"))})

    def close(self) -> None:
        self._file.close()


def answer_key(*parts: str) -> Key:
    """One key for these parts, whatever they contain: each is hashed with its length."""
    digest = hashlib.blake2b(digest_size=20)
    for part in parts:
        said = part.encode("utf-8", "surrogatepass")
        digest.update(len(said).to_bytes(8, "little") + said)
    return Key(digest.digest())
