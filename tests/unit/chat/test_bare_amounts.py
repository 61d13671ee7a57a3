"""Areas and distances of which a message does not say what they are of."""

from __future__ import annotations

import pytest
from tests.unit.chat.spoken import after, labels, meant


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
