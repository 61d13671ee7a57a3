"""What is judged beforehand is what would be judged when asked: the same plans, for every wish that a pack knows."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.shared_packs import shared_encoder, shared_pack

from claimtree.indexing import Indexer
from claimtree.model.claims import ClaimId, ConceptId, EntityId, LevelName, Name, QueryClaim, TypeName
from claimtree.model.documents import Document
from claimtree.model.hierarchy import Source
from claimtree.model.judging import JudgedWishes
from claimtree.model.pack import Pack
from claimtree.model.phrases import Batch, Partition, Phrase, Vectors
from claimtree.model.precomputed import PrecomputedEdges
from claimtree.models.scope import shipped_scope
from claimtree.ports import StoreIdentity
from claimtree.search.coarse_scan import Directions
from claimtree.search.phrase_evidence import Matched
from claimtree.search.phrase_index import Vocabulary
from claimtree.search.precompute import Precomputer
from claimtree.search.resolve import matched
from claimtree.stores.memory import MemoryStore
from claimtree.stores.sqlite import SqliteStore, precomputed
from claimtree.text.rule_reader import RuleReader

TEXTS = (
    (
        "Sun pours into the corner flat from breakfast on. The stove is a six-burner beast, and somebody greets you "
        "downstairs at every hour. Trains rumble by the bedroom window. Rent $2,400, no dogs please."
    ),
    (
        "A hushed garden level in Fort Greene, five minutes from the G. You will wash your clothes at the corner "
        "laundromat; the building has none. 640 sq ft, ceilings of ten feet, two bedrooms."
    ),
    (
        "Top of a walk-up without a lift, so bring good knees. Cats are welcome, the roof is yours in summer, and the "
        "closets swallow everything. Near Prospect Park. Bars on the ground floor go on until four."
    ),
)
PACK = shared_pack("rentals")
EMBEDDER = shared_encoder()
HOME = LevelName("apartment")
FACTS = ("phrase", "chance", "denied", "negated")
"""Of an edge, without the numbers that a file gives."""


def document(number: int, text: str) -> Document:
    return Document(id=EntityId(f"h{number}"), level=HOME, source=Source(name="site", text=text))


def filled(path: Path, texts: tuple[str, ...] = TEXTS, pack: Pack = PACK) -> SqliteStore:
    if pack is PACK:
        path.write_bytes(indexed(texts))
        return SqliteStore(path, identity(pack), pack.hierarchy)
    store = SqliteStore(path, identity(pack), pack.hierarchy)
    index(store, texts, pack)
    return store


@cache
def indexed(texts: tuple[str, ...]) -> bytes:
    """The file of a store of these texts; judging them takes seconds, copying it none."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "s.db"
        with closing(SqliteStore(path, identity(PACK), PACK.hierarchy)) as store:
            index(store, texts)
        return path.read_bytes()


def identity(pack: Pack) -> StoreIdentity:
    return StoreIdentity(
        pack=pack.name, pack_version=pack.version, embedder=EMBEDDER.name, dimensions=EMBEDDER.dimensions
    )


def index(store: SqliteStore | MemoryStore, texts: tuple[str, ...], pack: Pack = PACK, first: int = 0) -> None:
    reader = RuleReader(pack, embedder=EMBEDDER, scope=shipped_scope())
    documents = [document(first + number, text) for number, text in enumerate(texts)]
    assert Indexer(pack, store, reader, EMBEDDER, readers=2).index(documents).indexed == len(texts)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> SqliteStore:
    return filled(tmp_path_factory.mktemp("foreseen") / "s.db")


def wishes(pack: Pack = PACK) -> list[QueryClaim]:
    """One for each concept, as it is asked for of the home."""
    return [
        QueryClaim(
            id=ClaimId(concept.id),
            text=concept.pattern_of(),
            pattern=concept.pattern_of(),
            quote=concept.pattern_of(),
            type=concept.type,
            level=HOME,
            concept=concept.id,
        )
        for concept in pack.concepts.values()
    ]


def same(one: list[Matched], other: list[Matched]) -> bool:
    return [(tuple(m.sure), tuple(m.maybe)) for m in one] == [(tuple(m.sure), tuple(m.maybe)) for m in other]


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.slow), 8])
def test_every_concept_is_answered_as_if_all_phrases_were_compared(store: SqliteStore, every: int) -> None:
    vocabulary, asked = Vocabulary(store), wishes()[::every]
    compared = matched(asked, PACK, vocabulary, EMBEDDER)
    assert same(matched(asked, PACK, vocabulary, EMBEDDER, precomputer=Precomputer(PACK, EMBEDDER)), compared)
    # Else it would hold of a judge that never speaks.
    assert sum(len(one) for one in compared) > 200 // every


