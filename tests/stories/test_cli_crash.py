"""What was acknowledged is there, whatever happens to the process that wrote it."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from claimtree.model.claims import EntityId
from claimtree.settings import load_settings
from claimtree.workspace import Workspace

pytestmark = pytest.mark.slow

Cli = Callable[..., Any]
Start = Callable[..., "subprocess.Popen[bytes]"]
Rows = Callable[..., Path]

WORDS = ("quiet", "sunny", "dishwasher", "elevator", "dogs welcome", "balcony", "no fee", "renovated kitchen")
HOMES = 150


def homes(count: int, prefix: str = "home") -> Iterator[dict[str, object]]:
    chance = random.Random(prefix)
    for number in range(count):
        said = ". ".join(chance.sample(WORDS, 4))
        yield {
            "id": f"{prefix}-{number:04d}",
            "title": f"{prefix} {number}",
            "text": f"{said}. {chance.choice(WORDS)} and detail {number % 97} of the house.",
            "price": 2000 + number,
            "rooms": [{"type": "kitchen", "area_m2": 8 + number % 9}],
        }


def acknowledged(stderr: bytes) -> int:
    """The last whole line that says how many records are done."""
    whole = stderr[: stderr.rfind(b"\n") + 1].decode().splitlines()
    counts = [int(line.split()[1]) for line in whole if line.startswith("done:")]
    return max(counts, default=0)


def stored(home: Path, ids: list[str]) -> list[str]:
    settings = load_settings({"embedder": "hashed-256"}, {"CLAIMTREE_HOME": str(home)})
    with Workspace(settings) as workspace:
        found = workspace.store.digests([EntityId(id) for id in ids])
    return [id for id in ids if id in found]


def kill_while_indexing(start: Start, rows: Path, chance: random.Random) -> bytes:
    """Index, and SIGKILL the process at a random moment; what it had written to stderr."""
    process = start("index", rows, "--batch", "5", "--verbose")
    assert process.stderr is not None
    told = b""
    try:
        # Now and then while it starts; otherwise somewhere in or between the first batches that it writes.
        if chance.random() < 0.1:
            time.sleep(chance.uniform(0, 0.6))
        else:
            for _ in range(chance.randint(1, 12)):
                told += process.stderr.readline()
            time.sleep(chance.uniform(0, 0.03))
    finally:
        process.send_signal(signal.SIGKILL)
        rest = process.communicate()[1]
    return told + rest


def test_what_was_acknowledged_survives_sigkill(cli: Cli, start: Start, write_rows: Rows, home: Path) -> None:
    kills = 12
    everything = [*homes(HOMES)]
    rows = write_rows("homes.jsonl", *everything)
    ids = [str(row["id"]) for row in everything]
    chance = random.Random(kills)
    survived = 0
    for _ in range(kills):
        done = acknowledged(kill_while_indexing(start, rows, chance))
        if not (home / "rentals.db").exists():
            assert done == 0
            continue
        # Without skipped records, and with no parents to wait for, the first N of the file are done.
        assert stored(home, ids[:done]) == ids[:done]
        check = cli("check", "--json")
        assert check.code == 0, check
        survived += done > 0
        if done > HOMES * 3 // 4:
            for file in home.glob("rentals.db*"):
                file.unlink()
    assert survived > kills // 2
    assert cli("index", rows, "--json").code == 0
    assert stored(home, ids) == ids


def test_ctrl_c_ends_with_what_landed_and_the_next_run_goes_on(
    cli: Cli, start: Start, write_rows: Rows, home: Path
) -> None:
    rows = write_rows("homes.jsonl", *homes(HOMES))
    process = start("index", rows, "--batch", "5", "--verbose", "--json")
    assert process.stderr is not None
    told = b"".join(process.stderr.readline() for _ in range(3))
    process.send_signal(signal.SIGINT)
    out, rest = process.communicate(timeout=60)
    assert process.returncode == 130, rest
    report = json.loads(out)
    assert report["interrupted"]
    assert acknowledged(told + rest) == report["indexed"] < HOMES
    assert b"Traceback" not in rest

    assert cli("check").code == 0
    again = cli("index", rows, "--json").json
    assert (again["unchanged"], again["indexed"]) == (report["indexed"], HOMES - report["indexed"])


def test_two_writers_at_once_both_land(cli: Cli, start: Start, write_rows: Rows, home: Path) -> None:
    files = [write_rows(f"{name}.jsonl", *homes(60, name)) for name in ("left", "right")]
    running = [start("index", file, "--batch", "10", "--json") for file in files]
    for process in running:
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, (out, err)
        assert json.loads(out)["indexed"] == 60
    ids = [f"{name}-{number:04d}" for name in ("left", "right") for number in range(60)]
    assert stored(home, ids) == ids
    assert cli("check").code == 0


def test_a_reader_that_goes_away_is_no_drama(start: Start) -> None:
    process = start("packs", "rentals")
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    with process.stderr:
        told = process.stderr.read()
    assert process.wait(timeout=60) == 141
    assert told == b""


STARTS_AT_ONCE = """
import runpy, sys
from claimtree.indexing import reading
reading.START_AFTER_S = 0.0
sys.argv[0] = "claimtree"
runpy.run_module("claimtree", run_name="__main__")
"""


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found: list[int] = []
    for thread in Path(f"/proc/{pid}/task").iterdir():
        found += map(int, (thread / "children").read_text().split())
    return found


def start_in_processes(rows: Path, home: Path) -> tuple["subprocess.Popen[bytes]", list[int]]:
    """Index in processes; returns it when some batches are stored, with the ids of those that read."""
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            STARTS_AT_ONCE,
            "index",
            rows,
            "--batch",
            "5",
            "--processes",
            "2",
            "--verbose",
            "--json",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "CLAIMTREE_HOME": str(home), "CLAIMTREE_EMBEDDER": "hashed-256"},
        start_new_session=True,
    )
    assert process.stderr is not None
    while not process.stderr.readline().startswith(b"done: 20 "):
        pass
    return process, children(process.pid)


def end_within(pids: list[int], seconds: float) -> bool:
    until = time.monotonic() + seconds
    while any(Path(f"/proc/{pid}").exists() for pid in pids) and time.monotonic() < until:
        time.sleep(0.02)
    return not any(Path(f"/proc/{pid}").exists() for pid in pids)


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_ctrl_c_on_a_terminal_ends_the_processes_that_read_as_well(cli: Cli, write_rows: Rows, home: Path) -> None:
    rows = write_rows("homes.jsonl", *homes(HOMES))
    process, reading = start_in_processes(rows, home)
    assert len(reading) == 2
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    out, rest = process.communicate(timeout=60)
    assert process.returncode == 130, rest
    report = json.loads(out)
    assert report["interrupted"]
    assert report["indexed"] < HOMES
    assert b"Traceback" not in rest
    assert end_within(reading, 5)
    again = cli("index", rows, "--json").json
    assert (again["unchanged"], again["indexed"]) == (report["indexed"], HOMES - report["indexed"])


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_the_processes_that_read_end_with_one_that_is_killed(cli: Cli, write_rows: Rows, home: Path) -> None:
    rows = write_rows("homes.jsonl", *homes(HOMES))
    process, reading = start_in_processes(rows, home)
    assert len(reading) == 2
    process.kill()
    process.communicate(timeout=60)
    assert end_within(reading, 20)
    assert cli("check", "--json").code == 0
    assert cli("index", rows, "--json").code == 0
