"""What messages are answered with, what is asked back, and what a reply to that means."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.answering.conftest import index_of

from claimtree.answering.ask_result import Anchor, AskResult, Intent, SourceType
from claimtree.answering.family_index import FamilyIndex
from claimtree.message_answers.conversation import AskState, converse
from claimtree.message_answers.respond import respond


def talked(tree: FamilyIndex, *messages: str, anchor: Anchor | None = None) -> AskResult:
    """Returns what the last message of a conversation is answered with."""
    state, result = AskState(), None
    for message in messages:
        response, state = converse(message, AskState.decoded(state.encoded()), tree, anchor=anchor or Anchor())
        result = response.result
    assert result is not None
    return result


def test_the_first_story_finds_people_with_evidence_and_asks_what_tells_them_apart(demo_tree: FamilyIndex) -> None:
    found = talked(demo_tree, "Do you have Mary Ellen Smith in your tree? She was in Ohio around 1900")
    assert found.intent is Intent.PERSON_LOOKUP
    assert [one.name for one in found.entities.people] == ["Mary Ellen Smith"]
    assert found.candidates[0].id == "I49"
    assert len(found.candidates) <= 3
    assert any("census 1900" in block.summary for block in found.candidates[0].evidence)
    assert all(block.source_type is SourceType.GEDCOM and block.lines for block in found.evidence)
    assert found.answered or 1 <= len(found.questions) <= 3


def test_the_second_story_tells_the_path_between_home_person_and_match(demo_tree: FamilyIndex) -> None:
    unknown = talked(demo_tree, "How do you think we're related?", anchor=Anchor(home="I49"))
    assert not unknown.answered
    assert unknown.relationship is None
    assert unknown.questions
    found = talked(demo_tree, "How do you think we're related?", anchor=Anchor(home="I49", match="I26"))
    assert found.intent is Intent.RELATIONSHIP_EXPLANATION
    assert found.relationship is not None
    assert found.relationship.label() == "mother"
    assert all(block.lines for block in found.evidence[:1])


def test_the_third_story_lists_three_candidates_with_sources(demo_tree: FamilyIndex) -> None:
    found = talked(demo_tree, "Find candidates for John H. Miller born 1878 Indiana; list top 3 with sources")
    assert found.answered
    assert [one.id for one in found.candidates[:2]] == ["I44", "I47"]
    assert all(one.evidence and one.why for one in found.candidates)
    assert found.text.splitlines()[1].startswith("1. John H. Miller (1878–1952)")


@pytest.mark.parametrize(
    ("reply", "id"),
    [
        ("the one who married Bertha Lane", "I47"),
        ("Mary Ellen Smith", "I44"),
        ("1865", "I41"),
        ("he died in 1918", "I47"),
        ("Delphi", "I47"),
        ("the second", "I44"),
        ("number 3 please", "I47"),
        ("The last one.", "I47"),
        ("He was born in 1865, I think", "I41"),
    ],
)
def test_a_reply_chooses_one_of_several(demo_tree: FamilyIndex, reply: str, id: str) -> None:
    first = talked(demo_tree, "Do you have a John Miller in Indiana?")
    assert [one.id for one in first.candidates] == ["I41", "I44", "I47"]
    assert not first.answered
    found = talked(demo_tree, "Do you have a John Miller in Indiana?", reply)
    assert found.answered, found.text
    assert found.candidates[0].id == id
    assert talked(demo_tree, "Do you have a John Miller in Indiana?", reply, "When did he die?").answered


def test_the_first_question_splits_the_candidates_best(demo_tree: FamilyIndex) -> None:
    questions = talked(demo_tree, "Do you have a John Miller in Indiana?").questions
    gains = [one.gain for one in questions]
    assert gains == sorted(gains, reverse=True)
    assert 1 <= len(questions) <= 3
    assert {person for choice in questions[0].choices for person in choice.people} == {"I41", "I44", "I47"}


def test_not_knowing_leads_to_another_question(demo_tree: FamilyIndex) -> None:
    first = talked(demo_tree, "Do you have a John Miller in Indiana?").questions[0]
    then = talked(demo_tree, "Do you have a John Miller in Indiana?", "I don't know").questions[0]
    assert then.about != first.about


def test_a_reply_that_leaves_two_asks_further(demo_tree: FamilyIndex) -> None:
    left = talked(demo_tree, "Do you have a John Miller in Indiana?", "he was born in 1878")
    assert not left.answered
    assert sorted(one.id for one in left.candidates) == ["I44", "I47"]


def test_none_of_them_asks_for_more(demo_tree: FamilyIndex) -> None:
    found = talked(demo_tree, "Do you have a John Miller in Indiana?", "none of them")
    assert not found.answered
    assert "not among" in found.text


def test_another_question_is_no_reply(demo_tree: FamilyIndex) -> None:
    found = talked(demo_tree, "Do you have a John Miller in Indiana?", "When was Evan Hughes born?")
    assert found.answered
    assert "1801" in found.text


def test_two_of_whom_all_is_equal_are_never_told_apart(demo_tree: FamilyIndex) -> None:
    found = talked(demo_tree, "Do you have a John Miller, born 1840 in Knox County, who died in 1900?")
    assert not found.answered
    assert {one.id for one in found.candidates[:2]} == {"I138", "I139"}


def test_the_years_of_a_war_are_the_reply_to_which(demo_tree: FamilyIndex) -> None:
    asked = "Do you have a John Miller who moved west before the war?"
    assert talked(demo_tree, asked).intent is Intent.CLARIFICATION_NEEDED
    found = talked(demo_tree, asked, "the Civil War")
    assert found.intent is Intent.PERSON_LOOKUP
    assert found.candidates[0].id in ("I138", "I139")


def test_a_name_is_the_reply_to_whom(demo_tree: FamilyIndex) -> None:
    found = talked(demo_tree, "When was he born?", "Evan Hughes")
    assert found.answered
    assert "1801" in found.text


def test_nobody_is_told_as_found_for_a_name_that_the_tree_does_not_have(demo_tree: FamilyIndex) -> None:
    found = talked(demo_tree, "Do you have Xaver Quirk, born 1850?")
    assert not found.answered
    assert found.candidates == ()
    assert found.questions


def test_records_are_suggested_for_what_is_missing(demo_tree: FamilyIndex) -> None:
    found = talked(demo_tree, "Which records should I check for Evan Hughes?")
    assert found.intent is Intent.RECORD_SUGGESTION
    # What is missing is asked for, as everywhere.
    assert found.missing
    assert all(one.endswith("?") for one in found.missing)
    assert all(one.partition(": ")[2].rstrip("?") in found.text for one in found.missing)
    assert found.evidence


def test_no_relationship_is_told_without_a_path(demo_tree: FamilyIndex) -> None:
    found = respond("How are Evan Hughes and Xaver Quirk related?", demo_tree).result
    assert not found.answered
    assert found.relationship is None


def test_a_conversation_that_was_kept_is_the_same(demo_tree: FamilyIndex) -> None:
    _, state = converse("Do you have a John Miller in Indiana?", AskState(), demo_tree)
    assert state.pending is not None
    assert AskState.decoded(state.encoded()) == state


def test_a_pronoun_means_the_person_of_the_last_answer_whose_sex_it_has(demo_tree: FamilyIndex) -> None:
    asked = ("Who was Abel Stump's wife?", "How old was she when she died?")
    found = talked(demo_tree, *asked)
    assert found.answered
    assert "Sophia Kern" in found.text
    assert "73" in found.text
    assert [one.id for one in found.candidates] == ["I25"]
    born = talked(demo_tree, *asked, "When was she born?")
    assert "Sophia Kern" in born.text
    assert "1816" in born.text
    his = talked(demo_tree, "Who was Abel Stump's wife?", "When did he die?")
    assert "Abel Stump" in his.text
    assert "died 1883" in his.text


def test_they_are_the_one_asked_about_and_the_one_told(demo_tree: FamilyIndex) -> None:
    found = talked(demo_tree, "Who was Abel Stump's wife?", "When did they marry?")
    assert "1836" in found.text
    assert "Sophia Kern" in found.text
    assert "Abel Stump" in found.text


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("When was Isaac Smith born?", "When did she die?"),
        ("Who were Ellen Hughes's brothers?", "When did he die?"),
        ("Who were Ellen Hughes's brothers?", "And his wife?"),
        ("Do you have Sophia Kern?", "Did she marry him?"),
    ],
)
def test_a_pronoun_that_nobody_fits_or_several_fit_is_asked_back(demo_tree: FamilyIndex, first: str, then: str) -> None:
    found = talked(demo_tree, first, then)
    assert found.intent is Intent.CLARIFICATION_NEEDED
    assert not found.answered
    assert "Whom do you mean" in found.text
    pronoun = (
        then.rstrip("?").split()[-1] if "him" in then else next(one for one in ("she", "his", "he") if one in then)
    )
    assert f"“{pronoun}”" in found.text


def test_a_brother_among_sisters_is_he(tmp_path: Path) -> None:
    file = tmp_path / "small.ged"
    file.write_text(_SMALL, encoding="utf-8")
    tree = index_of(file, tmp_path / "folder")
    his = talked(tree, "Who were the children of Otto Brandt?", "When was he born?")
    assert "Karl Brandt" in his.text
    assert "1861" in his.text
    assert not talked(tree, "Who were the children of Otto Brandt?", "When was she born?").answered
    # Karl had no wife: what is said is said of him.
    assert "Karl Brandt" in talked(tree, "Who were the children of Otto Brandt?", "Who was his wife?").text


_SMALL = """0 HEAD
1 GEDC
2 VERS 5.5.1
1 CHAR UTF-8
0 @I1@ INDI
1 NAME Otto /Brandt/
1 SEX M
1 DEAT
2 DATE 1899
1 FAMS @F1@
0 @I2@ INDI
1 NAME Karl /Brandt/
1 SEX M
1 BIRT
2 DATE 1861
1 DEAT
2 DATE 1930
1 FAMC @F1@
0 @I3@ INDI
1 NAME Ida /Brandt/
1 SEX F
1 BIRT
2 DATE 1863
1 DEAT
2 DATE 1931
1 FAMC @F1@
0 @I4@ INDI
1 NAME Emma /Brandt/
1 SEX F
1 BIRT
2 DATE 1865
1 DEAT
2 DATE 1932
1 FAMC @F1@
0 @F1@ FAM
1 HUSB @I1@
1 CHIL @I2@
1 CHIL @I3@
1 CHIL @I4@
0 TRLR
"""


def test_the_candidates_of_an_answer_are_those_of_whom_it_is_true(demo_tree: FamilyIndex) -> None:
    # Of the name alone there are several; the question says which.
    found = talked(demo_tree, "When did John Miller, born in 1865, die?")
    assert found.answered
    assert [one.id for one in found.candidates] == ["I41"]


def test_clues_that_refute_the_one_chosen_before_mean_another(demo_tree: FamilyIndex) -> None:
    asked = ("Do you have a John Miller in Indiana?", "1865")
    assert talked(demo_tree, *asked, "When was John Miller born?").candidates[0].id == "I41"
    assert talked(demo_tree, *asked, "Do you have John Miller, who died in 1918?").candidates[0].id != "I41"


@pytest.mark.parametrize(
    "message",
    [
        "Is Clifford Hughes the cleverest son of Sophia Kern?",
        "is Evan Hughes tall",
        "Did Levi Smith have a twin?",
        "Had Sophia Kern ever been to France?",
        "Who raised Clifford Hughes?",
        "Who was the guardian of Levi Smith?",
        "Who was Evan Hughes's employer?",
        "Do you know who raised Clifford Hughes?",
        "Could you tell me whether Owen Hughes was rich?",
        "Owen Hughes, was he rich?",
        "Where did Owen Hughes go to school?",
    ],
)
def test_a_question_that_is_not_read_is_never_taken_for_a_look_up(demo_tree: FamilyIndex, message: str) -> None:
    found = talked(demo_tree, message)
    assert not found.answered, found.text
    assert found.intent is Intent.GENERAL_GENEALOGY_QA
    assert "could not read" in found.text
    assert not found.text.startswith("Yes")


@pytest.mark.parametrize(
    "message",
    [
        "Is Owen Hughes in your tree?",
        "Who was Owen Hughes?",
        "Tell me who Owen Hughes was",
        "Is there an Owen Hughes?",
        "Does the name Owen Hughes ring a bell?",
        "Has Owen Hughes come up in your research?",
        "What do you have on Owen Hughes?",
        "Which Owen Hughes do you have?",
        "Have you got Owen Hughes, born 1863?",
        "Do you know Owen Hughes?",
    ],
)
def test_a_question_whether_the_tree_has_somebody_is_a_look_up(demo_tree: FamilyIndex, message: str) -> None:
    found = talked(demo_tree, message)
    assert found.intent is Intent.PERSON_LOOKUP
    assert found.answered
    assert found.candidates[0].id == "I30"


_MASKED = """0 HEAD
1 GEDC
2 VERS 5.5.1
1 CHAR UTF-8
0 @I1@ INDI
1 NAME /Wexford/
1 SEX M
1 BIRT
2 DATE 1835
1 DEAT
2 DATE 1910
0 @I2@ INDI
1 NAME Lydia /Wexford/
1 SEX F
1 BIRT
2 DATE 1999
0 @I3@ INDI
1 NAME Lidia /Wexford/
1 SEX F
1 BIRT
2 DATE 1840
1 DEAT
2 DATE 1911
0 TRLR
"""


def test_a_record_without_a_given_name_is_nobody_whose_given_name_is_said(tmp_path: Path) -> None:
    file = tmp_path / "small.ged"
    file.write_text(_MASKED, encoding="utf-8")
    tree = index_of(file, tmp_path / "folder")
    assert "I2" in tree.hidden
    for message in ("Do you have Diana Wexford?", "Was Diana Wexford related to Lidia Wexford?"):
        found = talked(tree, message)
        assert not found.answered, found.text
        assert not {"I1", "I2"} & {one.id for one in found.candidates}
    assert talked(tree, "Do you have Mr. Wexford?").candidates[0].id == "I1"
    assert talked(tree, "Do you have Lidia Wexford?").answered


@pytest.mark.parametrize(
    "message",
    [
        "How is Sophia Kern related to Prince Zorban?",
        "What relation was Owen Hughes of Denbigh to Sophia Kern?",
        "What was Owen Hughes to Edward I Plantagenet?",
        "How was Sophia Kern related to Lord Byron?",
    ],
)
def test_a_relationship_of_two_who_are_named_asks_nothing_of_the_asker(demo_tree: FamilyIndex, message: str) -> None:
    found = talked(demo_tree, message)
    assert found.intent is Intent.RELATIONSHIP_EXPLANATION
    asked = " ".join([found.text, *(one.text for one in found.questions)])
    assert "we are related" not in asked
    assert "Whose tree" not in asked
    assert "your parents" not in asked


@pytest.mark.parametrize(
    ("messages", "told"),
    [
        (("How many children did Owen Hughes have?", "Who was the eldest?"), "Emily Hughes"),
        (("Who were Ann Hughes's brothers?", "Which of them died last?"), "Robert Hughes"),
        (("Which of the Smiths was a professor, and where was he born?",), "Oberlin"),
        (("Who was Edwin Hughes's wife and when was she born?",), "born 1884"),
        (("When did John Miller marry Jane Doran and who were their kids?",), "Nora Miller"),
    ],
)
def test_a_second_question_is_asked_of_those_of_whom_the_answer_told(
    messages: tuple[str, ...], told: str, demo_tree: FamilyIndex
) -> None:
    found = talked(demo_tree, *messages)
    assert found.answered
    assert told in found.text


def test_the_eldest_of_a_tree_is_asked_for_by_name(demo_tree: FamilyIndex) -> None:
    found = talked(demo_tree, "How many children did Owen Hughes have?", "Who is the oldest person in the tree?")
    assert "Emily" not in found.text


def test_what_is_not_understood_behind_an_answer_is_told(demo_tree: FamilyIndex) -> None:
    found = talked(demo_tree, "When was Levi Smith born and what colour were his eyes?")
    assert not found.answered
    assert "Nov 30, 1866" in found.text
    assert "what colour were his eyes" in found.questions[0].text
    asked = talked(demo_tree, "What are the colours of Isaac Smith's birth?")
    assert not asked.answered
    assert asked.intent is Intent.GENERAL_GENEALOGY_QA


def test_what_a_fact_rests_on_is_told_and_is_no_question_of_where_to_look(demo_tree: FamilyIndex) -> None:
    found = talked(demo_tree, "What are the sources for Thomas Hughes's birth?")
    assert found.answered
    assert found.intent is Intent.GENERAL_GENEALOGY_QA
    assert "Parish registers, baptisms 1826" in found.text
    assert "SOUR" in " ".join(line.raw for block in found.evidence for line in block.lines)


def test_she_is_nobody_whom_the_sentence_names_behind_her(demo_tree: FamilyIndex) -> None:
    found = talked(demo_tree, "Was she also a sister of Alice Hughes?")
    assert not found.answered
    found = talked(demo_tree, "When was Ellen Hughes born?", "Was she also a sister of Alice Hughes?")
    assert found.answered
    assert "Ellen Hughes" in found.text