@pytest.mark.parametrize(
    "question",
    [
        "near Prospect Park or in Fort Greene, two bedrooms under $2,500",
        "over 600 sq ft with a doorman, and no dogs",
        "a stove with six burners, somewhere that does not rattle",
        "covered parking, in Chelsea",
    ],
)
def test_so_are_names_amounts_and_wishes_in_their_own_words(store: SqliteStore, question: str) -> None:
    claims = RuleReader(PACK, embedder=EMBEDDER, scope=shipped_scope()).read_query(question).claims
    vocabulary = Vocabulary(store)
    found = matched(claims, PACK, vocabulary, EMBEDDER, precomputer=Precomputer(PACK, EMBEDDER))
    assert claims
    assert same(found, matched(claims, PACK, vocabulary, EMBEDDER))


class AllPass(Directions):
    """A coarse look that rules nothing out."""

    def __init__(self, wishes: JudgedWishes, margins: Sequence[float]) -> None:
        super().__init__(wishes, margins)
        self.bounds = np.full_like(self.bounds, -np.inf)


def test_a_coarse_look_at_many_phrases_finds_what_an_exact_one_does(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [replace(wish, concept=None, pattern=wish.pattern + " for two") for wish in wishes()[::5]]
    coarsely = matched(asked, PACK, Vocabulary(store), EMBEDDER)
    monkeypatch.setattr("claimtree.search.judged_rows.Directions", AllPass)
    exactly = matched(asked, PACK, Vocabulary(store), EMBEDDER)
    assert same(coarsely, exactly)
    assert sum(len(one) for one in exactly) > 50


def test_a_known_wish_looks_at_no_partition(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SqliteStore, "partitions", lambda *_: pytest.fail("every phrase was looked at"))
    assert matched(wishes(), PACK, Vocabulary(store), EMBEDDER, precomputer=Precomputer(PACK, EMBEDDER))


@pytest.mark.slow
def test_a_write_without_verdicts_is_compared_until_the_next_write_judges_it(tmp_path: Path) -> None:
    store, precomputer = filled(tmp_path / "s.db", TEXTS[:1]), Precomputer(PACK, EMBEDDER)
    ids = [wish.id for wish in precomputer.wishes]
    assert set(store.precomputed_edges(ids).wishes) == set(ids)
    silent = Phrase(pattern="hush at night", type=wishes()[0].type, level=HOME)
    store.put(Batch(phrases=(silent,), vectors=EMBEDDER.embed([silent.pattern])))
    assert not store.precomputed_edges(ids).wishes
    vocabulary = Vocabulary(store)
    compared = matched(wishes(), PACK, vocabulary, EMBEDDER)
    assert same(matched(wishes(), PACK, vocabulary, EMBEDDER, precomputer=precomputer), compared)
    index(store, TEXTS[1:2], first=5)
    assert set(store.precomputed_edges(ids).wishes) == set(ids)
    compared = matched(wishes(), PACK, vocabulary, EMBEDDER)
    assert same(matched(wishes(), PACK, vocabulary, EMBEDDER, precomputer=precomputer), compared)


@pytest.mark.slow
def test_a_new_concept_is_judged_alone_and_one_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    added = replace(PACK.concepts[ConceptId("quiet")], id=ConceptId("hush"), wording="hush")
    larger = replace(PACK, concepts={**PACK.concepts, added.id: added})
    store = filled(tmp_path / "s.db", TEXTS[:1])
    before, after = Precomputer(PACK, EMBEDDER), Precomputer(larger, EMBEDDER)
    new = {wish.id for wish in after.wishes} - {wish.id for wish in before.wishes}
    assert {wish.pattern for wish in after.wishes if wish.id in new} == {"hush"}
    judged: list[frozenset[str]] = []

    def watched(phrases: object, vectors: Vectors, among: frozenset[str]) -> object:
        judged.append(among)
        return Precomputer.judged(after, phrases, vectors, among)  # type: ignore[arg-type]

    assert store.put_precomputed(
        [wish.id for wish in after.wishes],
        lambda some, missing: watched(some.phrases, some.vectors, missing),  # type: ignore[arg-type,return-value]
    ) == len(new)
    assert set(judged) == {frozenset(new)}
    vocabulary = Vocabulary(store)
    asked = wishes(larger)
    assert same(
        matched(asked, larger, vocabulary, EMBEDDER, precomputer=after), matched(asked, larger, vocabulary, EMBEDDER)
    )
    assert before.catch_up(store) == 0
    assert not store.precomputed_edges(sorted(new)).wishes
    kept = {wish.id for wish in before.wishes}
    assert set(store.precomputed_edges(sorted(kept)).wishes) == kept
    assert not store.check()


@pytest.mark.slow
def test_what_many_small_writes_brought_is_folded_and_says_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(precomputed, "MAX_RUNS", 2)
    store = SqliteStore(tmp_path / "s.db", identity(PACK), PACK.hierarchy)
    for number, text in enumerate(TEXTS):
        index(store, (text,), first=number)
    whole = filled(tmp_path / "w.db")
    ids = [wish.id for wish in Precomputer(PACK, EMBEDDER).wishes]

    def kept(of: SqliteStore) -> dict[str, list[tuple[object, ...]]]:
        found = of.precomputed_edges(ids)
        edges: dict[str, list[tuple[object, ...]]] = {id: [] for id in found.wishes}
        for wish, key, *facts in found.edges[["wish", "key", *FACTS]].tolist():
            edges[found.wishes[wish]].append((found.keys[key], *facts))
        return {id: sorted(some) for id, some in edges.items()}

    assert kept(store) == kept(whole)
    store.compact()
    assert kept(store) == kept(whole)
    with store.connections.reading() as connection:
        rows = connection.execute("SELECT count(*) FROM foreseen GROUP BY wish").fetchall()
    assert {count for (count,) in rows} == {1}
    assert not store.check()


@given(
    stored=st.lists(
        st.tuples(
            st.sampled_from(["Chelsea", "The Heights", "Heights", "Café d’Été", "SoHo", "?!", "North Kiel"]),
            st.sampled_from(["neighborhood", "city", "landmark"]),
            st.booleans(),
        ),
        max_size=12,
    ),
    asked=st.tuples(
        st.sampled_from(["chelsea", "Heights", "the heights", "Cafe d'Ete", "?!", "Kiel"]),
        st.sampled_from(["neighborhood", "city", "landmark"]),
    ),
)
@settings(max_examples=40, deadline=None)
@pytest.mark.slow
def test_names_are_found_as_if_all_were_compared(
    tmp_path_factory: pytest.TempPathFactory, stored: list[tuple[str, str, bool]], asked: tuple[str, str]
) -> None:
    phrases = {
        Phrase(
            pattern=f"in {text}",
            type=TypeName("location"),
            level=HOME,
            negated=negated,
            name=Name(kind=kind, text=text),
        )
        for text, kind, negated in stored
    }
    ordered = tuple(sorted(phrases, key=lambda phrase: phrase.id))
    with closing(SqliteStore(tmp_path_factory.mktemp("n") / "s.db", identity(PACK), PACK.hierarchy)) as store:
        store.put(Batch(phrases=ordered, vectors=EMBEDDER.embed([""] * len(ordered))))
        claim = QueryClaim(
            id=ClaimId("1"),
            text=asked[0],
            pattern=f"in {asked[0]}",
            quote=asked[0],
            type=TypeName("location"),
            level=LevelName("neighborhood"),
            name=Name(kind=asked[1], text=asked[0]),
        )
        vocabulary = Vocabulary(store)
        assert same(
            matched([claim], PACK, vocabulary, EMBEDDER, precomputer=Precomputer(PACK, EMBEDDER)),
            matched([claim], PACK, vocabulary, EMBEDDER),
        )


@pytest.mark.slow
def test_what_another_changed_while_we_judged_is_left_to_the_next(tmp_path: Path) -> None:
    store, precomputer = filled(tmp_path / "s.db", TEXTS[:1]), Precomputer(PACK, EMBEDDER)
    ids = [wish.id for wish in precomputer.wishes]
    half = ids[: len(ids) // 2]
    assert (
        store.put_precomputed(half, lambda some, missing: precomputer.judged(some.phrases, some.vectors, missing)) == 0
    )

    def interfered(some: Partition, missing: frozenset[str]) -> PrecomputedEdges:
        # another process with another pack stores other wishes, while we read the phrases
        if store.precomputed_edges(half).wishes:
            store.put_precomputed([], lambda *_: pytest.fail("nothing is missing"))
        return precomputer.judged(some.phrases, some.vectors, missing)

    assert store.put_precomputed(ids, interfered) == 0
    assert precomputer.catch_up(store) == len(ids)
    vocabulary = Vocabulary(store)
    assert same(
        matched(wishes(), PACK, vocabulary, EMBEDDER, precomputer=precomputer),
        matched(wishes(), PACK, vocabulary, EMBEDDER),
    )
    with store.connections.reading() as connection:
        dead = "SELECT count(*) FROM foreseen WHERE wish NOT IN (SELECT num FROM wish)"
        assert connection.execute(dead).fetchone() == (0,)
