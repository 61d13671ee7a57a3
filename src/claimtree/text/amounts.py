"""Amounts in a text: "under $4,000", "2-3 bedrooms", "a five-minute walk", "built before 1940".

One grammar in three steps. A *quantity* is a number with what it measures: the pack says what its unit
words mean, and physical units are known to all. A *comparison* around it ("at least", "or more",
"between … and …") turns it into a range with open or closed ends. And some numbers are *names* (phones,
postcodes, "123 Main St", "Apt 4B", "Route 66"): those are stepped over first. What a language says is in
the tables; the code below them only walks.

A bare number is a count of something that the caller knows: it comes with `has_unit=False`, and `reread`
turns it into money or whatever else the sentence means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final, TypeAlias, TypeVar

from claimtree.model.amounts import Amount, AmountKind, Op
from claimtree.model.pack import UnitSpec
from claimtree.text.normalise import NUMBER_WORDS, ORDINAL_WORDS, Numeral, Token, numeral, ordinal, tokenize


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountMention:
    """An amount and the tokens that say it, comparison, unit and period included."""

    amount: Amount
    start_token: int
    end_token: int
    """Exclusive."""
    has_operator: bool
    """The text compares or limits; a plain number does not."""
    has_unit: bool
    """False for a bare number: a count until the caller knows better."""
    apart: tuple[int, ...] = ()
    """Tokens of a comparison that stands away from its number: "or more" in "2 bedrooms or more"."""


# --- what English says --------------------------------------------------------------------------------


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(table: Mapping[Op, str]) -> dict[tuple[str, ...], Op]:
    """Comma-separated wordings by operator, as token norms."""
    return {
        tuple(token.norm for token in tokenize(wording)): op
        for op, wordings in table.items()
        for wording in wordings.split(", ")
    }


_BEFORE: Final = _phrases(
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
_AFTER: Final = _phrases(
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
_YEAR_BEFORE: Final = _phrases(
    {
        Op.LT: "before, prior to, pre, older than, earlier than",
        Op.GT: "after, post, newer than, later than, younger than",
        Op.GTE: "since, no earlier than, not before, no older than, not older than",
        Op.LTE: "no later than, not after, until",
    }
)
_AGE_BEFORE: Final = _phrases({Op.GT: "older than", Op.LT: "newer than, younger than"})
_DASH: Final = frozenset({"-", "to", "through", "thru"})
_FILLERS: Final = frozenset(
    {"a", "an", "the", "of", ":", "-", "just", "is", "only", "about", "approximately", "my", "our"}
)
_LIMITS: Final = frozenset({"max", "maximum", "min", "minimum"})
"""May stand before what is limited: "max rent $4,000"."""
_FROM: Final = frozenset({"starting", "priced", "ranging", "rent", "rents", "price", "prices", "range", "available"})

_PERIODS: Final = {
    **dict.fromkeys(_words("month months mo mos mth mnth calendar"), ("month", 1.0)),
    **dict.fromkeys(_words("week weeks wk wks"), ("month", 52 / 12)),
    **dict.fromkeys(_words("year years yr yrs annum"), ("month", 1 / 12)),
    **dict.fromkeys(_words("day days night nights nite"), ("day", 1.0)),
    **dict.fromkeys(_words("hour hours hr hrs"), ("hour", 1.0)),
}
_PERIOD_WORDS: Final = {
    **dict.fromkeys(("monthly", "pcm", "p/m"), ("month", 1.0)),
    **dict.fromkeys(("weekly", "p/w"), ("month", 52 / 12)),
    **dict.fromkeys(("yearly", "annually", "annual", "p/a"), ("month", 1 / 12)),
    **dict.fromkeys(("nightly", "daily"), ("day", 1.0)),
    "hourly": ("hour", 1.0),
}
_STOPPED: Final = frozenset({"sq", "ft", "mo", "min", "yr", "hr", "mi"})
_EACH: Final = frozenset({"per", "a", "an", "/", "each", "every"})

_METRES_A_MINUTE: Final = {"walk": (60.0, 100.0), "drive": (400.0, 700.0), "bike": (200.0, 300.0)}
_WALKABLE_M: Final = 800.0
_TRAVEL: Final = {
    tuple(words.split()): mode
    for mode, wordings in {
        "walk": "walking distance, walk away, away on foot, away by foot, on foot, by foot, by walking, "
        "walk, walking, stroll",
        "drive": "drive away, away by car, by car, car ride, drive, driving",
        "bike": "bike ride, by bike, by bicycle, bicycle ride, bike, biking, cycle, cycling",
    }.items()
    for words in wordings.split(", ")
}
_FLOORS: Final = frozenset({"floor", "fl", "flr", "storey", "story", "level"})
_FLOOR_NUMBER_BEFORE: Final = frozenset({"", "of", "or", "and", "to", "with", "in", "at", "walkup", "walk", "unit"})
_BUILT: Final = _words(
    "built constructed erected renovated year since circa in dating dates established "
    "est completed remodeled refurbished updated converted build"
)
_SEATS: Final = frozenset({"chair", "chairs", "people", "persons", "person", "seats", "adults"})
_ROOMY: Final = frozenset({"big", "large", "wide", "spacious", "enough", "room", "space"})
_SEAT_M2: Final = 2.0

_STREETS: Final = _words(
    "st street ave avenue av rd road blvd boulevard lane ln drive dr place pl court "
    "ct way terrace parkway pkwy broadway square plaza highway hwy"
)
_PLAIN_STREETS: Final = _words("st street ave avenue av rd road blvd boulevard pkwy parkway broadway")
_NAMED_BY_NUMBER: Final = _words(
    "apt apts unit # suite ste route rte rt highway hwy interstate i wifi "
    "fi block lot pier ps p.s district zone phase tower gate section terminal chapter room exit bus line "
    "title pod door zip zipcode postcode postal code ext extension box id ref mls"
)
_TRANSIT: Final = frozenset({"train", "trains", "line", "bus", "subway"})
_MONTHS: Final = _words(
    "january february march april may june july august september october november "
    "december jan feb mar apr jun jul aug sep sept oct nov dec"
)
_SMALL_WORDS: Final = _words(
    "on in near at from of to off with and or for by the a an is are has have per no not within min max"
)
_NOT_COUNTED: Final = _words(
    "of that who which is was with has for in on to and or another can should near day thing at if but as"
)

_AREA, _DISTANCE, _DURATION = AmountKind.AREA, AmountKind.DISTANCE, AmountKind.DURATION


def _units(kind: AmountKind, unit: str, words: Mapping[str, float]) -> dict[str, UnitSpec]:
    return {
        word: UnitSpec(kind=kind, unit=unit, factor=factor)
        for wordings, factor in words.items()
        for word in wordings.split(", ")
    }


_SQ_FT: Final = 0.09290304
COMMON_UNITS: Final[Mapping[str, UnitSpec]] = {
    **_units(
        _AREA,
        "m2",
        {
            "m2, m², sqm, sq m, sq meter, sq metre, square meter, square metre, sq mtr": 1.0,
            "ft2, sqft, sq ft, sf, square foot, square feet, sq feet, sq foot, sft": _SQ_FT,
            "acre": 4046.8564224,
            "hectare": 10_000.0,
        },
    ),
    **_units(
        _DISTANCE,
        "m",
        {
            "m, meter, metre": 1.0,
            "km, kilometer, kilometre": 1000.0,
            "mile, mi": 1609.344,
            "ft, foot, feet, '": 0.3048,
            "yard": 0.9144,
            "cm": 0.01,
        },
    ),
    **_units(
        _DURATION, "month", {"month, mo, mth": 1.0, "year, yr": 12.0, "week, wk": 12 / 52, "day, night": 12 / 365}
    ),
    **_units(_DURATION, "minute", {"minute, min": 1.0, "hour, hr": 60.0}),
    **_units(AmountKind.PERCENT, "%", {"%, percent, pct": 1.0}),
}
"""What measures the same everywhere; a pack's own words win over these. A plural "s" needs no entry."""


