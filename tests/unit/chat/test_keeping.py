"""What a message keeps alone, and what goes for it."""

from __future__ import annotations

import pytest
from tests.unit.chat.spoken import after, labels, meant

from claimtree.chat.moves import Move

HOME = "rumah dijual di Medan Johor di bawah 2 M, ada carport dan taman"
FLAT = "two-bedroom in Brooklyn under $4,000 with a dishwasher and a gym"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("hapus semua kecuali harga", "< Rp2 miliar"),
        ("buang semuanya selain lokasi", "Medan Johor"),
        ("hapus semua kecuali harga dan lokasi", "Medan Johor · < Rp2 miliar"),
        ("cuma lokasi yang dipakai", "Medan Johor"),
        ("harga aja yg dipake, sisanya hapus", "< Rp2 miliar"),
        # A must among features leaves kind, place and price alone.
        ("taman aja yang wajib", "rumah · dijual · Medan Johor · < Rp2 miliar · taman"),
        ("garasi doang yang wajib", "rumah · dijual · Medan Johor · < Rp2 miliar · garasi"),
        ("lokasi saja yang penting, lainnya bebas", "rumah · dijual · Medan Johor"),
    ],
)
def test_what_is_kept_alone_stays(message: str, expected: str) -> None:
    found = meant(message, after("property", HOME), "property")
    assert found.move in (Move.DROP, Move.MODIFY)
    assert labels(found, "property") == expected
    assert found.dropped


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("drop everything but the price", "under $4,000"),
        ("keep only the dishwasher", "dishwasher"),
        ("only the gym matters", "2 bedrooms · Brooklyn · under $4,000 · gym"),
        ("forget the rest, only the location matters", "Brooklyn"),
    ],
)
def test_what_is_kept_alone_stays_in_english(message: str, expected: str) -> None:
    assert labels(meant(message, after("rentals", FLAT), "rentals"), "rentals") == expected


@pytest.mark.parametrize("message", ["hapus semua", "lupakan semuanya", "hapus semua filter"])
def test_everything_goes_where_nothing_is_kept(message: str) -> None:
    assert meant(message, after("property", HOME), "property").move is Move.RESET


@pytest.mark.parametrize("message", ["carport wajib", "selain di Helvetia", "yang lain?", "taman penting ga?"])
def test_a_must_alone_keeps_nothing_alone(message: str) -> None:
    found = meant(message, after("property", HOME), "property")
    assert {claim.concept for claim in found.criteria} >= {"carport", "complex park"}
