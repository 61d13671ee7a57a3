"""What phrases imply and exclude."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.model.amounts import AmountKind, Slot
from claimtree.model.claims import ConceptId, LevelName, Name, TypeName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.pack import AmountSpec, Concept, NameKind, OtherName, Pack, Step, TypeSpec
from claimtree.model.phrases import Phrase
from claimtree.text.implications import FIRM, expand

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


def test_an_exclusion_that_is_not_firm_is_not_turned_round() -> None:
    pack = pack_of(concept("thin walls", excludes("quiet", 0.85)), concept("quiet"))
    assert follows(pack, said("thin walls")) == {"quiet": ("excludes", 0.85)}
    assert follows(pack, said("quiet")) == {}


def test_only_firm_steps_are_joined() -> None:
    """Cats are pets, and pets are mostly dogs too; that cats are allowed says nothing about dogs."""
    pack = pack_of(concept("cats", implies("pets")), concept("pets", implies("dogs", 0.86)), concept("dogs"))
    assert follows(pack, said("cats")) == {"pets": ("implies", 1.0)}
    pack = pack_of(concept("loft", implies("airy", 0.86)), concept("airy", excludes("cramped")), concept("cramped"))
    assert follows(pack, said("loft")) == {"airy": ("implies", 0.86)}


DOORS = pack_of(
    concept("doorman", implies("staffed")),
    concept("staffed", excludes("unstaffed")),
    concept("unstaffed", excludes("concierge"), implies("open door")),
    concept("concierge"),
    concept("open door"),
)


def test_what_is_implied_excludes_in_turn() -> None:
    assert follows(DOORS, said("doorman"))["unstaffed"] == ("excludes", 1.0)


def test_what_is_excluded_excludes_and_implies_nothing() -> None:
    assert "concierge" not in follows(DOORS, said("staffed"))
    assert "open door" not in follows(DOORS, said("staffed"))


def test_excluding_goes_both_ways() -> None:
    assert follows(CHAIN, said("cramped")) == {"airy": ("excludes", 0.9), "high ceilings": ("excludes", 0.81)}


def test_denying_what_is_excluded_says_nothing() -> None:
    assert follows(CHAIN, said("cramped", negated=True)) == {}


def test_a_step_less_sure_than_half_says_nothing() -> None:
    pack = pack_of(concept("a", implies("b", 0.5), implies("c", 0.49)), concept("b"), concept("c"))
    assert follows(pack, said("a")) == {"b": ("implies", 0.5)}


def test_the_surest_way_counts() -> None:
    pack = pack_of(concept("a", implies("b"), implies("c", 0.6)), concept("b", implies("c", 0.9)), concept("c"))
    assert follows(pack, said("a"))["c"] == ("implies", 0.9)


def test_what_is_implied_and_excluded_alike_says_nothing() -> None:
    pack = pack_of(
        concept("a", implies("b"), implies("c")), concept("b", implies("d")), concept("c", excludes("d")), concept("d")
    )
    assert set(follows(pack, said("a"))) == {"b", "c"}


def test_where_ways_contradict_each_other_the_shorter_one_is_right() -> None:
    pack = pack_of(concept("a", implies("b"), excludes("c", 0.6)), concept("b", implies("c")), concept("c"))
    assert follows(pack, said("a"))["c"] == ("excludes", 0.6)


def test_of_two_ways_as_short_the_surer_one_is_right() -> None:
    pack = pack_of(concept("a", implies("b", 0.8)), concept("b", excludes("a", 0.95)))
    assert follows(pack, said("a")) == {"b": ("excludes", 0.95)}


def test_nothing_leads_back_to_the_concept_itself() -> None:
    pack = pack_of(concept("a", implies("b")), concept("b", implies("a")))
    assert follows(pack, said("a")) == {"b": ("implies", 1.0)}


def test_what_is_only_said_of_a_part_does_not_follow_for_the_whole() -> None:
    pack = pack_of(concept("a", implies("b"), levels=(CITY,)), concept("b", levels=(HOME,)))
    assert follows(pack, said("a", level=CITY)) == {}


def test_what_is_only_said_of_the_whole_follows_as_its_part_says_it() -> None:
    """A view of the park is a park near by, and a listing's word for it, as when the listing says so itself."""
    pack = pack_of(concept("park view", implies("park")), concept("park", levels=(CITY,)))
    derived, _ = expand([said("park view")], pack)
    assert [(phrase.pattern, phrase.level) for phrase in derived] == [("park", HOME)]


MOOD = TypeName("mood")
STREET = pack_of(
    Concept(id=ConceptId("noisy"), type=KIND, levels=(HOME, CITY), wording="noisy", type_at={CITY: MOOD},
            steps=(excludes("quiet"),)),
    Concept(id=ConceptId("quiet"), type=KIND, levels=(HOME, CITY), wording="quiet", type_at={CITY: MOOD}),
    Concept(id=ConceptId("trains"), type=MOOD, levels=(CITY,), wording="trains", steps=(implies("noisy"),)),
)  # fmt: skip


