"""The ledger: one document that says what a store is and which of its generations is current.

Elasticsearch has no transactions: documents of one write become visible one by one, on many shards.
So a writer first takes the write lock (the "pen"), which reserves a new generation number in the
ledger; then it writes documents that are born, or have died, in that generation, which no reader
uses yet; and last it makes that number the current one. This last step is one conditional write of
one document, so it is atomic. A reader looks up the current generation first and queries its
documents only: on every shard it sees the old state or the new one, never half of a write.

A writer that is killed leaves the lock taken. Another writer takes it over after a period without
heartbeats; what the killed one wrote is never read, because its generation goes on the list of lost
ones, and is deleted later. If it was only suspended, it finds out before it sends anything more;
and requests that were in flight already cannot undo its successor's work, because documents are
changed only if they are unchanged since they were read.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any

from claimtree.errors import IndexMismatch, StoreDamaged, StoreError, StoreTooNew, StoreTooOld, StoreUnavailable
from claimtree.ports import StoreIdentity
from claimtree.stores.elastic.cluster_client import Conflict, ElasticClient
from claimtree.stores.elastic.dialects import Json
from claimtree.stores.elastic.layout import SCHEMA, Names

STATE = "state"
LEASE_S = 30.0
"""A writer sends four heartbeats in this time; one that sends none for so long loses the write
lock."""
REST_S = 300.0
"""How long a dead document is kept for readers of an older generation; much longer than reading
takes, because the clocks of two machines may differ."""
_MOST_LOST = 200
_ATTEMPTS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The content of the ledger."""

    identity: StoreIdentity
    levels: tuple[str, ...]
    answers: str
    made: str = ""
    """A unique id of the version, because version numbers are reused."""
    generation: int = 0
    lost: tuple[int, ...] = ()
    """Generations whose writers did not finish."""
    dirty: bool = False
    """Whether documents of a lost writer still exist."""
    pen: str = ""
    """The id of the writer that holds the write lock; empty if there is none."""
    writing: int = 0
    """The generation being written."""
    beat: int = 0
    """The heartbeat counter of the writer."""
    phrases: int = 0
    """The generation in which phrases were last added."""
    edges: int = 0
    """The generation in which edges were last written."""
    places_version: int = 0
    grounded: int = 0
    died: int = 0
    """The generation in which documents last died."""
    resting: int = 0
    """Documents that died up to this generation may be deleted once the time `rested` is past."""
    swept: int = 0
    """Documents that died up to this generation have been deleted."""
    rested: float = 0.0
    notes: Mapping[str, str] = field(default_factory=dict)
    schema: int = SCHEMA
    token: tuple[int, int] = field(default=(0, 0), compare=False)
    """Sequence number and primary term of the document, for the next conditional write."""

    def as_json(self) -> Json:
        values = {name: getattr(self, name) for name in State.__dataclass_fields__ if name not in ("identity", "token")}
        known = self.identity
        values["identity"] = [known.pack, known.pack_version, known.embedder, known.dimensions]
        return values

    @classmethod
    def of(cls, stored: Json, token: tuple[int, int]) -> State:
        pack, version, embedder, dimensions = stored["identity"]
        identity = StoreIdentity(pack=pack, pack_version=version, embedder=embedder, dimensions=dimensions)
        known: dict[str, Any] = {name: stored[name] for name in cls.__dataclass_fields__ if name in stored}
        known |= {
            "identity": identity,
            "levels": tuple(stored["levels"]),
            "lost": tuple(stored["lost"]),
            "token": token,
        }
        return cls(**known)


@dataclass(frozen=True, slots=True)
class View:
    """One generation of one version: the snapshot that a reader uses from beginning to end."""

    names: Names
    state: State
    at: float
    """When it was read, by this machine's monotonic clock."""

    @property
    def filters(self) -> Json:
        """Returns the filter for documents of this generation, which is part of every query."""
        return visible(self.state.generation, self.state.lost)


def visible(generation: int, lost: tuple[int, ...] = ()) -> Json:
    """Returns a `bool` query that matches the documents of a generation."""
    gone: list[Json] = [{"range": {"born": {"gt": generation}}}]
    dead: Json = {"range": {"died": {"lte": generation}}}
    if lost:
        # The documents that a lost writer made do not count, nor do its deletions.
        gone.append({"terms": {"born": list(lost)}})
        dead = {"bool": {"filter": [dead], "must_not": [{"terms": {"died": list(lost)}}]}}
    return {"bool": {"must_not": [dead, *gone]}}


