"""Tests of places, positions, and how coordinates decide a wish."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
import shapely

from claimtree.errors import BadPlace
from claimtree.geo import Area, Point
from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.claims import EntityId, LevelName
from claimtree.model.phrases import IndexedEntity
from claimtree.model.places import Inside, Near, NearbyFact, NearKind, Place, PlaceId, PlaceKind, PlaceTest
from claimtree.model.plans import Basis, PlaceMatch, Wish
from claimtree.ports import PlaceStore
from claimtree_testing.suites.cases import Cases
from claimtree_testing.suites.town import (
    HOUSE,
    MET,
    QUIET,
    REFUTED,
    TOWN,
    UNKNOWN,
    asks,
    batch,
    house,
    judged,
    order,
    proof,
    town,
    verdicts,
    wants,
)

WELL, INN = PlaceKind("well"), PlaceKind("inn")
SQUARE = Area.of(shapely.box(0, 0, 1, 1))


def place(id: str, shape: Point | Area, *, kind: PlaceKind = WELL, name: str = "") -> Place:
    return Place(id=PlaceId(id), name=name or f"the {id}", kind=kind, shape=shape)


def at(item: IndexedEntity, lat: float, lon: float) -> IndexedEntity:
    return replace(item, entity=replace(item.entity, point=Point(lat, lon)))


def fact(kind: PlaceKind, metres: float, name: str = "mark") -> NearbyFact:
    return NearbyFact(kind=kind, place=PlaceId(name), name=name, point=Point(1, 2), metres=metres)


def near(item: IndexedEntity, *facts: NearbyFact) -> IndexedEntity:
    return replace(item, nearby=facts)


def at_most(metres: float) -> Amount:
    return Amount(kind=AmountKind.DISTANCE, high=metres, unit="m")


def wants_place(
    test: PlaceTest, *, grade: int = 16, levels: Sequence[LevelName] = (HOUSE,), nearly: int = 0, required: bool = False
) -> Wish:
    matches = tuple(PlaceMatch(test=test, level=level, holds=grade, fails=-grade, nearly=nearly) for level in levels)
    return replace(wants(at=HOUSE, required=required), places=matches)


class Placing(Cases):
    """Places, positions, and how coordinates decide a wish."""

    def test_places_come_back_as_they_were_put_by_id(self, store: PlaceStore) -> None:
        round_one = replace(place("b", Point(-90, 180)), radius_m=120.5, aliases=("Bé", "b b"), parent="Brook")
        rated = replace(
            place("a", SQUARE, kind=INN, name="Straße 😀"), source="file", rank=7.5, rating=4.5, partial=True
        )
        store.put_places([round_one, rated])
        assert store.places() == (rated, round_one)
        assert store.info().places == 2

    def test_a_place_that_is_put_again_is_replaced(self, store: PlaceStore) -> None:
        store.put_places([place("a", Point(0, 0))])
        store.put_places([place("a", Point(1, 1)), place("b", Point(2, 2))])
        assert [one.shape for one in store.places()] == [Point(1, 1), Point(2, 2)]

    def test_every_write_of_places_makes_another_version(self, store: PlaceStore) -> None:
        versions = [store.places_version()]
        store.put_places([place("a", Point(0, 0))])
        versions.append(store.places_version())
        assert store.remove_places([PlaceId("a"), PlaceId("a"), PlaceId("nobody")]) == 1
        versions.append(store.places_version())
        assert len(set(versions)) == 3
        assert versions[0] == 0
        assert store.remove_places([PlaceId("a")]) == 0
        assert store.places_version() == versions[-1]
        assert store.places() == ()

    def test_a_place_without_a_name_is_refused_and_nothing_is_written(self, store: PlaceStore) -> None:
        with pytest.raises(BadPlace):
            store.put_places([place("a", Point(0, 0)), replace(place("b", Point(0, 0)), name=" ")])
        assert store.places() == ()

    def test_who_measured_with_which_places_is_noted(self, store: PlaceStore) -> None:
        assert store.measured_version() == 0
        store.put_places([place("a", Point(0, 0))])
        store.set_measured_version(store.places_version())
        assert store.measured_version() == store.places_version()

    def test_positions_are_those_of_one_level_by_id(self, store: PlaceStore) -> None:
        store.put(batch(at(town("t"), 5, 6), at(house("b"), 3, 4), at(house("a"), 1, 2), house("c")))
        ids, points = store.positions(HOUSE)
        assert ids == ("a", "b")
        assert points.lats.tolist() == [1, 3]
        assert points.lons.tolist() == [2, 4]
        assert store.positions(TOWN)[0] == ("t",)

    def test_orphans_are_those_of_a_level_that_hang_on_nothing(self, store: PlaceStore) -> None:
        store.put(batch(town("t"), house("b", town="t"), house("c"), house("a")))
        assert store.orphans(HOUSE) == ("a", "c")
        assert store.orphans(TOWN) == ("t",)

    def test_an_entity_that_is_replaced_loses_its_old_position_and_surroundings(self, store: PlaceStore) -> None:
        store.put(batch(near(at(house("a"), 1, 2), fact(WELL, 10))))
        store.put(batch(house("a")))
        assert store.positions(HOUSE)[0] == ()
        assert store.get([EntityId("a")]) == (house("a"),)

    def test_an_entity_that_is_removed_takes_its_position_along(self, store: PlaceStore) -> None:
        store.put(batch(near(at(house("a"), 1, 2), fact(WELL, 10)), at(house("b"), 1, 2)))
        store.remove([EntityId("a")])
        assert store.positions(HOUSE)[0] == ("b",)
        store.put(batch(house("a")))
        assert verdicts(store, asks(wants_place(NearKind(kind=WELL, asked=at_most(50)))), "a") == [UNKNOWN]

    def test_surroundings_are_replaced_for_all_kinds_or_for_some(self, store: PlaceStore) -> None:
        store.put(batch(near(house("a"), fact(INN, 5), fact(WELL, 10)), house("b")))
        store.put_nearby({EntityId("a"): [fact(WELL, 20)], EntityId("nobody"): [fact(WELL, 1)]}, kinds=[WELL])
        assert store.get([EntityId("a")])[0].nearby == (fact(INN, 5), fact(WELL, 20))
        store.put_nearby({EntityId("a"): [], EntityId("b"): [fact(WELL, 7)]}, kinds=[WELL])
        assert store.get([EntityId("a")])[0].nearby == (fact(INN, 5),)
        store.put_nearby({EntityId("a"): [fact(WELL, 1)]})
        assert store.get([EntityId("a")])[0].nearby == (fact(WELL, 1),)
        assert store.get([EntityId("b")])[0].nearby == (fact(WELL, 7),)

    def test_a_search_after_new_surroundings_sees_them(self, store: PlaceStore) -> None:
        store.put(batch(near(house("a"), fact(WELL, 900))))
        plan = asks(wants_place(NearKind(kind=WELL, asked=at_most(500))))
        assert verdicts(store, plan, "a") == [REFUTED]
        store.put_nearby({EntityId("a"): [fact(WELL, 100)]})
        assert verdicts(store, plan, "a") == [MET]

    def test_a_kind_is_met_refuted_or_unknown_by_its_fact(self, store: PlaceStore) -> None:
        store.put(batch(near(house("near"), fact(WELL, 500)), near(house("far"), fact(WELL, 500.01)), house("untold")))
        plan = asks(wants_place(NearKind(kind=WELL, asked=at_most(500))))
        assert [verdicts(store, plan, id) for id in ("near", "far", "untold")] == [[MET], [REFUTED], [UNKNOWN]]
        assert order(store, plan) == ["near", "far", "untold"]

    def test_a_required_place_drops_who_is_elsewhere_and_keeps_who_says_nothing_only_behind_its_gate(
        self, store: PlaceStore
    ) -> None:
        store.put(batch(at(house("in"), 0.5, 0.5), at(house("out"), 2, 2), house("untold")))
        plan = asks(wants_place(Inside(places=(place("sq", SQUARE),)), required=True))
        assert order(store, plan) == ["in"]

    def test_next_to_a_region_is_worth_less_than_inside(self, store: PlaceStore) -> None:
        neighbour = place("annex", Area.of(shapely.box(1, 0, 2, 1)))
        store.put(batch(at(house("a-beside"), 0.5, 1.5), at(house("inside"), 0.5, 0.5), at(house("out"), 5, 5)))
        test = Inside(places=(place("sq", SQUARE),), neighbours=(neighbour,))
        plan = asks(wants_place(test, nearly=8))
        assert order(store, plan) == ["inside", "a-beside", "out"]
        assert [verdicts(store, plan, id) for id in ("inside", "a-beside", "out")] == [[MET], [MET], [REFUTED]]

    def test_what_stands_above_speaks_for_those_below_it(self, store: PlaceStore) -> None:
        store.put(batch(at(town("t"), 0.5, 0.5), house("a", town="t"), house("b")))
        plan = asks(wants_place(Inside(places=(place("sq", SQUARE),)), levels=(TOWN, HOUSE)))
        assert [verdicts(store, plan, id) for id in ("a", "b")] == [[MET], [UNKNOWN]]

    def test_a_fact_outweighs_a_weaker_opinion(self, store: PlaceStore) -> None:
        store.put(batch(near(house("a", QUIET), fact(WELL, 1_400)), house("b", QUIET)))
        wish = replace(wants_place(NearKind(kind=WELL, asked=at_most(500))), matches=(proof(QUIET, 14),))
        assert [verdicts(store, asks(wish), id) for id in ("a", "b")] == [[REFUTED], [MET]]

    def test_the_evidence_names_the_place_and_the_distance(self, store: PlaceStore) -> None:
        store.put(batch(at(house("a"), 0, 0.001), near(house("b"), fact(INN, 250, "The Bell"))))
        (finding,) = judged(
            store, asks(wants_place(Near(places=(place("w", Point(0, 0)),), asked=at_most(500)))), "a"
        ).findings
        (piece,) = finding.pieces
        assert piece.by is Basis.PLACE
        assert piece.claim is not None
        assert (piece.claim.quote, piece.claim.source) == ("110 m to the w", "places")
        assert piece.claim.amounts[0].low == piece.sight.metres if piece.sight else False
        (finding,) = judged(store, asks(wants_place(NearKind(kind=INN, asked=at_most(500)))), "b").findings
        assert finding.pieces[0].claim is not None
        assert finding.pieces[0].claim.text == "250 m to The Bell"

    @pytest.mark.parametrize(("lat", "lon"), [(0.0, 180.0), (0.0, -180.0), (0.0, 179.999), (90.0, 7.0), (-90.0, 0.0)])
    def test_distances_hold_where_maps_tear(self, store: PlaceStore, lat: float, lon: float) -> None:
        there = Point(lat, -179.9995 if abs(lat) < 90 else lon - 180 if lon > 0 else lon + 170)
        store.put(batch(at(house("a"), lat, lon)))
        assert verdicts(store, asks(wants_place(Near(places=(place("w", there),), asked=at_most(200)))), "a") == [MET]

    def test_of_two_that_are_near_enough_the_nearer_scores_more(self, store: PlaceStore) -> None:
        store.put(batch(near(house("a-far"), fact(WELL, 490)), near(house("b-near"), fact(WELL, 50))))
        plan = asks(wants_place(NearKind(kind=WELL, asked=at_most(500))))
        assert order(store, plan) == ["b-near", "a-far"]
        store.put(batch(at(house("a-far"), 0, 0.004), at(house("b-near"), 0, 0.001)))
        assert order(store, asks(wants_place(Near(places=(place("w", Point(0, 0)),), asked=at_most(500))))) == [
            "b-near",
            "a-far",
        ]

    def test_a_list_that_is_not_complete_proves_nearness_and_never_its_absence(self, store: PlaceStore) -> None:
        store.put(batch(near(house("near"), fact(WELL, 100)), near(house("far"), fact(WELL, 900))))
        wish = wants_place(NearKind(kind=WELL, asked=at_most(500)))
        wish = replace(wish, places=tuple(replace(match, partial=True) for match in wish.places))
        assert [verdicts(store, asks(wish), id) for id in ("near", "far")] == [[MET], [UNKNOWN]]
        (finding,) = judged(store, asks(wish), "far").findings
        assert [(piece.doubtful, piece.grade) for piece in finding.pieces] == [(True, -16)]

    def test_a_list_that_is_not_complete_never_proves_that_one_keeps_away(self, store: PlaceStore) -> None:
        store.put(batch(near(house("near"), fact(WELL, 100)), near(house("far"), fact(WELL, 900))))
        asked = Amount(kind=AmountKind.DISTANCE, low=500, unit="m")
        wish = wants_place(NearKind(kind=WELL, asked=asked))
        wish = replace(wish, places=tuple(replace(match, partial=True) for match in wish.places))
        assert [verdicts(store, asks(wish), id) for id in ("near", "far")] == [[REFUTED], [UNKNOWN]]

    def test_the_ladder_counts_what_a_place_costs(self, store: PlaceStore) -> None:
        store.put(batch(near(house("a", QUIET), fact(WELL, 100)), near(house("b", QUIET), fact(WELL, 900))))
        plan = asks(wants(proof(QUIET)), wants_place(NearKind(kind=WELL, asked=at_most(500))))
        ladder = store.rank(plan, limit=5).ladder
        assert (dict(ladder.met), ladder.more) == ({0: 0, 1: 1, 2: 1}, (0, 1))
