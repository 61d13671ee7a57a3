"""Research tasks follow from what a tree lacks."""

from collections.abc import Callable

import pytest

from claimtree.answering.family_index import FamilyIndex
from claimtree.research.tasks import MOST_CENSUSES, MOST_TASKS, ResearchTask, TaskKind, research_tasks

Small = Callable[..., FamilyIndex]


def tasks(index: FamilyIndex, id: str = "I1", *, this_year: int = 2026) -> dict[TaskKind, list[ResearchTask]]:
    found: dict[TaskKind, list[ResearchTask]] = {}
    for one in research_tasks(index, id, most=50, this_year=this_year):
        found.setdefault(one.kind, []).append(one)
    return found


CHILD = """
0 @I1@ INDI
1 NAME Ada /Cole/
1 BIRT
2 DATE 4 MAR 1874
2 PLAC Gambier, Knox County, Ohio, USA
1 DEAT
2 DATE BET 1931 AND 1935
"""


def test_a_child_without_parents_is_looked_for_in_the_next_census_of_its_county(small_tree: Small) -> None:
    found = tasks(small_tree(CHILD))
    (census, *_) = found[TaskKind.CENSUS]
    assert census.what == "1880 census, Knox County, Ohio"
    assert "would be 6" in census.why
    assert "parents, who are unknown" in census.why
    assert [one.line for one in census.evidence] == [5, 6]
    assert "neither is on record" in found[TaskKind.BIRTH][0].why


def test_a_death_between_two_years_is_looked_for_in_newspapers_of_these_years(small_tree: Small) -> None:
    found = tasks(small_tree(CHILD))
    assert found[TaskKind.OBITUARY][0].what.startswith("obituary 1931–1935")
    assert found[TaskKind.OBITUARY][0].years == (1931, 1935)
    assert found[TaskKind.DEATH][0].what.startswith("death record 1931–1935")
    assert "only as 1931–1935" in found[TaskKind.DEATH][0].why


def test_a_census_that_is_on_record_or_burnt_is_not_looked_for(small_tree: Small) -> None:
    counted = "1 CENS\n2 DATE 1880\n2 PLAC Knox County, Ohio"
    for lines in (f"{CHILD}{counted}", CHILD):
        years = [one.years for one in tasks(small_tree(lines)).get(TaskKind.CENSUS, [])]
        assert (1890, 1890) not in years
        assert ((1880, 1880) in years) == (lines == CHILD)
        assert len(years) <= MOST_CENSUSES


def test_where_no_country_is_known_no_census_is_made_up(small_tree: Small) -> None:
    assert TaskKind.CENSUS not in tasks(small_tree(CHILD.replace("Knox County, Ohio, USA", "Nowhere")))


def test_somebody_without_a_death_is_looked_for_after_the_last_sign_of_life(small_tree: Small) -> None:
    lines = "0 @I1@ INDI\n1 NAME Ned /Cole/\n1 BIRT\n2 DATE 1820\n1 RESI\n2 DATE 1871\n2 PLAC Leeds, England"
    (death,) = tasks(small_tree(lines))[TaskKind.DEATH]
    assert death.years == (1871, 1896)
    assert death.what == "death record 1871–1896, Leeds, England"
    assert tasks(small_tree(lines), this_year=1880)[TaskKind.DEATH][0].years == (1871, 1880)


def test_a_couple_with_a_child_and_no_wedding_is_looked_for_before_its_birth(small_tree: Small) -> None:
    lines = """
0 @I1@ INDI
1 NAME Ned /Cole/
1 BIRT
2 DATE 1820
1 DEAT
2 DATE 1880
0 @I2@ INDI
1 NAME Eve /Dunn/
1 BIRT
2 DATE 1822
1 DEAT
2 DATE 1890
0 @I3@ INDI
1 NAME Kit /Cole/
1 BIRT
2 DATE 1845
1 DEAT
2 DATE 1900
0 @F1@ FAM
1 HUSB @I1@
1 WIFE @I2@
1 CHIL @I3@
"""
    (wedding,) = tasks(small_tree(lines))[TaskKind.MARRIAGE]
    assert wedding.years == (1837, 1846)
    assert "Eve Dunn" in wedding.why
    for done in ("1 MARR\n2 DATE 1843", "1 MARR N"):
        assert TaskKind.MARRIAGE not in tasks(small_tree(f"{lines.strip()}\n{done}"))


