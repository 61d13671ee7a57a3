"""Messages that a search gives beside its hits; placeholders in braces are filled in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from claimtree.model.amounts import number_text
from claimtree.model.answers import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchMessages:
    """Messages of a search beside its hits: what it relaxed, could not use, and why a hit has its
    rank.
    """

    language: str
    either: str
    """Between two wishes of which one will do."""
    and_more: str
    # What the answer is an answer to.
    relaxed: str
    relaxed_by: str
    relaxed_far: str
    over: str
    below: str
    at_the_limit: str
    not_denied: str
    none_meets: str
    none_speaks: str
    all_ruled_out: str
    farther: str
    too_many_wishes: str
    # What became of an edit.
    edit_of_nothing: str
    edit_makes_too_many: str
    edit_says_nothing: str
    # Why something stands where it stands.
    refuted: str
    refuted_by: str
    closed: str
    not_strict: str
    place: str
    adds: str
    adds_nothing: str
    misses: str
    nearly: str
    verdicts: Mapping[Verdict, str]
    disputed: str
    """In the place of a verdict, where a source says both."""

    def number(self, value: int) -> str:
        return number_text(value, self.language)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceMessages:
    """Messages about places."""

    taken_for: str
    far_away: str
    any_of: str
    each_of: str
    too_many: str
    unknown: str
    unmapped: str
    similar: str
    no_kind: str
    unrated: str
    behind: str
    within: str
    within_kind: str
    beside: str