# --- comparison and range -----------------------------------------------------------------------------


def tolerance(kind: AmountKind, value: float) -> float:
    """How far "about" reaches: 6 % of a price, a tenth of other things, five years, one floor."""
    if kind is AmountKind.YEAR:
        return 5.0
    if kind is AmountKind.FLOOR:
        return 1.0
    return abs(value) * (0.06 if kind is AmountKind.MONEY else 0.1)


def compare(kind: AmountKind, op: Op, low: float, high: float, *, unit: str = "") -> Amount:
    """The amount that an operator makes of a value, or of a value that is itself a little vague.

    >>> compare(AmountKind.MONEY, Op.LT, 4000, 4000, unit="USD").includes(4000)
    False
    """
    match op:
        case Op.GT | Op.GTE:
            return Amount(kind=kind, low=low, low_open=op is Op.GT, unit=unit, op=op)
        case Op.LT | Op.LTE:
            return Amount(kind=kind, high=high, high_open=op is Op.LT, unit=unit, op=op)
        case Op.APPROX if low == high:
            reach = tolerance(kind, low)
            return Amount(kind=kind, low=low - reach, high=high + reach, unit=unit, op=op)
        case _:
            return Amount(kind=kind, low=low, high=high, unit=unit, op=op)


def reread(mention: AmountMention, spec: UnitSpec, *, query: bool) -> AmountMention:
    """The same number as an amount of something: "under 4000" is money once the sentence speaks of rent.

    >>> (bare,) = find_amounts(tokenize("rent 3,200"), units={}, query=True)
    >>> round(reread(bare, UnitSpec(kind=AmountKind.MONEY, unit="USD"), query=True).amount.low)
    3008
    """
    said = mention.amount
    if said.op is Op.APPROX:  # its reach depends on the kind, so go back to the number in the middle
        low = high = (said.low + said.high) / 2
    else:
        low, high = said.low, said.high
    op = said.op
    if query and spec.kind is AmountKind.MONEY and op is Op.EQUALS and not mention.has_operator:
        op = Op.APPROX
    amount = compare(spec.kind, op, low * spec.factor, high * spec.factor, unit=spec.unit)
    return replace(mention, amount=amount, has_unit=True)


