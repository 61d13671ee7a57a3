"""The wishes that a conversation keeps: added, replaced by others about the same thing, dropped.

A wish is about the same thing as another if one home cannot answer both with different values: two
limits of one price, two kinds of home, two facings. What that is follows from the pack: claims of
one amount, of one list of names, or of concepts that exclude each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from claimtree.model.amounts import Amount, AmountKind, Op
from claimtree.model.claims import ClaimId, ConceptId, QueryClaim, Strength, only_real_choices, units
from claimtree.model.pack import Pack
from claimtree.model.places import CENTRE, WhereRelation

Criteria: TypeAlias = tuple[QueryClaim, ...]
Choice: TypeAlias = tuple[QueryClaim, ...]
"""A wish, or several that are alternatives of one another."""

_EXCLUDING: Final = 0.8
"""Concepts that exclude each other this surely are values of one thing: a house is no shophouse."""
_IMPLYING: Final = 0.8
_WEIGHT_STEP: Final = 0.05
"""By how much less than a plain wish a softened one weighs at least."""


def choices(claims: Sequence[QueryClaim]) -> list[Choice]:
    """Returns the wishes one by one, alternatives together."""
    return [tuple(claims[i] for i in unit) for unit in units(claims)]


def firm(claims: Sequence[QueryClaim], pack: Pack) -> Criteria:
    """Returns wishes as a conversation takes them: what is asked of a place is required, unless it was
    softened ("kalau bisa dekat mall"), and kind and deal always are: a person asking to rent is shown no
    home for sale. Their words explain themselves, so `why` is left out; and what they were taken for is shown in
    each reply, where the user can take it back, so none is unsure."""

    def strength(claim: QueryClaim) -> Strength:
        if pack.type(claim.type).loosened_last or (claim.where is not None and not is_soft(claim, pack)):
            return Strength.REQUIRED
        return claim.strength

    return tuple(replace(claim, why=None, unsure=False, strength=strength(claim)) for claim in claims)


def implied(claims: Criteria, pack: Pack, *, beside: Criteria = ()) -> Criteria:
    """Returns what the price or the terms of wishes say of the deal: a price by the year, or "sewa
    bulanan", asks for a home to rent, and is never answered with one for sale; one of a billion asks
    for a home to buy. `beside`: what is asked as well."""
    found: list[QueryClaim] = []
    for claim in claims:
        for concept in _says_of_deal(claim, pack):
            target = pack.concepts[concept]
            wish = QueryClaim(
                id=ClaimId(f"{claim.id}.{concept}"),
                text=target.pattern_of(),
                pattern=target.pattern_of(),
                type=target.type,
                level=pack.hierarchy.answers,
                quote=claim.quote,
                concept=concept,
                strength=Strength.REQUIRED,
                weight=pack.type(target.type).weight,
            )
            if not any(old.concept == concept or same_thing(old, wish, pack) for old in (*claims, *beside, *found)):
                found.append(wish)
    return tuple(found)


def _says_of_deal(claim: QueryClaim, pack: Pack) -> list[ConceptId]:
    """The kinds or deals that a wish says without naming them."""
    last = {name for name, spec in pack.types.items() if spec.loosened_last}
    concept = pack.concepts.get(claim.concept) if claim.concept is not None else None
    if concept is None or claim.negated or claim.type in last:
        return []
    rents = pack.reading.rents
    if rents is not None and concept.id == rents.price and claim.amounts and "/" not in claim.amounts[0].unit:
        amount = claim.amounts[0]
        largest = amount.high if math.isfinite(amount.high) else amount.low
        return [rents.for_sale] if largest > rents.most else []
    return [
        step.to
        for step in concept.steps
        if not step.excludes and step.discount >= _IMPLYING and pack.concepts[step.to].type in last
    ]


def with_implied(claims: Criteria, pack: Pack) -> Criteria:
    """Returns wishes with what their terms say of the deal; that of a price is left to the search."""
    terms = tuple(one for one in claims if not one.amounts and pack.type(one.type).rules)
    return (*claims, *implied(terms, pack, beside=claims))


def is_firm(claim: QueryClaim, pack: Pack) -> bool:
    """True for a wish that is required without being called so: a kind, a deal, a place, a limit, a denial."""
    spec = pack.type(claim.type)
    is_place = claim.where is not None or claim.name is not None
    return spec.firm or spec.loosened_last or claim.negated or is_place or bool(claim.amounts)


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


def is_known(claim: QueryClaim, pack: Pack) -> bool:
    """True if a pack has everything that a wish is made of: that of a kept session may be older than the pack."""
    return (
        claim.type in pack.types
        and claim.level in pack.hierarchy.levels
        # That there is a balcony is a concept of its facet.
        and (claim.concept is None or claim.concept in pack.concepts or claim.concept in pack.presences)
        and (claim.facet is None or claim.facet in pack.facets)
        and (claim.through is None or claim.through.relation in pack.relations)
    )


def is_money(claim: QueryClaim) -> bool:
    """True for a price or rent that is asked for."""
    return bool(claim.amounts) and claim.amounts[0].kind is AmountKind.MONEY and not claim.negated


def same_wish(one: QueryClaim, other: QueryClaim) -> bool:
    """True if both ask for the same, however it was said."""
    what = (one.concept, one.name, one.amounts, one.where, one.negated, one.facet)
    if what != (other.concept, other.name, other.amounts, other.where, other.negated, other.facet):
        return False
    return not is_guess(one) or one.pattern.casefold() == other.pattern.casefold()


def is_about(kept: QueryClaim, named: QueryClaim) -> bool:
    """True if a criterion is what a message names, whatever its values: "hapus 3 lantai", "drop the
    dishwasher". A kind of place also names the one of that kind: "drop the subway" after "near the G train"."""
    if named.concept is not None:
        return kept.concept == named.concept or _is_of_kind(kept, named)
    if named.name is not None or named.where is not None:
        return (kept.name is not None and named.name is not None and kept.name.is_same(named.name)) or (
            kept.where is not None
            and named.where is not None
            and kept.where.names == named.where.names
            and kept.where.kind == named.where.kind
        )
    return same_wish(kept, named) or (is_guess(kept) and kept.pattern.casefold() in named.pattern.casefold())


