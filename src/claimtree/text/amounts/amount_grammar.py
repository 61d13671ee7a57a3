"""Reads a quantity with its comparison: "at least two", "$3,000 to 3,500", "2 bedrooms or more"."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from datetime import date

from claimtree.languages.amount_words import AmountWords
from claimtree.languages.normalise import Token
from claimtree.languages.phrase_lookup import Wordings, fitting, longest
from claimtree.languages.word_tables import LETTERS
from claimtree.model.amounts import TIMES, Amount, AmountKind, Op
from claimtree.model.dates import PLAIN_DATES, DateRules, Span, as_period, widened, with_closed_ends
from claimtree.model.pack import UnitSpec
from claimtree.text.amounts.carry_over import CarryOver
from claimtree.text.amounts.mention import (
    AboutScale,
    AmountMention,
    DateFault,
    FaultyDate,
    compare,
    roughly,
    with_period_stated,
)
from claimtree.text.amounts.quantities import Quantities, as_age, as_distance
from claimtree.text.amounts.quantity import WALKABLE_M, Quantity
from claimtree.text.amounts.ranges import Ranges
from claimtree.text.amounts.special_forms import seating_area
from claimtree.text.amounts.unit_words import Line, unit_table

_CLOSED = {Op.GT: Op.GTE, Op.LT: Op.LTE}
_TURNED = {Op.GT: Op.LT, Op.LT: Op.GT, Op.GTE: Op.LTE, Op.LTE: Op.GTE}
_LEAST_YEAR = 364
"""Days between the first and the last of a year."""
_FARTHEST_NUMBER = 10
"""Maximum tokens between the beginning of an amount and its number: "no more than or the same as
about".
"""
_FRACTIONS = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_FARTHEST_COMPARISON = 3
"""Maximum words between a number and the comparison after it."""


def find_amounts(
    tokens: Sequence[Token],
    *,
    units: Mapping[str, UnitSpec],
    query: bool,
    words: AmountWords,
    decimal_comma: Container[int] = (),
    today: date | None = None,
    about_scale: AboutScale = AboutScale.NEAR,
    dates: DateRules = PLAIN_DATES,
) -> tuple[AmountMention, ...]:
    """Returns the amounts of a text, left to right, without overlaps.

    A bare price in a query is approximate; in a document an amount is what it says. A number with a
    period and no currency is in the first currency of the table. `decimal_comma` holds the tokens
    where "2.500" is two thousand five hundred. Dates and ages are read only when `today` is given.

    >>> from claimtree.languages import ENGLISH
    >>> from claimtree.languages.normalise import tokenize
    >>> (found,) = find_amounts(tokenize("a kitchen over 12 m²"), units={}, query=True, words=ENGLISH.amounts)
    >>> found.amount.low, found.amount.low_open, found.amount.unit
    (12.0, True, 'm2')
    """
    return find_amounts_and_faults(
        tokens,
        units=units,
        query=query,
        words=words,
        decimal_comma=decimal_comma,
        today=today,
        about_scale=about_scale,
        dates=dates,
    )[0]


def find_amounts_and_faults(
    tokens: Sequence[Token],
    *,
    units: Mapping[str, UnitSpec],
    query: bool,
    words: AmountWords,
    decimal_comma: Container[int],
    today: date | None,
    about_scale: AboutScale,
    dates: DateRules,
) -> tuple[tuple[AmountMention, ...], tuple[FaultyDate, ...]]:
    """Returns the amounts as `find_amounts` does, and the dates that cannot be: in a document only
    those of packs with historical dates."""
    currency = next((spec for spec in units.values() if spec.kind is AmountKind.MONEY), None)
    table = unit_table(units, words)
    line = Line(tokens, table, words, query=query, decimal_comma=decimal_comma, today=today, dates=dates)
    walk = _Walk(line, currency, about_scale)
    return walk.mentions(), tuple(walk.faults)


class _Walk:
    """One pass over one text."""

    def __init__(self, line: Line, currency: UnitSpec | None, about_scale: AboutScale) -> None:
        self.line = line
        self.norms = line.norms
        self.words = line.words
        self.about_scale = about_scale
        self.quantities = Quantities(line, currency)
        self.ranges = Ranges(line, self.quantities)
        self.faults: list[FaultyDate] = []

    def mentions(self) -> tuple[AmountMention, ...]:
        found: list[AmountMention] = []
        at, size, norms, units = 0, len(self.line.tokens), self.norms, self.line.units
        starters, letters = self.words.starters, LETTERS
        numbers = self._numbers()
        while at < size:
            norm = norms[at]
            if numbers[at] > at + _FARTHEST_NUMBER:
                # Most of a text is far from any number: no word there can begin an amount.
                at = min(numbers[at] - _FARTHEST_NUMBER, size)
                continue
            fault = self._fault(at)
            if fault is not None:
                self.faults.append(fault)
                at = fault.end_token
                continue
            if norm[0].isdecimal():
                after = self.quantities.names.end(at)
                if after:
                    at = after
                    continue
            elif not (norm in starters or norm in letters or (norm in units and _is_money(units[norm]))):
                at += 1
                continue
            mention = self._mention(at)
            if mention is None:
                at += 1
                continue
            at = mention.end_token
            found.append(self._with_period(mention, found[-1].end_token if found else 0))
        return CarryOver(self.line, self.quantities).carried(found)

    def _fault(self, at: int) -> FaultyDate | None:
        """Returns the date that starts here and cannot be, or None."""
        dates, norm = self.quantities.dates, self.norms[at]
        if not (norm[0].isdecimal() or norm in self.words.starters):
            return None
        if not self.line.dates.historical:
            end = dates.faulty_end(at) if self.line.query and self.line.today is not None else 0
            return FaultyDate(fault=DateFault.NO_DAY, start_token=at, end_token=end) if end else None
        if norm in self.ranges.between and (opened := self.ranges.faulty(at)):
            return FaultyDate(fault=opened[0], start_token=at, end_token=opened[1])
        if end := dates.faulty_end(at):
            return FaultyDate(fault=DateFault.NO_DAY, start_token=at, end_token=end)
        first = dates.at(at) if norm[0].isdecimal() and self.norms[at + 1] == "-" else None
        if first is None or first.end != at + 1 or not self.line.is_glued(at + 2):
            return None
        second = dates.at(at + 2)  # "1900-1800"
        if second is None or second.low >= first.low or self.norms[second.end] == "-":
            return None
        return FaultyDate(fault=DateFault.ENDS_FIRST, start_token=at, end_token=second.end)

    def _numbers(self) -> list[int]:
        """Returns, for each token, the position of the next one that can be a number, or imply one
        without digits.
        """
        numbers, size = self.words.numbers, len(self.line.tokens)
        spoken, articles = self.words.numberless, numbers.articles
        found = [size + _FARTHEST_NUMBER + 1] * (size + 1)
        for i in range(size - 1, -1, -1):
            norm = self.norms[i]
            here = norm[0].isdecimal() or norm in spoken or norm[0] in _FRACTIONS
            if not here and norm in articles:  # "within a mile"
                here = self.norms[i + 1] in self.line.units or self.line.unit(i + 1) is not None
            found[i] = i if here else found[i + 1]
        return found

    def _with_period(self, mention: AmountMention, least: int) -> AmountMention:
        """Returns money with the period that precedes it ("sebulan 1,2 juta", "per tahun maksimal
        30 juta").
        """
        stated = mention.amount
        period = stated.kind is AmountKind.MONEY and self.quantities.money.period_before(mention.start_token, least)
        if not period or "/" in stated.unit:
            return mention
        name, factor, start = period
        amount = replace(stated, low=stated.low * factor, high=stated.high * factor, unit=f"{stated.unit}/{name}")
        return replace(mention, amount=with_period_stated(amount, factor), start_token=start)

    # -- comparison around a quantity

    def _mention(self, at: int) -> AmountMention | None:
        """Returns the amount that starts exactly here, with its comparison, or None."""
        if self.norms[at] in self.words.first_words and (opened := self._opened(at)):
            return opened
        quantity = self.quantities.at(at)
        return self._ranged(at, quantity) if quantity else None

    def _opened(self, at: int) -> AmountMention | None:
        """Returns an amount that begins with other words than its number, or None."""
        norm, words = self.norms[at], self.words
        if norm in words.walkable_by_first and (reach := longest(self.norms, at, words.walkable_by_first)):
            walk = Quantity(WALKABLE_M, AmountKind.DISTANCE, "m", reach[1])
            return self._amount_mention(at, walk, Op.LTE, compared=True)
        if norm in words.spacious and (room := self._room_for(at)):
            return room
        if norm in words.travel_before_by_first and (way := self._travel_time(at)):
            return way
        if norm in self.ranges.between and (ranged := self.ranges.opened(at)):
            found = self._range(at, *ranged)
            return replace(found, amount=as_period(found.amount)) if self._is_period(at, found.amount) else found
        closes = longest(self.norms, at, words.equal_or_by_first)
        start = closes[1] if closes else at
        first = self.norms[start]
        for table in words.comparing:
            if first not in table:
                continue
            for op, end in fitting(self.norms, start, table):
                mention = self._compared(at, start, end, op, table)
                if mention:
                    return mention
        return None

    def _is_period(self, at: int, amount: Amount) -> bool:
        """True if a document says with the word here that every day of a time is meant ("from 1900 to
        1910"); a query asks for some day of it.
        """
        history = self.words.history
        may_be_period = self.line.dates.historical and not self.line.query and amount.kind in TIMES
        return may_be_period and self.norms[at] in history.until and self.norms[at - 1] not in history.estimating

    def _compared(self, begin: int, at: int, start: int, op: Op, table: Wordings[Op]) -> AmountMention | None:
        """Returns an amount with a comparison up to `start`, a few small words and a quantity ("no
        more than about $4,000").
        """
        closes = longest(self.norms, start, self.words.or_equal_by_first)
        if closes:
            start = closes[1]
        if closes or begin < at:
            op = _CLOSED.get(op, op)
        if op is Op.EQUALS and self.line.dates.historical and self.norms[start] in self.words.about_words:
            return None  # "in about 1948"
        apart: tuple[int, ...] = ()
        quantity = self.ranges.quantity_after(start)
        if quantity is None and self.norms[at] in self.words.limits and start == at + 1:
            # "max rent $4,000": the noun belongs to the caller, so the comparison's tokens are
            # listed apart.
            for skipped in (1, 2):
                noun = self.norms[start + skipped - 1]
                if not noun.isalpha() or noun in self.words.small_words:
                    break
                quantity = self.ranges.quantity_after(start + skipped)
                if quantity and quantity.has_unit:
                    begin, apart = self.ranges.start_of(start + skipped), (at,)
                    break
                quantity = None
        if quantity is None:
            return None
        if table is self.words.year_by_first:
            quantity = as_age(self.line, quantity) or quantity
        if not self._fits(table, at, op, quantity):
            return None
        if self.line.dates.historical and self.norms[at] in self.words.history.dating and quantity.span >= _LEAST_YEAR:
            return self._ranged(begin, quantity)  # "a poster from 1920" is of that year
        if op is Op.EQUALS and quantity.op is not None:
            return self._amount_mention(begin, quantity, quantity.op, apart=apart, compared=True)
        # "around $3,000-3,500" is the range
        if op is Op.APPROX and (ranged := self.ranges.second(quantity)):
            return self._range(begin, *ranged)
        if op in _TURNED and (ranged := self.ranges.second(quantity)):  # "at least 2-3", "max $2,000-2,500"
            low, high = ranged
            quantity = replace(low if op in (Op.GT, Op.GTE) else high, end=high.end)
        if op in _CLOSED and (closes := longest(self.norms, quantity.end, self.words.or_equal_by_first)):
            op, quantity = _CLOSED[op], replace(quantity, end=closes[1])
        if self.line.dates.historical and self.norms[quantity.end] in self.words.history.year_followers:
            # "after the 1881 census" may be in 1881
            op, quantity = _CLOSED.get(op, op), replace(quantity, end=quantity.end + 1)
        if quantity.age and table is self.words.before_by_first:
            op = _TURNED.get(op, op)
        return self._amount_mention(begin, quantity, op, apart=apart, compared=True)

    def _fits(self, table: Wordings[Op], at: int, op: Op, quantity: Quantity) -> bool:
        """True if the words compare this kind of quantity: "before" years, "from" prices and what
        opens a clause.
        """
        words = self.words
        if table is words.year_by_first:
            return quantity.kind in TIMES
        if table is words.date_by_first:
            return quantity.kind is AmountKind.DATE
        if table is words.age_by_first:
            return quantity.kind is AmountKind.DURATION
        first = self.norms[at]
        if first in words.money_only:
            return quantity.kind is AmountKind.MONEY
        if first in words.ambiguous_comparisons:
            before = self.norms[at - 1] if at else ""
            return (
                quantity.kind is AmountKind.MONEY
                or (not quantity.has_unit and quantity.low >= 100)
                or (quantity.kind not in TIMES and (not before.isalnum() or before in words.opened))
            )
        return quantity.kind not in TIMES or quantity.age or op in (Op.APPROX, Op.EQUALS)

    def _ranged(self, at: int, quantity: Quantity) -> AmountMention:
        """Returns a quantity without a comparison before it: possibly a range, or compared by what
        follows.
        """
        pair = self.ranges.second(quantity)
        if pair:
            return self._range(at, *pair)
        if quantity.plus:
            return self._amount_mention(at, quantity, Op.LTE if quantity.age else Op.GTE, compared=True)
        summed = not self.line.is_glued(quantity.end) and self.norms[quantity.end + 1].isalnum()
        if self.norms[quantity.end] == "+" and quantity.kind is not AmountKind.MONEY and not summed:
            # "70 m²+": the sign after the unit; "KT 2 + KM 1" is only a sum.
            return self._amount_mention(at, replace(quantity, end=quantity.end + 1), Op.GTE, compared=True)
        after = self._after(quantity.end, quantity)
        if after:
            op, end = after
            money = quantity.kind is AmountKind.MONEY
            quantity = self.quantities.money.per(replace(quantity, end=end)) if money else quantity
            return self._amount_mention(at, replace(quantity, end=max(end, quantity.end)), op, compared=True)
        if quantity.op:
            return self._amount_mention(at, quantity, quantity.op, compared=True)
        if quantity.kind is not AmountKind.MONEY:
            apart = self._after_noun(quantity)
            if apart:
                op, start, end = apart
                return self._amount_mention(at, quantity, op, apart=tuple(range(start, end)), compared=True)
        vague = quantity.low != quantity.high or (self.line.query and quantity.kind is AmountKind.MONEY)
        return self._amount_mention(at, quantity, Op.APPROX if vague else Op.EQUALS)

    def _after(self, at: int, quantity: Quantity) -> tuple[Op, int] | None:
        matched = longest(self.norms, at, self.words.after_by_first)
        if matched is None:
            return None
        op, end = matched
        if self.norms[at] not in self.words.own and (other := self.ranges.quantity_after(end)):
            # "2 bedrooms, min 900 sqft": the comparison belongs to what follows. But "$3000/mo max
            # 2bd" limits the rent, since few rooms are not a wish.
            limits_price = quantity.kind is AmountKind.MONEY is not other.kind and op is Op.LTE
            if not (limits_price and at == quantity.end):
                return None
        if quantity.age and tuple(self.norms[at:end]) not in self.words.year_after:
            op = _TURNED.get(op, op)
        return op, end

    def _after_noun(self, quantity: Quantity) -> tuple[Op, int, int] | None:
        """Returns a comparison a few words after the quantity ("2 bedrooms or more", "2BR+", "half
        an hour to downtown max").
        """
        for start in range(quantity.end + 1, quantity.end + 1 + _FARTHEST_COMPARISON):
            word = self.norms[start - 1]
            if not word.isalpha() or word in self.words.joining or word in self.words.numbers.inside:
                return None
            if self.line.glued_plus(start):
                return Op.GTE, start, start + 1
            matched = self._after(start, quantity)
            if matched:
                return matched[0], start, matched[1]
        return None

    def _range(self, start: int, first: Quantity, second: Quantity) -> AmountMention:
        low, high = sorted((first, second), key=lambda quantity: quantity.low)
        return AmountMention(
            amount=with_period_stated(
                compare(high.kind, Op.RANGE, low.low, max(low.high, high.high), unit=high.unit), high.slow
            ),
            start_token=start,
            end_token=second.end,
            has_operator=True,
            has_unit=first.has_unit or second.has_unit,
            rate=high.slow,
        )

    def _amount_mention(
        self, start: int, quantity: Quantity, op: Op, *, apart: tuple[int, ...] = (), compared: bool = False
    ) -> AmountMention:
        low, high = quantity.low, quantity.high
        if quantity.span and op in (Op.LT, Op.GT):  # "before June" ends where June starts
            low, high = high, low
        elif quantity.precision is not None and op is Op.APPROX:
            named = Span(first=int(low), last=int(high), precision=quantity.precision)
            wide = widened(named, self.line.dates.about)
            low, high = float(wide.first), float(wide.last)
        elif quantity.rough and op in (Op.EQUALS, Op.APPROX):
            op, (low, high) = Op.APPROX, roughly(low, self.about_scale)
        amount = compare(quantity.kind, op, low, high, unit=quantity.unit, about=self.line.dates.about)
        return AmountMention(
            amount=with_closed_ends(amount)
            if quantity.precision is not None
            else with_period_stated(amount, quantity.slow),
            start_token=start,
            end_token=quantity.end,
            has_operator=compared or quantity.rough,
            has_unit=quantity.has_unit,
            apart=apart,
            rate=quantity.slow,
        )

    def _room_for(self, at: int) -> AmountMention | None:
        """Returns the amount of "big enough for four": the words before "for" belong to the amount."""
        start = at
        while self.norms[at] in self.words.spacious and at < start + 3:
            at += 1
        quantity = seating_area(self.line, at) if self.norms[at] in self.words.seating else None
        return self._amount_mention(start, quantity, Op.GTE, compared=True) if quantity else None

    def _travel_time(self, at: int) -> AmountMention | None:
        """Returns a distance whose way of travel precedes the time it takes ("jalan kaki 5 menit")."""
        matched = longest(self.norms, at, self.words.travel_before_by_first)
        if matched is None:
            return None
        mode, start = matched
        time = self.ranges.quantity_after(start)
        pair = self.ranges.second(time) if time else None
        if pair and pair[0].unit == "minute":
            return self._range(at, *(as_distance(end, mode, end.end) for end in pair))
        if time and time.unit == "minute":
            return self._amount_mention(at, as_distance(time, mode, time.end), Op.APPROX)
        return None


def _is_money(sayings: Sequence[tuple[Sequence[str], UnitSpec]]) -> bool:
    return sayings[0][1].kind is AmountKind.MONEY
