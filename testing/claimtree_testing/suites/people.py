"""Tests that names of people are found by their keys, and judged alike by every store."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import closing

import pytest

from claimtree.model.claims import Claim, ClaimId, EntityId, Name, QueryClaim, Strength, TypeName
from claimtree.model.pack import NameKind, NameMatching, OtherName, Pack, TypeSpec
from claimtree.model.phrases import Batch, IndexedEntity, Phrase
from claimtree.model.plans import Basis, Plan
from claimtree.models.hashed import HashedEmbedder
from claimtree.person_names.compare import match_names
from claimtree.ports import MovableStore
from claimtree.search.person_evidence import MAYBE_FROM
from claimtree.search.phrase_index import Vocabulary
from claimtree.search.resolve import resolve
from claimtree.stores.memory import MemoryStore
from claimtree.text.implications import expand
from claimtree_testing.suites.cases import Cases
from claimtree_testing.suites.town import (
    EVERYTHING,
    HOUSE,
    IDENTITY,
    MET,
    QUIET,
    REFUTED,
    TREE,
    UNKNOWN,
    StoreMaker,
    house,
    judged,
    order,
    verdicts,
)
from claimtree_testing.worlds import phrase_vectors

KEEPER = TypeName("keeper")
GIVEN = ("John", "Johannes", "Jan", "J.", "William", "Bill", "W.", "Mary", "Maria", "Moh.", "Muhammad", "Peggy", "Ada")
FAMILY = ("Smith", "Smyth", "van der Berg", "Vanderberg", "Soeharto", "Suharto", "Lindqvist", "Lindquist", "Vogel")


class Naming(Cases):
    """Names of people, by probability."""

    @pytest.mark.parametrize(
        ("asked", "verdict", "by"),
        [
            ("Margaret Doyle", MET, Basis.NAME),
            ("Doyle, Margaret", MET, Basis.NAME_FORM),
            ("M. Doyle", MET, Basis.INITIALS),
            ("Peggy Doyle", MET, Basis.NICKNAME),
            ("Margaret Ann Doyle", UNKNOWN, Basis.NAME_PART),
            ("Margaret Boyle", REFUTED, Basis.NAME),
            ("Robert Doyle", REFUTED, Basis.NAME),
        ],
    )
    def test_a_name_meets_may_be_meant_or_refutes(
        self, store: MovableStore, asked: str, verdict: object, by: Basis
    ) -> None:
        put(store, keeps("h", "Margaret Doyle"))
        plan = plan_for(store, asked)
        assert verdicts(store, plan, "h") == [verdict]
        (finding,) = judged(store, plan, "h").findings
        assert [piece.by for piece in finding.pieces] == [by]

    def test_where_other_names_are_open_nothing_is_refuted(self, store: MovableStore) -> None:
        put(store, keeps("h", "Margaret Doyle"))
        assert verdicts(store, plan_for(store, "Robert Doyle", other=OtherName.OPEN), "h") == [UNKNOWN]

    def test_one_of_several_names_is_enough(self, store: MovableStore) -> None:
        put(store, keeps("h", "Anna Schmidt", "Anna Vogel"), keeps("i", "Anna Schmidt"))
        assert verdicts(store, plan_for(store, "A. Vogel"), "h") == [MET]
        assert verdicts(store, plan_for(store, "A. Vogel"), "i") == [REFUTED]

    def test_a_denied_name_is_refuted_by_it_and_met_by_another(self, store: MovableStore) -> None:
        put(store, keeps("h", "Margaret Doyle"), keeps("i", "Robert Hayes"), house("j", QUIET))
        plan = plan_for(store, "Peggy Doyle", negated=True)
        assert [verdicts(store, plan, id) for id in "hij"] == [[REFUTED], [MET], [UNKNOWN]]

    def test_a_name_that_came_later_and_one_that_changed_are_found(self, store: MovableStore) -> None:
        put(store, keeps("h", "Margaret Doyle"))
        plan_for(store, "William Penn")
        put(store, keeps("h", "Wm. Penn"), keeps("i", "Penn, William"))
        plan = plan_for(store, "William Penn", required=True)
        assert order(store, plan) == ["h", "i"]
        store.remove([EntityId("i")])
        assert order(store, plan_for(store, "William Penn", required=True)) == ["h"]

    def test_it_agrees_with_the_reference_on_names_of_people(self, make_store: StoreMaker, seed: int) -> None:
        rng = random.Random(f"people of {seed}")
        reference = MemoryStore(IDENTITY, TREE)
        with closing(make_store(IDENTITY, TREE)) as store:
            for _ in range(2):
                homes = [keeps(f"h{rng.randrange(20)}", *names(rng, rng.choice((0, 1, 1, 2)))) for _ in range(12)]
                unique = {home.entity.id: home for home in homes}.values()
                for one in (reference, store):
                    put(one, *unique)
            for asked in names(rng, 8):
                plan, wanted = plan_for(store, asked), plan_for(reference, asked)
                assert shape(plan) == shape(wanted) == by_comparing_all(reference, asked)
                ranked, expected = store.rank(plan, limit=EVERYTHING), reference.rank(wanted, limit=EVERYTHING)
                assert (ranked.hits, ranked.ladder) == (expected.hits, expected.ladder)


def pack_of(other: OtherName) -> Pack:
    """Returns a pack in which houses have keepers, who are people."""
    kind = NameKind(
        name="keeper", type=KEEPER, level=HOUSE, wording="kept by {name}", other=other, match=NameMatching.PEOPLE
    )
    spec = TypeSpec(name=KEEPER, about="who keeps it", levels=(HOUSE,), examples=())
    return Pack(
        name="suite", version=1, languages=("en",), title="suite", hierarchy=TREE, level_weights={HOUSE: 1.0},
        types={KEEPER: spec}, default_type=KEEPER, names={"keeper": kind},
    )  # fmt: skip


def names(rng: random.Random, number: int) -> list[str]:
    """Returns names in some order of their words, often of one person."""
    pairs = [(rng.choice(GIVEN), rng.choice(FAMILY)) for _ in range(number)]
    return [rng.choice((f"{given} {family}", f"{family}, {given}", family)) for given, family in pairs]


def keeps(id: str, *names: str) -> IndexedEntity:
    """Returns a house that is kept by people of these names."""
    claims = [
        Claim(
            text=f"kept by {text}", pattern=f"kept by {text}", type=KEEPER, level=HOUSE, quote=text,
            name=Name(kind="keeper", text=text),
        )
        for text in dict.fromkeys(names)
    ]  # fmt: skip
    return house(id, *claims)


def put(store: MovableStore, *items: IndexedEntity) -> None:
    """Writes the houses, with the keys of their names."""
    phrases_of_claims = {phrase.id: phrase for item in items for claim in item.claims for phrase in (Phrase.of(claim),)}
    keys, edges = expand(phrases_of_claims.values(), pack_of(OtherName.REFUTES))
    phrases = tuple((phrases_of_claims | {key.id: key for key in keys}).values())
    vectors = phrase_vectors(phrases, IDENTITY.dimensions)
    store.put(Batch(entities=items, phrases=phrases, vectors=vectors, edges=edges))


def plan_for(
    store: MovableStore,
    name: str,
    *,
    other: OtherName = OtherName.REFUTES,
    negated: bool = False,
    required: bool = False,
) -> Plan:
    """Returns the plan for a house that is kept by somebody of this name."""
    claim = QueryClaim(
        id=ClaimId("c1"), text=f"kept by {name}", pattern=f"kept by {name}", type=KEEPER, level=HOUSE, quote=name,
        name=Name(kind="keeper", text=name), negated=negated,
        strength=Strength.REQUIRED if required else Strength.PREFERRED,
    )  # fmt: skip
    return resolve([claim], pack_of(other), Vocabulary(store), HashedEmbedder())


def shape(plan: Plan) -> list[str]:
    """Returns the names that are the wish's or may be, in order of their phrases."""
    (wish,) = plan.wishes
    return sorted(str(match.phrase) for match in (*wish.matches, *wish.doubtful) if match.holds > 0)


def by_comparing_all(store: MovableStore, asked: str) -> list[str]:
    """Returns the same as `shape`, found by comparing every stored name."""
    phrases: Sequence[Phrase] = [
        phrase for partition in store.partitions([(HOUSE, KEEPER)]) for phrase in partition.phrases
    ]
    return sorted(
        str(phrase.id)
        for phrase in phrases
        if phrase.name is not None
        and phrase.name.kind == "keeper"
        and match_names(asked, phrase.name.text).probability >= MAYBE_FROM
    )