def _is_of_kind(kept: QueryClaim, named: QueryClaim) -> bool:
    if kept.where is None or named.where is None or named.where.names:
        return False
    return bool(kept.where.names) and bool(kept.where.kind) and kept.where.kind == named.where.kind


def same_thing(one: QueryClaim, other: QueryClaim, pack: Pack) -> bool:
    """True if a later wish takes the place of an earlier one."""
    if one.where is not None or other.where is not None:
        return _same_place(one, other)
    if one.amounts and other.amounts and one.negated is other.negated:
        return _same_amount(one, other)
    if one.negated is not other.negated and _contradict(one, other, pack):
        return True
    if one.concept is not None and one.concept == other.concept:
        return one.facet == other.facet and bool(one.amounts) == bool(other.amounts)
    if one.name is not None and other.name is not None:
        return one.name.kind == other.name.kind and not one.negated and not other.negated
    if one.negated or other.negated or one.type != other.type:
        return False
    return _exclude(one, other, pack) or _values_of_one_field(one, other, pack)


def _contradict(one: QueryClaim, other: QueryClaim, pack: Pack) -> bool:
    """True if one asks for what the other denies: a carport for two cars, and none."""
    denied, asked = (one, other) if one.negated else (other, one)
    if denied.facet != asked.facet or denied.concept is None or asked.concept is None:
        return False
    if denied.concept == asked.concept:
        return True
    concept = pack.concepts.get(asked.concept)
    steps = concept.steps if concept is not None and not denied.amounts else ()
    return any(step.to == denied.concept and not step.excludes and step.discount >= _IMPLYING for step in steps)


