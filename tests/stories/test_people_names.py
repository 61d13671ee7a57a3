"""Names of people from question to answer: which are ticked, which only may be meant, in every store alike."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from tests.shared_packs import shared_pack

from claimtree.engine import Engine
from claimtree.indexing import Indexer
from claimtree.model.answers import Found, Verdict
from claimtree.model.pack import NameMatching, Pack
from claimtree.model.plans import Basis
from claimtree.models.hashed import HashedEmbedder
from claimtree.models.scope import shipped_scope
from claimtree.moving import copy_store, rebuild
from claimtree.ports import Built, MovableStore, StoreIdentity
from claimtree.sources.read import read_files
from claimtree.stores.open import open_store, open_versions
from claimtree.text.rule_reader import RuleReader

PACKS = Path(__file__).parents[1] / "packs"
STORES = ("memory", "sqlite", "copy")

RELATIVES = {
    "Bill Johnson": {"p1": (None, Basis.NICKNAME), "p2": (None, Basis.NICKNAME)},
    "William Johnson, a blacksmith": {"p1": (None, Basis.NAME_PART), "p2": (True, Basis.NICKNAME)},
    "called Peggy Doyle": {"p4": (True, Basis.NICKNAME)},
    "Anna Vogel": {"p6": (True, Basis.NAME)},
    "Helen Dodd": {"p7": (True, Basis.MARRIED_NAME)},
    "Clark, Helen": {"p7": (True, Basis.NAME_FORM)},
    "Juergen Meier": {"p8": (True, Basis.SPELLING)},
    "J. Meyer": {"p8": (True, Basis.INITIALS)},
    "John Smith Jr.": {"p9": (True, Basis.NAME)},
    "called suharto": {"p11": (True, Basis.SPELLING)},
    "Moh. Rizki": {"p12": (True, Basis.NICKNAME)},
    "L. Vanderberg": {"p13": (True, Basis.INITIALS)},
    "Theodora Winthorp": {"p14": (None, Basis.SOUND)},
    "Pieter Aalbers": {},
}
"""By question: the people whose name is that of the wish (True) or may be (None), and by what."""
MUSEUM = {
    "by J. Aalbers": ["barbara", "dawn", "dusk"],
    "by Aalbers, Joris": ["barbara", "dawn", "dusk"],
    "by inez corvallo": [],
    "by Dr. Ines Corvalo": ["bather", "bust", "dancer"],
    "by Petra Lindquist": ["etching", "woodcut"],
    "by Maarten Aalbers": [],
}


def engines(name: str, folder: Path) -> Iterator[dict[str, Engine]]:
    pack, embedder = shared_pack(str(PACKS / name)), HashedEmbedder()
    reader = RuleReader(pack, embedder=embedder, scope=shipped_scope())
    identity = StoreIdentity(
        pack=pack.name, pack_version=pack.version, embedder=embedder.name, dimensions=embedder.dimensions
    )

    def opened(address: str) -> MovableStore:
        return open_store(address, identity, pack.hierarchy)

    files = [PACKS / name / file for file in pack.demo]
    with (
        closing(opened("memory:")) as memory,
        closing(opened(str(folder / "first.db"))) as first,
        closing(opened(str(folder / "copy.db"))) as copy,
    ):
        for store in (memory, first):
            report = Indexer(pack, store, reader, embedder).index(read_files(files, pack))
            assert (report.bad, store.check()) == ((), ())
        assert copy_store(first, copy, pack.hierarchy).problems == ()
        stores = dict(zip(STORES, (memory, first, copy), strict=True))
        yield {name: Engine(pack=pack, store=store, reader=reader, embedder=embedder) for name, store in stores.items()}


@pytest.fixture(scope="module")
def relatives(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Engine]]:
    yield from engines("relatives", tmp_path_factory.mktemp("relatives"))


@pytest.fixture(scope="module")
def museum(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Engine]]:
    yield from engines("museum", tmp_path_factory.mktemp("museum"))


def found(engine: Engine, question: str) -> Found:
    answer = engine.search(question, limit=50)
    assert isinstance(answer, Found)
    return answer


def about_name(engine: Engine, question: str) -> dict[str, tuple[bool | None, Basis]]:
    """By person what the evidence says of the wish for a name: that it is theirs, or that it may be."""
    said: dict[str, tuple[bool | None, Basis]] = {}
    answer = found(engine, question)
    (at,) = [i for i, claim in enumerate(answer.claims) if claim.name is not None]
    for hit in answer.hits:
        finding = hit.findings[at]
        for piece in finding.pieces[:1]:
            assert (finding.verdict is Verdict.MET) is not piece.doubtful
            said[str(hit.id)] = (None if piece.doubtful else finding.verdict is Verdict.MET, piece.by)
    return said


@pytest.mark.parametrize("store", STORES)
@pytest.mark.parametrize("question", RELATIVES)
def test_a_name_finds_its_people(relatives: dict[str, Engine], store: str, question: str) -> None:
    assert about_name(relatives[store], question) == RELATIVES[question]


@pytest.mark.parametrize("store", STORES)
@pytest.mark.parametrize("question", MUSEUM)
def test_a_makers_name_finds_the_works(museum: dict[str, Engine], store: str, question: str) -> None:
    hits = found(museum[store], question).hits
    met = [str(hit.id) for hit in hits if hit.findings[0].verdict is Verdict.MET]
    assert sorted(met) == MUSEUM[question]


def test_a_store_from_before_names_were_those_of_people_finds_the_same_name_and_all_after_a_rebuild(
    tmp_path: Path,
) -> None:
    people, embedder = shared_pack(str(PACKS / "relatives")), HashedEmbedder()
    kind = people.names["person"]
    exact = replace(people, names={**people.names, "person": replace(kind, match=NameMatching.EXACT)})
    identity = StoreIdentity(
        pack=people.name, pack_version=people.version, embedder=embedder.name, dimensions=embedder.dimensions
    )
    built, address = Built(identity=identity, hierarchy=people.hierarchy), str(tmp_path / "people.db")

    def indexer(store: MovableStore, pack: Pack) -> Indexer:
        return Indexer(pack, store, RuleReader(pack, embedder=embedder, scope=shipped_scope()), embedder)

    def met(question: str) -> list[str]:
        with closing(open_store(address, identity, people.hierarchy)) as store:
            reader = RuleReader(people, embedder=embedder, scope=shipped_scope())
            engine = Engine(pack=people, store=store, reader=reader, embedder=embedder)
            return [id for id, (is_met, _) in about_name(engine, question).items() if is_met]

    files = [PACKS / "relatives" / file for file in people.demo]
    with closing(open_store(address, identity, people.hierarchy)) as store:
        assert indexer(store, exact).index(read_files(files, exact)).bad == ()
    assert (met("Anna Vogel"), met("called Peggy Doyle")) == (["p6"], [])
    with closing(open_store(address, identity, people.hierarchy)) as store:
        report = rebuild(store, open_versions(address), built, built, lambda fresh: indexer(fresh, people))
    assert (report.swapped, report.problems) == (True, ())
    assert (met("Anna Vogel"), met("called Peggy Doyle")) == (["p6"], ["p4"])
