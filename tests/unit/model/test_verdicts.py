"""The rules of judging: as properties, as worked examples, and against a second, naive reading of SPEC §2."""

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimtree.model.amounts import Amount
from claimtree.model.answers import Dossier, Node, Piece, Verdict
from claimtree.model.claims import Claim, ClaimId, EntityId, Facet, LevelName, QueryClaim, TypeName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.phrases import IndexedEntity, Phrase, PhraseId
from claimtree.model.place_tests import look
from claimtree.model.plans import GRADES, Basis, Linked, PhraseMatch, PlaceMatch, Plan, Wish
from claimtree.model.verdicts import judge, settle, weigh
from claimtree.stores.memory import MemoryStore
from claimtree_testing.worlds import World, apply, random_world

MET, REFUTED, UNKNOWN = Verdict.MET, Verdict.REFUTED, Verdict.UNKNOWN
HOME, ROOM = LevelName("home"), LevelName("room")
POINTS = tuple(grade * 100 for grade in range(GRADES + 1))


def wish(
    *, level: LevelName = HOME, facet: str | None = None, points: Sequence[int] = POINTS, group: int | None = None
) -> Wish:
    claim = QueryClaim(
        id=ClaimId("w"),
        text="w",
        pattern="w",
        type=TypeName("t"),
        level=level,
        quote="w",
        facet=Facet(facet) if facet else None,
        group=group,
    )
    return Wish(claim=claim, matches=(), points=tuple(points))


def pieces(*grades: int, of: str = "h") -> tuple[Piece, ...]:
    return tuple(Piece(entity=EntityId(of), grade=grade) for grade in grades)


GRADE = st.integers(-GRADES, GRADES).filter(bool)
TABLES = st.lists(st.integers(0, 300), min_size=GRADES, max_size=GRADES).map(
    lambda steps: (0, *(10 * step for step in sorted(steps)))
)


# Settling one wish


@pytest.mark.parametrize(
    ("grades", "verdict", "points"),
    [
        ((), UNKNOWN, 0),
        ((16,), MET, 1600),
        ((1,), MET, 100),
        ((-1,), REFUTED, 0),
        ((8, -8), MET, 800),
        ((8, -9), REFUTED, 0),
        ((9, -8, 4), MET, 900 + 40),
        ((16, 16, 16), MET, 1600),
        ((16, 12, 12, 3), MET, 1600 + 120 + 30),
    ],
)
def test_the_best_piece_decides_and_further_distinct_grades_add_a_tenth(
    grades: tuple[int, ...], verdict: Verdict, points: int
) -> None:
    finding = settle(wish(), pieces(*grades))
    assert (finding.verdict, finding.points) == (verdict, points)


@given(st.lists(GRADE), TABLES, st.randoms(use_true_random=False))
def test_the_order_of_evidence_changes_nothing(grades: list[int], table: tuple[int, ...], rng: random.Random) -> None:
    shuffled = rng.sample(grades, len(grades))
    assert settle(wish(points=table), pieces(*grades)) == settle(wish(points=table), pieces(*shuffled))


@given(st.lists(GRADE), st.integers(1, GRADES), TABLES)
def test_more_proof_never_lowers_a_score(grades: list[int], more: int, table: tuple[int, ...]) -> None:
    asked = wish(points=table)
    before, after = settle(asked, pieces(*grades)), settle(asked, pieces(*grades, more))
    assert after.points >= before.points
    if before.verdict is MET:
        assert after.verdict is MET


@given(st.lists(GRADE), st.integers(1, GRADES), TABLES)
def test_more_doubt_never_raises_a_score(grades: list[int], more: int, table: tuple[int, ...]) -> None:
    asked = wish(points=table)
    assert settle(asked, pieces(*grades, -more)).points <= settle(asked, pieces(*grades)).points


# Judging a candidate


