"""Finds what would do in place of something that is asked for: "if there's no elevator, ground floor is fine"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from claimtree.chat.criteria import Criteria, is_about, same_wish
from claimtree.chat.cues import Cues
from claimtree.chat.giving_up import clauses_of
from claimtree.chat.mentions import Mention, Relation
from claimtree.chat.stances import Stance, Weighed, wish_of
from claimtree.languages.conversation_words import Cue
from claimtree.languages.words import Language
from claimtree.model.claims import QueryClaim

_SURE = 0.7


def with_either(
    weighed: Sequence[Weighed],
    claims: Criteria,
    given: Criteria,
    criteria: Criteria,
    cues: Cues,
    language: Language,
) -> tuple[Criteria, bool]:
    """Returns the wishes of a message, with what would do and what it may lack for that as alternatives, and whether
    there are such: of a list of alternatives ("an elevator or a gym is fine"), or of what the message says to lack
    ("the elevator is a must, a gym is fine too" says none)."""
    asked = [
        one
        for one in weighed
        if one.stance is Stance.WANTED and one.mention.relation in (Relation.SAME, Relation.DENIAL)
    ]
    said = wish_of(asked[0].mention, claims) if len(asked) == 1 else None
    old = _criterion(asked[0].mention.claim, criteria) if said is not None else None
    if (
        said is None
        or old is None
        or (said.amounts and said.or_group is not None)
        or any(said is other for other in given)
    ):
        return claims, False
    lacked = _is_lacked(asked[0].mention, cues, language)
    would_do = []
    for one in weighed:
        claim = wish_of(one.mention, claims)
        fresh = one.mention.relation in (Relation.NEW, Relation.BESIDE)
        if claim is None or not fresh or any(claim is other for other in given):
            continue
        listed = said.or_group is not None and claim.or_group == said.or_group
        if listed or (lacked and one.stance is Stance.ALSO and one.share >= _SURE):
            would_do.append(claim)
    if not would_do:
        return claims, False
    group = max((one.or_group or 0 for one in claims), default=0) + 1
    first = replace(old, or_group=group, start=said.start, end=said.end)
    rest = tuple(
        replace(one, or_group=group) if any(one is other for other in would_do) else one
        for one in claims
        if one is not said
    )
    return (first, *rest), True


def _is_lacked(mention: Mention, cues: Cues, language: Language) -> bool:
    """True if the message speaks of being without it, or of something in its place."""
    if mention.claim.negated or cues.has(Cue.INSTEAD):
        return True
    clause = next((span for span in clauses_of(cues, language) if span[0] <= mention.first < span[1]), (0, 0))
    return any(norm in language.negations for norm in cues.norms[clause[0] : mention.first])


def _criterion(claim: QueryClaim, criteria: Criteria) -> QueryClaim | None:
    """The one criterion that is alone and that a wish or its denial is about."""
    plain = replace(claim, negated=False)
    found = [one for one in criteria if same_wish(one, plain) or is_about(one, plain)]
    return found[0] if len(found) == 1 and found[0].or_group is None and not found[0].negated else None
