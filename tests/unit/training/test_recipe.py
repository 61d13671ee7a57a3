"""The parts of the judge's training that need no torch: what is held out, how wishes are worded, what is added."""

from __future__ import annotations

import doctest
import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimtree.models.wordpiece import WordPieces

Recipe = Callable[[str], ModuleType]
ROWS = [
    {
        "set": "made",
        "id": f"c{k}",
        "lang": "id" if k % 2 else "en",
        "type": "features",
        "wish": [f"wish {k} {n}" for n in range(3)],
        "met": [f"met {k} {n}" for n in range(3)],
        "refuted": [f"refuted {k} {n}" for n in range(2)],
        "silent": [f"silent {k} {n}" for n in range(4)],
    }
    | ({"en": f"english wish {k}"} if k % 2 else {})
    for k in range(40)
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for half in (0, 1):
        lines = [json.dumps(row) for row in ROWS[half::2]]
        (tmp_path / f"{half}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", ["wording", "glossary"])
def test_examples_in_the_recipe_are_right(recipe: Recipe, name: str) -> None:
    found = doctest.testmod(recipe(name))
    assert found.attempted > 0
    assert found.failed == 0


@given(text=st.text())
def test_a_share_is_a_share_and_stays(recipe: Recipe, text: str) -> None:
    share = recipe("concepts").share
    assert 0 <= share(text) < 1
    assert share(text) == share(text)


def test_shares_are_spread_evenly(recipe: Recipe) -> None:
    shares = [recipe("concepts").share(f"text {k}") for k in range(4_000)]
    assert np.histogram(shares, bins=10, range=(0, 1))[0] == pytest.approx([400] * 10, abs=80)


def test_a_concept_that_is_held_out_is_whole(recipe: Recipe, folder: Path) -> None:
    found = recipe("concepts").load(folder, held_out=1.0)
    assert [concept.id for concept in found] == sorted(f"made/{row['id']}" for row in ROWS)
    for concept in found:
        assert concept.held_out
        assert len(concept.wishes) == 3
        assert [len(texts) for texts in concept.phrases] == [3, 2, 4]
        assert concept.kept_wishes == ()
        assert concept.kept_phrases == ((), (), ())


def test_of_a_known_concept_one_wish_and_two_phrases_are_kept_back(recipe: Recipe, folder: Path) -> None:
    by_id = {f"made/{row['id']}": row for row in ROWS}
    for concept in recipe("concepts").load(folder, held_out=0.0):
        row = by_id[concept.id]
        assert not concept.held_out
        assert len(concept.kept_wishes) == 1
        assert sorted(map(len, concept.kept_phrases)) == [0, 1, 1]
        translated = [row["en"]] if "en" in row else []
        assert sorted([*concept.wishes, *concept.kept_wishes]) == sorted([*row["wish"], *translated])
        for kind, trained, kept in zip(
            ("met", "refuted", "silent"), concept.phrases, concept.kept_phrases, strict=True
        ):
            assert sorted([*trained, *kept]) == sorted(row[kind])


def test_each_kind_is_kept_back_about_equally_often(recipe: Recipe) -> None:
    kept = [[bool(texts) for texts in concept.kept_phrases] for concept in recipe("concepts").load(held_out=0.0)]
    assert np.mean(kept, axis=0) == pytest.approx([2 / 3] * 3, abs=0.03)


def test_a_concept_more_changes_no_other(recipe: Recipe, folder: Path) -> None:
    load = recipe("concepts").load
    before = load(folder, held_out=0.5)
    assert {concept.held_out for concept in before} == {True, False}
    (folder / "more.jsonl").write_text(json.dumps(ROWS[0] | {"id": "new"}) + "\n", encoding="utf-8")
    assert [concept for concept in load(folder, held_out=0.5) if concept.id != "made/new"] == before


def test_of_a_further_file_everything_is_trained_on(recipe: Recipe, folder: Path) -> None:
    for concept in recipe("concepts").load_file(folder / "0.jsonl"):
        assert not concept.held_out
        assert [len(concept.wishes), *map(len, concept.phrases)] == [3, 3, 2, 4]
        assert concept.kept_wishes == ()


def test_a_scene_says_what_every_clause_says_about_every_wish(recipe: Recipe, tmp_path: Path) -> None:
    wishes = [{"wish": "quiet", "met": [2], "refuted": [0]}, {"wish": "a bath", "met": [], "refuted": []}]
    row = {"set": "s", "id": "1", "lang": "en", "clauses": ["loud bar", "two rooms", "calm yard"], "wishes": wishes}
    file = tmp_path / "scenes.jsonl"
    file.write_text(json.dumps(row) + "\n", encoding="utf-8")
    (scene,) = recipe("concepts").load_scenes([file])
    assert scene.wishes == ("quiet", "a bath")
    assert scene.labels == ((1, 2, 0), (2, 2, 2))


def test_the_first_run_learned_from_two_hundred_scenes(recipe: Recipe) -> None:
    scenes = recipe("concepts").load_scenes()
    assert len(scenes) == 200
    assert 0.04 < np.mean([scene.held_out for scene in scenes]) < 0.2


@pytest.mark.parametrize(
    ("wish", "stated"),
    [
        ("quiet street", True),
        ("dapur luas", True),
        ("island kitchen", True),
        ("I want a bath", False),
        ("i'd love a bath", False),
        ("mau yang tenang", False),
        ("is it quiet?", False),
        ("a street with little traffic at night", False),
    ],
)
def test_a_wish_that_a_listing_could_say_is_stated(recipe: Recipe, wish: str, stated: bool) -> None:
    assert recipe("wording").is_stated(wish) is stated


@given(wish=st.text(alphabet="abc xyz?", max_size=30), language=st.sampled_from(["en", "id"]))
def test_a_vague_wish_holds_the_wish_and_is_always_the_same(recipe: Recipe, wish: str, language: str) -> None:
    wording = recipe("wording")
    vague = wording.vaguely(wish, language)
    assert wish in vague
    assert (vague == wish) == (not wording.is_stated(wish))
    assert vague == wording.vaguely(wish, language)


def test_a_meaning_is_the_mean_of_its_pieces(recipe: Recipe) -> None:
    pieces = WordPieces(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "air", "cool", "##ing"])
    table = np.arange(14, dtype=np.float32).reshape(7, 2)
    found = recipe("glossary").meant(["air cooling", "air"], pieces, table)
    assert found.tolist() == [[10.0, 11.0], [8.0, 9.0]]
    assert recipe("glossary").meant([], pieces, table).shape == (0, 2)


