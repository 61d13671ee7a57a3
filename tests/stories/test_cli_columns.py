"""A file whose columns are called otherwise: told, mapped, remembered, dropped."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

Cli = Callable[..., Any]


def test_columns_are_told_mapped_remembered_and_dropped(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "export.csv"
    file.write_text("id,name,size_sqft,price_usd_per_night\n1,Attic with dishwasher,640,90\n", encoding="utf-8")
    store = ("--store", tmp_path / "mine.db")
    told = cli("index", file, *store)
    assert told.code == 0
    for line in ("name → title?", "size_sqft → area_m2?", "price_usd_per_night → price_per_night?"):
        assert f"{line} not read" in told.out
    mapped = cli("index", file, *store, "--map", "name=title", "--map", "price_usd_per_night=price", "--json").json
    assert mapped["columns"]["read"][1] == {"column": "name", "as": "title", "records": 1, "mapped": "given"}
    (price,) = [one for one in mapped["columns"]["not_read"] if one["column"] == "price_usd_per_night"]
    assert "kept per month" in price["why"]
    again = cli("index", file, *store)
    assert "remembered: name → title" in again.out
    assert cli("columns", *store, "--json").json["remembered"][0] == {"column": "name", "as": "title", "unit": ""}
    assert "Forgotten: 1" in cli("columns", *store, "--drop", "name").out
    assert cli("columns", *store, "--drop", "name", "--json").error["code"] == "unknown_name"
    assert "name → title? not read" in cli("index", file, *store).out


def test_a_mapping_to_nothing_known_is_refused_before_a_store_is_made(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "export.csv"
    file.write_text("id,name\n1,Attic\n", encoding="utf-8")
    ran = cli("index", file, "--store", tmp_path / "mine.db", "--map", "name=titel", "--json")
    assert "knows no column 'titel'" in ran.error["message"]
    assert not (tmp_path / "mine.db").exists()