def as_travel(mention: AmountMention, mode: str = "walk") -> AmountMention:
    """Minutes as metres, for a caller who knows how one goes: "5 minutes from the park" on foot."""
    said, (slow, fast) = mention.amount, _METRES_A_MINUTE[mode]
    op = Op.APPROX if said.op is Op.EQUALS else said.op
    amount = compare(_DISTANCE, op, said.low * slow, said.high * fast, unit="m")
    return replace(mention, amount=amount)


def lift(tokens: Sequence[Token], mentions: Iterable[AmountMention], mark: str = "_") -> tuple[str, ...]:
    """The norms with each amount replaced by a mark: "kitchen over 12 m²" gives kitchen, _."""
    starts = {mention.start_token: mention for mention in mentions}
    left_out = {index for mention in starts.values() for index in mention.apart}
    found: list[str] = []
    at = 0
    while at < len(tokens):
        if at in starts:
            found.append(mark)
            at = starts[at].end_token
            continue
        if at not in left_out:
            found.append(tokens[at].norm)
        at += 1
    return tuple(found)


# --- the grammar --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Quantity:
    """A number with what it measures.

    Two rates, since some measures are vague: a minute's walk is 60 to 100 m.
    """

    number: float
    kind: AmountKind
    unit: str
    end: int
    slow: float = 1.0
    fast: float = 1.0
    has_unit: bool = True
    scale: float = 1.0
    """What multiplied the digits: 1000 for "4k"."""
    leads: bool = False
    """Its unit stands before the number, as a currency sign does."""
    plus: bool = False
    """ "1000+" """
    span: float = 0.0
    """ "the 1920s" span nine years."""
    op: Op | None = None
    """It compares by itself: "1920s" is a range, "for two chairs" a minimum."""

    @property
    def low(self) -> float:
        return self.number * self.slow

    @property
    def high(self) -> float:
        return self.number * self.fast + self.span


_Value = TypeVar("_Value")
_Wordings: TypeAlias = Mapping[str, Sequence[tuple[tuple[str, ...], _Value]]]


def _by_first(table: Mapping[tuple[str, ...], _Value]) -> _Wordings[_Value]:
    """Wordings by their first word, longest first."""
    found: dict[str, list[tuple[tuple[str, ...], _Value]]] = {}
    for words, value in sorted(table.items(), key=lambda entry: -len(entry[0])):
        found.setdefault(words[0], []).append((words, value))
    return found


def _longest(norms: Sequence[str], at: int, table: _Wordings[_Value]) -> tuple[_Value, int] | None:
    """The longest wording that stands here, and where it ends."""
    for words, value in table.get(norms[at], ()):
        end = at + len(words)
        if len(words) == 1 or tuple(norms[at:end]) == words:
            return value, end
    return None


_BEFORE_BY_FIRST: Final = _by_first(_BEFORE)
_AFTER_BY_FIRST: Final = _by_first(_AFTER)
_YEAR_BY_FIRST: Final = _by_first(_YEAR_BEFORE)
_AGE_BY_FIRST: Final = _by_first(_AGE_BEFORE)
_TRAVEL_BY_FIRST: Final = _by_first(_TRAVEL)
_WALKING: Final = frozenset({"walking", "within"})
_SEATING: Final = frozenset({"for", "fit", "fits", "fitting"})
_STARTERS: Final = frozenset(
    {
        *NUMBER_WORDS,
        *_BEFORE_BY_FIRST,
        *_YEAR_BY_FIRST,
        *_AGE_BY_FIRST,
        *_WALKING,
        *_SEATING,
        *_FLOORS,
        *_ROOMY,
        "between",
        *ORDINAL_WORDS,
    }
)
"""Words that an amount may begin with, besides digits and currencies: all others are stepped over at once."""

_compiled: dict[int, tuple[Mapping[str, UnitSpec], _Wordings[UnitSpec]]] = {}


def _unit_table(units: Mapping[str, UnitSpec]) -> _Wordings[UnitSpec]:
    """The pack's units over the common ones, by first word.

    Kept per mapping: a pack has one and never changes it.
    """
    kept = _compiled.get(id(units))
    if kept is not None and kept[0] is units:
        return kept[1]
    words = {
        tuple(token.norm for token in tokenize(wording)): spec
        for wording, spec in [*COMMON_UNITS.items(), *units.items()]
    }
    table = _by_first({norms: spec for norms, spec in words.items() if norms})
    if len(_compiled) >= 16:
        _compiled.clear()
    _compiled[id(units)] = (units, table)
    return table


def find_amounts(tokens: Sequence[Token], *, units: Mapping[str, UnitSpec], query: bool) -> tuple[AmountMention, ...]:
    """The amounts of a text, left to right, none overlapping.

    A bare price in a query is about that price; in a document an amount is what it says. A number with a
    period and no currency is in the first currency of the table.

    >>> (found,) = find_amounts(tokenize("a kitchen over 12 m²"), units={}, query=True)
    >>> found.amount.low, found.amount.low_open, found.amount.unit
    (12.0, True, 'm2')
    """
    currency = next((spec for spec in units.values() if spec.kind is AmountKind.MONEY), None)
    return _Walk(tokens, _unit_table(units), currency, query).mentions()


