"""The database file of opinions, stored beside the stores and shared by processes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from claimtree.errors import BadInput, StoreDamaged, UnknownName
from claimtree.feedback.opinions import Opinion, Shown, ShownClaim, Thumb, check
from claimtree.model.answers import Verdict
from claimtree.model.claims import ClaimId, EntityId, LevelName, Strength, TypeName
from claimtree.sidecar_db import SidecarFile

FILE: Final = "feedback.db"
MOST_OPINIONS: Final = 20_000
"""Maximum per owner and collection."""
_STEPS = (
    """
    CREATE TABLE opinion (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        collection TEXT NOT NULL,
        owner TEXT NOT NULL,
        question TEXT NOT NULL,
        edits TEXT NOT NULL,
        entity TEXT NOT NULL,
        claim TEXT NOT NULL,
        thumb TEXT,
        verdict TEXT,
        note TEXT NOT NULL,
        said_at TEXT NOT NULL,
        place INTEGER,
        shown TEXT NOT NULL,
        UNIQUE (collection, owner, question, edits, entity, claim)
    )
    """,
)
_COLUMNS = "id, collection, owner, question, edits, entity, claim, thumb, verdict, note, said_at, place, shown"


class FeedbackFile:
    """Stores opinions: the latest one of each owner on each hit and claim."""

    def __init__(self, path: Path) -> None:
        self._file = SidecarFile(path, kind="feedback", application_id=0x43744662, steps=_STEPS)

    def close(self) -> None:
        self._file.close()

    def keep(self, opinion: Opinion) -> tuple[Opinion, bool]:
        """Stores an opinion, replacing the same owner's earlier one on the same question, hit and
        claim; returns it with its id, and whether it replaced one."""
        check(opinion)
        key = (
            opinion.collection,
            opinion.owner,
            opinion.question,
            _edits(opinion),
            opinion.entity,
            opinion.claim or "",
        )
        with self._file.writing() as connection:
            gone = connection.execute(
                "DELETE FROM opinion WHERE collection = ? AND owner = ? AND question = ? AND edits = ? AND entity = ?"
                " AND claim = ?",
                key,
            ).rowcount
            (count,) = connection.execute(
                "SELECT count(*) FROM opinion WHERE collection = ? AND owner = ?", key[:2]
            ).fetchone()
            if count >= MOST_OPINIONS:
                raise BadInput(
                    f"{count:,} opinions are kept already; {MOST_OPINIONS:,} is the most",
                    hint="Take some out with `claimtree feedback remove`.",
                    values={"count": count},
                )
            number = connection.execute(
                f"INSERT INTO opinion ({_COLUMNS}) VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *key,
                    opinion.thumb,
                    opinion.verdict,
                    opinion.note,
                    opinion.given_at.isoformat(),
                    opinion.shown.place,
                    json.dumps([_claim_row(one) for one in opinion.shown.claims], ensure_ascii=False),
                ),
            ).lastrowid
        return replace(opinion, id=number or 0), gone > 0

    def all(
        self, collection: str, *, owner: str | None = None, question: str | None = None, most: int = MOST_OPINIONS
    ) -> tuple[Opinion, ...]:
        """Returns opinions, newest first; of all owners if none is given."""
        wanted = {"collection": collection, "owner": owner}
        wanted["question"] = None if question is None else " ".join(question.split())
        given = {column: value for column, value in wanted.items() if value is not None}
        where = " AND ".join(f"{column} = ?" for column in given)
        with self._file.reading() as connection:
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM opinion WHERE {where} ORDER BY id DESC LIMIT ?", (*given.values(), most)
            ).fetchall()
        return tuple(self._opinion(row) for row in rows)

    def remove(self, collection: str, ids: Sequence[int], *, owner: str | None = None) -> int:
        """Deletes opinions, with `owner` only that owner's. If one is unknown, none is deleted."""
        wanted = list(dict.fromkeys(ids))
        with self._file.writing() as connection:
            for id in wanted:
                gone = connection.execute(
                    "DELETE FROM opinion WHERE id = ? AND collection = ? AND (? IS NULL OR owner = ?)",
                    (min(id, 2**62), collection, owner, owner),
                ).rowcount
                if not gone:
                    raise UnknownName(
                        f"there is no opinion {id} on {collection!r}",
                        hint="`claimtree feedback list` shows their numbers.",
                        values={"id": id},
                    )
        return len(wanted)

    def clear(self, collection: str, *, owner: str | None = None) -> int:
        """Deletes all opinions, with `owner` only that owner's; returns their number."""
        with self._file.writing() as connection:
            return connection.execute(
                "DELETE FROM opinion WHERE collection = ? AND (? IS NULL OR owner = ?)", (collection, owner, owner)
            ).rowcount

    def _opinion(self, row: Sequence[Any]) -> Opinion:
        id, collection, owner, question, edits, entity, claim, thumb, verdict, note, given_at, place, shown = row
        try:
            return Opinion(
                id=id,
                collection=collection,
                owner=owner,
                question=question,
                edits=tuple(json.loads(edits)),
                entity=EntityId(entity),
                shown=Shown(place=place, claims=tuple(_claim_of(one) for one in json.loads(shown))),
                thumb=Thumb(thumb) if thumb else None,
                claim=ClaimId(claim) if claim else None,
                verdict=Verdict(verdict) if verdict else None,
                note=note,
                given_at=datetime.fromisoformat(given_at),
            )
        except (ValueError, KeyError, TypeError) as error:
            raise StoreDamaged(
                f"{self._file.path}: opinion {id} cannot be read ({error})",
                hint=f"Take it out with `claimtree feedback remove {id}`.",
                values={"path": str(self._file.path), "id": id},
            ) from error


def _edits(opinion: Opinion) -> str:
    return json.dumps(opinion.edits, ensure_ascii=False)


def _claim_row(one: ShownClaim) -> dict[str, object]:
    return {
        "id": one.id,
        "text": one.text,
        "type": one.type,
        "level": one.level,
        "strength": one.strength.value,
        "weight": one.weight,
        "offset": one.offset,
        "or_group": one.or_group,
        "verdict": one.verdict.value,
        "grade": one.grade,
        "further": list(one.further),
    }


def _claim_of(row: Any) -> ShownClaim:
    return ShownClaim(
        id=ClaimId(row["id"]),
        text=row["text"],
        type=TypeName(row["type"]),
        level=LevelName(row["level"]),
        strength=Strength(row["strength"]),
        weight=float(row["weight"]),
        offset=None if row["offset"] is None else float(row["offset"]),
        or_group=row["or_group"],
        verdict=Verdict(row["verdict"]),
        grade=int(row["grade"]),
        further=tuple(int(grade) for grade in row["further"]),
    )
