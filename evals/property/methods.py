"""Asks a question by one method and says which homes it returned as fitting.

- hybrid: the assistant over the store and a structured source;
- semantic: the assistant over the store alone;
- structured: what the filters of the structured source let through, which nobody looks at again;
- vectors: the listings whose words are most like the question, as plain vector search returns them.

What the assistant shows beside fitting homes (those that may fit, or the closest where nothing does) it tells apart,
so only homes that fit count as returned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from claimtree.chat import Conversation, Reply
from claimtree.model.answers import Answer
from claimtree.model.notices import NoticeCode
from claimtree.model.phrases import Vectors
from claimtree.ports import Embedder
from claimtree.structured.hybrid import Method, SourceSearcher

TOP = 10
"""Homes of a first page."""
HYBRID, STRUCTURED, SEMANTIC, VECTORS = "hybrid", "structured only", "semantic only", "vectors alone"
METHODS = (HYBRID, STRUCTURED, SEMANTIC, VECTORS)
_RELAXED = frozenset(
    {
        NoticeCode.FARTHER,
        NoticeCode.RELAXED,
        NoticeCode.RELAXED_CLOSE,
        NoticeCode.RELAXED_FAR,
        NoticeCode.NOT_DENIED,
        NoticeCode.NONE_MEETS,
        NoticeCode.NONE_SPEAKS,
        NoticeCode.ALL_RULED_OUT,
    }
)


def by_conversation(talk: Conversation, question: str, *, session: str) -> tuple[Reply, tuple[str, ...]]:
    """Returns the reply to a question that begins a session, and the ids of the homes that it says fit."""
    reply = talk.reply(question, session=session, limit=TOP)
    return reply, tuple(str(hit.id) for hit in reply.fitting)


def by_filters(searcher: SourceSearcher, question: str) -> tuple[str, ...]:
    """Returns the ids of the first rows that the source's filters let through."""
    assert searcher.method is Method.STRUCTURED
    answer = searcher.search(question, limit=TOP)
    return () if _is_relaxed(answer) else tuple(str(hit.id) for hit in answer.hits)


def _is_relaxed(answer: Answer) -> bool:
    """True if nothing fits as it was asked, so that the hits are the closest ones."""
    return any(one.code in _RELAXED for one in answer.notices)


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
