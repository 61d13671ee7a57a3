"""Questions on what records say of people: trades, censuses, adoption, names; couples and families."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from claimtree.answering.answers import answer
from claimtree.answering.family_answer import AnswerKind, TruthWord
from claimtree.answering.family_index import FamilyIndex

Make = Callable[..., FamilyIndex]


@pytest.mark.parametrize(
    ("question", "people"),
    [
        ("Who worked as a druggist?", {"I36", "I68"}),
        ("Which people were tanners?", {"I21", "I46", "I77"}),
        ("How many potters are there in the tree?", {"I63", "I65"}),
        ("Which Smith became a librarian?", {"I37"}),
        ("Which of the Ransom children became a potter?", {"I65"}),
        ("Who was in the 1910 census?", {"I50", "I87", "I103"}),
        ("Who appears in the census of 1850?", {"I10"}),
        ("Which people were listed in the 1880 census in Indiana?", {"I21"}),
        ("Who was adopted?", {"I106", "I126"}),
        ("Who adopted Rosa Li?", {"I103", "I104"}),
        ("Who were the children of Owen and Edith Hughes?", {"I60", "I61", "I62"}),
        ("Who was the oldest of Isaac and Sarah Smith's children?", {"I50"}),
        ("Which of Isaac Smith's children died as infants?", {"I54"}),
        ("Which of Josiah Smith's children died before turning ten?", {"I34", "I35"}),
        ("When did Mrs. Josiah Smith, née Tuttle, die?", {"I12"}),
        ("When did John Miller the brakeman die?", {"I41"}),
        ("When did Samuel Miller (1898-1975) die?", {"I77"}),
        ("Did Owen Hughes marry, and if so whom?", {"I59"}),
        ("Name the carpenters of the Hughes family.", {"I5", "I30"}),
        ("How many of Thomas Hughes' children outlived him?", {"I26", "I27", "I29"}),
        ("Which of Thomas Hughes's sons were born before his brother?", {"I27"}),
        ("Who is buried at Green Lawn?", {"I49", "I44"}),
        ("who were evan hughes and gwen pritchard's grandkids", {"I26", "I27", "I28", "I29", "I30", "I31", "I32"}),
        ("whats harriet pooles husbands name", {"I36"}),
        ("Who was older when they died, Isaac Smith or Sarah Hughes?", {"I26"}),
        ("Who was the first person in the tree to be born in Indiana?", {"I22"}),
        ("Who were the parents of my ancestor Heinrich Miller?", {"I16", "I17"}),
        ("When did Mary Smith the milliner die?", {"I49"}),
    ],
)
def test_people_are_found_by_what_records_say(demo_tree: FamilyIndex, question: str, people: set[str]) -> None:
    assert set(answer(question, demo_tree).people) == people


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What did Phoebe Tuttle do?", "schoolteacher"),
        ("What trade did Heinrich Miller follow?", "cooper"),
        ("What was Arthur Ransom by profession?", "potter"),
        ("Where did Ivan Sokolov live in 1910?", "census 1910, Chicago"),
        ("In what county was Isaac Smith enumerated in 1880?", "Knox County"),
        ("When did Gudrun Lund leave Iceland?", "1912"),
        ("Was Ivan Sokolov naturalised, and where?", "Chicago"),
        ("What was the maiden name of Owen Hughes's wife?", "born Darby"),
        ("What was Nell Smith's married name?", "Mary Ellen Miller"),
        ("How old was Mary Ellen Smith when she married John H. Miller?", "23 years"),
        ("In which census records does Heinrich Miller appear?", "census 1870"),
        ("When were Levi Smith and Hattie Poole married, and where?", "1892, Mount Vernon"),
        ("When's Tom Miller's bday?", "Jun 23, 1904"),
        ("The death of John Henry Miller: when was it?", "died 1918"),
        ("Was Clara Miller a nurse or a teacher?", "occupation: nurse"),
        ("How long were Jane Doran and John Miller married before they divorced?", "12 to 13 years"),
        ("Were Levi Smith and Isaac Smith full brothers or half-brothers?", "half-brother"),
        ("What would Clara Miller be to Heinrich Miller?", "Clara Miller is Heinrich Miller's niece"),
    ],
)
def test_what_is_on_record_is_told(demo_tree: FamilyIndex, question: str, said: str) -> None:
    assert said in answer(question, demo_tree).text


@pytest.mark.parametrize(
    ("question", "truth"),
    [
        ("Was Robert Hughes a carpenter?", TruthWord.YES),
        ("Was Robert Hughes a blacksmith?", TruthWord.UNKNOWN),
        ("Is Josiah Smith listed in the 1850 census?", TruthWord.YES),
        ("Was Rosa Li the biological child of Li Wei?", TruthWord.NO),
        ("Was Rosa Li adopted?", TruthWord.YES),
        ("Was Li Ming adopted?", TruthWord.NONE),
        ("Was Joan Hughes a foster child?", TruthWord.YES),
        ("Is Benjamin Unknown's mother known?", TruthWord.NONE),
        ("Is there any blood tie between Howell Hughes and Phoebe Smith?", TruthWord.NONE),
        ("Is there a blood tie between Rosa Li and Li Ming?", TruthWord.NONE),
        ("Is there a blood tie between Owen Hughes and Ellen Hughes?", TruthWord.YES),
        ("Did Thomas and Catherine Hughes have a son called John?", TruthWord.YES),
        ("Is Mary Ellen Smith the mother of Eleanor Miller?", TruthWord.YES),
        ("Is Vernon Miller's grandmother Martha Stump?", TruthWord.YES),
        ("Frieda Miller never married, right?", TruthWord.NONE),
        ("Did Gwen Pritchard have any children who survived her?", TruthWord.YES),
    ],
)
def test_yes_no_and_what_is_not_on_record(demo_tree: FamilyIndex, question: str, truth: TruthWord) -> None:
    assert answer(question, demo_tree).truth is truth


def test_what_else_was_done_for_a_living_is_told_and_refutes_nothing(demo_tree: FamilyIndex) -> None:
    found = answer("Was Robert Hughes a blacksmith?", demo_tree)
    assert found.text == "The tree does not say. Robert Hughes (1832–1904): occupation: carpenter."


def test_the_reasons_of_an_answer_are_sentences_and_no_lines_of_the_file(demo_tree: FamilyIndex) -> None:
    for question in ("Did Gwen Pritchard outlive Evan Hughes?", "Was Rosa Li the biological child of Li Wei?"):
        found = answer(question, demo_tree)
        assert found.evidence
        assert not any(line.raw.strip() in found.text for line in found.evidence)
    assert "adopted daughter of Li Wei" in answer("Was Rosa Li the biological child of Li Wei?", demo_tree).text


def test_of_several_namesakes_the_one_of_whom_it_is_so_is_named(demo_tree: FamilyIndex) -> None:
    found = answer("Is Mary Ellen Smith the mother of Eleanor Miller?", demo_tree)
    assert found.people == ("I49",)
    assert "Of 3 people of this name, it is so of Mary Ellen Smith (1879–1960) alone." in found.text


def test_a_place_that_the_tree_does_not_have_is_no_reason_to_say_that_nobody_died_there(demo_tree: FamilyIndex) -> None:
    assert "no place of that name" in answer("Who died in Atlantis?", demo_tree).text
    assert "no place" not in answer("Who died in Oberlin before 1850?", demo_tree).text


def test_a_war_is_a_time(demo_tree: FamilyIndex) -> None:
    assert "I13" in answer("Who died in the Civil War?", demo_tree).people


def test_a_name_that_is_not_clear_is_told_apart_in_the_answer(demo_tree: FamilyIndex) -> None:
    found = answer("Is Zelda Crumb related to Evan Hughes?", demo_tree)
    assert (found.kind, found.unresolved) == (AnswerKind.QUESTION, "Zelda Crumb")
    assert answer("When did John Miller die?", demo_tree).unresolved == "John Miller"


def test_two_of_one_family_name_need_not_be_a_couple(small_tree: Make) -> None:
    index = small_tree("""
0 @I1@ INDI
1 NAME Max /Orr/
1 DEAT Y
0 @I2@ INDI
1 NAME Leo /Orr/
1 DEAT Y
""")
    assert answer("Are Max and Leo Orr related?", index).people == ("I1",)


def test_that_nobody_is_left_is_not_that_nobody_was(demo_tree: FamilyIndex) -> None:
    found = answer("Did Ann Hughes have any children who survived her?", demo_tree)
    assert found.truth is not TruthWord.YES
    found = answer("Did Josiah Smith have any children who were born in Iceland?", demo_tree)
    assert "No child of" not in found.text


def test_who_was_meant_is_to_be_seen_where_there_is_nobody(demo_tree: FamilyIndex) -> None:
    assert answer("Who were the parents of Winifred Cole?", demo_tree).text == (
        "No parent of Winifred Cole (1884–1968) is on record in this tree."
    )
