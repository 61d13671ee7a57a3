"""What is said of a protected class: only where the pack asks for it, and in the language of the asker."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.shared_packs import shared_pack

from claimtree.languages.rendering import render
from claimtree.llm_reader.fair_housing import unfair_parts
from claimtree.model.pack import Pack
from claimtree.model.reading_rules import OFFERS
from claimtree.text.detect import asker_language

UNFAIR = {"id": "cari rumah dekat sekolah, khusus muslim saja", "en": "a house near the school, muslims only please"}


@pytest.fixture(scope="module")
def bilingual() -> Pack:
    return shared_pack("property")


@pytest.mark.parametrize(("language", "said"), [("id", "saya tidak mencari menurut"), ("en", "I do not search by")])
def test_it_is_said_in_the_language_of_the_text(bilingual: Pack, language: str, said: str) -> None:
    text = UNFAIR[language]
    (((start, end), notice),) = unfair_parts(text, bilingual)
    assert "muslim" in text[start:end]
    assert said in render(notice, asker_language(bilingual, text))


@pytest.mark.parametrize("text", UNFAIR.values())
def test_a_pack_that_does_not_ask_for_it_leaves_nothing_out(bilingual: Pack, text: str) -> None:
    assert unfair_parts(text, replace(bilingual, reading=OFFERS)) == []
