"""Messages about the reading of a query, in a language; placeholders in braces are filled in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentences:
    """Notices, and wordings of wishes about places."""

    mistyped: str
    unknown: str
    doubtful: str
    both: str
    not_offered: str
    nothing: str
    too_long: str
    unlearned: str
    """For languages that the learned reader was not trained on."""
    unfair: str
    """For a query that asks for people by protected class: the words left out, and what to ask
    instead.
    """
    grounds: Mapping[str, str]
    """The name of each such class."""
    beside: str
    good: str
    """For a kind of place that visitors rate well; `{near}` is the word of nearness before it, if
    there is one.
    """
    not_near: str
    off: str
    """At least that far away."""
    any_of: str
