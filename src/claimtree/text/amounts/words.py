"""What English says around a number: comparisons, periods, ways to travel, floors, streets.

Tables only, and the one way to look a wording up in them. Each is a set of words, or wordings by what they mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

from claimtree.model.amounts import Op
from claimtree.text.normalise import NUMBER_WORDS, ORDINAL_WORDS, tokenize

_Value = TypeVar("_Value")
Wordings: TypeAlias = Mapping[str, Sequence[tuple[tuple[str, ...], _Value]]]
"""Wordings by their first word, longest first."""


def by_first(table: Mapping[tuple[str, ...], _Value]) -> Wordings[_Value]:
    """Wordings by their first word, longest first."""
    found: dict[str, list[tuple[tuple[str, ...], _Value]]] = {}
    for words, value in sorted(table.items(), key=lambda entry: -len(entry[0])):
        found.setdefault(words[0], []).append((words, value))
    return found


def longest(norms: Sequence[str], at: int, table: Wordings[_Value]) -> tuple[_Value, int] | None:
    """The longest wording that stands here, and where it ends."""
    for words, value in table.get(norms[at], ()):
        end = at + len(words)
        if len(words) == 1 or tuple(norms[at:end]) == words:
            return value, end
    return None


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(table: Mapping[Op, str]) -> dict[tuple[str, ...], Op]:
    """Comma-separated wordings by operator, as token norms."""
    return {
        tuple(token.norm for token in tokenize(wording)): op
        for op, wordings in table.items()
        for wording in wordings.split(", ")
    }


BEFORE: Final = _phrases(
    {
        Op.GT: "over, more than, above, >, greater than, larger than, bigger than, higher than, longer "
        "than, upwards of, in excess of, exceeding, exceeds, beyond, north of, further than, farther "
        "than, roomier than",
        Op.GTE: "at least, at the least, at the very least, at a minimum, at minimum, min, min ., minimum, a "
        "minimum of, minimum of, min of, from, starting at, starting from, starts at, as low as, >=, no "
        "less than, not less than, no fewer than, not fewer than, no smaller than, not smaller than, not "
        "under, not below, nothing under, nothing below, nothing less than, nothing smaller than, no "
        "lower than, not lower than, at or above, more than or equal to, greater than or equal to, equal "
        "to or more than",
        Op.LT: "under, less than, below, <, fewer than, smaller than, lower than, cheaper than, shorter "
        "than, closer than, nearer than, south of",
        Op.LTE: "at most, at the most, at the very most, max, max ., maximum, a maximum of, maximum of, max of, "
        "up to, upto, no more than, not more than, within, inside of, <=, no higher than, not higher "
        "than, no larger than, not larger than, no bigger than, not bigger than, no greater than, no "
        "longer than, not longer than, not over, not above, nothing over, nothing above, nothing more "
        "than, never more than, not to exceed, not exceed, not exceeding, can't exceed, cannot exceed, "
        "without exceeding, capped at, no further than, no farther than, at or below, at or under, less "
        "than or equal to, as much as, as high as, maxing out at, tops out at",
        Op.APPROX: "about, around, approximately, approx, approx ., roughly, ~, circa, ca ., close to, "
        "near to, somewhere around, in the neighborhood of, more or less, nearly, almost, or so, "
        "ballpark, c .",
        Op.EQUALS: "exactly, precisely, =, equal to",
    }
)
AFTER: Final = _phrases(
    {
        Op.GTE: "or more, or above, or over, or higher, or larger, or bigger, or greater, or up, or "
        "longer, and up, and above, and over, and more, minimum, min, min ., at least, at minimum, at "
        "the least, upwards, or later, or newer, and newer, or better",
        Op.LTE: "or less, or under, or below, or lower, or fewer, or smaller, or cheaper, or shorter, or "
        "closer, and under, and below, and less, maximum, max, max ., tops, at most, at the most, or "
        "earlier, or older",
        Op.APPROX: "or so, ish, approx, approximately, or thereabouts, give or take, more or less",
        Op.EQUALS: "exactly",
    }
)
YEAR_BEFORE: Final = _phrases(
    {
        Op.LT: "before, prior to, pre, older than, earlier than",
        Op.GT: "after, post, newer than, later than, younger than",
        Op.GTE: "since, no earlier than, not before, no older than, not older than",
        Op.LTE: "no later than, not after, until",
    }
)
AGE_BEFORE: Final = _phrases({Op.GT: "older than", Op.LT: "newer than, younger than"})
DASH: Final = frozenset({"-", "to", "through", "thru"})
FILLERS: Final = frozenset(
    {"a", "an", "the", "of", ":", "-", "just", "is", "only", "about", "approximately", "my", "our"}
)
LIMITS: Final = frozenset({"max", "maximum", "min", "minimum"})
"""May stand before what is limited: "max rent $4,000"."""
FROM: Final = frozenset({"starting", "priced", "ranging", "rent", "rents", "price", "prices", "range", "available"})

PERIODS: Final = {
    **dict.fromkeys(_words("month months mo mos mth mnth calendar"), ("month", 1.0)),
    **dict.fromkeys(_words("week weeks wk wks"), ("month", 52 / 12)),
    **dict.fromkeys(_words("year years yr yrs annum"), ("month", 1 / 12)),
    **dict.fromkeys(_words("day days night nights nite"), ("day", 1.0)),
    **dict.fromkeys(_words("hour hours hr hrs"), ("hour", 1.0)),
}
PERIOD_WORDS: Final = {
    **dict.fromkeys(("monthly", "pcm", "p/m"), ("month", 1.0)),
    **dict.fromkeys(("weekly", "p/w"), ("month", 52 / 12)),
    **dict.fromkeys(("yearly", "annually", "annual", "p/a"), ("month", 1 / 12)),
    **dict.fromkeys(("nightly", "daily"), ("day", 1.0)),
    "hourly": ("hour", 1.0),
}
STOPPED: Final = frozenset({"sq", "ft", "mo", "min", "yr", "hr", "mi"})
EACH: Final = frozenset({"per", "a", "an", "/", "each", "every"})

METRES_A_MINUTE: Final = {"walk": (60.0, 100.0), "drive": (400.0, 700.0), "bike": (200.0, 300.0)}
WALKABLE_M: Final = 800.0
TRAVEL: Final = {
    tuple(words.split()): mode
    for mode, wordings in {
        "walk": "walking distance, walk away, away on foot, away by foot, on foot, by foot, by walking, "
        "walk, walking, stroll",
        "drive": "drive away, away by car, by car, car ride, drive, driving",
        "bike": "bike ride, by bike, by bicycle, bicycle ride, bike, biking, cycle, cycling",
    }.items()
    for words in wordings.split(", ")
}
FLOORS: Final = frozenset({"floor", "fl", "flr", "storey", "story", "level"})
FLOOR_NUMBER_BEFORE: Final = frozenset({"", "of", "or", "and", "to", "with", "in", "at", "walkup", "walk", "unit"})
BUILT: Final = _words(
    "built constructed erected renovated year since circa in dating dates established "
    "est completed remodeled refurbished updated converted build"
)
SEATS: Final = frozenset({"chair", "chairs", "people", "persons", "person", "seats", "adults"})
ROOMY: Final = frozenset({"big", "large", "wide", "spacious", "enough", "room", "space"})
SEAT_M2: Final = 2.0

STREETS: Final = _words(
    "st street ave avenue av rd road blvd boulevard lane ln drive dr place pl court "
    "ct way terrace parkway pkwy broadway square plaza highway hwy"
)
PLAIN_STREETS: Final = _words("st street ave avenue av rd road blvd boulevard pkwy parkway broadway")
NAMED_BY_NUMBER: Final = _words(
    "apt apts unit # suite ste route rte rt highway hwy interstate i wifi "
    "fi block lot pier ps p.s district zone phase tower gate section terminal chapter room exit bus line "
    "title pod door zip zipcode postcode postal code ext extension box id ref mls"
)
TRANSIT: Final = frozenset({"train", "trains", "line", "bus", "subway"})
MONTHS: Final = _words(
    "january february march april may june july august september october november "
    "december jan feb mar apr jun jul aug sep sept oct nov dec"
)
SMALL_WORDS: Final = _words(
    "on in near at from of to off with and or for by the a an is are has have per no not within min max"
)
NOT_COUNTED: Final = _words(
    "of that who which is was with has for in on to and or another can should near day thing at if but as"
)

BEFORE_BY_FIRST: Final = by_first(BEFORE)
AFTER_BY_FIRST: Final = by_first(AFTER)
YEAR_BY_FIRST: Final = by_first(YEAR_BEFORE)
AGE_BY_FIRST: Final = by_first(AGE_BEFORE)
TRAVEL_BY_FIRST: Final = by_first(TRAVEL)
WALKING: Final = frozenset({"walking", "within"})
SEATING: Final = frozenset({"for", "fit", "fits", "fitting"})
STARTERS: Final = frozenset(
    {
        *NUMBER_WORDS,
        *BEFORE_BY_FIRST,
        *YEAR_BY_FIRST,
        *AGE_BY_FIRST,
        *WALKING,
        *SEATING,
        *FLOORS,
        *ROOMY,
        "between",
        *ORDINAL_WORDS,
    }
)
"""Words that an amount may begin with, besides digits and currencies: all others are stepped over at once."""
