"""How a wish about a place is said back in a language; what stands in braces is filled in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceWording:
    """Texts of wishes about places."""

    in_or_around: str
    good: str
    """Of a kind of place that visitors like; `{near}` is the word of nearness before it, if any."""
    not_near: str
    off: str
    """At least so far away."""
    any_of: str
