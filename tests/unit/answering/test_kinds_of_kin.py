"""Kin that are none by birth, and partners who are not married: asked for, counted, and told apart."""

from collections.abc import Callable

import pytest

from claimtree.answering.answers import answer
from claimtree.answering.family_answer import TruthWord
from claimtree.answering.family_index import FamilyIndex
from claimtree.kinship.graph import PersonId
from claimtree.kinship.relationship import relate

# Nils has a son Per of his first wife, adopts Siri with his second wife Karin, and takes Lars in. Karin later
# lives with Olle; the file has her, the woman, as HUSB.
TREE = """
0 @I1@ INDI
1 NAME Nils /Berg/
1 SEX M
1 DEAT Y
0 @I2@ INDI
1 NAME Anna /Holm/
1 SEX F
1 DEAT Y
0 @I3@ INDI
1 NAME Karin /Lund/
1 SEX F
1 DEAT Y
0 @I4@ INDI
1 NAME Per /Berg/
1 SEX M
1 DEAT Y
1 FAMC @F1@
2 PEDI birth
1 FAMC @F2@
2 PEDI step
0 @I5@ INDI
1 NAME Siri /Berg/
1 SEX F
1 DEAT Y
1 FAMC @F2@
2 PEDI adopted
0 @I6@ INDI
1 NAME Lars /Moe/
1 SEX M
1 DEAT Y
1 FAMC @F2@
2 PEDI foster
0 @I7@ INDI
1 NAME Ida /Berg/
1 SEX F
1 DEAT Y
1 FAMC @F2@
0 @I8@ INDI
1 NAME Olle /Dahl/
1 SEX M
1 DEAT Y
0 @I9@ INDI
1 NAME Eva /Dahl/
1 SEX F
1 DEAT Y
1 FAMC @F4@
0 @F2@ FAM
1 HUSB @I1@
1 WIFE @I3@
1 CHIL @I4@
1 CHIL @I5@
1 CHIL @I6@
1 CHIL @I7@
1 MARR Y
0 @F1@ FAM
1 HUSB @I1@
1 WIFE @I2@
1 CHIL @I4@
1 MARR Y
0 @F3@ FAM
1 HUSB @I3@
1 WIFE @I8@
1 EVEN
2 TYPE Not married
0 @F4@ FAM
1 HUSB @I8@
1 CHIL @I9@
"""


@pytest.mark.parametrize(
    ("question", "people", "told"),
    [
        ("Who was Per Berg's mother?", ("I2",), ""),
        ("Who was Per Berg's father?", ("I1",), ""),
        ("Who was Per Berg's stepmother?", ("I3",), ""),
        ("Who were the children of Karin Lund?", ("I7",), "By adoption: Siri Berg."),
        ("How many children did Nils Berg have?", ("I4", "I7"), "By adoption: Siri Berg."),
        ("Who were the stepchildren of Karin Lund?", ("I4",), ""),
        ("Who was the mother of Siri Berg?", ("I3",), "By adoption."),
        ("Who was the adoptive mother of Siri Berg?", ("I3",), ""),
        ("Who were the foster children of Karin Lund?", ("I6",), ""),
        ("Who was Karin Lund's husband?", ("I1",), "A partner, not married: Olle Dahl."),
        ("Who was Olle Dahl's wife?", (), "A partner, not married: Karin Lund."),
        ("Who was Olle Dahl's partner?", ("I3",), ""),
        ("Who were the stepchildren of Olle Dahl?", (), ""),
        ("Who was Eva Dahl's stepmother?", (), ""),
    ],
)
def test_kin_are_those_by_birth_and_others_are_told_apart(
    question: str, people: tuple[str, ...], told: str, small_tree: Callable[..., FamilyIndex]
) -> None:
    found = answer(question, small_tree(TREE))
    assert sorted(found.people) == sorted(people)
    assert told in found.text
    assert bool(told) or "adoption" not in found.text


@pytest.mark.parametrize(
    ("question", "truth", "line"),
    [
        ("Is Per Berg the son of Karin Lund?", TruthWord.NO, "2 PEDI step"),
        ("Was Karin Lund the mother of Lars Moe?", TruthWord.NO, "2 PEDI foster"),
        ("Is Siri Berg the daughter of Karin Lund?", TruthWord.YES, "2 PEDI adopted"),
        ("Was Karin Lund married to Olle Dahl?", TruthWord.NO, "2 TYPE Not married"),
        ("Was Karin Lund the wife of Olle Dahl?", TruthWord.NO, "2 TYPE Not married"),
        ("Was Karin Lund married to Nils Berg?", TruthWord.YES, "1 MARR Y"),
    ],
)
def test_a_yes_or_no_rests_on_the_line_that_says_what_kind_of_kin_they_are(
    question: str, truth: TruthWord, line: str, small_tree: Callable[..., FamilyIndex]
) -> None:
    found = answer(question, small_tree(TREE))
    assert found.truth is truth
    assert line in [one.raw.strip() for one in found.evidence]


@pytest.mark.parametrize(
    ("one", "other", "label"),
    [("I8", "I3", "partner"), ("I3", "I8", "partner"), ("I3", "I1", "husband"), ("I9", "I3", "father's partner")],
)
def test_a_path_calls_those_partners_who_are_not_married(
    one: str, other: str, label: str, small_tree: Callable[..., FamilyIndex]
) -> None:
    index = small_tree(TREE)
    assert relate(index.graph, PersonId(index.node(one)), PersonId(index.node(other))).label("en") == label


@pytest.mark.parametrize(
    ("lines", "married"),
    [
        ("1 EVEN\n2 TYPE Partnership", False),
        ("1 EVEN\n2 TYPE Unmarried", False),
        ("1 EVEN They never married", False),
        ("1 MARR N", False),
        ("1 MARR\n2 TYPE civil", True),
        ("1 EVEN\n2 TYPE Silver wedding", None),
        ("1 DIV Y", True),
    ],
)
def test_a_family_says_whether_it_is_a_marriage(
    lines: str, married: bool | None, small_tree: Callable[..., FamilyIndex]
) -> None:
    index = small_tree(f"0 @I1@ INDI\n1 DEAT Y\n0 @I2@ INDI\n1 DEAT Y\n0 @F1@ FAM\n1 HUSB @I1@\n1 WIFE @I2@\n{lines}")
    assert index.families["F1"].married is married
    assert [link.married for link in index.partners["I1"]] == [married]
