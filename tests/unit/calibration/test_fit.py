"""Calibrations of embedders whose truth was planted, and of those that say nothing."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from tests.shared_packs import shared_pack
from tests.unit.evals.planted import Planted, PlantedJudge, rows, write

from claimtree.calibration.diagram import Panel, Series, diagram
from claimtree.calibration.fit import calibrate
from claimtree.calibration.fit_judge import _JudgeView, _silence
from claimtree.calibration.labelled_concepts import Concepts, read_concepts
from claimtree.calibration.measures import NEVER, Calibration, Encoded, all_texts, all_wishes
from claimtree.errors import ModelError
from claimtree.model.judging import JudgedWishes
from claimtree.model.phrases import Floats, Vectors
from claimtree.models.hashed import HashedEmbedder
from claimtree.packs.pack_tables import JudgeFile, LikenessFile
from claimtree.ports import Embedder

LAPTOPS = shared_pack(Path(__file__).parents[2] / "packs" / "laptops")


@pytest.fixture
def concepts(tmp_path: Path) -> Concepts:
    return read_concepts([write(tmp_path / "concepts.jsonl", rows())], LAPTOPS)


def fitted(concepts: Concepts, embedder: Embedder, precision: float = 0.92) -> Calibration:
    return calibrate(
        concepts, LAPTOPS, embedder, overlapping=False, precision=precision, progress=lambda what, done, of: None
    )


def test_a_threshold_lies_between_what_meets_and_what_misleads(concepts: Concepts) -> None:
    found = fitted(concepts, Planted())
    assert isinstance(found.file, LikenessFile)
    assert list(found.file.curves) == list(found.file.thresholds) == ["default", "features", "price"]
    for line in found.lines:
        similarity = line.fitted["similarity"]
        assert similarity is not None
        assert 0.6 < similarity <= 0.9
        assert (line.figures["precision"], line.figures["recall"], line.figures["refuted"]) == (1.0, 1.0, 0.0)
    assert found.lines[0].figures["hits"] == sum(2 * 3 for one in concepts.found if one.half == "report")
    assert found.notes == ()


def test_likeness_that_cannot_tell_refuting_from_meeting_proves_nothing(concepts: Concepts) -> None:
    blind = Planted({"wish": 1.0, "met": 0.9, "refuted": 0.9, "silent": 0.3})
    found = fitted(concepts, blind)
    assert isinstance(found.file, LikenessFile)
    assert set(found.file.thresholds.values()) == {NEVER}
    assert "precision 0.92 is never reached by likeness of: default, features, price" in found.notes[0]
    # One in six of what passes refutes: a target of four in five gets a threshold.
    assert fitted(concepts, blind, precision=0.8).lines[0].figures["precision"] == pytest.approx(0.02 / 0.024)


def test_the_table_of_a_judge_has_bars_and_its_chances_are_measured(concepts: Concepts) -> None:
    found = fitted(concepts, PlantedJudge())
    assert isinstance(found.file, JudgeFile)
    overall = found.lines[0].figures
    assert (overall["P met"], overall["R met"], overall["P refuted"], overall["R refuted"]) == (1.0, 1.0, 1.0, 1.0)
    assert overall["ECE"] is not None
    assert overall["ECE"] < 0.1
    for bars in found.file.bars.values():
        assert bars.met is not None
        assert bars.refuted is not None
        assert bars.maybe is not None
        assert min(bars.met, bars.refuted) >= 0.5
        assert bars.maybe <= min(bars.met, bars.refuted)


def test_a_judge_that_knows_nothing_decides_nothing(concepts: Concepts) -> None:
    found = fitted(concepts, PlantedJudge(sure=0.0))
    assert isinstance(found.file, JudgeFile)
    assert {(bars.met, bars.refuted, bars.maybe) for bars in found.file.bars.values()} == {(NEVER, NEVER, NEVER)}
    assert [note.partition(" of:")[0] for note in found.notes] == [
        "precision 0.92 is never reached by 'met'",
        "precision 0.92 is never reached by 'refuted'",
    ]
    assert found.lines[0].figures["Brier"] == pytest.approx(2 / 3), "a third each, always"


def test_a_judge_that_is_too_sure_is_told_so_by_its_error(concepts: Concepts) -> None:
    class Wrong(PlantedJudge):
        name = "wrong"

        def embed(self, texts: Sequence[str]) -> Vectors:
            # Every second concept with its sides changed.
            change = {"met": "refuted", "refuted": "met"}
            parts = [text.split() for text in texts]
            turned = [
                " ".join([word, change.get(kind, kind) if int(word) % 2 else kind, *rest])
                for word, kind, *rest in parts
            ]
            return super().embed(turned)

    ece = fitted(concepts, Wrong()).lines[0].figures["ECE"]
    assert ece is not None
    assert ece > 0.2


def test_the_more_it_is_that_corpora_are_silent_the_higher_the_silence(concepts: Concepts) -> None:
    eager = fitted(concepts, PlantedJudge(sure=2.0)).file
    assert isinstance(eager, JudgeFile)
    silence = eager.bars["default"].silence
    assert silence is not None
    assert silence > 0, "a third of the chance for each is not what a corpus is like"


def test_a_wish_is_judged_once_however_often_it_is_held_against_phrases(concepts: Concepts) -> None:
    class Counting(PlantedJudge):
        def judge(self, wishes: Vectors) -> JudgedWishes:
            judged.append(len(wishes))
            return super().judge(wishes)

    judged: list[int] = []
    fitted(concepts, Counting())
    wishes = {wish for concept in concepts.found for wish in concept.wishes}
    assert sum(judged) == len(wishes)


def test_no_phrase_of_a_concept_is_a_stranger_to_it(concepts: Concepts) -> None:
    class Listening(_JudgeView):
        def logits(self, wishes: Sequence[str], phrases: Sequence[str]) -> Floats:
            asked.append((wishes[0].split()[0], [phrase.split()[0] for phrase in phrases]))
            return super().logits(wishes, phrases)

    asked: list[tuple[str, list[str]]] = []
    judge = PlantedJudge()
    some = concepts.found[:5]
    encoded = Encoded(all_texts(some), judge, lambda what, done, of: None)
    _silence(Listening(judge, encoded, all_wishes(some), lambda what, done, of: None), some, 0.0)
    mixed = [(word, words) for word, words in asked if word in words and set(words) != {word}]
    assert mixed == []
    assert sum(word not in words for word, words in asked) == len(some)


class Constant(Planted):
    name = "constant"

    def embed(self, texts: Sequence[str]) -> Vectors:
        return Vectors.from_floats(np.ones((len(texts), self.dimensions), np.float32))


class Empty(Planted):
    name = "empty"

    def embed(self, texts: Sequence[str]) -> Vectors:
        return Vectors.from_floats(np.zeros((len(texts), self.dimensions), np.float32))


class NotNumbers(Planted):
    name = "nan"

    def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = super().embed(texts)
        return Vectors(codes=vectors.codes, scales=np.full(len(texts), np.nan, np.float32))


class TooFew(Planted):
    name = "few"

    def embed(self, texts: Sequence[str]) -> Vectors:
        return super().embed(texts[:-1])


@pytest.mark.parametrize(
    ("embedder", "said"),
    [
        (Constant(), "embedder 'constant': what meets a wish is no more alike to it than what does not"),
        (Empty(), "embedder 'empty': what meets a wish is no more alike to it than what does not"),
        (NotNumbers(), "embedder 'nan' gave numbers that are not finite"),
        (TooFew(), "embedder 'few': 540 texts, 537 vectors"),
    ],
)
def test_an_embedder_that_says_nothing_gets_no_table(concepts: Concepts, embedder: Any, said: str) -> None:
    with pytest.raises(ModelError) as caught:
        fitted(concepts, embedder)
    assert caught.value.message == said


@pytest.mark.slow
def test_odd_phrases_do_no_harm(tmp_path: Path) -> None:
    odd = ["x", "🏠🌞", "q" * 10_000, "静かな部屋", "\u200b", "\ud800"]
    found = [{**row, "met": [*odd, *row["met"]], "wish": [*odd, *row["wish"]]} for row in rows()]  # type: ignore[misc]
    concepts = read_concepts([write(tmp_path / "odd.jsonl", found)], LAPTOPS)
    assert fitted(concepts, HashedEmbedder(256), precision=0.5).lines[0].pairs > 1000


def test_a_picture_is_sound_svg_whatever_things_are_called(concepts: Concepts) -> None:
    found = fitted(concepts, PlantedJudge())
    drawn = ElementTree.fromstring(diagram(found.panels, 'a <model> & "more"'))
    assert drawn.get("aria-label") == 'a <model> & "more"'
    circles = [one for one in drawn.iter() if one.tag.endswith("circle")]
    assert len(circles) == sum(bool(weight) for p in found.panels for s in p.series for _, _, weight in s.points) > 0


def test_a_point_stands_where_its_shares_say() -> None:
    panel = Panel(title="t", across="x", up="y", series=(Series(name="s", points=[(0.0, 1.0, 1.0), (1.0, 0.0, 1.0)]),))
    drawn = ElementTree.fromstring(diagram([panel], ""))
    at = [(float(one.get("cx", 0)), float(one.get("cy", 0))) for one in drawn.iter() if one.tag.endswith("circle")]
    assert (at[1][0] - at[0][0], at[1][1] - at[0][1]) == (280, 280), "right is more, and up is more"
