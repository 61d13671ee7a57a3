"""What the asker is told: the sentences of a language, in which what stands in braces is filled in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentences:
    """Notices, and how wishes about whereabouts are said back."""

    mistyped: str
    unknown: str
    doubtful: str
    both: str
    not_offered: str
    nothing: str
    too_long: str
    unlearned: str
    """Of languages that nobody has written sentences in for the reader to learn."""
    unfair: str
    """Of what asks for people by protected class: which words were left out, and what to ask instead."""
    grounds: Mapping[str, str]
    """What such a class is called."""
    beside: str
    good: str
    """Of a kind of place that visitors like; `{near}` is the word of nearness that stands before it, if one does."""
    not_near: str
    off: str
    """So far off at least."""
    any_of: str
