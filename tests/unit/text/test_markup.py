"""Markup goes, and nothing moves: a quote found in the blanked text stands at the same place in the original."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.text.markup import end_of_entity, without_markup

PIECES = st.sampled_from(
    [
        *("<b>", "</b>", "<br/>", "<script>", "</script>", "<style>", "</style >", "<!--", "-->", "<", ">", "</"),
        *("&amp;", "&nbsp;", "&#178;", "&#x1F600;", "&#xD800;", "&", ";", "&frac12;", "&notathing;", "&#0;", "a", "\n"),
        *("<p class='x'>", "<li", "é", "😀", "&lt;b&gt;"),
    ]
)
ANY_TEXT = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=20).map("".join))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<b>sunny</b> room", "sunny room"),
        ("<p class='big'>sunny</p>", "sunny"),
        ("sunny<br/>quiet", "sunny quiet"),
        ("sunny<!-- not quiet -->bright", "sunny bright"),
        ("sunny <script>let quiet = '<b>';</script>bright", "sunny bright"),
        ("sunny <style media=all>p { color: red }</style > bright", "sunny bright"),
        ("70 m&sup2;", "70 m²"),
        ("wash &amp; dry", "wash & dry"),
        ("70&nbsp;m&#178;", "70 m²"),
        ("3 < 4 and 5 > 2", "3 < 4 and 5 > 2"),
        ("Tom & Jerry; &nosuchthing;", "Tom & Jerry; &nosuchthing;"),
        ("<script>never closed", "never closed"),
        ("<SCRIPT src=x>quiet</Script>bright", "bright"),
        ("sunny <!-- never closed", "sunny <!-- never closed"),
        ("", ""),
    ],
)
def test_tags_scripts_comments_and_entities_go_and_words_stay(text: str, left: str) -> None:
    assert " ".join(without_markup(text).split()) == left


@pytest.mark.parametrize(
    ("text", "breaks"),
    [("one<br>two", 1), ("<li>one</li><li>two</li>", 4), ("one <b>big</b> two", 0), ("m<sup>2</sup>", 0)],
)
def test_a_block_tag_ends_a_line_and_an_inline_one_does_not(text: str, breaks: int) -> None:
    assert without_markup(text).count("\n") == breaks


@pytest.mark.parametrize("word", ["sunny", "m²", "quiet"])
def test_a_word_after_markup_stands_where_it_stood(word: str) -> None:
    text = f"<ul><li>70 m&sup2; &amp; bright</li><!-- {word} --><script>{word}</script> {word}"
    assert without_markup(text).rindex(word) == text.rindex(word)


def test_a_quote_that_ends_on_an_entity_keeps_all_of_it() -> None:
    text = "70 m&sup2; &amp; bright"
    assert text[: end_of_entity(text, len("70 m²"))] == "70 m&sup2;"
    assert end_of_entity(text, 4) == 4
    assert end_of_entity(text, 0) == 0
    assert end_of_entity(text, len(text)) == len(text)


@given(ANY_TEXT)
def test_a_text_keeps_its_length_whatever_it_holds(text: str) -> None:
    assert len(without_markup(text)) == len(text)


@pytest.mark.parametrize("unit", ["<", "<a", "<!--", "<script>", "</", "&", "&#1", "<b><", "&a;"])
def test_a_long_text_of_broken_markup_is_read_to_its_end(unit: str) -> None:
    text = (unit * 200_000)[:200_000] + " end"
    assert without_markup(text).endswith("end")
