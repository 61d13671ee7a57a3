"""Reads quantities with forms of their own: floors, years, and room for a number of people."""

from __future__ import annotations

from collections.abc import Sequence

from claimtree.languages.amount_words import AmountWords
from claimtree.model.amounts import AmountKind, Op
from claimtree.text.amounts.quantity import SEAT_M2, Quantity
from claimtree.text.amounts.unit_words import Line

_FLOOR_REACH = 12
"""Tokens before a bare "fifth" in which floors may be mentioned."""


def floor(line: Line, at: int) -> Quantity | None:
    """Returns a floor ("3rd floor", "third-floor", "floor 5"); "2nd" alone only if "or 3rd floor"
    follows.
    """
    words, norm = line.words, line.norms[at]
    if norm in words.floors:
        return _labelled_floor(line, at) if norm in words.floor_labels else None
    value = line.ordinal(at)
    if value is None:
        return None
    end = at + 1
    if line.norms[end] in words.floors:
        return Quantity(float(value), AmountKind.FLOOR, "", end + 1)
    links = line.norms[end] in words.links
    if links and line.norms[end + 2] in words.floors and line.ordinal(end + 1):
        return Quantity(float(value), AmountKind.FLOOR, "", end)
    # "no lower than the second floor and no higher than the fifth"
    before = line.norms[max(0, at - _FLOOR_REACH) : at]
    ended = not line.norms[end][:1].isalnum()
    if ended and line.norms[at].isalpha() and "." not in before and not words.floors.isdisjoint(before):
        return Quantity(float(value), AmountKind.FLOOR, "", end)
    return None


def _labelled_floor(line: Line, at: int) -> Quantity | None:
    """Returns "floor 5", "lantai ke-3"; None for "rumah 2 lantai 3 kamar", which counts floors and
    rooms.
    """
    words, norms = line.words, line.norms
    start = at + 1
    if norms[at] in words.counted_floors:
        before = norms[at - 1] if at else ""
        if norms[start] == ":" or before[:1].isdecimal() or before in words.numbers.inside:
            return None
    elif norms[start] == ":":
        start += 1
    if norms[start] in words.floor_ordinals:
        start += 2 if norms[start + 1] == "-" else 1
    text = norms[start]
    value = int(text) if text.isdecimal() and len(text) <= 3 else words.numbers.small.get(text) or line.ordinal(start)
    following = norms[start + 1]
    if value is None or following in words.by or line.unit(start + 1):
        return None
    on_it = at > 0 and norms[at - 1] in words.floor_at
    if following.isalpha() and following not in words.floor_followers and not on_it:
        return None
    # "floor 3 or 4", "lantai 2-5": the next number is a floor too.
    leads = following in words.links and (following != "-" or line.is_glued(start + 1))
    return Quantity(float(value), AmountKind.FLOOR, "", start + 1, leads=leads)


def year(line: Line, at: int) -> Quantity | None:
    """Returns four digits of 1800 to 2099 that a word beside them makes a year."""
    norm, words = line.norms[at], line.words
    if len(norm) != 4 or not norm.isdecimal() or norm[:2] not in ("18", "19", "20"):
        return None
    value, end = float(int(norm)), at + 1
    if line.norms[end] in words.decades and line.is_glued(end):
        return Quantity(value, AmountKind.YEAR, "", end + 1, span=9.0, op=Op.RANGE)
    if line.unit(end) or line.norms[end] in ("x", "+") or line.norms[end] in words.numbers.glued:
        return None
    before = line.before(at, 3)
    direct = before[-1:]
    if (
        (direct and (direct[0] in words.built or (direct[0] in words.year_from and norm[:2] != "20")))
        or any(word in words.built for word in before if word not in words.built_loosely)
        or line.norms[end] in words.built_after
        or (line.norms[end] == "-" and line.norms[end + 1] in words.built_after)
        or ends_with_year_word(before, words)
    ):
        return Quantity(value, AmountKind.YEAR, "", end)
    return None


def ends_with_year_word(before: Sequence[str], words: AmountWords) -> bool:
    """True if the words end with a comparison of years ("before 1940", "pre-1940", "no later than
    1990").
    """
    kept = tuple(word for word in before if word != "-" and word not in words.fillers)
    return (
        any(kept[-len(wording) :] == wording for wording in words.year_wordings_by_last.get(kept[-1], ()))
        if kept
        else False
    )


def seating_area(line: Line, at: int) -> Quantity | None:
    """Returns room for people as an area ("for two chairs", "room for four", "seats six"): at least
    two square metres each.
    """
    norm, words = line.norms[at], line.words
    number = line.numeral(at + 1)
    if number is None or number.value > 1000:
        return None
    seat = line.norms[number.end]
    before = line.norms[at - 1] if at else ""
    preposition = norm in words.seating_for
    is_about_space = not preposition or before in words.spacious
    alone = not seat.isalnum() or seat in words.clause_words
    # "A room for 1 person" is no space of two square metres.
    if seat in words.seats and ((is_about_space and number.value > 1) or seat in words.chairs):
        end = number.end + 1
    elif alone and ((preposition and before in words.enough) or norm in words.seating_alone):
        end = number.end
    else:
        return None
    return Quantity(number.value, AmountKind.AREA, "m2", end, SEAT_M2, SEAT_M2, op=Op.GTE)
