"""Asks a question by one method and says which homes it returned as fitting.

- hybrid: the assistant over the store and a structured source, asked by its client over HTTP: both orders are weighed;
- semantic: the assistant over the store alone;
- structured: what the same client gets for the filters that the question means, in the order of the source, which
  nobody looks at again;
- vectors: the listings whose words are most like the question, as plain vector search returns them.

What the assistant shows beside fitting homes (those that may fit, or the closest where nothing does) it tells apart,
so only homes that fit count as returned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

import numpy as np

from claimtree.chat import Conversation, Reply
from claimtree.engine import Engine
from claimtree.model.phrases import Vectors
from claimtree.model.questions import Question
from claimtree.model.source_query import SourceSpec
from claimtree.ports import Embedder, StructuredSource
from claimtree.structured.translate import translate

TOP = 10
"""Homes of a first page."""
HYBRID, STRUCTURED, SEMANTIC, VECTORS = "hybrid", "structured only", "semantic only", "vectors alone"
METHODS = (HYBRID, STRUCTURED, SEMANTIC, VECTORS)


def by_conversation(talk: Conversation, question: str, *, session: str) -> tuple[Reply, tuple[str, ...]]:
    """Returns the reply to a question that begins a session, and the ids of the homes that it says fit."""
    reply = talk.reply(question, session=session, limit=TOP)
    return reply, tuple(str(hit.id) for hit in reply.fitting)


def by_api(engine: Engine, source: StructuredSource, spec: SourceSpec, question: str) -> tuple[str, ...]:
    """Returns the ids of the rows that the source answers to all filters that the question means, in its order;
    none if it means no filter."""
    claims = engine.read_question(Question(text=question)).claims
    asked = translate(claims, engine.pack, spec, engine.locate(claims))
    if not asked.filters:
        return ()
    pages = [source.page(replace(query, per_page=TOP)).rows for query in asked.preferred]
    # Alternatives ("facing east or south") are queries of their own, whose rows take turns.
    rows = [row for turn in zip_longest(*pages) for row in turn if row is not None]
    return tuple(dict.fromkeys(str(row.id) for row in rows))[:TOP]


@dataclass(frozen=True, slots=True)
class PlainVectors:
    """Listings by the likeness of their words."""

    ids: Sequence[str]
    vectors: Vectors
    embedder: Embedder

    @classmethod
    def of(cls, ids: Sequence[str], texts: Sequence[str], embedder: Embedder) -> PlainVectors:
        return cls(ids, embedder.embed(list(texts)), embedder)

    def nearest(self, question: str) -> tuple[str, ...]:
        """Returns the ids of the listings that are most like the question."""
        likeness = self.embedder.embed([question]).similarity(self.vectors)[0]
        return tuple(self.ids[k] for k in np.argsort(-likeness, kind="stable")[:TOP])
