"""Keys of names: what may be one person's shares one, so that nothing else need be compared."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.person_names.compare import match_names
from claimtree.person_names.name_keys import asked_keys, stored_keys

HERE = Path(__file__).parent


def listed() -> list[tuple[str, str]]:
    with (HERE / "same_people.tsv").open(encoding="utf-8", newline="") as rows:
        return [(row[0], row[1]) for row in csv.reader(rows, delimiter="\t", quoting=csv.QUOTE_NONE)]


def test_what_may_be_one_person_shares_a_key() -> None:
    both = [*listed(), *((other, one) for one, other in listed())]
    missed = [
        (stored, asked)
        for stored, asked in both
        if match_names(stored, asked).probability >= 0.5 and not stored_keys(stored) & asked_keys(asked)
    ]
    assert missed == []


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("Mary Jones (née Smith)", "Smith"),
        ("Bill Johnson", "William"),
        ('John "Buck" Jones', "Buck"),
        ("Moh. Ali", "Muhammad"),
    ],
)
def test_one_word_finds_former_names_nicknames_and_short_forms(stored: str, asked: str) -> None:
    assert stored_keys(stored) & asked_keys(asked)


def test_a_name_of_very_many_words_has_few_keys() -> None:
    words = [chr(97 + k % 26) * 2 + chr(97 + k // 26) for k in range(50)]
    assert len(stored_keys(" ".join(words))) < 300


@pytest.mark.parametrize(
    ("stored", "asked"),
    [("John Smith", "John Taylor"), ("John Smith", "Robert Smith"), ("Suharto", "Budi Santoso")],
)
def test_plain_strangers_share_none(stored: str, asked: str) -> None:
    assert not stored_keys(stored) & asked_keys(asked)


def test_a_name_has_few_keys() -> None:
    assert max(len(stored_keys(one)) for one, _ in listed()) <= 40


@given(st.text(min_size=1, max_size=40))
def test_keys_of_any_text_are_words(text: str) -> None:
    assert all(key.strip() for key in stored_keys(text) | asked_keys(text))
