"""Asks a question by one method and says which homes it returned as fitting.

What is shown beside fitting homes (those that meet a part of the wishes, or others where nothing fits) is told apart
by every face, so only homes that meet every wish count as returned. A structured source alone cannot tell: of it all
rows count that its filters let through.
"""

from __future__ import annotations

from claimtree.model.answers import Answer, Found
from claimtree.model.notices import NoticeCode
from claimtree.structured.hybrid import Method, SourceSearcher

TOP = 10
"""Homes of a first page."""
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
METHODS = (Method.HYBRID, Method.STRUCTURED, Method.SEMANTIC)


def returned(searcher: SourceSearcher, question: str) -> tuple[str, ...]:
    """Returns the ids of the homes on the first page that were returned as fitting."""
    answer = searcher.search(question, limit=TOP)
    if searcher.method is Method.STRUCTURED and not _is_relaxed(answer):
        return tuple(hit.id for hit in answer.hits)
    return fitting(answer)


def fitting(answer: Answer) -> tuple[str, ...]:
    """Returns the hits that meet every wish as it was asked; none where a place was widened."""
    if not isinstance(answer, Found) or _is_relaxed(answer):
        return ()
    return tuple(hit.id for hit in answer.hits if hit.met == len(answer.without))


def _is_relaxed(answer: Answer) -> bool:
    """True if nothing fits as it was asked, so that the hits are the closest ones."""
    return any(one.code in _RELAXED for one in answer.notices)
