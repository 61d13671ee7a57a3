"""Relations are stated at one end, and seen from both."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.errors import BadInput, UnknownName
from claimtree.model.claims import EntityId
from claimtree.model.relations import (
    Direction,
    Link,
    Links,
    RelationKind,
    RelationName,
    Statement,
    Walk,
    links_of,
    relation_query,
    walk,
)

PARENT, CHILD, MARRIED, CITES = map(RelationName, ("parent-of", "child-of", "married-to", "cites"))
KINDS = {
    PARENT: RelationKind(name=PARENT, about="a parent", inverse=CHILD),
    CHILD: RelationKind(name=CHILD, about="a child", inverse=PARENT),
    MARRIED: RelationKind(name=MARRIED, about="spouses", symmetric=True),
    CITES: RelationKind(name=CITES, about="names it as a source"),
}
EVERYBODY = [EntityId(name) for name in "abcdef"]

Ends = tuple[EntityId, RelationName, EntityId]
worlds = st.lists(
    st.tuples(st.sampled_from(EVERYBODY), st.sampled_from(list(KINDS)), st.sampled_from(EVERYBODY)).filter(
        lambda ends: ends[0] != ends[2]
    ),
    max_size=25,
)


def said(by: str, kind: str, to: str, quote: str = "") -> Statement:
    return Statement(EntityId(by), RelationName(kind), EntityId(to), quote)


def links(
    world: Sequence[Ends], id: EntityId, kinds: Sequence[str] | None = None, direction: Direction = Direction.OUT
) -> tuple[Link, ...]:
    query = relation_query(KINDS, kinds, direction)
    return links_of([id], (said(*ends) for ends in world), query)[id]


def reached(world: Sequence[Ends], id: EntityId, kind: RelationName, direction: Direction) -> set[EntityId]:
    return {link.to for link in links(world, id, [kind], direction)}


def walked(world: Sequence[Ends], start: EntityId, *, depth: int, limit: int = 100, gone: str = "") -> Walk:
    there = [said(*ends) for ends in world if gone not in (ends[0], ends[2])]
    query = relation_query(KINDS, None, Direction.BOTH)

    def related(ids: Sequence[EntityId]) -> Links:
        return links_of(ids, there, query)

    return walk(related, [start], depth=depth, limit=limit)


@given(worlds, st.sampled_from(EVERYBODY))
def test_a_relation_outwards_is_its_inverse_inwards(world: list[Ends], id: EntityId) -> None:
    assert reached(world, id, PARENT, Direction.OUT) == reached(world, id, CHILD, Direction.IN)
    assert reached(world, id, PARENT, Direction.IN) == reached(world, id, CHILD, Direction.OUT)


@given(worlds, st.sampled_from(EVERYBODY), st.sampled_from(EVERYBODY))
def test_who_is_reached_by_a_relation_reaches_back_by_its_inverse(
    world: list[Ends], one: EntityId, other: EntityId
) -> None:
    there = other in reached(world, one, PARENT, Direction.OUT)
    assert there == (one in reached(world, other, CHILD, Direction.OUT))
    assert there == any((one, PARENT, other) == ends or (other, CHILD, one) == ends for ends in world)


@given(worlds, st.sampled_from(EVERYBODY), st.sampled_from(EVERYBODY), st.sampled_from(list(Direction)))
def test_a_symmetric_relation_is_the_same_from_both_ends(
    world: list[Ends], one: EntityId, other: EntityId, direction: Direction
) -> None:
    there = other in reached(world, one, MARRIED, direction)
    assert there == (one in reached(world, other, MARRIED, Direction.OUT))
    assert there == ((one, MARRIED, other) in world or (other, MARRIED, one) in world)


@given(worlds, st.sampled_from(EVERYBODY), st.sampled_from(list(Direction)))
def test_a_statement_gives_one_link_at_each_end_at_most(world: list[Ends], id: EntityId, direction: Direction) -> None:
    touching = [ends for ends in world if id in (ends[0], ends[2])]
    found = links(world, id, None, direction)
    assert len(found) <= len(touching)
    if direction is Direction.BOTH:
        assert len(found) == len(touching)


@given(worlds, st.sampled_from(EVERYBODY), st.integers(1, 5), st.integers(1, 8))
def test_a_deeper_walk_begins_with_the_shallower_one(
    world: list[Ends], start: EntityId, depth: int, limit: int
) -> None:
    shallow, deep = (walked(world, start, depth=at, limit=limit) for at in (depth - 1, depth))
    assert deep.visits[: len(shallow.visits)] == shallow.visits
    assert len(deep.visits) <= limit
    assert all(visit.depth <= depth for visit in deep.visits)


@given(worlds, st.sampled_from(EVERYBODY))
def test_a_walk_visits_each_entity_once_and_never_its_start(world: list[Ends], start: EntityId) -> None:
    ids = [visit.id for visit in walked(world, start, depth=50).visits]
    assert len(ids) == len(set(ids))
    assert start not in ids


@given(worlds, st.sampled_from(EVERYBODY), st.sampled_from(EVERYBODY))
def test_what_is_removed_is_in_no_walk(world: list[Ends], start: EntityId, gone: EntityId) -> None:
    left = walked(world, start, depth=6, gone=gone)
    assert gone not in {visit.id for visit in left.visits}
    assert {visit.id for visit in left.visits} <= {visit.id for visit in walked(world, start, depth=6).visits}


@given(worlds, st.sampled_from(EVERYBODY), st.integers(1, 4))
def test_a_walk_says_when_it_was_cut(world: list[Ends], start: EntityId, limit: int) -> None:
    whole, some = walked(world, start, depth=6), walked(world, start, depth=6, limit=limit)
    assert not whole.cut
    assert some.cut == (len(whole.visits) > limit)
    assert some.visits == whole.visits[:limit]


def test_a_walk_names_the_links_that_it_came_by() -> None:
    found = walked([(EVERYBODY[0], PARENT, EVERYBODY[1]), (EVERYBODY[2], CITES, EVERYBODY[1])], EVERYBODY[0], depth=2)
    assert [(one.came_from, one.link.kind, one.link.direction, one.id) for one in found.visits] == [
        ("a", "parent-of", "out", "b"),
        ("b", "cites", "in", "c"),
    ]


@pytest.mark.parametrize(("depth", "limit"), [(-1, 10), (101, 10), (3, 0), (3, 100_001)])
def test_a_walk_without_bounds_is_refused(depth: int, limit: int) -> None:
    with pytest.raises(BadInput, match="a walk goes"):
        walked([], EVERYBODY[0], depth=depth, limit=limit)


def test_links_stand_in_one_order_whichever_end_states_them() -> None:
    world = [
        said("b", "married-to", "a", "B says so"),
        said("a", "married-to", "b", "A says so"),
        said("a", "cites", "c"),
    ]
    for given_in in (world, world[::-1]):
        found = links_of([EntityId("a")], given_in, relation_query(KINDS))[EntityId("a")]
        assert [(link.kind, link.to, link.stated_by, link.quote) for link in found] == [
            ("cites", "c", "a", ""),
            ("married-to", "b", "a", "A says so"),
            ("married-to", "b", "b", "B says so"),
        ]


def test_an_undeclared_kind_is_an_error_that_names_those_declared() -> None:
    with pytest.raises(UnknownName, match=r"no relation 'likes' \(have: parent-of, child-of, married-to, cites\)"):
        relation_query(KINDS, ["likes"])
    with pytest.raises(UnknownName, match="the pack declares none"):
        relation_query({}, ["cites"])
