"""A store built again beside the live one: the same answers, nothing lost, and a way back."""

from __future__ import annotations

import itertools
import random
import shutil
import subprocess
import sys
import threading
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import pytest

from claimtree.engine import Engine
from claimtree.errors import BadRecord, IndexMismatch, StoreError
from claimtree.geo import Point
from claimtree.indexing import Indexer
from claimtree.indexing.load_places import load_places
from claimtree.model.answers import Found
from claimtree.model.claims import EntityId, LevelName
from claimtree.model.documents import Document
from claimtree.model.hierarchy import Entity, Source
from claimtree.model.pack import Pack
from claimtree.model.phrases import Batch, IndexedEntity, Vectors
from claimtree.model.places import Place, PlaceId, PlaceKind
from claimtree.models.hashed import HashedEmbedder
from claimtree.models.scope import shipped_scope
from claimtree.moving import RebuildReport, rebuild, rebuilding, roll_back, stored_documents
from claimtree.moving.stored_documents import StoredDocuments
from claimtree.packs.load import load_pack
from claimtree.ports import Built, DocumentReading, MovableStore, StoreIdentity, Versions
from claimtree.sources.read import read_files
from claimtree.stores.elastic.address import Secrets, read_address
from claimtree.stores.elastic.cluster_client import ElasticClient
from claimtree.stores.open import open_store, open_versions
from claimtree.stores.sqlite import SqliteStore
from claimtree.text.rule_reader import RuleReader

LAPTOPS = Path(__file__).parents[1] / "packs" / "laptops"
LAPTOP, MAKER, PART = LevelName("laptop"), LevelName("maker"), LevelName("part")


@dataclass(frozen=True)
class Shop:
    """A pack, its embedder and the address of a store, as a command would open them."""

    address: str
    pack: Pack
    dimensions: int = 256

    @cached_property
    def embedder(self) -> HashedEmbedder:
        return HashedEmbedder(self.dimensions)

    @cached_property
    def reader(self) -> RuleReader:
        return RuleReader(self.pack, embedder=self.embedder, scope=shipped_scope())

    @property
    def built(self) -> Built:
        identity = StoreIdentity(
            pack=self.pack.name,
            pack_version=self.pack.version,
            embedder=self.embedder.name,
            dimensions=self.embedder.dimensions,
        )
        return Built(identity=identity, hierarchy=self.pack.hierarchy)

    @property
    def versions(self) -> Versions:
        return open_versions(self.address)

    def open(self, built: Built | None = None, *, read_only: bool = False) -> MovableStore:
        built = built or self.built
        return open_store(self.address, built.identity, built.hierarchy, read_only=read_only, create=not read_only)

    def indexer(self, store: MovableStore) -> Indexer:
        return Indexer(self.pack, store, self.reader, self.embedder, batch_size=5)

    def engine(self, store: MovableStore) -> Engine:
        return Engine(pack=self.pack, store=store, reader=self.reader, embedder=self.embedder)

    def rebuild(self, as_what: Shop | None = None) -> RebuildReport:
        what = as_what or self
        versions = self.versions
        before = versions.present().live
        assert before is not None
        with closing(self.open(before)) as live:
            return rebuild(live, versions, before, what.built, what.indexer)

    def roll_back(self, *, discard: bool = False) -> int:
        versions = self.versions
        before = versions.present().live
        assert before is not None
        with closing(self.open(before)) as live:
            return roll_back(live, versions, self.open, discard=discard)


def laptop(id: str, text: str = "Backlit keyboard.", parent: str | None = "lumo", source: str = "s") -> Document:
    place = EntityId(parent) if parent is not None else None
    return Document(id=EntityId(id), level=LAPTOP, parent=place, title=id, source=Source(name=source, text=text))


def maker(id: str, source: str = "s") -> Document:
    return Document(id=EntityId(id), level=MAKER, title=id.title(), source=Source(name=source, text="Spare parts."))


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(str(LAPTOPS))


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory, pack: Pack) -> Path:
    """A store that is filled once; tests work on copies."""
    path = tmp_path_factory.mktemp("prepared") / "laptops.db"
    filled(Shop(str(path), pack))
    return path


