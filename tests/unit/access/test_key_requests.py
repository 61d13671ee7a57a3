"""What is asked for a key is checked: its name, its collections, how long, how often."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.access import Role
from claimtree.access.key_requests import LONGEST_NAME, collections, duration, folded, key_name, lifetime, rate, role
from claimtree.errors import BadInput, UnknownName

SECRET = "Og7bGqR3tiy1fr9dEkMT77soPgB89kOu2jTCPh23"


@pytest.mark.parametrize("name", ["shop", "Zoë's laptop", "東京の店", "нощ", "🦊 fox", "a" * LONGEST_NAME, "1"])
def test_names_in_any_script_are_kept_as_they_are(name: str) -> None:
    assert key_name(name) == name


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "neither a letter"),
        ("   ", "neither a letter"),
        ("!?", "neither a letter"),
        ("-rf", "dash"),
        ("a\nb", "cannot be seen"),
        ("a\x1b[31mb", "cannot be seen"),
        ("a\x00", "cannot be seen"),
        ("shop\u202e", "cannot be seen"),
        ("sh\u200bop", "cannot be seen"),
        ("\udcff", "cannot be seen"),
        ("a" * (LONGEST_NAME + 1), "81 characters"),
        ("x" * 1_000_000, "1,000,000 characters"),
        (f"ct_k3v9x2ma_{SECRET}", "key was given"),
        (f"Bearer ct_k3v9x2ma_{SECRET}", "key was given"),
    ],
)
def test_a_name_that_is_none_is_refused_with_a_way_out(name: str, says: str) -> None:
    with pytest.raises(BadInput, match=says) as refused:
        key_name(name)
    assert refused.value.hint
    assert len(refused.value.message) < 200
    assert SECRET[:10] not in refused.value.message


@given(st.text(max_size=LONGEST_NAME + 5))
def test_any_text_is_a_name_that_stays_what_it_is_or_refused(text: str) -> None:
    try:
        name = key_name(text)
    except BadInput:
        return
    assert key_name(name) == name
    assert len(folded(name)) <= 20 * LONGEST_NAME
    assert folded(folded(name)) == folded(name)


def test_names_that_read_alike_are_one() -> None:
    assert folded("Shop  Front") == folded("shop front") == folded("ＳＨＯＰ front")
    assert folded("straße") == folded("STRASSE")
    assert folded("shop") != folded("shops")


def test_roles_by_name() -> None:
    assert role("write") is Role.WRITE
    for unknown in ("Write", "owner", "", "x" * 10_000):
        with pytest.raises(UnknownName, match="have: read, write, admin") as refused:
            role(unknown)
        assert len(refused.value.message) < 200


@pytest.mark.parametrize("name", ["rentals", "2026", "a", "a-b_c", "a" * 63])
def test_names_of_collections(name: str) -> None:
    assert collections([name, name]) == {name}


@pytest.mark.parametrize("name", ["", "Rentals", "a b", "../x", "-a", "_a", "a" * 64, "rentals\n", "é", "a/b", "*"])
def test_a_name_that_no_collection_can_have_is_refused(name: str) -> None:
    with pytest.raises(BadInput, match="no name of a collection"):
        collections(["rentals", name])


def test_a_key_names_so_many_collections_and_no_more() -> None:
    assert len(collections(f"c{n}" for n in range(100))) == 100
    with pytest.raises(BadInput, match="100 collections"):
        collections(f"c{n}" for n in range(101))


@pytest.mark.parametrize(
    ("text", "hours"), [("1h", 1), ("90d", 90 * 24), ("6w", 42 * 24), ("1y", 365 * 24), (" 12H ", 12), ("3650d", 87600)]
)
def test_durations(text: str, hours: int) -> None:
    assert duration(text) == timedelta(hours=hours)


@pytest.mark.parametrize(
    "text",
    ["", "d", "90", "90 d", "-1d", "1.5d", "0d", "3651d", "11y", "999999y", "9999999h", "1m", "٣d", "never", "²d"],
)
def test_what_is_no_duration_or_too_long_is_refused(text: str) -> None:
    with pytest.raises(BadInput) as refused:
        duration(text)
    assert refused.value.hint


def test_a_lifetime_that_a_program_gives_is_held_to_the_same() -> None:
    for bad in (timedelta(0), timedelta(seconds=-1), timedelta(minutes=59), timedelta.max):
        with pytest.raises(BadInput, match="cannot hold"):
            lifetime(bad)


def test_rates_are_bounded() -> None:
    assert (rate(1), rate(1_000_000)) == (1, 1_000_000)
    for bad in (0, -1, 1_000_001):
        with pytest.raises(BadInput, match="times a minute"):
            rate(bad)
