"""A family tree in a file of its own (SQLite): the records of a GEDCOM file as their lines, by id.

People are made of their records when they are asked for, so that a tree of millions needs little
memory. A tree is written into a new file, which takes the place of the old one at the end. The
GEDCOM file is only read.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, Self

from claimtree.errors import BadInput, StoreError
from claimtree.family_trees.tree import CitedSource, Family, Person, TreeInfo
from claimtree.model.name_folding import fold
from claimtree.sources.gedcom.lines import Problem
from claimtree.sources.gedcom.records import Record
from claimtree.sources.gedcom.structures import family_of, note_of, person_of, source_of

FORMAT: Final = 2
_CHUNK: Final = 500


class PersonRow(NamedTuple):
    """A person in a list."""

    id: str
    name: str
    sex: str
    born: int | None
    died: int | None
    years: str
    living: bool


class TreeFile:
    """A tree that was written (`family_trees.Tree`)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.exists():
            raise BadInput(f"there is no tree in {path}", hint="Import it: claimtree tree import FILE.ged")
        self._db = sqlite3.connect(f"file:{path}?mode=ro", uri=True, check_same_thread=False)
        try:
            facts = {key: json.loads(value) for key, value in self._db.execute("SELECT key, value FROM info")}
        except (sqlite3.DatabaseError, ValueError) as error:
            self._db.close()
            raise StoreError(f"{path} is damaged: {error}", hint="Import the GEDCOM file again.") from error
        self.skipped = int(facts.pop("skipped", 0))
        """Lines that were left out."""
        self.others = int(facts.pop("others", 0))
        # Files of the first format have no years in words, until the tree is imported again.
        years = "years" if facts.pop("format", 1) >= FORMAT else "''"
        self._row: Final = f"id, name, sex, born, died, {years}, living"
        self.info = TreeInfo(**facts)

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def people(self) -> Iterator[Person]:
        return (person_of(record, id) for id, record in self._all("INDI"))

    def stretches(self, size: int) -> Iterator[tuple[str, ...]]:
        """Yields the ids of all people in the order of the file, so many at a time."""
        rows = self._db.execute("SELECT id FROM person ORDER BY place")
        while chunk := rows.fetchmany(size):
            yield tuple(id for (id,) in chunk)

    def families(self) -> Iterator[Family]:
        return (family_of(record, id) for id, record in self._all("FAM"))

    def person(self, id: str) -> Person | None:
        return self.people_of([id]).get(id)

    def people_of(self, ids: Iterable[str]) -> Mapping[str, Person]:
        return {id: person_of(record, id) for id, record in self._some("INDI", ids)}

    def families_of(self, ids: Iterable[str]) -> Mapping[str, Family]:
        return {id: family_of(record, id) for id, record in self._some("FAM", ids)}

    def source(self, id: str) -> CitedSource | None:
        return next((source_of(record, id) for _, record in self._some("SOUR", [id])), None)

    def note(self, id: str) -> str:
        return next((note_of(record) for _, record in self._some("NOTE", [id])), "")

    def notes_of(self, ids: Iterable[str], *, most: int | None = None) -> Mapping[str, str]:
        """Returns the texts of notes, so many characters of each."""
        return {id: note_of(record)[:most] for id, record in self._some("NOTE", ids)}

    def sources_of(self, ids: Iterable[str]) -> Mapping[str, CitedSource]:
        return {id: source_of(record, id) for id, record in self._some("SOUR", ids)}

    def living(self) -> frozenset[str]:
        """Returns the ids of all who may be living."""
        return frozenset(id for (id,) in self._db.execute("SELECT id FROM person WHERE living"))

    def root(self) -> str:
        """Returns the id of the person whose tree it is; empty if it was not said, or the tree does not have them."""
        root = self.info.home.strip().removeprefix("@").removesuffix("@")
        return root if root and self.rows_of([root]) else ""

    def rows_of(self, ids: Iterable[str]) -> Mapping[str, PersonRow]:
        found: dict[str, PersonRow] = {}
        for chunk in _chunks(dict.fromkeys(ids)):
            marks = ", ".join("?" * len(chunk))
            query = f"SELECT {self._row} FROM person WHERE id IN ({marks})"
            found |= {row[0]: _person_row(row) for row in self._db.execute(query, chunk)}
        return found

    def rows(self, text: str = "", *, limit: int = -1, offset: int = 0, hidden: bool = False) -> list[PersonRow]:
        """Returns people in the order of the file whose names have all the words of a text, whatever the
        accents. With `hidden`, those who may be living are found by no word."""
        words = fold(text).split()
        wheres = [r"folded LIKE ? ESCAPE '\'" for _ in words] + (["NOT living"] if hidden and words else [])
        where = f"WHERE {' AND '.join(wheres)}" if wheres else ""
        query = f"SELECT {self._row} FROM person {where} ORDER BY place LIMIT ? OFFSET ?"
        return [_person_row(row) for row in self._db.execute(query, [*map(_pattern, words), limit, offset])]

    def count(self) -> tuple[int, int]:
        """Returns how many people there are, and how many of them may be living."""
        people, living = self._db.execute("SELECT count(*), total(living) FROM person").fetchone()
        return int(people), int(living)

    def problems(self) -> list[Problem]:
        rows = self._db.execute("SELECT line, reason, text, skipped FROM problem ORDER BY line")
        return [Problem(line=line, reason=why, text=text, skipped=bool(skipped)) for line, why, text, skipped in rows]

    def digests(self, tag: str) -> dict[str, bytes]:
        """Returns for each record of a kind ("INDI", "FAM") a digest of its lines."""
        return dict(self._db.execute("SELECT id, digest FROM record WHERE tag = ?", [tag]))

    def ids(self, tag: str) -> frozenset[str]:
        return frozenset(id for (id,) in self._db.execute("SELECT id FROM record WHERE tag = ?", [tag]))

    def lines_of(self, tag: str, id: str) -> tuple[str, ...]:
        """Returns the lines of a record."""
        return next((tuple(filter(None, record.text.split("\n"))) for _, record in self._some(tag, [id])), ())

    def last_line(self, tag: str, id: str) -> int:
        """Returns the number of the last line of a record in the file, 0 if there is no such record."""
        record = next((record for _, record in self._some(tag, [id])), None)
        return 0 if record is None else record.line + record.text.rstrip("\n").count("\n")

    def twins(self) -> Iterator[tuple[str, ...]]:
        """Yields groups of people whose names and years of birth are the same."""
        query = (
            "SELECT json_group_array(id) FROM person WHERE born IS NOT NULL AND folded <> '' "
            "GROUP BY folded, born HAVING count(*) > 1 ORDER BY min(place)"
        )
        return (tuple(json.loads(ids)) for (ids,) in self._db.execute(query))

    def _all(self, tag: str) -> Iterator[tuple[str, Record]]:
        rows = self._db.execute("SELECT id, line, text FROM record WHERE tag = ? ORDER BY place", [tag])
        for id, line, text in rows:
            yield id, Record(tag, id, line, text)

    def _some(self, tag: str, ids: Iterable[str]) -> Iterator[tuple[str, Record]]:
        for chunk in _chunks(dict.fromkeys(ids)):
            marks = ", ".join("?" * len(chunk))
            query = f"SELECT id, line, text FROM record WHERE tag = ? AND id IN ({marks})"
            for id, line, text in self._db.execute(query, [tag, *chunk]):
                yield id, Record(tag, id, line, text)


def _chunks(ids: Iterable[str]) -> Iterator[list[str]]:
    rest = iter(ids)
    while chunk := list(islice(rest, _CHUNK)):
        yield chunk


def _pattern(word: str) -> str:
    escaped = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


def _person_row(row: tuple[object, ...]) -> PersonRow:
    id, name, sex, born, died, years, living = row
    return PersonRow(str(id), str(name), str(sex), born, died, str(years), bool(living))  # type: ignore[arg-type]
