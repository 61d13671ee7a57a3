"""What a request will cost before it is begun, from what was sent: that decides in which order things are done, and how
much of its rate a key uses up."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable

READING_S_PER_KB = 0.15
"""Processor time that a kilobyte of text is counted as; of words that are made up it may take half as much again."""
REQUEST_S = 0.05
"""What a rate counts as one request; a longer one counts as several."""


def reading(*texts: str) -> float:
    """Seconds to read texts."""
    return sum(len(text.encode("utf-8", "surrogatepass")) for text in texts) / 1000 * READING_S_PER_KB


def searching(text: str, edits: Iterable[str] = ()) -> float:
    """Seconds to read a question and what was changed of it by hand, and to answer it."""
    return REQUEST_S + reading(text, *edits)


def writing(sent: object) -> float:
    """Seconds to read records, taking all that was sent for text."""
    # Not orjson: it refuses large numbers and half characters, which are told of as bad records.
    return len(json.dumps(sent, ensure_ascii=False, default=str)) / 1000 * READING_S_PER_KB


def requests(cost_s: float) -> int:
    """As how many requests it counts.

    >>> requests(0.03), requests(0.09), requests(0.6)
    (1, 1, 12)
    """
    return max(1, math.floor(round(cost_s / REQUEST_S, 6)))
