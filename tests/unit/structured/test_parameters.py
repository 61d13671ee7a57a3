"""Parameters that cannot be used are refused, with what can."""

from __future__ import annotations

import pytest
from tests.shared_packs import shared_pack

from claimtree.errors import BadInput
from claimtree.model.claims import ConceptId
from claimtree.model.source_query import SourceSpec
from claimtree.structured.parameters import parse

SPEC = shared_pack("property").api


@pytest.mark.parametrize(
    ("given", "what"),
    [
        ("bedroms_min=3", "no parameter 'bedroms_min'"),
        ("bedrooms_min=three", "not a number"),
        ("bedrooms_min=nan", "not a number"),
        ("price_max=1e999", "not a number"),
        ("bedrooms_min=4&bedrooms_max=3", "is lower"),
        ("property_type=castle", "have: house"),
        ("amenities=cctv,helipad", "amenities='helipad' cannot be used: have: cctv, wifi"),
        ("lat=3.5", "go together"),
        ("lat=98.6&lng=300&radius=1", "no coordinates"),
        ("lat=3.5&lng=98.6&radius=0", "out of range"),
        ("page=0", "out of range"),
        ("page=²", "out of range"),
        ("per_page=101", "out of range"),
        ("updated_since=soon", "no time"),
        (f"search={'x' * 300}", "300 characters"),
        (f"ids={','.join(map(str, range(201)))}", "201 ids"),
    ],
)
def test_a_parameter_that_cannot_be_used_is_named(given: str, what: str) -> None:
    assert SPEC is not None
    with pytest.raises(BadInput) as caught:
        parse([tuple(one.split("=", 1)) for one in given.split("&")], SPEC)  # type: ignore[misc]
    assert what in caught.value.message
    assert len(caught.value.message) < 500


def test_a_parameter_that_is_given_twice_is_refused() -> None:
    assert SPEC is not None
    with pytest.raises(BadInput, match="given twice"):
        parse([("page", "1"), ("page", "2")], SPEC)


def test_yes_and_no_are_understood() -> None:
    assert SPEC is not None
    assert parse([("in_complex", "true")], SPEC).choices == {"in_complex": "1"}
    assert parse([("in_complex", "No")], SPEC).choices == {"in_complex": "0"}


def test_values_of_a_pack_are_found_in_any_letters() -> None:
    spec = SourceSpec(
        path="rows",
        export="",
        choices={"kind": {"House": ConceptId("house")}},
        features={"Roof Deck": ConceptId("roof deck")},
    )
    query = parse([("kind", "hOUSE"), ("features", "roof deck")], spec)
    assert (query.choices, query.features) == ({"kind": "House"}, ("Roof Deck",))
