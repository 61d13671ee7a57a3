"""What strangers asked: how far apart two people are, averages, couples, titles, places and moves."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimtree.answering.answers import answer
from claimtree.answering.family_answer import AnswerKind
from claimtree.answering.family_index import FamilyIndex

MOST_LIFE = 80


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How far apart in age were Thomas Hughes and Robert Hughes?", "6 years."),
        ("How far apart in age were Robert Hughes and Thomas Hughes?", "6 years."),
        ("How far apart in age were Thomas Hughes and his brother Robert?", "6 years."),
        ("What is the age difference between Isaac Smith and Levi Smith?", "17 years."),
        ("How many years passed between the deaths of Isaac Smith and Sarah Hughes?", "8 years."),
        ("How many years apart did Nathan Smith and Isaac Smith die?", "59 years."),
        ("What is the age difference between Sarah Hughes and Isaac Smith?", "3 to 5 years"),
        ("Which couple had the most children?", "6 children."),
        ("Who was the couple with the most children?", "6 children."),
        ("Was Levi Smith older or younger than his half-brother Isaac?", "No."),
        ("Who were Isaac Smith's in-laws?", "Parent-in-law: Thomas Hughes"),
        ("Which Mary Ellen Smith died as a child?", "Mary Ellen Smith (1851–1853)."),
        ("When did John Miller who married Jane Doran die?", "died 1943"),
    ],
)
def test_what_lies_between_and_who_has_most(question: str, told: str, demo_tree: FamilyIndex) -> None:
    found = answer(question, demo_tree)
    assert told in found.text
    assert found.evidence


@settings(max_examples=30, deadline=None)
@given(lives=st.lists(st.tuples(st.integers(1700, 1800), st.integers(0, MOST_LIFE)), min_size=1, max_size=5))
def test_an_average_is_that_of_all_whose_dates_are_known(
    small_tree_factory: Callable[[str], FamilyIndex], lives: list[tuple[int, int]]
) -> None:
    lines = [
        f"0 @I{at}@ INDI\n1 NAME A{at} /Vale/\n1 SEX F\n1 BIRT\n2 DATE 1 JAN {born}\n1 DEAT\n2 DATE 1 JAN {born + age}"
        for at, (born, age) in enumerate(lives)
    ]
    lines.append("0 @I99@ INDI\n1 NAME Zoe /Vale/\n1 SEX F\n1 BIRT\n2 DATE 1 JAN 1700")
    found = answer("How old were the Vales on average when they died?", small_tree_factory("\n".join(lines)))
    mean = sum(age for _, age in lives) / len(lives)
    assert found.number is not None
    assert abs(found.number.low - mean) < 0.2
    assert len(found.people) == len(lives)


def test_places_are_found_by_their_names_in_full(small_tree: Callable[..., FamilyIndex]) -> None:
    index = small_tree("""
0 @I1@ INDI
1 NAME Anna /Berg/
1 BIRT
2 DATE 1850
2 PLAC Sparks, Washoe Co., NV
1 DEAT
2 DATE 1900
0 @I2@ INDI
1 NAME Karl /Berg/
1 BIRT
2 DATE 1850
2 PLAC Dayton, Ohio
1 DEAT
2 DATE 1900
""")
    for place in ("Nevada", "Sparks, Nevada", "Washoe County", "Sparks, NV", "Washoe Co., Nevada"):
        assert answer(f"Who was born in {place}?", index).people == ("I1",), place


def test_titles_are_asked_for_as_trades_are(small_tree: Callable[..., FamilyIndex]) -> None:
    index = small_tree("""
0 @I1@ INDI
1 NAME Olaf /Berg/
1 SEX M
1 TITL King of Norway
1 DEAT
2 DATE 1900
0 @I2@ INDI
1 NAME Karl /Berg/
1 SEX M
1 TITL King of Denmark
1 DEAT
2 DATE 1890
""")
    assert answer("Which kings of Norway are in the tree?", index).people == ("I1",)
    assert answer("Who was King of Denmark?", index).people == ("I2",)


MOVED = """
0 @I1@ INDI
1 NAME Hans /Berg/
1 SEX M
1 TITL King of Norway
1 BIRT
2 DATE 1801
2 PLAC Kensington,Palace,London
1 IMMI
2 DATE 1840
2 PLAC New York
1 DEAT
2 DATE 1860
1 FAMS @F1@
0 @I2@ INDI
1 NAME Ida /Lund/
1 SEX F
1 BIRT
2 DATE 1805
2 PLAC Near London
1 DEAT
2 DATE 1870
1 FAMS @F1@
1 FAMS @F2@
0 @I3@ INDI
1 NAME Ole /Moe/
1 SEX M
1 DEAT
2 DATE 1850
1 FAMS @F2@
0 @F1@ FAM
1 HUSB @I1@
1 WIFE @I2@
0 @F2@ FAM
1 HUSB @I3@
1 WIFE @I2@
"""


def test_kings_are_those_with_the_title(small_tree: Callable[..., FamilyIndex]) -> None:
    index = small_tree(MOVED)
    assert answer("Were any of Ida Lund's husbands kings?", index).people == ("I1",)
    assert answer("How many kings are there?", index).people == ("I1",)


def test_a_place_in_two_parts_is_one_and_near_a_place_is_another(small_tree: Callable[..., FamilyIndex]) -> None:
    index = small_tree(MOVED)
    assert answer("Who was born at Kensington Palace?", index).people == ("I1",)
    born = answer("Who was born in London?", index)
    assert (born.people, born.maybe) == (("I1",), ("I2",))


@pytest.mark.parametrize("question", ["Who came to America from Germany?", "Who emigrated to New York?"])
def test_a_record_of_moving_says_nothing_of_the_other_end(
    question: str, small_tree: Callable[..., FamilyIndex]
) -> None:
    assert answer(question, small_tree(MOVED)).kind is AnswerKind.QUESTION
    assert answer("Who immigrated to New York?", small_tree(MOVED)).people == ("I1",)


def test_of_very_many_who_may_be_meant_the_number_is_told(small_tree: Callable[..., FamilyIndex]) -> None:
    children = "\n".join(f"0 @C{at}@ INDI\n1 NAME C{at} /Berg/\n1 DEAT\n2 DATE 1860\n1 FAMC @F9@" for at in range(15))
    family = "\n".join(f"1 CHIL @C{at}@" for at in range(15))
    index = small_tree(f"{MOVED.strip()}\n{children}\n0 @F9@ FAM\n1 HUSB @I3@\n{family}")
    found = answer("Which of Ole Moe's children were born in Germany?", index)
    assert found.people == ()
    assert "15 people" in found.text
    assert "C3" not in found.text


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Did anyone die in 1918 in Mount Vernon?", "Yes: William Evan Smith"),
        ("Was anyone in the tree a nurse?", "Yes: Clara Miller"),
        ("Did anybody die in Paris?", "None on record"),
        ("Did all Millers die in Indiana?", "No."),
        ("Were Isaac Smith and Clara Miller born in Ohio?", "No. Clara Miller"),
        ("Who was living in Delphi in 1900?", "John Henry Miller (1878–1918)."),
        ("Who was the youngest soldier?", "Otto Miller"),
        ("List all carpenters with their years", "Robert Hughes (1832–1904)"),
    ],
)
def test_anybody_is_one_and_all_are_all(question: str, said: str, demo_tree: FamilyIndex) -> None:
    assert said in answer(question, demo_tree).text
