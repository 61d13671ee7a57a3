"""Jobs run in processes of their own, and their errors come back as ours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.children import child, error_of
from benchmarks.measure import Job
from benchmarks.run import Options, run
from claimtree.cli.main import main
from claimtree.errors import ClaimtreeError, MissingExtra, StoreFull, UnknownName

pytestmark = pytest.mark.slow


def quiet(what: str, done: int, of: int) -> None: ...


def job(folder: Path, *, embedder: str = "hashed-384", homes: int = 120) -> Job:
    return Job(homes=homes, seed=7, embedder=embedder, pack="rentals", folder=str(folder), each=1, checked=1)


@pytest.mark.slow
def test_a_job_reports_its_progress_and_its_result(tmp_path: Path) -> None:
    seen: list[tuple[str, int, int]] = []
    built = child("build", job(tmp_path), lambda *one: seen.append(one))
    assert built["homes"] == 120
    assert 25 * 120 < built["claims"] < 40 * 120
    assert built["bytes"] > 0
    assert seen[-1][1:] == (120, 120)


@pytest.mark.slow
def test_the_error_of_a_job_is_raised_as_what_it_was(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="no embedder 'nonesuch'"):
        child("build", job(tmp_path, embedder="nonesuch"), quiet)


def test_a_job_that_breaks_says_so(tmp_path: Path) -> None:
    with pytest.raises(ClaimtreeError, match="'nonesuch'"):
        child("nonesuch", job(tmp_path), quiet)


@pytest.mark.parametrize(
    ("code", "kind"), [("missing_extra", MissingExtra), ("store_full", StoreFull), ("no such code", ClaimtreeError)]
)
def test_errors_find_their_class_by_code(code: str, kind: type[ClaimtreeError]) -> None:
    assert type(error_of({"code": code, "message": "m", "hint": "h"})) is kind


def test_listings_are_generated_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "listings.jsonl"
    assert main(["bench", "generate", "--homes", "20", "--out", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["documents"] == 40
    assert len(file.read_text(encoding="utf-8").splitlines()) == 40


def test_generating_needs_to_know_where(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "generate", "--json"]) != 0
    assert "where the listings go" in json.loads(capsys.readouterr().out)["error"]["message"]


@pytest.mark.slow
def test_a_whole_benchmark_finds_every_answer_right(tmp_path: Path) -> None:
    report = run(Options(homes=(60, 120), each=1, agree_homes=60, folder=str(tmp_path)), quiet)
    assert [world["searched"]["wrong"] for world in report["worlds"]] == [[], []]
    assert report["agreement"]["wrong"] == []
    assert {one["series"] for one in report["growth"]} >= {"claims"}
