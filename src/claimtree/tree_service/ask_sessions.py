"""What conversations about trees remember, in a file beside the stores."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from claimtree.errors import BadInput, StoreDamaged
from claimtree.message_answers.conversation import AskState
from claimtree.sidecar_db import SidecarFile

FILE: Final = "asked.db"
LONGEST_NAME: Final = 100
MOST_SESSIONS: Final = 1_000
"""Of one collection and owner; the one that was used longest ago makes room for another."""
KEPT_S: Final = 30 * 86_400.0
_STEPS: Final = (
    """
    CREATE TABLE asked (
        collection TEXT NOT NULL,
        owner TEXT NOT NULL,
        name TEXT NOT NULL,
        state TEXT NOT NULL,
        used_at REAL NOT NULL,
        PRIMARY KEY (collection, owner, name)
    );
    CREATE INDEX asked_used_at ON asked (used_at)
    """,
)


class AskSessions:
    """The states of conversations, by collection, owner and name. The last message of several at once is kept."""

    def __init__(self, home: Path, collection: str, *, clock: Callable[[], float] = time.time) -> None:
        self._file = SidecarFile(home / FILE, kind="questions about trees", application_id=0x43744173, steps=_STEPS)
        self._collection = collection
        self._clock = clock

    def close(self) -> None:
        self._file.close()

    def read(self, name: str, owner: str = "") -> AskState:
        """Returns the state of a conversation; that of a new one is empty."""
        _check(name)
        with self._file.reading() as connection:
            found = connection.execute(
                "SELECT state FROM asked WHERE collection = ? AND owner = ? AND name = ? AND used_at >= ?",
                (self._collection, owner, name, self._clock() - KEPT_S),
            ).fetchone()
        if found is None:
            return AskState()
        try:
            return AskState.decoded(found[0])
        except (ValueError, KeyError, TypeError) as error:
            raise StoreDamaged(
                f"the conversation {name!r} cannot be read: {error}", hint="Begin another one, with another name."
            ) from error

    def write(self, name: str, state: AskState, owner: str = "") -> None:
        _check(name)
        now = self._clock()
        with self._file.writing() as connection:
            connection.execute("DELETE FROM asked WHERE used_at < ?", (now - KEPT_S,))
            connection.execute(
                "INSERT OR REPLACE INTO asked VALUES (?, ?, ?, ?, ?)",
                (self._collection, owner, name, state.encoded(), now),
            )
            connection.execute(
                "DELETE FROM asked WHERE collection = ? AND owner = ? AND name NOT IN (SELECT name FROM asked"
                " WHERE collection = ? AND owner = ? ORDER BY used_at DESC LIMIT ?)",
                (self._collection, owner, self._collection, owner, MOST_SESSIONS),
            )


def _check(name: str) -> None:
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadInput(
            f"{name[:40]!r} is no name of a conversation", hint=f"1 to {LONGEST_NAME} characters, as in: smith"
        )
