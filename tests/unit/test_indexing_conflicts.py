"""What cannot both be true: newer before older, columns before prose, and what one source says both ways."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shared_packs import shared_pack

from claimtree.indexing.conflicts import Reconciled, Reconciler
from claimtree.indexing.dedupe import SourcedClaim
from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.claims import Claim, ClaimKind, ConceptId, Facet, LevelName, Name, TypeName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.pack import AmountSpec, Concept, FacetSpec, FieldSpec, NameKind, OtherName, Pack, Step, TypeSpec

AREA, HOME, ROOM = LevelName("area"), LevelName("home"), LevelName("room")
LOOK = TypeName("look")


def implies(to: str, sure: float) -> Step:
    return Step(to=ConceptId(to), discount=sure)


def excludes(to: str, sure: float) -> Step:
    return Step(to=ConceptId(to), discount=sure, excludes=True)


def concept(id: str, *steps: Step, amount: AmountSpec | None = None) -> Concept:
    return Concept(id=ConceptId(id), type=LOOK, levels=(HOME, ROOM, AREA), wording=id, steps=steps, amount=amount)


PACK = Pack(
    name="tiny",
    version=1,
    languages=("en",),
    title="Tiny",
    hierarchy=Hierarchy(levels=(AREA, HOME, ROOM), answers=HOME),
    level_weights={},
    types={LOOK: TypeSpec(name=LOOK, about="", levels=(HOME, ROOM, AREA), examples=())},
    default_type=LOOK,
    facets={
        Facet(name): FacetSpec(name=Facet(name), level=ROOM, says=(name,), title=name, type=LOOK)
        for name in ("bedroom", "kitchen")
    },
    concepts={
        one.id: one
        for one in (
            concept("pets", implies("dogs", 0.86)),
            concept("dogs", implies("pets", 0.9)),
            concept("cats", implies("pets", 0.9)),
            concept("walk-up", excludes("elevator", 0.95)),
            concept("elevator"),
            concept("carpets", excludes("tiles", 0.9)),
            concept("tiles"),
            concept("old", excludes("new", 0.97)),
            concept("new"),
            concept("rent", amount=AmountSpec(kind=AmountKind.MONEY, unit="USD", noun="rent")),
            concept("subway", amount=AmountSpec(kind=AmountKind.DISTANCE, unit="m", noun="subway")),
            concept("bedrooms", amount=AmountSpec(kind=AmountKind.COUNT, noun="bedroom")),
            concept("bright", excludes("dark", 0.95)),
            concept("dark"),
        )
    },
    names={
        kind: NameKind(name=kind, type=LOOK, level=AREA, wording="{name}", other=other)
        for kind, other in (("town", OtherName.REFUTES), ("street", OtherName.OPEN))
    },
    fields={
        "rent": FieldSpec(name="rent", level=HOME, concept=ConceptId("rent")),
        "bedrooms": FieldSpec(name="bedrooms", level=HOME, concept=ConceptId("bedrooms")),
        "pets": FieldSpec(name="pets", level=HOME, concept=ConceptId("pets")),
    },
)
UNITS = {"rent": (AmountKind.MONEY, "USD"), "subway": (AmountKind.DISTANCE, "m"), "bedrooms": (AmountKind.COUNT, "")}


def says(
    words: str,
    *,
    rank: int = 0,
    quote: str = "",
    start: int = 0,
    about: LevelName = HOME,
    facet: str | None = None,
    column: bool = False,
    loose: bool = False,
) -> SourcedClaim:
    """Returns a statement from short words ("no pets", "rent 3000")."""
    bare = words.removeprefix("no ")
    id, _, number = bare.partition(" ")
    amounts: tuple[Amount, ...] = ()
    if number:
        kind, unit = UNITS[id]
        amounts = (Amount(kind=kind, low=float(number), high=float(number), unit=unit, noun=id),)
    quote = quote or words
    claim = Claim(
        text=words,
        pattern=id,
        type=LOOK,
        level=HOME,
        quote=quote,
        source=f"s{rank}#{id}" if column else f"s{rank}",
        start=start,
        end=0 if column else start + len(quote),
        facet=Facet(facet) if facet else None,
        concept=ConceptId(id),
        amounts=amounts,
        negated=words.startswith("no "),
    )
    return SourcedClaim(claim=claim, age_rank=rank, about=about, stated=column, loose=loose)


def settled(*said: SourcedClaim) -> Reconciled:
    return Reconciler(PACK).reconcile(said)


def kept(*said: SourcedClaim) -> list[str]:
    """What is kept; a "?" behind what is disputed."""
    return [f"{claim.text}?" if claim.disputed else claim.text for claim in settled(*said).claims]


# --- between sources


def test_what_is_unsure_contradicts_nothing() -> None:
    vague = says("no pets")
    vague = replace(vague, claim=replace(vague.claim, unsure=True))
    assert kept(says("pets"), vague) == ["pets", "no pets"]
    assert kept(says("pets"), replace(vague, age_rank=1)) == ["pets", "no pets"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("pets", "no pets"),
        ("no pets", "pets"),
        ("dogs", "no pets"),
        ("no pets", "dogs"),
        ("walk-up", "elevator"),
        ("elevator", "walk-up"),
        ("carpets", "tiles"),
        ("rent 3000", "rent 2700"),
        ("no rent", "rent 2700"),
    ],
)
def test_of_two_sources_that_cannot_both_be_right_the_newer_one_stands(old: str, new: str) -> None:
    for order in ([says(old), says(new, rank=1)], [says(new, rank=1), says(old)]):
        assert kept(*order) == [new]
    assert settled(says(old), says(new, rank=1)).disputed == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [("pets", "no dogs"), ("no dogs", "cats"), ("no walk-up", "no elevator"), ("no walk-up", "elevator")],
)
def test_what_can_both_be_true_stays(old: str, new: str) -> None:
    assert kept(says(old), says(new, rank=1)) == [old, new]


def test_the_newer_source_ends_what_the_older_said_of_the_narrower_thing_but_not_its_own_exception() -> None:
    assert kept(says("cats"), says("dogs"), says("no pets", rank=1), says("cats", rank=1)) == ["no pets", "cats"]


def test_what_an_older_source_disputes_a_newer_one_settles() -> None:
    assert kept(says("pets"), says("no pets"), says("no pets", rank=1)) == ["no pets"]


def test_what_a_newer_source_disputes_the_older_does_not_settle() -> None:
    assert kept(says("pets"), says("pets", rank=1), says("no pets", rank=1)) == ["pets?", "no pets?"]


def test_a_home_on_a_loud_street_may_be_quiet() -> None:
    assert kept(says("bright"), says("dark", rank=1, about=AREA)) == ["bright", "dark"]
    assert kept(says("bright", facet="kitchen"), says("dark", rank=1, facet="bath")) == ["bright", "dark"]


def named(kind: str, text: str, *, rank: int, column: bool) -> SourcedClaim:
    claim = replace(says("pets").claim, text=text, pattern=text, concept=None, name=Name(kind=kind, text=text))
    return SourcedClaim(claim=claim, age_rank=rank, about=HOME, stated=column)


def test_a_newer_column_names_another_town_and_prose_names_whatever_is_near() -> None:
    old = named("town", "Kiel", rank=0, column=True)
    assert kept(old, named("town", "Bonn", rank=1, column=True)) == ["Bonn"]
    assert kept(old, named("town", "Bonn", rank=1, column=False)) == ["Kiel", "Bonn"]
    assert kept(named("street", "A", rank=0, column=True), named("street", "B", rank=1, column=True)) == ["A", "B"]


def test_a_clause_goes_with_the_claim_that_it_holds_unless_that_is_a_number() -> None:
    text = "dogs are very welcome"
    clause = replace(says("dogs", quote=text), clause=True)
    clause = replace(clause, claim=replace(clause.claim, text=text, pattern=text, concept=None))
    assert kept(says("dogs", quote=text), clause, says("no pets", rank=1)) == ["no pets"]
    assert kept(says("rent 3000", quote=text), clause, says("rent 2000", rank=1)) == [text, "rent 2000"]
    assert kept(says("pets", quote=text), clause, says("no pets", start=30)) == ["pets?", f"{text}?", "no pets?"]


def derived(words: str, base: SourcedClaim) -> SourcedClaim:
    said = says(words, rank=base.age_rank, column=base.stated)
    return replace(said, base=base.claim, claim=replace(said.claim, kind=ClaimKind.DERIVED))


def test_what_a_number_says_besides_goes_with_it() -> None:
    old, new = says("rent 9"), says("rent 5", rank=1)
    assert kept(old, derived("bright", old), new) == ["rent 5"]
    first, second = says("rent 9"), says("rent 5")
    assert kept(first, derived("bright", first), second) == ["rent 9?", "bright?", "rent 5?"]


# --- within one source


@pytest.mark.parametrize(
    ("one", "other"),
    [("pets", "no pets"), ("walk-up", "elevator"), ("rent 3000", "rent 2700"), ("rent 3000", "no rent")],
)
def test_a_source_that_contradicts_itself_keeps_both_with_each_others_words(one: str, other: str) -> None:
    found = settled(says(one, quote="one way"), says(other, quote="the other", start=20))
    assert [(claim.quote, claim.against) for claim in found.claims] == [
        ("one way", "the other"),
        ("the other", "one way"),
    ]
    assert [(clash.one.quote, clash.other.quote) for clash in found.disputed] == [("one way", "the other")]


@pytest.mark.parametrize(
    ("one", "other"), [("no pets", "cats"), ("dogs", "no pets"), ("pets", "no dogs"), ("carpets", "tiles")]
)
def test_an_exception_and_what_is_merely_unusual_are_no_contradiction(one: str, other: str) -> None:
    assert kept(says(one), says(other, start=20)) == [one, other]


def test_what_is_said_in_one_breath_is_an_offer_of_both() -> None:
    words = "old front, new wing"
    assert kept(says("old", quote=words), says("new", quote=words)) == ["old", "new"]
    assert kept(says("old", quote=words), says("new", quote=words), says("new", start=50)) == ["old", "new"]
    both_rents = "was 3,000, now 2,700"
    assert kept(says("rent 3000", quote=both_rents), says("rent 2700", quote=both_rents)) == [
        "rent 3000?",
        "rent 2700?",
    ]


def test_an_area_may_be_bright_here_and_dark_there() -> None:
    assert kept(says("bright", about=AREA), says("dark", start=20, about=AREA)) == ["bright", "dark"]
    assert kept(says("bright", about=AREA), says("no bright", start=20, about=AREA)) == ["bright?", "no bright?"]


def test_one_bedroom_may_be_bright_and_another_dark_unless_it_is_known_which_one_is_meant() -> None:
    loose = [says("bright", facet="bedroom", loose=True), says("dark", facet="bedroom", loose=True, start=9)]
    assert kept(*loose) == ["bright", "dark"]
    assert kept(*(replace(one, loose=False) for one in loose)) == ["bright?", "dark?"]
    kitchen = [says("bright", facet="kitchen", loose=True), says("dark", facet="kitchen", loose=True, start=9)]
    assert kept(*kitchen) == ["bright?", "dark?"]


def test_there_may_be_several_ways_to_the_subway() -> None:
    assert kept(says("subway 300"), says("subway 900", start=9)) == ["subway 300", "subway 900"]
    assert kept(says("subway"), says("no subway", start=9)) == ["subway", "no subway"]


# --- columns


def test_a_column_outranks_prose_of_its_source_and_what_differs_is_told() -> None:
    found = settled(says("rent 3000"), says("rent 2700", column=True))
    assert [claim.text for claim in found.claims] == ["rent 2700"]
    assert [(clash.one.text, clash.other.text) for clash in found.outranked] == [("rent 3000", "rent 2700")]
    assert found.disputed == ()
    assert kept(says("pets"), says("no pets", column=True)) == ["no pets"]


def test_prose_that_agrees_with_the_column_is_no_news() -> None:
    assert settled(says("rent 2700"), says("rent 2700", column=True)).outranked == ()


def test_an_exception_in_prose_stands_beside_the_column() -> None:
    assert kept(says("cats"), says("no pets", column=True)) == ["cats", "no pets"]


def test_what_follows_from_the_number_in_a_column_outranks_prose_too() -> None:
    column = says("bedrooms 2", column=True)
    assert kept(says("dark"), column, derived("bright", column)) == ["bedrooms 2", "bright"]


def test_two_columns_that_differ_are_disputed() -> None:
    assert kept(says("rent 3000", column=True, quote="a"), says("rent 2700", column=True, quote="b")) == [
        "rent 3000?",
        "rent 2700?",
    ]


def test_prose_of_a_newer_source_stands_before_an_older_column() -> None:
    assert kept(says("rent 3000", column=True), says("rent 2700", rank=1)) == ["rent 2700"]


# --- always

CLAIMS = st.lists(
    st.builds(
        says,
        st.sampled_from(
            [
                "pets",
                "no pets",
                "dogs",
                "no dogs",
                "cats",
                "walk-up",
                "elevator",
                "no elevator",
                "rent 3",
                "rent 2",
                "rent",
            ]
        ),
        rank=st.integers(0, 2),
        quote=st.sampled_from(["q", "qq"]),
        start=st.integers(0, 3),
        column=st.booleans(),
    ),
    max_size=8,
)


@given(CLAIMS)
def test_the_newest_source_is_always_heard(claims: list[SourcedClaim]) -> None:
    """Each thing its prose says is kept or outranked by its column, or something that says the same about the same."""
    found = settled(*claims)
    newest = max((one.age_rank for one in claims), default=0)
    heard = {(claim.concept, claim.negated) for claim in found.claims}
    heard |= {(clash.one.concept, clash.one.negated) for clash in found.outranked}
    for one in claims:
        if one.age_rank == newest:
            assert (one.claim.concept, one.claim.negated) in heard


@given(CLAIMS)
def test_nothing_undisputed_is_contradicted_by_the_same_concept(claims: list[SourcedClaim]) -> None:
    sure = [claim for claim in settled(*claims).claims if not claim.disputed]
    polarity: dict[object, set[bool]] = {}
    for claim in sure:
        polarity.setdefault(claim.concept, set()).add(claim.negated)
    assert all(len(ways) == 1 for ways in polarity.values())


@given(CLAIMS)
def test_the_order_of_claims_changes_no_verdict(claims: list[SourcedClaim]) -> None:
    def outcome(said: list[SourcedClaim]) -> set[tuple[str, bool]]:
        return {(claim.text, claim.disputed) for claim in settled(*said).claims}

    assert outcome(claims) == outcome(list(reversed(claims)))


def test_a_text_that_goes_on_for_ever_is_settled_at_once() -> None:
    words = ["pets", "no pets", "dogs", "walk-up", "elevator"]
    said = [says(words[i % 5], start=i) for i in range(10_000)] + [says(f"rent {i}", start=i) for i in range(10_000)]
    assert len(settled(*said).claims) <= 105


def test_the_packs_say_what_ends_what() -> None:
    """The steps that the issue names hold in the shipped pack."""
    pack = shared_pack("rentals")
    home = LevelName("apartment")

    def claims(*words: str) -> list[str]:
        said = [replace(says(word.replace(" ", "~"), rank=rank), about=home) for rank, word in enumerate(words)]
        said = [
            replace(
                one, claim=replace(one.claim, concept=ConceptId(word.removeprefix("no ")), negated=word[:3] == "no ")
            )
            for one, word in zip(said, words, strict=True)
        ]
        return [claim.concept or "" for claim in Reconciler(pack).reconcile(said).claims]

    assert claims("dogs allowed", "no pets allowed") == ["pets allowed"]
    assert claims("walk-up", "elevator") == ["elevator"]
    assert claims("garage", "no parking") == ["parking"]
