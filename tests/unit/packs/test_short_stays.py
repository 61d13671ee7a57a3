"""How people ask for stays of nights and weeks, and what columns of such listings answer."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.shared_packs import shared_reader

import claimtree
from claimtree.client import Claimtree
from claimtree.model.answers import Found, Verdict


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("furnished, for 3 weeks", ["furnished", "minimum lease at most 3 weeks"]),
        ("2br for ten days", ["2 bedrooms", "minimum lease at most 10 days"]),
        ("a 6 month lease", ["minimum lease at most 6 months"]),
        ("no 12 month lease", ["no minimum lease 12 months"]),
        ("studio under $150 a night", ["studio", "nightly rate under $150/day"]),
        ("studio, below $90", ["studio", "nightly rate under $90/day"]),
        ("studio under $2,400", ["studio", "monthly rent under $2,400/month"]),
        ("a house for 8 people", ["private house", "sleeps at least 8"]),
        ("looking for a place for 4", ["sleeps at least 4"]),
        ("studio, stays over a month", ["studio", "long-term lease"]),
        ("studio, ok with stays of 2+ months", ["studio", "long-term lease"]),
        ("stay for at least 6 weeks", ["long-term lease"]),
        ("2br, 3 beds", ["2 bedrooms", "3 bedrooms", "at least 3 beds"]),
        ("2 bed 1 bath apartment", ["2 bedrooms", "1 bathroom"]),
        ("room for 2 bikes", ["room for 2 bikes"]),
    ],
)
def test_a_stay_its_price_and_its_guests_are_read(query: str, expected: list[str]) -> None:
    assert [claim.text for claim in shared_reader("rentals").read_query(query).claims] == expected


@pytest.fixture(scope="module")
def stays(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Claimtree]:
    folder = tmp_path_factory.mktemp("stays")
    file = folder / "listings.csv"
    rows = [
        {"id": f"{nights}-{price}", "name": "Flat", "room_type": "Entire home", "accommodates": "4"}
        | {"minimum_nights": str(nights), "price": f"${price}.00", "description": text}
        for nights, price, text in (
            (2, 80, "Quiet."),
            (30, 120, "No bookings for less than 30 nights."),
            (365, 60, "Rates for stays under 12 months differ."),
        )
    ]
    with file.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLAIMTREE_HOME", str(folder))
        with claimtree.open(pack="rentals", embedder="hashed-256") as opened:
            opened.index(file)
            yield opened


@pytest.mark.parametrize(
    ("wish", "met", "refuted"),
    [
        ("for 3 weeks", {"2-80"}, {"30-120", "365-60"}),
        ("for 2 months", {"2-80", "30-120"}, {"365-60"}),
        ("under $100 a night", {"2-80", "365-60"}, {"30-120"}),
        ("below $70", {"365-60"}, {"2-80", "30-120"}),
    ],
)
def test_columns_of_short_stays_answer(stays: Claimtree, wish: str, met: set[str], refuted: set[str]) -> None:
    for verdict, expected in ((Verdict.MET, met), (Verdict.REFUTED, refuted)):
        found = {id for id in ("2-80", "30-120", "365-60") if _verdict(stays, id, wish) is verdict}
        assert found == expected


def _verdict(stays: Claimtree, id: str, wish: str) -> Verdict:
    (verdict,) = stays.explain(id, wish).judgement.unit_verdicts
    return verdict


def test_the_cheapest_of_what_fits_is_found(stays: Claimtree) -> None:
    answer = stays.search("for 3 weeks, under $100 a night")
    assert isinstance(answer, Found)
    assert [hit.id for hit in answer.hits if hit.standing.met == len(answer.claims)] == ["2-80"]


def test_beds_and_bedrooms_are_alternatives() -> None:
    """A home of two bedrooms with three beds is no miss of "3 beds", nor one of three bedrooms whose beds nobody
    counted."""
    bedrooms, beds = shared_reader("rentals").read_query("a place with 3 beds").claims
    assert (bedrooms.concept, beds.concept) == ("bedrooms", "beds")
    assert bedrooms.or_group == beds.or_group is not None


@pytest.mark.parametrize(
    ("wish", "verdicts"),
    [
        ("3 beds", {"beds": Verdict.MET, "rooms": Verdict.MET, "neither": Verdict.REFUTED}),
        ("3 bedrooms", {"beds": Verdict.REFUTED, "rooms": Verdict.MET, "neither": Verdict.REFUTED}),
    ],
)
def test_a_number_of_beds_is_met_by_the_beds_or_by_the_bedrooms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wish: str, verdicts: dict[str, Verdict]
) -> None:
    rows = [
        {"id": "beds", "bedrooms": "2", "beds": "3"},
        {"id": "rooms", "bedrooms": "3", "beds": "2"},
        {"id": "neither", "bedrooms": "1", "beds": "1"},
    ]
    file = tmp_path / "listings.csv"
    with file.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, ["id", "name", "room_type", "accommodates", "bedrooms", "beds"])
        writer.writeheader()
        writer.writerows({"name": "Flat", "room_type": "Entire home", "accommodates": "4"} | row for row in rows)
    monkeypatch.setenv("CLAIMTREE_HOME", str(tmp_path))
    with claimtree.open(pack="rentals", embedder="hashed-256") as opened:
        opened.index(file)
        told = {id: _verdict(opened, id, wish) for id in verdicts}
    assert told == verdicts
