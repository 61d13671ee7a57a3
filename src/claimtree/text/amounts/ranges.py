"""Reads two numbers that are the ends of one range: "between 2 and 3", "$3,000 to 3,500", "one or
two".
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TypeAlias

from claimtree.model.amounts import AmountKind
from claimtree.text.amounts.mention import DateFault
from claimtree.text.amounts.quantities import Quantities
from claimtree.text.amounts.quantity import Quantity, agree
from claimtree.text.amounts.unit_words import Line

_YEAR_DIGITS = 4

Pair: TypeAlias = tuple[Quantity, Quantity]


class Ranges:
    """The ranges of one line, each found where it starts."""

    def __init__(self, line: Line, quantities: Quantities) -> None:
        self.norms = line.norms
        self.words = line.words
        self.quantities = quantities
        until = line.words.history.until if line.dates.historical else {}
        self._until = until
        self.between: Collection[str] = {*line.words.between, *until}
        """Words that may open a range."""

    def start_of(self, at: int) -> int:
        """Returns the position after the small words that may stand between a comparison and its
        number.
        """
        while self.norms[at] in self.words.fillers:
            at += 1
        return at

    def quantity_after(self, at: int) -> Quantity | None:
        """Returns the quantity that starts here, or after a few small words."""
        for start in range(at, at + 4):
            quantity = self.quantities.at(start, compared=True)
            if quantity:
                return quantity
            if self.norms[start] not in self.words.fillers:
                return None
        return None

    def opened(self, at: int) -> Pair | None:
        """Returns the ends of a range that a word opens ("between 2 and 3"), or None."""
        first = self.quantity_after(at + 1)
        if first is None:
            return None
        opening, link = self.norms[at], self.norms[first.end]
        links = self.words.between.get(opening, frozenset())
        if first.kind is AmountKind.DATE:
            links |= self._until.get(opening, frozenset())
        if link not in links:
            return self._run_together(at, first) if opening in self.words.between else None
        steps = self.norms[first.end + 1] in self.words.range_steps
        second = self.quantity_after(first.end + 1 + steps)
        pair = agree(first, second) if second else None
        falls = pair is not None and pair[0].low > pair[1].low
        falls = falls and (link not in self.words.ands or first.kind is AmountKind.DATE)
        return None if falls else pair  # "reduced from $3,200 to $2,900": an old and a new price

    def faulty(self, at: int) -> tuple[DateFault, int] | None:
        """Returns why dates after a word that opens a range are none, and where they end ("between
        1900 and 1800", "between 31 February 1900 and 1910"), or None.
        """
        dates, opening, start = self.quantities.dates, self.norms[at], self.start_of(at + 1)
        first, lost = dates.at(start), dates.faulty_end(start)
        end = first.end if first else lost
        links = self.words.between.get(opening, frozenset()) | self._until.get(opening, frozenset())
        if not end or self.norms[end] not in links:
            return None
        behind = self.start_of(end + 1)
        second, also_lost = dates.at(behind), dates.faulty_end(behind)
        if also_lost:
            return DateFault.NO_DAY, also_lost
        if first is None:
            # Only a date before the link makes plain digits behind it a year.
            year = self.norms[behind]
            bare = behind + 1 if year.isdecimal() and len(year) == _YEAR_DIGITS else lost
            return DateFault.NO_DAY, second.end if second else bare
        return (DateFault.ENDS_FIRST, second.end) if second is not None and first.low > second.low else None

    def _run_together(self, at: int, both: Quantity) -> Pair | None:
        """Returns the ends of "between 15002000 dollars", where the dash was lost, or None."""
        digits = self.norms[self.start_of(at + 1)]
        half = len(digits) // 2
        if (
            self.norms[at] in self.words.ambiguous_comparisons
            or not digits.isdecimal()
            or len(digits) not in (6, 8, 10)
        ):
            return None
        low, high = float(digits[:half]), float(digits[half:])
        if digits[half] == "0" or low >= high or both.number != float(digits):
            return None
        return replace(both, number=low), replace(both, number=high)

    def second(self, first: Quantity) -> Pair | None:
        """Returns both ends of "2-3", "$3,000 to 3,500", "one or two", or None."""
        link = self.norms[first.end]
        either = link in self.words.ors
        if link not in self.words.ranges and not either:
            return None
        start = first.end + 1 + (self.norms[first.end + 1] in self.words.range_steps)
        second = self.quantities.at(start, compared=True)
        pair = agree(first, second) if second else None
        if pair is None or pair[0].low >= pair[1].low or first.plus:
            return None
        low, high = pair
        if either:  # alternatives, unless they are consecutive
            is_counted = low.kind in (AmountKind.COUNT, AmountKind.FLOOR)
            return pair if is_counted and high.low - low.low == 1 else None
        return pair if link != "-" or high.low <= 10 * max(low.low, 1) else None
