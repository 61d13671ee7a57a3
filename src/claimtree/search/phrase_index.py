"""Indexes the phrases of a store for resolving wishes: by concept, by name, and as one matrix per
level and type."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from claimtree.model.claims import ConceptId, Name
from claimtree.model.name_folding import name_key
from claimtree.model.phrases import SLOT, Edge, Partition, Phrase, PhraseId, phrase_id
from claimtree.model.plans import Basis
from claimtree.model.precomputed import NOTHING_PRECOMPUTED, Key, KnownWish, PrecomputedEdges
from claimtree.ports import PhraseCriteria, PrecomputingStore, Store
from claimtree.search.coarse_scan import CoarseVectors
from claimtree.search.word_index import SoughtWords, WordIndex


class Found(NamedTuple):
    """A row of a shelf that a rule finds to be about a wish."""

    row: int
    denied: bool
    """What the row says is not what is wished."""
    by: Basis
    probability: float = 1.0
    doubtful: bool = False
    """It is only shown, and decides nothing."""


class IndexedPartition:
    """A partition or a slice of one, with its indexes, which are built lazily and cached."""

    def __init__(self, partition: Partition) -> None:
        self.partition = partition

    @property
    def key(self) -> Key:
        return self.partition.level, self.partition.type

    @property
    def phrases(self) -> Sequence[Phrase]:
        return self.partition.phrases

    @property
    def ids(self) -> NDArray[np.int64]:
        """The phrases' ids, by row."""
        return self.partition.columns.ids

    @property
    def negated(self) -> NDArray[np.bool_]:
        """Which rows are negated."""
        return self.partition.columns.negated

    @cached_property
    def by_concept(self) -> Mapping[ConceptId, Sequence[int]]:
        found: dict[ConceptId, list[int]] = {}
        for row, concept in enumerate(self.partition.columns.concepts):
            if concept is not None:
                found.setdefault(concept, []).append(row)
        return found

    def by_wording(self, pattern: str) -> Sequence[int]:
        """Returns the rows of phrases that no word list knows and that consist of exactly these
        words."""
        if SLOT in pattern:
            return self._by_wording.get(pattern, ())
        # Such a phrase has only its words, so the ids of all its variants can be computed.
        found: list[int] = self.rows_of(bare_phrases(pattern, self.key)).tolist()
        return found

    @cached_property
    def _by_wording(self) -> Mapping[str, Sequence[int]]:
        found: dict[str, list[int]] = {}
        for row in self.wordless.tolist():
            found.setdefault(self.phrases[row].pattern, []).append(row)
        return found

    @cached_property
    def named(self) -> Sequence[int]:
        """Rows of phrases that contain a name."""
        return np.flatnonzero(self.partition.columns.named).tolist()

    def rows_named(self, kind: str) -> Sequence[int]:
        """Returns the rows of phrases with a name of this kind."""
        return self._by_name_kind.get(kind, ())

    def rows_of_name(self, name: Name) -> Sequence[int]:
        """Returns the rows of phrases with the same name, of the same kind."""
        return self._by_name.get((name.kind, name_key(name.text)), ())

    @cached_property
    def _by_name(self) -> Mapping[tuple[str, str], Sequence[int]]:
        found: dict[tuple[str, str], list[int]] = {}
        for row in self.named:
            name = self.phrases[row].name
            if name is not None:
                found.setdefault((name.kind, name_key(name.text)), []).append(row)
        return found

    @cached_property
    def _by_name_kind(self) -> Mapping[str, Sequence[int]]:
        found: dict[str, list[int]] = {}
        for row, kind in enumerate(self.partition.columns.name_kinds):
            if kind is not None:
                found.setdefault(kind, []).append(row)
        return found

    @cached_property
    def nameless(self) -> NDArray[np.intp]:
        """Rows without a name."""
        return np.flatnonzero(~self.partition.columns.named)

    @cached_property
    def wordless(self) -> NDArray[np.intp]:
        """Rows without a concept or a name: only similarity can tell what they mean."""
        known = np.array([concept is not None for concept in self.partition.columns.concepts], np.bool_)
        return np.flatnonzero(~known & ~self.partition.columns.named)

    @cached_property
    def nameless_vectors(self) -> CoarseVectors:
        return self._vectors_for_scan(self.nameless)

    @cached_property
    def wordless_vectors(self) -> CoarseVectors:
        return self._vectors_for_scan(self.wordless)

    def rows_with(self, sought: SoughtWords) -> NDArray[np.intp]:
        """Returns the rows without a name that have all words of a wish, in order."""
        rows = self._word_index.rows_with(sought)
        return rows[~self.partition.columns.named[rows]]

    @cached_property
    def _word_index(self) -> WordIndex:
        return WordIndex(self.partition.signatures, self.partition.pattern)

    def rows_of(self, ids: Iterable[PhraseId]) -> NDArray[np.intp]:
        """Returns the rows of those phrases that are on this shelf, in order."""
        asked = np.array(sorted(ids), np.int64)
        rows = self.ids.searchsorted(asked)
        rows[rows == len(self.ids)] = 0
        found: NDArray[np.intp] = rows[self.ids[rows] == asked] if len(self.ids) else rows[:0]
        return found

    def _vectors_for_scan(self, rows: NDArray[np.intp]) -> CoarseVectors:
        """Returns the vectors of these rows for the scan; reuses the partition's matrix if the rows
        are all of it."""
        vectors = self.partition.vectors
        return CoarseVectors(vectors if len(rows) == len(vectors) else vectors.take(rows))


def bare_phrases(pattern: str, key: Key) -> list[PhraseId]:
    """Returns the ids of all phrases of a level and type that consist of these words only."""
    level, type = key
    return [
        phrase_id(pattern, type, level, negated, disputed=disputed)
        for negated in (False, True)
        for disputed in (False, True)
    ]


class Vocabulary:
    """All phrases of a store, for repeated searches; follows the store's changes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._precomputing = store if isinstance(store, PrecomputingStore) else None
        self._shelves: dict[Key, IndexedPartition] = {}

    def indexed_partitions(self, keys: Collection[Key]) -> Iterator[IndexedPartition]:
        """Yields the shelves one at a time, since a store may hold more phrases than fit in
        memory."""
        for partition in self._store.partitions(keys) if keys else ():
            key = partition.level, partition.type
            if partition.is_slice:
                self._shelves.pop(key, None)
                yield IndexedPartition(partition)
                continue
            shelf = self._shelves.get(key)
            # A store returns the same partition object until it changes.
            if shelf is None or shelf.partition is not partition:
                shelf = self._shelves[key] = IndexedPartition(partition)
            yield shelf

    def precomputed_edges(self, wishes: Collection[KnownWish]) -> PrecomputedEdges:
        """Returns the precomputed judge results for these wishes, as far as the store keeps
        them."""
        if not wishes or self._precomputing is None:
            return NOTHING_PRECOMPUTED
        return self._precomputing.precomputed_edges([wish.id for wish in wishes])

    def finds(self) -> bool:
        """True if the store can look up phrases by their content without a full scan."""
        return self._precomputing is not None

    def find_phrases(self, keys: Collection[Key], by: PhraseCriteria) -> Iterator[IndexedPartition]:
        """Yields shelves with only the phrases that fit; they have no vectors to compare."""
        if self._precomputing is not None:
            for partition in self._precomputing.find_phrases(keys, by):
                yield IndexedPartition(partition)

    def generation(self) -> int:
        """The store's generation; changes with every write."""
        return self._store.generation()

    def edges(self, derived: Collection[PhraseId]) -> Sequence[Edge]:
        return self._store.edges(derived)
