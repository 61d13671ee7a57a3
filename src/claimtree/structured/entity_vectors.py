"""Whole entities as vectors in a vector index, and the order that their likeness to a question makes.

Wishes are never matched this way (`ports.VectorIndex`): likeness only decides among hits that are
equal by everything else, of which a plain question leaves many. Which engine holds the vectors
changes nothing, since all compute the same number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from claimtree.errors import BadInput
from claimtree.model.claims import EntityId, LevelName, TypeName
from claimtree.model.hierarchy import Entity
from claimtree.model.pack import Pack
from claimtree.model.plans import Plan
from claimtree.model.vector_items import Filter, ItemId, Label, VectorBatch, VectorItem, unit_vectors
from claimtree.ports import Embedder, Stamped, Store, VectorIndex

MOST_TEXT: Final = 2_000
"""Characters of an entity that are embedded: what it is stands at the beginning."""
MARK: Final = ItemId("\x1fgeneration")
"""The item whose label says which state of the store the vectors are of; no entity has such an id."""
_AT_ONCE: Final = 200

Progress = Callable[[int], None]
"""Called with how many entities have their vectors."""


class EntityVectors:
    """The vectors of the entities of the answer level."""

    def __init__(self, index: VectorIndex, embedder: Embedder, pack: Pack) -> None:
        self.index = index
        self._embedder = embedder
        self._level: LevelName = pack.hierarchy.answers
        self._type: TypeName = pack.default_type
        self._everything = Plan(hierarchy=pack.hierarchy, wishes=())

    def update(self, store: Store, progress: Progress = lambda done: None) -> int:
        """Bring the vectors up to date with a store; returns how many were written. Unchanged ones stay."""
        address = store.info().address
        state = Label(f"{address} {store.generation()}")
        if any(state in item.labels for item in self.index.get([MARK]).items):
            return 0
        written = {stamp.id: stamp.written for stamp in self._stamps(store)}
        there = self._own_labels(address)
        self.index.remove([id for id in there if EntityId(id) not in written])
        ids, done = list(written), 0
        for start in range(0, len(ids), _AT_ONCE):
            some = ids[start : start + _AT_ONCE]
            new = [id for id in some if _label(address, written[id]) not in there.get(ItemId(id), frozenset())]
            entities = [
                one.entities[one.candidate] for one in store.dossiers(self._everything, new) if one.candidate in written
            ]
            if entities:
                self.index.put(self._batch(entities, [_label(address, written[one.id]) for one in entities]))
            done += len(entities)
            progress(start + len(some))
        self.index.compact()
        mark = VectorItem(id=MARK, level=LevelName(""), type=self._type, labels=frozenset({state}))
        self.index.put(VectorBatch(items=(mark,), vectors=unit_vectors(np.zeros((1, self._embedder.dimensions)))))
        return done

    def _own_labels(self, address: str) -> dict[ItemId, frozenset[Label]]:
        """Returns the labels of all vectors, the mark aside; raises unless they are of this store, for those that it
        does not have are removed."""
        found: dict[ItemId, frozenset[Label]] = {}
        ids = [id for id in self.index.ids() if id != MARK]
        for start in range(0, len(ids), _AT_ONCE):
            found |= {item.id: item.labels for item in self.index.get(ids[start : start + _AT_ONCE]).items}
        for id, labels in found.items():
            if not any(label.endswith(f" {address}") for label in labels):
                raise BadInput(
                    f"the vector index has vectors that are not of {address}, such as {id!r}",
                    hint="Give --vectors an address of its own for each store.",
                    values={"store": address, "item": str(id)},
                )
        return found

    def likeness(self, text: str, ids: Sequence[EntityId]) -> Mapping[EntityId, float]:
        """Returns how similar entities are to a text; those without a vector are left out."""
        if not text.strip() or not ids:
            return {}
        where = Filter(levels=frozenset({self._level}), ids=frozenset(ItemId(id) for id in ids))
        (found,) = self.index.nearest(self._embedder.embed([text[:MOST_TEXT]]), limit=len(ids), where=where)
        return {EntityId(one.id): one.similarity for one in found}

    def close(self) -> None:
        self.index.close()

    def _stamps(self, store: Store) -> Iterator[Stamped]:
        after = None
        while stamps := store.scan(self._level, after=after):
            after = stamps[-1].id
            yield from stamps

    def _batch(self, entities: Sequence[Entity], labels: Sequence[Label]) -> VectorBatch:
        return VectorBatch(
            items=tuple(
                VectorItem(id=ItemId(one.id), level=self._level, type=self._type, labels=frozenset({label}))
                for one, label in zip(entities, labels, strict=True)
            ),
            vectors=self._embedder.embed([_text(one) for one in entities]),
        )


def _text(entity: Entity) -> str:
    texts = (source.text for source in reversed(entity.sources) if source.text)
    return ". ".join(part for part in (entity.title, *texts) if part)[:MOST_TEXT]


def _label(address: str, written: int) -> Label:
    # Another store counts its writes from the beginning.
    return Label(f"written={written} {address}")
