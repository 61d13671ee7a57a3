"""Which phrases answer a wish, how surely, and what a wish is worth."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.model.amounts import Amount, AmountKind, Slot
from claimtree.model.claims import ClaimId, ConceptId, Facet, LevelName, Name, QueryClaim, TypeName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.pack import Curve, EvidenceRule, NameKind, OtherName, Pack, TypeSpec
from claimtree.model.phrases import Edge, Partition, Phrase, PhraseId, Vectors
from claimtree.model.plans import FULL_SCORE, GRADES, PhraseMatch, Plan
from claimtree.ports import Store
from claimtree.search.phrase_index import Vocabulary
from claimtree.search.resolve import resolve

AREA, HOME, ROOM = LevelName("area"), LevelName("home"), LevelName("room")
LOOK, RULE, MOOD, PLACE = map(TypeName, ("look", "rule", "mood", "place"))


def spec(type: TypeName, threshold: float = 0.75) -> TypeSpec:
    return TypeSpec(name=type, about="", levels=(HOME, ROOM, AREA), examples=(), threshold=threshold)


PACK = Pack(
    name="tiny", version=1, languages=("en",), title="Tiny", default_type=LOOK,
    hierarchy=Hierarchy(levels=(AREA, HOME, ROOM), answers=HOME),
    level_weights={AREA: 0.25, HOME: 0.4, ROOM: 0.35},
    types={type: spec(type) for type in (LOOK, RULE, MOOD, PLACE)},
    names={
        "town": NameKind(
            name="town", type=PLACE, level=AREA, wording="in {name}", other=OtherName.REFUTES,
            entries={"Kiel": ("kiel bay",), "Laboe": (), "Schilksee": ()},
            within={"Schilksee": ("town", "Kiel")},
        ),
        "line": NameKind(name="line", type=PLACE, level=AREA, wording="near {name}", other=OtherName.OPEN),
        "maker": NameKind(name="maker", type=PLACE, level=AREA, wording="by {name}", other=OtherName.REFUTES),
        "spot": NameKind(
            name="spot", type=PLACE, level=AREA, wording="near {name}", other=OtherName.OPEN, open="near"
        ),
    },
    evidence=(
        EvidenceRule(level=HOME, types=frozenset({LOOK}), by_level=ROOM, by_types=frozenset({LOOK}), proves=0.5),
        EvidenceRule(
            level=ROOM, types=frozenset({LOOK}), by_level=HOME, by_types=frozenset({LOOK}), proves=0.75, refutes=0.5
        ),
        EvidenceRule(
            level=HOME, types=frozenset({LOOK}), by_level=HOME, by_types=frozenset({MOOD}), proves=0.5, refutes=0.25
        ),
        EvidenceRule(level=HOME, types=frozenset({LOOK}), by_level=HOME, by_types=frozenset({MOOD}), proves=0.25),
    ),
    curves={"by hand": {LOOK: Curve(slope=10, offset=-5)}},
)  # fmt: skip


class Shelves:
    """A store that has phrases and edges, and nothing to rank."""

    def __init__(self, phrases: Mapping[Phrase, Sequence[float]], edges: Sequence[Edge] = ()) -> None:
        self._edges = edges
        by_key: dict[tuple[LevelName, TypeName], list[Phrase]] = {}
        for phrase in sorted(phrases, key=lambda phrase: phrase.id):
            by_key.setdefault((phrase.level, phrase.type), []).append(phrase)
        self._partitions = {
            (level, type): Partition(
                level=level, type=type, phrases=tuple(found),
                vectors=Vectors.from_floats(np.array([phrases[phrase] for phrase in found], np.float32)),
            )
            for (level, type), found in by_key.items()
        }  # fmt: skip

    def partitions(self, keys: Collection[tuple[LevelName, TypeName]]) -> Sequence[Partition]:
        return [self._partitions[key] for key in sorted(keys) if key in self._partitions]

    def edges(self, derived: Collection[PhraseId]) -> Sequence[Edge]:
        return [edge for edge in self._edges if edge.derived in derived]


class ByHand:
    """Every wish points along the first axis; phrases are placed around it by hand."""

    name = "by hand"
    dimensions = 2

    def embed(self, texts: Sequence[str]) -> Vectors:
        return Vectors.from_floats(np.array([[1.0, 0.0]] * len(texts), np.float32).reshape(-1, 2))


FAR = (0.0, 1.0)
NEAR = (1.0, 0.0)


def phrase(
    concept: str | None = None, *, level: LevelName = HOME, type: TypeName = LOOK, negated: bool = False,
    name: Name | None = None, slots: tuple[Slot, ...] = (), pattern: str = "",
) -> Phrase:  # fmt: skip
    id = ConceptId(concept) if concept else None
    words = pattern or concept or (name.text if name else "words")
    return Phrase(pattern=words, type=type, level=level, negated=negated, concept=id, name=name, slots=slots)


def wish(
    concept: str | None = None, *, level: LevelName = HOME, type: TypeName = LOOK, negated: bool = False,
    name: Name | None = None, amounts: tuple[Amount, ...] = (), weight: float = 0.7, or_group: int | None = None,
) -> QueryClaim:  # fmt: skip
    id = ConceptId(concept) if concept else None
    return QueryClaim(
        id=ClaimId("c1"), text="", pattern="wish", type=type, level=level, quote="", concept=id, name=name,
        amounts=amounts, negated=negated, weight=weight, or_group=or_group,
    )  # fmt: skip


def plan(
    claims: Sequence[QueryClaim],
    phrases: Mapping[Phrase, Sequence[float]] | None = None,
    edges: Sequence[Edge] = (),
    **options: Any,
) -> Plan:
    store = cast(Store, Shelves(phrases or {}, edges))
    return resolve(claims, PACK, Vocabulary(store), ByHand(), **options)


def matches(claim: QueryClaim, *phrases: Phrase, at: Sequence[float] = FAR) -> list[tuple[int, int]]:
    """(holds, fails) for each phrase, (0, 0) where it says nothing."""
    found = {match.phrase: match for match in plan([claim], dict.fromkeys(phrases, at)).wishes[0].matches}
    nothing = PhraseMatch(phrase=PhraseId(0), level=HOME, holds=0)
    return [(found.get(one.id, nothing).holds, found.get(one.id, nothing).fails) for one in phrases]


# --- what is disputed -----------------------------------------------------------------------------------------------


def test_what_its_source_disputes_is_shown_and_counts_for_nothing_however_it_is_found() -> None:
    said, denied = replace(phrase("dogs"), disputed=True), replace(phrase("dogs", negated=True), disputed=True)
    alike = replace(phrase(), disputed=True)
    (found,) = plan([wish("dogs")], dict.fromkeys([said, denied, alike], NEAR)).wishes
    assert found.matches == ()
    assert {match.phrase: match.holds for match in found.doubtful} == {said.id: 16, denied.id: -16, alike.id: 16}


def test_what_a_disputed_phrase_implies_is_disputed_where_only_the_step_is_known() -> None:
    derived = replace(phrase("dogs"), disputed=True)
    edges = [Edge(base=PhraseId(7), derived=derived.id, excludes=True, discount=1.0)]
    (found,) = plan([wish("dogs")], {derived: FAR}, edges).wishes
    (doubted,) = [match for match in found.doubtful if match.phrase == PhraseId(7)]
    assert (found.matches, doubted.holds, found.says(PhraseId(7))) == ((), -16, doubted)


# --- concepts and likeness ------------------------------------------------------------------------------------------


def test_the_same_concept_answers_in_full_whatever_its_wording() -> None:
    assert matches(wish("dogs"), phrase("dogs"), phrase("dogs", pattern="woof")) == [(16, 0), (16, 0)]


def test_two_known_concepts_are_never_matched_by_likeness() -> None:
    assert matches(wish("dogs"), phrase("cats"), at=NEAR) == [(0, 0)]


@pytest.mark.parametrize(("asked", "stored"), [("dogs", None), (None, "dogs"), (None, None)])
def test_likeness_decides_where_one_side_has_no_concept(asked: str | None, stored: str | None) -> None:
    assert matches(wish(asked), phrase(stored), at=NEAR) == [(16, 0)]
    assert matches(wish(asked), phrase(stored), at=FAR) == [(0, 0)]


def test_likeness_below_the_threshold_counts_for_nothing() -> None:
    # The curve gives 1 / (1 + exp(5 - 10 x)): 0.76 at a cosine of 0.615 and 0.74 at 0.605.
    for cosine, grade in ((0.62, 12), (0.60, 0)):
        assert matches(wish(), phrase(), at=(cosine, (1 - cosine**2) ** 0.5)) == [(grade, 0)]


def test_without_a_curve_only_words_decide() -> None:
    assert matches(wish(type=RULE), phrase(type=RULE), at=NEAR) == [(0, 0)]


def test_an_asked_amount_is_never_a_matter_of_likeness() -> None:
    asked = Amount(kind=AmountKind.AREA, unit="m2", low=10)
    assert matches(wish(amounts=(asked,)), phrase(slots=(asked.slot,)), at=NEAR) == [(0, 0)]


def test_a_name_is_never_matched_by_likeness() -> None:
    kiel = Name(kind="town", text="Kiel")
    assert matches(wish(), phrase(name=kiel), at=NEAR) == [(0, 0)]
    assert matches(wish(name=kiel), phrase(), at=NEAR) == [(0, 0)]


@pytest.mark.parametrize(
    ("negated_wish", "negated_phrase", "holds"),
    [(False, False, 16), (False, True, -16), (True, False, -16), (True, True, 16)],
)
def test_a_negation_on_either_side_turns_the_answer_round(negated_wish: bool, negated_phrase: bool, holds: int) -> None:
    assert matches(wish("dogs", negated=negated_wish), phrase("dogs", negated=negated_phrase)) == [(holds, 0)]


# --- names ----------------------------------------------------------------------------------------------------------


def town(text: str, kind: str = "town") -> Name:
    return Name(kind=kind, text=text)


@pytest.mark.parametrize(
    ("asked", "stored", "negated", "holds"),
    [
        (town("Kiel"), town("Kiel"), False, 16),
        (town("Kiel"), town("Laboe"), False, -16),
        (town("Kiel"), town("Kiel"), True, -16),
        (town("Kiel"), town("Laboe"), True, 0),
        (town("Kiel"), town("Schilksee"), False, 0),
        (town("Schilksee"), town("Kiel"), False, 0),
        (town("U1", "line"), town("U1", "line"), False, 16),
        (town("U1", "line"), town("U2", "line"), False, 0),
        (town("Kiel"), town("Kiel", "line"), False, 16),
        (town("kiel"), town("Kiel", "line"), True, -16),
        (town("Kiel"), town("U1", "line"), False, 0),
        # What is near a place need not be in it; what is in it is near.
        (town("Kiel"), town("Kiel", "spot"), False, 0),
        (town("Kiel"), town("Kiel", "spot"), True, -16),
        (town("Kiel", "spot"), town("Kiel"), False, 16),
        (town("Kiel", "spot"), town("Kiel"), True, 0),
        # Makers do not lie in one another: one that no list has is another one.
        (town("Lumo", "maker"), town("Kanto", "maker"), False, -16),
        # Nobody knows whether a place that no list has lies in one that a list has, or the other way round.
        (town("Nowhere"), town("Kiel"), False, 0),
        (town("Kiel"), town("Nowhere"), False, 0),
        (town("Nowhere"), town("Elsewhere"), False, 0),
    ],
)
def test_names_match_by_name_and_another_of_the_kind_refutes_or_stays_open(
    asked: Name, stored: Name, negated: bool, holds: int
) -> None:
    asked_wish = wish(name=asked, level=AREA, type=PLACE)
    assert matches(asked_wish, phrase(name=stored, level=AREA, type=PLACE, negated=negated)) == [(holds, 0)]


@pytest.mark.parametrize(
    ("languages", "asked", "stated", "holds"),
    [
        (("id", "en"), "South Tangerang", "Tangerang Selatan", True),
        (("id", "en"), "South Tangerang", "Tangerang", False),
        (("id", "en"), "South Quarter", "South Quarter", True),
        (("en",), "South Tangerang", "Tangerang Selatan", False),
    ],
)
def test_a_part_is_found_by_its_name_in_english(
    languages: tuple[str, ...], asked: str, stated: str, holds: bool
) -> None:
    stored = phrase(name=town(stated), level=AREA, type=PLACE)
    store = cast(Store, Shelves({stored: FAR}))
    pack = replace(PACK, languages=languages)
    found = resolve([wish(name=town(asked), level=AREA, type=PLACE)], pack, Vocabulary(store), ByHand())
    assert any(match.phrase == stored.id and match.holds for match in found.wishes[0].matches) is holds


def test_what_lies_within_a_named_place_answers_by_its_edge() -> None:
    inside = phrase(name=town("Schilksee"), level=AREA, type=PLACE)
    around = phrase(name=town("Kiel"), level=AREA, type=PLACE)
    edge = Edge(base=inside.id, derived=around.id, excludes=False, discount=1.0)
    asked = wish(name=town("Kiel"), level=AREA, type=PLACE)
    found = plan([asked], {inside: FAR, around: FAR}, [edge]).wishes[0].matches
    assert {match.phrase: match.holds for match in found} == {inside.id: 16, around.id: 16}


# --- amounts --------------------------------------------------------------------------------------------------------

OVER_12 = Amount(kind=AmountKind.AREA, unit="m2", noun="kitchen", low=12, low_open=True)


def slot(kind: AmountKind = AmountKind.AREA, unit: str = "m2", noun: str = "kitchen") -> Slot:
    return Slot(kind=kind, unit=unit, noun=noun)


@pytest.mark.parametrize(
    ("slots", "answer"),
    [
        ((slot(),), (16, -16)),
        ((slot(noun=""),), (16, -16)),
        ((slot(noun="bedroom"),), (0, 0)),
        ((slot(unit="ft2"),), (0, 0)),
        ((slot(kind=AmountKind.COUNT),), (0, 0)),
        ((), (0, 0)),
    ],
)
def test_an_asked_amount_needs_a_slot_it_can_be_compared_with(slots: tuple[Slot, ...], answer: tuple[int, int]) -> None:
    assert matches(wish("area", amounts=(OVER_12,)), phrase("area", slots=slots)) == [answer]


def test_a_negated_wish_for_an_amount_turns_both_ends_round() -> None:
    asked = wish("area", amounts=(OVER_12,), negated=True)
    assert matches(asked, phrase("area", slots=(slot(),))) == [(-16, 16)]


def test_a_denied_amount_says_nothing_about_other_amounts() -> None:
    asked = wish("area", amounts=(OVER_12,))
    assert matches(asked, phrase("area", slots=(slot(),), negated=True)) == [(-16, 0)]


def test_each_asked_amount_takes_a_slot_of_its_own() -> None:
    asked = wish("sides", amounts=(replace(OVER_12, noun=""), replace(OVER_12, noun="")))
    two = phrase("sides", slots=(slot(noun="length"), slot(noun="width")))
    one = phrase("sides", slots=(slot(noun="length"),))
    (match,) = plan([asked], {two: FAR, one: FAR}).wishes[0].matches
    assert (match.phrase, match.slots) == (two.id, (0, 1))


# --- implications and exclusions ------------------------------------------------------------------------------------


def followed(claim: QueryClaim, base: Phrase, *, excludes: bool, discount: float) -> int:
    """What a phrase says that reaches the wish's concept by one edge."""
    said = phrase("quiet")
    edge = Edge(base=base.id, derived=said.id, excludes=excludes, discount=discount)
    found = plan([claim], {said: FAR, base: FAR}, [edge]).wishes[0].matches
    return next((match.holds for match in found if match.phrase == base.id), 0)


