"""Reads a number with what it measures: money with its period, travel time, sides of a room, plain
counts.
"""

from __future__ import annotations

from dataclasses import replace

from claimtree.languages.phrase_lookup import longest
from claimtree.model.amounts import AmountKind
from claimtree.model.dates import year_span
from claimtree.model.pack import UnitSpec
from claimtree.text.amounts.date_wordings import Dates
from claimtree.text.amounts.historical_dates import HistoricalDates
from claimtree.text.amounts.money import Money
from claimtree.text.amounts.non_amounts import Names
from claimtree.text.amounts.numerals import Numeral
from claimtree.text.amounts.quantity import METRES_A_MINUTE, Quantity, of_span
from claimtree.text.amounts.special_forms import floor, seating_area, year
from claimtree.text.amounts.unit_words import Line

_AREA, _DISTANCE, _DURATION = AmountKind.AREA, AmountKind.DISTANCE, AmountKind.DURATION
_MOST_MONTHS = 200
"""More months than this are a rent without its slash: "1500month"."""
_LEAST_AREA = 15
"""A smaller number after an area's label is something else: "rumah luas 3 kamar", "Lt 2"."""
_MOST_ADDED = 20
"""Maximum of a count such as "3+1"."""


class Quantities:
    """The quantities of one line, each found where it starts."""

    def __init__(self, line: Line, currency: UnitSpec | None) -> None:
        self.line = line
        self.tokens = line.tokens
        self.norms = line.norms
        self.words = line.words
        self.dates = HistoricalDates(line) if line.dates.historical else Dates(line)
        self.names = Names(line, self.dates)
        self.money = Money(line, currency)
        self._known: dict[int, Quantity | None] = {}

    def at(self, at: int, *, compared: bool = False) -> Quantity | None:
        """Returns the quantity that starts here. `compared` allows "a mile" after "within".

        Digits are cached: they are read as themselves, as the end of a range and after a
        comparison.
        """
        norm = self.norms[at]
        if not norm[:1].isdecimal():
            # Most words in such a position begin no quantity.
            begins = norm in self.words.quantity_words or self.line.may_be_unit(norm)
            return self._read(at, compared) if begins else None
        if at not in self._known:
            self._known[at] = self._read(at, compared)
        return self._known[at]

    def _read(self, at: int, compared: bool) -> Quantity | None:
        norm = self.norms[at]
        if not norm:
            return None
        on_day = self.dates.at(at, compared=compared)
        if on_day:
            return on_day
        if norm[0].isdecimal() and self.names.end(at):
            return None
        if norm in self.words.seating:
            return None if compared else seating_area(self.line, at)
        on_floor = floor(self.line, at)
        if on_floor or norm in self.words.floors:
            return on_floor
        matched = self.line.currency(at)
        if matched:
            return self.money.after(*matched)
        number = self._spaced_money(at) or self.line.numeral(at)
        if number is None:
            return self._distance_of_one(at, compared)
        if norm[0].isalpha() and self.names.is_word_of_name(at):
            return None
        in_year = year(self.line, at) if norm[0].isdecimal() and not self.line.dates.historical else None
        if in_year:
            return in_year
        return self._measured(at, number)

    def _spaced_money(self, at: int) -> Numeral | None:
        spaced = self.line.spaced(at)
        return spaced if spaced is not None and self.line.currency(spaced.end) is not None else None

    def _measured(self, at: int, number: Numeral) -> Quantity | None:
        in_money = self.money.scaled(at, number)
        if in_money:
            return in_money
        end = number.end
        plus = self.line.glued_plus(end)
        end += plus
        start = end + 1 if self.norms[end] == "-" else end
        matched = self.line.unit(start)
        if self.norms[start] == "'" and not self.line.is_glued(start):
            matched = None  # an opening quote, not feet
        if matched is None:
            return self._times(at, number, plus) or self._counted(at, number, plus)
        spec, end = matched
        if self.norms[end] == "." and self.norms[end + 1].isalpha() and self.tokens[end - 1].norm in self.words.stopped:
            end += 1
        made = Quantity(
            number.value,
            spec.kind,
            spec.unit,
            end,
            spec.factor,
            spec.factor,
            scale=number.scale,
            plus=plus,
            rough=number.rough,
        )
        if spec.kind is AmountKind.MONEY:
            return self.money.per(replace(made, number=self.money.in_thousands(at, number).value))
        if spec.kind is _DURATION:
            rent = self.money.each(number, start) if spec.unit == "month" and number.value >= _MOST_MONTHS else None
            return rent or self._as_distance(self._aged(at, self._and_more(made)))
        if spec.kind is _DISTANCE and self.norms[end] in self.words.by:
            return self._sides(made)
        if spec.kind is _DISTANCE and self._is_area(at, end, made.low):
            return replace(made, kind=_AREA, unit=f"{spec.unit}2")
        return made

    def _is_area(self, at: int, end: int, metres: float) -> bool:
        """True if metres are square metres, by their label or by what they are of."""
        if self.norms[end] in self.words.measured_on and not longest(self.norms, end, self.words.after_by_first):
            return False  # "1000 meter ke kampus" is a distance, "1000 meter ke atas" is not
        if self.line.is_area(at):
            return True
        if not self.line.query or metres < _LEAST_AREA:
            return False
        labelled = self.norms[end] in self.words.area_labels and not self.line.is_measured(at)
        return labelled or self.line.is_of_building(at)

    def _and_more(self, time: Quantity) -> Quantity:
        """Returns "1 hour 30 minutes" as one time."""
        at = time.end + 1 if self.norms[time.end] in self.words.numbers.joins else time.end
        number = self.line.numeral(at) if self.norms[at][:1].isdecimal() else None
        matched = self.line.unit(number.end) if number else None
        if number is None or matched is None or matched[0].unit != time.unit or matched[0].factor >= time.slow:
            return time
        return replace(time, number=time.low + number.value * matched[0].factor, slow=1.0, fast=1.0, end=matched[1])

    def _aged(self, at: int, time: Quantity) -> Quantity:
        """Returns an age as a year ("ten years old", "umur bangunan 5 tahun"), if the current day
        is known.
        """
        end = time.end + 1 if self.norms[time.end] == "-" else time.end
        old = self.norms[end] in self.words.old
        if not old and not self.words.ages.intersection(self.line.before(at, 5)):
            return time
        return as_age(self.line, replace(time, end=end + 1) if old else time) or time

    def _as_distance(self, time: Quantity) -> Quantity:
        """Returns travel minutes as a distance, which depends on the way of travel."""
        at = time.end + 1 if self.norms[time.end] in ("'", "-") else time.end
        matched = longest(self.norms, at, self.words.travel_by_first) if time.unit == "minute" else None
        return as_distance(time, *matched) if matched else time

    def _sides(self, first: Quantity) -> Quantity:
        """Returns "3 m x 4 m" as an area."""
        number = self.line.numeral(first.end + 1)
        matched = self.line.unit(number.end) if number else None
        if number is None or matched is None or matched[0].kind is not _DISTANCE:
            return first
        return Quantity(first.low * number.value * matched[0].factor, _AREA, f"{first.unit}2", matched[1])

    def _times(self, at: int, number: Numeral, plus: bool) -> Quantity | None:
        """Returns a ratio ("40x", "40 times the rent") or an area ("10x12 ft", "LT 6x12"); None for
        "3 times a week".
        """
        word, following = self.norms[number.end], self.norms[number.end + 1]
        if (word == "x" or word in self.words.by) and self.line.numeral(number.end + 1) is not None:
            other = self.line.numeral(number.end + 1)
            if other is None:
                return None
            matched = self.line.unit(other.end)
            if matched is not None and matched[0].kind is _DISTANCE:
                spec, end = matched
            elif matched is not None and self.line.has_area_sides(at):
                spec, end = matched
                return Quantity(number.value * other.value * spec.factor, _AREA, spec.unit, end)
            elif self.line.has_sides(at):
                spec, end = UnitSpec(kind=_DISTANCE, unit=self.words.sides), other.end
            elif self.line.has_room_sides(at):
                spec, end = UnitSpec(kind=_DISTANCE, unit="m", factor=self.words.unsaid_side_m), other.end
            else:
                return None
            return Quantity(number.value * other.value * spec.factor**2, _AREA, f"{spec.unit}2", end)
        if word == "x" or (word in self.words.times and following not in self.words.each):
            return Quantity(number.value, AmountKind.RATIO, "", number.end + 1, plus=plus)
        return None

    def _counted(self, at: int, number: Numeral, plus: bool) -> Quantity | None:
        """Returns a bare number, unless it is a pronoun, half of something, or one side of a size."""
        words, numbers = self.words, self.words.numbers
        first, following = self.norms[at], self.norms[number.end]
        vague = first in numbers.halves or first in numbers.groups or first in numbers.articles
        if vague and number.value < 12 and (not following or following in words.not_counted):
            return None
        if number.value < 1 and (first in numbers.halves or first in numbers.articles):
            return None
        if following in words.times or (following == "x" and self.norms[number.end + 1][:1].isdecimal()):
            return None
        if first in words.pronouns and number.value == 1:
            links = following in words.links
            links = links and self.norms[number.end + 1] in numbers.inside
            links = links or longest(self.norms, number.end, self.words.after_by_first) is not None
            if not links and (not following.isalnum() or following in words.not_counted):
                return None
        end = self._and_one(number) if plus or following == "+" else 0
        bare = Quantity(
            number.value,
            AmountKind.COUNT,
            "",
            end or number.end + plus,
            has_unit=False,
            scale=number.scale,
            plus=plus and not end,
            rough=number.rough,
        )
        if number.value >= _LEAST_AREA and self.line.is_area(at):
            return replace(bare, kind=_AREA, unit=f"{self.words.sides}2", has_unit=True, leads=True)
        return self.money.of_bare(at, bare) or bare

    def _and_one(self, number: Numeral) -> int:
        """Returns where the "+1" of "3+1 bedrooms" ends (a room of another kind); 0 if there is
        none.
        """
        added = self.norms[number.end + 1]
        small = added.isdecimal() and int(added) <= 3 if len(added) == 1 else False
        is_integer = number.value == int(number.value) and number.value <= _MOST_ADDED
        return number.end + 2 if small and is_integer and not self.line.unit(number.end + 2) else 0

    def _distance_of_one(self, at: int, compared: bool) -> Quantity | None:
        """Returns a distance of one ("within a mile", "a block away"): an article counts only where
        a distance is meant.
        """
        if self.norms[at] not in self.words.numbers.articles:
            return None
        matched = self.line.unit(at + 1)
        if matched is None:
            return None
        spec, end = matched
        near = self.norms[end] in self.words.near
        if (spec.kind is _DISTANCE and (compared or near)) or (spec.kind is _DURATION and compared):
            return self._as_distance(Quantity(1.0, spec.kind, spec.unit, end, spec.factor, spec.factor))
        return None


def as_distance(time: Quantity, mode: str, end: int) -> Quantity:
    """Returns minutes as metres, by the way of travel."""
    slow, fast = METRES_A_MINUTE[mode]
    return replace(time, kind=_DISTANCE, unit="m", slow=time.slow * slow, fast=time.fast * fast, end=end)


def as_age(line: Line, time: Quantity) -> Quantity | None:
    """Returns a time of at least a year as the year in which something of that age was built."""
    if line.today is None or time.kind is not _DURATION or time.unit != "month" or not 12 <= time.low < 12 * 1000:
        return None
    built = line.today.year - time.low // 12
    if line.dates.historical:
        return replace(of_span(year_span(int(built)), time.end), plus=time.plus, age=True)
    return Quantity(built, AmountKind.YEAR, "", time.end, plus=time.plus, age=True)
