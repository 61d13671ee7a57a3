"""Areas and distances of which a message does not say what they are of."""

from __future__ import annotations

import pytest
from tests.unit.chat.spoken import after, labels, meant

from claimtree.chat.moves import Move


@pytest.mark.parametrize(
    ("before", "message", "expected"),
    [
        ("kos dekat USU", "radius 2km aja", "rumah kos · ≤ 2 km dari USU"),
        ("kos dekat USU", "paling jauh 500 meter", "rumah kos · ≤ 500 m dari USU"),
        ("rumah dekat mall", "jarak maks 4 km", "rumah · ≤ 4 km dari mall"),
        ("house near Sun Plaza", "within 3 km", "rumah · ≤ 3 km dari Sun Plaza"),
        ("house near Sun Plaza", "2 miles is fine", "rumah · ≤ 3,22 km dari Sun Plaza"),
        # Without a place that is near, metres are of land; a place of its own is that of the distance.
        ("tanah di Medan Marelan", "200m", "tanah · Medan Marelan · luas tanah sekitar 200 m²"),
        ("kos dekat USU", "2 km dari Sun Plaza", "rumah kos · ≤ 2 km dari Sun Plaza"),
        # Sizes.
        ("apartemen di Medan", "minimal 60 m2", "apartemen · Medan · luas bangunan minimal 60 m²"),
        ("rumah di Medan", "minimal 60 m2", "rumah · Medan · luas tanah minimal 60 m²"),
        ("gudang luas bangunan minimal 1000 m2", "kalau 800 ke atas", "gudang · luas bangunan minimal 800 m²"),
        ("kantor di Medan", "luas tanah minimal 300 m2", "kantor · Medan · luas tanah minimal 300 m²"),
        ("house in Medan", "land of 150 sqm or more", "rumah · Medan · luas tanah minimal 150 m²"),
    ],
)
def test_an_amount_is_of_what_was_asked_before(before: str, message: str, expected: str) -> None:
    assert labels(meant(message, after("property", before), "property"), "property") == expected


@pytest.mark.parametrize(
    ("home", "message", "expected"),
    [
        ("rumah dijual di Medan Johor", "lantai 2 minimal", "minimal 2 lantai"),
        ("rumah dijual di Medan Johor", "minimal lantai 2", "minimal 2 lantai"),
        ("ruko dijual di Medan Johor", "lantai 3 ada?", "3 lantai"),
        ("apartemen disewa di Medan", "lantai 2 ada?", "di lantai 2"),
        ("apartemen disewa di Medan", "minimal lantai 10", "di lantai minimal 10"),
        ("rumah dijual di Medan Johor", "yang di lantai 2", "di lantai 2"),
    ],
)
def test_a_floor_of_what_stands_on_the_ground_is_how_many_it_has(home: str, message: str, expected: str) -> None:
    found = meant(message, after("property", home), "property")
    assert (found.move, labels(found, "property").rpartition(" · ")[2]) == (Move.MODIFY, expected)


@pytest.mark.parametrize(
    ("kept", "message", "expected"),
    [
        ("2 lantai", "3 lantai boleh", "2–3 lantai"),
        ("2 lantai", "3 lantai bisa", "2–3 lantai"),
        ("3 kamar", "2 lantai boleh", "3 kamar tidur · 2 lantai"),
    ],
)
def test_another_number_that_may_be_is_an_alternative(kept: str, message: str, expected: str) -> None:
    found = meant(message, after("property", "rumah dijual di Medan Johor", kept), "property")
    assert labels(found, "property") == f"rumah · dijual · Medan Johor · {expected}"


@pytest.mark.parametrize(
    ("near", "message", "expected"),
    [
        ("gudang dekat Kawasan Industri Medan", "dalam 10 km", "≤ 10 km dari Kawasan Industri Medan"),
        ("warehouse near Kawasan Industri Medan", "within 10 km", "≤ 10 km dari Kawasan Industri Medan"),
        ("house near Istana Maimun", "within 4 km", "≤ 4 km dari Istana Maimun"),
    ],
)
def test_a_radius_alone_is_that_of_the_place_that_was_named(near: str, message: str, expected: str) -> None:
    found = meant(message, after("property", near), "property")
    assert labels(found, "property").endswith(expected)
