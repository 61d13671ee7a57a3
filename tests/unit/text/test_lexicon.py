"""Which words mean what, and where they stand: the longest saying wins, small words are stepped over."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from claimtree.languages import ENGLISH
from claimtree.model.amounts import AmountKind
from claimtree.model.claims import ConceptId, Facet, LevelName, Name, TypeName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.pack import AmountSpec, Concept, FacetSpec, NameKind, OtherName, Pack, TypeSpec, UnitSpec
from claimtree.text.items import Itemiser, Spellings
from claimtree.text.lexicon import Item, Lexicon, Match, Saying, spell, takes
from claimtree.text.word_matches import find_matches

HOME, ROOM, LOOK = LevelName("home"), LevelName("room"), TypeName("look")
UNITS = {"$": UnitSpec(kind=AmountKind.MONEY, unit="USD")}


def concept(
    id: str, *says: str, amount: AmountSpec | None = None, denies: tuple[str, ...] = (),
    query_only: tuple[str, ...] = (), document_only: tuple[str, ...] = (), fixed: dict[str, float] | None = None,
) -> Concept:  # fmt: skip
    return Concept(
        id=ConceptId(id), type=LOOK, levels=(HOME, ROOM), wording=id, says=says, amount=amount, denies=denies,
        query_only=query_only, document_only=document_only, fixed=fixed or {},
    )  # fmt: skip


RENT = concept("rent", "rent _", amount=AmountSpec(kind=AmountKind.MONEY, unit="USD/month", least=300))
BEDROOMS = concept("bedrooms", "_ bedroom", amount=AmountSpec(kind=AmountKind.COUNT), fixed={"studio": 0})
NEAR = concept("near park", "near park", amount=AmountSpec(kind=AmountKind.DISTANCE, unit="m"))
KITCHEN = FacetSpec(name=Facet("kitchen"), level=ROOM, says=("kitchen",), title="kitchen", type=LOOK)
PACK = Pack(
    name="tiny", version=1, languages=("en",), title="Tiny", hierarchy=Hierarchy(levels=(HOME, ROOM), answers=HOME),
    level_weights={}, default_type=LOOK, types={LOOK: TypeSpec(name=LOOK, about="", levels=(HOME,), examples=())},
    concepts={
        one.id: one
        for one in (
            RENT, BEDROOMS, NEAR, concept("window", "window"), concept("big window", "big window"),
            concept("handy", "opens with one hand"), concept("window seat", "window seat"),
            concept("heat", "heat included"), concept("south", "south facing", "facing south"),
            concept("west", "west facing", "facing west"), concept("cats", "cats welcome", query_only=("my cat",)),
            concept("dogs", "dogs", denies=("cats only",)), concept("view", document_only=("views for days",)),
        )
    },
    facets={KITCHEN.name: KITCHEN},
    names={
        "place": NameKind(
            name="place", type=LOOK, level=HOME, wording="in {name}", other=OtherName.REFUTES,
            entries={"Dumbo": ("down under",)},
        )
    },
    nouns={HOME: ("home",)}, ignored=("looking for",),
)  # fmt: skip


def items_of(text: str) -> list[Item]:
    itemiser = Itemiser(spellings=Spellings({"bdr": "bedroom"}), units=UNITS, language=ENGLISH, query=True)
    return itemiser.items(text, itemiser.tokens(text))


def lexicon(*, query: bool = True, names: tuple[Name, ...] = ()) -> Lexicon:
    return Lexicon(PACK, ENGLISH, query=query, names=names)


def found(text: str, *, query: bool = True, names: tuple[Name, ...] = ()) -> list[str]:
    """What is found, left to right, for reading; "-" before it is a negation inside."""
    matches = find_matches(items_of(text), lexicon(query=query, names=names), ENGLISH)
    return ["-" * match.negations + meaning(match) for match in matches]


def meaning(match: Match) -> str:
    said = match.sayings[0]
    if said.concept is not None:
        return ("not " if said.denied else "") + said.concept.id
    if said.facet is not None:
        return f"part {said.facet.name}"
    if said.name is not None:
        return f"name {said.name.text}"
    return f"noun {said.noun}" if said.noun else "ignored"


@pytest.mark.parametrize(
    ("words", "spelled"),
    [
        ("Pet-Friendly buildings", "pet friendly building"),
        ("_ bedrooms", "_ bedroom"),
        ("rent of _ or so", "rent of _ or so"),
        ("_", "_"),
        ("", ""),
    ],
)
def test_a_saying_is_spelled_in_folded_words_with_a_slot(words: str, spelled: str) -> None:
    assert " ".join(spell(words)) == spelled


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("window", ["window"]),
        ("Windows", ["window"]),
        ("big windows", ["big window"]),
        ("window seats", ["window seat"]),
        ("big blue window", ["window"]),
        ("big, window", ["window"]),
        ("cats are very welcome", ["cats"]),
        ("facing: west", ["west"]),
        ("heat is not included", ["-heat"]),
        ("heat not ever included", []),
        ("my cat", ["cats"]),
        ("cats only", ["not dogs"]),
        ("kitchen", ["part kitchen"]),
        ("down under", ["name Dumbo"]),
        ("home", ["noun home"]),
        ("looking for windows", ["ignored", "window"]),
        ("south or west facing", ["south", "west"]),
        ("facing south, west", ["south", "west"]),
        ("south or tasty facing", []),
        ("windowless", []),
        ("opens with one hand", ["handy"]),
        ("opens with two hands", []),
        ("it is in Dumbo", ["name Dumbo"]),
        ("", []),
    ],
)
def test_the_longest_saying_wins_and_small_words_are_stepped_over(text: str, meant: list[str]) -> None:
    assert found(text) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("rent $3,000", ["rent"]),
        ("rent 3000", ["rent"]),
        ("rent $60", []),
        ("rent 12 m²", []),
        ("rent", []),
        ("two bedrooms", ["bedrooms"]),
        ("2 bdr", ["bedrooms"]),
        ("$2 bedrooms", []),
        ("studio", ["bedrooms"]),
    ],
)
def test_a_slot_takes_only_an_amount_that_the_concept_can_have(text: str, meant: list[str]) -> None:
    assert found(text) == meant


def test_a_fixed_wording_carries_its_value_and_a_slot_its_item() -> None:
    (fixed,) = find_matches(items_of("studio"), lexicon(), ENGLISH)
    (counted,) = find_matches(items_of("with two bedrooms"), lexicon(), ENGLISH)
    assert (fixed.sayings[0].value, fixed.amount) == (0, None)
    assert (counted.sayings[0].value, counted.amount, counted.first, counted.after) == (None, 1, 1, 3)


def test_minutes_can_be_a_distance_and_months_cannot() -> None:
    minutes, months = items_of("5 minutes")[0], items_of("5 months")[0]
    assert takes(NEAR.amount, minutes)
    assert not takes(NEAR.amount, months)


def test_words_for_queries_stay_out_of_listings_and_the_reverse() -> None:
    assert found("my cat, views for days") == ["cats"]
    assert found("my cat, views for days", query=False) == ["view"]
    assert found("looking for", query=False) == []


@pytest.mark.parametrize(("query", "words"), [(True, "in dumbo"), (False, "dumbo")])
def test_the_words_of_a_kind_of_name_belong_to_the_name_in_a_query(query: bool, words: str) -> None:
    items = items_of("somewhere in Dumbo")
    (match,) = find_matches(items, lexicon(query=query), ENGLISH)
    assert " ".join(item.norm for item in items[match.first : match.after]) == words


def test_names_that_the_data_brought_are_known_too_and_foreign_kinds_are_not() -> None:
    brought = (Name(kind="place", text="Gotham Heights"), Name(kind="planet", text="Mars"))
    assert found("gotham heights, mars") == []
    assert found("gotham heights, mars", names=brought) == ["name Gotham Heights"]


def test_a_part_is_found_also_inside_a_longer_saying() -> None:
    named = lexicon().part_at(items_of("kitchen with windows"), 0)
    assert named is not None
    assert (named.facet, named.after) == (KITCHEN, 1)
    assert lexicon().part_at(items_of("window kitchen"), 0) is None


def test_threads_that_meet_a_first_word_at_once_all_find_its_sayings() -> None:
    for _ in range(50):
        known = lexicon()
        words = items_of("big window")
        together = Barrier(4)

        def after(known: Lexicon = known, words: Sequence[Item] = words, together: Barrier = together) -> int:
            together.wait()
            match = known.longest(words, 0)
            return match.after if match is not None else 0

        with ThreadPoolExecutor(4) as pool:
            assert [one.result() for one in [pool.submit(after) for _ in range(4)]] == [2] * 4


def test_a_saying_that_is_added_after_its_first_word_was_met_is_found() -> None:
    known = lexicon()
    assert known.longest(items_of("big window"), 0) is not None
    known._add("big bright window", Saying(concept=RENT))
    match = known.longest(items_of("big bright window"), 0)
    assert match is not None
    assert match.after == 3
