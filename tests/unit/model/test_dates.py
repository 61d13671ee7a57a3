"""Dates as intervals of days: their algebra, how they are said, and years beside them."""

from __future__ import annotations

import itertools
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.errors import BadAmount
from claimtree.languages import language
from claimtree.languages.normalise import tokenize
from claimtree.model.amounts import Amount, AmountKind, Op, describe
from claimtree.model.calendars import FIRST_DAY, LAST_DAY
from claimtree.model.closeness import miss
from claimtree.model.dates import (
    DateRules,
    Precision,
    Share,
    Span,
    Tolerance,
    century_span,
    dated,
    dated_between,
    day_span,
    decade_span,
    hundreds_span,
    in_whole_years,
    month_span,
    widened,
    year_span,
    years_span,
)
from claimtree.text.amounts import find_amounts

YEARS = st.integers(1, 9999)
DAYS = st.dates()


@st.composite
def spans(draw: st.DrawFn) -> Span:
    day = draw(DAYS)
    made = (day_span(day.year, day.month, day.day), month_span(day.year, day.month), year_span(day.year))
    return draw(st.sampled_from(made))


def year_amount(year: int, op: Op = Op.EQUALS) -> Amount:
    match op:
        case Op.LT:
            return Amount(kind=AmountKind.YEAR, high=year, high_open=True, op=op)
        case Op.LTE:
            return Amount(kind=AmountKind.YEAR, high=year, op=op)
        case Op.GT:
            return Amount(kind=AmountKind.YEAR, low=year, low_open=True, op=op)
        case Op.GTE:
            return Amount(kind=AmountKind.YEAR, low=year, op=op)
        case _:
            return Amount(kind=AmountKind.YEAR, low=year, high=year, op=op)


@given(spans(), DAYS)
def test_before_and_from_on_are_complements(span: Span, day: date) -> None:
    if span.first > FIRST_DAY and span.last < LAST_DAY:
        here = day.toordinal()
        assert dated(span, Op.LT).includes(here) != dated(span, Op.GTE).includes(here)
        assert dated(span, Op.GT).includes(here) != dated(span, Op.LTE).includes(here)


@given(spans(), DAYS)
def test_a_day_is_before_in_or_after_a_date_and_only_one_of_these(span: Span, day: date) -> None:
    if span.first > FIRST_DAY and span.last < LAST_DAY:
        stated = dated(day_span(day.year, day.month, day.day))
        assert [dated(span, op).overlaps(stated) for op in (Op.LT, Op.EQUALS, Op.GT)].count(True) == 1


