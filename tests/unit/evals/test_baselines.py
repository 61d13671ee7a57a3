"""Baselines: numbers only, by eval, pack, embedder and version."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from claimtree.errors import BadInput
from evals.baselines import SHIPPED, before, change, check_writable, key_of, load, save, since
from evals.scores import Figure, Result

FIGURE = Figure(
    key="f1", title="claims", measure="F1", values={"tune": 0.9, "report": float("nan")}, counts={"tune": 7}, bar=0.8
)
RESULT = Result(
    name="golden", title="Golden", pack="rentals", pack_version=1, embedder="none", version="1", figures=(FIGURE,)
)


def test_a_run_is_held_against_the_last_that_was_saved(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "baselines.json"
    assert before(RESULT, load(file)) == {}
    save(RESULT, file)
    better = replace(RESULT, version="2", figures=(replace(FIGURE, values={"tune": 0.95}),))
    kept = before(better, load(file))
    assert change(better, "f1", "tune", kept) == pytest.approx(0.05)
    assert change(better, "f1", "report", kept) is None
    save(better, file)
    assert list(load(file)) == [key_of(RESULT), key_of(better)]
    assert before(replace(RESULT, embedder="bge-small"), load(file)) == {}


@pytest.mark.parametrize("content", ["{", "[]", "\udcff"])
def test_a_file_that_is_none_of_ours_is_an_error(content: str, tmp_path: Path) -> None:
    file = tmp_path / "baselines.json"
    file.write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(BadInput):
        load(file)


def test_the_shipped_baselines_are_numbers() -> None:
    for figures in load(SHIPPED).values():
        for values in figures.values():
            assert all(isinstance(value, int | float) for value in values.values())


def test_what_moved_is_told_over_all_rows_or_the_half_that_was_scored(tmp_path: Path) -> None:
    file = tmp_path / "baselines.json"
    complete = replace(RESULT, figures=(replace(FIGURE, values={"tune": 0.9, "report": 0.7, "all": 0.8}),))
    save(complete, file)
    kept = before(complete, load(file))
    assert since(complete, complete.figures[0], kept) == "="
    later = replace(complete, figures=(replace(FIGURE, values={"tune": 0.9, "report": 0.8, "all": 0.85}),))
    assert since(later, later.figures[0], kept) == "+0.050"
    tuned = replace(complete, figures=(replace(FIGURE, values={"tune": 0.85}),))
    assert since(tuned, tuned.figures[0], kept) == "-0.050"
    assert since(complete, complete.figures[0], {}) == ""


def test_the_project_keeps_its_figures(tmp_path: Path) -> None:
    assert SHIPPED.is_file()
    check_writable(SHIPPED)
    check_writable(tmp_path / "mine" / "baselines.json")


def test_a_place_that_cannot_be_written_is_told_before_the_run(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    (tmp_path / "folder" / "baselines.json").mkdir(parents=True)
    for file in (tmp_path / "taken" / "baselines.json", tmp_path / "folder" / "baselines.json"):
        with pytest.raises(BadInput, match="cannot be written") as told:
            check_writable(file)
        assert "--baseline" in told.value.hint
