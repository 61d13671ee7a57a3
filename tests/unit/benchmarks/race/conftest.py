"""A small market, laid out once, with questions and the truth about them."""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict
from pathlib import Path

import pytest

from benchmarks.race.job import RaceJob
from benchmarks.race.laying import lay_out


def quiet(what: str, done: int, of: int) -> None: ...


@pytest.fixture(scope="session")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> RaceJob:
    folder = tmp_path_factory.mktemp("race") / "homes-150"
    folder.mkdir()
    job = RaceJob(folder=str(folder), homes=150, seed=3, pack="rentals", embedder="hashed-384", each=2)
    laid = lay_out(job, quiet)
    (folder / "laid-out.json").write_text(json.dumps(asdict(laid)), encoding="utf-8")
    return job


@pytest.fixture
def own_folder(laid_out: RaceJob, tmp_path: Path) -> Path:
    """A copy that a test may write into."""
    return Path(shutil.copytree(laid_out.folder, tmp_path / "homes-150"))
