"""Blocks hold what was written, are merged before they are many, and lose only what is damaged."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.model.claims import ConceptId, LevelName, TypeName
from claimtree.model.phrases import Columns, Phrase
from claimtree.model.word_signatures import signatures
from claimtree.stores.encoding import decode_phrase, encode_phrase, pattern_of
from claimtree.stores.sqlite import SqliteStore, blocks
from claimtree.stores.sqlite.blocks import Block, NewPhrase, Wordings
from claimtree.stores.sqlite.checksums import BLOCKS, install_triggers
from claimtree.stores.sqlite.faults import DamagedRow
from claimtree_testing.suites import HOUSE, IDENTITY, SUNNY, TREE, batch, house

KEY = LevelName("home"), TypeName("features")
DIMENSIONS = 8


def rows(patterns: list[str], *, first: int = 1, **rest: object) -> list[NewPhrase]:
    found = []
    for num, pattern in enumerate(patterns, first):
        phrase = Phrase(pattern=pattern, level=KEY[0], type=KEY[1], **rest)  # type: ignore[arg-type]
        found.append(
            NewPhrase(num, phrase.id, encode_phrase(phrase), int(phrase.negated), phrase.concept, None, 7 * num)
        )
    return found


def block_of(new: list[NewPhrase]) -> Block:
    codes = np.array([np.full(DIMENSIONS, 1 + row.num % 100) for row in new], np.int8).reshape(-1, DIMENSIONS)
    return Block.of(new, codes, np.array([1 / row.num for row in new], np.float64))


@given(st.lists(st.text(min_size=1, max_size=20), min_size=1, max_size=9, unique=True), st.booleans(), st.booleans())
def test_a_block_says_what_its_phrases_say(patterns: list[str], negated: bool, disputed: bool) -> None:
    new = rows(patterns, negated=negated, disputed=disputed, concept=ConceptId('sun "ü"'))
    block = Block.joined([block_of(new[:1]), *([block_of(new[1:])] if new[1:] else [])]).sorted()
    read = Block.decode(block.encode(), len(block), DIMENSIONS)
    new.sort(key=lambda row: row.id)
    assert list(read.wordings) == [row.wording for row in new]
    assert read.nums.tolist() == [row.num for row in new]
    assert read.seals.tolist() == [row.seal for row in new]
    assert read.codes[:, 0].tolist() == [1 + row.num % 100 for row in new]
    made = Columns.of([decode_phrase(*KEY, row.wording) for row in new])
    for name in ("ids", "negated", "concepts", "name_kinds", "disputed", "words"):
        assert list(getattr(read.columns, name)) == list(getattr(made, name)), name
    assert read.signatures.tolist() == signatures([pattern_of(row.wording) for row in new]).tolist()


def test_texts_are_taken_by_slice_and_place() -> None:
    texts = Wordings.joined([Wordings.of(["a", "", "grün"]), Wordings.of(["\udcff", "last"])])
    assert list(texts) == ["a", "", "grün", "\udcff", "last"]
    assert list(texts[1:3]) == ["", "grün"]
    assert texts[-1] == "last"
    assert Wordings.of([]).packed()[0] == b""


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    SqliteStore(tmp_path / "a.db", IDENTITY, TREE).close()
    with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as found:
        install_triggers(found)
        yield found


def put(connection: sqlite3.Connection, first: int, count: int) -> None:
    new = rows([f"thing {num}" for num in range(first, first + count)], first=first)
    codes = np.array([np.full(DIMENSIONS, row.num % 100) for row in new], np.int8)
    blocks.write(connection, ((KEY, row) for row in new), codes, np.ones(count))
    connection.execute(
        "INSERT INTO total VALUES (?, ?, ?, 0) ON CONFLICT (name) DO UPDATE SET rows = rows + excluded.rows, "
        "seals = seals + excluded.seals",
        ("phrase home features", count, sum(row.seal for row in new)),
    )


def test_blocks_never_become_many(connection: sqlite3.Connection) -> None:
    sizes = []
    for write in range(120):
        put(connection, 1 + 3 * write, 3)
        sizes.append(connection.execute("SELECT count(*) FROM block").fetchone()[0])
    # Seven of each size, and sizes differ by a factor of eight.
    assert max(sizes) <= 7 * 3
    found = blocks.read(connection, KEY, DIMENSIONS)
    assert found is not None
    assert sorted(found.nums.tolist()) == list(range(1, 361))
    assert (np.diff(found.ids) > 0).all()
    assert (found.codes[:, 0] == found.nums % 100).all()
    blocks.merge(connection, DIMENSIONS)
    assert connection.execute("SELECT count(*) FROM block").fetchone() == (1,)


def test_large_blocks_stay_as_they_are(connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "FULL", 100)
    put(connection, 1, 950)
    blocks.merge(connection, DIMENSIONS)
    sizes = [rows for (rows,) in connection.execute("SELECT rows FROM block ORDER BY num")]
    assert sizes == [100] * 9 + [50]
    ends = connection.execute("SELECT low, high FROM block WHERE rows = 100 ORDER BY num").fetchall()
    assert sorted(ends) == ends
    blocks.merge(connection, DIMENSIONS)  # has nothing to do
    assert connection.execute("SELECT low, high FROM block WHERE rows = 100 ORDER BY num").fetchall() == ends
    before = {num for (num,) in connection.execute("SELECT num FROM block WHERE rows = 100")}
    for write in range(6):
        put(connection, 951 + 5 * write, 5)
    blocks.merge(connection, DIMENSIONS)
    assert before < {num for (num,) in connection.execute("SELECT num FROM block")}
    assert connection.execute("SELECT count(*), sum(rows) FROM block").fetchone() == (10, 980)
    found = blocks.read(connection, KEY, DIMENSIONS)
    assert found is not None
    assert (np.diff(found.ids) > 0).all()


def test_merging_small_blocks_reads_no_large_one(
    connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "FULL", 100)
    put(connection, 1, 100)
    connection.execute("UPDATE block SET body = x'00'")  # whoever reads it fails
    for write in range(8):
        put(connection, 101 + 5 * write, 5)
    assert connection.execute("SELECT rows FROM block ORDER BY num").fetchall() == [(100,), (40,)]


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        ("DELETE FROM block WHERE num = 2", "are missing, or others are there"),
        ("UPDATE block SET rows = rows - 1", "is not as it was written"),
        ("UPDATE block SET type = 'size' WHERE num = 1", "are missing, or others are there"),
    ],
)
def test_damage_is_noticed(connection: sqlite3.Connection, damage: str, message: str) -> None:
    put(connection, 1, 5)
    put(connection, 6, 5)
    connection.execute(damage)
    with pytest.raises(DamagedRow, match=message):
        blocks.read(connection, KEY, DIMENSIONS)


def test_of_a_damaged_block_the_sound_vectors_are_saved() -> None:
    block = block_of(rows([f"thing {number}" for number in range(50)]))
    body = bytearray(block.encode())
    start = bytes(body).index(block.codes.tobytes())
    body[start + 3 * DIMENSIONS] ^= 4
    body[-1] ^= 4
    body[0] ^= 4
    saved = {id: codes for id, codes, _ in blocks.sound_vectors(bytes(body), 50, DIMENSIONS)}
    assert saved == {
        id: codes.tobytes()
        for row, (id, codes) in enumerate(zip(block.ids.tolist(), block.codes, strict=True))
        if row != 3
    }


def test_check_finds_a_phrase_without_a_vector(tmp_path: Path) -> None:
    assert BLOCKS == 7
    with closing(SqliteStore(tmp_path / "a.db", IDENTITY, TREE)) as store:
        store.put(batch(house("h", SUNNY)))
        assert store.check() == ()
        keys = store.partition_keys()
    assert any(level == HOUSE for level, _ in keys)
    with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as raw:
        install_triggers(raw)
        raw.execute("DELETE FROM block")
    with closing(SqliteStore(tmp_path / "a.db", IDENTITY, TREE)) as store:
        assert any("has no vector" in finding for finding in store.check())
