"""Wishes as filters: what each becomes, and what cannot be asked."""

from __future__ import annotations

import pytest
from tests.shared_packs import shared_pack, shared_reader

from claimtree.geo import Point
from claimtree.model.located import Located
from claimtree.model.places import Near, Place, PlaceId, PlaceKind
from claimtree.model.source_query import Around
from claimtree.structured.hybrid import Method, method_for
from claimtree.structured.parameters import encode
from claimtree.structured.translate import Reach, Translation, translate

PACK = shared_pack("property")


def translated(question: str, located: Located | None = None) -> Translation:
    assert PACK.api is not None
    return translate(shared_reader("property").read_query(question).claims, PACK, PACK.api, located)


def asked(question: str) -> list[str]:
    """The parameters of each query, without those of the page."""
    assert PACK.api is not None
    found = []
    for query in translated(question).preferred:
        given = encode(query, PACK.api)
        found.append("&".join(f"{name}={text}" for name, text in given.items() if name not in ("page", "per_page")))
    return found


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "cari rumah dalam komplek hadap utara di cemara asri harga 1M an",
            "search=Cemara Asri&property_type=house&in_complex=1&facing=utara&price_min=900000000&price_max=1100000000",
        ),
        ("rumah 3 kamar", "property_type=house&bedrooms_min=3&bedrooms_max=3"),
        ("rumah minimal 3 kamar", "property_type=house&bedrooms_min=3"),
        ("rumah maksimal 3 kamar", "property_type=house&bedrooms_max=3"),
        ("rumah lebih dari 3 kamar", "property_type=house&bedrooms_min=4"),
        ("rumah 2 lantai 2 kamar mandi", "property_type=house&bathrooms=2&floors_min=2&floors_max=2"),
        ("rumah di bawah 500 juta", "property_type=house&price_max=500000000"),
        ("rumah 800 juta sampai 1,2 M", "property_type=house&price_min=800000000&price_max=1200000000"),
        ("rumah standalone", "property_type=house&in_complex=0"),
        ("rumah second dijual", "property_type=house&listing_type=sale&source=listing"),
        ("rumah harus ada CCTV dan wifi", "property_type=house&amenities=cctv,wifi"),
        ("ruko disewa maksimal 100 juta per tahun", "property_type=shophouse&listing_type=rent&price_max=100000001"),
        ("house facing north east under 2 billion", "property_type=house&facing=timur_laut&price_max=2000000000"),
    ],
)
def test_wishes_become_parameters(question: str, expected: str) -> None:
    (found,) = asked(question)
    assert set(found.split("&")) == set(expected.split("&"))


def test_alternatives_become_queries_of_their_own() -> None:
    assert asked("hadap timur atau selatan") == ["facing=timur", "facing=selatan"]


def test_preferred_wishes_are_asked_first_and_left_out_then() -> None:
    found = translated("rumah, kalau bisa ada CCTV")
    assert [query.features for query in found.preferred] == [("cctv",)]
    assert [query.features for query in found.required] == [()]


def test_of_a_place_in_a_place_the_narrower_one_is_asked() -> None:
    assert asked("rumah di sunggal medan") == ["search=Medan Sunggal&property_type=house"]


def test_a_place_that_is_known_becomes_a_circle() -> None:
    assert PACK.api is not None
    claims = shared_reader("property").read_query("rumah dekat USU").claims
    (at,) = [i for i, claim in enumerate(claims) if claim.where is not None]
    where = claims[at].where
    assert where is not None
    assert where.distance is not None
    usu = Place(id=PlaceId("usu"), name="USU", kind=PlaceKind("campus"), shape=Point(3.56, 98.65))
    located = Located(tests={at: Near(places=(usu,), asked=where.distance)})
    (query,) = translate(claims, PACK, PACK.api, located).preferred
    assert query.around == Around(lat=3.56, lon=98.65, radius_km=1.0)


@pytest.mark.parametrize(
    "question", ["rumah tanpa kolam renang", "rumah lingkungan tenang", "rumah dekat mall", "rumah SHM"]
)
def test_what_has_no_filter_is_not_asked_and_known(question: str) -> None:
    found = translated(question)
    assert asked(question) == ["property_type=house"]
    assert not found.is_complete
    assert list(found.reaches.values()).count(Reach.BEYOND) == 1


@pytest.mark.parametrize(
    ("question", "method"),
    [
        ("rumah 3 kamar di bawah 1 miliar", Method.STRUCTURED),
        ("lingkungan tenang, bebas banjir", Method.SEMANTIC),
        ("rumah 3 kamar, lingkungan tenang", Method.HYBRID),
    ],
)
def test_the_question_decides_who_is_asked(question: str, method: Method) -> None:
    assert method_for(translated(question)) is method
