"""speed: time to read the golden queries and listings of about 150 words; with a judge, also to
encode and judge.

Cold means that the reader has not seen the words before; warm, that it has. The reader is built and
has read one sentence before the clock starts. Wall time of one thread, the best of several runs for
each text, because other load on the machine only adds time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from claimtree.calibration.halves import Split
from claimtree.calibration.measures import Progress
from claimtree.cli.eval_names import SPEED
from claimtree.cli.tables import Table
from claimtree.errors import BadInput
from claimtree.model.claims import EntityId
from claimtree.model.hierarchy import Entity
from claimtree.models.scope import LearnedScope, unlearned
from claimtree.packs.find import pack_folder
from claimtree.ports import Judge
from claimtree.text.rule_reader import RuleReader
from evals import json_lines
from evals.golden import is_for
from evals.golden_file import SHIPPED, load_golden
from evals.reading import Reading
from evals.scores import Figure, Result
from evals.speed_judge import judge_figures

WORDS = 150
"""Words per listing of the benchmark, roughly."""
MOST_LISTINGS = 60
ROUNDS = 5
"""How often each text is read, cold and warm."""
BARS = {"query cold": 15.0, "listing cold": 60.0}
"""Milliseconds."""
_UNKNOWN = "somewhere a wandering poet would feel understood"
"""Words that no lexicon has, so that the pack's examples are embedded before the clock starts."""


def run_speed(
    data: Path | None,
    *,
    pack: str,
    embedder: str,
    rounds: int = ROUNDS,
    progress: Progress = lambda what, done, of: None,
) -> Result:
    """Measures the first and second reading of every query and listing."""
    reading = Reading(pack, embedder)
    queries = [
        str(row["text"])
        for _, row in load_golden(data or SHIPPED).found
        if row["kind"] == "query" and not row["fresh"] and is_for(row, reading)
    ]
    if not queries:
        raise BadInput(f"there are no golden queries for pack {reading.pack.name!r}", hint="Give another --pack.")
    listings = _listings(pack, reading.pack.demo)
    about = Entity(id=EntityId("eval"), level=reading.pack.hierarchy.answers)
    best: dict[str, list[float]] = {}
    for turn in range(rounds):
        # A reader caches what its phrases are about, and its scope what it read, so both are made
        # anew.
        scope = None if unlearned(reading.pack.languages) else LearnedScope()
        reader = RuleReader(reading.pack, embedder=reading.embedder, scope=scope)
        work: tuple[tuple[str, list[str], Callable[[str], object]], ...] = (
            ("query", queries, reader.read_query),
            ("listing", listings, partial(reader.read_document, about=about, source="eval")),
        )
        for what, texts, read in work:
            read(_UNKNOWN)
            for again in ("cold", "warm"):
                key = f"{what} {again}"
                spent = [_milliseconds(read, text) for text in texts]
                best[key] = [min(pair) for pair in zip(best.get(key, spent), spent, strict=True)]
            progress(f"speed: {what}", turn + 1, rounds)
    return Result(
        name=SPEED,
        title="Speed of reading",
        pack=reading.pack.name,
        pack_version=reading.pack.version,
        embedder=reading.embedder_name,
        version=reading.version,
        figures=(
            *(
                Figure(
                    key=key,
                    title=_TITLES[key],
                    measure="p50",
                    values={Split.ALL.value: float(np.median(times))},
                    counts={Split.ALL.value: len(times)},
                    bar=BARS.get(key),
                    unit="ms",
                    at_most=True,
                )
                for key, times in best.items()
            ),
            *(judge_figures(reading.embedder, listings) if isinstance(reading.embedder, Judge) else ()),
        ),
        tables=(_table(best),),
        notes=(f"The best of {rounds} times for each text; `make bench` measures in processes of their own.",),
    )


_TITLES = {
    "query cold": "a golden query",
    "query warm": "a golden query, phrases warm",
    "listing cold": f"a listing of {WORDS} words",
    "listing warm": f"a listing of {WORDS} words, phrases warm",
}


def _milliseconds(read: Callable[[str], object], text: str) -> float:
    started = time.perf_counter()
    read(text)
    return 1000 * (time.perf_counter() - started)


def _table(best: dict[str, list[float]]) -> Table:
    rows = [
        (_TITLES[key], *(f"{np.percentile(times, share):.2f}" for share in (50, 95, 99)), f"{len(times):,}")
        for key, times in best.items()
    ]
    return Table(title="Milliseconds", heads=("what", "p50", "p95", "p99", "texts"), rows=tuple(rows))


def _listings(pack: str, files: Sequence[str]) -> list[str]:
    """Returns the texts of the pack's demo homes, joined and cut into about 150 words each."""
    words: list[str] = []
    texts: list[str] = []
    for name in files:
        for _, row in json_lines.rows(pack_folder(pack) / name):
            text = row.get("text")
            words += (str(text).rstrip(". ") + ".").split() if text else []
            while len(words) >= WORDS:
                texts.append(" ".join(words[:WORDS]))
                words = words[WORDS:]
    return texts[:MOST_LISTINGS]
