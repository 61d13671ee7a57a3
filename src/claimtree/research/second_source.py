"""A second source beside the tree: asked when the tree has nobody, or nobody likely, for a person who is looked for.

The tree comes first, always: where it has somebody likely, no other source is asked. A source that
fails costs its candidates and not the answer; why is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from claimtree.answering.ask_result import MOST_CANDIDATES, Candidate, Found, Sought
from claimtree.answering.candidates import finder_of
from claimtree.answering.family_index import FamilyIndex
from claimtree.errors import SourceApiError

LIKELY: Final = 50
"""The confidence from which on a candidate of the tree is likely."""
MOST_SOURCES: Final = 5


class SecondSource(Protocol):
    """Where else people are looked for."""

    @property
    def name(self) -> str:
        """For messages: the name of a tree, the host of a service."""
        ...

    def find(self, sought: Sought, most: int = MOST_CANDIDATES) -> Found:
        """Returns the candidates of this source, the likeliest first. Raises SourceApiError if it cannot be asked."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Supplemented:
    """What was found in the tree and beside it."""

    found: Found
    asked: tuple[str, ...] = ()
    """The names of the sources that were asked; none if the tree sufficed."""
    failed: tuple[str, ...] = ()
    """Why sources could not be asked, in sentences."""


class OtherTree:
    """Another family tree as a second source."""

    def __init__(self, index: FamilyIndex) -> None:
        self._index = index
        self.name = index.tree

    def find(self, sought: Sought, most: int = MOST_CANDIDATES) -> Found:
        found = finder_of(self._index).find(sought, most)
        # Ids of another tree are told with its name: "I1" may be somebody here, too.
        return replace(found, candidates=tuple(replace(one, id=one.source_id) for one in found.candidates))


def is_weak(found: Found) -> bool:
    """True if the tree has nobody for a person, or nobody likely."""
    return not any(one.confidence >= LIKELY for one in found.candidates)


def supplemented(found: Found, sources: Sequence[SecondSource], most: int = MOST_CANDIDATES) -> Supplemented:
    """Returns what the tree has, and where that is nothing or weak, also what the sources have, each asked in turn
    until one has somebody likely."""
    asked: list[str] = []
    failed: list[str] = []
    candidates: list[Candidate] = [*found.candidates]
    close = found.close
    for source in sources[:MOST_SOURCES]:
        if any(one.confidence >= LIKELY for one in candidates):
            break
        asked.append(source.name)
        try:
            other = source.find(found.sought, most)
        except SourceApiError as error:
            failed.append(error.message)
            continue
        candidates += other.candidates
        close = max(close, other.close)
    # Stable, so that the tree comes first among equals.
    candidates.sort(key=lambda one: -one.confidence)
    return Supplemented(
        found=replace(found, candidates=tuple(candidates[: max(1, most)]), close=close if asked else found.close),
        asked=tuple(asked),
        failed=tuple(failed),
    )
