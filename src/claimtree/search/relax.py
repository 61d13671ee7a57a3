"""What to let go when nothing is left: the one wish that brings the closest, else one after another, lightest first."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from claimtree.model.claims import Strength, TypeName
from claimtree.model.plans import GRADES, Plan, Unit

_STEPS = tuple(10 * grade for grade in range(GRADES + 1))


def alone(plan: Plan, last: Collection[TypeName] = ()) -> Iterator[tuple[Plan, Unit]]:
    """Plans in which one required unit became a mere preference, the lightest first; `last` are the types that nobody
    lets go while anything else will do."""
    for unit in _required(plan, last):
        yield _softened(plan, (unit,)), unit


def together(plan: Plan, last: Collection[TypeName] = ()) -> Iterator[tuple[Plan, tuple[Unit, ...]]]:
    """Plans to try in turn after that, each with the units that became preferences.

    The lightest ones together, one more each time. Last the level filter, with everything required again: what nobody
    speaks of may still be so.
    """
    required = _required(plan, last)
    for count in range(2, len(required) + 1):
        yield _softened(plan, tuple(required[:count])), tuple(required[:count])
    if required:
        yield replace(plan, gated=False, strict=False), ()


def measuring(plan: Plan, unit: Unit) -> Plan:
    """The same plan with only one unit worth points: of those that meet as much, the nearest to it stands first."""
    wishes = tuple(
        replace(wish, points=_STEPS if i in unit.wishes else (0,) * (GRADES + 1)) for i, wish in enumerate(plan.wishes)
    )
    return replace(plan, wishes=wishes)


def is_last(plan: Plan, unit: Unit, last: Collection[TypeName]) -> bool:
    return any(plan.wishes[i].claim.type in last for i in unit.wishes)


def _required(plan: Plan, last: Collection[TypeName]) -> list[Unit]:
    required = (unit for unit in plan.units if unit.required)
    return sorted(required, key=lambda unit: (is_last(plan, unit, last), weight_of(plan, unit)))


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
