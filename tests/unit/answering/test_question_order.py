"""The same question in another order of its words has the same answer."""

from __future__ import annotations

import pytest

from claimtree.answering.answers import answer
from claimtree.answering.family_answer import AnswerKind
from claimtree.answering.family_index import FamilyIndex


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("In 1860, who was born in Knox County?", "Who was born in Knox County in 1860?"),
        ("In Delphi, who died before 1920?", "Who died before 1920 in Delphi?"),
        ("Of Isaac Smith's children, who died first?", "Which of Isaac Smith's children died first?"),
        ("Among Robert Hughes's children, who never married?", "Which of Robert Hughes's children never married?"),
        ("Who was never married among Robert Hughes's children?", "Which of Robert Hughes's children never married?"),
        ("Who lived longest of all the Hughes women?", "Which of the Hughes women lived longest?"),
        ("After 1900, which people died in Zanesville?", "Which people died in Zanesville after 1900?"),
    ],
)
def test_another_order_of_words_asks_the_same(asked: str, plain: str, demo_tree: FamilyIndex) -> None:
    one, other = answer(asked, demo_tree), answer(plain, demo_tree)
    assert one.kind is not AnswerKind.QUESTION
    assert (one.people, one.maybe, one.text) == (other.people, other.maybe, other.text)


@pytest.mark.parametrize(
    "asked",
    [
        "In the blue house, who was born in Knox County?",
        "Of the bravest, who died first?",
        "Who lived longest of all the happy people?",
        "According to Aunt Rose, who was born in Knox County in 1860?",
    ],
)
def test_no_part_of_a_question_is_left_out(asked: str, demo_tree: FamilyIndex) -> None:
    assert answer(asked, demo_tree).kind is AnswerKind.QUESTION


@pytest.mark.parametrize(
    "asked",
    ["Who died in Ohio but was not born there?", "Who was born there?", "Which English miller was born in Ohio?"],
)
def test_what_says_more_is_not_left_out(asked: str, demo_tree: FamilyIndex) -> None:
    assert answer(asked, demo_tree).kind is AnswerKind.QUESTION
    assert answer("How many nurses are there?", demo_tree).people == ("I48",)
