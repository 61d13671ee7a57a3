"""What other fields than homes say: commands, events of a year, comparisons that name what is compared."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from tests.shared_packs import shared_pack

from claimtree.model.claims import ConceptId, EntityId, LevelName
from claimtree.model.hierarchy import Entity
from claimtree.model.pack import Pack
from claimtree.models.hashed import HashedEmbedder
from claimtree.text.rule_reader import RuleReader

PACKS = Path(__file__).parents[2] / "packs"


@pytest.fixture(scope="module")
def museum() -> Pack:
    """The museum, with widths beside heights, each asked for by its own comparison."""
    pack = shared_pack(str(PACKS / "museum"))
    height = pack.concepts[ConceptId("height")]
    assert height.amount is not None
    tall = replace(height, says=("height _", "taller than _"))
    wide = replace(
        height,
        id=ConceptId("width"),
        wording="width _",
        says=("width _", "wider than _", "narrower than _"),
        amount=replace(height.amount, noun="width"),
    )
    return replace(pack, bare={}, concepts={**pack.concepts, tall.id: tall, wide.id: wide})


def stated(pack: Pack, text: str, level: str) -> list[tuple[str, bool]]:
    about = Entity(id=EntityId("x"), level=LevelName(level))
    claims = RuleReader(pack, embedder=HashedEmbedder()).read_document(text, about=about, source="s").claims
    return [(claim.text, claim.negated) for claim in claims]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("taller than 50 cm", ["height over 0.5 m"]),
        ("bronze, wider than 2 m", ["bronze", "width over 2 m"]),
        ("not taller than 50 cm", ["height at most 0.5 m"]),
        ("narrower than 1 m", ["width under 1 m"]),
        ("longer than 3 m", []),
    ],
)
def test_a_saying_that_is_a_comparison_says_what_is_compared(museum: Pack, text: str, said: list[str]) -> None:
    assert [claim.text for claim in RuleReader(museum, embedder=HashedEmbedder()).read_query(text).claims] == said


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("made after the 1881 census", date(1881, 1, 1), None),
        ("made before the 1881 census", None, date(1881, 12, 31)),
        ("made after 1881", date(1882, 1, 1), None),
        ("made before 1881", None, date(1880, 12, 31)),
    ],
)
def test_an_event_of_a_year_may_be_on_any_of_its_days(
    museum: Pack, text: str, first: date | None, last: date | None
) -> None:
    (claim,) = RuleReader(museum, embedder=HashedEmbedder()).read_query(text).claims
    (amount,) = claim.amounts
    assert first is None or amount.low == first.toordinal()
    assert last is None or amount.high == last.toordinal()


@pytest.mark.parametrize("text", ["Never point the jet at people.", "Do not point the jet at people."])
def test_what_a_command_forbids_to_deal_with_is_there(text: str) -> None:
    said = stated(shared_pack(str(PACKS / "manuals")), text, "passage")
    assert not any("jet" in claim for claim, _ in said)


def test_never_denies_what_follows_it(museum: Pack) -> None:
    assert ("not restored", True) in stated(museum, "Never restored.", "object")


def test_a_denied_quality_is_not_so_and_a_denied_thing_is_not_there(museum: Pack) -> None:
    gilded = museum.concepts[ConceptId("gilded")]
    assert gilded.denied("gilded") == "not gilded"
    assert replace(gilded, quality=False).denied("handle") == "no handle"


def test_words_that_no_list_knows_get_a_type_that_their_level_has(museum: Pack) -> None:
    about = Entity(id=EntityId("x"), level=LevelName("maker"))
    reader = RuleReader(museum, embedder=HashedEmbedder())
    claims = reader.read_document("A quiet recluse with crooked spectacles.", about=about, source="s").claims
    assert claims
    assert all(claim.level in museum.types[claim.type].levels for claim in claims)
