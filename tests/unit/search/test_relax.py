"""What is let go, and in which order: the lightest wish, the lightest together, and last the level filter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from claimtree.model.claims import ClaimId, LevelName, QueryClaim, Strength, TypeName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.plans import Plan, Unit, Wish
from claimtree.search.relax import measuring, weight_of, with_one_relaxed, with_several_relaxed

HOME = LevelName("home")


def plan(*wishes: tuple[str, float, bool] | tuple[str, float, bool, int], strict: bool = False) -> Plan:
    """Wishes as (text, weight, required, or-group)."""
    made = []
    for text, weight, required, *group in wishes:
        claim = QueryClaim(
            id=ClaimId(text), text=text, pattern=text, type=TypeName("look"), level=HOME, quote=text, weight=weight,
            strength=Strength.REQUIRED if required else Strength.PREFERRED, or_group=group[0] if group else None,
        )  # fmt: skip
        made.append(Wish(claim=claim, matches=(), points=(0,) * 17))
    return Plan(hierarchy=Hierarchy(levels=(HOME,), answers=HOME), wishes=tuple(made), strict=strict)


def relaxations(given: Plan, *last: str) -> Iterator[tuple[Plan, tuple[Unit, ...]]]:
    """Everything that is tried, one wish at a time and then several."""
    types = {TypeName(name) for name in last}
    yield from ((softer, (unit,)) for softer, unit in with_one_relaxed(given, types))
    yield from with_several_relaxed(given, types)


def steps(given: Plan) -> list[str]:
    """The wishes that are still required at each step, and whether it is strict."""
    return [
        " ".join(wish.claim.text for wish in softer.wishes if wish.claim.required)
        + (" strict" if softer.strict else "")
        + ("" if softer.gated else " ungated")
        for softer, _ in relaxations(given)
    ]


def test_each_required_wish_goes_by_itself_lightest_first_and_then_together() -> None:
    given = plan(("price", 0.9, True), ("dogs", 0.7, True), ("size", 0.8, True), ("sun", 0.5, False))
    assert steps(given) == ["price size", "price dogs", "dogs size", "price", "", "price dogs size ungated"]


def test_strictness_stays_until_everything_was_tried() -> None:
    given = plan(("price", 0.9, True), ("dogs", 0.7, True), strict=True)
    assert steps(given) == ["price strict", "dogs strict", " strict", "price dogs ungated"]


def test_the_units_that_were_let_go_are_named() -> None:
    given = plan(("price", 0.9, True), ("dogs", 0.7, True), strict=True)
    named = [[given.wishes[unit.wishes[0]].claim.text for unit in units] for _, units in relaxations(given)]
    assert named == [["dogs"], ["price"], ["dogs", "price"], []]


def test_an_or_group_goes_as_one_and_weighs_what_its_heaviest_member_does() -> None:
    given = plan(("south", 0.6, True, 1), ("west", 0.9, True, 1), ("dogs", 0.8, True))
    assert [weight_of(given, unit) for unit in given.units] == [0.9, 0.8]
    assert steps(given) == ["south west", "dogs", "", "south west dogs ungated"]


def test_types_that_go_last_go_after_all_others_however_light_they_are() -> None:
    given = plan(("kind", 0.1, True), ("dogs", 0.7, True), ("size", 0.8, True))
    kind = replace(given.wishes[0], claim=replace(given.wishes[0].claim, type=TypeName("kind")))
    given = replace(given, wishes=(kind, *given.wishes[1:]))
    named = [[given.wishes[unit.wishes[0]].claim.text for unit in units] for _, units in relaxations(given, "kind")]
    assert named == [["dogs"], ["size"], ["kind"], ["dogs", "size"], ["dogs", "size", "kind"], []]


def test_what_is_measured_is_worth_points_and_nothing_else_is() -> None:
    given = plan(("price", 0.9, True), ("dogs", 0.7, True))
    price, dogs = measuring(given, given.units[0]).wishes
    assert list(price.points) == sorted(set(price.points))
    assert set(dogs.points) == {0}


def test_where_nothing_is_required_there_is_nothing_to_let_go() -> None:
    assert steps(plan(("sun", 0.5, False))) == []


def test_the_given_plan_stays_as_it_was() -> None:
    given = plan(("dogs", 0.7, True), strict=True)
    list(relaxations(given))
    assert given.strict
    assert given.wishes[0].claim.required
