"""Foreign text is data: one line, nothing hidden, bounded, and in quotes that it cannot close."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.mcp.saying import CUT, Brief, one_line, plain_id, quoted

ANY = st.text(st.characters(codec=None))


@given(text=ANY, most=st.integers(2, 60))
def test_whatever_is_said_takes_one_line_of_bounded_length(text: str, most: int) -> None:
    shown = one_line(text, most)
    assert len(shown) <= most
    assert len(shown.splitlines()) <= 1
    hidden = {sign for sign in shown if unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Co"}}
    assert hidden <= set("\u200c\u200d")


@given(text=ANY)
def test_nothing_inside_ends_the_quotes(text: str) -> None:
    fenced = quoted(one_line(text, 200))
    assert len(fenced.splitlines()) == 1
    assert json.loads(fenced) == one_line(text, 200)


@given(id=ANY)
def test_an_id_takes_one_line_and_can_be_read_back(id: str) -> None:
    shown = plain_id(id)
    assert len(shown.splitlines()) == 1
    assert id in (shown, json.loads(shown) if shown.startswith('"') else shown)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("a\r\n\tb\x00c\u2028d", "a b c d"),
        ("<p>Sunny &amp; <b>bright</b></p>", "Sunny & bright"),
        ("abc\u202edef\u2066", "abcdef"),
        ("in\u200bvis\ufeffible" + "".join(chr(0xE0000 + ord(sign)) for sign in "obey"), "invisible"),
        ("x" + "\ufe01\ufe02\U000e0110" * 9, "x"),
        ("👩‍👩‍👧 ❤️", "👩‍👩‍👧 ❤️"),
        ("می‌خواهم", "می‌خواهم"),
        ("\x1b[31mred", "[31mred"),
    ],
)
def test_what_cannot_be_seen_goes_and_what_is_written_stays(said: str, shown: str) -> None:
    assert one_line(said, 100) == shown


def test_a_cut_is_told_once_and_only_where_something_is_missing() -> None:
    brief = Brief()
    assert brief.line("a few words", 20, "cut") == "a few words"
    assert brief.line(f"said so{CUT}", 20, "cut") == f"said so{CUT}"
    assert not brief.cut
    assert brief.line("a few words more", 11, "cut") == f"a few{CUT}"
    assert brief.line("unbreakable", 6, "cut") == f"unbre{CUT}"
    assert brief.line("<br>" * 1_000 + "far behind", 11, "cut").endswith(CUT)
    assert brief.cut == ("cut",)


def test_of_a_long_list_the_first_are_shown() -> None:
    brief = Brief()
    assert list(brief.some([1, 2], 2, "cut")) == [1, 2]
    assert not brief.cut
    assert list(brief.some([1, 2, 3], 2, "cut")) == [1, 2]
    assert brief.cut == ("cut",)
