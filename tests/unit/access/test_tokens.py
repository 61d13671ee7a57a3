"""The text of a key: random, told apart from a mistyped one, and never said back."""

from __future__ import annotations

import math
import re

from hypothesis import given
from hypothesis import strategies as st

from claimtree.access import KeyId, is_mistyped
from claimtree.access.tokens import LETTERS, digest, id_of, looks_like_one, masked, new_id, new_salt, new_text

ID = KeyId("k3v9x2ma")
TEXT = new_text(ID)


def test_a_key_says_its_id_and_is_one_word() -> None:
    assert id_of(TEXT) == ID
    assert re.fullmatch(r"\w+", TEXT)
    assert not is_mistyped(TEXT)


def test_a_secret_has_more_than_160_random_bits() -> None:
    secret = TEXT.rpartition("_")[2]
    assert (len(secret) - 6) * math.log2(len(set(LETTERS))) > 160
    assert len({new_text(ID) for _ in range(1_000)}) == 1_000
    assert len({new_id() for _ in range(1_000)}) == 1_000


@given(st.integers(0, len(TEXT) - 1), st.sampled_from(sorted({*LETTERS, "_", "é", "\x00", " "})))
def test_one_wrong_character_is_told_from_an_unknown_key(at: int, letter: str) -> None:
    typed = TEXT[:at] + letter + TEXT[at + 1 :]
    assert id_of(typed) == (ID if typed == TEXT else None)


@given(st.integers(0, len(TEXT) - 2))
def test_two_characters_in_the_wrong_order_are_too(at: int) -> None:
    typed = TEXT[:at] + TEXT[at + 1] + TEXT[at] + TEXT[at + 2 :]
    assert id_of(typed) == (ID if typed == TEXT else None)


@given(st.text())
def test_whatever_else_is_presented_is_no_key(text: str) -> None:
    assert id_of(text) is None
    assert id_of(TEXT + text) is None or not text
    assert is_mistyped(text) is text.startswith("ct_")


def test_a_line_end_or_a_space_is_not_part_of_a_key() -> None:
    assert [id_of(text) for text in (TEXT + "\n", " " + TEXT, TEXT + " ", "", "ct_", TEXT[:-1])] == [None] * 6


def test_the_same_key_is_kept_differently_each_time() -> None:
    one, other = new_salt(), new_salt()
    assert digest(TEXT, one) == digest(TEXT, one) != digest(TEXT, other)
    assert digest(TEXT, one) != digest(new_text(ID), one)


def test_what_may_be_a_secret_is_not_said_back() -> None:
    secret = TEXT.rpartition("_")[2]
    for typed in (TEXT, f"Bearer {TEXT}", TEXT[1:], secret, secret[:-5], f"my key: {TEXT}."):
        assert secret[:20] not in masked(typed)
    assert masked(f"Bearer {TEXT}") == f"Bearer ct_{ID}_…"
    assert masked("product_team 7") == "product_team 7"


def test_a_name_with_a_key_in_it_is_seen_and_a_name_like_others_is_not() -> None:
    assert all(looks_like_one(text) for text in (TEXT, f"  {TEXT}", f"Bearer {TEXT}", "ct_anything"))
    assert not any(looks_like_one(text) for text in ("product_team", "direct_frontend", "shop"))