def _values_of_one_field(one: QueryClaim, other: QueryClaim, pack: Pack) -> bool:
    """True for two kinds of home, or two ways in which one is offered: what is relaxed last is one thing."""
    if not pack.type(one.type).loosened_last or one.concept is None or other.concept is None:
        return False
    return any({one.concept, other.concept} <= set(spec.values.values()) for spec in pack.fields.values())


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
    if one.where is None or other.where is None:
        return one.name is not None and one.name == other.name
    first, second = one.where, other.where
    if one.negated != other.negated:
        return (first.relation, first.names, first.kind) == (second.relation, second.names, second.kind)
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
    kept: Criteria,
    new: Criteria,
    pack: Pack,
    *,
    replacing_places: bool = False,
    moving: bool = False,
    as_alternative: bool = False,
    would_do: bool = False,
) -> Criteria:
    """Returns the criteria with new wishes: each replaces those about the same thing.

    `replacing_places`: a new place takes the place of every other ("ganti ke Medan Johor"), but a
    named one not that of a kind ("dekat sekolah"). `moving`: it takes that of every other named one
    ("sekitar USU" after "di Medan Johor"). `as_alternative`: the new wishes are further choices
    ("atau ruko"). `would_do`: they need not be ("carport juga boleh").
    """
    if as_alternative:
        joined, new = _joined(kept, new, pack)
        kept = numbered(joined)
        if not new:
            return kept
    if would_do:
        new = tuple(softened(wish, pack) for wish in new)
    new = tuple(_with_other_end(wish, kept, pack) for wish in new)
    known = choices(kept)
    new = tuple(wish for choice in choices(new) if not _is_asked(choice, known) for wish in choice)

    def replaces(wish: QueryClaim, old: QueryClaim) -> bool:
        if same_thing(old, wish, pack) or _of_the_other_deal(old, wish, pack):
            return True
        if wish.negated or old.where is None or wish.where is None:
            return False
        named = bool(old.where.names), bool(wish.where.names)
        return (replacing_places and named != (False, True)) or (moving and all(named) and not old.negated)

    def left_of(choice: Choice) -> Choice:
        """What stays of a choice: a denial takes away what it denies, and another wish all alternatives."""
        if any(replaces(wish, old) for old in choice for wish in new if not wish.negated or old.negated):
            return ()
        return tuple(old for old in choice if not any(replaces(wish, old) for wish in new))

    stay = [left for choice in known if (left := left_of(choice))]
    return numbered([*stay, *choices(new)])


def _of_the_other_deal(old: QueryClaim, wish: QueryClaim, pack: Pack) -> bool:
    """True for a price or terms of renting where a wish is to buy now, and the other way round."""
    rents = pack.reading.rents
    if rents is None or wish.negated or wish.concept not in (rents.to_let, rents.for_sale):
        return False
    if old.amounts and old.amounts[0].kind is AmountKind.MONEY:
        return ("/" in old.amounts[0].unit) is (wish.concept == rents.for_sale)
    other = implied((old,), pack)
    return any(one.concept in (rents.to_let, rents.for_sale) and one.concept != wish.concept for one in other)


def _is_asked(choice: Choice, known: Sequence[Choice]) -> bool:
    """True if the same is asked already."""
    return any(
        len(choice) == len(old)
        and all(any(same_wish(wish, one) and not hardens(wish, one) for one in old) for wish in choice)
        for old in known
    )


def hardens(wish: QueryClaim, old: QueryClaim) -> bool:
    """True if a wish makes a must of one that was none: "the balcony is a must"."""
    return same_wish(wish, old) and wish.required and not old.required