class WriteLock:
    """The write lock for one generation."""

    def __init__(self, ledger: Ledger, view: View, updated_at: float) -> None:
        """`updated_at` is the time by `_clock` just before the ledger was last updated with this
        holder."""
        self._ledger = ledger
        self._me = view.state.pen
        self._update_lock = threading.Lock()
        self._updated_at = updated_at
        self.view = view
        self.generation = view.state.writing
        self.changes: Json = {}
        """Changes to the ledger that are written together with the new generation."""
        self.wrote = False
        """Whether any document was written; if not, there is no new generation."""

    def check(self) -> None:
        """Raises an error if the lock may have been lost, which happens after a period without
        heartbeats."""
        # No writer takes the lock so soon after a heartbeat; reading the ledger is needed only if
        # heartbeats failed or the machine slept.
        if _clock() - self._updated_at > LEASE_S / 3:
            self.look()

    def look(self) -> None:
        """Checks the same by reading the ledger, after a sign that another process is writing."""
        if self._ledger.view(self.view.names.version).state.pen != self._me:
            raise self._ledger.taken_away()

    def update(self, **changes: Any) -> None:
        """Updates the ledger while holding the lock; raises `Conflict` if the lock is lost."""
        with self._update_lock:
            for _ in range(_ATTEMPTS):
                began = _clock()
                try:
                    self.view = self._ledger.rewrite(self.view, **changes)
                except Conflict:
                    # Our own request may have arrived although its answer did not.
                    now = self._ledger.view(self.view.names.version)
                    if now.state.pen != self._me:
                        raise
                    self.view = now
                else:
                    self._updated_at = began
                    return
            raise Conflict(f"the ledger of {self._ledger.prefix} changed {_ATTEMPTS} times")

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Inside the block, a thread sends heartbeats, so that the lock is kept however long the
        write takes."""
        done = threading.Event()

        def send_heartbeats() -> None:
            while not done.wait(LEASE_S / 4):
                # If the lock was lost, the writer notices before it sends the next documents.
                with suppress(StoreError, Conflict):
                    self.update(beat=self.view.state.beat + 1)

        thread = threading.Thread(target=send_heartbeats, daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()


class Ledger:
    """Reads and writes the ledger of one prefix."""

    def __init__(self, client: ElasticClient, *, wait_s: float) -> None:
        self.client = client
        self.prefix = client.address.prefix
        self._wait_s = wait_s
        self._writing = threading.Lock()

    def find(self, version: int | None = None) -> View | None:
        """Returns the current state of the live version, or of the given one; None if it does not
        exist."""
        index = f"{self.prefix}-ledger" if version is None else f"{self.prefix}-v{version}-ledger"
        found = self.client.ask("GET", f"/{index}/_doc/{STATE}", missing_ok=True)
        if not found.get("found"):
            return None
        stored = found["_source"].get("state")
        if not isinstance(stored, dict) or "identity" not in stored:
            raise StoreDamaged(
                f"index {found['_index']!r} at {self.client.address} is not a ledger of ours",
                hint="Another program uses the same prefix: choose another.",
            )
        schema = stored.get("schema", 0)
        if schema < SCHEMA:
            raise StoreTooOld(
                f"store {self.client.address} has the old schema {schema}, and this version reads {SCHEMA}",
                hint="Index its sources again under another prefix; or `claimtree copy` it into a file with the version"
                " that wrote it, and copy that file under another prefix with this one.",
                values={"schema": schema, "known": SCHEMA},
            )
        if schema > SCHEMA:
            raise StoreTooNew(
                f"store {self.client.address} was written by a newer version (schema {schema}, known: {SCHEMA})",
                hint="Use that version, or a newer one.",
            )
        state = State.of(stored, (found["_seq_no"], found["_primary_term"]))
        number = found["_index"].removeprefix(f"{self.prefix}-v").removesuffix("-ledger")
        if not number.isdigit():
            raise StoreDamaged(f"index {found['_index']!r} is not one of ours", hint="Choose another prefix.")
        names = Names(self.prefix, int(number), tuple(state.levels))  # type: ignore[arg-type]  # names of levels
        return View(names, state, time.monotonic())

    def view(self, version: int | None = None) -> View:
        """Returns the same, or raises an error if it does not exist."""
        found = self.find(version)
        if found is None:
            raise StoreUnavailable(
                f"there is no store at {self.client.address}",
                hint="Index something into it, or copy a store there.",
                values={"address": str(self.client.address)},
            )
        return found

    @contextmanager
    def write_lock(self, version: int | None = None) -> Iterator[WriteLock]:
        """Holds the write lock for one generation, which becomes current when the block ends
        without an error; otherwise no reader ever sees it."""
        if not self._writing.acquire(timeout=self._wait_s):
            raise self._busy()
        try:
            lock = self._take(version)
            try:
                yield lock
                self._put_down(lock)
            except BaseException:
                self._drop(lock)
                raise
        finally:
            self._writing.release()

    def rewrite(self, view: View, **changes: Any) -> View:
        """Updates the ledger if it is unchanged since the view was read; raises `Conflict`
        otherwise."""
        state = replace(view.state, **changes)
        seq_no, term = view.state.token
        answer = self.client.ask(
            "PUT",
            f"/{view.names.ledger}/_doc/{STATE}",
            {"kind": STATE, "state": state.as_json()},
            if_seq_no=str(seq_no),
            if_primary_term=str(term),
        )
        state = replace(state, token=(answer["_seq_no"], answer["_primary_term"]))
        return View(view.names, state, time.monotonic())

    def _take(self, version: int | None) -> WriteLock:
        """Takes the lock when it is free, or from a writer that sent no heartbeat for as long as we
        watched."""
        deadline = time.monotonic() + self._wait_s
        pause_s = 0.02
        last_token, changed_at = (-1, -1), time.monotonic()
        while True:
            view = self.view(version)
            state, now = view.state, time.monotonic()
            if state.token != last_token:
                last_token, changed_at = state.token, now
            # Measured by our own clock, because the clocks of two machines may differ by more than
            # the lease.
            if not state.pen or now - changed_at > LEASE_S:
                lock = self._try(view)
                if lock is not None:
                    return lock
                continue
            if now > deadline:
                raise self._busy()
            time.sleep(pause_s)
            pause_s = min(2 * pause_s, 0.5)

    def _try(self, view: View) -> WriteLock | None:
        """Tries to take the lock; returns None if another writer was faster."""
        state = view.state
        lost = (*state.lost, state.writing)[-_MOST_LOST:] if state.pen else state.lost
        me, began = uuid.uuid4().hex, _clock()
        number = max(state.generation, state.writing) + 1
        try:
            view = self.rewrite(view, pen=me, writing=number, lost=lost, dirty=state.dirty or bool(state.pen))
        except Conflict:
            # A conflict may also mean that our own request arrived twice, and the first one took
            # the lock.
            view = self.view(view.names.version)
        return WriteLock(self, view, began) if view.state.pen == me else None

    def _put_down(self, lock: WriteLock) -> None:
        changes = dict(lock.changes)
        if lock.wrote:
            changes["generation"] = lock.generation
        try:
            lock.update(pen="", **changes)
        except Conflict as conflict:
            now = self.view(lock.view.names.version).state
            arrived = now.generation >= lock.generation if lock.wrote else _has_values(now, lock.changes)
            if not arrived or lock.generation in now.lost:
                raise self.taken_away() from conflict

    def _drop(self, lock: WriteLock) -> None:
        """Releases the lock without a new generation; if that fails too, the lock expires."""
        state = lock.view.state
        lost = (*state.lost, lock.generation)[-_MOST_LOST:] if lock.wrote else state.lost
        with suppress(StoreError, Conflict):
            lock.update(pen="", lost=lost, dirty=state.dirty or lock.wrote)

    def taken_away(self) -> StoreUnavailable:
        return StoreUnavailable(
            f"store {self.client.address}: the write lock was lost, since no heartbeat arrived for {LEASE_S:g} s",
            hint="Try again; nothing of this batch is visible.",
            values={"address": str(self.client.address)},
        )

    def _busy(self) -> StoreUnavailable:
        return StoreUnavailable(
            f"store {self.client.address} is being written by another process and did not become free in time",
            hint="Wait for the other writer to finish, then try again; readers are never blocked.",
            values={"address": str(self.client.address)},
        )


def _clock() -> float:
    """Returns seconds that include time during which this machine is suspended, where the platform
    supports it, because other machines go on meanwhile."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


def _has_values(state: State, changes: Json) -> bool:
    return all(getattr(state, name) == value for name, value in changes.items())


def check_identity(view: View, wanted: StoreIdentity, levels: tuple[str, ...], answers: str, address: str) -> None:
    """Raises an error if the store was built with another pack, embedder or hierarchy."""
    made = view.state.identity
    if made != wanted:
        different = [
            f"{name} {getattr(made, name)!r}, opened with {getattr(wanted, name)!r}"
            for name in ("pack", "pack_version", "embedder", "dimensions")
            if getattr(made, name) != getattr(wanted, name)
        ]
        raise IndexMismatch(
            f"store {address} was built with {'; '.join(different)}",
            hint="Run `claimtree rebuild`, or open it with what it was built with.",
            values={"built": str(made), "opened": str(wanted)},
        )
    if (view.state.levels, view.state.answers) != (levels, answers):
        raise IndexMismatch(
            f"store {address} has the levels {', '.join(view.state.levels)} with answers at {view.state.answers!r}, "
            f"and was opened with {', '.join(levels)} and {answers!r}",
            hint="Run `claimtree rebuild`.",
        )
