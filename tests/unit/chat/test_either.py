"""What would do in place of something, what may lack if something else is there, and what nobody asked for."""

from __future__ import annotations

import pytest
from tests.unit.chat.spoken import after, labels, meant

from claimtree.chat.moves import Move

LIFT = "2 bedroom in Astoria in an elevator building"


def said(pack: str, *messages: str) -> str:
    found = meant(messages[-1], after(pack, *messages[:-1]), pack)
    assert found.move is Move.MODIFY
    return labels(found, pack)


@pytest.mark.parametrize(
    ("message", "other"),
    [
        ("ground floor would also be ok instead of an elevator", "ground floor"),
        ("if there's no elevator, ground floor is fine", "ground floor"),
        ("without an elevator, ground floor would do too", "ground floor"),
        ("elevator or first floor only", "floor 1"),
        ("must have an elevator or be on the first floor", "floor 1"),
        ("either an elevator or a doorman is fine", "doorman"),
    ],
)
def test_what_would_do_in_place_of_a_wish_is_an_alternative_of_it(message: str, other: str) -> None:
    assert said("rentals", LIFT, message) == f"2 bedrooms · Astoria · elevator building or {other}"


@pytest.mark.parametrize(
    ("before", "message", "expected"),
    [
        ("rumah di Medan Johor ada lift", "kalau ga ada lift, satu lantai juga gpp", "lift atau 1 lantai"),
        ("rumah di Medan Johor ada garasi", "garasi atau carport aja cukup", "garasi atau carport"),
    ],
)
def test_the_same_in_indonesian(before: str, message: str, expected: str) -> None:
    assert said("property", before, message) == f"rumah · Medan Johor · {expected}"


def test_a_wish_that_stays_and_one_that_would_be_nice_are_two() -> None:
    assert " or " not in said("rentals", LIFT, "the elevator is a must, a gym is fine too")


@pytest.mark.parametrize(
    ("pack", "before", "message", "expected"),
    [
        (
            "property",
            "apartemen di Medan Johor furnished",
            "gapapa gak furnished yang penting ada kolam renang",
            "apartemen · Medan Johor · kolam renang",
        ),
        (
            "property",
            "apartemen di Medan Johor full furnish",
            "gausah furnish gpp asal ada ac",
            "apartemen · Medan Johor · AC",
        ),
        (
            "rentals",
            "2 bedroom in Astoria with a gym",
            "no gym is fine as long as there's a doorman",
            "2 bedrooms · Astoria · doorman",
        ),
        (
            "rentals",
            "2 bedroom in Astoria with laundry in the building",
            "a laundromat nearby is good enough, so skip the laundry",
            "2 bedrooms · Astoria · near laundromat",
        ),
        (
            "rentals",
            "loft in Dumbo under $5,000",
            "doesn't have to be a loft if it has high ceilings",
            "DUMBO · under $5,000 · high ceilings",
        ),
        (
            "property",
            "rumah di Medan Johor, taman dan kolam renang",
            "kolam renangnya dihilangkan, tamannya tetap",
            "rumah · Medan Johor · taman",
        ),
    ],
)
def test_one_thing_may_lack_if_another_is_there(pack: str, before: str, message: str, expected: str) -> None:
    assert said(pack, before, message) == expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("wifi gausah, kamar mandi dalam wajib", "kamar mandi dalam"),
        ("ac ga perlu, yang penting kamar mandi dalam", "kamar mandi dalam"),
    ],
)
def test_what_is_not_needed_and_was_never_asked_for_is_no_wish(message: str, expected: str) -> None:
    assert said("property", "kos dekat USU", message) == f"rumah kos · ≤ 1 km dari USU · {expected}"
