"""Names of streets and alleys stay whole, in addresses, titles and questions."""

from __future__ import annotations

import pytest
from tests.shared_packs import shared_reader

from claimtree.model.claims import Claim, EntityId, LevelName, QueryClaim
from claimtree.model.hierarchy import Entity

HOUSE = Entity(id=EntityId("h"), level=LevelName("property"))


def said(text: str) -> list[Claim]:
    return list(shared_reader("property").read_document(text, about=HOUSE, source="").claims)


def names(claims: list[Claim] | list[QueryClaim]) -> list[str]:
    return [f"{claim.name.kind}: {claim.name.text}" for claim in claims if claim.name is not None]


def concepts(text: str) -> set[str]:
    return {str(claim.concept) for claim in said(text) if claim.concept is not None}


@pytest.mark.parametrize(
    ("address", "street"),
    [
        ("Jl. Karya Setia, Kel. Sei Agul, Kec. Medan Barat", "area: Jalan Karya Setia"),
        ("Jl. Karya setia, Kel. Sei agul, Kec. Medan barat", "area: Jalan Karya setia"),
        ("Jl. Karya VII, Helvetia", "area: Jalan Karya VII"),
        ("Jl. Bukit Barisan I No 35, Medan Timur", "area: Jalan Bukit Barisan I"),
        ("Jln. Pelita IV No. 12", "area: Jalan Pelita IV"),
        ("Jl. Sekolah, Medan Johor", "area: Jalan Sekolah"),
        ("lokasi jl sei batanghari medan sunggal", "area: Jalan sei batanghari"),
        ("Jl. Karya No. 5, Kel. Sei Agul", "street: Jalan Karya"),
        ("Jl Karya, Kel. Sei Agul", "street: Jalan Karya"),
        ("Jl. Karya Gg. Sosro No 3", "street: Jalan Karya"),
        ("Jl. Karya Wisata Ujung, Medan Johor", "street: Jalan Karya Wisata"),
        ("Jl. Gatot Subroto Km 5, Medan", "street: Jalan Gatot Subroto"),
        ("Jalan Krakatau, dekat Pulo Brayan", "street: Jalan Krakatau"),
        ("Dijual Rumah Di Jalan Karya Dekat Pasar Strategis Ukuran 6x20", "street: Jalan Karya"),
    ],
)
def test_the_name_of_a_street_is_read_whole(address: str, street: str) -> None:
    assert names(said(address))[0] == street


@pytest.mark.parametrize(
    ("query", "street"),
    [
        ("rumah di jl karya setia dekat pasar", "area: Jalan karya setia"),
        ("rumah di jl bukit barisan I", "area: Jalan bukit barisan I"),
        ("rumah di jl karya, 3 kamar", "street: Jalan Karya"),
        ("rumah di jalan karya murah", "street: Jalan Karya"),
        ("ruko jl gatot subroto harga 2 M", "street: Jalan Gatot Subroto"),
    ],
)
def test_a_question_asks_for_the_whole_street(query: str, street: str) -> None:
    assert names(list(shared_reader("property").read_query(query).claims))[0] == street


@pytest.mark.parametrize(
    ("address", "alley"),
    [
        ("Jl. Ring Road, Gang peternakan, Kel. Sunggal", "area: Gang peternakan"),
        ("Jl. Setia Budi Gang Rambe", "area: Gang Rambe"),
        ("Jl. Cemara Lorong II Baru Timur, Kel. Medan Estate", "area: Lorong II Baru Timur"),
    ],
)
def test_an_alley_that_has_a_name_says_nothing_of_the_road(address: str, alley: str) -> None:
    assert alley in names(said(address))
    assert "alley" not in concepts(address)


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("rumah masuk gang, hanya motor", "alley"),
        ("rumah masuk gang kecil", "alley"),
        ("jln lebar 2 mobil", "wide road"),
        ("jln aspal", "paved road"),
        ("rumah di pinggir jalan besar", "main road"),
        ("Rumah Gang Buntu", "dead end"),
    ],
)
def test_what_a_road_is_like_is_no_name(text: str, concept: str) -> None:
    assert concept in concepts(text)


@pytest.mark.parametrize(
    "text",
    [
        "Disewakan Ruko untuk usaha Dekat Krakatau Bukit Barisan I",
        "7 menit ke Berastagi supermarket Krakatau",
        "Dekat dengan pintu tol Krakatau",
        "5 menit ke Krakatau",
    ],
)
def test_near_a_place_is_not_there(text: str) -> None:
    there = [one for one in names(said(text)) if "Krakatau" in one]
    assert there
    assert not [one for one in there if one.startswith(("area", "street"))]


@pytest.mark.parametrize(
    "text", ["Ruko di Krakatau", "Jl. Krakatau No 5", "Krakatau, dekat USU", "lokasi Krakatau Medan"]
)
def test_at_a_place_is_there(text: str) -> None:
    assert [one for one in names(said(text)) if one.startswith(("area", "street")) and "Krakatau" in one]


def test_a_place_that_is_only_likened_to_another_is_not_there() -> None:
    assert names(said("Berasa sultan tinggal di rumah Menteng nya Gading Serpong")) == ["area: Gading Serpong"]


@pytest.mark.parametrize("text", ["30 meter dr jln Besar Ringroad", "50 meter ke jalan besar", "100 m dari jalan raya"])
def test_a_way_to_the_main_road_is_not_beside_it(text: str) -> None:
    assert "near main road" in concepts(text)
    assert not {"main road", "car access"} & concepts(text)


def test_the_name_of_a_ward_is_no_feature() -> None:
    assert "area: Gang Buntu" in names(said("Jl. Timor, Kel. Gang Buntu, Kec. Medan Timur"))
    assert "dead end" not in concepts("Jl. Timor, Kel. Gang Buntu, Kec. Medan Timur")


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("Disewakan ruko, cocok untuk kantor ataupun cafe", False),
        ("Ruko cocok buat restoran", False),
        ("Ruko dekat restoran dan cafe", True),
    ],
)
def test_what_it_may_be_used_as_is_not_near_it(text: str, near: bool) -> None:
    assert bool({"near cafes", "near restaurants"} & concepts(text)) is near


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("cocok untuk restoran atau rumah kos", False),
        ("cocok dibuat cafe atau kos-kosan", False),
        ("cocok untuk restoran, rumah kos", True),
    ],
)
def test_what_it_may_be_used_as_instead_is_no_kind_of_property(text: str, kind: bool) -> None:
    assert ("boarding house" in concepts(text)) is kind