@given(st.integers(0, 10_000))
@settings(max_examples=min(5, settings().max_examples))
def test_the_points_of_the_units_sum_to_the_score(seed: int) -> None:
    for plan, dossier in cases(seed):
        one = judge(plan, dossier)
        assert sum(one.unit_points) == one.standing.score < 2**16
        assert one.standing.met == sum(verdict is MET for verdict in one.unit_verdicts)
        for unit, verdict, points in zip(plan.units, one.unit_verdicts, one.unit_points, strict=True):
            if verdict is REFUTED:
                near = [(plan.wishes[i].points, one.findings[i].closeness) for i in unit.wishes]
                assert points == max(table[closeness] if closeness else 0 for table, closeness in near)
            else:
                assert points == max(one.findings[i].points for i in unit.wishes)
        assert all((found.closeness == 0) or (found.verdict is REFUTED) for found in one.findings)
        assert all((found.points == 0) or (found.verdict is MET) for found in one.findings)


@given(st.integers(0, 10_000), st.randoms(use_true_random=False))
@settings(max_examples=min(5, settings().max_examples))
def test_the_order_of_claims_changes_nothing(seed: int, rng: random.Random) -> None:
    for plan, dossier in cases(seed):
        shuffled = replace(
            dossier,
            nodes=dict(rng.sample(list(dossier.nodes.items()), len(dossier.nodes))),
            pieces=tuple(tuple(rng.sample(list(some), len(some))) for some in dossier.pieces),
        )
        assert judge(plan, shuffled) == judge(plan, dossier)


@given(st.integers(0, 10_000), GRADE)
@settings(max_examples=min(5, settings().max_examples))
def test_evidence_on_one_wish_never_changes_the_verdict_on_an_unbound_other(seed: int, grade: int) -> None:
    for plan, dossier in cases(seed):
        before = judge(plan, dossier)
        for i in range(len(plan.wishes)):
            said = (*dossier.pieces[i], Piece(entity=dossier.candidate, grade=grade))
            richer = replace(dossier, pieces=(*dossier.pieces[:i], said, *dossier.pieces[i + 1 :]))
            after = judge(plan, richer)
            for k in set(range(len(plan.wishes))) - plan.bound - {i}:
                assert after.findings[k] == before.findings[k]


@given(st.integers(0, 10_000))
@settings(max_examples=min(5, settings().max_examples))
def test_a_wish_asked_beside_others_never_changes_the_verdict_on_an_unbound_one(seed: int) -> None:
    for plan, dossier in cases(seed):
        whole = judge(plan, dossier)
        for i in set(range(len(plan.wishes))) - plan.bound:
            alone = Plan(hierarchy=plan.hierarchy, wishes=(plan.wishes[i],))
            assert judge(alone, replace(dossier, pieces=(dossier.pieces[i],))).findings[0] == whole.findings[i]


def test_silence_about_everything_is_unknown_and_stays_unless_something_gates() -> None:
    tree = Hierarchy(levels=(HOME, ROOM), answers=HOME)
    home = EntityId("h")
    dossier = Dossier(candidate=home, nodes={home: Node(id=home, level=HOME, parent=None)}, pieces=((), ()))
    plan = Plan(hierarchy=tree, wishes=(wish(), wish(level=ROOM, facet="kitchen")))
    assert [found.verdict for found in judge(plan, dossier).findings] == [UNKNOWN, UNKNOWN]
    assert judge(plan, dossier).stays(strict=True)


def test_a_part_of_the_chosen_entity_speaks_for_it() -> None:
    """Home > room > shelf: what is said of a kitchen's shelf counts for the kitchen."""
    shelf = LevelName("shelf")
    tree = Hierarchy(levels=(HOME, ROOM, shelf), answers=HOME)
    nodes = [
        Node(id=EntityId("h"), level=HOME, parent=None),
        Node(id=EntityId("r"), level=ROOM, parent=EntityId("h"), facet=Facet("kitchen")),
        Node(id=EntityId("s"), level=shelf, parent=EntityId("r")),
        Node(id=EntityId("q"), level=ROOM, parent=EntityId("h"), facet=Facet("kitchen")),
    ]
    plan = Plan(hierarchy=tree, wishes=(wish(level=ROOM, facet="kitchen"), wish(level=ROOM, facet="kitchen")))
    dossier = Dossier(
        candidate=EntityId("h"),
        nodes={node.id: node for node in nodes},
        pieces=(pieces(16, of="s"), (*pieces(8, of="r"), *pieces(16, of="q"))),
    )
    assert [found.entity for found in judge(plan, dossier).findings] == ["r", "r"]


