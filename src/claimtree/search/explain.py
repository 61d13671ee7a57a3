"""Why an entity stands where it stands, or why it is missing: sentences for a person."""

from __future__ import annotations

from claimtree.model.answers import Judgement, Verdict
from claimtree.model.plans import FULL_SCORE, Plan, Unit


def unit_text(plan: Plan, unit: Unit) -> str:
    """The wish, or its alternatives: "south-facing or west-facing"."""
    return " or ".join(plan.wishes[i].claim.text for i in unit.wishes)


def reasons(plan: Plan, judgement: Judgement, *, place: int | None, total: int) -> tuple[str, ...]:
    """What dropped the candidate; or its place, and how its score adds up."""
    dropped = [
        *(
            f"It is left out because '{unit_text(plan, plan.units[k])}' is required and refuted."
            for k in judgement.refuted
        ),
        *(
            f"It is left out because nothing required of the {level} is met ({', '.join(_required_at(plan, level))})."
            for level in judgement.closed
        ),
    ]
    if plan.strict:
        dropped += [
            f"It is left out because you asked for strict answers and '{unit_text(plan, plan.units[k])}' is not met."
            for k in judgement.unmet
            if k not in judgement.refuted
        ]
    if dropped or place is None:
        return tuple(dropped)
    standing = judgement.standing
    required = sum(unit.required for unit in plan.units)
    coverage = f"{standing.required_met} of {required} required wishes and {standing.met} of {len(plan.units)} in all"
    score = f"a score of {standing.score:,} (one full proof of every wish makes {FULL_SCORE:,})"
    sentences = [f"Place {place} of {total}: it meets {coverage}, with {score}."]
    for unit, verdict, points in zip(plan.units, judgement.unit_verdicts, judgement.unit_points, strict=True):
        if verdict is Verdict.MET:
            sentences.append(f"'{unit_text(plan, unit)}' adds {points}.")
        else:
            sentences.append(f"'{unit_text(plan, unit)}' is {verdict} and adds nothing.")
    return tuple(sentences)


def _required_at(plan: Plan, level: str) -> list[str]:
    return [unit_text(plan, unit) for unit in plan.units if level in unit.gate_levels]
