"""A family tree is imported by several processes as by one, also after an interruption."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from claimtree import tree_import
from claimtree.family_trees.documents import entity_id
from claimtree.family_trees.living import MASKED
from claimtree.indexing import Indexer
from claimtree.indexing import stretches as stretches_of_runs
from claimtree.indexing.rule_reading import RuleReaderOpener, document_reader
from claimtree.model.pack import Pack
from claimtree.models.hashed import HashedEmbedder
from claimtree.packs.find import pack_folder
from claimtree.packs.load import load_pack
from claimtree.ports import StoreIdentity
from claimtree.sources.gedcom.source import read_tree
from claimtree.stores.memory import MemoryStore
from claimtree.stores.sqlite.store import SqliteStore
from claimtree.tree_import import TreeFolder, TreeImport, import_tree
from evals.family.large_tree import gedcom

EMBEDDER = HashedEmbedder()
PEOPLE = 300


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(pack_folder("family"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A tree with notes, a person without a name, and lines that cannot be read."""
    lines = list(gedcom(PEOPLE))
    at = lines.index("0 @I5@ INDI")
    lines[at + 2 : at + 2] = [
        "1 OCCU smith",
        "no level and no tag",
        "1 NOTE He kept bees, and taught at the village school.",
    ]
    lines[-1:-1] = [
        "0 @I9000@ INDI",
        "1 SEX F",
        "0 @I9001@ INDI",
        "1 NAME Ann /Lee/",
        "1 BIRT",
        "2 DATE 1 MAY 2001",
        "1 FAMC @F0@",
    ]
    file = tmp_path / "county.ged"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


@pytest.fixture
def store(pack: Pack, tmp_path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(tmp_path / "county.db", identity(pack), pack.hierarchy)) as store:
        yield store


@pytest.fixture
def in_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small trees are imported as large ones are."""
    monkeypatch.setattr(tree_import, "_STRETCH", 40)
    monkeypatch.setattr(tree_import, "_MANY", 80)
    monkeypatch.setattr(tree_import, "_LARGE", 1_000)
    monkeypatch.setattr(stretches_of_runs, "_TOGETHER", 40)
    monkeypatch.setattr(stretches_of_runs, "_AHEAD", 80)


def identity(pack: Pack) -> StoreIdentity:
    return StoreIdentity(
        pack=pack.name, pack_version=pack.version, embedder=EMBEDDER.name, dimensions=EMBEDDER.dimensions
    )


def imported(
    pack: Pack,
    store: SqliteStore | MemoryStore,
    file: Path,
    home: Path,
    *,
    processes: int,
    progress: tree_import.Progress | None = None,
) -> TreeImport:
    opener = RuleReaderOpener(pack=pack, embedder=EMBEDDER.name, cache=home / "vectors.db")
    indexer = Indexer(
        pack, store, document_reader(pack, EMBEDDER), EMBEDDER, opener=opener, processes=processes, batch_size=50
    )
    return import_tree(file, "county", TreeFolder(home, collection="county"), indexer, progress=progress)


def contents(store: SqliteStore | MemoryStore, pack: Pack) -> object:
    items = [store.get([one.id for one in store.scan(level, limit=10_000)]) for level in pack.hierarchy.levels]
    parts = [*store.partitions(store.partition_keys())]
    phrases = [(part.level, part.type, [*part.phrases], part.vectors.codes.tobytes()) for part in parts]
    return items, phrases, [*store.edges([phrase.id for part in parts for phrase in part.phrases])]


def oracle(pack: Pack, file: Path, home: Path) -> MemoryStore:
    store = MemoryStore(identity(pack), pack.hierarchy)
    imported(pack, store, file, home, processes=1)
    return store


def test_several_processes_store_what_one_does(
    pack: Pack, store: SqliteStore, file: Path, tmp_path: Path, in_processes: None
) -> None:
    told: list[tuple[str, int, int]] = []
    found = imported(pack, store, file, tmp_path / "here", processes=2, progress=lambda *done: told.append(done))
    assert found.report.indexed == PEOPLE + 3
    assert found.changes.first
    assert [bad.values["reason"] for bad in found.report.bad] == ["has no level and tag: 'no level and no tag'"]
    assert contents(store, pack) == contents(oracle(pack, file, tmp_path / "there"), pack)
    assert store.check() == ()
    steps = [done for what, done, _ in told if what == "indexing county"]
    assert steps == sorted(steps)
    assert len(set(steps)) > 5
    (living,) = store.get([entity_id("county", "I9001")])
    assert living.entity.title == MASKED
    assert "2001" not in repr(living)


def test_an_interrupted_import_is_run_again(
    pack: Pack, store: SqliteStore, file: Path, tmp_path: Path, in_processes: None
) -> None:
    home = tmp_path / "here"

    def interrupt(what: str, done: int, of: int) -> None:
        if what == "indexing county" and 40 <= done < 120:
            os.kill(os.getpid(), signal.SIGINT)

    first = imported(pack, store, file, home, processes=2, progress=interrupt)
    assert first.report.interrupted
    assert 40 <= first.report.indexed < 120
    assert store.check() == ()
    assert TreeFolder(home, collection="county").names() == []
    again = imported(pack, store, file, home, processes=2)
    assert again.report.unchanged == first.report.indexed
    assert again.report.indexed + again.report.unchanged == PEOPLE + 3
    assert TreeFolder(home, collection="county").names() == ["county"]
    assert contents(store, pack) == contents(oracle(pack, file, tmp_path / "there"), pack)


def test_a_tree_file_is_the_same_whoever_reads_the_records(
    pack: Pack, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opener = RuleReaderOpener(pack=pack, embedder=EMBEDDER.name, cache=tmp_path / "vectors.db")
    store = MemoryStore(identity(pack), pack.hierarchy)
    indexer = Indexer(pack, store, document_reader(pack, EMBEDDER), EMBEDDER, opener=opener, processes=2)
    monkeypatch.setattr("claimtree.sources.gedcom.tree_writer._CHUNK", 20)
    with read_tree(file, tmp_path / "one.tree", "county") as alone:
        expected = alone.rows(), alone.digests("FAM"), [*alone.people()], alone.living(), alone.problems()
    with indexer.started_processes() as processes:
        assert processes is not None
        with read_tree(file, tmp_path / "two.tree", "county", calls=processes) as shared:
            found = shared.rows(), shared.digests("FAM"), [*shared.people()], shared.living(), shared.problems()
        assert found == expected
        for pid in processes.ids:
            os.kill(pid, signal.SIGKILL)
        with read_tree(file, tmp_path / "three.tree", "county", calls=processes) as lost:
            assert lost.rows() == expected[0]
