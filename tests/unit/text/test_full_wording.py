"""Wishes as they were said in full, pieces that are no wishes, and the clauses of a document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import SupportsIndex, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.languages import language
from claimtree.languages.normalise import tokenize
from claimtree.model.claims import Claim, ConceptId, EntityId, Facet, LevelName, TypeName
from claimtree.model.hierarchy import Entity, Hierarchy
from claimtree.model.judging import JudgedWishes
from claimtree.model.pack import Concept, FacetSpec, Pack, TypeSpec
from claimtree.model.phrases import Vectors
from claimtree.models.hashed import HashedEmbedder
from claimtree.models.scope import shipped_scope
from claimtree.ports import Embedder
from claimtree.text.full_wording import FEWEST_WORDS, LONGEST_PASSAGE, Passage, passages
from claimtree.text.lexicon import Item
from claimtree.text.rule_reader import RuleReader

AREA, HOME, ROOM = map(LevelName, ("area", "home", "room"))
LOOK, RULE = TypeName("look"), TypeName("rule")
KITCHEN = Facet("kitchen")
ENGLISH = language("en")


def concept(*says: str, type: TypeName = LOOK, levels: tuple[LevelName, ...] = (HOME,)) -> Concept:
    return Concept(id=ConceptId(says[0]), type=type, levels=levels, wording=says[0], says=says)


INNS = Pack(
    name="inns", version=1, languages=("en",), title="Inns", default_type=LOOK, level_weights={},
    hierarchy=Hierarchy(levels=(AREA, HOME, ROOM), answers=HOME),
    types={
        LOOK: TypeSpec(name=LOOK, about="", levels=(AREA, HOME, ROOM), examples=("polished brass",)),
        RULE: TypeSpec(name=RULE, about="", levels=(HOME,), examples=("permission to fish",), firm=True),
    },
    concepts={
        one.id: one
        for one in (
            concept("parking"), concept("pool"), concept("doorman"), concept("microwave"), concept("garden"),
            concept("quiet", levels=(HOME, AREA)), concept("dogs", type=RULE),
        )
    },
    facets={KITCHEN: FacetSpec(name=KITCHEN, level=ROOM, says=("kitchen",), title="kitchen", type=LOOK)},
    nouns={AREA: ("street",), HOME: ("house",)},
)  # fmt: skip


class Judge(HashedEmbedder):
    """A judge that hears only silence: clauses are read for it, and it doubts no claim."""

    def judge(self, wishes: Vectors) -> JudgedWishes:
        nothing = np.zeros((3 * len(wishes), self.dimensions), np.float32)
        return JudgedWishes(
            vectors=Vectors.from_floats(nothing),
            lengths=np.zeros((len(wishes), 3), np.float32),
            bias=np.array([0, 0, 9], np.float32),
        )


def wholes(query: str) -> dict[str, str]:
    """Each wish, and what was said of it in full."""
    return {
        claim.text: claim.full_wording for claim in RuleReader(INNS, scope=shipped_scope()).read_query(query).claims
    }


def clauses(
    text: str, embedder: Embedder | None = None, level: LevelName = HOME, facet: str | None = None
) -> tuple[Claim, ...]:
    about = Entity(id=EntityId("x"), level=level, facet=Facet(facet) if facet else None)
    return (
        RuleReader(INNS, embedder=embedder or Judge(), scope=shipped_scope())
        .read_document(text, about=about, source="s")
        .passages
    )


def items(text: str) -> list[Item]:
    return [Item(word=token.norm, norm=token.norm, start=token.start, end=token.end) for token in tokenize(text)]


# --- wishes in full -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "text", "whole"),
    [
        ("free parking", "free parking", "free parking"),
        ("Our OWN garden", "OWN garden", "OWN garden"),
        ("pool towels", "pool towels", "pool towels"),
        ("pool garden", "pool garden", "pool garden"),
        ("quiet kitchen", "quiet kitchen", "quiet kitchen"),
        ("12 pool", "12 pool", "12 pool"),
        ("doorman round the clock", "doorman round the clock", "doorman round the clock"),
        ("microwave to heat up food", "microwave to heat up food", "microwave to heat up food"),
        ("a lovely heated pool please", "heated pool", "heated pool"),
        ("garden or covered parking", "covered parking", "covered parking"),
        ("must have free parking", "free parking", "free parking"),
        ("a covered and heated pool", "heated pool", "heated pool"),
        ("not a heated pool", "no heated pool", "heated pool"),
        ("no heated pool", "no heated pool", "heated pool"),
    ],
)
def test_the_words_beside_a_wish_that_narrow_it_belong_to_it_and_are_shown(query: str, text: str, whole: str) -> None:
    assert wholes(query)[text] == whole


@pytest.mark.parametrize(
    ("query", "wish"),
    [
        ("parking", "parking"),
        ("a quiet street", "quiet"),
        ("the quiet house", "quiet"),
        ("a really lovely garden", "garden"),
        ("looking for a place with a pool", "pool"),
        ("pool, towels", "pool"),
        ("pool. Heated", "pool"),
        ("pool but towels", "pool"),
        ("pool under 20 m", "pool"),
        ("é pool", "pool"),
    ],
)
def test_what_is_vague_known_or_another_wish_narrows_nothing(query: str, wish: str) -> None:
    assert wholes(query)[wish] == ""


def test_each_wish_has_its_own_words() -> None:
    assert wholes("free parking, a heated pool and a garden") == {
        "free parking": "free parking", "heated pool": "heated pool", "garden": ""
    }  # fmt: skip


def test_a_wish_that_no_list_knows_is_whole_already() -> None:
    assert wholes("bring my telescope") == {"bring my telescope": ""}


ASKED = ["free", "pool", "the", "lovely", "towels", ",", "and", "no", "of", "heated", "quiet", "street"]


@given(st.lists(st.sampled_from(ASKED), max_size=9))
def test_the_whole_is_a_stretch_of_the_query_around_the_wish(words: list[str]) -> None:
    query = " ".join(words)
    for claim in RuleReader(INNS, scope=shipped_scope()).read_query(query).claims:
        assert claim.full_wording in query
        if claim.full_wording:
            assert claim.pattern in claim.full_wording
            assert claim.full_wording != claim.pattern
            assert claim.text == (f"no {claim.full_wording}" if claim.negated else claim.full_wording)


# --- pieces that are no wishes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "wishes"),
    [
        ("doorman round the clock", ["doorman round the clock"]),
        ("microwave to heat up food", ["microwave to heat up food"]),
        ("towels for the pool", ["towels for the pool"]),
        ("garden near the brewery", ["garden", "brewery"]),
        ("garden with chickens", ["garden", "garden with chickens"]),
        ("garden, chickens", ["garden", "chickens"]),
        ("chickens and a garden", ["chickens", "garden"]),
        ("garden without chickens", ["garden", "no chickens"]),
    ],
)
def test_what_is_tied_to_a_wish_is_a_piece_of_it_and_what_is_not_is_another(query: str, wishes: list[str]) -> None:
    assert list(wholes(query)) == wishes


# --- passages -------------------------------------------------------------------------------------------------------


def test_the_clauses_of_a_document_stand_in_their_own_words() -> None:
    found = clauses("The garden slopes down to a stream. Dogs sleep indoors, never upstairs.")
    assert {(one.text, one.quote) for one in found} == {
        ("the garden slopes down to a stream", "The garden slopes down to a stream"),
        ("dogs sleep indoors", "Dogs sleep indoors"),
        ("never upstairs", "never upstairs"),
    }
    assert all(one.concept is None and one.name is None and not one.amounts and not one.negated for one in found)
    assert all(one.pattern == one.text and one.source == "s" for one in found)


def test_a_quote_stands_where_it_says() -> None:
    text = "Breakfast is served daily; the garden slopes down.\nDogs sleep indoors"
    found = clauses(text)
    assert len(found) >= 3
    assert all(text[one.start : one.end] == one.quote for one in found)


@pytest.mark.parametrize(
    ("text", "type"), [("garden fenced for dogs", LOOK), ("dogs roam the garden", RULE), ("dogs roam past dogs", RULE)]
)
def test_a_clause_is_one_passage_under_the_type_of_what_is_said_first_in_it(text: str, type: TypeName) -> None:
    (found,) = clauses(text)
    assert (found.text, found.level, found.type) == (text, HOME, type)


def test_a_clause_whose_first_mention_has_no_place_here_stands_under_that_of_the_next() -> None:
    (found,) = clauses("dogs roam quiet lanes", level=AREA)
    assert (found.level, found.type) == (AREA, LOOK)
    assert clauses("dogs roam lanes", level=AREA) == ()


@pytest.mark.parametrize("text", ["pool and garden", "quiet garden", "a pool with the garden"])
def test_a_clause_of_which_every_telling_word_is_known_is_no_passage(text: str) -> None:
    assert clauses(text) == ()


@pytest.mark.parametrize("text", ["no barking dogs", "pool and tiled garden", "quiet garden hens", "never the heron"])
def test_one_word_more_than_the_lists_know_makes_a_clause_a_passage(text: str) -> None:
    assert [one.text for one in clauses(text)] == [text]


def test_a_clause_about_a_part_is_said_of_the_part() -> None:
    (found,) = [one for one in clauses("The kitchen glows warmly") if one.facet]
    assert (found.level, found.facet) == (ROOM, KITCHEN)
    assert {(one.level, one.facet) for one in clauses("Glows quite warmly", level=ROOM, facet="kitchen")} == {
        (ROOM, KITCHEN)
    }


@pytest.mark.parametrize("text", ["", "Nice.", "ok", "and, or, the", "...", "pool", "!!! ???"])
def test_a_clause_that_says_next_to_nothing_is_no_passage(text: str) -> None:
    assert clauses(text) == ()


@pytest.mark.parametrize(
    "aside",
    ["Call 555-123-4567 for details", "Contact owner@example.com today", "Visit www.example.com for photos"],
)
def test_what_is_aside_is_no_passage(aside: str) -> None:
    found = clauses(f"The garden slopes down. {aside}. Dogs sleep indoors.")
    assert {one.text for one in found} == {"the garden slopes down", "dogs sleep indoors"}


def test_no_passage_holds_an_item_that_is_aside() -> None:
    words = items("warm garden here, cold cellar there, dark attic above")
    cold = next(at for at, item in enumerate(words) if item.norm == "cold")
    assert [text_of(words, one) for one in passages(words, {cold}, (), ENGLISH)] == [
        "warm garden here", "dark attic above"
    ]  # fmt: skip


@pytest.mark.parametrize("embedder", [HashedEmbedder(), None])
def test_to_a_plain_embedder_and_to_none_there_are_no_passages(embedder: Embedder | None) -> None:
    about = Entity(id=EntityId("x"), level=HOME)
    reader = RuleReader(INNS, embedder=embedder, scope=shipped_scope())
    assert reader.read_document("The garden slopes down to a stream", about=about, source="s").passages == ()


def test_passages_change_no_claim() -> None:
    text = "Free parking and a heated pool, no dogs. The kitchen glows warmly."
    about = Entity(id=EntityId("x"), level=HOME)
    plain, judging = (
        RuleReader(INNS, embedder=one, scope=shipped_scope()).read_document(text, about=about, source="s")
        for one in (HashedEmbedder(), Judge())
    )
    assert judging.claims == plain.claims
    assert judging.passages


def text_of(words: Sequence[Item], one: Passage) -> str:
    return " ".join(item.norm for item in words[one.first : one.after])


def test_what_is_known_tells_but_says_no_more() -> None:
    words = items("warm garden, cold cellar, cold garden cellar")
    known = {at for at, item in enumerate(words) if item.norm in ("warm", "garden", "cold")}
    assert [text_of(words, one) for one in passages(words, (), known, ENGLISH)] == ["cold cellar", "cold garden cellar"]
    assert list(passages(words, (), range(len(words)), ENGLISH)) == []


def test_a_clause_of_the_longest_length_stands_whole() -> None:
    words = items(" ".join(["oak", "and", "floor"] * (LONGEST_PASSAGE // 3)))
    assert list(passages(words, (), (), ENGLISH)) == [Passage(first=0, after=LONGEST_PASSAGE)]


def test_a_long_clause_is_parted_at_its_ands() -> None:
    long = items(" and ".join(["warm oak floor"] * 10))
    assert [text_of(long, one) for one in passages(long, (), (), ENGLISH)] == ["warm oak floor"] * 10


def test_what_is_still_longer_goes_on_in_pieces_and_nothing_is_cut() -> None:
    endless = items("oak " * 100 + "and warm floor")
    found = [(one.first, one.after) for one in passages(endless, (), (), ENGLISH)]
    assert found == [(0, 24), (24, 48), (48, 72), (72, 96), (96, 100), (101, 103)]


def test_in_a_long_clause_only_the_parts_that_say_more_are_passages() -> None:
    long = items(" and ".join(["warm garden"] * 8 + ["warm cellar"] + ["warm garden"] * 8))
    known = {at for at, item in enumerate(long) if item.norm in ("warm", "garden")}
    assert [text_of(long, one) for one in passages(long, (), known, ENGLISH)] == ["warm cellar"]


SPOKEN = st.lists(
    st.sampled_from(["oak", "floor", "and", "but", "the", "warm", ",", ".", "12", "a", "pool"]), max_size=80
)
PLACES = st.sets(st.integers(0, 79), max_size=5)


@given(SPOKEN, PLACES, st.sets(st.integers(0, 79)))
def test_passages_are_short_say_more_than_is_known_follow_each_other_and_cross_no_sign(
    words: list[str], aside: set[int], known: set[int]
) -> None:
    said = items(" ".join(words))
    after = 0
    for one in passages(said, aside, known, ENGLISH):
        inside = range(one.first, one.after)
        assert after <= one.first < one.after <= len(said)
        assert FEWEST_WORDS <= len(inside) <= LONGEST_PASSAGE
        assert aside.isdisjoint(inside)
        assert not known.issuperset(inside)
        assert not any(said[i].is_break for i in inside)
        after = one.after


@given(SPOKEN, PLACES, st.sets(st.integers(0, 79)))
def test_the_more_is_known_the_fewer_are_the_passages(words: list[str], some: set[int], more: set[int]) -> None:
    said = items(" ".join(words))
    fewer, all = (set(passages(said, (), known, ENGLISH)) for known in (some | more, some))
    assert fewer <= all


@given(st.lists(st.sampled_from(["oak", "floor", "warm", "and", "but"]), max_size=120))
def test_of_telling_words_only_joints_and_what_stands_alone_are_in_no_passage(words: list[str]) -> None:
    said = items(" ".join(words))
    left = set(range(len(said))).difference(*(range(one.first, one.after) for one in passages(said, (), (), ENGLISH)))
    for at in left:
        beside = {at - 1, at + 1} & set(range(len(said)))
        assert said[at].norm in ("and", "but") or not any(
            i in left and said[i].norm not in ("and", "but") for i in beside
        )


@given(st.text(max_size=200))
def test_any_text_has_passages_or_none(text: str) -> None:
    for one in clauses(text):
        assert one.quote == text[one.start : one.end]
        assert one.text


class Counted(list[Item]):
    """Items that count how often they are looked at."""

    looked = 0

    def __getitem__(self, at: SupportsIndex | slice) -> Item:  # type: ignore[override]
        self.looked += 1
        return cast(Item, super().__getitem__(at))


@pytest.mark.parametrize("text", ["oak ", "and ", "oak and ", "oak floor and warm ", "oak , ", ", ", "the "])
def test_the_work_grows_with_the_length_and_no_faster(text: str) -> None:
    def work(times: int) -> int:
        said = Counted(items(text * times))
        list(passages(said, (), (), ENGLISH))
        return said.looked

    assert work(2_000) <= 2.2 * work(1_000)
