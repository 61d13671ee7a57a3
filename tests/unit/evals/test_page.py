"""The page of docs/evals.md, and that the one in the project is of the reader of today."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from claimtree.cli.eval_names import FAMILY, NAMES, PROPERTY
from claimtree.cli.tables import Table
from claimtree.text.rule_reader import VERSION
from evals.page import MOST_MISSES, markdown, page, summary
from evals.scores import Case, Figure, Mark, Result

PAGE = Path(__file__).parents[3] / "docs" / "evals.md"
REMEDY = "run: make eval PAGE=docs/evals.md"

FIGURE = Figure(
    key="f1", title="claims", measure="F1", values={"tune": 0.9, "report": float("nan")}, counts={"tune": 7}, bar=0.8
)
RESULT = Result(
    name="golden", title="Golden", pack="rentals", pack_version=1, embedder="none", version="1", figures=(FIGURE,)
)


def test_the_page_is_of_the_reader_of_today() -> None:
    assert re.findall(r"^Embedder .* reader (\S+) \w+\.$", PAGE.read_text(encoding="utf-8"), re.MULTILINE) == [
        VERSION
    ], REMEDY


def test_the_page_has_every_eval_and_nothing_was_skipped() -> None:
    text = PAGE.read_text(encoding="utf-8")
    # The property assistant and family trees have pages of their own.
    assert [name for name in NAMES if name not in (PROPERTY, FAMILY) and f"| {name}: " not in text] == [], REMEDY
    assert "# The property assistant, measured" in (PAGE.parent / "property-evaluation.md").read_text(encoding="utf-8")
    assert "# Family trees, measured" in (PAGE.parent / "family-evaluation.md").read_text(encoding="utf-8")
    assert "Skipped: " not in text


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