def _joined(kept: Criteria, new: Criteria, pack: Pack) -> tuple[list[Choice], Criteria]:
    """Returns the choices with the new wishes as further alternatives of what they are about, and the wishes that are
    about nothing asked before."""
    found = choices(kept)
    left = list(new)
    for k, choice in enumerate(found):
        own = [wish for wish in left if any(alternates(old, wish, pack) for old in choice)]
        if own:
            fresh = [wish for wish in own if not any(same_wish(wish, old) for old in choice)]
            span = spanning(choice, fresh, pack)
            # What the message itself names as an alternative of one of them goes with it.
            groups = {wish.or_group for wish in own} - {None}
            beside = [wish for wish in left if wish.or_group in groups and not any(wish is one for one in own)]
            found[k] = (span,) if span is not None else (*choice, *fresh, *beside)
            left = [wish for wish in left if not any(wish is one for one in (*own, *beside))]
    return found, tuple(left)


def alternates(old: QueryClaim, wish: QueryClaim, pack: Pack) -> bool:
    """True if a wish that would do as well is one beside another: of the same thing, of one field ("baru",
    "bekas"), or of one kind ("laundry in the building" beside a washer in the home)."""
    if same_thing(old, wish, pack) or _are_places_to_be(old, wish):
        return True
    if old.negated or wish.negated or old.facet != wish.facet or old.concept is None or wish.concept is None:
        return False
    if old.amounts and wish.amounts:
        return False  # the lower and the upper end of a range
    if any({old.concept, wish.concept} <= set(spec.values.values()) for spec in pack.fields.values()):
        return True
    kinds = [concepts_said(claim, pack) for claim in (old, wish)]
    return old.type == wish.type and bool(kinds[0] & kinds[1])


def _are_places_to_be(one: QueryClaim, other: QueryClaim) -> bool:
    """True for two named places, in or near which a home may be, or two that it is to be near: "dekat Amplas juga
    boleh" after "di Marelan"."""
    first, second = one.where, other.where
    if first is None or second is None or one.negated or other.negated or first.keeps_off or second.keeps_off:
        return False
    named = bool(first.names) and bool(second.names)
    near = first.distance is not None and second.distance is not None
    return named or near


def concepts_said(claim: QueryClaim, pack: Pack) -> frozenset[ConceptId]:
    """Returns the concept of a wish and those that it implies."""
    concept = pack.concepts.get(claim.concept) if claim.concept is not None else None
    if concept is None:
        return frozenset()
    return frozenset(
        {concept.id, *(step.to for step in concept.steps if not step.excludes and step.discount >= _IMPLYING)}
    )


def softened(wish: QueryClaim, pack: Pack) -> QueryClaim:
    """A feature that would do as one that need not be; a kind, a place or an amount stays as it is."""
    if is_firm(wish, pack):
        return wish
    concept = pack.concepts.get(wish.concept) if wish.concept is not None else None
    usual = (concept.weight if concept is not None else None) or pack.type(wish.type).weight
    return replace(wish, strength=Strength.PREFERRED, weight=min(wish.weight, round(usual - 2 * _WEIGHT_STEP, 2)))


def spanning(choice: Choice, fresh: Sequence[QueryClaim], pack: Pack) -> QueryClaim | None:
    """Two amounts as one that both are within: "3 kamar juga boleh" after "4 kamar", "2 M pun gpp" after "di bawah
    1 M"; None where something lies between them."""
    if len(choice) != 1 or len(fresh) != 1:
        return None
    if choice[0].where is not None and fresh[0].where is not None:
        return _farther(choice[0], fresh[0])
    if not choice[0].amounts or not fresh[0].amounts:
        return None
    old, new = choice[0].amounts[0], fresh[0].amounts[0]
    if old.kind is not new.kind or old.unit != new.unit or choice[0].concept != fresh[0].concept:
        return None
    if (limit := _limit_moved(old, new)) is not None:
        return with_amount(choice[0], limit, pack, beside=fresh[0])
    low, high = sorted((old, new), key=lambda amount: amount.low)
    beside = low.kind is AmountKind.COUNT and high.low - low.high == 1
    if not beside and not old.overlaps(new):
        return None
    wide = max((old, new), key=lambda amount: (amount.high, not amount.high_open))
    op = (
        Op.RANGE
        if math.isfinite(low.low) and math.isfinite(wide.high)
        else wide.op
        if math.isfinite(wide.high)
        else low.op
    )
    whole = replace(low, high=wide.high, high_open=wide.high_open, op=op)
    return with_amount(fresh[0], whole, pack, beside=choice[0])


