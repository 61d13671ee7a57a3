"""The two halves of a data set: one to fit or tune on, the other to measure the result."""

from __future__ import annotations

import hashlib
from enum import StrEnum


class Half(StrEnum):
    """The half that a row belongs to: rules are tuned on one and measured on the other."""

    TUNE = "tune"
    REPORT = "report"


class Split(StrEnum):
    """The rows to score."""

    TUNE = "tune"
    REPORT = "report"
    ALL = "all"

    def takes(self, half: Half) -> bool:
        return self is Split.ALL or self.value == half.value


def half_of(key: str) -> Half:
    """The half of a key, always the same: rows that belong together share a key.

    >>> half_of("apartments that allow dogs") is half_of("apartments that allow dogs")
    True
    """
    return Half.TUNE if hashlib.sha256(key.encode()).digest()[0] % 2 == 0 else Half.REPORT
