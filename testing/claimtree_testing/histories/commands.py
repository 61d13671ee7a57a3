"""A client that writes by the command line: each write is a process of its own, and some are killed
midway."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from claimtree.ports import MovableStore
from claimtree_testing.histories.clients import Answered, Direct, Wanted
from claimtree_testing.histories.history import Asked, Result
from claimtree_testing.histories.model import Outcome
from claimtree_testing.histories.world import EMBEDDER, PACK_FOLDER, record

KILLED: Final = 0.2
"""The share of commands that are killed."""
LONGEST_S: Final = 3.0


class Killed(OSError):
    """A command was killed or failed before it reported a result."""


class CommandLine(Direct):
    """Writes by commands and reads from the store directly, because only the writing is under
    test."""

    def __init__(self, store: MovableStore, address: str, folder: Path, random: Random) -> None:
        super().__init__(store)
        self._address = address
        self._folder = folder
        self._random = random

    def put(self, asked: Sequence[Asked], wanted: Wanted) -> Answered:
        if wanted:
            return super().put(asked, wanted)
        file = self._folder / f"{os.getpid()}.records.jsonl"
        rows = [json.dumps(record(one.id, one.source, one.value)) for one in asked]
        file.write_text("\n".join(rows) + "\n", encoding="utf-8")
        done = self._run("index", str(file))
        refused = {bad["place"].rpartition(" ")[2] for bad in done["bad"]}
        return [
            Result(outcome=Outcome.REFUSED if str(number) in refused else Outcome.DONE)
            for number in range(1, len(asked) + 1)
        ], []

    def delete(self, asked: Sequence[Asked], wanted: Wanted) -> Answered:
        if wanted:
            return super().delete(asked, wanted)
        self._run("delete", *(one.id for one in asked))
        return [Result()] * len(asked), []

    def _run(self, *words: str) -> dict[str, Any]:
        command = [sys.executable, "-m", "claimtree", *words, "--json", "--store", self._address]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("CLAIMTREE_")}
        environment |= {"CLAIMTREE_HOME": str(self._folder), "CLAIMTREE_EMBEDDER": EMBEDDER}
        command += ["--pack", str(PACK_FOLDER)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment) as process:
            try:
                dies = self._random.random() < KILLED
                output, _ = process.communicate(timeout=self._random.uniform(0, LONGEST_S) if dies else None)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                raise Killed(f"{words[0]} was killed") from None
        report: dict[str, Any] = json.loads(output)
        if "error" in report:
            raise Killed(f"{words[0]} failed: {report['error']}")
        return report