@pytest.mark.parametrize(
    ("excludes", "discount", "negated", "holds"),
    [
        (False, 1.0, False, 16),
        (False, 0.75, False, 12),
        (False, 0.74, False, 0),
        (True, 1.0, False, -16),
        (True, 0.8, False, -13),
        (True, 0.7, False, 0),
        (False, 1.0, True, -16),
        (True, 1.0, True, 16),
    ],
)
def test_a_step_carries_its_discount_and_counts_from_the_threshold_of_the_type(
    excludes: bool, discount: float, negated: bool, holds: int
) -> None:
    base = phrase("calm")
    assert followed(wish("quiet", negated=negated), base, excludes=excludes, discount=discount) == holds


def test_what_is_found_for_a_wish_that_may_be_misread_is_only_possible() -> None:
    asked, said, denied = replace(wish("quiet"), unsure=True), phrase("quiet"), phrase("quiet", negated=True)
    (found,) = plan([asked], {said: NEAR, denied: FAR, phrase("calm"): NEAR}).wishes
    assert list(found.matches) == []
    shown = {match.phrase: match.holds > 0 for match in found.doubtful}
    assert (shown[said.id], shown[denied.id]) == (True, False)


def test_a_step_into_a_denied_phrase_is_not_followed() -> None:
    denied, base = phrase("quiet", negated=True), phrase("calm")
    edge = Edge(base=base.id, derived=denied.id, excludes=False, discount=1.0)
    found = plan([wish("quiet")], {denied: FAR, base: FAR}, [edge]).wishes[0].matches
    assert [match.phrase for match in found] == [denied.id]


