"""Lists all evidence for each labelled wish before any bar is applied; used to choose the bars.

    rooms = Rooms("claimtree-small-3", cache)
    found = [piece for asked in ask_all(labelled(texts)[0], rooms) for piece in evidence(asked, rooms)]

returns every claim of a listing that may answer one of its wishes under the pack's evidence rules,
with the embedder's scores for the pair and the match that the current plan makes of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from claimtree.model.claims import Claim, EntityId, LevelName, QueryClaim, TypeName
from claimtree.model.pack import EvidenceRule, Pack
from claimtree.model.phrases import phrase_of
from claimtree.model.plans import PhraseMatch
from claimtree.ports import Judge
from evals.judge_labels import Label, LabelledListing
from evals.judge_listings import Asked, overlap
from evals.judge_rooms import Rooms

Logits: TypeAlias = tuple[float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One claim of a listing that may answer one claim of a wish."""

    listing: LabelledListing
    label: Label
    wish: int
    """Index of the claim within the wish, where the reader made several."""
    asked: QueryClaim
    entity: EntityId
    stated: Claim
    rule: EvidenceRule
    """Its `proves` and `refutes` are the discounts."""
    cosine: float
    logits: Logits | None
    """In the order of `Says`, for `model.judging.chances`; None if the embedder is not a judge."""
    match: PhraseMatch | None
    """The current plan's match, bars applied, with its source; None if the plan ignores the
    claim."""
    doubtful: bool
    """Whether the match is only shown and does not decide the verdict."""
    overlaps: bool
    """Whether the claim's words overlap those of the label."""

    @property
    def by_meaning(self) -> bool:
        """True if no rule decides: neither side has a name, no amount is asked for, no lexicon has
        both."""
        plain = self.asked.name is None and self.stated.name is None and not self.asked.amounts
        return plain and (self.asked.concept is None or self.stated.concept is None)


def evidence(asked: Asked, rooms: Rooms) -> list[Evidence]:
    """Returns all claims of the listing that may answer the wish; empty if the reader dropped
    it."""
    if asked.plan is None or asked.dossier is None:
        return []
    room = rooms.of(asked.listing.pack)
    embedder, entities = room.embedder, asked.dossier.entities.values()
    found: list[Evidence] = []
    for number, wish in enumerate(asked.plan.wishes):
        rules = answering(wish.claim, room.pack)
        claims = [
            (item.entity.id, claim)
            for item in asked.family
            for claim in item.claims
            if (claim.level, claim.type) in rules
        ]
        if not claims:
            continue
        own = embedder.embed([wish.claim.pattern])
        phrases = embedder.embed([claim.pattern for _, claim in claims])
        cosines = phrases.similarity(own)[:, 0]
        logits = embedder.judge(own).logits(phrases)[:, 0] if isinstance(embedder, Judge) else None
        sure = {match.phrase: match for match in wish.matches}
        shown = {match.phrase: match for match in wish.doubtful} | sure
        for row, (entity, claim) in enumerate(claims):
            phrase = phrase_of(claim)
            found.append(
                Evidence(
                    listing=asked.listing,
                    label=asked.label,
                    wish=number,
                    asked=wish.claim,
                    entity=entity,
                    stated=claim,
                    rule=rules[claim.level, claim.type],
                    cosine=float(cosines[row]),
                    logits=(float(logits[row, 0]), float(logits[row, 1]), float(logits[row, 2]))
                    if logits is not None
                    else None,
                    match=shown.get(phrase),
                    doubtful=phrase in shown and phrase not in sure,
                    overlaps=overlap(claim, asked.label.words, entities),
                )
            )
    return found


def answering(claim: QueryClaim, pack: Pack) -> Mapping[tuple[LevelName, TypeName], EvidenceRule]:
    """Returns the rule for each level and type that can answer; the most generous if several
    apply."""
    rules: dict[tuple[LevelName, TypeName], EvidenceRule] = {}
    for rule in pack.answered_by[claim.level, claim.type]:
        for type in rule.by_types:
            known = rules.get((rule.by_level, type))
            if known is None or (rule.proves, rule.refutes) > (known.proves, known.refutes):
                rules[rule.by_level, type] = rule
    return rules
