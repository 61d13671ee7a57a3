"""Claims under their sources, ids similar to an unknown one, and limits that say what they left
out.
"""

from __future__ import annotations

import pytest

from claimtree import serialization
from claimtree.cli.entity import SCANNED, StoredEntity, largest, look_up, near_ids
from claimtree.errors import UnknownName
from claimtree.model.claims import Claim, EntityId, LevelName, TypeName
from claimtree.model.hierarchy import Entity, Hierarchy, Source
from claimtree.model.pack import Pack, TypeSpec
from claimtree.model.phrases import Batch, IndexedEntity, Phrase, Vectors
from claimtree.models.hashed import HashedEmbedder
from claimtree.ports import StoreIdentity
from claimtree.stores.memory import MemoryStore

HARBOUR, BOAT = LevelName("harbour"), LevelName("boat")
TREE = Hierarchy(levels=(HARBOUR, BOAT), answers=BOAT)
LOOK = TypeName("look")
PACK = Pack(
    name="boats",
    version=1,
    languages=("en",),
    title="Boats",
    hierarchy=TREE,
    level_weights={},
    types={LOOK: TypeSpec(name=LOOK, about="", levels=(BOAT,), examples=())},
    default_type=LOOK,
)
EMBEDDER = HashedEmbedder(dimensions=16)


def said(text: str, source: str) -> Claim:
    return Claim(text=text, pattern=text, type=LOOK, level=BOAT, quote=text, source=source)


def stored(*entities: IndexedEntity) -> MemoryStore:
    store = MemoryStore(
        StoreIdentity(pack="boats", pack_version=1, embedder=EMBEDDER.name, dimensions=EMBEDDER.dimensions), TREE
    )
    phrases = tuple({Phrase.of(claim): None for one in entities for claim in one.claims})
    vectors = EMBEDDER.embed([phrase.pattern for phrase in phrases])
    store.put(Batch(entities=entities, phrases=phrases, vectors=vectors if phrases else Vectors.empty(16)))
    return store


def harbour(id: str) -> IndexedEntity:
    return IndexedEntity(entity=Entity(id=EntityId(id), level=HARBOUR))


def boat(id: str, *claims: Claim, parent: str | None = None) -> IndexedEntity:
    above = EntityId(parent) if parent is not None else None
    return IndexedEntity(entity=Entity(id=EntityId(id), level=BOAT, parent=above), claims=claims)


def test_claims_stand_under_the_newest_source_first_and_undated_ones_last() -> None:
    sources = [
        Source(name="undated"),
        Source(name="old", updated="2025-01-01"),
        Source(name="new", updated="2026-01-01"),
    ]
    claims = [said("a", "undated"), said("b", "old"), said("c", "new#price"), said("d", "old#price"), said("e", "lost")]
    grouped = [(name, [claim.text for claim in some]) for name, some in serialization.claims_by_source(claims, sources)]
    assert grouped == [("new", ["c"]), ("old", ["b", "d"]), ("undated", ["a"]), ("lost", ["e"])]


def test_of_two_sources_as_new_the_one_that_wins_a_conflict_comes_first() -> None:
    sources = [Source(name="first", updated="2026-01-01"), Source(name="second", updated="2026-01-01")]
    assert [source.name for source in serialization.newest_first(sources)] == ["second", "first"]


def test_a_source_with_a_number_sign_in_its_name_keeps_its_claims() -> None:
    sources = [Source(name="list#2")]
    grouped = serialization.claims_by_source([said("a", "list#2"), said("b", "list#2#price")], sources)
    assert [(name, len(some)) for name, some in grouped] == [("list#2", 2)]


def test_a_part_takes_its_own_source_before_that_of_what_it_lies_in() -> None:
    above = Entity(id=EntityId("h"), level=HARBOUR, sources=(Source(name="site", updated="2020-01-01"),))
    about = Entity(id=EntityId("b"), level=BOAT, sources=(Source(name="site", updated="2026-01-01"),))
    assert [source.updated for source in serialization.speaking_of(about, above)] == ["2026-01-01"]
    assert serialization.speaking_of(Entity(id=EntityId("c"), level=BOAT), above) == list(above.sources)


def test_parts_and_claims_that_are_left_out_are_counted() -> None:
    claims = [said(f"claim {n}", "site") for n in range(7)]
    store = stored(harbour("h"), *(boat(f"b{n}", *claims, parent="h") for n in range(5)))
    found = look_up(store, EntityId("h"), PACK, limit=3)
    shape = serialization.show(found.known, found.parts, parent=found.parent, more_parts=found.more_parts, limit=3)
    assert (len(found.parts), shape["more_parts"], shape["more_claims"]) == (3, 2, 0)
    assert [part["more_claims"] for part in shape["parts"]] == [4, 4, 4]
    assert largest(found) == 7


def test_a_boat_knows_what_it_lies_in() -> None:
    found = look_up(stored(harbour("h"), boat("b", parent="h")), EntityId("b"), PACK, limit=3)
    assert isinstance(found, StoredEntity)
    assert found.parent is not None
    assert (found.parent.id, found.parts, found.more_parts) == ("h", (), 0)


def test_a_near_id_is_found_far_behind_the_first_of_a_large_store() -> None:
    store = stored(*(boat(f"boat-{n:05}") for n in range(SCANNED * 2)))
    last = f"boat-{SCANNED * 2 - 1:05}"
    assert near_ids(store, EntityId(f"{last}x"), TREE.levels)[0] == last


def test_near_ids_do_not_mind_case_and_come_from_every_level() -> None:
    store = stored(harbour("Old-Harbour"), boat("heron"))
    assert near_ids(store, EntityId("old-harbor"), TREE.levels) == ["Old-Harbour"]
    assert near_ids(store, EntityId("HERON"), TREE.levels) == ["heron"]


@pytest.mark.parametrize("id", ["", "x", "no such thing"])
def test_nothing_is_near_to_what_is_like_nothing(id: str) -> None:
    with pytest.raises(UnknownName) as refused:
        look_up(stored(boat("heron")), EntityId(id), PACK, limit=1)
    assert refused.value.values == {"id": id, "near": []}
    assert refused.value.hint == "`claimtree search` shows ids."
