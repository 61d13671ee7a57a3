"""Wishes in words that no list has, from text to verdict: what states them in the same words is found, whatever type
was guessed for the wish and for the words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from claimtree.engine import Engine
from claimtree.model.answers import Verdict
from claimtree.model.claims import EntityId
from claimtree.model.verdicts import judge
from claimtree.settings import DEFAULT_EMBEDDER, Settings
from claimtree.sources.listings import read_records
from claimtree.workspace import Workspace

TEXTS = {
    "lake": "A cabin by the water. Take our kayaks down to the lake. Feel free to use the sewing machine upstairs.",
    "stars": "A quiet house. On clear nights you may use our telescope. There is no hammock in the garden.",
    "plain": "A quiet flat with a kitchen and two bedrooms. The park is open from sunrise to sunset.",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    home: Path = tmp_path_factory.mktemp("stated")
    with Workspace(
        Settings(home=home, pack="rentals", store=str(home / "homes.db"), embedder=DEFAULT_EMBEDDER)
    ) as workspace:
        records = [{"id": id, "title": "Home", "text": text} for id, text in TEXTS.items()]
        workspace.indexer(workspace.store_to_write()).index(read_records(records, workspace.pack, source="s"))
        yield workspace.engine


def met(engine: Engine, wish: str) -> set[str]:
    plan = engine.plan(engine.read(wish).claims)
    dossiers = engine.store.dossiers(plan, [EntityId(id) for id in TEXTS])
    return {one.candidate for one in dossiers if set(judge(plan, one).unit_verdicts) == {Verdict.MET}}


@pytest.mark.parametrize(
    ("wish", "homes"),
    [("kayaks", {"lake"}), ("a sewing machine", {"lake"}), ("a telescope", {"stars"}), ("a harpsichord", set())],
)
def test_what_a_text_states_in_the_words_of_the_wish_is_met(engine: Engine, wish: str, homes: set[str]) -> None:
    assert met(engine, wish) == homes


@pytest.mark.parametrize("wish", ["a hammock", "sunset"])
def test_what_is_denied_or_said_of_something_else_is_not(engine: Engine, wish: str) -> None:
    assert not met(engine, wish)
