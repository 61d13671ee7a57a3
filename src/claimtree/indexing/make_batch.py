"""Makes a batch of entities: with the new phrases, the phrases they imply, and their vectors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from claimtree.model.pack import Pack
from claimtree.model.phrases import Batch, Edge, IndexedEntity, Phrase, PhraseId, Vectors, phrases_of_claims
from claimtree.ports import Embedder, PrecomputingStore, Store
from claimtree.search.precompute import Precomputer
from claimtree.text.implications import expand


def compose(
    entities: Sequence[IndexedEntity],
    *,
    pack: Pack,
    store: Store,
    embedder: Embedder,
    precomputer: Precomputer,
    before_embedding: Callable[[int], None],
) -> Batch:
    """Returns what is written in one transaction; phrases that are new to the store are expanded,
    embedded and judged.
    """
    phrases: dict[PhraseId, Phrase] = {}
    of_claims = phrases_of_claims(entities)
    for item, ids in zip(entities, of_claims, strict=True):
        for claim, id in zip(item.claims, ids, strict=True):
            if id not in phrases:
                phrases[id] = Phrase.of(claim)
    batch = embedded_closure(
        phrases,
        pack=pack,
        store=store,
        embedder=embedder,
        precomputer=precomputer,
        before_embedding=before_embedding,
    )
    return replace(batch, entities=tuple(entities), of_claims=of_claims)


def embedded_closure(
    phrases: Mapping[PhraseId, Phrase],
    *,
    pack: Pack,
    store: Store,
    embedder: Embedder,
    precomputer: Precomputer,
    before_embedding: Callable[[int], None],
) -> Batch:
    """Returns the phrases that are not stored yet, with all that they imply, as a batch without entities."""
    new, edges = closure(phrases, pack, store)
    vectors = _embedded(new, embedder, before_embedding)
    precomputed_edges = precomputer.judged(new, vectors) if isinstance(store, PrecomputingStore) else None
    return Batch(phrases=new, vectors=vectors, edges=edges, precomputed_edges=precomputed_edges)


def _embedded(phrases: Sequence[Phrase], embedder: Embedder, tell: Callable[[int], None]) -> Vectors:
    """Returns one row for each phrase. Names are compared by spelling only, and have rows of zeros."""
    spoken = [row for row, phrase in enumerate(phrases) if phrase.name is None]
    codes = np.zeros((len(phrases), embedder.dimensions), np.int8)
    scales = np.zeros(len(phrases), np.float32)
    if spoken:
        tell(len(spoken))
        vectors = embedder.embed([phrases[row].pattern for row in spoken])
        codes[spoken], scales[spoken] = vectors.codes, vectors.scales
    return Vectors(codes=codes, scales=scales)


def closure(
    phrases: Mapping[PhraseId, Phrase], pack: Pack, store: Store
) -> tuple[tuple[Phrase, ...], tuple[Edge, ...]]:
    """Returns the phrases that are not stored yet, with all phrases they imply, and the edges
    between them.

    Derived phrases are expanded too: if a document states one of them later, it is already known,
    and is not expanded again.
    """
    new: dict[PhraseId, Phrase] = {}
    edges: list[Edge] = []
    found = phrases
    while found:
        known = store.known_phrases(found.keys())
        fresh = {id: phrase for id, phrase in found.items() if id not in known}
        new |= fresh
        derived, more = expand(fresh.values(), pack)
        edges += more
        found = {phrase.id: phrase for phrase in derived if phrase.id not in new}
    return tuple(new[id] for id in sorted(new)), tuple(edges)
