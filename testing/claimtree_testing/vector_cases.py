"""Listings and filters for tests of a vector index, and brute-force answers to compare with."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

from claimtree.model.claims import LevelName, TypeName
from claimtree.model.phrases import Vectors
from claimtree.model.vector_items import (
    EVERYTHING,
    Filter,
    ItemId,
    Label,
    Neighbour,
    VectorBatch,
    VectorItem,
    VectorSpace,
)
from claimtree.models.hashed import HashedEmbedder
from claimtree.ports import VectorIndex

EMBEDDER = HashedEmbedder(128)
SPACE = VectorSpace(embedder=EMBEDDER.name, dimensions=EMBEDDER.dimensions)
HOME, ROOM = LevelName("home"), LevelName("room")
FLAT, HOUSE, KITCHEN = TypeName("flat"), TypeName("house"), TypeName("kitchen")

ODD_IDS = (
    "a/b/c", "../up", "with space", " padded ", "é", "e\u0301", "静かな部屋", "🏠", "'; drop table item; --",
    '"quoted"', "%2F", "null", "0", "-1", "e30941e7-1bc7-5296-af69-696fbfb0eb33", "tab\tand\nline", "nul\0", "x" * 2000,
)  # fmt: skip
"""Distinct, and difficult for an engine to use as keys."""

_ADJECTIVES = [
    "sunny",
    "quiet",
    "modern",
    "large",
    "bright",
    "old",
    "noisy",
    "small",
    "dark",
    "charming",
    "rustic",
    "spacious",
    "renovated",
    "furnished",
]
NOUNS = [
    "kitchen",
    "bedroom",
    "balcony",
    "garden",
    "terrace",
    "bathroom",
    "attic",
    "garage",
    "studio",
    "loft",
    "basement",
    "hallway",
    "office",
]
_PLACES = [
    "near the station",
    "by the river",
    "in the old town",
    "close to a park",
    "above a bakery",
    "at the market",
    "on the hill",
]


def item(id: str, *, level: LevelName = HOME, type: TypeName = FLAT, labels: Sequence[str] = ()) -> VectorItem:
    return VectorItem(id=ItemId(id), level=level, type=type, labels=frozenset(Label(label) for label in labels))


def batch(texts: dict[str, str]) -> VectorBatch:
    """Returns flats by id, each embedded from its text."""
    return VectorBatch(items=tuple(item(id) for id in texts), vectors=EMBEDDER.embed(list(texts.values())))


def found(index: VectorIndex, text: str, *, limit: int = 10, where: Filter = EVERYTHING) -> list[str]:
    (answer,) = index.nearest(EMBEDDER.embed([text]), limit=limit, where=where)
    return [one.id for one in answer]


def brute_force(batch: VectorBatch, asked: Vectors, *, limit: int, where: Filter = EVERYTHING) -> list[list[Neighbour]]:
    """Returns the exact answer: compares with every item that the filter admits, and sorts."""
    rows = [row for row, item in enumerate(batch.items) if where.admits(item)]
    table = batch.vectors.take(rows).similarity(asked).T.tolist()
    answers: list[list[Neighbour]] = []
    for similarities, scale in zip(table, asked.scales, strict=True):
        order = sorted((-similarity, batch.items[row].id) for similarity, row in zip(similarities, rows, strict=True))
        nearest = [Neighbour(id=id, similarity=-negated) for negated, id in order[:limit]]
        answers.append(nearest if scale else [])
    return answers


def listings(count: int, *, seed: int = 7) -> VectorBatch:
    """Returns seeded listings that form clusters, as real ones do: a few words from a small
    vocabulary; some equal."""
    chance = random.Random(seed)
    items, texts = [], []
    for number in range(count):
        words = [chance.choice(_ADJECTIVES), chance.choice(NOUNS), chance.choice(_PLACES), chance.choice(_ADJECTIVES)]
        level, type = chance.choice(((HOME, FLAT), (HOME, FLAT), (HOME, HOUSE), (ROOM, KITCHEN)))
        labels = [f"facing={chance.choice('nesw')}", *(["new"] if chance.random() < 0.1 else [])]
        items.append(item(f"listing-{number:05}", level=level, type=type, labels=labels))
        texts.append(" ".join([*words, *(["lift"] if chance.random() < 0.3 else [])]))
    return VectorBatch(items=tuple(items), vectors=EMBEDDER.embed(texts))


WISHES = [
    f"{adjective} {noun} {place}"
    for adjective, noun, place in zip(
        itertools.cycle(_ADJECTIVES[::-1]), itertools.islice(itertools.cycle(NOUNS), 40), itertools.cycle(_PLACES),
        strict=False,
    )
]  # fmt: skip

FILTERS = {
    "everything": EVERYTHING,
    "a level": Filter(levels=frozenset({ROOM})),
    "a type": Filter(types=frozenset({HOUSE})),
    "a level and two types": Filter(levels=frozenset({HOME}), types=frozenset({HOUSE, KITCHEN})),
    "labels": Filter(labels=(frozenset({Label("facing=n"), Label("facing=e")}), frozenset({Label("new")}))),
    "not a label": Filter(types=frozenset({FLAT}), without=frozenset({Label("facing=s"), Label("new")})),
    "ids": Filter(ids=frozenset(ItemId(f"listing-{number:05}") for number in range(0, 9999, 37))),
    "ids of a type": Filter(
        ids=frozenset(ItemId(f"listing-{number:05}") for number in range(500)), types=frozenset({HOUSE})
    ),
}


def recall(truth: Sequence[Sequence[Neighbour]], answers: Sequence[Sequence[Neighbour]]) -> float:
    """Returns the share of the true nearest that was found; an item as near as the last of them
    counts too."""
    hits = total = 0
    for wanted, got in zip(truth, answers, strict=True):
        least = wanted[-1].similarity if wanted else 1.0
        hits += min(len(wanted), sum(one.similarity >= least for one in got))
        total += len(wanted)
    return hits / total if total else 1.0