@pytest.fixture
def shop(prepared: Path, tmp_path: Path, pack: Pack) -> Shop:
    """The laptops of the pack's demo, some told of by two sources, and some that came and went."""
    return Shop(str(shutil.copy(prepared, tmp_path / "laptops.db")), pack)


@pytest.fixture(
    params=[
        "sqlite",
        pytest.param("elasticsearch", marks=pytest.mark.elastic),
        pytest.param("opensearch", marks=pytest.mark.elastic),
    ]
)
def any_shop(request: pytest.FixtureRequest, pack: Pack) -> Iterator[Shop]:
    """The same in any store that keeps versions."""
    if request.param == "sqlite":
        yield request.getfixturevalue("shop")
        return
    hosts = request.getfixturevalue(f"{request.param}_hosts")
    address = f"{request.param}://{hosts}/r{uuid.uuid4().hex[:12]}"
    yield filled(Shop(address, pack))
    where = read_address(address)
    with closing(ElasticClient(where, Secrets())) as client:
        found = client.ask("GET", f"/{where.prefix}-v*/_alias", missing_ok=True, expand_wildcards="all")
        client.ask("DELETE", f"/{','.join(found)}")


def filled(shop: Shop) -> Shop:
    pack = shop.pack
    with closing(shop.open()) as store:
        indexer = shop.indexer(store)
        files = [LAPTOPS / name for name in pack.demo]
        assert indexer.index(read_files(files, pack)).ok
        twice = [laptop("two", "Matte screen.", source="a"), laptop("two", "16 GB of memory.", source="b")]
        assert indexer.index([maker("gone"), laptop("gone too", parent="gone"), *twice, laptop("lone", parent=None)]).ok
        store.remove([EntityId("gone")])
    return shop


def everything(store: MovableStore) -> dict[EntityId, IndexedEntity]:
    ids = [one.id for level in (MAKER, LAPTOP, PART) for one in store.scan(level, limit=10_000)]
    return {item.entity.id: item for item in store.get(ids)}


def answers(engine: Engine, questions: Sequence[str]) -> list[object]:
    found = [engine.search(question, limit=50) for question in questions]
    return [(one.hits, one.ladder) if isinstance(one, Found) else None for one in found]


def test_what_has_not_changed_is_the_same_afterwards(any_shop: Shop) -> None:
    shop = any_shop
    with closing(shop.open(read_only=True)) as store:
        before, said = everything(store), answers(shop.engine(store), shop.pack.queries)
        report = shop.rebuild()
        assert (report.swapped, report.problems, report.must_agree) == (True, (), True)
        assert report.answers.asked > 5
        assert report.answers.different == ()
        assert everything(store) == before
        assert answers(shop.engine(store), shop.pack.queries) == said
        assert store.check() == ()
    with closing(shop.open()) as store:
        assert everything(store) == before
        assert (
            shop.indexer(store).index(read_files([LAPTOPS / name for name in shop.pack.demo], shop.pack)).indexed == 0
        )


def test_another_embedder_and_another_version_of_the_pack_go_this_way(any_shop: Shop) -> None:
    shop = any_shop
    other = replace(shop, dimensions=64, pack=replace(shop.pack, version=shop.pack.version + 1))
    with pytest.raises(IndexMismatch, match="version") as caught:
        other.open()
    assert "claimtree rebuild" in caught.value.hint
    with closing(shop.open(read_only=True)) as old:
        said = answers(shop.engine(old), shop.pack.queries)
        report = shop.rebuild(other)
        assert report.swapped
        assert not report.must_agree
        assert "not compared" in report.notices[0]
        assert answers(shop.engine(old), shop.pack.queries) == said, "who has it open reads on in the former version"
    with closing(other.open()) as new:
        assert new.info().identity.embedder == "hashed-64"
        assert isinstance(other.engine(new).search(shop.pack.queries[0]), Found)


