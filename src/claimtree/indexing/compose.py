"""Entities to a batch: the phrases that are new, what follows from them, and their vectors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from claimtree.model.pack import Pack
from claimtree.model.phrases import Batch, Edge, IndexedEntity, Phrase, PhraseId, Vectors
from claimtree.ports import Embedder, Foresight, Store
from claimtree.search.precompute import Foreseeing
from claimtree.text.implications import expand


def compose(
    entities: Sequence[IndexedEntity],
    *,
    pack: Pack,
    store: Store,
    embedder: Embedder,
    foreseeing: Foreseeing,
    before_embedding: Callable[[int], None],
) -> Batch:
    """What is written in one transaction; what is new to the store is expanded, embedded and judged."""
    said: dict[PhraseId, Phrase] = {}
    for item in entities:
        for claim in item.claims:
            phrase = Phrase.of(claim)
            said.setdefault(phrase.id, phrase)
    new, edges = closure(said, pack, store)
    vectors = _embedded(new, embedder, before_embedding)
    foreseen = foreseeing.judged(new, vectors) if isinstance(store, Foresight) else None
    return Batch(entities=tuple(entities), phrases=new, vectors=vectors, edges=edges, foreseen=foreseen)


def _embedded(phrases: Sequence[Phrase], embedder: Embedder, tell: Callable[[int], None]) -> Vectors:
    """One row for each phrase. A name is compared by its letters and by nothing else, and has a row of zeros."""
    spoken = [row for row, phrase in enumerate(phrases) if phrase.name is None]
    codes = np.zeros((len(phrases), embedder.dimensions), np.int8)
    scales = np.zeros(len(phrases), np.float32)
    if spoken:
        tell(len(spoken))
        vectors = embedder.embed([phrases[row].pattern for row in spoken])
        codes[spoken], scales[spoken] = vectors.codes, vectors.scales
    return Vectors(codes=codes, scales=scales)


def closure(said: Mapping[PhraseId, Phrase], pack: Pack, store: Store) -> tuple[tuple[Phrase, ...], tuple[Edge, ...]]:
    """The phrases that are not stored yet, with all that follow from them, and the edges between.

    Derived phrases are expanded too: one of them may be said tomorrow, and then it is known, and nobody asks
    again what follows from it.
    """
    new: dict[PhraseId, Phrase] = {}
    edges: list[Edge] = []
    found = said
    while found:
        known = store.known_phrases(found.keys())
        fresh = {id: phrase for id, phrase in found.items() if id not in known}
        new |= fresh
        derived, more = expand(fresh.values(), pack)
        edges += more
        found = {phrase.id: phrase for phrase in derived if phrase.id not in new}
    return tuple(new[id] for id in sorted(new)), tuple(edges)
