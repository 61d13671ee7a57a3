"""The resolved place wishes of a query, as plain data; made by `places.locate`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from claimtree.model.answers import AskedPlace
from claimtree.model.notices import Notice
from claimtree.model.places import PlaceTest


@dataclass(frozen=True, slots=True, kw_only=True)
class Farther:
    """A wish with a larger radius, or with the neighbouring areas, and its wording."""

    test: PlaceTest
    wording: Notice


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """The notices about an unknown place."""

    alone: Notice
    """Used if nothing else can answer the wish."""
    with_texts: Notice | None
    """Used if texts mention the name and can answer the wish; None if nothing is to be told then."""


@dataclass(frozen=True, kw_only=True)
class Located:
    """The resolved place wishes, by their position among the claims."""

    tests: Mapping[int, PlaceTest] = field(default_factory=dict)
    asked: tuple[AskedPlace, ...] = ()
    wider: Mapping[int, Callable[[], tuple[Farther, ...]]] = field(default_factory=dict)
    """The same wish with growing distances; computed only if there are few results nearby."""
    notices: tuple[Notice, ...] = ()
    unknown: Mapping[int, Missing] = field(default_factory=dict)
    """The notices about unknown places."""
    partial: frozenset[int] = frozenset()
    """Wishes for a kind of which not all places are known."""

    def with_related(self, related: Located, count: int) -> Located:
        """These places, and behind `count` claims those of what is asked of related entities; these
        are not widened when there are few hits."""
        return replace(
            self,
            tests={**self.tests, **{count + i: test for i, test in related.tests.items()}},
            partial=self.partial | {count + i for i in related.partial},
            notices=(*self.notices, *related.notices, *(one.alone for one in related.unknown.values())),
        )