# A second reading of SPEC §2, which shares no code with the first


@dataclass(frozen=True)
class Outcome:
    """What the naive evaluator says of one candidate."""

    verdicts: tuple[Verdict, ...]
    required_met: int
    met: int
    score: int
    stays: bool
    full: bool


class Naive:
    """Judges candidates straight from claims, one question at a time."""

    def __init__(self, plan: Plan, everyone: Iterable[IndexedEntity]) -> None:
        self.asked = plan.wishes
        self.levels = plan.hierarchy.levels
        self.answers = plan.hierarchy.answers
        self.strict = plan.strict
        self.judging: EntityId | None = None
        self.everyone = {item.entity.id: item for item in everyone}
        self.phrase_of = {id: [Phrase.of(c).id for c in item.claims] for id, item in self.everyone.items()}

    def candidates(self) -> list[EntityId]:
        return sorted(id for id, item in self.everyone.items() if item.entity.level == self.answers)

    def lineage(self, id: EntityId) -> list[EntityId]:
        """The entity and what it is part of."""
        parent = self.everyone[id].entity.parent
        return [id] if parent is None else [id, *self.lineage(parent)]

    def parts(self, id: EntityId) -> list[EntityId]:
        """The entity and what it consists of."""
        direct = [other for other, item in self.everyone.items() if item.entity.parent == id]
        return [id, *(part for other in direct for part in self.parts(other))]

    # §2.2 and §2.11: evidence is signed; the strongest decides, a tie is met

    def says(self, asked: Wish, claim: Claim, phrase: PhraseId) -> tuple[int, int]:
        for match in asked.matches:
            if match.phrase == phrase:
                pairs = [(asked.claim.amounts[k], claim.amounts[slot]) for k, slot in enumerate(match.slots)]
                if all(share_a_value(*pair) for pair in pairs):
                    return match.holds if match.may_hold is None or holds_all(*pairs[0]) else match.may_hold, 0
                return match.fails, 0 if asked.claim.negated else min(nearness(*pair) for pair in pairs)
        return 0, 0

    def evidence(self, asked: Wish, who: Iterable[EntityId]) -> list[tuple[int, int]]:
        said = [
            self.says(asked, claim, phrase)
            for id in set(who)
            for claim, phrase in zip(self.everyone[id].claims, self.phrase_of[id], strict=True)
        ]
        seen = [(self.sees(match, self.everyone[id]), 0) for match in asked.places for id in set(who)]
        return [one for one in (*said, *seen) if one[0]]

    def sees(self, match: PlaceMatch, item: IndexedEntity) -> int:
        """What one entity's whereabouts say; whether the geometry is right is test_whereabouts' business."""
        found = look(match.test, item.entity.point, {fact.kind: fact for fact in item.nearby})
        if found is None or match.level != item.entity.level:
            return 0
        if match.stands_in and self.judging is not None and self.everyone[self.judging].entity.point is not None:
            return 0
        away = getattr(match.test, "asked", None)
        unproven = "holds" if away is not None and away.low > 0 and away.high == math.inf else "fails"
        if found.result == unproven and match.partial:
            return 0
        near = match.holds - found.band if match.holds > 0 else match.holds
        return {"holds": near, "nearly": match.nearly, "fails": match.fails, "open": 0}[found.result]

    def settle(self, i: int, who: Iterable[EntityId]) -> tuple[Verdict, int]:
        """The verdict, and what it is worth; for what is refuted, what it is worth to be so near."""
        through = self.asked[i].linked
        if through is None:
            pieces = self.evidence(self.asked[i], who)
        else:
            said_of_others = self.of_all_related(through, self.related(through, set(who)))
            grade = -said_of_others if self.asked[i].claim.negated else said_of_others
            pieces = [(grade, 0)] if grade else []
        said = [grade for grade, _ in pieces]
        table = self.asked[i].points
        if not said:
            return UNKNOWN, 0
        strongest = max(map(abs, said))
        if strongest not in said:
            near = min(near for grade, near in pieces if grade < 0)
            return REFUTED, table[near] if near else 0
        first, *further = sorted({grade for grade in said if grade > 0}, reverse=True)
        return MET, table[first] + sum(Fraction(table[grade], 10).__floor__() for grade in further)

    # Through a relation: one that meets it is enough, and all have to refute it

    def related(self, through: Linked, family: set[EntityId]) -> set[EntityId]:
        """Who is at the other end of what anybody in the family, or anybody about them, states."""
        others = set()
        for id, item in self.everyone.items():
            for one in item.entity.relations:
                if one.to in self.everyone:
                    others |= {one.to} if one.kind in through.query.outgoing and id in family else set()
                    others |= {id} if one.kind in through.query.incoming and one.to in family else set()
        return others

    def of_all_related(self, through: Linked, others: set[EntityId]) -> int:
        said = [self.of_related(through, other) for other in others]
        if any(grade > 0 for grade in said):
            return max(said)
        return max(said) if said and all(grade < 0 for grade in said) else 0

    def of_related(self, through: Linked, other: EntityId) -> int:
        """What one of them says to all that is asked of it: signed, and nothing where some of it is open."""
        who = self.lineage(other)
        if self.everyone[other].entity.level == self.answers:
            who += self.parts(other)
        groups: dict[object, list[int]] = {}
        for i, asked in enumerate(through.wishes):
            said = [grade for grade, _ in self.evidence(asked, who)]
            strongest = max(map(abs, said), default=0)
            number = asked.claim.or_group
            groups.setdefault(("alone", i) if number is None else number, []).append(
                strongest if strongest in said else -strongest
            )
        # The best of each group of alternatives; one that is open leaves a group open, unless another is met.
        best = [max(some) if max(some) > 0 or 0 not in some else 0 for some in groups.values()]
        if any(grade < 0 for grade in best):
            return min(best)
        return min(best, default=GRADES)

    # §2.8: a group of one facet takes one entity

    def judge(self, candidate: EntityId) -> Outcome:
        self.judging = candidate
        below = self.levels[self.levels.index(self.answers) + 1 :]
        found: dict[int, tuple[Verdict, int]] = {}
        groups: dict[object, list[int]] = {}
        for i, asked in enumerate(self.asked):
            claim = asked.claim
            if claim.level not in below:
                found[i] = self.settle(i, [*self.lineage(candidate), *self.parts(candidate)])
            elif claim.facet is None:
                groups[("alone", i)] = [i]
            else:
                groups[(claim.level, claim.facet, claim.group)] = [
                    *groups.get((claim.level, claim.facet, claim.group), []),
                    i,
                ]
        busy: set[EntityId] = set()
        for group in sorted(groups.values(), key=self.demand):
            found.update(self.bind(candidate, group, busy))
        return self.add_up([found[i] for i in range(len(self.asked))])

    def demand(self, group: list[int]) -> tuple[int, int, int]:
        units = self.alternatives(group)
        return -sum(self.required(unit) for unit in units), -len(units), group[0]

    def bind(self, candidate: EntityId, group: list[int], busy: set[EntityId]) -> dict[int, tuple[Verdict, int]]:
        claim = self.asked[group[0]].claim
        known = [
            id
            for id in self.parts(candidate)
            if self.everyone[id].entity.level == claim.level
            and (claim.facet is None or self.everyone[id].entity.facet == claim.facet)
        ]
        if not known:
            return {i: self.settle(i, self.lineage(candidate)) for i in group}
        on = {id: {i: self.settle(i, [*self.lineage(id), *self.parts(id)]) for i in group} for id in known}

        def merit(id: EntityId) -> tuple[int, int, int]:
            units = self.alternatives(group)
            met = [unit for unit in units if any(on[id][i][0] is MET for i in unit)]
            score = sum(max(on[id][i][1] if on[id][i][0] is MET else 0 for i in unit) for unit in units)
            return sum(self.required(unit) for unit in met), len(met), score

        best: EntityId | None = None
        free = set(known) - busy if claim.facet is not None else set(known)
        for id in sorted(free, reverse=True):
            if merit(id)[1] > 0 and (best is None or merit(id) >= merit(best)):
                best = id
        if best is not None and claim.facet is not None:
            busy.add(best)
        settled = {}
        for i in group:
            if best is not None and on[best][i][0] is MET:
                settled[i] = on[best][i]
            elif all(on[id][i][0] is REFUTED for id in known):
                settled[i] = (REFUTED, max(on[id][i][1] for id in known))
            else:
                settled[i] = (UNKNOWN, 0)
        return settled

    # §2.3 and §2.10: alternatives count once; drops, gates, order

    def alternatives(self, members: Sequence[int]) -> list[list[int]]:
        units: list[list[int]] = []
        for i in members:
            number = self.asked[i].claim.or_group
            same = [unit for unit in units if number is not None and self.asked[unit[0]].claim.or_group == number]
            if same:
                same[0].append(i)
            else:
                units.append([i])
        return units

    def required(self, unit: Sequence[int]) -> bool:
        return any(self.asked[i].claim.required for i in unit)

    def add_up(self, found: list[tuple[Verdict, int]]) -> Outcome:
        units = self.alternatives(range(len(self.asked)))
        met = [unit for unit in units if any(found[i][0] is MET for i in unit)]
        lost = [unit for unit in units if all(found[i][0] is REFUTED for i in unit)]
        needs = {level for unit in units for level in self.gates(unit)}
        has = {level for unit in met for level in self.gates(unit)}
        lacking = [unit for unit in units if self.required(unit) and unit not in met]
        return Outcome(
            verdicts=tuple(verdict for verdict, _ in found),
            required_met=sum(map(self.required, met)),
            met=len(met),
            score=sum(self.worth([found[i] for i in unit]) for unit in units),
            stays=not any(map(self.required, lost)) and needs <= has and not (self.strict and lacking),
            full=len(met) == len(units),
        )

    def worth(self, members: Sequence[tuple[Verdict, int]]) -> int:
        """The best proof; where there is none and all are refuted, the nearest miss."""
        proofs = [points for verdict, points in members if verdict is MET]
        if proofs:
            return max(proofs)
        return max(points for _, points in members) if all(verdict is REFUTED for verdict, _ in members) else 0

    def gates(self, unit: Sequence[int]) -> set[LevelName]:
        claims = [self.asked[i].claim for i in unit]
        return {claim.level for claim in claims if claim.required and not claim.negated}


