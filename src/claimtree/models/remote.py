"""An embedder behind an OpenAI-compatible endpoint: POST {base_url}/embeddings.

The reply is not trusted: count, order, dimensions and finiteness are checked before it is used.

Whether equal texts get equal rows in different requests depends on the server: one that batches on
a GPU may differ in the last bits. A `CachedEmbedder` around it solves that: it keeps the first
answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from claimtree.errors import BadInput
from claimtree.model.phrases import Floats, Vectors
from claimtree.models.openai_http import Connection, Poster

MOST_BYTES = 64_000_000
"""Limit for one reply: a batch of the longest vectors, as JSON, stays well below."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint(Connection):
    """Address of a remote embedder, its dimensions and its batch size."""

    dimensions: int
    """The model's vector size; another one in a reply is an error, as the store has this one."""
    batch: int = 64
    """Texts in one request."""

    def __post_init__(self) -> None:
        # Called by name: a dataclass with slots is created twice, and super() would use the first.
        Connection.__post_init__(self)
        if self.dimensions < 1 or self.batch < 1:
            raise BadInput(f"not an embedding endpoint: {self!r}")


class RemoteEmbedder:
    """An embedding model behind an OpenAI-compatible endpoint."""

    def __init__(self, endpoint: Endpoint, *, sleep: Callable[[float], None] = time.sleep) -> None:
        self.endpoint = endpoint
        self.name = f"remote:{endpoint.model}"
        self.dimensions = endpoint.dimensions
        self._poster = Poster(
            endpoint,
            "embeddings",
            doing="embedding",
            instead="use a local embedder",
            most_bytes=MOST_BYTES,
            sleep=sleep,
        )

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row per text, in order; a blank text is not sent and gets a zero row."""
        # Servers reject a lone surrogate.
        sent = [text.encode("utf-8", "replace").decode() for text in texts]
        # Each distinct text once: cheaper, and equal texts get equal rows.
        distinct = [text for text in dict.fromkeys(sent) if text.strip()]
        found: dict[str, Floats] = {}
        for start in range(0, len(distinct), self.endpoint.batch):
            batch = distinct[start : start + self.endpoint.batch]
            found.update(
                zip(
                    batch,
                    self._rows(self._poster.post({"model": self.endpoint.model, "input": batch}), len(batch)),
                    strict=True,
                )
            )
        silence = np.zeros(self.dimensions, np.float32)
        rows = [found.get(text, silence) for text in sent]
        return Vectors.from_floats(np.stack(rows)) if rows else Vectors.empty(self.dimensions)

    def close(self) -> None:
        """Close the open connections; the next request opens new ones."""
        self._poster.close()

    def _rows(self, reply: Any, count: int) -> Floats:
        """The vectors of a reply in the order of the texts, checked."""
        try:
            vectors = {int(item["index"]): item["embedding"] for item in reply["data"]}
            listed = len(reply["data"])
            with np.errstate(over="ignore"):  # overflow becomes infinite, and is caught below
                rows = [np.asarray(vectors[index], dtype=np.float32) for index in sorted(vectors)]
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise self._poster.error("the reply is not a list of embeddings") from error
        if listed != count or sorted(vectors) != list(range(count)):
            raise self._poster.error(f"{count} texts were sent, {listed} vectors came back, not one each")
        for row in rows:
            if row.shape != (self.dimensions,):
                shape = " × ".join(map(str, row.shape)) or "no"
                raise self._poster.error(
                    f"the model gives {shape} dimensions, not {self.dimensions}",
                    hint="set the endpoint's dimensions to what the model gives",
                )
            if not np.isfinite(row).all():
                raise self._poster.error("a vector holds a number that is not finite")
        return np.stack(rows)
