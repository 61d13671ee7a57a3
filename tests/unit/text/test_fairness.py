"""Which part of a text asks for people by protected class: the golden cases both ways, and what holds of any text."""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shared_packs import shared_pack, shared_reader

from claimtree.languages import CODES, language
from claimtree.languages.rendering import notice_texts, render
from claimtree.text.fairness import Ground, Part, kept_items, protected_parts, unfair_notice
from claimtree.text.fairness.fair_words import Head, Operator, fair_words
from claimtree.text.items import Itemiser, Spellings
from claimtree.text.lexicon import Item

GOLDEN = Path(__file__).parents[3] / "evals" / "golden" / "fair-housing.toml"
CASES: list[dict[str, Any]] = tomllib.loads(GOLDEN.read_text("utf-8"))["case"]
PARTS = 16
"""Tests that the cases are spread over."""
PACKS = {name: shared_pack(name) for name in ("rentals", "property")}
READERS = {name: shared_reader(name) for name in PACKS}


@cache
def itemiser_of(*languages: str) -> Itemiser:
    blended = language(*languages)
    spellings = Spellings({**dict(blended.rewrites), **dict(blended.wish_rewrites)})
    return Itemiser(spellings=spellings, units={}, language=blended, query=True)


def items_of(text: str, *languages: str) -> list[Item]:
    """The text as the reader of a pack in these languages sees it."""
    itemiser = itemiser_of(*(languages or ("en",)))
    return itemiser.items(text, itemiser.tokens(text))


def parts_of(text: str, *languages: str) -> tuple[Part, ...]:
    return protected_parts(items_of(text, *languages), languages or ("en",))


def shown(text: str, *languages: str) -> list[str]:
    return [text[part.start : part.end] for part in parts_of(text, *languages)]


def left(text: str, *languages: str) -> str:
    """What goes on to be read."""
    items = items_of(text, *languages)
    return " ".join(item.norm for item in kept_items(items, protected_parts(items, languages or ("en",))))


def fault_of(case: dict[str, Any]) -> str:
    """What is left out or kept against the case; empty if nothing is."""
    text, languages = case["text"], PACKS[case["pack"]].languages
    items = items_of(text, *languages)
    parts = protected_parts(items, languages)
    left_out = [text[part.start : part.end].lower() for part in parts]
    if left_out != [words.lower() for words in case["left_out"]]:
        return f"left out: {left_out}"
    out = {k for part in parts for k in range(items[part.first].start, items[part.after - 1].end)}
    for words in case["kept"]:
        at = text.lower().index(words.lower())
        if not out.isdisjoint(range(at, at + len(words))):
            return f"{words!r} is not read any more"
    return ""


@pytest.mark.parametrize("part", range(PARTS))
def test_golden(part: int) -> None:
    faults = {case["text"]: fault_of(case) for case in CASES[part::PARTS]}
    assert {text: fault for text, fault in faults.items() if fault} == {}


@pytest.mark.parametrize("part", [pytest.param(n, marks=pytest.mark.slow) if n % 8 else n for n in range(PARTS)])
def test_golden_as_the_reader_of_the_pack_says_it(part: int) -> None:
    wrong = {}
    for case in CASES[part::PARTS]:
        notices = notice_texts(READERS[case["pack"]].read_query(case["text"]))
        told = [notice.split("“")[1].split("”")[0].lower() for notice in notices if "fair housing" in notice]
        if told != [words.lower() for words in case["left_out"]]:
            wrong[case["text"]] = told
    assert wrong == {}


def test_there_are_enough_cases_of_both_kinds_in_both_languages() -> None:
    english = [case for case in CASES if case["pack"] == "rentals"]
    indonesian = [case for case in CASES if case["pack"] == "property"]
    assert len(english) >= 100
    assert len(indonesian) >= 50
    for cases in (english, indonesian):
        flagged = sum(bool(case["left_out"]) for case in cases)
        assert 0.45 <= flagged / len(cases) <= 0.55


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("no kids or pets", "no pets"),
        ("no pets, smoking or kids", "no pets , smoking"),
        ("quiet white neighborhood", "quiet neighborhood"),
        ("bright, no kids, big kitchen", "bright , , , big kitchen"),
        ("loft without immigrants near the L", "loft , near the l"),
    ],
)
def test_what_stood_around_a_part_is_read_as_if_it_had_not_been_there(text: str, rest: str) -> None:
    assert left(text) == rest


def test_the_area_stays_for_the_other_words_that_describe_it() -> None:
    assert left("lingkungan muslim yang tenang", "id") == "lingkungan yang tenang"
    assert shown("lingkungan muslim yang tenang", "id") == ["lingkungan muslim"]


