"""Explains to the user why an entity has its rank, or why it is missing from the hits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from claimtree.model.answers import Finding, Judgement, Verdict
from claimtree.model.closeness import Miss, miss
from claimtree.model.notices import Gap, Join, Notice, NoticeCode, Several, notice, several
from claimtree.model.phrases import phrase_of
from claimtree.model.plans import FULL_SCORE, Plan, Unit, Wish

_VERDICTS = {
    Verdict.MET: NoticeCode.VERDICT_MET,
    Verdict.REFUTED: NoticeCode.VERDICT_REFUTED,
    Verdict.UNKNOWN: NoticeCode.VERDICT_UNKNOWN,
}


def unit_wording(plan: Plan, unit: Unit) -> Several:
    """Returns the text of the wish, or of its alternatives ("south-facing or west-facing")."""
    return several((plan.wishes[i].claim.text for i in unit.wishes), join=Join.OR)


def unit_misses(plan: Plan, unit: Unit, findings: Sequence[Finding]) -> list[Miss]:
    """Returns by how much the nearest alternative is missed; empty if an alternative is not
    refuted, or if no amount refutes it."""
    if any(findings[i].verdict is not Verdict.REFUTED for i in unit.wishes):
        return []
    nearest = max(unit.wishes, key=lambda i: findings[i].closeness)
    return _misses(plan.wishes[nearest], findings[nearest])


def misses_wording(misses: Iterable[Miss]) -> Several:
    """Returns the misses as the user is told them ("$3,150/month, $150 over your limit")."""
    return several(map(_miss_wording, misses))


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


def _miss_wording(one: Miss) -> Notice:
    if not one.gap:
        return notice(NoticeCode.AT_LIMIT, stated=one.stated)
    code = NoticeCode.OVER_LIMIT if one.over else NoticeCode.BELOW_LIMIT
    return notice(code, stated=one.stated, gap=Gap(like=one.asked, size=one.gap))


def reasons(plan: Plan, judgement: Judgement, *, place: int | None, total: int) -> tuple[Notice, ...]:
    """Returns why the candidate was excluded; else its rank and how its score adds up."""
    dropped = _dropped(plan, judgement)
    if dropped or place is None:
        return tuple(dropped) or (notice(NoticeCode.NOT_AMONG_ANSWERS),)
    standing = judgement.standing
    rank = notice(
        NoticeCode.RANK,
        place=place,
        total=total,
        required_met=standing.required_met,
        required=sum(unit.required for unit in plan.units),
        met=standing.met,
        all=len(plan.units),
        score=standing.score,
        full=FULL_SCORE,
    )
    return rank, *(_contribution(plan, judgement, k) for k in range(len(plan.units)))


def _dropped(plan: Plan, judgement: Judgement) -> list[Notice]:
    """Returns what excludes the candidate; empty if nothing does."""
    wishes = [unit_wording(plan, unit) for unit in plan.units]
    dropped = []
    for k in judgement.refuted:
        if misses := unit_misses(plan, plan.units[k], judgement.findings):
            dropped.append(notice(NoticeCode.REFUTED_BY, wish=wishes[k], miss=misses_wording(misses)))
        else:
            dropped.append(notice(NoticeCode.REFUTED, wish=wishes[k]))
    for level in judgement.closed:
        required = [wish for wish, unit in zip(wishes, plan.units, strict=True) if level in unit.gate_levels]
        dropped.append(notice(NoticeCode.LEVEL_UNMET, level=level, wishes=several(required)))
    if plan.strict:
        unmet = [k for k in judgement.unmet if k not in judgement.refuted]
        dropped += [notice(NoticeCode.NOT_STRICT, wish=wishes[k]) for k in unmet]
    return dropped


def _contribution(plan: Plan, judgement: Judgement, k: int) -> Notice:
    """Returns what one wish adds to the score, or why it adds nothing."""
    unit = plan.units[k]
    wish, verdict, points = unit_wording(plan, unit), judgement.unit_verdicts[k], judgement.unit_points[k]
    if verdict is Verdict.MET:
        return notice(NoticeCode.ADDS, wish=wish, points=points)
    verdict_notice = notice(
        NoticeCode.VERDICT_DISPUTED if _is_disputed(judgement, unit, verdict) else _VERDICTS[verdict]
    )
    misses = unit_misses(plan, unit, judgement.findings)
    if not misses:
        return notice(NoticeCode.ADDS_NOTHING, wish=wish, verdict=verdict_notice)
    miss = misses_wording(misses)
    if not points:
        return notice(NoticeCode.MISSES, wish=wish, verdict=verdict_notice, miss=miss)
    return notice(NoticeCode.NEARLY, wish=wish, verdict=verdict_notice, points=points, miss=miss)


def _is_disputed(judgement: Judgement, unit: Unit, verdict: Verdict) -> bool:
    """True if the wish is unknown because a source says both."""
    pieces = (piece for i in unit.wishes for piece in judgement.findings[i].pieces)
    return verdict is Verdict.UNKNOWN and any(piece.disputed for piece in pieces)
