"""speed: how long reading takes, on the golden queries and on listings of some 150 words.

Cold means that the words were never embedded before; warm, that they were: whoever indexes or asks twice keeps
vectors. The reader itself is built and has read one sentence before the clock starts. Wall time of one thread.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from claimtree.errors import BadInput
from claimtree.evals.golden_file import SHIPPED, load_golden
from claimtree.evals.reading import Reading
from claimtree.evals.run import Progress
from claimtree.evals.scores import Figure, Result, Split, Table
from claimtree.model.claims import EntityId
from claimtree.model.hierarchy import Entity
from claimtree.model.phrases import Vectors
from claimtree.packs.load import pack_folder
from claimtree.ports import Embedder
from claimtree.text.rules import RuleReader

WORDS = 150
"""What a listing of the benchmark has, more or less a sentence."""
MOST_LISTINGS = 60
NAME = "speed"


class Remembering:
    """An embedder that keeps what it computed, as the caches of a running program do."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self.name, self.dimensions = inner.name, inner.dimensions
        self._rows: dict[str, Vectors] = {}

    def embed(self, texts: Sequence[str]) -> Vectors:
        new = [text for text in dict.fromkeys(texts) if text not in self._rows]
        computed = self._inner.embed(new)
        for number, text in enumerate(new):
            self._rows[text] = computed.take([number])
        return Vectors.concatenate([self._rows[text] for text in texts]) if texts else computed


def run_speed(
    data: Path | None, *, pack: str, embedder: str, progress: Progress = lambda what, done, of: None
) -> Result:
    """Read every query and listing twice, and say how long the first and the second time took."""
    reading = Reading(pack, embedder)
    queries = [
        str(row["text"])
        for _, row in load_golden(data or SHIPPED).found
        if row["kind"] == "query" and row["pack"] == reading.pack.name
    ]
    if not queries:
        raise BadInput(f"there are no golden queries for pack {reading.pack.name!r}", hint="Give another --pack.")
    listings = _listings(pack, reading.pack.demo)
    inner = reading.embedder
    reader = RuleReader(reading.pack, embedder=Remembering(inner) if inner is not None else None)
    about = Entity(id=EntityId("eval"), level=reading.pack.hierarchy.answers)
    reader.read_query("warm")
    reader.read_document("warm", about=about, source="eval")
    spent: dict[str, list[float]] = {}
    work: tuple[tuple[str, list[str], Callable[[str], object]], ...] = (
        ("query", queries, reader.read_query),
        ("listing", listings, lambda text: reader.read_document(text, about=about, source="eval")),
    )
    for what, texts, read in work:
        for again in ("cold", "warm"):
            for number, text in enumerate(texts, 1):
                started = time.perf_counter()
                read(text)
                spent.setdefault(f"{what} {again}", []).append(1000 * (time.perf_counter() - started))
                progress(f"speed: {what} {again}", number, len(texts))
    bars = {"query cold": 10.0, "query warm": 3.0, "listing cold": 10.0, "listing warm": 3.0}
    return Result(
        name=NAME,
        title="Speed of reading",
        pack=reading.pack.name,
        pack_version=reading.pack.version,
        embedder=reading.embedder_name,
        version=reading.version,
        figures=tuple(
            Figure(
                key=key,
                title=_TITLES[key],
                measure="p50",
                values={Split.ALL.value: float(np.median(times))},
                counts={Split.ALL.value: len(times)},
                bar=bars[key],
                unit="ms",
                at_most=True,
            )
            for key, times in spent.items()
        ),
        tables=(_table(spent),),
        notes=("Other work on the machine shows in these figures; `make bench` measures in processes of their own.",),
    )


_TITLES = {
    "query cold": "a golden query",
    "query warm": "a golden query, phrases warm",
    "listing cold": f"a listing of {WORDS} words",
    "listing warm": f"a listing of {WORDS} words, phrases warm",
}


def _table(spent: dict[str, list[float]]) -> Table:
    rows = [
        (_TITLES[key], *(f"{np.percentile(times, share):.2f}" for share in (50, 95, 99)), f"{len(times):,}")
        for key, times in spent.items()
    ]
    return Table(title="Milliseconds", heads=("what", "p50", "p95", "p99", "texts"), rows=tuple(rows))


def _listings(pack: str, files: Sequence[str]) -> list[str]:
    """Texts of the pack's demo homes, joined and cut until each has about 150 words."""
    words: list[str] = []
    texts: list[str] = []
    for name in files:
        for line in (pack_folder(pack) / name).read_text(encoding="utf-8").splitlines():
            text = json.loads(line).get("text") if line.strip() else None
            words += (str(text).rstrip(". ") + ".").split() if text else []
            while len(words) >= WORDS:
                texts.append(" ".join(words[:WORDS]))
                words = words[WORDS:]
    return texts[:MOST_LISTINGS]
