"""One document that says what a store is and which generation of it is true.

Elasticsearch has no transactions: documents of one write become visible one by one, on many shards. So a writer first
takes the pen, which is a new generation number in the ledger; writes documents that are born, or have died, in that
generation, which nobody reads yet; and last puts the number down as the true one. That last step is one document
written under a condition, so it happens or it does not. Who reads looks up the true generation first and asks for
its documents only: old or new, on every shard, never half.

A writer that is killed leaves the pen taken. It is taken from it when it was silent for long enough; what it wrote is
never read, since its generation is put on the list of the lost ones, and is swept away later. If it was not dead but
asleep, it finds out before it sends anything more; and what was on its way already cannot undo what its successor did,
for documents are changed only under the condition that nobody else changed them since they were read.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any

from claimtree.errors import IndexMismatch, StoreDamaged, StoreError, StoreTooNew, StoreUnavailable
from claimtree.ports import StoreIdentity
from claimtree.stores.elastic.client import Conflict, Wire
from claimtree.stores.elastic.dialects import Json
from claimtree.stores.elastic.layout import SCHEMA, Names

STATE = "state"
LEASE_S = 30.0
"""A writer tells four times as often that it still writes; one that is silent for so long has lost the pen."""
REST_S = 300.0
"""So long a document that died is still there for those who read an older generation; much longer than reading takes,
because the clocks of two machines may differ."""
_MOST_LOST = 200
_ATTEMPTS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What the ledger says."""

    identity: StoreIdentity
    levels: tuple[str, ...]
    answers: str
    made: str = ""
    """Which version it is, by a name that no other ever had: numbers come again."""
    generation: int = 0
    lost: tuple[int, ...] = ()
    """Generations whose writers never finished."""
    dirty: bool = False
    """Whether a lost writer's documents are still there."""
    pen: str = ""
    """Who writes; empty when nobody does."""
    writing: int = 0
    """The generation being written."""
    beat: int = 0
    """Another number each time the writer tells that it still writes."""
    phrases: int = 0
    """The generation in which phrases were last added."""
    edges: int = 0
    """The generation in which edges were last written."""
    places_version: int = 0
    grounded: int = 0
    died: int = 0
    """The generation in which documents last died."""
    resting: int = 0
    """Documents that died until this generation may be swept once `rested` is past."""
    swept: int = 0
    """Those that died until this generation are gone."""
    rested: float = 0.0
    notes: Mapping[str, str] = field(default_factory=dict)
    schema: int = SCHEMA
    token: tuple[int, int] = field(default=(0, 0), compare=False)
    """Which writing of the document this is, for the condition of the next one."""

    def as_json(self) -> Json:
        said = {name: getattr(self, name) for name in State.__dataclass_fields__ if name not in ("identity", "token")}
        known = self.identity
        said["identity"] = [known.pack, known.pack_version, known.embedder, known.dimensions]
        return said

    @classmethod
    def of(cls, said: Json, token: tuple[int, int]) -> State:
        pack, version, embedder, dimensions = said["identity"]
        identity = StoreIdentity(pack=pack, pack_version=version, embedder=embedder, dimensions=dimensions)
        known: dict[str, Any] = {name: said[name] for name in cls.__dataclass_fields__ if name in said}
        known |= {"identity": identity, "levels": tuple(said["levels"]), "lost": tuple(said["lost"]), "token": token}
        return cls(**known)


@dataclass(frozen=True, slots=True)
class View:
    """One generation of one version: what a reader sees from beginning to end."""

    names: Names
    state: State
    at: float
    """When it was looked up, on this machine's own clock."""

    @property
    def filters(self) -> Json:
        """Leaves only the documents of the generation; a part of every query's filter."""
        return visible(self.state.generation, self.state.lost)


def visible(generation: int, lost: tuple[int, ...] = ()) -> Json:
    """A `bool` that holds for the documents of a generation."""
    gone: list[Json] = [{"range": {"born": {"gt": generation}}}]
    dead: Json = {"range": {"died": {"lte": generation}}}
    if lost:
        # What a lost writer made was never born, and what it took out never died.
        gone.append({"terms": {"born": list(lost)}})
        dead = {"bool": {"filter": [dead], "must_not": [{"terms": {"died": list(lost)}}]}}
    return {"bool": {"must_not": [dead, *gone]}}


