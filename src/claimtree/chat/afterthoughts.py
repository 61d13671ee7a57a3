"""Reads clauses that take back what stands before them: "on a main road would be nicer, but not required".

Such a clause has words of dropping and names nothing: it is about the wish right before it, and about no other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from claimtree.chat.criteria import Criteria, same_wish, softened
from claimtree.chat.cues import Cues
from claimtree.chat.giving_up import Span, clauses_of, is_within
from claimtree.languages.words import Language
from claimtree.model.claims import QueryClaim
from claimtree.model.pack import Pack


def taken_back(
    cues: Cues, claims: Criteria, dropping: Sequence[Span], language: Language, names_something: Callable[[Span], bool]
) -> dict[Span, QueryClaim]:
    """Returns the dropping clauses that name nothing, each with the last wish of the clause before it."""
    clauses = clauses_of(cues, language)
    found: dict[Span, QueryClaim] = {}
    for before, span in pairwise(clauses):
        own = [one for one in claims if is_within(cues, one, before)]
        empty = not any(is_within(cues, one, span) for one in claims) and not names_something(span)
        if own and empty and span in dropping and before not in dropping:
            found[span] = own[-1]
    return found


def with_afterthoughts(
    claims: Criteria, dropping: Sequence[Span], back: dict[Span, QueryClaim], criteria: Criteria, pack: Pack, cues: Cues
) -> tuple[Criteria, tuple[Span, ...]]:
    """Returns the wishes and the clauses that give up. What is taken back need not be; if it is asked for already,
    its words give it up."""
    asked = [one for one in back.values() if any(same_wish(old, one) for old in criteria)]
    wished = tuple(
        softened(one, pack) if any(one is other for other in back.values() if other not in asked) else one
        for one in claims
    )
    spans = [span for span in dropping if span not in back]
    for one in asked:
        at = [k for k, token in enumerate(cues.tokens) if one.start <= token.start < one.end]
        spans += [(at[0], at[-1] + 1)] if at else []
    return wished, tuple(spans)