def share_a_value(one: Amount, other: Amount) -> bool:
    """Ranges miss each other only if one lies wholly on one side of the other."""

    def before(left: Amount, right: Amount) -> bool:
        return left.high < right.low or (left.high == right.low and (left.high_open or right.low_open))

    if one.kind != other.kind:  # a year and a date, day by day
        (first, last), (begin, end) = days_of(one), days_of(other)
        return first <= end and begin <= last
    return not before(one, other) and not before(other, one)


def holds_all(asked: Amount, stated: Amount) -> bool:
    """No end of the stated range lies outside of the asked one."""
    if asked.kind != stated.kind:
        (first, last), (begin, end) = days_of(asked), days_of(replace(stated, low_open=False, high_open=False))
        return first <= begin and end <= last
    sticks_out_below = stated.low < asked.low or (stated.low == asked.low and asked.low_open > stated.low_open)
    sticks_out_above = stated.high > asked.high or (stated.high == asked.high and asked.high_open > stated.high_open)
    return not sticks_out_below and not sticks_out_above


def days_of(amount: Amount) -> tuple[float, float]:
    """The first and the last day."""
    low, high = amount.low + amount.low_open, amount.high - amount.high_open
    if amount.kind == "date":
        return low, high
    return (
        low if math.isinf(low) else date(int(low), 1, 1).toordinal(),
        high if math.isinf(high) else date(int(high), 12, 31).toordinal(),
    )


