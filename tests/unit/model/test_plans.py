"""How a plan's wishes become units, groups and gates."""

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from claimtree.model.claims import ClaimId, Facet, LevelName, QueryClaim, Strength, TypeName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.phrases import PhraseId
from claimtree.model.plans import FULL_SCORE, GRADES, Basis, Matches, PhraseMatch, Plan, Wish, grade
from claimtree_testing.worlds import random_world

AREA, HOME, ROOM = LevelName("area"), LevelName("home"), LevelName("room")
TREE = Hierarchy(levels=(AREA, HOME, ROOM), answers=HOME)


def wish(
    level: LevelName = HOME,
    *,
    facet: str | None = None,
    group: int | None = None,
    or_group: int | None = None,
    required: bool = False,
    negated: bool = False,
    matches: tuple[PhraseMatch, ...] = (),
) -> Wish:
    claim = QueryClaim(
        id=ClaimId("w"),
        text="w",
        pattern="w",
        type=TypeName("t"),
        level=level,
        quote="w",
        facet=Facet(facet) if facet else None,
        group=group,
        or_group=or_group,
        negated=negated,
        strength=Strength.REQUIRED if required else Strength.PREFERRED,
    )
    return Wish(claim=claim, matches=matches, points=(0,) * (GRADES + 1))


def plan(*wishes: Wish, strict: bool = False) -> Plan:
    return Plan(hierarchy=TREE, wishes=wishes, strict=strict)


@given(st.floats(0, 1), st.floats(0, 1))
def test_grades_never_fall_as_probability_rises(one: float, other: float) -> None:
    low, high = sorted([one, other])
    assert 0 <= grade(low) <= grade(high) <= GRADES
    assert (grade(high) == 0) == (high == 0)


