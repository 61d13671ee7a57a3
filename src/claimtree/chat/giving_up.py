"""Finds the part of a message that gives wishes up: "ga usah kolam renang, yang penting aman".

What stands in a clause with a word of dropping is given up, and what stands in another is wanted. A
denial that is said to be fine too ("tanpa carport juga gpp") asks for nothing: it gives up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from claimtree.chat.criteria import Criteria, is_about, is_guess, same_thing, same_wish
from claimtree.chat.cues import Cues
from claimtree.chat.mentions import Relation
from claimtree.chat.stances import CLAUSE_ENDS, Stance, Weighed, wish_of
from claimtree.languages import language_of
from claimtree.languages.conversation_words import Cue
from claimtree.languages.words import Language
from claimtree.model.claims import QueryClaim
from claimtree.model.pack import Pack

Span = tuple[int, int]
_ENDS: Final = CLAUSE_ENDS | {"-"}


def dropping_clauses(cues: Cues, claims: Sequence[QueryClaim], language: Language) -> tuple[Span, ...]:
    """Returns the clauses of a message, as first token and the one after its last, that give something up."""
    found = []
    for first, after in clauses_of(cues, language):
        inside = [spot for spot in cues.spots if first <= spot.first < after]
        if any(Cue.DROP in spot.cues for spot in inside) or _denial_is_fine(cues, claims, (first, after), language):
            found.append((first, after))
    return tuple(found)


def given_up(
    cues: Cues, claims: Criteria, clauses: Sequence[Span], criteria: Criteria, pack: Pack
) -> tuple[QueryClaim, ...]:
    """Returns the wishes of a message that it gives up: those in the clauses that do, and in lists that go on from
    there, if they are asked for. "Hapus 3 lantai jadi 2 lantai" asks for the second."""

    def is_asked(claim: QueryClaim) -> bool:
        """True if the very wish is asked for; a number beside another one is no value of it."""
        return any(same_wish(old, claim) or (not claim.amounts and is_about(old, claim)) for old in criteria)

    inside = [claim for claim in claims if any(is_within(cues, claim, span) for span in clauses)]
    instead = [
        claim
        for claim in inside
        if not claim.negated
        and not is_asked(claim)
        and any(one is not claim and is_asked(one) and same_thing(one, claim, pack) for one in inside)
    ]
    last = max((after for _, after in clauses), default=len(cues.tokens))
    listed = [claim for claim in claims if last < len(cues.tokens) and claim.start >= cues.tokens[last].start]
    goes_on = bool(listed) and all(is_asked(claim) or is_guess(claim) for claim in listed)
    # "Drop the pool, the garage" is a list, and "drop the loft, a real bedroom" says something of the second.
    keeps = any(spot.first >= last and spot.cues & {Cue.KEEP, Cue.ONLY, Cue.MUST} for spot in cues.spots)
    goes_on = goes_on and not keeps and not _says_more(cues, last, listed, pack)
    return tuple(
        claim
        for claim in claims
        if not any(claim is one for one in instead)
        and (any(claim is one for one in inside) or (goes_on and any(claim is one for one in listed)))
    )


def _says_more(cues: Cues, first: int, listed: Sequence[QueryClaim], pack: Pack) -> bool:
    """True if, from a token on, there are words beside the wishes that a list does not have."""
    language = language_of(pack)
    words = language.conversation
    small = words.idle | words.joins | words.particles | language.articles | language.function_words | _ENDS
    cued = {at for spot in cues.spots for at in range(spot.first, spot.after)}
    return any(
        at >= first and at not in cued and norm[0].isalpha() and norm not in small
        for at, (token, norm) in enumerate(zip(cues.tokens, cues.norms, strict=True))
        if not any(claim.start <= token.start < claim.end for claim in listed)
    )


_LIKELY: Final = 0.5
_SURE: Final = 0.7
"""A stance so likely outweighs what the rules make of a clause."""
_SURELY: Final = 0.9
"""So likely a place goes that is named again in no word of dropping: "1 bedroom on the upper west side"."""


def by_stance(
    weighed: Sequence[Weighed], claims: Criteria, given: Criteria, clauses: Sequence[Span], cues: Cues
) -> tuple[Criteria, tuple[Span, ...]]:
    """Returns the wishes that are given up, and the clauses, as the stances correct them: what is named and given up in
    words that no rule knows ("could live without the balcony") is its own clause."""
    kept = list(given)
    found = list(clauses)
    for one in weighed:
        claim = wish_of(one.mention, claims)
        if claim is None or one.share < _SURE:
            continue
        # "Tanpa carport", read as a denial, denies what was asked for; rules know where it only gives it up.
        denies = claim.negated and not one.mention.alone
        asked = one.mention.relation in (Relation.SAME, Relation.DENIAL) and not denies
        # "Skip the laundry" after "laundry in the building" gives that up, if nothing else is named to go.
        beside = one.mention.relation is Relation.BESIDE and not any(_goes(other) for other in weighed)
        is_given = any(claim is other for other in kept)
        again = claim.where is not None and not cues.has(Cue.DROP, Cue.ANY)
        if one.stance is Stance.GIVEN_UP and not is_given and asked and (one.share >= _SURELY or not again):
            kept.append(claim)
            if not any(first <= one.mention.first < after for first, after in found):
                found.append((one.mention.first, one.mention.after))
        elif one.stance in (Stance.WANTED, Stance.ALSO) and is_given and not asked and not beside:
            kept = [other for other in kept if other is not claim]
    if not kept and given:
        found = []
    return tuple(claim for claim in claims if any(claim is one for one in kept)), tuple(found)


def _goes(one: Weighed) -> bool:
    return one.stance is Stance.GIVEN_UP and one.share >= _SURE and one.mention.relation is Relation.SAME


def all_also(weighed: Sequence[Weighed], claims: Criteria, given: Criteria, cues: Cues) -> bool:
    """True if all that is wanted would do as well as what was asked for. "Too" makes it sure enough."""
    enough = _LIKELY if cues.has(Cue.TOO) else _SURE
    wanted = [
        one
        for one in weighed
        if (claim := wish_of(one.mention, claims)) is not None and not any(claim is other for other in given)
    ]
    return bool(wanted) and all(one.stance is Stance.ALSO and one.share >= enough for one in wanted)


def also_beside(
    weighed: Sequence[Weighed], claims: Criteria, given: Criteria, clauses: Sequence[Span]
) -> tuple[QueryClaim, ...]:
    """Returns the wishes that would do as well, in a message that wants others: "200 would do too, but no more than
    300". Alternatives that the sentence itself names stay what they are."""
    also = [
        claim
        for one in weighed
        if one.stance is Stance.ALSO and one.share >= _SURE
        if (claim := wish_of(one.mention, claims)) is not None and claim.or_group is None and not claim.negated
    ]
    said = (one for one in also if not any(one is other for other in given))
    return tuple(dict.fromkeys(said)) if not clauses else ()


