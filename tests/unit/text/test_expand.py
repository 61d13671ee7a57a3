"""What phrases imply and exclude."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.model.amounts import AmountKind, Slot
from claimtree.model.claims import ConceptId, LevelName, Name, TypeName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.pack import AmountSpec, Concept, NameKind, OtherName, Pack, Step, TypeSpec
from claimtree.model.phrases import Phrase
from claimtree.text.expand import FIRM, expand

CITY, HOME = LevelName("city"), LevelName("home")
KIND = TypeName("feature")


def concept(id: str, *steps: Step, levels: tuple[LevelName, ...] = (HOME,), amount: bool = False) -> Concept:
    spec = AmountSpec(kind=AmountKind.AREA, unit="m2") if amount else None
    return Concept(
        id=ConceptId(id),
        type=KIND,
        levels=levels,
        wording=f"{{facet}} {id} _" if amount else id,
        steps=steps,
        amount=spec,
    )


def implies(to: str, discount: float = 1.0) -> Step:
    return Step(to=ConceptId(to), discount=discount)


def excludes(to: str, discount: float = 1.0) -> Step:
    return Step(to=ConceptId(to), discount=discount, excludes=True)


def pack_of(*concepts: Concept, names: tuple[NameKind, ...] = ()) -> Pack:
    return Pack(
        name="tiny",
        version=1,
        languages=("en",),
        title="Tiny",
        hierarchy=Hierarchy(levels=(CITY, HOME), answers=HOME),
        level_weights={CITY: 0.5, HOME: 0.5},
        types={KIND: TypeSpec(name=KIND, about="", levels=(HOME,), examples=())},
        default_type=KIND,
        concepts={one.id: one for one in concepts},
        names={one.name: one for one in names},
    )


def said(id: str, *, negated: bool = False, level: LevelName = HOME) -> Phrase:
    return Phrase(pattern=id, type=KIND, level=level, concept=ConceptId(id), negated=negated)


def follows(pack: Pack, base: Phrase) -> dict[str, tuple[str, float]]:
    """Pattern of what follows to how, for reading."""
    derived, edges = expand([base], pack)
    patterns = {phrase.id: phrase.pattern for phrase in derived}
    assert {edge.derived for edge in edges} == set(patterns)
    assert all(edge.base == base.id for edge in edges)
    return {
        patterns[edge.derived]: ("excludes" if edge.excludes else "implies", round(edge.discount, 4)) for edge in edges
    }


CHAIN = pack_of(
    concept("loft", implies("high ceilings", 0.9)),
    concept("high ceilings", implies("airy", 0.9)),
    concept("airy", implies("pleasant", 0.9), excludes("cramped", 0.9)),
    concept("pleasant"),
    concept("cramped"),
)


def test_what_is_implied_is_implied_with_its_discount() -> None:
    assert follows(CHAIN, said("airy")) == {"pleasant": ("implies", 0.9), "cramped": ("excludes", 0.9)}


def test_two_steps_multiply_and_a_third_is_not_taken() -> None:
    assert follows(CHAIN, said("loft")) == {"high ceilings": ("implies", 0.9), "airy": ("implies", 0.81)}


def test_denying_what_is_implied_denies_what_implies_it() -> None:
    assert follows(CHAIN, said("airy", negated=True)) == {
        "high ceilings": ("excludes", 0.9),
        "loft": ("excludes", 0.81),
    }


def test_an_implication_that_is_not_firm_is_not_turned_round() -> None:
    pack = pack_of(concept("pets", implies("dogs", 0.86)), concept("dogs"))
    assert follows(pack, said("pets")) == {"dogs": ("implies", 0.86)}
    assert follows(pack, said("dogs", negated=True)) == {}


def test_excluding_goes_both_ways() -> None:
    assert follows(CHAIN, said("cramped")) == {"airy": ("excludes", 0.9), "high ceilings": ("excludes", 0.81)}


def test_denying_what_is_excluded_says_nothing() -> None:
    assert follows(CHAIN, said("cramped", negated=True)) == {}


def test_a_chain_less_sure_than_half_says_nothing() -> None:
    pack = pack_of(concept("a", implies("b", 0.7)), concept("b", implies("c", 0.7)), concept("c"))
    assert follows(pack, said("a")) == {"b": ("implies", 0.7)}


def test_the_surest_way_counts() -> None:
    pack = pack_of(concept("a", implies("b"), implies("c", 0.6)), concept("b", implies("c", 0.9)), concept("c"))
    assert follows(pack, said("a"))["c"] == ("implies", 0.9)


def test_what_is_implied_and_excluded_alike_says_nothing() -> None:
    pack = pack_of(
        concept("a", implies("b"), implies("c")), concept("b", implies("d")), concept("c", excludes("d")), concept("d")
    )
    assert set(follows(pack, said("a"))) == {"b", "c"}


def test_nothing_leads_back_to_the_concept_itself() -> None:
    pack = pack_of(concept("a", implies("b")), concept("b", implies("a")))
    assert follows(pack, said("a")) == {"b": ("implies", 1.0)}


def test_a_concept_that_cannot_be_said_there_is_left_out() -> None:
    pack = pack_of(concept("a", implies("b")), concept("b", levels=(CITY,)))
    assert follows(pack, said("a")) == {}


def test_a_concept_with_an_amount_follows_without_one() -> None:
    pack = pack_of(concept("a", implies("area")), concept("area", amount=True))
    assert follows(pack, said("a")) == {"area": ("implies", 1.0)}


def test_denying_an_amount_denies_nothing_else() -> None:
    pack = pack_of(concept("a", implies("area")), concept("area", amount=True))
    base = Phrase(
        pattern="area _",
        type=KIND,
        level=HOME,
        concept=ConceptId("area"),
        negated=True,
        slots=(Slot(kind=AmountKind.AREA, unit="m2"),),
    )
    assert follows(pack, base) == {}


PLACES = pack_of(
    concept("subway", implies("transit", 0.9)),
    concept("transit"),
    names=(
        NameKind(
            name="area", type=KIND, level=HOME, wording="in {name}", other=OtherName.REFUTES,
            entries={"Dumbo": ()}, within={"Dumbo": ("borough", "Brooklyn")},
        ),
        NameKind(
            name="borough", type=KIND, level=HOME, wording="within {name}", other=OtherName.REFUTES,
            entries={"Brooklyn": ()}, within={"Brooklyn": ("area", "Dumbo")},
        ),
        NameKind(
            name="line", type=KIND, level=HOME, wording="near the {name}", other=OtherName.OPEN,
            entries={"L": ()}, concept=ConceptId("subway"),
        ),
    ),
)  # fmt: skip


def named(kind: str, text: str, *, negated: bool = False) -> Phrase:
    return Phrase(pattern=text, type=KIND, level=HOME, name=Name(kind=kind, text=text), negated=negated)


def test_a_place_is_within_what_contains_it_even_if_the_pack_runs_in_a_circle() -> None:
    assert follows(PLACES, named("area", "Dumbo")) == {"within Brooklyn": ("implies", 1.0)}


def test_not_being_there_says_nothing_about_what_contains_it() -> None:
    assert follows(PLACES, named("area", "Dumbo", negated=True)) == {}


def test_a_name_says_the_concept_of_its_kind_and_what_follows() -> None:
    assert follows(PLACES, named("line", "L")) == {"subway": ("implies", 1.0), "transit": ("implies", 0.9)}
    assert follows(PLACES, named("line", "L", negated=True)) == {}


def test_an_unknown_concept_or_kind_of_name_follows_to_nothing() -> None:
    assert follows(CHAIN, said("has kitchen")) == {}
    assert follows(CHAIN, named("street", "Broadway")) == {}


IDS = "abcd"
STEPS = st.builds(
    lambda to, discount, excluded: Step(to=ConceptId(to), discount=discount, excludes=excluded),
    st.sampled_from(IDS),
    st.sampled_from([0.5, 0.7, 0.8, 0.9, 1.0]),
    st.booleans(),
)


@given(st.lists(st.lists(STEPS, max_size=3), min_size=4, max_size=4))
def test_following_is_its_own_contraposition(steps: list[list[Step]]) -> None:
    """Whatever A firmly implies, its denial excludes A, and as surely."""
    firm = [[step for step in own if step.excludes or step.discount >= FIRM] for own in steps]
    pack = pack_of(*(concept(id, *own) for id, own in zip(IDS, firm, strict=True)))
    for a, b in itertools.permutations(IDS, 2):
        there = follows(pack, said(a)).get(b)
        if there is not None and there[0] == "implies":
            how, discount = follows(pack, said(b, negated=True))[a]
            assert how == "excludes"
            assert discount == pytest.approx(there[1])


@given(st.lists(st.lists(STEPS, max_size=3), min_size=4, max_size=4), st.booleans())
def test_expanding_together_is_expanding_one_by_one(steps: list[list[Step]], negated: bool) -> None:
    pack = pack_of(*(concept(id, *own) for id, own in zip(IDS, steps, strict=True)))
    bases = [said(id, negated=negated) for id in IDS]
    together = expand(bases, pack)
    alone = [expand([base], pack) for base in bases]
    assert set(together[0]) == {phrase for derived, _ in alone for phrase in derived}
    assert set(together[1]) == {edge for _, edges in alone for edge in edges}
    assert all(edge.discount >= 0.5 for edge in together[1])
    assert len({(edge.base, edge.derived) for edge in together[1]}) == len(together[1])
