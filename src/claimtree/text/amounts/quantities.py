"""A number and what it measures: money with its period, minutes on the way, sides of a room, plain counts."""

from __future__ import annotations

from dataclasses import replace

from claimtree.model.amounts import AmountKind
from claimtree.model.pack import UnitSpec
from claimtree.text.amounts.forms import floor, seats, year
from claimtree.text.amounts.names import Names
from claimtree.text.amounts.quantity import Quantity
from claimtree.text.amounts.units import Line
from claimtree.text.amounts.words import (
    EACH,
    FLOORS,
    METRES_A_MINUTE,
    NOT_COUNTED,
    PERIOD_WORDS,
    PERIODS,
    SEATING,
    STOPPED,
    TRAVEL_BY_FIRST,
    longest,
)
from claimtree.text.normalise import NUMBER_WORDS, Numeral, numeral

_AREA, _DISTANCE, _DURATION = AmountKind.AREA, AmountKind.DISTANCE, AmountKind.DURATION


class Quantities:
    """The quantities of one line, each found where it starts."""

    def __init__(self, line: Line, names: Names, currency: UnitSpec | None) -> None:
        self.line = line
        self.tokens = line.tokens
        self.norms = line.norms
        self.names = names
        self.currency = currency
        self._known: dict[int, Quantity | None] = {}

    def at(self, at: int, *, compared: bool = False) -> Quantity | None:
        """The quantity that starts here. `compared` allows "a mile" after "within".

        Digits are remembered: they are looked at as themselves, as the end of a range and after a comparison.
        """
        if not self.norms[at][:1].isdecimal():
            return self._read(at, compared)
        if at not in self._known:
            self._known[at] = self._read(at, compared)
        return self._known[at]

    def _read(self, at: int, compared: bool) -> Quantity | None:
        norm = self.norms[at]
        if not norm:
            return None
        if norm[0].isdecimal() and self.names.end(at):
            return None
        if norm in SEATING:
            return None if compared else seats(self.line, at)
        on_floor = floor(self.line, at)
        if on_floor or norm in FLOORS:
            return on_floor
        matched = self.line.unit(at)
        if matched and matched[0].kind is AmountKind.MONEY:
            return self._money(*matched)
        number = numeral(self.tokens, at)
        if number is None:
            return self._one(at, compared)
        in_year = year(self.line, at) if norm[0].isdecimal() else None
        if in_year:
            return in_year
        return self._measured(at, number)

    def _money(self, spec: UnitSpec, at: int) -> Quantity | None:
        """A currency before its number: "$4k", "USD 4,000"."""
        if not self.norms[at]:
            return None
        number = numeral(self.tokens, at)
        if number is None or self.norms[at] in ("half", "couple", "pair"):
            return None
        value, end, scale = number.value, number.end, number.scale
        if self.norms[end] in ("m", "mm") and self.tokens[end].start == self.tokens[end - 1].end and scale == 1:
            value, end, scale = value * 1e6, end + 1, 1e6
            if value > 1e15:
                return None
        plus = self.line.glued_plus(end)
        again = self.line.unit(end + plus)
        if again and again[0] == spec:  # "$4,000 USD"
            end = again[1] - plus
        return self.per(
            Quantity(
                value, spec.kind, spec.unit, end + plus, spec.factor, spec.factor, scale=scale, leads=True, plus=plus
            )
        )

    def per(self, money: Quantity) -> Quantity:
        """Money with its period, or with the measure it is paid for; months are the common one."""
        if "/" in money.unit:
            return money
        at, norm = money.end, self.norms[money.end]
        if norm in PERIOD_WORDS:
            (name, factor), end = PERIOD_WORDS[norm], at + 1
        elif norm in EACH and self.norms[at + 1] in PERIODS:
            (name, factor), end = PERIODS[self.norms[at + 1]], at + 2
            if self.norms[at + 1] == "calendar":
                end += 1
        elif norm in ("per", "/", "a") and (paid := self.line.unit(at + 1)) and paid[0].kind is _AREA:
            name, factor, end = paid[0].unit, 1 / paid[0].factor, paid[1]
        else:
            return money
        return replace(money, unit=f"{money.unit}/{name}", slow=money.slow * factor, fast=money.fast * factor, end=end)

    def _measured(self, at: int, number: Numeral) -> Quantity | None:
        end = number.end
        plus = self.line.glued_plus(end)
        end += plus
        start = end + 1 if self.norms[end] == "-" else end
        matched = self.line.unit(start)
        if self.norms[start] == "'" and self.tokens[start].start != self.tokens[start - 1].end:
            matched = None  # an opening quote, not feet
        if matched is None:
            return self._times(number, plus) or self._counted(at, number, plus)
        spec, end = matched
        if self.norms[end] == "." and self.norms[end + 1].isalpha() and self.tokens[end - 1].norm in STOPPED:
            end += 1
        made = Quantity(
            number.value, spec.kind, spec.unit, end, spec.factor, spec.factor, scale=number.scale, plus=plus
        )
        if spec.kind is AmountKind.MONEY:
            return self.per(made)
        if spec.kind is _DURATION:
            return self._travelled(self._and_more(made))
        if spec.kind is _DISTANCE and self.norms[end] in ("x", "by"):
            return self._sides(made)
        return made

    def _and_more(self, time: Quantity) -> Quantity:
        """ "1 hour 30 minutes" is one time."""
        at = time.end + 1 if self.norms[time.end] == "and" else time.end
        number = numeral(self.tokens, at) if self.norms[at] and self.norms[at][0].isdecimal() else None
        matched = self.line.unit(number.end) if number else None
        if number is None or matched is None or matched[0].unit != time.unit or matched[0].factor >= time.slow:
            return time
        return replace(time, number=time.low + number.value * matched[0].factor, slow=1.0, fast=1.0, end=matched[1])

    def _travelled(self, time: Quantity) -> Quantity:
        """Minutes on the way are a distance; how far depends on how one goes."""
        at = time.end + 1 if self.norms[time.end] in ("'", "-") else time.end
        matched = longest(self.norms, at, TRAVEL_BY_FIRST) if time.unit == "minute" else None
        if matched is None:
            return time
        mode, end = matched
        slow, fast = METRES_A_MINUTE[mode]
        return replace(time, kind=_DISTANCE, unit="m", slow=time.slow * slow, fast=time.fast * fast, end=end)

    def _sides(self, first: Quantity) -> Quantity:
        """ "3 m x 4 m" is an area."""
        number = numeral(self.tokens, first.end + 1) if self.norms[first.end + 1] else None
        matched = self.line.unit(number.end) if number else None
        if number is None or matched is None or matched[0].kind is not _DISTANCE:
            return first
        return Quantity(first.low * number.value * matched[0].factor, _AREA, f"{first.unit}2", matched[1])

    def _times(self, number: Numeral, plus: bool) -> Quantity | None:
        """ "40x", "40 times the rent"; "10x12 ft" is an area, "3 times a week" nothing."""
        word, following = self.norms[number.end], self.norms[number.end + 1]
        if word == "x" and following and following[0].isdecimal():
            other = numeral(self.tokens, number.end + 1)
            matched = self.line.unit(other.end) if other else None
            if other is None or matched is None or matched[0].kind is not _DISTANCE:
                return None
            area = number.value * other.value * matched[0].factor ** 2
            return Quantity(area, _AREA, f"{matched[0].unit}2", matched[1])
        if word == "x" or (word == "times" and following not in EACH):
            return Quantity(number.value, AmountKind.RATIO, "", number.end + 1, plus=plus)
        return None

    def _counted(self, at: int, number: Numeral, plus: bool) -> Quantity | None:
        """A bare number, unless it is a pronoun, half of something, or one side of a size."""
        first, following = self.norms[at], self.norms[number.end]
        if first in ("half", "couple", "pair", "a", "an") and number.value < 12 and following in ("", *NOT_COUNTED):
            return None
        if first == "half" or (first in ("a", "an") and number.value < 1):
            return None
        if following == "times" or (following == "x" and self.norms[number.end + 1][:1].isdecimal()):
            return None
        if first == "one" and number.value == 1:
            links = following in ("or", "to", "and") and self.norms[number.end + 1] in NUMBER_WORDS
            if not links and (not following.isalnum() or following in NOT_COUNTED):
                return None
        bare = Quantity(
            number.value, AmountKind.COUNT, "", number.end + plus, has_unit=False, scale=number.scale, plus=plus
        )
        following = self.norms[bare.end]
        if self.currency is None or number.value < 100 or not (following in EACH or following in PERIOD_WORDS):
            return bare
        # "2,800 a month" is money, whatever sign was left out.
        spec = self.currency
        paid = self.per(
            replace(bare, kind=spec.kind, unit=spec.unit, slow=spec.factor, fast=spec.factor, has_unit=True)
        )
        return paid if "/" in paid.unit else bare

    def _one(self, at: int, compared: bool) -> Quantity | None:
        """ "within a mile", "a block away": an article counts only where a distance is meant."""
        if self.norms[at] not in ("a", "an"):
            return None
        matched = self.line.unit(at + 1)
        if matched is None:
            return None
        spec, end = matched
        near = self.norms[end] in ("away", "from", "to", "off")
        if (spec.kind is _DISTANCE and (compared or near)) or (spec.kind is _DURATION and compared):
            return self._travelled(Quantity(1.0, spec.kind, spec.unit, end, spec.factor, spec.factor))
        return None
