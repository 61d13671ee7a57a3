"""The file of the review queue, beside the stores: items with their history. Trees are not in it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Final

from claimtree.errors import BadInput, StoreDamaged, UnknownName
from claimtree.review.item_json import conflict_of, conflict_row, fact_of, fact_row, origin_of, origin_row
from claimtree.review.items import (
    MOST_AUTHOR,
    MOST_NOTE,
    AuditEntry,
    ReviewItem,
    ReviewKind,
    ReviewState,
)
from claimtree.sidecar_db import SidecarFile

FILE: Final = "review.db"
MOST_ITEMS: Final = 50_000
"""In the queue of one collection."""
MOST_HISTORY: Final = 1_000
"""Entries of the audit trail of one item."""
_STEPS: Final = (
    """
    CREATE TABLE item (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        collection TEXT NOT NULL,
        tree TEXT NOT NULL,
        kind TEXT NOT NULL,
        state TEXT NOT NULL,
        fact TEXT,
        conflicts TEXT NOT NULL,
        draft TEXT NOT NULL,
        origin TEXT NOT NULL,
        identity TEXT NOT NULL,
        UNIQUE (collection, tree, identity)
    );
    CREATE TABLE audit (
        item INTEGER NOT NULL REFERENCES item (id),
        at TEXT NOT NULL,
        who TEXT NOT NULL,
        action TEXT NOT NULL,
        note TEXT NOT NULL
    );
    CREATE INDEX audit_item ON audit (item);
    CREATE INDEX item_state ON item (collection, state)
    """,
)
_COLUMNS: Final = "id, tree, kind, state, fact, conflicts, draft, origin"


class ReviewFile:
    """Keeps items and their audit trail; nothing is ever deleted from the trail."""

    def __init__(self, path: Path) -> None:
        self._file = SidecarFile(path, kind="reviews", application_id=0x43745276, steps=_STEPS)

    @property
    def path(self) -> Path:
        return self._file.path

    def close(self) -> None:
        self._file.close()

    def add(self, collection: str, items: Sequence[ReviewItem], *, by: str, at: datetime) -> list[ReviewItem]:
        """Adds items; one that is in the queue already is left as it is. Returns the added ones with their ids."""
        added: list[ReviewItem] = []
        who = checked_who(by)
        with self._file.writing() as connection:
            (count,) = connection.execute("SELECT count(*) FROM item WHERE collection = ?", [collection]).fetchone()
            for item in items:
                number = self._insert(connection, collection, item)
                if number is None:
                    continue
                if count + len(added) >= MOST_ITEMS:
                    raise BadInput(
                        f"the queue has {MOST_ITEMS:,} items, which is the most",
                        hint="Decide some: claimtree review list",
                        values={"count": count},
                    )
                entry = AuditEntry(at=at, by=who, action="added")
                _log(connection, number, entry)
                added.append(replace(item, id=number, audit=(entry,)))
        return added

    def _insert(self, connection: sqlite3.Connection, collection: str, item: ReviewItem) -> int | None:
        fact = None if item.fact is None else _json(fact_row(item.fact))
        cursor = connection.execute(
            "INSERT INTO item (collection, tree, kind, state, fact, conflicts, draft, origin, identity)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            [
                collection,
                item.tree,
                str(item.kind),
                str(item.state),
                fact,
                _json([conflict_row(one) for one in item.conflicts]),
                item.draft,
                _json(origin_row(item.origin)),
                _identity(item),
            ],
        )
        return cursor.lastrowid if cursor.rowcount else None

    def items(
        self,
        collection: str,
        *,
        tree: str | None = None,
        state: ReviewState | None = None,
        limit: int = 50,
        offset: int = 0,
    ) -> list[ReviewItem]:
        """Returns items in the order in which they came."""
        wheres, values = ["collection = ?"], [collection]
        for column, value in (("tree", tree), ("state", state)):
            if value is not None:
                wheres.append(f"{column} = ?")
                values.append(str(value))
        query = f"SELECT {_COLUMNS} FROM item WHERE {' AND '.join(wheres)} ORDER BY id LIMIT ? OFFSET ?"
        with self._file.reading() as connection:
            rows = connection.execute(query, [*values, limit, offset]).fetchall()
            return [self._item(connection, row) for row in rows]

    def counts(self, collection: str) -> dict[str, int]:
        """Returns how many items there are in each state."""
        with self._file.reading() as connection:
            rows = connection.execute(
                "SELECT state, count(*) FROM item WHERE collection = ? GROUP BY state", [collection]
            )
            found = dict(rows.fetchall())
        return {str(state): found.get(str(state), 0) for state in ReviewState}

    def item(self, collection: str, id: int) -> ReviewItem:
        with self._file.reading() as connection:
            return self._one(connection, collection, id)

    def decide(self, collection: str, ids: Sequence[int], state: ReviewState, entry: AuditEntry) -> list[ReviewItem]:
        """Sets the state of items, all of them or none."""
        return self._change(collection, ids, entry, state=state)

    def note(self, collection: str, ids: Sequence[int], entry: AuditEntry) -> list[ReviewItem]:
        """Adds an entry to the audit trail of items."""
        return self._change(collection, ids, entry)

    def assign(self, collection: str, item: ReviewItem, entry: AuditEntry) -> ReviewItem:
        """Replaces the fact and the conflicts of an item after a person said who is meant."""
        entry = replace(entry, by=checked_who(entry.by), note=checked_note(entry.note))
        with self._file.writing() as connection:
            self._one(connection, collection, item.id)
            connection.execute(
                "UPDATE item SET fact = ?, conflicts = ?, kind = ? WHERE id = ?",
                [
                    None if item.fact is None else _json(fact_row(item.fact)),
                    _json([conflict_row(one) for one in item.conflicts]),
                    str(item.kind),
                    item.id,
                ],
            )
            _log(connection, item.id, entry)
            return self._one(connection, collection, item.id)

    def _change(
        self, collection: str, ids: Sequence[int], entry: AuditEntry, *, state: ReviewState | None = None
    ) -> list[ReviewItem]:
        entry = replace(entry, by=checked_who(entry.by), note=checked_note(entry.note))
        with self._file.writing() as connection:
            changed = []
            for id in dict.fromkeys(ids):
                item = self._one(connection, collection, id)
                if state is not None and item.state is state:
                    raise BadInput(f"item {id} is {state} already", hint=f"claimtree review show {id}")
                if len(item.audit) >= MOST_HISTORY:
                    raise BadInput(f"item {id} was changed {MOST_HISTORY:,} times, which is the most", hint="")
                if state is not None:
                    connection.execute("UPDATE item SET state = ? WHERE id = ?", [str(state), id])
                _log(connection, id, entry)
                changed.append(self._one(connection, collection, id))
        return changed

    def _one(self, connection: sqlite3.Connection, collection: str, id: int) -> ReviewItem:
        row = connection.execute(
            f"SELECT {_COLUMNS} FROM item WHERE id = ? AND collection = ?", [min(id, 2**62), collection]
        ).fetchone()
        if row is None:
            raise UnknownName(
                f"there is no item {id} in the queue",
                hint="`claimtree review list` shows their numbers.",
                values={"id": id},
            )
        return self._item(connection, row)

    def _item(self, connection: sqlite3.Connection, row: tuple[object, ...]) -> ReviewItem:
        id, tree, kind, state, fact, conflicts, draft, origin = row
        trail = connection.execute("SELECT at, who, action, note FROM audit WHERE item = ? ORDER BY rowid", [id])
        try:
            return ReviewItem(
                id=int(str(id)),
                kind=ReviewKind(str(kind)),
                state=ReviewState(str(state)),
                tree=str(tree),
                fact=None if fact is None else fact_of(json.loads(str(fact))),
                conflicts=tuple(conflict_of(one) for one in json.loads(str(conflicts))),
                draft=str(draft),
                origin=origin_of(json.loads(str(origin))),
                audit=tuple(
                    AuditEntry(at=datetime.fromisoformat(at), by=who, action=action, note=note)
                    for at, who, action, note in trail
                ),
            )
        except (ValueError, TypeError, KeyError) as error:
            raise StoreDamaged(
                f"item {id} of {self.path} cannot be read: {error}", hint="Restore the file from a copy."
            ) from error


def checked_who(by: str) -> str:
    """Returns who decides, on one line. Raises BadInput for nobody: a decision has somebody's name."""
    who = " ".join("".join(sign if sign.isprintable() else " " for sign in by).split())
    if not who or len(who) > MOST_AUTHOR:
        raise BadInput(
            f"{len(who)} characters are no name of who decides",
            hint=f"Say who you are: --by NAME (1 to {MOST_AUTHOR}).",
        )
    return who


def checked_note(note: str) -> str:
    if len(note) > MOST_NOTE:
        raise BadInput(f"the note has {len(note):,} characters", hint=f"{MOST_NOTE:,} is the most.")
    return " ".join("".join(sign if sign.isprintable() else " " for sign in note).split())


def _log(connection: sqlite3.Connection, item: int, entry: AuditEntry) -> None:
    connection.execute(
        "INSERT INTO audit VALUES (?, ?, ?, ?, ?)", [item, entry.at.isoformat(), entry.by, entry.action, entry.note]
    )


def _identity(item: ReviewItem) -> str:
    """Returns what two items have in common that are the same: the message, its words, and the fact."""
    fact = item.fact
    said = (
        [item.draft]
        if fact is None
        else [fact.kind, fact.date, fact.place, fact.value, fact.relation, fact.quote, fact.denied, fact.text]
    )
    return _json([item.origin.source_id, item.origin.author, item.origin.sent_at, item.origin.excerpt, *said])


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
