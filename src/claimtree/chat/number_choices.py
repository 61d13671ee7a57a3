"""Reads a choice between numbers of one thing: "2 beds or 1 bed with a home office".

The reader may take two numbers for two wishes, which no home could meet both. What only one of them comes with is
nothing that all homes must have.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from claimtree.chat.criteria import Criteria, softened
from claimtree.chat.cues import Cues
from claimtree.languages.words import Language
from claimtree.model.amounts import AmountKind
from claimtree.model.claims import QueryClaim
from claimtree.model.pack import Pack


def with_number_choices(cues: Cues, claims: Sequence[QueryClaim], language: Language, pack: Pack) -> Criteria:
    """Returns wishes, numbers that "or" joins as alternatives, and what stands with the last of them as what need not
    be."""
    found = list(claims)
    beside = (language.conversation.joins | language.articles) - language.ors - {","}
    small = beside | {","}
    for at, second in enumerate(claims):
        for k, first in enumerate(claims):
            if not _are_numbers_of_one_thing(first, second) or not _join(cues, first, second, language.ors, small):
                continue
            group = found[k].or_group or _free_group(found)
            for j, one in enumerate(found):
                if one is found[k] or (one.or_group == group and one.or_group is not None):
                    found[j] = replace(one, or_group=group)
            found[at] = replace(second, or_group=group)
            for j, one in enumerate(found):
                feature = not one.amounts and one.where is None and one.name is None
                if feature and one.start >= second.end and _join(cues, second, one, beside - language.articles, beside):
                    found[j] = softened(one, pack)
    return tuple(found)


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


def _free_group(claims: Sequence[QueryClaim]) -> int:
    return 1 + max((one.or_group for one in claims if one.or_group is not None), default=0)
