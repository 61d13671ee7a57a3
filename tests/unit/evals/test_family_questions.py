"""The eval of questions over trees: its gold, its scoring, and our own questions over the demo tree."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

from claimtree.answering.answers import answer
from claimtree.answering.family_answer import AnswerKind
from claimtree.packs.find import pack_folder
from evals.family.gold import Asks, Dates, Number, People
from evals.family.questions import DEMO, cases_of, invented, read_index
from evals.family.raw_tree import Days, RawTree, read_days, whole_years
from evals.family.scoring import Outcome, outcome

FILE = pack_folder("family") / "demo" / DEMO


def test_our_questions_over_the_demo_tree_are_answered_or_left_open() -> None:
    cases = list(cases_of(FILE, lambda what, done, of: None, each=1))
    assert len(cases) > 250
    outcomes = [one.outcome for one in cases]
    assert outcomes.count(Outcome.RIGHT) / len(cases) >= 0.97
    assert outcomes.count(Outcome.WRONG) / len(cases) <= 0.01
    assert sum(one.invented for one in cases) == 0


def test_the_same_question_is_right_wrong_or_open_by_its_gold() -> None:
    index = read_index(FILE)
    found = answer("When was Evan Hughes born?", index)
    assert outcome(found, Dates(frozenset({"abt  1801"}))) is Outcome.RIGHT
    assert outcome(found, Dates(frozenset({"1802"}))) is Outcome.WRONG
    assert outcome(found, Asks()) is Outcome.WRONG
    asked = answer("Was Evan Hughes happy?", index)
    assert outcome(asked, Dates(frozenset({"1802"}))) is Outcome.OPEN
    assert outcome(asked, Asks()) is Outcome.RIGHT
    counted = answer("How many people are in the tree?", index)
    assert outcome(counted, Number(166, 166)) is Outcome.RIGHT
    assert outcome(counted, Number(165, 166)) is Outcome.WRONG
    assert outcome(counted, People(frozenset())) is Outcome.WRONG


def test_a_fact_that_its_line_does_not_say_is_invented() -> None:
    found = answer("When was Evan Hughes born?", read_index(FILE))
    lines = FILE.read_text(encoding="utf-8").splitlines()
    assert found.kind is AnswerKind.FACTS
    assert invented(found, lines) == 0
    assert invented(replace(found, facts=(replace(found.facts[0], date="1799"),)), lines) == 1
    assert invented(replace(found, evidence=(found.evidence[0]._replace(line=1),)), lines) == 1


def test_raw_dates_are_days() -> None:
    assert read_days("ABT 1878") == Days(date(1873, 1, 1), date(1883, 12, 31))
    assert read_days("3 MAR 1901") == Days(date(1901, 3, 3), date(1901, 3, 3))
    assert read_days("FEB 1904") == Days(date(1904, 2, 1), date(1904, 2, 29))
    assert read_days("next Tuesday") is None
    exact = Days(date(1900, 5, 2), date(1900, 5, 2))
    assert whole_years(exact, Days(date(1950, 5, 1), date(1950, 5, 2))) == (49, 50)


def test_a_raw_tree_knows_parents_and_siblings(tmp_path: Path) -> None:
    file = tmp_path / "a.ged"
    people = "".join(f"0 @I{at}@ INDI\n1 NAME P{at} /X/\n1 SEX M\n" for at in range(1, 5))
    file.write_text(f"0 HEAD\n{people}0 @F1@ FAM\n1 HUSB @I1@\n1 CHIL @I2@\n1 CHIL @I3@\n0 TRLR\n", encoding="utf-8")
    tree = RawTree(file)
    assert tree.parents("I2") == {"I1"}
    assert tree.siblings("I2") == {"I3"}
    assert tree.descendants("I4") == set()
