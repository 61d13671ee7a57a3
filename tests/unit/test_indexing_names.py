"""Columns of places: each of their names is met, and none disputes another."""

from __future__ import annotations

import pytest
from tests.shared_packs import shared_pack, shared_reader

from claimtree.indexing.build_entities import Builder
from claimtree.indexing.conflicts import Reconciler
from claimtree.indexing.dedupe import SourcedClaim
from claimtree.indexing.fields import FieldReader
from claimtree.indexing.merge import merge
from claimtree.model.claims import Claim, EntityId, LevelName
from claimtree.model.documents import Document
from claimtree.model.hierarchy import Entity, Field, Source
from claimtree.model.pack import Pack
from claimtree.text.rule_reader import RuleReader

HOME = LevelName("apartment")


@pytest.fixture(scope="module")
def rentals() -> Pack:
    return shared_pack("rentals")


def stated(pack: Pack, **fields: str) -> tuple[Claim, ...]:
    home = Entity(id=EntityId("h"), level=HOME)
    return FieldReader(pack, RuleReader(pack)).read(home, Source(name="s", text="", fields=fields)).stated


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("Georgetown, Burleith/Hillandale", ["Georgetown", "Burleith", "Hillandale"]),
        ("Harbor Point (Old Mill)", ["Harbor Point", "Old Mill"]),
        ("Bedford-Stuyvesant", ["Bedford-Stuyvesant"]),
        ("Elm Hill, Elm Hill, -", ["Elm Hill"]),
    ],
)
def test_a_column_has_as_many_names_as_it_names(rentals: Pack, value: str, names: list[str]) -> None:
    found = stated(rentals, neighborhood_name=value)
    assert [claim.name.text for claim in found if claim.name is not None] == names


def test_a_city_beside_its_district_is_a_city(rentals: Pack) -> None:
    found = stated(rentals, neighborhood_name="Elm Hill, Boston")
    assert [claim.name.kind for claim in found if claim.name is not None] == ["neighborhood", "city"]


def test_a_name_that_is_a_word_for_such_a_place_says_so(rentals: Pack) -> None:
    assert "downtown" in [claim.concept for claim in stated(rentals, neighborhood_name="Downtown")]
    assert [claim.concept for claim in stated(rentals, neighborhood_name="Garden")] == [None]


def test_names_of_one_column_do_not_dispute_each_other(rentals: Pack) -> None:
    claims = stated(rentals, neighborhood_name="Williamsburg, Bushwick/Greenpoint")
    said = [SourcedClaim(claim=claim, age_rank=0, about=LevelName("neighborhood"), stated=True) for claim in claims]
    kept = Reconciler(rentals).reconcile(said)
    assert (len(kept.claims), kept.disputed, kept.outranked) == (3, (), ())


@pytest.mark.parametrize(
    "address", ["Jl. Tanah Kusir II, Jakarta Selatan", "Tanah Sareal, Bogor", "Jl. Ruko Indah, Medan"]
)
def test_names_in_an_address_are_no_features(address: str) -> None:
    pack = shared_pack("property")
    about = Entity(id=EntityId("h"), level=LevelName("property"))
    read = FieldReader(pack, shared_reader("property")).read(
        about, Source(name="s", text="", fields={"address": address})
    )
    assert {claim.type for claim in read.read} <= {"location", "complex"}
    assert any(claim.type == "location" for claim in read.read)
    assert read.clauses == ()


@pytest.mark.parametrize(
    ("title", "fields", "districts"),
    [
        ("Rumah Komplek Selayang Permata Hijau", {"district": "Medan Tuntungan"}, {"Medan Tuntungan"}),
        ("Rumah Komplek Selayang Permata Hijau", {}, {"Medan Selayang"}),
        ("Rumah Tanjung Sari", {"district": "Medan Selayang"}, {"Medan Selayang"}),
        ("Rumah Selayang", {"district": "Medan Selayang"}, {"Medan Selayang"}),
    ],
)
def test_a_district_in_a_column_outranks_one_in_a_title(
    title: str, fields: dict[str, str], districts: set[str]
) -> None:
    columns: dict[str, Field] = {**fields, "title": title}
    source = Source(name="s", text="", fields=columns)
    document = Document(id=EntityId("h"), level=LevelName("property"), title=title, source=source)
    built = Builder(shared_pack("property"), shared_reader("property")).build(merge([document]), "")
    named = (claim.name for claim in built.items[0].claims if claim.name is not None)
    assert {name.text for name in named if name.kind == "district"} == districts
    assert len(built.outranked) == (title == "Rumah Komplek Selayang Permata Hijau" and bool(fields))
