"""Sessions: what conversations remember, by name and owner, in memory or in a file beside the stores.

A message of a session is answered from the state that the one before left: two at once are answered
one after the other, also by two processes. What nobody has used for a while is forgotten.
"""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeAlias

from claimtree.chat.reply import Reply
from claimtree.chat.session_state import SessionState
from claimtree.chat.state_json import decode_state, encode_state
from claimtree.errors import BadInput, StoreConflict, StoreDamaged, UnknownName
from claimtree.sidecar_db import SidecarFile

FILE: Final = "conversations.db"
LONGEST_NAME: Final = 100
MOST_SESSIONS: Final = 1_000
"""Of one owner and collection; the one that was used longest ago makes room for another."""
KEPT_S: Final = 30 * 86_400.0
"""How long a session is kept after its last message."""
WAIT_S: Final = 20.0
"""How long a message waits for the one before it."""
_TRIES: Final = 3
_AT_ONCE: Final = 2
"""Messages of one session: the one that is answered, and one that waits."""

Turn: TypeAlias = Callable[[SessionState], tuple[Reply, SessionState]]
"""Returns the reply to a message in a state, and the state after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """Which session: of whom, on what data."""

    collection: str = ""
    owner: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionInfo:
    """A session as it is listed."""

    name: str
    turns: int
    used_at: float
    """Seconds since 1970."""
    state: SessionState


class Sessions(ABC):
    """Keeps the states of sessions."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._locks: dict[Key, tuple[threading.Lock, int]] = {}
        """Of sessions that are being answered, with how many messages hold it or wait for it."""

    def turn(self, key: Key, answer: Turn) -> Reply:
        """Answers a message in a session, and keeps the state after it.

        Raises StoreConflict if messages of the same session are still being answered after a while.
        """
        check_name(key.name)
        with self._alone(key):
            for _ in range(_TRIES):
                state, version = self.read(key)
                reply, after = answer(state)
                if self.write(key, after, version=version):
                    return replace(reply, session=key.name)
        raise _busy(key)

    @contextmanager
    def _alone(self, key: Key) -> Iterator[None]:
        """Lets one message of a session pass at a time in this process; a second one waits, and a third
        is refused, so that one session cannot hold many threads."""
        with self._guard:
            lock, waiting = self._locks.get(key, (threading.Lock(), 0))
            if waiting >= _AT_ONCE:
                raise _busy(key)
            self._locks[key] = lock, waiting + 1
        try:
            if not lock.acquire(timeout=WAIT_S):
                raise _busy(key)
            try:
                yield
            finally:
                lock.release()
        finally:
            with self._guard:
                _, waiting = self._locks[key]
                if waiting > 1:
                    self._locks[key] = lock, waiting - 1
                else:
                    del self._locks[key]

    @abstractmethod
    def read(self, key: Key) -> tuple[SessionState, int]:
        """Returns the state of a session and its version; a new one has an empty state, version 0."""

    @abstractmethod
    def write(self, key: Key, state: SessionState, *, version: int) -> bool:
        """Keeps a state; False if the session has changed since that version."""

    @abstractmethod
    def listed(self, collection: str = "", owner: str = "") -> tuple[SessionInfo, ...]:
        """Returns the sessions of an owner, the last used first."""

    @abstractmethod
    def delete(self, key: Key) -> None:
        """Deletes a session; an error if there is none of that name."""

    def forget(self, key: Key) -> None:
        """Deletes a session if there is one."""
        with suppress(UnknownName):
            self.delete(key)

    def close(self) -> None:
        """Releases what is open."""
        return


class MemorySessions(Sessions):
    """Sessions that end with the process."""

    def __init__(self) -> None:
        super().__init__()
        self._kept: dict[Key, tuple[SessionState, int, float]] = {}
        self._lock = threading.Lock()

    def read(self, key: Key) -> tuple[SessionState, int]:
        with self._lock:
            state, version, _ = self._kept.get(key, (SessionState(), 0, 0.0))
        return state, version

    def write(self, key: Key, state: SessionState, *, version: int) -> bool:
        with self._lock:
            if self._kept.get(key, (state, 0))[1] != version:
                return False
            self._kept.pop(key, None)
            own = [one for one in self._kept if (one.collection, one.owner) == (key.collection, key.owner)]
            if len(own) >= MOST_SESSIONS:
                del self._kept[own[0]]
            self._kept[key] = (state, version + 1, time.time())
        return True

    def listed(self, collection: str = "", owner: str = "") -> tuple[SessionInfo, ...]:
        with self._lock:
            kept = list(self._kept.items())
        return tuple(
            SessionInfo(name=key.name, turns=state.turns, used_at=used_at, state=state)
            for key, (state, _, used_at) in reversed(kept)
            if (key.collection, key.owner) == (collection, owner)
        )

    def delete(self, key: Key) -> None:
        with self._lock:
            gone = self._kept.pop(key, None)
        if gone is None:
            raise _unknown(key)


