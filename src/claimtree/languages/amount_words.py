"""The words of a language around a number, as data: comparisons, periods, ways to travel, floors,
streets, months.

The grammar is independent of languages; every word is in an `AmountWords`. Lookup tables are made
once per instance. A pack in two languages reads with a blend of both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property
from typing import Any, TypeVar

from claimtree.languages.history_words import HistoryWords
from claimtree.languages.number_words import NumberWords
from claimtree.languages.phrase_lookup import Wording, Wordings, by_first
from claimtree.model.amounts import Op
from claimtree.model.dates import Share
from claimtree.model.pack import LabelWords, UnitSpec

_Data = TypeVar("_Data", "AmountWords", NumberWords, HistoryWords)


@dataclass(frozen=True, kw_only=True)
class AmountWords:
    """Everything about amounts that depends on the language."""

    code: str
    numbers: NumberWords
    history: HistoryWords
    units: Mapping[str, UnitSpec]
    """Unit words; a pack's own win over these."""
    plural: str
    """The ending that a unit may have: "metres"."""
    stopped: frozenset[str]
    """Abbreviated units that take their full stop along: "900 sq. ft. apartment"."""

    money_scales: Mapping[str, float]
    """Letters that multiply money and nothing else: "$1.2M"."""
    foreign_scales: Mapping[str, float]
    """What they mean after a currency that is not the pack's first: "$1.2M" in a text in rupiah."""
    bare_money_scales: bool
    """Whether they make money of a number without a currency: "1,5 M"."""
    money_words: frozenset[str]
    """Scales that are only said of money: "500 juta"."""
    priced: frozenset[str]
    """A little before a number these say that it is a price, so that "m" is no metre."""
    measured: frozenset[str]
    """A little before a number these say that it is a measure, so that "M" is a metre; also before "6 x 12"."""
    measured_far: frozenset[str] = frozenset()
    """Those of `measured` that speak of no few metres: in a query "dekat kampus 1,5 m" names a price."""
    measured_on: frozenset[str]
    """Right after a metre these go on measuring: "100 m dari jalan"."""
    length_labels: frozenset[str]
    """Those of `measured` that name lengths: "lebar 5 m"."""
    area_labels: frozenset[str]
    """A little before a number these make metres, or no unit at all, square metres: "LT 120", "luas 200 meter"."""
    homonyms: Mapping[str, frozenset[str]]
    """Unit words that are something else beside these: "km" beside "kt" counts bathrooms."""
    sides: str
    """The unit of sides that name none, "6 x 12"; empty when that says nothing."""
    sized: frozenset[str]
    """Right before sides these say what they are of, as `measured` does: "kamar 3x4"."""

    before: Mapping[Wording, Op]
    after: Mapping[Wording, Op]
    year_before: Mapping[Wording, Op]
    """Before a year, a date or an age: "older than"."""
    year_after: Mapping[Wording, Op]
    date_before: Mapping[Wording, Op]
    """Before dates only: "on", "by"."""
    age_before: Mapping[Wording, Op]
    """Before an age that is kept as a duration, because the current day is not known."""
    or_equal: frozenset[Wording]
    """Closes an open end, after the comparison or after the number: "more than two or equal"."""
    equal_or: frozenset[Wording]
    """The same before the comparison: "equal to or more than"."""
    stretches: frozenset[Wording]
    """Upper limits that replace the one just named: "3k, can stretch to 3.3k"."""
    limit_joins: frozenset[str]
    """Between the two ends of a range that are said apart: "at least 80 m² but at most 120"."""
    tolerances: frozenset[Wording]
    """Between an amount and how far off it may be, to both sides: "1,000 sq ft +/- 200"."""
    beyond: frozenset[str]
    """After money that may come on top of a limit: "I can go $50 over"..."""
    rising: frozenset[str]
    """...and before it: "bisa naik 50 juta"."""
    own: frozenset[str]
    """First words of comparisons behind a number that cannot belong to a number after them: "or more"."""
    fillers: frozenset[str]
    """Between a comparison and its number."""
    limits: frozenset[str]
    """May stand before what is limited: "max rent $4,000"."""
    money_only: frozenset[str]
    """Comparisons, by first word, that are about money: "north of"."""
    ambiguous_comparisons: frozenset[str]
    """Comparisons, by first word, that are also prepositions: "from"."""
    opened: frozenset[str]
    """What stands before them when they compare: "priced from"."""
    between: Mapping[str, frozenset[str]]
    """What opens a range, and what links its ends."""
    ranges: frozenset[str]
    """What links the ends of a range that nothing opens."""
    range_steps: frozenset[str]
    """May follow such a link: "from 2 up to 3"."""
    ors: frozenset[str]
    ands: frozenset[str]

    periods: Mapping[str, tuple[str, float]]
    """What money is paid per, after "per": the name of the common period, and how many there are in it."""
    period_words: Mapping[str, tuple[str, float]]
    """The same in one word: "monthly"."""
    calendar: frozenset[str]
    """May stand before a period: "per calendar month"."""
    each: frozenset[str]
    per: frozenset[str]
    """Those of `each` that also come before a measure: "per sq ft"."""
    area_lengths: frozenset[str]
    """Lengths that mean areas after "per": "5 juta per meter"."""

    travel: Mapping[Wording, str]
    """Ways to go, after a time: "5 minutes on foot"."""
    travel_before: Mapping[Wording, str]
    walkable: frozenset[Wording]
    """A distance without a number: "within walking distance"."""
    unsaid_side_m: float = 0.0
    """The unit of a room's sides where none is given, in metres: "12x14" are feet. 0 where it is
    always given.
    """
    times: frozenset[str]
    by: frozenset[str]
    """Between the sides of a room."""
    near: frozenset[str]
    """After "a block" these make it a distance."""
    pronouns: frozenset[str]
    """Numbers that are often none: "the one with a view"."""
    not_counted: frozenset[str]
    """What never stands between such a number and the thing it counts."""
    clause_words: frozenset[str]
    """After "for four" these show that nothing is counted."""

    floors: frozenset[str]
    floor_labels: frozenset[str]
    """Those that come before a number: "floor 5"."""
    counted_floors: frozenset[str]
    """Those that a number before them or a colon after them makes a count: "2 lantai"."""
    floor_ordinals: frozenset[str]
    """Between a floor and its number: "lantai ke-3"."""
    floor_at: frozenset[str]
    """Before a floor these say that one is on it: "di lantai 3"."""
    floor_followers: frozenset[str]
    """Words after "floor 5" that it does not count."""
    built: frozenset[str]
    """Before a year: "built in 1925"."""
    built_loosely: frozenset[str]
    """Those of `built` that count only right before the year."""
    built_after: frozenset[str]
    """After a year: "1925 building"."""
    year_from: frozenset[str]
    """Before a year of an older century: "a house from 1925"."""
    decades: frozenset[str]
    """Endings of years: "1920s"."""
    old: frozenset[str]
    """After a time these make it an age: "ten years old"."""
    ages: frozenset[str]
    """The same, a little before it: "umur bangunan 5 tahun"."""

    seats: frozenset[str]
    """What room is for ("two chairs", "four people"); read where a pack takes room for people as an area."""
    chairs: frozenset[str]
    """Those of `seats` that need no other word to be about space."""
    seating: frozenset[str]
    """Before the number of seats: "fits four people"."""
    seating_for: frozenset[str]
    """Those of `seating` that are also prepositions."""
    seating_alone: frozenset[str]
    """Those of `seating` that need no seats: "seats six"."""
    spacious: frozenset[str]
    """Before the words of `seating`: "big enough for four"."""
    enough: frozenset[str]

    streets: frozenset[str]
    plain_streets: frozenset[str]
    """Those that a text in small letters also means as streets."""
    single_word_streets: frozenset[str]
    """Streets whose name is only that."""
    street_starts: frozenset[str]
    """Streets that come before their name: "Jl. Setia Budi"."""
    numbered: frozenset[str]
    """What a number names one of many of: "Route 66"."""
    numbered_loosely: frozenset[str]
    """The same, unless a word follows that the number may count: "Gang 3", but "gang 2 mobil"."""
    number_signs: frozenset[str]
    """The same with a stop, or in an address: "No. 12"."""
    districts: frozenset[str]
    """What an address is made of, so that five digits after it are a postcode."""
    labels: frozenset[str]
    """What stands glued before a number that counts: "LT120"."""
    calls: frozenset[str]
    transit: frozenset[str]
    transit_goes_on: frozenset[str]
    hours: frozenset[str]
    joining: frozenset[str]
    """Over these no comparison reaches back to a number."""
    small_words: frozenset[str]

    months: Mapping[str, int]
    unsure_months: frozenset[str]
    """Months that are also other words: "may"."""
    dated: frozenset[str]
    """Before a month alone these make it a date: "available January"."""
    parts: Mapping[Wording, tuple[int, int]]
    """Parts of a month and their days: "mid"."""
    coming: Mapping[Wording, tuple[str, int]]
    """Times counted from today: "next month"."""
    day_first: bool
    """How "3/4/2027" is read."""
    travel_unsaid: str = "walk"
    """The way of travel where only the minutes are given: "10 menit ke kampus"."""
    price_scale: float = 1.0
    """The factor of a price in hundreds without a unit: "budget 600an"."""
    budgets: frozenset[str] = frozenset()
    """Those of `priced` after which that holds."""

    @cached_property
    def before_by_first(self) -> Wordings[Op]:
        return by_first({**self.before, **dict.fromkeys(self.stretches, Op.LTE)})

    @cached_property
    def after_by_first(self) -> Wordings[Op]:
        return by_first({**self.year_after, **self.after})

    @cached_property
    def year_by_first(self) -> Wordings[Op]:
        return by_first(self.year_before)

    @cached_property
    def year_wordings_by_last(self) -> Mapping[str, Sequence[Wording]]:
        found: dict[str, list[Wording]] = {}
        for wording in self.year_before:
            found.setdefault(wording[-1], []).append(wording)
        return found

    @cached_property
    def date_by_first(self) -> Wordings[Op]:
        return by_first({**self.year_before, **self.date_before})

    @cached_property
    def age_by_first(self) -> Wordings[Op]:
        return by_first(self.age_before)

    @cached_property
    def or_equal_by_first(self) -> Wordings[bool]:
        return by_first(dict.fromkeys(self.or_equal, True))

    @cached_property
    def equal_or_by_first(self) -> Wordings[bool]:
        return by_first(dict.fromkeys(self.equal_or, True))

    @cached_property
    def travel_by_first(self) -> Wordings[str]:
        return by_first(self.travel)

    @cached_property
    def travel_before_by_first(self) -> Wordings[str]:
        return by_first(self.travel_before)

    @cached_property
    def walkable_by_first(self) -> Wordings[bool]:
        return by_first(dict.fromkeys(self.walkable, True))

    @cached_property
    def parts_by_first(self) -> Wordings[tuple[int, int]]:
        return by_first(self.parts)

    @cached_property
    def coming_by_first(self) -> Wordings[tuple[str, int]]:
        return by_first(self.coming)

    @cached_property
    def shares_by_first(self) -> Wordings[Share]:
        return by_first(self.history.shares)

    @cached_property
    def decade_leads(self) -> frozenset[str]:
        """What may stand between a share and its decade: "the early '80s"."""
        return self.history.short_decades | self.history.year_labels

    @cached_property
    def number_comparisons(self) -> frozenset[str]:
        """Last words of comparisons of numbers and not of years: the "than" of "more than 1500"."""
        compared = {wording[-1] for wording, op in self.before.items() if op not in (Op.APPROX, Op.EQUALS)}
        return frozenset(compared) - self.history.dating

    @cached_property
    def about_words(self) -> frozenset[str]:
        """Last words of wordings that make a number rough."""
        return frozenset(wording[-1] for wording, op in self.before.items() if op is Op.APPROX)

    @cached_property
    def date_links(self) -> frozenset[str]:
        """Words that join the two ends of a time."""
        return self.ranges.union(self.ands, *self.history.until.values())

    @cached_property
    def comparing(self) -> tuple[Wordings[Op], ...]:
        """The tables of comparisons before a number, in the order they are tried."""
        return self.before_by_first, self.year_by_first, self.date_by_first, self.age_by_first

    @cached_property
    def first_words(self) -> frozenset[str]:
        """First words of everything that may precede a number and belong to its amount."""
        tables = (*self.comparing, self.walkable_by_first, self.travel_before_by_first, self.equal_or_by_first)
        return frozenset({*self.spacious, *self.between, *(word for table in tables for word in table)})

    @cached_property
    def links(self) -> frozenset[str]:
        """Words that join two numbers."""
        return self.ors | self.ands | self.ranges

    @cached_property
    def measured_closely(self) -> frozenset[str]:
        """Labels that a few metres may follow as well."""
        return self.measured - self.measured_far

    @cached_property
    def lengths_or_prices(self) -> frozenset[str]:
        """Labels that say that a number is not an area."""
        return self.length_labels | self.priced

    @cached_property
    def numberless(self) -> frozenset[str]:
        """Words that an amount may consist of without a digit, except articles: "two", "first",
        "January", "walking".
        """
        spoken = {*self.numbers.inside, *self.numbers.ordinals, *self.months, *self.parts_by_first}
        spoken |= {*self.coming_by_first, *self.walkable_by_first, *self.history.centuries_before}
        return frozenset(spoken - set(self.numbers.articles))

    @cached_property
    def quantity_words(self) -> frozenset[str]:
        """Words that a quantity may begin with, besides digits and currencies."""
        return frozenset(
            {
                *self.numbers.starters,
                *self.numbers.ordinals,
                *self.parts_by_first,
                *self.coming_by_first,
                *self.shares_by_first,
                *self.history.centuries_before,
                *self.history.eras,
                *self.seating,
                *self.floors,
                *self.months,
            }
        )

    @cached_property
    def spoken(self) -> frozenset[str]:
        """Words of numbers and comparisons, for correcting typing errors."""
        compared = (word for table in (self.before, self.after) for wording in table for word in wording)
        return (self.numbers.inside - self.numbers.quarters) | {word for word in compared if word.isalpha()}

    @cached_property
    def starters(self) -> frozenset[str]:
        """Words that an amount may begin with, besides digits and currencies: all others are
        skipped.
        """
        return self.quantity_words | self.first_words


def blend(first: _Data, second: _Data) -> _Data:
    """Returns both languages blended; where they conflict the first wins."""
    return type(first)(
        **{field.name: _both(getattr(first, field.name), getattr(second, field.name)) for field in fields(first)}
    )


def with_labels(words: AmountWords, added: LabelWords) -> AmountWords:
    """The words of a language with those of a field added."""
    if added == LabelWords():
        return words
    sets = {name: getattr(words, name) | more for name, more in asdict(added).items() if name != "homonyms"}
    homonyms = dict(words.homonyms)
    for unit, context in added.homonyms:
        homonyms[unit] = homonyms.get(unit, frozenset()) | context
    return replace(words, homonyms=homonyms, **sets)


def without_seats(words: AmountWords) -> AmountWords:
    """The words of a language without those that take room for people as an area."""
    names = ("seats", "chairs", "seating", "seating_for", "seating_alone")
    return replace(words, **dict.fromkeys(names, frozenset()))  # type: ignore[arg-type]


def _both(first: Any, second: Any) -> Any:
    if isinstance(first, NumberWords | HistoryWords):
        return blend(first, second)
    if isinstance(first, Mapping):
        return {**second, **first}
    return first | second if isinstance(first, frozenset) else first
