"""Reads money: a currency before or after its number, letters that multiply it, and its period."""

from __future__ import annotations

from dataclasses import replace

from claimtree.languages.phrase_lookup import longest
from claimtree.model.amounts import AmountKind
from claimtree.model.pack import UnitSpec
from claimtree.text.amounts.digits import is_grouped_once
from claimtree.text.amounts.numerals import Numeral, blurred, scaled
from claimtree.text.amounts.quantity import Quantity
from claimtree.text.amounts.unit_words import Line
from claimtree.text.edit_distance import edit_cost

_MOST = 1e15
_LEAST_RENT = 100
"""A smaller number "a month" counts something else: "two a month"."""
_LEAST_PRICE = 10_000
"""A smaller number after "harga" may be in thousands or millions that are not stated."""
_LEAST_MISSPELT = 4
"""A shorter word behind "per" is one error away from too many."""
_MOST_SCALED = 1000
"""A larger number before "M" has its zeros already, or is not money."""
_MOST_IN_CAPITALS, _MOST_IN_SMALL, _MOST_APART = 100, 50, 20
"""The same limit where only the letter indicates money: "2 M", "2m", "2 m"; "500m" is a walking
distance.
"""


class Money:
    """The money of one line."""

    def __init__(self, line: Line, currency: UnitSpec | None) -> None:
        self.line = line
        self.norms = line.norms
        self.words = line.words
        self.currency = currency
        """The currency of a number without one."""

    def after(self, spec: UnitSpec, at: int) -> Quantity | None:
        """Returns money whose currency precedes its number ("$4k", "USD 4,000", "Rp. 1,5 M")."""
        number = self.line.spaced(at) or self.line.numeral(at)
        number = self.in_thousands(at, number) if number is not None else None
        numbers = self.words.numbers
        if (
            number is None
            or self.norms[at] in numbers.groups
            or (self.norms[at] in numbers.halves and not number.scaled_by)
        ):
            return None
        number = self._with_letter(number, spec) if number.scale == 1 and self._letter_holds(number.end) else number
        if number.value > _MOST:
            return None
        plus = self.line.glued_plus(number.end)
        end = number.end + plus
        again = self.line.unit(end)
        if again and again[0] == spec:  # "$4,000 USD"
            end = again[1]
        return self.per(self._made(number, spec, end, plus=plus))

    def in_thousands(self, at: int, number: Numeral) -> Numeral:
        """Returns the number of "€1.400" as thousands: prices have no three decimals."""
        if number.scale != 1 or "." not in self.norms[at] or not is_grouped_once(self.norms[at]):
            return number
        if self.norms[number.end] in self.words.money_scales:
            return number
        return replace(number, value=float(self.norms[at].replace(".", "")))

    def scaled(self, at: int, number: Numeral) -> Quantity | None:
        """Returns a number without a currency whose scale is used for money only ("1,5 M", "500
        juta"), or None.
        """
        measured = self.norms[number.end] not in self.words.money_scales and self.line.unit(number.end)
        if self.currency is None or measured:
            return None
        if number.scaled_by in self.words.money_words:
            return self.per(self._made(number, self.currency, number.end))
        if self.words.bare_money_scales and self._is_price(at, number):
            number = self._with_letter(number, self.currency)
            return self.per(self._made(number, self.currency, number.end)) if number.value <= _MOST else None
        return None

    def of_bare(self, at: int, bare: Quantity) -> Quantity | None:
        """Returns money without a currency sign ("2,800 a month", "harga 850.000.000", "sebulan 900
        ribu"), or None.
        """
        spec, following = self.currency, self.norms[bare.end]
        if spec is None or bare.number < _LEAST_RENT:
            return None
        scale = self.words.price_scale
        if scale > 1 and bare.number < _MOST_SCALED and self.line.query and self.line.is_budget(at):
            # "budget 600an": a number without a following noun that it could count.
            counts = following.isalpha() and following not in self.words.small_words | self.words.links
            if not counts:
                return self.per(
                    replace(bare, kind=spec.kind, unit=spec.unit, slow=scale, fast=scale, has_unit=True, scale=scale)
                )
        price = bare.number >= _LEAST_PRICE and (self.line.is_priced(at) or self.period_before(at, 0) is not None)
        if not price and following not in self.words.each and following not in self.words.period_words:
            return None
        paid = self.per(
            replace(bare, kind=spec.kind, unit=spec.unit, slow=spec.factor, fast=spec.factor, has_unit=True)
        )
        return paid if price or "/" in paid.unit else None

    def each(self, number: Numeral, at: int) -> Quantity | None:
        """Returns money whose slash is missing ("1500month"), or None; a rock may be "500 million
        years" old, and a stay takes "365 nights".
        """
        name, factor = self.words.periods.get(self.norms[at], ("", 0.0))
        if self.currency is None or name != "month" or factor != 1.0 or number.scaled_by:
            return None
        return _per_period(self._made(number, self.currency, at), name, factor, at + 1)

    def per(self, money: Quantity) -> Quantity:
        """Returns money with its period, or with the measure it is paid for; months are the common
        period.
        """
        words, at = self.words, money.end
        if "/" in money.unit:
            return money
        if (period := self._period(at)) or (period := self._period_behind_noun(at)):
            return _per_period(money, *period)
        if self.norms[at] in words.per and (paid := self.line.unit(at + 1)):
            if paid[0].kind is AmountKind.AREA:
                return self._per_measure(_per_period(money, paid[0].unit, 1 / paid[0].factor, paid[1]))
            if self.norms[at + 1] in words.area_lengths:
                return self._per_measure(_per_period(money, f"{paid[0].unit}2", 1 / paid[0].factor ** 2, paid[1]))
        return money

    def _per_measure(self, money: Quantity) -> Quantity:
        """Returns money per measure, possibly per period too: "sewa 12 juta/are/tahun" is not a
        price of the land.
        """
        period = self._period(money.end)
        return _per_period(money, *period) if period else money

    def _period(self, at: int) -> tuple[str, float, int] | None:
        """Returns the period that stands here ("monthly", "per calendar month"), and where it ends."""
        words, norms = self.words, self.norms
        if norms[at] in words.period_words:
            return *words.period_words[norms[at]], at + 1
        if norms[at] not in words.each:
            glued = self._glued(norms[at])
            return (*glued, at + 1) if glued is not None else None
        start = at + 2 if norms[at + 1] in words.calendar else at + 1
        period = words.periods.get(norms[start]) or self._misspelt(norms[start])
        return (*period, start + 1) if period is not None else None

    def _glued(self, word: str) -> tuple[str, float] | None:
        """Returns the period of "setahn", "permonth": "per" and a period in one word."""
        rests = (word[len(each) :] for each in self.words.each if len(each) > 1 and word.startswith(each))
        found = (self.words.periods.get(rest) or self._misspelt(rest) for rest in rests)
        return next((period for period in found if period is not None), None)

    def _misspelt(self, word: str) -> tuple[str, float] | None:
        """Returns the period that a word behind "per" is one typing error away from ("per tahin"); None if it is
        a unit, or too short to tell."""
        if len(word) < _LEAST_MISSPELT or not word.isalpha() or word in self.words.units:
            return None
        found = {
            period
            for name, period in self.words.periods.items()
            if len(name) >= _LEAST_MISSPELT and edit_cost(word, name, most=1) is not None
        }
        return found.pop() if len(found) == 1 else None

    def _period_behind_noun(self, at: int) -> tuple[str, float, int] | None:
        """Returns the period of "45 juta/ruko/tahun", where a noun precedes it."""
        of_noun = self.norms[at] == self.norms[at + 2] == "/" and self.norms[at + 1].isalpha()
        return self._period(at + 2) if of_noun and self.line.unit(at + 1) is None else None

    def period_before(self, at: int, least: int) -> tuple[str, float, int] | None:
        """Returns the period that ends right before a position, its factor to the common one, and
        where it begins.
        """
        words, norms = self.words, self.norms
        last = at - 2 if at > 1 and norms[at - 1] == ":" else at - 1
        if last >= least and norms[last] in words.period_words:
            return *words.period_words[norms[last]], last
        if last > least and norms[last] in words.periods and norms[last - 1] in words.per and norms[last - 1] != "/":
            return *words.periods[norms[last]], last - 1
        return None

    def _made(self, number: Numeral, spec: UnitSpec, end: int, *, plus: bool = False) -> Quantity:
        return Quantity(
            number.value,
            spec.kind,
            spec.unit,
            end,
            spec.factor,
            spec.factor,
            scale=number.scale,
            leads=True,
            plus=plus,
            rough=number.rough,
        )

    def _with_letter(self, number: Numeral, spec: UnitSpec) -> Numeral:
        """Returns the number multiplied by the letter after it, including "an"."""
        end, letter = number.end, self.norms[number.end]
        foreign = self.words.foreign_scales if spec != self.currency else {}
        scale = foreign.get(letter, self.words.money_scales[letter])
        value = scaled(number.value, scale)
        after = blurred(self.line.tokens, end + 1, self.words.numbers)
        rest = self.line.numeral(after) if self.norms[after][:1].isdecimal() else None
        if rest is not None and rest.scaled_by in self.words.money_words and rest.value < scale:  # "1 M 200 juta"
            return Numeral(value + rest.value, rest.end, scale, self.norms[end], rest.rough)
        return Numeral(value, after, scale, self.norms[end], number.rough or after > end + 1)

    def _letter_holds(self, at: int) -> bool:
        """True if "M" after a currency's number multiplies it: glued, a capital, or at the end of
        the phrase.
        """
        if self.norms[at] not in self.words.money_scales:
            return False
        return self.line.is_glued(at) or self.line.tokens[at].text.isupper() or not self.norms[at + 1].isalnum()

    def _is_price(self, at: int, number: Numeral) -> bool:
        """True if "M" after a number without a currency is money and not a metre."""
        words, norms, end = self.words, self.norms, number.end
        if norms[end] not in words.money_scales or number.scale != 1 or number.value >= _MOST_SCALED:
            return False
        following = norms[end + 1]
        if following in words.by or (at and norms[at - 1] in words.by):
            return False
        if blurred(self.line.tokens, end + 1, words.numbers) > end + 1:
            return True
        if following in words.measured_on and not longest(norms, end + 1, words.after_by_first):
            return False
        if following in words.priced:  # "1.5 m nett", "2 m nego"
            return True
        if self.line.is_measured(at) or self.line.is_priced(at):
            return self.line.is_priced(at)
        if self.line.tokens[end].text.isupper():
            return number.value <= _MOST_IN_CAPITALS
        if not self.line.query or self.line.is_glued(end):
            return self.line.query and number.value <= _MOST_IN_SMALL
        # "di Medan Selayang 1,8 m": a search for less than two metres of something unnamed is
        # unlikely.
        ends = not following.isalnum() or following in words.small_words
        return number.value < _MOST_APART and (ends or number.value != int(number.value))


def _per_period(money: Quantity, name: str, factor: float, end: int) -> Quantity:
    return replace(money, unit=f"{money.unit}/{name}", slow=money.slow * factor, fast=money.fast * factor, end=end)
