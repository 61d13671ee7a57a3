"""What to let go when nothing is left: one wish at a time, the lightest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from claimtree.model.claims import Strength
from claimtree.model.plans import Plan, Unit


def relaxations(plan: Plan) -> Iterator[tuple[Plan, tuple[Unit, ...]]]:
    """Plans to try in turn, each with the units that became mere preferences.

    First every required unit by itself, lightest first; then the lightest ones together, one more each time. Last the
    level filter, with everything required again: what nobody speaks of may still be so.
    """
    required = sorted((unit for unit in plan.units if unit.required), key=lambda unit: weight_of(plan, unit))
    for unit in required:
        yield _softened(plan, (unit,)), (unit,)
    for count in range(2, len(required) + 1):
        yield _softened(plan, tuple(required[:count])), tuple(required[:count])
    if required:
        yield replace(plan, gated=False, strict=False), ()


def weight_of(plan: Plan, unit: Unit) -> float:
    """An or-group weighs what its heaviest member does."""
    return max(plan.wishes[i].claim.weight for i in unit.wishes)


def demanding(plan: Plan) -> Plan:
    """The same question with everything insisted on: its total is how many meet all of it, and few have to be looked at
    to count them."""
    wishes = tuple(replace(wish, claim=replace(wish.claim, strength=Strength.REQUIRED)) for wish in plan.wishes)
    return replace(plan, wishes=wishes, strict=True)


def _softened(plan: Plan, units: tuple[Unit, ...]) -> Plan:
    soft = {i for unit in units for i in unit.wishes}
    wishes = tuple(
        replace(wish, claim=replace(wish.claim, strength=Strength.PREFERRED)) if i in soft else wish
        for i, wish in enumerate(plan.wishes)
    )
    return replace(plan, wishes=wishes)
