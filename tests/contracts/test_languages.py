"""A language holds the words that any field is spoken with: each of its sets is used, and none is about homes."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

import claimtree
from claimtree.packs.load import load_pack
from claimtree.text.languages import ENGLISH, INDONESIAN, Language, language, language_of

CODE = Path(claimtree.__file__).parent
HOMES = frozenset(
    "landlord tenant hoa sublet lease rent rental renting apartment apt flat house home bedroom kitchen bathroom "
    "nursery utilities mortgage patio balcony rumah hunian apartemen sewa disewa disewakan kontrak pembantu ipl carport"
    .split()
)  # fmt: skip


def test_every_field_of_a_language_is_used_by_another_module() -> None:
    others = (one for one in CODE.rglob("*.py") if "languages" not in one.parts)
    code = "\n".join(one.read_text() for one in others)
    unused = [one.name for one in fields(Language) if not re.search(rf"\.{one.name}\b", code)]
    assert unused == []


@pytest.mark.parametrize("spoken", [ENGLISH, INDONESIAN], ids=["en", "id"])
def test_the_small_words_of_a_language_are_those_of_any_field(spoken: Language) -> None:
    kinds = [one.name for one in fields(Language) if isinstance(getattr(spoken, one.name), frozenset)]
    of_homes = {kind: found for kind in kinds if (found := getattr(spoken, kind) & HOMES) and kind != "abbreviations"}
    assert of_homes == {}


def test_a_pack_adds_the_small_words_of_its_field_to_those_of_its_language() -> None:
    rentals = load_pack("rentals")
    spoken = language_of(rentals)
    assert "hoa" in spoken.other_costs
    assert language(*rentals.languages).other_costs < spoken.other_costs
    assert language_of(rentals) is spoken
