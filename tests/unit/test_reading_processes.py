"""A large input is read by processes of their own: the same comes of it, whatever becomes of them."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.word_reader import WordReader, WordReaderOpener

from claimtree.errors import BadRecord, SourceError
from claimtree.indexing import Indexer, IndexReport, reading
from claimtree.indexing.batch_size import BatchSizer
from claimtree.indexing.reading_processes import ReadingProcesses
from claimtree.indexing.reading_worker import ReaderOpener
from claimtree.languages.rendering import notice_texts
from claimtree.model.claims import EntityId
from claimtree.model.documents import Document, Part
from claimtree.model.hierarchy import Source
from claimtree.model.pack import Pack
from claimtree.model.phrases import IndexedEntity, Vectors
from claimtree.models.encoder import OwnEncoder
from claimtree.models.hashed import HashedEmbedder
from claimtree.packs.load import load_pack
from claimtree.ports import MovableStore, StoreIdentity
from claimtree.settings import Settings
from claimtree.stores.memory import MemoryStore
from claimtree.workspace import Workspace

LAPTOPS = Path(__file__).parents[1] / "packs" / "laptops"
EMBEDDER = HashedEmbedder(16)
Item = Document | BadRecord


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(LAPTOPS)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[ReadingProcesses]:
    """The processes of each run, which are started as soon as a batch is full."""
    found: list[ReadingProcesses] = []

    def start(opener: ReaderOpener, count: int) -> ReadingProcesses:
        found.append(ReadingProcesses(opener, count))
        return found[-1]

    monkeypatch.setattr(reading, "START_AFTER_S", 0.0)
    monkeypatch.setattr(reading, "ReadingProcesses", start)
    # The same batches, however long they take.
    monkeypatch.setattr(BatchSizer, "adapt", lambda self, seconds: None)
    return found


def new_store(pack: Pack) -> MemoryStore:
    identity = StoreIdentity(pack=pack.name, pack_version=pack.version, embedder=EMBEDDER.name, dimensions=16)
    return MemoryStore(identity, pack.hierarchy)


def indexer(pack: Pack, store: MovableStore, *, processes: int = 2, batch_size: int = 4) -> Indexer:
    opener = WordReaderOpener(reader=WordReader(pack=pack, owner=os.getpid()))
    return Indexer(
        pack, store, opener.reader, EMBEDDER, batch_size=batch_size, readers=2, opener=opener, processes=processes
    )


def maker(pack: Pack, name: str) -> Document:
    return Document(id=EntityId(name), level=pack.hierarchy.levels[0], title=name, source=Source(name="s"))


def laptop(pack: Pack, id: str, text: str, parent: str = "lumo", source: str = "s") -> Document:
    where = Source(name=source, text=text, fields={"year": 2020})
    return Document(
        id=EntityId(id),
        level=pack.hierarchy.answers,
        parent=EntityId(parent),
        title=id,
        source=where,
        place=f"row {id}",
    )


def laptops(pack: Pack, count: int = 30) -> list[Document]:
    return [maker(pack, "lumo"), *(laptop(pack, f"l{k:02}", f"word{k} loud fan{k % 3}") for k in range(count))]


def kept(store: MovableStore, documents: Iterable[Item]) -> dict[EntityId, IndexedEntity]:
    ids = [one.id for one in documents if isinstance(one, Document)]
    return {item.entity.id: item for item in store.get(list(dict.fromkeys(ids)))}


def facts(report: IndexReport) -> IndexReport:
    """The report without the time that it took."""
    return replace(report, seconds=0.0)


def told(report: IndexReport) -> list[tuple[str, str, object]]:
    return [(bad.message, bad.hint, bad.values.get("reason")) for bad in report.bad]


def are_gone(pids: Sequence[int]) -> bool:
    return not any(Path(f"/proc/{pid}").exists() for pid in pids)


def test_it_makes_no_difference_which_process_reads(pack: Pack, started: list[ReadingProcesses]) -> None:
    documents: list[Item] = list(laptops(pack))
    documents[5:5] = [BadRecord("row 5 is broken", values={"place": "row 5", "reason": "it is broken"})]
    documents[9:9] = [
        laptop(pack, "bad", "unreadable"),
        laptop(pack, "odd", "confusing for another process"),
        laptop(pack, "early", "before its maker", parent="later"),
        laptop(pack, "orphan", "alone", parent="nobody"),
        laptop(pack, "l02", "another source of a laptop that is stored", source="t"),
        laptop(pack, "twice", "said before"),
        laptop(pack, "twice", "said since"),
        BadRecord("row 9 is broken", values={"place": "row 9", "reason": "it is broken"}),
    ]
    documents += [maker(pack, "later"), laptop(pack, "l03", "changed in the end"), laptops(pack)[4]]
    documents += [BadRecord("the last is broken", values={"place": "end", "reason": "it is broken"})]
    found = []
    for processes in (1, 2):
        store = new_store(pack)
        counts: list[int] = []

        def note(done: int, total: int | None, message: str, counts: list[int] = counts) -> None:
            counts.append(done)

        report = indexer(pack, store, processes=processes).index(iter(documents), note)
        again = indexer(pack, store, processes=1).index(iter(documents))
        assert counts == sorted(counts)
        assert counts[-1] == len(documents)
        found.append((kept(store, documents), told(report), facts(report), counts, told(again), facts(again)))
    (one, bad, report, counts, bad_again, again), other = found
    assert (one, bad, counts, bad_again) == (other[0], other[1], other[3], other[4])
    assert replace(report, bad=()) == replace(other[2], bad=())
    assert replace(again, bad=()) == replace(other[5], bad=())
    assert report.skipped == 5
    assert {"bad", "orphan"}.isdisjoint(one)
    assert len(started) == 1
    assert not started[0].ended


def test_small_inputs_and_one_core_start_no_process(pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    def start(opener: ReaderOpener, count: int) -> ReadingProcesses:
        raise AssertionError("a process was started")

    monkeypatch.setattr(reading, "ReadingProcesses", start)
    assert indexer(pack, new_store(pack)).index(laptops(pack)).indexed == 31
    monkeypatch.setattr(reading, "START_AFTER_S", 0.0)
    assert indexer(pack, new_store(pack), processes=1).index(laptops(pack)).indexed == 31
    assert indexer(pack, new_store(pack), batch_size=50).index(laptops(pack)).indexed == 31


def test_with_few_documents_left_no_process_is_started(pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "START_AFTER_S", 1.0)
    run = reading.Reading(indexer(pack, new_store(pack)))
    run._read_s = 10.0
    run.grow(share_left=0.05)
    assert not run.in_processes
    started: list[int] = []
    monkeypatch.setattr(reading, "ReadingProcesses", lambda opener, count: started.append(count))
    run.grow(share_left=None)
    assert started == [2]


@pytest.mark.parametrize("deadly", [(7,), pytest.param(range(30), marks=pytest.mark.slow)])
def test_documents_of_a_process_that_dies_are_read_by_another(
    pack: Pack, started: list[ReadingProcesses], deadly: Sequence[int]
) -> None:
    documents = laptops(pack)
    for k in deadly:
        documents[k + 1] = laptop(pack, f"l{k:02}", f"word{k} deadly")
    store, alone = new_store(pack), new_store(pack)
    report = indexer(pack, store).index(iter(documents))
    assert (report.indexed, report.skipped) == (31, 0)
    assert indexer(pack, alone, processes=1).index(documents).indexed == 31
    assert kept(store, documents) == kept(alone, documents)
    statuses = started[0].ended
    assert set(statuses) == {-signal.SIGKILL}
    assert [one for one in notice_texts(report) if "ended too early (status -9)" in one]


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_ctrl_c_ends_the_processes_and_the_next_run_goes_on(pack: Pack, started: list[ReadingProcesses]) -> None:
    documents, store = laptops(pack, 60), new_store(pack)
    pids: list[int] = []

    def interrupt(done: int, total: int | None, message: str) -> None:
        if started and not pids and done >= 12 and message.startswith("reading: 2"):
            pids.extend(started[0].ids)
            os.kill(os.getpid(), signal.SIGINT)

    report = indexer(pack, store).index(iter(documents), interrupt)
    assert len(pids) == 2
    assert report.interrupted
    assert report.indexed == 16  # the batch at hand, and nothing of what was read ahead
    assert are_gone(pids)
    again = indexer(pack, store).index(iter(documents))
    assert (again.unchanged, again.indexed) == (16, 45)


@pytest.mark.slow
def test_what_was_read_ahead_is_stored_when_the_source_fails(pack: Pack, started: list[ReadingProcesses]) -> None:
    def failing() -> Iterator[Document]:
        yield from laptops(pack, 17)
        raise SourceError("the disk is gone")

    store = new_store(pack)
    with pytest.raises(SourceError, match="18 records were stored before"):
        indexer(pack, store).index(failing())
    assert started
    assert len(kept(store, laptops(pack, 17))) == 18


def without_python(pack: Pack, monkeypatch: pytest.MonkeyPatch) -> WordReaderOpener:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    return WordReaderOpener(reader=WordReader(pack=pack, owner=os.getpid()))


def not_pickled(pack: Pack, monkeypatch: pytest.MonkeyPatch) -> WordReaderOpener:
    return WordReaderOpener(reader=WordReader(pack=pack, owner=os.getpid()), secret=lambda: None)


def not_found(pack: Pack, monkeypatch: pytest.MonkeyPatch) -> WordReaderOpener:
    monkeypatch.setattr(sys, "path", [path for path in sys.path if Path(path) != Path.cwd() and path])
    return WordReaderOpener(reader=WordReader(pack=pack, owner=os.getpid()))


@pytest.mark.parametrize("opener_of", [without_python, not_pickled, pytest.param(not_found, marks=pytest.mark.slow)])
def test_threads_read_where_processes_cannot(
    pack: Pack,
    monkeypatch: pytest.MonkeyPatch,
    opener_of: Callable[[Pack, pytest.MonkeyPatch], WordReaderOpener],
) -> None:
    monkeypatch.setattr(reading, "START_AFTER_S", 0.0)
    opener, store = opener_of(pack, monkeypatch), new_store(pack)
    made = Indexer(pack, store, opener.reader, EMBEDDER, batch_size=4, readers=2, opener=opener, processes=2)
    report = made.index(iter(laptops(pack)))
    assert report.indexed == 31
    told_of = [one for one in notice_texts(report) if "ended too early (status 1)" in one]
    assert bool(told_of) == (opener_of is not_found)


@pytest.mark.slow
def test_a_document_that_cannot_be_sent_is_read_here(pack: Pack, started: list[ReadingProcesses]) -> None:
    class Text(str):
        """A text that has no class in another process."""

        __slots__ = ()

    documents, store = laptops(pack), new_store(pack)
    documents[20] = laptop(pack, "l19", Text("quiet"))
    assert indexer(pack, store).index(iter(documents)).indexed == 31
    (item,) = store.get([EntityId("l19")])
    assert [claim.text for claim in item.claims if claim.source == "s"] == ["quiet"]
    assert not started[0].ended


@pytest.mark.slow
def test_the_parts_of_a_long_document_are_read_by_the_processes(pack: Pack, started: list[ReadingProcesses]) -> None:
    level = pack.hierarchy.levels[-1]
    if level == pack.hierarchy.answers:
        pytest.skip("the pack has no parts")
    parts = tuple(Part(key="parts", level=level, facet=None, text=f"part{k} ports") for k in range(230))
    documents = [*laptops(pack, 12), replace(laptop(pack, "book", "long"), parts=parts), *laptops(pack)[13:]]
    stores = []
    for processes in (1, 2):
        store = new_store(pack)
        assert indexer(pack, store, processes=processes).index(iter(documents)).indexed == len(documents)
        ids = store.children(EntityId("book"))
        stores.append((kept(store, documents), store.get(sorted(ids))))
    assert stores[0] == stores[1]
    assert len(stores[0][1]) == 230


def computes_nothing(self: OwnEncoder, texts: Sequence[str]) -> Vectors:
    raise AssertionError(f"no cache has {texts}")


@pytest.mark.slow
def test_the_built_in_reader_reads_the_same_in_a_process(
    tmp_path: Path, pack: Pack, started: list[ReadingProcesses]
) -> None:
    """With the encoder, whose vectors come from the processes and are cached by this one."""
    texts = ["A bright display.", "Quiet, no fan", "16 GB RAM and a backlit keyboard", "battery lasts all day long"]
    documents = [maker(pack, "lumo")]
    documents += [laptop(pack, f"l{k}", f"{texts[k % 4]} {texts[k % 3]} Number {k} hums.") for k in range(24)]
    found = []
    for processes in ("1", "2"):
        settings = Settings(home=tmp_path / processes, pack=str(LAPTOPS), reading_processes=processes)
        with Workspace(settings) as workspace:
            store = workspace.store_to_write()
            made = workspace.indexer(store, batch_size=8, in_processes=True)
            report = made.index(iter(documents))
            assert not report.bad
            found.append((kept(store, documents), facts(report)))
        # Every phrase is in the cache, whichever process computed its vector.
        with pytest.MonkeyPatch.context() as patch, Workspace(settings) as workspace:
            patch.setattr(OwnEncoder, "embed", computes_nothing)
            store = workspace.store_to_write(str(tmp_path / f"{processes}-again.db"))
            assert workspace.indexer(store).index(documents).indexed == 25
    assert found[0] == found[1]
    assert len(started) == 1
    assert not started[0].ended


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_the_processes_end_with_the_one_that_started_them(pack: Pack) -> None:
    opener = WordReaderOpener(reader=WordReader(pack=pack, owner=os.getpid()))
    processes = ReadingProcesses(opener, 1)
    (pid,) = processes.ids
    assert processes.submit("build_part", None).result() is None  # it runs, and says that it cannot read that
    with processes._changed:
        processes._closed = True  # which closes the pipe, as the end of this process does, and kills nothing
        processes._changed.notify_all()
    until = time.monotonic() + 30
    while not are_gone([pid]) and time.monotonic() < until:
        time.sleep(0.02)
    assert are_gone([pid])
    processes.close()
