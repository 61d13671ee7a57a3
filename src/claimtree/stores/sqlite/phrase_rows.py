"""Phrases as rows and columns; a `Phrase` is decoded only when it is accessed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

import numpy as np
from numpy.typing import ArrayLike

from claimtree.model.claims import ConceptId, LevelName, TypeName
from claimtree.model.phrases import Columns, Phrase
from claimtree.stores.encoding import decode_phrase, disputed_and_words, pattern_of


class LazyPhrases(Sequence[Phrase]):
    """The phrases of a partition, decoded lazily; most are never accessed."""

    def __init__(self, level: LevelName, type: TypeName, rows: Sequence[str]) -> None:
        self._level, self._type, self._rows = level, type, rows

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> Phrase: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Phrase]: ...
    def __getitem__(self, at: int | slice) -> Phrase | Sequence[Phrase]:
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(len(self)))]
        return decode_phrase(self._level, self._type, self._rows[at])

    def pattern(self, at: int) -> str:
        """Returns the pattern of a phrase, without decoding the rest of it."""
        return pattern_of(self._rows[at])


def columns_of(
    ids: ArrayLike,
    negated: ArrayLike,
    concepts: Sequence[ConceptId | None],
    name_kinds: Sequence[str | None],
    wordings: Sequence[str],
) -> Columns:
    """Returns the columns that a search reads of every phrase, from the columns of the table."""
    disputed, words = disputed_and_words(wordings)
    return Columns(
        ids=np.array(ids, np.int64),
        negated=np.array(negated, np.bool_),
        concepts=concepts,
        name_kinds=name_kinds,
        disputed=disputed,
        words=words,
    )
