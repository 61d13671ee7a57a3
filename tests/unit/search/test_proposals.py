"""Only the nearest phrases of a wish, when the asker wants that: what is left out, and what never is."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.benches.neighbours import Exhaustive
from claimtree.errors import BadInput
from claimtree.model.amounts import Amount, AmountKind, Slot
from claimtree.model.claims import ClaimId, ConceptId, LevelName, Name, QueryClaim, TypeName
from claimtree.model.hierarchy import Hierarchy
from claimtree.model.judging import Bars, JudgedWishes, Says
from claimtree.model.pack import Curve, NameKind, OtherName, Pack, TypeSpec
from claimtree.model.phrases import Edge, Partition, Phrase, PhraseId, Vectors
from claimtree.model.plans import Basis, Wish
from claimtree.model.taught import TaughtConcept
from claimtree.models.hashed import HashedEmbedder
from claimtree.ports import Embedder, Reach, Store
from claimtree.search.phrase_index import Vocabulary
from claimtree.search.proposals import directions
from claimtree.search.resolve import resolve
from claimtree.search.taught import Teacher

HOME, LOOK, RULE = LevelName("home"), TypeName("look"), TypeName("rule")
EVERYTHING = 10_000


class Strict(HashedEmbedder):
    """A judge without any sense: what has a wish's words meets it, what has them shuffled refutes it."""

    def __init__(self) -> None:
        super().__init__(64)
        self.name = "strict"

    def judge(self, wishes: Vectors) -> JudgedWishes:
        met = wishes.codes * wishes.scales[:, None]
        silent = np.full_like(met, met.shape[1] ** -0.5)
        three = np.stack([met, np.roll(met, 7, axis=1), silent], axis=1).reshape(3 * len(wishes), -1)
        lengths = np.tile(np.array([9.0, 8.0, 3.0], np.float32), (len(wishes), 1))
        return JudgedWishes(
            vectors=Vectors.from_floats(three), lengths=lengths, bias=np.array([0.0, 0.0, 2.0], np.float32)
        )


EMBEDDERS: tuple[Embedder, ...] = (HashedEmbedder(64), Strict())
PACK = Pack(
    name="tiny", version=1, languages=("en",), title="Tiny", default_type=LOOK,
    hierarchy=Hierarchy(levels=(HOME,), answers=HOME),
    level_weights={HOME: 1.0},
    types={t: TypeSpec(name=t, about="", levels=(HOME,), examples=(), threshold=0.5) for t in (LOOK, RULE)},
    names={"town": NameKind(name="town", type=LOOK, level=HOME, wording="in {name}", other=OtherName.REFUTES)},
    judged={"strict": {TypeName(""): Bars(met=0.5, refuted=0.5, maybe=0.2)}},
    curves={EMBEDDERS[0].name: {TypeName(""): Curve(slope=10, offset=-4)}},
)  # fmt: skip


class Shelves:
    """A store that has phrases and edges and knows the neighbours that there are; it notes what it is asked for."""

    def __init__(self, phrases: Sequence[Phrase], embedder: Embedder, edges: Sequence[Edge] = ()) -> None:
        self._edges = edges
        self._partitions: dict[tuple[LevelName, TypeName], Partition] = {}
        self.reaches: list[Reach] = []
        for type in sorted({phrase.type for phrase in phrases}):
            found = sorted({one for one in phrases if one.type == type}, key=lambda one: one.id)
            vectors = embedder.embed([one.pattern for one in found])
            self._partitions[HOME, type] = Partition(level=HOME, type=type, phrases=tuple(found), vectors=vectors)

    def partitions(self, keys: Collection[tuple[LevelName, TypeName]]) -> Sequence[Partition]:
        return [self._partitions[key] for key in sorted(keys) if key in self._partitions]

    def edges(self, derived: Collection[PhraseId]) -> Sequence[Edge]:
        return [edge for edge in self._edges if edge.derived in derived]

    def fill_neighbours(self, tell: object = None) -> int:
        return 0

    def neighbours(self, asked: Vectors, reaches: Sequence[Reach], *, limit: int) -> tuple[frozenset[PhraseId], ...]:
        self.reaches += reaches
        return Exhaustive(cast(Store, self)).neighbours(asked, reaches, limit=limit)


