"""Whom a look-up finds, in which order, why, and how surely."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimtree.answering.ask_result import Candidate, Clue, ClueKind, Found, Sought, SourceType
from claimtree.answering.candidates import CandidateFinder, confidence, finder_of
from claimtree.answering.family_index import FamilyIndex
from claimtree.answering.plan import Base, Relation
from claimtree.family_trees.tree import read_date
from claimtree.kinship.graph import Sex
from claimtree.model.answers import Verdict

TREE = """
0 @I1@ INDI
1 NAME Margaret Ann /Frost/
1 SEX F
1 BIRT
2 DATE ABT 1852
2 PLAC Delphi, Carroll County, Indiana, USA
1 DEAT
2 DATE 1931
1 FAMS @F1@
0 @I2@ INDI
1 NAME Karl Otto /Berg/
1 SEX M
1 BIRT
2 DATE 1 JAN 1850
2 PLAC Berlin, Prussia
1 DEAT
2 DATE 1918
1 FAMS @F1@
0 @I3@ INDI
1 NAME Otto /Berg/
1 SEX M
1 BIRT
2 DATE 9 MAY 1881
2 PLAC Dayton, Montgomery County, Ohio, USA
1 DEAT
2 DATE 1950
1 FAMC @F1@
0 @I4@ INDI
1 NAME Otto /Berg/
1 SEX M
1 BIRT
2 DATE 2 JUN 1884
2 PLAC Boston, Massachusetts, USA
1 DEAT
2 DATE 1951
0 @I5@ INDI
1 NAME Otto /Berg/
1 SEX M
1 BIRT
2 DATE 2 JUN 1884
2 PLAC Boston, Massachusetts, USA
1 DEAT
2 DATE 1951
0 @I6@ INDI
1 NAME Otto /Living/
1 SEX M
1 BIRT
2 DATE 2001
0 @F1@ FAM
1 HUSB @I2@
1 WIFE @I1@
1 CHIL @I3@
1 MARR
2 DATE 1880
2 PLAC Dayton, Ohio
"""


@pytest.fixture
def tree(small_tree: Callable[..., FamilyIndex]) -> FamilyIndex:
    return small_tree(TREE)


def event(kind: str = "", when: str = "", place: str = "") -> Clue:
    return Clue(kind=ClueKind.EVENT, quote="", event=kind, when=read_date(when), place=place)


def look_up(tree: FamilyIndex, name: str, *clues: Clue, most: int = 3) -> Found:
    return finder_of(tree).find(Sought(name=name, clues=clues), most)


def ids(found: Found) -> list[str]:
    return [one.id for one in found.candidates]


@pytest.mark.parametrize(
    "name",
    ["Margaret Ann Frost", "Peggy Frost", "M. A. Frost", "Frost, Margaret", "Margret Frots", "Margaret Berg", "Frost"],
)
def test_somebody_is_found_by_other_ways_to_write_the_name(tree: FamilyIndex, name: str) -> None:
    assert ids(look_up(tree, name))[:1] == ["I1"]


def test_a_year_that_fits_goes_before_one_that_is_missed(tree: FamilyIndex) -> None:
    assert ids(look_up(tree, "Otto Berg", event("birth", "1881")))[0] == "I3"
    assert ids(look_up(tree, "Otto Berg", event("birth", "1885")))[0] == "I4"


def test_a_missed_year_is_refuted_and_says_by_how_much(tree: FamilyIndex) -> None:
    first = look_up(tree, "Margaret Frost", event("birth", "1860")).candidates[0]
    (name, birth) = first.verdicts
    assert (name.verdict, birth.verdict) == (Verdict.MET, Verdict.REFUTED)
    # "About 1852" may be as late as 1857.
    assert birth.because == "born about 1852, Delphi, Carroll County, Indiana, USA: 2 years earlier than said"
    assert 0 < birth.fit < 1


def test_a_year_within_an_uncertain_date_is_met(tree: FamilyIndex) -> None:
    verdict = look_up(tree, "Margaret Frost", event("birth", "1849")).candidates[0].verdicts[1]
    assert verdict.verdict is Verdict.MET


@pytest.mark.parametrize("place", ["Ind.", "Delphi", "Carroll Co., IN", "Dlephi"])
def test_a_place_is_known_by_abbreviations_and_in_spite_of_a_typing_error(tree: FamilyIndex, place: str) -> None:
    assert look_up(tree, "Margaret Frost", event("birth", place=place)).candidates[0].verdicts[1].verdict is Verdict.MET


def test_a_place_of_then_is_one_of_today(tree: FamilyIndex) -> None:
    assert look_up(tree, "Karl Berg", event("birth", place="Germany")).candidates[0].verdicts[1].verdict is Verdict.MET


def test_being_somewhere_is_told_by_any_event_there(tree: FamilyIndex) -> None:
    found = look_up(tree, "Margaret Frost", event("", "ABT 1881", "Ohio")).candidates[0].verdicts[1]
    assert found.verdict is Verdict.MET
    assert "Dayton" in found.because


def test_nobody_was_anywhere_before_being_born(tree: FamilyIndex) -> None:
    first = look_up(tree, "Karl Berg", event("", "1790", "Berlin")).candidates[0]
    assert first.verdicts[1].verdict is Verdict.REFUTED
    assert first.confidence < look_up(tree, "Karl Berg", event("", "1890", "Berlin")).candidates[0].confidence


def test_a_relative_who_is_named_tells_namesakes_apart(tree: FamilyIndex) -> None:
    mother = Clue(
        kind=ClueKind.RELATIVE, quote="", relation=Relation(base=Base.PARENT, sex=Sex.FEMALE), name="Maggie Frost"
    )
    found = look_up(tree, "Otto Berg", mother)
    assert ids(found)[0] == "I3"
    assert found.candidates[0].why[1] == "mother: Margaret Ann Frost (about 1852 – 1931)"
    assert found.candidates[0].verdicts[1].evidence[0].lines


def test_two_of_whom_all_is_equal_share_the_confidence_and_keep_the_order_of_the_file(tree: FamilyIndex) -> None:
    found = look_up(tree, "Otto Berg", event("birth", "1884"))
    assert ids(found)[:2] == ["I4", "I5"]
    first, second = found.candidates[:2]
    assert (first.score, first.confidence) == (second.score, second.confidence)
    assert first.confidence < 70
    assert found.close == 2


def test_a_candidate_has_evidence_of_the_file_with_its_lines(tree: FamilyIndex) -> None:
    first = look_up(tree, "Otto Berg", event("birth", "1881")).candidates[0]
    block = next(one for one in first.evidence if "born" in one.summary)
    assert block.source_type is SourceType.GEDCOM
    assert block.source_id == "small:I3"
    assert "2 DATE 9 MAY 1881" in [line.raw for line in block.lines]
    assert all(0 <= one.confidence <= 100 for one in first.evidence)


def test_nobody_is_found_for_a_name_that_nothing_is_like(tree: FamilyIndex) -> None:
    assert look_up(tree, "Xaver Quirk").candidates == ()
    assert look_up(tree, "").candidates == ()


def test_living_people_are_found_by_no_name(tree: FamilyIndex) -> None:
    assert "I6" not in ids(look_up(tree, "Otto Living", most=10))


def test_no_more_candidates_than_were_asked_for(tree: FamilyIndex) -> None:
    assert len(look_up(tree, "Otto Berg").candidates) == 3
    assert len(look_up(tree, "Otto Berg", most=1).candidates) == 1


def test_one_who_is_like_but_of_another_time_has_little_confidence(tree: FamilyIndex) -> None:
    assert look_up(tree, "Karl Berg", event("birth", "1950"), event("death", "1990")).candidates[0].confidence < 10


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=60), st.integers(1, 5))
def test_any_text_as_a_name_is_looked_up_the_same_way_twice(text: str, most: int) -> None:
    finder = _FINDERS[0]
    sought = Sought(name=text, clues=(event("birth", "1881"),))
    once, again = finder.find(sought, most), finder.find(sought, most)
    assert once == again
    assert len(once.candidates) <= most
    assert sum(one.confidence for one in once.candidates) <= 130
    assert [one.score for one in once.candidates] == sorted((one.score for one in once.candidates), reverse=True)


_FINDERS: list[CandidateFinder] = []


@pytest.fixture(autouse=True, scope="module")
def finder(demo_tree: FamilyIndex) -> None:
    _FINDERS[:] = [finder_of(demo_tree)]


def test_an_order_of_clues_changes_no_candidate(demo_tree: FamilyIndex) -> None:
    clues = (event("birth", "1878", "Indiana"), event("death", "1952"), event("", place="Ohio"))
    once = look_up(demo_tree, "John Miller", *clues)
    turned = look_up(demo_tree, "John Miller", *reversed(clues))
    assert [_told(one) for one in once.candidates] == [_told(one) for one in turned.candidates]


def _told(one: Candidate) -> tuple[str, int]:
    return one.id, one.confidence


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_larger_share_is_never_less_sure(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert 0 <= confidence(low) <= confidence(high) <= 100
