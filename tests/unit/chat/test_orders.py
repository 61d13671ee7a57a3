"""Keys and directions of orders: what is named beside a direction, else the order so far, else the price."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.chat.spoken import after, meant

from claimtree.chat.moves import Move
from claimtree.chat.orders import SUPERLATIVES, Measure, Order, order_said
from claimtree.languages.conversation_words import Cue

ORDERS = st.builds(Order, by=st.sampled_from(Measure), descending=st.booleans())


def told(order: Order | None) -> str:
    return "" if order is None else f"{order.by.value} {'desc' if order.descending else 'asc'}"


@pytest.mark.parametrize(
    ("pack", "message", "expected"),
    [
        ("property", "harga tertinggi dulu", "price desc"),
        ("property", "yg terendah dulu ya", "price asc"),
        ("property", "urutkan dari yang tertinggi", "price desc"),
        ("property", "urut harga menurun", "price desc"),
        ("property", "tanah terbesar dulu", "size desc"),
        ("property", "harga terbesar dulu", "price desc"),
        ("property", "lowest at the top", "price asc"),
        ("property", "urutkan dari yg trmahal", "price desc"),
        ("rentals", "highest first", "price desc"),
        ("rentals", "sort them high to low", "price desc"),
        ("rentals", "lowest rent first please", "price asc"),
        ("rentals", "roomiest first", "size desc"),
    ],
)
def test_a_direction_has_its_key(pack: str, message: str, expected: str) -> None:
    home = "rumah dijual di Medan Johor" if pack == "property" else "two-bedroom in Brooklyn"
    found = meant(message, after(pack, home), pack)
    assert (found.move, told(found.order)) == (Move.SORT, expected)


@pytest.mark.parametrize("message", ["sebaliknya", "dibalik urutannya", "the other way round", "reverse the order"])
def test_the_order_so_far_is_turned_round(message: str) -> None:
    state = after("property", "rumah dijual di Medan Johor", order=Order(by=Measure.SIZE, descending=True))
    found = meant(message, state, "property")
    assert (found.move, told(found.order)) == (Move.SORT, "size asc")


def test_a_direction_goes_on_from_the_key_so_far() -> None:
    state = after("property", "rumah dijual di Medan Johor", order=Order(by=Measure.SIZE))
    assert told(meant("tertinggi dulu", state, "property").order) == "size desc"


def test_the_highest_floor_is_no_order() -> None:
    found = meant("lantai tertinggi", after("property", "apartemen di Medan"), "property")
    assert found.order is None


@given(ORDERS)
def test_an_order_turned_round_twice_is_the_same(order: Order) -> None:
    assert order.reversed.reversed == order
    assert order_said({Cue.REVERSED}, None, None, order) == order.reversed


@given(st.sampled_from(sorted(SUPERLATIVES)), st.none() | ORDERS)
def test_a_wording_that_names_both_does_not_look_at_the_order_so_far(cue: Cue, before: Order | None) -> None:
    assert order_said({cue, Cue.FIRST}, None, None, before) == SUPERLATIVES[cue]


def key(order: Order | None) -> str:
    return "" if order is None else f"{order.of or order.by.value} {'desc' if order.descending else 'asc'}"


@pytest.mark.parametrize(
    ("pack", "message", "expected"),
    [
        ("property", "urutkan dari kamar terbanyak", "bedrooms desc"),
        ("property", "kamar paling banyak dulu", "bedrooms desc"),
        ("property", "urutkan dari yang paling banyak kamarnya", "bedrooms desc"),
        ("property", "urutkan kamar mandi dari sedikit ke banyak", "bathrooms asc"),
        ("property", "lantai paling sedikit dulu", "floors asc"),
        ("property", "lantai tertinggi dulu", "floors desc"),
        ("property", "sort by building area, smallest first", "building area asc"),
        ("property", "paling luas dulu", "size desc"),
        ("rentals", "most bedrooms first", "bedrooms desc"),
        ("rentals", "fewest bathrooms first", "bathrooms asc"),
        ("rentals", "sort by bathrooms ascending", "bathrooms asc"),
    ],
)
def test_hits_are_sorted_by_an_amount_in_the_direction_that_is_said(pack: str, message: str, expected: str) -> None:
    home = "rumah dijual di Medan Johor" if pack == "property" else "two-bedroom in Brooklyn"
    found = meant(message, after(pack, home), pack)
    assert (found.move, key(found.order)) == (Move.SORT, expected)


@pytest.mark.parametrize(
    ("pack", "message"),
    [("property", "paling banyak 3 kamar"), ("rentals", "at most 2 bathrooms"), ("rentals", "at least 3 bedrooms")],
)
def test_a_limit_of_a_number_is_no_order(pack: str, message: str) -> None:
    home = "rumah dijual di Medan Johor" if pack == "property" else "apartment in Brooklyn"
    found = meant(message, after(pack, home), pack)
    assert (found.move, found.order) == (Move.MODIFY, None)


def test_the_largest_with_a_number_of_rooms_is_the_largest_home() -> None:
    found = meant("urutkan dari yang terluas yang 3 kamar", after("property", "rumah di Medan Johor"), "property")
    assert key(found.order) == "size desc"
