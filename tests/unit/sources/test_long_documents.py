"""Documents with thousands of parts: written in batches, replaced without leftovers, continued after a stop."""

from __future__ import annotations

import os
import signal
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from claimtree.errors import ReadError, SourceError, StaleVersion, StoreConflict
from claimtree.indexing import NONE, Indexer, IndexReport
from claimtree.indexing import long_documents as long_module
from claimtree.model.claims import Claim, ConceptId, EntityId, Facet, LevelName, TypeName
from claimtree.model.documents import Document, Part
from claimtree.model.hierarchy import Entity, Hierarchy, Source
from claimtree.model.pack import Concept, FacetSpec, Pack, TypeSpec
from claimtree.model.phrases import Batch
from claimtree.models.hashed import HashedEmbedder
from claimtree.moving.copying import copy_store
from claimtree.moving.stored_documents import StoredDocuments
from claimtree.ports import DocumentReading, MovableStore, QueryReading, StoreIdentity
from claimtree.stores.memory import MemoryStore
from claimtree.stores.open import open_store

SHELF, BOOK, PASSAGE = LevelName("shelf"), LevelName("book"), LevelName("passage")
TOPIC = TypeName("topic")
WORDS = ("boiler", "valve", "pump")
EMBEDDER = HashedEmbedder()

PACK = Pack(
    name="manuals",
    version=1,
    languages=("en",),
    title="Manuals",
    hierarchy=Hierarchy(levels=(SHELF, BOOK, PASSAGE), answers=BOOK),
    level_weights={},
    types={TOPIC: TypeSpec(name=TOPIC, about="", levels=(PASSAGE, BOOK), examples=())},
    default_type=TOPIC,
    concepts={
        ConceptId(word): Concept(id=ConceptId(word), type=TOPIC, levels=(PASSAGE, BOOK), wording=word)
        for word in WORDS
    },
    facets={Facet("note"): FacetSpec(name=Facet("note"), level=PASSAGE, says=("note",), title="note", type=TOPIC)},
)  # fmt: skip
IDENTITY = StoreIdentity(
    pack=PACK.name, pack_version=PACK.version, embedder=EMBEDDER.name, dimensions=EMBEDDER.dimensions
)


class WordReader:
    """A claim for each known word."""

    version = "1"

    def __init__(self) -> None:
        self.texts = 0

    def read_query(self, text: str) -> QueryReading:
        return QueryReading(claims=())

    def read_document(self, text: str, *, about: Entity, source: str) -> DocumentReading:
        self.texts += 1
        claims = [
            Claim(
                text=word, pattern=word, type=TOPIC, level=about.level, quote=word, source=source,
                start=text.index(word), end=text.index(word) + len(word), concept=ConceptId(word),
            )
            for word in WORDS
            if word in text
        ]  # fmt: skip
        return DocumentReading(claims=tuple(claims))


def passages(count: int, *, word: str = "valve") -> Iterator[Part]:
    for number in range(1, count + 1):
        yield Part(
            key="", level=PASSAGE, facet=Facet("note") if number % 10 == 0 else None,
            text=f"Passage {number}: the {word}.", fields={"page": number}, citation=f"page {number}",
        )  # fmt: skip


def book(count: int, *, id: str = "b", source: str = "shop", word: str = "valve", parent: str = "") -> Document:
    return Document(
        id=EntityId(id),
        level=BOOK,
        parent=EntityId(parent) if parent else None,
        title="A manual",
        source=Source(name=source, text="On the boiler."),
        part_stream=passages(count, word=word),
    )


def index(store: MovableStore, *documents: Document) -> IndexReport:
    return Indexer(PACK, store, WordReader(), EMBEDDER).index(documents)


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MovableStore]:
    if request.param == "memory":
        yield MemoryStore(IDENTITY, PACK.hierarchy)
        return
    with closing(open_store(str(tmp_path / "books.db"), IDENTITY, PACK.hierarchy)) as opened:
        yield opened


