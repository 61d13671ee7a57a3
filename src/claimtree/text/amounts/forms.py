"""Quantities with a form of their own: floors, years, and room for so many people."""

from __future__ import annotations

from collections.abc import Sequence

from claimtree.model.amounts import AmountKind, Op
from claimtree.text.amounts.quantity import Quantity
from claimtree.text.amounts.units import Line
from claimtree.text.amounts.words import BUILT, FLOOR_NUMBER_BEFORE, FLOORS, ROOMY, SEAT_M2, SEATS, YEAR_BEFORE
from claimtree.text.normalise import numeral, ordinal


def floor(line: Line, at: int) -> Quantity | None:
    """ "3rd floor", "third-floor", "floor 5"; "2nd" alone only where "or 3rd floor" follows."""
    norm = line.norms[at]
    if norm in FLOORS:
        start = at + 2 if line.norms[at + 1] == ":" else at + 1
        text = line.norms[start]
        if norm not in ("floor", "fl", "flr") or not text.isdecimal() or len(text) > 3:
            return None
        following = line.norms[start + 1]
        if (following.isalpha() and following not in FLOOR_NUMBER_BEFORE) or line.unit(start + 1):
            return None
        return Quantity(float(int(text)), AmountKind.FLOOR, "", start + 1)
    value = ordinal(norm)
    if value is None:
        return None
    end = at + 1
    if line.norms[end] in FLOORS:
        return Quantity(float(value), AmountKind.FLOOR, "", end + 1)
    if line.norms[end] in ("or", "and", "to", "-", "through") and line.norms[end + 2] in FLOORS:
        return Quantity(float(value), AmountKind.FLOOR, "", end) if ordinal(line.norms[end + 1]) else None
    return None


def year(line: Line, at: int) -> Quantity | None:
    """Four digits of 1800 to 2099 that a word beside them makes a year."""
    norm = line.norms[at]
    if len(norm) != 4 or not norm.isdecimal() or norm[:2] not in ("18", "19", "20"):
        return None
    value, end = float(int(norm)), at + 1
    if line.norms[end] == "s" and line.tokens[end].start == line.tokens[at].end:
        return Quantity(value, AmountKind.YEAR, "", end + 1, span=9.0, op=Op.RANGE)
    if line.unit(end) or line.norms[end] in ("k", "x", "+"):
        return None
    before = line.norms[max(0, at - 3) : at]
    direct = before[-1:]
    if (
        (direct and (direct[0] in BUILT or (direct[0] == "from" and norm[:2] != "20")))
        or any(word in BUILT for word in before if word not in ("in", "since"))
        or line.norms[end] in ("built", "building", "construction", "renovation")
        or (line.norms[end] == "-" and line.norms[end + 1] in ("built", "renovation"))
        or _ends_with_year_word(before)
    ):
        return Quantity(value, AmountKind.YEAR, "", end)
    return None


def seats(line: Line, at: int) -> Quantity | None:
    """ "for two chairs", "room for four": two square metres each, at least."""
    norm = line.norms[at]
    number = numeral(line.tokens, at + 1) if line.norms[at + 1] else None
    if number is None or number.value > 1000:
        return None
    seat = line.norms[number.end]
    roomy = norm != "for" or (at > 0 and line.norms[at - 1] in ROOMY)
    alone = not seat.isalnum() or seat in ("and", "or", "with", "in", "on", "but")
    if seat in SEATS and (roomy or seat in ("chair", "chairs")):
        end = number.end + 1
    elif roomy and norm == "for" and alone and line.norms[at - 1] == "enough":
        end = number.end
    else:
        return None
    return Quantity(number.value, AmountKind.AREA, "m2", end, SEAT_M2, SEAT_M2, op=Op.GTE)


def _ends_with_year_word(before: Sequence[str]) -> bool:
    """ "before 1940", "pre-1940", "no later than 1990"."""
    words = [word for word in before if word not in ("-", "the")]
    return any(tuple(words[-len(wording) :]) == wording for wording in YEAR_BEFORE)
