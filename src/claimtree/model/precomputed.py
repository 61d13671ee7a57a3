"""What a judge said of phrases before anybody asked: edges from the wishes that a pack knows to what answers them.

A pack's concepts are wishes in words that are known beforehand. Each new phrase is judged against all of them once,
when it is written; who asks for a concept later compares nothing.
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
"""Which phrases: those of a level and a type."""
Edges: TypeAlias = NDArray[np.void]

EDGE = np.dtype(
    [("wish", "<u4"), ("phrase", "<i8"), ("key", "<u2"), ("chance", "<f4"), ("denied", "?"), ("negated", "?")]
)
"""Which wish and which key by their numbers. `denied`: the words refute the wish; `negated`: the phrase denies them."""


@dataclass(frozen=True, kw_only=True)
class KnownWish:
    """A wish in words that are known beforehand, with all that decides what is kept of a judge's word on it."""

    pattern: str
    keys: frozenset[Key]
    """Of the phrases that may answer it."""
    judge: str
    """The name of the embedder that judges."""
    least: float
    """The chance from which on a phrase is kept."""
    silence: float
    """See `Bars`."""

    @cached_property
    def id(self) -> str:
        """Another for whatever would be judged otherwise."""
        keys = sorted(f"{level} {type}" for level, type in self.keys)
        parts = [self.judge, self.pattern, repr(self.least), repr(self.silence), *keys]
        return hashlib.blake2b("\x1f".join(parts).encode(), digest_size=12).hexdigest()


@dataclass(frozen=True, eq=False, kw_only=True)
class Foreseen:
    """What some phrases say about known wishes: an edge wherever it may be worth showing."""

    wishes: Sequence[str]
    """The ids of all wishes that the phrases were judged against; edges name them by their places here."""
    keys: Sequence[Key]
    edges: Edges
