"""The price of what is to let is a rent, in a column and in prose, and that of what is for sale is none."""

from __future__ import annotations

import pytest
from tests.shared_packs import shared_pack, shared_reader

from claimtree.indexing.build_entities import Builder
from claimtree.indexing.merge import merge
from claimtree.model.claims import Claim, EntityId, LevelName
from claimtree.model.documents import Document
from claimtree.model.hierarchy import Field, Source


def costs(fields: dict[str, Field], text: str = "") -> list[tuple[str, float]]:
    pack = shared_pack("property")
    columns = {name: value for name, value in fields.items() if name != "title"}
    source = Source(name="s", text=text, fields=columns)
    document = Document(
        id=EntityId("h"), level=LevelName("property"), title=str(fields.get("title", "")), source=source
    )
    built = Builder(pack, shared_reader("property")).build(merge([document]), "")
    claims: tuple[Claim, ...] = built.items[0].claims
    return [
        (str(claim.concept), round(claim.amounts[0].low))
        for claim in claims
        if claim.concept in ("price", "rent") and claim.amounts
    ]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"price": 36_000_000, "listing_type": "rent"}, [("rent", 3_000_000)]),
        ({"price": "36000000", "listing_type": "Disewakan"}, [("rent", 3_000_000)]),
        ({"price": 2_500_000, "listing_type": "rent"}, [("rent", 2_500_000)]),
        ({"price": 1_200_000_000, "listing_type": "rent"}, [("rent", 100_000_000)]),
        ({"price": 36_000_000, "title": "Disewakan rumah di Medan Johor"}, [("rent", 3_000_000)]),
        ({"price": 900_000_000, "listing_type": "sale"}, [("price", 900_000_000)]),
        ({"price": 900_000_000}, [("price", 900_000_000)]),
        ({"price": 900_000_000, "listing_type": "sale", "title": "Disewakan rumah"}, [("price", 900_000_000)]),
        ({"price": 900_000_000, "title": "Dijual / disewakan rumah"}, [("price", 900_000_000)]),
        ({"price": 1_500_000_000, "title": "Rumah kos, kamar disewakan"}, [("price", 1_500_000_000)]),
    ],
)
def test_the_price_of_what_is_to_let_is_a_rent(fields: dict[str, Field], expected: list[tuple[str, float]]) -> None:
    assert costs(fields) == expected


def test_prose_and_column_of_a_rent_say_the_same() -> None:
    said = costs({"price": 60_000_000, "listing_type": "rent"}, "Disewakan ruko, harga 60 juta.")
    assert said == [("rent", 5_000_000)]
