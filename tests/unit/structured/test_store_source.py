"""Our store behind the interface of a structured source: what a filter leaves is what plain loops over the rows do."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shared_packs import shared_pack
from tests.unit.structured.rows import FACINGS, FEATURES, KINDS, NUMBERS, STREETS, matching, rows, store_of

from claimtree.model.claims import EntityId
from claimtree.model.source_query import Around, Bounds, SourceQuery, SourceRow
from claimtree.structured.parameters import encode, parse
from claimtree.structured.row_judge import documents
from claimtree.structured.rows import RowMaker
from claimtree.structured.store_source import StoreSource

ROWS = rows()


@pytest.fixture(scope="module")
def source() -> StoreSource:
    engine, _, _ = store_of(ROWS)
    assert engine.pack.api is not None
    return StoreSource(engine, engine.pack.api)


def found(source: StoreSource, query: SourceQuery) -> set[str]:
    page = source.page(query)
    ids = [str(row.id) for row in page.rows]
    assert len(ids) == len(set(ids)) == page.total
    return set(ids)


MOST: dict[str, int] = {"price": 3_000_000_000, "bedrooms": 6, "bathrooms": 4, "floors": 5}


@st.composite
def bounds(draw: st.DrawFn, name: str) -> Bounds:
    low, high = sorted((draw(st.integers(0, MOST[name])), draw(st.integers(0, MOST[name]))))
    if name == "bathrooms":
        return Bounds(low=low, high=low)
    return draw(st.sampled_from([Bounds(low=low), Bounds(high=high), Bounds(low=low, high=high)]))


CHOICES: dict[str, tuple[str, ...]] = {
    "property_type": KINDS,
    "listing_type": ("sale", "rent"),
    "source": ("project", "listing"),
    "in_complex": ("0", "1"),
    "facing": FACINGS,
}
FILTERS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    **{
        name: st.sampled_from(values).map(lambda value, name=name: {"choices": {name: value}})  # type: ignore[misc]
        for name, values in CHOICES.items()
    },
    **{
        name: bounds(name).map(lambda value, name=name: {"bounds": {name: value}})  # type: ignore[misc]
        for name in NUMBERS
    },
    "features": st.lists(st.sampled_from(list(FEATURES)), min_size=1, max_size=2, unique=True).map(
        lambda some: {"features": tuple(some)}
    ),
    "search": st.sampled_from(
        [*(street.removeprefix("Jl. ") for street in STREETS), "asri", "medan permai", "nowhere"]
    ).map(lambda words: {"search": words}),
    "around": st.builds(
        lambda lat, lon, km: {"around": Around(lat=lat, lon=lon, radius_km=km)},
        st.floats(3.5, 3.7),
        st.floats(98.6, 98.8),
        st.floats(0.1, 10),
    ),
    "ids": st.lists(st.integers(0, 70).map(str), min_size=1, max_size=9, unique=True).map(
        lambda some: {"ids": tuple(some)}
    ),
    "updated_since": st.integers(1, 12).map(lambda month: {"updated_since": f"2026-{month:02d}-10"}),
}


def joined(parts: list[dict[str, Any]]) -> SourceQuery:
    whole: dict[str, Any] = {"per_page": 100}
    for part in parts:
        for name, value in part.items():
            whole[name] = {**whole.get(name, {}), **value} if isinstance(value, dict) else value
    return SourceQuery(**whole)


@pytest.mark.parametrize("name", FILTERS)
@given(data=st.data())
def test_every_filter_alone_leaves_what_plain_loops_leave(source: StoreSource, name: str, data: st.DataObject) -> None:
    query = joined([data.draw(FILTERS[name])])
    assert found(source, query) == matching(ROWS, query)


@given(parts=st.lists(st.sampled_from(list(FILTERS)).flatmap(FILTERS.__getitem__), min_size=2, max_size=5))
def test_filters_together_leave_what_plain_loops_leave(source: StoreSource, parts: list[dict[str, Any]]) -> None:
    query = joined(parts)
    assert found(source, query) == matching(ROWS, query)


@given(parts=st.lists(st.sampled_from(list(FILTERS)).flatmap(FILTERS.__getitem__), max_size=5))
def test_parameters_are_read_as_they_were_written(parts: list[dict[str, Any]]) -> None:
    spec = shared_pack("property").api
    assert spec is not None
    query = joined(parts)
    assert parse(encode(query, spec).items(), spec) == query


def test_without_filters_all_rows_come_page_by_page_in_one_order(source: StoreSource) -> None:
    pages = [source.page(SourceQuery(page=number, per_page=25)) for number in (1, 2, 3, 4)]
    assert [len(page.rows) for page in pages] == [25, 25, 10, 0]
    assert {(page.total, page.pages) for page in pages} == {(60, 3)}
    ids = [row.id for page in pages for row in page.rows]
    assert sorted(ids) == ids == sorted(str(row["api_id"]) for row in ROWS)


def test_a_row_comes_back_as_it_went_in(source: StoreSource) -> None:
    for row in ROWS[:10]:
        back = source.get(EntityId(str(row["api_id"])))
        assert back is not None
        for name in (
            "name",
            "url_view",
            "property_type",
            "listing_type",
            "facing",
            "in_complex",
            "features",
            "address",
        ):
            assert back.data.get(name, "") == (row[name] if row[name] not in (None, []) else back.data.get(name, ""))
        assert back.data["price"] == int(row["price"])
        assert (back.data["latitude"], back.data["longitude"]) == (row["latitude"], row["longitude"])
    assert source.get(EntityId("no such")) is None


def test_what_is_written_and_removed_shows_at_once() -> None:
    engine, store, indexer = store_of(ROWS[:5])
    assert engine.pack.api is not None
    source = StoreSource(engine, engine.pack.api)
    assert source.page(SourceQuery()).total == 5
    store.remove([EntityId("1")])
    assert source.page(SourceQuery()).total == 4
    from claimtree.sources.listings import read_records

    indexer.index(read_records([{**ROWS[1], "price": "123000000"}], engine.pack, source="api"))
    changed = source.page(SourceQuery(bounds={"price": Bounds(low=123_000_000, high=123_000_000)}))
    assert [row.id for row in changed.rows] == [str(ROWS[1]["api_id"])]


def test_a_column_outweighs_what_the_text_beside_it_says() -> None:
    row = {**ROWS[0], "property_type": "house", "description": "RUMAH TINGGAL (ruko)"}
    engine, _, _ = store_of([row])
    assert engine.pack.api is not None
    source = StoreSource(engine, engine.pack.api)
    assert source.page(SourceQuery(choices={"property_type": "house"})).total == 1
    assert source.page(SourceQuery(choices={"property_type": "shophouse"})).total == 0


def test_prose_answers_a_filter_where_there_is_no_column() -> None:
    row = {
        "api_id": 1,
        "name": "Dijual",
        "url_view": "https://example.org/1",
        "description": "Rumah 3 kamar tidur, hadap utara.",
    }
    engine, _, _ = store_of([row])
    assert engine.pack.api is not None
    source = StoreSource(engine, engine.pack.api)
    asked = SourceQuery(choices={"facing": "utara"}, bounds={"bedrooms": Bounds(low=3, high=3)})
    assert source.page(asked).total == 1


def test_what_a_complex_has_is_in_the_rows_of_its_houses() -> None:
    inside = {
        "id": "c", "level": "complex", "title": "Cemara Asri", "in_complex": True, "complex_name": "Cemara Asri",
        "facilities": ["kolam renang"],
    }  # fmt: skip
    house = {"id": "h", "parent": "c", "title": "Rumah", "property_type": "house", "text": "3 kamar tidur."}
    engine, _, _ = store_of([inside, house])
    assert engine.pack.api is not None
    source = StoreSource(engine, engine.pack.api)
    row = source.get(EntityId("h"))
    assert row is not None
    assert (row.data["facilities"], row.data["complex_name"], row.data["in_complex"]) == (
        ["kolam renang"], "Cemara Asri", True,
    )  # fmt: skip
    asked = SourceQuery(search="cemara asri", choices={"in_complex": "1"}, features=("swimming_pool",))
    assert [one.id for one in source.page(asked).rows] == ["h"]
    assert source.get(EntityId("c")) is None


@pytest.mark.parametrize(
    ("changed", "same"),
    [
        ({}, True),
        ({"land_area": "200 m2", "in_complex": "yes"}, True),
        ({"land_area": 210}, False),
        ({"price": 1}, False),
        ({"in_complex": False}, False),
        ({"description": "Empat kamar tidur."}, False),
        ({"facing": "timur"}, False),
    ],
)
def test_a_row_of_our_own_says_what_the_store_says_in_whatever_form(changed: dict[str, Any], same: bool) -> None:
    inside = {
        "id": "c", "level": "complex", "title": "Cemara Asri", "in_complex": True, "complex_name": "Cemara Asri",
        "facilities": ["kolam renang", "gym"],
    }  # fmt: skip
    house = {
        "id": "h", "parent": "c", "title": "Rumah", "property_type": "house", "land_area": "200 m2",
        "price": "Rp 1,2 miliar", "text": "3 kamar tidur.",
    }  # fmt: skip
    engine, store, _ = store_of([inside, house])
    pack = engine.pack
    assert pack.api is not None
    source = StoreSource(engine, pack.api)
    row = source.get(EntityId("h"))
    assert row is not None
    foreign = SourceRow(id=row.id, data={**row.data, **changed})
    (document,) = documents([foreign], pack, name="elsewhere", layout=pack.exports[pack.api.export])
    (dossier,) = store.dossiers(engine.plan(()), [EntityId("h")])
    maker = RowMaker(pack, pack.api)
    assert maker.says(maker.known(dossier.entities[dossier.candidate], dossier.entities), document) is same


@pytest.mark.parametrize(
    ("rent", "most", "passes"),
    [
        ("Rp 75 juta per tahun", 40_000_000, False),
        ("Rp 75 juta per tahun", 80_000_000, True),
        ("Rp 900 ribu per bulan", 800_000, False),
        ("Rp 900 ribu per bulan", 1_000_000, True),
        # Of two sums, and of one for a week, the column has none, and the text decides.
        ("Rp 4 juta per bulan / Rp 45 juta per tahun", 4_000_000, True),
        ("Rp 250 ribu per minggu", 2_000_000, True),
    ],
)
def test_a_rent_is_compared_as_the_sum_that_is_asked_at_once(rent: str, most: int, passes: bool) -> None:
    row = {"id": "h", "title": "Rumah", "property_type": "house", "listing_type": "rent", "rent": rent, "text": "Rapi."}
    engine, _, _ = store_of([row])
    assert engine.pack.api is not None
    source = StoreSource(engine, engine.pack.api)
    assert source.page(SourceQuery(bounds={"price": Bounds(high=most)})).total == int(passes)
