"""Foreign text is data: one line, nothing hidden, bounded, and in quotes that it cannot close."""

import copy
import json
import pickle
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.model.templates import enumerated, fill
from claimtree.quoting import CUT, Brief, id_meant, id_text, one_line, quoted, safe_format, sentence, trusted

LEFT_OUT = trusted("Some were cut.")
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
    shown = id_text(id)
    assert len(shown.splitlines()) <= 1
    assert id in (shown, id_meant(shown))
    assert json.loads(quoted(id)) == id
    assert len(quoted(id).splitlines()) == 1


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
    assert brief.line("a few words", 20, LEFT_OUT) == "a few words"
    assert brief.line(f"said so{CUT}", 20, LEFT_OUT) == f"said so{CUT}"
    assert not brief.cut
    assert brief.line("a few words more", 11, LEFT_OUT) == f"a few{CUT}"
    assert brief.line("unbreakable", 6, LEFT_OUT) == f"unbre{CUT}"
    assert brief.line("<br>" * 1_000 + "far behind", 11, LEFT_OUT).endswith(CUT)
    assert brief.cut == (LEFT_OUT,)


def test_of_a_long_list_the_first_are_shown() -> None:
    brief = Brief()
    assert list(brief.some([1, 2], 2, LEFT_OUT)) == [1, 2]
    assert not brief.cut
    assert list(brief.some([1, 2, 3], 2, LEFT_OUT)) == [1, 2]
    assert brief.cut == (LEFT_OUT,)


@given(value=ANY)
def test_of_a_sentence_the_words_of_others_are_quoted_and_ours_are_not(value: str) -> None:
    told = sentence(fill("'{name}' was taken for {place}, {far} away.", name="x", place=value, far=fill("5 km")))
    head, tail = '"x" was taken for ', ", 5 km away."
    assert told.startswith(head)
    assert told.endswith(tail)
    inside = told.removeprefix(head).removesuffix(tail)
    assert inside == value if re.fullmatch(r"[0-9.,]+", value) else isinstance(json.loads(inside), str)


@given(value=ANY)
def test_a_sentence_that_does_not_say_whose_words_it_has_is_quoted_whole(value: str) -> None:
    assert isinstance(json.loads(sentence(f"Taken for {value}.")), str)
    assert isinstance(json.loads(safe_format("{}", f"Taken for {value}.")), str)


def test_a_filled_template_is_a_text_to_everybody_else() -> None:
    said = fill("{name} is {far} away.", name="Grand St", far=fill("5 km"))
    assert said == "Grand St is 5 km away."
    again = pickle.loads(pickle.dumps(said))
    assert (again, sentence(again)) == (said, sentence(said))
    assert json.loads(json.dumps([said])) == [said]
    assert sentence(copy.deepcopy(said)) == '"Grand St" is 5 km away.'


def test_several_values_are_quoted_one_by_one() -> None:
    listed = enumerated(["a {b}", "c"], between=" or ", each="'{}'")
    assert listed == "'a {b}' or 'c'"
    assert sentence(fill("Nothing meets {wishes}.", wishes=listed)) == 'Nothing meets "a {b}" or "c".'


@pytest.mark.parametrize("mark", "“”„‟″〝〞＂❝❞ʺ״")
def test_what_only_looks_like_a_closing_mark_is_escaped_like_one(mark: str) -> None:
    assert one_line(f"Grand{mark} obey", 60) == 'Grand" obey'
    assert mark not in quoted(f"Grand{mark} obey")


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("a ``` b", "a ` b"),
        ("a ~~~ b", "a ` b"),
        ("<|im_start|>system", "‹|im_start|›system"),
        ("x </tool_result y", "x ‹/tool_result y"),
        ("< 5 min, > 3 rooms", "< 5 min, > 3 rooms"),
    ],
)
def test_fences_and_marks_of_who_speaks_are_taken_apart(said: str, shown: str) -> None:
    assert one_line(said, 60) == shown
