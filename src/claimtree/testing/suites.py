"""What a store is, as tests: subclass `StoreSuite`, say how to make one, and run pytest.

    class TestMyStore(StoreSuite):
        @pytest.fixture
        def make_store(self, tmp_path: Path) -> StoreMaker:
            numbers = itertools.count()
            return lambda identity, tree: MyStore(tmp_path / f"{next(numbers)}.db", identity, tree)

        def reopen(self, store: Store, identity: StoreIdentity, hierarchy: Hierarchy) -> Store:
            return MyStore(store.info().address, identity, hierarchy)

Most cases are a few houses with rooms, in towns; the helpers below build them. The last ones compare the
store with `MemoryStore` on seeded random worlds. Importing this module needs pytest.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from typing import ClassVar, TypeAlias

import numpy as np
import pytest

from claimtree.errors import ClaimtreeError, IndexMismatch, StoreError
from claimtree.model.amounts import Amount, AmountKind
from claimtree.model.answers import Judgement, Verdict
from claimtree.model.claims import (
    Claim,
    ClaimId,
    ConceptId,
    EntityId,
    Facet,
    LevelName,
    Name,
    QueryClaim,
    Strength,
    TypeName,
)
from claimtree.model.hierarchy import Entity, Hierarchy, Source
from claimtree.model.phrases import Batch, Edge, IndexedEntity, Phrase, PhraseId
from claimtree.model.plans import GRADES, PhraseMatch, Plan, Wish
from claimtree.model.verdicts import judge
from claimtree.ports import Store, StoreIdentity
from claimtree.stores.memory import MemoryStore
from claimtree.testing.worlds import Remove, World, apply, phrase_vectors, random_world

StoreMaker: TypeAlias = Callable[[StoreIdentity, Hierarchy], Store]
"""Makes a new, empty store each time it is called."""

TOWN, HOUSE, ROOM = LevelName("town"), LevelName("house"), LevelName("room")
TREE = Hierarchy(levels=(TOWN, HOUSE, ROOM), answers=HOUSE)
IDENTITY = StoreIdentity(pack="suite", pack_version=1, embedder="suite", dimensions=4)
MET, REFUTED, UNKNOWN = Verdict.MET, Verdict.REFUTED, Verdict.UNKNOWN
POINTS = tuple(grade * 100 for grade in range(GRADES + 1))
EVERYTHING = 1_000_000


# Saying things


def says(pattern: str, *amounts: Amount, at: LevelName = HOUSE, type: str = "trait", negated: bool = False) -> Claim:
    """A claim; its phrase is its pattern."""
    return Claim(
        text=pattern,
        pattern=pattern,
        type=TypeName(type),
        level=at,
        quote=f"“{pattern}”",
        amounts=amounts,
        negated=negated,
    )


def room_says(pattern: str, *amounts: Amount) -> Claim:
    return says(pattern, *amounts, at=ROOM)


def area(
    low: float = -np.inf,
    high: float = np.inf,
    *,
    unit: str = "m2",
    noun: str = "",
    low_open: bool = False,
    high_open: bool = False,
) -> Amount:
    return Amount(
        kind=AmountKind.AREA,
        low=low,
        high=high,
        unit=unit,
        noun=noun,
        low_open=low_open,
        high_open=high_open,
    )


def exactly(value: float, *, unit: str = "m2", noun: str = "") -> Amount:
    return area(value, value, unit=unit, noun=noun)


def town(id: str, *claims: Claim) -> IndexedEntity:
    return IndexedEntity(entity=Entity(id=EntityId(id), level=TOWN), claims=claims)


def house(id: str, *claims: Claim, town: str | None = None, digest: str = "") -> IndexedEntity:
    parent = EntityId(town) if town is not None else None
    return IndexedEntity(entity=Entity(id=EntityId(id), level=HOUSE, parent=parent), claims=claims, digest=digest)


def room(id: str, house: str, *claims: Claim, facet: str | None = "kitchen", owned: bool = True) -> IndexedEntity:
    return IndexedEntity(
        entity=Entity(
            id=EntityId(id),
            level=ROOM,
            parent=EntityId(house),
            facet=Facet(facet) if facet is not None else None,
            owner=EntityId(house) if owned else None,
        ),
        claims=claims,
    )


def batch(*items: IndexedEntity, also: Sequence[Claim] = (), edges: Sequence[Edge] = (), dimensions: int = 4) -> Batch:
    """A batch that brings the phrases of its claims, and those of `also`."""
    claims = [*(claim for item in items for claim in item.claims), *also]
    phrases = tuple({Phrase.of(claim).id: Phrase.of(claim) for claim in claims}.values())
    return Batch(entities=items, phrases=phrases, vectors=phrase_vectors(phrases, dimensions), edges=tuple(edges))


def phrase_id(claim: Claim) -> PhraseId:
    return Phrase.of(claim).id


# Asking for things


def proof(claim: Claim, grade: int = GRADES, *, fails: int = 0, slots: Sequence[int] = ()) -> PhraseMatch:
    """The phrase of the claim speaks for a wish, or against it where the grade is negative."""
    return PhraseMatch(phrase=phrase_id(claim), level=claim.level, holds=grade, fails=fails, slots=tuple(slots))


def wants(
    *matches: PhraseMatch,
    at: LevelName | None = None,
    amounts: Sequence[Amount] = (),
    facet: str | None = None,
    group: int | None = None,
    or_group: int | None = None,
    required: bool = False,
    negated: bool = False,
    points: Sequence[int] = POINTS,
) -> Wish:
    """A wish at the level of its first match, unless said otherwise."""
    return Wish(
        claim=QueryClaim(
            id=ClaimId("wish"),
            text="wish",
            pattern="wish",
            type=TypeName("trait"),
            level=at or (matches[0].level if matches else HOUSE),
            quote="wish",
            facet=Facet(facet) if facet is not None else None,
            amounts=tuple(amounts),
            negated=negated,
            strength=Strength.REQUIRED if required else Strength.PREFERRED,
            or_group=or_group,
            group=group,
        ),
        matches=matches,
        points=tuple(points),
    )


def asks(*wishes: Wish, strict: bool = False) -> Plan:
    return Plan(hierarchy=TREE, wishes=wishes, strict=strict)


def order(store: Store, plan: Plan, *, limit: int = EVERYTHING, offset: int = 0) -> list[str]:
    """The ids of a page, best first."""
    return [hit.id for hit in store.rank(plan, limit=limit, offset=offset).hits]


def judged(store: Store, plan: Plan, id: str) -> Judgement:
    """One candidate as its dossier tells it; the ranking has to say the same where it shows the candidate."""
    (dossier,) = store.dossiers(plan, [EntityId(id)])
    judgement = judge(plan, dossier)
    ranked = {hit.id: hit.standing for hit in store.rank(plan, limit=EVERYTHING).hits}
    if judgement.stays(strict=plan.strict):
        assert ranked[EntityId(id)] == judgement.standing
    else:
        assert id not in ranked
    return judgement


def verdicts(store: Store, plan: Plan, id: str) -> list[Verdict]:
    return [finding.verdict for finding in judged(store, plan, id).findings]


QUIET, NOISY, SUNNY, OLD = says("quiet"), says("noisy"), says("sunny"), says("old")
MODERN, DATED, GAS = room_says("modern"), room_says("dated"), room_says("gas stove")
LEAFY = says("leafy", at=TOWN)


class StoreSuite:
    """The definition of a store; see the module for how to use it."""

    worlds: ClassVar[int] = 20
    """On how many random worlds the store is compared with `MemoryStore` in every run."""
    many_worlds: ClassVar[int] = 200
    """The same for the tests marked slow."""

    @pytest.fixture
    def make_store(self) -> StoreMaker:
        raise NotImplementedError("give make_store as a fixture")

    def reopen(self, store: Store, identity: StoreIdentity, hierarchy: Hierarchy) -> Store:
        """Open again what a closed store has written. Leave it out for a store that keeps nothing."""
        pytest.skip("the store keeps nothing after close")

    @pytest.fixture
    def store(self, make_store: StoreMaker) -> Iterator[Store]:
        with closing(make_store(IDENTITY, TREE)) as store:
            yield store

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "seed" in metafunc.fixturenames:
            metafunc.parametrize("seed", range(self.worlds))
        if "slow_seed" in metafunc.fixturenames:
            metafunc.parametrize("slow_seed", range(self.worlds, self.many_worlds))

    # Writing

    def test_an_empty_store_answers_with_nothing(self, store: Store) -> None:
        ranked = store.rank(asks(wants(proof(QUIET))), limit=10)
        assert ranked.hits == ()
        assert (ranked.ladder.total, dict(ranked.ladder.met), ranked.ladder.more) == (0, {0: 0, 1: 0}, (0,))
        assert store.check() == ()

    def test_the_same_id_put_twice_keeps_one(self, store: Store) -> None:
        store.put(batch(house("h", QUIET)))
        store.put(batch(house("h", SUNNY)))
        assert store.get([EntityId("h")]) == (house("h", SUNNY),)
        assert store.info().entities[HOUSE] == 1
        assert verdicts(store, asks(wants(proof(QUIET)), wants(proof(SUNNY))), "h") == [UNKNOWN, MET]

    def test_the_same_batch_put_twice_changes_nothing(self, store: Store) -> None:
        again = batch(town("t", LEAFY), house("h", QUIET, town="t"), room("r", "h", MODERN))
        store.put(again)
        before = store.info()
        store.put(again)
        after = store.info()
        assert (before.entities, before.claims, before.phrases, before.edges) == (
            after.entities,
            after.claims,
            after.phrases,
            after.edges,
        )

    def test_owned_parts_that_do_not_come_again_vanish_and_others_stay(self, store: Store) -> None:
        store.put(batch(house("h"), room("mine", "h", MODERN), room("again", "h"), room("guest", "h", owned=False)))
        store.put(batch(house("h"), room("again", "h", GAS)))
        assert store.children(EntityId("h")) == (EntityId("again"), EntityId("guest"))
        assert store.get([EntityId("mine")]) == ()
        assert verdicts(store, asks(wants(proof(MODERN), facet="kitchen")), "h") == [UNKNOWN]

    def test_what_one_house_owns_is_safe_when_another_comes_again(self, store: Store) -> None:
        store.put(batch(house("h"), house("other"), room("r", "h"), room("s", "other")))
        store.put(batch(house("other")))
        assert store.children(EntityId("h")) == (EntityId("r"),)
        assert store.children(EntityId("other")) == ()

    def test_a_replaced_entity_may_move_and_takes_its_parts_along(self, store: Store) -> None:
        store.put(batch(town("t", LEAFY), town("u"), house("h", town="t"), room("r", "h", owned=False)))
        store.put(batch(house("h", town="u")))
        assert store.children(EntityId("t")) == ()
        assert store.children(EntityId("u")) == (EntityId("h"),)
        assert store.children(EntityId("h")) == (EntityId("r"),)
        assert verdicts(store, asks(wants(proof(LEAFY))), "h") == [UNKNOWN]

    def test_a_replaced_town_keeps_its_houses_and_changes_what_they_meet(self, store: Store) -> None:
        store.put(batch(town("t"), house("h", town="t")))
        plan = asks(wants(proof(LEAFY)))
        assert verdicts(store, plan, "h") == [UNKNOWN]
        store.put(batch(town("t", LEAFY)))
        assert verdicts(store, plan, "h") == [MET]

    def test_removing_the_unknown_is_zero(self, store: Store) -> None:
        store.put(batch(house("h")))
        assert store.remove([]) == 0
        assert store.remove([EntityId("nobody"), EntityId("H")]) == 0
        assert store.info().entities[HOUSE] == 1

    def test_removing_takes_the_subtree_and_counts_each_once(self, store: Store) -> None:
        store.put(batch(town("t"), house("h", QUIET, town="t"), room("r", "h"), house("i", QUIET), room("s", "i")))
        assert store.remove(iter([EntityId("r"), EntityId("t"), EntityId("t")])) == 3
        assert order(store, asks(wants(proof(QUIET)))) == ["i"]
        assert store.info().entities == {TOWN: 0, HOUSE: 1, ROOM: 1}
        assert store.children(EntityId("t")) == ()
        assert store.remove([EntityId("h")]) == 0
        assert store.check() == ()

    def test_what_was_removed_can_be_put_again_without_its_old_parts(self, store: Store) -> None:
        store.put(batch(house("h", QUIET), room("r", "h", owned=False)))
        store.remove([EntityId("h")])
        store.put(batch(house("h", SUNNY)))
        assert store.children(EntityId("h")) == ()
        assert verdicts(store, asks(wants(proof(QUIET)), wants(proof(SUNNY))), "h") == [UNKNOWN, MET]

    def test_an_empty_batch_is_fine(self, store: Store) -> None:
        store.put(batch())
        assert store.info().phrases == 0

    @pytest.mark.parametrize(
        "refused",
        [
            pytest.param(batch(house("new", QUIET), house("bad", town="nowhere")), id="unknown parent"),
            pytest.param(batch(house("new", QUIET), room("bad", "t")), id="parent of the wrong level"),
            pytest.param(batch(house("new", QUIET), house("bad", town="new")), id="parent of the same level"),
            pytest.param(batch(house("bad", town="bad")), id="its own parent"),
            pytest.param(batch(house("old", town="old")), id="its own parent, once stored"),
            pytest.param(batch(room("bad", "late"), house("late", QUIET)), id="parent after its child"),
            pytest.param(batch(house("new", QUIET), house("new")), id="twice in one batch"),
            pytest.param(batch(town("old")), id="stored at another level"),
            pytest.param(batch(house("bad", LEAFY)), id="claim of another level"),
            pytest.param(
                batch(house("old"), room("bad", "old", owned=False, facet=None), room("bad", "old")),
                id="a part twice",
            ),
            pytest.param(
                Batch(entities=(house("new", QUIET, OLD),), phrases=(), vectors=phrase_vectors((), 4)),
                id="phrase neither stored nor in the batch",
            ),
            pytest.param(
                Batch(
                    entities=(house("new"),),
                    phrases=(Phrase.of(QUIET),),
                    vectors=phrase_vectors([Phrase.of(QUIET), Phrase.of(OLD)], 4),
                ),
                id="more vectors than phrases",
            ),
            pytest.param(batch(house("new", QUIET), dimensions=5), id="vectors of other dimensions"),
            pytest.param(
                batch(
                    house("new", QUIET),
                    edges=[Edge(base=phrase_id(QUIET), derived=PhraseId(7), excludes=False, discount=0.5)],
                ),
                id="edge to an unknown phrase",
            ),
            pytest.param(
                Batch(
                    entities=(
                        IndexedEntity(
                            entity=Entity(id=EntityId("bad"), level=ROOM, parent=None, facet=Facet("kitchen"))
                        ),
                    ),
                    vectors=phrase_vectors((), 4),
                ),
                id="no parent below the answers",
            ),
        ],
    )
    def test_a_refused_batch_changes_nothing(self, store: Store, refused: Batch) -> None:
        store.put(batch(town("t", LEAFY), house("old", SUNNY, town="t"), room("r", "old", MODERN)))
        before = store.info()
        with pytest.raises(StoreError):
            store.put(refused)
        after = store.info()
        assert (after.entities, after.claims, after.phrases, after.edges) == (
            before.entities,
            before.claims,
            before.phrases,
            before.edges,
        )
        assert store.get([EntityId("old"), EntityId("new")]) == (house("old", SUNNY, town="t"),)
        assert store.children(EntityId("old")) == (EntityId("r"),)
        assert store.check() == ()

    def test_an_entity_cannot_hang_on_what_the_same_batch_removes(self, store: Store) -> None:
        owned = house("h", town="t")
        owned = replace(owned, entity=replace(owned.entity, owner=EntityId("t")))
        store.put(batch(town("t"), owned, room("r", "h")))
        with pytest.raises(StoreError, match="'h'"):
            store.put(batch(town("t", LEAFY), room("r", "h", MODERN)))
        assert store.get([EntityId("t"), EntityId("h"), EntityId("r")]) == (town("t"), owned, room("r", "h"))
        store.put(batch(town("t"), house("new", town="t"), room("r", "new")))
        assert store.get([EntityId("h"), EntityId("r")]) == (room("r", "new"),)
        assert store.check() == ()

    def test_an_unknown_level_is_refused(self, store: Store) -> None:
        bad = IndexedEntity(entity=Entity(id=EntityId("bad"), level=LevelName("castle")))
        with pytest.raises(ClaimtreeError, match="castle"):
            store.put(batch(house("new"), bad))
        assert store.info().entities[HOUSE] == 0

    # Reading back

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
        found = store.partitions(keys)
        assert [(part.level, part.type) for part in found] == [
            (HOUSE, "size"),
            (HOUSE, "trait"),
            (ROOM, "trait"),
        ]
        wanted = sorted((Phrase.of(claim) for claim in traits), key=lambda phrase: phrase.id)
        assert found[1].phrases == tuple(wanted)
        assert found[0].phrases == (Phrase.of(others[0]),)

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
        assert part.phrases == (phrase,)

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

    def test_dossiers_come_in_the_order_asked(self, store: Store) -> None:
        store.put(batch(*(house(id, QUIET) for id in "abc")))
        asked = [EntityId(id) for id in ("c", "a", "nobody", "b")]
        found = store.dossiers(asks(wants(proof(QUIET))), asked)
        assert [dossier.candidate for dossier in found] == ["c", "a", "b"]

    # Order and pages

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
        """Many better-scoring houses are dropped for a fact; the few that stay fill the page."""
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

    # Amounts

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

    # What is the same and what is not

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

    # Verdicts and scores

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

    # Facets

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
        """The verdict is then unknown: neither does the room meet it, nor do all refute it."""
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
        said = says("modern kitchen")
        store.put(batch(house("bare", said), house("full", said), room("r", "full", GAS)))
        plan = asks(
            wants(proof(MODERN), proof(said, 8), facet="kitchen", at=ROOM, required=True),
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

    # The ladder

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
        """Drops and the level filter included: the town no longer gates, and the noise no longer drops."""
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
        """Without the gas stove the first group prefers the room that the second one needs: still no loss."""
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

    # Lasting

    def test_what_was_written_is_there_after_reopening(self, make_store: StoreMaker) -> None:
        world = random_world(4)
        store = make_store(world.identity, world.hierarchy)
        apply(world, store)
        before = observations(store, world)
        store.close()
        with closing(self.reopen(store, world.identity, world.hierarchy)) as again:
            assert observations(again, world) == before
            assert again.check() == ()

    @pytest.mark.parametrize(
        "other",
        [
            StoreIdentity(pack="suite", pack_version=1, embedder="another", dimensions=4),
            StoreIdentity(pack="suite", pack_version=1, embedder="suite", dimensions=5),
            StoreIdentity(pack="another", pack_version=1, embedder="suite", dimensions=4),
            StoreIdentity(pack="suite", pack_version=2, embedder="suite", dimensions=4),
        ],
        ids=["embedder", "dimensions", "pack", "pack version"],
    )
    def test_a_store_built_with_something_else_refuses_to_open(
        self, make_store: StoreMaker, other: StoreIdentity
    ) -> None:
        store = make_store(IDENTITY, TREE)
        store.put(batch(house("h", QUIET)))
        store.close()
        with pytest.raises(IndexMismatch):
            self.reopen(store, other, TREE).close()
        with closing(self.reopen(store, IDENTITY, TREE)) as again:
            assert again.get([EntityId("h")]) == (house("h", QUIET),)

    def test_readers_during_a_write_see_old_or_new_and_never_half(self, store: Store) -> None:
        def version(fact: Claim, part: Claim) -> Batch:
            houses = [house(f"h{i}", fact) for i in range(24)]
            rooms = [room(f"{fact.pattern} {i}", f"h{i}", part) for i in range(24)]
            return batch(*houses, *rooms)

        old, new = version(QUIET, MODERN), version(SUNNY, GAS)
        plan = asks(
            *(wants(proof(fact)) for fact in (QUIET, SUNNY)),
            *(wants(proof(fact), facet="kitchen") for fact in (MODERN, GAS)),
        )
        store.put(old)
        reads: list[bool] = []
        failures: list[BaseException] = []
        done = threading.Event()

        def read() -> None:
            try:
                while not done.is_set():
                    ranked = store.rank(plan, limit=EVERYTHING)
                    assert dict(ranked.ladder.met) == {0: 0, 1: 0, 2: 24, 3: 0, 4: 0}
                    (dossier,) = store.dossiers(plan, [EntityId("h0")])
                    said = [bool(pieces) for pieces in dossier.pieces]
                    assert said in ([True, False, True, False], [False, True, False, True])
                    reads.append(said[0])
            except BaseException as error:  # noqa: BLE001 - handed to the test's own thread
                failures.append(error)

        readers = [threading.Thread(target=read) for _ in range(2)]
        patience = sys.getswitchinterval()
        sys.setswitchinterval(1e-5)
        try:
            for reader in readers:
                reader.start()
            for turn in range(2_000):
                store.put(old if turn % 2 else new)
                if failures or (len(reads) >= 60 and len(set(reads)) == 2):
                    break
        finally:
            sys.setswitchinterval(patience)
            done.set()
            for reader in readers:
                reader.join()
        if failures:
            raise failures[0]
        assert reads

    # Random worlds

    def test_it_agrees_with_the_reference_on_random_worlds(self, make_store: StoreMaker, seed: int) -> None:
        agrees(make_store, random_world(seed))

    @pytest.mark.slow
    def test_it_agrees_with_the_reference_on_many_random_worlds(self, make_store: StoreMaker, slow_seed: int) -> None:
        agrees(make_store, random_world(slow_seed, size=(20, 40, 80)[slow_seed % 3]))


def observations(store: Store, world: World) -> list[object]:
    """Everything a caller can see of a world in a store, in a form that compares."""
    info = store.info()
    seen: list[object] = [
        (info.entities, info.claims, info.phrases, info.edges),
        store.get([item.entity.id for item in world.kept]),
        list(store.edges([phrase.id for phrase in world.phrases])),
    ]
    keys = [(phrase.level, phrase.type) for phrase in world.phrases]
    seen += [
        (part.level, part.type, part.phrases, part.vectors.codes.tolist(), part.vectors.scales.tolist())
        for part in store.partitions(keys)
    ]
    for plan in world.plans:
        ranked = store.rank(plan, limit=EVERYTHING)
        answers = [item.entity.id for item in world.kept if item.entity.level == world.hierarchy.answers]
        seen.append((ranked.hits, ranked.ladder.total, dict(ranked.ladder.met), ranked.ladder.more))
        seen += [judge(plan, dossier) for dossier in store.dossiers(plan, answers[:10])]
    return seen


def agrees(make_store: StoreMaker, world: World) -> None:
    """The world's history leaves the same in the store as in `MemoryStore`; every plan finds the same."""
    reference = MemoryStore(world.identity, world.hierarchy)
    removed = tuple(step.gone for step in world.steps if isinstance(step, Remove))
    assert apply(world, reference) == removed
    with closing(make_store(world.identity, world.hierarchy)) as store:
        assert apply(world, store) == removed
        assert store.check() == ()
        assert store.get([item.entity.id for item in world.kept]) == world.kept
        for seen, wanted in zip(observations(store, world), observations(reference, world), strict=True):
            assert seen == wanted
        for plan in world.plans[:2]:
            whole = reference.rank(plan, limit=EVERYTHING)
            for start in range(0, len(whole.hits) + 1, 7):
                page = store.rank(plan, limit=7, offset=start)
                assert page.hits == whole.hits[start : start + 7]
                assert page.ladder == whole.ladder
            places = {hit.id: place for place, hit in enumerate(whole.hits, 1)}
            for item in world.kept[::3]:
                assert store.place(plan, item.entity.id) == places.get(item.entity.id)
