"""Decides which of a query's mentions and claims are separate wishes: stressed ones, real choices,
no duplicates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from claimtree.languages import Language
from claimtree.model.claims import ClaimId, QueryClaim, Strength
from claimtree.text.lexicon import Item
from claimtree.text.mention_types import Mention, Scoped

WEIGHT_STEP = 0.1
"""What a denial, an amount or a stressed word adds to the weight of a wish, and a soft one takes."""
HEAVIEST = 0.95
LIGHTEST = 0.3
_INSISTENTLY = 3
"""A wish repeated this many times is a requirement ("quiet quiet quiet")."""


def bounded_weight(weight: float) -> float:
    """Returns a weight within the bounds for one wish."""
    return round(max(LIGHTEST, min(HEAVIEST, weight)), 2)


def without_bare_parts(scoped: Sequence[Scoped]) -> list[Scoped]:
    """Drops a named part if the same words say more about it (the kitchen of "modern kitchen")."""
    other_spans = {one.span for one in scoped if one.mention.facet_named is None}
    parts = (one.mention.target.part for one in scoped if one.mention.facet_named is None)
    spoken_of = {part.facet.name for part in parts if part is not None}
    return [
        one
        for one in scoped
        if one.mention.facet_named is None
        or (one.span not in other_spans and (one.is_found or one.mention.negated))
        or (one.span not in other_spans and one.mention.facet_named.name not in spoken_of)
    ]


def limits_in_choice(
    scoped: Sequence[Scoped], groups: Sequence[int | None], items: Sequence[Item], language: Language
) -> list[int | None]:
    """Returns the groups of alternatives, extended by two amounts of one thing of which either will do
    ("over 800 square feet or over 1000")."""
    joined = list(groups)
    fresh = max((group for group in groups if group is not None), default=0) + 1
    for k, (one, other) in enumerate(pairwise(scoped)):
        if _is_choice(one.mention, other.mention, items, language):
            known = joined[k] if joined[k] is not None else joined[k + 1]
            joined[k] = joined[k + 1] = fresh if known is None else known
            fresh += known is None
    return joined


def _is_choice(left: Mention, right: Mention, items: Sequence[Item], language: Language) -> bool:
    """True for two amounts of one thing with only an "or" between them, or a comma where both cannot be ("2, 3 or 5
    bedrooms")."""
    same = left.concept is not None and left.concept is right.concept and left.target == right.target
    if not same or left.amount is None or right.amount is None:
        return False
    between = [items[i].norm for i in range(left.after, right.first) if items[i].norm not in language.fillers]
    apart = between == [","] and not left.amount.overlaps(right.amount)
    return apart or (len(between) == 1 and between[0] in language.ors)


def is_stressed(one: Scoped, is_choice: bool, items: Sequence[Item], language: Language, *, alone: bool) -> bool:
    """True if the mention is a wish at all.

    What every entity is ("apartment") is a wish only if it is denied, one of several alternatives,
    stated with more than its noun, asked for explicitly ("list all apartments", "of the type
    apartment"), or the only thing mentioned.
    """
    mention = one.mention
    if alone or is_choice or mention.concept is None or not mention.concept.only_stressed or one.is_denied:
        return True
    before = mention.first - 1
    while before >= 0 and items[before].norm in (language.fillers | language.own) - language.being:
        before -= 1
    asked_for = before >= 0 and items[before].norm in language.being | language.commands
    is_kind = mention.after < len(items) and items[mention.after].norm in language.being - language.fillers
    return asked_for or is_kind or mention.after - mention.first > 1


def merge_repeated(claims: Sequence[QueryClaim]) -> list[QueryClaim]:
    """Merges repeated wishes; the firmer one is kept."""
    kept: dict[object, QueryClaim] = {}
    times: dict[object, int] = {}
    for claim in claims:
        what = (claim.pattern, claim.full_wording.casefold(), claim.amounts, claim.name)
        key = (what, claim.level, claim.facet, claim.group, claim.negated)
        known = kept.get(key)
        times[key] = times.get(key, 0) + 1
        if known is None or (claim.required and not known.required):
            kept[key] = claim
        if times[key] == _INSISTENTLY:
            kept[key] = replace(kept[key], strength=Strength.REQUIRED)
    return [replace(claim, id=ClaimId(f"c{k}")) for k, claim in enumerate(kept.values(), 1)]


def contradictions(claims: Sequence[QueryClaim]) -> list[str]:
    """Returns what is both wanted and denied, in the words of the query."""
    wanted = {
        (claim.concept, claim.level, claim.facet): claim for claim in claims if _is_plain(claim) and not claim.negated
    }
    return [
        f"{wanted[key].quote} / {claim.quote}"
        for claim in claims
        if claim.negated and _is_plain(claim) and (key := (claim.concept, claim.level, claim.facet)) in wanted
    ]


def _is_plain(claim: QueryClaim) -> bool:
    """True if the claim is a concept only: "no parking lot view, but parking" is no
    contradiction."""
    return claim.concept is not None and not claim.amounts and not claim.full_wording and claim.where is None
