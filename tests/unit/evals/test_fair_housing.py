"""The eval of fair housing, end to end on cases that are right and on cases that cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.fair_housing import FAIR_HOUSING, load_cases
from evals.golden_file import SHIPPED
from evals.registry import adapter_for
from evals.run import run
from evals.scores import Result


def result_of(folder: Path, *cases: str) -> Result:
    file = folder / "cases.toml"
    file.write_text("".join(f'[[case]]\npack = "rentals"\n{one}\n' for one in cases), encoding="utf-8")
    return run(FAIR_HOUSING, file)


def values(result: Result) -> dict[str, float]:
    return {figure.key: next(reversed(figure.values.values())) for figure in result.figures}


RIGHT = 'text = "2 bedroom without immigrants"\nleft_out = ["without immigrants"]\nkept = ["2 bedroom"]'


def test_a_case_that_is_read_as_it_should_be(tmp_path: Path) -> None:
    result = result_of(tmp_path, RIGHT)
    assert values(result) == {"decision": 1.0, "words": 1.0, "kept": 1.0}
    assert result.misses == ()


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        (RIGHT.replace('["without immigrants"]', '["immigrants"]'), {"decision": 1.0, "words": 0.0, "kept": 1.0}),
        (RIGHT.replace('["without immigrants"]', "[]"), {"decision": 0.0, "kept": 1.0}),
        (
            'text = "2 bedroom near a park"\nleft_out = ["near a park"]\nkept = ["2 bedroom"]',
            {"decision": 0.0, "words": 0.0, "kept": 1.0},
        ),
        (RIGHT.replace('["2 bedroom"]', '["immigrants"]'), {"decision": 1.0, "words": 1.0, "kept": 0.0}),
    ],
)
def test_each_question_has_its_own_figure(case: str, expected: dict[str, float], tmp_path: Path) -> None:
    result = result_of(tmp_path, case)
    assert values(result) == expected
    assert len(result.misses) == 1


def test_words_that_the_text_does_not_say_make_a_bad_row(tmp_path: Path) -> None:
    result = result_of(tmp_path, RIGHT, RIGHT.replace('["2 bedroom"]', '["garden"]'))
    assert len(result.bad_rows) == 1
    assert "garden" in result.bad_rows[0]


@pytest.mark.slow
def test_every_shipped_case_is_scored_by_one_of_the_two() -> None:
    shipped = [row["pack"] for _, row in load_cases(SHIPPED).found]
    scored = 0
    for pack in ("rentals", "property"):
        result = run(adapter_for("fair-housing", pack), SHIPPED)
        assert result.pack == pack
        assert result.bad_rows == ()
        decisions = next(figure for figure in result.figures if figure.key == "decision")
        assert decisions.counts["all"] == shipped.count(pack)
        scored += decisions.counts["all"]
    assert scored == len(shipped)
