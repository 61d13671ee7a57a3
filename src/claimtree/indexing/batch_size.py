"""Chooses how many documents are written per batch.

A batch holds what is read in a few seconds, so that documents soon can be found: few at first, and
later enough for a model to run at its best.
"""

from __future__ import annotations

_FIRST = 16
_SHORT_S, _LONG_S = 2.0, 6.0


class BatchSizer:
    """The size of the next batch, by how long the last one took.

    >>> sizer = BatchSizer(most=100)
    >>> sizer.size, sizer.adapt(0.2), sizer.size, sizer.adapt(9.0), sizer.size
    (16, None, 32, None, 16)
    """

    def __init__(self, *, most: int) -> None:
        self._most = most
        self.size = min(_FIRST, most)

    def adapt(self, seconds: float) -> None:
        """Double the size after a quick batch, halve it after a slow one."""
        if seconds < _SHORT_S:
            self.size = min(2 * self.size, self._most)
        elif seconds > _LONG_S:
            self.size = max(self.size // 2, 1)
