"""Filters over many rows, and the file that keeps their columns."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.shared_packs import shared_pack, shared_reader
from tests.unit.structured.rows import PACK, Row, matching, rows, store_of

from claimtree.engine import Engine
from claimtree.indexing import Indexer
from claimtree.model.claims import ConceptId, EntityId
from claimtree.model.phrases import Batch, IndexedEntity
from claimtree.model.source_query import Around, Bounds, SourceQuery, SourceSpec
from claimtree.models.hashed import HashedEmbedder
from claimtree.ports import Built, MovableStore
from claimtree.sources.listings import read_records
from claimtree.stores.sqlite import SqliteStore
from claimtree.stores.sqlite.versions import SqliteVersions
from claimtree.structured.row_table import RowFacts, RowTable
from claimtree.structured.store_source import StoreSource
from claimtree.structured.table_file import TableFile

COPIES = 50
ROWS = rows(48, seed=11)
MANY: list[Row] = [{**row, "api_id": f"{row['api_id']}-{copy:03d}"} for row in ROWS for copy in range(COPIES)]


def opened(store: MovableStore, file: TableFile | None = None) -> StoreSource:
    pack = shared_pack(PACK)
    assert pack.api is not None
    engine = Engine(pack=pack, store=store, reader=shared_reader(PACK), embedder=HashedEmbedder())
    return StoreSource(engine, pack.api, file=file)


def copied(item: IndexedEntity, copy: int) -> IndexedEntity:
    id = EntityId(f"{item.entity.id}-{copy:03d}")
    return replace(item, entity=replace(item.entity, id=id), digest=f"{item.digest}{copy}")


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteStore]:
    """2,400 rows: each of those that were read 50 times, without reading them again."""
    _, small, _ = store_of(ROWS)
    store = SqliteStore(tmp_path_factory.mktemp("many") / "rows.db", small.identity, shared_pack(PACK).hierarchy)
    items = small.get([EntityId(str(row["api_id"])) for row in ROWS])
    parts = [one for key in small.partition_keys() for one in small.partitions([key])]
    for part in parts:
        store.put(Batch(phrases=tuple(part.phrases), vectors=part.vectors))
    nothing = HashedEmbedder().embed([])
    store.put(Batch(entities=tuple(copied(one, copy) for one in items for copy in range(COPIES)), vectors=nothing))
    yield store
    store.close()


@pytest.fixture(scope="module")
def many_rows(many: SqliteStore) -> StoreSource:
    source = opened(many)
    source.prepare()
    return source


FILTERS = [
    SourceQuery(),
    SourceQuery(choices={"listing_type": "sale"}),
    SourceQuery(choices={"listing_type": "sale"}, around=Around(lat=3.6, lon=98.67, radius_km=3)),
    SourceQuery(choices={"property_type": "house"}, ids=("3-007", "40-249", "48-000", "9-9")),
    SourceQuery(bounds={"price": Bounds(low=0)}, search="gaperta"),
    SourceQuery(bounds={"floors": Bounds(low=1)}, updated_since="2026-06-01"),
    SourceQuery(features=("cctv",), bounds={"price": Bounds(high=2_000_000_000)}),
]


@pytest.mark.parametrize("query", FILTERS)
def test_filters_are_applied_to_all_rows_before_a_page_is_taken(many_rows: StoreSource, query: SourceQuery) -> None:
    source, wanted = many_rows, matching(MANY, query)
    first = source.page(replace(query, per_page=100))
    assert first.total == len(wanted)
    assert first.pages == max(1, -(-len(wanted) // 100))
    numbers = range(1, first.pages + 1) if first.pages < 20 else (1, first.pages // 2, first.pages)
    pages = [source.page(replace(query, page=number, per_page=100)) for number in numbers]
    ids = [str(row.id) for page in pages for row in page.rows]
    assert len(ids) == len(set(ids)) == min(len(wanted), (len(pages) - 1) * 100 + (len(wanted) - 1) % 100 + 1)
    assert set(ids) <= wanted


FEW = rows(210, seed=5)
NEAR = FILTERS[2]


def kept(folder: Path, spec: SourceSpec | None = None) -> TableFile:
    pack = shared_pack(PACK)
    return TableFile.of(folder, "sqlite:///rows.db", pack if spec is None else replace(pack, api=spec))


@pytest.fixture(scope="module")
def few() -> MovableStore:
    return store_of(FEW)[1]


def test_a_table_comes_back_from_its_file(few: MovableStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = opened(few, kept(tmp_path))
    assert before.prepare() == len(FEW)
    monkeypatch.setattr(StoreSource, "_read", lambda self, ids: pytest.fail(f"{len(ids)} rows were read again"))
    after = opened(few, kept(tmp_path))
    for query in FILTERS:
        assert after.page(query) == before.page(query)


@pytest.mark.parametrize("harm", ["cut", "changed", "empty", "another pack"])
def test_a_file_that_cannot_be_used_is_made_again(few: MovableStore, tmp_path: Path, harm: str) -> None:
    file = kept(tmp_path)
    opened(few, file).prepare()
    content = bytearray(file.path.read_bytes())
    if harm == "cut":
        content = content[: len(content) // 2]
    elif harm == "changed":
        content[len(content) // 2] ^= 1
    elif harm == "empty":
        content = bytearray()
    file.path.write_bytes(content)
    if harm == "another pack":
        spec = shared_pack(PACK).api
        assert spec is not None
        file = kept(tmp_path, replace(spec, search_columns=()))
    assert file.read() is None
    source = opened(few, file)
    assert source.page(NEAR).total == len(matching(FEW, NEAR))
    again = file.read()
    assert again is not None
    assert len(again) == len(FEW)


def test_a_store_made_anew_at_the_same_address_is_not_answered_from_the_file(few: MovableStore, tmp_path: Path) -> None:
    """Same ids, same numbers of writes, other documents."""
    _, new, _ = store_of([{**row, "price": "77000000"} if row["api_id"] % 2 else row for row in FEW])
    opened(few, kept(tmp_path)).prepare()
    asked = SourceQuery(bounds={"price": Bounds(low=77_000_000, high=77_000_000)})
    assert opened(new, kept(tmp_path)).page(asked).total == 105


def test_a_version_that_was_built_anew_is_read_though_its_numbers_of_writes_are_the_same(tmp_path: Path) -> None:
    pack, embedder, row = shared_pack(PACK), HashedEmbedder(), FEW[0]
    identity = store_of([])[1].identity

    def write(store: MovableStore, price: str) -> None:
        indexer = Indexer(pack, store, shared_reader(PACK), embedder)
        indexer.index(read_records([{**row, "price": price}], pack, source="api"))

    asked = SourceQuery(bounds={"price": Bounds(low=650_000_000, high=750_000_000)})
    with closing(SqliteStore(tmp_path / "rows.db", identity, pack.hierarchy)) as store:
        write(store, "600000000")
        source = opened(store)
        assert source.page(asked).total == 0
        versions = SqliteVersions(tmp_path / "rows.db")
        with closing(versions.begin(Built(identity=identity, hierarchy=pack.hierarchy))) as fresh:
            write(fresh, "700000000")
        versions.finish()
        assert [found.id for found in source.page(asked).rows] == [str(row["api_id"])]


def test_what_a_complex_says_anew_is_in_the_rows_of_its_houses(tmp_path: Path) -> None:
    complex = {"id": "c", "level": "complex", "title": "Cemara Asri", "in_complex": True, "complex_name": "Cemara Asri"}
    house = {"id": "h", "parent": "c", "title": "Rumah", "property_type": "house", "text": "3 kamar tidur."}
    pack, (_, store, indexer) = shared_pack(PACK), store_of([complex, house])
    source = opened(store)
    assert source.page(SourceQuery(search="cemara")).total == 1
    renamed = {**complex, "title": "Villa Polonia", "complex_name": "Villa Polonia"}
    assert isinstance(indexer, Indexer)
    indexer.index(read_records([renamed], pack, source="api"))
    assert source.page(SourceQuery(search="cemara")).total == 0
    assert source.page(SourceQuery(search="polonia")).total == 1


def test_columns_are_joined_and_taken_row_by_row() -> None:
    _, store, _ = store_of(ROWS)
    source = opened(store)
    _, whole = source._table()
    odd, even = (whole.take(np.arange(first, len(whole), 2)) for first in (1, 0))
    both = odd.joined(even)
    spec = shared_pack(PACK).api
    assert spec is not None
    assert both.ids == whole.ids
    for query in FILTERS:
        assert (both.passing(query, spec) == whole.passing(query, spec)).all()


def test_a_parameter_may_have_more_values_than_a_number_has_bits() -> None:
    spec = SourceSpec(
        path="rows", export="", choices={"berth": {f"b{number}": ConceptId("berth") for number in range(300)}}
    )

    def facts(id: str, allowed: str) -> RowFacts:
        return RowFacts(
            id=EntityId(id),
            words=frozenset(),
            numbers={},
            choices={"berth": frozenset({allowed})} if allowed else {},
            point=None,
            updated=0.0,
            has_parent=False,
        )

    table = RowTable.of([facts("1", "b299"), facts("2", "b64"), facts("3", ""), facts("4", "b0")], [1] * 4, spec)
    assert table.passing(SourceQuery(choices={"berth": "b299"}), spec).tolist() == [True, False, True, False]
    assert table.passing(SourceQuery(choices={"berth": "b64"}), spec).tolist() == [False, True, True, False]
    joined = table.take(np.array([0])).joined(table.take(np.array([3])))
    assert joined.passing(SourceQuery(choices={"berth": "b0"}), spec).tolist() == [False, True]
    empty = RowTable.of([], [], spec)
    assert empty.joined(table).passing(SourceQuery(choices={"berth": "b5"}), spec).tolist() == [
        False,
        False,
        True,
        False,
    ]
