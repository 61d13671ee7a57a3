"""What a mention is said of: each rule of `claimtree.text.binding`, on a pack of two parts."""

from __future__ import annotations

import pytest

from claimtree.model.amounts import AmountKind
from claimtree.model.claims import ConceptId, Facet, LevelName, TypeName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.pack import AmountSpec, Concept, FacetSpec, Pack, TypeSpec
from claimtree.text.binding import Binder, Target
from claimtree.text.items import Spellings, make_items
from claimtree.text.language import ENGLISH
from claimtree.text.lexicon import Lexicon
from claimtree.text.mentions import find_matches

AREA, HOME, ROOM, LOOK = LevelName("area"), LevelName("home"), LevelName("room"), TypeName("look")


def concept(id: str, *levels: LevelName, facet: str | None = None, noun: str = "") -> Concept:
    return Concept(
        id=ConceptId(id), type=LOOK, levels=levels or (HOME, ROOM, AREA), wording=id,
        says=(f"_ {id}",) if noun else (id,), facet=Facet(facet) if facet else None,
        amount=AmountSpec(kind=AmountKind.COUNT, noun=noun) if noun else None,
    )  # fmt: skip


PACK = Pack(
    name="tiny", version=1, languages=("en",), title="Tiny",
    hierarchy=Hierarchy(levels=(AREA, HOME, ROOM), answers=HOME), level_weights={}, default_type=LOOK,
    types={LOOK: TypeSpec(name=LOOK, about="", levels=(HOME,), examples=())},
    concepts={
        one.id: one
        for one in (
            concept("modern"), concept("quiet"), concept("brick"), concept("island"), concept("skylight"),
            concept("closet"), concept("dishwasher", ROOM, HOME, facet="kitchen"), concept("kitchen sink"),
            concept("bedrooms", HOME, noun="bedroom"),
        )
    },
    facets={
        Facet(name): FacetSpec(name=Facet(name), level=ROOM, says=(name,), title=name, type=LOOK)
        for name in ("kitchen", "bedroom")
    },
    nouns={HOME: ("home",), AREA: ("street",)},
)  # fmt: skip
LEXICON = Lexicon(PACK, ENGLISH, query=True)


def bind(text: str) -> dict[str, Target]:
    """The target of each match, by its words."""
    items = make_items(text, spellings=Spellings({}), units={}, language=ENGLISH, query=True)
    matches = find_matches(items, LEXICON, ENGLISH)
    binder = Binder(items, matches, ENGLISH, LEXICON, {str(name): facet for name, facet in PACK.facets.items()})
    return {
        " ".join(item.norm for item in items[match.first : match.after]): binder.target(k)
        for k, match in enumerate(matches)
    }


def targets(text: str, *words: str) -> list[str | None]:
    """The part or level that each of these words is said of."""
    found = bind(text)
    return [target.part.facet.name if target.part else target.noun for target in map(found.__getitem__, words)]


@pytest.mark.parametrize(
    ("text", "words", "of"),
    [
        ("a modern kitchen", ["modern"], ["kitchen"]),
        ("a modern quiet kitchen", ["modern", "quiet"], ["kitchen", "kitchen"]),
        ("a quiet street", ["quiet"], ["area"]),
        ("a quiet home with a modern kitchen", ["quiet", "modern"], ["home", "kitchen"]),
        ("a quiet, modern kitchen", ["modern"], ["kitchen"]),
        ("quiet and close to a kitchen", ["quiet"], [None]),
    ],
)
def test_right_before_a_part_or_a_noun_it_is_said_of_that(text: str, words: list[str], of: list[str | None]) -> None:
    assert targets(text, *words) == of


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("brick in the kitchen", "kitchen"),
        ("brick inside the bedroom", "bedroom"),
        ("brick near the kitchen", None),
        ("brick in the hall", None),
    ],
)
def test_right_before_in_the_and_a_part_it_is_said_of_the_part(text: str, of: str | None) -> None:
    assert targets(text, "brick") == [of]


@pytest.mark.parametrize(
    ("text", "words", "of"),
    [
        ("a kitchen with an island and a skylight", ["island", "skylight"], ["kitchen", "kitchen"]),
        ("the bedroom is quiet", ["quiet"], ["bedroom"]),
        ("a kitchen with an island, skylight", ["island", "skylight"], ["kitchen", None]),
        ("a kitchen with an island. skylight", ["skylight"], [None]),
        ("a kitchen with an island, a bedroom with a closet", ["island", "closet"], ["kitchen", "bedroom"]),
        ("a kitchen somewhere near an island", ["island"], [None]),
    ],
)
def test_after_a_part_and_a_link_the_chain_holds_until_something_breaks_it(
    text: str, words: list[str], of: list[str | None]
) -> None:
    assert targets(text, *words) == of


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("kitchen: modern, skylight, dishwasher", "kitchen"),
        ("a kitchen full of light, dishwasher", "kitchen"),
        ("a bedroom full of light, dishwasher", None),
        ("a kitchen full of light. dishwasher", None),
    ],
)
def test_what_belongs_to_a_part_finds_it_anywhere_before_in_the_sentence(text: str, of: str | None) -> None:
    assert targets(text, "dishwasher") == [of]


def test_two_bedrooms_each_with_a_closet_are_two_copies_of_a_bedroom() -> None:
    target = bind("two bedrooms, each with a closet")["closet"]
    assert target.part is not None
    assert (target.part.facet.name, target.part.copies) == ("bedroom", 2)


@pytest.mark.parametrize(
    "text",
    [
        "two bedrooms and a closet",
        "7 bedrooms, each with a closet",
        "two bedrooms. each with a closet",
    ],
)
def test_without_a_word_that_distributes_nothing_is_said_of_each(text: str) -> None:
    assert targets(text, "closet") == [None]


def test_a_longer_saying_that_starts_with_a_part_still_names_it() -> None:
    assert targets("a modern kitchen sink", "modern") == ["kitchen"]


@pytest.mark.parametrize(
    ("text", "across_commas", "of"),
    [
        ("kitchen over 12 m²", False, "kitchen"),
        ("over 12 m² kitchen", False, "kitchen"),
        ("kitchen, modern, 12 m²", False, None),
        ("kitchen, modern, 12 m²", True, "kitchen"),
        ("kitchen. 12 m²", True, None),
    ],
)
def test_an_amount_by_itself_is_said_of_the_part_beside_it(text: str, across_commas: bool, of: str | None) -> None:
    items = make_items(text, spellings=Spellings({}), units={}, language=ENGLISH, query=True)
    binder = Binder(items, find_matches(items, LEXICON, ENGLISH), ENGLISH, LEXICON, {})
    (i,) = (i for i, item in enumerate(items) if item.amount is not None)
    part = binder.target_of_amount(i, across_commas=across_commas).part
    assert (part.facet.name if part else None) == of
