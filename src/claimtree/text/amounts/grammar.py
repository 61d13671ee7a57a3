"""A quantity and what compares it: "at least two", "$3,000 to 3,500", "2 bedrooms or more"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from claimtree.model.amounts import AmountKind, Op
from claimtree.model.pack import UnitSpec
from claimtree.text.amounts.forms import seats
from claimtree.text.amounts.mention import AmountMention, compare, reread
from claimtree.text.amounts.names import Names
from claimtree.text.amounts.quantities import Quantities
from claimtree.text.amounts.quantity import Quantity, agree
from claimtree.text.amounts.units import Line, unit_table
from claimtree.text.amounts.words import (
    AFTER_BY_FIRST,
    AGE_BY_FIRST,
    BEFORE_BY_FIRST,
    DASH,
    FILLERS,
    FROM,
    LIMITS,
    ROOMY,
    SEATING,
    SMALL_WORDS,
    STARTERS,
    WALKABLE_M,
    WALKING,
    YEAR_BY_FIRST,
    Wordings,
    longest,
)
from claimtree.text.normalise import NUMBER_WORDS, Token


def find_amounts(tokens: Sequence[Token], *, units: Mapping[str, UnitSpec], query: bool) -> tuple[AmountMention, ...]:
    """The amounts of a text, left to right, none overlapping.

    A bare price in a query is about that price; in a document an amount is what it says. A number with a
    period and no currency is in the first currency of the table.

    >>> from claimtree.text.normalise import tokenize
    >>> (found,) = find_amounts(tokenize("a kitchen over 12 m²"), units={}, query=True)
    >>> found.amount.low, found.amount.low_open, found.amount.unit
    (12.0, True, 'm2')
    """
    currency = next((spec for spec in units.values() if spec.kind is AmountKind.MONEY), None)
    return _Walk(Line(tokens, unit_table(units)), currency, query).mentions()


class _Walk:
    """One pass over one text."""

    def __init__(self, line: Line, currency: UnitSpec | None, query: bool) -> None:
        self.line = line
        self.norms = line.norms
        self.query = query
        self.names = Names(line)
        self.quantities = Quantities(line, self.names, currency)

    def mentions(self) -> tuple[AmountMention, ...]:
        found: list[AmountMention] = []
        at, size, norms, units = 0, len(self.line.tokens), self.norms, self.line.units
        while at < size:
            norm = norms[at]
            if norm[0].isdecimal():
                after = self.names.end(at)
                if after:
                    at = after
                    continue
            elif not (norm in STARTERS or (norm in units and units[norm][0][1].kind is AmountKind.MONEY)):
                at += 1
                continue
            mention = self._mention(at)
            if mention is None:
                at += 1
                continue
            found.append(mention)
            at = mention.end_token
        return tuple(self._shared_units(found))

    # -- comparison around a quantity

    def _mention(self, at: int) -> AmountMention | None:
        """The amount that starts exactly here, with whatever compares it."""
        norm = self.norms[at]
        if norm in WALKING and (walk := self._walking_distance(at)):
            return walk
        if norm in ROOMY and (seats := self._room_for(at)):
            return seats
        if norm in ("between", "from") and (ranged := self._between(at)):
            return ranged
        for table in (BEFORE_BY_FIRST, YEAR_BY_FIRST, AGE_BY_FIRST):
            if norm not in table:
                continue
            mention = self._compared(at, table)
            if mention:
                return mention
        quantity = self.quantities.at(at)
        return self._ranged(at, quantity) if quantity else None

    def _compared(self, at: int, table: Wordings[Op]) -> AmountMention | None:
        """A comparison, a few small words, a quantity: "no more than about $4,000"."""
        matched = longest(self.norms, at, table)
        if matched is None:
            return None
        op, start = matched
        apart: tuple[int, ...] = ()
        quantity = self._quantity_after(start)
        begin = at
        if quantity is None and self.norms[at] in LIMITS and start == at + 1:
            # "max rent $4,000": the noun belongs to the caller, so the comparison stands apart.
            for skipped in (1, 2):
                if not self.norms[start + skipped - 1].isalpha() or self.norms[start + skipped - 1] in SMALL_WORDS:
                    break
                quantity = self._quantity_after(start + skipped)
                if quantity and quantity.has_unit:
                    begin, apart = self._start_of(start + skipped), (at,)
                    break
                quantity = None
        if quantity is None or not self._fits(table, at, op, quantity):
            return None
        if quantity.op is Op.RANGE and table is YEAR_BY_FIRST:  # "before the 1920s"
            quantity = replace(quantity, op=None)
        if op is Op.EQUALS and quantity.op is not None:
            return self._said(begin, quantity, quantity.op, apart=apart, compared=True)
        if op is Op.APPROX and (ranged := self._second(quantity)):  # "around $3,000-3,500" is the range
            return self._range(begin, *ranged)
        return self._said(begin, quantity, op, apart=apart, compared=True)

    def _start_of(self, at: int) -> int:
        while self.norms[at] in FILLERS:
            at += 1
        return at

    def _quantity_after(self, at: int) -> Quantity | None:
        for start in range(at, at + 4):
            quantity = self.quantities.at(start, compared=True)
            if quantity:
                return quantity
            if self.norms[start] not in FILLERS:
                return None
        return None

    def _fits(self, table: Wordings[Op], at: int, op: Op, quantity: Quantity) -> bool:
        """Some words compare only some things: "before" years, "from" prices and what opens a clause."""
        if table is YEAR_BY_FIRST:
            return quantity.kind is AmountKind.YEAR
        if table is AGE_BY_FIRST:
            return quantity.kind is AmountKind.DURATION
        first = self.norms[at]
        if first in ("north", "south"):
            return quantity.kind is AmountKind.MONEY
        if first == "from":
            before = self.norms[at - 1] if at else ""
            return (
                quantity.kind is AmountKind.MONEY
                or (not quantity.has_unit and quantity.low >= 100)
                or (quantity.kind is not AmountKind.YEAR and (not before.isalnum() or before in FROM))
            )
        return quantity.kind is not AmountKind.YEAR or op in (Op.APPROX, Op.EQUALS)

    def _between(self, at: int) -> AmountMention | None:
        first = self._quantity_after(at + 1)
        if first is None:
            return None
        links = ("and", "-", "to") if self.norms[at] == "between" else ("to", "-", "up")
        if self.norms[first.end] not in links:
            return None
        start = first.end + 2 if self.norms[first.end : first.end + 2] == ["up", "to"] else first.end + 1
        second = self._quantity_after(start)
        pair = agree(first, second) if second else None
        return self._range(at, *pair) if pair else None

    def _ranged(self, at: int, quantity: Quantity) -> AmountMention:
        """A quantity that nothing before it compares: perhaps a range, perhaps compared by what follows."""
        pair = self._second(quantity)
        if pair:
            return self._range(at, *pair)
        if quantity.op:
            return self._said(at, quantity, quantity.op, compared=True)
        if quantity.plus:
            return self._said(at, quantity, Op.GTE, compared=True)
        if self.norms[quantity.end] == "+" and quantity.kind is not AmountKind.MONEY:
            # "70 m²+": the sign behind the unit.
            return self._said(at, replace(quantity, end=quantity.end + 1), Op.GTE, compared=True)
        after = self._after(quantity.end)
        if after:
            op, end = after
            quantity = (
                self.quantities.per(replace(quantity, end=end)) if quantity.kind is AmountKind.MONEY else quantity
            )
            return self._said(at, replace(quantity, end=max(end, quantity.end)), op, compared=True)
        if quantity.kind is not AmountKind.MONEY:
            apart = self._after_noun(quantity.end)
            if apart:
                op, start, end = apart
                return self._said(at, quantity, op, apart=tuple(range(start, end)), compared=True)
        vague = quantity.low != quantity.high or (self.query and quantity.kind is AmountKind.MONEY)
        return self._said(at, quantity, Op.APPROX if vague else Op.EQUALS)

    def _after(self, at: int) -> tuple[Op, int] | None:
        matched = longest(self.norms, at, AFTER_BY_FIRST)
        if matched is None:
            return None
        op, end = matched
        # "2 bedrooms, min 900 sqft": the comparison belongs to what follows.
        if self.norms[at] not in ("or", "and", "ish") and self._quantity_after(end):
            return None
        return op, end

    def _after_noun(self, at: int) -> tuple[Op, int, int] | None:
        """ "2 bedrooms or more", "2BR+": one or two words, then the comparison."""
        for start in (at + 1, at + 2):
            word = self.norms[start - 1]
            if not word.isalpha() or word in SMALL_WORDS or word in NUMBER_WORDS:
                return None
            if self.line.glued_plus(start):
                return Op.GTE, start, start + 1
            matched = self._after(start)
            if matched:
                return matched[0], start, matched[1]
        return None

    def _second(self, first: Quantity) -> tuple[Quantity, Quantity] | None:
        """The other end of "2-3", "$3,000 to 3,500", "one or two"."""
        link = self.norms[first.end]
        if link not in DASH and link != "or":
            return None
        second = self.quantities.at(first.end + 1, compared=True)
        pair = agree(first, second) if second else None
        if pair is None or pair[0].low >= pair[1].low or first.plus:
            return None
        low, high = pair
        if link == "or":  # alternatives, unless nothing lies between them
            whole = low.kind in (AmountKind.COUNT, AmountKind.FLOOR)
            return pair if whole and high.low - low.low == 1 else None
        return pair if link != "-" or high.low <= 10 * max(low.low, 1) else None

    def _range(self, start: int, first: Quantity, second: Quantity) -> AmountMention:
        low, high = sorted((first, second), key=lambda quantity: quantity.low)
        return AmountMention(
            amount=compare(high.kind, Op.RANGE, low.low, max(low.high, high.high), unit=high.unit),
            start_token=start,
            end_token=second.end,
            has_operator=True,
            has_unit=first.has_unit or second.has_unit,
        )

    def _said(
        self, start: int, quantity: Quantity, op: Op, *, apart: tuple[int, ...] = (), compared: bool = False
    ) -> AmountMention:
        return AmountMention(
            amount=compare(quantity.kind, op, quantity.low, quantity.high, unit=quantity.unit),
            start_token=start,
            end_token=quantity.end,
            has_operator=compared,
            has_unit=quantity.has_unit,
            apart=apart,
        )

    def _shared_units(self, found: Sequence[AmountMention]) -> Iterable[AmountMention]:
        """ "1500 or 2000 dollars": the first is money too."""
        for here, following in zip_longest(found, found[1:]):
            if (
                following is not None
                and not here.has_unit
                and following.has_unit
                and not following.has_operator
                and following.start_token == here.end_token + 1
                and self.norms[here.end_token] == "or"
                and (quantity := self.quantities.at(following.start_token)) is not None
                and quantity.slow == quantity.fast
            ):
                spec = UnitSpec(kind=quantity.kind, unit=quantity.unit, factor=quantity.slow)
                yield reread(here, spec, query=self.query)
            else:
                yield here

    def _room_for(self, at: int) -> AmountMention | None:
        """ "big enough for four": the words before "for" belong to the amount."""
        start = at
        while self.norms[at] in ROOMY and at < start + 3:
            at += 1
        quantity = seats(self.line, at) if self.norms[at] in SEATING else None
        return self._said(start, quantity, Op.GTE, compared=True) if quantity else None

    def _walking_distance(self, at: int) -> AmountMention | None:
        start = at
        if self.norms[at] == "within":
            at += 2 if self.norms[at + 1] in ("easy", "short", "a") else 1
        if self.norms[at : at + 2] != ["walking", "distance"]:
            return None
        return self._said(start, Quantity(WALKABLE_M, AmountKind.DISTANCE, "m", at + 2), Op.LTE, compared=True)
