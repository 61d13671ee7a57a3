"""The per-claim method: found for every wish, and ordered by likeness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.generator import AREA_LEVEL, HOME_LEVEL, ROOM_LEVEL
from benchmarks.race import chroma, lance, lucene, postgres
from benchmarks.race.job import RaceJob
from benchmarks.race.method import DOCUMENT, Nearest, Reach, Wanted, answer, wanted
from benchmarks.race.prepared import LEVELS, Prepared
from benchmarks.race.questions import Asked
from benchmarks.race.scores import score
from claimtree.model.claims import LevelName

TEXTS = 10
AREA_OF = np.array([0, 0, 1, 1], np.int32)
"""Four homes in two areas."""


def wish(level: LevelName = HOME_LEVEL, *, weight: float = 1.0) -> Wanted:
    return Wanted(
        level=level, vector=np.zeros(4, np.float32), codes=np.zeros(4, np.int8), type="features", facet=None,
        negated=False, slot=None, low=-np.inf, high=np.inf, proving=frozenset({1}), weight=weight,
    )  # fmt: skip


def found(*rows: tuple[int, int, float]) -> Nearest:
    """Rows as (owner, text, cosine)."""
    return Nearest.of([owner * TEXTS + text for owner, text, _ in rows], [cosine for _, _, cosine in rows])


def test_only_homes_that_are_found_for_every_wish_are_an_answer() -> None:
    first, second = found((0, 1, 1.0), (1, 1, 1.0)), found((1, 1, 1.0), (2, 1, 1.0))
    assert answer(AREA_OF, TEXTS, [wish(), wish(ROOM_LEVEL)], [first, second]) == [1]


def test_an_area_stands_for_its_homes() -> None:
    rooms, areas = found((0, 1, 1.0), (2, 1, 1.0), (3, 1, 1.0)), found((1, 1, 0.9))
    assert answer(AREA_OF, TEXTS, [wish(ROOM_LEVEL), wish(AREA_LEVEL)], [rooms, areas]) == [2, 3]
    assert answer(AREA_OF, TEXTS, [wish(AREA_LEVEL)], [areas]) == [2, 3]


def test_a_text_that_proves_nothing_does_not_count_however_near_it_is() -> None:
    assert answer(AREA_OF, TEXTS, [wish()], [found((0, 2, 1.0), (3, 1, 0.5))]) == [3]


def test_the_better_likeness_comes_first_and_ties_go_by_number() -> None:
    assert answer(AREA_OF, TEXTS, [wish()], [found((3, 1, 0.7), (1, 1, 0.9), (0, 1, 0.7))]) == [1, 0, 3]


@pytest.mark.slow
def test_without_a_limit_and_without_a_graph_the_method_finds_the_truth(laid_out: RaceJob) -> None:
    prepared, asked, corpus = Prepared(Path(laid_out.folder)), Asked.kept(Path(laid_out.folder)), laid_out.corpus()
    peer = _Scan(prepared)
    assert len(asked.questions) >= 8
    for question in asked.questions:
        pairs = zip(question.claims, question.proving, strict=True)
        wishes = [wanted(claim, proving, corpus.embedder) for claim, proving in pairs]
        homes = answer(prepared.area_of, prepared.sizes.texts, wishes, peer.nearest(wishes, DOCUMENT))
        assert score(homes, question.truth, question.places).recall == 1.0, question.claims


class _Scan:
    """Every row that a filter leaves."""

    def __init__(self, prepared: Prepared) -> None:
        self._prepared = prepared
        self._rows = {level: prepared.rows(level) for level in LEVELS}

    def nearest(self, wishes: Sequence[Wanted], reach: Reach) -> Sequence[Nearest]:
        return [self._wish(one) for one in wishes]

    def _wish(self, one: Wanted) -> Nearest:
        rows, names = self._rows[one.level], self._prepared.names
        kept = (rows.type == names["type"].index(one.type)) & (rows.negated == one.negated)
        if one.facet is not None:
            kept &= rows.facet == names["facet"].index(one.facet)
        if one.slot is not None:
            kept &= (rows.slot == names["slot"].index(one.slot)) & (rows.low <= one.high) & (rows.high >= one.low)
        cosines = self._prepared.floats(rows.text[kept]) @ one.vector
        return Nearest.of(self._prepared.keys(rows)[kept], cosines)


KITCHEN = replace(wish(ROOM_LEVEL), type="size", facet="kitchen", slot="area m2 kitchen", low=12.0)


def test_every_engine_is_asked_with_the_overlap_of_amounts() -> None:
    sql, values = postgres.condition(KITCHEN)
    assert sql == ["type = %s", "negated = %s", "facet = %s", "slot = %s", "high >= %s"]
    assert values == ["size", False, "kitchen", "area m2 kitchen", 12.0]
    assert lance.condition(KITCHEN) == (
        "type = 'size' AND negated = false AND facet = 'kitchen' AND slot = 'area m2 kitchen' AND high >= 12.0"
    )
    assert {"high": {"$gte": 12.0}} in chroma.where(KITCHEN)["$and"]
    assert {"range": {"high": {"gte": 12.0}}} in lucene.conditions(KITCHEN)
    assert not any("low" in part for part in (*sql, str(chroma.where(KITCHEN)), str(lucene.conditions(KITCHEN))))


@pytest.mark.parametrize("negated", [True, False])
def test_what_is_denied_is_asked_of_what_denies(negated: bool) -> None:
    asked = replace(wish(), negated=negated)
    assert {"negated": negated} in chroma.where(asked)["$and"]
    assert {"term": {"negated": negated}} in lucene.conditions(asked)
    assert f"negated = {str(negated).lower()}" in lance.condition(asked)
