"""Tests of what a store returns: entities, phrases, edges, dossiers."""

from __future__ import annotations

import numpy as np

from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.claims import (
    Claim,
    ConceptId,
    EntityId,
    Facet,
    Name,
    TypeName,
)
from claimtree.model.hierarchy import Entity, Source
from claimtree.model.phrases import Batch, Edge, IndexedEntity, Phrase
from claimtree.ports import Store
from claimtree_testing.suites.cases import Cases
from claimtree_testing.suites.town import (
    DATED,
    HOUSE,
    IDENTITY,
    LEAFY,
    MODERN,
    NOISY,
    OLD,
    QUIET,
    ROOM,
    SUNNY,
    TOWN,
    UNKNOWN,
    area,
    asks,
    batch,
    exactly,
    house,
    phrase_id,
    proof,
    room,
    says,
    town,
    verdicts,
    wants,
)
from claimtree_testing.worlds import phrase_vectors


class Reading(Cases):
    """What a store returns: entities, phrases, edges, dossiers."""

    def test_entities_come_back_as_they_were_put_in_the_order_asked(self, store: Store) -> None:
        rich = IndexedEntity(
            entity=Entity(
                id=EntityId("rich"),
                level=HOUSE,
                parent=EntityId("t"),
                title="Rich",
                facet=Facet("villa"),
                fields={"rent": 2500.5, "beds": 2, "pets": True, "tags": ("a", "b"), "name": "x", "none": ()},
                sources=(
                    Source(name="one", text="A quiet house.", url="https://one.example/1", updated="2024-01-02"),
                    Source(name="two", fields={"rooms": 3, "lift": False, "facing": ("north", "west"), "note": "ü"}),
                ),
            ),
            claims=(
                Claim(
                    text="rent 2500",
                    pattern="rent _",
                    type=TypeName("price"),
                    level=HOUSE,
                    quote="$2,500",
                    source="one#rent",
                    start=3,
                    end=9,
                    facet=Facet("villa"),
                    concept=ConceptId("rent"),
                    name=Name(kind="street", text="Elm Street"),
                    amounts=(area(1, noun="plot", low_open=True), exactly(0.1)),
                    negated=True,
                ),
                QUIET,
                QUIET,
            ),
            digest="d1",
        )
        store.put(batch(town("t"), rich, house("plain")))
        asked = [EntityId("plain"), EntityId("nobody"), EntityId("rich"), EntityId("plain")]
        plain, found, again = store.get(asked)
        assert (plain, found, again) == (house("plain"), rich, house("plain"))
        kinds = {key: type(value) for key, value in found.entity.fields.items()}
        assert kinds == {key: type(value) for key, value in rich.entity.fields.items()}

    def test_children_are_direct_and_ordered_by_id(self, store: Store) -> None:
        store.put(batch(town("t"), *(house(id, town="t") for id in ("b", "B", "a", "é", "😀", "ｚ"))))
        store.put(batch(room("r", "a")))
        assert store.children(EntityId("t")) == tuple(EntityId(id) for id in ("B", "a", "b", "é", "ｚ", "😀"))
        assert store.children(EntityId("a")) == (EntityId("r"),)
        assert store.children(EntityId("nobody")) == ()

    def test_digests_are_those_of_the_last_put(self, store: Store) -> None:
        store.put(batch(house("h", digest="one"), house("i", digest="two"), house("j")))
        store.put(batch(house("h", digest="three")))
        asked = [EntityId(id) for id in ("h", "i", "j", "nobody")]
        assert store.digests(asked) == {"h": "three", "i": "two", "j": ""}

    def test_info_counts_what_is_there(self, store: Store) -> None:
        edge = Edge(base=phrase_id(QUIET), derived=phrase_id(OLD), excludes=True, discount=0.5)
        store.put(batch(town("t"), house("h", QUIET, QUIET, SUNNY), room("r", "h", MODERN), also=[OLD], edges=[edge]))
        info = store.info()
        assert info.identity == store.identity == IDENTITY
        assert info.entities == {TOWN: 1, HOUSE: 1, ROOM: 1}
        assert (info.claims, info.phrases, info.edges) == (4, 4, 1)
        assert info.bytes >= 0
        assert info.address
        assert store.check() == ()

    def test_phrases_stay_known_when_nothing_says_them_any_more(self, store: Store) -> None:
        store.put(batch(house("h", QUIET), also=[OLD]))
        store.remove([EntityId("h")])
        asked = [phrase_id(QUIET), phrase_id(OLD), phrase_id(SUNNY)]
        assert store.known_phrases(asked) == {phrase_id(QUIET), phrase_id(OLD)}
        assert store.known_phrases([]) == frozenset()

    def test_partitions_hold_all_phrases_of_a_level_and_type_in_order(self, store: Store) -> None:
        traits = [says(f"trait {i}") for i in range(20)]
        others = [says("size _", exactly(1), type="size"), MODERN, LEAFY]
        store.put(batch(house("h", *traits[:10]), also=[*traits[10:], *others]))
        keys = [
            (ROOM, TypeName("trait")),
            (HOUSE, TypeName("trait")),
            (HOUSE, TypeName("size")),
            (TOWN, TypeName("size")),
        ]
        found = list(store.partitions(keys))
        assert [(part.level, part.type) for part in found] == [
            (HOUSE, "size"),
            (HOUSE, "trait"),
            (ROOM, "trait"),
        ]
        wanted = sorted((Phrase.of(claim) for claim in traits), key=lambda phrase: phrase.id)
        assert tuple(found[1].phrases) == tuple(wanted)
        assert tuple(found[0].phrases) == (Phrase.of(others[0]),)

    def test_vectors_come_back_to_the_last_bit_so_similarity_is_plain_cosine(self, store: Store) -> None:
        claims = [says(f"trait {i}") for i in range(50)]
        store.put(batch(house("h", *claims[:7])))
        store.put(batch(also=claims))
        (part,) = store.partitions([(HOUSE, TypeName("trait"))])
        given = phrase_vectors(part.phrases, 4)
        assert np.array_equal(part.vectors.codes, given.codes)
        assert np.array_equal(part.vectors.scales, given.scales)
        rows = given.codes.astype(float)
        unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        assert np.allclose(part.vectors.similarity(given), unit @ unit.T, atol=1e-6)

    def test_a_phrase_that_comes_again_keeps_its_first_vector(self, store: Store) -> None:
        store.put(batch(also=[QUIET]))
        other = Batch(phrases=(Phrase.of(QUIET),), vectors=phrase_vectors([Phrase.of(OLD)], 4))
        store.put(other)
        (part,) = store.partitions([(HOUSE, TypeName("trait"))])
        assert np.array_equal(part.vectors.codes, phrase_vectors([Phrase.of(QUIET)], 4).codes)

    def test_phrases_keep_every_part_of_what_they_say(self, store: Store) -> None:
        phrase = Phrase(
            pattern="Straße _ à _",
            type=TypeName("trait"),
            level=HOUSE,
            negated=True,
            concept=ConceptId("street"),
            name=Name(kind="street", text="Große Straße"),
            slots=(exactly(1, noun="lot").slot, Amount(kind=AmountKind.COUNT, low=1, noun="tree").slot),
        )
        store.put(Batch(phrases=(phrase,), vectors=phrase_vectors([phrase], 4)))
        (part,) = store.partitions([(HOUSE, TypeName("trait"))])
        assert tuple(part.phrases) == (phrase,)

    def test_edges_come_by_where_they_lead_in_order_and_the_last_put_wins(self, store: Store) -> None:
        quiet, noisy, sunny = (phrase_id(claim) for claim in (QUIET, NOISY, SUNNY))
        first = Edge(base=quiet, derived=sunny, excludes=False, discount=0.5)
        second = Edge(base=noisy, derived=quiet, excludes=True, discount=0.9)
        third = Edge(base=noisy, derived=sunny, excludes=True, discount=0.25)
        store.put(batch(also=[QUIET, NOISY, SUNNY], edges=[first, second]))
        replaced = Edge(base=quiet, derived=sunny, excludes=True, discount=0.125)
        store.put(batch(also=[SUNNY], edges=[third, replaced]))
        wanted = sorted([replaced, second, third], key=lambda edge: (edge.derived, edge.base))
        assert list(store.edges([quiet, sunny])) == wanted
        assert list(store.edges([noisy])) == []
        assert store.info().edges == 3

    def test_an_edge_by_itself_proves_nothing(self, store: Store) -> None:
        edge = Edge(base=phrase_id(QUIET), derived=phrase_id(SUNNY), excludes=False, discount=1.0)
        store.put(batch(house("h", QUIET), also=[SUNNY], edges=[edge]))
        assert verdicts(store, asks(wants(proof(SUNNY))), "h") == [UNKNOWN]

    def test_a_dossier_gives_the_words_and_the_family(self, store: Store) -> None:
        store.put(batch(town("t", LEAFY), house("h", QUIET, SUNNY, town="t"), room("r", "h", MODERN, DATED)))
        store.put(batch(house("stranger", QUIET)))
        plan = asks(wants(proof(QUIET)), wants(proof(MODERN), proof(DATED, -8), facet="kitchen"), wants(proof(LEAFY)))
        (dossier,) = store.dossiers(plan, [EntityId("nobody"), EntityId("h")])
        assert set(dossier.nodes) == {"t", "h", "r"}
        assert {id: (node.level, node.parent, node.facet) for id, node in dossier.nodes.items()} == {
            "t": (TOWN, None, None),
            "h": (HOUSE, "t", None),
            "r": (ROOM, "h", "kitchen"),
        }
        assert dossier.entities[EntityId("h")] == house("h", town="t").entity
        quiet, kitchen, leafy = dossier.pieces
        assert [(piece.entity, piece.grade, piece.claim) for piece in quiet] == [("h", 16, QUIET)]
        assert {(piece.entity, piece.grade, piece.claim) for piece in kitchen} == {
            ("r", 16, MODERN),
            ("r", -8, DATED),
        }
        assert [(piece.entity, piece.claim) for piece in leafy] == [("t", LEAFY)]

    def test_a_dossier_shows_what_was_put_last(self, store: Store) -> None:
        store.put(batch(town("t"), town("u"), house("h", QUIET, town="t"), room("r", "h", MODERN)))
        plan = asks(wants(proof(QUIET), proof(SUNNY, 8)), wants(proof(MODERN), facet="kitchen"))
        (before,) = store.dossiers(plan, [EntityId("h")])
        assert [piece.claim for piece in before.pieces[0]] == [QUIET]
        store.put(batch(house("h", SUNNY, town="u"), room("r", "h")))
        (dossier,) = store.dossiers(plan, [EntityId("h")])
        assert set(dossier.nodes) == {"u", "h", "r"}
        assert dossier.entities[EntityId("h")] == house("h", town="u").entity
        assert [[piece.claim for piece in pieces] for pieces in dossier.pieces] == [[SUNNY], []]

    def test_dossiers_come_in_the_order_asked(self, store: Store) -> None:
        store.put(batch(*(house(id, QUIET) for id in "abc")))
        asked = [EntityId(id) for id in ("c", "a", "nobody", "b")]
        found = store.dossiers(asks(wants(proof(QUIET))), asked)
        assert [dossier.candidate for dossier in found] == ["c", "a", "b"]
