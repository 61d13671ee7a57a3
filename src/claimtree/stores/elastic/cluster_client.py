"""Requests to the cluster as JSON; failures are translated into the project's errors."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

import orjson

from claimtree.deadlines import check
from claimtree.errors import StoreError, StoreUnavailable
from claimtree.stores.elastic.address import Address, Dialect, Secrets
from claimtree.stores.elastic.dialects import Client, Json, Refusal, connect
from claimtree.stores.elastic.faults import translated

PAGE = 5_000
"""Documents per page of results; a server returns at most 10,000."""
BULK_BYTES = 1 << 20
"""Size of one bulk request; small, so that the next is prepared while one is being sent. The server
limit is 100 MB."""
_PAUSES_S = (0.2, 0.4, 0.8, 1.6, 3.2, 6.4)
"""Pauses before the retries of requests that a busy server rejected."""
_SHORT_PAUSES_S = _PAUSES_S[:4]
"""The same for a search, for which a user is waiting."""
_BULK_FILTER = {"filter_path": "errors,items.*.status,items.*.error"}
"""The parts of a bulk response that are needed; the full response is six times as large."""
_BUSY = ("rejected_execution_exception", "circuit_breaking_exception")
"""Suffixes of the error types of a shard that is only temporarily overloaded."""
_AT_ONCE = 3
"""Bulk requests in flight at the same time."""

T = TypeVar("T")
Token = tuple[int, int]
"""Sequence number and primary term of a document, for optimistic locking."""
Settler = Callable[[str, str, str, bytes], bytes | None]
"""Called with the action, index, id and lines of an operation with a version conflict; returns its
replacement."""


class Conflict(Exception):
    """The document was changed by another writer first."""


class ElasticClient:
    """A connection to a cluster."""

    def __init__(self, address: Address, secrets: Secrets, *, client: Client | None = None) -> None:
        self.address = address
        self._words = secrets.words
        self._client = client or connect(address, secrets)
        self._closed = False

    @property
    def dialect(self) -> Dialect:
        return self.address.dialect

    def ask(self, method: str, path: str, body: object = None, *, missing_ok: bool = False, **params: str) -> Json:
        """Sends one request and returns the response; with `missing_ok`, an empty one if the
        resource does not exist."""
        payload = None if body is None else encoded(body)
        try:
            found = _retrying(_PAUSES_S, lambda: self._send(method, path, payload, params, lines=False)) or {}
        except Refusal as refusal:
            if refusal.status == 404 and missing_ok:
                return {}
            if refusal.status == 409:
                raise Conflict(refusal.reason) from refusal
            raise self.error(refusal) from refusal
        if not isinstance(found, dict):
            raise self.error(Refusal(status=0, kind="another_product", reason=f"it answered {str(found)[:100]!r}"))
        return found

    def searches(self, searches: Sequence[tuple[str, Json]]) -> list[Json]:
        """Runs several searches in one request; answers come in the same order. A partial answer
        raises an error."""
        check()
        payload = b"".join(part for index, body in searches for part in (encoded({"index": index}), encoded(body)))

        def answered() -> list[Json]:
            answers: list[Json] = self._send("POST", "/_msearch", payload, {}, lines=True)["responses"]
            for answer in answers:
                _check_search(answer)
            return answers

        try:
            return _retrying(_SHORT_PAUSES_S, answered)
        except Refusal as refusal:
            raise self.error(refusal) from refusal

    def search(self, index: str, body: Json) -> Json:
        return self.searches([(index, body)])[0]

    def all_hits(self, index: str, body: Json, *, page: int = PAGE) -> Iterator[Json]:
        """Yields every hit of a search; its sort order must be unique per document, because it is
        used for paging."""
        after: list[Any] | None = None
        while True:
            asked = {**body, "size": page, "track_total_hits": False}
            if after is not None:
                asked["search_after"] = after
            hits = self.search(index, asked)["hits"]["hits"]
            yield from hits
            if len(hits) < page:
                return
            after = hits[-1]["sort"]

    def all_of(self, searches: Sequence[tuple[str, Json]]) -> list[list[Json]]:
        """Returns every hit of several such searches in one request; few of them need a second
        page."""
        first = [(index, {**body, "size": PAGE, "track_total_hits": False}) for index, body in searches]
        found: list[list[Json]] = []
        for (index, body), answer in zip(first, self.searches(first) if first else (), strict=True):
            hits: list[Json] = answer["hits"]["hits"]
            if len(hits) == PAGE:
                hits += self.all_hits(index, {**body, "search_after": hits[-1]["sort"]})
            found.append(hits)
        return found

    def refresh(self, index: str) -> None:
        """Makes writes visible to searches on every available copy of every shard."""
        failed = self.ask("POST", f"/{index}/_refresh")["_shards"]["failed"]
        if failed:
            reason = f"{failed} shards could not be refreshed"
            raise self.error(Refusal(status=503, kind="search_phase_execution_exception", reason=reason))

    def bulk(self, operations: Iterable[bytes]) -> None:
        """Writes documents, each given as its bulk lines; raises the first error unless all of them
        were written."""
        with self.sending() as send:
            send(operations)

    @contextmanager
    def sending(
        self, *, before: Callable[[], None] | None = None, settle: Settler | None = None
    ) -> Iterator[Callable[[Iterable[bytes]], None]]:
        """Inside the block, documents are sent while more are made; on leaving it, all of them are
        written.

        Operations that a busy server rejects are retried after a pause. `before` is called before
        each request; `settle` returns what to send instead of an operation with a version conflict,
        None for nothing.
        """
        waiting: list[bytes] = []
        size = 0
        under_way: deque[Future[None]] = deque()
        with ThreadPoolExecutor(max_workers=_AT_ONCE) as threads:

            def flush() -> None:
                nonlocal waiting, size
                if waiting:
                    under_way.append(threads.submit(self._bulk, waiting, before, settle))
                    waiting, size = [], 0
                # Limits the requests in flight, so as not to overload the server.
                while len(under_way) > _AT_ONCE:
                    under_way.popleft().result()

            def send(operations: Iterable[bytes]) -> None:
                nonlocal size
                for one in operations:
                    waiting.append(one)
                    size += len(one)
                    if size >= BULK_BYTES:
                        flush()

            yield send
            flush()
            for sent in under_way:
                sent.result()

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._client.close()

    def error(self, refusal: Refusal) -> StoreError:
        return translated(refusal, self.address, self._words)

    def _bulk(self, operations: list[bytes], before: Callable[[], None] | None, settle: Settler | None) -> None:
        for pause_s in _PAUSES_S:
            if before is not None:
                before()
            try:
                answer = self._send("POST", "/_bulk", b"".join(operations), _BULK_FILTER, lines=True)
            except Refusal as refusal:
                if refusal.status == 413 and len(operations) > 1:
                    middle = len(operations) // 2
                    self._bulk(operations[:middle], before, settle)
                    self._bulk(operations[middle:], before, settle)
                    return
                if refusal.status != 429:
                    raise self.error(refusal) from refusal
            else:
                operations, busy = self._left(operations, answer, settle)
                if not operations:
                    return
                if not busy:
                    continue
            time.sleep(pause_s)
        raise StoreUnavailable(
            f"store {self.address} turned {len(operations):,} documents away {len(_PAUSES_S)} times: it has too much "
            "to do",
            hint="Try again later, or with smaller batches; nothing of this batch is visible.",
            values={"address": str(self.address)},
        )

    def _left(self, operations: Sequence[bytes], answer: Json, settle: Settler | None) -> tuple[list[bytes], bool]:
        """Returns the operations that must be sent again, and whether that is because the server
        was busy."""
        if not answer["errors"]:
            return [], False
        again: list[bytes] = []
        busy = False
        for operation, item in zip(operations, answer["items"], strict=True):
            ((action, result),) = item.items()
            status = result["status"]
            kind = str(result.get("error", {}).get("type", ""))
            if status < 300 or (status == 404 and kind != "index_not_found_exception"):
                continue  # done, or a delete of a document that is gone already
            if status in (429, 503) and kind != "cluster_block_exception":
                again.append(operation)
                busy = True
            elif status == 409 and settle is not None:
                instead = settle(action, *_target(operation, action), operation)
                if instead is not None:
                    again.append(instead)
            else:
                error = result.get("error", {})
                reason = f"{error.get('reason', '')} {(error.get('caused_by') or {}).get('reason', '')}".strip()
                raise self.error(Refusal(status=status, kind=kind, reason=reason[:500]))
        return again, busy

    def _send(self, method: str, path: str, body: bytes | None, params: Mapping[str, str], *, lines: bool) -> Any:
        if self._closed:
            raise StoreUnavailable(f"store {self.address} is closed", hint="Open it again.")
        return self._client.send(method, path, body, params, lines=lines)


def _retrying(pauses_s: Sequence[float], ask: Callable[[], T]) -> T:
    """Returns the response; retries after a pause while the server is overloaded or out of
    memory."""
    for pause_s in pauses_s:
        try:
            return ask()
        except Refusal as refusal:
            if refusal.status != 429 or refusal.kind == "cluster_block_exception":
                raise
        time.sleep(pause_s)
    return ask()


def _check_search(answer: Json) -> None:
    """Raises a `Refusal` unless every shard answered the search."""
    error = answer.get("error")
    if error is not None:
        cause = (error.get("root_cause") or [{}])[0]
        kind, reason = str(cause.get("type") or error.get("type")), str(cause.get("reason") or error.get("reason"))
        raise Refusal(status=int(answer.get("status", 0)), kind=kind, reason=reason)
    if answer.get("timed_out"):
        raise Refusal(status=0, kind="timeout", reason="a shard ran out of time")
    shards = answer["_shards"]
    if shards["failed"]:
        cause = ((shards.get("failures") or [{}])[0]).get("reason") or {}
        is_busy = str(cause.get("type", "")).endswith(_BUSY)
        raise Refusal(
            status=429 if is_busy else 503,
            kind="search_phase_execution_exception",
            reason=str(cause.get("reason", "")),
        )


def operation(action: str, index: str, id: str, document: object = None, *, token: Token | None = None) -> bytes:
    """Returns the lines of one operation of a bulk request."""
    about: Json = {"_index": index, "_id": id}
    if token is not None:
        about["if_seq_no"], about["if_primary_term"] = token
    head = encoded({action: about})
    return head if document is None else head + encoded(document)


def _target(lines: bytes, action: str) -> tuple[str, str]:
    """Returns the index and the id of an operation."""
    head = orjson.loads(lines.partition(b"\n")[0])[action]
    return head["_index"], head["_id"]


def with_token(action: str, index: str, id: str, lines: bytes, token: Token) -> bytes:
    """Returns the operation with another action and token, for the same document body."""
    _, _, document = lines.partition(b"\n")
    return operation(action, index, id, token=token) + document


def encoded(body: object) -> bytes:
    """Returns one line of JSON."""
    try:
        return orjson.dumps(body, option=orjson.OPT_APPEND_NEWLINE)
    except TypeError as error:
        raise StoreError(
            f"the store was given something that no JSON can say: {error}",
            hint="Remove lone surrogate characters and numbers beyond 64 bits.",
        ) from error
