"""The documents of one generation on their way to the cluster, and what becomes of those that come too late.

Entities, edges and places are all written this way: what differs between them is only what their documents say.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from claimtree.stores.elastic.client import Wire, operation, with_token
from claimtree.stores.elastic.ledger import Pen
from claimtree.stores.elastic.phrase_cache import seen
from claimtree.stores.elastic.reading import Stored


def document_key(id: str, generation: int) -> str:
    """The document of an entity in one generation. Ids may be any text of any length, so they are hashed."""
    return f"{hashlib.blake2b(id.encode('utf-8', 'surrogatepass'), digest_size=16).hexdigest()}@{generation}"


class Script:
    """Writes the documents of one generation as they are made, in requests of a bearable size."""

    def __init__(self, wire: Wire, pen: Pen) -> None:
        self._wire = wire
        self.pen = pen
        self.generation = pen.generation
        self._send: Callable[[Iterable[bytes]], None] = wire.bulk

    @contextmanager
    def sending(self) -> Iterator[None]:
        """Inside, documents go out while more of them are made; outside, all are written."""
        with self._wire.sending(before=self.pen.check, settle=self.settle) as send:
            self._send = send
            yield

    def write(self, operations: Iterable[bytes]) -> None:
        """Send documents on their way. What is read meanwhile does not see them: it is of the generation before."""
        self._send(self._noted(operations))

    def _noted(self, operations: Iterable[bytes]) -> Iterator[bytes]:
        for one in operations:
            # Before the first document goes out: from here on, this generation has to be finished or swept.
            self.pen.wrote = True
            yield one

    def dies(self, stored: Stored) -> bytes:
        self.pen.changes["died"] = self.generation
        dead = {"doc": {"died": self.generation}}
        return operation("update", stored.index, stored.key, dead, token=stored.token)

    def settle(self, action: str, index: str, key: str, lines: bytes) -> bytes | None:
        """What to send instead of an operation that came too late: a writer that lost the pen was still at it.

        The pen is looked at first, so the one who lost it overwrites nothing of its successor's.
        """
        self.pen.look()
        found = self._wire.ask("GET", f"/{index}/_doc/{key}", missing_ok=True, _source_includes="born")
        if not found.get("found"):
            return None if action == "update" else lines
        token = found["_seq_no"], found["_primary_term"]
        if action == "create":
            born = found["_source"].get("born", 0)
            if born == self.generation or seen(born, self.pen.view):
                return None
            return with_token("index", index, key, lines, token)
        return with_token(action, index, key, lines, token)
