"""The two halves of a data set: one is fitted or tuned on, the other measures whether that holds."""

from __future__ import annotations

import hashlib
from enum import StrEnum


class Half(StrEnum):
    """Which part of a set a row belongs to: rules are tuned on one, the other says whether they hold."""

    TUNE = "tune"
    REPORT = "report"


class Split(StrEnum):
    """Which rows to score."""

    TUNE = "tune"
    REPORT = "report"
    ALL = "all"

    def takes(self, half: Half) -> bool:
        return self is Split.ALL or self.value == half.value


def half_of(key: str) -> Half:
    """The half of a key, always the same one: rows that belong together share a key.

    >>> half_of("apartments that allow dogs") is half_of("apartments that allow dogs")
    True
    """
    return Half.TUNE if hashlib.sha256(key.encode()).digest()[0] % 2 == 0 else Half.REPORT
