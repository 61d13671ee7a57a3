"""The phrases of a store laid out by concept and name, and kept for as long as the store keeps them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import cast

from claimtree.model.amounts import AmountKind, Slot
from claimtree.model.claims import ConceptId, LevelName, Name, TypeName
from claimtree.model.phrases import Edge, Partition, Phrase, PhraseId, Vectors
from claimtree.ports import Store
from claimtree.search.phrase_index import IndexedPartition, Vocabulary

HOME, LOOK, RULE = LevelName("home"), TypeName("look"), TypeName("rule")
DOGS = ConceptId("dogs")
PHRASES = (
    Phrase(pattern="dogs", type=LOOK, level=HOME, concept=DOGS),
    Phrase(pattern="dogs", type=LOOK, level=HOME, concept=DOGS, negated=True),
    Phrase(pattern="in Kiel", type=LOOK, level=HOME, name=Name(kind="town", text="Kiel")),
    Phrase(pattern="smells of tar", type=LOOK, level=HOME),
)


def partition(type: TypeName = LOOK, phrases: tuple[Phrase, ...] = PHRASES) -> Partition:
    return Partition(level=HOME, type=type, phrases=phrases, vectors=Vectors.empty(2))


class OneStore:
    """Hands out what it was given."""

    def __init__(self, *partitions: Partition) -> None:
        self.held = {(one.level, one.type): one for one in partitions}

    def partitions(self, keys: Collection[tuple[LevelName, TypeName]]) -> Sequence[Partition]:
        return [self.held[key] for key in keys if key in self.held]

    def edges(self, derived: Collection[PhraseId]) -> Sequence[Edge]:
        return [Edge(base=PhraseId(1), derived=id, excludes=False, discount=0.5) for id in derived]


def test_a_shelf_knows_rows_by_concept_by_name_and_by_neither() -> None:
    shelf = IndexedPartition(partition())
    assert shelf.key == (HOME, LOOK)
    assert shelf.by_concept == {DOGS: [0, 1]}
    assert shelf.named == [2]
    assert shelf.nameless.tolist() == [0, 1, 3]
    assert shelf.wordless.tolist() == [3]


def test_an_empty_shelf_knows_nothing() -> None:
    shelf = IndexedPartition(partition(phrases=()))
    assert (shelf.by_concept, shelf.named, shelf.nameless.tolist(), shelf.wordless.tolist()) == ({}, [], [], [])


def test_a_shelf_is_kept_while_the_store_keeps_its_partition_and_no_longer() -> None:
    store = OneStore(partition(), partition(RULE))
    vocabulary = Vocabulary(cast(Store, store))
    look, rule = vocabulary.indexed_partitions([(HOME, LOOK), (HOME, RULE)])
    store.held[HOME, RULE] = partition(RULE)
    again, changed = vocabulary.indexed_partitions([(HOME, LOOK), (HOME, RULE)])
    assert again is look
    assert changed is not rule
    assert changed.partition is store.held[HOME, RULE]


def test_partitions_that_the_store_does_not_have_are_left_out() -> None:
    assert list(Vocabulary(cast(Store, OneStore())).indexed_partitions([(HOME, LOOK)])) == []


def test_a_slice_is_looked_at_and_let_go_of() -> None:
    store = OneStore(replace(partition(), is_slice=True))
    vocabulary = Vocabulary(cast(Store, store))
    (first,) = vocabulary.indexed_partitions([(HOME, LOOK)])
    (second,) = vocabulary.indexed_partitions([(HOME, LOOK)])
    assert first is not second
    assert first.phrases == second.phrases == PHRASES


def test_edges_are_those_of_the_store() -> None:
    (edge,) = Vocabulary(cast(Store, OneStore())).edges([PhraseId(7)])
    assert edge.derived == 7


TAR = tuple(
    sorted(
        (
            Phrase(pattern="smells of tar", type=LOOK, level=HOME),
            Phrase(pattern="smells of tar", type=LOOK, level=HOME, negated=True),
            Phrase(pattern="smells of tar", type=LOOK, level=HOME, disputed=True),
            Phrase(pattern="smells of tar", type=LOOK, level=HOME, concept=DOGS),
            Phrase(pattern="smells of fish", type=LOOK, level=HOME),
            Phrase(pattern="_ barrels", type=LOOK, level=HOME, slots=(Slot(kind=AmountKind.COUNT, noun="barrel"),)),
        ),
        key=lambda phrase: phrase.id,
    )
)


def test_rows_are_known_by_their_words_where_no_list_knows_them() -> None:
    shelf = IndexedPartition(partition(phrases=TAR))
    found = [TAR[row] for row in shelf.by_wording("smells of tar")]
    assert {(phrase.negated, phrase.disputed) for phrase in found} == {(False, False), (True, False), (False, True)}
    assert [TAR[row].slots[0].noun for row in shelf.by_wording("_ barrels")] == ["barrel"]
    assert list(shelf.by_wording("smells of")) == []


def test_rows_are_known_by_the_ids_of_their_phrases() -> None:
    shelf = IndexedPartition(partition(phrases=TAR))
    assert shelf.rows_of([TAR[4].id, PhraseId(1), TAR[0].id, PhraseId(2**62)]).tolist() == [0, 4]
    assert IndexedPartition(partition(phrases=())).rows_of([PhraseId(1)]).tolist() == []