@pytest.mark.parametrize(
    "place",
    ["in Medan", "di Jawa Timur", "hadap timur", "dekat Kampung Ambon", "Jakarta Barat", "kota Manado", "facing barat"],
)
@pytest.mark.parametrize(
    "asked",
    ["no Chinese neighbors", "muslim neighbors only", "tanpa tetangga Batak", "khusus keluarga Bali", "no kids"],
)
def test_a_place_is_never_left_out(place: str, asked: str) -> None:
    before = [f"rumah {place}{between}{asked}" for between in (", ", " ", "\n")]
    for text in (*before, f"{asked}, rumah {place}"):
        assert shown(text, "id", "en") == [asked]
        assert place.lower() in left(text, "id", "en")
    assert shown(f"rumah {place}, tanpa tangga", "id", "en") == []


@pytest.mark.parametrize("place", ["medan", "jawa timur", "manado", "timur", "korea"])
def test_a_place_stands_for_its_people_beside_a_word_for_them(place: str) -> None:
    for text in (f"tanpa orang {place}", f"tetangga {place} saja", f"jangan ada warga asal {place}"):
        assert shown(text, "id", "en") == [text]


@pytest.mark.parametrize(
    ("text", "ground"),
    [
        ("white neighborhood", Ground.RACE),
        ("no orang batak", Ground.ETHNICITY),
        ("Christians preferred", Ground.RELIGION),
        ("no refugees", Ground.ORIGIN),
        ("men only", Ground.SEX),
        ("no lesbians", Ground.ORIENTATION),
        ("no wheelchair users", Ground.DISABILITY),
        ("couples only", Ground.FAMILY),
        ("seniors only", Ground.AGE),
        ("no Section 8", Ground.INCOME),
        ("young Muslim women only", Ground.RELIGION),
    ],
)
def test_the_ground_is_named(text: str, ground: Ground) -> None:
    assert [part.ground for part in parts_of(text, "id", "en")] == [ground]


def test_a_shared_lodging_for_one_sex_is_a_kind_of_lodging_but_not_by_religion() -> None:
    assert shown("kost khusus putri dekat kampus", "id", "en") == []
    assert shown("kost putri khusus muslim", "id", "en") == ["khusus muslim"]
    assert shown("rumah khusus putri", "id", "en") == ["khusus putri"]


def test_words_of_a_language_count_only_where_it_is_read() -> None:
    assert shown("khusus muslim, dekat pasar", "en") == []
    assert shown("khusus muslim, dekat pasar", "id") == ["khusus muslim"]
    assert protected_parts(items_of("no immigrants"), ("xx",)) == ()


def test_the_notice_names_the_words_and_the_ground() -> None:
    text = "a home\nwithout   immigrants"
    [part] = parts_of(text)
    assert "“without immigrants”" in render(unfair_notice(part, text), "en")
    assert "national origin" in render(unfair_notice(part, text), "en")
    assert "kebangsaan" in render(unfair_notice(part, text), "id")


@pytest.mark.parametrize("ground", Ground)
@pytest.mark.parametrize("code", CODES)
def test_there_is_a_notice_for_every_ground(ground: Ground, code: str) -> None:
    part = Part(first=0, after=1, start=0, end=2, ground=ground)
    assert "“ab”" in render(unfair_notice(part, "ab c"), code)


@pytest.mark.parametrize("code", CODES)
def test_the_word_files_are_complete(code: str) -> None:
    words = fair_words(code)
    assert set(words.heads) == set(Head)
    assert set(words.before) == set(words.behind) == set(Operator)
    assert all(phrase == phrase.lower() for group in words.groups for phrase in group.words)


def _vocabulary() -> list[str]:
    every = [fair_words(code) for code in CODES]
    phrases = [phrase for words in every for group in words.groups for phrase in group.words]
    for words in every:
        for table in (words.heads, words.before, words.behind):
            phrases += [phrase for entries in table.values() for phrase in entries]
        phrases += words.tails
    return [*phrases, ",", ".", "or", "and", "atau", "kitchen", "kamar", "55+", "$2,000", "3", "'", "\n", "my", "with"]


@given(st.lists(st.sampled_from(_vocabulary()), max_size=14).map(" ".join))
def test_parts_are_in_order_apart_and_inside_the_text(text: str) -> None:
    items = items_of(text, "id", "en")
    parts = protected_parts(items, ("id", "en"))
    assert all(0 <= part.first < part.after <= len(items) for part in parts)
    assert all(0 <= part.start < part.end <= len(text) for part in parts)
    assert all(one.after <= other.first for one, other in pairwise(parts))
    outside = [item for i, item in enumerate(items) if not any(part.first <= i < part.after for part in parts)]
    assert [item for item in kept_items(items, parts) if item in outside] == outside


@given(st.text(max_size=80))
def test_any_text_can_be_looked_through(text: str) -> None:
    protected_parts(items_of(text, "id", "en"), ("id", "en"))


_PLACES = ["medan ", "di medan ", "orang medan, ", "batak, padang atau ", "pendatang dari medan dari "]


@pytest.mark.parametrize(
    "piece", ["age ", "no ", "white ", "no kids, ", "or kids ", "non ", "mostly white and ", *_PLACES]
)
def test_long_repetitions_end(piece: str) -> None:
    protected_parts(items_of(piece * 300, "id", "en"), ("id", "en"))
