"""Iterates over a whole store in pages, so that a large one does not have to fit in memory."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, TypeAlias, TypeVar

from claimtree.model.claims import EntityId, LevelName, TypeName
from claimtree.model.phrases import Phrase, Vectors
from claimtree.ports import MovableStore

T = TypeVar("T")
Chunk: TypeAlias = tuple[tuple[Phrase, ...], Vectors]

PAGE: Final = 200
"""Default number of entities per page."""
AT_ONCE: Final = 5_000
"""Phrases that are looked up or written together."""


def slices(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Yields slices of `size` items, in order."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


def pages(store: MovableStore, level: LevelName, *, since: int = 0, size: int = PAGE) -> Iterator[list[EntityId]]:
    """Yields the ids of a level's entities in pages, in order: all, or those written after a
    generation.
    """
    after = None
    while page := store.scan(level, after=after, since=since, limit=size):
        yield [one.id for one in page]
        after = page[-1].id


def phrase_chunks(store: MovableStore, keys: Collection[tuple[LevelName, TypeName]] | None = None) -> Iterator[Chunk]:
    """Yields phrases with their vectors, of all or some partitions, in chunks of `AT_ONCE` whatever
    the size of the partitions.
    """
    phrases: list[Phrase] = []
    vectors: list[Vectors] = []
    for key in store.partition_keys() if keys is None else keys:
        for partition in store.partitions([key]):
            start = 0
            while start < len(partition.phrases):
                some = partition.phrases[start : start + AT_ONCE - len(phrases)]
                phrases += some
                vectors.append(partition.vectors.take(range(start, start + len(some))))
                start += len(some)
                if len(phrases) == AT_ONCE:
                    yield tuple(phrases), Vectors.concatenate(vectors)
                    phrases, vectors = [], []
    if phrases:
        yield tuple(phrases), Vectors.concatenate(vectors)
