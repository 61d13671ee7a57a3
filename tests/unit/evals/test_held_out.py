"""Which concepts the encoder was trained on: training and the eval say the same."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from claimtree.calibration.labelled_concepts import SHIPPED
from claimtree.model.taught import KINDS
from evals.held_out import HELD_OUT, TRAINED, is_held_out, kept_back, trained_file, was_trained_on
from evals.judge_concepts import Part, concept_of

TRAINING = Path(__file__).parents[3] / "training"
REMEDY = "run: .venv/bin/python training/trained_concepts.py"


def rows() -> Iterator[dict[str, object]]:
    for file in sorted((TRAINING / "claim-groups").glob("*.jsonl")):
        yield from map(json.loads, file.read_text(encoding="utf-8").splitlines())


@pytest.fixture(scope="module")
def recipe() -> Iterator[ModuleType]:
    """What training splits the concepts with."""
    spec = importlib.util.spec_from_file_location("judge_training_concepts", TRAINING / "judge" / "concepts.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


# The recipe leaves its files to the interpreter to close.
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_training_keeps_back_what_the_eval_takes_for_unseen(recipe: ModuleType) -> None:
    assert recipe.HELD_OUT == HELD_OUT
    by_id = {f"{row['set']}/{row['id']}": row for row in rows()}
    concepts = recipe.load()
    assert len(concepts) == len(by_id) > 2_000
    for concept in concepts:
        ours = concept_of("", by_id[concept.id])
        assert concept.held_out == is_held_out(concept.id) == (ours.part is Part.UNSEEN), concept.id
        assert concept.kept_wishes == ours.new_wishes, concept.id
        assert [set(texts) for texts in concept.kept_phrases] == [set(texts) for texts in ours.new_phrases], concept.id
        assert set(ours.wishes) <= set(concept.wishes), concept.id


def test_neither_keeps_back_an_only_text(recipe: ModuleType, tmp_path: Path) -> None:
    row = {"set": "some", "lang": "en", "type": "size", "wish": ["w"], "met": ["m"], "refuted": ["r", "s"]}
    made = [row | {"id": f"{number}", "silent": [] if number % 2 else ["t"]} for number in range(20)]
    (tmp_path / "few.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in made), encoding="utf-8")
    by_id = {f"{one['set']}/{one['id']}": one for one in made}
    concepts = recipe.load(tmp_path, held_out=0.0)
    assert {len(concept.kept_phrases[1]) for concept in concepts} == {0, 1}
    for concept in concepts:
        ours = kept_back(concept.id, ["w"], [by_id[concept.id][kind] for kind in KINDS])
        assert ours == ([], [[], list(concept.kept_phrases[1]), []])
        assert (concept.kept_wishes, concept.wishes) == ((), ("w",))


def test_what_was_trained_on_is_written_down() -> None:
    assert TRAINED.read_text(encoding="utf-8") == trained_file(f"{row['set']}/{row['id']}" for row in rows()), REMEDY


def test_the_shipped_concepts_were_never_trained_on() -> None:
    ids = [json.loads(line) for line in SHIPPED.read_text(encoding="utf-8").splitlines()]
    assert ids
    assert [row["id"] for row in ids if was_trained_on(f"{row['set']}/{row['id']}")] == []


def test_a_concept_of_somebody_else_is_unseen_whatever_its_hash() -> None:
    strangers = [f"theirs/{number}" for number in range(200)]
    assert not all(map(is_held_out, strangers))
    assert not any(map(was_trained_on, strangers))


def test_two_of_three_kinds_are_kept_back_in_turn() -> None:
    phrases = [["a", "b"], ["c", "d"], ["e", "f"]]
    kept = [kept_back(f"some/{number}", ["x", "y"], phrases) for number in range(300)]
    assert all(len(wish) == 1 and sum(map(len, some)) == 2 for wish, some in kept)
    for kind, _ in enumerate(KINDS):
        assert 150 < sum(len(some[kind]) for _, some in kept) < 250
