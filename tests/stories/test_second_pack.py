"""Laptops, a field the engine never heard of: data alone, indexed and searched on two stores with the same hits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.shared_packs import shared_pack

from claimtree.engine import Engine
from claimtree.indexing import Indexer
from claimtree.languages.rendering import notice_texts, reason_texts
from claimtree.model.answers import Found, Hit, Verdict
from claimtree.model.claims import EntityId
from claimtree.models.hashed import HashedEmbedder
from claimtree.models.scope import shipped_scope
from claimtree.ports import StoreIdentity
from claimtree.sources.read import read_files
from claimtree.stores.open import open_store
from claimtree.text.rule_reader import RuleReader

FOLDER = Path(__file__).parents[1] / "packs" / "laptops"
SIGNS = {Verdict.MET: "+", Verdict.REFUTED: "-", Verdict.UNKNOWN: "?"}

QUESTIONS = {
    "backlit keyboard, over 10 hours of battery, under $1,200": ["lumo-air +++", "tessel-a +++", "tessel-b -++"],
    "matte screen from Lumo, 16 GB or more": ["lumo-air +++", "lumo-fold -++"],
    "no touchscreen, three ports, repairable": ["lumo-air +++"],
    "made by Lumo or Tessel, metal body": [
        *("lumo-air +-+", "lumo-fold +-+", "tessel-a -++", "tessel-b -++", "lumo-base +--", "tessel-c -+?"),
    ],
    "something from the Halden group, at least 32 GB of memory": ["orrin-duo ++", "orrin-one ++"],
    "must have 32 GB memory, preferably a quiet keyboard": ["orrin-one ++", "orrin-duo +?"],
    "sturdy, 6 ports, released in 2024": ["tessel-a +++", "tessel-b +++"],
    "90% colour coverage or more and a screen without glare": [
        *("lumo-air ++", "orrin-duo ++", "tessel-a ++", "lumo-fold +-", "orrin-one +-"),
    ],
    "not made by Orrin, warranty of 2 years or more, under $700": ["lumo-base +++"],
}


@pytest.fixture(scope="module", params=["memory:", "sqlite"])
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """The pack's own demo data in one store or the other."""
    pack = shared_pack(str(FOLDER))
    embedder = HashedEmbedder()
    reader = RuleReader(pack, embedder=embedder, scope=shipped_scope())
    identity = StoreIdentity(
        pack=pack.name, pack_version=pack.version, embedder=embedder.name, dimensions=embedder.dimensions
    )
    address = request.param if request.param == "memory:" else str(tmp_path_factory.mktemp("laptops") / "laptops.db")
    with closing(open_store(address, identity, pack.hierarchy)) as store:
        report = Indexer(pack, store, reader, embedder).index(read_files([FOLDER / name for name in pack.demo], pack))
        assert (report.indexed, report.bad) == (12, ())
        assert store.check() == ()
        yield Engine(pack=pack, store=store, reader=reader, embedder=embedder)


def ask(engine: Engine, question: str) -> Found:
    answer = engine.search(question)
    assert isinstance(answer, Found)
    return answer


def short(hit: Hit) -> str:
    return f"{hit.id} {''.join(SIGNS[finding.verdict] for finding in hit.findings)}"


def quotes(engine: Engine, question: str, id: str) -> list[str | None]:
    """The words that decide each wish for one laptop."""
    (hit,) = (hit for hit in ask(engine, question).hits if hit.id == id)
    first = (finding.pieces[0].claim if finding.pieces else None for finding in hit.findings)
    return [claim.quote if claim else None for claim in first]


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_about_laptops_has_the_same_answer_in_every_store(engine: Engine, question: str) -> None:
    answer = ask(engine, question)
    assert [short(hit) for hit in answer.hits] == QUESTIONS[question]
    assert answer.ladder.total == len(answer.hits) == sum(answer.ladder.met.values())
    assert notice_texts(answer) == ()


@pytest.mark.parametrize(
    ("question", "id", "words"),
    [
        (
            "backlit keyboard, over 10 hours of battery, under $1,200",
            "tessel-a",
            ["backlit keys", "Battery lasts 11 hours", "price: 1090"],
        ),
        (
            "no touchscreen, three ports, repairable",
            "lumo-air",
            ["touch: no", "ports: 3", "Opens with one screwdriver"],
        ),
        ("backlit keyboard", "tessel-b", ["no backlit keyboard"]),
        ("matte screen", "orrin-lite", ["Reflective panel"]),
        ("matte screen", "tessel-c", [None]),
        ("sturdy", "tessel-b", ["aluminium"]),
    ],
)
def test_a_verdict_shows_the_words_that_decide_it(
    engine: Engine, question: str, id: str, words: list[str | None]
) -> None:
    assert quotes(engine, question, id) == words


def test_every_quote_stands_in_the_text_of_its_entity(engine: Engine) -> None:
    seen = 0
    for question in QUESTIONS:
        for hit in ask(engine, question).hits:
            for piece in (piece for finding in hit.findings for piece in finding.pieces):
                assert piece.claim is not None
                claim, entity = piece.claim, hit.entities[piece.entity]
                if claim.quote.startswith(tuple(f"{name}: " for name in (*entity.fields, "title"))):
                    continue  # a field, quoted as "price: 1190"
                assert claim.quote in [source.text[claim.start : claim.end] for source in entity.sources]
                seen += 1
    assert seen > 20


def test_a_matte_touchscreen_is_one_screen_that_is_both(engine: Engine) -> None:
    hits = {hit.id: hit for hit in ask(engine, "a matte touchscreen").hits}
    assert [finding.entity for finding in hits[EntityId("orrin-duo")].findings] == ["orrin-duo/screen-1"] * 2
    assert short(hits[EntityId("lumo-air")]) == "lumo-air +-"


def test_another_maker_is_a_reason_to_be_left_out(engine: Engine) -> None:
    explanation = engine.explain(EntityId("orrin-one"), "from Lumo")
    assert explanation.place is None
    assert reason_texts(explanation)[0] == "It is left out because 'made by Lumo' is required and refuted."


def test_what_nobody_sells_is_relaxed_and_said(engine: Engine) -> None:
    answer = ask(engine, "under $100, 16 GB or more")
    assert notice_texts(answer) == (
        (
            "Nothing fits everything you require; 'price under $100' was relaxed, and nothing comes close: "
            "$1,090, $990 over your limit."
        ),
    )
    assert all(short(hit).endswith("-+") for hit in answer.hits if hit.id != "tessel-c")
