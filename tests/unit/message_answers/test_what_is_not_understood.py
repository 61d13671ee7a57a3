"""What of a question is not understood is told, and the question is not answered as if it were not there."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.message_answers.test_conversation import talked

from claimtree.answering.family_index import FamilyIndex


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("Do you have any photos of Evan Hughes?", "photos"),
        ("Do you have a Levi Smith who kept bees near the river?", "kept bees near the river"),
        ("Is there an Owen Hughes in your tree with a wooden leg?", "wooden leg"),
        ("How was Levi Smith related to Grace Smith, and did they quarrel?", "quarrel"),
        ("Are Howell Hughes and Phoebe Smith related by marriage only in secret?", "secret"),
    ],
)
def test_words_that_are_not_understood_are_told_and_asked(message: str, words: str, demo_tree: FamilyIndex) -> None:
    found = talked(demo_tree, message)
    assert not found.answered
    assert not found.text.startswith("Yes")
    assert words in found.text
    assert any(words in one.text for one in found.questions)


@pytest.mark.parametrize(
    "message",
    [
        "Do you happen to have Levi Smith anywhere in your tree?",
        "Do you have a Levi Smith who was a druggist in Mount Vernon, Ohio?",
        "Could you please check whether Levi Smith, born 1866 in Knox County, is in your files?",
        "Do you have Levi Smith, son of Josiah Smith and Phoebe Tuttle?",
    ],
)
def test_what_is_understood_of_somebody_leaves_nothing_to_ask(message: str, demo_tree: FamilyIndex) -> None:
    found = talked(demo_tree, message)
    assert found.answered
    assert found.text.startswith("Yes: Levi Smith")


@settings(max_examples=25, deadline=None)
@given(word=st.text("bcdfgkmnprtvz", min_size=6, max_size=9))
def test_no_look_up_answers_for_a_word_that_nobody_knows(demo_tree: FamilyIndex, word: str) -> None:
    found = talked(demo_tree, f"Do you have a Levi Smith who was a {word}?")
    assert not found.answered
    assert not found.text.startswith("Yes")


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("In 1904, who was born in Columbus?", ["Thomas Smith Miller"]),
        ("Levi Smith, where was he born?", ["Knox County"]),
        ("Levi Smith: who were his half-brothers?", ["Isaac Smith", "Amos Smith"]),
        ("When did Levi Smith marry and who were his children?", ["1892", "Phoebe Smith", "Lewis Smith"]),
        ("Where was Levi Smith born, and when did he die?", ["Knox County", "1940"]),
    ],
)
def test_what_stands_before_a_question_belongs_to_it(message: str, told: list[str], demo_tree: FamilyIndex) -> None:
    found = talked(demo_tree, message)
    assert found.answered
    assert [one for one in told if one not in found.text] == []


@pytest.mark.parametrize(
    "message",
    [
        "According to the Bible, when was Levi Smith born?",
        "Without counting infants, how many children did Levi Smith have?",
        "Before the flood of Mount Vernon, who lived in Columbus?",
        "Leaving aside the Smiths of 1850, who was born in Columbus?",
        "When was Levi Smith born and what colour were his eyes?",
    ],
)
def test_a_question_is_not_answered_without_what_stands_beside_it(message: str, demo_tree: FamilyIndex) -> None:
    found = talked(demo_tree, message)
    assert not found.answered or "Thomas Smith Miller" not in found.text
    assert "Levi Smith (1866–1940): born Nov 30, 1866" not in found.text or not found.answered


def test_a_name_that_the_tree_has_is_told_where_nothing_else_fits(demo_tree: FamilyIndex) -> None:
    found = talked(demo_tree, "Do you have a Phoebe Tuttle who was born in 1650 in Spain?")
    assert not found.answered
    assert "Phoebe Tuttle (1838–1919)" in found.text


def test_them_of_several_are_not_the_one_who_was_named(demo_tree: FamilyIndex) -> None:
    found = talked(demo_tree, "How many siblings did Esther Smith have and did any of them die young?")
    assert "1916" not in found.text