def test_amounts_are_not_carried_along_a_step() -> None:
    sized, base = phrase("area", slots=(slot(),)), phrase("loft")
    edge = Edge(base=base.id, derived=sized.id, excludes=False, discount=1.0)
    found = plan([wish("area", amounts=(OVER_12,))], {sized: FAR, base: FAR}, [edge]).wishes[0].matches
    assert [match.phrase for match in found] == [sized.id]


# --- evidence from elsewhere ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked_at", "said_at", "negated", "holds"),
    [
        (HOME, ROOM, False, 8),
        (HOME, ROOM, True, 0),
        (ROOM, HOME, False, 12),
        (ROOM, HOME, True, -8),
        (HOME, AREA, False, 0),
    ],
)
def test_claims_of_another_level_prove_and_refute_with_the_discounts_of_their_rule(
    asked_at: LevelName, said_at: LevelName, negated: bool, holds: int
) -> None:
    said = phrase("quiet", level=said_at, negated=negated)
    assert matches(wish("quiet", level=asked_at), said) == [(holds, 0)]


def test_a_refuting_claim_for_a_negated_wish_takes_the_discount_on_what_it_says() -> None:
    # "not quiet" is wished: a quiet room proves the statement, so its discount is the one on proof.
    assert matches(wish("quiet", negated=True), phrase("quiet", level=ROOM)) == [(-8, 0)]


