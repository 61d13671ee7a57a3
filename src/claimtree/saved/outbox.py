"""The outbox of webhook messages: written in the transaction of the run they report, posted one by
one, retried for some days.

Since a run and its message are one transaction, a crash in between loses neither. Delivery is at
least once while the receiver responds; the delivery id identifies duplicates.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from claimtree.saved import saved_db as rows
from claimtree.saved.searches import SavedSearch, Webhook
from claimtree.saved.webhook_delivery import LONGEST_PAUSE_S, TIMEOUT_S, TRIES, Outcome
from claimtree.sidecar_db import SidecarFile

MOST_ROUNDS = 8
"""Maximum number of delivery rounds per message; each round makes several attempts."""
FIRST_REST_S = 60.0
"""Pause after the first failed round; four times as long after each further one."""
HELD_S = TRIES * (2 * TIMEOUT_S + LONGEST_PAUSE_S) + 60
"""How long a message that is being posted is reserved, so that no other process posts it too."""

Post = Callable[[Webhook, bytes, str], Outcome]
"""Posts a body to a webhook under a delivery id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivered:
    """The outcome of posting the message about one run."""

    search: str
    name: str
    number: int
    outcome: Outcome
    again: bool
    """Whether it will be retried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Message:
    search: SavedSearch
    hook: Webhook
    number: int
    rounds: int
    story: Any


def waiting(file: SidecarFile, *, now: float) -> tuple[str, ...]:
    """Returns the ids of the searches with messages to post."""
    with file.reading() as connection:
        found = connection.execute(
            "SELECT DISTINCT search FROM run WHERE hook = ? AND not_before <= ? ORDER BY search", (rows.WAITING, now)
        )
        return tuple(str(search) for (search,) in found)


def deliver(file: SidecarFile, search: str, *, post: Post, clock: Callable[[], float]) -> tuple[Delivered, ...]:
    """Posts the messages of one search, oldest first, until one fails."""
    done: list[Delivered] = []
    while (message := _take(file, search, now=clock())) is not None:
        delivery = str(message.story["id"])
        body = json.dumps(message.story, separators=(",", ":")).encode("ascii")
        outcome = post(message.hook, body, delivery)
        again = not outcome.sent and outcome.again and message.rounds + 1 < MOST_ROUNDS
        _note(file, message, outcome, again=again, now=clock())
        done.append(
            Delivered(search=search, name=message.search.name, number=message.number, outcome=outcome, again=again)
        )
        if not outcome.sent:
            break
    return tuple(done)


def _take(file: SidecarFile, search: str, *, now: float) -> _Message | None:
    """Reserves and returns the oldest message that is not being posted."""
    with file.writing() as connection:
        saved = rows.by_id(connection, search)
        row = connection.execute(
            "SELECT number, rounds, story, not_before FROM run WHERE search = ? AND hook = ? ORDER BY number LIMIT 1",
            (search, rows.WAITING),
        ).fetchone()
        # If the oldest message is backing off, the others wait too: news are delivered in order.
        if row is None or saved is None or saved.webhook is None or row[3] > now:
            return None
        connection.execute(
            "UPDATE run SET not_before = ? WHERE search = ? AND number = ?", (now + HELD_S, search, row[0])
        )
        return _Message(search=saved, hook=saved.webhook, number=row[0], rounds=row[1], story=rows.unpacked(row[2]))


def _note(file: SidecarFile, message: _Message, outcome: Outcome, *, again: bool, now: float) -> None:
    state = rows.SENT if outcome.sent else rows.WAITING if again else rows.FAILED
    rest_s = FIRST_REST_S * 4**message.rounds
    with file.writing() as connection:
        connection.execute(
            "UPDATE run SET hook = ?, rounds = rounds + 1, not_before = ? WHERE search = ? AND number = ? AND hook = ?",
            (state, now + rest_s, message.search.id, message.number, rows.WAITING),
        )
        connection.execute(
            "UPDATE search SET hook_said = ? WHERE id = ? AND hook_url = ?",
            (outcome.description[:200], message.search.id, message.hook.url),
        )