def test_another_reading_of_the_same_is_reported_and_not_refused(shop: Shop) -> None:
    class Deaf(RuleReader):
        """Hears nothing of keyboards in a document."""

        @property
        def version(self) -> str:
            return "deaf"

        def read_document(self, text: str, *, about: Entity, source: str) -> DocumentReading:
            reading = super().read_document(text, about=about, source=source)
            return replace(reading, claims=tuple(one for one in reading.claims if "keyboard" not in one.text))

    other = replace(shop)
    other.__dict__["reader"] = Deaf(shop.pack, embedder=shop.embedder)
    with closing(shop.open(read_only=True)) as store:
        before = said_of_keyboards(store)
        report = shop.rebuild(other)
        assert (report.swapped, report.must_agree) == (True, False)
        assert report.answers.different
        assert said_of_keyboards(store) < before


def said_of_keyboards(store: MovableStore) -> int:
    return sum("keyboard" in claim.text for item in everything(store).values() for claim in item.claims)


def test_answers_that_differ_without_a_reason_keep_the_old_version(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that loses something between reading and answering is not put in place."""
    put = SqliteStore.put

    def lossy(self: SqliteStore, batch: Batch) -> None:
        entities = tuple(replace(item, claims=item.claims[:1]) for item in batch.entities)
        put(self, replace(batch, entities=entities, of_claims=None))

    monkeypatch.setattr(SqliteStore, "put", lossy)
    report = shop.rebuild()
    assert not report.swapped
    assert "do not answer alike" in report.problems[0]
    with closing(shop.open()) as store:
        assert store.check() == ()
        assert shop.versions.present().former is None


@pytest.mark.slow
def test_what_cannot_be_read_again_keeps_the_old_version(shop: Shop) -> None:
    with closing(shop.open()) as store:
        (item,) = store.get([EntityId("lone")])
        bare = replace(item, entity=replace(item.entity, sources=()), claims=())
        store.put(batch_of(store, bare))
    report = shop.rebuild()
    assert not report.swapped
    (problem,) = report.problems
    assert problem.startswith("laptop 'lone' is not in the new version: ")
    assert problem.endswith("has no source that could be read again")
    with closing(shop.open()) as store:
        store.remove([EntityId("lone")])
    assert shop.rebuild().swapped


def batch_of(store: MovableStore, *items: IndexedEntity) -> Batch:
    return Batch(entities=items, vectors=Vectors.empty(store.identity.dimensions))


class Meddling:
    """Writes to the live store while it is being read, a few times."""

    def __init__(self, shop: Shop, monkeypatch: pytest.MonkeyPatch, *writes: Callable[[MovableStore], object]) -> None:
        self.store = shop.open()
        left = iter(writes)
        real = StoredDocuments.documents

        def documents(self_: StoredDocuments, *, since: int = 0) -> Iterator[Document | BadRecord]:
            for number, document in enumerate(real(self_, since=since)):
                if not since and number % 2:
                    next(left, lambda store: None)(self.store)
                yield document

        monkeypatch.setattr(StoredDocuments, "documents", documents)


def test_what_is_written_meanwhile_is_in_the_new_version(
    any_shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = any_shop

    def put(*documents: Document) -> Callable[[MovableStore], object]:
        return lambda store: shop.indexer(store).index(documents)

    def remove(*ids: str) -> Callable[[MovableStore], object]:
        return lambda store: store.remove(map(EntityId, ids))

    meddling = Meddling(
        shop,
        monkeypatch,
        put(laptop("new", "Matte screen.")),
        put(maker("later"), laptop("later one", parent="later")),
        remove("lone"),
        lambda store: (store.remove([EntityId("lumo")]), put(maker("lumo", source="z"))(store)),
        put(laptop("two", "A touchscreen.", source="c")),
        put(laptop("new", "Backlit keyboard.")),
        put(laptop("last")),
    )
    with closing(meddling.store) as live:
        report = shop.rebuild()
        assert report.swapped
        assert report.rounds >= 2
        fresh = everything(live)
        assert {"new", "later", "later one", "last"} <= fresh.keys()
        assert not {"lone", "gone", "gone too"} & fresh.keys()
        assert [source.name for source in fresh[EntityId("two")].entity.sources] == ["c"]
        assert [source.name for source in fresh[EntityId("lumo")].entity.sources] == ["z"]
        with closing(replace(shop, address=str(tmp_path / "again.db")).open()) as other:
            with live.holding():
                shop.versions.rollback()
            assert everything(live).keys() == fresh.keys()
            assert shop.indexer(other).index(list(StoredDocuments(live, other, shop.pack.hierarchy).documents())).ok
            assert everything(other) == fresh


def test_an_interrupted_rebuild_goes_on_where_it_stopped(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    real = StoredDocuments.documents

    def stopping(self_: StoredDocuments, *, since: int = 0) -> Iterator[Document | BadRecord]:
        for number, document in enumerate(real(self_, since=since)):
            if number == 12:
                raise KeyboardInterrupt
            yield document

    with monkeypatch.context() as patch:
        patch.setattr(StoredDocuments, "documents", stopping)
        report = shop.rebuild()
    assert (report.interrupted, report.swapped) == (True, False)
    assert shop.versions.present().unfinished == shop.built
    with closing(shop.open()) as store:
        total = sum(len(item.entity.sources) for item in everything(store).values() if item.entity.owner is None)
    second = shop.rebuild()
    assert second.swapped
    assert second.read == total - report.read
    assert report.read >= 10


def test_what_another_pack_began_is_not_continued(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(shop.versions.begin(shop.built)) as fresh:
        fresh.set_note(rebuilding.MADE_BY, "another reading")
        shop.indexer(fresh).index([laptop("stranger", parent=None)])
    assert shop.rebuild().swapped
    with closing(shop.open()) as store:
        assert "stranger" not in everything(store)


def test_a_rollback_brings_the_former_version_back(any_shop: Shop) -> None:
    shop = any_shop
    other = replace(shop, dimensions=64)
    with closing(shop.open()) as store:
        before = everything(store)
    assert shop.rebuild(other).swapped
    assert shop.roll_back() == 0
    with closing(shop.open()) as store:
        assert everything(store) == before
    assert shop.roll_back() == 0
    with closing(other.open()) as store:
        assert store.check() == ()


@pytest.mark.parametrize("write", ["put", "remove"])
@pytest.mark.slow
def test_a_rollback_does_not_lose_what_was_written_since_unless_told(shop: Shop, write: str) -> None:
    for _ in range(2):  # after a rebuild, and after a rollback
        with closing(shop.open()) as store:
            if write == "put":
                shop.indexer(store).index([laptop(f"since {store.generation()}")])
        assert shop.rebuild().swapped
        with closing(shop.open()) as store:
            if write == "put":
                shop.indexer(store).index([laptop("since")])
            else:
                store.remove([EntityId("two")])
        with pytest.raises(StoreError, match="written since") as caught:
            shop.roll_back()
        assert "--discard" in caught.value.hint
        assert shop.roll_back(discard=True) >= 1
        with closing(shop.open()) as store:
            assert (EntityId("since") in everything(store)) is False
            assert EntityId("two") in everything(store)


def test_homes_are_measured_and_placed_again(tmp_path: Path) -> None:
    rentals = Shop(str(tmp_path / "rentals.db"), load_pack("rentals"))
    station = Place(
        id=PlaceId("s"), name="Bedford Av", kind=PlaceKind("station"), shape=Point(40.7170, -73.9566), source="t"
    )
    home = Document(
        id=EntityId("h"), level=LevelName("apartment"), title="h",
        source=Source(name="s", text="Sunny. Near the subway.", fields={"lat": 40.7171, "lon": -73.9570}),
    )  # fmt: skip
    with closing(rentals.open()) as store:
        assert rentals.pack.places is not None
        kind = next(iter(rentals.pack.places.kinds))
        load_places([replace(station, kind=PlaceKind(kind))], store, rentals.pack)
        rentals.indexer(store).index([home])
        (before,) = store.get([EntityId("h")])
        assert before.nearby
        assert rentals.rebuild().swapped
        assert store.get([EntityId("h")]) == (before,)
        assert store.measured_version() == store.places_version()


LOOP = """
import sys, time
from pathlib import Path
from contextlib import closing
import importlib.util
spec = importlib.util.spec_from_file_location("shop", sys.argv[1])
module = importlib.util.module_from_spec(spec); sys.modules["shop"] = module
spec.loader.exec_module(module)
shop = module.Shop(sys.argv[2], module.load_pack(str(module.LAPTOPS)))
with closing(shop.open(read_only=True)) as store:
    engine = shop.engine(store)
    wanted = module.base_answers(engine)
    sys.stdout.write("ready\\n"); sys.stdout.flush()
    turns = 0
    while not Path(sys.argv[3]).exists():
        assert module.base_answers(engine) == wanted
        turns += 1
        time.sleep(module.pause_s(sys.argv[2]))
    sys.stdout.write(f"{turns}\\n")
"""


def pause_s(address: str) -> float:
    """Between two searches or writes: without it they would only keep the rebuild from the processor, on a server more
    than in a file."""
    return 0.2 if "://" in address else 0.05


BASE = ("matte screen from Lumo", "16 GB or more", "repairable, three ports")


def base_answers(engine: Engine) -> list[object]:
    """Answers about laptops that are not written to; the writer's own are left out."""
    found = [engine.search(question, limit=1_000) for question in BASE]
    return [
        [
            (hit.id, hit.standing, [finding.verdict for finding in hit.findings])
            for hit in one.hits
            if "w-" not in hit.id
        ]
        if isinstance(one, Found)
        else None
        for one in found
    ]


@pytest.mark.slow
def test_searches_and_writes_go_on_through_rebuilds(
    any_shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In threads and in another process: no search fails or sees half, nothing acknowledged is lost."""
    shop = any_shop
    monkeypatch.setattr(rebuilding, "LITTLE", 3)
    monkeypatch.setattr(rebuilding, "MOST_ROUNDS", 4)
    monkeypatch.setattr(stored_documents, "SAMPLED", 5)
    failures: list[BaseException] = []
    done = threading.Event()
    acknowledged: set[str] = set()
    removed: set[str] = set()
    turns = itertools.count()

    def search(store: MovableStore) -> None:
        engine = shop.engine(store)
        while not done.is_set():
            assert base_answers(engine) == wanted
            next(turns)
            done.wait(pause_s(shop.address))

    def write(store: MovableStore) -> None:
        indexer, rng = shop.indexer(store), random.Random(1)
        for number in itertools.count():
            if done.is_set():
                return
            id = f"w-{number}"
            assert indexer.index([laptop(id, rng.choice(("Nice colours.", "A fan that hums.")), parent=None)]).ok
            acknowledged.add(id)
            done.wait(pause_s(shop.address))
            if number % 5 == 4:
                gone = f"w-{number - 2}"
                assert store.remove([EntityId(gone)]) == 1
                removed.add(gone)

    def guarded(act: Callable[[MovableStore], None], store: MovableStore) -> None:
        try:
            act(store)
        except BaseException as error:  # noqa: BLE001 - handed to the test's own thread
            failures.append(error)
            done.set()

    with closing(shop.open(read_only=True)) as reading, closing(shop.open()) as writing:
        wanted = base_answers(shop.engine(reading))
        assert all(wanted)
        threads = [
            threading.Thread(target=guarded, args=pair)
            for pair in ((search, reading), (search, writing), (write, writing))
        ]
        command = [sys.executable, "-c", LOOP, __file__, shop.address, str(tmp_path / "stop")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as other:
            assert other.stdout is not None
            assert other.stdout.readline() == "ready\n"
            for thread in threads:
                thread.start()
            try:
                reports = [shop.rebuild() for _ in range(2)]
            finally:
                done.set()
                (tmp_path / "stop").touch()
                for thread in threads:
                    thread.join()
            said, wrong = other.communicate(timeout=60)
        if failures:
            raise failures[0]
        assert (other.returncode, wrong) == (0, "")
        assert int(said) > 0
        assert next(turns) > 3
        assert [report.problems for report in reports] == [()] * 2
        assert all(report.swapped for report in reports)
        there = {id for id in everything(writing) if id.startswith("w-") and "/" not in id}
        assert there == acknowledged - removed
        assert len(acknowledged) > 5
        assert writing.check() == ()
