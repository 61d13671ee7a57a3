"""What an unknown saying is about: the type of the pack's example that it is most like."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from claimtree.model.claims import TypeName
from claimtree.model.pack import Pack
from claimtree.model.phrases import Vectors
from claimtree.ports import Embedder

_REMEMBERED = 50_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A wording that the pack gives for a type."""

    text: str
    type: TypeName


class Examples:
    """The examples of a pack, embedded when first needed."""

    def __init__(self, pack: Pack, embedder: Embedder) -> None:
        self._embedder = embedder
        self._examples = tuple(
            Example(text=text, type=spec.name) for spec in pack.types.values() for text in spec.examples
        )
        self._known: dict[str, Example | None] = {}

    def nearest(self, text: str) -> Example | None:
        """The most similar example; None when the pack gives none."""
        known = self._known
        if text in known:
            return known[text]
        found = self._find(text)
        if len(known) >= _REMEMBERED:
            # Replaced, not emptied: another thread may be looking into it.
            self._known = known = {}
        known[text] = found
        return found

    def _find(self, text: str) -> Example | None:
        if not self._examples:
            return None
        similarity = self._vectors.similarity(self._embedder.embed([text]))[:, 0]
        return self._examples[int(np.argmax(similarity))]

    @cached_property
    def _vectors(self) -> Vectors:
        return self._embedder.embed([example.text for example in self._examples])
