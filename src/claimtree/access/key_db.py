"""The database file of keys. Every check reads it, so that a key revoked in one process is refused
in all of them."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final

from claimtree.access import key_policy, key_requests, tokens
from claimtree.access.key_policy import Demand, Remembered
from claimtree.access.key_types import Key, KeyId, NewKey, Role, State
from claimtree.errors import BadInput, StoreDamaged, StoreError, UnknownName
from claimtree.sidecar_db import SidecarFile

FILE: Final = "keys.db"
"""File name in the data folder."""
MOST_KEYS: Final = 1_000
"""Maximum number of keys that are not revoked."""
MOST_REVOKED: Final = 1_000
"""Number of revoked keys that are kept for reference; older ones are deleted."""

_APPLICATION_ID = 0x43544B59  # "CTKY"
_STEPS = (
    """CREATE TABLE keys (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        folded TEXT NOT NULL,
        role TEXT NOT NULL,
        collections TEXT NOT NULL,
        rate_per_minute INTEGER,
        created INTEGER NOT NULL,
        expires INTEGER,
        revoked INTEGER,
        last_used TEXT,
        salt BLOB NOT NULL,
        digest BLOB NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX one_of_a_name ON keys (folded) WHERE revoked IS NULL""",
)
_COLUMNS = "id, name, role, collections, rate_per_minute, created, expires, revoked, last_used"
_NOBODY_SALT = bytes(16)
_NOBODY_DIGEST = bytes(32)


class Keys:
    """The keys of a server, in a file that is created with the first key. Thread-safe; processes
    may share the file."""

    def __init__(
        self,
        path: Path,
        *,
        now: Callable[[], datetime] | None = None,
        run_write: Callable[[Callable[[], None]], object] = lambda write: write(),
        demanded: bool = False,
    ) -> None:
        """`run_write` runs the write that records a key's last use; pass one that uses a thread of its
        own if the caller must not wait for the file. `demanded`: keys have been required before,
        whatever the file says now."""
        self.path = path
        self._run_write = run_write
        self._now = now or (lambda: datetime.now(UTC))
        self._file = SidecarFile(path, kind="keys", application_id=_APPLICATION_ID, steps=_STEPS)
        self._lock = threading.Lock()
        self._noted: dict[KeyId, date] = {}
        self._remembered = Remembered(path.with_name(key_policy.FILE), required=demanded)

    def add(
        self,
        name: str,
        *,
        role: Role,
        collections: Iterable[str] = (),
        expires: timedelta | None = None,
        rate_per_minute: int | None = None,
    ) -> NewKey:
        """Creates a key and returns it with its secret text, which cannot be shown again.

        Without collections it sees all of them; without `expires` it is valid until it is revoked.
        """
        now = self._now().replace(microsecond=0)
        key = Key(
            id=KeyId(""),
            name=key_requests.key_name(name),
            role=role,
            collections=key_requests.collections(collections),
            created=now,
            expires=None if expires is None else now + key_requests.lifetime(expires),
            rate_per_minute=None if rate_per_minute is None else key_requests.rate(rate_per_minute),
        )
        with self._file.writing() as connection:
            self._refuse_taken(connection, key.name, now)
            key = replace(key, id=_free_id(connection))
            text, salt = tokens.new_text(key.id), tokens.new_salt()
            connection.execute(
                "INSERT INTO keys (id, name, folded, role, collections, rate_per_minute, created, expires, salt,"
                " digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    key.id,
                    key.name,
                    key_requests.folded(key.name),
                    key.role,
                    " ".join(sorted(key.collections)),
                    key.rate_per_minute,
                    _seconds(key.created),
                    None if key.expires is None else _seconds(key.expires),
                    salt,
                    tokens.digest(text, salt),
                ),
            )
            connection.execute(
                "DELETE FROM keys WHERE id IN (SELECT id FROM keys WHERE revoked IS NOT NULL"
                " ORDER BY revoked DESC, created DESC, id LIMIT -1 OFFSET ?)",
                (MOST_REVOKED,),
            )
        # Only now: if the first key could not be stored, keys are not required.
        self._remembered.see()
        return NewKey(key=key, secret=text)

    def list(self) -> tuple[Key, ...]:
        """Returns all keys, including expired and revoked ones, oldest first."""
        with self._file.reading() as connection:
            return tuple(map(self._key, connection.execute(f"SELECT {_COLUMNS} FROM keys ORDER BY created, rowid")))

    def revoke(self, name_or_id: str) -> Key:
        """Revokes a key and returns it; it is refused at once, in every process. Revoking it again
        changes nothing.

        Accepts the key's whole text too, since that is at hand when a key has leaked.
        """
        with self._file.writing() as connection:
            key = self._find(connection, name_or_id)
            if key.revoked is not None:
                return key
            now = self._now().replace(microsecond=0)
            connection.execute("UPDATE keys SET revoked = ? WHERE id = ?", (_seconds(now), key.id))
        return replace(key, revoked=now)

    def check(self, presented: str) -> Key | None:
        """Returns the key with this text; None if it is unknown, wrong, mistyped, expired or
        revoked."""
        id = tokens.id_of(presented)
        if id is None:
            # A checksum is no secret: refusing early reveals nothing.
            return None
        with self._file.reading() as connection:
            row = connection.execute(f"SELECT {_COLUMNS}, salt, digest FROM keys WHERE id = ?", (id,)).fetchone()
        *described, salt, digest = row or (None, _NOBODY_SALT, _NOBODY_DIGEST)
        # An unknown id takes the same work as a known one with a wrong secret, so that timing
        # reveals neither.
        right = tokens.same(tokens.digest(presented, salt), digest)
        if row is None or not right:
            return None
        key = self._key(described)
        self._remembered.see()
        now = self._now()
        if key.state(now) is not State.USABLE:
            return None
        self._note_use(key, now.date())
        return key

    def any(self) -> bool:
        """Whether there is a usable key."""
        with self._file.reading() as connection:
            found = connection.execute(
                "SELECT 1 FROM keys WHERE revoked IS NULL AND (expires IS NULL OR expires > ?) LIMIT 1",
                (_seconds(self._now()),),
            ).fetchone()
        return found is not None

    def demand(self) -> Demand:
        """Returns whether a key is required. Once a server has required keys, it stays closed when
        the last one is revoked, and refuses everyone if all keys were lost."""
        with self._file.reading() as connection:
            known = connection.execute("SELECT 1 FROM keys LIMIT 1").fetchone() is not None
        if not known:
            return self._remembered.without_keys()
        self._remembered.see()
        return Demand.KEYS

    def reset(self) -> int:
        """Deletes every key and the record that there were any, for every process; returns their
        number."""
        with self._file.writing() as connection:
            (count,) = connection.execute("SELECT count(*) FROM keys").fetchone()
            connection.execute("DELETE FROM keys")
        self._remembered.forget()
        return int(count)

    def usable(self, id: str) -> Key | None:
        """Returns the key with this id if it is usable now, else None."""
        with self._file.reading() as connection:
            row = connection.execute(f"SELECT {_COLUMNS} FROM keys WHERE id = ?", (id,)).fetchone()
        key = self._key(row) if row is not None else None
        return key if key is not None and key.state(self._now()) is State.USABLE else None

    def close(self) -> None:
        self._file.close()

    def _note_use(self, key: Key, today: date) -> None:
        """Records the key's last use, at most once per day and process; a failed write does not
        refuse the key."""
        if key.last_used is not None and key.last_used >= today:
            return
        with self._lock:
            if self._noted.get(key.id) == today:
                return
            if len(self._noted) >= MOST_KEYS:
                self._noted.clear()
            self._noted[key.id] = today

        def write() -> None:
            with suppress(StoreError), self._file.writing() as connection:
                connection.execute(
                    "UPDATE keys SET last_used = ? WHERE id = ? AND (last_used IS NULL OR last_used < ?)",
                    (today.isoformat(), key.id, today.isoformat()),
                )

        self._run_write(write)

    def _refuse_taken(self, connection: sqlite3.Connection, name: str, now: datetime) -> None:
        # A name that equals the id of another key would make `revoke` ambiguous.
        row = connection.execute(
            f"SELECT {_COLUMNS} FROM keys WHERE (folded = ? AND revoked IS NULL) OR id = ?",
            (key_requests.folded(name), name),
        ).fetchone()
        if row is not None:
            taken = self._key(row)
            expired = taken.state(now) is State.EXPIRED
            raise BadInput(
                f"there is a key {taken.name!r} already (id {taken.id}{', expired' if expired else ''})",
                hint="Choose another name, or revoke that one first: its name is then free.",
                values={"name": taken.name, "id": taken.id},
            )
        (held,) = connection.execute("SELECT count(*) FROM keys WHERE revoked IS NULL").fetchone()
        if held >= MOST_KEYS:
            raise BadInput(
                f"there are {held:,} keys, and {MOST_KEYS:,} is the most",
                hint="Revoke those that are not used: `claimtree keys list` says when each was used last.",
                values={"keys": held},
            )

    def _find(self, connection: sqlite3.Connection, text: str) -> Key:
        """Looks a key up by id, then by the name of a key in force, then by the name of the last
        one revoked."""
        # Undecodable bytes arrive as lone surrogates, which cannot be stored in a file.
        name = text[: key_requests.LONGEST_NAME + 1].strip().encode(errors="replace").decode()
        id = tokens.id_of(name) or name
        row = connection.execute(
            f"SELECT {_COLUMNS} FROM keys WHERE id = ? OR folded = ?"
            " ORDER BY id = ? DESC, revoked IS NULL DESC, revoked DESC, created DESC LIMIT 1",
            (id, key_requests.folded(name), id),
        ).fetchone()
        if row is None:
            raise UnknownName(
                f"no key {tokens.masked(name)!r}",
                hint="`claimtree keys list` shows names and ids.",
                values={"name": tokens.masked(name)},
            )
        return self._key(row)

    def _key(self, row: Iterable[object]) -> Key:
        id, name, role, collections, rate_per_minute, created, expires, revoked, last_used = row
        try:
            return Key(
                id=KeyId(str(id)),
                name=str(name),
                role=Role(str(role)),
                collections=frozenset(str(collections).split()),
                rate_per_minute=None if rate_per_minute is None else int(str(rate_per_minute)),
                created=_moment(created),
                expires=None if expires is None else _moment(expires),
                revoked=None if revoked is None else _moment(revoked),
                last_used=None if last_used is None else date.fromisoformat(str(last_used)),
            )
        except (ValueError, OverflowError, OSError) as error:
            raise StoreDamaged(
                f"{self.path}: the key with id {id!r} cannot be read ({error})",
                hint="Restore the file from a copy, or move it away and add the keys again.",
                values={"path": str(self.path), "id": str(id)},
            ) from error


def _free_id(connection: sqlite3.Connection) -> KeyId:
    """Returns a new id that is not yet in use as an id or a name."""
    while True:
        id = tokens.new_id()
        if connection.execute("SELECT 1 FROM keys WHERE id = ? OR folded = ?", (id, id)).fetchone() is None:
            return id


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())


def _moment(seconds: object) -> datetime:
    return datetime.fromtimestamp(int(str(seconds)), UTC)
