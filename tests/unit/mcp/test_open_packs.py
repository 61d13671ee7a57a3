"""Which pack a call means, and that a name is never a path."""

from pathlib import Path

import pytest

from claimtree.errors import BadInput, StoreUnavailable, UnknownName
from claimtree.mcp.open_packs import Offer
from claimtree.settings import Settings

LAPTOPS = str(Path(__file__).parents[2] / "packs" / "laptops")


def home_with(tmp_path: Path, *packs: str) -> Settings:
    for pack in packs:
        (tmp_path / f"{pack}.db").touch()
    return Settings(home=tmp_path, embedder="hashed-256")


def test_the_only_pack_with_data_need_not_be_named(tmp_path: Path) -> None:
    offer = Offer.of(home_with(tmp_path, "demo-property"), chosen=False)
    assert offer.ready == ("property",)
    assert "rentals" in offer.missing
    assert offer.name(None) == offer.usual == "property"


def test_of_several_packs_one_has_to_be_named(tmp_path: Path) -> None:
    offer = Offer.of(home_with(tmp_path, "property", "rentals"), chosen=False)
    assert offer.usual is None
    with pytest.raises(BadInput, match=r"several packs are offered \(property, rentals\)"):
        offer.name(None)
    assert offer.name("rentals") == "rentals"


def test_the_pack_that_was_chosen_is_meant_when_none_is_named(tmp_path: Path) -> None:
    offer = Offer.of(home_with(tmp_path, "property"), chosen=True)
    assert offer.name(None) == "rentals"
    assert offer.name("property") == "property"


def test_a_store_holds_one_pack_so_that_no_other_is_offered(tmp_path: Path) -> None:
    settings = home_with(tmp_path, "property", "rentals")
    offer = Offer.of(Settings(home=tmp_path, store=str(settings.own_path)), chosen=False)
    assert (offer.ready, offer.missing) == (("rentals",), ())
    with pytest.raises(UnknownName, match="no pack 'property' is offered"):
        offer.name("property")


def test_a_pack_of_ones_own_is_offered_by_its_folder(tmp_path: Path) -> None:
    offer = Offer.of(Settings(home=tmp_path, pack=LAPTOPS), chosen=True)
    assert offer.name(None) == "laptops"
    assert offer.workspace("laptops").settings.pack == LAPTOPS


@pytest.mark.parametrize("name", [LAPTOPS, "../rentals", "./rentals", "rentals/pack.toml", "x" * 10_000])
def test_a_name_that_an_agent_gives_is_never_a_path(tmp_path: Path, name: str) -> None:
    offer = Offer.of(home_with(tmp_path, "rentals"), chosen=False)
    with pytest.raises(UnknownName) as caught:
        offer.name(name)
    assert len(caught.value.message) < 200


def test_without_any_data_the_way_out_is_told(empty: Offer) -> None:
    with pytest.raises(StoreUnavailable) as caught:
        empty.name(None)
    assert "claimtree demo" in caught.value.hint


def test_what_was_opened_without_data_is_opened_again_once_there_is_some(tmp_path: Path) -> None:
    offer = Offer.of(Settings(home=tmp_path), chosen=True)
    before = offer.workspace(None)
    assert offer.workspace(None) is before
    home_with(tmp_path, "rentals")
    after = offer.workspace(None)
    assert after is not before
    assert offer.workspace(None) is after
