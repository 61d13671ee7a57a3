"""Scores concepts with an embedder: what it says of every pair, and how it ranks a field's phrases.

A judge gives three chances for a pair. A plain embedder gives a cosine, which the pack's curve
turns into a chance that the phrase meets the wish; it cannot refute. Each wish is compared with
every phrase of its field. Phrases of other concepts count as saying nothing about it; some of them
do say something, so the true precision is higher than the figure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from claimtree.model.judging import Says
from claimtree.model.pack import Pack
from claimtree.model.phrases import Vectors
from claimtree.ports import Embedder, Judge
from evals.judge_concepts import Concept, Pool, phrases_of
from evals.judge_measures import Flags, Found, Hits, Scores, found_in
from evals.wish_scores import Rows, Scan, WishScores, scan_with

SLICE = 256
"""Number of texts between two progress reports, and the maximum of wishes scanned at once."""
_WIDEST = 4_000_000
"""The maximum number of pairs scanned at once."""

ReportProgress = Callable[[int], None]
"""Called with the number of texts or wishes completed since the last call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """How well one wish ranks the phrases of its field."""

    concept: Concept
    meeting: Found | None
    """Finding the phrases that meet it, among all of its field; None if there are none."""
    meeting_wide: Found | None
    """The same among the phrases of all non-home fields, or of homes for a wish about homes."""
    refuting: Found | None
    met: Hits
    """Phrases shown as meeting it at the shipped bar, among all phrases of its field."""
    refuted: Hits


class Words(StrEnum):
    """For a pair of a trained concept: which of its texts were in the training."""

    AS_GIVEN = "as given"
    """All of them were; or none, for a concept that was not trained on."""
    BOTH_NEW = "new wish, new phrase"
    NEW_WISH = "new wish, known phrase"
    NEW_PHRASE = "known wish, new phrase"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """A wish and the phrases of its own concept."""

    concept: Concept
    wish: str
    phrases: tuple[str, ...]
    labels: NDArray[np.intp]
    """Values of `Says`."""
    chances: NDArray[np.float64] | None
    """(phrases, 3); None for an embedder that only has cosine."""
    cosines: Scores | None
    likely: Scores | None
    words: Words = Words.AS_GIVEN


@dataclass(slots=True, kw_only=True)
class Scored:
    """All scores that an embedder gave to a set of concepts."""

    judges: bool
    rankings: list[Ranking] = field(default_factory=list)
    pairs: list[Pairs] = field(default_factory=list)


def blank(embedder: Embedder) -> Scored:
    return Scored(judges=isinstance(embedder, Judge))


def score(
    pool: Pool, embedder: Embedder, pack: Pack, into: Scored, progress: ReportProgress = lambda more: None
) -> None:
    """Ranks every phrase of the pool for every wish, and records the scores of each concept's
    pairs."""
    scan = scan_with(embedder, pack)
    vectors = _embedded(embedder, pool.phrases, progress)
    at = {text: row for row, text in enumerate(pool.phrases)}
    fields = _fields(pool, at)
    wishes = [(concept, wish) for concept in pool.concepts for wish in concept.wishes]
    step = max(1, min(SLICE, _WIDEST // max(1, len(pool.phrases))))
    for start in range(0, len(wishes), step):
        some = wishes[start : start + step]
        for (concept, wish), scores in zip(some, scan([wish for _, wish in some], vectors), strict=True):
            rows = [np.array([at[text] for text in texts], np.intp) for texts in concept.phrases]
            into.rankings.append(_ranking(concept, scores, rows, fields[concept.field]))
            into.pairs.append(_pairs(concept, wish, concept.phrases, scores, np.concatenate(rows)))
        progress(len(some))
    _score_new_words(pool, embedder, scan, into)


def work_in(pool: Pool) -> int:
    """Returns the total that `score` will report to `progress`."""
    return len(pool.phrases) + sum(len(concept.wishes) for concept in pool.concepts)


def _score_new_words(pool: Pool, embedder: Embedder, scan: Scan, into: Scored) -> None:
    """Scores the kept-back texts of trained concepts, against each other and against the trained
    texts."""
    for concept in pool.concepts:
        for words, wishes, phrases in (
            (Words.BOTH_NEW, concept.new_wishes, concept.new_phrases),
            (Words.NEW_WISH, concept.new_wishes, concept.phrases),
            (Words.NEW_PHRASE, concept.wishes, concept.new_phrases),
        ):
            texts = [text for kind in phrases for text in kind]
            if not concept.new_wishes or not wishes or not texts:
                continue
            rows, vectors = np.arange(len(texts)), embedder.embed(texts)
            for wish, scores in zip(wishes, scan(wishes, vectors), strict=True):
                into.pairs.append(_pairs(concept, wish, phrases, scores, rows, words=words))


def _embedded(embedder: Embedder, texts: Sequence[str], progress: ReportProgress) -> Vectors:
    """Embeds all texts in slices, to report progress in between."""
    parts = [Vectors.empty(embedder.dimensions)]
    for start in range(0, len(texts), SLICE):
        parts.append(embedder.embed(texts[start : start + SLICE]))
        progress(len(parts[-1]))
    return Vectors.concatenate(parts)


def _fields(pool: Pool, at: Mapping[str, int]) -> dict[str, Flags]:
    """Returns which phrases of the pool belong to each field."""
    found: dict[str, Flags] = {}
    for concept in pool.concepts:
        flags = found.setdefault(concept.field, np.zeros(len(pool.phrases), np.bool_))
        flags[[at[text] for text in phrases_of(concept)]] = True
    return found


def _ranking(concept: Concept, scores: WishScores, rows: Sequence[Rows], here: Flags) -> Ranking:
    meets, refutes = np.zeros(len(here), np.bool_), np.zeros(len(here), np.bool_)
    meets[rows[Says.MEETS]] = True
    refutes[rows[Says.REFUTES]] = True
    meeting, refuting = scores.meeting(), scores.refuting()
    shown_met, shown_refuted = scores.shown(concept.type)
    met, refuted = Hits(), Hits()
    met.add(shown_met[here], meets[here])
    refuted.add(shown_refuted[here], refutes[here])
    found = found_in(meeting[here], meets[here])
    wide = found if here.all() else found_in(meeting, meets)
    return Ranking(
        concept=concept,
        meeting=found,
        meeting_wide=wide,
        refuting=found_in(refuting[here], refutes[here]) if refuting is not None else None,
        met=met,
        refuted=refuted,
    )


def _pairs(
    concept: Concept,
    wish: str,
    phrases: Sequence[Sequence[str]],
    scores: WishScores,
    rows: Rows,
    *,
    words: Words = Words.AS_GIVEN,
) -> Pairs:
    return Pairs(
        concept=concept,
        wish=wish,
        phrases=tuple(text for texts in phrases for text in texts),
        labels=np.repeat(np.arange(len(phrases)), [len(texts) for texts in phrases]),
        chances=scores.chances(rows),
        cosines=scores.cosines(rows),
        likely=scores.likely(rows, concept.type),
        words=words,
    )
