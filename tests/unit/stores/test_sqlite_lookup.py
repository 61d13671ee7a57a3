"""What is looked up by a key is asked of two indexes, which have to agree."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing

import numpy as np
import pytest

from claimtree.model.phrases import PhraseId
from claimtree.stores.sqlite.faults import DamagedRow
from claimtree.stores.sqlite.key_rows import PhraseNumbers, require_same_pairs


def test_a_damaged_key_that_equals_another_one_is_noticed() -> None:
    """The numbers are the same in both indexes; the keys that they belong to are not."""
    assert require_same_pairs("phrases", [(2, 7), (1, 5)], [(1, 5), (2, 7)]) == [(2, 7), (1, 5)]
    with pytest.raises(DamagedRow, match="two indexes of phrases differ"):
        require_same_pairs("phrases", [(1, 5), (1, 7)], [(1, 5), (2, 7)])


def test_two_partitions_that_are_noted_at_the_same_time_are_both_known() -> None:
    numbers = PhraseNumbers()

    def note(key: object, first: int) -> None:
        ids = np.arange(first, first + 3, dtype=np.int64)
        numbers.note_partition(key, ids, (ids - 10).astype(np.int32))

    class OvertakenKey:
        """A key by which another thread notes a partition while this one is being noted."""

        def __init__(self) -> None:
            self.other = threading.Thread(target=note, args=("other", 20))

        def __hash__(self) -> int:
            if self.other.ident is None:
                self.other.start()
                self.other.join(timeout=0.2)  # ends before, unless it waits for its turn
            return 1

    key = OvertakenKey()
    note(key, 10)
    key.other.join()
    with closing(sqlite3.connect(":memory:")) as empty:
        assert numbers.nums(empty, [PhraseId(11), PhraseId(21)]) == {11: 1, 21: 11}
        assert numbers.ids(empty, [1, 11]).tolist() == [11, 21]