def phrase(
    pattern: str,
    concept: str | None = None,
    *,
    type: TypeName = LOOK,
    negated: bool = False,
    name: Name | None = None,
    slots: tuple[Slot, ...] = (),
) -> Phrase:
    id = ConceptId(concept) if concept else None
    return Phrase(pattern=pattern, type=type, level=HOME, negated=negated, concept=id, name=name, slots=slots)


def wish(pattern: str, concept: str | None = None, *, type: TypeName = LOOK) -> QueryClaim:
    id = ConceptId(concept) if concept else None
    return QueryClaim(
        id=ClaimId(pattern), text=pattern, pattern=pattern, type=type, level=HOME, quote=pattern, concept=id
    )


def resolved(
    claims: Sequence[QueryClaim], store: Shelves, embedder: Embedder, neighbours: int | None, taught: bool = False
) -> tuple[Wish, ...]:
    concepts = [TaughtConcept(id="hush", wishes=("hush",), met=("muffled", "padded walls"))] if taught else []
    return resolve(
        claims,
        PACK,
        Vocabulary(cast(Store, store)),
        embedder,
        teacher=Teacher(concepts, embedder) if taught else None,
        neighbours=neighbours,
    ).wishes


WORDS = st.lists(st.sampled_from(["quiet", "sunny", "old", "oak", "floor", "yard", "calm"]), min_size=1, max_size=3)
CONCEPTS = st.sampled_from([None, None, "quiet", "sunny"])


@given(
    said=st.lists(st.tuples(WORDS, CONCEPTS, st.booleans(), st.sampled_from([LOOK, RULE])), max_size=12),
    asked=st.lists(st.tuples(WORDS, CONCEPTS, st.sampled_from([LOOK, RULE])), min_size=1, max_size=3),
    embedder=st.sampled_from(EMBEDDERS),
    blank=st.booleans(),
)
def test_with_all_phrases_for_neighbours_the_plan_is_the_complete_one(
    said: list[tuple[list[str], str | None, bool, TypeName]],
    asked: list[tuple[list[str], str | None, TypeName]],
    embedder: Embedder,
    blank: bool,
) -> None:
    phrases = [phrase(" ".join(words), of, negated=no, type=type) for words, of, no, type in said]
    store = Shelves([*phrases, *([phrase("")] if blank else [])], embedder)
    claims = [wish(" ".join(words), of, type=type) for words, of, type in asked]
    assert resolved(claims, store, embedder, EVERYTHING) == resolved(claims, store, embedder, None)


@given(st.integers(0, 2**32 - 1))
def test_what_lies_farthest_in_a_direction_is_what_the_judge_is_surest_of(seed: int) -> None:
    rng = np.random.default_rng(seed)
    phrases, own = (Vectors.from_floats(rng.normal(size=(size, 64))) for size in (200, 3))
    wishes = JudgedWishes(
        vectors=Vectors.from_floats(rng.normal(size=(9, 64))),
        lengths=rng.uniform(1, 20, (len(own), 3)).astype(np.float32),
        bias=rng.normal(size=3).astype(np.float32),
    )
    logits = wishes.logits(phrases)
    along = phrases.similarity(directions(wishes)).reshape(200, 3, 2)
    for at, says in enumerate((Says.MEETS, Says.REFUTES)):
        margin = logits[..., says] - logits[..., Says.NOTHING]
        for one in range(3):
            assert np.corrcoef(margin[:, one], along[:, one, at])[0, 1] > 0.999


