"""Baselines: numbers only, by eval, pack, embedder and version; and the page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from claimtree.errors import BadInput
from claimtree.evals.baselines import SHIPPED, before, change, key_of, load, save
from claimtree.evals.page import MOST_MISSES, markdown, page, summary
from claimtree.evals.scores import Case, Figure, Mark, Result, Table

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


def test_the_page_shows_figures_few_misses_and_what_was_skipped() -> None:
    mark = Mark(figure="f1", group="a", missed=1)
    misses = tuple(Case(id=str(n), text=f"text {n} | `x`", marks=(mark,), expected="a", read="b") for n in range(9))
    text = page([replace(RESULT, misses=misses)], ["overnight: no data"])
    assert "| golden: claims (F1) | ≥ .800 | .900 | – | – |" in text
    assert "Skipped: overnight: no data" in text
    assert text.count("– expected") == MOST_MISSES


def test_a_bar_that_only_one_half_reaches_is_not_reached() -> None:
    figure = replace(FIGURE, values={"tune": 0.9, "report": 0.7, "all": 0.8})
    assert summary([replace(RESULT, figures=(figure,))]).rows[0][-2] == "no"


def test_a_table_keeps_its_columns_whatever_a_cell_says() -> None:
    table = Table(title="", heads=("a", "b"), rows=(("x|y", "z"),))
    assert markdown(table).splitlines()[-1] == "| x\\|y | z |"
