#!/usr/bin/env python3
"""A real load tool against a real server: how fast it answers, how much memory it takes, what it does beyond its limit.

    .venv/bin/python tools/load.py --keep load

Makes a world of --homes homes (once, kept in --keep), serves it on this machine alone, and sends it searches at fixed
rates with oha (https://github.com/hatoo/oha, `cargo install oha`): sentences that hardly ever repeat, then few that
always do, then more than it can take, then few again. Prints one table. Needs the extra `serve`, and Linux for memory.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from claimtree.models.open import open_embedder
from claimtree.packs.load import load_pack
from claimtree.stores.open import open_store

sys.path.append(str(Path(__file__).parents[1]))

from benchmarks.generator import World
from benchmarks.measure import identity_of
from benchmarks.race.memory import family_bytes

BREATH_S = 5
"""The pause between two loads, in which pending requests are answered or time out."""
EMBEDDER = "claimtree-small-3"
FIRST = ("quiet", "sunny", "dogs allowed", "cats allowed", "dishwasher", "washer in unit", "elevator", "doorman",
         "balcony", "modern kitchen")  # fmt: skip
SECOND = ("south facing", "west facing", "no bars nearby", "near the subway", "walk-in closet", "hardwood floors",
          "central air")  # fmt: skip
THIRD = ("gym", "parking", "furnished", "high ceilings", "large windows", "home office", "roof deck",
         "laundry in building")  # fmt: skip


def main() -> int:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--homes", type=int, default=100_000)
    given.add_argument("--seconds", type=int, default=60, help="of each rate")
    given.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "claimtree-load")
    given.add_argument("--oha", default=shutil.which("oha") or "")
    asked = given.parse_args()
    if not asked.oha:
        sys.stderr.write("oha is not here: cargo install oha, or say where it is with --oha\n")
        return 69
    asked.keep.mkdir(parents=True, exist_ok=True)
    store = asked.keep / f"homes-{asked.homes}.db"
    if not store.exists():
        make_world(store, asked.homes)
    with served(asked.keep, store, asked.workers) as (address, process):
        memory = Memory(process.pid)
        steps = (
            ("to warm up", distinct(address), 20, 10),
            ("sentences that hardly repeat", distinct(address), 60, asked.seconds),
            ("those below, once each and more", repeated(address), 20, 15),
            ("sentences that always repeat", repeated(address), 200, asked.seconds),
            ("more than it can take", distinct(address), 300, asked.seconds // 3),
            ("few again", distinct(address), 20, 10),
        )
        say("| load | asked/s | answered/s | p50 ms | p99 ms | ratio | statuses | memory MB, first and last |")
        say("|---|---|---|---|---|---|---|---|")
        for name, pattern, rate, seconds in steps:
            time.sleep(BREATH_S)
            with memory.watched() as sizes:
                answered = fire(asked.oha, pattern, rate, seconds)
            say(answered.row(name, rate, sizes))
    return 0


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


@dataclass(frozen=True, kw_only=True)
class Answered:
    """The results of the load tool."""

    rate: float
    p50: float
    p99: float
    statuses: Mapping[str, int]
    errors: Mapping[str, int]

    def row(self, name: str, rate: int, sizes: Sequence[float]) -> str:
        parts = [f"{status}: {count:,}" for status, count in sorted(self.statuses.items())]
        # Requests in flight when the time was over are not errors.
        parts += [f"{what}: {count:,}" for what, count in self.errors.items() if "deadline" not in what]
        ratio = self.p99 / self.p50 if self.p50 else 0.0
        return (
            f"| {name} | {rate} | {self.rate:.0f} | {self.p50 * 1000:.1f} | {self.p99 * 1000:.1f} | {ratio:.1f} "
            f"| {', '.join(parts)} | {sizes[0]:.0f}, {sizes[-1]:.0f} |"
        )


def fire(oha: str, pattern: str, rate: int, seconds: int) -> Answered:
    """Sends requests at a fixed rate without waiting for responses; the latency counts from when a
    request was due."""
    command = [oha, "--no-tui", "--json", "-q", str(rate), "-z", f"{seconds}s", "-c", "200", "--latency-correction",
               "--rand-regex-url", pattern]  # fmt: skip
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    parts = subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout
    found = json.loads(parts)
    percentiles = found["latencyPercentiles"]
    return Answered(
        rate=found["summary"]["requestsPerSec"],
        p50=percentiles["p50"] or 0.0,
        p99=percentiles["p99"] or 0.0,
        statuses=found["statusCodeDistribution"],
        errors=found["errorDistribution"],
    )


def distinct(address: str) -> str:
    """Returns a regular expression of some seven million search addresses, from which oha generates
    requests."""
    parts = [*("|".join(words) for words in (FIRST, SECOND, THIRD)), "1|2|3"]
    first, second, third, rooms = (f"({part})" for part in parts)
    return _address(address, f"{first}, {second}, {third}, {rooms} bedrooms, under %24[2345][0-9][0-9][0-9]")


def repeated(address: str) -> str:
    """Returns the same for forty-eight sentences."""
    return _address(address, "(quiet|sunny), (gym|parking), (1|2|3) bedrooms, under %24(3000|3500|4000|4500)")


def _address(address: str, sentence: str) -> str:
    return rf"{address}/api/v1/search\?q={sentence.replace(' ', '%20')}"


def make_world(store: Path, homes: int) -> None:
    """Fills a store as `claimtree bench` does, with the default embedder; a half-filled file is not
    kept."""
    pack, embedder = load_pack("rentals"), open_embedder(EMBEDDER, cache=store.parent / "embeddings.db")
    unfinished, phrases = store.with_suffix(".unfinished"), 0
    unfinished.unlink(missing_ok=True)
    filled = open_store(str(unfinished), identity_of(pack, embedder), pack.hierarchy, create=True)
    for batch in World(pack, homes, 7).batches(embedder):
        filled.put(batch)
        phrases += len(batch.phrases)
        sys.stderr.write(f"\rmaking a world: {phrases:,} phrases")
    filled.compact()
    filled.close()
    unfinished.rename(store)
    sys.stderr.write("\n")


@contextmanager
def served(home: Path, store: Path, workers: int) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Runs a server with one collection on a free port of this machine."""
    words = ["serve", "--port", "0", "--workers", str(workers), "--collection", f"homes={store}"]
    command = [sys.executable, "-m", "claimtree", *words, "--embedder", EMBEDDER]
    log = home / "server.log"
    with log.open("w") as file:
        process = subprocess.Popen(command, stderr=file, env={**os.environ, "CLAIMTREE_HOME": str(home)})
        try:
            yield _when_ready(log, process), process
        finally:
            process.terminate()
            process.wait(timeout=60)


def _when_ready(log: Path, process: subprocess.Popen[bytes]) -> str:
    for _ in range(600):
        found = re.search(r"listens on (http://\S+)/", log.read_text(encoding="utf-8"))
        if process.poll() is not None:
            break
        if found:
            try:
                urllib.request.urlopen(f"{found[1]}/readyz", timeout=5).close()
            except OSError:
                pass
            else:
                return found[1]
        time.sleep(0.2)
    raise SystemExit(f"the server did not start: {log}")


class Memory:
    """Measures the memory of a process and its children."""

    def __init__(self, pid: int) -> None:
        self._pid = pid

    def megabytes(self) -> float:
        return family_bytes(self._pid) / (1 << 20)

    @contextmanager
    def watched(self) -> Iterator[list[float]]:
        """Yields a list to which a thread appends the current memory once a second."""
        sizes, over = [self.megabytes()], threading.Event()

        def watch() -> None:
            while not over.wait(1.0):
                sizes.append(self.megabytes())

        thread = threading.Thread(target=watch)
        thread.start()
        try:
            yield sizes
        finally:
            over.set()
            thread.join()


if __name__ == "__main__":
    sys.exit(main())
