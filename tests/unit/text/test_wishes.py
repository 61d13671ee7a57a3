"""Which claims of a query are wishes of their own."""

from __future__ import annotations

import pytest
from tests.shared_packs import shared_reader


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("gym, free gym", ["gym", "free gym"]),
        ("free gym, Free gym", ["free gym"]),
        ("gym, gym", ["gym"]),
    ],
)
def test_a_wish_that_asks_for_more_is_another_one_and_the_same_twice_is_one(query: str, expected: list[str]) -> None:
    assert [claim.text for claim in shared_reader("rentals").read_query(query).claims] == expected
