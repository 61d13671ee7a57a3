"""Estimates the cost of a request before it starts, from what was sent: the estimate decides the
order of work, and how much of its rate limit a key uses up."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable

READING_S_PER_KB = 0.15
"""Estimated CPU time per kilobyte of text; made-up words may take half as much again."""
REQUEST_S = 0.05
"""CPU time that the rate limit counts as one request; a longer request counts as several."""


def reading(*texts: str) -> float:
    """Returns the seconds to read texts."""
    return sum(len(text.encode("utf-8", "surrogatepass")) for text in texts) / 1000 * READING_S_PER_KB


def searching(text: str, edits: Iterable[str] = ()) -> float:
    """Returns the seconds to read a question and its edits, and to answer it."""
    return REQUEST_S + reading(text, *edits)


def writing(sent: object) -> float:
    """Returns the seconds to read records, counting everything sent as text."""
    # Not orjson: it rejects large numbers and lone surrogates, which are reported as bad records
    # instead.
    return len(json.dumps(sent, ensure_ascii=False, default=str)) / 1000 * READING_S_PER_KB


def requests(cost_s: float) -> int:
    """Returns the number of requests that this cost counts as.

    >>> requests(0.03), requests(0.09), requests(0.6)
    (1, 1, 12)
    """
    return max(1, math.floor(round(cost_s / REQUEST_S, 6)))
