"""Lists of amenities and numbers with units: what a column says, and what it does not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.shared_packs import shared_pack

from claimtree.indexing.list_items import ItemReader
from claimtree.indexing.number_columns import Numbers
from claimtree.model.claims import Claim, ConceptId, EntityId, LevelName
from claimtree.model.hierarchy import Entity
from claimtree.model.pack import Pack
from claimtree.text.rule_reader import RuleReader

HOME = Entity(id=EntityId("h"), level=LevelName("apartment"), parent=None, title="")
RUMAH = Entity(id=EntityId("r"), level=LevelName("property"), parent=None, title="")


@pytest.fixture(scope="module")
def rentals() -> Pack:
    return shared_pack("rentals")


@pytest.fixture(scope="module")
def items(rentals: Pack) -> ItemReader:
    return ItemReader(rentals, RuleReader(rentals))


def said(claims: Sequence[Claim]) -> list[str]:
    return [f"{'no ' if one.negated else ''}{one.concept or '~' + one.pattern}" for one in claims]


@pytest.mark.parametrize(
    ("item", "claims"),
    [
        ("Dishwasher", ["dishwasher"]),
        ("Washer", ["washer"]),
        ("Washing machine", ["washer"]),
        ("Free washer – In unit", ["washer/dryer in unit"]),
        ("Washer - in unit", ["washer/dryer in unit"]),
        ("Paid washer—In building", ["laundry in building"]),
        ("Dryer (in unit)", ["washer/dryer in unit"]),
        # The head says what it is.
        ("Cold water kettle", ["kettle"]),
        ("Brandt refrigerator", ["fridge"]),
        ("Garden hose", ["~garden hose"]),
        ("Pool towels", ["towels"]),
        ("Dining chairs", ["~dining chairs"]),
        ("Bolt on kitchen door", ["~bolt on kitchen door"]),
        ("Shared gym in building", ["gym"]),
        ("Bookshelf sound system", ["sound system"]),
        # Parts of the home.
        ("Kitchen", ["has kitchen"]),
        ("Private kitchen", ["private kitchen"]),
        ("Outdoor kitchen", ["~outdoor kitchen"]),
        ("Paid garage off premises", ["~paid garage off premises"]),
        # Several in one.
        ("Coffee maker: espresso machine, toaster", ["coffee maker", "espresso machine", "toaster"]),
        ("Fireplace: electric", ["fireplace", "~electric"]),
        ("Oven and dishwasher", ["oven", "dishwasher"]),
        ("Playpen/travel crib", ["~playpen", "crib"]),
        # What no list knows says its own words.
        ("Paid kayaks - available upon request", ["~kayaks"]),
        ("Coffee", ["~coffee"]),
        ("–", []),
    ],
)
def test_an_item_says_what_it_is(items: ItemReader, rentals: Pack, item: str, claims: list[str]) -> None:
    spec = rentals.fields["amenities"]
    found = items.read([item], spec, HOME, "site#amenities")
    assert said(found.claims) == claims
    assert {one.quote for one in found.claims} <= {item}


def test_an_item_that_says_more_is_kept_whole_too(items: ItemReader, rentals: Pack) -> None:
    found = items.read(["Heated pool – open 24 hours", "Gym"], rentals.fields["amenities"], HOME, "s#amenities")
    assert [one.pattern for one in found.own_words] == ["heated pool open 24 hours"]


def test_items_stand_where_the_list_is_shown(items: ItemReader, rentals: Pack) -> None:
    shown = "Wifi, Gym, Oven"
    found = items.read(shown.split(", "), rentals.fields["amenities"], HOME, "s#amenities")
    assert [shown[one.start : one.end] for one in found.claims] == ["Wifi", "Gym", "Oven"]


def test_indonesian_items_have_their_head_first() -> None:
    pack = shared_pack("property")
    reader = ItemReader(pack, RuleReader(pack))
    listed = ["Kolam renang pribadi", "Taman", "Carport 2 mobil", "Swimming pool"]
    found = reader.read(listed, pack.fields["facilities"], RUMAH, "s#facilities")
    by_quote = {quote: [one.concept for one in found.claims if one.quote == quote] for quote in listed}
    assert (by_quote["Kolam renang pribadi"], by_quote["Swimming pool"]) == (["private pool"], ["swimming pool"])
    assert ConceptId("carport") in by_quote["Carport 2 mobil"]
    assert None not in by_quote["Taman"]


@pytest.mark.parametrize(
    ("concept", "value", "number"),
    [
        ("area", "1,000 sqft", 92.9),
        ("area", "80 m²", 80),
        ("area", "80", 80),
        ("area", 80, 80),
        ("rent", "$2,750/month", 2750),
        ("rent", "$2,750", 2750),
        ("rent", "$120.00 per night", None),
        ("rent", "120 usd per night", None),
        ("rent", "€2,000", None),
        ("rent", "900 sqft", None),
        ("rent", "$2,000 - $3,000", None),
        ("rent", "ask", None),
        ("rent", True, None),
        ("bedrooms", "2 bedrooms", 2),
        ("bedrooms", "2-3", None),
    ],
)
def test_a_number_is_read_in_the_unit_that_is_kept_or_not_at_all(
    rentals: Pack, concept: str, value: str | float | bool, number: float | None
) -> None:
    spec = rentals.concepts[ConceptId(concept)].amount
    assert spec is not None
    found = Numbers(rentals).of(value, spec)
    if number is None:
        assert isinstance(found, str), found
    else:
        assert found == pytest.approx(number, abs=0.05)


def test_rupiah_are_written_with_their_scale() -> None:
    pack = shared_pack("property")
    spec = pack.concepts[ConceptId("price")].amount
    assert spec is not None
    numbers = Numbers(pack)
    assert [numbers.of(text, spec) for text in ("Rp 1,3 Miliar", "Rp 465 Juta", "900000000 rp", "1.250.000.000")] == [
        1_300_000_000,
        465_000_000,
        900_000_000,
        1_250_000_000,
    ]