@pytest.mark.parametrize("embedder", EMBEDDERS, ids=lambda one: one.name)
def test_few_neighbours_leave_out_what_is_less_alike(embedder: Embedder) -> None:
    near, far = phrase("quiet old yard wall"), phrase("quiet old yard with a bright wall and oak floor")
    store = Shelves([near, far], embedder)
    (some,) = resolved([wish("quiet old yard")], store, embedder, 1)
    assert [match.phrase for match in some.matches if match.holds > 0] == [near.id]


@pytest.mark.parametrize("embedder", EMBEDDERS, ids=lambda one: one.name)
def test_what_rules_say_is_complete_however_few_neighbours_are_asked_for(embedder: Embedder) -> None:
    area = Slot(kind=AmountKind.AREA, unit="m2")
    kiel, bonn = Name(kind="town", text="Kiel"), Name(kind="town", text="Bonn")
    calm = [phrase(f"calm {word}", "quiet") for word in ("street", "yard", "hall")]
    stored = [
        *calm,
        phrase("soundproof"),
        *(phrase("oak floor", negated=no) for no in (True, False)),
        *(phrase(f"in {name.text}", name=name) for name in (kiel, bonn)),
        *(phrase(f"{word} of _", "area", slots=(area,)) for word in ("floor", "room", "yard")),
    ]
    edge = Edge(base=stored[3].id, derived=calm[0].id, excludes=False, discount=0.9)
    store = Shelves(stored, embedder, [edge])
    amount = Amount(kind=AmountKind.AREA, low=10, high=20, unit="m2")
    claims = [
        wish("quiet", "quiet"),
        wish("oak floor"),
        replace(wish("in Kiel"), name=kiel),
        replace(wish("area of _", "area"), amounts=(amount,)),
    ]
    ruled = (Basis.CONCEPT, Basis.WORDING, Basis.NAME, Basis.AMOUNT, Basis.STEP)
    for some, whole in zip(resolved(claims, store, embedder, 1), resolved(claims, store, embedder, None), strict=True):
        assert [one for one in some.matches if one.by in ruled] == [one for one in whole.matches if one.by in ruled]
    assert {one.by for one in whole.matches} == {Basis.AMOUNT}


def test_a_wish_for_something_taught_is_held_against_all() -> None:
    embedder = EMBEDDERS[1]
    store = Shelves([phrase("hush hush"), phrase("muffled"), phrase("padded walls")], embedder)
    some = resolved([wish("hush")], store, embedder, 1, taught=True)
    assert some == resolved([wish("hush")], store, embedder, None, taught=True)
    assert sum(match.by is Basis.TAUGHT for match in some[0].matches) == 2


def test_a_wish_that_a_list_knows_looks_only_at_what_none_knows() -> None:
    embedder = EMBEDDERS[0]
    store = Shelves([phrase("calm", "quiet"), phrase("silent")], embedder)
    resolved([wish("quiet", "quiet"), wish("oak floor")], store, embedder, 5)
    assert [reach.unlisted for reach in store.reaches] == [True, False]
    assert {reach.keys for reach in store.reaches} == {frozenset({(HOME, LOOK)})}


def test_neither_names_nor_amounts_are_looked_for_among_neighbours() -> None:
    embedder = EMBEDDERS[0]
    store = Shelves([phrase("calm")], embedder)
    resolved([replace(wish("in Kiel"), name=Name(kind="town", text="Kiel"))], store, embedder, 5)
    assert store.reaches == []


def test_a_store_that_knows_no_neighbours_says_so() -> None:
    class Plain:
        def partitions(self, keys: object) -> list[Partition]:
            return []

        def info(self) -> object:
            return type("Info", (), {"address": "homes.db"})()

    with pytest.raises(BadInput, match=r"homes\.db knows no nearest neighbours") as refused:
        resolve([wish("quiet")], PACK, Vocabulary(cast(Store, Plain())), EMBEDDERS[0], neighbours=5)
    assert "Leave neighbours out" in refused.value.hint
