"""Runs corpora through engines; finished jobs of an earlier run are not repeated."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.children import Json, Progress, child
from benchmarks.generator import VERSION
from benchmarks.machine import check_disk, this_machine
from benchmarks.measure import FAST_EMBEDDER
from benchmarks.race.engines import ENGINES, addresses, engine_named
from benchmarks.race.job import RaceJob
from claimtree.errors import BadInput, MissingExtra, StoreUnavailable

EVERYBODY, FAST, OURS_ONLY = 10_000, 100_000, 300_000
"""Homes of the worlds for all engines; for ours, Elasticsearch and the two fastest peers; for ours
alone."""
FASTEST = 2
ROW_BYTES = 6_000
"""Maximum disk space of a row with its vector while an engine is filled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceOptions:
    """What to run."""

    homes: tuple[int, ...] = (EVERYBODY,)
    engines: tuple[str, ...] = ()
    """Empty for those that the size of a world allows."""
    servers: Mapping[str, str] = field(default_factory=dict)
    data: str = ""
    """A folder of real listings; empty for none."""
    seed: int = 7
    pack: str = "rentals"
    embedder: str = FAST_EMBEDDER
    each: int = 12
    folder: str = ""
    """The folder for all files, from which a run can resume. Empty: a temporary folder."""


def race_options(
    *, full: bool, homes: int | None, engines: Sequence[str], servers: Mapping[str, str | None]
) -> RaceOptions:
    """Returns the options for the worlds of a scale, or for the requested one."""
    if homes is not None and homes < 100:
        raise BadInput(f"--homes {homes} is too few to race on", hint="Give 100 or more.")
    for name in engines:
        engine_named(name)
    worlds = (homes,) if homes else (EVERYBODY, FAST, OURS_ONLY) if full else (EVERYBODY,)
    return RaceOptions(homes=worlds, engines=tuple(engines), servers=addresses(servers))


def run_race(options: RaceOptions, progress: Progress) -> Json:
    """Runs all requested measurements; returns JSON-ready data."""
    if options.folder:
        return _Race(options, progress).run()
    with tempfile.TemporaryDirectory(prefix="claimtree-race-", ignore_cleanup_errors=True) as folder:
        return _Race(replace(options, folder=folder), progress).run()


class _Race:
    """One run."""

    def __init__(self, options: RaceOptions, progress: Progress) -> None:
        self.options = options
        self.progress = progress
        self.left_out: dict[str, str] = {}
        self.corpora: list[Json] = []

    def run(self) -> Json:
        report: Json = {
            "when": datetime.now(UTC).isoformat(timespec="seconds"),
            "generator": VERSION,
            "machine": asdict(this_machine()),
            "options": {
                key: value
                for key, value in asdict(self.options).items()
                if key in ("homes", "engines", "seed", "pack", "embedder", "each")
            },
        }
        for homes in self.options.homes:
            self._corpus(f"homes-{homes}", f"{homes:,} homes", homes, "")
            if homes == self.options.homes[0] and self.options.data:
                self._corpus("listings", "real listings", 0, self.options.data)
        return report | {"corpora": self.corpora, "left_out": list(self.left_out.values())}

    def _corpus(self, name: str, title: str, homes: int, data: str) -> None:
        folder = Path(self.options.folder) / name
        folder.mkdir(parents=True, exist_ok=True)
        job = RaceJob(
            folder=str(folder),
            homes=homes,
            seed=self.options.seed,
            pack=self.options.pack,
            embedder=self.options.embedder,
            each=self.options.each,
            data=data,
        )
        self._check_world(folder / "world.json")
        laid = self._kept(folder / "laid-out.json", "race-lay-out", job)
        found: Json = {"name": name, "title": title, "corpus": laid, "results": {}}
        self.corpora.append(found)
        for engine in self._takes_part(homes, data):
            result = self._result(job, engine, int(laid["rows"]))
            if result is not None:
                found["results"][engine] = result

    def _check_world(self, file: Path) -> None:
        """Raises BadInput if the folder was begun with other options: results would not be
        comparable."""
        world = {"generator": VERSION} | {name: getattr(self.options, name) for name in ("seed", "pack", "embedder")}
        begun = json.loads(file.read_text(encoding="utf-8")) if file.exists() else world
        if begun != world:
            raise BadInput(
                f"{file.parent} was begun with {begun}, and would be continued with {world}",
                hint="Give another --keep, or the same --seed, --pack and --embedder.",
                values={"begun": begun, "asked": world},
            )
        file.write_text(json.dumps(world), encoding="utf-8")

    def _takes_part(self, homes: int, data: str) -> Sequence[str]:
        chosen = self.options.engines or tuple(ENGINES)
        if data or homes <= EVERYBODY or self.options.engines or len(self.options.homes) == 1:
            return chosen
        ours = [name for name in chosen if ENGINES[name].ours]
        if homes > FAST:
            return ours
        return [*ours, *(["elasticsearch"] if "elasticsearch" in chosen else []), *self._fastest()]

    def _fastest(self) -> Sequence[str]:
        """Returns the fastest peers of the first world, without Elasticsearch, which takes part
        anyway."""
        times = {
            name: float(result["asked"]["series"][0]["all"]["latency"]["p50"])
            for name, result in self.corpora[0]["results"].items()
            if not ENGINES[name].ours and name != "elasticsearch"
        }
        return sorted(times, key=lambda name: times[name])[:FASTEST]

    def _result(self, job: RaceJob, name: str, rows: int) -> Json | None:
        """Returns an engine's result for a corpus, from now or an earlier run; None, with a note,
        if unavailable."""
        engine, folder = ENGINES[name], Path(job.folder)
        if name in self.left_out:
            return None
        kept = folder / f"{name}.asked.json"
        if not kept.exists() and engine.server and engine.server not in self.options.servers:
            self.left_out[name] = (
                f"{engine.title} is left out: no address of a server was given (--{engine.server}, or "
                f"CLAIMTREE_TEST_{engine.server.upper()})."
            )
            return None
        job = replace(job, engine=name, address=self.options.servers.get(engine.server, ""))
        try:
            if not kept.exists():
                check_disk(folder, 0 if engine.ours else rows * ROW_BYTES // 400)
            built = self._kept(folder / f"{name}.built.json", "race-build", job)
            return {"built": built, "asked": self._kept(kept, "race-ask", job)}
        except (MissingExtra, StoreUnavailable) as error:
            self.left_out[name] = f"{engine.title} is left out: {error.message}. {error.hint}".strip()
            return None

    def _kept(self, file: Path, kind: str, job: RaceJob) -> Json:
        if file.exists():
            found: Json = json.loads(file.read_text(encoding="utf-8"))
            return found
        found = child(kind, job, self.progress, one_core=False)
        file.write_text(json.dumps(found), encoding="utf-8")
        return found