@pytest.fixture
def given_files(tmp_path: Path) -> list[str]:
    for name in ("bge.npz", "vocab.txt", "packs.jsonl"):
        (tmp_path / name).touch()
    return ["--start", f"{tmp_path}/bge.npz", "--vocabulary", f"{tmp_path}/vocab.txt", "--out", f"{tmp_path}/out"]


def test_the_options_are_those_of_the_first_run(recipe: Recipe, given_files: list[str], tmp_path: Path) -> None:
    found = recipe("options").parsed(None, given_files)
    shipped = {
        "seed": 2, "steps": 1300, "strangers": 2, "ranking": 0.5, "join": 0.15, "dropout": 0.12, "stated": 0.2,
        "vague": 0.1, "scenes": 10, "scene_weight": 1, "teacher": 0, "seconds": 0, "layers": 12, "pooling": "first",
        "more": [tmp_path / "packs.jsonl"],
    }  # fmt: skip
    assert {name: getattr(found, name) for name in shipped} == shipped
    assert found.glossary.name == "glossary.tsv"
    assert [file.name for file in found.scenes_from] == ["en_a.jsonl", "en_b.jsonl", "en_c.jsonl", "id_a.jsonl"]


def test_glossary_and_further_concepts_can_be_left_out(recipe: Recipe, given_files: list[str]) -> None:
    found = recipe("options").parsed(None, [*given_files, "--glossary", "--more"])
    assert (found.glossary, found.more) == (None, [])


def test_a_file_that_is_not_there_is_named_before_anything_is_read(
    recipe: Recipe, given_files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "packs.jsonl").unlink()
    with pytest.raises(SystemExit):
        recipe("options").parsed(None, given_files)
    assert "packs.jsonl" in capsys.readouterr().err