TIMES = {"year": (1, 2, 3, 5, 8, 10, 15, 20), "date": (3, 7, 14, 21, 30, 45, 60, 90)}


def nearness(asked: Amount, stated: Amount) -> int:
    """How many of the eight steps the limit need not be moved by for the stated amount to be within it."""
    if share_a_value(asked, stated):
        return 8
    if asked.kind in TIMES:
        moved = (
            replace(asked, low=asked.low - far, high=asked.high + far, low_open=False, high_open=False)
            for far in TIMES[asked.kind]
        )
        return sum(share_a_value(wider, stated) for wider in moved)
    above = stated.low >= asked.high
    limit, end, is_open = (
        (asked.high, stated.low, stated.low_open) if above else (-asked.low, -stated.high, stated.high_open)
    )
    shares = [Fraction(part, 64) for part in (1, 2, 4, 8, 12, 16, 24, 32)]
    least = [0, 0, 0, 0, 0, 1, 2, 4] if asked.kind == "count" else [0] * 8
    reached = [limit + max(few, abs(limit) * float(share)) for share, few in zip(shares, least, strict=True)]
    return sum(end < edge or (end == edge and not is_open) for edge in reached)


def cases(seed: int, *, size: int = 6) -> Iterable[tuple[Plan, Dossier]]:
    """Candidates of a small random world, as a plan and its dossier."""
    world = random_world(seed, size=size)
    store = filled(world)
    answers = [item.entity.id for item in world.kept if item.entity.level == world.hierarchy.answers]
    for plan in world.plans:
        for dossier in store.dossiers(plan, answers):
            yield plan, dossier


