"""Tests of the ranking and its pages, and of when a claim matches a wish."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest

from claimtree.model.amounts import PERIOD, Amount, AmountKind
from claimtree.model.answers import Verdict
from claimtree.model.claims import Claim, EntityId
from claimtree.model.plans import PhraseMatch, Wish
from claimtree.ports import Store
from claimtree_testing.suites.cases import Cases
from claimtree_testing.suites.town import (
    EVERYTHING,
    HOUSE,
    LEAFY,
    MET,
    MODERN,
    NOISY,
    OLD,
    POINTS,
    QUIET,
    REFUTED,
    SUNNY,
    UNKNOWN,
    area,
    asks,
    batch,
    exactly,
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


class Ordering(Cases):
    """The ranking and its pages, and when a claim matches a wish."""

    def test_a_plan_without_wishes_lists_everything_by_id(self, store: Store) -> None:
        store.put(batch(town("t"), house("b"), house("a"), room("r", "a")))
        ranked = store.rank(asks(), limit=10)
        assert [hit.id for hit in ranked.hits] == ["a", "b"]
        assert (ranked.ladder.total, dict(ranked.ladder.met), ranked.ladder.more) == (2, {0: 2}, ())

    def test_order_is_required_met_then_met_then_score_then_id(self, store: Store) -> None:
        store.put(
            batch(
                house("d", OLD),
                house("c", SUNNY, says("bright")),
                house("b", SUNNY),
                house("a", says("sort of sunny")),
                house("e", OLD, SUNNY),
                house("f"),
            )
        )
        plan = asks(
            wants(proof(OLD, 1), required=True, points=[0] * 17),
            wants(proof(SUNNY), proof(says("sort of sunny"), 8)),
            wants(proof(says("bright"), 2)),
        )
        relaxed = asks(*plan.wishes[1:])
        assert order(store, relaxed) == ["c", "b", "e", "a", "d", "f"]
        assert order(store, plan) == ["e", "d"]

    def test_ties_break_by_entity_id_in_the_order_of_code_points(self, store: Store) -> None:
        ids = ["b", "B", "a", "ä", "a\u0308", "é", "😀", "ｚ", "ab", "a b", "A", "_", "10", "9", "Ω"]
        store.put(batch(*(house(id, QUIET) for id in ids)))
        assert order(store, asks(wants(proof(QUIET)))) == sorted(ids)

    def test_pages_put_together_are_the_whole_order(self, store: Store) -> None:
        facts = (QUIET, SUNNY, OLD)
        store.put(
            batch(*(house(f"h{i * 7 % 23:02}", *(f for k, f in enumerate(facts) if i >> k & 1)) for i in range(23)))
        )
        plan = asks(*(wants(proof(fact)) for fact in facts))
        whole = store.rank(plan, limit=EVERYTHING)
        assert len(whole.hits) == 23
        for size in (1, 4, 22, 23, 24):
            pages = [store.rank(plan, limit=size, offset=start) for start in range(0, 23, size)]
            assert tuple(hit for page in pages for hit in page.hits) == whole.hits
            assert all(page.ladder == whole.ladder for page in pages)
        assert store.rank(plan, limit=5, offset=23).hits == ()
        assert store.rank(plan, limit=0).hits == ()

    def test_filters_apply_before_the_limit(self, store: Store) -> None:
        """Many better-scoring houses are dropped by a required wish; the few that remain fill the
        page."""
        store.put(batch(*(house(f"a{i:03}", QUIET, SUNNY, NOISY) for i in range(60))))
        store.put(batch(*(house(f"z{i}", QUIET) for i in range(3))))
        quiet, sunny = wants(proof(QUIET), required=True), wants(proof(SUNNY))
        no_noise = wants(proof(NOISY, -16), negated=True, required=True)
        assert order(store, asks(quiet, sunny, no_noise), limit=2) == ["z0", "z1"]
        assert order(store, asks(quiet, sunny, no_noise), limit=2, offset=2) == ["z2"]

    def test_the_facet_filter_applies_before_the_limit(self, store: Store) -> None:
        rooms = [(f"a{i:02}", "bedroom") for i in range(40)] + [("z", "kitchen")]
        for id, facet in rooms:
            store.put(batch(house(id, QUIET), room(f"room {id}", id, MODERN, facet=facet)))
        modern_kitchen = wants(proof(MODERN), facet="kitchen", required=True)
        assert order(store, asks(wants(proof(QUIET)), modern_kitchen), limit=1) == ["z"]

    def test_an_asked_amount_never_matches_a_claim_that_states_none(self, store: Store) -> None:
        bare, sized = says("garden"), says("garden", exactly(50, noun="garden"))
        store.put(batch(house("bare", bare), house("sized", sized)))
        plan = asks(wants(proof(sized, fails=-16, slots=[0]), amounts=[area(40, noun="garden")]))
        assert verdicts(store, plan, "bare") == [UNKNOWN]
        assert verdicts(store, plan, "sized") == [MET]

    def test_without_an_asked_amount_any_value_will_do(self, store: Store) -> None:
        store.put(batch(house("h", says("garden _", area(50, low_open=True)))))
        assert verdicts(store, asks(wants(proof(says("garden _", exactly(1)), 16, fails=-16))), "h") == [MET]

    @pytest.mark.parametrize(
        ("stated", "asked", "verdict"),
        [
            (exactly(12), area(10, low_open=True), MET),
            (exactly(10), area(10, low_open=True), REFUTED),
            (exactly(10), area(10), MET),
            (exactly(10), area(high=10, high_open=True), REFUTED),
            (exactly(10), area(high=10), MET),
            (area(10, 20), area(20, 30), MET),
            (area(10, 20, high_open=True), area(20, 30), REFUTED),
            (area(10, 20), area(20, 30, low_open=True), REFUTED),
            (area(10, 20, high_open=True), area(19, 30), MET),
            (area(10, low_open=True), area(high=10, high_open=True), REFUTED),
            (area(10), area(high=10), MET),
            (area(), exactly(7), MET),
            (exactly(7), area(), MET),
            (area(low_open=True, high_open=True), area(5, 6, low_open=True, high_open=True), MET),
            (area(1, 9), area(2, 3), MET),
            (exactly(0.0), exactly(-0.0), MET),
            (exactly(-5), area(-6, -4), MET),
            (exactly(16_777_217), exactly(16_777_216), REFUTED),
            (exactly(0.1 + 1e-12), area(high=0.1), REFUTED),
            (exactly(1e300), area(1e299), MET),
        ],
    )
    def test_amounts_agree_when_they_share_a_value(
        self, store: Store, stated: Amount, asked: Amount, verdict: Verdict
    ) -> None:
        fact = says("size _", stated)
        store.put(batch(house("h", fact)))
        plan = asks(wants(proof(fact, 16, fails=-16, slots=[0]), amounts=[asked]))
        assert verdicts(store, plan, "h") == [verdict]

    def test_an_amount_that_may_agree_counts_less_than_one_that_does(self, store: Store) -> None:
        ranges = {"a": area(2, 8), "b": area(4), "c": area(5, 6), "d": area(5, 7, high_open=True), "e": area(8, 9)}
        for id, stated in ranges.items():
            store.put(batch(house(id, says("size _", stated))))
        store.put(batch(house("f", says("size _", area(2, 8)), says("size _", exactly(5)))))
        match = replace(proof(says("size _", exactly(1)), 16, fails=-16, slots=[0]), may_hold=12)
        plan = asks(wants(match, amounts=[area(5, 7)]))
        # "f" states both; the lesser grade adds a tenth.
        assert order(store, plan) == ["f", "c", "d", "a", "b", "e"]
        assert [verdicts(store, plan, id) for id in "abcde"] == [[MET], [MET], [MET], [MET], [REFUTED]]

    @pytest.mark.parametrize(
        ("year", "days", "grade"),
        [(1931, (1931, 1931), 16), (1931, (1930, 1932), 16), (1930, (1931, 1931), -16), (1931, (1931, 0), 12)],
    )
    def test_a_year_may_be_a_day_of_it(self, store: Store, year: int, days: tuple[int, int], grade: int) -> None:
        first = date(days[0], 1, 1).toordinal()
        last = date(days[1], 12, 31).toordinal() if days[1] else first
        stated = Amount(kind=AmountKind.YEAR, low=year, high=year)
        asked = Amount(kind=AmountKind.DATE, unit="day", low=first, high=last)
        made = says("made _", stated)
        store.put(batch(house("h", made)))
        match = replace(proof(made, 16, fails=-16, slots=[0]), may_hold=12, kinds=(AmountKind.YEAR,))
        finding = judged(store, asks(wants(match, amounts=[asked])), "h").findings[0]
        assert [piece.grade for piece in finding.pieces] == [grade]

    def test_a_period_and_a_date_of_the_same_days_are_told_apart(self, store: Store) -> None:
        first, last = date(1900, 1, 1).toordinal(), date(1910, 12, 31).toordinal()
        lived, period = (
            says("lived here _", Amount(kind=AmountKind.DATE, unit=unit, low=first, high=last))
            for unit in ("day", PERIOD)
        )
        store.put(batch(house("a", lived), house("b", period)))
        asked = Amount(
            kind=AmountKind.DATE, unit="day", low=date(1905, 1, 1).toordinal(), high=date(1905, 12, 31).toordinal()
        )
        proofs = replace(proof(lived, 16, fails=-16, slots=[0]), may_hold=12), proof(period, 16, fails=-16, slots=[0])
        plan = asks(wants(*proofs, amounts=[asked]))
        grades = [judged(store, plan, id).findings[0].pieces[0].grade for id in ("a", "b")]
        assert (grades, order(store, plan)) == ([12, 16], ["b", "a"])

    def test_units_never_mix(self, store: Store) -> None:
        metres, feet = says("size _", exactly(50, unit="m2")), says("size _", exactly(50, unit="ft2"))
        store.put(batch(house("metres", metres), house("feet", feet)))
        plan = asks(wants(proof(metres, 16, fails=-16, slots=[0]), amounts=[area(40)]))
        assert [verdicts(store, plan, id) for id in ("metres", "feet")] == [[MET], [UNKNOWN]]

    def test_the_plan_says_which_slot_is_compared(self, store: Store) -> None:
        both = says("lot _ by _", exactly(10, noun="lot"), exactly(99, noun="house"))
        store.put(batch(house("h", both)))

        def ask(slots: Sequence[int], *asked: Amount) -> list[Verdict]:
            return verdicts(store, asks(wants(proof(both, 16, fails=-16, slots=slots), amounts=asked)), "h")

        assert ask([0], exactly(10)) == [MET]
        assert ask([1], exactly(10)) == [REFUTED]
        assert ask([1, 0], exactly(99), exactly(10)) == [MET]
        assert ask([0, 1], exactly(10), exactly(98)) == [REFUTED]
        assert ask([0, 0], area(9), area(high=11)) == [MET]

    def test_of_several_amounts_on_one_entity_each_speaks_for_itself(self, store: Store) -> None:
        facts = [says("size _", exactly(value)) for value in (10, 20, 30)]
        store.put(batch(house("h", *facts)))
        close = wants(proof(facts[0], 16, fails=-15, slots=[0]), amounts=[exactly(20)])
        far = wants(proof(facts[0], 16, fails=-15, slots=[0]), amounts=[exactly(25)])
        assert verdicts(store, asks(close, far), "h") == [MET, REFUTED]

    def test_an_amount_that_differs_may_say_nothing(self, store: Store) -> None:
        fact = says("size _", exactly(10))
        store.put(batch(house("h", fact)))
        assert verdicts(store, asks(wants(proof(fact, slots=[0]), amounts=[exactly(20)])), "h") == [UNKNOWN]

    def test_absent_and_empty_are_alike(self, store: Store) -> None:
        store.put(
            batch(
                house("none"),
                house("empty"),
                room("r", "none", MODERN, facet=None),
                room("s", "empty", MODERN, facet=""),
            )
        )
        kitchen, anywhere = wants(proof(MODERN), facet="kitchen"), wants(proof(MODERN))
        for id in ("none", "empty"):
            assert verdicts(store, asks(kitchen, anywhere), id) == [UNKNOWN, MET]

    def test_a_house_without_a_town_is_a_candidate_like_any_other(self, store: Store) -> None:
        store.put(batch(town("t", LEAFY), house("lone", QUIET), house("set", QUIET, town="t")))
        plan = asks(wants(proof(QUIET)), wants(proof(LEAFY)))
        assert order(store, plan) == ["set", "lone"]
        assert verdicts(store, plan, "lone") == [MET, UNKNOWN]

    def test_case_and_accents_tell_ids_and_phrases_apart(self, store: Store) -> None:
        ids = [
            "café",
            "CAFÉ",
            "Café",
            "cafe\u0301",
            "straße",
            "strasse",
            "寿司",
            "o'hara",
            'a "b"',
            "50%_",
            "a/b",
            " a",
        ]
        facts = [says(id) for id in ids]
        store.put(batch(*(house(id, fact) for id, fact in zip(ids, facts, strict=True))))
        assert store.info().entities[HOUSE] == len(ids)
        for id, fact in zip(ids, facts, strict=True):
            assert store.get([EntityId(id)]) == (house(id, fact),)
            assert store.rank(asks(wants(proof(fact), required=True)), limit=9).hits[0].id == id
            assert store.rank(asks(wants(proof(fact), required=True)), limit=9).ladder.total == 1

    def test_a_negated_phrase_is_another_phrase(self, store: Store) -> None:
        pets, no_pets = says("pets"), says("pets", negated=True)
        store.put(batch(house("yes", pets), house("no", no_pets)))
        plan = asks(wants(proof(pets), proof(no_pets, -16)))
        assert [verdicts(store, plan, id) for id in ("yes", "no")] == [[MET], [REFUTED]]

    # Near misses

    def test_of_two_that_miss_a_limit_the_nearer_ranks_first(self, store: Store) -> None:
        sizes = {"a": 50.0, "b": 95.0, "c": 99.0, "d": 80.0, "e": 100.0}
        store.put(batch(*(house(id, garden(size)) for id, size in sizes.items()), house("f"), house("g", QUIET)))
        plan = asks(at_least(100), wants(proof(QUIET)))
        # "a" has half of it, which is worth a little; "f" has no claim about it.
        assert order(store, plan) == ["e", "g", "c", "b", "d", "a", "f"]
        assert [store.place(plan, EntityId(id)) for id in "egcbdaf"] == [1, 2, 3, 4, 5, 6, 7]
        assert judged(store, plan, "c").standing.score == POINTS[8]
        assert store.rank(plan, limit=2, offset=4).hits == store.rank(plan, limit=EVERYTHING).hits[4:6]

    def test_a_miss_never_counts_as_met(self, store: Store) -> None:
        store.put(batch(house("a", garden(99.0)), house("b", garden(100.0))))
        ranked = store.rank(asks(at_least(100)), limit=9)
        assert [hit.standing.met for hit in ranked.hits] == [1, 0]
        assert (dict(ranked.ladder.met), ranked.ladder.more) == ({0: 1, 1: 1}, (1,))
        assert order(store, asks(at_least(100, required=True))) == ["b"]
        assert order(store, asks(at_least(100, required=True), strict=True)) == ["b"]

    @pytest.mark.parametrize(("stated", "closeness"), [
        (exactly(203.125), 8), (exactly(203.2), 7), (exactly(212.5), 6), (area(212.5, 900, low_open=True), 5),
        (area(300), 1), (exactly(300.5), 0), (area(201, 900), 8), (exactly(99.0), 8), (exactly(50.0), 1),
        (exactly(49.0), 0),
    ])  # fmt: skip
    def test_the_nearer_end_says_how_near(self, store: Store, stated: Amount, closeness: int) -> None:
        store.put(batch(house("h", says("garden _", stated))))
        match = proof(says("garden _", exactly(1)), 16, fails=-16, slots=[0])
        plan = asks(wants(match, amounts=[area(100, 200)]), wants(proof(QUIET)))
        assert judged(store, plan, "h").standing.score == POINTS[closeness]

    def test_the_farthest_of_what_speaks_against_it_counts(self, store: Store) -> None:
        store.put(batch(house("a", garden(99.0), garden(60.0)), house("b", garden(88.0)), house("c", garden(99.0))))
        assert order(store, asks(at_least(100))) == ["c", "b", "a"]

    def test_what_is_denied_is_not_near(self, store: Store) -> None:
        denied = says("no garden _", exactly(120))
        store.put(batch(house("a", garden(99.0), denied), house("b", garden(88.0))))
        plan = asks(wants(garden_match(), proof(denied, -16, slots=[0]), amounts=[area(100)]))
        assert order(store, plan) == ["b", "a"]

    def test_a_negated_limit_has_no_near_misses(self, store: Store) -> None:
        store.put(batch(house("a", garden(140.0)), house("b", garden(101.0))))
        match = proof(garden(1.0), -16, fails=16, slots=[0])
        plan = asks(wants(match, amounts=[area(100)], negated=True), wants(proof(QUIET)))
        assert [judged(store, plan, id).standing.score for id in "ab"] == [0, 0]

    def test_of_rooms_that_all_miss_it_the_nearest_counts(self, store: Store) -> None:
        def sized(value: float) -> Claim:
            return room_says("size _", exactly(value))

        store.put(
            batch(
                house("a"), room("a1", "a", sized(5.0)), room("a2", "a", sized(9.0), MODERN),
                house("b"), room("b1", "b", sized(9.9)), room("b2", "b", sized(7.0), MODERN),
                house("c"), room("c1", "c", sized(9.9)), room("c2", "c", MODERN),
            )
        )  # fmt: skip
        size = wants(proof(sized(1.0), 16, fails=-16, slots=[0]), amounts=[area(10)], facet="kitchen", group=1)
        modern = wants(proof(MODERN), facet="kitchen", group=1)
        # The size of the second room of "c" is unknown: it may be large enough.
        assert order(store, asks(size, modern)) == ["b", "a", "c"]
        assert order(store, asks(size)) == ["b", "a", "c"]
        assert judged(store, asks(size, modern), "b").standing.score == POINTS[16] + POINTS[8]

    def test_alternatives_are_as_near_as_the_nearest_and_only_where_all_are_missed(self, store: Store) -> None:
        plot = says("plot _", exactly(45))
        store.put(batch(house("a", garden(80.0), plot), house("b", garden(99.0)), house("c", garden(95.0), plot)))
        other = wants(proof(plot, 16, fails=-16, slots=[0]), amounts=[area(50)], or_group=1)
        plan = asks(at_least(100, or_group=1), other)
        assert order(store, plan) == ["c", "a", "b"]
        assert [judged(store, plan, id).standing.score for id in "abc"] == [POINTS[5], 0, POINTS[6]]


def garden(size: float) -> Claim:
    return says("garden _", exactly(size))


def garden_match() -> PhraseMatch:
    return proof(garden(1.0), 16, fails=-16, slots=[0])


def at_least(size: float, *, required: bool = False, or_group: int | None = None) -> Wish:
    return wants(garden_match(), amounts=[area(size)], required=required, or_group=or_group)
