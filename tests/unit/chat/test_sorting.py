"""Another order of very many hits is that of all of them, though few are looked at."""

from __future__ import annotations

from functools import lru_cache

import pytest
from tests.unit.structured.rows import rows, store_of

from claimtree.chat import selection
from claimtree.chat.orders import Measure, Order
from claimtree.chat.selection import Selector
from claimtree.engine import Engine

ROWS = rows(150, seed=3)


@lru_cache
def engine() -> Engine:
    return store_of(ROWS)[0]


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("most", [1, 5, 20])
def test_the_first_in_order_of_price_are_those_of_all(
    descending: bool, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selection, "SORTED", 30)
    monkeypatch.setattr(selection, "_FEW_MORE", 3)
    criteria = engine().read_question("dijual").claims
    found = Selector(engine()).select(criteria, limit=most, order=Order(by=Measure.PRICE, descending=descending))
    prices = sorted((int(row["price"]) for row in ROWS if row["listing_type"] == "sale"), reverse=descending)
    price_of = {str(row["api_id"]): int(row["price"]) for row in ROWS}
    assert [price_of[str(one.hit.id)] for one in found.hits] == prices[:most]
    assert found.total == len(prices) > 60
