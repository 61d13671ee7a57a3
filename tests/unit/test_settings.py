"""Flags win over the environment, the environment over the file, the file over defaults."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimtree.errors import BadInput, UnknownName
from claimtree.settings import DEFAULT_EMBEDDER, DEFAULT_PACK, FILE, Settings, load_settings


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / FILE).write_text('pack = "from-file"\nembedder = "from-file"\n', encoding="utf-8")
    return tmp_path


def test_a_flag_wins_over_the_environment_and_that_over_the_file(home: Path) -> None:
    environment = {"CLAIMTREE_HOME": str(home), "CLAIMTREE_PACK": "from-env"}
    assert load_settings({}, environment).pack == "from-env"
    assert load_settings({"pack": "from-flag"}, environment).pack == "from-flag"
    assert load_settings({"pack": None}, environment).pack == "from-env"
    assert load_settings({"store": ""}, {**environment, "CLAIMTREE_STORE": "memory:"}).store == ""
    assert load_settings({}, environment).embedder == "from-file"


def test_an_empty_variable_is_as_good_as_none(home: Path) -> None:
    assert load_settings({}, {"CLAIMTREE_HOME": str(home), "CLAIMTREE_PACK": ""}).pack == "from-file"


def test_without_anything_said_the_defaults_hold(tmp_path: Path) -> None:
    settings = load_settings({"home": str(tmp_path)}, {})
    assert (settings.pack, settings.embedder, settings.store) == (DEFAULT_PACK, DEFAULT_EMBEDDER, "")


def test_the_home_of_a_flag_is_where_the_file_is_looked_for(
    home: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    assert load_settings({"home": str(home)}, {"CLAIMTREE_HOME": str(elsewhere)}).pack == "from-file"


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ('colour = "red"', UnknownName, "no setting 'colour' (have: pack, store,"),
        ("pack = [3]", BadInput, "pack is neither text nor a number"),
        ("pack = ", BadInput, "cannot be read"),
        ('home = "/tmp"', UnknownName, "no setting 'home'"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused_by_name(
    tmp_path: Path, text: str, error: type[BadInput], words: str
) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(error) as caught:
        load_settings({"home": str(tmp_path)}, {})
    assert words in caught.value.message
    assert FILE in caught.value.message


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"pack = '\xff'")
    with pytest.raises(BadInput, match="cannot be read"):
        load_settings({"home": str(tmp_path)}, {})


def test_the_key_stays_out_of_what_is_printed(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, embedder_key="secret-key", pack="laptops")
    assert "secret-key" not in repr(settings)
    assert "laptops" in repr(settings)


def test_the_store_is_the_one_named_else_the_packs_own_else_the_demos(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, pack="rentals")
    assert settings.store_address == str(tmp_path / "rentals.db")
    settings.demo_path.touch()
    assert settings.store_address == str(tmp_path / "demo-rentals.db")
    settings.own_path.touch()
    assert settings.store_address == str(tmp_path / "rentals.db")
    assert Settings(home=tmp_path, store="memory:").store_address == "memory:"


def test_a_pack_given_by_its_folder_has_a_store_of_its_name(tmp_path: Path) -> None:
    assert Settings(home=tmp_path, pack="some/where/laptops").own_path == tmp_path / "laptops.db"


def test_the_readers_key_may_stand_in_a_variable_of_another_name(tmp_path: Path) -> None:
    environment = {"CLAIMTREE_READER_KEY_ENV": "MY_KEY", "MY_KEY": "sesame"}
    settings = load_settings({"home": str(tmp_path)}, environment)
    assert settings.reader_key == "sesame"
    assert "sesame" not in repr(settings)
    own = load_settings({"home": str(tmp_path)}, {**environment, "CLAIMTREE_READER_KEY": "own"})
    assert own.reader_key == "own"
    assert load_settings({"home": str(tmp_path)}, {"CLAIMTREE_READER_KEY_ENV": "GONE"}).reader_key == ""


def test_a_number_is_a_number_or_the_default(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("reader_price_in = 0.15\nreader_retries = 3\n", encoding="utf-8")
    settings = load_settings({"home": str(tmp_path)}, {})
    assert settings.number("reader_price_in", 1.0) == 0.15
    assert settings.number("reader_retries", 1.0) == 3
    assert settings.number("reader_timeout_s", 30.0) == 30.0
    with pytest.raises(BadInput, match="reader_timeout_s is 'soon', not a number"):
        Settings(home=tmp_path, reader_timeout_s="soon").number("reader_timeout_s", 1.0)