class Pen:
    """The right to write one generation."""

    def __init__(self, ledger: Ledger, view: View, told_at: float) -> None:
        """`told_at` is when the ledger was last told whose it is, by `_clock`, before it was told."""
        self._ledger = ledger
        self._me = view.state.pen
        self._telling = threading.Lock()
        self._told_at = told_at
        self.view = view
        self.generation = view.state.writing
        self.changes: Json = {}
        """What the ledger is to say beside the new generation."""
        self.wrote = False
        """Whether any document was written: without one there is no new generation."""

    def check(self) -> None:
        """Whether the pen is still ours: whoever was silent for too long has lost it, and must stop."""
        # Nobody takes it from one who was heard of so lately: a look is needed where telling failed, or we slept.
        if _clock() - self._told_at > LEASE_S / 3:
            self.look()

    def look(self) -> None:
        """The same from the ledger itself, for whoever has met a sign that another writes."""
        if self._ledger.view(self.view.names.version).state.pen != self._me:
            raise self._ledger.taken_away()

    def tell(self, **changes: Any) -> None:
        """Write into the ledger while the pen is ours; `Conflict` if it is not."""
        with self._telling:
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
                    self._told_at = began
                    return
            raise Conflict(f"the ledger of {self._ledger.prefix} changed {_ATTEMPTS} times")

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Inside, the ledger is told again and again that we still write, however long that takes."""
        done = threading.Event()

        def telling() -> None:
            while not done.wait(LEASE_S / 4):
                # If it was taken away, the writer notices before it sends the next documents.
                with suppress(StoreError, Conflict):
                    self.tell(beat=self.view.state.beat + 1)

        beside = threading.Thread(target=telling, daemon=True)
        beside.start()
        try:
            yield
        finally:
            done.set()
            beside.join()


class Ledger:
    """Reads and writes the ledger of one prefix."""

    def __init__(self, wire: Wire, *, wait_s: float) -> None:
        self.wire = wire
        self.prefix = wire.address.prefix
        self._wait_s = wait_s
        self._writing = threading.Lock()

    def find(self, version: int | None = None) -> View | None:
        """The live version as it is now, or the one asked for; None where there is none."""
        index = f"{self.prefix}-ledger" if version is None else f"{self.prefix}-v{version}-ledger"
        found = self.wire.ask("GET", f"/{index}/_doc/{STATE}", missing_ok=True)
        if not found.get("found"):
            return None
        said = found["_source"].get("state")
        if not isinstance(said, dict) or "identity" not in said:
            raise StoreDamaged(
                f"index {found['_index']!r} at {self.wire.address} is not a ledger of ours",
                hint="Another program uses the same prefix: choose another.",
            )
        if said.get("schema", 0) > SCHEMA:
            raise StoreTooNew(
                f"store {self.wire.address} was written by a newer version (schema {said['schema']}, known: {SCHEMA})",
                hint="Use that version, or a newer one.",
            )
        state = State.of(said, (found["_seq_no"], found["_primary_term"]))
        number = found["_index"].removeprefix(f"{self.prefix}-v").removesuffix("-ledger")
        if not number.isdigit():
            raise StoreDamaged(f"index {found['_index']!r} is not one of ours", hint="Choose another prefix.")
        names = Names(self.prefix, int(number), tuple(state.levels))  # type: ignore[arg-type]  # names of levels
        return View(names, state, time.monotonic())

    def view(self, version: int | None = None) -> View:
        """The same, for a store that has to be there."""
        found = self.find(version)
        if found is None:
            raise StoreUnavailable(
                f"there is no store at {self.wire.address}",
                hint="Index something into it, or copy a store there.",
                values={"address": str(self.wire.address)},
            )
        return found

    @contextmanager
    def pen(self, version: int | None = None) -> Iterator[Pen]:
        """Write one generation: it is true once the block has ended, and nobody ever sees it if it does not."""
        if not self._writing.acquire(timeout=self._wait_s):
            raise self._busy()
        try:
            pen = self._take(version)
            try:
                yield pen
                self._put_down(pen)
            except BaseException:
                self._drop(pen)
                raise
        finally:
            self._writing.release()

    def rewrite(self, view: View, **changes: Any) -> View:
        """The ledger with changes, if nobody else changed it since the view; `Conflict` otherwise."""
        state = replace(view.state, **changes)
        seq_no, term = view.state.token
        answer = self.wire.ask(
            "PUT",
            f"/{view.names.ledger}/_doc/{STATE}",
            {"kind": STATE, "state": state.as_json()},
            if_seq_no=str(seq_no),
            if_primary_term=str(term),
        )
        state = replace(state, token=(answer["_seq_no"], answer["_primary_term"]))
        return View(view.names, state, time.monotonic())

    def _take(self, version: int | None) -> Pen:
        """Take the pen when it lies there, or from somebody who was silent for as long as we watched."""
        deadline = time.monotonic() + self._wait_s
        pause_s = 0.02
        heard, heard_at = (-1, -1), time.monotonic()
        while True:
            view = self.view(version)
            state, now = view.state, time.monotonic()
            if state.token != heard:
                heard, heard_at = state.token, now
            # By our own clock: those of two machines may differ by more than anybody is patient.
            if not state.pen or now - heard_at > LEASE_S:
                pen = self._try(view)
                if pen is not None:
                    return pen
                continue
            if now > deadline:
                raise self._busy()
            time.sleep(pause_s)
            pause_s = min(2 * pause_s, 0.5)

    def _try(self, view: View) -> Pen | None:
        """The pen, unless somebody is quicker."""
        state = view.state
        lost = (*state.lost, state.writing)[-_MOST_LOST:] if state.pen else state.lost
        me, began = uuid.uuid4().hex, _clock()
        number = max(state.generation, state.writing) + 1
        try:
            view = self.rewrite(view, pen=me, writing=number, lost=lost, dirty=state.dirty or bool(state.pen))
        except Conflict:
            # Or our own request arrived twice, and the first one took it.
            view = self.view(view.names.version)
        return Pen(self, view, began) if view.state.pen == me else None

    def _put_down(self, pen: Pen) -> None:
        said = dict(pen.changes)
        if pen.wrote:
            said["generation"] = pen.generation
        try:
            pen.tell(pen="", **said)
        except Conflict as conflict:
            now = self.view(pen.view.names.version).state
            arrived = now.generation >= pen.generation if pen.wrote else _says(now, pen.changes)
            if not arrived or pen.generation in now.lost:
                raise self.taken_away() from conflict

    def _drop(self, pen: Pen) -> None:
        """Give the pen back with nothing done; if even that fails, it is taken away in time."""
        state = pen.view.state
        lost = (*state.lost, pen.generation)[-_MOST_LOST:] if pen.wrote else state.lost
        with suppress(StoreError, Conflict):
            pen.tell(pen="", lost=lost, dirty=state.dirty or pen.wrote)

    def taken_away(self) -> StoreUnavailable:
        return StoreUnavailable(
            f"store {self.wire.address}: the right to write was lost, since nothing was heard of us for {LEASE_S:g} s",
            hint="Try again; nothing of this batch is visible.",
            values={"address": str(self.wire.address)},
        )

    def _busy(self) -> StoreUnavailable:
        return StoreUnavailable(
            f"store {self.wire.address} is being written by another process and did not become free in time",
            hint="Wait for the other writer to finish, then try again; readers are never blocked.",
            values={"address": str(self.wire.address)},
        )


def _clock() -> float:
    """Seconds that go on while the machine sleeps, where that can be had: others do not sleep with it."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


def _says(state: State, changes: Json) -> bool:
    return all(getattr(state, name) == value for name, value in changes.items())


def check_identity(view: View, wanted: StoreIdentity, levels: tuple[str, ...], answers: str, address: str) -> None:
    """Refuse to open a store with something else than what it was built with."""
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
