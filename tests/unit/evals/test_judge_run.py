"""The whole eval on a little data: what is taken from where, and what is said about it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from claimtree.calibration.halves import Split
from claimtree.cli.eval_names import JUDGE
from claimtree.errors import BadInput, MissingExtra
from claimtree.model.phrases import Vectors
from claimtree.models.cached import CachedEmbedder
from claimtree.models.hashed import HashedEmbedder
from claimtree.ports import Embedder
from evals.judge import run_judge
from evals.page import page
from evals.scores import Result

TRAINING = Path(__file__).parents[3] / "training" / "claim-groups" / "groups.jsonl"


def run(data: Path | None, **more: object) -> Result:
    return run_judge(data, embedder="hashed-256", stock="hashed-256", **{"limit": 4, **more})  # type: ignore[arg-type]


@pytest.mark.slow
def test_without_data_it_takes_what_is_shipped() -> None:
    told: list[tuple[str, int, int]] = []
    result = run(None, pack="rentals", progress=lambda what, done, of: told.append((what, done, of)))
    assert result.name == JUDGE
    figures = {figure.key: figure for figure in result.figures}
    assert figures["ap"].counts == {"all": 4}
    assert figures["ap"].values == figures["stock ap"].values, "the same embedder stands beside itself"
    assert sum(count for split, count in figures["shown precision"].counts.items() if split != "all") == 4 * 12
    assert "none of these 4 concepts" in result.notes[0]
    assert sum("their texts come with --data" in line for line in result.bad_rows) == 2
    assert {what for what, _, _ in told} == {"judge: concepts", "judge: stock cosine", "judge: listings"}
    assert all(max(done for name, done, of in told if name == what) == of for what, _, of in told)


@pytest.mark.parametrize("installed", [True, False])
@pytest.mark.slow
def test_what_stands_beside_is_closed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, installed: bool) -> None:
    is_open: list[Path] = []

    class Watched(CachedEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            if not installed:
                raise MissingExtra("not installed")
            return super().embed(texts)

        def close(self) -> None:
            is_open.pop()
            super().close()

    def watched(name: str, *, cache: Path) -> Embedder:
        is_open.append(cache)
        return Watched(HashedEmbedder(256), cache)

    monkeypatch.setattr("evals.judge.open_embedder", watched)
    result = run(None, pack="rentals", cache=tmp_path / "cache.db", limit=1)
    assert is_open == []
    assert any("Nothing stands beside" in note for note in result.notes) != installed


@pytest.mark.slow
def test_concepts_that_were_trained_on_stand_apart(tmp_path: Path) -> None:
    lines = TRAINING.read_text(encoding="utf-8").splitlines()[:30]
    file = tmp_path / "concepts"
    file.write_text("\n".join([*lines, '{"wish": [], "met": [], "refuted": [], "silent": []}', "{broken"]))
    result = run(file, limit=None, split=Split.TUNE)
    rows = {row[0] for table in result.tables if table.title == "Concepts" for row in table.rows}
    assert {"seen", "unseen", "seen en homes"} <= rows
    assert "of these 30 concepts" in result.notes[0]
    assert sum("concepts:3" in line for line in result.bad_rows) == 2
    assert {split for figure in result.figures if figure.key == "maybe" for split in figure.values} == {"tune"}


@pytest.mark.slow
def test_a_pack_leaves_out_the_other_language() -> None:
    result = run(None, pack="property")
    assert result.pack == "property"
    rows = [row[0] for table in result.tables if table.title == "Concepts" for row in table.rows]
    assert rows
    assert all(row == "unseen" or row.startswith("unseen id") for row in rows)


@pytest.mark.slow
def test_misses_of_concepts_and_listings_come_in_turn_and_no_host_is_quoted_on_the_page() -> None:
    result = run(None, misses=4)
    assert len(result.misses) <= 4
    quoted = tuple(replace(case, quoted="words of a host") for case in result.misses)
    assert quoted
    assert "words of a host" not in page([replace(result, misses=quoted)], [])


def test_there_is_nothing_to_measure_without_an_embedder() -> None:
    with pytest.raises(BadInput, match="embedder"):
        run_judge(None, embedder="none")


def test_data_of_another_form_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "rows"
    file.write_text(json.dumps({"utterance": "x"}))
    with pytest.raises(BadInput, match="concepts"):
        run(file)