def filled(world: World) -> MemoryStore:
    store = MemoryStore(world.identity, world.hierarchy)
    apply(world, store)
    return store


def compare_with_naive(seed: int, size: int) -> None:
    world = random_world(seed, size=size)
    store = filled(world)
    for plan in world.plans:
        naive = Naive(plan, world.kept)
        outcomes = {id: naive.judge(id) for id in naive.candidates()}
        for dossier in store.dossiers(plan, naive.candidates()):
            verdicts = tuple(found.verdict for found in judge(plan, dossier).findings)
            assert verdicts == outcomes[dossier.candidate].verdicts
        stays = sorted((-one.required_met, -one.met, -one.score, id) for id, one in outcomes.items() if one.stays)
        ranked = store.rank(plan, limit=size)
        assert [(*hit.standing.rank, hit.id) for hit in ranked.hits] == stays
        assert ranked.ladder.total == len(stays)
        for k, count in ranked.ladder.met.items():
            assert count == sum(-met == k for _, met, _, _ in stays)
        for unit, more in zip(plan.units, ranked.ladder.more, strict=True):
            fewer = Naive(plan.without(unit), world.kept)
            assert more == sum(fewer.judge(id).full and not one.full for id, one in outcomes.items())


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3, 4, 5))])
def test_a_second_reading_of_the_rules_agrees_on_random_worlds(seed: int) -> None:
    compare_with_naive(seed, size=12)


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=pytest.mark.slow if seed < 24 else pytest.mark.long) for seed in range(6, 200)]
)
def test_a_second_reading_of_the_rules_agrees_on_many_random_worlds(seed: int) -> None:
    compare_with_naive(seed, size=12)


def test_claims_that_bear_on_nothing_are_left_out_of_the_evidence() -> None:
    world = random_world(3)
    for plan in world.plans:
        for asked in plan.wishes:
            for item in world.kept:
                claims = [(asked.says(Phrase.of(claim).id), claim) for claim in item.claims]
                said = list(weigh(asked, item.entity.id, claims))
                wanted = {match.phrase for match in asked.matches}
                assert all(piece.claim and piece.grade and Phrase.of(piece.claim).id in wanted for piece in said)


# What is doubtful

DOUBTS = st.lists(GRADE, max_size=30)


def doubts(grades: Iterable[int], of: str = "h") -> tuple[Piece, ...]:
    return tuple(replace(piece, by=Basis.JUDGE, doubtful=True) for piece in pieces(*grades, of=of))


