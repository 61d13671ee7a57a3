"""Amounts: the numbers in a claim, and the one rule for when two of them agree."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import MAXYEAR, MINYEAR, date
from enum import StrEnum

from claimtree.errors import BadAmount
from claimtree.model.quick_pickles import quickly_pickled


class AmountKind(StrEnum):
    """The kind of quantity of an amount; of different kinds only years and dates are compared with
    each other.
    """

    MONEY = "money"
    AREA = "area"
    COUNT = "count"
    DISTANCE = "distance"
    DURATION = "duration"
    YEAR = "year"
    """A date in whole years: all days of them. Compared with dates day by day."""
    DATE = "date"
    """Days, counted from 1 January of the year 1, as `date.toordinal` does; a year is all of its
    days.
    """
    FLOOR = "floor"
    PERCENT = "percent"
    RATIO = "ratio"


MONTHS: Mapping[str, float] = {"day": 12 / 365, "week": 12 / 52, "month": 1.0, "year": 12.0}
"""Times of the calendar, in months."""


class Op(StrEnum):
    """How the amount was stated; the bounds carry the meaning, this carries the wording."""

    EQUALS = "EQUALS"
    GT = "GT"
    GTE = "GTE"
    LT = "LT"
    LTE = "LTE"
    APPROX = "APPROX"
    RANGE = "RANGE"


PERIOD = "period"
"""The unit of a time of which every day is meant, as of "from 1900 to 1910". Of any other interval of days or years one
day is meant, and it is not known which: "between 1900 and 1910".
"""


@quickly_pickled
@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """A range of values in a canonical unit: "over 12 m²" is (12, ∞) in m2.

    An end without a bound is infinite, and infinite ends are always open.
    """

    kind: AmountKind
    low: float = -math.inf
    high: float = math.inf
    low_open: bool = False
    high_open: bool = False
    unit: str = ""
    """Canonical: m2, m, USD/month, IDR, month, day (of dates), `PERIOD`… Empty for counts, floors and other years."""
    noun: str = ""
    """What is counted or measured: bedroom, rent, kitchen, subway. Empty means not said. "rent/year" answers only what
    is asked for the year, of what states another rent for the month."""
    op: Op = Op.EQUALS
    stated: str = field(default="", compare=False)
    """The period of money that was stated for another one than it is compared in: "year" of a rent that is compared
    by the month. It is told as stated."""

    def __post_init__(self) -> None:
        if math.isnan(self.low) or math.isnan(self.high):
            raise BadAmount(
                f"amount of {self.noun or self.kind} is not a number (low {self.low}, high {self.high})",
                hint="Give finite bounds, or leave one end out.",
                values={"low": self.low, "high": self.high},
            )
        if self.low == math.inf or self.high == -math.inf:
            raise BadAmount(
                f"amount of {self.noun or self.kind} is infinite (low {self.low}, high {self.high})",
                hint="Leave the end out instead: low alone means 'at least', high alone 'at most'.",
                values={"low": self.low, "high": self.high},
            )
        if self.low > self.high or (self.low == self.high and (self.low_open or self.high_open)):
            raise BadAmount(
                f"amount of {self.noun or self.kind}: no value lies between {self.low:g} and {self.high:g}",
                hint="Swap the two bounds, or close the ends.",
                values={"low": self.low, "high": self.high},
            )

    @property
    def slot(self) -> Slot:
        """What the amount is of, without its values: two amounts are comparable only if their slots
        are.
        """
        return Slot(kind=self.kind, unit=self.unit, noun=self.noun)

    @property
    def asked_slot(self) -> Slot:
        """What an asked amount is of: money by the period that it is asked for.

        >>> Amount(kind=AmountKind.MONEY, unit="IDR/month", high=4e6, noun="rent", stated="year").asked_slot.noun
        'rent/year'
        """
        return replace(self, noun=f"{self.noun}/{self.period}").slot if self.period else self.slot

    @property
    def period(self) -> str:
        """The period that money is stated for: month, year; empty for sums and for what is no money."""
        return (self.stated or self.unit.partition("/")[2]) if self.kind is AmountKind.MONEY else ""

    def comparable(self, other: Amount) -> bool:
        """True if the two can be compared; if not, neither says anything about the other: unknown,
        never refuted.
        """
        return self.slot.comparable(other.slot)

    def includes(self, value: float) -> bool:
        """True if the value satisfies this amount; an open end is not included.

        >>> Amount(kind=AmountKind.AREA, low=10, low_open=True).includes(10)
        False
        """
        above = value > self.low or (value == self.low and not self.low_open)
        below = value < self.high or (value == self.high and not self.high_open)
        return above and below

    def overlaps(self, other: Amount) -> bool:
        """True if some value satisfies both; the only definition of "agrees".

        Callers check `comparable` first: other units mean unknown, not refuted. A year and a date
        are compared in the unit of the other one.

        >>> more_than_ten = Amount(kind=AmountKind.AREA, unit="m2", low=10, low_open=True)
        >>> more_than_ten.overlaps(Amount(kind=AmountKind.AREA, unit="m2", low=12, high=12))
        True
        """
        mine = self if self.kind is other.kind else self.counted_as(other.kind)
        if mine is None:
            return False
        low, high = max(mine.low, other.low), min(mine.high, other.high)
        if low < high:
            return True
        return low == high and mine.includes(low) and other.includes(low)

    def covers(self, other: Amount) -> bool:
        """True if every value of another amount of the same kind satisfies this one.

        >>> twenties = Amount(kind=AmountKind.YEAR, low=1920, high=1929)
        >>> twenties.covers(Amount(kind=AmountKind.YEAR, low=1925, high=1925))
        True
        >>> twenties.covers(Amount(kind=AmountKind.YEAR, low=1921, low_open=True))
        False
        """
        above = other.low > self.low or (other.low == self.low and (other.low_open or not self.low_open))
        below = other.high < self.high or (other.high == self.high and (other.high_open or not self.high_open))
        return above and below

    def counted_as(self, kind: AmountKind, *, full_years: bool = False) -> Amount | None:
        """Returns a date in years, or years in days; None if no day of the years 1 to 9999 is left,
        or for other kinds.

        Days become all years that one of them lies in, which share a day with other years exactly
        where these do; with `full_years` only the years of which all days are among them.

        >>> before = Amount(kind=AmountKind.YEAR, high=1990, high_open=True)
        >>> days = before.counted_as(AmountKind.DATE)
        >>> days and date.fromordinal(int(days.high))
        datetime.date(1989, 12, 31)
        """
        if kind is self.kind:
            return self
        if not {self.kind, kind} <= TIMES:
            return None
        # Both are whole numbers, so an open end is the next whole number.
        low = math.floor(self.low) + 1 if self.low_open and math.isfinite(self.low) else self.low
        high = math.ceil(self.high) - 1 if self.high_open and math.isfinite(self.high) else self.high
        first, last = (MINYEAR, MAXYEAR) if self.kind is AmountKind.YEAR else (1, date.max.toordinal())
        low = math.ceil(low) if math.isfinite(low) else low
        high = math.floor(high) if math.isfinite(high) else high
        if low > high or low > last or high < first:
            return None
        low = low if low >= first else -math.inf
        high = high if high <= last else math.inf
        turns: tuple[Callable[[float], float], Callable[[float], float]] = _first_day, _last_day
        if kind is AmountKind.YEAR:
            turns = (_first_whole_year, _last_whole_year) if full_years else (_year_of, _year_of)
        low = turns[0](low) if math.isfinite(low) else low
        high = turns[1](high) if math.isfinite(high) else high
        if low > high:
            return None
        return Amount(
            kind=kind,
            low=low,
            high=high,
            unit=PERIOD if self.slot.is_period else "day" if kind is AmountKind.DATE else "",
            noun=self.noun,
            op=self.op,
        )


TIMES = frozenset({AmountKind.YEAR, AmountKind.DATE})
"""Kinds that say when something was: they compare with each other."""


def _first_day(year: float) -> float:
    return float(date(int(year), 1, 1).toordinal())


def _last_day(year: float) -> float:
    return float(date(int(year), 12, 31).toordinal())


def _year_of(day: float) -> float:
    return float(date.fromordinal(int(day)).year)


def _first_whole_year(day: float) -> float:
    return _year_of(day - 1) + 1 if day > 1 else MINYEAR


def _last_whole_year(day: float) -> float:
    return _year_of(day + 1) - 1 if day < date.max.toordinal() else MAXYEAR


def _ordinal_ending(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """The words that a language describes amounts with."""

    ops: Mapping[Op, str]
    year_ops: Mapping[Op, str]
    date_ops: Mapping[Op, str]
    units: Mapping[str, str]
    singular: Mapping[str, str]
    """Units behind a number that are otherwise written behind 1, with their blank."""
    scales: tuple[tuple[float, str], ...]
    """Names of large numbers, for currencies whose sums are written with them."""
    gaps: Mapping[AmountKind, tuple[str, str]]
    """Units of the difference between two amounts of a kind, singular and plural: between two dates
    are days.
    """
    months: tuple[str, ...]
    day: str
    """Template of a date to the day, with "{day}", "{month}" and "{year}"."""
    decade: str
    """Template of a decade or hundred years: the "{year}" of "1920s"."""
    century: Callable[[int], str]
    decimal_comma: bool
    anything: str


_WORDS = {
    "en": _Words(
        ops={Op.GT: "over", Op.GTE: "at least", Op.LT: "under", Op.LTE: "at most", Op.APPROX: "about"},
        year_ops={Op.GT: "after", Op.GTE: "since", Op.LT: "before", Op.LTE: "until", Op.APPROX: "about"},
        date_ops={Op.GT: "after", Op.GTE: "from", Op.LT: "before", Op.LTE: "by", Op.APPROX: "about"},
        units={
            "m2": "m²",
            "minute": "min",
            "hour": "hours",
            "day": "days",
            "week": "weeks",
            "month": "months",
            "year": "years",
            "percent": "%",
        },
        singular={f" {unit}s": f" {unit}" for unit in ("hour", "day", "week", "month", "year")},
        scales=((1e12, "trillion"), (1e9, "billion"), (1e6, "million")),
        gaps={
            AmountKind.DATE: ("day", "days"),
            AmountKind.YEAR: ("year", "years"),
            AmountKind.FLOOR: ("floor", "floors"),
        },
        months=tuple("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()),  # noqa: SIM905
        day="{month} {day}, {year}",
        decade="{year}s",
        century=lambda number: f"{number}{_ordinal_ending(number)} century",
        decimal_comma=False,
        anything="any",
    ),
    "id": _Words(
        ops={Op.GT: "di atas", Op.GTE: "minimal", Op.LT: "di bawah", Op.LTE: "maksimal", Op.APPROX: "sekitar"},
        year_ops={Op.GT: "setelah", Op.GTE: "sejak", Op.LT: "sebelum", Op.LTE: "sampai", Op.APPROX: "sekitar"},
        date_ops={Op.GT: "setelah", Op.GTE: "mulai", Op.LT: "sebelum", Op.LTE: "paling lambat", Op.APPROX: "sekitar"},
        units={
            "m2": "m²",
            "month": "bulan",
            "minute": "menit",
            "percent": "%",
            "hour": "jam",
            "day": "hari",
            "week": "minggu",
            "year": "tahun",
        },
        singular={},
        scales=((1e12, "triliun"), (1e9, "miliar"), (1e6, "juta"), (1e3, "ribu")),
        gaps={
            AmountKind.DATE: ("hari", "hari"),
            AmountKind.YEAR: ("tahun", "tahun"),
            AmountKind.FLOOR: ("lantai", "lantai"),
        },
        months=tuple("Jan Feb Mar Apr Mei Jun Jul Agu Sep Okt Nov Des".split()),  # noqa: SIM905
        day="{day} {month} {year}",
        decade="{year}-an",
        century=lambda number: f"abad ke-{number}",
        decimal_comma=True,
        anything="berapa saja",
    ),
}
_ROUNDING_SLACK = 0.005
"""How far a number of months, weeks or days may be from a whole one, for it was rounded."""
_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "IDR": "Rp "}
_LARGE_SUMS_IN_WORDS = frozenset({"IDR"})
"""Currencies whose large sums are written with words: "Rp 1,5 miliar"."""


def as_stated(amount: Amount) -> Amount:
    """Returns money by the period that it was stated for.

    >>> rent = Amount(kind=AmountKind.MONEY, unit="IDR/month", low=2.5e6, high=2.5e6, stated="year")
    >>> as_stated(rent).unit, as_stated(rent).low
    ('IDR/year', 30000000.0)
    """
    currency, _, period = amount.unit.partition("/")
    if not amount.stated or period not in MONTHS:
        return amount
    times = MONTHS[amount.stated] / MONTHS[period]
    # What is compared is rounded to millionths, so a year of it is off by less than a hundredth.
    low, high = round(amount.low * times, 2), round(amount.high * times, 2)
    return replace(amount, low=low, high=high, unit=f"{currency}/{amount.stated}", stated="")


def describe(amount: Amount, language: str = "en") -> str:
    """Returns the amount in words, as a person would say it.

    >>> describe(Amount(kind=AmountKind.AREA, unit="m2", low=12, low_open=True, op=Op.GT))
    'over 12 m²'
    >>> describe(Amount(kind=AmountKind.MONEY, unit="USD/month", low=3000, high=3400, op=Op.RANGE))
    '$3,000–$3,400/month'
    >>> describe(Amount(kind=AmountKind.MONEY, unit="IDR", high=5e8, high_open=True, op=Op.LT), "id")
    'di bawah Rp 500 juta'
    >>> describe(Amount(kind=AmountKind.MONEY, unit="IDR/month", high=2.5e6, op=Op.LTE, stated="year"), "id")
    'maksimal Rp 30 juta/tahun'
    >>> describe(Amount(kind=AmountKind.DURATION, unit="month", low=3 * 12 / 52, high=3 * 12 / 52))
    '3 weeks'
    >>> twenties = Amount(kind=AmountKind.YEAR, low=1920, high=1929, op=Op.RANGE).counted_as(AmountKind.DATE)
    >>> twenties and describe(twenties)
    '1920s'
    """
    words = _WORDS.get(language, _WORDS["en"])
    amount = as_stated(amount)
    if amount.kind is AmountKind.DATE and _is_in_calendar(amount):
        return _describe_date(amount, words)
    if amount.kind is AmountKind.DURATION and amount.unit == "month":
        amount = _in_whole_weeks_or_days(amount)
    ops, number, tail = _parts(amount, words)
    low, high = amount.low, amount.high
    if low == high:
        return f"{number(low)}{words.singular.get(tail, tail) if low == 1 else tail}"
    if math.isinf(low) and math.isinf(high):
        return words.anything
    if math.isinf(high) or math.isinf(low):
        op = amount.op if amount.op in ops else (Op.GTE if math.isinf(high) else Op.LTE)
        return f"{ops[op]} {number(low if math.isinf(high) else high)}{tail}"
    middle = (low + high) / 2
    if amount.op is Op.APPROX and not _is_rounder(low, middle):
        return f"{ops[Op.APPROX]} {number(middle)}{tail}"
    if amount.op in (Op.LT, Op.LTE) and low == 0:
        return f"{ops[amount.op]} {number(high)}{tail}"
    # A sign with a blank is written once: "Rp 900 juta–1,1 miliar".
    return f"{number(low)}–{number(high).removeprefix('Rp ')}{tail}"


def _in_whole_weeks_or_days(amount: Amount) -> Amount:
    """Returns an amount of months in weeks or days if that makes whole numbers of all its ends, as
    of "for ten days"; unchanged if it has whole months, or none of these fits."""
    ends = [end for end in (amount.low, amount.high) if math.isfinite(end)]
    for unit, months in (("month", 1.0), ("week", 12 / 52), ("day", 12 / 365)):
        if all(abs(end / months - round(end / months)) < _ROUNDING_SLACK for end in ends):
            return replace(amount, unit=unit, low=_rounded(amount.low / months), high=_rounded(amount.high / months))
    return amount


def _rounded(number: float) -> float:
    return float(round(number)) if math.isfinite(number) else number


def describe_gap(amount: Amount, gap: float, language: str = "en") -> str:
    """Returns the difference between two amounts like this one, in words.

    >>> describe_gap(Amount(kind=AmountKind.MONEY, unit="USD/month", high=3000), 150)
    '$150'
    >>> describe_gap(Amount(kind=AmountKind.YEAR, low=2000), 1)
    '1 year'
    """
    words = _WORDS.get(language, _WORDS["en"])
    if amount.kind is AmountKind.DATE and gap >= _DAYS_GIVEN_IN_YEARS:
        return f"{_number(gap // _DAYS_A_YEAR, words)} {words.gaps[AmountKind.YEAR][1]}"
    if amount.kind in words.gaps:
        return f"{_number(gap, words)} {words.gaps[amount.kind][gap != 1]}"
    told = as_stated(replace(amount, low=gap, high=gap, low_open=False, high_open=False))
    # A difference of money is given without its period.
    unit = amount.unit.partition("/")[0] if amount.kind is AmountKind.MONEY else amount.unit
    return describe(Amount(kind=amount.kind, unit=unit, low=told.low, high=told.low), language)


def _parts(amount: Amount, words: _Words) -> tuple[Mapping[Op, str], Callable[[float], str], str]:
    """Returns the words for comparisons of this kind, the formatter of a value, and the unit after
    it.
    """
    match amount.kind:
        case AmountKind.YEAR:
            return words.year_ops, lambda value: f"{value:.0f}", ""
        case AmountKind.DATE:
            return words.date_ops, lambda value: f"{value:.0f}", ""
        case AmountKind.MONEY:
            currency, _, period = amount.unit.partition("/")
            sign = _SIGNS.get(currency, f"{currency} " if currency else "")
            scales = words.scales if currency in _LARGE_SUMS_IN_WORDS else ()
            name = words.units.get(period, period) if words.decimal_comma or period == "m2" else period
            tail = f"/{name}" if period else ""
            return words.ops, lambda value: f"{sign}{_number(value, words, scales)}", tail
        case _:
            unit = words.units.get(amount.unit, amount.unit)
            return words.ops, lambda value: _number(value, words), f" {unit}".rstrip()


def number_text(value: float, language: str = "en") -> str:
    """Returns a number as the language writes it.

    >>> number_text(12_500, "id")
    '12.500'
    """
    return _number(value, _WORDS.get(language, _WORDS["en"]))


def _number(value: float, words: _Words, scales: tuple[tuple[float, str], ...] = ()) -> str:
    scale, name = next((scale for scale in scales if abs(value) >= scale[0]), (1.0, ""))
    text = f"{round(value / scale, 2):,.10g}".replace(".00", "")
    if words.decimal_comma:
        text = text.translate(str.maketrans(",.", ".,"))
    return f"{text} {name}".rstrip()


_DAYS_A_YEAR = 365.2425
_DAYS_GIVEN_IN_YEARS = 730
"""From this many days on, a difference is given in years: "three years", and not "1,096 days"."""
_MONTHS_A_YEAR = 12
_CENTURY = 100
_LAST_HUNDRED = 2000
"""From here on "2000s" are ten years; the "1800s" are a hundred."""


def _is_in_calendar(amount: Amount) -> bool:
    ends = [end for end in (amount.low, amount.high) if math.isfinite(end)]
    return bool(ends) and all(1 <= end <= date.max.toordinal() and end == int(end) for end in ends)


def _describe_date(amount: Amount, words: _Words) -> str:
    """Returns a date as it was most likely said: to the year, month or day, as precise as its ends
    are.
    """
    if math.isinf(amount.low) or math.isinf(amount.high):
        return _describe_open_date(amount, words)
    first = date.fromordinal(int(amount.low) + amount.low_open)
    last = date.fromordinal(int(amount.high) - amount.high_open)
    about = f"{words.date_ops[Op.APPROX]} " if amount.op is Op.APPROX else ""
    after = date.fromordinal(last.toordinal() + 1) if last < date.max else None
    if first.day > 1 or (after is not None and after.day > 1):
        return about + _day_range(first, last, words, middle=bool(about))
    if first.month > 1 or (after is not None and after.month > 1):
        return about + _month_range(first, last, words, middle=bool(about))
    return about + _year_range(first.year, last.year, words, middle=bool(about))


def _describe_open_date(amount: Amount, words: _Words) -> str:
    """Returns a date with one end; before or after a whole year only the year is named."""
    rising = math.isinf(amount.high)
    past, reached = (Op.GT, Op.GTE) if rising else (Op.LT, Op.LTE)
    op = past if amount.op is past else reached
    day, is_open = (amount.low, amount.low_open) if rising else (amount.high, amount.high_open)
    if op is past and not is_open:  # "before" and "after" name the day just outside the interval
        day += -1 if rising else 1
    if not 1 <= day <= date.max.toordinal():
        return words.anything
    end = date.fromordinal(int(day))
    edge = (12, 31) if rising else (1, 1)
    # "From January" and "from 2027" are the same day; at a beginning the day is more informative.
    is_full_year = op is past and (end.month, end.day) == edge
    return f"{words.date_ops[op]} {end.year if is_full_year else _day(end, words)}"


def _year_range(first: int, last: int, words: _Words, *, middle: bool) -> str:
    if middle and (first + last) % 2 == 0:
        return str((first + last) // 2)
    if first == last:
        return str(first)
    years = last - first + 1
    if years == _CENTURY and first % _CENTURY == 1:
        return words.century(last // _CENTURY)
    hundred = years == _CENTURY and first % _CENTURY == 0 and first < _LAST_HUNDRED
    ten = years == 10 and first % 10 == 0 and (first % _CENTURY != 0 or first >= _LAST_HUNDRED)
    return words.decade.format(year=first) if hundred or ten else f"{first}–{last}"


def _month_range(first: date, last: date, words: _Words, *, middle: bool) -> str:
    start, end = (_MONTHS_A_YEAR * day.year + day.month - 1 for day in (first, last))
    if middle and (start + end) % 2 == 0:
        start = end = (start + end) // 2
    months = [f"{words.months[one % _MONTHS_A_YEAR]} {one // _MONTHS_A_YEAR}" for one in (start, end)]
    return "–".join(dict.fromkeys(months))


def _day_range(first: date, last: date, words: _Words, *, middle: bool) -> str:
    start, end = first.toordinal(), last.toordinal()
    if middle and (start + end) % 2 == 0:
        return _day(date.fromordinal((start + end) // 2), words)
    return "–".join(dict.fromkeys((_day(first, words), _day(last, words))))


def _day(day: date, words: _Words) -> str:
    return words.day.format(day=day.day, month=words.months[day.month - 1], year=day.year)


def _is_rounder(value: float, other: float) -> bool:
    """True if a number was more likely said than another: 1,000,000 rather than 1,495,000."""
    return len(f"{value:.6g}".rstrip("0").replace(".", "")) + 1 < len(f"{other:.6g}".rstrip("0").replace(".", ""))


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """The place of an amount in a phrase: "kitchen area _" has one, an area in m2 of a kitchen."""

    kind: AmountKind
    unit: str = ""
    noun: str = ""

    @property
    def is_period(self) -> bool:
        """True if every day is meant, and not one of them."""
        return self.unit == PERIOD and self.kind in TIMES

    def comparable(self, other: Slot) -> bool:
        """True for the same kind and unit, or two times; and the same noun and period, unless one of them has
        none.
        """
        alike = {self.kind, other.kind} <= TIMES or (self.kind is other.kind and self.unit == other.unit)
        noun, _, period = self.noun.partition("/")
        others_noun, _, others_period = other.noun.partition("/")
        return (
            alike
            and (not noun or not others_noun or noun == others_noun)
            and (not period or not others_period or period == others_period)
        )
