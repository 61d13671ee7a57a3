"""What holds for amounts of every text: they stand in order, comparisons keep their number, ranges both their ends."""

from __future__ import annotations

import math
from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from claimtree.languages.en.amounts import AMOUNTS as ENGLISH
from claimtree.languages.id.amounts import AMOUNTS as INDONESIAN
from claimtree.languages.normalise import tokenize
from claimtree.model.amounts import AmountKind, Op, describe
from claimtree.model.pack import UnitSpec
from claimtree.text.amounts import AboutScale, AmountWords, blend, find_amounts, reread

USD = UnitSpec(kind=AmountKind.MONEY, unit="USD")
UNITS = {
    "$": USD,
    "usd": USD,
    "dollar": USD,
    "block": UnitSpec(kind=AmountKind.DISTANCE, unit="m", factor=80),
}
PIECES = (
    "between and from to or - over under at least most max min about a an the half one two hundred thousand 3rd third "
    "floor 1925 1920 s $ usd 4 4k 3,500 12 m² sqft m min walk per month / + x for chairs people enough blocks 24 7 1/2 "
    "½ . , ' ( ) 555 0199 Main St NY 11211 0 within walking distance before pre % 99999999999999 １２ ² ٣ ① "
    "dua setengah belas puluh ratus sejuta koma juta M an jt rp lt lb luas kamar lantai ke umur tahun antara sampai "
    "minimal maksimal di bawah mulai jalan kaki menit Jl No january may mid next 2nd 2027 old can stretch equal"
)
SAYINGS = st.sampled_from(PIECES.split())
ANY_TEXT = st.one_of(
    st.text(max_size=60),
    st.lists(SAYINGS, max_size=14).map(" ".join),
    st.lists(SAYINGS, max_size=14).map("".join),
)


@settings(max_examples=4 * settings().max_examples)
@given(
    ANY_TEXT,
    st.booleans(),
    st.sampled_from([ENGLISH, INDONESIAN, blend(INDONESIAN, ENGLISH)]),
    st.sampled_from([None, date(2026, 11, 15), date.min, date.max, date(2024, 2, 29)]),
    st.sampled_from(AboutScale),
)
def test_any_text_gives_amounts_in_order_with_ordered_bounds(
    text: str, query: bool, words: AmountWords, today: date | None, about_scale: AboutScale
) -> None:
    tokens = tokenize(text)
    mentions = find_amounts(
        tokens,
        units=UNITS,
        query=query,
        words=words,
        decimal_comma=range(0, len(tokens), 2),
        today=today,
        about_scale=about_scale,
    )
    end = 0
    for mention in mentions:
        assert end <= mention.start_token < mention.end_token <= len(tokens)
        end = mention.end_token
        assert mention.amount.low <= mention.amount.high
        assert math.isfinite(mention.amount.low) or math.isfinite(mention.amount.high)
        assert all(0 <= index < len(tokens) for index in mention.apart)
        assert mention.label is None or 0 <= mention.label < mention.start_token
        assert describe(mention.amount)
        assert describe(mention.amount, "id")
        reread(mention, USD, query=query)


WORDINGS = [
    (words, wording, op)
    for words in (ENGLISH, INDONESIAN)
    for wording, op in words.before.items()
    if wording[0] not in words.money_only and op is not Op.APPROX
]


@given(st.sampled_from(WORDINGS), st.integers(3, 900))
def test_a_comparison_keeps_the_number_and_sets_the_right_end(
    compared: tuple[AmountWords, tuple[str, ...], Op], number: int
) -> None:
    words, wording, op = compared
    (found,) = find_amounts(tokenize(f"{' '.join(wording)} {number} m2"), units=UNITS, query=True, words=words)
    amount = found.amount
    low = number if op in (Op.GT, Op.GTE, Op.EQUALS) else -math.inf
    high = number if op in (Op.LT, Op.LTE, Op.EQUALS) else math.inf
    assert (amount.op, amount.low, amount.high, amount.unit) == (op, low, high, "m2")
    assert (amount.low_open, amount.high_open) == (op is Op.GT, op is Op.LT)


@given(st.sampled_from([ENGLISH, INDONESIAN]), st.integers(1, 10**9), st.integers(1, 10**9), st.booleans())
def test_a_range_has_both_its_ends_in_order(words: AmountWords, first: int, second: int, opened: bool) -> None:
    low, high = sorted((first, second))
    if low == high:
        high += 1
    start, link = ("between ", "and") if words is ENGLISH else ("antara ", "dan")
    text = f"{start}{low:,} {link} {high:,} m2" if opened else f"{low:,} m2 - {high:,} m2"
    mentions = find_amounts(tokenize(text), units=UNITS, query=False, words=words)
    if opened or high <= 10 * low:
        (found,) = mentions
        assert (found.amount.low, found.amount.high, found.amount.op) == (low, high, Op.RANGE)
    else:
        assert [mention.amount.low for mention in mentions] == [low, high]
