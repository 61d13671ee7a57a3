"""What holds of every tree: paths against brute force, words from both ends, degrees of cousins."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import hypothesis.strategies as st
from hypothesis import given, settings

from claimtree.kinship.ancestry import ancestors, common_ancestors, descendants
from claimtree.kinship.graph import KinGraph, Kinsperson, ParentKind, ParentLink, PersonId, Sex, Union
from claimtree.kinship.paths import BLOOD, Direction, closest_paths, length
from claimtree.kinship.relationship import relate
from claimtree.kinship.terms import Relation

SIZE = 11
people = st.integers(0, SIZE - 1)


@st.composite
def trees(draw: st.DrawFn, *, loops: bool = True, kinds: tuple[ParentKind, ...] = tuple(ParentKind)) -> KinGraph:
    """Small trees, with loops in parentage unless said otherwise."""
    sexes = draw(st.lists(st.sampled_from(Sex), min_size=SIZE, max_size=SIZE))
    everybody = [Kinsperson(id=PersonId(f"p{at:02}"), name=f"P{at}", sex=sex) for at, sex in enumerate(sexes)]
    ids = [one.id for one in everybody]
    ends = draw(st.lists(st.tuples(people, people, st.sampled_from(kinds)), max_size=16))
    links = [
        ParentLink(child=ids[child], parent=ids[parent], kind=kind)
        for child, parent, kind in ends
        if child > parent or (loops and child != parent)
    ]
    couples = draw(st.lists(st.tuples(people, people, st.booleans()), max_size=4))
    unions = [
        Union(id=f"F{at}", partners=(ids[one], ids[other]), divorced=divorced)
        for at, (one, other, divorced) in enumerate(couples)
        if one != other
    ]
    return KinGraph(everybody, links, unions)


def walks(graph: KinGraph, start: int, end: int, links: int) -> Iterator[tuple[int, ...]]:
    """Every walk of so many links that is allowed: up and then down, between partners."""

    def onward(at: int, went_down: bool, left: int, before: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if left == 0:
            if at == end:
                yield before
            return
        if not went_down:
            for edge in graph.parents[at]:
                yield from onward(edge.parent, False, left - 1, (*before, edge.parent))
        for edge in graph.children[at]:
            yield from onward(edge.child, True, left - 1, (*before, edge.child))
        if left > 1:
            for union in graph.partners[at]:
                yield from onward(union.partner, False, left - 2, (*before, union.partner))

    yield from onward(start, False, links, (start,))


@settings(max_examples=60, deadline=None)
@given(trees(), people, people)
def test_the_closest_paths_are_those_that_brute_force_finds(graph: KinGraph, one: int, other: int) -> None:
    found = closest_paths(graph, graph.people[one].id, graph.people[other].id, limit=10_000).paths
    got = {(one, *(step.to for step in path)) for path in found}
    for links in range(7):
        expected = set(walks(graph, one, other, links))
        if expected:
            assert got == expected
            assert all(length(path) == links for path in found)
            return
    assert all(length(path) > 6 for path in found)


@settings(max_examples=60, deadline=None)
@given(trees(), people, people)
def test_a_relationship_is_the_same_from_both_ends(graph: KinGraph, one: int, other: int) -> None:
    there = relate(graph, graph.people[one].id, graph.people[other].id)
    back = relate(graph, graph.people[other].id, graph.people[one].id)
    assert there.related == back.related == graph.connected(one, other)
    if not there.related:
        return
    assert there.closest[0].length == back.closest[0].length
    assert len(there.closest) == len(back.closest) or there.cut
    shapes, mirrored = (
        sorted(
            (term.up, term.down) if flip else (term.down, term.up) for way in relationship.ways for term in way.terms
        )
        for relationship, flip in ((there, True), (back, False))
    )
    if all(len(way.terms) == 1 for way in (*there.ways, *back.ways)):
        assert shapes == mirrored


@settings(max_examples=60, deadline=None)
@given(trees(), people, people)
def test_a_path_is_a_chain_of_links_that_are_in_the_tree(graph: KinGraph, one: int, other: int) -> None:
    for way in relate(graph, graph.people[one].id, graph.people[other].id).ways:
        for path in way.paths:
            at = one
            for step in path:
                assert step.start == at
                if step.direction is Direction.UP:
                    assert any(edge.parent == step.to and edge.link.kind is step.kind for edge in graph.parents[at])
                elif step.direction is Direction.DOWN:
                    assert any(edge.child == step.to and edge.link.kind is step.kind for edge in graph.children[at])
                else:
                    assert any(edge.partner == step.to for edge in graph.partners[at])
                at = step.to
            assert at == other


@settings(max_examples=80, deadline=None)
@given(trees(loops=False, kinds=(ParentKind.BIRTH,)), people, people)
def test_degrees_of_cousins_agree_with_counting_generations(graph: KinGraph, one: int, other: int) -> None:
    """The oracle lists all ancestors of both, and takes the pair of generations with the least sum."""

    def above(at: int) -> set[tuple[int, int]]:
        found, edge = {(at, 0)}, {at}
        for depth in range(1, SIZE):
            edge = {link.parent for person in edge for link in graph.parents[person]}
            found |= {(person, depth) for person in edge}
        return found

    pairs = [(up, down) for (a, up), (b, down) in product(above(one), above(other)) if a == b]
    found = closest_paths(graph, graph.people[one].id, graph.people[other].id, through=BLOOD).paths
    assert bool(pairs) == bool(found)
    for path in found:
        up = sum(step.direction is Direction.UP for step in path)
        assert (up, len(path) - up) in pairs
        assert len(path) == min(map(sum, pairs))


INVERSES = [({"uncle", "aunt"}, {"nephew", "niece"}), ({"father", "mother"}, {"son", "daughter"})]


@settings(max_examples=80, deadline=None)
@given(trees(kinds=(ParentKind.BIRTH,)), people, people)
def test_words_from_both_ends_fit_each_other_and_the_sexes(graph: KinGraph, one: int, other: int) -> None:
    there = relate(graph, graph.people[one].id, graph.people[other].id)
    back = relate(graph, graph.people[other].id, graph.people[one].id)
    if not there.related or one == other:
        return
    words, answers = {there.label(), *there.also()}, {back.label(), *back.also()}
    for above, below in INVERSES:
        if words & above and graph.people[one].sex in (Sex.MALE, Sex.FEMALE):
            assert answers & below
    man, woman = {"uncle", "father", "son", "nephew", "husband"}, {"aunt", "mother", "daughter", "niece", "wife"}
    if graph.people[other].sex is Sex.MALE:
        assert not words & woman
    elif graph.people[other].sex is Sex.FEMALE:
        assert not words & man
    else:
        assert not words & (man | woman)


@settings(max_examples=60, deadline=None)
@given(trees(), people, people)
def test_ancestors_and_descendants_are_each_others_inverse(graph: KinGraph, one: int, other: int) -> None:
    up = {found.id: found.generations for found in ancestors(graph, graph.people[one].id).people}
    down = {found.id: found.generations for found in descendants(graph, graph.people[other].id).people}
    assert up.get(graph.people[other].id) == down.get(graph.people[one].id)


@settings(max_examples=60, deadline=None)
@given(trees(loops=False), people, people)
def test_common_ancestors_are_the_ancestors_that_both_have(graph: KinGraph, one: int, other: int) -> None:
    def with_self(at: int) -> set[str]:
        id = graph.people[at].id
        return {id, *(found.id for found in ancestors(graph, id).people)}

    shared = with_self(one) & with_self(other)
    found = common_ancestors(graph, graph.people[one].id, graph.people[other].id, nearest=False)
    assert {ancestor.id for ancestor in found} == shared
    nearest = common_ancestors(graph, graph.people[one].id, graph.people[other].id)
    assert bool(nearest) == bool(shared)


def test_a_line_ends_where_it_is_asked_to_end() -> None:
    count = 50
    everybody = [Kinsperson(id=PersonId(f"p{at:02}")) for at in range(count)]
    links = [ParentLink(child=everybody[at].id, parent=everybody[at + 1].id) for at in range(count - 1)]
    graph = KinGraph(everybody, links)
    assert [one.id for one in ancestors(graph, everybody[0].id, generations=2).people] == ["p01", "p02"]
    assert ancestors(graph, everybody[0].id, limit=3).cut
    assert relate(graph, everybody[0].id, everybody[49].id).label() == "47th great-grandparent"


def test_thousands_of_children_and_a_loop_of_parents_end() -> None:
    everybody = [Kinsperson(id=PersonId(f"p{at:05}")) for at in range(6000)]
    root = everybody[0].id
    links = [ParentLink(child=one.id, parent=root) for one in everybody[1:]]
    links.append(ParentLink(child=root, parent=everybody[1].id))
    graph = KinGraph(everybody, links)
    found = relate(graph, everybody[5].id, everybody[5999].id)
    assert found.label() == "sibling"
    assert relate(graph, root, everybody[1].id).ways[0].terms[0].relation is Relation.LINE
