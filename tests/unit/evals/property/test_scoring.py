"""The scorer on worked examples: every number here was computed by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from tests.unit.evals.property.test_listing_facts import listing

from claimtree.geo import Point
from claimtree.model.hierarchy import Field
from evals.property.constraints import Result, Surroundings, check, fault, pass_ratio
from evals.property.gold import Asked
from evals.property.listing import Listing
from evals.property.scoring import Scored, by_category, figures

NOWHERE = Surroundings(kinds={})
PASS, FAIL, MISSING = Result.PASS, Result.FAIL, Result.MISSING


def test_the_worked_example_of_the_document() -> None:
    """A house in Cemara for 900 juta, 2 bedrooms, 2 floors; asked for 3 bedrooms: 5 of 6 pass."""
    home = listing(
        "Rumah", property_type="house", listing_type="sale", address="Cemara", price=900_000_000, bedrooms=2, floors=2
    )
    found = check(
        home,
        {
            "property_type": "house",
            "listing_type": "sale",
            "location": {"keywords": ["cemara"]},
            "price": {"min": 800_000_000, "max": 1_200_000_000},
            "bedrooms": {"min": 3},
            "floors": {"min": 2},
        },
        NOWHERE,
    )
    assert [name for name, result in found.items() if result is not PASS] == ["bedrooms"]
    assert pass_ratio(found) == pytest.approx(5 / 6)


def test_what_is_not_stated_fails_and_is_left_out_of_the_lenient_share() -> None:
    found = check(listing(property_type="house"), {"property_type": "house", "facing": "utara"}, NOWHERE)
    assert found == {"property_type": PASS, "facing": MISSING}
    assert (pass_ratio(found), pass_ratio(found, lenient=True)) == (0.5, 1.0)


@pytest.mark.parametrize(
    ("price", "tolerance", "result"),
    [(1_000_000_000, 0.0, PASS), (1_000_000_002, 0.0, FAIL), (1_100_000_000, 0.1, PASS), (1_110_000_000, 0.1, FAIL)],
)
def test_a_tolerance_widens_both_ends(price: int, tolerance: float, result: Result) -> None:
    around = Surroundings(kinds={}, price_tolerance=tolerance)
    wanted = {"price": {"min": 500_000_000, "max": 1_000_000_000}}
    assert check(listing(price=price, listing_type="sale"), wanted, around) == {"price": result}


@pytest.mark.parametrize(
    ("fields", "asked", "result"),
    [
        ({"rent": "50 juta per tahun"}, {"max": 50_000_000, "period": "year"}, PASS),
        ({"rent": "5 juta per bulan"}, {"max": 50_000_000, "period": "year"}, FAIL),  # 60 juta a year
        ({"rent": "4 juta per bulan"}, {"max": 50_000_000, "period": "year"}, PASS),  # 48 juta a year
        ({"rent": "60 juta per tahun"}, {"max": 5_000_000, "period": "month"}, PASS),
        ({"price": 60_000_000}, {"max": 50_000_000}, FAIL),
        ({"price": 45_000_000}, {"max": 50_000_000}, PASS),
        ({}, {"max": 50_000_000, "period": "year"}, MISSING),
    ],
)
def test_a_rent_is_compared_for_the_period_that_is_asked_for(
    fields: dict[str, Field], asked: dict[str, object], result: Result
) -> None:
    home = Listing(entity=replace(listing().entity, fields={"listing_type": "rent", **fields}))
    wanted = {"price": asked, "listing_type": "rent"}
    assert check(home, wanted, NOWHERE) == {"price": result, "listing_type": PASS}


def test_the_rent_of_a_year_is_no_price() -> None:
    home = listing(listing_type="rent", price=50_000_000)
    assert check(home, {"price": {"max": 60_000_000}}, NOWHERE) == {"price": MISSING}


def test_a_place_is_found_by_name_or_by_distance() -> None:
    home = listing("Rumah Cemara Asri")
    assert check(home, {"location": {"keywords": ["cemara asri"]}}, NOWHERE) == {"location": PASS}
    assert check(home, {"location": {"keywords": ["asri jaya"]}}, NOWHERE) == {"location": FAIL}
    # 0.009° of latitude are 995 m here.
    around = Surroundings(kinds={"mall": [Point(3.5830, 98.6713)]})
    near, far = ({"kind": "mall", "radius_km": radius} for radius in (1.0, 0.9))
    placed = listing("Apartemen")
    at = Listing(entity=replace(placed.entity, point=Point(3.5920, 98.6713)))
    assert check(at, {"location": near}, around) == {"location": PASS}
    assert check(at, {"location": far}, around) == {"location": FAIL}
    assert check(placed, {"location": near}, around) == {"location": MISSING}


def test_denials_fail_what_is_stated_and_pass_silence() -> None:
    denied = {"not": {"facing": ["barat", "utara"], "amenities": ["furnished"]}}
    assert check(listing(facing="barat"), denied, NOWHERE) == {"not facing": FAIL, "not amenities": PASS}
    assert check(listing(text="full furnished"), denied, NOWHERE) == {"not facing": PASS, "not amenities": FAIL}


def scored(*hits: dict[str, Result], expects: bool = True, category: str = "x") -> Scored:
    return Scored(asked=Asked(id="q", question="?", category=category), expects=expects, hits=hits)


def test_the_confusion_matrix() -> None:
    good, bad = {"price": PASS, "floors": PASS}, {"price": PASS, "floors": FAIL}
    rows = [
        scored(good, good),  # TP
        scored(good, bad),  # FN: one home does not fit
        scored(),  # FN: none, where there is one
        scored(good, expects=False),  # FP: fits by chance or not, none was expected
        scored(expects=False),  # TN
        scored(expects=False),  # TN
    ]
    assert [row.outcome for row in rows] == ["TP", "FN", "FN", "FP", "TN", "TN"]
    found = figures(rows)
    assert found.outcomes == {"TP": 1, "FN": 2, "FP": 1, "TN": 2}
    assert (found.precision, found.recall) == (1 / 2, 1 / 3)
    assert found.f1 == pytest.approx(2 / 5)  # 2 · 1 / (2 · 1 + 1 + 2)
    assert found.specificity == pytest.approx(2 / 3)
    assert found.accuracy == pytest.approx(3 / 6)
    # Five homes: four pass both constraints, one passes one of two.
    assert (found.returned, found.strict) == (5, 4 / 5)
    assert found.pass_ratio == pytest.approx((4 + 0.5) / 5)
    assert found.constraints == {"floors": (4, 5), "price": (5, 5)}


def test_figures_of_nothing_are_no_numbers() -> None:
    found = figures([scored()])
    assert math.isnan(found.pass_ratio)
    assert math.isnan(found.precision)
    assert found.recall == 0.0


def test_categories_are_counted_apart() -> None:
    good = {"price": PASS}
    found = by_category([scored(good, category="a"), scored(category="b"), scored(good, category="a")])
    assert {name: one.outcomes["TP"] for name, one in found.items()} == {"a": 2, "b": 0}


@pytest.mark.parametrize(
    ("constraints", "wrong"),
    [
        ({"colour": "red"}, "no constraint 'colour'"),
        ({"property_type": "castle"}, "property_type has no value 'castle'"),
        ({"bedrooms": "many"}, "bedrooms is 'many'"),
        ({"location": "Medan"}, "location is 'Medan'"),
        ({"not": {"facing": "up"}}, "facing has no value 'up'"),
        ({"certificate": "gold"}, "certificate has no value"),
    ],
)
def test_constraints_that_cannot_be_checked_are_named(constraints: dict[str, object], wrong: str) -> None:
    assert wrong in (fault(constraints) or "")
