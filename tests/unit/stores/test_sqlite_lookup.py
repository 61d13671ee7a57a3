"""What is looked up by a key is asked of two indexes, which have to agree."""

from __future__ import annotations

import pytest

from claimtree.stores.sqlite.faults import DamagedRow
from claimtree.stores.sqlite.lookup import require_same_pairs


def test_a_damaged_key_that_equals_another_one_is_noticed() -> None:
    """The numbers are the same in both indexes; the keys that they belong to are not."""
    assert require_same_pairs("phrases", [(2, 7), (1, 5)], [(1, 5), (2, 7)]) == [(2, 7), (1, 5)]
    with pytest.raises(DamagedRow, match="two indexes of phrases differ"):
        require_same_pairs("phrases", [(1, 5), (1, 7)], [(1, 5), (2, 7)])
