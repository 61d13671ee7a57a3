"""Whom a message means: the ends of a relation, places that are nobody, names of rulers, what is asked back."""

from __future__ import annotations

import pytest
from tests.unit.answering.conftest import Make

from claimtree.answering.ask_result import Intent
from claimtree.answering.family_index import FamilyIndex
from claimtree.message_answers.conversation import AskState, converse
from claimtree.message_answers.respond import respond
from claimtree.message_answers.understanding import understand

ROYALS = """
0 @I1@ INDI
1 NAME Elizabeth_I /Tudor/
1 SEX F
1 TITL Queen of England
1 BIRT
2 DATE 7 SEP 1533
2 PLAC Greenwich, England
1 DEAT
2 DATE 23 MAR 1603
2 PLAC Richmond, England
0 @I2@ INDI
1 NAME Marie of_Coburg and_Gotha//
1 SEX F
1 TITL Queen of Romania
1 BIRT
2 DATE 29 OCT 1875
2 PLAC Kent, England
1 DEAT
2 DATE 1938
2 PLAC Sinaia, Romania
0 @I3@ INDI
1 NAME Anne /Hale/
1 SEX F
1 DEAT
2 DATE 1900
2 PLAC Darmstadt, Germany
"""


@pytest.fixture
def royals(small_tree: Make) -> FamilyIndex:
    return small_tree(ROYALS)


def test_the_wife_of_somebody_is_related_and_not_he(demo_tree: FamilyIndex) -> None:
    found = respond("How is Owen Hughes's wife related to Frank Hughes?", demo_tree)
    assert found.result.text.startswith("Edith Darby is Frank Hughes's first cousin once removed by marriage.")


def test_what_is_said_behind_a_name_tells_whose_relation_is_asked_for(demo_tree: FamilyIndex) -> None:
    found = respond("What is Nathaniel Smith to Mary Ellen Smith, the milliner?", demo_tree)
    assert found.result.text.startswith("Nathaniel Smith is Mary Ellen Smith's second cousin.")


def test_the_war_of_a_question_is_asked_back(demo_tree: FamilyIndex) -> None:
    found = respond("Did Otto Miller die in the war?", demo_tree).result
    assert found.intent is Intent.CLARIFICATION_NEEDED
    assert "the war" in found.text


def test_a_place_behind_an_event_is_nobody(royals: FamilyIndex) -> None:
    for message in (
        "Looking for Anne Hale, died Darmstadt 1900",
        "Looking for Anne Hale, b. 1840 Darmstadt, died Jekaterinburg 1900",
    ):
        assert [one.name for one in respond(message, royals).result.entities.people] == ["Anne Hale"]


def test_a_particle_of_a_name_is_no_name(royals: FamilyIndex) -> None:
    found = respond("and her mother, how old was she?", royals).result
    assert not found.entities.people


def test_no_other_ruler_is_taken_for_one_whom_the_tree_does_not_have(royals: FamilyIndex) -> None:
    found = respond("When was Queen Elizabeth II born?", royals)
    assert found.answer is not None
    assert found.answer.unresolved == "Queen Elizabeth II"
    assert "Nobody in the tree is called Queen Elizabeth II" in found.result.text


def test_somebody_is_found_by_the_country_of_a_title(royals: FamilyIndex) -> None:
    assert "Oct 29, 1875" in respond("When was Queen Marie of Romania born?", royals).result.text


def test_what_is_asked_back_is_about_those_whom_the_answer_names(demo_tree: FamilyIndex) -> None:
    found = respond("When did John Miller die?", demo_tree)
    assert found.answer is not None
    asked = {id for one in found.result.questions for choice in one.choices for id in choice.people}
    assert asked <= set(found.answer.people)
    assert {one.id for one in found.result.candidates} <= set(found.answer.people)


def test_a_time_that_only_the_answer_before_had_is_not_guessed(demo_tree: FamilyIndex) -> None:
    first, state = converse("Did John Miller the brakeman divorce Jane Doran?", AskState(), demo_tree)
    assert first.result.answered
    second, _ = converse("How old was he then?", state, demo_tree)
    assert not second.result.answered


@pytest.mark.parametrize(
    "message",
    [
        "Rosa Li — birth parents?",
        "Give birth & death for all children of Charles Henry Miller",
        "Do you have Evan Hughes's Bible?",
        "who were Evan Hughes and Gwen Pritchard's servants?",
        "So was it Lydia or Phoebe who was Levi Smith's mother?",
        "List Indiana-born Smiths.",
    ],
)
def test_that_the_tree_has_somebody_is_no_answer_to_a_question_about_what_they_had(
    demo_tree: FamilyIndex, message: str
) -> None:
    assert not respond(message, demo_tree).result.answered


def test_a_question_within_a_sentence_is_answered(demo_tree: FamilyIndex) -> None:
    message = "For school I have to find out who my ancestor Heinrich Miller's parents were"
    assert set(respond(message, demo_tree).result.text.split("2 people: ")[1].split(", ")) == {
        "Georg Friedrich Müller (1809–1880)",
        "Anna Maria Weiß (1812–1874).",
    }


def test_what_is_stated_of_kin_before_a_question_is_no_question(demo_tree: FamilyIndex) -> None:
    found = respond("My mother was Nora Miller's daughter. Do you have any info on Nora?", demo_tree).result
    assert (found.intent, found.candidates[0].id) == (Intent.PERSON_LOOKUP, "I75")


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("Eleanor of Aquitaine: when did she die?", ["Eleanor of Aquitaine"]),
        ("Alisa of Hessen: when was she born?", ["Alisa of Hessen"]),
        ("Was Margaret of Wessex the sister of Edgar?", ["Margaret of Wessex"]),
        ("Do you know when Mary Smith of Dayton died?", ["Mary Smith"]),
    ],
)
def test_a_place_behind_of_belongs_to_a_given_name(message: str, names: list[str], demo_tree: FamilyIndex) -> None:
    found = [one.name for one in understand(message, demo_tree).entities.people]
    assert found[: len(names)] == names
