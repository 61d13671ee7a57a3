"""Tests that doubtful matches are shown but decide nothing, and that each piece names its basis."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace

import pytest

from claimtree.model.answers import Finding, Piece
from claimtree.model.claims import EntityId
from claimtree.model.plans import GRADES, Basis, PhraseMatch, Plan, Wish
from claimtree.model.verdicts import judge
from claimtree.ports import MovableStore
from claimtree_testing.suites.agreement import agrees
from claimtree_testing.suites.cases import Cases
from claimtree_testing.suites.town import (
    DATED,
    EVERYTHING,
    GAS,
    LEAFY,
    MET,
    MODERN,
    NOISY,
    OLD,
    QUIET,
    REFUTED,
    SUNNY,
    UNKNOWN,
    StoreMaker,
    asks,
    batch,
    house,
    judged,
    maybe,
    order,
    proof,
    room,
    town,
    verdicts,
    wants,
)
from claimtree_testing.worlds import World, apply, random_world

SMALL_WORLDS = (0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3)))


class Doubting(Cases):
    """Doubtful matches, and the basis of each piece of evidence."""

    def test_the_doubtful_neither_meets_nor_refutes(self, store: MovableStore) -> None:
        store.put(batch(house("h", QUIET, NOISY)))
        plan = asks(
            wants(maybe(QUIET)), wants(maybe(NOISY, -16)), wants(maybe(QUIET), maybe(NOISY, -16), required=True)
        )
        assert verdicts(store, plan, "h") == [UNKNOWN, UNKNOWN, UNKNOWN]
        assert judged(store, plan, "h").standing.score == 0

    def test_the_doubtful_gates_drops_and_ranks_nobody(self, store: MovableStore) -> None:
        store.put(batch(house("a", NOISY), house("b", OLD), house("c", QUIET)))
        required = wants(proof(QUIET), maybe(OLD), maybe(NOISY, -16), required=True)
        preferred = wants(proof(QUIET), maybe(OLD), maybe(NOISY, -16))
        assert order(store, asks(required)) == ["c"]
        assert order(store, asks(preferred)) == ["c", "a", "b"]
        assert order(store, asks(preferred, strict=True)) == ["c", "a", "b"]
        assert store.rank(asks(preferred), limit=9).ladder == store.rank(asks(wants(proof(QUIET))), limit=9).ladder

    def test_the_words_of_the_doubtful_are_shown_after_those_that_count(self, store: MovableStore) -> None:
        store.put(batch(town("t", LEAFY), house("h", QUIET, SUNNY, OLD, NOISY, town="t")))
        plan = asks(wants(maybe(LEAFY, 16), proof(OLD, 3), maybe(SUNNY, -12), proof(QUIET, 9, by=Basis.WORDING)))
        (finding,) = judged(store, plan, "h").findings
        assert (finding.verdict, finding.points) == (MET, 900 + 30)
        assert [(quote(piece), piece.grade, piece.doubtful, piece.entity) for piece in finding.pieces] == [
            ("quiet", 9, False, "h"),
            ("old", 3, False, "h"),
            ("leafy", 16, True, "t"),
            ("sunny", -12, True, "h"),
        ]

    def test_a_wish_that_only_the_doubtful_answers_shows_its_words(self, store: MovableStore) -> None:
        store.put(batch(house("h", QUIET)))
        (finding,) = judged(store, asks(wants(maybe(QUIET, 9))), "h").findings
        assert (finding.verdict, shown(finding)) == (UNKNOWN, ["quiet"])

    def test_of_rooms_the_doubtful_is_shown_too_and_chooses_none(self, store: MovableStore) -> None:
        rooms = room("a", "h", DATED), room("b", "h", GAS), room("c", "h", MODERN, facet="bedroom")
        store.put(batch(house("h", OLD), *rooms))
        plan = asks(wants(maybe(DATED), maybe(GAS, -9), maybe(MODERN), maybe(OLD, 5), facet="kitchen"))
        (finding,) = judged(store, plan, "h").findings
        assert (finding.verdict, finding.entity) == (UNKNOWN, None)
        assert shown(finding) == ["dated", "gas stove", "old"]

    def test_the_doubtful_of_one_room_does_not_keep_the_others_from_refuting(self, store: MovableStore) -> None:
        store.put(batch(house("h"), room("a", "h", DATED), room("b", "h", DATED, GAS)))
        plan = asks(wants(proof(DATED, -16), maybe(GAS), facet="kitchen"))
        assert verdicts(store, plan, "h") == [REFUTED]

    def test_what_is_disputed_keeps_the_words_against_it_and_a_phrase_of_its_own(self, store: MovableStore) -> None:
        both = replace(QUIET, against="not quiet"), replace(QUIET, negated=True, against="quiet")
        store.put(batch(house("a", *both), house("b", QUIET)))
        (kept,) = store.get([EntityId("a")])
        assert kept.claims == both
        (shelf,) = store.partitions([(QUIET.level, QUIET.type)])
        assert sorted((phrase.disputed, phrase.negated) for phrase in shelf.phrases) == [
            (False, False),
            (True, False),
            (True, True),
        ]
        plan = asks(wants(proof(QUIET), maybe(both[0]), maybe(both[1], -16)))
        assert order(store, plan) == ["b", "a"]
        (finding,) = judged(store, plan, "a").findings
        assert finding.verdict is UNKNOWN
        assert [(piece.disputed, piece.claim.against) for piece in finding.pieces if piece.claim] == [
            (True, "not quiet"),
            (True, "quiet"),
        ]

    def test_what_is_unsure_keeps_that_and_has_a_phrase_of_its_own(self, store: MovableStore) -> None:
        vague = replace(QUIET, unsure=True)
        store.put(batch(house("a", vague), house("b", QUIET)))
        (kept,) = store.get([EntityId("a")])
        assert kept.claims == (vague,)
        plan = asks(wants(proof(QUIET), maybe(vague)))
        assert order(store, plan) == ["b", "a"]
        (finding,) = judged(store, plan, "a").findings
        assert finding.verdict is UNKNOWN
        assert [(piece.doubtful, piece.disputed) for piece in finding.pieces] == [(True, False)]

    @pytest.mark.parametrize("by", Basis)
    def test_a_piece_says_who_spoke(self, store: MovableStore, by: Basis) -> None:
        store.put(batch(house("h", QUIET, SUNNY)))
        (finding,) = judged(store, asks(wants(proof(QUIET, by=by), maybe(SUNNY, by=by))), "h").findings
        assert [piece.by for piece in finding.pieces] == [by, by]

    @pytest.mark.parametrize("small_world", SMALL_WORLDS)
    def test_doubtful_matches_change_no_ranking_of_a_random_world(
        self, make_store: StoreMaker, small_world: int
    ) -> None:
        world = random_world(small_world, size=8)
        with closing(make_store(world.identity, world.hierarchy)) as store:
            apply(world, store)
            for plan in world.plans:
                doubted = with_doubts(plan, world, small_world)
                whole = store.rank(plan, limit=EVERYTHING)
                again = store.rank(doubted, limit=EVERYTHING)
                assert (again.hits, again.ladder) == (whole.hits, whole.ladder)
                page = [hit.id for hit in whole.hits[:8]]
                assert [store.place(doubted, id) for id in page] == list(range(1, len(page) + 1))
                sure, unsure = store.dossiers(plan, page), store.dossiers(doubted, page)
                for one, other in zip(sure, unsure, strict=True):
                    assert without_doubts(judge(doubted, other).findings) == without_doubts(judge(plan, one).findings)

    @pytest.mark.parametrize("small_world", SMALL_WORLDS)
    def test_it_agrees_with_the_reference_on_what_is_doubtful(self, make_store: StoreMaker, small_world: int) -> None:
        world = random_world(small_world, size=8)
        agrees(make_store, replace(world, plans=tuple(with_doubts(plan, world, small_world) for plan in world.plans)))


def with_doubts(plan: Plan, world: World, seed: int) -> Plan:
    """Returns the plan with doubtful matches for many of the phrases that match no wish."""
    rng = random.Random(seed)

    def doubted(wish: Wish) -> Wish:
        known = {match.phrase for match in wish.matches}
        doubtful = tuple(
            PhraseMatch(
                phrase=phrase.id, level=phrase.level, holds=rng.choice((-1, 1)) * rng.randint(1, GRADES),
                by=Basis.JUDGE, doubtful=True,
            )
            for phrase in world.phrases
            if phrase.id not in known and not wish.claim.amounts and rng.random() < 0.6
        )  # fmt: skip
        return replace(wish, doubtful=doubtful)

    return replace(plan, wishes=tuple(doubted(wish) for wish in plan.wishes))


def without_doubts(findings: Sequence[Finding]) -> list[Finding]:
    """Returns the findings without their doubtful pieces."""
    return [replace(one, pieces=tuple(piece for piece in one.pieces if not piece.doubtful)) for one in findings]


def shown(finding: Finding) -> list[str]:
    return [quote(piece) for piece in finding.pieces]


def quote(piece: Piece) -> str:
    return piece.claim.quote.strip("“”") if piece.claim else ""