def types_of(base: Phrase) -> set[tuple[str, TypeName, LevelName]]:
    derived, _ = expand([base], STREET)
    return {(phrase.pattern, phrase.type, phrase.level) for phrase in derived}


def test_what_a_listing_says_of_its_street_follows_for_the_street_and_for_the_home() -> None:
    trains = Phrase(pattern="trains", type=MOOD, level=HOME, concept=ConceptId("trains"))
    assert ("noisy", MOOD, HOME) in types_of(trains)
    assert ("noisy", KIND, HOME) in types_of(trains)
    street = Phrase(pattern="noisy", type=MOOD, level=HOME, concept=ConceptId("noisy"))
    assert types_of(street) >= {("quiet", MOOD, HOME), ("quiet", KIND, HOME)}


def test_what_is_said_of_the_home_does_not_follow_for_its_street() -> None:
    home = Phrase(pattern="noisy", type=KIND, level=HOME, concept=ConceptId("noisy"))
    assert ("quiet", KIND, HOME) in types_of(home)
    assert ("quiet", MOOD, HOME) not in types_of(home)


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


DistanceLine = tuple[int, float]


def ways(steps: list[list[Step]], start: str, end: str, *, excluding: bool) -> list[DistanceLine]:
    """By brute force: the length and sureness of each way that is allowed to lead from one concept to another.

    An implication, or an exclusion from either end; an implication first and then one of them; an exclusion first and
    then an implication backwards, from what is denied to what would imply it.
    """
    flat = [
        (one, str(step.to), step.discount, step.excludes) for one, own in zip(IDS, steps, strict=True) for step in own
    ]
    forth = {(one, to): sure for one, to, sure, no in sorted(flat, key=lambda step: step[2]) if not no}
    apart: dict[tuple[str, str], float] = {}
    for one, to, sure, no in sorted(flat, key=lambda step: step[2]):
        if no:
            apart[one, to] = max(sure, apart.get((one, to), 0.0))
            if sure >= FIRM:
                apart[to, one] = max(sure, apart.get((to, one), 0.0))
    last = apart if excluding else forth
    found = [(1, last[start, end])] if (start, end) in last else []
    for middle in set(IDS) - {start, end}:
        pairs = [(forth.get((start, middle), 0.0), last.get((middle, end), 0.0))]
        if excluding:
            pairs.append((apart.get((start, middle), 0.0), forth.get((end, middle), 0.0)))
        found += [(2, first * second) for first, second in pairs if min(first, second) >= FIRM]
    return found


@given(st.lists(st.lists(STEPS, max_size=3), min_size=4, max_size=4))
def test_what_follows_is_the_surest_allowed_way_and_nothing_else(steps: list[list[Step]]) -> None:
    pack = pack_of(*(concept(id, *own) for id, own in zip(IDS, steps, strict=True)))
    for a, b in itertools.permutations(IDS, 2):
        for_it, against = ways(steps, a, b, excluding=False), ways(steps, a, b, excluding=True)

        def standing(found: list[DistanceLine]) -> tuple[int, float]:
            """How well one side stands: the shortest way first, then the surest of all."""
            return (-min(length for length, _ in found), max(sure for _, sure in found)) if found else (-9, 0.0)

        expected = None
        if standing(for_it) > standing(against):
            expected = ("implies", round(standing(for_it)[1], 4))
        elif standing(against) > standing(for_it):
            expected = ("excludes", round(standing(against)[1], 4))
        assert follows(pack, said(a)).get(b) == expected


@given(st.lists(st.lists(STEPS, max_size=3), min_size=4, max_size=4))
def test_from_a_denial_nothing_is_ever_implied(steps: list[list[Step]]) -> None:
    pack = pack_of(*(concept(id, *own) for id, own in zip(IDS, steps, strict=True)))
    for a in IDS:
        assert all(how == "excludes" for how, _ in follows(pack, said(a, negated=True)).values())


@given(st.lists(st.lists(STEPS.filter(lambda step: step.excludes), max_size=3), min_size=4, max_size=4))
def test_the_opposite_of_an_opposite_says_nothing(steps: list[list[Step]]) -> None:
    pack = pack_of(*(concept(id, *own) for id, own in zip(IDS, steps, strict=True)))
    for a, own in zip(IDS, steps, strict=True):
        named = {str(step.to) for step in own}
        naming = {b for b, theirs in zip(IDS, steps, strict=True) for step in theirs if step.to == a}
        assert set(follows(pack, said(a))) <= (named | naming) - {a}
        assert follows(pack, said(a, negated=True)) == {}


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


def test_what_follows_from_a_disputed_phrase_is_disputed_and_never_meets_the_undisputed() -> None:
    pack = pack_of(concept("doorman", implies("staffed"), excludes("empty")), concept("staffed"), concept("empty"))
    plain, edges = expand([said("doorman")], pack)
    disputed, same = expand([replace(said("doorman"), disputed=True)], pack)
    assert {phrase.concept for phrase in disputed} == {phrase.concept for phrase in plain}
    assert all(phrase.disputed for phrase in disputed)
    assert sorted(edge.excludes for edge in same) == sorted(edge.excludes for edge in edges)
