"""Stretches of a source are read and packed by other processes: the same is stored, whatever becomes of them."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest
from tests.document_stretch import DocumentStretch, in_stretches
from tests.word_reader import WordReader, WordReaderOpener

from claimtree.errors import BadRecord, StoreConflict, StoreError
from claimtree.indexing import Indexer, IndexReport, reading, stretches
from claimtree.indexing.merge import merge
from claimtree.indexing.reading_processes import ReadingProcesses
from claimtree.indexing.reading_worker import ReaderOpener
from claimtree.model.claims import Claim, EntityId, Name
from claimtree.model.documents import Document, Part
from claimtree.model.hierarchy import Entity, Source
from claimtree.model.pack import Pack
from claimtree.model.packed import PackedBatch
from claimtree.model.phrases import Batch, IndexedEntity, Phrase, Vectors, phrase_of, phrases_of_claims
from claimtree.model.relations import Relation, RelationName
from claimtree.models.hashed import HashedEmbedder
from claimtree.packs.load import load_pack
from claimtree.ports import MovableStore, StoreIdentity
from claimtree.stores.encoding import encode_item, encode_template, fill_template, unpack
from claimtree.stores.memory import MemoryStore
from claimtree.stores.sqlite.store import SqliteStore

LAPTOPS = Path(__file__).parents[1] / "packs" / "laptops"
EMBEDDER = HashedEmbedder(16)


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(LAPTOPS)


@pytest.fixture
def store(pack: Pack, tmp_path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(tmp_path / "store.db", identity(pack), pack.hierarchy)) as store:
        yield store


@pytest.fixture
def few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stretches, "_TOGETHER", 10)
    monkeypatch.setattr(stretches, "_AHEAD", 20)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[ReadingProcesses]:
    found: list[ReadingProcesses] = []

    def start(opener: ReaderOpener, count: int) -> ReadingProcesses:
        found.append(ReadingProcesses(opener, count))
        return found[-1]

    monkeypatch.setattr(reading, "ReadingProcesses", start)
    return found


def identity(pack: Pack) -> StoreIdentity:
    return StoreIdentity(pack=pack.name, pack_version=pack.version, embedder=EMBEDDER.name, dimensions=16)


def indexer(pack: Pack, store: MovableStore, *, processes: int = 2) -> Indexer:
    opener = WordReaderOpener(reader=WordReader(pack=pack, owner=os.getpid()))
    return Indexer(pack, store, opener.reader, EMBEDDER, batch_size=4, readers=2, opener=opener, processes=processes)


def maker(pack: Pack, name: str) -> Document:
    return Document(id=EntityId(name), level=pack.hierarchy.levels[0], title=name, source=Source(name="s"))


def laptop(pack: Pack, number: int, text: str = "", parent: str = "lumo") -> Document:
    said = text or f"word{number} loud fan{number % 3} 100% [{number}, quiet"
    return Document(
        id=EntityId(f"l{number:03}"),
        level=pack.hierarchy.answers,
        parent=EntityId(parent),
        title=f"l{number:03}",
        source=Source(name="s", text=said, fields={"year": 2000 + number % 20}),
        place=f"row {number}",
    )


def laptops(pack: Pack, count: int = 60) -> list[Document]:
    return [laptop(pack, number) for number in range(count)]


LEVELS = load_pack(LAPTOPS).hierarchy.levels


def contents(store: MovableStore) -> object:
    """Everything that a search may find."""
    items = [store.get([one.id for one in store.scan(level, limit=10_000)]) for level in LEVELS]
    parts = [*store.partitions(store.partition_keys())]
    phrases = [
        (part.level, part.type, [*part.phrases], part.vectors.codes.tolist(), part.vectors.scales.tolist())
        for part in parts
    ]
    edges = [*store.edges([phrase.id for part in parts for phrase in part.phrases])]
    return items, phrases, edges


def facts(report: IndexReport) -> IndexReport:
    return replace(report, seconds=0.0, bad=())


def of_memory(pack: Pack, documents: Sequence[Document]) -> tuple[MemoryStore, IndexReport]:
    """What is stored of the documents, and reported, where this process reads them one by one."""
    store = MemoryStore(identity(pack), pack.hierarchy)
    return store, indexer(pack, store, processes=1).index(documents)


def test_what_is_packed_is_what_would_have_been_written(
    pack: Pack, store: SqliteStore, started: list[ReadingProcesses]
) -> None:
    documents = laptops(pack)
    documents[7] = laptop(pack, 7, "unreadable")
    documents[21] = laptop(pack, 21, "alone", parent="nobody")
    documents[22] = laptop(pack, 22, "confusing for another process")
    documents[33] = replace(laptop(pack, 33), level=pack.hierarchy.levels[0])
    oracle, expected = of_memory(pack, [maker(pack, "lumo"), *documents])
    bad = BadRecord("the last is broken", values={"place": "end", "reason": "it is broken"})
    report = indexer(pack, store).index([maker(pack, "lumo"), *in_stretches(documents, 10), bad])
    assert contents(store) == contents(oracle)
    assert facts(report) == replace(facts(expected), skipped=expected.skipped + 1)
    assert sorted(one.message for one in report.bad) == sorted([*(one.message for one in expected.bad), bad.message])
    assert store.check() == ()
    assert len(started) == 1
    assert not started[0].ended


def test_again_only_what_has_changed_is_written(
    pack: Pack, store: SqliteStore, started: list[ReadingProcesses]
) -> None:
    before, now = laptops(pack, 40), laptops(pack, 50)
    now[3] = laptop(pack, 3, "changed since")
    now[38] = replace(now[38], relations=())
    indexer(pack, store).index([maker(pack, "lumo"), *in_stretches(before, 10)])
    then = {one.id: one.written for one in store.scan(pack.hierarchy.answers, limit=100)}
    report = indexer(pack, store).index([maker(pack, "lumo"), *in_stretches(now, 10)])
    assert (report.indexed, report.unchanged, report.skipped) == (11, 40, 0)
    changed = {id for id, written in then.items() if store_written(store, pack)[id] != written}
    assert changed == {"l003"}
    oracle, _ = of_memory(pack, [maker(pack, "lumo"), *before])
    indexer(pack, oracle, processes=1).index(now)
    assert contents(store) == contents(oracle)
    assert store.check() == ()


def store_written(store: SqliteStore, pack: Pack) -> dict[EntityId, int]:
    return {one.id: one.written for one in store.scan(pack.hierarchy.answers, limit=100)}


@pytest.mark.slow
def test_stretches_of_a_process_that_dies_are_written_all_the_same(
    pack: Pack, store: SqliteStore, started: list[ReadingProcesses]
) -> None:
    given = [*in_stretches(laptops(pack), 10)]
    given[1] = replace(given[1], deadly=True)
    given[3] = replace(given[3], deadly=True)
    report = indexer(pack, store).index([maker(pack, "lumo"), *given])
    assert (report.indexed, report.skipped) == (61, 0)
    assert contents(store) == contents(of_memory(pack, [maker(pack, "lumo"), *laptops(pack)])[0])
    assert set(started[0].ended) == {-signal.SIGKILL}


def test_a_store_that_takes_no_rows_is_given_documents(pack: Pack, started: list[ReadingProcesses]) -> None:
    store = MemoryStore(identity(pack), pack.hierarchy)
    assert indexer(pack, store).index([maker(pack, "lumo"), *in_stretches(laptops(pack), 10)]).indexed == 61
    assert contents(store) == contents(of_memory(pack, [maker(pack, "lumo"), *laptops(pack)])[0])
    assert not started


def test_an_interrupted_run_leaves_whole_stretches_and_the_next_goes_on(
    pack: Pack, store: SqliteStore, started: list[ReadingProcesses], few_at_once: None
) -> None:
    given = [*in_stretches(laptops(pack, 200), 10)]

    def interrupt(done: int, total: int | None, message: str) -> None:
        if done == 31:
            os.kill(os.getpid(), signal.SIGINT)

    report = indexer(pack, store).index([maker(pack, "lumo"), *given], interrupt)
    assert report.interrupted
    assert report.indexed == 31
    assert store.check() == ()
    again = indexer(pack, store).index([maker(pack, "lumo"), *given])
    assert (again.unchanged, again.indexed) == (31, 170)
    assert contents(store) == contents(of_memory(pack, [maker(pack, "lumo"), *laptops(pack, 200)])[0])


@pytest.mark.slow
def test_what_another_writer_stored_meanwhile_is_merged(
    pack: Pack, store: SqliteStore, started: list[ReadingProcesses]
) -> None:
    other = replace(laptop(pack, 5, "said by another source"), source=Source(name="t", text="another source"))

    def given() -> Iterator[DocumentStretch]:
        for number, stretch in enumerate(in_stretches(laptops(pack, 40), 10)):
            if number == 2:  # the first was given to a process as new
                indexer(pack, store, processes=1).index([other])
            yield stretch

    report = indexer(pack, store).index(chain([maker(pack, "lumo")], given()))
    assert (report.indexed, report.skipped) == (41, 0)
    (item,) = store.get([other.id])
    assert [source.name for source in item.entity.sources] == ["t", "s"]


@pytest.mark.slow
def test_documents_with_parts_are_not_packed(pack: Pack, store: SqliteStore, started: list[ReadingProcesses]) -> None:
    level = pack.hierarchy.levels[-1]
    documents = laptops(pack, 20)
    documents[4] = replace(documents[4], parts=(Part(key="parts", level=level, facet=None, text="part ports"),))
    if level == pack.hierarchy.answers:
        documents[4] = replace(documents[4], parts=())
    assert indexer(pack, store).index([maker(pack, "lumo"), *in_stretches(documents, 10)]).indexed == 21
    assert contents(store) == contents(of_memory(pack, [maker(pack, "lumo"), *documents])[0])


def item_of(pack: Pack, id: str, *texts: str, to: str = "") -> IndexedEntity:
    level, type = pack.hierarchy.answers, pack.default_type
    named = [Name(kind="person", text=text) for text in texts]
    claims = [Claim(text=one.text, pattern=one.text, type=type, level=level, quote=one.text, name=one) for one in named]
    relations = (Relation(kind=RelationName("near"), to=EntityId(to), quote="q"),) if to else ()
    entity = Entity(id=EntityId(id), level=level, parent=EntityId("lumo"), title=id, relations=relations)
    return IndexedEntity(entity=entity, claims=tuple(claims), digest=f"digest of {id}")


def packed(store: SqliteStore, items: Sequence[IndexedEntity], *, with_names: bool = True) -> PackedBatch:
    entities = store.packer.entities(items, phrases_of_claims(items))
    assert entities is not None
    phrases = {phrase_of(claim): Phrase.of(claim) for item in items for claim in item.claims}
    names = store.packer.names([*phrases.values()] if with_names else [], [])
    return PackedBatch(entities=[entities], names=[names], others=Batch(vectors=Vectors.empty(16)))


def test_a_packed_batch_is_written_whole_or_not_at_all(pack: Pack, store: SqliteStore) -> None:
    indexer(pack, store, processes=1).index([maker(pack, "lumo")])
    first = item_of(pack, "a", "Ann Lee", "Ann", to="b")
    assert store.put_packed(packed(store, [first])) == 2
    assert store.get([EntityId("a")]) == (first,)
    before = contents(store)
    with pytest.raises(StoreConflict, match="'a'"):
        store.put_packed(packed(store, [item_of(pack, "b", "Bea Poe"), item_of(pack, "a", "Ann Poe")]))
    with pytest.raises(StoreError, match="neither stored nor in the batch"):
        store.put_packed(packed(store, [item_of(pack, "b", "Ann Lee", "Cid Poe")], with_names=False))
    orphan = item_of(pack, "c", "Ann Lee")
    with pytest.raises(StoreError, match="does not exist"):
        store.put_packed(packed(store, [replace(orphan, entity=replace(orphan.entity, parent=EntityId("no")))]))
    with pytest.raises(StoreError, match="to itself"):
        store.packer.entities([item_of(pack, "d", to="d")], [[]])
    assert contents(store) == before
    assert store.put_packed(packed(store, [item_of(pack, "b", "Ann Lee")], with_names=False)) == 0
    assert store.check() == ()


def test_what_has_a_place_or_an_owner_cannot_be_packed(pack: Pack, store: SqliteStore) -> None:
    item = item_of(pack, "a", "Ann Lee")
    owned = replace(item, entity=replace(item.entity, owner=EntityId("lumo")))
    assert store.packer.entities([owned], phrases_of_claims([owned])) is None


def test_a_template_is_filled_with_the_numbers_of_phrases(pack: Pack) -> None:
    item = item_of(pack, "a", "100 %d of %s", "[8604131579225,", "%")
    template = encode_template(item)
    assert template is not None
    assert unpack(fill_template(template, [3, 1, 70_000])) == unpack(encode_item(item, [3, 1, 70_000]))
    assert encode_template(item_of(pack, "a", "[8604131579226,")) is None


def test_a_stretch_tells_its_ids(pack: Pack) -> None:
    stretch = DocumentStretch(held=tuple(laptops(pack, 2)))
    assert list(stretch.ids) == [merge([one]).id for one in stretch.documents()]
