"""Finds the part of a message that is kept alone: "hapus semua kecuali lokasi", "only the price matters".

What it names stays, and the others go: all of them, or only other features where the message says of one that it alone
is a must.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from claimtree.chat.criteria import Criteria, concepts_said, is_about, is_money, same_thing
from claimtree.chat.cues import Cues
from claimtree.chat.giving_up import Span, clauses_of
from claimtree.chat.topics import Topic
from claimtree.languages.conversation_words import Cue
from claimtree.languages.words import Language
from claimtree.model.claims import QueryClaim
from claimtree.model.pack import Pack


@dataclass(frozen=True, kw_only=True)
class Kept:
    """The part of a message that names what stays."""

    spans: tuple[Span, ...]
    """First token, and the one after the last."""
    features: bool = False
    """True if only other features go: kind, place and price stay."""
    kinds_stay: bool = False
    """True if the kind and the deal stay also where they are not named."""

    def has(self, at: int) -> bool:
        return any(first <= at < after for first, after in self.spans)


def kept_alone(cues: Cues, language: Language) -> Kept | None:
    """Returns what a message says is to stay alone, if it says that."""
    goes = cues.has(Cue.DROP, Cue.RESET)
    whole = len(cues.tokens)
    excepting = [spot.after for spot in cues.at(Cue.EXCEPT) if goes or cues.has(Cue.ANY, Cue.REST)]
    # "Drop everything but the price".
    excepting += [
        spot.after + 1
        for spot in cues.spots
        if spot.cues & {Cue.RESET, Cue.REST}
        and goes
        and cues.norms[spot.after : spot.after + 1] in _each(language.buts)
    ]
    if excepting:
        return Kept(spans=((excepting[0], whole),))
    clauses = clauses_of(cues, language)

    def says(clause: Span, *wanted: Cue) -> bool:
        return any(clause[0] <= spot.first < clause[1] and not spot.cues.isdisjoint(wanted) for spot in cues.spots)

    rest = [clause for clause in clauses if says(clause, Cue.REST) and says(clause, Cue.DROP, Cue.ANY, Cue.RESET)]
    others = tuple(clause for clause in clauses if clause not in rest)
    if rest and others:
        return Kept(spans=others, kinds_stay=not any(says(clause, Cue.DROP, Cue.RESET) for clause in rest))
    alone = tuple(clause for clause in clauses if says(clause, Cue.ONLY) and not says(clause, Cue.DROP))
    if any(says(clause, Cue.KEEP) for clause in alone):
        return Kept(spans=alone)
    if any(says(clause, Cue.MUST) for clause in alone):
        return Kept(spans=alone, features=True)
    return None


def _each(words: Collection[str]) -> list[tuple[str, ...]]:
    return [(word,) for word in words]


def others_than(
    kept: Kept,
    cues: Cues,
    claims: Sequence[QueryClaim],
    topics: Sequence[tuple[Topic, int, int]],
    criteria: Criteria,
    spoken_of: Callable[[Sequence[str]], Criteria],
    pack: Pack,
) -> Criteria:
    """Returns the criteria that go because a message keeps others alone; none if it names nothing to keep.

    `spoken_of` finds the criteria of which a word is among some.
    """
    named = [one for one in claims if any(kept.has(at) for at in _tokens_of(one, cues))]
    about = [topic for topic, first, _ in topics if kept.has(first)]
    read = {at for one in named for at in _tokens_of(one, cues)}
    read |= {at for _, first, after in topics for at in range(first, after)}
    words = [norm for at, norm in enumerate(cues.norms) if kept.has(at) and at not in read]
    worded = spoken_of(words)

    def stays(old: QueryClaim) -> bool:
        if kept.features and not _is_feature(old, pack):
            return True
        if kept.kinds_stay and pack.type(old.type).loosened_last:
            return True
        return (
            any(is_about(old, one) or same_thing(old, one, pack) or _says(old, one, pack) for one in named)
            or any(topic.covers(old) for topic in about)
            or any(old is one for one in worded)
        )

    if not named and not about and not worded:
        return ()
    return tuple(old for old in criteria if not stays(old))


def as_asked(kept: Kept, cues: Cues, claims: Sequence[QueryClaim], criteria: Criteria, pack: Pack) -> Criteria:
    """Returns wishes, those that name what is kept as they were asked for: "kecuali gym" denies no gym, and "the
    laundry" is the one at home if that was asked for."""

    def asked(claim: QueryClaim) -> QueryClaim:
        if not any(kept.has(at) for at in _tokens_of(claim, cues)):
            return claim
        old = next((old for old in criteria if _says(old, claim, pack) and not old.negated), None)
        if old is None or (old.concept == claim.concept and not claim.negated):
            return claim
        return replace(old, quote=claim.quote, or_group=None, start=claim.start, end=claim.end)

    return tuple(asked(claim) for claim in claims)


def _says(old: QueryClaim, named: QueryClaim, pack: Pack) -> bool:
    """True if a criterion is of what is named, or of a kind of it: "security 24 jam" of "security"."""
    same_part = old.facet == named.facet and old.group == named.group
    return named.concept is not None and not named.amounts and same_part and named.concept in concepts_said(old, pack)


def _tokens_of(claim: QueryClaim, cues: Cues) -> list[int]:
    return [at for at, token in enumerate(cues.tokens) if claim.start <= token.start < claim.end]


def _is_feature(claim: QueryClaim, pack: Pack) -> bool:
    """True for what is neither kind nor deal, place, price or amount."""
    is_place = claim.where is not None or claim.name is not None
    return not (is_place or is_money(claim) or claim.amounts or pack.type(claim.type).loosened_last)