def is_within(cues: Cues, claim: QueryClaim, span: Span) -> bool:
    """True if a wish stands in a clause."""
    first, after = span
    return claim.end > claim.start and cues.tokens[first].start <= claim.start < cues.tokens[after - 1].end


def clauses_of(cues: Cues, language: Language) -> list[Span]:
    """The clauses of a message: between commas and the like, before "but" and before what insists. "Doesn't
    have to" insists on nothing."""
    norms = cues.norms
    inside = {at for spot in cues.spots for at in range(spot.first + 1, spot.after)}
    insisting = [tuple(words.split()) for words in language.insistent if " " in words]
    begins = [0]
    for at, norm in enumerate(norms):
        insists = any(tuple(norms[at : at + len(words)]) == words for words in insisting)
        if (norm in language.buts or insists) and at not in inside:
            begins.append(at)
        elif norm in _ENDS:
            begins.append(at + 1)
    ends = [*begins[1:], len(norms)]
    return [(first, after) for first, after in zip(begins, ends, strict=True) if after > first]


def _denial_is_fine(cues: Cues, claims: Sequence[QueryClaim], span: Span, language: Language) -> bool:
    """True for "tanpa carport juga gpp": nothing is asked for but leave to lack it."""
    inside = [claim for claim in claims if is_within(cues, claim, span)]
    spots = [spot for spot in cues.spots if span[0] < spot.first < span[1] and Cue.OR_ELSE in spot.cues]
    if not inside or not spots:
        return False
    saying = {at for spot in spots for at in range(spot.first, spot.after)}
    first = min(claim.start for claim in inside)
    denies = any(
        cues.norms[at] in language.negations and cues.tokens[at].start <= first
        for at in range(*span)
        if at not in saying
    )
    return denies or all(claim.negated for claim in inside)
