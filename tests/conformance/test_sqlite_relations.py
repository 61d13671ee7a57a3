"""Relations in the file: what is damaged is found, what is sound is saved."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from claimtree.errors import StoreDamaged
from claimtree.model.claims import EntityId
from claimtree.model.relations import Direction, Links, relation_query
from claimtree.moving.salvaging import write_saved
from claimtree.ports import Built
from claimtree.stores.memory import MemoryStore
from claimtree.stores.sqlite import SqliteStore, relations
from claimtree.stores.sqlite.salvage import salvage
from claimtree_testing.suites import IDENTITY, NOISY, QUIET, TREE, asks, batch, house
from claimtree_testing.suites.relation_wishes import CALM, through
from claimtree_testing.suites.relations import KINDS, states

EVERYTHING = relation_query(KINDS, None, Direction.BOTH)
IDS = [EntityId(f"h{n}") for n in range(40)]


PAGE = 4096


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("written") / "linked.db"
    write(path, range(20))
    write(path, range(20, 40))
    return path


@pytest.fixture
def file(written: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(written, tmp_path))


def write(path: Path, some: range) -> None:
    """Houses that each state three relations; those of the last three are to entities that do not
    exist.
    """
    houses = (
        states(
            house(f"h{n}"),
            ("cites", f"h{n + 3}", f"page {n}"),
            ("beside", f"h{(n + 1) % 40}"),
            ("parent-of", f"h{(n + 20) % 40}"),
        )
        for n in some
    )
    with closing(SqliteStore(path, IDENTITY, TREE)) as store:
        store.put(batch(*houses))


def links(path: Path) -> Links:
    with closing(SqliteStore(path, IDENTITY, TREE)) as store:
        return store.related(IDS, EVERYTHING)


def checked(path: Path) -> tuple[str, ...]:
    with closing(SqliteStore(path, IDENTITY, TREE)) as store:
        return store.check()


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE relation SET kind = 'beside' WHERE entity = 3 AND kind = 'cites'",
        "UPDATE relation SET target = 'h9' WHERE entity = 3 AND at = 0",
        "UPDATE relation SET quote = 'page 99' WHERE entity = 3 AND at = 0",
        "UPDATE relation SET entity = 400 WHERE entity = 3 AND at = 0",
        "UPDATE relation SET at = 9 WHERE entity = 3 AND at = 0",
        "UPDATE relation SET source = 'me'",
        "UPDATE relation SET seal = seal + 1 WHERE entity = 3",
        "DELETE FROM relation WHERE entity = 3 AND at = 1",
        "DELETE FROM relation",
    ],
)
def test_a_change_by_somebody_else_is_found(file: Path, statement: str) -> None:
    change(file, statement)
    assert any("relation" in problem for problem in checked(file))
    if statement.startswith("UPDATE"):
        with pytest.raises(StoreDamaged):
            links(file)


@pytest.mark.parametrize("index", ["relation_again", "relation_target", "relation_target_again"])
def test_an_index_page_of_an_earlier_write_is_an_error(tmp_path: Path, index: str) -> None:
    path = tmp_path / "linked.db"
    write(path, range(20))
    with closing(sqlite3.connect(path)) as raw:
        (page,) = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (index,)).fetchone()
    at = slice((page - 1) * PAGE, page * PAGE)
    before = path.read_bytes()[at]
    write(path, range(20, 40))
    after = bytearray(path.read_bytes())
    assert after[at] != before
    after[at] = before
    path.write_bytes(after)
    with pytest.raises(StoreDamaged):
        links(path)


def test_what_is_saved_of_a_damaged_file_has_its_relations(file: Path) -> None:
    sound = links(file)
    change(file, "DELETE FROM relation")
    built, saved = salvage(file, Built(identity=IDENTITY, hierarchy=TREE))
    target = MemoryStore(built.identity, built.hierarchy)
    report = write_saved(saved, target, source=str(file))
    assert target.related(IDS, EVERYTHING) == sound
    assert report.relations == 120
    assert any("relation" in problem for problem in report.problems)


def test_relations_of_an_entity_that_is_lost_wait_again(file: Path) -> None:
    change(file, "UPDATE record SET body = substr(body, 1, 20) WHERE num = 1")
    _, saved = salvage(file, Built(identity=IDENTITY, hierarchy=TREE))
    target = MemoryStore(IDENTITY, TREE)
    write_saved(saved, target, source=str(file))
    assert EntityId("h0") not in target.related(IDS, EVERYTHING)
    assert {one.to for one in target.waiting(limit=100).first} >= {"h0"}


def test_a_store_without_relations_asks_only_whether_there_are_some(tmp_path: Path) -> None:
    seen: list[str] = []
    with closing(SqliteStore(tmp_path / "plain.db", IDENTITY, TREE)) as store:
        store.put(batch(house("h")))
        with store.connections.writing() as connection:
            connection.set_trace_callback(seen.append)
        store.put(batch(house("i"), house("h")))
        store.remove([EntityId("h")])
    assert any("entity" in statement for statement in seen)
    asked = [statement for statement in seen if "relation" in statement and "total" not in statement]
    assert set(asked) <= {"SELECT EXISTS (SELECT 1 FROM relation)"}


def test_a_damaged_id_never_brings_what_waits_to_life(tmp_path: Path) -> None:
    """One letter of an id that is stored, changed wherever it stands, makes it the id that a relation waits for."""
    path = tmp_path / "waiting.db"
    with closing(SqliteStore(path, IDENTITY, TREE)) as store:
        store.put(batch(states(house("citing"), ("cites", "arrives-0", "page 1")), house("arrives-1")))
    sound = path.read_bytes()
    places = [place for place in range(len(sound)) if sound.startswith(b"arrives-1", place)]
    assert len(places) > 1, "in the table and in an index"
    for place in places:
        path.write_bytes(sound[: place + 8] + b"0" + sound[place + 9 :])
        with closing(SqliteStore(path, IDENTITY, TREE)) as store:
            try:
                found = store.related([EntityId("citing")], EVERYTHING)
            except StoreDamaged:
                continue
            assert not found.get(EntityId("citing"))


ASKED: tuple[Callable[[SqliteStore, list[EntityId]], object], ...] = (
    lambda store, ids: store.related(ids, EVERYTHING),
    lambda store, ids: [store.first_links(id, EVERYTHING, limit=2) for id in ids],
    lambda store, ids: store.walk(ids[:2], EVERYTHING, depth=2, limit=20),
    lambda store, ids: store.waiting(limit=3),
    lambda store, ids: store.info().relations,
)


def asked_of(path: Path, ids: list[EntityId]) -> list[object]:
    with closing(SqliteStore(path, IDENTITY, TREE)) as store:
        return [ask(store, ids) for ask in ASKED]


def refused_of(path: Path, ids: list[EntityId], right: list[object]) -> int:
    """Asks a damaged store everything of `ASKED`; returns how often it refused. Another answer fails."""
    refused = 0
    for ask, answer in zip(ASKED, right, strict=True):
        try:
            with closing(SqliteStore(path, IDENTITY, TREE)) as store:
                assert ask(store, ids) == answer
        except StoreDamaged:
            refused += 1
    return refused


def test_a_word_that_was_changed_in_one_place_changes_nothing_that_is_told_of_links(tmp_path: Path) -> None:
    """Ids and kinds become others of the same length, in a table or in one of its indexes."""
    path = tmp_path / "linked.db"
    citing = states(house("citing"), ("cites", "arrives-0", "page 1"), ("cites", "arrives-1", "page 2"))
    second = states(house("second"), ("cites", "citing"), ("beside", "others"))
    ids = [EntityId(id) for id in ("arrives-1", "citing", "others", "second")]
    with closing(SqliteStore(path, IDENTITY, TREE)) as store:
        store.put(batch(citing, second, house("arrives-1"), house("others")))
    sound, right = path.read_bytes(), asked_of(path, ids)
    words = [(b"arrives-0", b"arrives-1"), (b"arrives-1", b"arrives-0"), (b"citing", b"others"), (b"cites", b"citez")]
    words += [(b"others", b"citing"), (b"second", b"others"), (b"beside", b"second")]
    refused = 0
    for word, changed in words:
        for place in (place for place in range(len(sound)) if sound.startswith(word, place)):
            path.write_bytes(sound[:place] + changed + sound[place + len(word) :])
            refused += refused_of(path, ids, right)
    assert refused >= 20


def test_after_a_write_only_the_links_of_what_changed_are_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    verified = relations._verified

    def counted(rows: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        found = verified(rows)
        read.append(len(found))
        return found

    plan = asks(through("cites", CALM))
    with closing(SqliteStore(file, IDENTITY, TREE)) as store:
        store.put(batch(house("h3", QUIET, NOISY)))
        store.rank(plan, limit=50)
        monkeypatch.setattr(relations, "_verified", counted)
        store.put(batch(states(house("h5"), ("cites", "h3")), states(house("h6"), ("cites", "h3"))))
        assert [hit.id for hit in store.rank(plan, limit=3).hits] == ["h0", "h5", "h6"]
    assert sum(read) == 2


def test_a_lost_count_of_relations_is_no_lack_of_them(file: Path) -> None:
    change(file, "UPDATE total SET name = 'relatiom' WHERE name = 'relation'")
    plan = asks(through("cites", CALM))
    with closing(SqliteStore(file, IDENTITY, TREE)) as store, pytest.raises(StoreDamaged):
        store.rank(plan, limit=3, offset=0)


def test_an_entity_whose_id_was_changed_is_not_missing(file: Path) -> None:
    change(file, "UPDATE entity SET id = 'h3x' WHERE id = 'h3'")
    with closing(SqliteStore(file, IDENTITY, TREE)) as store, pytest.raises(StoreDamaged):
        store.get([EntityId("h3")])