@given(st.lists(GRADE), DOUBTS, TABLES, st.randoms(use_true_random=False))
def test_however_many_doubts_there_are_they_decide_nothing(
    grades: list[int], doubted: list[int], table: tuple[int, ...], rng: random.Random
) -> None:
    said = [*pieces(*grades), *doubts(doubted)]
    rng.shuffle(said)
    sure, found = settle(wish(points=table), pieces(*grades)), settle(wish(points=table), said)
    assert replace(found, pieces=sure.pieces) == sure


@given(st.lists(GRADE), DOUBTS)
def test_doubts_are_all_shown_after_what_counts(grades: list[int], doubted: list[int]) -> None:
    found = settle(wish(), (*doubts(doubted), *pieces(*grades)))
    sure = settle(wish(), pieces(*grades))
    assert found.pieces[: len(grades)] == sure.pieces
    assert sorted(piece.grade for piece in found.pieces[len(grades) :]) == sorted(doubted)


@given(st.integers(0, 10_000), DOUBTS, st.randoms(use_true_random=False))
@settings(max_examples=min(5, settings().max_examples))
def test_doubts_about_a_candidate_change_neither_its_verdicts_nor_its_standing(
    seed: int, doubted: list[int], rng: random.Random
) -> None:
    for plan, dossier in cases(seed):
        where = sorted(dossier.nodes)
        unsure = replace(
            dossier,
            pieces=tuple(
                (*(doubts([grade], of=rng.choice(where))[0] for grade in doubted), *some) for some in dossier.pieces
            ),
        )
        before, after = judge(plan, dossier), judge(plan, unsure)
        assert (after.standing, after.unit_verdicts, after.unit_points) == (
            before.standing,
            before.unit_verdicts,
            before.unit_points,
        )
        assert (after.refuted, after.closed, after.unmet) == (before.refuted, before.closed, before.unmet)
        for sure, found in zip(before.findings, after.findings, strict=True):
            assert (found.verdict, found.points, found.grade, found.entity) == (
                sure.verdict,
                sure.points,
                sure.grade,
                sure.entity,
            )


def test_what_may_be_true_of_a_room_is_shown_once_even_where_no_room_is_chosen() -> None:
    tree = Hierarchy(levels=(HOME, ROOM), answers=HOME)
    nodes = [
        Node(id=EntityId("h"), level=HOME, parent=None),
        Node(id=EntityId("k"), level=ROOM, parent=EntityId("h"), facet=Facet("kitchen")),
        Node(id=EntityId("l"), level=ROOM, parent=EntityId("h"), facet=Facet("kitchen")),
        Node(id=EntityId("b"), level=ROOM, parent=EntityId("h"), facet=Facet("bedroom")),
    ]
    said = (*doubts([7], of="h"), *doubts([5, -9], of="l"), *doubts([16], of="b"))
    dossier = Dossier(candidate=EntityId("h"), nodes={node.id: node for node in nodes}, pieces=(said,))
    (finding,) = judge(Plan(hierarchy=tree, wishes=(wish(level=ROOM, facet="kitchen"),)), dossier).findings
    assert (finding.verdict, finding.entity) == (UNKNOWN, None)
    assert [(piece.entity, piece.grade) for piece in finding.pieces] == [("l", -9), ("h", 7), ("l", 5)]


@pytest.mark.parametrize("doubtful", [False, True])
@pytest.mark.parametrize("by", Basis)
def test_a_claim_weighed_says_who_spoke_and_how_surely(by: Basis, doubtful: bool) -> None:
    claim = Claim(text="calm", pattern="calm", type=TypeName("t"), level=HOME, quote="so calm")
    match = PhraseMatch(phrase=Phrase.of(claim).id, level=HOME, holds=-7, by=by, doubtful=doubtful)
    asked = replace(wish(), matches=() if doubtful else (match,), doubtful=(match,) if doubtful else ())
    (piece,) = weigh(asked, EntityId("h"), [(asked.says(match.phrase), claim), (asked.says(PhraseId(1)), claim)])
    assert piece == Piece(entity=EntityId("h"), grade=-7, claim=claim, by=by, doubtful=doubtful)
