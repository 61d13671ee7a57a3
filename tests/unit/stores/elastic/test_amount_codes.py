"""Amounts as ranges of addresses: they share one exactly when the amounts agree."""

import itertools
import math
from ipaddress import IPv6Address

from hypothesis import given
from hypothesis import strategies as st

from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.phrases import PhraseId
from claimtree.stores.elastic import amount_codes

NUMBERS = st.one_of(
    st.sampled_from([0.0, -0.0, 1.0, math.nextafter(1.0, 2), math.nextafter(1.0, 0), 2.0, -1.0, 5e-324, 1e308]),
    st.floats(allow_nan=False, allow_infinity=False),
)


@st.composite
def amounts(draw: st.DrawFn) -> Amount:
    low, high = sorted([draw(NUMBERS), draw(NUMBERS)])
    low = draw(st.sampled_from([low, low, -math.inf]))
    high = draw(st.sampled_from([high, high, math.inf]))
    wide = low < high
    return Amount(
        kind=AmountKind.AREA,
        low=low,
        high=high,
        low_open=wide and draw(st.booleans()),
        high_open=wide and draw(st.booleans()),
    )


def as_numbers(ends: tuple[str, str]) -> tuple[int, int]:
    return int(IPv6Address(ends[0])), int(IPv6Address(ends[1]))


def stored_numbers(phrase: PhraseId, slot: int, amount: Amount) -> tuple[int, int]:
    said = amount_codes.stored_range(phrase, slot, amount.low, amount.high, amount.low_open, amount.high_open)
    return as_numbers(said)


def asked_numbers(query: dict[str, object]) -> tuple[int, int]:
    ((_, body),) = query["range"].items()  # type: ignore[attr-defined]  # a range query
    return as_numbers((body["gte"], body["lte"]))


@given(stored=amounts(), asked=amounts())
def test_two_ranges_share_an_address_exactly_when_the_amounts_agree(stored: Amount, asked: Amount) -> None:
    low, high = stored_numbers(PhraseId(7), 0, stored)
    first, last = asked_numbers(amount_codes.overlapping("amounts", PhraseId(7), 0, asked))
    assert low <= high
    assert (low <= last and first <= high) == stored.overlaps(asked)


@given(stored=amounts(), asked=amounts())
def test_what_does_not_agree_lies_wholly_on_one_side(stored: Amount, asked: Amount) -> None:
    low, high = stored_numbers(PhraseId(7), 0, stored)
    sides = [asked_numbers(query) for query in amount_codes.missing("amounts", PhraseId(7), 0, asked)]
    assert any(first <= low and high <= last for first, last in sides) == (not stored.overlaps(asked))


@given(amount=amounts(), others=st.lists(st.tuples(st.integers(0, 2**63 - 1), st.integers(0, 3)), unique=True))
def test_slots_never_touch_each_other(amount: Amount, others: list[tuple[int, int]]) -> None:
    everything = Amount(kind=AmountKind.AREA)
    spans = sorted(
        asked_numbers(amount_codes.overlapping("amounts", PhraseId(phrase), slot, everything))
        for phrase, slot in others
    )
    assert all(before[1] < after[0] for before, after in itertools.pairwise(spans))
    for phrase, slot in others:
        low, high = stored_numbers(PhraseId(phrase), slot, amount)
        assert [first <= low and high <= last for first, last in spans].count(True) == 1


@given(one=NUMBERS, other=NUMBERS)
def test_single_numbers_sort_as_they_should(one: float, other: float) -> None:
    assert (amount_codes.spot(one) < amount_codes.spot(other)) == (one < other)
    assert (amount_codes.spot(one) == amount_codes.spot(other)) == (one == other)


@given(phrase=st.integers(0, 2**63 - 1))
def test_a_phrase_comes_back_from_its_keyword(phrase: int) -> None:
    assert amount_codes.phrase_of_term(amount_codes.term(PhraseId(phrase))) == phrase
