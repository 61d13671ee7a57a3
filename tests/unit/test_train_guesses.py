"""The recipe of the guesses: what it reads, how it weighs, and that it learns what can be learnt."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from claimtree.model.phrases import Vectors
from claimtree.packs import load_pack

FILE = Path(__file__).parents[2] / "training" / "train_guesses.py"


@pytest.fixture(scope="module")
def recipe() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train_guesses", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["train_guesses"] = module
    spec.loader.exec_module(module)
    return module


def group(**changes: object) -> str:
    row = {"id": "g", "lang": "en", "type": "features", "level": "room", "wish": ["A Nook"], "met": ["nook"]}
    return json.dumps(row | changes)


def test_groups_give_wishes_and_what_meets_them_in_small_letters(recipe: ModuleType) -> None:
    found = list(recipe.from_groups([group()], load_pack("rentals"), ("en",)))
    assert [(one.text, one.label, one.kind) for one in found] == [
        ("a nook", "features/room", "wish"),
        ("nook", "features/room", "met"),
    ]


def test_groups_of_other_fields_and_languages_are_left_out(recipe: ModuleType) -> None:
    lines = [group(field="cars"), group(lang="id")]
    assert list(recipe.from_groups(lines, load_pack("rentals"), ("en",))) == []


@pytest.mark.parametrize(
    ("type", "level", "label"),
    [
        ("features", "property", "amenities/property"),
        ("amenities", "complex", "facilities/complex"),
        ("neighborhood", "neighborhood", "character/area"),
        ("transport", "area", "access/area"),
        ("restrictions", "room", "terms/property"),
        ("legal", "complex", "legal/property"),
        ("size", "room", "size/property"),
    ],
)
def test_types_are_mapped_to_those_of_property(recipe: ModuleType, type: str, level: str, label: str) -> None:
    assert recipe.label_of(type, level, load_pack("property")) == label


def test_every_group_has_a_class_in_its_packs(recipe: ModuleType) -> None:
    lines = (FILE.parent / "claim-groups" / "groups.jsonl").read_text(encoding="utf-8").splitlines()
    for name, languages in recipe.PACKS.items():
        pack = load_pack(name)
        allowed = {f"{spec.name}/{level}" for spec in pack.types.values() for level in spec.levels}
        assert {one.label for one in recipe.from_groups(lines, pack, languages)} <= allowed


def test_asides_are_read_by_language(recipe: ModuleType) -> None:
    found = list(recipe.from_asides(["# a remark", "en\tHi all", "id\thalo", ""], ("en",)))
    assert [(one.text, one.label) for one in found] == [("hi all", "aside")]


def test_asides_have_their_share_of_the_weight(recipe: ModuleType) -> None:
    wish, _ = recipe.from_groups([group()], load_pack("rentals"), ("en",))
    (aside,) = recipe.from_asides(["en\thi"], ("en",))
    shares = recipe.weights_of([wish, wish, wish, aside])
    assert shares.sum() == pytest.approx(1)
    assert shares[-1] == pytest.approx(recipe.ASIDES)


def test_the_model_learns_what_can_be_told_apart_and_twice_the_same(recipe: ModuleType) -> None:
    wishes = [
        next(recipe.from_groups([group(type=type)], load_pack("rentals"), ("en",))) for type in ("size", "pricing")
    ]
    (aside,) = recipe.from_asides(["en\thi"], ("en",))
    examples, vectors = [*wishes, aside], Vectors.from_floats(np.eye(3, dtype=np.float32))
    model = recipe.trained(examples, vectors)
    size, price, chatter = model.guess(vectors)
    assert (size.type, price.type) == ("size", "pricing")
    assert chatter.is_aside
    assert not size.is_aside
    assert recipe.trained(examples, vectors) == model


def test_the_limit_rejects_as_many_asides_as_it_should(recipe: ModuleType) -> None:
    asides = [k / 100 for k in range(1, 101)]
    limit = recipe.limit_for(asides)
    assert np.mean([aside >= limit for aside in asides]) >= recipe.REJECTED
    assert np.mean([aside >= limit + 0.02 for aside in asides]) < recipe.REJECTED
