"""Checks a file: SQLite's own check, then every row's checksum and every total, then whether our
tables agree with each other.

Each check runs separately: one that fails on a damaged file is a finding, and the others go on.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from claimtree.stores.encoding import postings_of, relations_of, unpack
from claimtree.stores.sqlite import blocks
from claimtree.stores.sqlite.checksums import (
    BLOCKS,
    MASK,
    RELATED,
    SealedTable,
    count_all,
    of_vectors,
    of_words,
    tables_of,
)
from claimtree.stores.sqlite.faults import UNREADABLE
from claimtree.stores.sqlite.key_rows import last_entity
from claimtree.stores.sqlite.postings import AMOUNT, Amounts, Postings, Run
from claimtree.stores.sqlite.precomputed import newest_phrase
from claimtree.stores.sqlite.relations import rows_of
from claimtree.stores.sqlite.schema import VERSION, expected_schema

_SHOWN = 20
"""Problems of one kind that are spelled out; the others are counted."""

_QUESTIONS = (
    (
        "phrase {} says one thing in its wording and another in its columns",
        """SELECT num FROM phrase WHERE negated IS NOT json_extract(wording, '$[1]')
        OR concept IS NOT json_extract(wording, '$[2]') OR name_kind IS NOT json_extract(wording, '$[3][0]')""",
    ),
    (
        "wish {} was judged against phrases up to {}, which does not exist",
        """SELECT num, value FROM wish, meta
        WHERE key = 'foreseen' AND value > (SELECT coalesce(max(num), 0) FROM phrase) LIMIT 1""",
    ),
    (
        "edges are kept of wish {}, which does not exist",
        """SELECT DISTINCT wish FROM foreseen
        WHERE wish > coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'wish'), 0)""",
    ),
    (
        "entity {!r} has the parent number {}, which does not exist",
        "SELECT id, parent FROM entity WHERE parent IS NOT NULL AND parent NOT IN (SELECT num FROM entity)",
    ),
    (
        "entity {!r} is at depth {}, but its parent is at depth {}",
        """SELECT part.id, part.depth, whole.depth FROM entity AS part JOIN entity AS whole
        ON whole.num = part.parent WHERE whole.depth != part.depth - 1""",
    ),
    (
        "entity {!r} has no record",
        "SELECT id FROM entity WHERE num NOT IN (SELECT num FROM record)",
    ),
    (
        "a record is kept of number {}, which does not exist",
        "SELECT num FROM record WHERE num NOT IN (SELECT num FROM entity)",
    ),
    (
        "entity {!r} has facet {}, which does not exist",
        "SELECT id, facet FROM entity WHERE facet IS NOT NULL AND facet NOT IN (SELECT num FROM facet)",
    ),
    (
        "entity {!r} was put by write {}, which has not happened",
        "SELECT id, born FROM entity WHERE born > (SELECT value FROM meta WHERE key = 'generation')",
    ),
    (
        "coordinates are kept of number {}, which does not exist",
        "SELECT num FROM position WHERE num NOT IN (SELECT num FROM entity)",
    ),
    (
        "distances are kept of number {}, which does not exist",
        "SELECT DISTINCT entity FROM nearby WHERE entity NOT IN (SELECT num FROM entity)",
    ),
    (
        "distances lead to landmark {}, which does not exist",
        "SELECT DISTINCT landmark FROM nearby WHERE landmark NOT IN (SELECT num FROM landmark)",
    ),
    (
        "postings are kept of phrase {}, which does not exist",
        "SELECT DISTINCT phrase FROM chunk WHERE phrase NOT IN (SELECT num FROM phrase)",
    ),
    (
        "an edge leads from phrase {} to phrase {}, and one of them does not exist",
        """SELECT base, derived FROM edge
        WHERE base NOT IN (SELECT id FROM phrase) OR derived NOT IN (SELECT id FROM phrase)""",
    ),
)


def problems(connection: sqlite3.Connection, dimensions: int, *, schema: int = VERSION) -> Iterator[str]:
    """Yields everything that is wrong, as sentences. The connection should be in a read
    transaction.
    """
    yield from _limited("the file", _of_the_file(connection, schema))
    for sealed in tables_of(schema):
        yield from _limited(f"table {sealed.table}", _unsealed(connection, sealed))
    yield from _limited("the totals", _totals(connection, schema))
    for sentence, question in _QUESTIONS:
        yield from _limited("a table", _findings(connection, sentence, question))
    yield from _limited("the vectors", _vectors_that_differ(connection, dimensions, schema))
    yield from _limited("the postings and relations", _records_that_differ(connection, schema))


def _findings(connection: sqlite3.Connection, sentence: str, question: str) -> Iterator[str]:
    """Yields a sentence for each row; the query runs lazily, so that a missing table becomes a
    finding too.
    """
    for row in connection.execute(question):
        yield sentence.format(*row)


def _limited(what: str, findings: Iterator[str], *, shown: int = _SHOWN) -> Iterator[str]:
    """Yields the first findings of a check, then how many more there are; a failed check is a
    finding.
    """
    count = 0
    try:
        for finding in findings:
            count += 1
            if count <= shown:
                yield finding
    except (sqlite3.Error, *UNREADABLE) as error:
        yield f"{what} cannot be read: {error}"
    if count > shown:
        yield f"… and {count - shown} more of this kind"


def _of_the_file(connection: sqlite3.Connection, schema: int) -> Iterator[str]:
    for (finding,) in connection.execute("PRAGMA integrity_check"):
        if finding != "ok":
            yield f"the file is damaged: {finding}"
    expected = expected_schema(schema)
    found = set(connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"))
    for kind, name, *_ in sorted(expected ^ found, key=str):
        yield f"{kind} {name!r} of the schema is not as it was made"


def _unsealed(connection: sqlite3.Connection, sealed: SealedTable) -> Iterator[str]:
    """Yields rows whose checksums do not match their contents."""
    size, rows = len(sealed.key), _rows(connection, sealed)
    while some := list(islice(rows, sealed.at_once)):
        for *key, seal, right in _with_right_seals(some, sealed, size):
            if seal != right:
                yield f"{sealed.table} {', '.join(map(repr, key))} is not as it was written"


def _rows(connection: sqlite3.Connection, sealed: SealedTable) -> Iterator[tuple[Any, ...]]:
    keys = ", ".join(sealed.key)
    yield from connection.execute(f"SELECT {keys}, {sealed.seal}, {sealed.columns} FROM {sealed.table}")


def _with_right_seals(rows: Sequence[tuple[Any, ...]], sealed: SealedTable, size: int) -> Iterator[tuple[Any, ...]]:
    """Yields keys and seals of rows, each with the seal that it should have; None if the row cannot
    be decoded.
    """
    try:
        right: Iterable[int | None] = list(sealed.seals([row[size + 1 :] for row in rows]))
    except UNREADABLE:
        right = [_right_seal(row[size + 1 :], sealed) for row in rows]
    for row, seal in zip(rows, right, strict=True):
        yield (*row[: size + 1], seal)


def _right_seal(row: tuple[Any, ...], sealed: SealedTable) -> int | None:
    try:
        return next(iter(sealed.seals([row])))
    except UNREADABLE:
        return None


def _totals(connection: sqlite3.Connection, schema: int) -> Iterator[str]:
    kept = {
        name: (rows, seals, sums)
        for name, rows, seals, sums in connection.execute("SELECT name, rows, seals, sums FROM total")
    }
    found = count_all(connection, tables_of(schema))
    for name in sorted(kept.keys() | found.keys()):
        rows, *sums = kept.get(name, (0, 0, 0))
        there, *those = found.get(name, (0, 0, 0))
        if rows != there:
            yield f"{rows} rows of {name!r} were written, and {there} are there"
        elif sums != those:
            yield f"other rows of {name!r} were written than are there"
    newest, last = newest_phrase(connection), last_entity(connection)
    if newest < 0 or last < 0:
        yield "the store counts below zero"


def _records_that_differ(connection: sqlite3.Connection, schema: int) -> Iterator[str]:
    """Checks that every claim has its posting with the same amounts, and every valid posting its
    claim; and that the relation rows of an entity are those that its record states.
    """
    linked = _sums_of_relations(connection) if schema >= RELATED else {}
    born = dict(connection.execute("SELECT num, born FROM entity").fetchall())
    claimed: Counter[tuple[int, int, int]] = Counter()
    names: dict[int, str] = {}
    for num, id, count, body in connection.execute(
        "SELECT entity.num, entity.id, entity.claims, record.body FROM entity JOIN record USING (num)"
    ):
        parts = unpack(body)
        in_record = postings_of(parts)
        names[num] = id
        stated = [of_words(*row) for row in rows_of(num, relations_of(parts))]
        if linked.pop(num, (0, 0)) != (len(stated), sum(stated) & MASK):
            yield f"entity {id!r} is linked by other relations than it states"
        if len(in_record) != count:
            yield f"entity {id!r} counts {count} claims and has {len(in_record)}"
        for phrase, ends in in_record:
            amounts = np.array([(low, high, flags) for low, high, flags, _ in ends], AMOUNT)
            claimed[phrase, num, _mark(amounts)] += 1
    for num in linked:
        yield f"relations are kept of number {num}, which does not exist"
    for seq, phrase, postings in _all_postings(connection):
        for num, amounts in zip(postings.entities.tolist(), postings.amounts, strict=True):
            if num in born and born[num] <= seq:
                claimed[phrase, num, _mark(amounts)] -= 1
    known = {num for (num,) in connection.execute("SELECT num FROM phrase")}
    # Missing ones first, because only the beginning of a long list is shown.
    for (phrase, num, _), left in sorted(claimed.items(), key=lambda item: -item[1]):
        if phrase not in known:
            yield f"entity {names[num]!r} has a claim of phrase {phrase}, which does not exist"
        if left > 0:
            yield f"a claim of entity {names[num]!r} (phrase {phrase}) cannot be found: its posting is missing"
        if left < 0:
            yield f"entity {names.get(num, num)!r} is found by phrase {phrase}, which it does not claim"


def _vectors_that_differ(connection: sqlite3.Connection, dimensions: int, schema: int) -> Iterator[str]:
    """Checks that every phrase has a vector, of the right length."""
    if schema < BLOCKS:
        wrong = f"SELECT num FROM phrase WHERE length(codes) != {dimensions:d}"
        yield from _findings(connection, "phrase {} has a vector of the wrong length", wrong)
        return
    rows = connection.execute("SELECT num, id, level, type, seal FROM phrase")
    left = {num: tuple(row) for num, *row in rows}
    for num, level, type, block in blocks.stored(connection, dimensions):
        for phrase, id, seal in zip(block.nums.tolist(), block.ids.tolist(), block.seals.tolist(), strict=True):
            if left.pop(phrase, None) != (id, level, type, seal):
                yield f"block {num} has phrase {phrase}, which is not as it was written, or is there twice"
        right = of_vectors(block.ids, block.codes, block.scales) == block.vector_seals
        for phrase in block.nums[~right].tolist():
            yield f"the vector of phrase {phrase} is not as it was written"
    for phrase in left:
        yield f"phrase {phrase} has no vector"


def _sums_of_relations(connection: sqlite3.Connection) -> dict[int, tuple[int, int]]:
    """Returns, by entity number, the number of its relation rows and the sum of their seals."""
    rows = connection.execute("SELECT entity, count(*), sum(seal) FROM relation GROUP BY entity")
    return {num: (count, seals & MASK) for num, count, seals in rows}


def _all_postings(connection: sqlite3.Connection) -> Iterator[tuple[int, int, Postings]]:
    for phrase, seq, body in connection.execute("SELECT phrase, seq, body FROM chunk"):
        yield seq, phrase, Postings.decode(body)
    for seq, body in connection.execute("SELECT seq, body FROM delta"):
        for phrase, postings in Run.decode(body).by_phrase():
            yield seq, phrase, postings


def _mark(amounts: Amounts) -> int:
    """Returns a hash of amounts, so that a posting with other amounts does not count as the
    claim's.
    """
    return zlib.crc32(amounts.tobytes()) if amounts.size else 0
