"""A judge's precomputed verdicts: edges from the wishes that a pack knows to the phrases that
answer them.

A pack's concepts are wishes whose words are known beforehand. Each new phrase is judged against all
of them once, when it is written; a query for a concept then compares nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from claimtree.model.claims import LevelName, TypeName

Key: TypeAlias = tuple[LevelName, TypeName]
"""The level and type of phrases."""
Edges: TypeAlias = NDArray[np.void]

EDGE = np.dtype(
    [("wish", "<u4"), ("phrase", "<i8"), ("key", "<u2"), ("chance", "<f4"), ("denied", "?"), ("negated", "?")]
)
"""Wish and key by number. `denied`: the words refute the wish; `negated`: the phrase denies them."""


@dataclass(frozen=True, kw_only=True)
class KnownWish:
    """A wish in words that are known beforehand, with all that decides which verdicts on it are
    kept.
    """

    pattern: str
    keys: frozenset[Key]
    """Levels and types of the phrases that may answer it."""
    judge: str
    """The name of the embedder that judges."""
    least: float
    """The probability from which a phrase is kept."""
    silence: float
    """See `Bars`."""

    @cached_property
    def id(self) -> str:
        """A hash that changes with anything that would change the verdicts."""
        keys = sorted(f"{level} {type}" for level, type in self.keys)
        parts = [self.judge, self.pattern, repr(self.least), repr(self.silence), *keys]
        return hashlib.blake2b("\x1f".join(parts).encode(), digest_size=12).hexdigest()


@dataclass(frozen=True, eq=False, kw_only=True)
class PrecomputedEdges:
    """Verdicts of some phrases on known wishes: an edge wherever it may be worth showing."""

    wishes: Sequence[str]
    """The ids of all wishes that the phrases were judged against; edges refer to them by index."""
    keys: Sequence[Key]
    edges: Edges


NOTHING_PRECOMPUTED = PrecomputedEdges(wishes=(), keys=(), edges=np.zeros(0, EDGE))
