"""Halves, counts and figures: what is printed is counted from cases."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.calibration.halves import Half, Split, half_of
from evals.scores import Case, Confusion, Count, Figure, Goal, Mark, Measure, figures, worst
from evals.tables import confusion_table, doubt_table, group_tables

marks = st.builds(
    Mark,
    figure=st.just("f"),
    group=st.sampled_from("abc"),
    right=st.integers(0, 3),
    extra=st.integers(0, 3),
    missed=st.integers(0, 3),
)
cases = st.lists(
    st.builds(
        Case,
        id=st.uuids().map(str),
        text=st.just("t"),
        marks=st.lists(marks, max_size=4).map(tuple),
        half=st.sampled_from(Half),
    ),
    max_size=20,
    unique_by=lambda case: case.id,
)
GOAL = Goal(key="f", title="all of it", measure=Measure.F1, by="letter")


@given(st.text())
def test_a_key_falls_into_one_half_only(key: str) -> None:
    half = half_of(key)
    assert [split for split in (Split.TUNE, Split.REPORT) if split.takes(half)] == [Split(half.value)]
    assert Split.ALL.takes(half)


def test_both_halves_are_about_as_large() -> None:
    tuned = sum(half_of(f"row {i}") is Half.TUNE for i in range(2_000))
    assert 850 < tuned < 1_150


@given(cases)
def test_f1_lies_between_precision_and_recall(found: list[Case]) -> None:
    total = Count()
    for case in found:
        for mark in case.marks:
            total.add(mark, case.id)
    if total.right:
        assert min(total.precision, total.recall) - 1e-9 <= total.f1 <= max(total.precision, total.recall) + 1e-9


@given(cases)
def test_the_rows_of_a_table_add_up_to_its_last_row(found: list[Case]) -> None:
    (table,) = group_tables([GOAL], found)
    if len(table.rows) > 1:
        *groups, last = table.rows
        for column in (2, 3, 4):
            assert sum(int(row[column]) for row in groups) == int(last[column])


@given(cases)
def test_a_figure_over_all_lies_between_its_halves(found: list[Case]) -> None:
    (figure,) = figures([GOAL], found)
    values = figure.values
    if len(values) == 3 and not any(map(math.isnan, values.values())):
        low, high = sorted((values["tune"], values["report"]))
        assert low - 1e-9 <= values["all"] <= high + 1e-9


def test_a_figure_knows_whether_it_reaches_its_bar() -> None:
    case = Case(id="1", text="t", marks=(Mark(figure="f", group="a", right=9, missed=1),))
    (figure,) = figures([replace(GOAL, measure=Measure.ACCURACY, bar=0.9)], [case])
    assert figure.values == {"tune": 0.9}
    assert figure.reaches("tune") is True
    assert replace(figure, at_most=True, bar=0.5).reaches("tune") is False
    assert figure.reaches("report") is None


def test_a_bar_is_shown_with_its_side_and_held_against_halves_that_have_rows() -> None:
    figure = Figure(key="f", title="f", measure="F1", values={"tune": 0.9, "report": math.nan}, counts={}, bar=0.8)
    assert (figure.bar_shown, figure.reached) == ("≥ .800", "yes")
    assert replace(figure, values={"tune": 0.9, "report": 0.7, "all": 0.8}).reached == "no"
    assert replace(figure, values={"tune": math.nan}).reached == ""
    slow = replace(figure, values={"all": 3.5}, bar=3.0, unit="ms", at_most=True)
    assert (slow.bar_shown, slow.reached) == ("≤ 3.00 ms", "no")
    assert (replace(slow, bar=None).bar_shown, replace(slow, bar=None).reached) == ("", "")


def test_a_goal_for_a_table_only_gives_no_figure() -> None:
    case = Case(id="1", text="t", marks=(Mark(figure="f", group="a", right=1), Mark(figure="f", group="b", right=1)))
    goal = replace(GOAL, only_table=True)
    assert figures([goal], [case]) == ()
    assert [row[0] for row in group_tables([goal], [case])[0].rows] == ["a", "b"]


def test_the_worst_miss_comes_first_and_doubtful_rows_last() -> None:
    def case(id: str, missed: int, why: str = "") -> Case:
        return Case(id=id, text="t", marks=(Mark(figure="f", group="a", missed=missed),), why=why)

    found = [case("fine", 0), case("bad", 1), case("worse", 3), case("doubtful", 5, "wrong label")]
    assert [one.id for one in worst(found, 9)] == ["worse", "bad", "doubtful"]
    (row,) = doubt_table(found).rows
    assert row[:3] == ("wrong label", "1", "1")


@pytest.mark.parametrize("most", [1, 2])
def test_the_most_frequent_confusions_are_shown_and_the_rest_counted(most: int) -> None:
    often, once = Confusion(slot="a", expected="1", read="2"), Confusion(slot="b", expected="1", read="")
    case = Case(id="1", text="t", marks=(), confusions=(once, often, often))
    table = confusion_table([case], most)
    assert table.rows[0] == ("a", "1", "2", "2")
    assert bool(table.note) == (most == 1)
