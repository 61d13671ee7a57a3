"""Tests of verdicts and scores, of wishes bound to one room, and of the ladder."""

from __future__ import annotations

from claimtree.model.answers import Verdict
from claimtree.model.claims import (
    Claim,
    EntityId,
)
from claimtree.ports import Store
from claimtree_testing.suites.cases import Cases
from claimtree_testing.suites.town import (
    DATED,
    GAS,
    HOUSE,
    LEAFY,
    MET,
    MODERN,
    NOISY,
    OLD,
    QUIET,
    REFUTED,
    ROOM,
    SUNNY,
    TOWN,
    UNKNOWN,
    asks,
    batch,
    house,
    judged,
    order,
    proof,
    room,
    room_says,
    says,
    town,
    verdicts,
    wants,
)


class Judging(Cases):
    """Verdicts and scores, wishes bound to one room, and the ladder."""

    def test_silence_is_unknown(self, store: Store) -> None:
        store.put(batch(house("h", OLD)))
        plan = asks(wants(proof(QUIET), proof(NOISY, -16)), wants(proof(NOISY, -16), negated=True), wants())
        assert verdicts(store, plan, "h") == [UNKNOWN, UNKNOWN, UNKNOWN]

    def test_the_strongest_piece_decides_and_a_tie_is_met(self, store: Store) -> None:
        store.put(batch(house("h", QUIET, NOISY)))

        def ask(for_it: int, against: int) -> list[Verdict]:
            return verdicts(store, asks(wants(proof(QUIET, for_it), proof(NOISY, -against))), "h")

        assert [ask(9, 8), ask(8, 8), ask(8, 9)] == [[MET], [MET], [REFUTED]]

    def test_the_best_grade_counts_in_full_and_each_further_distinct_grade_a_tenth(self, store: Store) -> None:
        store.put(batch(house("h", QUIET, SUNNY, OLD, says("calm"), NOISY)))
        plan = asks(wants(proof(QUIET, 16), proof(SUNNY, 8), proof(OLD, 8), proof(says("calm"), 3), proof(NOISY, -2)))
        assert judged(store, plan, "h").standing.score == 1600 + 80 + 30

    def test_scores_add_up_over_the_wishes(self, store: Store) -> None:
        store.put(batch(house("h", QUIET, SUNNY, NOISY)))
        plan = asks(wants(proof(QUIET, 16)), wants(proof(SUNNY, 5)), wants(proof(NOISY, -16)), wants(proof(OLD)))
        judgement = judged(store, plan, "h")
        assert judgement.unit_points == (1600, 500, 0, 0)
        assert judgement.standing.score == 2100

    def test_scores_up_to_sixteen_bits_are_kept_exactly(self, store: Store) -> None:
        store.put(batch(house("a", QUIET), house("b", SUNNY), house("c", OLD)))
        top = [0] * 16
        matches = wants(proof(QUIET), points=[*top, 65_520]), wants(proof(SUNNY), points=[*top, 65_530])
        assert order(store, asks(*matches, wants(proof(OLD), points=[*top, 65_510]))) == ["b", "a", "c"]

    def test_a_wish_may_be_proved_at_another_level(self, store: Store) -> None:
        store.put(batch(town("t", LEAFY), house("h", town="t"), room("r", "h", MODERN), house("i")))
        plan = asks(wants(proof(LEAFY), at=HOUSE), wants(proof(MODERN), at=HOUSE))
        assert [verdicts(store, plan, id) for id in ("h", "i")] == [[MET, MET], [UNKNOWN, UNKNOWN]]

    def test_a_negated_wish_is_met_by_proven_absence_and_refuted_by_proven_presence(self, store: Store) -> None:
        no_noise = says("noisy", negated=True)
        store.put(batch(house("absent", no_noise), house("present", NOISY), house("silent")))
        plan = asks(wants(proof(no_noise), proof(NOISY, -16), negated=True, required=True))
        assert order(store, plan) == ["absent", "silent"]
        assert verdicts(store, plan, "present") == [REFUTED]

    def test_alternatives_count_once_and_take_the_best_member(self, store: Store) -> None:
        store.put(
            batch(
                house("both", QUIET, SUNNY),
                house("one", SUNNY),
                house("none", NOISY),
                house("half", NOISY, OLD),
            )
        )
        plan = asks(
            wants(proof(QUIET, 8), proof(NOISY, -8), or_group=1, required=True),
            wants(proof(SUNNY, 16), proof(NOISY, -8), or_group=1),
            wants(proof(OLD)),
        )
        ranked = store.rank(plan, limit=10)
        assert [(hit.id, hit.standing.met, hit.standing.score) for hit in ranked.hits] == [
            ("both", 1, 1600),
            ("one", 1, 1600),
        ]
        assert judged(store, plan, "half").unit_verdicts == (REFUTED, MET)
        assert len(ranked.ladder.met) == 3

    def test_alternatives_may_stand_at_different_levels(self, store: Store) -> None:
        store.put(batch(town("t", LEAFY), house("a", town="t"), house("b", QUIET), house("c", SUNNY)))
        plan = asks(wants(proof(QUIET), or_group=1, required=True), wants(proof(LEAFY), or_group=1, required=True))
        assert order(store, plan) == ["a", "b"]

    def test_a_refuted_required_wish_drops_and_a_refuted_preferred_one_does_not(self, store: Store) -> None:
        store.put(batch(house("h", OLD, NOISY)))
        old = wants(proof(OLD), required=True)
        assert order(store, asks(old, wants(proof(NOISY, -16), required=True))) == []
        assert order(store, asks(old, wants(proof(NOISY, -16)))) == ["h"]

    def test_an_unknown_required_wish_costs_rank_and_only_strict_drops_for_it(self, store: Store) -> None:
        store.put(batch(house("a", OLD), house("b", OLD, QUIET)))
        wishes = wants(proof(OLD), required=True), wants(proof(QUIET), required=True)
        assert order(store, asks(*wishes)) == ["b", "a"]
        assert order(store, asks(*wishes, strict=True)) == ["b"]
        assert store.rank(asks(*wishes, strict=True), limit=9).ladder.total == 1

    def test_every_level_with_a_required_wish_needs_one_met_there(self, store: Store) -> None:
        store.put(batch(town("t", LEAFY), house("a", OLD, town="t"), house("b", OLD), house("c", town="t")))
        house_wishes = wants(proof(OLD), required=True), wants(proof(QUIET), required=True)
        leafy = wants(proof(LEAFY), required=True)
        assert order(store, asks(*house_wishes, leafy)) == ["a"]
        assert judged(store, asks(*house_wishes, leafy), "b").closed == (TOWN,)
        assert judged(store, asks(*house_wishes, leafy), "c").closed == (HOUSE,)

    def test_preferred_and_negated_wishes_never_gate(self, store: Store) -> None:
        store.put(batch(house("a", OLD), house("b")))
        plan = asks(wants(proof(OLD)), wants(proof(LEAFY, -16), negated=True, required=True))
        assert order(store, plan) == ["a", "b"]

    def test_one_room_that_meets_both_meets_the_group(self, store: Store) -> None:
        store.put(batch(house("h"), room("r", "h", MODERN, GAS)))
        plan = asks(wants(proof(MODERN), facet="kitchen"), wants(proof(GAS), facet="kitchen"))
        judgement = judged(store, plan, "h")
        assert [finding.verdict for finding in judgement.findings] == [MET, MET]
        assert [finding.entity for finding in judgement.findings] == ["r", "r"]

    def test_two_rooms_do_not_make_one(self, store: Store) -> None:
        store.put(batch(house("h"), room("r", "h", MODERN), room("s", "h", GAS)))
        plan = asks(wants(proof(MODERN, 8), facet="kitchen"), wants(proof(GAS), facet="kitchen"))
        assert verdicts(store, plan, "h") == [UNKNOWN, MET]

    def test_a_room_of_another_facet_does_not_count(self, store: Store) -> None:
        store.put(batch(house("h"), room("r", "h", MODERN, facet="bedroom")))
        store.put(batch(house("i"), room("s", "i", MODERN, facet="Kitchen")))
        plan = asks(wants(proof(MODERN), facet="kitchen"))
        assert [verdicts(store, plan, id) for id in ("h", "i")] == [[UNKNOWN], [UNKNOWN]]

    def test_the_room_that_meets_most_required_then_most_then_scores_then_comes_first(self, store: Store) -> None:
        lit, big = room_says("lit"), room_says("big")
        wishes = (
            wants(proof(MODERN, 1), facet="kitchen", required=True),
            wants(proof(GAS), facet="kitchen"),
            wants(proof(lit, 9), proof(big, 8), facet="kitchen"),
        )

        def chosen(*rooms: tuple[str, tuple[Claim, ...]]) -> EntityId | None:
            store.put(batch(house("h"), *(room(id, "h", *claims) for id, claims in rooms)))
            return next(f.entity for f in judged(store, asks(*wishes), "h").findings if f.entity)

        store.put(batch(also=[MODERN, GAS, lit, big]))
        assert chosen(("a", (GAS, lit)), ("b", (MODERN,))) == "b"
        assert chosen(("a", (MODERN, lit)), ("b", (MODERN, GAS, big))) == "b"
        assert chosen(("a", (MODERN, big)), ("b", (MODERN, lit))) == "b"
        assert chosen(("b", (MODERN, lit)), ("a", (MODERN, lit))) == "a"

    def test_a_wish_is_refuted_only_when_every_room_of_the_facet_refutes_it(self, store: Store) -> None:
        store.put(batch(house("all"), room("a1", "all", DATED), room("a2", "all", DATED)))
        store.put(batch(house("some"), room("s1", "some", DATED), room("s2", "some")))
        store.put(batch(house("none")))
        plan = asks(wants(proof(MODERN), proof(DATED, -16), facet="kitchen"))
        assert [verdicts(store, plan, id) for id in ("all", "some", "none")] == [
            [REFUTED],
            [UNKNOWN],
            [UNKNOWN],
        ]

    def test_the_chosen_room_may_fail_a_wish_that_another_room_meets(self, store: Store) -> None:
        """The verdict is then unknown: the chosen room does not meet it, but not all rooms refute
        it."""
        lit = room_says("lit")
        store.put(batch(house("h"), room("r", "h", GAS, lit, DATED), room("s", "h", MODERN)))
        wishes = [wants(proof(fact), facet="kitchen") for fact in (GAS, lit)]
        modern = wants(proof(MODERN), proof(DATED, -16), facet="kitchen", required=True)
        also_gas = wants(proof(GAS), facet="kitchen", required=True)
        plan = asks(*wishes, also_gas, modern)
        assert verdicts(store, plan, "h") == [MET, MET, MET, UNKNOWN]
        assert order(store, plan) == ["h"]

    def test_two_groups_take_different_rooms(self, store: Store) -> None:
        store.put(batch(house("two"), room("t1", "two", MODERN), room("t2", "two", MODERN)))
        store.put(batch(house("one"), room("o1", "one", MODERN)))
        plan = asks(wants(proof(MODERN), facet="kitchen", group=1), wants(proof(MODERN), facet="kitchen", group=2))
        assert verdicts(store, plan, "two") == [MET, MET]
        assert verdicts(store, plan, "one") == [MET, UNKNOWN]

    def test_the_more_demanding_group_chooses_first(self, store: Store) -> None:
        store.put(batch(house("h"), room("a", "h", MODERN, GAS), room("b", "h", MODERN)))
        plan = asks(
            wants(proof(MODERN), facet="kitchen", group=1),
            wants(proof(MODERN), facet="kitchen", group=2),
            wants(proof(GAS), facet="kitchen", group=2),
        )
        assert [finding.entity for finding in judged(store, plan, "h").findings] == ["b", "a", "a"]

    def test_wishes_for_no_particular_facet_bind_with_nothing(self, store: Store) -> None:
        store.put(batch(house("h"), room("r", "h", MODERN), room("s", "h", GAS, facet="bedroom")))
        assert verdicts(store, asks(wants(proof(MODERN)), wants(proof(GAS))), "h") == [MET, MET]

    def test_what_the_house_says_of_its_kitchen_counts_with_and_without_rooms(self, store: Store) -> None:
        stated = says("modern kitchen")
        store.put(batch(house("bare", stated), house("full", stated), room("r", "full", GAS)))
        plan = asks(
            wants(proof(MODERN), proof(stated, 8), facet="kitchen", at=ROOM, required=True),
            wants(proof(GAS), facet="kitchen"),
        )
        assert order(store, plan) == ["full", "bare"]
        assert verdicts(store, plan, "full") == [MET, MET]
        assert verdicts(store, plan, "bare") == [MET, UNKNOWN]

    def test_what_the_house_denies_is_refuted_without_rooms_and_outdone_by_a_surer_room(self, store: Store) -> None:
        denied = says("dated kitchen")
        store.put(batch(house("bare", denied), house("full", denied), room("r", "full", MODERN)))
        plan = asks(wants(proof(MODERN), proof(denied, -8), facet="kitchen", at=ROOM))
        assert [verdicts(store, plan, id) for id in ("bare", "full")] == [[REFUTED], [MET]]

    def test_alternatives_within_a_group_count_once(self, store: Store) -> None:
        lit = room_says("lit")
        store.put(batch(house("h"), room("a", "h", MODERN, GAS), room("b", "h", MODERN, lit)))
        plan = asks(
            wants(proof(MODERN, 9), facet="kitchen", or_group=1),
            wants(proof(GAS), facet="kitchen", or_group=1),
            wants(proof(lit, 1), facet="kitchen"),
        )
        judgement = judged(store, plan, "h")
        assert [finding.entity for finding in judgement.findings] == ["b", "b", "b"]
        assert (judgement.standing.met, judgement.standing.score) == (2, 1000)

    def test_the_ladder_counts_by_how_much_is_met(self, store: Store) -> None:
        store.put(
            batch(
                house("a", QUIET, SUNNY, OLD),
                house("b", QUIET, SUNNY),
                house("c", OLD),
                house("d"),
                house("e"),
            )
        )
        ladder = store.rank(asks(*(wants(proof(fact)) for fact in (QUIET, SUNNY, OLD))), limit=1).ladder
        assert ladder.total == 5
        assert dict(ladder.met) == {0: 2, 1: 1, 2: 1, 3: 1}
        assert ladder.more == (0, 0, 1)

    def test_more_is_counted_as_if_the_wish_had_never_been_asked(self, store: Store) -> None:
        """This includes drops and the level filter: the town no longer gates, and the noise no
        longer drops."""
        store.put(
            batch(
                town("t", LEAFY),
                house("all", QUIET, town="t"),
                house("elsewhere", QUIET),
                house("noisy", NOISY, town="t"),
                house("silent", town="t"),
            )
        )
        plan = asks(wants(proof(QUIET), proof(NOISY, -16), required=True), wants(proof(LEAFY), required=True))
        ladder = store.rank(plan, limit=9).ladder
        assert (ladder.total, dict(ladder.met), ladder.more) == (1, {0: 0, 1: 0, 2: 1}, (2, 1))

    def test_without_a_wish_its_group_binds_anew(self, store: Store) -> None:
        store.put(batch(house("h"), room("a", "h", MODERN), room("b", "h", GAS)))
        plan = asks(*(wants(proof(fact), facet="kitchen") for fact in (MODERN, GAS)))
        ladder = store.rank(plan, limit=9).ladder
        assert dict(ladder.met) == {0: 0, 1: 1, 2: 0}
        assert ladder.more == (1, 1)

    def test_who_meets_everything_is_never_among_the_more(self, store: Store) -> None:
        """Without the gas stove the first group prefers the room that the second one needs; `more`
        stays 0."""
        lit = room_says("lit")
        store.put(batch(house("h"), room("a", "h", MODERN, GAS), room("b", "h", room_says("brand new"), lit)))
        modern = wants(proof(MODERN, 8), proof(room_says("brand new"), 16), facet="kitchen", group=1)
        plan = asks(modern, wants(proof(GAS), facet="kitchen", group=1), wants(proof(lit), facet="kitchen", group=2))
        assert verdicts(store, plan, "h") == [MET, MET, MET]
        assert store.rank(plan, limit=9).ladder.more == (0, 0, 0)

    def test_an_or_group_is_one_rung_of_the_ladder(self, store: Store) -> None:
        store.put(batch(house("a", QUIET, OLD), house("b", SUNNY), house("c", OLD)))
        plan = asks(wants(proof(QUIET), or_group=4), wants(proof(OLD)), wants(proof(SUNNY), or_group=4))
        ladder = store.rank(plan, limit=9).ladder
        assert (dict(ladder.met), ladder.more) == ({0: 0, 1: 2, 2: 1}, (1, 1))
