"""A family tree in a file of its own (SQLite): the records of a GEDCOM file as their lines, by id.

People are made of their records when they are asked for, so that a tree of millions needs little
memory. A tree is written into a new file, which takes the place of the old one at the end. The
GEDCOM file is only read.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, Self

from claimtree.errors import BadInput, StoreError
from claimtree.family_trees.life_years import shown_life
from claimtree.family_trees.living import latest_births, life_signs, may_be_living
from claimtree.family_trees.tree import CitedSource, Family, Person, TreeInfo, shown_year, year_bounds
from claimtree.model.name_folding import fold
from claimtree.sources.gedcom.lines import Problem, Problems
from claimtree.sources.gedcom.records import Record
from claimtree.sources.gedcom.structures import family_of, note_of, person_of, source_of

FORMAT: Final = 2
_CHUNK: Final = 500
_MOST_WAITING: Final = 4_000_000
"""Characters of records that wait to be written: a record may have millions."""
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


class PersonRow(NamedTuple):
    """A person in a list."""

    id: str
    name: str
    sex: str
    born: int | None
    died: int | None
    years: str
    living: bool


class TreeWriter:
    """Writes a tree into a new file; nothing is at its path before `finish`."""

    def __init__(self, path: Path, name: str) -> None:
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
        self._waiting: list[tuple[object, ...]] = []
        self._waiting_text = 0
        self._people: list[tuple[object, ...]] = []
        self._links: list[tuple[str, str]] = []
        self._couples: list[tuple[str, str]] = []

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
        digest = hashlib.blake2b(record.text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        self._waiting.append((tag, id, record.line, digest, record.text))
        self._waiting_text += len(record.text)
        if tag == "INDI":
            self._add_person(person_of(record, id), place)
        elif tag == "FAM":
            self._add_family(family_of(record, id))
        if len(self._waiting) >= _CHUNK or self._waiting_text >= _MOST_WAITING:
            self._flush()

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

    def _add_person(self, person: Person, place: int) -> None:
        signs = life_signs(person)
        born = year_bounds(person.first("birth", "christening", "baptism"))
        died = year_bounds(person.first("death", "burial", "cremation"))
        folded = " | ".join(dict.fromkeys(fold(one.shown) for one in person.names))
        years = shown_year(born), shown_year(died)
        known = (
            place,
            person.id,
            person.name,
            folded,
            str(person.sex),
            *years,
            shown_life(person),
            signs.dead,
            signs.born_by,
        )
        self._people.append(known)

    def _add_family(self, family: Family) -> None:
        partners = [one.person for one in family.partners]
        self._links += [(child.person, partner) for child in family.children for partner in partners]
        self._couples += [(one, other) for at, one in enumerate(partners) for other in partners[at + 1 :]]

    def _flush(self) -> None:
        db = self._db
        db.executemany("INSERT INTO record (tag, id, line, digest, text) VALUES (?, ?, ?, ?, ?)", self._waiting)
        db.executemany(
            "INSERT INTO person (place, id, name, folded, sex, born, died, years, dead, born_by)"
            " VALUES (?,?,?,?,?,?,?,?,?,?)",
            self._people,
        )
        db.executemany("INSERT INTO link VALUES (?, ?)", self._links)
        db.executemany("INSERT INTO couple VALUES (?, ?)", self._couples)
        for rows in (self._waiting, self._people, self._links, self._couples):
            rows.clear()
        self._waiting_text = 0

    def finish(self, info: TreeInfo, problems: Problems, *, year: int) -> TreeFile:
        """Puts the tree in its place and returns it. `year` is the present one, for who may be living."""
        self._flush()
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
