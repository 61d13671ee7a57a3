"""Going back: one change at a time, to before something was asked for, and to the search that the user began with."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shared_packs import shared_pack
from tests.unit.chat.spoken import meant

from claimtree.chat import Move, SessionState
from claimtree.chat.criteria import choices
from claimtree.chat.going_back import MOST_FORMER, before_last_change, opening, remembered
from claimtree.chat.orders import Measure, Order
from claimtree.chat.state_json import decode_state, encode_state
from claimtree.chat.wording import label
from claimtree.model.claims import EntityId


def said(pack: str, *messages: str) -> SessionState:
    """The state after messages, each understood as the program does it."""
    state = SessionState(language=shared_pack(pack).languages[0])
    for message in messages:
        found = meant(message, state, pack)
        if found.move in (Move.UNDO, Move.OPENING):
            state = found.back or state
        else:
            after = replace(state, criteria=found.criteria, order=found.order or state.order)
            state = remembered(state, after, found.move)
        state = replace(state, shown=(EntityId("a"), EntityId("b")))
    return state


def labels(state: SessionState, pack: str) -> str:
    return " · ".join(label(one, shared_pack(pack), shared_pack(pack).languages[0]) for one in choices(state.criteria))


RUKO = "cari ruko disewakan di setia budi"
TWO_FLOORS = "ruko · disewakan · Setia Budi · 2 lantai"
LOFT = "2 bedrooms in Astoria, dishwasher"
ASKED = "2 bedrooms · Astoria · dishwasher"


@pytest.mark.parametrize(
    ("pack", "messages", "expected"),
    [
        (
            "property",
            (RUKO, "2 lantai", "yang ada parkir", "batalin yang barusan"),
            "ruko · disewakan · Setia Budi · 2 lantai",
        ),
        ("property", (RUKO, "2 lantai", "yang ada parkir", "undo", "undo lagi"), "ruko · disewakan · Setia Budi"),
        ("property", (RUKO, "2 lantai", "3 lantai", "balikin kayak tadi"), TWO_FLOORS),
        ("property", (RUKO, "2 lantai", "yang ada parkir", "balik ke pencarian awal"), "ruko · disewakan · Setia Budi"),
        ("property", (RUKO, "2 lantai", "balik ke pencarian awal", "undo"), TWO_FLOORS),
        ("property", (RUKO, "2 lantai", "hapus semua", "undo"), TWO_FLOORS),
        (
            "property",
            (RUKO, "yang ada parkir", "2 lantai", "balik ke yang tadi sebelum parkir"),
            "ruko · disewakan · Setia Budi",
        ),
        ("rentals", (LOFT, "under $3,000", "go back one step"), ASKED),
        ("rentals", (LOFT, "no dishwasher needed", "undo that"), ASKED),
        (
            "rentals",
            (LOFT, "with a gym", "under $3,000", "revert to my first search"),
            "2 bedrooms · Astoria · dishwasher",
        ),
    ],
)
def test_a_message_goes_back_to_an_earlier_search(pack: str, messages: tuple[str, ...], expected: str) -> None:
    assert labels(said(pack, *messages), pack) == expected


def test_without_an_earlier_search_there_is_nothing_to_go_back_to() -> None:
    for message in ("undo", "balik ke pencarian awal"):
        found = meant(message, replace(said("property", RUKO), former=()), "property")
        assert found.move in (Move.UNDO, Move.OPENING)
        assert found.back is None
        assert labels(replace(SessionState(), criteria=found.criteria), "property") == "ruko · disewakan · Setia Budi"


def test_former_searches_are_kept_with_their_order() -> None:
    state = said("property", RUKO, "2 lantai", "urutkan dari yang termurah", "yang ada parkir")
    assert decode_state(encode_state(state)).former == state.former
    assert [one.opens for one in state.former] == [True, False, False]
    assert state.former[-1].order == Order(by=Measure.PRICE)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=3 * MOST_FORMER), st.integers(1, MOST_FORMER - 1))
def test_as_many_steps_back_as_were_made_lead_to_where_they_began(prices: list[int], steps: int) -> None:
    """A search is its price here; a message that asks for the same changes nothing."""
    opened = said("rentals", LOFT)
    (price,) = meant("under $3,000", opened, "rentals").criteria[-1:]
    states = [opened]
    for number in prices:
        amount = replace(price.amounts[0], high=1000.0 + number)
        criteria = (*opened.criteria, replace(price, amounts=(amount,)))
        after = remembered(states[-1], replace(states[-1], criteria=criteria), Move.MODIFY)
        if criteria != states[-1].criteria:
            states.append(after)
    assert len(states[-1].former) <= MOST_FORMER
    first = opening(states[-1])
    assert first is None if len(states) == 1 else first is not None and first.criteria == opened.criteria
    back: SessionState | None = states[-1]
    for _ in range(min(steps, len(states) - 1)):
        assert back is not None
        back = before_last_change(back, ())
    assert back is not None
    assert back.criteria == states[-1 - min(steps, len(states) - 1)].criteria