def test_of_two_rules_for_one_partition_the_more_generous_holds() -> None:
    assert matches(wish("quiet"), phrase("quiet", type=MOOD)) == [(8, 0)]
    assert matches(wish("quiet"), phrase("quiet", type=MOOD, negated=True)) == [(-4, 0)]


def test_a_type_without_a_rule_is_not_looked_at() -> None:
    assert matches(wish("quiet"), phrase("quiet", type=RULE)) == [(0, 0)]


# --- shares and points ----------------------------------------------------------------------------------------------


def full(*claims: QueryClaim, **options: Any) -> list[int]:
    """What each wish is worth at the highest grade, in percent of the whole."""
    return [round(100 * one.points[GRADES] / FULL_SCORE) for one in plan(claims, **options).wishes]


def test_level_weights_are_renormalised_over_the_levels_spoken_of() -> None:
    assert full(wish()) == [100]
    assert full(wish(level=AREA)) == [100]


def test_level_shares_lean_half_way_towards_the_weight_of_the_claims() -> None:
    # home 0.40 : area 0.25 by the pack, 3 : 1 by the claims; half way between 61.5 and 75 %.
    home = wish(weight=0.5)
    assert full(home, home, home, wish(level=AREA, weight=0.5)) == [23, 23, 23, 32]


