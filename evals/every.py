"""Runs all evals whose data is available."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from claimtree.calibration.halves import Split
from claimtree.calibration.measures import Progress
from claimtree.cli.eval_names import FAMILY, JUDGE, PROPERTY, SENTENCES, SPEED, TICKS
from claimtree.errors import BadInput, PackError, UnknownName
from evals.family.run import FOLDER as TREES
from evals.family.run import run_family
from evals.golden_file import SHIPPED
from evals.judge import run_judge
from evals.property.run import run_property
from evals.registry import ADAPTERS
from evals.run import run
from evals.scores import Result
from evals.sentences import FOLDER, run_sentences
from evals.speed import run_speed
from evals.ticks import run_ticks


def run_all(
    data: Path | None,
    *,
    embedder: str,
    split: Split,
    misses: int,
    limit: int | None,
    progress: Progress,
    cache: Path | None = None,
    stores: Path | None = None,
) -> Iterator[Result | str]:
    """Yields a result per eval, or a line that says why there is none.

    `cache` is the folder of the vector cache; `stores` is the folder of indexed listings.
    """
    for adapter in ADAPTERS.values():
        folder = SHIPPED if adapter.is_shipped else (data / adapter.folder if data is not None else None)
        if folder is None or not folder.exists():
            where = f"no {folder}" if folder is not None else "no --data given"
            yield f"{adapter.name}: {where}"
            continue
        measure = partial(run, embedder=embedder, split=split, misses=misses, limit=limit, progress=progress)
        yield _tried(adapter.name, partial(measure, adapter, folder))
    sentences = data / FOLDER if data is not None else None
    yield _tried(
        SENTENCES,
        lambda: run_sentences(
            sentences if sentences is not None and sentences.exists() else None,
            embedder=embedder,
            split=split,
            misses=misses,
            limit=limit,
            progress=progress,
        ),
    )
    # The judge's concepts are shipped; its labelled listings take their texts from the airbnb data.
    listings = data / ADAPTERS["airbnb"].folder if data is not None else None
    yield _tried(
        JUDGE,
        lambda: run_judge(
            listings if listings is not None and listings.exists() else None,
            embedder=embedder,
            split=split,
            misses=misses,
            limit=limit,
            cache=cache,
            progress=progress,
        ),
    )
    yield _tried(
        TICKS,
        lambda: run_ticks(
            data, embedder=embedder, stores=stores, split=split, misses=misses, limit=limit, progress=progress
        ),
    )
    asked = partial(run_property, embedder=embedder, misses=misses, limit=limit, progress=progress)
    yield _tried(PROPERTY, lambda: asked(None))
    medan = data / ADAPTERS["medan"].folder if data is not None else None
    if medan is not None and medan.exists():
        yield _tried(f"{PROPERTY}-medan", lambda: asked(medan, name=f"{PROPERTY}-medan"))
    trees = data / TREES if data is not None else None
    known = trees if trees is not None and trees.exists() else None
    yield _tried(FAMILY, lambda: run_family(known, misses=misses, limit=limit, progress=progress))
    yield _tried(SPEED, lambda: run_speed(None, pack="rentals", embedder=embedder, progress=progress))


def _tried(name: str, measure: Callable[[], Result]) -> Result | str:
    """Returns the result, or a line that says why there is none."""
    try:
        return measure()
    except (BadInput, PackError, UnknownName) as error:
        return f"{name}: {error.message}"
