"""Measures what precedes and surrounds a search: reading a sentence, embedding its wishes, starting
the program."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import Job, Progress, Remembering
from benchmarks.starting import start
from benchmarks.timing import Latency, Stopwatch, percentile
from claimtree.model.claims import EntityId
from claimtree.model.hierarchy import Entity
from claimtree.models.open import open_embedder
from claimtree.models.scope import open_scope
from claimtree.packs.find import pack_folder
from claimtree.packs.load import load_pack
from claimtree.settings import DEFAULT_EMBEDDER
from claimtree.text.rule_reader import RuleReader

STARTS = 5
"""Cold starts, and readings of each query; fewer if fewer queries of each kind are asked."""
_IMPORTS = 3
"""Measurements of importing, likewise."""
_TEXTS_EACH = 12
"""Demo texts read for each query of a kind: all of them in a usual run."""
_IMPORT = re.compile(r"import time:\s+(\d+) \|")


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """Reading, embedding, and the start of a program."""

    embedder: str
    query: Latency
    embedding: Latency
    """All wishes of one query."""
    new_listing: Latency
    """With words that were not embedded before."""
    listing: Latency
    listings_per_s: float
    """With the vectors of all words cached; by CPU time."""
    start_ms: float | None
    """Median of a whole `claimtree search` on the demo data, from the shell and back; None if it
    failed."""
    import_ms: float | None
    """Sum of `-X importtime`, which itself takes time; the minimum of three runs, or fewer."""
    note: str = ""


def measure_reading(job: Job, progress: Progress) -> Read:
    pack = load_pack(job.pack)
    embedder = open_embedder(DEFAULT_EMBEDDER)
    # Indexing caches vectors, so the second time a listing is read, its words are known.
    reader = RuleReader(pack, embedder=Remembering(embedder), scope=open_scope(pack.languages))
    watch = Stopwatch()
    reader.read_query(pack.queries[0])
    for _ in range(min(STARTS, job.each)):
        for sentence in pack.queries:
            with watch.lap("query"):
                reading = reader.read_query(sentence)
            with watch.lap("embedding"):
                embedder.embed([claim.pattern for claim in reading.claims])
    homes = _demo_texts(job.pack, pack.demo)[: _TEXTS_EACH * job.each]
    about = Entity(id=EntityId("home"), level=pack.hierarchy.answers)
    for pass_name in ("new listing", "listing"):
        for number, text in enumerate(homes):
            with watch.lap(pass_name):
                reader.read_document(text, about=about, source="listing")
            progress("reading listings", number + 1, len(homes))
    start_ms, import_ms, note = _cold_start(job, pack.queries[0], progress)
    spent = sum(watch.cpu.get("listing", ())) / 1000
    return Read(
        embedder=embedder.name,
        query=watch.latency("query"),
        embedding=watch.latency("embedding"),
        new_listing=watch.latency("new listing"),
        listing=watch.latency("listing"),
        listings_per_s=round(len(homes) / spent, 1) if spent else 0.0,
        start_ms=start_ms,
        import_ms=import_ms,
        note=note,
    )


def _demo_texts(pack: str, files: tuple[str, ...]) -> list[str]:
    texts: list[str] = []
    for name in files:
        for line in (pack_folder(pack) / name).read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            if record.get("text"):
                texts.append(record["text"])
    return texts


def _cold_start(job: Job, sentence: str, progress: Progress) -> tuple[float | None, float | None, str]:
    """Measures searches in fresh processes, on a separate demo store."""
    environment = {"CLAIMTREE_HOME": str(Path(job.folder) / "home")}
    made = start("demo", "--pack", job.pack, "--json", environment=environment)
    if made.code:
        return None, None, f"`claimtree demo` ended with {made.code}, so no cold start was measured"
    search = ("search", sentence, "--pack", job.pack, "--json")
    spent: list[float] = []
    starts = min(STARTS, job.each)
    for number in range(starts):
        searched = start(*search, environment=environment)
        if searched.code:
            return None, None, "`claimtree search` failed on the demo store, so no cold start was measured"
        spent.append(searched.wall_ms)
        progress("cold starts", number + 1, starts)
    imports: list[float] = []
    for _ in range(min(_IMPORTS, job.each)):
        lines = _IMPORT.findall(start(*search, environment=environment, flags=("-X", "importtime")).errors)
        imports.append(sum(int(microseconds) for microseconds in lines) / 1000)
    return round(percentile(spent, 0.5), 1), round(min(imports), 1), ""