def test_weights_given_for_one_query_are_taken_as_they_are() -> None:
    home, area = wish(), wish(level=AREA)
    assert full(home, home, area, level_weights={HOME: 0.5, AREA: 0.5}) == [25, 25, 50]
    assert full(home, area, level_weights={HOME: 0.0, AREA: 1.0}) == [0, 100]


def test_an_or_group_shares_one_place_and_is_worth_its_heaviest_member() -> None:
    either, other = wish(weight=0.8, or_group=1), wish(weight=0.4, or_group=1)
    assert full(either, other, wish(weight=0.8)) == [50, 25, 50]


WISHES = st.builds(
    wish,
    level=st.sampled_from([AREA, HOME, ROOM]),
    weight=st.floats(0.0, 1.0),
    or_group=st.one_of(st.none(), st.integers(1, 4)),
)
OVERRIDES = st.one_of(st.none(), st.dictionaries(st.sampled_from([AREA, HOME, ROOM]), st.floats(0.0, 1.0), min_size=1))


@given(st.lists(WISHES, min_size=1, max_size=64), OVERRIDES)
def test_full_marks_never_exceed_the_full_score_and_every_score_fits_16_bits(
    claims: list[QueryClaim], overrides: dict[LevelName, float] | None
) -> None:
    made = plan(claims, level_weights=overrides)
    best = most = 0
    for unit in made.units:
        points = [made.wishes[i].points for i in unit.wishes]
        best += max(one[GRADES] for one in points)
        most += max(one[GRADES] + sum(grade // 10 for grade in one[:GRADES]) for one in points)
        for one in points:
            assert one[0] == 0
            assert list(one) == sorted(one)
            assert all(value % 10 == 0 for value in one)
    assert best <= FULL_SCORE
    assert most < 65_536


def test_a_plan_keeps_the_wishes_in_order_and_says_whether_it_is_strict() -> None:
    claims = [wish("b"), wish("a"), replace(wish("c"), facet=Facet("kitchen"), level=ROOM)]
    made = plan(claims, strict=True)
    assert [one.claim for one in made.wishes] == claims
    assert made.strict


class InSlices(Shelves):
    """The same, piece by piece."""

    size = 1

    def partitions(self, keys: Collection[tuple[LevelName, TypeName]]) -> Sequence[Partition]:
        return [
            replace(
                whole,
                phrases=whole.phrases[at : at + self.size],
                vectors=whole.vectors.take(range(at, min(at + self.size, len(whole.phrases)))),
                is_slice=True,
            )
            for whole in super().partitions(keys)
            for at in range(0, len(whole.phrases), self.size)
        ]


PHRASES = st.builds(
    phrase,
    st.sampled_from([None, "dogs", "quiet"]),
    level=st.sampled_from([HOME, ROOM]),
    type=st.sampled_from([LOOK, MOOD]),
    negated=st.booleans(),
    pattern=st.sampled_from(["wish", "hush", "bark", "din"]),
)
PLACED = st.dictionaries(PHRASES, st.sampled_from([NEAR, FAR, (0.8, 0.6), (0.6, 0.8)]), max_size=12)


@given(PLACED, st.integers(1, 5), st.lists(st.sampled_from([None, "dogs", "quiet"]), min_size=1, max_size=3), st.data())
def test_a_store_that_gives_its_phrases_in_slices_is_understood_alike(
    placed: dict[Phrase, Sequence[float]], size: int, concepts: list[str | None], data: st.DataObject
) -> None:
    known = list(placed) or [phrase("dogs")]
    ends = st.sampled_from(known)
    edges = [
        Edge(base=one.id, derived=other.id, excludes=excludes, discount=0.9)
        for one, other, excludes in data.draw(st.lists(st.tuples(ends, ends, st.booleans()), max_size=4))
    ]
    whole, sliced = Shelves(placed, edges), InSlices(placed, edges)
    sliced.size = size
    one, other = (
        resolve([wish(concept) for concept in concepts], PACK, Vocabulary(cast(Store, store)), ByHand())
        for store in (whole, sliced)
    )
    assert one == other
