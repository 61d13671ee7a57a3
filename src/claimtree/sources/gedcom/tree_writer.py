"""Writes the records of a GEDCOM file into a tree file, with what lists and searches need of each person.

What a record says is read in chunks, which other processes can do: this one cuts the file into records and writes.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Final, NamedTuple, Protocol, Self

from claimtree.family_trees.life_years import shown_life
from claimtree.family_trees.living import latest_births, life_signs, may_be_living
from claimtree.family_trees.tree import Family, Person, TreeInfo, shown_year, year_bounds
from claimtree.model.name_folding import fold
from claimtree.sources.gedcom.lines import Problems
from claimtree.sources.gedcom.records import Record
from claimtree.sources.gedcom.structures import family_of, person_of
from claimtree.sources.gedcom.tree_file import FORMAT, TreeFile

_CHUNK: Final = 500
_MOST_TEXT: Final = 4_000_000
"""Characters of records in a chunk: a record may have millions."""
_MOST_AHEAD: Final = 16
"""Chunks that are read by others before the first of them is written."""
_MOST_TEXT_AHEAD: Final = 8_000_000
"""Characters of these."""
_SCHEMA: Final = """
CREATE TABLE info (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE record (place INTEGER PRIMARY KEY, tag TEXT, id TEXT, line INTEGER, digest BLOB, text TEXT);
CREATE TABLE person (
    place INTEGER PRIMARY KEY, id TEXT, name TEXT, folded TEXT, sex TEXT, born INTEGER, died INTEGER, years TEXT,
    dead INTEGER, born_by INTEGER, living INTEGER DEFAULT 1
);
CREATE TABLE link (child TEXT, parent TEXT);
CREATE TABLE couple (one TEXT, other TEXT);
CREATE TABLE problem (line INTEGER, reason TEXT, text TEXT, skipped INTEGER);
"""
_KINDS: Final = ("INDI", "FAM", "SOUR", "NOTE", "SNOTE")


class Calls(Protocol):
    """Other processes that can be given work."""

    def call(self, function: Callable[[list[OwnRecord]], ChunkRows], chunk: list[OwnRecord]) -> Future[object]:
        """Returns what a function of a module makes of a chunk, or something else if it has to be called here."""


class OwnRecord(NamedTuple):
    """A record under an id that is unique in the file."""

    tag: str
    id: str
    line: int
    text: str
    place: int
    """Its number among the records of its tag."""


@dataclass(slots=True)
class ChunkRows:
    """What is written of a chunk of records."""

    digests: list[bytes] = field(default_factory=list)
    """Of the lines of each record."""
    people: list[tuple[object, ...]] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    couples: list[tuple[str, str]] = field(default_factory=list)


def rows_of(chunk: Sequence[OwnRecord]) -> ChunkRows:
    """Returns the rows of some records."""
    rows = ChunkRows()
    for tag, id, line, text, place in chunk:
        rows.digests.append(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest())
        if tag == "INDI":
            rows.people.append(_person_row(person_of(Record(tag, id, line, text), id), place))
        elif tag == "FAM":
            _add_family(rows, family_of(Record(tag, id, line, text), id))
    return rows


def _person_row(person: Person, place: int) -> tuple[object, ...]:
    signs = life_signs(person)
    born = year_bounds(person.first("birth", "christening", "baptism"))
    died = year_bounds(person.first("death", "burial", "cremation"))
    folded = " | ".join(dict.fromkeys(fold(one.shown) for one in person.names))
    years = shown_year(born), shown_year(died)
    shown = (place, person.id, person.name, folded, str(person.sex), *years, shown_life(person))
    return (*shown, signs.dead, signs.born_by)


def _add_family(rows: ChunkRows, family: Family) -> None:
    partners = [one.person for one in family.partners]
    rows.links += [(child.person, partner) for child in family.children for partner in partners]
    rows.couples += [(one, other) for at, one in enumerate(partners) for other in partners[at + 1 :]]


class TreeWriter:
    """Writes a tree into a new file; nothing is at its path before `finish`."""

    def __init__(self, path: Path, name: str, calls: Calls | None = None) -> None:
        """`calls` are processes that read what the records say; without any, this process does."""
        self.path = path
        self.name = name
        self._new = path.with_name(f"{path.name}.new")
        path.parent.mkdir(parents=True, exist_ok=True)
        self._new.unlink(missing_ok=True)
        self._db = sqlite3.connect(self._new)
        self._db.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + _SCHEMA)
        self._ids: set[tuple[str, str]] = set()
        self.counts: dict[str, int] = {}
        self.header: Record | None = None
        self._calls = calls
        self._chunk: list[OwnRecord] = []
        self._chunk_text = 0
        self._ahead: deque[tuple[list[OwnRecord], Future[object], int]] = deque()
        """Chunks that others read, and how much text each has."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._db.close()
        self._new.unlink(missing_ok=True)

    def add(self, record: Record, problems: Problems) -> None:
        """Takes a record. One without an id, or with that of an earlier record, gets an id of its own."""
        if record.tag == "HEAD" and self.header is None:
            self.header = record
        if record.tag not in _KINDS:
            return
        tag = "NOTE" if record.tag == "SNOTE" else record.tag
        id = self._own_id(tag, record, problems)
        place = self.counts[tag] = self.counts.get(tag, 0) + 1
        self._chunk.append(OwnRecord(tag, id, record.line, record.text, place))
        self._chunk_text += len(record.text)
        if len(self._chunk) >= _CHUNK or self._chunk_text >= _MOST_TEXT:
            self._hand_on()

    def _own_id(self, tag: str, record: Record, problems: Problems) -> str:
        id = record.id
        if not id:
            id = f"line-{record.line}"
            problems.add(record.line, f"a {tag} record without an id; it is called {id!r}", skipped=False)
        while (tag, id) in self._ids:
            other = f"{record.id or 'line'}#{record.line}"
            problems.add(record.line, f"the id {id!r} was used before; this record is called {other!r}", skipped=False)
            id = other
        self._ids.add((tag, id))
        return id

    def _hand_on(self) -> None:
        """Have the chunk read, and write those that are due."""
        chunk, text = self._chunk, self._chunk_text
        self._chunk, self._chunk_text = [], 0
        if self._calls is None:
            self._write(chunk, rows_of(chunk))
            return
        self._ahead.append((chunk, self._calls.call(rows_of, chunk), text))
        while len(self._ahead) > _MOST_AHEAD or sum(text for _, _, text in self._ahead) > _MOST_TEXT_AHEAD:
            self._write_next()

    def _write_next(self) -> None:
        chunk, future, _ = self._ahead.popleft()
        rows = future.result()
        self._write(chunk, rows if isinstance(rows, ChunkRows) else rows_of(chunk))

    def _write(self, chunk: Sequence[OwnRecord], rows: ChunkRows) -> None:
        db = self._db
        db.executemany(
            "INSERT INTO record (tag, id, line, digest, text) VALUES (?, ?, ?, ?, ?)",
            [
                (tag, id, line, digest, text)
                for (tag, id, line, text, _), digest in zip(chunk, rows.digests, strict=True)
            ],
        )
        db.executemany(
            "INSERT INTO person (place, id, name, folded, sex, born, died, years, dead, born_by)"
            " VALUES (?,?,?,?,?,?,?,?,?,?)",
            rows.people,
        )
        db.executemany("INSERT INTO link VALUES (?, ?)", rows.links)
        db.executemany("INSERT INTO couple VALUES (?, ?)", rows.couples)

    def finish(self, info: TreeInfo, problems: Problems, *, year: int) -> TreeFile:
        """Puts the tree in its place and returns it. `year` is the present one, for who may be living."""
        self._hand_on()
        while self._ahead:
            self._write_next()
        self._db.execute("CREATE UNIQUE INDEX record_id ON record (id, tag)")
        self._db.execute("CREATE UNIQUE INDEX person_id ON person (id)")
        self._find_living(year)
        self._db.executemany(
            "INSERT INTO problem VALUES (?, ?, ?, ?)",
            [(one.line, one.reason, one.text, one.skipped) for one in problems.kept],
        )
        facts = asdict(replace(info, people=self.counts.get("INDI", 0), families=self.counts.get("FAM", 0)))
        facts |= {"format": FORMAT, "skipped": problems.skipped, "others": problems.others}
        self._db.executemany(
            "INSERT INTO info VALUES (?, ?)", [(key, json.dumps(value)) for key, value in facts.items()]
        )
        self._db.execute("DROP TABLE link")
        self._db.execute("DROP TABLE couple")
        self._db.commit()
        self._db.close()
        self._new.replace(self.path)
        return TreeFile(self.path)

    def _find_living(self, year: int) -> None:
        rows = self._db.execute("SELECT id, dead, born_by FROM person ORDER BY place").fetchall()
        number = {id: at for at, (id, _, _) in enumerate(rows)}

        def numbered(query: str) -> Iterator[tuple[int, int]]:
            for one, other in self._db.execute(query):
                if one in number and other in number:
                    yield number[one], number[other]

        births = latest_births(
            [born_by for _, _, born_by in rows],
            numbered("SELECT child, parent FROM link"),
            numbered("SELECT one, other FROM couple"),
        )
        self._db.executemany(
            "UPDATE person SET living = 0 WHERE place = ?",
            [
                (at + 1,)
                for at, (row, born_by) in enumerate(zip(rows, births, strict=True))
                if not may_be_living(dead=bool(row[1]), born_by=born_by, year=year)
            ],
        )
