"""Which claims of a query are wishes of their own."""

from __future__ import annotations

import pytest

from claimtree.models.scope import shipped_scope
from claimtree.packs.load import load_pack
from claimtree.text.rule_reader import RuleReader


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("gym, free gym", ["gym", "free gym"]),
        ("free gym, Free gym", ["free gym"]),
        ("gym, gym", ["gym"]),
    ],
)
def test_a_wish_that_asks_for_more_is_another_one_and_the_same_twice_is_one(query: str, expected: list[str]) -> None:
    reader = RuleReader(load_pack("rentals"), scope=shipped_scope())
    assert [claim.text for claim in reader.read_query(query).claims] == expected
