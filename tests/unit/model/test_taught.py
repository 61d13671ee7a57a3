"""What can be taught, what is refused, and how lessons add up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.errors import BadInput
from claimtree.model.judging import Says
from claimtree.model.taught import (
    LONGEST_TEXT,
    MOST_PHRASES,
    MOST_WISHES,
    TaughtConcept,
    extended,
    folded,
    overlaid,
    taught,
)

PHRASES = st.lists(st.sampled_from(["calm lane", "Calm  lane!", "by the tram", "thin walls", "oak floor"]), max_size=4)


def quiet(**more: tuple[str, ...]) -> TaughtConcept:
    return taught(TaughtConcept(id="quiet", **({"wishes": ("quiet",), "met": ("calm lane",)} | more)))  # type: ignore[arg-type]


def test_words_are_compared_without_case_spacing_and_punctuation() -> None:
    assert folded("Calm\u00a0 LANE, at  last!") == folded("calm lane at last")


def test_the_vowel_signs_of_other_scripts_are_no_punctuation() -> None:
    assert folded("की") != folded("कि")


def test_money_is_part_of_the_words() -> None:
    assert folded("call-out: $0") != folded("call-out: 0")


def test_a_phrase_said_twice_is_kept_once() -> None:
    assert quiet(met=("calm lane", " Calm  lane! ")).met == ("calm lane",)


@pytest.mark.parametrize("text", ["", " ", "x", "🚗", "🚗🚗🚗", "--", "a" * (LONGEST_TEXT + 1), "calm\ud800lane"])
@pytest.mark.parametrize("where", ["wishes", "met", "refuted", "silent"])
def test_what_holds_no_words_or_too_many_is_refused(where: str, text: str) -> None:
    parts = {"wishes": ("quiet",), "met": ("calm lane",)} | {where: (text,)}
    with pytest.raises(BadInput):
        taught(TaughtConcept(id="quiet", **parts))  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["安静的院子", "тихий двор", "ساحة هادئة", "calm 🌳 lane", "2BR"])
def test_words_of_any_script_can_be_taught(text: str) -> None:
    assert quiet(met=(text,)).met == (text,)


@pytest.mark.parametrize("id", ["", "  ", "x" * (LONGEST_TEXT + 1), "a\x00b"])
def test_an_id_is_a_short_name(id: str) -> None:
    with pytest.raises(BadInput, match="no id"):
        taught(TaughtConcept(id=id, wishes=("quiet",), met=("calm lane",)))


def test_a_concept_without_a_wish_or_without_a_phrase_is_refused() -> None:
    with pytest.raises(BadInput, match="no wish"):
        taught(TaughtConcept(id="quiet", wishes=(), met=("calm lane",)))
    with pytest.raises(BadInput, match="no phrase"):
        taught(TaughtConcept(id="quiet", wishes=("quiet",)))


@pytest.mark.parametrize(("one", "other"), [("met", "refuted"), ("met", "silent"), ("refuted", "silent")])
def test_the_same_words_in_two_kinds_are_refused(one: str, other: str) -> None:
    with pytest.raises(BadInput, match=f"both as {one} and as {other}"):
        quiet(**{"met": (), one: ("by the tram",), other: ("By the TRAM.",)})


def test_sizes_are_limited() -> None:
    with pytest.raises(BadInput, match=f"{MOST_PHRASES} is the most"):
        quiet(silent=tuple(f"phrase {n}" for n in range(MOST_PHRASES + 1)))
    with pytest.raises(BadInput, match=f"{MOST_WISHES} is the most"):
        quiet(wishes=tuple(f"wish {n}" for n in range(MOST_WISHES + 1)))


def test_extending_keeps_what_was_known_and_refuses_a_contradiction() -> None:
    more = TaughtConcept(id="quiet", wishes=("peaceful",), refuted=("by the tram",))
    both = extended(quiet(), more)
    assert (both.wishes, both.met, both.refuted) == (("quiet", "peaceful"), ("calm lane",), ("by the tram",))
    with pytest.raises(BadInput, match="both as"):
        extended(quiet(), TaughtConcept(id="quiet", wishes=(), refuted=("CALM lane",)))


def test_over_the_packs_own_label_the_users_counts() -> None:
    shipped, own = quiet(met=("calm lane", "thick walls")), quiet(met=(), refuted=("Calm lane",))
    (both,) = overlaid([shipped], [own])
    assert (both.met, both.refuted) == (("thick walls",), ("Calm lane",))


def test_a_packs_lessons_and_a_users_may_be_more_together_than_either_alone() -> None:
    def full(whose: str) -> TaughtConcept:
        return quiet(
            wishes=("quiet", *(f"{whose} wish {n}" for n in range(MOST_WISHES - 1))),
            met=("calm lane", *(f"{whose} phrase {n}" for n in range(MOST_PHRASES - 1))),
        )

    (both,) = overlaid([full("their")], [full("your")])
    assert (len(both.wishes), len(both.met)) == (2 * MOST_WISHES - 1, 2 * MOST_PHRASES - 1)
    with pytest.raises(BadInput, match="is the most"):
        extended(full("their"), full("your"))


@pytest.mark.parametrize("join", [extended, lambda known, more: overlaid([known], [more])[0]])
def test_what_only_one_says_of_the_concept_as_a_whole_is_kept(
    join: Callable[[TaughtConcept, TaughtConcept], TaughtConcept],
) -> None:
    known = replace(quiet(), field="laptops", english="hushed", origin="theirs", language="id")
    assert join(known, quiet()) == known
    assert join(quiet(), known) == known
    assert join(known, replace(quiet(), field="boats")) == replace(known, field="boats")


@given(PHRASES, PHRASES, PHRASES)
def test_teaching_twice_teaches_nothing_new(met: list[str], refuted: list[str], silent: list[str]) -> None:
    try:
        known = quiet(met=tuple(met), refuted=tuple(refuted), silent=tuple(silent))
    except BadInput:
        return
    assert extended(known, known) == known
    assert taught(known) == known
    labels = [folded(text) for text, _ in known.labelled()]
    assert len(labels) == len(set(labels))


def test_labels_come_in_the_order_of_what_is_said() -> None:
    concept = quiet(met=("calm lane",), refuted=("by the tram",), silent=("oak floor",))
    assert [says for _, says in concept.labelled()] == [Says.MEETS, Says.REFUTES, Says.NOTHING]
