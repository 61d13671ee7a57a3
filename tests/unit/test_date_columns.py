"""Dates in columns: with an article before them, and why a value is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.shared_packs import shared_pack

from claimtree.indexing.date_columns import DateColumns
from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.pack import AmountSpec

PACKS = Path(__file__).parents[1] / "packs"


@pytest.mark.parametrize("text", ["18th century", "1780s"])
def test_a_column_may_have_an_article_before_its_date(text: str) -> None:
    columns, spec = DateColumns(shared_pack(str(PACKS / "museum"))), AmountSpec(kind=AmountKind.DATE, unit="day")
    plain = columns.of(text, spec)
    assert isinstance(plain, Amount)
    assert columns.of(f"the {text}", spec) == columns.of(f"The {text}.", spec) == plain


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("between 1900 and 1800", "ends before it starts"),
        ("1900-1800", "ends before it starts"),
        ("1900–1800", "ends before it starts"),
        ("31 February 1900", "is no date that the calendar has"),
        ("the", "is no date that the calendar has"),
    ],
)
def test_a_column_says_why_it_is_no_date(text: str, why: str) -> None:
    columns, spec = DateColumns(shared_pack(str(PACKS / "museum"))), AmountSpec(kind=AmountKind.DATE, unit="day")
    assert columns.of(text, spec) == why
