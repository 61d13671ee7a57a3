"""What a listing states, by columns and by words, and what it does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from claimtree.model.claims import EntityId, LevelName
from claimtree.model.hierarchy import Entity, Field, Source
from evals.property.listing import Listing, Rent


def listing(title: str = "Rumah", text: str = "", above: tuple[Entity, ...] = (), **fields: Field) -> Listing:
    entity = Entity(
        id=EntityId("x"),
        level=LevelName("property"),
        title=title,
        fields=fields,
        sources=(Source(name="s", text=text),),
    )
    return Listing(entity=entity, above=above)


def above(level: str, title: str, text: str = "", **fields: Field) -> Entity:
    sources = (Source(name="s", text=text),)
    return Entity(id=EntityId(title), level=LevelName(level), title=title, fields=fields, sources=sources)


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("KT 3, KM 2, 2 lantai", {"bedrooms": 3, "bathrooms": 2, "floors": 2}),
        ("3 kamar tidur, 1 kmr mandi", {"bedrooms": 3, "bathrooms": 1, "floors": None}),
        ("rumah 4+1 KT", {"bedrooms": 4}),
        ("tiga lantai, empat kamar tidur", {"bedrooms": 4, "floors": 3}),
        ("LT 120 m2 LB: 90 m2", {"land_area": 120, "building_area": 90, "bedrooms": None}),
        ("km 3 dari kota", {"bedrooms": None}),
        ("ruko 2,5 lt", {"floors": 2.5}),
    ],
)
def test_numbers_are_read_from_plain_words(text: str, counts: dict[str, float | None]) -> None:
    assert {name: listing(text=text).count(name) for name in counts} == counts


def test_a_column_comes_before_the_words() -> None:
    assert listing(text="3 KT", bedrooms=4).count("bedrooms") == 4
    assert listing(text="hadap utara", facing="timur laut").facings == {"timur_laut"}
    assert listing("Gudang + kantor", property_type="warehouse").kind == "warehouse"


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("Hadap barat laut.", {"barat_laut"}),
        ("menghadap ke timur", {"timur"}),
        ("hadap Timur dan Utara", {"timur", "utara"}),
        ("hadap/ arah mata angin rumah : selatan", {"selatan"}),
        ("dekat Medan Barat, view timur", set()),
    ],
)
def test_directions_are_those_that_it_faces(text: str, faces: set[str]) -> None:
    assert listing(text=text).facings == faces


@pytest.mark.parametrize(
    ("rent", "price", "stated"),
    [
        ("Rp 95 juta per tahun", None, Rent(sum=95e6, period="year")),
        ("Rp 1,6 juta per bulan", None, Rent(sum=1.6e6, period="month")),
        ("700 ribu/bulan", None, Rent(sum=700e3, period="month")),
        (None, 50_000_000, Rent(sum=50e6, period="year")),
        (None, 2_500_000, Rent(sum=2.5e6, period="month")),
        (None, None, None),
    ],
)
def test_a_rent_has_its_period(rent: str | None, price: int | None, stated: Rent | None) -> None:
    home = listing()
    fields: dict[str, Field] = {}
    fields |= {"rent": rent} if rent is not None else {}
    fields |= {"price": price} if price is not None else {}
    assert Listing(entity=replace(home.entity, fields=fields)).rent == stated


def test_what_is_denied_is_not_there() -> None:
    assert listing(text="ada kolam renang").has("swimming_pool")
    assert not listing(text="belum ada kolam renang").has("swimming_pool")
    assert not listing(text="tanpa AC").has("ac")
    assert not listing(text="rumah kosongan, tidak furnished").has("furnished")
    assert listing(text="semi furnished").has("semi_furnished")
    assert not listing(text="semi furnished").has("furnished")
    assert not listing(text="dekat parkir, pak Acong").has("ac")


def test_facilities_are_those_of_the_complex_too_and_amenities_are_not() -> None:
    home = listing(text="3 KT", above=(above("complex", "A", "Kolam renang dan wifi", in_complex=True),))
    assert home.has("swimming_pool")
    assert not home.has("wifi")
    assert home.in_complex is True


@pytest.mark.parametrize(
    ("text", "inside"),
    [("di luar komplek", False), ("Perumahan Melati", True), ("di jalan besar", None)],
)
def test_whether_it_is_in_a_complex_has_to_be_said(text: str, inside: bool | None) -> None:
    assert listing(text=text).in_complex is inside
