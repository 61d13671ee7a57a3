"""Is the file sound? SQLite's own check, then whether our tables agree with each other."""

from __future__ import annotations

import sqlite3
import zlib
from collections import Counter
from collections.abc import Iterator

import numpy as np

from claimtree.stores.records import postings_of, unpack
from claimtree.stores.sqlite.postings import AMOUNT, Amounts, Postings, Run

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
        "entity {!r} hangs on number {}, which does not exist",
        "SELECT id, parent FROM entity WHERE parent IS NOT NULL AND parent NOT IN (SELECT num FROM entity)",
    ),
    (
        "entity {!r} stands at depth {}, but hangs on one at depth {}",
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


def problems(connection: sqlite3.Connection, dimensions: int) -> Iterator[str]:
    """Everything that is wrong, as sentences. The connection should be in a read transaction."""
    for (finding,) in connection.execute("PRAGMA integrity_check"):
        if finding != "ok":
            yield f"the file is damaged: {finding}"
    for sentence, question in _QUESTIONS:
        rows = connection.execute(question).fetchall()
        yield from (sentence.format(*row) for row in rows[:_SHOWN])
        if len(rows) > _SHOWN:
            yield f"… and {len(rows) - _SHOWN} more of this kind"
    wrong = connection.execute("SELECT num FROM phrase WHERE length(codes) != ?", (dimensions,))
    yield from (f"phrase {num} has a vector of the wrong length" for (num,) in wrong)
    yield from _postings_that_differ(connection)


def _postings_that_differ(connection: sqlite3.Connection) -> Iterator[str]:
    """Every claim has its posting with the same amounts, and every valid posting its claim."""
    born = dict(connection.execute("SELECT num, born FROM entity").fetchall())
    claimed: Counter[tuple[int, int, int]] = Counter()
    names: dict[int, str] = {}
    for num, id, count, body in connection.execute(
        "SELECT entity.num, entity.id, entity.claims, record.body FROM entity JOIN record USING (num)"
    ):
        said = postings_of(unpack(body))
        names[num] = id
        if len(said) != count:
            yield f"entity {id!r} counts {count} claims and has {len(said)}"
        for phrase, ends in said:
            amounts = np.array([(low, high, flags) for low, high, flags, _ in ends], AMOUNT)
            claimed[phrase, num, _mark(amounts)] += 1
    for seq, phrase, postings in _all_postings(connection):
        for num, amounts in zip(postings.entities.tolist(), postings.amounts, strict=True):
            if num in born and born[num] <= seq:
                claimed[phrase, num, _mark(amounts)] -= 1
    known = {num for (num,) in connection.execute("SELECT num FROM phrase")}
    for (phrase, num, _), left in claimed.items():
        if phrase not in known:
            yield f"entity {names[num]!r} has a claim of phrase {phrase}, which does not exist"
        if left > 0:
            yield f"a claim of entity {names[num]!r} (phrase {phrase}) cannot be found: its posting is missing"
        if left < 0:
            yield f"entity {names.get(num, num)!r} is found by phrase {phrase}, which it does not claim"


def _all_postings(connection: sqlite3.Connection) -> Iterator[tuple[int, int, Postings]]:
    for phrase, seq, body in connection.execute("SELECT phrase, seq, body FROM chunk"):
        yield seq, phrase, Postings.decode(body)
    for seq, body in connection.execute("SELECT seq, body FROM delta"):
        for phrase, postings in Run.decode(body).by_phrase():
            yield seq, phrase, postings


def _mark(amounts: Amounts) -> int:
    """Tells amounts apart, so that a posting with other amounts is no posting of the claim."""
    return zlib.crc32(amounts.tobytes()) if amounts.size else 0
