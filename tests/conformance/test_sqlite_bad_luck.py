"""Files that are not ours, disks that are full, processes that die: each has a clear error, and nothing is lost."""

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from claimtree.errors import (
    IndexMismatch,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreTooNew,
    StoreUnavailable,
)
from claimtree.model.claims import EntityId
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.phrases import Batch, Columns
from claimtree.ports import Built, StoreIdentity
from claimtree.stores.sqlite import SqliteStore, blocks
from claimtree.stores.sqlite.connection_pool import Connections
from claimtree.stores.sqlite.salvage import salvage
from claimtree.stores.sqlite.schema import VERSION
from claimtree_testing.suites import (
    HOUSE,
    IDENTITY,
    MODERN,
    QUIET,
    ROOM,
    SUNNY,
    TREE,
    area,
    asks,
    batch,
    exactly,
    house,
    order,
    proof,
    room,
    room_says,
    says,
    wants,
)
from claimtree_testing.worlds import random_world


def group(number: int, houses: int = 20) -> Batch:
    """A batch of houses that all say its number."""
    ids = [f"{number:04d}-{i:03d}" for i in range(houses)]
    fact, size = says(f"number {number % 7}"), says("size _", exactly(float(number)))
    homes = [house(id, QUIET, fact, size, digest=str(number)) for id in ids]
    return batch(*homes, *(room(f"{id} kitchen", id, MODERN) for id in ids))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a few batches in it, closed."""
    path = tmp_path_factory.mktemp("filled") / "claims.db"
    with closing(SqliteStore(path, IDENTITY, TREE)) as store:
        for number in range(5):
            store.put(group(number))
    return path


@pytest.fixture
def path(filled: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copy(filled, tmp_path))


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(path, IDENTITY, TREE, wait_s=0.2)) as store:
        yield store


def open_and_read(path: Path) -> None:
    with closing(SqliteStore(path, IDENTITY, TREE, create=False)) as store:
        store.rank(asks(wants(proof(QUIET))), limit=10)
        store.get([EntityId(f"{n:04d}-{i:03d}") for n in range(5) for i in range(20)])
        problems = store.check()
        if problems:
            raise StoreDamaged("; ".join(problems))


# Files


@pytest.mark.parametrize("keep", [0.1, 0.5, 0.9, 0.999])
def test_a_truncated_file_is_called_damaged(path: Path, keep: float) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * keep)])
    with pytest.raises(StoreDamaged, match=r"claims\.db"):
        open_and_read(path)


def test_a_file_cut_to_a_few_bytes_is_called_damaged(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:50])
    with pytest.raises(StoreDamaged):
        open_and_read(path)


def test_overwritten_pages_are_found_by_the_check(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    middle = len(whole) // 2 // 4096 * 4096
    whole[middle : middle + 8192] = bytes(range(256)) * 32
    path.write_bytes(whole)
    with pytest.raises(StoreDamaged):
        open_and_read(path)


@pytest.mark.parametrize("content", [b"name,price\nhome,3\n" * 100, bytes(5000)], ids=["text", "zeros"])
def test_a_file_of_another_kind_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "listings.csv"
    path.write_bytes(content)
    with pytest.raises(StoreDamaged, match="listings"):
        SqliteStore(path, IDENTITY, TREE)
    assert path.read_bytes() == content


def test_somebody_elses_sqlite_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "photos.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE photo (name)")
        other.commit()
    before = path.read_bytes()
    with pytest.raises(StoreDamaged, match="not a Claimtree store"):
        SqliteStore(path, IDENTITY, TREE)
    assert path.read_bytes() == before


def test_a_newer_store_is_refused_with_both_versions(path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute(f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(StoreTooNew) as caught:
        SqliteStore(path, IDENTITY, TREE)
    assert (caught.value.values["schema"], caught.value.values["known"]) == (VERSION + 1, VERSION)
    assert "Upgrade" in caught.value.hint


def test_an_older_store_is_brought_up_to_date_and_says_the_same(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    world = random_world(7)
    with closing(SqliteStore(path, world.identity, world.hierarchy)) as store:
        for one in world.batches:
            # Older stores know no relations.
            plain = (replace(item, entity=replace(item.entity, relations=())) for item in one.entities)
            store.put(replace(one, entities=tuple(plain)))
        before = columns(store)
    with closing(sqlite3.connect(path)) as raw:
        as_schema_2(raw)
    with closing(SqliteStore(path, world.identity, world.hierarchy)) as store:
        assert columns(store) == before
        assert store.check() == ()


def test_an_older_store_that_is_refused_is_left_as_it_is(path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw:
        as_schema_2(raw)
    with pytest.raises(IndexMismatch):
        SqliteStore(path, replace(IDENTITY, embedder="another"), TREE)
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("PRAGMA user_version").fetchone() == (2,)


def test_vectors_in_rows_become_blocks(tmp_path: Path) -> None:
    path, world = tmp_path / "old.db", random_world(8)
    with closing(SqliteStore(path, world.identity, world.hierarchy)) as store:
        for one in world.batches:
            store.put(one)
        before = vectors(store)
    with closing(sqlite3.connect(path)) as raw:
        as_schema_6(raw)
    _, saved = salvage(path, Built(identity=world.identity, hierarchy=world.hierarchy))
    assert saved.vectors is not None
    assert len(saved.phrases) == len(saved.vectors) == sum(len(ids) for ids, _, _ in before)
    with closing(SqliteStore(path, world.identity, world.hierarchy)) as store:
        assert vectors(store) == before
        assert store.check() == ()


def test_a_damaged_vector_in_a_row_is_not_taken_over(tmp_path: Path) -> None:
    path, world = tmp_path / "old.db", random_world(8)
    with closing(SqliteStore(path, world.identity, world.hierarchy)) as store:
        for one in world.batches:
            store.put(one)
    with closing(sqlite3.connect(path)) as raw:
        as_schema_6(raw)
        raw.execute("UPDATE phrase SET scale = scale / 2 WHERE num = 2")
        raw.commit()
    with pytest.raises(StoreDamaged, match="the vector of phrase 2 is not as it was written"):
        SqliteStore(path, world.identity, world.hierarchy)


def vectors(store: SqliteStore) -> list[tuple[list[int], list[list[int]], list[float]]]:
    return [
        (one.columns.ids.tolist(), one.vectors.codes.tolist(), one.vectors.scales.tolist())
        for one in store.partitions(store.partition_keys())
    ]


def as_schema_6(raw: sqlite3.Connection) -> None:
    """Put the vectors into the rows of phrases, as they were before there were blocks."""
    for column in ("codes BLOB NOT NULL DEFAULT x''", "scale REAL NOT NULL DEFAULT 0", "vector_seal INTEGER"):
        raw.execute(f"ALTER TABLE phrase ADD COLUMN {column}")
    (built,) = raw.execute("SELECT value FROM meta WHERE key = 'built'").fetchone()
    for _, _, _, block in list(blocks.stored(raw, json.loads(built)["dimensions"])):
        raw.executemany(
            "UPDATE phrase SET codes = ?, scale = ?, vector_seal = ? WHERE num = ?",
            [
                (block.codes[row].tobytes(), float(block.scales[row]), int(block.vector_seals[row]), int(num))
                for row, num in enumerate(block.nums)
            ],
        )
    raw.execute("DROP TABLE block")
    raw.execute("DELETE FROM total WHERE name = 'block'")
    raw.execute("PRAGMA user_version = 6")
    raw.commit()


def as_schema_2(raw: sqlite3.Connection) -> None:
    """Take away what later schemas brought."""
    as_schema_6(raw)
    again = [name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE name LIKE '%_again'")]
    for index in again:
        raw.execute(f"DROP INDEX {index}")
    raw.execute("DROP TABLE relation")
    raw.execute("DROP TABLE total")
    sealed = raw.execute(
        "SELECT m.name, c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c "
        "WHERE m.type = 'table' AND c.name IN ('seal', 'id_seal', 'vector_seal', 'located')"
    )
    for table, column in sealed.fetchall():
        raw.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
    raw.execute("DELETE FROM meta WHERE key = 'entities'")
    for column in ("concept", "name_kind", "name", "measure"):
        raw.execute(f"DROP INDEX phrase_{column}")
    for column in ("negated", "concept", "name_kind", "name", "measure"):
        raw.execute(f"ALTER TABLE phrase DROP COLUMN {column}")
    for table in ("wish", "foreseen", "foreseen_run", "shelf"):
        raw.execute(f"DROP TABLE {table}")
    raw.execute("DELETE FROM meta WHERE key = 'foreseen'")
    raw.execute("PRAGMA user_version = 2")
    raw.commit()


def columns(store: SqliteStore) -> list[object]:
    """What the columns of all partitions say, which is what their phrases say."""
    found: list[object] = []
    for partition in store.partitions(store.partition_keys()):
        stored, made = (
            (one.ids.tolist(), one.negated.tolist(), list(one.name_kinds), list(one.concepts))
            for one in (partition.columns, Columns.of(partition.phrases))
        )
        assert stored == made
        found.append(stored)
    return found


def test_another_embedder_is_named_with_the_way_out(path: Path) -> None:
    other = StoreIdentity(pack="suite", pack_version=1, embedder="e5-small", dimensions=4)
    with pytest.raises(IndexMismatch, match="built with embedder 'suite' but opened with 'e5-small'") as caught:
        SqliteStore(path, other, TREE)
    assert "claimtree rebuild" in caught.value.hint


def test_other_levels_are_refused(path: Path) -> None:
    with pytest.raises(IndexMismatch, match="levels"):
        SqliteStore(path, IDENTITY, Hierarchy(levels=(HOUSE, ROOM), answers=HOUSE))


def test_a_missing_file_is_made_only_when_asked(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "new.db"
    with pytest.raises(StoreUnavailable, match="no store at"):
        SqliteStore(path, IDENTITY, TREE, create=False)
    assert not path.exists()
    SqliteStore(path, IDENTITY, TREE).close()
    assert path.exists()


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable):
        SqliteStore(tmp_path, IDENTITY, TREE)


def test_names_with_odd_characters_are_files_too(tmp_path: Path) -> None:
    path = tmp_path / "50% of #1? é.db"
    with closing(SqliteStore(path, IDENTITY, TREE)) as store:
        store.put(group(1))
    assert path.exists()


# Writing where one may not


def test_a_store_opened_for_reading_refuses_to_write(path: Path) -> None:
    with closing(SqliteStore(path, IDENTITY, TREE, read_only=True)) as store:
        assert store.info().entities[HOUSE] == 100
        with pytest.raises(StoreReadOnly, match="reading only"):
            store.put(group(9))


def test_a_full_disk_loses_nothing_that_was_acknowledged(path: Path, store: SqliteStore) -> None:
    pages = path.stat().st_size // 4096
    store.connections.any.execute(f"PRAGMA max_page_count = {pages + 60}")
    acknowledged = []
    with pytest.raises(StoreFull, match="disk is full") as caught:  # noqa: PT012 - one of them fails
        for number in range(100, 200):
            store.put(group(number, houses=100))
            acknowledged.append(number)
    assert "kept" in caught.value.hint
    store.connections.any.execute("PRAGMA max_page_count = 1000000")
    assert store.info().entities[HOUSE] == 100 + 100 * len(acknowledged)
    assert store.check() == ()
    store.put(group(300))
    assert store.get([EntityId("0300-000")])


def test_text_that_is_not_unicode_is_refused(store: SqliteStore) -> None:
    before = store.info()
    with pytest.raises(StoreError, match="not Unicode"):
        store.put(batch(house("\ud800")))
    assert store.info() == before


def test_ids_may_hold_any_character(store: SqliteStore) -> None:
    ids = ["a\0b", "a\0c", "a'b", 'a"b', "%", "\U0001f3e0", "\uffff"]
    for _ in range(2):
        store.put(batch(*(house(id, SUNNY) for id in ids)))
    assert order(store, asks(wants(proof(SUNNY), required=True))) == sorted(ids)
    assert store.remove([EntityId("a\0b")]) == 1


def test_a_closed_store_says_so(path: Path) -> None:
    store = SqliteStore(path, IDENTITY, TREE)
    store.close()
    store.close()
    for use in (store.info, store.check, lambda: store.put(group(1)), lambda: store.remove([EntityId("x")])):
        with pytest.raises(StoreUnavailable, match="closed"):
            use()


def test_closing_leaves_what_another_thread_reads_open_until_it_has_read(path: Path) -> None:
    """Closing a connection under a running statement crashes the process."""
    connections = Connections(path, create=False, read_only=False, wait_s=1)
    started, closed = threading.Event(), threading.Event()

    def read() -> list[int]:
        with connections.reading() as connection:
            rows = connection.execute("SELECT num FROM entity")
            first = rows.fetchone()
            started.set()
            assert closed.wait(10)
            return [num for (num,) in (first, *rows)]

    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(read)
        assert started.wait(10)
        connections.close()
        closed.set()
        assert len(reading.result()) > 10
    with pytest.raises(StoreUnavailable, match="closed"), connections.reading():
        pass


def test_closing_lets_a_write_of_another_thread_finish(path: Path) -> None:
    connections = Connections(path, create=False, read_only=False, wait_s=1)
    started, closed = threading.Event(), threading.Event()

    def write() -> None:
        with connections.writing() as connection:
            connection.execute("CREATE TABLE kept (x)")
            started.set()
            assert closed.wait(10)

    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(write)
        assert started.wait(10)
        connections.close()
        closed.set()
        writing.result()
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("SELECT count(*) FROM kept").fetchone() == (0,)


# The check finds what is wrong


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        ("DELETE FROM delta WHERE seq = 3", "posting is missing"),
        ("UPDATE entity SET parent = 99999 WHERE depth = 2 AND num % 9 = 0", "does not exist"),
        ("DELETE FROM phrase WHERE num = 1", "phrase 1, which does not exist"),
        ("DELETE FROM record WHERE num = 1", "has no record"),
        ("UPDATE entity SET born = 1 WHERE born = 2; DELETE FROM delta WHERE seq = 2", "posting is missing"),
        ("UPDATE delta SET body = (SELECT body FROM delta WHERE seq = 2) WHERE seq = 3", "cannot be found"),
    ],
)
def test_the_check_says_what_is_wrong(path: Path, damage: str, sentence: str) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.executescript(damage)
    with closing(SqliteStore(path, IDENTITY, TREE)) as store:
        assert any(sentence in problem for problem in store.check())


def test_a_posting_with_another_amount_is_found_by_the_check(path: Path, store: SqliteStore) -> None:
    store.put(batch(house("x", says("size _", area(low=3)))))
    with closing(sqlite3.connect(path)) as raw:
        (body,) = raw.execute("SELECT body FROM delta ORDER BY seq DESC LIMIT 1").fetchone()
        changed = body.replace(b"\x08@", b"\x10@")
        raw.execute("UPDATE delta SET body = ? WHERE seq = (SELECT max(seq) FROM delta)", (changed,))
        raw.commit()
    assert changed != body
    assert any("'x'" in problem for problem in store.check())


def test_compacting_keeps_everything_and_drops_the_dead(store: SqliteStore) -> None:
    plan = asks(wants(proof(QUIET)), wants(proof(room_says("modern")), facet="kitchen"))
    for _ in range(3):
        store.put(group(2, houses=10))
        store.remove([EntityId("0003-001")])
    before, said = store.rank(plan, limit=1000), store.info()
    store.compact()
    assert store.rank(plan, limit=1000) == before
    assert store.check() == ()
    after = store.info()
    assert (after.entities, after.claims) == (said.entities, said.claims)


# Several processes


def child(code: str, *arguments: str) -> subprocess.Popen[str]:
    """Another process that has read this file."""
    program = (
        "import importlib.util, sys\n"
        f"spec = importlib.util.spec_from_file_location('luck', {__file__!r})\n"
        "luck = importlib.util.module_from_spec(spec); sys.modules['luck'] = luck\n"
        "spec.loader.exec_module(luck)\n"
        "from luck import *\n" + code
    )
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def test_a_second_writer_waits_and_then_says_which_process_is_in_the_way(path: Path, store: SqliteStore) -> None:
    hold = (
        "store = SqliteStore(sys.argv[1], IDENTITY, TREE)\n"
        "with store.connections.writing():\n"
        "    sys.stdout.write('held\\n'); sys.stdout.flush(); sys.stdin.readline()\n"
    )
    with child(hold, str(path)) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(StoreUnavailable, match="another process"):
            store.put(group(7))
        assert store.info().entities[HOUSE] == 100  # readers do not block anything
        other.stdin.write("\n")
        other.stdin.close()
        assert other.wait() == 0
    store.put(group(7))
    assert store.info().entities[HOUSE] == 120


@pytest.mark.slow
def test_a_reader_process_sees_old_or_new_and_never_half(path: Path) -> None:
    write = (
        "store = SqliteStore(sys.argv[1], IDENTITY, TREE)\n"
        "for turn in range(60):\n"
        "    fact = (QUIET, SUNNY)[turn % 2]\n"
        "    store.put(batch(*(house(f'h{i}', fact) for i in range(30))))\n"
    )
    plan = asks(wants(proof(QUIET)), wants(proof(SUNNY)))
    seen = set()
    with closing(SqliteStore(path, IDENTITY, TREE, read_only=True)) as store, child(write, str(path)) as other:
        while other.poll() is None:
            met = store.rank(plan, limit=1).ladder.met
            assert met[1] in (100, 130)
            assert met[2] == 0
            seen.add(store.info().entities[HOUSE])
        assert other.returncode == 0
        assert store.info().entities[HOUSE] == 130


@pytest.mark.parametrize("times", [pytest.param(2, id="twice"), pytest.param(25, id="often", marks=pytest.mark.slow)])
def test_a_killed_writer_loses_nothing_that_it_acknowledged(tmp_path: Path, times: int) -> None:
    """Killed at random moments: while opening, writing, folding or compacting."""
    path = tmp_path / "claims.db"
    write = (
        "import itertools\n"
        "from claimtree.stores.sqlite import posting_merge\n"
        "posting_merge.MAX_DELTAS, posting_merge.MAX_CHUNKS = 4, 2\n"
        "store = SqliteStore(sys.argv[1], IDENTITY, TREE)\n"
        "for number in itertools.count(int(sys.argv[2])):\n"
        "    store.put(group(number))\n"
        "    sys.stdout.write(f'{number}\\n'); sys.stdout.flush()\n"
        "    if number % 10 == 9: store.compact()\n"
    )
    acknowledged: set[int] = set()
    moment = 0.0
    for turn in range(times):
        start = max(acknowledged, default=-1) + 1
        with child(write, str(path), str(start)) as writer:
            assert writer.stdout is not None
            if turn % 4:
                acknowledged.add(int(writer.stdout.readline()))
            moment = (moment + 0.0618) % 0.1
            time.sleep(moment)
            writer.send_signal(signal.SIGKILL)
            acknowledged.update(int(line) for line in writer.stdout if line.endswith("\n"))
            assert writer.wait() == -signal.SIGKILL
        with closing(SqliteStore(path, IDENTITY, TREE)) as store:
            wanted = [EntityId(f"{number:04d}-000") for number in sorted(acknowledged)]
            assert len(store.get(wanted)) == len(wanted)
            # A batch that was not acknowledged is there as a whole or not at all.
            assert store.info().entities[HOUSE] % 20 == 0
            if turn % 10 == 9 or turn == times - 1:
                assert store.check() == ()
    assert len(acknowledged) >= times // 2


def test_an_empty_file_is_called_damaged_when_somebody_wants_to_read_it(tmp_path: Path) -> None:
    empty = tmp_path / "empty.db"
    empty.touch()
    for options in ({"create": False}, {"read_only": True}):
        with pytest.raises(StoreDamaged, match="is an empty file"):
            SqliteStore(empty, IDENTITY, TREE, **options)


def test_a_closed_store_is_whole_in_its_one_file_though_a_reader_closes_last(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    writer = SqliteStore(path, IDENTITY, TREE)
    writer.put(group(1))
    reader = SqliteStore(path, IDENTITY, TREE, read_only=True)
    houses = reader.info().entities
    writer.close()
    reader.close()
    copy = tmp_path / "copy.db"
    copy.write_bytes(path.read_bytes())
    with closing(SqliteStore(copy, IDENTITY, TREE, read_only=True)) as store:
        assert store.info().entities == houses