def test_two_dates_that_cannot_both_be_true_come_first(small_tree: Small) -> None:
    lines = f"{CHILD}1 BIRT\n2 DATE 1879\n"
    first = research_tasks(small_tree(lines), "I1")[0]
    assert first.kind is TaskKind.CONFLICT
    assert "1874" in first.why
    assert "1879" in first.why
    assert TaskKind.CONFLICT not in tasks(small_tree(f"{CHILD}1 BIRT\n2 DATE ABT 1874\n"))


def test_nobody_who_may_be_living_gets_a_task(small_tree: Small) -> None:
    lines = "0 @I1@ INDI\n1 NAME Secretia /Cole/\n1 BIRT\n2 DATE 1999\n2 PLAC Knox County, Ohio"
    assert research_tasks(small_tree(lines), "I1") == ()
    assert research_tasks(small_tree(lines, show_living=True), "I1")
    # Nor do tasks of others name them.
    kin = f"""{lines}
1 FAMC @F1@
0 @I2@ INDI
1 NAME Bo /Cole/
1 SEX M
1 DEAT
2 DATE 2005
1 FAMS @F1@
0 @F1@ FAM
1 HUSB @I2@
1 CHIL @I1@"""
    told = " ".join(f"{one.what} {one.why}" for one in research_tasks(small_tree(kin), "I2", most=50))
    assert told
    assert "Secretia" not in told
    assert "1999" not in told


@pytest.mark.parametrize("date", ["31 FEB 1900", "next Tuesday", "", "BET 1 AND 9000", "AFT 1900", "BEF 1800", "5000"])
def test_dates_of_any_kind_do_no_harm(small_tree: Small, date: str) -> None:
    for tag in ("BIRT", "DEAT", "RESI", "CENS"):
        lines = f"0 @I1@ INDI\n1 NAME X /Y/\n1 {tag}\n2 DATE {date}\n2 PLAC Knox County, Ohio\n1 BURI\n2 PLAC Ohio"
        for one in research_tasks(small_tree(lines), "I1"):
            assert one.years is None or one.years[0] <= one.years[1]


def test_every_task_of_the_demo_tree_has_a_reason_and_lines(demo_tree: FamilyIndex) -> None:
    for id in demo_tree.people:
        found = research_tasks(demo_tree, id, this_year=2026)
        assert len(found) <= MOST_TASKS
        assert not (id in demo_tree.hidden and found)
        for one in found:
            assert one.why.endswith(".")
            assert one.evidence or one.kind in (TaskKind.BIRTH, TaskKind.DEATH)
            assert one.years is None or 0 <= one.years[1] - one.years[0] <= 50
            assert "{" not in one.what + one.why


@pytest.mark.parametrize(
    ("date", "why"),
    [
        ("ABT 1801", "would be about 59"),
        ("BEF 1802", "would be at least 59"),
        ("1801", "would be 59 "),
        ("6 MAY 1801", "would be 59 "),
    ],
)
def test_an_age_in_a_census_is_as_certain_as_the_birth(date: str, why: str, small_tree: Small) -> None:
    lines = f"0 @I1@ INDI\n1 NAME Ada /Cole/\n1 BIRT\n2 DATE {date}\n2 PLAC Knox County, Ohio, USA\n"
    lines += "1 RESI\n2 DATE 1861\n2 PLAC Knox County, Ohio, USA\n1 DEAT\n2 DATE 1865\n"
    found = next(one for one in tasks(small_tree(lines))[TaskKind.CENSUS] if one.years == (1860, 1860))
    assert why in found.why


def test_a_child_is_looked_for_where_the_other_children_were_born(small_tree: Small) -> None:
    lines = """
0 @I1@ INDI
1 NAME Ada /Cole/
1 BIRT
2 DATE 1838
2 PLAC Albany, New York, USA
1 DEAT
2 DATE 1900
1 FAMC @F1@
0 @I2@ INDI
1 NAME Bert /Cole/
1 BIRT
2 DATE 1848
2 PLAC Richmond, Wayne County, Indiana, USA
1 DEAT
2 DATE 1901
1 FAMC @F1@
0 @I3@ INDI
1 NAME Carl /Cole/
1 DEAT Y
0 @F1@ FAM
1 HUSB @I3@
1 CHIL @I1@
1 CHIL @I2@
"""
    (census, *_) = (one for one in tasks(small_tree(lines))[TaskKind.CENSUS] if one.years == (1850, 1850))
    assert census.what == "1850 census, Wayne County, Indiana"
