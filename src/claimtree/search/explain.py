"""Why an entity stands where it stands, or why it is missing: sentences for a person."""

from __future__ import annotations

from claimtree.model.answers import Judgement, Verdict
from claimtree.model.plans import FULL_SCORE, Plan, Unit
from claimtree.search.sayings import Sayings


def unit_text(plan: Plan, unit: Unit, say: Sayings) -> str:
    """The wish, or its alternatives: "south-facing or west-facing"."""
    return say.either.join(plan.wishes[i].claim.text for i in unit.wishes)


def reasons(plan: Plan, judgement: Judgement, say: Sayings, *, place: int | None, total: int) -> tuple[str, ...]:
    """What dropped the candidate; or its place, and how its score adds up."""
    wishes = [unit_text(plan, unit, say) for unit in plan.units]
    dropped = [say.refuted.format(wish=wishes[k]) for k in judgement.refuted]
    for level in judgement.closed:
        required = [wish for wish, unit in zip(wishes, plan.units, strict=True) if level in unit.gate_levels]
        dropped.append(say.closed.format(level=level, wishes=", ".join(required)))
    if plan.strict:
        dropped += [say.not_strict.format(wish=wishes[k]) for k in judgement.unmet if k not in judgement.refuted]
    if dropped or place is None:
        return tuple(dropped)
    standing = judgement.standing
    sentences = [
        say.place.format(
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
    for wish, verdict, points in zip(wishes, judgement.unit_verdicts, judgement.unit_points, strict=True):
        if verdict is Verdict.MET:
            sentences.append(say.adds.format(wish=wish, points=say.number(points)))
        else:
            sentences.append(say.adds_nothing.format(wish=wish, verdict=say.verdicts[verdict]))
    return tuple(sentences)
