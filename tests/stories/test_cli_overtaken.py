"""Several processes write to one store at the same time, as cron jobs and people do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import claimtree
from claimtree.model.claims import EntityId

HOMES, SOURCES = 40, 3
EMBEDDER = "hashed-256"
SAID = ("Quiet and sunny.", "Dogs allowed, with a dishwasher.", "Near a park; no bars nearby.")


def start(home: Path, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "claimtree", *words, "--store", str(home / "homes.db"), "--pack", "rentals"]
    environment = {**os.environ, "CLAIMTREE_HOME": str(home), "CLAIMTREE_EMBEDDER": EMBEDDER}
    return subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment)


def write(home: Path, source: int) -> Path:
    file = home / f"source-{source}.jsonl"
    records = [{"id": f"h{number}", "text": SAID[source], "price": 2000 + number} for number in range(HOMES)]
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return file


@pytest.mark.parametrize("batch_size", [1, 200])
@pytest.mark.slow
def test_processes_that_index_sources_of_the_same_homes_lose_none(tmp_path: Path, batch_size: int) -> None:
    files = [write(tmp_path, source) for source in range(SOURCES)]
    running = [start(tmp_path, "index", str(file), "--batch", str(batch_size)) for file in files]
    told = [process.communicate(timeout=120)[0] for process in running]
    assert [process.returncode for process in running] == [0] * SOURCES, told
    with claimtree.open(tmp_path / "homes.db", pack="rentals", embedder=EMBEDDER) as ct:
        for number in range(HOMES):
            item = ct.get(f"h{number}")
            assert {source.text for source in item.entity.sources} == set(SAID)
            assert {claim.source.partition("#")[0] for claim in item.claims} == {file.stem for file in files}
        assert ct.workspace.store.check() == ()


@pytest.mark.slow
def test_what_one_process_deletes_another_does_not_bring_back(tmp_path: Path) -> None:
    first, second = write(tmp_path, 0), write(tmp_path, 1)
    before = start(tmp_path, "index", str(first))
    assert before.communicate(timeout=60)
    assert before.returncode == 0
    adding = start(tmp_path, "index", str(second))
    deleting = start(tmp_path, "delete", *(f"h{number}" for number in range(HOMES)))
    told = [process.communicate(timeout=120)[0] for process in (adding, deleting)]
    assert (adding.returncode, deleting.returncode) == (0, 0), told
    with claimtree.open(tmp_path / "homes.db", pack="rentals", embedder=EMBEDDER) as ct:
        there = ct.workspace.store.get([EntityId(f"h{number}") for number in range(HOMES)])
        texts = {tuple(source.text for source in item.entity.sources) for item in there}
        assert texts <= {(SAID[1],)}  # what came later may be there, and nothing of what was deleted
