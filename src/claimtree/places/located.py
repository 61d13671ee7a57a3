"""What wishes about whereabouts come to, as plain data: `locate` makes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from claimtree.model.answers import AskedPlace
from claimtree.model.places import PlaceTest


@dataclass(frozen=True, slots=True, kw_only=True)
class Farther:
    """A wish with a larger radius, or with the areas around, and how that is said."""

    test: PlaceTest
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """What the asker is told about a place that nobody knows."""

    alone: str
    """Where nothing else can answer the wish."""
    beside_words: str
    """Where texts speak of the name, and answer for it."""


@dataclass(frozen=True, kw_only=True)
class Located:
    """What wishes about whereabouts come to, by their position among the claims."""

    tests: Mapping[int, PlaceTest] = field(default_factory=dict)
    asked: tuple[AskedPlace, ...] = ()
    wider: Mapping[int, Callable[[], tuple[Farther, ...]]] = field(default_factory=dict)
    """The same wish looked for farther and farther away; asked for only where there is little nearby."""
    notices: tuple[str, ...] = ()
    unknown: Mapping[int, Missing] = field(default_factory=dict)
    """What the asker is told where nobody knows the place."""
    partial: frozenset[int] = frozenset()
    """Wishes for a kind of which not all places are known."""