def test_the_highest_score_fits_in_sixteen_bits() -> None:
    """All sixteen grades for one wish that has all the weight: the best in full, the others a tenth each."""
    points = [FULL_SCORE * g // GRADES // 10 * 10 for g in range(GRADES + 1)]
    assert points[GRADES] + sum(p // 10 for p in points[:GRADES]) < 2**16


def test_an_or_group_is_one_unit_where_it_is_first_spoken_of() -> None:
    asked = plan(wish(or_group=2), wish(), wish(or_group=2, required=True), wish(or_group=0))
    assert [unit.wishes for unit in asked.units] == [(0, 2), (1,), (3,)]
    assert [unit.required for unit in asked.units] == [True, False, False]


def test_only_required_wishes_that_are_not_negated_gate() -> None:
    asked = plan(
        wish(AREA, required=True),
        wish(HOME, required=True, negated=True),
        wish(ROOM),
        wish(ROOM, required=True, or_group=1),
        wish(AREA, or_group=1),
    )
    assert [set(unit.gate_levels) for unit in asked.units] == [{AREA}, set(), set(), {ROOM}]
    assert asked.gate_levels == {AREA, ROOM}


def test_a_wish_that_may_be_misread_does_not_gate() -> None:
    misread = wish(AREA, required=True)
    asked = plan(replace(misread, claim=replace(misread.claim, unsure=True)), wish(HOME, required=True))
    assert asked.gate_levels == {HOME}


def test_wishes_below_the_answers_bind_by_level_facet_and_group() -> None:
    asked = plan(
        wish(ROOM, facet="kitchen"),
        wish(HOME, facet="kitchen"),
        wish(ROOM, facet="kitchen"),
        wish(ROOM, facet="bath"),
        wish(ROOM, facet="kitchen", group=1),
    )
    found = {(binding.facet, binding.units) for binding in asked.bindings}
    assert found == {("kitchen", ((0,), (2,))), ("bath", ((3,),)), ("kitchen", ((4,),))}
    assert asked.bound == {0, 2, 3, 4}


def test_wishes_for_no_facet_bind_each_by_itself() -> None:
    asked = plan(wish(ROOM, group=1), wish(ROOM, group=1), wish(ROOM, or_group=1), wish(ROOM, or_group=1))
    assert [binding.units for binding in asked.bindings] == [((0,),), ((1,),), ((2,),), ((3,),)]


def test_the_more_demanding_group_chooses_first_and_equal_ones_as_asked() -> None:
    asked = plan(
        wish(ROOM, facet="bed", group=1),
        wish(ROOM, facet="bed", group=2),
        wish(ROOM, facet="bed", group=2),
        wish(ROOM, facet="bed", group=3, required=True),
        wish(ROOM, facet="bed", group=4),
    )
    assert [binding.units for binding in asked.bindings] == [((3,),), ((1,), (2,)), ((0,),), ((4,),)]


def test_alternatives_in_one_group_are_one_unit_of_the_group() -> None:
    asked = plan(wish(ROOM, facet="bed", or_group=1), wish(ROOM, facet="bed"), wish(ROOM, facet="bed", or_group=1))
    assert [binding.units for binding in asked.bindings] == [((0, 2), (1,))]


def test_matches_are_found_by_the_level_of_their_phrases() -> None:
    matches = tuple(PhraseMatch(phrase=PhraseId(i), level=level, holds=1) for i, level in enumerate((HOME, AREA, HOME)))
    assert wish(matches=matches).by_level == {HOME: (matches[0], matches[2]), AREA: (matches[1],)}


@given(st.integers(0, 10_000))
def test_units_and_groups_share_out_the_wishes(seed: int) -> None:
    for asked in random_world(seed, size=2).plans:
        everyone = sorted(i for unit in asked.units for i in unit.wishes)
        assert everyone == list(range(len(asked.wishes)))
        bound = sorted(i for binding in asked.bindings for unit in binding.units for i in unit)
        below = [i for i, one in enumerate(asked.wishes) if one.claim.level in asked.hierarchy.below]
        assert bound == below


@given(st.integers(0, 10_000))
def test_without_a_unit_the_other_units_stay_as_they_were(seed: int) -> None:
    for asked in random_world(seed, size=2).plans:
        for gone in asked.units:
            rest = asked.without(gone)
            kept = [[asked.wishes[i] for i in unit.wishes] for unit in asked.units if unit != gone]
            assert [[rest.wishes[i] for i in unit.wishes] for unit in rest.units] == kept
            assert rest.strict == asked.strict


def maybe_match(phrase: int, holds: int, by: Basis = Basis.JUDGE, level: str = "home") -> PhraseMatch:
    return PhraseMatch(phrase=PhraseId(phrase), level=LevelName(level), holds=holds, by=by, doubtful=True)


def maybes(*others: PhraseMatch) -> Matches:
    return Matches(
        doubtful=True,
        phrases=np.array([2, 5, 9]),
        levels=(LevelName("home"), LevelName("room")),
        level=np.array([0, 1, 0]),
        holds=np.array([8, -3, 8]),
        others=others,
    )


JUDGED = (maybe_match(2, 8), maybe_match(5, -3, level="room"), maybe_match(9, 8))


def test_what_may_answer_a_wish_reads_like_a_tuple_of_matches() -> None:
    found = maybes()
    assert (len(found), tuple(found), found[1], found[-1:]) == (3, JUDGED, JUDGED[1], JUDGED[2:])
    assert found == JUDGED
    assert found != JUDGED[:2]


def test_what_rules_doubt_stands_among_what_the_judge_doubts() -> None:
    rule = maybe_match(7, 16, Basis.CONCEPT)
    found = maybes(rule)
    assert tuple(found) == (*JUDGED[:2], rule, JUDGED[2])
    assert (found.get(PhraseId(7)), found.get(PhraseId(5)), found.get(PhraseId(6))) == (rule, JUDGED[1], None)
    assert sorted(found.ids()) == [2, 5, 7, 9]


def test_every_match_is_regraded_alike() -> None:
    found = maybes(maybe_match(7, 16, Basis.CONCEPT)).regraded(lambda grade: grade // 2)
    assert [match.holds for match in found] == [4, -2, 8, 4]


def test_a_wish_says_of_a_phrase_what_is_sure_or_else_what_may_be() -> None:
    sure = PhraseMatch(phrase=PhraseId(3), level=LevelName("home"), holds=16)
    asked = replace(wish(matches=(sure,)), doubtful=maybes())
    assert (asked.says(PhraseId(3)), asked.says(PhraseId(9)), asked.says(PhraseId(4))) == (sure, JUDGED[2], None)
    assert asked.phrases == {2, 3, 5, 9}
