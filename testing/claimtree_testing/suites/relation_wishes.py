"""Wishes that are asked through a relation: verdicts, evidence and order; the rules are in `model.related`."""

from __future__ import annotations

import random
from contextlib import closing
from dataclasses import replace

from claimtree.model.answers import Piece
from claimtree.model.claims import EntityId
from claimtree.model.plans import Linked, Wish
from claimtree.model.related import MOST_SHOWN
from claimtree.model.relations import Direction, relation_query
from claimtree.ports import MovableStore
from claimtree.stores.memory import MemoryStore
from claimtree_testing.suites.cases import Cases
from claimtree_testing.suites.relations import KINDS, states
from claimtree_testing.suites.town import (
    IDENTITY,
    LEAFY,
    MET,
    MODERN,
    NOISY,
    OLD,
    QUIET,
    REFUTED,
    SUNNY,
    TREE,
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
    says,
    town,
    verdicts,
    wants,
)

CALM = wants(proof(QUIET), proof(NOISY, -16))
"""Met by "quiet", refuted by "noisy"."""


def through(
    kind: str,
    *inner: Wish,
    direction: Direction = Direction.OUT,
    negated: bool = False,
    required: bool = False,
    or_group: int | None = None,
) -> Wish:
    """Returns a wish that asks `inner` of what a relation leads to."""
    linked = Linked(query=relation_query(KINDS, [kind], direction), wishes=inner)
    return replace(wants(negated=negated, required=required, or_group=or_group), linked=linked)


def evidence(store: MovableStore, wish: Wish, id: str) -> list[tuple[str, str, str]]:
    """Returns, for each piece of evidence: the entity that it is from, the related entity, and the words."""

    def parts_of(piece: Piece) -> tuple[str, str, str]:
        assert piece.link is not None
        assert piece.claim is not None
        return piece.entity, piece.link.to, piece.claim.quote or piece.link.quote

    return [parts_of(piece) for piece in judged(store, asks(wish), id).findings[0].pieces]