def _limit_moved(limit: Amount, other: Amount) -> Amount | None:
    """A limit, or an end of a range, moved so far that a value that would do as well is within it: "50 m2 juga boleh"
    after "minimal 60 m2"; None for what is no limit, or no value."""
    one_sided = math.isfinite(limit.low) is not math.isfinite(limit.high)
    measured = limit.op is Op.RANGE and limit.kind is not AmountKind.COUNT  # two or three rooms are no range to five
    bare_sum = measured and limit.kind is AmountKind.MONEY and math.isinf(other.low)
    if not (one_sided or measured) or not (math.isfinite(other.low) or bare_sum) or not math.isfinite(other.high):
        return None
    if other.op is Op.RANGE:
        return None
    value = other.high if bare_sum else (other.low + other.high) / 2
    if value < limit.low:
        return replace(limit, low=value, low_open=False)
    return limit if limit.high >= value else replace(limit, high=value, high_open=False)


def _farther(one: QueryClaim, other: QueryClaim) -> QueryClaim | None:
    """Of two wishes to be near one place the one that goes farther; None for two places."""
    first, second = one.where, other.where
    if first is None or second is None or first.distance is None or second.distance is None:
        return None
    if replace(first, distance=None) != replace(second, distance=None) or first.keeps_off or second.keeps_off:
        return None
    return one if first.distance.high >= second.distance.high else other


def _with_other_end(wish: QueryClaim, kept: Criteria, pack: Pack) -> QueryClaim:
    """A new end of a range keeps the other one: "maks 1 M" after "500 sampai 800 juta"."""
    if not wish.amounts or wish.negated:
        return wish
    new = wish.amounts[0]
    for old in kept:
        if not old.amounts or old.negated or old.concept != wish.concept or old.or_group is not None:
            continue
        range_ = old.amounts[0]
        if range_.op is not Op.RANGE or range_.unit != new.unit or not range_.overlaps(new):
            continue
        if math.isinf(new.low) and new.high > range_.low:
            return with_amount(wish, replace(range_, high=new.high, high_open=new.high_open), pack, beside=old)
        if math.isinf(new.high) and new.low < range_.high:
            return with_amount(wish, replace(range_, low=new.low, low_open=new.low_open), pack, beside=old)
    return wish


def with_amount(wish: QueryClaim, amount: Amount, pack: Pack, beside: QueryClaim | None = None) -> QueryClaim:
    """The wish with another amount, said anew. The words of a rent by the year and those of the one `beside` it
    are kept, since they tell the period."""
    concept = pack.concepts.get(wish.concept) if wish.concept is not None else None
    text = concept.filled(wish.pattern, amount) if concept is not None else wish.text
    tells = beside is not None and pack.reading.rents is not None
    return replace(wish, amounts=(amount,), text=text, quote=f"{wish.quote} {beside.quote}" if tells and beside else "")


def dropped(kept: Criteria, drop: Callable[[QueryClaim], bool]) -> Criteria:
    """Returns the criteria without those that a test names; of alternatives the others stay."""
    stay = (tuple(wish for wish in choice if not drop(wish)) for choice in choices(kept))
    return numbered([choice for choice in stay if choice])


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


def added_since(before: Criteria, now: Criteria) -> tuple[ClaimId, ...]:
    """Returns the ids of the criteria that were not there before."""
    return tuple(claim.id for claim in now if not any(same_wish(claim, old) for old in before))


def changed(one: Criteria, other: Criteria) -> bool:
    """True if two sets of criteria do not ask for the same."""
    return len(one) != len(other) or not all(any(same_wish(a, b) for b in other) for a in one)
