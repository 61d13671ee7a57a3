"""Explains to the user why an entity has its rank, or why it is missing from the hits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from claimtree.languages.messages import SearchMessages
from claimtree.model.amounts import describe, describe_gap
from claimtree.model.answers import Finding, Judgement, Verdict
from claimtree.model.closeness import Miss, miss
from claimtree.model.phrases import phrase_of
from claimtree.model.plans import FULL_SCORE, Plan, Unit, Wish
from claimtree.model.templates import enumerated, fill


def unit_text(plan: Plan, unit: Unit, say: SearchMessages) -> str:
    """Returns the text of the wish, or of its alternatives ("south-facing or west-facing")."""
    return enumerated((plan.wishes[i].claim.text for i in unit.wishes), between=say.either)


def unit_misses(plan: Plan, unit: Unit, findings: Sequence[Finding]) -> list[Miss]:
    """Returns by how much the nearest alternative is missed; empty if an alternative is not
    refuted, or if no amount refutes it."""
    if any(findings[i].verdict is not Verdict.REFUTED for i in unit.wishes):
        return []
    nearest = max(unit.wishes, key=lambda i: findings[i].closeness)
    return _misses(plan.wishes[nearest], findings[nearest])


def misses_text(misses: Iterable[Miss], say: SearchMessages) -> str:
    """Formats the misses for the user ("$3,150/month, $150 over your limit")."""
    return enumerated(_miss_text(one, say) for one in misses)


def _misses(wish: Wish, finding: Finding) -> list[Miss]:
    """Returns the misses of the claim that determines the closeness: the farthest of those against
    the wish."""
    against = [piece for piece in finding.pieces if piece.grade < 0 and not piece.doubtful]
    claim = min(against, key=lambda piece: piece.closeness).claim if against else None
    match = wish.says(phrase_of(claim)) if claim is not None else None
    if claim is None or match is None:
        return []
    found = (miss(asked, claim.amounts[slot]) for asked, slot in zip(wish.claim.amounts, match.slots, strict=True))
    return [one for one in found if one is not None]


def _miss_text(one: Miss, say: SearchMessages) -> str:
    stated = describe(one.stated, say.language)
    if not one.gap:
        return fill(say.at_the_limit, stated=stated)
    gap = describe_gap(one.asked, one.gap, say.language)
    return fill(say.over if one.over else say.below, stated=stated, gap=gap)


def reasons(plan: Plan, judgement: Judgement, say: SearchMessages, *, place: int | None, total: int) -> tuple[str, ...]:
    """Returns why the candidate was excluded; else its rank and how its score adds up."""
    wishes = [unit_text(plan, unit, say) for unit in plan.units]
    misses = [misses_text(unit_misses(plan, unit, judgement.findings), say) for unit in plan.units]
    dropped = [
        fill(say.refuted_by if misses[k] else say.refuted, wish=wishes[k], miss=misses[k]) for k in judgement.refuted
    ]
    for level in judgement.closed:
        required = [wish for wish, unit in zip(wishes, plan.units, strict=True) if level in unit.gate_levels]
        dropped.append(fill(say.closed, level=level, wishes=enumerated(required)))
    if plan.strict:
        dropped += [fill(say.not_strict, wish=wishes[k]) for k in judgement.unmet if k not in judgement.refuted]
    if dropped or place is None:
        return tuple(dropped)
    standing = judgement.standing
    sentences = [
        fill(
            say.place,
            place=say.number(place),
            total=say.number(total),
            required_met=standing.required_met,
            required=sum(unit.required for unit in plan.units),
            met=standing.met,
            all=len(plan.units),
            score=say.number(standing.score),
            full=say.number(FULL_SCORE),
        )
    ]
    told = zip(wishes, judgement.unit_verdicts, judgement.unit_points, misses, strict=True)
    for k, (wish, verdict, points, by) in enumerate(told):
        saying = say.adds if verdict is Verdict.MET else say.adds_nothing
        if by:
            saying = say.nearly if points else say.misses
        pieces = [piece for i in plan.units[k].wishes for piece in judgement.findings[i].pieces]
        disputed = verdict is Verdict.UNKNOWN and any(piece.disputed for piece in pieces)
        said = say.disputed if disputed else say.verdicts[verdict]
        sentences.append(fill(saying, wish=wish, verdict=fill(said), points=say.number(points), miss=by))
    return tuple(sentences)
