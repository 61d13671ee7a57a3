"""The pack in docs/write-a-pack.md loads, the errors shown there are those that come, no key is left out."""

import re
from pathlib import Path

import pytest

from claimtree.errors import PackError
from claimtree.model.claims import ConceptId
from claimtree.packs import load_pack
from claimtree.packs.pack_tables import (
    ConceptTable,
    FieldTable,
    NameTable,
    PackFile,
    PlaceKindTable,
    PlacesTable,
    TypeTable,
)

PAGE = (Path(__file__).parents[3] / "docs" / "write-a-pack.md").read_text(encoding="utf-8")


def fenced(language: str) -> str:
    (block,) = re.findall(rf"```{language}\n(.*?)```", PAGE, flags=re.DOTALL)
    return str(block)


@pytest.fixture
def boats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("boats").mkdir()
    file = Path("boats/pack.toml")
    file.write_text(fenced("toml"), encoding="utf-8")
    return file


def test_the_example_loads_by_its_folder(boats: Path) -> None:
    pack = load_pack("boats")
    assert pack.hierarchy.levels == ("harbour", "boat", "part")
    assert pack.bare["money"] == "cost"
    assert pack.concepts[ConceptId("cabin")].says == ("cabin", "sleeps two", "berths below")


def test_the_example_of_an_error_is_what_is_said(boats: Path) -> None:
    text = boats.read_text(encoding="utf-8")
    text = text.replace('[concepts.cabin]\ntype = "features"', '[concepts.cabin]\ntype = "feature"')
    boats.write_text(text.replace('concept = "cost"', 'concept = "price"'), encoding="utf-8")
    with pytest.raises(PackError) as caught:
        load_pack("boats")
    assert caught.value.message == fenced("text").rstrip()


def test_every_key_is_on_the_page() -> None:
    tables = (PackFile, TypeTable, ConceptTable, NameTable, FieldTable, PlacesTable, PlaceKindTable)
    missing = {key for table in tables for key in table.model_fields if not re.search(rf"\b{key}\b", PAGE)}
    assert missing == set()
