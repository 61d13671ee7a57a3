"""The wishes that a conversation keeps: added, replaced by others about the same thing, dropped.

A wish is about the same thing as another if one home cannot answer both with different values: two
limits of one price, two kinds of home, two facings. What that is follows from the pack: claims of
one amount, of one list of names, or of concepts that exclude each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.claims import ClaimId, QueryClaim, Strength, only_real_choices, units
from claimtree.model.pack import Pack
from claimtree.model.places import CENTRE, WhereRelation

Criteria: TypeAlias = tuple[QueryClaim, ...]
Choice: TypeAlias = tuple[QueryClaim, ...]
"""A wish, or several that are alternatives of one another."""

_EXCLUDING: Final = 0.8
"""Concepts that exclude each other this surely are values of one thing: a house is no shophouse."""
_WEIGHT_STEP: Final = 0.05
"""By how much less than a plain wish a softened one weighs at least."""


def choices(claims: Sequence[QueryClaim]) -> list[Choice]:
    """Returns the wishes one by one, alternatives together."""
    return [tuple(claims[i] for i in unit) for unit in units(claims)]


def firm(claims: Sequence[QueryClaim], pack: Pack) -> Criteria:
    """Returns wishes as a conversation takes them: what is asked of a place is required, unless it
    was softened ("kalau bisa dekat mall"). Their words explain themselves, so `why` is left out."""
    return tuple(
        replace(
            claim,
            why=None,
            strength=Strength.REQUIRED if claim.where is not None and not is_soft(claim, pack) else claim.strength,
        )
        for claim in claims
    )


def is_soft(claim: QueryClaim, pack: Pack) -> bool:
    """True if the user said that it need not be ("kalau bisa", "ideally")."""
    if claim.required:
        return False
    spec = pack.type(claim.type)
    if spec.firm and not is_guess(claim):
        return True
    concept = pack.concepts.get(claim.concept) if claim.concept is not None else None
    usual = (concept.weight if concept is not None else None) or spec.weight
    return claim.weight <= usual - _WEIGHT_STEP


def is_guess(claim: QueryClaim) -> bool:
    """True for words that no list knows."""
    return claim.concept is None and claim.name is None and claim.where is None and not claim.amounts


def same_wish(one: QueryClaim, other: QueryClaim) -> bool:
    """True if both ask for the same, however it was said."""
    what = (one.concept, one.name, one.amounts, one.where, one.negated, one.facet)
    if what != (other.concept, other.name, other.amounts, other.where, other.negated, other.facet):
        return False
    return not is_guess(one) or one.pattern.casefold() == other.pattern.casefold()


def same_thing(one: QueryClaim, other: QueryClaim, pack: Pack) -> bool:
    """True if a later wish takes the place of an earlier one."""
    if one.where is not None or other.where is not None:
        return _same_place(one, other)
    if one.amounts and other.amounts:
        return _same_amount(one, other)
    if one.concept is not None and one.concept == other.concept:
        return one.facet == other.facet and bool(one.amounts) == bool(other.amounts)
    if one.name is not None and other.name is not None:
        return one.name.kind == other.name.kind and not one.negated and not other.negated
    if one.negated or other.negated or one.type != other.type:
        return False
    return _exclude(one, other, pack)


def _exclude(one: QueryClaim, other: QueryClaim, pack: Pack) -> bool:
    """True if the pack says that one of their concepts excludes the other."""
    return any(
        step.excludes and step.discount >= _EXCLUDING and step.to == second.concept
        for first, second in ((one, other), (other, one))
        if first.concept is not None and first.concept in pack.concepts
        for step in pack.concepts[first.concept].steps
    )


def _same_place(one: QueryClaim, other: QueryClaim) -> bool:
    """Wishes to be in a place replace each other, and so do those to be near a named one; kinds of
    places add up, each once."""
    if one.where is None or other.where is None or one.negated != other.negated:
        return one.name is not None and one.name == other.name
    first, second = one.where, other.where
    if one.negated:
        return (first.names, first.kind) == (second.names, second.kind)
    # The centre of a city is an area like others.
    inside = [where.relation is WhereRelation.IN or where.kind == CENTRE for where in (first, second)]
    if inside[0] != inside[1]:
        return bool(first.names) and first.names == second.names
    if not first.names or not second.names:
        return first.names == second.names and first.kind == second.kind
    return True


def _same_amount(one: QueryClaim, other: QueryClaim) -> bool:
    first, second = one.amounts[0], other.amounts[0]
    if one.type != other.type or one.facet != other.facet:
        return False
    if one.concept != other.concept and not (first.kind is second.kind is AmountKind.MONEY):
        return False
    return one.concept != other.concept or not _complementary(first, second)


def _complementary(one: Amount, other: Amount) -> bool:
    """True for a lower and an upper end that leave something between them: "minimal 500 juta" after
    "di bawah 1 M"."""
    ends = {(amount.low > float("-inf"), amount.high < float("inf")) for amount in (one, other)}
    return ends == {(True, False), (False, True)} and one.overlaps(other)


def added(
    kept: Criteria, new: Criteria, pack: Pack, *, replacing_places: bool = False, as_alternative: bool = False
) -> Criteria:
    """Returns the criteria with new wishes: each replaces those about the same thing.

    `replacing_places`: a new place takes the place of every other, also of another sort ("ganti ke
    Medan Johor"). `as_alternative`: the new wishes are further choices ("atau ruko").
    """
    if as_alternative:
        joined = _joined(kept, new, pack)
        if joined is not None:
            return numbered(joined)

    def gone(choice: Choice) -> bool:
        for old in choice:
            for wish in new:
                if same_thing(old, wish, pack) or (
                    replacing_places and old.where is not None and wish.where is not None and not wish.negated
                ):
                    return True
        return False

    stay = [choice for choice in choices(kept) if not gone(choice)]
    return numbered([*stay, *choices(new)])


def _joined(kept: Criteria, new: Criteria, pack: Pack) -> list[Choice] | None:
    """Returns the choices with the new wishes as further alternatives of what they are about; None
    if they are about nothing asked before."""
    found = choices(kept)
    for k, choice in enumerate(found):
        if all(any(same_thing(old, wish, pack) for old in choice) for wish in new):
            found[k] = (*choice, *(wish for wish in new if not any(same_wish(wish, old) for old in choice)))
            return found
    return None


def dropped(kept: Criteria, drop: Callable[[QueryClaim], bool]) -> Criteria:
    """Returns the criteria without those that a test names; of alternatives all go."""
    return numbered([choice for choice in choices(kept) if not any(drop(wish) for wish in choice)])


def numbered(found: Sequence[Choice]) -> Criteria:
    """Returns the wishes of choices with ids of their own, and groups of alternatives."""
    claims: list[QueryClaim] = []
    parts: dict[object, int] = {}
    for number, choice in enumerate(found, 1):
        either = number if len(choice) > 1 else None
        for wish in choice:
            # What different messages say of a kitchen is said of one kitchen; of a bedroom it is another part.
            part = None if wish.group is None else parts.setdefault((wish.facet, wish.group), len(parts) + 1)
            # Where it stands in a message that is gone says nothing.
            claims.append(replace(wish, or_group=either, group=part, start=0, end=0))
    return tuple(replace(claim, id=ClaimId(f"c{k}")) for k, claim in enumerate(only_real_choices(claims), 1))


def changed(one: Criteria, other: Criteria) -> bool:
    """True if two sets of criteria do not ask for the same."""
    return len(one) != len(other) or not all(any(same_wish(a, b) for b in other) for a in one)
