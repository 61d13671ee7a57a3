"""Validation of input, done by every index before it changes or searches anything."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from claimtree.errors import BadInput, IndexMismatch
from claimtree.model.phrases import Vectors
from claimtree.model.vector_items import ItemId, VectorBatch, VectorSpace


def checked_batch(batch: VectorBatch, space: VectorSpace) -> VectorBatch:
    """The batch with each id once (the last one given); raises an error if it cannot be stored."""
    check_vectors(batch.vectors, space)
    last: dict[ItemId, int] = {}
    for row, item in enumerate(batch.items):
        _check_text(item.id, "an id")
        for what, text in (("a level", item.level), ("a type", item.type)):
            _check_unicode(text, what)
        for label in item.labels:
            _check_text(label, "a label")
        last[item.id] = row
    return batch if len(last) == len(batch) else batch.take(sorted(last.values()))


def check_asked(asked: Vectors, space: VectorSpace, limit: int) -> None:
    """Raises an error for an invalid search: wrong vectors or a limit below 1."""
    check_vectors(asked, space)
    if limit < 1:
        raise BadInput(f"a limit of {limit} asks for nothing", hint="Ask for one or more.", values={"limit": limit})


def check_ids(ids: Iterable[ItemId]) -> list[ItemId]:
    """Each id once, in the order given."""
    known = list(dict.fromkeys(ids))
    for id in known:
        _check_text(id, "an id")
    return known


def check_vectors(vectors: Vectors, space: VectorSpace) -> None:
    if vectors.dimensions != space.dimensions:
        raise BadInput(
            f"a vector of {vectors.dimensions} dimensions does not fit an index of {space.dimensions}",
            hint=f"Use the index's own embedder, {space.embedder!r}.",
            values={"dimensions": vectors.dimensions, "expected": space.dimensions},
        )
    # `Vectors` scales each row to the full integer range, so a direction has one integer form.
    again = Vectors.from_floats(vectors.codes.astype(np.float32))
    wrong = np.flatnonzero((again.codes != vectors.codes).any(axis=1) | (again.scales != vectors.scales))
    if len(wrong):
        raise BadInput(
            f"vector {int(wrong[0])} is not a unit vector as embedders make them",
            hint="Make vectors with an embedder, or with unit_vectors.",
            values={"row": int(wrong[0])},
        )


def check_space(found: VectorSpace, asked: VectorSpace, where: str) -> None:
    """Raises an error for an index that was built with another embedder."""
    if found != asked:
        raise IndexMismatch(
            f"vector index {where} was built with embedder {found.embedder!r} ({found.dimensions} dimensions) but "
            f"opened with {asked.embedder!r} ({asked.dimensions})",
            hint=f"Open it with {found.embedder!r}, or build a new index beside it.",
            values={"index": where, "built": found.embedder, "opened": asked.embedder},
        )


def _check_text(text: str, what: str) -> None:
    if not text:
        raise BadInput(f"{what} is empty", hint="Give it a name of at least one character.", values={"what": what})
    _check_unicode(text, what)


def _check_unicode(text: str, what: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BadInput(
            f"{what} is not Unicode: {text!r}",
            hint="Remove the lone surrogate characters.",
            values={"text": text},
        ) from error
