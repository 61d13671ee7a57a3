"""Writes the documents of one generation to the cluster in bulk, and resolves version conflicts.

Entities, edges and places are all written this way; they differ only in the content of their
documents.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from claimtree.stores.elastic.cluster_client import ElasticClient, operation, with_token
from claimtree.stores.elastic.ledger import WriteLock
from claimtree.stores.elastic.phrase_cache import is_visible
from claimtree.stores.elastic.reading import Stored


def document_key(id: str, generation: int) -> str:
    """Returns the document id of an entity in one generation. Entity ids may be of any length, so
    they are hashed."""
    return f"{hashlib.blake2b(id.encode('utf-8', 'surrogatepass'), digest_size=16).hexdigest()}@{generation}"


class BulkWriter:
    """Writes the documents of one generation while they are being made, in requests of limited
    size."""

    def __init__(self, client: ElasticClient, lock: WriteLock) -> None:
        self._client = client
        self.lock = lock
        self.generation = lock.generation
        self._send: Callable[[Iterable[bytes]], None] = client.bulk

    @contextmanager
    def sending(self) -> Iterator[None]:
        """Inside the block, documents are sent while more are made; on leaving it, all are
        written."""
        with self._client.sending(before=self.lock.check, settle=self.settle) as send:
            self._send = send
            yield

    def write(self, operations: Iterable[bytes]) -> None:
        """Queues documents for sending. Readers do not see them yet: they read the previous
        generation."""
        self._send(self._noted(operations))

    def _noted(self, operations: Iterable[bytes]) -> Iterator[bytes]:
        for one in operations:
            # Set before the first document goes out: from then on, this generation has to be
            # finished or cleaned up.
            self.lock.wrote = True
            yield one

    def deletion(self, stored: Stored) -> bytes:
        self.lock.changes["died"] = self.generation
        dead = {"doc": {"died": self.generation}}
        return operation("update", stored.index, stored.key, dead, token=stored.token)

    def settle(self, action: str, index: str, key: str, lines: bytes) -> bytes | None:
        """Returns what to send instead of an operation with a version conflict, or None for
        nothing.

        A conflict means that a writer that lost the write lock is still writing. The lock is
        checked first, so that a writer that has lost it does not overwrite its successor's
        documents.
        """
        self.lock.look()
        found = self._client.ask("GET", f"/{index}/_doc/{key}", missing_ok=True, _source_includes="born")
        if not found.get("found"):
            return None if action == "update" else lines
        token = found["_seq_no"], found["_primary_term"]
        if action == "create":
            born = found["_source"].get("born", 0)
            if born == self.generation or is_visible(born, self.lock.view):
                return None
            return with_token("index", index, key, lines, token)
        return with_token(action, index, key, lines, token)
