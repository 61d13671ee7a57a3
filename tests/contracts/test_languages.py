"""A language holds the words that any field is spoken with: each of its sets is used, and none is about homes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from tests.shared_packs import shared_pack

import claimtree
from claimtree.languages import CODES, ENGLISH, INDONESIAN, Language, data_of, language, language_of
from claimtree.languages.words import words
from claimtree.model import amounts, place_tests
from claimtree.model.pack import DENIALS

CODE = Path(claimtree.__file__).parent
HOMES = words(
    "landlord tenant hoa sublet lease rent rental renting apartment apt flat house home bedroom kitchen bathroom "
    "nursery utilities mortgage patio balcony rumah hunian apartemen sewa disewa disewakan kontrak pembantu ipl "
    "carport kamar tidur kt lb ruko kavling kav kos walkup mls rents garasi disewain sewanya kolam perumahan komplek "
    "kompleks cluster"
)

PLACE_NAMES = {"komplek", "kompleks", "perumahan"}
ELSEWHERE = {
    "abbreviations": {"apt", "lb", "kav", "kt"},
    "rewrites": {"rumah"},
    **{f"place_spellings.{table}": PLACE_NAMES for table in ("words", "sorts", "left_out_before")},
    "place_spellings.phrases": {"rumah"},
}
"""Words that mean no home in these tables: they end in a full stop, are written in names of places as "Street" is, or
stand in "rumah sakit", a hospital."""


def test_every_field_of_a_language_is_used_by_another_module() -> None:
    written = {CODE / "languages" / "words.py", *(one for code in CODES for one in CODE.glob(f"languages/{code}/*.py"))}
    others = (one for one in CODE.rglob("*.py") if one not in written)
    code = "\n".join(one.read_text() for one in others)
    unused = [one.name for one in fields(Language) if not re.search(rf"\.{one.name}\b", code)]
    assert unused == []


@pytest.mark.parametrize("spoken", [ENGLISH, INDONESIAN], ids=["en", "id"])
def test_the_words_of_a_language_are_those_of_any_field(spoken: Language) -> None:
    tables = dict(_tables(spoken))
    assert {"amounts.numbered", "place_wording.in_or_around", "place_spellings.words", "leads"} < tables.keys()
    found = {at: set(_words_in(table)) & HOMES - ELSEWHERE.get(at, set()) for at, table in tables.items()}
    assert {at: words for at, words in found.items() if words} == {}


def _tables(owner: object, at: str = "") -> Iterator[tuple[str, object]]:
    """Every table of a language, those of its nested dataclasses included, by the names that lead to it."""
    for one in fields(owner):  # type: ignore[arg-type]  # a dataclass
        value = getattr(owner, one.name)
        if is_dataclass(value):
            yield from _tables(value, f"{at}{one.name}.")
        else:
            yield f"{at}{one.name}", value


def _words_in(table: object) -> Iterator[str]:
    """Every word of a table: of a set, a mapping, wordings or dataclasses, however they are nested."""
    if isinstance(table, str):
        yield from table.split()
    elif isinstance(table, Mapping):
        yield from (word for entry in table.items() for part in entry for word in _words_in(part))
    elif isinstance(table, Collection):
        yield from (word for part in table for word in _words_in(part))
    elif is_dataclass(table):
        yield from (word for _, part in _tables(table) for word in _words_in(part))


def test_a_pack_adds_the_small_words_of_its_field_to_those_of_its_language() -> None:
    rentals = shared_pack("rentals")
    spoken = language_of(rentals)
    assert "hoa" in spoken.other_costs
    assert language(*rentals.languages).other_costs < spoken.other_costs
    assert language_of(rentals) is spoken
    assert "apt" in spoken.amounts.numbered
    assert "apt" not in language(*rentals.languages).amounts.numbered


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(
    "table", [amounts._WORDS, place_tests._WORDS, DENIALS], ids=["amounts", "distances", "denials"]
)
def test_what_is_said_back_is_said_in_every_language(code: str, table: Mapping[str, object]) -> None:
    assert code in table


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", ["everyday.txt", "fair_housing.toml"])
def test_every_language_has_its_files(code: str, name: str) -> None:
    assert data_of(code, name).is_file()