class _Walk:
    """One pass over one text."""

    def __init__(
        self, tokens: Sequence[Token], units: _Wordings[UnitSpec], currency: UnitSpec | None, query: bool
    ) -> None:
        self.tokens = tokens
        self.units = units
        self.currency = currency
        self.query = query
        self.names: dict[int, int] = {}
        self.quantities: dict[int, _Quantity | None] = {}
        self.norms = [token.norm for token in tokens]
        self.norms.extend(("",) * 12)  # so that looking ahead never runs off the end

    def mentions(self) -> tuple[AmountMention, ...]:
        found: list[AmountMention] = []
        at, size, norms, units = 0, len(self.tokens), self.norms, self.units
        while at < size:
            norm = norms[at]
            if norm[0].isdecimal():
                after = self._name(at)
                if after:
                    at = after
                    continue
            elif not (norm in _STARTERS or (norm in units and units[norm][0][1].kind is AmountKind.MONEY)):
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
        if norm in _WALKING and (walk := self._walking_distance(at)):
            return walk
        if norm in _ROOMY and (seats := self._room_for(at)):
            return seats
        if norm in ("between", "from") and (ranged := self._between(at)):
            return ranged
        for table in (_BEFORE_BY_FIRST, _YEAR_BY_FIRST, _AGE_BY_FIRST):
            if norm not in table:
                continue
            mention = self._compared(at, table)
            if mention:
                return mention
        quantity = self._quantity(at)
        return self._ranged(at, quantity) if quantity else None

    def _compared(self, at: int, table: _Wordings[Op]) -> AmountMention | None:
        """A comparison, a few small words, a quantity: "no more than about $4,000"."""
        matched = _longest(self.norms, at, table)
        if matched is None:
            return None
        op, start = matched
        apart: tuple[int, ...] = ()
        quantity = self._quantity_after(start)
        begin = at
        if quantity is None and self.norms[at] in _LIMITS and start == at + 1:
            # "max rent $4,000": the noun belongs to the caller, so the comparison stands apart.
            for skipped in (1, 2):
                if not self.norms[start + skipped - 1].isalpha() or self.norms[start + skipped - 1] in _SMALL_WORDS:
                    break
                quantity = self._quantity_after(start + skipped)
                if quantity and quantity.has_unit:
                    begin, apart = self._start_of(start + skipped), (at,)
                    break
                quantity = None
        if quantity is None or not self._fits(table, at, op, quantity):
            return None
        if quantity.op is Op.RANGE and table is _YEAR_BY_FIRST:  # "before the 1920s"
            quantity = replace(quantity, op=None)
        if op is Op.EQUALS and quantity.op is not None:
            return self._said(begin, quantity, quantity.op, apart=apart, compared=True)
        if op is Op.APPROX and (ranged := self._second(quantity)):  # "around $3,000-3,500" is the range
            return self._range(begin, *ranged)
        return self._said(begin, quantity, op, apart=apart, compared=True)

    def _start_of(self, at: int) -> int:
        while self.norms[at] in _FILLERS:
            at += 1
        return at

    def _quantity_after(self, at: int) -> _Quantity | None:
        for start in range(at, at + 4):
            quantity = self._quantity(start, compared=True)
            if quantity:
                return quantity
            if self.norms[start] not in _FILLERS:
                return None
        return None

    def _fits(self, table: _Wordings[Op], at: int, op: Op, quantity: _Quantity) -> bool:
        """Some words compare only some things: "before" years, "from" prices and what opens a clause."""
        if table is _YEAR_BY_FIRST:
            return quantity.kind is AmountKind.YEAR
        if table is _AGE_BY_FIRST:
            return quantity.kind is _DURATION
        first = self.norms[at]
        if first in ("north", "south"):
            return quantity.kind is AmountKind.MONEY
        if first == "from":
            before = self.norms[at - 1] if at else ""
            return (
                quantity.kind is AmountKind.MONEY
                or (not quantity.has_unit and quantity.low >= 100)
                or (quantity.kind is not AmountKind.YEAR and (not before.isalnum() or before in _FROM))
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
        pair = self._agree(first, second) if second else None
        return self._range(at, *pair) if pair else None

    def _ranged(self, at: int, quantity: _Quantity) -> AmountMention:
        """A quantity that nothing before it compares: perhaps a range, perhaps compared by what follows."""
        pair = self._second(quantity)
        if pair:
            return self._range(at, *pair)
        if quantity.op:
            return self._said(at, quantity, quantity.op, compared=True)
        if quantity.plus:
            return self._said(at, quantity, Op.GTE, compared=True)
        after = self._after(quantity.end)
        if after:
            op, end = after
            quantity = self._per(replace(quantity, end=end)) if quantity.kind is AmountKind.MONEY else quantity
            return self._said(at, replace(quantity, end=max(end, quantity.end)), op, compared=True)
        if quantity.kind is not AmountKind.MONEY:
            apart = self._after_noun(quantity.end)
            if apart:
                op, start, end = apart
                return self._said(at, quantity, op, apart=tuple(range(start, end)), compared=True)
        vague = quantity.low != quantity.high or (self.query and quantity.kind is AmountKind.MONEY)
        return self._said(at, quantity, Op.APPROX if vague else Op.EQUALS)

    def _after(self, at: int) -> tuple[Op, int] | None:
        matched = _longest(self.norms, at, _AFTER_BY_FIRST)
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
            if not word.isalpha() or word in _SMALL_WORDS or word in NUMBER_WORDS:
                return None
            if self._glued_plus(start):
                return Op.GTE, start, start + 1
            matched = self._after(start)
            if matched:
                return matched[0], start, matched[1]
        return None

    def _glued_plus(self, at: int) -> bool:
        """ "1000+" is at least; "$3,000 + utilities" is a sum."""
        return self.norms[at] == "+" and self.tokens[at].start == self.tokens[at - 1].end

    def _second(self, first: _Quantity) -> tuple[_Quantity, _Quantity] | None:
        """The other end of "2-3", "$3,000 to 3,500", "one or two"."""
        link = self.norms[first.end]
        if link not in _DASH and link != "or":
            return None
        second = self._quantity(first.end + 1, compared=True)
        pair = self._agree(first, second) if second else None
        if pair is None or pair[0].low >= pair[1].low or first.plus:
            return None
        low, high = pair
        if link == "or":  # alternatives, unless nothing lies between them
            whole = low.kind in (AmountKind.COUNT, AmountKind.FLOOR)
            return pair if whole and high.low - low.low == 1 else None
        return pair if link != "-" or high.low <= 10 * max(low.low, 1) else None

    @staticmethod
    def _agree(first: _Quantity, second: _Quantity) -> tuple[_Quantity, _Quantity] | None:
        """Both ends in one measure: a unit, a period or a "k" said once holds for both."""
        if second.scale > first.scale and first.number * second.scale <= second.number:  # "3-4k"
            first = replace(first, number=first.number * second.scale)
        if first.kind is second.kind and first.unit == second.unit:
            return first, second
        same_currency = first.kind is second.kind and second.unit.startswith(f"{first.unit}/")
        if second.has_unit and (not first.has_unit or (first.leads and same_currency)):
            return replace(first, kind=second.kind, unit=second.unit, slow=second.slow, fast=second.fast), second
        if first.leads and not second.has_unit:
            return first, replace(second, kind=first.kind, unit=first.unit, slow=first.slow, fast=first.fast)
        return None

    def _range(self, start: int, first: _Quantity, second: _Quantity) -> AmountMention:
        low, high = sorted((first, second), key=lambda quantity: quantity.low)
        return AmountMention(
            amount=compare(high.kind, Op.RANGE, low.low, max(low.high, high.high), unit=high.unit),
            start_token=start,
            end_token=second.end,
            has_operator=True,
            has_unit=first.has_unit or second.has_unit,
        )

    def _said(
        self, start: int, quantity: _Quantity, op: Op, *, apart: tuple[int, ...] = (), compared: bool = False
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
                and (quantity := self._quantity(following.start_token)) is not None
                and quantity.slow == quantity.fast
            ):
                spec = UnitSpec(kind=quantity.kind, unit=quantity.unit, factor=quantity.slow)
                yield reread(here, spec, query=self.query)
            else:
                yield here

    # -- a number and what it measures

    def _quantity(self, at: int, *, compared: bool = False) -> _Quantity | None:
        """The quantity that starts here. `compared` allows "a mile" after "within".

        Digits are remembered: they are looked at as themselves, as the end of a range and after a comparison.
        """
        if not self.norms[at][:1].isdecimal():
            return self._read_quantity(at, compared)
        if at not in self.quantities:
            self.quantities[at] = self._read_quantity(at, compared)
        return self.quantities[at]

    def _read_quantity(self, at: int, compared: bool) -> _Quantity | None:
        norm = self.norms[at]
        if not norm:
            return None
        if norm[0].isdecimal() and self._name(at):
            return None
        if norm in _SEATING:
            return None if compared else self._seats(at)
        floor = self._floor(at)
        if floor or norm in _FLOORS:
            return floor
        matched = self._unit(at)
        if matched and matched[0].kind is AmountKind.MONEY:
            return self._money(*matched)
        number = numeral(self.tokens, at)
        if number is None:
            return self._one(at, compared)
        year = self._year(at) if norm[0].isdecimal() else None
        if year:
            return year
        return self._measured(at, number)

    def _unit(self, at: int) -> tuple[UnitSpec, int] | None:
        """A unit word, plural or not, "sq. ft." with its stops."""
        norm = self.norms[at]
        for first in (norm, norm[:-1] if len(norm) > 2 and norm.endswith("s") else ""):
            for words, spec in self.units.get(first, ()):
                end = at + 1
                for word in words[1:]:
                    if self.norms[end] == "." and self.norms[end + 1] == word:
                        end += 1
                    if self.norms[end] not in (word, word + "s"):
                        break
                    end += 1
                else:
                    return spec, end
        return None

    def _money(self, spec: UnitSpec, at: int) -> _Quantity | None:
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
        plus = self._glued_plus(end)
        again = self._unit(end + plus)
        if again and again[0] == spec:  # "$4,000 USD"
            end = again[1] - plus
        return self._per(
            _Quantity(
                value, spec.kind, spec.unit, end + plus, spec.factor, spec.factor, scale=scale, leads=True, plus=plus
            )
        )

    def _per(self, money: _Quantity) -> _Quantity:
        """Money with its period, or with the measure it is paid for; months are the common one."""
        if "/" in money.unit:
            return money
        at, norm = money.end, self.norms[money.end]
        if norm in _PERIOD_WORDS:
            (name, factor), end = _PERIOD_WORDS[norm], at + 1
        elif norm in _EACH and self.norms[at + 1] in _PERIODS:
            (name, factor), end = _PERIODS[self.norms[at + 1]], at + 2
            if self.norms[at + 1] == "calendar":
                end += 1
        elif norm in ("per", "/", "a") and (paid := self._unit(at + 1)) and paid[0].kind is _AREA:
            name, factor, end = paid[0].unit, 1 / paid[0].factor, paid[1]
        else:
            return money
        return replace(money, unit=f"{money.unit}/{name}", slow=money.slow * factor, fast=money.fast * factor, end=end)

    def _measured(self, at: int, number: Numeral) -> _Quantity | None:
        end = number.end
        plus = self._glued_plus(end)
        end += plus
        start = end + 1 if self.norms[end] == "-" else end
        matched = self._unit(start)
        if self.norms[start] == "'" and self.tokens[start].start != self.tokens[start - 1].end:
            matched = None  # an opening quote, not feet
        if matched is None:
            return self._times(number, plus) or self._counted(at, number, plus)
        spec, end = matched
        if self.norms[end] == "." and self.norms[end + 1].isalpha() and self.tokens[end - 1].norm in _STOPPED:
            end += 1
        made = _Quantity(
            number.value, spec.kind, spec.unit, end, spec.factor, spec.factor, scale=number.scale, plus=plus
        )
        if spec.kind is AmountKind.MONEY:
            return self._per(made)
        if spec.kind is _DURATION:
            return self._travelled(self._and_more(made))
        if spec.kind is _DISTANCE and self.norms[end] in ("x", "by"):
            return self._sides(made)
        return made

    def _and_more(self, time: _Quantity) -> _Quantity:
        """ "1 hour 30 minutes" is one time."""
        at = time.end + 1 if self.norms[time.end] == "and" else time.end
        number = numeral(self.tokens, at) if self.norms[at] and self.norms[at][0].isdecimal() else None
        matched = self._unit(number.end) if number else None
        if number is None or matched is None or matched[0].unit != time.unit or matched[0].factor >= time.slow:
            return time
        return replace(time, number=time.low + number.value * matched[0].factor, slow=1.0, fast=1.0, end=matched[1])

    def _travelled(self, time: _Quantity) -> _Quantity:
        """Minutes on the way are a distance; how far depends on how one goes."""
        at = time.end + 1 if self.norms[time.end] in ("'", "-") else time.end
        matched = _longest(self.norms, at, _TRAVEL_BY_FIRST) if time.unit == "minute" else None
        if matched is None:
            return time
        mode, end = matched
        slow, fast = _METRES_A_MINUTE[mode]
        return replace(time, kind=_DISTANCE, unit="m", slow=time.slow * slow, fast=time.fast * fast, end=end)

    def _sides(self, first: _Quantity) -> _Quantity:
        """ "3 m x 4 m" is an area."""
        number = numeral(self.tokens, first.end + 1) if self.norms[first.end + 1] else None
        matched = self._unit(number.end) if number else None
        if number is None or matched is None or matched[0].kind is not _DISTANCE:
            return first
        return _Quantity(first.low * number.value * matched[0].factor, _AREA, f"{first.unit}2", matched[1])

    def _times(self, number: Numeral, plus: bool) -> _Quantity | None:
        """ "40x", "40 times the rent"; "10x12 ft" is an area, "3 times a week" nothing."""
        word, following = self.norms[number.end], self.norms[number.end + 1]
        if word == "x" and following and following[0].isdecimal():
            other = numeral(self.tokens, number.end + 1)
            matched = self._unit(other.end) if other else None
            if other is None or matched is None or matched[0].kind is not _DISTANCE:
                return None
            area = number.value * other.value * matched[0].factor ** 2
            return _Quantity(area, _AREA, f"{matched[0].unit}2", matched[1])
        if word == "x" or (word == "times" and following not in _EACH):
            return _Quantity(number.value, AmountKind.RATIO, "", number.end + 1, plus=plus)
        return None

    def _counted(self, at: int, number: Numeral, plus: bool) -> _Quantity | None:
        """A bare number, unless it is a pronoun, half of something, or one side of a size."""
        first, following = self.norms[at], self.norms[number.end]
        if first in ("half", "couple", "pair", "a", "an") and number.value < 12 and following in ("", *_NOT_COUNTED):
            return None
        if first == "half" or (first in ("a", "an") and number.value < 1):
            return None
        if following == "times" or (following == "x" and self.norms[number.end + 1][:1].isdecimal()):
            return None
        if first == "one" and number.value == 1:
            links = following in ("or", "to", "and") and self.norms[number.end + 1] in NUMBER_WORDS
            if not links and (not following.isalnum() or following in _NOT_COUNTED):
                return None
        bare = _Quantity(
            number.value, AmountKind.COUNT, "", number.end + plus, has_unit=False, scale=number.scale, plus=plus
        )
        following = self.norms[bare.end]
        if self.currency is None or number.value < 100 or not (following in _EACH or following in _PERIOD_WORDS):
            return bare
        # "2,800 a month" is money, whatever sign was left out.
        spec = self.currency
        paid = self._per(
            replace(bare, kind=spec.kind, unit=spec.unit, slow=spec.factor, fast=spec.factor, has_unit=True)
        )
        return paid if "/" in paid.unit else bare

    def _one(self, at: int, compared: bool) -> _Quantity | None:
        """ "within a mile", "a block away": an article counts only where a distance is meant."""
        if self.norms[at] not in ("a", "an"):
            return None
        matched = self._unit(at + 1)
        if matched is None:
            return None
        spec, end = matched
        near = self.norms[end] in ("away", "from", "to", "off")
        if (spec.kind is _DISTANCE and (compared or near)) or (spec.kind is _DURATION and compared):
            return self._travelled(_Quantity(1.0, spec.kind, spec.unit, end, spec.factor, spec.factor))
        return None

    # -- quantities with a form of their own

    def _floor(self, at: int) -> _Quantity | None:
        """ "3rd floor", "third-floor", "floor 5"; "2nd" alone only where "or 3rd floor" follows."""
        norm = self.norms[at]
        if norm in _FLOORS:
            start = at + 2 if self.norms[at + 1] == ":" else at + 1
            text = self.norms[start]
            if norm not in ("floor", "fl", "flr") or not text.isdecimal() or len(text) > 3:
                return None
            following = self.norms[start + 1]
            if (following.isalpha() and following not in _FLOOR_NUMBER_BEFORE) or self._unit(start + 1):
                return None
            return _Quantity(float(int(text)), AmountKind.FLOOR, "", start + 1)
        value = ordinal(norm)
        if value is None:
            return None
        end = at + 1
        if self.norms[end] in _FLOORS:
            return _Quantity(float(value), AmountKind.FLOOR, "", end + 1)
        if self.norms[end] in ("or", "and", "to", "-", "through") and self.norms[end + 2] in _FLOORS:
            return _Quantity(float(value), AmountKind.FLOOR, "", end) if ordinal(self.norms[end + 1]) else None
        return None

    def _year(self, at: int) -> _Quantity | None:
        """Four digits of 1800 to 2099 that a word beside them makes a year."""
        norm = self.norms[at]
        if len(norm) != 4 or not norm.isdecimal() or norm[:2] not in ("18", "19", "20"):
            return None
        value, end = float(int(norm)), at + 1
        if self.norms[end] == "s" and self.tokens[end].start == self.tokens[at].end:
            return _Quantity(value, AmountKind.YEAR, "", end + 1, span=9.0, op=Op.RANGE)
        if self._unit(end) or self.norms[end] in ("k", "x", "+"):
            return None
        before = self.norms[max(0, at - 3) : at]
        direct = before[-1:]
        if (
            (direct and (direct[0] in _BUILT or (direct[0] == "from" and norm[:2] != "20")))
            or any(word in _BUILT for word in before if word not in ("in", "since"))
            or self.norms[end] in ("built", "building", "construction", "renovation")
            or (self.norms[end] == "-" and self.norms[end + 1] in ("built", "renovation"))
            or _ends_with_year_word(before)
        ):
            return _Quantity(value, AmountKind.YEAR, "", end)
        return None

    def _seats(self, at: int) -> _Quantity | None:
        """ "for two chairs", "room for four": two square metres each, at least."""
        norm = self.norms[at]
        number = numeral(self.tokens, at + 1) if self.norms[at + 1] else None
        if number is None or number.value > 1000:
            return None
        seat = self.norms[number.end]
        roomy = norm != "for" or (at > 0 and self.norms[at - 1] in _ROOMY)
        alone = not seat.isalnum() or seat in ("and", "or", "with", "in", "on", "but")
        if seat in _SEATS and (roomy or seat in ("chair", "chairs")):
            end = number.end + 1
        elif roomy and norm == "for" and alone and self.norms[at - 1] == "enough":
            end = number.end
        else:
            return None
        return _Quantity(number.value, _AREA, "m2", end, _SEAT_M2, _SEAT_M2, op=Op.GTE)

    def _room_for(self, at: int) -> AmountMention | None:
        """ "big enough for four": the words before "for" belong to the amount."""
        start = at
        while self.norms[at] in _ROOMY and at < start + 3:
            at += 1
        quantity = self._seats(at) if self.norms[at] in _SEATING else None
        return self._said(start, quantity, Op.GTE, compared=True) if quantity else None

    def _walking_distance(self, at: int) -> AmountMention | None:
        start = at
        if self.norms[at] == "within":
            at += 2 if self.norms[at + 1] in ("easy", "short", "a") else 1
        if self.norms[at : at + 2] != ["walking", "distance"]:
            return None
        return self._said(start, _Quantity(_WALKABLE_M, _DISTANCE, "m", at + 2), Op.LTE, compared=True)

    # -- numbers that are names

    def _name(self, at: int) -> int:
        """Where a number that is no amount ends; 0 when it is one."""
        if at not in self.names:
            self.names[at] = self._named(at)
        return self.names[at]

    def _named(self, at: int) -> int:
        for rule in (self._phone, self._slashed, self._address, self._labelled):
            end = rule(at)
            if end:
                return end
        return 0

    def _phone(self, at: int) -> int:
        """Three groups of digits, or two after "call"; also ISO dates, which look the same."""
        lengths: list[int] = []
        end = at
        while self.norms[end].isdecimal():
            lengths.append(len(self.norms[end]))
            end += 1
            link = end
            while self.norms[link] in ("-", ")", ".") and link < end + 2:
                link += 1
            if link == end or not self.norms[link].isdecimal():
                break
            end = link
        if self.norms[at].isdecimal() and len(self.norms[at]) >= 9 and not self._unit(at + 1):
            return at + 1
        if len(lengths) >= 5 or (len(lengths) >= 3 and sum(lengths) >= 7):
            return end
        called = at > 0 and self.norms[at - 1] in ("call", "text", "tel", "phone", ":", "at")
        zero = len(lengths) == 2 and self.norms[end - 1].startswith("0")
        if lengths[:2] == [3, 4] and len(lengths) == 2 and (called or zero) and not self._unit(end):
            return end
        return 0

    def _slashed(self, at: int) -> int:
        """ "24/7", "3/15/2024", "4/5/6 trains", "Jan 15", "15 January", "24-hour"."""
        norms, end = self.norms, at + 1
        while norms[end] == "/" and norms[end + 1].isdecimal() and end < at + 9:
            end += 2
        parts = (end - at + 1) // 2
        if norms[at] == "24" and (norms[at + 1 : at + 3] in (["/", "7"], ["/", "24"])):
            return end
        if norms[end] == "x" and (other := norms[end + 1])[:1].isdecimal() and not self._length(end + 2):
            return end + 2 if other.isdecimal() else 0  # "10 x 12" of we know not what
        if parts >= 3 or (norms[end] in _TRANSIT and norms[end + 1] not in ("lines", "stations", "stops")):
            return end
        after = end + 1 if norms[end] == "-" else end
        if norms[at] == "24" and norms[after] in ("hour", "hours", "hr", "hrs", "h"):
            return after + 1
        if not norms[at][-1].isdecimal():
            day = ordinal(norms[at])
        else:
            day = int(norms[at]) if norms[at].isdecimal() and len(norms[at]) <= 2 else None
        if day and day <= 31:
            if norms[at + 1] in _MONTHS:
                return at + 2
            if at and norms[at - 1] in _MONTHS and not self._unit(at + 1):
                return at + 1
        return 0

    def _length(self, at: int) -> bool:
        matched = self._unit(at)
        return matched is not None and matched[0].kind is _DISTANCE

    def _address(self, at: int) -> int:
        """ "123 Main St", "350 W 57th Street", "NY 10014"."""
        norms, tokens = self.norms, self.tokens
        text = norms[at]
        if not text.isdecimal():
            return 0
        before = tokens[at - 1].text if at else ""
        if len(text) == 5 and ((len(before) == 2 and before.isupper()) or before.casefold() in _NAMED_BY_NUMBER):
            return at + 1
        if len(text) > 5 or int(text) < 10 or self._unit(at + 1):
            return 0
        for end in range(at + 1, min(at + 5, len(tokens))):
            norm, proper = norms[end], tokens[end].text[0].isupper() or norms[end][0].isdecimal()
            if norm in _PLAIN_STREETS or (norm in _STREETS and proper):
                return end + 1 if end > at + 1 or norm == "broadway" else 0
            # A street's name is capitalised, or one word: "2 bedroom on a quiet street" has no address.
            lone = end == at + 1 and norms[end + 1] in _PLAIN_STREETS
            if norm in _SMALL_WORDS or not norm.isalnum() or not (proper or lone):
                return 0
        return 0

    def _glued_end(self, at: int) -> int:
        """Where the run of letters and digits around a token ends: all of "4B2" is one name."""
        at += 1
        while at < len(self.tokens) and self.tokens[at].start == self.tokens[at - 1].end and self.norms[at].isalnum():
            at += 1
        return at

    def _labelled(self, at: int) -> int:
        """ "Apt 4B", "Route 66", "PH2": the number names one of many."""
        norms, tokens = self.norms, self.tokens
        end = at + 1
        glued = end < len(tokens) and tokens[end].start == tokens[at].end
        if glued and len(norms[end]) == 1 and norms[end].isalpha() and norms[end] not in ("k", "x", "s", "m"):
            return 0 if self._unit(end) else self._glued_end(end)
        if at == 0:
            return 0
        before = tokens[at - 1]
        if before.end == tokens[at].start and before.norm.isalpha() and before.norm != "x":
            counted = at > 1 and norms[at - 2][0].isdecimal() and tokens[at - 2].end == before.start
            return 0 if counted else self._glued_end(at)
        label = norms[at - 2] if before.norm in (".", ":") and at > 1 else before.norm
        if label in _NAMED_BY_NUMBER and not self._unit(end) and label != "room":
            return end
        return 0


def _ends_with_year_word(before: Sequence[str]) -> bool:
    """ "before 1940", "pre-1940", "no later than 1990"."""
    words = [word for word in before if word not in ("-", "the")]
    return any(tuple(words[-len(wording) :]) == wording for wording in _YEAR_BEFORE)
