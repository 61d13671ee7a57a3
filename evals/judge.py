"""judge: measures whether the judge tells what meets a wish, refutes it or says nothing about it.

Measured on concepts (`judge_concepts`), pair by pair and among all phrases of a field, next to
stock cosine in the same run; on whole listings (`judge_labels`), from indexing to the verdict that
a user is shown; and on scenes (`judge_scenes`), the judge alone against all clauses of a small
listing.

The data may hold concepts, Airbnb listings and scenes, told apart by the fields of their rows.
Without concepts, the shipped ones are used, which the encoder never saw; without Airbnb listings,
only the packs' own demo homes are judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

from claimtree.calibration.data_rows import Row, read_rows
from claimtree.calibration.halves import Split
from claimtree.calibration.labelled_concepts import SHIPPED
from claimtree.calibration.measures import Progress
from claimtree.cli.eval_names import JUDGE
from claimtree.errors import BadInput, MissingExtra
from claimtree.models.open import open_embedder
from claimtree.ports import Embedder
from claimtree.settings import DEFAULT_PACK
from evals.held_out import share
from evals.judge_concepts import Concept, Part, concept_of, is_concept, pools
from evals.judge_labels import is_text, labelled
from evals.judge_listings import ask_all, shown
from evals.judge_rooms import Rooms
from evals.judge_scenes import Decided, Scene, decide, is_scene, scene_figures, scene_of, scene_tables
from evals.judge_scoring import Scored, blank, score, work_in
from evals.judge_shown import listing_figures, listing_misses, listing_tables
from evals.judge_tables import concept_figures, concept_misses, concept_tables
from evals.reading import NO_EMBEDDER
from evals.scores import Result, in_turn

PACKS = {"en": "rentals", "id": "property"}
"""Language → the pack whose bars and gloss a concept is judged with."""
STOCK = "bge-small"
"""The embedder to compare with, by cosine alone and without a gloss."""
FORM = (
    "concepts (wish, met, refuted, silent), scenes (clauses, wishes) or Airbnb listings (name, description, "
    "neighborhood_overview)"
)
_MOST_LISTED = 20
"""How many broken rows are listed; the others are only counted."""

Item = TypeVar("Item")


def run_judge(
    data: Path | None,
    *,
    embedder: str,
    pack: str | None = None,
    split: Split = Split.ALL,
    misses: int = 20,
    limit: int | None = None,
    cache: Path | None = None,
    stock: str = STOCK,
    progress: Progress = lambda what, done, of: None,
) -> Result:
    """Runs all measurements of a judge, or of an embedder that only has cosine similarity.

    `pack` skips rows of other packs, `split` selects one half of the listings, `limit` samples that
    many concepts and that many listings by hash.
    """
    if embedder == NO_EMBEDDER:
        raise BadInput("a judge is an embedder", hint="Give --embedder NAME; without one there is nothing to measure.")
    given = _given(data)
    concepts = _sample([one for one in given.concepts if pack in (None, _pack_for(one))], limit, lambda one: one.id)
    listings, skipped = labelled(given.texts)
    listings = [one for one in listings if pack in (None, one.pack) and split.takes(one.half)]
    listings = _sample(listings, limit, lambda one: f"{one.set} {one.id}")
    notes = [_training_note(concepts), *given.notes]
    unseen = [one for one in concepts if one.part is Part.UNSEEN]
    with closing(Rooms(embedder=embedder, cache=cache)) as rooms:
        room = rooms.of(pack or DEFAULT_PACK)
        scored = _scored(concepts, rooms, lambda name: rooms.of(name).embedder, "judge: concepts", progress)
        try:
            with _opened(stock, cache) as plain:
                stock_scores = _scored(unseen, rooms, lambda name: plain, "judge: stock cosine", progress)
        except MissingExtra as error:
            stock_scores = Scored(judges=False)
            notes.append(f"Nothing stands beside: {error.message}.")
        scenes = _sample([one for one in given.scenes if pack in (None, _pack_for(one))], limit, lambda one: one.id)
        decided = _decided(scenes, rooms, progress)
        found = [shown(asked) for asked in ask_all(listings, rooms, progress)]
        reader = room.reader.version
    missed = in_turn(concept_misses(scored, misses), listing_misses(found, misses))
    return Result(
        name=JUDGE,
        title="What meets a wish, and what refutes it",
        pack=room.pack.name,
        pack_version=room.pack.version,
        embedder=embedder,
        version=f"{version('claimtree')} reader {reader}",
        figures=(*concept_figures(scored, stock_scores), *scene_figures(decided), *listing_figures(found)),
        tables=(*concept_tables(scored, stock_scores), *scene_tables(decided), *listing_tables(found)),
        misses=missed[:misses],
        notes=tuple(notes),
        bad_rows=(*_named(given.bad), *skipped),
    )


@contextmanager
def _opened(name: str, cache: Path | None) -> Iterator[Embedder]:
    """Opens an embedder, and closes it afterwards if it has `close`."""
    embedder = open_embedder(name, cache=cache)
    try:
        yield embedder
    finally:
        close = getattr(embedder, "close", None)
        if close is not None:
            close()


@dataclass(slots=True)
class _Given:
    """The data to measure on."""

    concepts: list[Concept] = field(default_factory=list)
    scenes: list[Scene] = field(default_factory=list)
    texts: list[Row] = field(default_factory=list)
    bad: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def _given(data: Path | None) -> _Given:
    found = _Given()
    rows = []
    if data is not None:
        read = read_rows(data, lambda row: is_concept(row) or is_scene(row) or is_text(row), what=FORM)
        rows, found.bad = read.found, list(read.bad)
    concepts = [(where, row) for where, row in rows if is_concept(row)]
    found.texts = [row for _, row in rows if not is_concept(row) and not is_scene(row)]
    if not concepts:
        concepts = read_rows(SHIPPED, is_concept, what=FORM).found
        found.notes.append("The concepts are those that are shipped.")
    known: dict[str, Concept] = {}
    for where, row in concepts:
        try:
            concept = concept_of(where, row)
        except ValueError as error:
            found.bad.append(f"{where}: {error}")
        else:
            known.setdefault(concept.id, concept)
    found.concepts = sorted(known.values(), key=lambda concept: concept.id)
    for where, row in rows:
        if is_scene(row):
            try:
                found.scenes.append(scene_of(where, row))
            except ValueError as error:
                found.bad.append(f"{where}: {error}")
    return found


def _pack_for(one: Concept | Scene) -> str:
    return PACKS.get(one.language, DEFAULT_PACK)


def _decided(scenes: Sequence[Scene], rooms: Rooms, progress: Progress) -> list[Decided]:
    found: list[Decided] = []
    for done, scene in enumerate(scenes, 1):
        found += decide(scene, rooms.of(_pack_for(scene)).embedder)
        progress("judge: scenes", done, len(scenes))
    return found


def _scored(
    concepts: Sequence[Concept], rooms: Rooms, embedder_for: Callable[[str], Embedder], what: str, progress: Progress
) -> Scored:
    """Scores the concepts of all fields with the embedder of their language's pack."""
    every = pools(concepts)
    done, of, into = 0, sum(map(work_in, every)), blank(embedder_for(DEFAULT_PACK))

    def progress_made(more: int) -> None:
        nonlocal done
        done += more
        progress(what, done, of)

    for pool in every:
        name = _pack_for(pool.concepts[0])
        score(pool, embedder_for(name), rooms.of(name).pack, into, progress_made)
    return into


def _sample(items: Sequence[Item], limit: int | None, key: Callable[[Item], str]) -> list[Item]:
    """Samples by hash, so that a sample keeps the same items when others are added or removed."""
    if not limit or len(items) <= limit:
        return list(items)
    chosen = sorted(items, key=lambda item: share(f"sample {key(item)}"))[:limit]
    return sorted(chosen, key=key)


def _training_note(concepts: Sequence[Concept]) -> str:
    known = sum(one.part is Part.SEEN for one in concepts)
    unseen = len(concepts) - known
    if not known:
        return f"The shipped encoder was trained on none of these {unseen:,} concepts."
    return (
        f"The shipped encoder was trained on {known:,} of these {len(concepts):,} concepts: they stand apart as seen, "
        f"without the words of them that were kept back; {unseen:,} are unseen."
    )


def _named(bad: Sequence[str]) -> list[str]:
    return [*bad[:_MOST_LISTED], *([f"and {len(bad) - _MOST_LISTED:,} more"] if len(bad) > _MOST_LISTED else [])]