class WishingThroughRelations(Cases):
    """One relation between the candidate and what the wish asks about."""

    def test_one_related_entity_that_meets_it_is_enough(self, store: MovableStore) -> None:
        store.put(batch(states(house("h"), ("cites", "a"), ("cites", "b")), house("a", NOISY), house("b", QUIET)))
        wish = through("cites", CALM)
        assert verdicts(store, asks(wish), "h") == [MET]
        assert evidence(store, wish, "h") == [("b", "b", QUIET.quote)]

    def test_it_is_refuted_only_if_every_related_entity_refutes_it(self, store: MovableStore) -> None:
        noisy = house("a", NOISY), house("b", NOISY), house("silent")
        both = states(house("both"), ("cites", "a"), ("cites", "b"))
        one = states(house("one"), ("cites", "a"), ("cites", "silent"))
        store.put(batch(both, one, *noisy, also=[QUIET]))
        wish = through("cites", CALM)
        assert verdicts(store, asks(wish), "both") == [REFUTED]
        assert evidence(store, wish, "both") == [("a", "a", NOISY.quote), ("b", "b", NOISY.quote)]
        assert verdicts(store, asks(wish), "one") == [UNKNOWN]

    def test_without_a_relation_or_while_it_waits_nothing_is_known(self, store: MovableStore) -> None:
        waits = states(house("waits"), ("cites", "late"))
        store.put(batch(house("alone", QUIET), waits, states(house("other"), ("beside", "alone"))))
        wishes = through("cites", CALM), through("cites", CALM, negated=True), through("cites")
        for id in ("alone", "waits", "other"):
            assert verdicts(store, asks(*wishes), id) == [UNKNOWN] * 3
        store.put(batch(house("late", QUIET)))
        assert verdicts(store, asks(*wishes), "waits") == [MET, REFUTED, MET]

    def test_links_follow_every_write(self, store: MovableStore) -> None:
        """Searches between writes, where a store may keep the links of what has not changed."""
        rng = random.Random(7)
        with closing(MemoryStore(IDENTITY, TREE)) as memory:
            for _ in range(25):
                changed = [
                    states(
                        house(f"h{n}", *rng.choice(((QUIET,), (NOISY,), ()))),
                        *(
                            (kind, f"h{(n + rng.randrange(1, 9)) % 9}")
                            for kind in rng.sample(("cites", "beside"), rng.randrange(3))
                        ),
                    )
                    for n in rng.sample(range(9), 2)
                ]
                removed = [EntityId(f"h{rng.randrange(9)}")] if rng.random() < 0.4 else []
                for one in (memory, store):
                    one.put(batch(*changed, also=[QUIET, NOISY]))
                    one.remove(removed)
                for kind in rng.sample(("cites", "beside"), rng.randrange(3)):
                    plan = asks(through(kind, CALM))
                    assert store.rank(plan, limit=20) == memory.rank(plan, limit=20)

    def test_a_negated_wish_is_met_by_proven_absence_and_refuted_by_proven_presence(self, store: MovableStore) -> None:
        linked = [states(house(id), ("cites", f"{id}-to")) for id in ("quiet", "noisy", "silent")]
        store.put(batch(*linked, house("quiet-to", QUIET), house("noisy-to", NOISY), house("silent-to")))
        wish = through("cites", CALM, negated=True, required=True)
        assert verdicts(store, asks(wish), "quiet") == [REFUTED]
        assert verdicts(store, asks(wish), "noisy") == [MET]
        assert verdicts(store, asks(wish), "silent") == [UNKNOWN]
        assert "quiet" not in order(store, asks(wish))

    def test_it_is_asked_from_either_end_of_the_statement(self, store: MovableStore) -> None:
        store.put(
            batch(
                states(house("h", SUNNY), ("parent-of", "i"), ("beside", "j"), ("cites", "k")),
                *(house(id) for id in "ijk"),
            )
        )
        sunny = wants(proof(SUNNY))
        assert order(store, asks(demanded(through("child-of", sunny)))) == ["i"]
        assert order(store, asks(demanded(through("beside", sunny)))) == ["j"]
        cited_by = through("cites", sunny, direction=Direction.IN)
        assert order(store, asks(demanded(cited_by))) == ["k"]
        assert verdicts(store, asks(through("parent-of", sunny)), "i") == [UNKNOWN]

    def test_everything_that_is_asked_has_to_be_met_by_one_and_the_same(self, store: MovableStore) -> None:
        together = states(house("together"), ("cites", "both"))
        apart = states(house("apart"), ("cites", "a"), ("cites", "b"))
        store.put(batch(together, apart, house("both", QUIET, OLD), house("a", QUIET), house("b", OLD)))
        wish = through("cites", CALM, wants(proof(OLD)))
        assert verdicts(store, asks(wish), "together") == [MET]
        assert sorted(evidence(store, wish, "together")) == sorted(
            [("both", "both", QUIET.quote), ("both", "both", OLD.quote)]
        )
        assert verdicts(store, asks(wish), "apart") == [UNKNOWN]

    def test_of_alternatives_one_is_enough(self, store: MovableStore) -> None:
        calm, sunny = alternative(CALM, 1), alternative(wants(proof(SUNNY)), 1)
        store.put(
            batch(
                states(house("h"), ("cites", "a")),
                states(house("i"), ("cites", "b")),
                house("a", NOISY, SUNNY),
                house("b", NOISY),
            )
        )
        assert verdicts(store, asks(through("cites", calm, sunny)), "h") == [MET]
        assert verdicts(store, asks(through("cites", calm, sunny)), "i") == [UNKNOWN]

    def test_amounts_of_the_related_entity_are_compared(self, store: MovableStore) -> None:
        size = says("area _", exactly(120))
        store.put(
            batch(
                states(house("h"), ("cites", "large")),
                states(house("i"), ("cites", "small")),
                house("large", size),
                house("small", says("area _", exactly(40))),
            )
        )
        large = wants(proof(size, fails=-16, slots=[0]), amounts=[area(100, low_open=True)])
        plan = asks(through("cites", large))
        assert (verdicts(store, plan, "h"), verdicts(store, plan, "i")) == ([MET], [REFUTED])

    def test_with_nothing_asked_of_it_any_related_entity_will_do(self, store: MovableStore) -> None:
        store.put(batch(states(house("h"), ("cites", "i", "see I")), house("i")))
        assert verdicts(store, asks(through("cites")), "h") == [MET]
        assert evidence(store, through("cites"), "h") == [("i", "i", "see I")]
        assert verdicts(store, asks(through("cites")), "i") == [UNKNOWN]

    def test_relations_of_what_it_is_part_of_and_of_its_parts_count(self, store: MovableStore) -> None:
        store.put(
            batch(
                states(town("t"), ("cites", "a")),
                house("above", town="t"),
                house("below"),
                states(room("r", "below"), ("cites", "a")),
                house("neither"),
                house("a", QUIET),
            )
        )
        plan = asks(through("cites", CALM))
        assert [verdicts(store, plan, id) for id in ("above", "below", "neither")] == [[MET], [MET], [UNKNOWN]]

    def test_a_related_entity_is_judged_with_what_it_is_part_of_and_an_answer_with_its_parts(
        self, store: MovableStore
    ) -> None:
        store.put(
            batch(
                states(house("h"), ("cites", "i")),
                states(house("to-town"), ("cites", "t")),
                states(house("to-room"), ("cites", "r")),
                town("t", LEAFY),
                house("i", QUIET, town="t"),
                room("r", "i", MODERN),
            )
        )
        leafy, modern = wants(proof(LEAFY)), wants(proof(MODERN))
        plan = asks(through("cites", leafy), through("cites", modern), through("cites", CALM))
        assert verdicts(store, plan, "h") == [MET, MET, MET]
        assert verdicts(store, plan, "to-town") == [MET, UNKNOWN, UNKNOWN]
        assert verdicts(store, plan, "to-room") == [MET, MET, MET]
        assert evidence(store, through("cites", leafy), "h") == [("t", "i", LEAFY.quote)]

    def test_it_counts_like_any_other_wish(self, store: MovableStore) -> None:
        store.put(
            batch(
                states(house("both", OLD), ("cites", "q")),
                states(house("linked"), ("cites", "q")),
                states(house("against", OLD), ("cites", "n")),
                house("old", OLD),
                house("q", QUIET),
                house("n", NOISY),
            )
        )
        plan = asks(through("cites", CALM), wants(proof(OLD)))
        assert order(store, plan)[0] == "both"
        ladder = store.rank(plan, limit=10).ladder
        assert (ladder.total, dict(ladder.met), ladder.more) == (6, {0: 2, 1: 3, 2: 1}, (2, 1))
        demanding = asks(through("cites", CALM, required=True), wants(proof(OLD)))
        assert order(store, demanding) == ["both", "linked"]
        either = asks(through("cites", CALM, or_group=1), wants(proof(OLD), or_group=1))
        assert store.rank(either, limit=10).ladder.met[1] == 4

    def test_a_hub_is_judged_by_all_it_leads_to_and_shows_a_few(self, store: MovableStore) -> None:
        many = [house(f"i{n:04}", *([QUIET] if n > 1_200 else [NOISY])) for n in range(1_500)]
        hub = states(house("hub"), *(("cites", f"i{n:04}") for n in range(1_500)))
        store.put(batch(hub, *many))
        found = evidence(store, through("cites", CALM), "hub")
        assert found == [(f"i{n}", f"i{n}", QUIET.quote) for n in range(1_201, 1_201 + MOST_SHOWN)]
        assert verdicts(store, asks(through("cites", wants(proof(NOISY, -16)))), "hub") == [UNKNOWN]

    def test_a_surer_related_entity_scores_more(self, store: MovableStore) -> None:
        store.put(
            batch(
                states(house("a"), ("cites", "likely")),
                states(house("b"), ("cites", "likely"), ("cites", "sure")),
                house("likely", SUNNY),
                house("sure", QUIET),
            )
        )
        wish = through("cites", wants(proof(QUIET), proof(SUNNY, 8)))
        assert order(store, asks(wish))[:2] == ["b", "a"]
        assert evidence(store, wish, "b") == [("sure", "sure", QUIET.quote)]


def demanded(wish: Wish) -> Wish:
    """Returns the wish as a requirement, so that only what meets it is found."""
    required = wants(required=True).claim
    return replace(wish, claim=replace(wish.claim, strength=required.strength))


def alternative(wish: Wish, or_group: int) -> Wish:
    """Returns the wish as one of several alternatives."""
    return replace(wish, claim=replace(wish.claim, or_group=or_group))
