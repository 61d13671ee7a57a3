"""Reads a choice between numbers of one thing: "2 beds or 1 bed with a home office".

The reader may take two numbers for two wishes, which no home could meet both. What only one of them comes with is
nothing that all homes must have.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import product

from claimtree.chat.criteria import Criteria, softened, spanning
from claimtree.chat.cues import Cues
from claimtree.languages.words import Language
from claimtree.model.amounts import AmountKind
from claimtree.model.claims import QueryClaim
from claimtree.model.pack import Pack


def with_number_choices(cues: Cues, claims: Sequence[QueryClaim], language: Language, pack: Pack) -> Criteria:
    """Returns wishes, numbers that "or" joins as alternatives, and what stands with the last of them as what need not
    be."""
    found: list[QueryClaim | None] = list(claims)
    beside = (language.conversation.joins | language.articles) - language.ors - {","}
    for at, k in product(range(len(claims)), repeat=2):
        first, second = found[k], found[at]  # "1 or 2 or 3 beds": as joined before
        if first is None or second is None or not _are_numbers_of_one_thing(first, second):
            continue
        if not _join(cues, first, second, language.ors, beside | {","}):
            continue
        whole = spanning((first,), (second,), pack) if first.or_group is second.or_group is None else None
        if whole is not None:  # "2 atau 3 lantai"
            found[k], found[at] = None, replace(whole, start=first.start, end=second.end)
        else:
            group = first.or_group or 1 + max((one.or_group or 0 for one in found if one is not None), default=0)
            found[k], found[at] = replace(first, or_group=group), replace(second, or_group=group)
        for j, one in enumerate(claims):
            feature = not one.amounts and one.where is None and one.name is None and one.start >= second.end
            if feature and _join(cues, second, one, beside - language.articles, beside):
                found[j] = softened(one, pack)
    return tuple(one for one in found if one is not None)


def _are_numbers_of_one_thing(first: QueryClaim, second: QueryClaim) -> bool:
    if first is second or not first.amounts or not second.amounts or first.negated or second.negated:
        return False
    return (
        first.concept == second.concept
        and first.facet == second.facet
        and first.amounts[0].kind is AmountKind.COUNT
        and first.end <= second.start
        and (first.or_group is None or first.or_group != second.or_group)
    )


def _join(cues: Cues, first: QueryClaim, second: QueryClaim, links: Collection[str], small: Collection[str]) -> bool:
    """True if nothing but small words stands between two wishes, one of them a link."""
    between = [
        norm for token, norm in zip(cues.tokens, cues.norms, strict=True) if first.end <= token.start < second.start
    ]
    return any(norm in links for norm in between) and all(norm in links or norm in small for norm in between)
