"""What an amount says besides: built in 2019 says "new building"."""

from __future__ import annotations

import pytest

from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.claims import Claim, ClaimKind, ConceptId, Facet, LevelName, TypeName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.pack import AmountReading, AmountSpec, Concept, FacetSpec, Pack, TypeSpec
from claimtree.text.implications import derive

AREA, HOME, ROOM = LevelName("area"), LevelName("home"), LevelName("room")
LOOK, MOOD = TypeName("look"), TypeName("mood")
BUILT, NEW, OLD, SIZE, ROOMY = map(ConceptId, ("built", "new", "old", "size", "roomy"))
PACK = Pack(
    name="tiny", version=1, languages=("en",), title="Tiny", default_type=LOOK, level_weights={},
    hierarchy=Hierarchy(levels=(AREA, HOME, ROOM), answers=HOME),
    types={type: TypeSpec(name=type, about="", levels=(HOME,), examples=()) for type in (LOOK, MOOD)},
    concepts={
        concept.id: concept
        for concept in (
            Concept(
                id=BUILT, type=LOOK, levels=(HOME,), wording="built in _", amount=AmountSpec(kind=AmountKind.YEAR),
                readings=(AmountReading(says=NEW, at_least=2015), AmountReading(says=OLD, at_most=1945)),
            ),
            Concept(
                id=SIZE, type=LOOK, levels=(HOME, ROOM), wording="{facet} _", amount=AmountSpec(kind=AmountKind.AREA),
                readings=(AmountReading(says=ROOMY, at_least=20), AmountReading(says=NEW, at_least=20)),
            ),
            Concept(id=NEW, type=LOOK, levels=(HOME,), wording="new building"),
            Concept(id=OLD, type=LOOK, levels=(HOME,), wording="old building"),
            Concept(id=ROOMY, type=LOOK, levels=(HOME, ROOM), wording="roomy {facet}", type_at={ROOM: MOOD}),
        )
    },
    facets={Facet("bath"): FacetSpec(name=Facet("bath"), level=ROOM, says=(), title="bathroom", type=LOOK)},
)  # fmt: skip


def said(
    concept: ConceptId, low: float, high: float | None = None, *, negated: bool = False, level: LevelName = HOME
) -> Claim:
    amount = Amount(kind=AmountKind.YEAR, low=low, high=low if high is None else high)
    facet = Facet("bath") if level == ROOM else None
    return Claim(
        text="as said", pattern="pattern", type=LOOK, level=level, quote="the words", source="s", start=3, end=12,
        concept=concept, amounts=(amount,), negated=negated, facet=facet,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("low", "high", "says"),
    [
        (2019, 2019, ["new building"]),
        (2015, 2015, ["new building"]),
        (2014, 2014, []),
        (1945, 1945, ["old building"]),
        (1900, 1945, ["old building"]),
        (1900, 1946, []),
        (2010, 2020, []),
        (2015, 2020, ["new building"]),
    ],
)
def test_an_amount_says_more_only_where_all_of_it_lies_within(low: float, high: float, says: list[str]) -> None:
    assert [claim.text for claim in derive(said(BUILT, low, high), PACK)] == says


def test_a_derived_claim_keeps_the_words_and_drops_the_amount() -> None:
    (claim,) = derive(said(BUILT, 2019), PACK)
    assert (claim.quote, claim.source, claim.start, claim.end) == ("the words", "s", 3, 12)
    assert (claim.concept, claim.amounts, claim.kind, claim.pattern) == (NEW, (), ClaimKind.DERIVED, "new building")


def test_a_derived_claim_of_a_part_names_it_and_has_the_type_of_its_level() -> None:
    (claim,) = derive(said(SIZE, 25, level=ROOM), PACK)
    assert (claim.text, claim.type, claim.level, claim.facet) == ("roomy bathroom", MOOD, ROOM, "bath")


def test_what_cannot_be_said_at_a_level_is_not_said_there() -> None:
    assert [claim.concept for claim in derive(said(SIZE, 25), PACK)] == [ROOMY, NEW]
    assert [claim.concept for claim in derive(said(SIZE, 25, level=ROOM), PACK)] == [ROOMY]


def test_a_denial_a_claim_without_an_amount_or_an_unknown_concept_says_nothing_more() -> None:
    plain = Claim(text="", pattern="", type=LOOK, level=HOME, quote="")
    assert list(derive(said(BUILT, 2019, negated=True), PACK)) == []
    assert list(derive(plain, PACK)) == []
    assert list(derive(said(ConceptId("other"), 2019), PACK)) == []
    assert list(derive(said(ROOMY, 25), PACK)) == []
