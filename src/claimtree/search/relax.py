"""Relaxes a plan without hits: softens the one wish that yields the closest hits, else several,
lightest first."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from claimtree.model.claims import Strength, TypeName
from claimtree.model.plans import GRADES, Plan, Unit

_STEPS = tuple(10 * grade for grade in range(GRADES + 1))


def with_one_relaxed(plan: Plan, last: Collection[TypeName] = ()) -> Iterator[tuple[Plan, Unit]]:
    """Yields plans in which one required unit becomes a preference, the lightest first; types in
    `last` are relaxed only after all others."""
    for unit in _required(plan, last):
        yield _softened(plan, (unit,)), unit


def with_several_relaxed(plan: Plan, last: Collection[TypeName] = ()) -> Iterator[tuple[Plan, tuple[Unit, ...]]]:
    """Yields the plans to try after those of `with_one_relaxed`, each with the units that become preferences.

    The lightest units together, one more each time. The last plan drops the level filter, with
    everything required again: what no claim mentions may still be true.
    """
    required = _required(plan, last)
    for count in range(2, len(required) + 1):
        yield _softened(plan, tuple(required[:count])), tuple(required[:count])
    if required:
        yield replace(plan, gated=False, strict=False), ()


def measuring(plan: Plan, unit: Unit) -> Plan:
    """Returns the plan with points for one unit only, so that among hits that meet as much the one
    nearest to that unit ranks first."""
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
    """The weight of a unit; an or-group has that of its heaviest member."""
    return max(plan.wishes[i].claim.weight for i in unit.wishes)


def demanding(plan: Plan) -> Plan:
    """Returns the plan with every wish required: its total is the number of entities that meet all
    wishes, and few have to be examined to count them."""
    wishes = tuple(replace(wish, claim=replace(wish.claim, strength=Strength.REQUIRED)) for wish in plan.wishes)
    return replace(plan, wishes=wishes, strict=True)


def _softened(plan: Plan, units: tuple[Unit, ...]) -> Plan:
    soft = {i for unit in units for i in unit.wishes}
    wishes = tuple(
        replace(wish, claim=replace(wish.claim, strength=Strength.PREFERRED)) if i in soft else wish
        for i, wish in enumerate(plan.wishes)
    )
    return replace(plan, wishes=wishes)