_STEPS = (
    """
    CREATE TABLE session (
        collection TEXT NOT NULL,
        owner TEXT NOT NULL,
        name TEXT NOT NULL,
        version INTEGER NOT NULL,
        state TEXT NOT NULL,
        used_at REAL NOT NULL,
        PRIMARY KEY (collection, owner, name)
    );
    CREATE INDEX session_used_at ON session (used_at)
    """,
)


class StoredSessions(Sessions):
    """Sessions in a file that processes share, and that outlives them."""

    def __init__(self, path: Path, *, kept_s: float = KEPT_S, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._file = SidecarFile(path, kind="conversations", application_id=0x43744368, steps=_STEPS)
        self._kept_s = kept_s
        self._clock = clock

    def close(self) -> None:
        self._file.close()

    def read(self, key: Key) -> tuple[SessionState, int]:
        with self._file.reading() as connection:
            row = connection.execute(
                "SELECT state, version FROM session WHERE collection = ? AND owner = ? AND name = ? AND used_at >= ?",
                (*_row(key), self._oldest()),
            ).fetchone()
        return (SessionState(), 0) if row is None else (self._decoded(row[0], key.name), int(row[1]))

    def write(self, key: Key, state: SessionState, *, version: int) -> bool:
        with self._file.writing() as connection:
            connection.execute("DELETE FROM session WHERE used_at < ?", (self._oldest(),))
            row = connection.execute(
                "SELECT version FROM session WHERE collection = ? AND owner = ? AND name = ?", _row(key)
            ).fetchone()
            if (row[0] if row is not None else 0) != version:
                return False
            connection.execute(
                "INSERT OR REPLACE INTO session (collection, owner, name, version, state, used_at)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (*_row(key), version + 1, encode_state(state), self._clock()),
            )
            if version == 0:
                connection.execute(
                    "DELETE FROM session WHERE collection = ?1 AND owner = ?2 AND name IN (SELECT name FROM session"
                    " WHERE collection = ?1 AND owner = ?2 ORDER BY used_at DESC, name LIMIT -1 OFFSET ?3)",
                    (key.collection, key.owner, MOST_SESSIONS),
                )
        return True

    def listed(self, collection: str = "", owner: str = "") -> tuple[SessionInfo, ...]:
        with self._file.reading() as connection:
            rows = connection.execute(
                "SELECT name, state, used_at FROM session WHERE collection = ? AND owner = ? AND used_at >= ?"
                " ORDER BY used_at DESC, name",
                (collection, owner, self._oldest()),
            ).fetchall()
        found = []
        for name, text, used_at in rows:
            try:
                state = self._decoded(text, name)
            except StoreDamaged:  # it is listed, so that it can be deleted
                state = SessionState()
            found.append(SessionInfo(name=name, turns=state.turns, used_at=float(used_at), state=state))
        return tuple(found)

    def delete(self, key: Key) -> None:
        with self._file.writing() as connection:
            gone = connection.execute(
                "DELETE FROM session WHERE collection = ? AND owner = ? AND name = ?", _row(key)
            ).rowcount
        if not gone:
            raise _unknown(key)

    def _oldest(self) -> float:
        return self._clock() - self._kept_s

    def _decoded(self, text: str, name: str) -> SessionState:
        try:
            return decode_state(text)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise StoreDamaged(
                f"session {name!r} in {self._file.path} cannot be read: {error}",
                hint="Delete the session and begin it anew.",
                values={"session": name, "path": str(self._file.path)},
            ) from error


def check_name(name: str) -> None:
    """Raises BadInput for a name that no session may have."""
    if len(name) > LONGEST_NAME:
        raise BadInput(
            f"the name of the session has {len(name):,} characters; {LONGEST_NAME} is the most",
            hint="Give a shorter name.",
            values={"length": len(name)},
        )
    if not name.isprintable():
        raise BadInput("the name of the session holds signs that cannot be shown", hint="Give letters, digits or “-”.")


def _row(key: Key) -> tuple[str, str, str]:
    return key.collection, key.owner, key.name


def _busy(key: Key) -> StoreConflict:
    return StoreConflict(
        f"other messages of session {key.name!r} are being answered",
        hint="Send one message of a session at a time; send this one again.",
        values={"session": key.name},
    )


def _unknown(key: Key) -> UnknownName:
    return UnknownName(
        f"there is no session {key.name!r}",
        hint="A session begins with its first message, and is forgotten when it was not used for a while.",
        values={"session": key.name},
    )
