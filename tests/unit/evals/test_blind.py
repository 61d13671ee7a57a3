"""Blind runs: which rows markers get, and what their marks say by corpus and basis."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from claimtree.errors import BadInput
from claimtree.model.answers import Verdict
from claimtree.model.plans import Basis
from evals.blind import BASES, load_questions, sampled, scored, write_run
from evals.tick_search import Tick

TICK = Tick(
    corpus="boston",
    question="b1",
    wish="dishwasher",
    at=(0, 10),
    listing="1",
    verdict=Verdict.MET,
    quote="a dishwasher",
    around="There is «a dishwasher».",
    top=True,
    title="Sunny flat",
    text="There is a dishwasher.",
    fields={},
    basis=Basis.CONCEPT,
)
CROSS = replace(TICK, verdict=Verdict.REFUTED, listing="2", quote="no dishwasher", basis=Basis.JUDGE)


def test_every_wish_of_a_question_is_sampled_before_one_is_sampled_twice() -> None:
    many = [replace(TICK, listing=str(number)) for number in range(30)]
    other = replace(TICK, at=(20, 30), wish="dogs allowed")
    some = sampled([*many, other], most_ticks=2, most_crosses=2)
    assert len(some) == 2
    assert other in some


def test_the_same_words_for_the_same_wish_are_one_row() -> None:
    assert sampled([TICK, TICK], most_ticks=5, most_crosses=2) == [TICK]


def test_only_first_hits_are_sampled_as_ticks() -> None:
    assert sampled([replace(TICK, top=False)], most_ticks=5, most_crosses=2) == []


def test_sheets_do_not_tell_what_decided(tmp_path: Path) -> None:
    (sheet,) = write_run([TICK, CROSS], {("boston", "b1"): "a dishwasher"}, tmp_path)
    assert "judge" not in sheet.read_text(encoding="utf-8")
    assert "basis" not in sheet.read_text(encoding="utf-8")
    assert "judge" in (tmp_path / BASES).read_text(encoding="utf-8")


def test_marks_are_counted_by_corpus_and_basis_and_disputed_ones_as_unclear(tmp_path: Path) -> None:
    second = replace(TICK, listing="3", basis=Basis.STEP)
    write_run([TICK, CROSS, second], {("boston", "b1"): "a dishwasher"}, tmp_path)
    marks = tmp_path / "marks.jsonl"
    given = [(TICK, "right"), (CROSS, "wrong"), (second, "right"), (second, "wrong")]
    marks.write_text("".join(f"{json.dumps({'id': one.id, 'mark': mark})}\n" for one, mark in given), encoding="utf-8")
    lines = list(scored(tmp_path, [marks]))
    assert "3 of 3 rows are marked, 1 disputed" in lines
    assert "met basis word: 1.000 right of 1, 0 unclear" in lines
    assert "met corpus boston: 1.000 right of 1, 1 unclear" in lines
    assert "refuted: 0.000 right of 1, 0 unclear" in lines
    assert any(line.startswith("wrong refuted boston judge: a dishwasher") for line in lines)


def test_a_mark_of_another_run_is_an_error(tmp_path: Path) -> None:
    write_run([TICK], {("boston", "b1"): "a dishwasher"}, tmp_path)
    marks = tmp_path / "marks.jsonl"
    marks.write_text(json.dumps({"id": "other", "mark": "right"}), encoding="utf-8")
    with pytest.raises(BadInput, match="no row 'other'"):
        list(scored(tmp_path, [marks]))


@pytest.mark.parametrize("line", ["b1 no tab", "b1\t", "b1\ttwice\nb1\ttwice"])
def test_a_question_without_a_key_of_its_own_is_an_error(line: str, tmp_path: Path) -> None:
    file = tmp_path / "questions.tsv"
    file.write_text(line, encoding="utf-8")
    with pytest.raises(BadInput, match="no key of its own"):
        load_questions(file)
