"""Runs the prose benchmark: a generated market, and real listings if available."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.airbnb import airbnb_files
from benchmarks.children import Json, Progress, child
from benchmarks.machine import check_disk, this_machine
from benchmarks.prose.job import ProseJob
from benchmarks.prose.market import VERSION
from claimtree.errors import BadInput
from claimtree.indexing.run import FORMAT
from claimtree.models.scope import open_scope
from claimtree.packs.load import load_pack
from claimtree.settings import DEFAULT_EMBEDDER
from claimtree.stores.sqlite.schema import VERSION as SCHEMA
from claimtree.text.rule_reader import RuleReader

QUICK, FULL = 1_000, 100_000
"""Homes of the generated market."""
CLAIMS_A_HOME = 60
"""Approximate number, including clauses; used to estimate the disk space of a home."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProseOptions:
    """What to measure."""

    homes: int = QUICK
    seed: int = 7
    pack: str = "rentals"
    embedder: str = DEFAULT_EMBEDDER
    each: int = 30
    data: str = ""
    """A folder of real listings; empty for none."""
    store: str = ""
    """An existing store of the generated market; empty to build one."""
    folder: str = ""
    """The folder of the stores, which are kept and reused. Empty: a temporary folder."""


def prose_options(*, full: bool, homes: int | None) -> ProseOptions:
    if homes is not None and homes < 100:
        raise BadInput(f"--homes {homes} is too few to measure anything", hint="Give 100 or more.")
    return ProseOptions(homes=homes or (FULL if full else QUICK))


def run_prose(options: ProseOptions, progress: Progress) -> Json:
    """Runs all requested measurements; returns JSON-ready data."""
    if options.folder:
        return _run(options, progress)
    with tempfile.TemporaryDirectory(prefix="claimtree-bench-", ignore_cleanup_errors=True) as folder:
        return _run(replace(options, folder=folder), progress)


def _run(options: ProseOptions, progress: Progress) -> Json:
    report: Json = {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "generator": VERSION,
        "machine": asdict(this_machine()),
        "options": {key: value for key, value in asdict(options).items() if key not in ("folder", "data", "store")},
        "corpora": [],
        "left_out": [],
    }
    for job in _jobs(options, report["left_out"]):
        Path(job.folder).mkdir(parents=True, exist_ok=True)
        if not job.spent.exists() and not job.store:
            check_disk(Path(job.folder), CLAIMS_A_HOME * job.homes)
        indexed = child("prose-index", job, progress, one_core=False)
        found = child("prose-search", job, progress, one_core=False)
        report["corpora"].append({"homes": job.homes, "indexed": indexed, "searched": found})
    return report


def _jobs(options: ProseOptions, left_out: list[str]) -> Iterator[ProseJob]:
    """Yields the job for real listings first (or adds a note if there are none), then the
    market."""
    job = ProseJob(
        folder=options.folder,
        homes=options.homes,
        seed=options.seed,
        pack=options.pack,
        embedder=options.embedder,
        each=options.each,
    )
    key = _key(job)
    if not options.data:
        left_out.append("Real listings were left out: no --data FOLDER of Inside Airbnb's was given.")
    elif files := airbnb_files(Path(options.data)):
        sizes = _hash(*(f"{file.name} {file.stat().st_size}" for file in files))
        folder = Path(options.folder) / f"real-{sizes}-{key}"
        yield replace(job, homes=0, data=options.data, folder=str(folder))
    else:
        left_out.append(f"Real listings were left out: no airbnb*.jsonl or airbnb*.jsonl.gz stands in {options.data}.")
    name = f"prose-{options.homes}-seed-{options.seed}-{key}"
    yield replace(job, store=options.store, folder=str(Path(options.folder) / name))


def _key(job: ProseJob) -> str:
    """Returns a digest of everything besides the listings that a store depends on, such as
    versions."""
    pack = load_pack(job.pack)
    reader = RuleReader(pack, scope=open_scope(pack.languages))
    versions = (VERSION, FORMAT, SCHEMA)
    return _hash(*map(str, versions), pack.name, pack.fingerprint, reader.version, job.embedder)


def _hash(*parts: str) -> str:
    return hashlib.blake2b("\n".join(parts).encode(), digest_size=4).hexdigest()