@pytest.fixture(autouse=True)
def small_batches(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches of 100 parts instead of 500, so that books of some hundred have several; slow tests have real ones."""
    if request.node.get_closest_marker("slow") is None:
        monkeypatch.setattr(long_module, "PARTS_AT_ONCE", 100)


def said(store: MovableStore, id: str) -> list[str]:
    return [claim.text for item in store.get([EntityId(id)]) for claim in item.claims]


@pytest.mark.parametrize("count", [600, pytest.param(5_000, marks=pytest.mark.slow)])
def test_a_book_of_many_passages_is_stored_in_batches(store: MovableStore, count: int) -> None:
    report = index(store, book(count))
    assert (report.indexed, report.bad) == (1, ())
    assert [store.info().entities.get(level, 0) for level in PACK.hierarchy.levels] == [0, 1, count]
    assert said(store, "b") == ["boiler"]
    assert said(store, f"b/passage-{count * 9 // 10}") == ["valve"]
    assert "valve" in said(store, f"b/note-{count // 10}")
    (last,) = store.get([EntityId(f"b/note-{count // 10}")])
    assert (last.entity.sources[0].citation, last.entity.fields) == (f"page {count}", {"page": count})
    assert store.check() == ()


def test_the_same_book_again_is_unchanged_and_not_read(store: MovableStore) -> None:
    index(store, book(250))
    reader = WordReader()
    report = Indexer(PACK, store, reader, EMBEDDER).index([book(250)])
    assert (report.unchanged, report.indexed, reader.texts) == (1, 0, 0)


@pytest.mark.parametrize(
    "count", [0, 200, 450, *(pytest.param(count, marks=pytest.mark.slow) for count in (3, 201, 260))]
)
def test_a_changed_book_leaves_no_part_of_the_earlier_one(store: MovableStore, count: int) -> None:
    index(store, book(300))
    report = index(store, book(count, word="pump"))
    assert (report.indexed, report.bad) == (1, ())
    assert len(store.children(EntityId("b"))) == count
    fresh = MemoryStore(IDENTITY, PACK.hierarchy)
    index(fresh, book(count, word="pump"))
    children = store.children(EntityId("b"))
    assert store.get(children) == fresh.get(children)
    assert store.check() == ()


def test_few_parts_in_a_stream_are_a_family_like_any_other(store: MovableStore) -> None:
    index(store, book(20))
    listed = replace(book(0), part_stream=None, parts=tuple(passages(20)))
    assert (index(store, listed).unchanged, len(store.children(EntityId("b")))) == (1, 20)


def test_removing_a_book_takes_all_its_parts(store: MovableStore) -> None:
    index(store, book(300))
    assert store.remove([EntityId("b")]) == 301
    assert sum(store.info().entities.values()) == 0


class Failing:
    """Puts so many batches, then fails or runs another writer."""

    def __init__(self, store: MovableStore, after: int, failure: Callable[[], None]) -> None:
        self.left, self.put, self.failure = after, store.put, failure

    def __call__(self, batch: Batch) -> None:
        if not self.left:
            self.left = -1
            self.failure()
        self.left -= 1
        self.put(batch)


def fail() -> None:
    raise KeyboardInterrupt


def test_a_book_that_was_interrupted_goes_on_behind_the_last_batch(
    store: MovableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as failing:
        failing.setattr(store, "put", Failing(store, 2, fail))
        report = index(store, book(380))
    assert (report.interrupted, report.indexed) == (True, 0)
    assert len(store.children(EntityId("b"))) == 200
    reader = WordReader()
    again = Indexer(PACK, store, reader, EMBEDDER).index([book(380)])
    assert (again.indexed, reader.texts) == (1, 180)
    assert len(store.children(EntityId("b"))) == 380
    assert index(store, book(380)).unchanged == 1


def test_ctrl_c_ends_a_book_between_two_batches(store: MovableStore) -> None:
    indexer = Indexer(PACK, store, WordReader(), EMBEDDER)

    def progress(done: int, total: int | None, message: str) -> None:
        if "200 of" in message:
            os.kill(os.getpid(), signal.SIGINT)

    report = indexer.index([book(300)], progress)
    assert (report.interrupted, report.indexed) == (True, 0)
    assert len(store.children(EntityId("b"))) == 200
    assert index(store, book(300)).indexed == 1
    assert len(store.children(EntityId("b"))) == 300


def test_a_book_that_is_replaced_while_it_is_written_is_noticed(
    store: MovableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = replace(book(0), part_stream=None, parts=tuple(passages(3, word="pump")))

    def replaced() -> None:
        with monkeypatch.context() as inner:
            inner.setattr(store, "put", failing.put)
            index(store, other)

    failing = Failing(store, 1, replaced)
    monkeypatch.setattr(store, "put", failing)
    report = index(store, book(400))
    assert (report.indexed, report.bad) == (1, ())
    assert len(store.children(EntityId("b"))) == 400
    assert said(store, "b/passage-1") == ["valve"]


@pytest.mark.parametrize("there", [True, False])
def test_a_book_that_is_wanted_at_a_version_is_not_stale_by_its_own_first_batch(
    store: MovableStore, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    version = index(store, book(300)).versions[EntityId("b")] if there else NONE

    def places_were_loaded() -> None:
        raise StoreConflict("places were loaded")

    monkeypatch.setattr(store, "put", Failing(store, 1, places_were_loaded))
    wanted = {EntityId("b"): (version,)}
    report = Indexer(PACK, store, WordReader(), EMBEDDER).index([book(400, word="pump")], wanted=wanted)
    assert (report.indexed, report.bad) == (1, ())
    assert len(store.children(EntityId("b"))) == 400


def test_a_book_that_is_wanted_at_a_version_gives_way_to_one_written_meanwhile(
    store: MovableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = replace(book(0), part_stream=None, parts=tuple(passages(3, word="pump")))
    version = index(store, book(300)).versions[EntityId("b")]

    def replaced() -> None:
        with monkeypatch.context() as inner:
            inner.setattr(store, "put", failing.put)
            index(store, other)

    failing = Failing(store, 1, replaced)
    monkeypatch.setattr(store, "put", failing)
    wanted = {EntityId("b"): (version,)}
    report = Indexer(PACK, store, WordReader(), EMBEDDER).index([book(400, word="pump")], wanted=wanted)
    assert (report.indexed, [type(bad) for bad in report.bad]) == (0, [StaleVersion])
    assert len(store.children(EntityId("b"))) == 3


class Stumbling(WordReader):
    """Cannot read one passage; another writer may run before it fails."""

    def __init__(self, at: int, before: Callable[[], object] = lambda: None) -> None:
        super().__init__()
        self.at, self.before = f"Passage {at}:", before

    def read_document(self, text: str, *, about: Entity, source: str) -> DocumentReading:
        if text.startswith(self.at):
            self.before()
            raise ReadError("the passage cannot be read")
        return super().read_document(text, about=about, source=source)


def test_a_part_that_cannot_be_read_leaves_nothing_of_a_new_book(store: MovableStore) -> None:
    report = Indexer(PACK, store, Stumbling(250), EMBEDDER).index([book(400)])
    assert (report.indexed, [bad.message for bad in report.bad]) == (0, ["the passage cannot be read"])
    assert sum(store.info().entities.values()) == 0


def test_a_part_that_cannot_be_read_does_not_cost_what_somebody_else_wrote_meanwhile(store: MovableStore) -> None:
    other = replace(book(0), part_stream=None, parts=tuple(passages(3, word="pump")))
    reader = Stumbling(250, lambda: index(store, other))
    report = Indexer(PACK, store, reader, EMBEDDER).index([book(400)])
    assert (report.indexed, [bad.message for bad in report.bad]) == (0, ["the passage cannot be read"])
    assert (len(store.children(EntityId("b"))), said(store, "b/passage-1")) == (3, ["pump"])
    assert store.check() == ()


def test_a_part_that_cannot_be_read_does_not_cost_the_earlier_version(store: MovableStore) -> None:
    index(store, book(300))
    before = store.get([EntityId("b"), *store.children(EntityId("b"))])
    report = Indexer(PACK, store, Stumbling(250), EMBEDDER).index([book(400, word="pump")])
    assert (report.indexed, [bad.message for bad in report.bad]) == (0, ["the passage cannot be read"])
    assert store.get([EntityId("b"), *store.children(EntityId("b"))]) == before


def test_a_stream_that_fails_leaves_nothing_of_its_document(store: MovableStore) -> None:
    def broken() -> Iterator[Part]:
        yield from passages(250)
        raise SourceError("the file ends here")

    index(store, book(300, id="old"))
    with pytest.raises(SourceError, match=r"the file ends here \(1 records were stored before"):
        index(store, book(250, id="a"), replace(book(0), part_stream=broken()))
    assert store.digests([EntityId("b")]) == {}
    assert (len(store.children(EntityId("a"))), len(store.children(EntityId("old")))) == (250, 300)


def test_a_long_document_has_one_source(store: MovableStore) -> None:
    index(store, book(300))
    short = replace(book(0, source="other"), part_stream=None)
    for document in (book(400, source="other"), short):
        report = index(store, document)
        assert report.bad[0].message == (
            "'b' comes from 'shop' already, and a document with more than 200 parts has one source"
        )
    assert len(store.children(EntityId("b"))) == 300


def test_a_book_waits_for_its_shelf_and_brings_its_parts_then(store: MovableStore) -> None:
    shelf = Document(id=EntityId("s"), level=SHELF, source=Source(name="shop", text="valve"))
    report = index(store, book(300, parent="s"), shelf)
    assert (report.indexed, report.bad, len(store.children(EntityId("b")))) == (2, (), 300)


def test_a_part_never_takes_the_id_of_another_document(store: MovableStore) -> None:
    home = replace(book(0), part_stream=None)
    index(store, home)
    own = Document(
        id=EntityId("b/passage-150"), level=PASSAGE, parent=EntityId("b"), source=Source(name="shop", text="pump")
    )
    assert index(store, own).indexed == 1
    report = index(store, book(300))
    assert report.bad[0].message == "'b/passage-150' is already an entity"
    assert store.children(EntityId("b")) == ("b/passage-150",)


def test_a_batch_of_parts_is_refused_once_the_document_is_another(store: MovableStore) -> None:
    index(store, book(300))
    (part,) = store.get([EntityId("b/passage-1")])
    batch = Batch(entities=(part,), vectors=EMBEDDER.embed([]), expected={EntityId("b"): "another"})
    with pytest.raises(StoreConflict):
        store.put(batch)


def test_a_book_is_copied_and_read_again_as_it_was(store: MovableStore) -> None:
    index(store, book(250))
    copy, fresh = MemoryStore(IDENTITY, PACK.hierarchy), MemoryStore(IDENTITY, PACK.hierarchy)
    assert copy_store(store, copy, PACK.hierarchy).verified
    again = StoredDocuments(store, fresh, PACK.hierarchy)
    assert Indexer(PACK, fresh, WordReader(), EMBEDDER).index(again.documents()).indexed == 1
    ids = [EntityId("b"), *store.children(EntityId("b"))]
    assert store.get(ids) == copy.get(ids) == fresh.get(ids)


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_parts(tmp_path: Path) -> None:
    def peak(count: int) -> int:
        address = str(tmp_path / f"{count}.db")
        with closing(open_store(address, IDENTITY, PACK.hierarchy)) as store:
            index(store, book(600, id="first"))  # what is made once
            tracemalloc.start()
            try:
                assert index(store, book(count)).indexed == 1
                return tracemalloc.get_traced_memory()[1]
            finally:
                tracemalloc.stop()

    few, many = peak(1_000), peak(5_000)
    assert many < 1.5 * few, f"{few:,} bytes for 1,000 parts, {many:,} bytes for 5,000"
