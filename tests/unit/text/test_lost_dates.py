"""Dates that cannot be: the asker is told of them, and nothing else is read from their words."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.shared_packs import shared_pack

from claimtree.languages import ENGLISH, INDONESIAN
from claimtree.languages.amount_words import AmountWords
from claimtree.languages.normalise import tokenize
from claimtree.languages.rendering import notice_texts
from claimtree.model.claims import EntityId
from claimtree.model.dates import DateRules
from claimtree.model.hierarchy import Entity
from claimtree.model.notices import NoticeCode, notice
from claimtree.models.scope import shipped_scope
from claimtree.text.amounts import AboutScale, AmountMention, DateFault, FaultyDate, find_amounts_and_faults
from claimtree.text.rule_reader import RuleReader

PACKS = Path(__file__).parents[2] / "packs"
IMPOSSIBLE, ENDS_FIRST = NoticeCode.DATE_IMPOSSIBLE, NoticeCode.DATE_ENDS_FIRST


def reader(name: str) -> RuleReader:
    folder = PACKS / name
    return RuleReader(shared_pack(str(folder) if folder.is_dir() else name), scope=shipped_scope())


@pytest.mark.parametrize(
    ("pack", "text", "wishes", "code", "words"),
    [
        ("museum", "made between 1900 and 1800", [], ENDS_FIRST, "between 1900 and 1800"),
        ("museum", "bronze, made 1900-1800", ["bronze"], ENDS_FIRST, "1900-1800"),
        ("museum", "made after 31 February 1900, bronze", ["bronze"], IMPOSSIBLE, "31 February 1900"),
        ("museum", "made before February 30, 1900", [], IMPOSSIBLE, "February 30, 1900"),
        ("museum", "made in 1780 or 31 April 1790", ["made 1780"], IMPOSSIBLE, "31 April 1790"),
        ("museum", "a bronze of 31/02/1900", ["bronze"], IMPOSSIBLE, "31/02/1900"),
        (
            "museum",
            "bronze made between 31 February 1900 and 1910",
            ["bronze"],
            IMPOSSIBLE,
            "between 31 February 1900 and 1910",
        ),
        ("kin", "born on 30 February 1900", [], IMPOSSIBLE, "30 February 1900"),
        ("kin", "born on 30 February, died 1950", ["died 1950"], IMPOSSIBLE, "30 February"),
        ("rentals", "available 30 February, 2 bedrooms", ["2 bedrooms"], IMPOSSIBLE, "30 February"),
        ("rentals", "dishwasher, available Feb 31, 2027", ["dishwasher"], IMPOSSIBLE, "Feb 31, 2027"),
        ("rentals", "dishwasher, available 29 February 2027", ["dishwasher"], IMPOSSIBLE, "29 February 2027"),
        ("property", "rumah siap 31 februari", ["rumah"], IMPOSSIBLE, "31 februari"),
        ("property", "rumah siap huni 31 februari", ["rumah"], IMPOSSIBLE, "31 februari"),
        ("property", "3 kamar, siap 31 april", ["3 kamar tidur"], IMPOSSIBLE, "31 april"),
    ],
)
def test_a_question_with_a_date_that_cannot_be_is_told_so(
    pack: str, text: str, wishes: list[str], code: NoticeCode, words: str
) -> None:
    reading = reader(pack).read_query(text)
    assert [claim.text for claim in reading.claims] == wishes
    assert notice(code, words=words) in reading.notices


def test_the_notice_is_a_sentence() -> None:
    reading = reader("museum").read_query("bronze made on 31 February 1900")
    (told,) = notice_texts(reading)
    assert told == "“31 February 1900” names a day that the calendar does not have, and I left it out."


@pytest.mark.parametrize("text", ["Made on 31 February 1900.", "Painted between 1900 and 1800."])
def test_a_document_says_nothing_with_a_date_that_cannot_be(text: str) -> None:
    about = Entity(id=EntityId("x"), level="object")  # type: ignore[arg-type]
    assert reader("museum").read_document(text, about=about, source="s").claims == ()


@pytest.mark.parametrize(
    ("words", "text", "fault", "size"),
    [
        (ENGLISH.amounts, "from 1900 to 1800", DateFault.ENDS_FIRST, 4),
        (ENGLISH.amounts, "1900-02-31", DateFault.NO_DAY, 5),
        (ENGLISH.amounts, "29 February 1900", DateFault.NO_DAY, 3),
        (INDONESIAN.amounts, "31 Februari 1900", DateFault.NO_DAY, 3),
        (INDONESIAN.amounts, "antara 1900 dan 1800", DateFault.ENDS_FIRST, 4),
    ],
)
def test_faults_are_found_in_each_language(words: AmountWords, text: str, fault: DateFault, size: int) -> None:
    amounts, (found,) = faulty(words, text)
    assert not amounts
    assert (found.fault, found.start_token, found.end_token) == (fault, 0, size)


@pytest.mark.parametrize(
    "text", ["29 February 1904", "between 1800 and 1900", "between 1900 and 1800 BC", "no. 1900-13-45", "1914-18"]
)
def test_what_can_be_is_no_fault(text: str) -> None:
    assert faulty(ENGLISH.amounts, text)[1] == ()


def faulty(words: AmountWords, text: str) -> tuple[tuple[AmountMention, ...], tuple[FaultyDate, ...]]:
    return find_amounts_and_faults(
        tokenize(text),
        units={},
        query=True,
        words=words,
        decimal_comma=(),
        today=None,
        about_scale=AboutScale.NEAR,
        dates=DateRules(historical=True),
    )


@pytest.mark.parametrize("text", ["dishwasher, available 29 February", "dishwasher, available May 31"])
def test_a_day_that_some_year_has_is_a_date(text: str) -> None:
    assert IMPOSSIBLE not in {one.code for one in reader("rentals").read_query(text).notices}