@given(DAYS)
def test_a_day_lies_in_its_month_year_decade_and_century(day: date) -> None:
    inner = day_span(day.year, day.month, day.day)
    decade = day.year - day.year % 10
    outer = [month_span(day.year, day.month), year_span(day.year), century_span((day.year + 99) // 100)]
    outer += [decade_span(decade), hundreds_span(day.year - day.year % 100)]
    for span in outer:
        assert span.first <= inner.first <= inner.last <= span.last
    assert dated(outer[0]).overlaps(dated(inner))


@given(st.integers(1, 99), st.sampled_from(list(Share)))
def test_shares_of_a_century_lie_in_it(number: int, share: Share) -> None:
    whole, part = century_span(number), century_span(number, share)
    assert whole.first <= part.first <= part.last <= whole.last


def test_thirds_halves_and_quarters_make_up_a_century() -> None:
    for parts in ([Share.EARLY, Share.MIDDLE, Share.LATE], [Share.FIRST_HALF, Share.SECOND_HALF]):
        found = [century_span(18, part) for part in parts]
        assert all(one.last + 1 == other.first for one, other in itertools.pairwise(found))
        assert (found[0].first, found[-1].last) == (century_span(18).first, century_span(18).last)


@given(DAYS, DAYS)
def test_days_are_ordered_as_dates_are(one: date, other: date) -> None:
    first, second = (day_span(day.year, day.month, day.day) for day in (one, other))
    assert (first.first < second.first) == (one < other)


@given(YEARS, st.sampled_from([Op.LT, Op.LTE, Op.EQUALS, Op.GT, Op.GTE]), spans(), st.sampled_from(list(Op)))
def test_a_year_and_a_date_agree_as_their_days_do(year: int, op: Op, span: Span, other: Op) -> None:
    try:
        years, days = dated(year_span(year), op), dated(span, other)
        asked = year_amount(year, op)
        counted = days.counted_as(AmountKind.YEAR)
        if counted is None or asked.counted_as(AmountKind.DATE) is None:
            return
    except BadAmount:
        return
    assert asked.comparable(days)
    assert asked.overlaps(days) == days.overlaps(asked) == years.overlaps(days)


@pytest.mark.parametrize(
    ("stated", "met"),
    [
        (dated(day_span(1987, 3, 1)), True),
        (dated(year_span(1987)), True),
        (dated(year_span(1990)), False),
        (dated(day_span(1990, 1, 1)), False),
        (dated(decade_span(1980)), True),
        (dated(years_span(1985, 1995)), True),
        (dated(decade_span(1990)), False),
        (year_amount(1989), True),
        (year_amount(1990), False),
    ],
)
def test_built_before_1990(stated: Amount, met: bool) -> None:
    assert year_amount(1990, Op.LT).overlaps(stated) is met
    assert dated(year_span(1990), Op.LT).overlaps(stated) is met


def test_nothing_lies_after_one_year_and_before_the_next() -> None:
    assert not dated(year_span(1990), Op.GT).overlaps(dated(year_span(1991), Op.LT))


def test_about_overlaps_by_the_tolerance() -> None:
    stated = dated(year_span(1883))
    assert dated(year_span(1878), Op.APPROX).overlaps(stated)
    assert not dated(year_span(1878), Op.APPROX, Tolerance(years=4)).overlaps(stated)
    assert not dated(day_span(1878, 3, 3), Op.APPROX).overlaps(dated(day_span(1878, 3, 11)))


@given(spans(), st.integers(0, 50), st.integers(0, 50))
def test_a_wider_tolerance_never_reaches_less(span: Span, few: int, more: int) -> None:
    near, far = (widened(span, Tolerance(years=n, months=n, days=n)) for n in sorted((few, more)))
    assert far.first <= near.first <= span.first <= span.last <= near.last <= far.last


@pytest.mark.parametrize("op", [Op.LT, Op.GT, Op.LTE, Op.GTE, Op.EQUALS, Op.APPROX])
@pytest.mark.parametrize("code", ["en", "id"])
@given(span=spans())
def test_what_is_said_back_is_read_as_the_same_days(op: Op, code: str, span: Span) -> None:
    tolerance = Tolerance(years=5, months=1, days=7)
    inside = date(1000, 1, 1).toordinal() <= span.first and span.last < date(2199, 12, 31).toordinal()
    if not inside:
        return
    asked = dated(span, op, tolerance)
    said = find_amounts(
        tokenize(f"{'born' if code == 'en' else 'lahir'} {describe(asked, code)}"),
        units={},
        query=True,
        words=language(code).amounts,
        today=date(2026, 11, 18),
        dates=DateRules(historical=True, about=tolerance),
    )
    assert [(one.amount.low, one.amount.high) for one in said] == [(asked.low, asked.high)], describe(asked, code)


@pytest.mark.parametrize(
    ("amount", "english", "indonesian"),
    [
        (dated(year_span(1990), Op.LT), "before 1990", "sebelum 1990"),
        (dated(year_span(1945), Op.GT), "after 1945", "setelah 1945"),
        (dated(year_span(1878), Op.APPROX), "about 1878", "sekitar 1878"),
        (dated(month_span(1901, 3), Op.APPROX), "about Mar 1901", "sekitar Mar 1901"),
        (dated(year_span(1987)), "1987", "1987"),
        (dated(decade_span(1920)), "1920s", "1920-an"),
        (dated(hundreds_span(1800)), "1800s", "1800-an"),
        (dated(century_span(18)), "18th century", "abad ke-18"),
        (dated(century_span(21)), "21st century", "abad ke-21"),
        (dated(century_span(11)), "11th century", "abad ke-11"),
        (dated(day_span(1901, 3, 3)), "Mar 3, 1901", "3 Mar 1901"),
        (dated(month_span(1901, 5)), "May 1901", "Mei 1901"),
        (dated_between(year_span(1985), year_span(1995)), "1985–1995", "1985–1995"),
        (dated_between(month_span(1901, 5), month_span(1901, 8)), "May 1901–Aug 1901", "Mei 1901–Agu 1901"),
        (dated(day_span(1901, 3, 3), Op.LTE), "by Mar 3, 1901", "paling lambat 3 Mar 1901"),
    ],
)
def test_a_date_is_said_as_a_person_would(amount: Amount, english: str, indonesian: str) -> None:
    assert (describe(amount), describe(amount, "id")) == (english, indonesian)


@given(YEARS, st.sampled_from([Op.LT, Op.LTE, Op.EQUALS, Op.GT, Op.GTE]))
def test_whole_years_are_counted_in_years_without_loss(year: int, op: Op) -> None:
    if (op is Op.LT and year == 1) or (op is Op.GT and year == 9999):
        return
    years = in_whole_years(dated(year_span(year), op))
    expected = year_amount(year, op)
    assert years is not None
    assert (years.low, years.high, years.low_open, years.high_open) == (
        expected.low,
        expected.high,
        expected.low_open,
        expected.high_open,
    )


def test_a_day_is_no_whole_year() -> None:
    assert in_whole_years(dated(day_span(1987, 3, 1))) is None
    assert in_whole_years(dated(day_span(1987, 3, 1), Op.LT)) is None


def test_a_miss_between_a_year_and_a_day_is_told() -> None:
    missed = miss(year_amount(1990, Op.LT), dated(day_span(1993, 3, 1)))
    assert missed is not None
    assert (missed.gap, missed.over) == (3, True)


@pytest.mark.parametrize(
    "make",
    [
        lambda: day_span(2021, 2, 31),
        lambda: month_span(2021, 13),
        lambda: year_span(0),
        lambda: year_span(10_000),
        lambda: dated_between(year_span(1910), year_span(1900)),
        lambda: dated(year_span(1), Op.LT),
        lambda: dated(year_span(9999), Op.GT),
        lambda: Span(first=5, last=4, precision=Precision.DAY),
    ],
)
def test_what_no_day_can_be_is_refused(make: object) -> None:
    assert callable(make)
    with pytest.raises(BadAmount):
        make()


def test_a_number_of_thousands_of_digits_is_no_decade() -> None:
    text = f"the {'1' * 5_000}0s were long, and the {'1' * 5_000}0 AD"
    words = language("en").amounts
    assert (
        list(find_amounts(tokenize(text), units={}, query=False, words=words, dates=DateRules(historical=True))) == []
    )


def test_years_between_two_whole_ones_hold_no_day() -> None:
    assert Amount(kind=AmountKind.YEAR, low=1990.2, high=1990.8).counted_as(AmountKind.DATE) is None


def test_after_a_year_begins_with_the_next_one_and_from_a_year_on_with_it() -> None:
    made = dated(year_span(1921))
    assert not dated(year_span(1921), Op.GT).overlaps(made)
    assert dated(year_span(1921), Op.GTE).overlaps(made)
    assert dated(year_span(1921), Op.GT).overlaps(dated(year_span(1922)))


@pytest.mark.parametrize(
    ("first", "last", "years"),
    [
        (date(1931, 1, 1), date(1931, 12, 31), (1931, 1931)),
        (date(1931, 2, 3), date(1935, 6, 1), (1932, 1934)),
        (date(1931, 2, 3), date(1931, 2, 3), None),
        (date(1, 1, 1), date(9999, 12, 31), (1, 9999)),
    ],
)
def test_whole_years_of_some_days(first: date, last: date, years: tuple[int, int] | None) -> None:
    days = Amount(kind=AmountKind.DATE, unit="day", low=first.toordinal(), high=last.toordinal())
    whole = days.counted_as(AmountKind.YEAR, full_years=True)
    assert (whole and (whole.low, whole.high)) == years
