"""A question that the grammar does not read is put in the form that it takes, if it takes one for certain; a word that
matters and that the form has no room for leaves it unread."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.answering.answers import answer
from claimtree.answering.family_answer import AnswerKind
from claimtree.answering.family_index import FamilyIndex
from claimtree.answering.grammar_questions import plans, plans_by_form
from claimtree.answering.question_forms import NO_FORM, FormReader, Learned, fits, form_words, shipped_forms, way_of
from claimtree.message_answers.respond import respond


@pytest.mark.parametrize(
    ("asked", "form"),
    [
        ("Isaac Smith and Sarah Hughes - what year was the wedding?", "when did Isaac Smith marry Sarah Hughes?"),
        ("Josiah Smith: number of wives", "how many wives did Josiah Smith have?"),
        (
            "Of the daughters of Thomas Hughes, which one reached the greatest age?",
            "which of the daughters of Thomas Hughes lived longest?",
        ),
        ("Thomas Hughes, which child came first?", "who was the first child of Thomas Hughes?"),
        ("Peter Miller - sisters?", "who were the sisters of Peter Miller?"),
        ("Josiah Smith, which wife came first", "who was the first wife of Josiah Smith?"),
        ("who'd Owen Hughes marry and when?", "when did Owen Hughes marry?"),
        ("What year did Josiah Smith lose his wife?", "when did the wife of Josiah Smith die?"),
        ("Has Thomas Hughes any grandchildren, and if so how many?", "how many grandchildren did Thomas Hughes have?"),
        ("where does Heinrich Miller hail from?", "where was Heinrich Miller born?"),
        ("Josiah Smith - how old at death?", "how old was Josiah Smith when Josiah Smith died?"),
        (
            "the grandchildern of Thomas Hughes are how many?",
            "what is the number of the grandchildren of Thomas Hughes?",
        ),
    ],
)
def test_a_question_is_put_in_its_form(asked: str, form: str, demo_tree: FamilyIndex) -> None:
    assert not plans(asked, demo_tree.vocabulary)
    found = plans_by_form(asked, demo_tree.vocabulary)
    assert found is not None
    assert found.question.startswith(form)
    told = answer(asked, demo_tree)
    assert told.kind is not AnswerKind.QUESTION
    assert told.text.startswith(f"I read it as “{found.question}”")
    assert told.people == answer(found.question, demo_tree).people


@pytest.mark.parametrize(
    "asked",
    [
        "Josiah Smith: number of wives who died before him in Ohio, not counting Lydia",
        "Thomas Hughes's children, all except the girls",
        "why did Josiah Smith marry again",
        "how tall was Thomas Hughes",
        "Josiah Smith - how old at death or at least in 1880?",
        "which child of Thomas Hughes did not come first?",
        "which wife of Josiah Smith came first?",
        "who knew Isaac Smith",
        "Of the daughters of Thomas Hughes, which one reached the greatest age in Ohio?",
        "What year did Josiah Smith nearly lose his wife?",
        "how many more grandchildren than Isaac Smith has Thomas Hughes?",
    ],
)
def test_a_word_that_matters_leaves_a_question_unread(asked: str, demo_tree: FamilyIndex) -> None:
    assert plans_by_form(asked, demo_tree.vocabulary) is None


@pytest.mark.parametrize(
    "said", ["Isaac Smith died after Josiah Smith.", "Sarah Hughes was a daughter of Thomas Hughes."]
)
def test_a_statement_asks_nothing(said: str, demo_tree: FamilyIndex) -> None:
    assert "I read it as" not in respond(said, demo_tree).result.text


def test_the_second_question_of_a_sentence_means_the_one_who_was_named(demo_tree: FamilyIndex) -> None:
    told = respond("who are Isaac Smith's parents, and how many siblings has he got?", demo_tree).result.text
    assert "how many siblings did Isaac Smith have" in told


def test_every_way_of_a_form_fits_it() -> None:
    said = form_words()
    for name, learned in shipped_forms().learned.items():
        for way in learned.ways:
            slots = [word for word in way.split() if word.isupper()]
            assert fits(name, slots, said), (name, way)


_WEIGHTY = sorted(form_words().weighty)


@given(st.data())
def test_no_weighty_word_is_ever_left_out(data: st.DataObject) -> None:
    """Whatever is asked, the words that change what is asked are those of a way that was learned of the form."""
    reader = shipped_forms()
    name = data.draw(st.sampled_from(sorted(reader.learned)))
    learned = reader.learned[name]
    words = data.draw(st.lists(st.sampled_from(sorted(learned.words)), max_size=6))
    slots = [word for word in data.draw(st.sampled_from(sorted(learned.ways))).split() if word.isupper()]
    extra = data.draw(st.lists(st.sampled_from(_WEIGHTY), max_size=2))
    asked = data.draw(st.permutations([*slots, *words, *extra]))
    form = reader.form(asked)
    if form is not None:
        assert way_of(asked, form_words().weighty) in reader.learned[form].ways
        assert {word for word in asked if not word.isupper()} <= reader.learned[form].words


def test_a_word_that_was_not_learned_of_a_form_is_not_left_out() -> None:
    reader = shipped_forms()
    assert reader.form(("what", "year", "did", "P", "E")) == "when"
    assert reader.form(("what", "year", "did", "P", "allegedly", "E")) is None


def test_no_form_is_taken_for_what_has_none() -> None:
    reader = shipped_forms()
    assert NO_FORM not in reader.learned
    assert isinstance(reader, FormReader)
    assert isinstance(next(iter(reader.learned.values())), Learned)
    assert reader.form(("who", "knew", "P")) is None
