"""The first job of the race: prepares a corpus, builds questions, and computes their true
answers."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.generator import World
from benchmarks.measure import Progress
from benchmarks.queries import candidates, queries
from benchmarks.race.corpus import Listings, Market
from benchmarks.race.job import RaceJob
from benchmarks.race.ours import OurStore, fill, reopened
from benchmarks.race.prepared import Prepared, prepare
from benchmarks.race.questions import Asked, Maker, Standard, with_truth
from benchmarks.race.wishes import Tally
from claimtree.model.phrases import PhraseId
from claimtree.ports import Store

STANDARD = {("claims", "6"): "standard query", ("selectivity", "0.5"): "nearly every home meets it in part"}
CHECKED = 3
"""How many of each kind are compared with brute force."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """A prepared corpus, and the questions about it."""

    homes: int
    areas: int
    entities: int
    claims: int
    rows: int
    phrases: int
    texts: int
    questions: dict[str, int]
    answers: dict[str, float]
    """Mean number of homes that meet all wishes, by kind of question."""
    seconds: float


def lay_out(job: RaceJob, progress: Progress) -> Laid:
    """Writes rows and vectors, builds questions, and computes their true answers."""
    started = time.perf_counter()
    folder, corpus, tally = Path(job.folder), job.corpus(), Tally()
    if isinstance(corpus, Listings):
        corpus.read(Path(job.data), progress)
    prepare(corpus, folder, tally, progress, job.homes)
    prepared = Prepared(folder)
    address = f"sqlite:///{folder / 'questions.db'}"
    for file in folder.glob("questions.db*"):
        file.unlink()
    fill(address, corpus, prepared, progress)
    with closing(reopened(address, corpus)) as store:
        ours = OurStore(store, corpus, prepared)
        keys = [(level, type) for level in corpus.pack.hierarchy.levels for type in corpus.pack.types]
        phrases = {phrase.id: phrase for part in store.partitions(keys) for phrase in part.phrases}
        wishes = tally.wishes(random.Random(job.seed))
        questions = Maker(store, ours.strictly, prepared.numbers, job.seed).questions(wishes, job.each, progress)
        standard = _standard(corpus.world, store, ours, tally.counts(), job) if isinstance(corpus, Market) else ()
        asked = with_truth(
            corpus,
            Asked(questions=questions, standard=standard),
            ours.strictly,
            ours.plainly,
            prepared,
            phrases,
            lambda done: progress("brute force", done, prepared.sizes.homes),
            checked=CHECKED,
        )
    for file in folder.glob("questions.db*"):
        file.unlink()
    asked.keep(folder)
    kinds = Counter(question.label for question in asked.questions)
    found: Counter[str] = Counter()
    for question in asked.questions:
        found[question.label] += len(question.truth)
    return Laid(
        **asdict(prepared.sizes),
        questions=dict(kinds),
        answers={label: round(found[label] / count, 1) for label, count in kinds.items()},
        seconds=round(time.perf_counter() - started, 1),
    )


def _standard(
    world: World, store: Store, ours: OurStore, counts: Mapping[PhraseId, int], job: RaceJob
) -> tuple[Standard, ...]:
    """Returns the queries of our targets, as `claimtree bench` builds them."""
    found = candidates(world, store, ours.plainly, counts, seed=job.seed)
    return tuple(
        Standard(label=STANDARD[query.series, query.label], claims=query.claims)
        for query in queries(world, found, seed=job.seed, each=job.each)
        if (query.series, query.label) in STANDARD
    )
