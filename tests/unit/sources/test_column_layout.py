"""Columns of other people's files: what is read as what, what is not, and what is told of it."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from tests.shared_packs import shared_pack

from claimtree.errors import BadInput, BadRecord
from claimtree.model.columns import ColumnsReport, GivenRules
from claimtree.model.documents import Document
from claimtree.model.pack import Pack
from claimtree.sources.column_layout import rules_of, unit_in
from claimtree.sources.listings import read_records
from claimtree.sources.lists import list_items
from claimtree.sources.read import read_files


@pytest.fixture(scope="module")
def rentals() -> Pack:
    return shared_pack("rentals")


@pytest.fixture(scope="module")
def property_pack() -> Pack:
    return shared_pack("property")


def read(record: dict[str, object], pack: Pack, *maps: str) -> tuple[Document, ColumnsReport]:
    records = read_records([record], pack, source="site", columns=GivenRules(rules=rules_of(maps, pack)))
    (document,) = list(records)
    assert isinstance(document, Document), document
    return document, records.columns


def unread(report: ColumnsReport) -> dict[str, str]:
    return {use.column: use.nearest for use in report.unread}


def test_what_is_not_read_is_told_with_the_known_column_that_it_may_be(rentals: Pack) -> None:
    record = {
        "id": "1",
        "name": "Attic by the canal",
        "bedroom": 2,
        "size_sqft": 640,
        "host_since": "2014",
        "blurb": "A long text about the attic, its beams, its stove and the view over the roofs.",
        "empty": "",
    }
    document, report = read(record, rentals)
    assert document.title == ""
    assert unread(report) == {
        "name": "title",
        "bedroom": "bedrooms",
        "size_sqft": "area_m2",
        "host_since": "",
        "blurb": "text",
    }


def test_a_mapped_column_is_read_as_what_it_is_mapped_to(rentals: Pack) -> None:
    record = {"id": "1", "name": "Attic", "Blurb": "Quiet.", "text": "Sunny.", "size_sqft": 640, "price": 99}
    maps = ("name=title", "blurb=text", "size sqft=area_m2", "price=")
    document, report = read(record, rentals, *maps)
    assert document.title == "Attic"
    assert document.source.text == "Sunny.\n\nQuiet."
    assert document.source.fields == {"area_m2": "640 sqft", "price_not_read": 99}
    assert {use.column: use.mapped for use in report.read if use.mapped} == {
        "name": "given",
        "Blurb": "given",
        "size_sqft": "given",
    }
    assert unread(report) == {"price": ""}


def test_a_column_of_the_known_name_goes_before_one_that_is_mapped_to_it(rentals: Pack) -> None:
    document, _ = read({"id": "1", "rooms_no": 4, "bedrooms": 2}, rentals, "rooms_no=bedrooms")
    assert document.source.fields["bedrooms"] == 2


@pytest.mark.parametrize(
    ("text", "said"), [("name", "maps no column"), ("=title", "maps no column"), ("name=titel", "no column 'titel'")]
)
def test_a_mapping_that_says_nothing_is_refused(rentals: Pack, text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        rules_of([text], rentals)


def test_a_mapped_column_that_no_record_has_is_told(rentals: Pack) -> None:
    assert read({"id": "1"}, rentals, "nmae=title")[1].missing == ("nmae",)


@pytest.mark.parametrize(
    ("column", "unit"),
    [
        ("price_usd_per_night", "usd per night"),
        ("nightlyPrice", ""),
        ("rateWeekly", "per week"),
        ("living_area_sqft", "sqft"),
        ("area_m2", "m2"),
        ("lot_hectares", "hectares"),
        ("size_square_feet", "square feet"),
        ("checkin_pm", ""),
        ("price", ""),
        ("night", ""),
    ],
)
def test_a_name_says_the_unit_of_its_numbers(rentals: Pack, column: str, unit: str) -> None:
    assert unit_in(column, rentals) == unit


def test_the_unit_in_a_name_is_read_in_the_languages_of_the_pack(rentals: Pack, property_pack: Pack) -> None:
    assert (unit_in("harga_bulanan", property_pack), unit_in("harga_bulanan", rentals)) == ("per month", "")


def test_an_inside_airbnb_file_is_recognised_and_read(rentals: Pack, tmp_path: Path) -> None:
    row = {
        "id": "12",
        "listing_url": "https://bnb.example/12",
        "name": "Garden flat",
        "description": "Two rooms.",
        "neighborhood_overview": "Leafy streets.",
        "neighbourhood_cleansed": "Elmside",
        "room_type": "Entire home/apt",
        "accommodates": "4",
        "bathrooms_text": "1 shared bath",
        "bedrooms": "2",
        "beds": "3",
        "amenities": json.dumps(["Wifi", "Free washer – In unit"]),
        "price": "$1,120.00",
        "latitude": "42.1",
        "longitude": "-71.2",
    }
    file = tmp_path / "listings.csv"
    with file.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, row)
        writer.writeheader()
        writer.writerow(row)
    records = read_files([file], rentals)
    (document,) = list(records)
    assert isinstance(document, Document)
    assert (document.title, document.source.url) == ("Garden flat", "https://bnb.example/12")
    assert document.source.text == "Two rooms.\n\nLeafy streets."
    fields = document.source.fields
    assert fields["amenities"] == ("Wifi", "Free washer – In unit")
    assert fields["price_per_night"] == "$1,120.00 per night"
    assert (fields["neighborhood_name"], fields["bedrooms"], fields["latitude"]) == ("Elmside", 2, 42.1)
    assert records.columns.exports == ("Inside Airbnb",)
    assert unread(records.columns) == {}


def test_what_is_mapped_goes_before_what_an_export_says(rentals: Pack) -> None:
    record = {"id": "1", "neighbourhood_cleansed": "Elmside", "name": "Flat", "price": 2400}
    document, _ = read(record, rentals, "name=text", "price=price")
    assert (document.title, document.source.text, document.source.fields["price"]) == ("", "Flat", 2400)


def test_a_price_that_may_be_of_a_sale_is_no_rent(rentals: Pack) -> None:
    document, report = read({"zpid": 7, "price": 450000, "livingArea": 900, "beds": 2}, rentals)
    assert document.id == "7"
    assert document.source.fields == {"price_not_read": 450000, "area_m2": "900 sqft", "bedrooms": 2}
    assert [use.column for use in report.unread if "sale" in use.why] == ["price"]


def test_rumah123_files_are_known_by_their_columns_and_by_their_address(property_pack: Pack, tmp_path: Path) -> None:
    file = tmp_path / "rumah.csv"
    file.write_text(
        "URL,Harga,Lokasi,Kamar Tidur,Luas Tanah,Daya Listrik,Kondisi Perabotan\n"
        'https://r.example/hos1/,"Rp 1,3 Miliar","Sukamaju, Depok",3.0,52 m²,2200 Watt,Furnished\n',
        encoding="utf-8",
    )
    (document,) = list(read_files([file], property_pack))
    assert isinstance(document, Document)
    assert document.id == document.source.url == "https://r.example/hos1/"
    assert document.source.fields == {
        "price": "Rp 1,3 Miliar",
        "address": "Sukamaju, Depok",
        "bedrooms": 3.0,
        "land_area": "52 m²",
        "electricity": "2200 Watt",
        "furnishing": "Furnished",
    }


def test_a_better_id_leaves_the_address_alone(property_pack: Pack) -> None:
    record: dict[str, object] = {"url": "https://r.example/a", "ads_id": "hos1", "price_in_rp": "900000000.0"}
    document, report = read(record, property_pack)
    assert (document.id, document.source.url) == ("hos1", "https://r.example/a")
    assert document.source.fields == {"price": "900000000 rp"}
    assert {use.column: use.to for use in report.read} == {"url": "url", "ads_id": "id", "price_in_rp": "price"}


def test_olx_columns_are_read(property_pack: Pack) -> None:
    record: dict[str, object] = {
        "id": "9",
        "judul": "Rumah",
        "p_sqr_land": "90",
        "p_bedroom": 3,
        "p_facility": "AC, Taman",
    }
    document, report = read(record, property_pack)
    assert document.title == "Rumah"
    assert document.source.fields == {"land_area": "90 m2", "bedrooms": 3, "facilities": ("AC", "Taman")}
    assert report.exports == ("OLX",)


def test_rows_that_all_have_other_columns_are_told_of_and_forgotten(rentals: Pack) -> None:
    records = read_records(({"id": str(i), f"column {i}": 1} for i in range(1500)), rentals, source="site")
    assert not any(isinstance(one, BadRecord) for one in records)
    assert len(records.columns.uses) <= 500


LISTS = ["Wifi", "Hot tub, heated", "Children's books"]


@pytest.mark.parametrize(
    "written",
    [
        json.dumps(LISTS),
        repr(LISTS),
        repr(tuple(LISTS)),
        '{Wifi,"Hot tub, heated",Children\'s books}',
        "[Wifi; Hot tub, heated; Children's books]",
        "Wifi|Hot tub, heated|Children's books",
        "Wifi ; Hot tub, heated ; Children's books ;",
        "Wifi\nHot tub, heated\nChildren's books\n",
        "• Wifi • Hot tub, heated • Children's books",
    ],
)
def test_a_list_is_parted_however_it_is_written(written: str) -> None:
    assert list_items(written) == LISTS


@pytest.mark.parametrize("written", ["[", "[]", "{", "['a', ", "(((", "[" * 50_000 + "]" * 50_000, ", ,", "“”"])
def test_what_is_no_list_breaks_nothing(written: str) -> None:
    assert all(item.strip() for item in list_items(written))
