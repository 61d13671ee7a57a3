"""What messages are answered with, what is asked back, and what a reply to that means."""

from __future__ import annotations

import pytest

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
    assert found.missing
    assert all(what in found.text for what in found.missing)
    assert found.evidence


def test_no_relationship_is_told_without_a_path(demo_tree: FamilyIndex) -> None:
    found = respond("How are Evan Hughes and Xaver Quirk related?", demo_tree).result
    assert not found.answered
    assert found.relationship is None


def test_a_conversation_that_was_kept_is_the_same(demo_tree: FamilyIndex) -> None:
    _, state = converse("Do you have a John Miller in Indiana?", AskState(), demo_tree)
    assert state.pending is not None
    assert AskState.decoded(state.encoded()) == state
