"""Which taught concept a wish asks for, and what its phrases say about those of a store."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from claimtree.model.claims import ClaimId, LevelName, Name, QueryClaim, TypeName
from claimtree.model.judging import JudgedWishes, Says
from claimtree.model.phrases import Phrase, Vectors
from claimtree.model.taught import TaughtConcept, taught
from claimtree.model.voting import JUDGED, NO_VOTE, WORDS_ONLY
from claimtree.models.hashed import HashedEmbedder
from claimtree.search.apply_taught import Teacher

QUIET = taught(
    TaughtConcept(
        id="quiet",
        wishes=("quiet", "no street noise"),
        met=("peaceful courtyard",),
        refuted=("overlooks the flyover",),
        silent=("quiet carpet cleaner",),
    )
)


class HashedJudge(HashedEmbedder):
    """The hashed embedder as a judge: what is like a wish meets it, unless it is told that the wish is `refuted`."""

    def __init__(self, dimensions: int = 256, *, refuted: Sequence[str] = ()) -> None:
        super().__init__(dimensions)
        self._refuted = self.embed(list(refuted) or [""])

    def judge(self, wishes: Vectors) -> JudgedWishes:
        against = (wishes.similarity(self._refuted).max(axis=1) > 0.99).astype(np.float32)
        unit = wishes.codes * wishes.scales[:, None]
        three = np.stack([unit, unit, np.zeros_like(unit)], axis=1).reshape(-1, self.dimensions)
        lengths = np.stack([10 * (1 - against), 10 * against, np.zeros_like(against)], axis=1)
        bias = np.array([-5, -5, 0], np.float32)
        return JudgedWishes(vectors=Vectors.from_floats(three), lengths=lengths.astype(np.float32), bias=bias)


def wish(
    pattern: str, *, quote: str = "", negated: bool = False, name: Name | None = None, whole: str = ""
) -> QueryClaim:
    return QueryClaim(
        id=ClaimId("c1"),
        text=f"no {whole}" if whole and negated else whole or pattern,
        pattern=pattern,
        type=TypeName("features"),
        level=LevelName("home"),
        quote=quote or pattern,
        negated=negated,
        name=name,
        full_wording=whole,
    )


def phrases(*patterns: str, negated: bool = False) -> list[Phrase]:
    return [
        Phrase(pattern=each, type=TypeName("features"), level=LevelName("home"), negated=negated) for each in patterns
    ]


def says(teacher: Teacher, claim: QueryClaim, stored: Sequence[Phrase]) -> list[int] | None:
    votes = teacher.votes(claim, HashedEmbedder(256).embed([each.pattern for each in stored]), stored.__getitem__)
    return None if votes is None else votes.says.tolist()


@pytest.fixture(params=[HashedEmbedder, HashedJudge])
def teacher(request: pytest.FixtureRequest) -> Teacher:
    return Teacher([QUIET], request.param(256))


def test_the_very_words_take_their_label_for_sure(teacher: Teacher) -> None:
    stored = phrases("Peaceful courtyard!", "overlooks the flyover", "quiet carpet cleaner", "oak floor")
    assert says(teacher, wish("quiet"), stored) == [Says.MEETS, Says.REFUTES, Says.NOTHING, NO_VOTE]


def test_a_wish_that_was_not_taught_gets_no_votes(teacher: Teacher) -> None:
    assert says(teacher, wish("balcony"), phrases("peaceful courtyard")) is None


def test_nothing_taught_votes_on_nothing() -> None:
    assert says(Teacher([], HashedJudge(256)), wish("quiet"), phrases("peaceful courtyard")) is None


def test_the_words_of_the_query_count_as_well_as_what_they_were_read_as(teacher: Teacher) -> None:
    assert says(teacher, wish("calm", quote="Quiet"), phrases("peaceful courtyard")) == [Says.MEETS]


def test_of_a_denied_statement_what_meets_the_wish_refutes_it(teacher: Teacher) -> None:
    claim = wish("street noise", quote="no street noise", negated=True)
    assert says(teacher, claim, phrases("peaceful courtyard", "overlooks the flyover")) == [Says.REFUTES, Says.MEETS]


def test_a_denied_wish_is_about_the_same_statement(teacher: Teacher) -> None:
    claim = wish("quiet", quote="nothing quiet", negated=True)
    assert says(teacher, claim, phrases("peaceful courtyard")) == [Says.MEETS]


NEIGHBOURS = taught(TaughtConcept(id="neighbours", wishes=("quiet neighbours",), met=("nobody upstairs",)))
NO_BARKING = taught(TaughtConcept(id="barking", wishes=("no barking dogs",), met=("only cats live here",)))


def test_a_narrow_wish_is_asked_for_by_its_whole_words_only(teacher: Teacher) -> None:
    narrow = wish("quiet", whole="Quiet neighbours")
    assert says(teacher, narrow, phrases("peaceful courtyard")) is None
    both = Teacher([QUIET, NEIGHBOURS], HashedEmbedder(256))
    stored = phrases("peaceful courtyard", "nobody upstairs")
    assert says(both, narrow, stored) == [NO_VOTE, Says.MEETS]
    assert says(both, wish("quiet"), stored) == [Says.MEETS, NO_VOTE]


def test_a_denied_narrow_wish_is_about_the_same_statement() -> None:
    claim = wish("quiet", whole="quiet neighbours", negated=True)
    assert says(Teacher([NEIGHBOURS], HashedEmbedder(256)), claim, phrases("nobody upstairs")) == [Says.MEETS]


def test_a_narrow_wish_that_was_taught_with_its_negation_is_asked_for_the_other_way_round() -> None:
    claim = wish("dogs", whole="barking dogs", negated=True)
    assert says(Teacher([NO_BARKING], HashedEmbedder(256)), claim, phrases("only cats live here")) == [Says.REFUTES]


def test_a_phrase_that_is_denied_is_left_to_the_rules(teacher: Teacher) -> None:
    stored = phrases("overlooks the flyover", negated=True)
    votes = teacher.votes(wish("quiet"), HashedEmbedder(256).embed(["overlooks the flyover"]), stored.__getitem__)
    assert votes is not None
    assert votes.says.tolist() == [NO_VOTE]
    assert not votes.lift.any()


def test_a_name_is_never_taught(teacher: Teacher) -> None:
    assert says(teacher, wish("quiet", name=Name(kind="place", text="Quiet")), phrases("peaceful courtyard")) is None


def test_two_concepts_that_disagree_about_the_same_words_say_nothing() -> None:
    other = taught(TaughtConcept(id="other", wishes=("quiet",), refuted=("peaceful courtyard",), met=("oak floor",)))
    found = says(
        Teacher([QUIET, other], HashedEmbedder(256)), wish("quiet"), phrases("peaceful courtyard", "oak floor")
    )
    assert found == [Says.NOTHING, Says.MEETS]


def test_texts_that_the_embedder_cannot_read_still_have_their_words() -> None:
    class Latin(HashedEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            rows = super().embed(texts)
            scales = np.where([text.isascii() for text in texts], rows.scales, 0).astype(np.float32)
            return Vectors(codes=rows.codes * (scales != 0)[:, None].astype(np.int8), scales=scales)

    concept = taught(TaughtConcept(id="quiet", wishes=("安静",), met=("安静的院子",)))
    stored = phrases("安静的院子", "靠近高架桥")
    votes = Teacher([concept], Latin(256)).votes(
        wish("安静"), Latin(256).embed([p.pattern for p in stored]), stored.__getitem__
    )
    assert votes is not None
    assert votes.says.tolist() == [Says.MEETS, NO_VOTE]
    assert not votes.lift.any()


def test_near_words_pull_only_where_a_judge_decides() -> None:
    stored = phrases("the peaceful courtyard", "oak floor")
    for embedder, pulled in ((HashedEmbedder(256), False), (HashedJudge(256), True)):
        votes = Teacher([QUIET], embedder).votes(
            wish("quiet"), embedder.embed([each.pattern for each in stored]), stored.__getitem__
        )
        assert votes is not None
        assert votes.says.tolist() == [NO_VOTE, NO_VOTE]
        assert bool(votes.lift[0, Says.MEETS] > votes.lift[0, Says.REFUTES]) is pulled
        assert not votes.lift[1].any()


def test_the_rule_follows_from_the_embedder() -> None:
    assert Teacher([QUIET], HashedEmbedder(256)).rule is WORDS_ONLY
    assert Teacher([QUIET], HashedJudge(256)).rule is JUDGED


def test_the_order_of_the_phrases_changes_nothing(teacher: Teacher) -> None:
    stored = phrases("peaceful courtyard", "overlooks the flyover", "a peaceful small courtyard", "oak floor")
    forth = says(teacher, wish("quiet"), stored)
    back = says(teacher, wish("quiet"), stored[::-1])
    assert forth is not None
    assert back == forth[::-1]


def test_a_wish_that_is_very_like_a_taught_one_and_means_it_asks_for_it() -> None:
    claim = wish("quiet and peaceful bedrooms at night")
    concept = taught(
        TaughtConcept(id="quiet", wishes=("quiet and peaceful bedrooms at nights",), met=("peaceful courtyard",))
    )
    for embedder, asked in (
        (HashedJudge(), ((0, False),)),
        (HashedJudge(refuted=["quiet and peaceful bedrooms at nights"]), ()),
        (HashedJudge(refuted=["quiet and peaceful bedrooms at night"]), ()),
        (HashedEmbedder(256), ()),
    ):
        assert (
            HashedEmbedder(256).embed([claim.pattern]).similarity(embedder.embed(list(concept.wishes))) >= JUDGED.wish
        )
        teacher = Teacher([concept], embedder)
        assert teacher.asked(claim) == asked
        assert teacher.asked(claim) == asked


def test_a_narrow_wish_is_like_a_taught_one_by_its_whole_words() -> None:
    near, far = "quiet and peaceful bedrooms at night", "quiet"
    teacher = Teacher(
        [taught(TaughtConcept(id="quiet", wishes=(f"{near}s",), met=("peaceful courtyard",)))], HashedJudge()
    )
    assert teacher.asked(wish(far, whole=near)) == ((0, False),)
    assert teacher.asked(wish(near, whole=f"{far} neighbours with small children upstairs")) == ()


def test_the_taught_ways_to_ask_count_as_their_mean() -> None:
    judge = HashedJudge(refuted=["no street noise"])
    stored = phrases("quiet lane", "street noise all day", "oak floor")
    vectors = judge.embed([each.pattern for each in stored])
    votes = Teacher([QUIET], judge).votes(wish("quiet"), vectors, stored.__getitem__)
    assert votes is not None
    assert votes.wished is not None
    mean = judge.judge(judge.embed(list(QUIET.wishes))).logits(vectors).mean(axis=1)
    np.testing.assert_allclose(votes.wished, mean, atol=0.1)
    own = judge.judge(judge.embed(["quiet"])).logits(vectors)[:, 0]
    np.testing.assert_allclose(votes.moved(own), own / 3 + 2 * votes.wished / 3 + votes.lift, atol=1e-4)


def test_for_the_opposite_statement_the_taught_ways_to_ask_turn_round() -> None:
    judge = HashedJudge()
    stored = phrases("quiet lane")
    vectors = judge.embed(["quiet lane"])
    teacher = Teacher([taught(TaughtConcept(id="quiet", wishes=("no street noise",), silent=("oak floor",)))], judge)
    straight = teacher.votes(wish("no street noise"), vectors, stored.__getitem__)
    turned = teacher.votes(wish("street noise", quote="no street noise", negated=True), vectors, stored.__getitem__)
    assert straight is not None
    assert turned is not None
    assert straight.wished is not None
    assert turned.wished is not None
    np.testing.assert_allclose(turned.wished[:, [1, 0, 2]], straight.wished, atol=1e-4)
